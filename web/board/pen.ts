// The pen: lets the visitor draw arrows and marks (strokes) on the board. The other player doesn't see them, and the next click or move
// removes them.

import { say, squareName } from "../language/catalogue.ts";
import { announce } from "../lib/dom.ts";
import { render } from "./render.ts";
import { squareUnder } from "./state.ts";
import { clearStrokes, drawStrokes } from "./strokes.ts";
import type { BoardState } from "./state.ts";
import type { Stroke } from "./strokes.ts";

/** Removes the visitor's arrows and marks from the board; returns false if there were none. */
export function wipe(state: BoardState) {
  if (!clearStrokes(state.pen)) return false;
  render(state);
  return true;
}

/** Has the left mouse button and a finger draw arrows (`on`), or move pieces again. */
export function setDrawing({ pen, svg }: BoardState, on: boolean) {
  pen.on = on;
  svg.classList.toggle("drawing", on);
}

/** Draws an arrow or a mark, or removes it if it is already drawn. */
export function addStroke(state: BoardState, { from, to }: Stroke) {
  const { strokes } = state.pen;
  const others = strokes.filter((each) => each.from !== from || each.to !== to);
  const had = others.length < strokes.length;
  state.pen.strokes = had ? others : [...others, { from, to }];
  render(state);
  announce(strokeWords(state, { from, to }, had));
}

function strokeWords({ view }: BoardState, stroke: Stroke, isGone: boolean) {
  const [from, to] = [stroke.from, stroke.to].map((square) => squareName(view.variant, square));
  if (isGone) return say("drawn.gone");
  return from === to ? say("drawn.mark", { square: from }) : say("drawn.arrow", { from, to });
}

/** Handles the key V: the first press begins an arrow, the second press ends it. */
export function penByKey(state: BoardState, square: number) {
  const { current } = state.pen;
  state.pen.current = current ? null : { from: square, to: square };
  if (current) addStroke(state, { from: current.from, to: square });
  else announce(say("drawn.begun", { square: squareName(state.view.variant, square) }));
}

export function penDown({ pen }: BoardState, square: number | null) {
  if (square !== null) pen.current = { from: square, to: square };
}

export function penMoved(state: BoardState, event: PointerEvent) {
  const { current } = state.pen;
  const square = squareUnder(state, event);
  if (!current || square === null || square === current.to || !event.buttons) return;
  state.pen.current = { ...current, to: square };
  drawStrokes(state.pen, state.layout);
}

export function penUp(state: BoardState) {
  const { current } = state.pen;
  state.pen.current = null;
  if (current) addStroke(state, current);
}
