// The games that come with Henka, by their standard rulings; read once.

import { parseVariant, shippedNames } from "./rules.js";

/** @import { Variant } from "./rules.js" */

/** @type {Variant[] | null} */
let variants = null;

export function shipped() {
  variants ??= shippedNames().flatMap((name) => parseVariant(name, null).variant ?? []);
  return variants;
}
