// Draws a board from its state: the ground, the squares with their pieces and marks, the arrows of the pen.

import { sideOf } from "../core/index.ts";
import { say } from "../language/catalogue.ts";
import { replace, s } from "../lib/dom.ts";
import { coordinateTexts } from "./coordinates.ts";
import { footOf } from "./foot.ts";
import { ground, zones } from "./ground.ts";
import { marks, squareClasses } from "./marks.ts";
import { pieceShape } from "./pieces.ts";
import { squareLabel } from "./squarelabel.ts";
import { drawStrokes } from "./strokes.ts";
import { showsFeet } from "./style.ts";
import { wood } from "./wood.ts";
import type { BoardState } from "./state.ts";

const MANY = 40; // if the chosen piece can go to more squares than this, they are tinted instead of marked with dots
const LARGE = 11; // boards with more columns than this have small squares

/** Is the board so large that its pieces need two characters? Games on such boards have so many kinds that one character doesn't tell them apart. */
export const isLarge = ({ layout }: BoardState) => layout.columns > LARGE && !layout.lying;

/** Builds the SVG for the layout, with empty squares; `render` draws their contents. */
export function build(state: BoardState) {
  const { layout, view } = state;
  if (state.cells.length !== view.variant.squares) state.cursor = firstCursor(state);
  const { columns, rows, width, height } = layout;
  const cells = rowsOf(state);
  state.over.replaceChildren();
  replace(state.rim, coordinateTexts(state));
  state.svg = s(
    "svg",
    {
      class: `board ${layout.shape} ${columns > LARGE ? "large" : ""}`,
      viewBox: `0 0 ${width} ${height}`,
      preserveAspectRatio: "xMidYMid meet",
      role: "group",
    },
    s("g", { class: "ground", "aria-hidden": "true" }, [
      wood(width, height, layout.lying),
      ground(layout),
      zones(layout),
    ]),
    s(
      "g",
      {
        role: "grid",
        "aria-label": say("board.label"),
        "aria-rowcount": rows,
        "aria-colcount": columns,
      },
      cells,
    ),
    state.rim,
    state.pen.group,
    state.over,
  );
  state.svg.classList.toggle("drawing", state.pen.on);
}

/** The square on which the cursor of the keyboard is at first: in the middle of the lower edge; on a strip at its near end. */
function firstCursor({ layout }: BoardState) {
  const { columns, rows, lying } = layout;
  return layout.squareAt(lying ? 0 : Math.floor(columns / 2), rows - 1) ?? 0;
}

function rowsOf(state: BoardState) {
  const { layout } = state;
  state.cells = new Array(state.view.variant.squares);
  state.squares.clear();
  return Array.from({ length: layout.rows }, (_row, r) =>
    s(
      "g",
      { role: "row", "aria-rowindex": r + 1 },
      Array.from({ length: layout.columns }, (_cell, c) => newCell(state, c, r)),
    ),
  );
}

/** Makes the element of a square at a column and row; null: a folded strip has no square there. */
function newCell(state: BoardState, column: number, row: number) {
  const { layout } = state;
  const { width, height } = layout.cell;
  const square = layout.squareAt(column, row);
  if (square === null) return null;
  const group = s(
    "g",
    {
      role: "gridcell",
      class: "cell",
      tabindex: square === state.cursor ? 0 : -1,
      "aria-colindex": column + 1,
      "data-square": state.view.variant.squareNames[square],
      transform: `translate(${layout.x(square)},${layout.y(square)})`,
    },
    s("rect", { class: "hit", x: -width / 2, y: -height / 2, width, height }),
  );
  state.cells[square] = { group, key: "", label: "" };
  state.squares.set(group, square);
  return group;
}

/** Draws the state's view into the SVG. Only squares whose content has changed are drawn again. */
export function render(state: BoardState) {
  const { svg, view, pen, layout } = state;
  svg.setAttribute("aria-label", view.title);
  svg.classList.toggle("many", (view.targets?.size ?? 0) > MANY);
  for (let square = 0; square < state.cells.length; square++) renderSquare(state, square);
  drawStrokes(pen, layout);
}

function renderSquare(state: BoardState, square: number) {
  const { view, layout } = state;
  const cell = state.cells[square];
  const piece = view.state.board[square];
  const classes = squareClasses(state, square);
  const key = [piece, ...classes, view.set, view.small, showsFeet(view.variant)].join();
  if (cell.key !== key) {
    cell.key = key;
    cell.group.setAttribute("class", ["cell", ...classes].join(" "));
    while (cell.group.childNodes.length > 1) cell.group.lastChild?.remove();
    if (piece) cell.group.append(pieceOn(state, piece, classes.has("frozen")));
    cell.group.append(...marks(layout, classes, piece !== 0));
  }
  const label = squareLabel(state, square, classes);
  if (cell.label === label) return;
  cell.label = label;
  cell.group.setAttribute("aria-label", label);
}

/**
 * The picture of a piece as it stands on a square.
 * @param piece its number on a board: negative for gote
 */
export function pieceOn({ view, layout }: BoardState, piece: number, frozen: boolean) {
  const side = sideOf(piece);
  const { set, small } = view;
  const type = view.variant.type(piece);
  const foot = showsFeet(view.variant) ? footOf(type) : undefined;
  const look = { side, turn: layout.turn(side), set, small, frozen, foot };
  const transform =
    layout.shape === "folded" ? "translate(0,8)" : layout.lying ? null : "scale(1.01)";
  return s("g", { class: "piece-place", transform }, pieceShape(type, look));
}
