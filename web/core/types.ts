/*
 * What the rules (src/wasm/shim.c) answer, as JSON. Squares are counted from file 1, rank 1, first
 * along the file: (file - 1) * ranks + rank - 1. Kinds of pieces count from 1; 0 is none.
 */
import type { Diagnostic, Reason } from "../lib/messages.ts";

/** Numbers of include/henka.h under their names there. */
export interface Constants {
  marks: Record<"move" | "capture" | "slide" | "jump" | "hop" | "victim" | "area" | "burn", number>;
  notations: Record<Notation, number>;
  maxLevel: number;
  /** Level of a first game. */
  standardLevel: number;
  /** How a game can end: every HenkaReason but "playing", by its name. */
  reasons: Reason[];
}

export type Notation = "usi" | "western" | "japanese";

/** 0 sente, 1 gote. */
export type Side = 0 | 1;

/** A mark of a piece's diagram: steps to the side and forwards, and HENKA_MARK_ bits. */
export type Mark = [dx: number, dy: number, kinds: number];

export interface PieceType {
  id: string;
  name: string;
  kanji: string;
  kanji1: string;
  /** What gote's piece shows instead, where it differs. */
  kanjiGote: string;
  kanji1Gote: string;
  western: string;
  betza: string;
  /** Its moves in words, from the whole rules, which must have come. */
  readonly words: string;
  /** The kind it promotes to, the kind it is the promoted side of, and the kind it is in hand. */
  promoted: number;
  unpromoted: number;
  inHand: number;
  royal: boolean;
  /** Value derived from its moves, in hundredths of the cheapest kind's value. */
  value: number;
  marks: Mark[];
}

/** A ruling or house rule of a game, as jsonout_option writes it. */
export interface VariantOption {
  name: string;
  help: string;
  /** The choice in force. */
  value: string;
  /** The choice in force where nothing is set: the first. */
  default: string;
  choices: { value: string; help: string }[];
}

/** A start in which gote lacks some pieces and begins, as jsonout_handicap writes it. */
export interface HandicapStart {
  /** A word: "rook-lance". */
  name: string;
  /** "" when the file has none. */
  kanji: string;
  /** SFEN. */
  start: string;
}

export interface VariantData {
  name: string;
  title: string;
  /** SFEN of the array. */
  start: string;
  files: number;
  ranks: number;
  /** Ranks of a promotion zone; 0: there is none, or squares make it up. */
  zone: number;
  /** Each side's promotion zone, sente's first, where single squares make it up. */
  zoneSquares: number[][];
  /** Squares that are no part of the board. */
  holes: number[];
  /** How its board looks: in one shade or two, or with the pieces on the crossings of lines. */
  board: "plain" | "checkered" | "points" | "notched";
  /** The squares of each side's kinds that may not go everywhere. */
  regions: number[][];
  hands: boolean;
  /** A piece in hand may be dropped with either side up. */
  eitherFace: boolean;
  /** Skipping the turn is counted, and may be barred. */
  countsSkips: boolean;
  about: Record<
    "author" | "year" | "source" | "version" | "shelf" | "story" | "note" | "kif",
    string
  >;
  handicaps: HandicapStart[];
  options: VariantOption[];
  types: PieceType[];
}

export interface ParseAnswer {
  /** A handle; 0 when the definition is refused. */
  variant: number;
  diagnostics: Diagnostic[];
}

/** A position. */
export interface PositionState {
  side: Side;
  plies: number;
  check: boolean;
  /** "playing", or why the game is over. */
  reason: string;
  winner: number;
  /** By square: 0 empty, the kind for sente, minus the kind for gote. */
  board: number[];
  frozen: number[];
  /** By side, then by kind less one: how many are in hand. */
  hands: number[][];
}

/** A legal move, taken apart. */
export interface Move {
  usi: string;
  /** -1 for a drop. */
  from: number;
  to: number;
  type: number;
  becomes: number;
  drop: boolean;
  capture: boolean;
  skip: boolean;
  promotes: boolean;
  flips: boolean;
  /** Squares whose pieces are captured. */
  victims: number[];
}
