// Draws the wood of a board: a straight grain, lit from the upper left. The grain is random but always the same, because the generator has
// a fixed seed.

import { s } from "../lib/dom.ts";

const SEED = 20011;
const NARROW = 5; // minimum number of units between two lines of the grain
const WIDE = 15; // maximum number of units between two lines of the grain
const SWAY = 9; // maximum number of units by which a line of the grain leans to the side

/** Returns a generator of random-looking numbers from 0 to 1 (linear congruential, with the constants of Numerical Recipes). */
function randomly() {
  let state = SEED;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function grain(width: number, height: number) {
  const random = randomly();
  const lines = [];
  let lean = 0;
  for (let x = 0; x < width + SWAY; x += NARROW + random() * (WIDE - NARROW)) {
    lean = Math.max(-SWAY, Math.min(SWAY, lean + (random() - 0.5) * 4));
    const bend = lean + (random() - 0.5) * 3;
    const [third, bottom] = [Math.round(height / 3), height];
    const points = [x + bend, third, x - bend / 2, 2 * third, x + lean, bottom].map((each) =>
      Number(each.toFixed(1)),
    );
    lines.push(
      s("path", {
        class: random() < 0.35 ? "grain light" : "grain",
        d: `M${x.toFixed(1)},0C${points.join()}`,
        "stroke-width": (0.7 + random() * 2.6).toFixed(1),
        opacity: (0.25 + random() * 0.75).toFixed(2),
      }),
    );
  }
  return lines;
}

/**
 * The elements of a piece of wood. The grain runs along the files of the board.
 * @param lying the files run from side to side, as on a strip
 */
export const wood = (width: number, height: number, lying: boolean) => [
  s("rect", { class: "wood", x: 0, y: 0, width, height }),
  lying
    ? s("g", { transform: "matrix(0 1 1 0 0 0)" }, grain(height, width))
    : s("g", null, grain(width, height)),
  s("rect", { class: "sheen", x: 0, y: 0, width, height }),
];
