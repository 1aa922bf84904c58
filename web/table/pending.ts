// Pending moves: moves entered on this page that the server has not acknowledged. They are shown at once, kept while the connection is
// down, and sent again after a reconnect.

import type { GameState } from "../lib/servermessages.ts";

export interface PendingMove {
  /** number of moves of the game before this one */
  ply: number;
  usi: string;
}

export class PendingMoves {
  moves: PendingMove[] = []; // the pending moves, the oldest first; their plies are consecutive

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
   * The server's message about the game with the pending moves appended. Moves that the message contains are no longer pending. If the
   * message has other moves in their place, or the game is over, all pending moves are given up.
   * @returns lost: pending moves were given up
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

/** The pending moves of each game, by id of the game; they are kept when the visitor leaves the game. */
const kept: Map<string, PendingMoves> = new Map();

/**
 * The pending moves of a game, empty at first.
 * @param id of the game
 */
export function pendingOf(id: string) {
  const pending = kept.get(id) ?? new PendingMoves();
  kept.set(id, pending);
  return pending;
}

/**
 * Removes and returns the pending moves of all games except the one on the page; the caller has to send them.
 * @param shown id of the game on the page, whose pending moves openGame sends; undefined: none
 */
export function takePendingElsewhere(shown: string | undefined) {
  const others = [...kept].filter(([id, { count }]) => id !== shown && count);
  const taken = others.map(([id, { moves }]) => ({ id, moves }));
  for (const [, pending] of others) pending.clear();
  return taken;
}
