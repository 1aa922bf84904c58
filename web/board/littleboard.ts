// Little boards: small pictures of a position, with the whole board or a close-up of the strongest pieces.

import { boardAt, sideOf } from "../core/index.ts";
import { s } from "../lib/dom.ts";
import { ground } from "./ground.ts";
import { Layout } from "./layout.ts";
import { pieceShape } from "./pieces.ts";
import { styleOf } from "./style.ts";
import { wood } from "./wood.ts";
import type { Variant } from "../core/index.ts";

/** What a little board shows. */
export interface LittleView {
  /** the pieces by square; default: the game's starting position */
  board?: readonly number[];
  /** gote sits at the bottom */
  flip?: boolean;
  /** squares of the last move, which are highlighted */
  last?: readonly number[];
  /** shows only sente's royal and the strongest pieces around it, large enough to be read */
  close?: boolean;
}

const EDGE = 20; // width of the wood around the squares, in units of the SVG
const CLOSE_COLUMNS = 7;
const CLOSE_ROWS = 3;

/**
 * The first column of the close-up, chosen so that it shows sente's royal and the most valuable
 * pieces around it.
 */
function closeColumn(variant: Variant, layout: Layout, board: readonly number[]) {
  const ROYAL = 1e6; // value of a royal, more than that of all other pieces together
  const worth = (first: number) =>
    board.reduce((sum, piece, square) => {
      const inside =
        layout.column(square) >= first && layout.column(square) < first + CLOSE_COLUMNS;
      if (piece <= 0 || !inside || layout.row(square) < layout.rows - CLOSE_ROWS) return sum;
      const { royal, value } = variant.type(piece);
      return sum + (royal ? ROYAL : value);
    }, 0);
  const firsts = Array.from({ length: layout.columns - CLOSE_COLUMNS + 1 }, (_, c) => c);
  return firsts.reduce((best, c) => (worth(c) > worth(best) ? c : best), 0);
}

/**
 * A picture of the starting position of a game whose text may have errors; null if nothing can be
 * drawn of it.
 */
export function littleArray(variant: Variant | null) {
  try {
    return variant && littleBoard(variant);
  } catch {
    return null;
  }
}

export function littleBoard(
  variant: Variant,
  { board = boardAt(variant), flip = false, last = [], close = false }: LittleView = {},
) {
  const layout = new Layout(variant, { flip, shape: variant.isStrip ? "folded" : "grid" });
  const { cell, columns, rows } = layout;
  const { left, top } = layout.edges;
  const [width, height] = [columns * cell.width, rows * cell.height];
  const isClose = close && columns > CLOSE_COLUMNS && rows > CLOSE_ROWS && !variant.isStrip;
  const first = isClose ? closeColumn(variant, layout, board) : 0;
  const seen = isClose
    ? {
        x: left + first * cell.width,
        y: top + (rows - CLOSE_ROWS) * cell.height,
        width: CLOSE_COLUMNS * cell.width,
        height: CLOSE_ROWS * cell.height + EDGE,
      }
    : { x: left - EDGE, y: top - EDGE, width: width + 2 * EDGE, height: height + 2 * EDGE };
  const isSeen = (square: number) =>
    !isClose ||
    (layout.row(square) >= rows - CLOSE_ROWS &&
      layout.column(square) >= first &&
      layout.column(square) < first + CLOSE_COLUMNS);
  const corner = (square: number) => ({
    x: layout.x(square) - cell.width / 2,
    y: layout.y(square) - cell.height / 2,
  });
  const pieces = board.map((piece, square) => {
    if (!piece || !isSeen(square)) return null;
    const side = sideOf(piece);
    const look = { side, turn: layout.turn(side), set: styleOf(variant.family), small: true };
    const shape = pieceShape(variant.type(piece), look);
    shape.setAttribute("transform", `translate(${layout.x(square)},${layout.y(square)})`);
    return shape;
  });
  return s(
    "svg",
    {
      class: `little-board ${variant.isStrip ? "strip" : ""}`,
      viewBox: Object.values(seen).join(" "),
      preserveAspectRatio: close
        ? variant.isStrip
          ? "xMidYMid slice"
          : "xMidYMax slice"
        : "xMidYMid meet",
      "aria-hidden": "true",
    },
    isClose
      ? s(
          "g",
          { transform: `translate(${seen.x},${seen.y})` },
          wood(seen.width, seen.height, false),
        )
      : wood(layout.width, layout.height, layout.lying),
    ground(layout),
    last.map((square) =>
      s("rect", { class: "lit", ...corner(square), width: cell.width, height: cell.height }),
    ),
    pieces,
  );
}
