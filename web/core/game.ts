// A game under way: its position, its legal moves, its texts.

import { constants, isWhole, wholeRules } from "./load.ts";
import { inWhole } from "./variant.ts";
import type { Module } from "./module.ts";
import type { Move, Notation, PieceType, PositionState, Side } from "./types.ts";
import type { Variant } from "./variant.ts";

/** Thrown if an SFEN is refused. The message is a sentence of the C library. */
export class PositionError extends Error {
  column: number; // column of the error in the SFEN, from 1; 0: the error has no place

  constructor({ message, column }: { message: string; column: number }) {
    super(message);
    this.column = column;
  }
}

/** A game under way. The caller has to free it, before the variant. */
export class Game {
  variant: Variant;
  module: Module;
  start: string;
  line: string[] = []; // the moves played, in USI
  handle: number;
  cache: { state?: PositionState; moves?: Move[]; attacked?: number[][] } = {}; // answers of the module about the current position, kept for the next call; emptied when a move is played or taken back

  /**
   * Begins a game at an SFEN; "": at the variant's starting position. Throws a PositionError if the
   * SFEN is refused.
   */
  constructor(variant: Variant, sfen: string = "") {
    const { module, handle } = variant.source;
    this.variant = variant;
    this.module = module;
    this.start = sfen;
    this.handle = module.withTexts([sfen], (at) => module.c.henka_game_new(handle, at));
    if (!this.handle) throw new PositionError(JSON.parse(module.text("error")));
  }

  free() {
    this.module.c.henka_game_free(this.handle);
    this.handle = 0;
  }

  get state(): PositionState {
    return (this.cache.state ??= JSON.parse(this.module.text("state", this.handle)));
  }

  /** The legal moves. */
  get moves(): Move[] {
    return (this.cache.moves ??= JSON.parse(this.module.text("moves", this.handle)));
  }

  /** attacked[side]: the squares, empty or occupied, that the side's pieces attack. */
  get attacked(): number[][] {
    return (this.cache.attacked ??= [0, 1].map((side) =>
      JSON.parse(this.module.text("attacked", this.handle, side)),
    ));
  }

  get sfen() {
    return this.module.text("sfen", this.handle);
  }

  /** Plays a move in USI; returns false if it is illegal. */
  play(usi: string) {
    this.cache = {};
    const { module, handle } = this;
    const played = Boolean(module.withTexts([usi], (at) => module.c.henka_play(handle, at)));
    if (played) this.line.push(usi);
    return played;
  }

  /** The number of moves played. Unlike `state`, it generates no moves. */
  get plies() {
    return this.line.length;
  }

  /** Takes the last move back; returns false if there is none. */
  undo() {
    this.cache = {};
    this.line.pop();
    return Boolean(this.module.c.henka_undo(this.handle));
  }

  /** Reads a move in any notation; null: the text is no legal move in this position. */
  readMove(text: string): Move | null {
    return this.module.withTexts([text], (at) =>
      JSON.parse(this.module.text("read_move", this.handle, at)),
    );
  }

  /** The text of a move in a notation. The move must be legal in the current position, so the caller asks before it plays the move. */
  moveText(usi: string, notation: Notation) {
    const { module, handle } = this;
    const number = constants.notations[notation];
    return module.withTexts([usi], (at) => module.text("move_text", handle, at, number));
  }

  /** Explains why a text is no legal move in this position. Loads the full module, rules.wasm. */
  async explain(text: string) {
    const { start, line } = this;
    const moves = [...line]; // copied, because the visitor may play moves while rules.wasm is loaded
    if (!isWhole()) await wholeRules();
    const twin = new Game(inWhole(this.variant), start);
    for (const usi of moves) twin.play(usi);
    const { module, handle } = twin;
    const words = module.withTexts([text], (at) => module.text("explain", handle, at));
    twin.free();
    return words;
  }
}

/**
 * The pieces of a position, by square: 0 for none, the kind for sente's piece, minus the kind for gote's. The default is the
 * game's own starting position.
 */
export function boardAt(variant: Variant, sfen?: string) {
  const game = new Game(variant, sfen);
  const { board } = game.state;
  game.free();
  return board;
}

/** Can this kind of piece burn (capture by its move) the pieces beside the square it moves to? */
export const burns = (type: PieceType) =>
  type.marks.some(([, , kinds]) => kinds & constants.marks.burn);

/** The side that owns a piece, by the piece's number on a board: negative for gote. */
export const sideOf = (piece: number): Side => (piece < 0 ? 1 : 0);
