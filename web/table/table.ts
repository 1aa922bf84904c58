// The table: the record of a game as the page's rules replay it, with the server's last message, the position shown and the move being
// entered. moves.ts makes and changes it. seats.ts has functions on its players, position.ts on its pieces.

import type { Game, Move, Notation, Side, Variant } from "../core/index.ts";
import type { Entry } from "../entry/entry.ts";
import type { GameState } from "../lib/servermessages.ts";

/** A move that was played. */
export interface PlayedMove {
  usi: string;
  texts: Record<Notation, string>;
  /** the side that played it */
  side: Side;
  parts: Move;
  /** names of the pieces that the move captured, in the order of its victims */
  taken: string[];
}

export interface Table {
  /** the server's last message about the game, with the pending moves appended to its moves */
  message: GameState;
  /** milliseconds by which the server's clock is ahead of this machine's; set by showing.ts */
  serverAhead: number;
  readonly variant: Variant;
  /** the game up to the position shown */
  readonly game: Game;
  /** the game up to the newest position, so that a new move is played here at once, whichever position is shown */
  readonly latest: Game;
  /** the pieces by square in the position that the game started from */
  readonly startBoard: readonly number[];
  readonly played: PlayedMove[];
  /** number of plies before the position shown */
  viewed: number;
  /** the move being entered from the position shown */
  entry: Entry<Move>;
}

/** Is the newest position shown? */
export const isAtEnd = ({ viewed, played }: Table) => viewed === played.length;

export const isOver = ({ message }: Table) => message.result !== null;

/** The move that led to the position shown; null: the starting position is shown. */
export const lastMove = ({ played, viewed }: Table): PlayedMove | null =>
  viewed ? (played[viewed - 1] ?? null) : null;
