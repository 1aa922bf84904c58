// Zooms and pans the board by changing the SVG's viewBox. pinch.ts has the gestures that call these functions.

import { placeRim } from "./coordinates.ts";
import type { BoardState } from "./state.ts";

/** The visible part of a board. */
export interface Zoom {
  /** zoom factor. 1: the whole board is visible; 2: half of its width and height */
  scale: number;
  /** left and upper edge of the visible part, in units of the SVG */
  x: number;
  y: number;
  onChange: (scale: number) => void;
}

export interface ScreenPoint {
  clientX: number;
  clientY: number;
}

const MOST = 4;
const EDGE = 60; // minimum number of units of the SVG between the focused square's middle and the edge of the visible part
/** A press that moves less than this number of pixels is a tap or click; if it moves further, it is a drag or a pan. */
export const TAP_PX = 8;

/** Width and height of the visible part of the board, in units of the SVG. */
const seen = ({ layout, zoom }: BoardState) => ({
  width: layout.width / zoom.scale,
  height: layout.height / zoom.scale,
});

/** Shows the part of the board whose left upper corner is (x, y), or the nearest part inside the board. */
function show(state: BoardState, x: number, y: number) {
  const { layout, svg, zoom } = state;
  const { width, height } = seen(state);
  zoom.x = Math.max(0, Math.min(x, layout.width - width));
  zoom.y = Math.max(0, Math.min(y, layout.height - height));
  svg.setAttribute("viewBox", `${zoom.x} ${zoom.y} ${width} ${height}`);
  svg.classList.toggle("zoomed", zoom.scale > 1);
  placeRim(state);
  zoom.onChange(zoom.scale);
}

export function resetZoom(state: BoardState) {
  state.zoom.scale = 1;
  show(state, 0, 0);
}

/** Zooms by a factor. `point` (in units of the SVG) keeps its place on the screen; the default is the middle of the visible part. */
export function zoomBy(state: BoardState, factor: number, point?: { x: number; y: number }) {
  const { zoom } = state;
  const { width, height } = seen(state);
  const { x, y } = point ?? { x: zoom.x + width / 2, y: zoom.y + height / 2 };
  const scale = Math.max(1, Math.min(MOST, zoom.scale * factor));
  const part = zoom.scale / scale;
  zoom.scale = scale;
  show(state, x - (x - zoom.x) * part, y - (y - zoom.y) * part);
}

/** Moves the visible part of the board by dx to the right and dy down, in units of the SVG. */
export function panBy(state: BoardState, dx: number, dy: number) {
  show(state, state.zoom.x + dx, state.zoom.y + dy);
}

/** Pans a zoomed board, if necessary, so that the point (x, y) is well inside the visible part. */
export function reveal(state: BoardState, x: number, y: number) {
  const { zoom } = state;
  if (zoom.scale === 1) return;
  const { width, height } = seen(state);
  const insideX = x > zoom.x + EDGE && x < zoom.x + width - EDGE;
  const insideY = y > zoom.y + EDGE && y < zoom.y + height - EDGE;
  if (!insideX || !insideY) show(state, x - width / 2, y - height / 2);
}

/** The point of the board, in units of the SVG, at a place on the screen. */
export function toBoard({ svg }: BoardState, { clientX, clientY }: ScreenPoint) {
  return new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM()?.inverse());
}
