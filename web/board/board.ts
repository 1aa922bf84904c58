// The board: an SVG grid for mouse, fingers, arrow keys and screen readers. It shows pieces on squares and reports input; it knows no
// rules.

import { listenToPointers } from "./gestures.ts";
import { listenToKeys } from "./keys.ts";
import { Layout } from "./layout.ts";
import { setDrawing, wipe } from "./pen.ts";
import { listenToPinches } from "./pinch.ts";
import { build, isLarge, render } from "./render.ts";
import { hover, newBoardState, squareUnder } from "./state.ts";
import { clearStrokes } from "./strokes.ts";
import { resetZoom, zoomBy } from "./zoom.ts";
import type { BoardActions, BoardState, BoardView } from "./state.ts";

export type { BoardActions, BoardView } from "./state.ts";

/** The interface of a board for other parts of the page. The state of the board is one record (state.ts). */
export class Board {
  state: BoardState;

  constructor(box: HTMLElement, view: BoardView, on: BoardActions) {
    this.state = newBoardState(box, view, on);
    this.build();
    render(this.state);
  }

  get view() {
    return this.state.view;
  }
  get layout() {
    return this.state.layout;
  }
  get zoom() {
    return this.state.zoom;
  }
  get svg() {
    return this.state.svg;
  }
  get cells() {
    return this.state.cells;
  }
  get cursor() {
    return this.state.cursor;
  }

  /** Do the left mouse button and a finger draw arrows, instead of moving pieces? */
  get drawing() {
    return this.state.pen.on;
  }

  get isLarge() {
    return isLarge(this.state);
  }

  /** Shows a view. If a move was played, removes the arrows of the pen. If the variant, the shape or the side at the bottom has changed, builds a new SVG. */
  show(view: BoardView) {
    const { state } = this;
    const { variant, flip, shape, slim, coordinates, state: position } = state.view;
    if (position.plies !== view.state.plies) clearStrokes(state.pen);
    state.view = view;
    const same = view.variant === variant && view.coordinates === coordinates;
    if (!same || view.flip !== flip || view.shape !== shape || view.slim !== slim) this.build();
    render(state);
  }

  build() {
    const { state } = this;
    state.layout = new Layout(state.view.variant, state.view);
    build(state);
    listenToPointers(state);
    listenToKeys(state);
    listenToPinches(state);
    state.box.replaceChildren(state.svg);
    resetZoom(state);
  }

  zoomBy(factor: number) {
    zoomBy(this.state, factor);
  }
  resetZoom() {
    resetZoom(this.state);
  }

  focus() {
    this.cells[this.cursor]?.group.focus();
  }

  /** The place of a square on the screen, in CSS pixels. */
  rect(square: number) {
    return (this.cells[square].group.firstElementChild as Element).getBoundingClientRect();
  }

  squareUnder(event: PointerEvent) {
    return squareUnder(this.state, event);
  }

  hover(square: number | null) {
    hover(this.state, square);
  }

  setDrawing(on: boolean) {
    setDrawing(this.state, on);
  }

  /** Removes the arrows and marks that the visitor has drawn; returns false if there were none. */
  wipe() {
    return wipe(this.state);
  }
}
