// The JSON that the WebAssembly modules return (src/wasm/shim.c). Squares are numbered from 0 along the files: (file - 1) * ranks
// + rank - 1. Kinds of pieces are numbered from 1.

/** Settings of a game, by name: { strict: "on" }. A setting that is not named has its default value. */
export type Settings = Record<string, string>;

/** Why a game ended: the names that henka_reason_name returns, except "playing". They are never translated. */
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

/** An error, a warning or a note about a definition of a game. */
export interface Diagnostic {
  /** line of the definition, from 1; 0: the diagnostic belongs to no line. */
  line: number;
  column: number;
  /** the diagnostic is an error: the definition is refused. */
  fatal: boolean;
  /**
   * the diagnostic is a note: the game is not affected, for example because only a diagram's key
   * was ignored.
   */
  note: boolean;
  message: string;
}

/** Constants of include/henka.h, for example `maxLevel` for HENKA_MAX_LEVEL. */
export interface Constants {
  /** the HENKA_MARK_ bits of a Mark's third number, by name */
  marks: Record<"move" | "capture" | "slide" | "jump" | "hop" | "victim" | "area" | "burn", number>;
  notations: Record<Notation, number>;
  maxLevel: number;
  /** the level of a visitor's first game */
  standardLevel: number;
  /** the names of all HenkaReason values except "playing" */
  reasons: Reason[];
}

/** The notations of moves. usual: as players of the game write moves, by its family; only rules.wasm writes those of figures and discs. */
export type Notation = "usi" | "western" | "japanese" | "usual";

/** The family of a game's pieces: wedges of shogi, figures of chess, discs of xiangqi, stupas of makruk, animals of dobutsu shogi. */
export type Family = "wedge" | "figure" | "disc" | "stupa" | "animal";

/** A side: 0 sente, 1 gote. */
export type Side = 0 | 1;

/**
 * A mark in the diagram of a piece's moves: number of squares to the side and forwards from the piece, and HENKA_MARK_ bits that
 * say how the piece reaches the square.
 */
export type Mark = [dx: number, dy: number, kinds: number];

export interface PieceType {
  /** the piece as in SFEN: "+R" */
  id: string;
  /** English name: "dragon king" */
  name: string;
  /** Japanese name, mostly in two characters: "竜王" */
  kanji: string;
  /** Japanese name in one character: "竜" */
  kanji1: string;
  /** `kanji` of gote's piece if it differs from sente's; else "" */
  kanjiGote: string;
  kanji1Gote: string;
  /** the letters that sets of pieces with western letters show */
  western: string;
  betza: string;
  /** the piece's moves in words; rules.wasm must be loaded */
  readonly words: string;
  /** the kind that this kind promotes to; 0: none */
  promoted: number;
  /** the kind that promotes to this kind; 0: none */
  unpromoted: number;
  /** the kind that this piece becomes when it is captured and held in hand */
  inHand: number;
  royal: boolean;
  /** the kind's value, judged by its moves; 100 is the value of the cheapest kind */
  value: number;
  marks: Mark[];
}

/** A setting of a game, in the JSON that jsonout_option of the C library writes. */
export interface VariantOption {
  name: string;
  help: string;
  /** the name of the choice in force */
  value: string;
  /** the name of the first choice, in force unless another one is set */
  default: string;
  choices: { value: string; help: string }[];
}

/** A handicap start: gote lacks some pieces and moves first. In the JSON that jsonout_handicap of the C library writes. */
export interface HandicapStart {
  /** name of the handicap: "rook-lance" */
  name: string;
  /** Japanese name: "飛香落ち"; "" if the definition has none */
  kanji: string;
  /** SFEN of the handicap's starting position */
  start: string;
}

/** A variant in the JSON that a module writes. The class Variant has members of the same names. */
export interface VariantData {
  name: string;
  title: string;
  /** SFEN of the starting position */
  start: string;
  files: number;
  ranks: number;
  /** number of ranks in each side's promotion zone; 0: there is no zone, or it is in zoneSquares */
  zone: number;
  /** the squares of sente's and of gote's promotion zone, if the zone is not made of whole ranks; else two empty lists */
  zoneSquares: number[][];
  /** squares of the grid of files and ranks that are no part of the board */
  holes: number[];
  /**
   * how the board is drawn: in one shade, in two shades, with pieces on the crossings of lines, or
   * with every second square marked by notched corners
   */
  board: "plain" | "checkered" | "points" | "notched";
  /** the family of pieces by which the game is drawn, and its squares, sides and moves are named */
  family: Family;
  /** the regions to which pieces are confined, such as a palace: a list of squares for each side of each confined kind */
  regions: number[][];
  hands: boolean;
  /** a piece in hand may be dropped with either side up */
  eitherFace: boolean;
  /** skipped turns are counted, and can be forbidden */
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
  /** the module's handle of the variant; 0: the definition is refused */
  variant: number;
  diagnostics: Diagnostic[];
}

/** A position. */
export interface PositionState {
  side: Side;
  plies: number;
  check: boolean;
  /** "playing", or the Reason why the game is over */
  reason: string;
  /** the side that won: 0 sente, 1 gote; -1: neither */
  winner: number;
  /** by square: 0 for no piece, the kind for a piece of sente, minus the kind for a piece of gote */
  board: number[];
  /** squares of pieces that an enemy neighbour keeps from moving */
  frozen: number[];
  /** the number of pieces in hand: hands[side][kind - 1] */
  hands: number[][];
}

/** A legal move. */
export interface Move {
  usi: string;
  /** the square that the piece leaves; -1: a drop */
  from: number;
  to: number;
  /** the kind that moves */
  type: number;
  /** the kind of the piece after the move */
  becomes: number;
  drop: boolean;
  capture: boolean;
  skip: boolean;
  promotes: boolean;
  flips: boolean;
  /** squares whose pieces are captured */
  victims: number[];
}
