// Keys while the board has the focus: arrow keys move a cursor from square to square, letters act on the cursor's square.

import { addStroke, penByKey } from "./pen.ts";
import { setCursor, squareOf } from "./state.ts";
import { reveal } from "./zoom.ts";
import type { BoardState } from "./state.ts";

const ARROWS: Record<string, [dx: number, dy: number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

export function listenToKeys(state: BoardState) {
  const { svg } = state;
  svg.addEventListener("keydown", (event) => keyDown(state, event));
  svg.addEventListener("focusin", ({ target }) => {
    if (target instanceof Element && target.matches(":focus-visible")) state.pointed = false;
  });
}

function keyDown(state: BoardState, event: KeyboardEvent) {
  const square = squareOf(state, event.target);
  if (square === null) return;
  const { key } = event;
  if (state.pointed && (key === "ArrowLeft" || key === "ArrowRight")) return; // after input by a pointer, left and right step through the game (table/keys.ts)
  state.pointed = false;
  if (moveByKey(state, key, square) || actByKey(state, key, square)) event.preventDefault();
}

/** Moves the cursor by a key. Returns false if the key doesn't move the cursor. */
function moveByKey(state: BoardState, key: string, square: number) {
  const { layout } = state;
  const row = layout.row(square);
  if (ARROWS[key]) focusSquare(state, stepFrom(state, square, ...ARROWS[key]));
  else if (key === "Home") focusSquare(state, layout.squareAt(0, row));
  else if (key === "End") focusSquare(state, layout.squareAt(layout.columns - 1, row));
  else return false;
  return true;
}

/** Handles a key that acts on the cursor's square. Returns false if the key has no meaning there. */
function actByKey(state: BoardState, key: string, square: number) {
  const { view, on } = state;
  if (key === "Enter" || key === " ") on.square(square);
  else if ("iI".includes(key) && view.state.board[square]) on.about(square, false);
  else if ("xX".includes(key)) addStroke(state, { from: square, to: square });
  else if ("vV".includes(key)) penByKey(state, square);
  else return false;
  return true;
}

/** The square to which an arrow key moves the cursor. On a strip in one row, up and down move along the row as right and left do. */
function stepFrom({ layout }: BoardState, square: number, dx: number, dy: number) {
  if (layout.rows === 1) return layout.neighbour(square, dx || -dy, 0);
  return layout.neighbour(square, dx, dy);
}

/** Moves the cursor and the focus to a square, and scrolls a zoomed board so that the square is visible. */
function focusSquare(state: BoardState, square: number | null) {
  if (square === null) return;
  setCursor(state, square);
  state.cells[square].group.focus();
  state.on.hover(square, false);
  reveal(state, state.layout.x(square), state.layout.y(square));
}
