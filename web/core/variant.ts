// The rules of a game: its board, its pieces, its settings.

import { translate } from "./load.ts";
import { Geometry } from "./geometry.ts";
import type { Module } from "./module.ts";
import type { Family, HandicapStart, PieceType, VariantData, VariantOption } from "./types.ts";

/**
 * A kind of piece. size: the factor by which its picture is drawn: 1 for a royal, less for weaker kinds. family: of the game's pieces.
 */
export type Kind = PieceType & { size: number; family: Family };

/** Where a Variant comes from: its module, and the way to read it again. */
interface Source {
  module: Module;
  /** the module's handle of the variant, which its functions take */
  handle: number;
  /** reads the definition of this variant again, with the module that is `current` at the time of the call */
  again: () => Variant | null;
  /** this variant in the memory of rules.wasm, made when a text of rules.wasm is first needed; null until then */
  twin: Variant | null;
  /** the moves of each kind in words, by kind - 1; null until they are first needed */
  words: string[] | null;
}

const LEAST_SIZE = 0.92; // `size` of the kind with the least value
const MOST_SIZE = 0.98; // `size` of the most valuable kind that isn't royal

/**
 * Adds `size` to each kind by its value, so that strong pieces are drawn larger. Values differ by orders of magnitude, so the
 * size follows their logarithm.
 */
function sized(types: readonly PieceType[], family: Family): Kind[] {
  const worth = types
    .filter(({ royal }) => !royal)
    .map(({ value }) => Math.log(Math.max(1, value)));
  const [least, most] = [Math.min(...worth), Math.max(...worth)];
  return types.map((type) => {
    const part = most > least ? (Math.log(Math.max(1, type.value)) - least) / (most - least) : 1;
    const size = type.royal ? 1 : LEAST_SIZE + part * (MOST_SIZE - LEAST_SIZE);
    return { ...type, size, family };
  });
}

const translated = (option: VariantOption): VariantOption => ({
  ...option,
  help: translate(option.help),
  choices: option.choices.map(({ value, help }) => ({ value, help: translate(help) })),
});

/** The rules of a game. The caller of parseVariant owns the variant that it returns, and has to free it. */
export class Variant extends Geometry {
  source: Source;
  name: string; // name of a shipped game: "shogi"
  title: string; // title of the game in the language of the page
  start: string; // SFEN of the starting position
  hands: boolean; // captured pieces can be dropped
  eitherFace: boolean; // a piece in hand may be dropped with either side up
  countsSkips: boolean; // skipped turns are counted, and can be forbidden
  about: VariantData["about"];
  handicaps: HandicapStart[];
  options: VariantOption[];
  kinds: Kind[]; // the kinds of pieces; kinds[0] is kind 1

  constructor(module: Module, handle: number, again: () => Variant | null) {
    const data: VariantData = JSON.parse(module.text("variant", handle));
    super(data, (square) => module.text("square", handle, square));
    this.source = { module, handle, again, twin: null, words: null };
    this.name = data.name;
    this.title = translate(data.title);
    this.start = data.start;
    this.hands = data.hands;
    this.eitherFace = data.eitherFace;
    this.countsSkips = data.countsSkips;
    const { author, year, source, story, note } = data.about;
    this.about = {
      ...data.about,
      author: translate(author),
      year: translate(year),
      source: translate(source),
      story: translate(story),
      note: translate(note),
    };
    this.handicaps = data.handicaps;
    this.options = data.options.map(translated);
    this.kinds = sized(data.types, data.family);
    this.kinds.forEach((kind, i) =>
      Object.defineProperty(kind, "words", { get: () => wordsOf(this)[i], enumerable: false }),
    );
  }

  free() {
    const { source } = this;
    source.module.c.henka_variant_free(source.handle);
    source.twin?.free();
    source.twin = null;
  }

  /** The kind of a piece on a board. `piece` is the kind's number, negative for gote's piece; never 0. */
  type(piece: number) {
    return this.kinds[Math.abs(piece) - 1];
  }

  /**
   * The numbers of the kinds that can be in hand. Kinds that reach more squares at most two steps away come first; of two that
   * reach equally many, the later one of the definition.
   */
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

  /** The rules of the variant in words, as rules.wasm writes them. */
  describe() {
    const { module, handle } = inWhole(this).source;
    return module.text("describe", handle);
  }

  /**
   * The sections of `describe`, each with its title and its lines. Leaves out the sections on pieces, settings and handicaps, and
   * the text that belongs to no section, which `about` has.
   */
  get sections() {
    const blocks = this.describe()
      .split("\n\n")
      .map((block) => block.trimEnd().split("\n"))
      .filter(([, ...lines]) => lines.length && lines.every((line) => line.startsWith("  ")));
    const [board, , ...rest] = this.options.length ? blocks.slice(0, -1) : blocks; // blocks[1], which describes the pieces, is left out; the last block describes the settings, if there are any
    const { length } = this.handicaps; // the first block ends with the handicaps: a sentence, then a line for each of them
    if (length) board.splice(-length - 1);
    return [board, ...rest].map(([title, ...lines]) => ({
      title,
      lines: lines.map((line) => line.slice(2)).filter((line) => !line.includes(this.start)),
    }));
  }

  /** Is this strict play, in which an illegal move loses the game? */
  get isStrict() {
    return this.options.some(({ name, value }) => name === "strict" && value === "on");
  }
}

/** This variant in the memory of rules.wasm, which must be loaded. */
export function inWhole(variant: Variant): Variant {
  const { source } = variant;
  if (source.module.isWhole) return variant;
  return (source.twin ??= source.again()) as Variant;
}

function wordsOf(variant: Variant) {
  const { module, handle } = inWhole(variant).source;
  return (variant.source.words ??= JSON.parse(module.text("words", handle)) as string[]);
}
