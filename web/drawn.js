// Arrows and marks that somebody draws on the board. They are nobody else's, and are gone with the next click or move.

import { s } from "./dom.js";

/** @import { Layout } from "./layout.js" */

/** @typedef {{from: number, to: number}} Stroke an arrow between two squares, or a mark on one */

const RADIUS = 0.43; // of a mark, in squares
const HEAD = 26; // length of an arrow's head, in units of the picture
const SHORT = 12; // units by which an arrow ends before the middle of its square

/**
 * @param {Layout} layout
 * @param {Stroke} stroke
 */
function draw(layout, { from, to }) {
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
  constructor() {
    /** @type {Stroke[]} */
    this.strokes = [];
    this.group = s("g", { class: "drawn", "aria-hidden": "true" });
  }

  /**
   * Drawn once more, a stroke goes away.
   * @param {Stroke} stroke
   */
  toggle({ from, to }) {
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

  /**
   * @param {Layout} layout
   * @param {Stroke | null} under what is being drawn
   */
  show(layout, under = null) {
    const all = under ? [...this.strokes, under] : this.strokes;
    this.group.replaceChildren(...all.map((stroke) => draw(layout, stroke)));
  }
}
