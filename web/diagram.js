// A piece's moves drawn from the marks of its leg program.

import { say, typeName } from "./catalogue.js";
import { s } from "./dom.js";
import { pieceShape } from "./pieces.js";
import { constants } from "./rules.js";

/** @import { Mark, PieceType } from "./core.js" */

const REACH = 3; // squares to each side that a diagram shows at least
const FAR = 5; // and at most
const STRIP_REACH = 8; // of a strip
const CELL = 40;

/** What the marks mean: picture, words, and which marks show it. */
function explanations() {
  const { move, capture, slide, jump, hop, victim, area, burn } = constants.marks;
  const step = move | capture;
  /** @param {number} ends */
  const leap = (ends) => (/** @type {number} */ kinds) =>
    (kinds & step) === ends && !(kinds & (slide | jump | hop));
  /** @param {number} bit */
  const has = (bit) => (/** @type {number} */ kinds) => (kinds & bit) !== 0;
  return [
    { kinds: step, words: say("mark.step"), shows: leap(step) },
    { kinds: move, words: say("mark.move"), shows: leap(move) },
    { kinds: capture, words: say("mark.capture"), shows: leap(capture) },
    { kinds: step | slide, words: say("mark.slide"), shows: has(slide) },
    { kinds: step | jump, words: say("mark.jump"), shows: has(jump) },
    { kinds: capture | hop, words: say("mark.hop"), shows: has(hop) },
    { kinds: victim, words: say("mark.victim"), shows: has(victim) },
    { kinds: step | area, words: say("mark.area"), shows: has(area) },
    { kinds: step | burn, words: say("mark.burn"), shows: has(burn) },
  ];
}

/**
 * The explanations of the marks that these kinds of pieces have.
 * @param {readonly PieceType[]} types
 */
export function legend(types) {
  const used = [...new Set(types.flatMap(({ marks }) => marks.map(([, , kinds]) => kinds)))];
  return explanations().filter(({ shows }) => used.some(shows));
}

/**
 * @param {number} dx
 * @param {number} dy
 */
function arrow(dx, dy) {
  const angle = (Math.atan2(dx, dy) * 180) / Math.PI;
  return s("path", { class: "d-arrow", d: "M-6,5L0,-7L6,5Z", transform: `rotate(${angle})` });
}

/**
 * The mark of one square, about the origin.
 * @param {Mark} mark
 */
function drawMark([dx, dy, kinds]) {
  const { marks } = constants;
  /** @param {keyof typeof marks} name */
  const has = (name) => (kinds & marks[name]) !== 0;
  const parts = [];
  if (has("burn")) {
    parts.push(s("rect", { class: "d-burn", x: -17, y: -17, width: 34, height: 34, rx: 6 }));
  }
  if (has("area")) {
    parts.push(s("rect", { class: "d-area", x: -14, y: -14, width: 28, height: 28, rx: 14 }));
  }
  if (has("slide")) parts.push(arrow(dx, dy));
  else if (has("move") && has("capture")) {
    parts.push(s("circle", { class: has("jump") ? "d-jump" : "d-both", r: 7 }));
  } else if (has("capture")) parts.push(s("circle", { class: "d-capture", r: 7 }));
  else if (has("move")) parts.push(s("circle", { class: "d-move", r: 7 }));
  if (has("hop")) parts.push(s("path", { class: "d-hop", d: "M-11,6Q0,-14 11,6" }));
  if (has("victim")) {
    const star = "M0,-15L4,-5L15,-5L6,2L9,13L0,6L-9,13L-6,2L-15,-5L-4,-5Z";
    parts.push(s("path", { class: "d-victim", d: star }));
  }
  return s("g", { class: "d-mark" }, parts);
}

/** @param {number} kinds */
export const markIcon = (kinds) =>
  s(
    "svg",
    { class: "mark-icon", viewBox: "-20 -20 40 40", "aria-hidden": "true" },
    drawMark([0, 1, kinds]),
  );

/**
 * How far the drawing has to reach: as far as leaps and walks; what goes on and on needs no more than REACH.
 * @param {readonly Mark[]} marks
 */
function reachOf(marks) {
  const { slide, hop, victim } = constants.marks;
  const near = marks.filter(([, , kinds]) => !(kinds & (slide | hop | victim)));
  const steps = near.map(([dx, dy]) => Math.min(FAR, Math.max(Math.abs(dx), Math.abs(dy))));
  return Math.max(REACH, ...steps);
}

/**
 * The piece in the middle of its marks. A strip is drawn lying, forwards to the right.
 * @param {PieceType} type
 * @param {{set?: string, strip?: boolean}} options
 */
export function moveDiagram(type, { set = "auto", strip = false } = {}) {
  const across = strip ? 0 : reachOf(type.marks);
  const along = strip ? STRIP_REACH : across;
  /** @type {(dx: number, dy: number) => [number, number]} */
  const place = (dx, dy) => (strip ? [dy * CELL, 0] : [dx * CELL, -dy * CELL]);
  const cells = [];
  for (let dy = -along; dy <= along; dy++) {
    for (let dx = -across; dx <= across; dx++) {
      const [x, y] = place(dx, dy);
      const corner = { x: x - CELL / 2, y: y - CELL / 2 };
      cells.push(s("rect", { class: "d-cell", ...corner, width: CELL, height: CELL }));
    }
  }
  const marks = type.marks
    .filter(([dx, dy]) => Math.abs(dx) <= across && Math.abs(dy) <= along && (dx || dy))
    .map(([dx, dy, kinds]) => {
      const picture = drawMark(strip ? [dy, 0, kinds] : [dx, dy, kinds]);
      picture.setAttribute("transform", `translate(${place(dx, dy).join()})`);
      return picture;
    });
  const [columns, rows] = strip ? [2 * along + 1, 1] : [2 * across + 1, 2 * along + 1];
  const [width, height] = [columns * CELL, rows * CELL];
  return s(
    "svg",
    {
      class: `diagram ${strip ? "strip" : ""}`,
      viewBox: `${-width / 2 - 2} ${-height / 2 - 2} ${width + 4} ${height + 4}`,
      role: "img",
      "aria-label": say("diagram.label", { piece: typeName(type), moves: type.words }),
    },
    cells,
    s("g", { transform: "scale(.38)" }, pieceShape(type, { set, turn: strip ? 90 : 0 })),
    marks,
  );
}
