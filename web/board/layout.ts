// Where squares lie on the picture: boards as they are, strips along a wide screen or folded into rows.

import type { Variant } from "../core/rules.ts";
import type { Side } from "../core/types.ts";

/** strips lie along the screen, or folded into rows like the lines of a text */
export type Shape = "grid" | "folded" | "along";

/** A page with room beside the board: the same sizes as css/page.css and css/people.css have. */
export const WIDE =
  "(min-width: 1060px), (min-width: 820px) and (min-height: 600px) and (orientation: landscape)";
/** A phone held upright: as in css/phone.css. */
export const UPRIGHT = "(max-width: 599px) and (orientation: portrait)";

const FRAMES = {
  grid: { cell: { width: 92, height: 100 }, left: 30, top: 34, right: 34, bottom: 30 },
  folded: { cell: { width: 100, height: 122 }, left: 14, top: 12, right: 14, bottom: 14 },
  along: { cell: { width: 98, height: 132 }, left: 16, top: 40, right: 16, bottom: 18 },
};
/** A board whose border is as narrow as its coordinates allow. */
const SLIM = { cell: FRAMES.grid.cell, left: 10, top: 26, right: 26, bottom: 10 };
const FOLDED_ROW = 7; // squares in a row of a folded strip, at most

/** Columns count from the left and rows from the top; lengths are units of the picture, in which a piece is 100 high. */
export class Layout {
  variant: Variant;
  flip: boolean;
  shape: Shape;
  cell: { width: number; height: number };
  left: number;
  top: number;
  lying: boolean; // forward is to the side, as on a strip along the screen
  rows: number;
  columns: number;
  width: number;
  height: number;
  right: number;
  squares: (number | undefined)[];

  /** @param options flip: gote sits at the bottom; slim: of a board, its border */
  constructor(
    variant: Variant,
    {
      flip = false,
      shape = "grid",
      slim = false,
    }: { flip?: boolean; shape?: Shape; slim?: boolean } = {},
  ) {
    const frame = slim && shape === "grid" ? SLIM : FRAMES[shape];
    this.variant = variant;
    this.flip = flip;
    this.shape = shape;
    this.cell = frame.cell;
    this.left = frame.left;
    this.top = frame.top;
    this.lying = shape !== "grid";
    const { squares } = variant;
    this.rows =
      shape === "folded" ? Math.ceil(squares / FOLDED_ROW) : this.lying ? 1 : variant.ranks;
    this.columns = this.lying ? Math.ceil(squares / this.rows) : variant.files;
    this.width = frame.left + this.columns * frame.cell.width + frame.right;
    this.height = frame.top + this.rows * frame.cell.height + frame.bottom;
    this.right = frame.right;
    this.squares = this.squaresBySpot();
  }

  /** The square of each spot, row by row; a folded strip leaves spots of its last row without one. */
  squaresBySpot() {
    const squares: (number | undefined)[] = new Array(this.rows * this.columns);
    for (let square = 0; square < this.variant.squares; square++) {
      squares[this.row(square) * this.columns + this.column(square)] = square;
    }
    return squares;
  }

  /** Of a strip: how many squares lie between it and the near end. */
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

  /** The middle of a square. */
  x(square: number) {
    return this.left + (this.column(square) + 0.5) * this.cell.width;
  }
  y(square: number) {
    return this.top + (this.row(square) + 0.5) * this.cell.height;
  }

  /** Degrees clockwise that a side's pieces are turned: the near side points up, or to the right on a strip. */
  turn(side: Side) {
    const near = this.lying ? 90 : 0;
    return (side === (this.flip ? 1 : 0) ? near : near + 180) % 360;
  }

  /** The square of a spot, or null beside the board. */
  squareAt(column: number, row: number): number | null {
    const inside = column >= 0 && column < this.columns && row >= 0 && row < this.rows;
    return (inside ? this.squares[row * this.columns + column] : null) ?? null;
  }

  /** The square dx columns and dy rows away, or the same square at the edge. A strip continues in the next row. */
  neighbour(square: number, dx: number, dy: number) {
    if (this.lying && this.rows > 1 && dx) {
      const spot = this.along(square) + dx;
      const row = this.rows - 1 - Math.floor(spot / this.columns);
      return this.squareAt(((spot % this.columns) + this.columns) % this.columns, row) ?? square;
    }
    return this.squareAt(this.column(square) + dx, this.row(square) + dy) ?? square;
  }
}
