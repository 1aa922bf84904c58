/*
 * Every message between the page and the server, kind by kind: this is their one description.
 * docs/web-messages.md says what they have in common. The page is checked against these types
 * (tools/lint_page), the server by tests/server/server.mjs.
 *
 * A message is one JSON object with its kind in `t`. Moves are USI text, positions SFEN, times
 * milliseconds since 1970. `field?` may be left out; the server ignores fields it doesn't know.
 */

import type { VariantOption } from "../core/types.ts";

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
  | "goal reached"
  | "checks given"
  | "move limit"
  | "no legal move"
  | "illegal move"
  | "resignation"
  | "draw agreed"
  | "impasse"
  | "time"
  | "absence"
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
  /** The definition is refused. Otherwise a warning, or a note. */
  fatal: boolean;
  /** Nothing of the game is concerned: keys that only draw a diagram were passed over, say. */
  note: boolean;
  message: string;
}

/** The rules of a game: a shipped one by name, or a definition of one's own (at most 256 KiB). */
export interface Rules {
  game?: string;
  variantText?: string;
  settings?: Settings;
}

/**
 * Who is to sit where: "human" is whoever starts the game (both sides: two persons at one board), "open" whoever comes
 * by the invitation. At most one seat is open, and none beside an engine.
 */
export type Seat = Player | "open";

/**
 * How much time the sides have. The clock runs from the first move on. No time is charged while the engine thinks, nor
 * while the server is away. Of a move's time up to a second of measured lag is not the player's, five seconds in a minute.
 *
 * | kind | |
 * |---|---|
 * | none | as long as they like |
 * | plain | `mainMs` for the whole game |
 * | fischer | `mainMs`, and `incMs` more after each move |
 * | byoyomi | `mainMs`, then `periods` of `byoyomiMs` for a move; who stays within one keeps it |
 * | days | `days` for each move |
 */
export interface ClockRules {
  kind: "none" | "plain" | "fischer" | "byoyomi" | "days";
  /** Up to 24 hours; may be 0 with fischer (incMs is then there at the start) and byoyomi. */
  mainMs?: number;
  /** 1 s to 10 minutes. */
  incMs?: number;
  /** 1 s to 10 minutes. */
  byoyomiMs?: number;
  /** 1 to 60; standard 1. */
  periods?: number;
  /** 1 to 60. */
  days?: number;
}

/** Who plays; standard "human". */
export interface Seats {
  sente?: Seat;
  gote?: Seat;
  /** 1 to 10, or 0 for full strength; standard 5. */
  level?: number;
  /** The engine thinks so long for each move, 50 to 600,000 ms; standard: as its level has it. */
  movetimeMs?: number;
  clock?: ClockRules;
  /** The server tosses for the sides (furigoma): the seats are exchanged when it falls so. */
  toss?: boolean;
}

/** What one side can offer the other. */
export type OfferKind = "draw" | "undo" | "rematch";

/** How a side is called when it comes to time and people. */
export type BySide<Value> = Record<SideName, Value>;

// ---- from the page to the server ----

/**
 * Who is there. To be sent first on every connection: whoever has not said it holds no seat and has no list, and the
 * games he starts are nobody's: everyone who has their id may play them.
 */
export interface Introduce {
  t: "hello";
  /** The browser's own secret: 22 to 86 letters, digits, "-" or "_", made by chance. The server keeps only its hash. */
  browser: string;
  /** At most 40 characters; those that others could not see, or that would turn the text beside them, are left out. What others see where this person takes a seat from now on. */
  name?: string;
  /** What this person reads, as HTML's `lang` says it: errors and the feed's entries are in that language. Standard: English. */
  language?: string;
}

/** Is the line still there? Answers `pong` at once. */
export interface Ping {
  t: "ping";
}

/** Which games are there? Answers `shipped`. The page has them from its rules. */
export interface AskShipped {
  t: "shipped";
}

/** Starts a game and opens it. Answer: `game`; where a seat is open `tokens` comes first. */
export interface New extends Rules, Seats {
  t: "new";
  /** Where the game starts; standard: the game's own array. */
  sfen?: string;
  /** Instead of `sfen`: the name of one of the game's handicaps. */
  handicap?: string;
}

/** Starts a game from a record, or from a USI `position` line with a game beside it, and opens it. Answer: `game`. */
export interface Import extends Rules, Seats {
  t: "import";
  record: string;
}

/**
 * Answers `game`; from now on every change of that game is sent. A seat's token lets this browser play that seat from
 * now on, too. An invitation's token takes the open seat, and `tokens` comes first; once it is taken the token is void,
 * and who brings it watches.
 */
export interface Open {
  t: "open";
  id: string;
  token?: string;
}

/**
 * Answers `tokens`: new ones for the seat of this browser and, while it is open, for the invitation. Those of before
 * are void, and every other browser that has the seat is put out of it: it watches from then on.
 */
export interface AskTokens {
  t: "tokens";
  id: string;
  /** The other browsers of the seat keep it. Standard: no. */
  keep?: boolean;
}

/** No more changes of that game, please. A connection follows the 16 games it opened last. */
export interface Close {
  t: "close";
  id: string;
}

/** Plays for the side to move, which must be this person's. Under strict play a second move in one turn loses. */
export interface Move {
  t: "move";
  id: string;
  usi: string;
  /** How many moves came before it. A move for an older position is refused. */
  ply?: number;
}

/**
 * Takes back to the last position where a human was to move; stops the engine; lifts a resignation or an agreed draw.
 * Refused between two persons: there it is an `offer`.
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

/**
 * Offers the other person a draw, to take back one's last move, or, after the game, another one with the sides
 * exchanged (after a handicap, with the sides as they were). An offer that the other has made already is accepted thereby. Draw and take-back lapse with the other's
 * next move.
 */
export interface Offer {
  t: "offer";
  id: string;
  kind: OfferKind;
}

/** Accepts the other's offer. */
export interface Accept {
  t: "accept";
  id: string;
  kind: OfferKind;
}

/** Refuses the other's offer, or withdraws one's own. Without kind: the draw. */
export interface Decline {
  t: "decline";
  id: string;
  kind?: OfferKind;
}

/** Ends a game of two persons as if it had never been, before its second move: both get `deleted`. */
export interface Abort {
  t: "abort";
  id: string;
}

/** The other has left (`away` of `presence`) a game of two persons with a clock that isn't of days: it is won. */
export interface Claim {
  t: "claim";
  id: string;
}

/** To everyone who has the game open; only where the server was started with `--chat`, and only from the seats. */
export interface Say {
  t: "chat";
  id: string;
  /** At most 300 characters. What others couldn't see, or what would turn the text beside it, is left out; something must be left. */
  text: string;
}

/** The engine moves, when it is its turn and it isn't thinking. */
export interface Go {
  t: "go";
  id: string;
}

/** The engine ends its thinking and plays the best move it has found. */
export interface Now {
  t: "now";
  id: string;
}

/** Answers `hint`: what the engine would play here. Refused between two persons while the game goes on. */
export interface AskHint {
  t: "hint";
  id: string;
}

/**
 * Answers `games`: those of this browser. From now on `changed` is sent for those of them that this connection doesn't
 * have open.
 */
export interface List {
  t: "list";
}

/**
 * Answers `feed`: one's games are an Atom feed from now on, under this token and no other. Whoever has the address reads
 * in which of one's games of two persons it is one's turn, which are over and where another one is offered; he can't play.
 */
export interface AskFeed {
  t: "feed";
  /** A secret of its own, made as the browser's is. The server keeps only its hash. */
  token: string;
}

/**
 * Deletes a game of one's own; everyone who has it open gets `deleted`. A game of two persons is only taken from one's
 * own list, and only the asker gets `deleted`; it is gone when both have done so.
 */
export interface Delete {
  t: "delete";
  id: string;
}

/** From now on `challenges` is sent, at once and after each change (at most twice a second); `on: false` ends that. */
export interface Lobby {
  t: "lobby";
  on: boolean;
}

/**
 * Looks for an opponent in public. `side`: of the challenger; standard: tossed when somebody joins. Answer:
 * `challenged`, and `matched` when somebody has joined. The challenge ends with the connection.
 */
export interface Challenge extends Rules {
  t: "challenge";
  /** The name of one of the game's handicaps; standard: none. */
  handicap?: string;
  clock?: ClockRules;
  side?: SideName;
}

/**
 * Quick pairing: plays whoever asks for the same game, settings and clock, by quick pairing or by a challenge that leaves the sides
 * to chance; else waits in the list as such a challenge. Answers as `challenge`.
 */
export interface Pair extends Rules {
  t: "pair";
  clock?: ClockRules;
}

/** Accepts a challenge of the list. Answer: `matched`. */
export interface Join {
  t: "join";
  challenge: string;
}

/** Takes back one's challenge or pairing. */
export interface Withdraw {
  t: "withdraw";
  challenge: string;
}

/** Answers `checked`: every error and warning of a game's definition; an error where a new game of it takes too much work, as `new` says. */
export interface Check {
  t: "check";
  variantText: string;
  settings?: Settings;
}

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

// ---- from the server to the page ----

/** The first message on a connection: what this server offers. */
export interface Hello {
  t: "hello";
  version: string;
  /** `challenge`, `pair` and the like are there (no `--no-lobby`). */
  lobby: boolean;
  /** `chat` is there (`--chat`). */
  chat: boolean;
}

/** The line is still there. */
export interface Pong {
  t: "pong";
}

/** The games that ship, with their options. */
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

/** A side's time. */
export interface SideTime {
  /** Of the main time; with `days`, of this move. */
  leftMs: number;
  /** Byoyomi that are left, the one under way among them; only with byoyomi. */
  periods?: number;
  /** Of the byoyomi under way; only once the main time is used up. */
  byoyomiLeftMs?: number;
}

/** The clock of a game. */
export interface Clock extends BySide<SideTime> {
  rules: ClockRules;
  /** Whose time runs. */
  running: SideName | null;
  /** The server's time when this was so. */
  at: number;
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
  /** null: as the level has it. */
  movetimeMs: number | null;
  /** Which seats whoever gets this message may play; none: he watches. */
  you: SideName[];
  /** The seats belong to two persons, or will when the open one is taken. */
  two: boolean;
  /** The seat that waits for somebody; until then nobody moves. */
  open: SideName | null;
  names: BySide<string | null>;
  /** null: none. */
  clock: Clock | null;
  /** Who has offered what. */
  offers: Record<OfferKind, SideName | null>;
  /** The game that both have agreed to play next. */
  rematch: string | null;
  /** Furigoma: true for each of five pieces that fell face up; null: nobody tossed. Three or more: who tossed began. */
  toss: { up: boolean[]; by: SideName } | null;
  presence: Here;
  created: number;
  updated: number;
  /** null: it goes on. Under strict play a well-formed move that isn't legal is no error: it ends the game. */
  result: Result | null;
  thinking: boolean;
  /** Searches that the engine does before this one; 0 while it thinks, and when it doesn't. */
  queue: number;
  /** Who offers a draw; the same as `offers.draw`. An offer lapses when the other side moves. */
  offer: SideName | null;
}

/** Who is there. */
export interface Here {
  /** How many watch. */
  watchers: number;
  /** Since when a side's person has no connection with the game; null: he has one, or the side is the engine's. */
  away: BySide<number | null>;
  /** From when on the other may `claim` the game; null: never. */
  claim: BySide<number | null>;
}

/** Somebody has come or gone; to those who have the game open. */
export interface Presence extends Here {
  t: "presence";
  id: string;
}

/** The search for the engine's move has moved in the queue; to those who have the game open. */
export interface Queue {
  t: "queue";
  id: string;
  /** As in `game`: 0 when it begins. */
  queue: number;
}

/** Secrets, for this connection alone. A link to a game has one behind its id. */
export interface Tokens {
  t: "tokens";
  id: string;
  /** Plays this browser's seat on any device. */
  seat: string | null;
  /** Takes the open seat. */
  invitation: string | null;
}

/** Somebody says something. */
export interface Said {
  t: "chat";
  id: string;
  side: SideName;
  text: string;
}

/** A line of `games`. */
export interface GameSummary {
  id: string;
  game: string;
  title: string;
  settings: Settings;
  /** Where the game started. */
  sfen: string;
  sente: Player;
  gote: Player;
  level: number;
  plies: number;
  /** The seats of this browser. */
  you: SideName[];
  two: boolean;
  open: SideName | null;
  names: BySide<string | null>;
  /** Who is to move; null: it is over. */
  turn: SideName | null;
  clock: Clock | null;
  result: Result | null;
  /** Who offers another game, after this one. */
  rematchOffer: SideName | null;
  updated: number;
}

/** A line of `games` has changed, or is new. */
export interface Changed {
  t: "changed";
  game: GameSummary;
}

/** The games of this browser, the last changed first, at most 500. */
export interface Games {
  t: "games";
  games: GameSummary[];
}

/** Where the feed is. */
export interface Feed {
  t: "feed";
  /** After the server's address. */
  path: string;
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

/** This side refused what the other offered. */
export interface Declined {
  t: "declined";
  id: string;
  side: SideName;
  kind: OfferKind;
}

export interface Deleted {
  t: "deleted";
  id: string;
  /** Who has aborted it. */
  by?: SideName;
}

/** A challenge of one's own, or quick pairing, now waits. */
export interface Challenged {
  t: "challenged";
  challenge: string;
}

/** A challenge of the list. */
export interface ChallengeSummary {
  challenge: string;
  game: string;
  title: string;
  settings: Settings;
  /** Where the game starts: the array, or a handicap. */
  sfen: string;
  clock: ClockRules;
  /** Of the challenger; null: it is tossed. */
  side: SideName | null;
  name: string | null;
  /** It is this connection's own. */
  own: boolean;
}

/** The challenges that wait, the oldest first, at most 100. */
export interface Challenges {
  t: "challenges";
  challenges: ChallengeSummary[];
}

/** An opponent is found, and the game begun: `open` it. Goes to both. */
export interface Matched {
  t: "matched";
  challenge: string;
  id: string;
}

export interface Checked {
  t: "checked";
  diagnostics: Diagnostic[];
  /** null when there is an error. */
  name: string | null;
  title: string | null;
}

/** What of the record in `import` could not be used, in the language of `hello`; `game` follows. */
export interface Notices {
  t: "notices";
  notices: { line: number; column: number; message: string }[];
}

/** Nothing has changed; the message says what was expected and what was found, in the language of `hello`. */
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

export type ServerKind = ServerMessage["t"];
export type ServerMessageOf<Kind extends ServerKind> = Extract<ServerMessage, { t: Kind }>;

/** What a part of the page does with the messages it wants. An `error` is dealt with when true comes back. */
export type Handlers<Part> = {
  [Kind in ServerKind]?: (part: Part, message: ServerMessageOf<Kind>) => unknown;
};
