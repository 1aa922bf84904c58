// Types that occur in several messages between the page and the server: sides, rules, seats, clocks. messages.ts says how
// messages are written.

import type { Reason, Settings } from "../core/index.ts";

export type SideName = "sente" | "gote";
export type Player = "human" | "engine";

/** A value for each side. */
export type BySide<Value> = Record<SideName, Value>;

/** The end of a game. */
export interface Result {
  reason: Reason;
  /** The side that won; null: a draw. */
  winner: SideName | null;
}

/** The rules of a game: either `game`, the name of a shipped game, or `variantText`, the text of the visitor's own game (at most 256 KiB). */
export interface Rules {
  game?: string;
  variantText?: string;
  settings?: Settings;
}

/**
 * The player of a side. "human" is the person that starts the game; with "human" on both sides two persons share the page. "open"
 * waits for a person that has the link of the invitation. At most one seat is open, and then the engine doesn't have the other
 * seat.
 */
export type Seat = Player | "open";

/**
 * The time that each side has. The clock runs from the first move on. It stands while the engine thinks, and while the server is
 * down. The measured lag of the connection is not charged: up to a second for a move, and up to five seconds in a minute.
 *
 * | kind | time |
 * |---|---|
 * | none | no limit |
 * | plain | `mainMs` for the whole game |
 * | fischer | `mainMs`, and `incMs` more after each move |
 * | byoyomi | `mainMs`, then `periods` periods of `byoyomiMs` each. A move within a period doesn't use it up |
 * | days | `days` days for each move |
 */
export interface ClockRules {
  kind: "none" | "plain" | "fischer" | "byoyomi" | "days";
  /** Main time: up to 24 hours. 0 is allowed with byoyomi, and with fischer, where a side then starts with `incMs`. */
  mainMs?: number;
  /** Increment after each move: 1 s to 10 minutes. */
  incMs?: number;
  /** Length of a byoyomi period: 1 s to 10 minutes. */
  byoyomiMs?: number;
  /** Number of byoyomi periods: 1 to 60; standard: 1. */
  periods?: number;
  /** Days for each move: 1 to 60. */
  days?: number;
}

/** The players of a new game: `sente` and `gote` are "human" by default. */
export interface Seats {
  sente?: Seat;
  gote?: Seat;
  /** Strength of the engine: 1 to 10, or 0 for full strength; standard: 5. */
  level?: number;
  /** Time of the engine for each move, 50 to 600,000 ms; standard: the time of its level. */
  movetimeMs?: number;
  clock?: ClockRules;
  /** The server tosses for the sides (furigoma) and exchanges the seats by the result. */
  toss?: boolean;
}

/** A kind of offer of one side to the other: a draw, a take-back, another game. */
export type OfferKind = "draw" | "undo" | "rematch";
