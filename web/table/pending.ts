// Moves made here that the server hasn't acknowledged: shown at once, kept while the line is down, sent again when it is back.

import type { GameState } from "../lib/messages.ts";

/** ply: how many moves came before it */
export interface PendingMove {
  ply: number;
  usi: string;
}

export class PendingMoves {
  moves: PendingMove[] = []; // the oldest first, each a ply after the one before it

  constructor() {}

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
   * The game as it stands here: what the server says, and the pending moves after it. Moves that the server has are
   * pending no longer; when it has others in their place, or the game is over, all are given up.
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

/** By game: who leaves a game loses none of them. */
const kept: Map<string, PendingMoves> = new Map();

/** @param id of the game */
export function pendingOf(id: string) {
  const pending = kept.get(id) ?? new PendingMoves();
  kept.set(id, pending);
  return pending;
}

/**
 * Those of all other games, to be sent now; after that they are forgotten here.
 * @param shown id of the game that sends its own
 */
export function takePendingElsewhere(shown: string | undefined) {
  const others = [...kept].filter(([id, { count }]) => id !== shown && count);
  const taken = others.map(([id, { moves }]) => ({ id, moves }));
  for (const [, pending] of others) pending.clear();
  return taken;
}
