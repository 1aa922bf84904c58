// The coordinates: the names of ranks and files at the edges of the board.

import { kanjiNumber } from "../language/words.ts";
import { s } from "../lib/dom.ts";
import type { BoardState, BoardView } from "./state.ts";

const BEYOND = 9; // units of the SVG by which the wood below the coordinates (plank) reaches beyond the visible part of the board
const LINE = 24; // units of the SVG from one kanji of a rank's name to the next one below
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
export function coordinateTexts({ layout, view }: BoardState) {
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
    return s("g", { class: "by-file" }, plank(), names);
  }
  const names = ranks.map(({ name, square }) => {
    const y = layout.y(square);
    return name > KANJI && name.length > 1 ? stacked(y, name) : text(0, y, name);
  });
  const files = upTo(variant.files).map((file) =>
    text(layout.x(variant.square(file, 1)), 0, String(file)),
  );
  return [
    s("g", { class: "by-rank" }, plank(), names),
    s("g", { class: "by-file" }, plank(), files),
  ];
}

/** Moves the coordinates to the edges of the visible part of the board. Lengths are in units of the SVG. */
export function placeRim({ layout, rim, zoom }: BoardState) {
  const { x, y, scale } = zoom;
  const [width, height] = [layout.width / scale, layout.height / scale];
  rim.style.setProperty("--shrink", String(1 / scale));
  if (layout.shape === "folded") return;
  const [side, top] = [layout.edges.right / scale, layout.edges.top / scale];
  const planks = {
    ".by-rank": [x + width - side + 1, y - BEYOND, side + BEYOND, height + 2 * BEYOND],
    ".by-file": [x - BEYOND, y - BEYOND, width + 2 * BEYOND, top + BEYOND - 1],
  };
  for (const [group, lengths] of Object.entries(planks)) {
    const rect = rim.querySelector(`${group} rect`);
    rect?.classList.toggle("shown", scale > 1);
    ["x", "y", "width", "height"].forEach((name, i) =>
      rect?.setAttribute(name, String(lengths[i])),
    );
  }
  const put = (texts: string, name: string, at: number) =>
    rim.querySelectorAll(texts).forEach((each) => each.setAttribute(name, String(at)));
  put(".by-rank :is(text, tspan)", "x", x + width - side / 2);
  put(".by-file text", "y", y + top / 2);
}
