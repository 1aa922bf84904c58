// Where squares lie on the picture: boards as they are, strips along or upright.

const GRID = { width: 92, height: 100 };
const UPRIGHT = { width: 170, height: 92 };
const ALONG = { width: 92, height: 132 };
const MARGIN = 30;

/** shape: "grid", "upright" or "along" (strips). */
export function boardLayout(variant, { flip = false, shape = "grid" } = {}) {
  const along = shape === "along";
  const cell = along ? ALONG : shape === "upright" ? UPRIGHT : GRID;
  const columns = along ? variant.ranks : variant.files;
  const rows = along ? variant.files : variant.ranks;
  const column = (square) => {
    if (along) return flip ? variant.rank(square) - 1 : variant.ranks - variant.rank(square);
    return flip ? variant.file(square) - 1 : variant.files - variant.file(square);
  };
  const row = (square) => {
    if (along) return 0;
    return flip ? variant.ranks - variant.rank(square) : variant.rank(square) - 1;
  };
  const bottomTurn = along ? 90 : 0; // the way the side at the bottom (or left) points
  return {
    shape,
    cell,
    columns,
    rows,
    column,
    row,
    flip,
    left: shape === "upright" ? 64 : along ? 16 : MARGIN,
    top: along ? 44 : shape === "upright" ? 12 : MARGIN,
    right: shape === "upright" ? 16 : along ? 16 : MARGIN,
    bottom: along ? 16 : shape === "upright" ? 12 : MARGIN,
    x(square) {
      return this.left + (column(square) + 0.5) * cell.width;
    },
    y(square) {
      return this.top + (row(square) + 0.5) * cell.height;
    },
    get width() {
      return this.left + columns * cell.width + this.right;
    },
    get height() {
      return this.top + rows * cell.height + this.bottom;
    },
    turn: (side) => (side === (flip ? 1 : 0) ? bottomTurn : bottomTurn + 180),
    squareAt: (c, r) => {
      for (let square = 0; square < variant.squares; square++) {
        if (column(square) === c && row(square) === r) return square;
      }
      return -1;
    },
  };
}

/** The square next to this one on the picture, or the same at the edge. */
export function neighbour(layout, variant, square, dx, dy) {
  const found = layout.squareAt(layout.column(square) + dx, layout.row(square) + dy);
  return found < 0 ? square : found;
}
