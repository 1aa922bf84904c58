// The state of a game that is being played: one plain record, which the functions of this folder read and change. Views draw it anew
// after each change.

import type { Board } from "../board/board.ts";
import type { Motion } from "../board/motion.ts";
import type { Tooltip } from "../board/tooltip.ts";
import type { Move, PositionState, Side } from "../core/types.ts";
import type { Candidate } from "../entry/entry.ts";
import type { Connection } from "../lib/connection.ts";
import type { GameState, Import, New, Thinking } from "../lib/messages.ts";
import type { Chat } from "./chat.ts";
import type { Frame } from "./frame.ts";
import type { MoveList } from "./movelist.ts";
import type { PendingMove, PendingMoves } from "./pending.ts";
import type { Strips } from "./strip.ts";
import type { Table } from "./table.ts";

/** A move that is entered on the opponent's time and played when it is one's turn, if it is legal then. */
export interface Premove {
  /** number of moves that were played when it was entered */
  ply: number;
  usi: string;
  squares: number[];
  /** in words, as a person reads it */
  words: string;
}

/** What the engine does for this person. */
export interface Engine {
  /** the move of a hint; null: there is none for the position shown */
  hinted: Candidate<Move> | null;
  /** a hint was asked for and has not come */
  hinting: boolean;
  /** the last report of the search under way */
  thinking: Thinking | null;
}

/** The game plays itself, a move after another: one that is over, or the engine against itself, which would be too quick. */
export interface Replay {
  on: boolean;
  /** until the next move; undefined: no move is awaited */
  timer: ReturnType<typeof setTimeout> | undefined;
  /** the replay of a game of the engine against itself was begun by itself */
  selfPlay: boolean;
}

/** The invitation to the open seat. */
export interface Invitation {
  /** it was shown by itself, which happens once */
  shown: boolean;
  /** other devices are being put out of one's own seat */
  clears: boolean;
  /** while it is shown */
  dialog: HTMLDialogElement | null;
}

/** What the page shows of a game: its elements, and what was drawn last. gameview.ts makes and draws it. */
export interface View {
  readonly main: HTMLElement;
  readonly frame: Frame;
  /** null until the first table */
  board: Board | null;
  readonly motion: Motion;
  readonly tooltip: Tooltip;
  readonly chat: Chat;
  readonly strips: Strips;
  readonly list: MoveList;
  /** observes the size of the board */
  readonly room: ResizeObserver;
  /** the position that was drawn last */
  shown: { table: Table; viewed: number; state: PositionState } | null;
  /** a piece that was dragged is being dropped, so its move needs no motion */
  carried: boolean;
  /** pieces have one character if their set leaves the choice */
  small: boolean;
}

export interface Play {
  readonly connection: Connection;
  /** of the game */
  readonly id: string;
  /** asks the server for another game; given by app.ts */
  readonly start: (message: New | Import) => void;
  /** what the address asked for, until the first message: the secret of a seat or of an invitation, and the ply to look at */
  address: { token: string | undefined; ply: number | undefined };
  /** the server has this game and its record; a model game has neither */
  served: boolean;
  /** the server's last message, and when it came by the clock of this machine (milliseconds since 1970) */
  told: { message: GameState; at: number } | null;
  /** null until the first message; made and closed by showing.ts */
  table: Table | null;
  /** moves that the server has not acknowledged */
  readonly pending: PendingMoves;
  /** a move that stands on the board and waits for a yes, and the question */
  held: (PendingMove & { words: string }) | null;
  premove: Premove | null;
  /** gote sits at the bottom; null: as the person sits, until somebody turns the board */
  flip: boolean | null;
  /** the sides whose attacked squares are shown */
  attacks: readonly Side[];
  readonly engine: Engine;
  /** pixels that the wheel has turned since the last step; negative: back */
  rolled: number;
  readonly replay: Replay;
  readonly invitation: Invitation;
  /** id of the next game; null: there is none yet; undefined: no message has come */
  rematch: string | null | undefined;
  /** the notice to show after leaving; "" for none */
  farewell: string;
  readonly view: View;
  /** draws the view anew; set by play.ts */
  readonly redraw: () => void;
}
