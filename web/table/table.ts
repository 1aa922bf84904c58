// The record of a game on the table: what the server said, the game as the rules replay it, the position shown, the move being entered.
// moves.ts makes and changes it. seats.ts says who may do what, position.ts what stands on the board.

import type { Game, Variant } from "../core/rules.ts";
import type { Move, Notation, Side } from "../core/types.ts";
import type { Entry } from "../entry/entry.ts";
import type { GameState } from "../lib/messages.ts";

/** A move that was played. */
export interface PlayedMove {
  usi: string;
  texts: Record<Notation, string>;
  /** the side that played it */
  side: Side;
  parts: Move;
  /** names of the pieces that it captured, by victim */
  taken: string[];
}

export interface Table {
  /** the server's last message about the game; its moves end with those that the server has not acknowledged */
  message: GameState;
  /** milliseconds by which the server's clock is ahead of this machine's; set by incoming.ts */
  serverAhead: number;
  readonly variant: Variant;
  /** at the position shown */
  readonly game: Game;
  /** after all moves played: a new move costs one move, whichever position is shown */
  readonly latest: Game;
  /** pieces by square at the beginning of the game */
  readonly startBoard: readonly number[];
  readonly played: PlayedMove[];
  /** number of plies up to the position shown */
  viewed: number;
  /** the move being entered from the position shown */
  entry: Entry<Move>;
}

/** The newest position is shown. */
export const isAtEnd = ({ viewed, played }: Table) => viewed === played.length;

export const isOver = ({ message }: Table) => message.result !== null;

/** The move that led to the position shown; null: the beginning is shown. */
export const lastMove = ({ played, viewed }: Table): PlayedMove | null =>
  viewed ? (played[viewed - 1] ?? null) : null;
