// The state of a board on the page: one plain record. render.ts draws it; gestures.ts, keys.ts, pen.ts and pinch.ts change it.

import { s } from "../lib/dom.ts";
import { Layout } from "./layout.ts";
import { newPen } from "./strokes.ts";
import type { PositionState, Side, Variant } from "../core/index.ts";
import type { Target } from "../entry/entry.ts";
import type { Coordinates } from "../settings/settings.ts";
import type { Shape } from "./layout.ts";
import type { Fingers } from "./pinch.ts";
import type { Pen } from "./strokes.ts";
import type { Zoom } from "./zoom.ts";

/** The view: what a board shows. The caller makes a new view for each change. */
export interface BoardView {
  variant: Variant;
  state: PositionState;
  /** label of the board for screen readers: "Shogi, sente to move" */
  title: string;
  /** gote sits at the bottom */
  flip: boolean;
  shape: Shape;
  /** the border around the squares is narrow */
  slim: boolean;
  /** name of the piece set: "print" */
  set: string;
  /** pieces have one character instead of two, if the set allows both */
  small: boolean;
  coordinates: Coordinates;
  /**
   * squares of the last move, and other squares where that move captured; null: no move was played
   */
  last: { squares: number[]; taken: number[] } | null;
  /** the square whose piece the visitor has chosen to move; null: none */
  origin: number | null;
  /** the squares that were clicked after the origin, in the order of the clicks */
  clicks: number[];
  /** by square: what the next click on it can mean; null: such squares are not marked */
  targets: Map<number, Target> | null;
  /** squares on which the move being entered would capture */
  victims: number[];
  /** the square of a royal in check; null: none */
  check: number | null;
  /** squares of the move of a hint */
  hint: number[];
  /** squares of the premove (a move that waits for the visitor's turn) */
  premove: number[];
  /** squares that each side attacks, sente's first; empty sets while attacks are hidden */
  attacked: readonly Set<number>[];
  /** the name of each side: ["Sente", "Gote"] */
  sides: readonly [string, string];
  /** returns a word for the owner of a side's pieces: "your" */
  owner: (side: Side) => string;
}

/** Functions that the board calls when the visitor does something with it. */
export interface BoardActions {
  /** called when a square was clicked, tapped, or chosen by Enter */
  square: (square: number) => void;
  /** called when the drag of the piece on this square has begun */
  lift: (square: number) => void;
  /** called when the dragged piece was released over a square; null: beside the board */
  drop: (square: number | null) => void;
  canDrag: (square: number) => boolean;
  /** called when the pointer or the keyboard's cursor has moved to another square; null: to none */
  hover: (square: number | null, byMouse: boolean) => void;
  /** called when the visitor asks for an explanation of the piece on this square */
  about: (square: number, byFinger: boolean) => void;
  /** called after a click beside the squares */
  cancel: () => void;
  /** called when the right mouse button was pressed; returns true if that cancelled something, so that no arrow begins */
  letGo: () => boolean;
  /** called when the wheel was turned over the board without Ctrl */
  roll: (event: WheelEvent) => void;
}

/** The element of a square, and the content with which it was drawn last. */
export interface Cell {
  group: SVGGElement;
  /** the square's piece, its classes and the piece set, joined to a text; when it changes, the square is drawn again */
  key: string;
  /** the label of the square for screen readers, as it was set last (aria-label) */
  label: string;
}

/** A mouse button or finger that is down on a square. */
export interface Press {
  square: number;
  /** position of the pointer when it went down, in CSS pixels */
  x: number;
  y: number;
  /** timer that turns the press into a hold; undefined for a mouse */
  hold?: ReturnType<typeof setTimeout>;
  /** the picture of the dragged piece, which follows the pointer; undefined before the drag begins */
  ghost?: SVGGElement;
}

/** The state of a board. */
export interface BoardState {
  /** the element of the page that contains the SVG */
  box: HTMLElement;
  on: BoardActions;
  view: BoardView;
  /** the places of the squares in the SVG, computed from the view */
  layout: Layout;
  /** which part of the board is visible, and at which scale */
  zoom: Zoom;
  /** the SVG element of the board; a new one for each layout */
  svg: SVGSVGElement;
  /** the layer of the dragged piece, above the squares */
  over: SVGGElement;
  /** the layer of the coordinates */
  rim: SVGGElement;
  /** the elements of the squares, by number of the square */
  cells: Cell[];
  /** the number of the square, by the element of its cell (Cell.group) */
  squares: Map<Element, number>;
  /** the square on which the keyboard's cursor is, to which Tab leads; -1 before the board is built */
  cursor: number;
  /** the square under the pointer; null: none */
  hovered: number | null;
  /** the mouse button or finger that is down on a square; null: none */
  press: Press | null;
  /** the browser's next click is ignored, because it belongs to a drag, a pan or a hold */
  clickIgnored: boolean;
  /** the last input on the board came from a pointer, so the keys left and right step through the game instead of moving the cursor */
  pointed: boolean;
  /** the tap of a finger was handled at pointerup, and its touchend event has not arrived yet */
  hasTapped: boolean;
  /** the pen, with the arrows and marks that the visitor has drawn */
  pen: Pen;
  /** the fingers that are on the board */
  fingers: Fingers;
}

/** Makes the state of a board that is not drawn yet. */
export const newBoardState = (box: HTMLElement, view: BoardView, on: BoardActions): BoardState => ({
  box,
  on,
  view,
  layout: new Layout(view.variant, view),
  zoom: { scale: 1, x: 0, y: 0, onChange: () => {} },
  svg: s("svg"),
  over: s("g", { class: "over", "aria-hidden": "true" }),
  rim: s("g", { class: "rim", "aria-hidden": "true" }),
  cells: [],
  squares: new Map(),
  cursor: -1,
  hovered: null,
  press: null,
  clickIgnored: false,
  pointed: false,
  hasTapped: false,
  pen: newPen(),
  fingers: { down: new Map(), busy: false, pinched: 1 },
});

/** The number of the square that contains an element; null: none. */
export function squareOf({ squares }: BoardState, element: EventTarget | null) {
  const cell = element instanceof Element ? element.closest(".cell") : null;
  return (cell && squares.get(cell)) ?? null;
}

/** The square under a pointer, even if the dragged piece covers it; null: none. */
export function squareUnder(state: BoardState, event: PointerEvent) {
  const elements = document.elementsFromPoint(event.clientX, event.clientY);
  const square = elements.map((each) => squareOf(state, each)).find((each) => each !== null);
  return square ?? null;
}

/** Calls the action `hover` if the square under the pointer has changed. */
export function hover(state: BoardState, square: number | null, byMouse = false) {
  if (square === state.hovered) return;
  state.hovered = square;
  state.on.hover(square, byMouse);
}

/** Ignores a click within the next `ms` milliseconds, because the browser sends one at the end of a drag or a pan. */
export function ignoreNextClick(state: BoardState, ms: number) {
  state.clickIgnored = true;
  setTimeout(() => (state.clickIgnored = false), ms);
}

/** Moves the keyboard's cursor to a square: Tab leads to this square from now on. */
export function setCursor(state: BoardState, square: number) {
  state.cells[state.cursor]?.group.setAttribute("tabindex", "-1");
  state.cursor = square;
  state.cells[square].group.setAttribute("tabindex", "0");
}
