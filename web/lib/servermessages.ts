// The messages from the server to the page: a type for each kind. messages.ts says what all kinds have in common.

import type { Diagnostic, Settings, VariantOption } from "../core/index.ts";
import type { BySide, ClockRules, OfferKind, Player, Result, SideName } from "./gametypes.ts";

export type ServerMessage =
  | Hello
  | Pong
  | Shipped
  | GameState
  | Presence
  | Queue
  | Tokens
  | Said
  | Games
  | Changed
  | Feed
  | Thinking
  | Hint
  | Declined
  | Deleted
  | Challenged
  | Challenges
  | Matched
  | Checked
  | Notices
  | Failure;

/** The first message on a connection: the server's version, and which messages it accepts. */
export interface Hello {
  t: "hello";
  version: string;
  /** The server accepts `challenge`, `pair`, `join` and the like (it was started without `--no-lobby`). */
  lobby: boolean;
  /** The server accepts `chat` (it was started with `--chat`). */
  chat: boolean;
}

/** The answer to `ping`: the connection is alive. */
export interface Pong {
  t: "pong";
}

/** The games that ship with Henka, each with its options (settings). */
export interface Shipped {
  t: "shipped";
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

/** The time that a side has left. */
export interface SideTime {
  /** Rest of the main time; with a clock of kind "days", rest of the time for this move. */
  leftMs: number;
  /** Byoyomi periods that are left, including the current one; only with byoyomi. */
  periods?: number;
  /** Time left of the current byoyomi period; only after the main time is used up. */
  byoyomiLeftMs?: number;
}

/** The clock of a game. */
export interface Clock extends BySide<SideTime> {
  rules: ClockRules;
  /** The side whose time runs; null: the clock stands. */
  running: SideName | null;
  /** The server's time at which the other members were right. */
  at: number;
}

/** The facts about a game that occur both in `game` and in each entry of `games`. */
export interface GameFacts {
  id: string;
  game: string;
  title: string;
  settings: Settings;
  /** The position that the game started from. */
  sfen: string;
  sente: Player;
  gote: Player;
  level: number;
  /** The sides that this browser plays; empty: the browser watches. */
  you: SideName[];
  /** Two persons play the game, or will when the open seat is taken. */
  two: boolean;
  /** The seat that waits for a person; null: none. Until it is taken no move can be played. */
  open: SideName | null;
  names: BySide<string | null>;
  /** The game's clock; null: none. */
  clock: Clock | null;
  /** How the game ended; null: the game goes on. */
  result: Result | null;
  updated: number;
}

/** The whole state of a game; sent after every change to all clients that have it open. */
export interface GameState extends GameFacts {
  t: "game";
  /** The text of the game's rules; sent only if the server doesn't ship these rules, or has changed them since the game began. */
  variantText?: string;
  /** The moves played. Under strict play the last of them may be illegal: it ended the game. */
  moves: string[];
  /** The engine's time for a move; null: the time of its level. */
  movetimeMs: number | null;
  /** By kind of offer: the side that has made the offer; null: no offer. */
  offers: Record<OfferKind, SideName | null>;
  /** The side that offers a draw, as in `offers`; null: none. The offer lapses when the other side moves. */
  offer: SideName | null;
  /** Id of the next game, once both players have agreed to play it; null: they have not. */
  rematch: string | null;
  /**
   * Furigoma: `up` says of each of the five tossed pawns whether it fell face up; `by` is the side of the player that tossed:
   * sente if three or more fell face up. null: no toss.
   */
  toss: { up: boolean[]; by: SideName } | null;
  presence: Here;
  created: number;
  thinking: boolean;
  /** Number of searches that the engine does before the one for this game; 0 while that search runs, and while none is asked for. */
  queue: number;
}

/** The players and watchers that have a connection with the game. */
export interface Here {
  /** Number of watchers. */
  watchers: number;
  /** By side: time since which its player has no connection; null: the player is connected, or is the engine. */
  away: BySide<number | null>;
  /** By side: time from which on the other player may `claim` the game; null: never. */
  claim: BySide<number | null>;
}

/** A player or watcher has come or gone. Sent to all clients that have the game open. */
export interface Presence extends Here {
  t: "presence";
  id: string;
}

/** The search for the engine's move has got another place in the queue. Sent to all clients that have the game open. */
export interface Queue {
  t: "queue";
  id: string;
  /** Number of searches before the one for this game; 0 when the search for this game begins. */
  queue: number;
}

/** Secrets of a game, sent to no other connection. A link to a seat or an invitation ends with its secret. */
export interface Tokens {
  t: "tokens";
  id: string;
  /** The secret with which any device can play this browser's seat; null: no seat. */
  seat: string | null;
  /** The secret with which a person can take the open seat; null: no seat is open. */
  invitation: string | null;
}

/** A line of chat that a player has sent. */
export interface Said {
  t: "chat";
  id: string;
  side: SideName;
  text: string;
}

/** An entry of `games`: a game of this browser. */
export interface GameSummary extends GameFacts {
  plies: number;
  /** The side to move; null: the game is over. */
  turn: SideName | null;
  /** The side that offers another game after the end of this one; null: none. */
  rematchOffer: SideName | null;
}

/** An entry of `games` has changed, or is new. */
export interface Changed {
  t: "changed";
  game: GameSummary;
}

/** The games of this browser, the one changed last first; at most 500. */
export interface Games {
  t: "games";
  games: GameSummary[];
}

/** The address of the feed that this browser has asked for. */
export interface Feed {
  t: "feed";
  /** The path of the feed's address on this server. */
  path: string;
}

/** An evaluation, in hundredths of a pawn for the side to move. */
export interface Score {
  score: number;
  /** Plies to mate, negative for the side that is mated; only when a mate was found. */
  mate?: number;
}

/** The state of the engine's search while it thinks. */
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
  /** Number of moves played before the position to which the hint belongs. */
  ply: number;
  usi: string;
}

/** The side `side` declined the other side's offer. */
export interface Declined {
  t: "declined";
  id: string;
  side: SideName;
  kind: OfferKind;
}

export interface Deleted {
  t: "deleted";
  id: string;
  /** The side that aborted the game; missing if the game was deleted in another way. */
  by?: SideName;
}

/** The challenge or quick pairing that this connection has sent waits for an opponent now. */
export interface Challenged {
  t: "challenged";
  challenge: string;
}

/** An entry of `challenges`: a challenge that waits for an opponent. */
export interface ChallengeSummary {
  challenge: string;
  game: string;
  title: string;
  settings: Settings;
  /** The position to start from: the game's own starting position, or that of a handicap. */
  sfen: string;
  clock: ClockRules;
  /** The side of the challenger; null: to be tossed for. */
  side: SideName | null;
  name: string | null;
  /** True if this connection has made the challenge. */
  own: boolean;
}

/** The challenges that wait, the oldest first, at most 100. */
export interface Challenges {
  t: "challenges";
  challenges: ChallengeSummary[];
}

/** An opponent is found, and the game has begun: the page has to `open` it. Sent to both players. */
export interface Matched {
  t: "matched";
  challenge: string;
  id: string;
}

export interface Checked {
  t: "checked";
  diagnostics: Diagnostic[];
  /** Name of the game; null if its text has an error. */
  name: string | null;
  title: string | null;
}

/**
 * The parts of an imported record that can't be used. The messages are in the language that the page sent in `hello`. Sent before
 * the `game` of the imported game.
 */
export interface Notices {
  t: "notices";
  notices: { line: number; column: number; message: string }[];
}

/**
 * A message of the page was refused and has changed nothing. `message` says what was expected and what was found, in the language
 * that the page sent in `hello`.
 */
export interface Failure {
  t: "error";
  /** The kind of the refused message; "message" if its kind could not be read. */
  for: string;
  /** The key of the error's sentence in src/base/messages.def. */
  key?: string;
  message: string;
  /** Line of the error in a text that the page sent, from 1. */
  line?: number;
  column?: number;
  id?: string;
  diagnostics?: Diagnostic[];
}
