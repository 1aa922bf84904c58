// Moves made here that the server has not acknowledged. They are shown at once, kept while the line is down, and sent again when it is
// back.

import type { GameState } from "../lib/messages.ts";

export interface PendingMove {
  /** number of moves before it */
  ply: number;
  usi: string;
}

export class PendingMoves {
  moves: PendingMove[] = []; // the oldest first, each a ply after the one before it

  get count() {
    return this.moves.length;
  }

  add(move: PendingMove) {
    this.moves.push(move);
  }

  clear() {
    this.moves = [];
  }

  /**
   * The server's game with the pending moves after it. Moves that the server has are no longer pending. If it has other moves in their
   * place, or the game is over, all pending moves are given up.
   * @returns lost: moves were given up
   */
  over(message: GameState): { message: GameState; lost: boolean } {
    const { moves } = message;
    const had = this.moves.length;
    this.moves = this.moves.filter(({ ply, usi }) => moves[ply] !== usi);
    if (!this.moves.length) return { message, lost: false };
    const fits = this.moves[0].ply === moves.length && !message.result;
    if (!fits) {
      this.clear();
      return { message, lost: had > 0 };
    }
    const shown = [...moves, ...this.moves.map(({ usi }) => usi)];
    return { message: { ...message, moves: shown, offer: null }, lost: false };
  }
}

/** By id of the game: a player that leaves a game loses none of its moves. */
const kept: Map<string, PendingMoves> = new Map();

/** @param id of the game */
export function pendingOf(id: string) {
  const pending = kept.get(id) ?? new PendingMoves();
  kept.set(id, pending);
  return pending;
}

/**
 * Takes the pending moves of all other games, which the caller sends.
 * @param shown id of the game on the page, which sends its own moves
 */
export function takePendingElsewhere(shown: string | undefined) {
  const others = [...kept].filter(([id, { count }]) => id !== shown && count);
  const taken = others.map(([id, { moves }]) => ({ id, moves }));
  for (const [, pending] of others) pending.clear();
  return taken;
}
