// The families of movement, which the foot of a piece shows on large boards.

import { constants } from "../core/index.ts";
import type { PieceType } from "../core/index.ts";

/** The families of movement, by the marks in the diagram of a piece's moves. A piece belongs to the first one that fits. */
const FAMILIES = [
  ["burn", ["burn"]],
  ["lion", ["victim", "area"]],
  ["jump", ["jump", "hop"]],
  ["slide", ["slide"]],
] as const;

export type Foot = (typeof FAMILIES)[number][0] | "step";

/** All families of movement, from the plainest. */
export const FEET: readonly Foot[] = ["step", "slide", "jump", "lion", "burn"];

/** The family of movement of a kind of piece. */
export function footOf({ marks }: PieceType): Foot {
  const all = marks.reduce((bits, [, , kinds]) => bits | kinds, 0);
  const has = (name: keyof typeof constants.marks) => (all & constants.marks[name]) !== 0;
  return FAMILIES.find(([, names]) => names.some(has))?.[0] ?? "step";
}
