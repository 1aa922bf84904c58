// The list of a game's handicaps in its rules: names, and the pieces that gote lacks.

import { pieceIcon } from "../board/pieces.ts";
import { styleOf } from "../board/style.ts";
import { boardAt } from "../core/index.ts";
import { say, typeName } from "../language/catalogue.ts";
import { counted } from "../language/words.ts";
import { h } from "../lib/dom.ts";
import { handicapName } from "./rulechips.ts";
import type { HandicapStart, Variant } from "../core/index.ts";

/**
 * A row of the list: a handicap's name and the pieces that gote lacks.
 * @param whole the pieces by square of the starting position without a handicap
 */
function row(variant: Variant, whole: number[], handicap: HandicapStart) {
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
        pieceIcon(variant.type(piece), { side: 1, set: styleOf(variant.family), small: true }),
      ),
      say("handicap.without", { pieces }),
    ),
  ];
}

/** The part of the rules with the handicaps; null if the game has none. */
export function handicapList(variant: Variant) {
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
