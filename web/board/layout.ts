// The places of squares in the SVG of a board. Strips (boards of one file) lie in one row along a wide screen, or are folded into rows.

import type { Side, Variant } from "../core/index.ts";

/** How a board is laid out. grid: files and ranks; along: a strip (a board of one file) in one row; folded: a strip in several rows */
export type Shape = "grid" | "folded" | "along";

/** Media query of a page with room for a panel beside the board. css/page.css and css/people.css use the same sizes. */
export const WIDE =
  "(min-width: 1060px), (min-width: 820px) and (min-height: 600px) and (orientation: landscape)";
/** Media query of a phone held upright, as in css/phone.css. */
export const UPRIGHT = "(max-width: 599px) and (orientation: portrait)";

/** The sizes of a square and of the margins around the board, in units of the SVG. */
interface Frame {
  cell: { width: number; height: number };
  edges: { left: number; top: number; right: number; bottom: number };
}

const FRAMES: Record<Shape | "slim", Frame> = {
  grid: {
    cell: { width: 92, height: 100 },
    edges: { left: 30, top: 34, right: 34, bottom: 30 },
  },
  /** a grid whose margins are just wide enough for the coordinates */
  slim: {
    cell: { width: 92, height: 100 },
    edges: { left: 10, top: 26, right: 26, bottom: 10 },
  },
  folded: {
    cell: { width: 100, height: 122 },
    edges: { left: 14, top: 12, right: 14, bottom: 14 },
  },
  along: {
    cell: { width: 98, height: 132 },
    edges: { left: 16, top: 40, right: 16, bottom: 18 },
  },
};
/** Of a board whose game is not of shogi's kin: squares are as wide as high. */
const SQUARE = 100;
const NARROW = 14; // width of a margin without coordinates

/**
 * The frame of a board in a grid. Boards of shogi's kin have their coordinates at the right and on top, those of chess's kin at the left and
 * below, those of xiangqi have numbers of files on top and below.
 */
function gridFrame({ family }: Variant, slim: boolean): Frame {
  const frame = FRAMES[slim ? "slim" : "grid"];
  if (family === "wedge") return frame;
  const { top, right, left, bottom } = frame.edges;
  const cell = { width: SQUARE, height: SQUARE };
  if (family === "animal") return { cell, edges: frame.edges };
  if (family === "disc") return { cell, edges: { left: NARROW, top, right: NARROW, bottom: top } };
  return {
    cell,
    edges: {
      left: right,
      top: Math.min(bottom, NARROW),
      right: Math.min(left, NARROW),
      bottom: top,
    },
  };
}

const FOLDED_ROW = 7; // maximum number of squares in a row of a folded strip

/**
 * The layout of a board on the screen. Columns count from the left and rows from the top, both from 0. Lengths are in units of the SVG, in
 * which the largest piece is 100 high.
 */
export class Layout {
  variant: Variant;
  flip: boolean; // gote sits at the bottom
  shape: Shape;
  cell: Frame["cell"];
  edges: Frame["edges"];
  lying: boolean; // the board is a strip, in one row or in several: sente's pieces, or those of the side at the bottom, point to the right
  rows: number;
  columns: number;
  width: number; // width of the whole board, including the margins
  height: number;
  spots: (number | undefined)[]; // the square at each spot (column and row): spots[row * columns + column]. A folded strip may have spots without a square: undefined

  constructor(
    variant: Variant,
    {
      flip = false,
      shape = "grid",
      slim = false,
    }: { flip?: boolean; shape?: Shape; slim?: boolean } = {},
  ) {
    const { cell, edges } = shape === "grid" ? gridFrame(variant, slim) : FRAMES[shape];
    const { squares } = variant;
    this.variant = variant;
    this.flip = flip;
    this.shape = shape;
    this.cell = cell;
    this.edges = edges;
    this.lying = shape !== "grid";
    this.rows =
      shape === "folded" ? Math.ceil(squares / FOLDED_ROW) : this.lying ? 1 : variant.ranks;
    this.columns = this.lying ? Math.ceil(squares / this.rows) : variant.files;
    this.width = edges.left + this.columns * cell.width + edges.right;
    this.height = edges.top + this.rows * cell.height + edges.bottom;
    this.spots = new Array(this.rows * this.columns);
    for (let square = 0; square < squares; square++) {
      this.spots[this.row(square) * this.columns + this.column(square)] = square;
    }
  }

  /** The number of squares between a square of a strip and the strip's near end, where the side at the bottom sits. */
  along(square: number) {
    const rank = this.variant.rank(square);
    return this.flip ? rank - 1 : this.variant.ranks - rank;
  }

  column(square: number) {
    if (this.lying) return this.along(square) % this.columns;
    const file = this.variant.file(square);
    return this.flip ? file - 1 : this.columns - file;
  }

  row(square: number) {
    const { variant, flip } = this;
    if (this.lying) return this.rows - 1 - Math.floor(this.along(square) / this.columns);
    return flip ? variant.ranks - variant.rank(square) : variant.rank(square) - 1;
  }

  /** The horizontal position of a square's middle. */
  x(square: number) {
    return this.edges.left + (this.column(square) + 0.5) * this.cell.width;
  }
  y(square: number) {
    return this.edges.top + (this.row(square) + 0.5) * this.cell.height;
  }

  /** Degrees clockwise by which a side's pieces are turned. Pieces of the side at the bottom point up; on a strip they point to the right. */
  turn(side: Side) {
    const near = this.lying ? 90 : 0;
    return (side === (this.flip ? 1 : 0) ? near : near + 180) % 360;
  }

  /** The square at a column and row; null: there is none. */
  squareAt(column: number, row: number): number | null {
    const inside = column >= 0 && column < this.columns && row >= 0 && row < this.rows;
    return (inside ? this.spots[row * this.columns + column] : null) ?? null;
  }

  /**
   * The square dx columns to the right and dy rows down; the given square itself if that is beside the board. At the end of a row a folded
   * strip continues in the next one.
   */
  neighbour(square: number, dx: number, dy: number) {
    if (this.lying && this.rows > 1 && dx) {
      const spot = this.along(square) + dx;
      const row = this.rows - 1 - Math.floor(spot / this.columns);
      return this.squareAt(((spot % this.columns) + this.columns) % this.columns, row) ?? square;
    }
    return this.squareAt(this.column(square) + dx, this.row(square) + dy) ?? square;
  }
}
