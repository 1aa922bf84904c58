// The messages from the page to the server: a type for each kind. messages.ts says what all kinds have in common.

import type { Settings } from "../core/index.ts";
import type { ClockRules, OfferKind, Rules, Seats, SideName } from "./gametypes.ts";

export type ClientMessage =
  | Introduce
  | Ping
  | AskShipped
  | New
  | Import
  | Open
  | AskTokens
  | Close
  | Move
  | Undo
  | Resign
  | Declare
  | Draw
  | Offer
  | Accept
  | Decline
  | Abort
  | Claim
  | Say
  | Go
  | Now
  | AskHint
  | List
  | AskFeed
  | Delete
  | Lobby
  | Challenge
  | Pair
  | Join
  | Withdraw
  | Check;

/**
 * Introduces the browser; sent first on every connection. A connection that doesn't send it holds no seat and gets no list of
 * games. The games that such a connection starts have no owner: everyone who knows a game's id may play it.
 */
export interface Introduce {
  t: "hello";
  /** The browser's own secret: 22 to 86 random letters, digits, "-" or "_". The server keeps only its hash. */
  browser: string;
  /**
   * The name that others see at the seats that this person takes from now on: at most 40 characters. The server removes invisible
   * characters, and characters that would turn the direction of the text beside the name.
   */
  name?: string;
  /** The language of errors and of the feed's entries, as HTML's `lang` has it; standard: English. */
  language?: string;
}

/** Asks whether the connection is alive. The server answers `pong` at once. */
export interface Ping {
  t: "ping";
}

/** Asks for the games that ship with Henka. Answer: `shipped`. The page finds these games in its WebAssembly module and never sends this message. */
export interface AskShipped {
  t: "shipped";
}

/** Starts a game and opens it. Answer: `game`; if a seat is open, the server sends `tokens` before it. */
export interface New extends Rules, Seats {
  t: "new";
  /** The position to start from; standard: the game's own starting position. */
  sfen?: string;
  /** Instead of `sfen`: the name of one of the game's handicaps. */
  handicap?: string;
}

/** Starts a game from a record, or from a USI `position` line together with `game`, and opens it. Answer: `game`. */
export interface Import extends Rules, Seats {
  t: "import";
  record: string;
}

/**
 * Opens a game. Answer: `game`; from then on the server sends every change of the game. With the token of a seat, this browser
 * plays the seat from now on. With the token of an invitation, this browser takes the open seat, and the server sends `tokens`
 * before `game`. The invitation's token is void afterwards: other browsers that send it only watch.
 */
export interface Open {
  t: "open";
  id: string;
  token?: string;
}

/**
 * Asks for new tokens. Answer: `tokens`, with one for the seat of this browser and, while a seat is open, one for the invitation.
 * The old tokens are void, and every other browser that has the seat loses it: that browser watches from then on.
 */
export interface AskTokens {
  t: "tokens";
  id: string;
  /** Other browsers that have the seat keep it; standard: they lose it. */
  keep?: boolean;
}

/** Closes a game: the server sends its changes no more. The server also does so when the connection opens 16 other games. */
export interface Close {
  t: "close";
  id: string;
}

/** Plays for the side to move, which must be this person's. Under strict play a second move in one turn loses. */
export interface Move {
  t: "move";
  id: string;
  usi: string;
  /** Number of moves of the game before this one. The server refuses the move if the game has another number of moves. */
  ply?: number;
}

/**
 * Takes moves back to the last position in which a human was to move. This stops the engine, and cancels a resignation or an agreed draw.
 * Refused between two persons, who use `offer`.
 */
export interface Undo {
  t: "undo";
  id: string;
}

export interface Resign {
  t: "resign";
  id: string;
  side: SideName;
}

/** Declares an impasse: both royals in their zones, enough points, no check. Refused if the game has no such rule. */
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

/**
 * Offers the other person a draw, a take-back of the sender's last move, or, after the game, another game. The next game has the
 * sides exchanged, except after a handicap game. If the other person has made the same offer already, this message accepts it.
 * Offers of a draw or a take-back lapse with the other person's next move.
 */
export interface Offer {
  t: "offer";
  id: string;
  kind: OfferKind;
}

/** Accepts the offer of the other player. */
export interface Accept {
  t: "accept";
  id: string;
  kind: OfferKind;
}

/** Refuses the offer of the other player, or withdraws one's own offer. Without `kind`: the offer of a draw. */
export interface Decline {
  t: "decline";
  id: string;
  kind?: OfferKind;
}

/** Removes a game of two persons before its second move: both players get `deleted`. */
export interface Abort {
  t: "abort";
  id: string;
}

/** Claims the win of a game that the other person has left (`away` of `presence`). Refused without a clock, and with a clock of kind "days". */
export interface Claim {
  t: "claim";
  id: string;
}

/** A line of chat from a player to all clients that have the game open. Only if the server was started with `--chat`. */
export interface Say {
  t: "chat";
  id: string;
  /**
   * At most 300 characters. The server removes invisible characters and those that turn the direction of text; it refuses a text
   * of which nothing is left.
   */
  text: string;
}

/** Has the engine begin to think, if it is the engine's turn and the engine is not thinking already. */
export interface Go {
  t: "go";
  id: string;
}

/** Has the engine stop thinking and play the best move that it has found. */
export interface Now {
  t: "now";
  id: string;
}

/** Asks for the move that the engine would play in this position. Answer: `hint`. Refused between two persons until the game is over. */
export interface AskHint {
  t: "hint";
  id: string;
}

/**
 * Asks for the games of this browser. Answer: `games`. From then on the server sends `changed` when one of these games changes
 * that this connection doesn't have open.
 */
export interface List {
  t: "list";
}

/**
 * Makes an Atom feed of the games of this browser, with this token in its address; an earlier token is void. Answer: `feed`. The
 * feed lists games of two persons that wait for this person's move, that are over, or that have an offer of another game. A
 * reader of the feed can't play the games.
 */
export interface AskFeed {
  t: "feed";
  /** A secret in the form of `browser` of `hello`, but a different one. The server keeps only its hash. */
  token: string;
}

/**
 * Deletes one of the browser's own games; all clients that have it open get `deleted`. A game of two persons is only taken from
 * the list of the browser that asks, and only that browser gets `deleted`; the game is gone when both have deleted it.
 */
export interface Delete {
  t: "delete";
  id: string;
}

/**
 * Asks for the list of challenges. The server sends `challenges` at once and after each change (at most twice a second), until a
 * message with `on: false`.
 */
export interface Lobby {
  t: "lobby";
  on: boolean;
}

/**
 * Looks for an opponent in public. Answer: `challenged`, and `matched` when an opponent has joined. The challenge ends with the
 * connection.
 */
export interface Challenge extends Rules {
  t: "challenge";
  /** The name of one of the game's handicaps; standard: none. */
  handicap?: string;
  clock?: ClockRules;
  /** The side of the challenger; standard: tossed when an opponent joins. */
  side?: SideName;
}

/**
 * Quick pairing: matches a `pair` or a challenge of another visitor with the same game, settings and clock; the challenge must
 * leave the sides to a toss. If there is none, this message waits in the list as a challenge. Answers: those of `challenge`.
 */
export interface Pair extends Rules {
  t: "pair";
  clock?: ClockRules;
}

/** Accepts a challenge from the list of `challenges`. Answer: `matched`. */
export interface Join {
  t: "join";
  challenge: string;
}

/** Withdraws one's own challenge or quick pairing. */
export interface Withdraw {
  t: "withdraw";
  challenge: string;
}

/**
 * Asks for every error and warning of a game's text. Answer: `checked`. If `new` would refuse the game because its moves cost the
 * server too much work, the answer is `error`.
 */
export interface Check {
  t: "check";
  variantText: string;
  settings?: Settings;
}
