/*
 * Every message between the page and the server, kind by kind: this is their one description.
 * docs/web-messages.md says what they have in common. The page is checked against these types
 * (tools/lint_page), the server by tests/server/server.mjs.
 *
 * A message is one JSON object with its kind in `t`. Moves are USI text, positions SFEN, times
 * milliseconds since 1970. `field?` may be left out; the server ignores fields it doesn't know.
 */

import type { VariantOption } from "./core.js";

export type SideName = "sente" | "gote";
export type Player = "human" | "engine";

/** Names of a game's options and the values chosen for them. What is not named has its standard value. */
export type Settings = Record<string, string>;

/** The words of henka_reason_name, but for "playing". They are the same in every language: a person reads `reason.…` of the catalogue. */
export type Reason =
  | "checkmate"
  | "stalemate"
  | "royal captured"
  | "all royals lost"
  | "bared"
  | "repetition"
  | "perpetual check"
  | "no legal move"
  | "illegal move"
  | "resignation"
  | "draw agreed"
  | "impasse"
  | "time"
  | "abandoned";

/** How a game ended. */
export interface Result {
  reason: Reason;
  /** null: drawn. */
  winner: SideName | null;
}

/** What is wrong with a game's definition, or odd in it. */
export interface Diagnostic {
  /** From 1; 0 where no place is at fault. */
  line: number;
  column: number;
  /** The definition is refused. Otherwise a warning. */
  fatal: boolean;
  message: string;
}

/** The rules of a game: a shipped one by name, or a definition of one's own (at most 256 KiB). */
export interface Rules {
  game?: string;
  variantText?: string;
  settings?: Settings;
}

/** Who plays; standard "human". */
export interface Seats {
  sente?: Player;
  gote?: Player;
  /** 1 to 10, or 0 for full strength; standard 5. */
  level?: number;
}

// ---- from the page to the server ----

/** Starts a game and opens it. Answer: `game`. */
export interface New extends Rules, Seats {
  t: "new";
  /** Where the game starts; standard: the game's own array. */
  sfen?: string;
}

/** Starts a game from a record, or from a USI `position` line with a game beside it, and opens it. Answer: `game`. */
export interface Import extends Rules, Seats {
  t: "import";
  record: string;
}

/** Answers `game`; from now on every change of that game is sent. */
export interface Open {
  t: "open";
  id: string;
}

/** No more changes of that game, please. A connection follows the 16 games it opened last. */
export interface Close {
  t: "close";
  id: string;
}

/** Plays for the side to move, which must be a human. */
export interface Move {
  t: "move";
  id: string;
  usi: string;
  /** How many moves came before it. A move for an older position is refused. */
  ply?: number;
}

/** Takes back to the last position where a human was to move; stops the engine; lifts a resignation or an agreed draw. */
export interface Undo {
  t: "undo";
  id: string;
}

export interface Resign {
  t: "resign";
  id: string;
  side: SideName;
}

/** Declares an impasse: both royals in their zones, enough points, no check. Refused where the game has no such rule. */
export interface Declare {
  t: "declare";
  id: string;
  side: SideName;
}

/** Offers a draw, or accepts the other side's offer. An engine answers by its evaluation: `declined`, or the game ends. */
export interface Draw {
  t: "draw";
  id: string;
  side: SideName;
}

/** Refuses the offer that stands. */
export interface Decline {
  t: "decline";
  id: string;
}

/** The engine moves, when it is its turn and it isn't thinking. */
export interface Go {
  t: "go";
  id: string;
}

/** Answers `hint`: what the engine would play here. */
export interface AskHint {
  t: "hint";
  id: string;
}

/** Answers `games`. */
export interface List {
  t: "list";
}

/** Forgets the game; everyone who has it open gets `deleted`. */
export interface Delete {
  t: "delete";
  id: string;
}

/** Answers `checked`: every error and warning of a game's definition. */
export interface Check {
  t: "check";
  variantText: string;
  settings?: Settings;
}

export type ClientMessage =
  | New
  | Import
  | Open
  | Close
  | Move
  | Undo
  | Resign
  | Declare
  | Draw
  | Decline
  | Go
  | AskHint
  | List
  | Delete
  | Check;

// ---- from the server to the page ----

/** The first message on a connection: the shipped games. */
export interface Hello {
  t: "hello";
  version: string;
  games: {
    name: string;
    title: string;
    files: number;
    ranks: number;
    author: string;
    year: string;
    source: string;
    story: string;
    options: VariantOption[];
  }[];
}

/** How a game stands; sent after every change to whoever has it open. */
export interface GameState {
  t: "game";
  id: string;
  game: string;
  title: string;
  settings: Settings;
  /** Only when this server doesn't ship the game, or ships it with other rules than when the game began. */
  variantText?: string;
  /** Where the game started. */
  sfen: string;
  moves: string[];
  sente: Player;
  gote: Player;
  level: number;
  created: number;
  updated: number;
  /** null: it goes on. Under strict play a well-formed move that isn't legal is no error: it ends the game. */
  result: Result | null;
  thinking: boolean;
  /** Who offers a draw. An offer lapses when the other side moves. */
  offer: SideName | null;
}

/** A line of `games`. */
export interface GameSummary {
  id: string;
  game: string;
  title: string;
  sente: Player;
  gote: Player;
  level: number;
  plies: number;
  result: Result | null;
  updated: number;
}

/** The games that are kept, the last changed first, at most 500. */
export interface Games {
  t: "games";
  games: GameSummary[];
}

/** In hundredths of a pawn for the side to move. */
export interface Score {
  score: number;
  /** Plies to mate, negative for the side that is mated; only when a mate was found. */
  mate?: number;
}

/** What the engine has found so far. */
export interface Thinking extends Score {
  t: "thinking";
  id: string;
  depth: number;
  nodes: number;
  pv: string[];
}

export interface Hint extends Score {
  t: "hint";
  id: string;
  /** How many moves came before the position the hint is for. */
  ply: number;
  usi: string;
}

/** This side refused the draw. */
export interface Declined {
  t: "declined";
  id: string;
  side: SideName;
}

export interface Deleted {
  t: "deleted";
  id: string;
}

export interface Checked {
  t: "checked";
  diagnostics: Diagnostic[];
  /** null when there is an error. */
  name: string | null;
  title: string | null;
}

/** Nothing has changed; the message says what was expected and what was found. */
export interface Failure {
  t: "error";
  /** The kind of the message it answers; "message" when that could not be read. */
  for: string;
  /** Which sentence of src/base/messages.def the message is. */
  key?: string;
  message: string;
  /** Where in the text at fault, from 1. */
  line?: number;
  column?: number;
  id?: string;
  diagnostics?: Diagnostic[];
}

export type ServerMessage =
  | Hello
  | GameState
  | Games
  | Thinking
  | Hint
  | Declined
  | Deleted
  | Checked
  | Failure;

export type ServerKind = ServerMessage["t"];
export type ServerMessageOf<Kind extends ServerKind> = Extract<ServerMessage, { t: Kind }>;

/** What a part of the page does with the messages it wants. An `error` is dealt with when true comes back. */
export type Handlers<Part> = {
  [Kind in ServerKind]?: (part: Part, message: ServerMessageOf<Kind>) => unknown;
};
