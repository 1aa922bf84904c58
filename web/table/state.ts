// The state of a game on the page: one plain record, which the functions of this folder read and change. gameview.ts draws the page again
// after each change.

import type { Board } from "../board/board.ts";
import type { Motion } from "../board/motion.ts";
import type { Tooltip } from "../board/tooltip.ts";
import type { Move, PositionState, Side } from "../core/index.ts";
import type { Candidate } from "../entry/entry.ts";
import type { Connection } from "../lib/connection.ts";
import type { Import, New } from "../lib/clientmessages.ts";
import type { GameState, Thinking } from "../lib/servermessages.ts";
import type { Chat } from "./chat.ts";
import type { Frame } from "./frame.ts";
import type { MoveList } from "./movelist.ts";
import type { PendingMove, PendingMoves } from "./pending.ts";
import type { Strips } from "./strip.ts";
import type { Table } from "./table.ts";

/** A move that the visitor has entered during the opponent's turn. It is played on the visitor's turn if it is legal then. */
export interface Premove {
  /** number of moves of the game when the premove was entered */
  ply: number;
  usi: string;
  squares: number[];
  /** the move in words */
  words: string;
}

/** What the engine tells this visitor: a hint, and the state of its search. */
export interface Engine {
  /** the move of a hint for the position shown; null: no hint is shown */
  hinted: Candidate<Move> | null;
  /** a hint was requested and has not arrived yet */
  hinting: boolean;
  /** the engine's last report on the search that it is doing; null: none */
  thinking: Thinking | null;
}

/** The replay of a game that is over, or of a game of the engine against itself, whose moves arrive too fast to be followed. */
export interface Replay {
  on: boolean;
  /** timer until the replay shows the next move; undefined: it has no next move, or doesn't run */
  timer: ReturnType<typeof setTimeout> | undefined;
  /** the page has started a replay by itself, because the engine plays both sides and the board would not show its moves one by one */
  selfPlay: boolean;
}

/** The state of the invitation to the open seat. */
export interface Invitation {
  /** the page has opened the invitation by itself, which it does once when the visitor has begun the game */
  shown: boolean;
  /** the server was asked to take the visitor's seat from all other devices, and has not answered yet */
  clears: boolean;
  /** the dialog with the invitation; null: it is closed */
  dialog: HTMLDialogElement | null;
}

/** The elements of a game's page, and the position that was drawn last. gameview.ts makes the view and draws it. */
export interface View {
  readonly main: HTMLElement;
  readonly frame: Frame;
  /** the board; null until the first table is shown */
  board: Board | null;
  readonly motion: Motion;
  readonly tooltip: Tooltip;
  readonly chat: Chat;
  readonly strips: Strips;
  readonly list: MoveList;
  /** observes the size of the board, on which the number of characters on a piece depends */
  readonly room: ResizeObserver;
  /** the position that was drawn last, which the animation of the next move starts from; null: none */
  shown: { table: Table; viewed: number; state: PositionState } | null;
  /** true while a dragged piece is released: the piece is not animated, because it is on its square already */
  carried: boolean;
  /** the band over the board is open: the game has ended in this visit, and the visitor has not closed it */
  band: boolean;
  /** pieces have one character instead of two, if their set allows both */
  small: boolean;
}

export interface Play {
  readonly connection: Connection;
  /** id of the game */
  readonly id: string;
  /** sends a message that begins another game; given by app.ts */
  readonly start: (message: New | Import) => void;
  /** parts of the address that were not used yet: the secret of a seat or of an invitation, and the number of plies before the position to show */
  address: { token: string | undefined; ply: number | undefined };
  /** the server has this game and its record; false for a model game, which only the page has */
  served: boolean;
  /** the server's last message about the game, and when it arrived, by the clock of this machine (milliseconds since 1970); null: none yet */
  told: { message: GameState; at: number } | null;
  /** the game as the rules replay it; null until the first message about it. showing.ts makes and closes it */
  table: Table | null;
  /** the moves of this visitor that the server has not acknowledged */
  readonly pending: PendingMoves;
  /** a move that the board shows and that waits for the visitor's confirmation, with the words of the question; null: none */
  held: (PendingMove & { words: string }) | null;
  premove: Premove | null;
  /** gote sits at the bottom; null: the visitor has not turned the board, so his own side sits there */
  flip: boolean | null;
  /** the sides whose attacked squares are shown */
  attacks: readonly Side[];
  readonly engine: Engine;
  /** pixels that the mouse wheel has turned since it last changed the position; negative: towards earlier positions */
  rolled: number;
  readonly replay: Replay;
  readonly invitation: Invitation;
  /** id of the next game that both players have agreed to; null: none; undefined: no message of the server has arrived yet */
  rematch: string | null | undefined;
  /** the notice to show after the page has left the game; "" for none */
  farewell: string;
  readonly view: View;
  /** draws the view again; set by play.ts */
  readonly redraw: () => void;
}
