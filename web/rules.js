// The rules: the same C as the server's, as WebAssembly. Every legal move, result and notation on the page comes from here.

export const NOTATION = { usi: 0, western: 1, japanese: 2 };

let c = null; // the exports of the module

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Loads the module from bytes or a promise of a Response; once. */
export async function loadRules(source) {
  // The C library may want to report a fault; there is nobody to report to.
  const nothing = new Proxy({}, { get: () => () => 0 });
  const imports = new Proxy({}, { get: () => nothing });
  const bytes = source instanceof Response ? await source.arrayBuffer() : source;
  const { instance } = await WebAssembly.instantiate(bytes, imports);
  c = instance.exports;
  c._initialize?.();
}

function read(at) {
  const memory = new Uint8Array(c.memory.buffer);
  return decoder.decode(memory.subarray(at, memory.indexOf(0, at)));
}

/** Calls f with the texts as C strings; null stays NULL. */
function withTexts(texts, f) {
  const places = texts.map((text) => {
    if (text === null) return 0;
    const bytes = encoder.encode(`${text}\0`);
    const at = c.henka_alloc(bytes.length);
    new Uint8Array(c.memory.buffer).set(bytes, at);
    return at;
  });
  try {
    return f(...places);
  } finally {
    places.forEach((at) => at && c.henka_release(at));
  }
}

export const version = () => read(c.henka_version());
export const shippedNames = () => JSON.parse(read(c.henka_shipped()));

const settingLines = (settings) =>
  Object.entries(settings ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .join("\n");

/** {variant: Variant or null, diagnostics}. text null: the shipped game of that name. */
export function parseVariant(name, text, settings) {
  const answer = withTexts([name ?? "", text ?? null, settingLines(settings)], (...at) =>
    JSON.parse(read(c.henka_parse(...at))),
  );
  return {
    variant: answer.variant ? new Variant(answer.variant) : null,
    diagnostics: answer.diagnostics,
  };
}

export class Variant {
  constructor(handle) {
    this.handle = handle;
    Object.assign(this, JSON.parse(read(c.henka_variant(handle))));
    this.types.unshift(null); // kinds count from 1
    this.squares = this.files * this.ranks;
    this.squareNames = Array.from({ length: this.squares }, (_, square) =>
      read(c.henka_square(handle, square)),
    );
  }
  free() {
    c.henka_variant_free(this.handle);
  }
  describe() {
    return read(c.henka_describe(this.handle));
  }
  square(file, rank) {
    return (file - 1) * this.ranks + rank - 1;
  }
  file(square) {
    return Math.floor(square / this.ranks) + 1;
  }
  rank(square) {
    return (square % this.ranks) + 1;
  }
  get isStrip() {
    return this.files === 1;
  }
}

export class Game {
  /** Throws an Error with the reason when the SFEN is refused. */
  constructor(variant, sfen = "") {
    this.variant = variant;
    this.handle = withTexts([sfen], (at) => c.henka_game_new(variant.handle, at));
    if (!this.handle) {
      const error = JSON.parse(read(c.henka_error()));
      throw new Error(error.column ? `column ${error.column}: ${error.message}` : error.message);
    }
    this.cache = {};
  }
  free() {
    c.henka_game_free(this.handle);
    this.handle = 0;
  }
  get state() {
    return (this.cache.state ??= JSON.parse(read(c.henka_state(this.handle))));
  }
  get moves() {
    return (this.cache.moves ??= JSON.parse(read(c.henka_moves(this.handle))));
  }
  get sfen() {
    return read(c.henka_sfen(this.handle));
  }
  play(usi) {
    this.cache = {};
    return Boolean(withTexts([usi], (at) => c.henka_play(this.handle, at)));
  }
  undo() {
    this.cache = {};
    return Boolean(c.henka_undo(this.handle));
  }
  readMove(text) {
    return withTexts([text], (at) => JSON.parse(read(c.henka_read_move(this.handle, at))));
  }
  moveText(usi, notation) {
    return withTexts([usi], (at) =>
      read(c.henka_move_text(this.handle, at, NOTATION[notation] ?? 0)),
    );
  }
  explain(text) {
    return withTexts([text], (at) => read(c.henka_explain(this.handle, at)));
  }
}
