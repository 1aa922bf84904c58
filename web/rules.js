// The rules: the same C as the server's, as WebAssembly. Every legal move, result and notation on the page comes from here.

import { gameText, say } from "./catalogue.js";

/** @import { Constants, Move, Notation, ParseAnswer, PieceType, PositionState, Side, VariantData, VariantOption } from "./core.js" */
/** @import { Settings } from "./messages.js" */

/**
 * What src/wasm/shim.c exports, as numbers: handles and addresses of texts.
 * @type {Record<string, (...at: number[]) => number>}
 */
let c;
/** @type {WebAssembly.Memory} */
let memory;

/**
 * Numbers of henka.h; there once the rules are loaded.
 * @type {Constants}
 */
export let constants;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * What the C library asks of its system. The rules need no system: only a fault gets here, and it must be heard of.
 * @type {Record<string, Function>}
 */
const system = {
  /** Prints to standard error: shown on the browser's console. See WASI's fd_write: (pointer, length) pairs of 32 bits. */
  fd_write(
    /** @type {number} */ _file,
    /** @type {number} */ pieces,
    /** @type {number} */ count,
    /** @type {number} */ written,
  ) {
    const view = new DataView(memory.buffer);
    let total = 0;
    for (let i = 0; i < count; i++) {
      const [at, length] = [0, 4].map((offset) => view.getUint32(pieces + 8 * i + offset, true));
      console.error(decoder.decode(new Uint8Array(memory.buffer, at, length)));
      total += length;
    }
    view.setUint32(written, total, true);
    return 0;
  },
};

/** @param {string} name */
const missing = (name) => () => {
  throw new Error(`the rules called ${name}, which a page does not have`);
};

/**
 * Loads the module from bytes or a Response; once.
 * @param {Response | BufferSource} source
 */
export async function loadRules(source) {
  const module = await (source instanceof Response
    ? WebAssembly.compileStreaming(source)
    : WebAssembly.compile(source));
  /** @type {WebAssembly.Imports} */
  const imports = {};
  for (const { module: room, name } of WebAssembly.Module.imports(module)) {
    (imports[room] ??= {})[name] = system[name] ?? missing(name);
  }
  const { exports } = await WebAssembly.instantiate(module, imports);
  c = /** @type {any} */ (exports);
  memory = /** @type {WebAssembly.Memory} */ (exports.memory);
  c._initialize?.();
  constants = JSON.parse(read(c.henka_constants()));
}

/**
 * The text that ends with NUL at this address.
 * @param {number} at
 */
function read(at) {
  const bytes = new Uint8Array(memory.buffer);
  return decoder.decode(bytes.subarray(at, bytes.indexOf(0, at)));
}

/**
 * Calls f with the texts as C strings; null stays NULL.
 * @template T
 * @param {(string | null)[]} texts
 * @param {(...at: number[]) => T} f
 */
function withTexts(texts, f) {
  const places = texts.map((text) => {
    if (text === null) return 0;
    const bytes = encoder.encode(`${text}\0`);
    const at = c.henka_alloc(bytes.length);
    new Uint8Array(memory.buffer).set(bytes, at);
    return at;
  });
  try {
    return f(...places);
  } finally {
    places.forEach((at) => at && c.henka_release(at));
  }
}

/**
 * From now on sentences of the rules are in that language, as HTML's `lang` names it.
 * @param {string} language
 */
export const speak = (language) => withTexts([language], (at) => c.henka_speak(at));

export const version = () => read(c.henka_version());

/** @returns {string[]} */
export const shippedNames = () => JSON.parse(read(c.henka_shipped()));

/** @param {Settings | null} [settings] */
const settingLines = (settings) =>
  Object.entries(settings ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .join("\n");

/**
 * A game's rules from its definition; text null: the shipped game of that name. variant is null when there are fatal diagnostics.
 * @param {string} name
 * @param {string | null} text
 * @param {Settings} [settings]
 */
export function parseVariant(name, text, settings) {
  /** @type {ParseAnswer} */
  const answer = withTexts([name, text, settingLines(settings)], (...at) =>
    JSON.parse(read(c.henka_parse(...at))),
  );
  const variant = answer.variant ? new Variant(answer.variant) : null;
  return { variant, diagnostics: answer.diagnostics };
}

const LEAST_SIZE = 0.92; // of the weakest kind of piece
const MOST_SIZE = 0.98; // of the strongest that isn't royal

/**
 * How large pieces are beside the largest: by their values, so that the eye finds the strong ones. Values lie far apart, so their
 * logarithms count.
 * @param {readonly PieceType[]} types
 * @returns {(PieceType & {size: number})[]}
 */
function sized(types) {
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

/**
 * A house rule with its explanations in the language of the page.
 * @param {VariantOption} option
 * @returns {VariantOption}
 */
const inWords = (option) => ({
  ...option,
  help: gameText(option.help),
  choices: option.choices.map(({ value, help }) => ({ value, help: gameText(help) })),
});

/** A game's rules. Whoever got it frees it. */
export class Variant {
  /** @param {number} handle */
  constructor(handle) {
    /** @type {VariantData} */
    const data = JSON.parse(read(c.henka_variant(handle)));
    this.handle = handle;
    this.name = data.name;
    this.title = gameText(data.title);
    this.start = data.start;
    this.files = data.files;
    this.ranks = data.ranks;
    this.zone = data.zone;
    this.zoneSquares = data.zoneSquares;
    this.holes = new Set(data.holes);
    this.hands = data.hands;
    this.eitherFace = data.eitherFace;
    this.countsSkips = data.countsSkips;
    const { about, handicaps, options } = data;
    this.about = { ...about, story: gameText(about.story), note: gameText(about.note) };
    this.handicaps = handicaps;
    this.options = options.map(inWords);
    this.kinds = sized(data.types); // in the order of their numbers, which begin with 1
    this.squares = this.files * this.ranks;
    this.squareNames = Array.from({ length: this.squares }, (_, square) =>
      read(c.henka_square(handle, square)),
    );
  }

  free() {
    c.henka_variant_free(this.handle);
  }

  /**
   * The kind of a piece: a number as on the board, where gote's are negative.
   * @param {number} piece not 0
   */
  type(piece) {
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
    return read(c.henka_describe(this.handle));
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

  /**
   * @param {number} file
   * @param {number} rank
   */
  square(file, rank) {
    return (file - 1) * this.ranks + rank - 1;
  }
  /** @param {number} square */
  file(square) {
    return Math.floor(square / this.ranks) + 1;
  }
  /** @param {number} square */
  rank(square) {
    return (square % this.ranks) + 1;
  }

  /** A board of one file. */
  get isStrip() {
    return this.files === 1;
  }

  /** Under strict play an illegal move loses. */
  get isStrict() {
    return this.options.some(({ name, value }) => name === "strict" && value === "on");
  }
}

/**
 * May a piece of this kind burn what stands beside the square it lands on?
 * @param {PieceType} type
 */
export const burns = (type) => type.marks.some(([, , kinds]) => kinds & constants.marks.burn);

/**
 * The side a piece of the board belongs to.
 * @param {number} piece
 * @returns {Side}
 */
export const sideOf = (piece) => (piece < 0 ? 1 : 0);

/** A game under way, with its moves. Whoever made it frees it. */
export class Game {
  /**
   * Throws an Error with the reason when the SFEN is refused.
   * @param {Variant} variant
   * @param {string} sfen "" for the game's own array
   */
  constructor(variant, sfen = "") {
    this.variant = variant;
    this.handle = withTexts([sfen], (at) => c.henka_game_new(variant.handle, at));
    if (!this.handle) {
      const error = JSON.parse(read(c.henka_error()));
      throw new Error(error.column ? say("error.column", error) : error.message);
    }
    /** @type {{state?: PositionState, moves?: Move[], attacked?: number[][]}} */
    this.cache = {}; // of this position
  }

  free() {
    c.henka_game_free(this.handle);
    this.handle = 0;
  }

  /** @returns {PositionState} */
  get state() {
    return (this.cache.state ??= JSON.parse(read(c.henka_state(this.handle))));
  }

  /**
   * The legal moves, from the WebAssembly module (src/wasm/shim.c).
   * @returns {Move[]}
   */
  get moves() {
    return (this.cache.moves ??= JSON.parse(read(c.henka_moves(this.handle))));
  }

  /**
   * The squares that each side's pieces attack, whatever stands there.
   * @returns {number[][]}
   */
  get attacked() {
    return (this.cache.attacked ??= [0, 1].map((side) =>
      JSON.parse(read(c.henka_attacked(this.handle, side))),
    ));
  }

  get sfen() {
    return read(c.henka_sfen(this.handle));
  }

  /** @param {string} usi */
  play(usi) {
    this.cache = {};
    return Boolean(withTexts([usi], (at) => c.henka_play(this.handle, at)));
  }

  undo() {
    this.cache = {};
    return Boolean(c.henka_undo(this.handle));
  }

  /**
   * null when the text is no legal move here.
   * @param {string} text
   * @returns {Move | null}
   */
  readMove(text) {
    return withTexts([text], (at) => JSON.parse(read(c.henka_read_move(this.handle, at))));
  }

  /**
   * Before the move is played.
   * @param {string} usi
   * @param {Notation} notation
   */
  moveText(usi, notation) {
    const number = constants.notations[notation];
    return withTexts([usi], (at) => read(c.henka_move_text(this.handle, at, number)));
  }

  /**
   * Why this try is no legal move.
   * @param {string} text
   */
  explain(text) {
    return withTexts([text], (at) => read(c.henka_explain(this.handle, at)));
  }
}
