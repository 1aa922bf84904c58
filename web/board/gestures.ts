// Mouse and fingers on the board: clicks, taps, drags and holds.
//
//   pointerdown ──> press ── pointer moves TAP_PX ──> drag ── pointerup ──> drop
//                     ├───── pointerup of a finger ──> tap
//                     └───── HOLD_MS (finger) ───────> hold: the card of the piece
//
// A click of the mouse arrives as the browser's click event after pointerup.

import { s } from "../lib/dom.ts";
import { penDown, penMoved, penUp, wipe } from "./pen.ts";
import { pieceOn } from "./render.ts";
import { hover, ignoreNextClick, setCursor, squareOf, squareUnder } from "./state.ts";
import { drawStrokes } from "./strokes.ts";
import { TAP_PX, toBoard } from "./zoom.ts";
import type { BoardState, Press } from "./state.ts";

const HOLD_MS = 550;
const TAP_CLICK_MS = 400; // time in which the browser may still send the click of a tap whose touchend could not be cancelled

export function listenToPointers(state: BoardState) {
  const { svg } = state;
  svg.addEventListener("click", (event) => clicked(state, event));
  svg.addEventListener("pointerdown", (event) => pressed(state, event));
  svg.addEventListener("pointermove", (event) => moved(state, event));
  svg.addEventListener("pointerup", (event) => released(state, event));
  svg.addEventListener("pointercancel", () => cancelled(state));
  svg.addEventListener("touchend", (event) => touchEnded(state, event), { passive: false });
  svg.addEventListener("pointerleave", () => hover(state, null));
  svg.addEventListener("contextmenu", (event) => event.preventDefault());
}

function clicked(state: BoardState, event: MouseEvent) {
  if (state.clickIgnored || state.pen.on) {
    state.clickIgnored = false;
    return;
  }
  const square = squareOf(state, event.target);
  if (square === null) state.on.cancel();
  else choose(state, square);
}

function choose(state: BoardState, square: number) {
  setCursor(state, square);
  state.on.square(square);
}

function pressed(state: BoardState, event: PointerEvent) {
  state.clickIgnored = false;
  state.pointed = true;
  const square = squareOf(state, event.target);
  if (event.button === 2 && state.on.letGo()) return;
  if (event.button === 2 || (state.pen.on && !event.button)) return penDown(state, square);
  if (event.button) return;
  state.pen.current = null;
  wipe(state);
  if (square === null) return;
  if (state.fingers.busy) return endPress(state);
  state.press = { square, x: event.clientX, y: event.clientY };
  if (event.pointerType !== "mouse") state.press.hold = setTimeout(() => held(state), HOLD_MS);
}

/** Handles a finger that has rested on a piece for HOLD_MS. */
function held(state: BoardState) {
  if (!state.press || state.press.ghost) return;
  const { square } = state.press;
  state.press = null;
  if (!state.view.state.board[square]) return;
  state.clickIgnored = true;
  state.on.about(square, true);
}

function moved(state: BoardState, event: PointerEvent) {
  const { press } = state;
  if (state.pen.current) return penMoved(state, event);
  if (!press) {
    if (event.pointerType === "mouse") hover(state, squareOf(state, event.target), true);
    return;
  }
  const way = Math.hypot(event.clientX - press.x, event.clientY - press.y);
  if (!press.ghost && way < TAP_PX) return;
  clearTimeout(press.hold);
  const drags = press.ghost ?? state.on.canDrag(press.square);
  if (state.fingers.busy || !drags) return endPress(state);
  const ghost = (press.ghost ??= startDrag(state, press, event));
  const at = toBoard(state, event);
  ghost.setAttribute("transform", `translate(${at.x},${at.y}) scale(1.05)`);
  hover(state, squareUnder(state, event));
}

function startDrag(state: BoardState, { square }: Press, event: PointerEvent) {
  const piece = state.view.state.board[square];
  const ghost = s("g", { class: "ghost" }, pieceOn(state, piece, false));
  state.over.append(ghost);
  state.cells[square].group.classList.add("lifted");
  state.svg.setPointerCapture(event.pointerId);
  state.on.lift(square);
  return ghost;
}

function released(state: BoardState, event: PointerEvent) {
  const { press } = state;
  if (state.pen.current) return penUp(state);
  endPress(state);
  if (press && !press.ghost && event.pointerType === "touch") return tapped(state, press.square);
  if (!press?.ghost) return;
  ignoreNextClick(state, 0);
  const square = squareUnder(state, event);
  if (square !== press.square) state.on.drop(square);
}

/** Handles a tap when the finger leaves the board. It doesn't wait for the click, because browsers send none for a tap that stops the scrolling of the page. */
function tapped(state: BoardState, square: number) {
  state.hasTapped = true;
  ignoreNextClick(state, TAP_CLICK_MS);
  choose(state, square);
}

/** Has the browser send no click for a tap that was handled: the click could hit a button that the tap has opened. */
function touchEnded(state: BoardState, event: TouchEvent) {
  if (!state.hasTapped) return;
  state.hasTapped = false;
  if (!event.cancelable) return;
  event.preventDefault();
  state.clickIgnored = false;
}

function endPress(state: BoardState) {
  const { press } = state;
  if (!press) return;
  clearTimeout(press.hold);
  press.ghost?.remove();
  state.cells[press.square]?.group.classList.remove("lifted");
  state.press = null;
}

function cancelled(state: BoardState) {
  state.pen.current = null;
  drawStrokes(state.pen, state.layout);
  endPress(state);
}
