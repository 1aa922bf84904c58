// The data in a study's report from which its charts and boards are drawn.

import { Module } from "../core/module.ts";
import { Variant } from "../core/variant.ts";
import type { VariantData } from "../core/types.ts";

/** The results of the games at one strength of the engine with one set of openings; docs/json.md explains the members. */
export interface Cell {
  nodes: number;
  openings: "random" | "start";
  share: { share: number | null; low: number | null; high: number | null };
  /** histogram[bin]: number of games that ended within the `binPlies` plies of this bin. */
  histogram: number[];
}

/** Sums over the positions in one bin of plies, of all games. The bins are `binPlies` plies long. */
export interface Bin {
  positions: number;
  legal: number;
  filled: number;
  held: number;
}

export interface Report {
  binPlies: number;
  cells: Cell[];
  choice: Bin[];
  pieces: { visits: number[] }[];
}

/** A position of a game. */
export interface Position {
  /** The move that led to this position; "" for the starting position. */
  move: string;
  /** Sente's chance to win, in thousandths; missing if the position was not searched. */
  chance?: number;
  /**
   * The changes since the position before, as pairs of numbers: a place and its new content. Places are first the squares, then
   * the kinds in sente's hand, then the kinds in gote's.
   */
  set: number[];
}

export type Study = [
  report: Report,
  rules: VariantData,
  squareNames: string[],
  games: Position[][],
];

/** The content of each place (Position.set) after `ply` plies: a piece for a square, a number of pieces for a kind in hand. */
export function placesAt(positions: readonly Position[], ply: number) {
  const places: number[] = [];
  for (const { set } of positions.slice(0, ply + 1)) {
    for (let i = 0; i < set.length; i += 2) places[set[i]] = set[i + 1];
  }
  return places;
}

/**
 * Stands in for the WebAssembly module: answers the calls of Variant and Game from the data of the report. Boards of the report
 * need no legal moves.
 */
class Recorded extends Module {
  study: Study;

  constructor(study: Study) {
    super();
    this.study = study;
    this.c = { henka_game_new: () => 1, henka_game_free: () => 0 };
  }

  text(name: string, _handle: number, square: number = 0) {
    const [, rules, squareNames, games] = this.study;
    if (name === "square") return squareNames[square];
    if (name === "variant") return JSON.stringify(rules);
    const board = games.length ? placesAt(games[0], 0) : [];
    return JSON.stringify({ board: squareNames.map((_, i) => board[i] ?? 0) });
  }

  withTexts<T>(texts: (string | null)[], f: (...at: number[]) => T) {
    return f(...texts.map(() => 0));
  }
}

export const variantOf = (study: Study) => new Variant(new Recorded(study), 1, () => null);
