// The games that come with Henka, by their standard rulings; read once.

import { parseVariant, shippedNames } from "./rules.js";

/** @import { Variant } from "./rules.js" */

export const FIRST = "shogi"; // stands before the others, and is chosen first: the one that most people know

/** @type {Variant[] | null} */
let variants = null;

/** In the order in which they are shown. */
export function shipped() {
  variants ??= shippedNames()
    .sort((a, b) => Number(b === FIRST) - Number(a === FIRST))
    .flatMap((name) => parseVariant(name, null).variant ?? []);
  return variants;
}
