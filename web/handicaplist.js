// The handicaps of a game, for its rules: what each is called, and which pieces it leaves out.

import { say, typeName } from "./catalogue.js";
import { h } from "./dom.js";
import { pieceIcon } from "./pieces.js";
import { handicapName } from "./rulechips.js";
import { boardAt } from "./rules.js";
import { settings } from "./settings.js";
import { counted } from "./words.js";

/** @import { HandicapStart } from "./core.js" */
/** @import { Variant } from "./rules.js" */

/**
 * @param {Variant} variant
 * @param {number[]} whole the board without a handicap
 * @param {HandicapStart} handicap
 */
function row(variant, whole, handicap) {
  const left = boardAt(variant, handicap.start);
  const off = whole.filter((piece, square) => piece && !left[square]);
  const kinds = [...new Set(off)].map((piece) => variant.type(piece));
  const pieces = kinds.map((type) =>
    counted(typeName(type), off.filter((piece) => variant.type(piece) === type).length),
  );
  return [
    h("dt", { text: handicapName(handicap) }),
    h(
      "dd",
      null,
      off.map((piece) =>
        pieceIcon(variant.type(piece), { side: 1, set: settings.pieces, small: true }),
      ),
      say("handicap.without", { pieces }),
    ),
  ];
}

/**
 * The part of the rules that lists them; null where a game has none.
 * @param {Variant} variant
 */
export function handicapList(variant) {
  const { handicaps } = variant;
  if (!handicaps.length) return null;
  const whole = boardAt(variant);
  return [
    h("p", { text: say("handicap.help") }),
    h(
      "dl",
      { class: "handicaps" },
      handicaps.map((handicap) => row(variant, whole, handicap)),
    ),
  ];
}
