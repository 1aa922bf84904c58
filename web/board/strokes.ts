// Draws the strokes of the pen on the board: arrows and marks.

import { s } from "../lib/dom.ts";
import type { Layout } from "./layout.ts";

/** A stroke: an arrow between two squares, or a mark on one square (from = to). */
export interface Stroke {
  from: number;
  to: number;
}

/** The state of a board's pen, with which the visitor draws. */
export interface Pen {
  /** the left mouse button and a finger draw instead of moving pieces; the right button always draws */
  on: boolean;
  /** the stroke that is being drawn, by its squares: { from: 40, to: 42 }; null: none */
  current: Stroke | null;
  /** the finished strokes on the board */
  strokes: Stroke[];
  /** the layer in the SVG that contains the strokes */
  group: SVGGElement;
}

// HEAD and SHORT are in units of the board's SVG.
const RADIUS = 0.43; // radius of a mark, as a fraction of the square's shorter side
const HEAD = 26; // length of an arrow's head
const SHORT = 12; // distance between an arrow's end and the middle of its square

export const newPen = (): Pen => ({
  on: false,
  current: null,
  strokes: [],
  group: s("g", { class: "drawn", "aria-hidden": "true" }),
});

function strokeShape(layout: Layout, { from, to }: Stroke) {
  const [x, y] = [layout.x(from), layout.y(from)];
  if (from === to) {
    const r = RADIUS * Math.min(layout.cell.width, layout.cell.height);
    return s("circle", { class: "stroke", cx: x, cy: y, r });
  }
  const [dx, dy] = [layout.x(to) - x, layout.y(to) - y];
  const length = Math.hypot(dx, dy);
  const end = length - SHORT;
  const turn = (Math.atan2(dy, dx) * 180) / Math.PI;
  const neck = end - HEAD;
  const d = `M0,-6H${neck}V-18L${end},0L${neck},18V6H0Z`;
  return s("path", { class: "stroke arrow", d, transform: `translate(${x},${y}) rotate(${turn})` });
}

/** Draws the finished strokes, and the one that is being drawn above them. */
export function drawStrokes({ strokes, current, group }: Pen, layout: Layout) {
  const all = current ? [...strokes, current] : strokes;
  group.replaceChildren(...all.map((stroke) => strokeShape(layout, stroke)));
}

/** Forgets the finished strokes; returns false if there were none. */
export function clearStrokes(pen: Pen) {
  const had = pen.strokes.length > 0;
  pen.strokes = [];
  return had;
}
