// Where squares lie on the picture: boards as they are, strips along or upright.

/** @import { Side } from "./core.js" */
/** @import { Variant } from "./rules.js" */

/** @typedef {"grid" | "upright" | "along"} Shape strips stand upright or lie along the screen */

const FRAMES = {
  grid: { cell: { width: 92, height: 100 }, left: 30, top: 30, right: 30, bottom: 30 },
  upright: { cell: { width: 170, height: 92 }, left: 64, top: 12, right: 16, bottom: 12 },
  along: { cell: { width: 92, height: 132 }, left: 16, top: 44, right: 16, bottom: 16 },
};

/** Columns count from the left and rows from the top; lengths are units of the picture, in which a piece is 100 high. */
export class Layout {
  /**
   * @param {Variant} variant
   * @param {{flip?: boolean, shape?: Shape}} options flip: gote sits at the bottom
   */
  constructor(variant, { flip = false, shape = "grid" } = {}) {
    const along = shape === "along";
    const frame = FRAMES[shape];
    this.variant = variant;
    this.flip = flip;
    this.shape = shape;
    this.cell = frame.cell;
    this.left = frame.left;
    this.top = frame.top;
    this.columns = along ? variant.ranks : variant.files;
    this.rows = along ? variant.files : variant.ranks;
    this.width = frame.left + this.columns * frame.cell.width + frame.right;
    this.height = frame.top + this.rows * frame.cell.height + frame.bottom;
    this.right = frame.right;
    this.squares = this.squaresBySpot();
  }

  /** The square of each spot, row by row. */
  squaresBySpot() {
    const squares = new Array(this.variant.squares);
    for (let square = 0; square < this.variant.squares; square++) {
      squares[this.row(square) * this.columns + this.column(square)] = square;
    }
    return squares;
  }

  /** @param {number} square */
  column(square) {
    const { variant, flip } = this;
    const along = this.shape === "along";
    const place = along ? variant.rank(square) : variant.file(square);
    return flip ? place - 1 : this.columns - place;
  }

  /** @param {number} square */
  row(square) {
    const { variant, flip } = this;
    if (this.shape === "along") return 0;
    return flip ? variant.ranks - variant.rank(square) : variant.rank(square) - 1;
  }

  /**
   * The middle of a square.
   * @param {number} square
   */
  x(square) {
    return this.left + (this.column(square) + 0.5) * this.cell.width;
  }
  /** @param {number} square */
  y(square) {
    return this.top + (this.row(square) + 0.5) * this.cell.height;
  }

  /**
   * Degrees clockwise that a side's pieces are turned: the near side points up, or to the right along a strip.
   * @param {Side} side
   */
  turn(side) {
    const near = this.shape === "along" ? 90 : 0;
    return (side === (this.flip ? 1 : 0) ? near : near + 180) % 360;
  }

  /**
   * The square of a spot, or null beside the board.
   * @param {number} column
   * @param {number} row
   * @returns {number | null}
   */
  squareAt(column, row) {
    const inside = column >= 0 && column < this.columns && row >= 0 && row < this.rows;
    return inside ? this.squares[row * this.columns + column] : null;
  }

  /**
   * The square so many columns and rows further, or the same at the edge.
   * @param {number} square
   * @param {number} dx
   * @param {number} dy
   */
  neighbour(square, dx, dy) {
    return this.squareAt(this.column(square) + dx, this.row(square) + dy) ?? square;
  }
}
