// Arrows and marks that somebody draws on the board. They are nobody else's, and are gone with the next click or move.

import { s } from "../lib/dom.ts";
import type { Layout } from "./layout.ts";

/** an arrow between two squares, or a mark on one */
export interface Stroke {
  from: number;
  to: number;
}

const RADIUS = 0.43; // radius of a mark, in squares
const HEAD = 26; // length of an arrow's head, in units of the picture
const SHORT = 12; // units between an arrow's head and the middle of its square

function draw(layout: Layout, { from, to }: Stroke) {
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

export class Drawn {
  strokes: Stroke[] = [];
  group: SVGGElement = s("g", { class: "drawn", "aria-hidden": "true" });

  constructor() {}

  /** Adds a stroke, or removes it if it is drawn already. */
  toggle({ from, to }: Stroke) {
    const others = this.strokes.filter((each) => each.from !== from || each.to !== to);
    const had = others.length < this.strokes.length;
    this.strokes = had ? others : [...others, { from, to }];
    return !had;
  }

  clear() {
    const had = this.strokes.length > 0;
    this.strokes = [];
    return had;
  }

  /** @param under what is being drawn */
  show(layout: Layout, under: Stroke | null = null) {
    const all = under ? [...this.strokes, under] : this.strokes;
    this.group.replaceChildren(...all.map((stroke) => draw(layout, stroke)));
  }
}
