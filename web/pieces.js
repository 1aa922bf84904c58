// Pieces as pictures: a pentagon pointing to the enemy, with kanji or western letters.

import { say, typeName } from "./catalogue.js";
import { s } from "./dom.js";

/** @import { PlainKey } from "./catalogue.types.js" */
/** @import { PieceType, Side } from "./core.js" */

/**
 * What a picture shows of a kind of piece.
 * @typedef {Pick<PieceType, "id" | "kanji" | "kanji1" | "western" | "unpromoted"> & Partial<Pick<PieceType, "kanjiGote" | "kanji1Gote">>} Face
 *
 * @typedef {object} PieceLook
 * @property {Side} [side]
 * @property {number} [turn] degrees clockwise that the pentagon is turned
 * @property {string} [set] name of a piece set
 * @property {boolean} [small] one character, where the set leaves the choice
 * @property {boolean} [frozen]
 */

const BODY = "M0,-45 L31,-31 L41,44 L-41,44 L-31,-31 Z";

/** @param {Face} face */
const kanji1 = (face) => face.kanji1 || face.kanji;
/** @param {Face} face */
const kanji2 = (face) => face.kanji || face.kanji1;
/** @param {Face} face */
const letters = (face) => face.western || face.id;

/**
 * A face as a side's pieces show it: some kinds have other kanji on gote's.
 * @param {Face} face
 * @param {Side} side
 */
const faceOf = (face, side) =>
  side
    ? { ...face, kanji: face.kanjiGote || face.kanji, kanji1: face.kanji1Gote || face.kanji1 }
    : face;

/**
 * The piece sets, and what each writes on a piece; where a set has nothing to write, letters stand there. A new set is a new row: without a
 * title its name stands in the menu.
 * @type {{name: string, title?: PlainKey, write: (face: Face, small: boolean) => string}[]}
 */
export const PIECE_SETS = [
  {
    name: "auto",
    title: "pieces.auto",
    write: (face, small) => (small ? kanji1(face) : kanji2(face)),
  },
  { name: "kanji1", title: "pieces.kanji1", write: kanji1 },
  { name: "kanji2", title: "pieces.kanji2", write: kanji2 },
  { name: "western", title: "pieces.western", write: letters },
];

/** @param {string} name */
const pieceSet = (name) => PIECE_SETS.find((set) => set.name === name) ?? PIECE_SETS[0];

/**
 * Kanji stand one below the other, two at most; letters side by side.
 * @param {string} text
 * @param {boolean} isKanji
 */
function label(text, isKanji) {
  if (!isKanji) {
    const size = text.length > 2 ? 25 : text.length > 1 ? 34 : 50;
    return [s("text", { y: 10, "font-size": size, class: "letters", text })];
  }
  const [upper, lower] = text;
  if (!lower) return [s("text", { y: 6, "font-size": 58, text: upper })];
  return [
    s("text", { y: -13, "font-size": 36, text: upper }),
    s("text", { y: 22, "font-size": 36, text: lower }),
  ];
}

/**
 * A piece about the origin, 100 units high. Its text stays upright where the piece is turned sideways or shows letters.
 * @param {Face} face
 * @param {PieceLook} look
 */
export function pieceShape(
  face,
  { side = 0, turn = 0, set = "auto", small = false, frozen = false } = {},
) {
  const text = pieceSet(set).write(faceOf(face, side), small) || letters(face);
  const isKanji = text.charCodeAt(0) > 0x7f;
  const classes = ["piece", side ? "gote" : "sente"];
  if (face.unpromoted) classes.push("promoted");
  if (frozen) classes.push("frozen");
  const textTurn = isKanji && turn % 180 === 0 ? turn : 0;
  const words = s(
    "g",
    { class: "label", transform: textTurn ? `rotate(${textTurn})` : null },
    label(text, isKanji),
  );
  if (turn % 180) {
    words.setAttribute("transform", `translate(${turn === 90 ? -6 : 6},-4) scale(.92)`);
  } else if (!isKanji && turn === 180) {
    words.setAttribute("transform", "translate(0,-18)");
  }
  return s(
    "g",
    { class: classes.join(" "), "aria-hidden": "true" },
    s("path", { d: BODY, class: "body", transform: turn ? `rotate(${turn})` : null }),
    words,
  );
}

/**
 * A picture of its own, for hands, lists and dialogs.
 * @param {Face} face
 * @param {PieceLook} look
 */
export const pieceIcon = (face, look = {}) =>
  s(
    "svg",
    { class: "piece-icon", viewBox: "-48 -50 96 100", "aria-hidden": "true" },
    pieceShape(face, look),
  );

/**
 * A promoted piece may share its name with an unpromoted one, so the face is named too.
 * @param {PieceType} type
 */
export const pieceName = (type) =>
  type.unpromoted ? say("piece.promoted", { name: typeName(type) }) : typeName(type);
