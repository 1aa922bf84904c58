// Draws a piece's moves as a small shape on the piece: a stroke for each step, an arrow for each slide, a dot for each jump.

import { constants } from "../core/index.ts";
import { s } from "../lib/dom.ts";
import type { Mark } from "../core/index.ts";
import type { Face } from "./pieces.ts";

const STEP = 13; // units of the piece's picture that stand for the distance between two squares
const NEAR = 2; // number of squares to each side of the piece that the shape shows; moves further away are drawn at its edge
const LONG = 31; // length of an arrow in units of the piece's picture

const those = (marks: readonly Mark[], wanted: (mark: Mark) => boolean) =>
  marks.filter((mark) => (mark[0] || mark[1]) && wanted(mark));

/** The shape of a piece's moves; null: the rules have computed no Marks for the piece, so nothing can be drawn. */
export function moveShape({ marks = [], royal = false }: Face) {
  if (!marks.length) return null;
  const { move, capture, slide, hop, victim, area, burn } = constants.marks;
  const goes = move | capture;
  const far = ([dx, dy]: Mark) => Math.max(Math.abs(dx), Math.abs(dy));
  const slides = those(marks, (mark) => far(mark) === 1 && (mark[2] & slide) !== 0);
  const steps = those(
    marks,
    (mark) => far(mark) === 1 && !(mark[2] & slide) && (mark[2] & goes) !== 0,
  );
  const leaps = those(
    marks,
    (mark) => far(mark) > 1 && !(mark[2] & (slide | hop)) && (mark[2] & (goes | area)) !== 0,
  );
  const hops = those(marks, (mark) => far(mark) <= NEAR && (mark[2] & hop) !== 0);
  const burns = marks.some((mark) => mark[2] & burn);
  const victims = those(marks, (mark) => far(mark) === 1 && (mark[2] & victim) !== 0);
  const toward =
    (length: number) =>
    ([dx, dy]: Mark) => {
      const part = length / Math.hypot(dx, dy);
      return `M0,0L${(dx * part).toFixed(1)},${(-dy * part).toFixed(1)}`;
    };
  const heads = slides.map(([dx, dy]) => {
    const turn = (Math.atan2(dx, dy) * 180) / Math.PI;
    return s("path", {
      d: `M-6,${7 - LONG}L0,${-LONG}L6,${7 - LONG}`,
      transform: `rotate(${turn})`,
    });
  });
  const dot: (className: string, radius: number) => (mark: Mark) => SVGElement =
    (className, radius) => (mark) => {
      const part = (STEP * Math.min(NEAR, far(mark))) / far(mark);
      return s("circle", { class: className, cx: mark[0] * part, cy: -mark[1] * part, r: radius });
    };
  return s(
    "g",
    { class: "shape", transform: "translate(0,6)" },
    s("path", {
      d: [...slides.map(toward(LONG)), ...steps.map(toward(STEP + 6))].join("") || "M0,0",
    }),
    heads,
    burns ? s("circle", { class: "open", r: 20 }) : null,
    leaps.map(dot("full", 3.6)),
    hops.map(dot("open", 4)),
    victims.map(dot("full", 5)),
    royal
      ? s("rect", { class: "royal", x: -8, y: -8, width: 16, height: 16 })
      : s("circle", { class: "full", r: 6 }),
  );
}
