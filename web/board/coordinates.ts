// The coordinates: the names of ranks and files at the edges of the board.

import { fileLetter, isLettered, rankNumber } from "../language/catalogue.ts";
import { kanjiNumber } from "../language/words.ts";
import { s } from "../lib/dom.ts";
import type { Side } from "../core/index.ts";
import type { Layout } from "./layout.ts";
import type { BoardState, BoardView } from "./state.ts";

const BEYOND = 9; // units of the SVG by which the wood below the coordinates (plank) reaches beyond the visible part of the board
const LINE = 24; // units of the SVG from one kanji of a rank's name to the next one below
const BOTH: readonly Side[] = [0, 1];
const KANJI = "一"; // the kanji with the lowest code point: names of ranks that are greater are kanji

/** The element of a coordinate, such as "7" or "g", at a point of the SVG. */
const text = (x: number, y: number, name: string) =>
  s("text", { class: "coordinate", x, y, text: name });

/** A piece of wood that lies below the coordinates while the board is zoomed, so that squares don't show through. */
const plank = () => s("rect", { class: "plank" });

/**
 * The name of a rank with its kanji one below the other, because the rim of the board is one kanji wide.
 * @param y middle of the rank
 */
function stacked(y: number, name: string) {
  const top = y - ((name.length - 1) * LINE) / 2;
  const parts = [...name].map((kanji, i) => s("tspan", { x: 0, y: top + i * LINE, text: kanji }));
  return s("text", { class: "coordinate", x: 0, y }, parts);
}

/**
 * The name of a rank by the setting of coordinates. `rank` counts from 1. In a game on a strip (one file) the numbers count from sente's
 * end, as they do in typed moves.
 */
function rankName({ variant, coordinates }: BoardView, rank: number) {
  if (coordinates === "letters") return variant.squareNames[rank - 1].replace(/^\d+/, "");
  if (coordinates === "kanji") return kanjiNumber(rank);
  return String(variant.isStrip ? variant.ranks + 1 - rank : rank);
}

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

/** The elements of all coordinates of a board. A strip folded into rows has its coordinates inside the squares. */
export function coordinateTexts(state: BoardState) {
  const { layout, view } = state;
  const { variant } = view;
  const ranks = upTo(variant.ranks).map((rank) => ({
    name: rankName(view, rank),
    square: variant.square(1, rank),
  }));
  if (layout.shape === "folded") {
    const { width, height } = layout.cell;
    return ranks.map(({ name, square }) => {
      const [x, y] = [layout.x(square) - width / 2 + 6, layout.y(square) - height / 2 + 14];
      return s("text", { class: "coordinate inside", x, y, text: name });
    });
  }
  if (layout.shape === "along") {
    const names = ranks.map(({ name, square }) => text(layout.x(square), 0, name));
    return s("g", { class: "by-file", "data-at": "top" }, plank(), names);
  }
  const { family } = variant;
  if (family === "disc") {
    return BOTH.map((side) =>
      filesOf(state, (side === 1) === layout.flip ? "bottom" : "top", side),
    );
  }
  if (isLettered(variant)) {
    const sides = upTo(variant.ranks).map((rank) =>
      text(0, layout.y(variant.square(1, rank)), rankNumber(variant, rank)),
    );
    return [
      s("g", { class: "by-rank", "data-at": "left" }, plank(), sides),
      filesOf(state, "bottom"),
    ];
  }
  const names = ranks.map(({ name, square }) => {
    const y = layout.y(square);
    return name > KANJI && name.length > 1 ? stacked(y, name) : text(0, y, name);
  });
  return [s("g", { class: "by-rank", "data-at": "right" }, plank(), names), filesOf(state, "top")];
}

/**
 * The names of the files at one edge of the board.
 * @param side the side that counts the files from its right; null: they are named by the family of the game
 */
function filesOf({ layout, view }: BoardState, at: "top" | "bottom", side: Side | null = null) {
  const { variant } = view;
  const nameOf = (file: number) =>
    !isLettered(variant) || side === 0
      ? String(file)
      : side === 1
        ? String(variant.files + 1 - file)
        : fileLetter(variant, file);
  const files = upTo(variant.files).map((file) =>
    text(layout.x(variant.square(file, 1)), 0, nameOf(file)),
  );
  return s("g", { class: "by-file", "data-at": at }, plank(), files);
}

/** Moves the coordinates to the edges of the visible part of the board. Lengths are in units of the SVG. */
export function placeRim({ layout, rim, zoom }: BoardState) {
  const { x, y, scale } = zoom;
  const [width, height] = [layout.width / scale, layout.height / scale];
  rim.style.setProperty("--shrink", String(1 / scale));
  if (layout.shape === "folded") return;
  for (const group of rim.querySelectorAll<SVGElement>("[data-at]")) {
    const at = group.dataset.at as keyof Layout["edges"];
    const wide = layout.edges[at] / scale;
    const isFar = at === "right" || at === "bottom";
    const upright = at === "left" || at === "right";
    const start = (upright ? x : y) + (isFar ? (upright ? width : height) - wide : 0);
    const [from, to] = isFar
      ? [start + 1, start + wide + BEYOND]
      : [start - BEYOND, start + wide - 1];
    const along = [(upright ? y : x) - BEYOND, (upright ? height : width) + 2 * BEYOND];
    const rect = group.querySelector("rect");
    rect?.classList.toggle("shown", scale > 1);
    const [length, thick] = upright ? ["height", "width"] : ["width", "height"];
    const [across, lies] = upright ? ["x", "y"] : ["y", "x"];
    const lengths = { [across]: from, [thick]: to - from, [lies]: along[0], [length]: along[1] };
    for (const [name, value] of Object.entries(lengths)) rect?.setAttribute(name, String(value));
    for (const each of group.querySelectorAll("text, tspan")) {
      if (upright || each.localName === "text") each.setAttribute(across, String(start + wide / 2));
    }
  }
}
