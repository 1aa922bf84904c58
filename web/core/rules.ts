// The rules: the same C as the server's, as WebAssembly. Every legal move, result and notation on the page comes from here.

import { gameText, say } from "../language/catalogue.ts";
import type { Settings } from "../lib/messages.ts";
import type {
  Constants,
  HandicapStart,
  Move,
  Notation,
  ParseAnswer,
  PieceType,
  PositionState,
  Side,
  VariantData,
  VariantOption,
} from "./types.ts";

/** Numbers of henka.h; there once the rules are loaded. */
export let constants: Constants;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * A loaded module. What it exports takes and gives numbers: handles and addresses of texts.
 */
class Core {
  c: Record<string, (...at: number[]) => number> = {};
  memory!: WebAssembly.Memory;

  async load(source: Response | BufferSource) {
    const module = await (source instanceof Response
      ? WebAssembly.compileStreaming(source)
      : WebAssembly.compile(source));
    const system: Record<string, Function> = { fd_write: this.write.bind(this) };
    const imports: WebAssembly.Imports = {};
    for (const { module: room, name } of WebAssembly.Module.imports(module)) {
      (imports[room] ??= {})[name] = system[name] ?? missing(name);
    }
    const { exports } = await WebAssembly.instantiate(module, imports);
    this.c = exports as any;
    this.memory = exports.memory as WebAssembly.Memory;
    this.c._initialize?.();
    return this;
  }

  /**
   * What the C library asks of its system. The rules need no system, so only an error message gets here. It is printed on the
   * browser's console. See WASI's fd_write: (pointer, length) pairs of 32 bits.
   */
  write(_file: number, pieces: number, count: number, written: number) {
    const { buffer } = this.memory;
    const view = new DataView(buffer);
    let total = 0;
    for (let i = 0; i < count; i++) {
      const [at, length] = [0, 4].map((offset) => view.getUint32(pieces + 8 * i + offset, true));
      console.error(decoder.decode(new Uint8Array(buffer, at, length)));
      total += length;
    }
    view.setUint32(written, total, true);
    return 0;
  }

  /** It has the sentences too, and reads texts of games. */
  get isWhole() {
    return Boolean(this.c.henka_words);
  }

  /** The text that ends with NUL at this address. */
  read(at: number) {
    const bytes = new Uint8Array(this.memory.buffer);
    return decoder.decode(bytes.subarray(at, bytes.indexOf(0, at)));
  }

  /**
   * What a function of the module answers.
   * @param name without the henka_ before it
   */
  text(name: string, ...at: number[]) {
    return this.read(this.c[`henka_${name}`](...at));
  }

  /** Calls f with the texts as C strings; null stays NULL. */
  withTexts<T>(texts: (string | null)[], f: (...at: number[]) => T) {
    const places = texts.map((text) => {
      if (text === null) return 0;
      const bytes = encoder.encode(`${text}\0`);
      const at = this.c.henka_alloc(bytes.length);
      new Uint8Array(this.memory.buffer).set(bytes, at);
      return at;
    });
    try {
      return f(...places);
    } finally {
      places.forEach((at) => at && this.c.henka_release(at));
    }
  }
}

const missing = (name: string) => () => {
  throw new Error(`the rules called ${name}, which a page does not have`);
};

/** The module that reads games: the first one, or the whole one after it was loaded. */
let current: Core;
let language = "en";

/** Loads a module from bytes or a Response: the first, which shows and plays the games that ship, or the whole. */
export async function loadRules(source: Response | BufferSource) {
  current = await new Core().load(source);
  constants = JSON.parse(current.text("constants"));
  speak(language);
}

let coming: Promise<boolean> | null = null;

/** The whole rules, which say sentences and read texts of games: they come when they are first wanted. Fails while the server can't be reached. */
export async function wholeRules() {
  if (current.isWhole) return true;
  coming ??= fetch(new URL("rules.wasm", import.meta.url))
    .then(loadRules)
    .then(() => true);
  try {
    return await coming;
  } catch (error) {
    coming = null;
    throw error;
  }
}

/** Are the whole rules loaded? */
export const isWhole = () => current.isWhole;

/** From now on sentences of the rules are in that language, as HTML's `lang` names it. */
export function speak(name: string) {
  language = name;
  if (current.isWhole) current.withTexts([name], (at) => current.c.henka_speak(at));
}

export const version = () => current.text("version");

export const shippedNames = (): string[] => JSON.parse(current.text("shipped"));

const settingLines = (settings?: Settings | null) =>
  Object.entries(settings ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .join("\n");

/**
 * A game's rules from its definition, which only the whole rules read; text null: the shipped game of that name. variant is null when
 * there are fatal diagnostics.
 */
export function parseVariant(name: string, text: string | null, settings?: Settings) {
  const answer: ParseAnswer = current.withTexts([name, text, settingLines(settings)], (...at) =>
    JSON.parse(current.text("parse", ...at)),
  );
  const again = () => parseVariant(name, text, settings).variant;
  const variant = answer.variant ? new Variant(current, answer.variant, again) : null;
  return { variant, diagnostics: answer.diagnostics };
}

const LEAST_SIZE = 0.92; // size of the weakest kind
const MOST_SIZE = 0.98; // size of the strongest kind that isn't royal

/**
 * The size of each kind relative to the largest, by its value, so that strong pieces are easy to find. It grows with the
 * logarithm, because values differ by large factors.
 */
function sized(types: readonly PieceType[]): (PieceType & { size: number })[] {
  const worth = types
    .filter(({ royal }) => !royal)
    .map(({ value }) => Math.log(Math.max(1, value)));
  const [least, most] = [Math.min(...worth), Math.max(...worth)];
  return types.map((type) => {
    const part = most > least ? (Math.log(Math.max(1, type.value)) - least) / (most - least) : 1;
    const size = type.royal ? 1 : LEAST_SIZE + part * (MOST_SIZE - LEAST_SIZE);
    return { ...type, size };
  });
}

/** A house rule with its explanations in the language of the page. */
const inWords = (option: VariantOption): VariantOption => ({
  ...option,
  help: gameText(option.help),
  choices: option.choices.map(({ value, help }) => ({ value, help: gameText(help) })),
});

/** A game's rules. Whoever got it frees it. */
export class Variant {
  core: Core;
  handle: number;
  again: () => Variant | null;
  twin: Variant | null = null; // the same game read by the whole rules, if the first module read this one; set when a sentence is needed
  words: string[] | null = null; // the moves of each kind in words, by kind; set when needed
  name: string;
  title: string;
  start: string;
  files: number;
  ranks: number;
  zone: number;
  zoneSquares: number[][];
  holes: Set<number>;
  board: "plain" | "checkered" | "points" | "notched";
  regions: number[][];
  hands: boolean;
  eitherFace: boolean;
  countsSkips: boolean;
  about: {
    author: string;
    source: string;
    story: string;
    note: string;
    version: string;
    year: string;
    shelf: string;
    kif: string;
  };
  handicaps: HandicapStart[];
  options: VariantOption[];
  kinds: (PieceType & { size: number })[]; // in the order of their numbers, which begin with 1
  squares: number;
  squareNames: string[];

  /**
   * @param core that read it
   * @param again reads it once more
   */
  constructor(core: Core, handle: number, again: () => Variant | null) {
    const data: VariantData = JSON.parse(core.text("variant", handle));
    this.core = core;
    this.handle = handle;
    this.again = again;
    this.name = data.name;
    this.title = gameText(data.title);
    this.start = data.start;
    this.files = data.files;
    this.ranks = data.ranks;
    this.zone = data.zone;
    this.zoneSquares = data.zoneSquares;
    this.holes = new Set(data.holes);
    this.board = data.board;
    this.regions = data.regions;
    this.hands = data.hands;
    this.eitherFace = data.eitherFace;
    this.countsSkips = data.countsSkips;
    const { about, handicaps, options } = data;
    const { author, source, story, note } = about;
    this.about = {
      ...about,
      author: gameText(author),
      source: gameText(source),
      story: gameText(story),
      note: gameText(note),
    };
    this.handicaps = handicaps;
    this.options = options.map(inWords);
    this.kinds = sized(data.types);
    this.kinds.forEach((kind, i) =>
      Object.defineProperty(kind, "words", { get: () => this.wordsOf(i), enumerable: false }),
    );
    this.squares = this.files * this.ranks;
    this.squareNames = Array.from({ length: this.squares }, (_, square) =>
      core.text("square", handle, square),
    );
  }

  free() {
    this.core.c.henka_variant_free(this.handle);
    this.twin?.free();
    this.twin = null;
  }

  /** This game in the whole rules, which must have come. */
  get whole(): Variant {
    if (this.core.isWhole) return this;
    return (this.twin ??= this.again()) as Variant;
  }

  /** @param i a kind's number less one */
  wordsOf(i: number) {
    const { core: whole, handle } = this.whole;
    this.words ??= JSON.parse(whole.text("words", handle)) as string[];
    return this.words[i];
  }

  /**
   * The kind of a piece: a number as on the board, where gote's are negative.
   * @param piece not 0
   */
  type(piece: number) {
    return this.kinds[Math.abs(piece) - 1];
  }

  /** The kinds that can lie in a hand, strong ones first: by the squares they reach within two steps, then as the game lists them. */
  get heldKinds() {
    const held = new Set(this.kinds.map(({ inHand }) => inHand));
    const reach = this.kinds.map(
      ({ marks }) => marks.filter(([dx, dy]) => Math.max(Math.abs(dx), Math.abs(dy)) <= 2).length,
    );
    return [...this.kinds.keys()]
      .filter((i) => held.has(i + 1) && !this.kinds[i].royal)
      .sort((a, b) => reach[b] - reach[a] || b - a)
      .map((i) => i + 1);
  }

  describe() {
    const { core: whole, handle } = this.whole;
    return whole.text("describe", handle);
  }

  /**
   * The rules in words, each heading of the description with its lines: all but the pieces, the house rules and the handicaps, of which
   * the page has more to show. What stands before the first heading and behind the last is in `about`.
   */
  get sections() {
    const blocks = this.describe()
      .split("\n\n")
      .map((block) => block.trimEnd().split("\n"))
      .filter(([, ...lines]) => lines.length && lines.every((line) => line.startsWith("  ")));
    const [board, , ...rest] = this.options.length ? blocks.slice(0, -1) : blocks; // the second is the pieces
    const { length } = this.handicaps; // the board's last lines: a sentence, and one for each
    if (length) board.splice(-length - 1);
    return [board, ...rest].map(([title, ...lines]) => ({
      title,
      lines: lines.map((line) => line.slice(2)).filter((line) => !line.includes(this.start)),
    }));
  }

  square(file: number, rank: number) {
    return (file - 1) * this.ranks + rank - 1;
  }
  file(square: number) {
    return Math.floor(square / this.ranks) + 1;
  }
  rank(square: number) {
    return (square % this.ranks) + 1;
  }

  /** A board of one file. */
  get isStrip() {
    return this.files === 1;
  }

  /** Does an illegal move lose (strict play)? */
  get isStrict() {
    return this.options.some(({ name, value }) => name === "strict" && value === "on");
  }
}

/** May a piece of this kind burn what stands beside the square it lands on? */
export const burns = (type: PieceType) =>
  type.marks.some(([, , kinds]) => kinds & constants.marks.burn);

/** The side a piece of the board belongs to. */
export const sideOf = (piece: number): Side => (piece < 0 ? 1 : 0);

/** A game under way, with its moves. Whoever made it frees it. */
export class Game {
  variant: Variant;
  core: Core;
  start: string;
  line: string[] = []; // the moves played
  handle: number;
  cache: { state?: PositionState; moves?: Move[]; attacked?: number[][] } = {}; // results for the current position

  /**
   * Throws an Error with the reason when the SFEN is refused.
   * @param sfen "" for the game's own array
   */
  constructor(variant: Variant, sfen: string = "") {
    const { core } = variant;
    this.variant = variant;
    this.core = core;
    this.start = sfen;
    this.handle = core.withTexts([sfen], (at) => core.c.henka_game_new(variant.handle, at));
    if (!this.handle) {
      const error = JSON.parse(core.text("error"));
      throw new Error(error.column ? say("error.column", error) : error.message);
    }
  }

  free() {
    this.core.c.henka_game_free(this.handle);
    this.handle = 0;
  }

  get state(): PositionState {
    return (this.cache.state ??= JSON.parse(this.core.text("state", this.handle)));
  }

  /** The legal moves, from the WebAssembly module (src/wasm/shim.c). */
  get moves(): Move[] {
    return (this.cache.moves ??= JSON.parse(this.core.text("moves", this.handle)));
  }

  /** The squares that each side's pieces attack, whatever stands there. */
  get attacked(): number[][] {
    return (this.cache.attacked ??= [0, 1].map((side) =>
      JSON.parse(this.core.text("attacked", this.handle, side)),
    ));
  }

  get sfen() {
    return this.core.text("sfen", this.handle);
  }

  play(usi: string) {
    this.cache = {};
    const { core, handle } = this;
    const played = Boolean(core.withTexts([usi], (at) => core.c.henka_play(handle, at)));
    if (played) this.line.push(usi);
    return played;
  }

  /** The number of moves played. Unlike `state`, it generates no moves. */
  get plies() {
    return this.line.length;
  }

  undo() {
    this.cache = {};
    this.line.pop();
    return Boolean(this.core.c.henka_undo(this.handle));
  }

  /** null when the text is no legal move here. */
  readMove(text: string): Move | null {
    return this.core.withTexts([text], (at) =>
      JSON.parse(this.core.text("read_move", this.handle, at)),
    );
  }

  /** Before the move is played. */
  moveText(usi: string, notation: Notation) {
    const number = constants.notations[notation];
    return this.core.withTexts([usi], (at) => this.core.text("move_text", this.handle, at, number));
  }

  /** Why this try is no legal move; the whole rules come for it. */
  async explain(text: string) {
    const { start, line } = this;
    const moves = [...line]; // the game may go on meanwhile
    if (!isWhole()) await wholeRules();
    const twin = new Game(this.variant.whole, start);
    for (const usi of moves) twin.play(usi);
    const { core, handle } = twin;
    const words = core.withTexts([text], (at) => core.text("explain", handle, at));
    twin.free();
    return words;
  }
}

/**
 * The pieces of a start by square.
 * @param sfen standard: the game's array
 */
export function boardAt(variant: Variant, sfen?: string) {
  const game = new Game(variant, sfen);
  const { board } = game.state;
  game.free();
  return board;
}
