// A piece's moves drawn from the marks of its leg program.

import { s } from "./dom.js";
import { pieceShape } from "./pieces.js";

const MARK = { move: 1, capture: 2, slide: 4, jump: 8, hop: 16, victim: 32, area: 64, burn: 128 };
const REACH = 3;
const FAR = 5;
const STRIP_REACH = 8;
const CELL = 40;

const STEP = MARK.move | MARK.capture;
const plain = (kinds) => (found) =>
  (found & STEP) === kinds && !(found & (MARK.slide | MARK.jump | MARK.hop));
const special = (kind) => (found) => (found & kind) !== 0;

/** What a mark means: picture, words, and which marks show it. */
export const LEGEND = [
  [STEP, "moves or captures here", plain(STEP)],
  [MARK.move, "only moves here", plain(MARK.move)],
  [MARK.capture, "only captures here", plain(MARK.capture)],
  [STEP | MARK.slide, "slides on in this direction", special(MARK.slide)],
  [STEP | MARK.jump, "jumps here over anything", special(MARK.jump)],
  [MARK.capture | MARK.hop, "reached over exactly one piece", special(MARK.hop)],
  [MARK.victim, "may capture here and go on, or return", special(MARK.victim)],
  [STEP | MARK.area, "walks here over empty squares", special(MARK.area)],
  [STEP | MARK.burn, "may burn pieces next to this square", special(MARK.burn)],
];

const has = (kinds, kind) => (kinds & kind) !== 0;

function arrow(dx, dy) {
  const angle = (Math.atan2(dx, dy) * 180) / Math.PI;
  return s("path", { class: "d-arrow", d: "M-6,5L0,-7L6,5Z", transform: `rotate(${angle})` });
}

/** One square's mark about the origin. */
function mark(dx, dy, kinds) {
  const parts = [];
  if (has(kinds, MARK.burn)) {
    parts.push(s("rect", { class: "d-burn", x: -17, y: -17, width: 34, height: 34, rx: 6 }));
  }
  if (has(kinds, MARK.area)) {
    parts.push(s("rect", { class: "d-area", x: -14, y: -14, width: 28, height: 28, rx: 14 }));
  }
  if (has(kinds, MARK.slide)) parts.push(arrow(dx, dy));
  else if (has(kinds, MARK.move) && has(kinds, MARK.capture)) {
    parts.push(s("circle", { class: has(kinds, MARK.jump) ? "d-jump" : "d-both", r: 7 }));
  } else if (has(kinds, MARK.capture)) parts.push(s("circle", { class: "d-capture", r: 7 }));
  else if (has(kinds, MARK.move)) parts.push(s("circle", { class: "d-move", r: 7 }));
  if (has(kinds, MARK.hop)) parts.push(s("path", { class: "d-hop", d: "M-11,6Q0,-14 11,6" }));
  if (has(kinds, MARK.victim)) {
    parts.push(
      s("path", {
        class: "d-victim",
        d: "M0,-15L4,-5L15,-5L6,2L9,13L0,6L-9,13L-6,2L-15,-5L-4,-5Z",
      }),
    );
  }
  return s("g", { class: "d-mark" }, parts);
}

export function markIcon(kinds) {
  return s(
    "svg",
    { class: "mark-icon", viewBox: "-20 -20 40 40", "aria-hidden": "true" },
    mark(0, 1, kinds),
  );
}

/** How far the drawing has to reach: as far as leaps and walks; what goes on and on needs no more than three squares. */
function reachOf(marks) {
  const near = marks.filter(([, , kinds]) => !(kinds & (MARK.slide | MARK.hop | MARK.victim)));
  return Math.max(
    REACH,
    ...near.map(([dx, dy]) => Math.min(FAR, Math.max(Math.abs(dx), Math.abs(dy)))),
  );
}

export function moveDiagram(type, { set = "auto", strip = false } = {}) {
  const across = strip ? 0 : reachOf(type.marks);
  const along = strip ? STRIP_REACH : across;
  const columns = 2 * across + 1;
  const rows = 2 * along + 1;
  const cells = [];
  const marks = [];
  const place = (dx, dy) => (strip ? [dy * CELL, 0] : [dx * CELL, -dy * CELL]);
  for (let dy = -along; dy <= along; dy++) {
    for (let dx = -across; dx <= across; dx++) {
      const [x, y] = place(dx, dy);
      cells.push(
        s("rect", { class: "d-cell", x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL }),
      );
    }
  }
  for (const [dx, dy, kinds] of type.marks) {
    if (Math.abs(dx) > across || Math.abs(dy) > along || (!dx && !dy)) continue;
    const [x, y] = place(dx, dy);
    const picture = mark(strip ? dy : dx, strip ? 0 : dy, kinds);
    picture.setAttribute("transform", `translate(${x},${y})`);
    marks.push(picture);
  }
  const [w, hgt] = strip ? [rows * CELL, CELL] : [columns * CELL, rows * CELL];
  const piece = pieceShape(type, { set, turn: strip ? 90 : 0 });
  const scaled = s("g", { transform: "scale(.38)" }, piece);
  return s(
    "svg",
    {
      class: `diagram ${strip ? "strip" : ""}`,
      viewBox: `${-w / 2 - 2} ${-hgt / 2 - 2} ${w + 4} ${hgt + 4}`,
      role: "img",
      "aria-label": `Moves of the ${type.name}: ${type.words}`,
    },
    cells,
    scaled,
    marks,
  );
}
