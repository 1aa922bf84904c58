// Draws the marks on a square (frames, dots, brackets, filled corners) by its CSS classes.

import { s } from "../lib/dom.ts";
import type { Layout } from "./layout.ts";
import type { BoardState } from "./state.ts";

// The lengths below are in units of the board's SVG.
const FRAME = 3.5; // distance from the edge of a square to the middle of the line of a frame in the square
const BRACKET = 24; // length of the arms of the brackets in the corners of a square where the move can capture
const CORNER = 26; // length of the sides of the filled corner in a square that is attacked
const CHEVRON = "M-13,7L0,-7L13,7";
const CROSS = "M-26,-26L26,26M-26,26L26,-26";
const INSIDE = 14; // distance of the middle of a sign from the edges of the corner in which it lies
const SMALL = 0.5; // size of a sign in a corner
/**
 * Classes of attacked squares, with the corner that is filled. 1: the lower left, for squares that the side at the bottom attacks; -1: the
 * upper right, for the other side.
 */
const ATTACKS: [string, number][] = [
  ["attacked-near", 1],
  ["attacked-far", -1],
];
/** Classes that are drawn as a frame. A square with several of them shows the frame of the first one. */
const FRAMES = ["check", "clicked", "origin", "premoved", "hinted", "last", "taken"];

/** The classes of a square by the view: what is marked on it. css/board.css draws by them. */
export function squareClasses({ view, on }: BoardState, square: number) {
  const piece = view.state.board[square];
  const target = view.targets?.get(square);
  const classes: Record<string, boolean | undefined> = {
    last: view.last?.squares.includes(square),
    taken: view.last?.taken.includes(square),
    check: view.check === square,
    origin: view.origin === square,
    clicked: view.clicks.includes(square),
    victim: view.victims.includes(square),
    frozen: piece !== 0 && view.state.frozen.includes(square),
    movable: piece !== 0 && on.canDrag(square),
    hinted: view.hint.includes(square),
    premoved: view.premove.includes(square),
    ends: target?.ends,
    "goes-on": target?.goesOn,
    takes: target?.takes,
    "attacked-near": view.attacked[view.flip ? 1 : 0].has(square),
    "attacked-far": view.attacked[view.flip ? 0 : 1].has(square),
  };
  return new Set(Object.keys(classes).filter((name) => classes[name]));
}

/**
 * The elements that mark a square, by its classes, the lowest first. Their origin is the middle of the square.
 * @param isOccupied a piece stands on the square
 */
export function marks({ cell }: Layout, classes: Set<string>, isOccupied: boolean) {
  const shapes = [];
  const [x, y] = [cell.width / 2 - FRAME, cell.height / 2 - FRAME];
  for (const [name, sign] of ATTACKS) {
    if (!classes.has(name)) continue;
    const d = `M${-sign * x},${sign * y}h${sign * CORNER}L${-sign * x},${sign * (y - CORNER)}Z`;
    shapes.push(s("path", { class: `mark ${name}`, d }));
  }
  const frame = FRAMES.find((name) => classes.has(name));
  if (frame) {
    shapes.push(
      s("rect", { class: `mark frame ${frame}`, x: -x, y: -y, width: 2 * x, height: 2 * y }),
    );
  }
  if (classes.has("frozen")) {
    const d = "M-14,0H14M-7,-12L7,12M-7,12L7,-12";
    shapes.push(s("path", { class: "frost", d, transform: "translate(26,-30)" }));
  }
  if (classes.has("takes") && (classes.has("ends") || classes.has("goes-on"))) {
    const corner = (h: number, v: number) =>
      `M${h * x},${v * (y - BRACKET)}V${v * y}H${h * (x - BRACKET)}`;
    const d = corner(-1, -1) + corner(1, -1) + corner(1, 1) + corner(-1, 1);
    shapes.push(s("path", { class: "mark brackets", d }));
  } else if (classes.has("ends")) {
    shapes.push(s("circle", { class: "mark dot", r: 13 }));
  }
  const inCorner = (h: number) => `translate(${h * (x - INSIDE)},${INSIDE - y}) scale(${SMALL})`; // so that a sign never lies on the character of a piece
  if (classes.has("goes-on")) {
    const alone = !isOccupied && !classes.has("ends");
    const transform = alone ? "scale(1.4)" : inCorner(1);
    shapes.push(s("path", { class: "mark chevron", d: CHEVRON, transform }));
  }
  if (classes.has("victim")) {
    shapes.push(s("path", { class: "mark cross", d: CROSS, transform: inCorner(-1) }));
  }
  return shapes;
}
