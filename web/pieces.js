// Pieces as pictures: a pentagon pointing to the enemy, with kanji or western letters.

import { s } from "./dom.js";

const BODY = "M0,-45 L31,-31 L41,44 L-41,44 L-31,-31 Z";

export const SETS = [
  ["auto", "Kanji, as fits"],
  ["kanji1", "Kanji, one character"],
  ["kanji2", "Kanji, two characters"],
  ["western", "Western letters"],
];

const isPromoted = (type) => type.unpromoted > 0;

/** The characters on the piece, one a line. small: one character where the choice is ours. */
function labelOf(type, set, small, side) {
  const fallback = type.western || type.id;
  if (set === "western" || !(type.kanji1 || type.kanji)) return [fallback];
  const name = (side && type.kanjiGote) || type.kanji;
  const single = (side && type.kanji1Gote) || type.kanji1;
  const two = set === "kanji2" || (set === "auto" && !small);
  return [...(two ? name || single : single || name)].slice(0, 2);
}

function label(lines, isKanji) {
  if (!isKanji) {
    const size = lines[0].length > 2 ? 32 : lines[0].length > 1 ? 40 : 50;
    return [s("text", { y: 10, "font-size": size, class: "letters", text: lines[0] })];
  }
  if (lines.length === 1) return [s("text", { y: 6, "font-size": 58, text: lines[0] })];
  return lines.map((line, i) => s("text", { y: i ? 22 : -13, "font-size": 36, text: line }));
}

/**
 * A piece about the origin, 100 units high. turn: degrees clockwise the pentagon is turned; text stays upright where it is turned sideways
 * or shows letters.
 */
export function pieceShape(
  type,
  { side = 0, turn = 0, set = "auto", small = false, frozen = false } = {},
) {
  const lines = labelOf(type, set, small, side);
  const isKanji = lines[0].charCodeAt(0) > 0x7f;
  const classes = [
    "piece",
    side ? "gote" : "sente",
    isPromoted(type) ? "promoted" : "",
    frozen ? "frozen" : "",
  ];
  const textTurn = isKanji && turn % 180 === 0 ? turn : 0;
  const text = s(
    "g",
    { class: "label", transform: textTurn ? `rotate(${textTurn})` : null },
    label(lines, isKanji),
  );
  if (turn % 180) {
    text.setAttribute("transform", `translate(${turn === 90 ? -6 : 6},-4) scale(.92)`);
  } else if (!isKanji && turn === 180) text.setAttribute("transform", "translate(0,-18)");
  return s(
    "g",
    { class: classes.filter(Boolean).join(" "), "aria-hidden": "true" },
    s("path", { d: BODY, class: "body", transform: turn ? `rotate(${turn})` : null }),
    text,
  );
}

/** A picture of its own, for hands, lists and dialogs. */
export function pieceIcon(type, options = {}) {
  return s(
    "svg",
    { class: "piece-icon", viewBox: "-48 -50 96 100", "aria-hidden": "true" },
    pieceShape(type, options),
  );
}

/** "promoted pawn (tokin)" is one name each; a face says which it is. */
export function pieceName(type) {
  return isPromoted(type) ? `${type.name} (promoted)` : type.name;
}
