// Draws pieces: a pentagon that points to the enemy, with kanji, western letters or a shape of the piece's moves.

import { say, typeName } from "../language/catalogue.ts";
import { s } from "../lib/dom.ts";
import { moveShape } from "./moveshape.ts";
import type { PieceType, Side } from "../core/index.ts";
import type { PlainKey } from "../language/keys.ts";

/** The members of a kind of piece that its picture needs. `size` is the factor by which the picture is drawn, 1 or less. */
export type Face = Pick<PieceType, "id" | "kanji" | "kanji1" | "western" | "unpromoted"> &
  Partial<Pick<PieceType, "kanjiGote" | "kanji1Gote" | "marks" | "royal">> & { size?: number };
export interface PieceLook {
  side?: Side;
  /** degrees clockwise by which the pentagon is turned */
  turn?: number;
  /** name of the piece set (PIECE_SETS) */
  set?: string;
  /** pieces have one character instead of two, if the set allows both */
  small?: boolean;
  frozen?: boolean;
}

/** The corners of the pentagon, around its middle. */
const BODY: [x: number, y: number][] = [
  [0, -46],
  [31, -32],
  [40, 40],
  [-40, 40],
  [-31, -32],
];
const THICK = 5; // height of the visible lower side of a piece, which gives it thickness
const SHADOW = [2, 9];

/**
 * The SVG path of the pentagon, turned clockwise by `turn` degrees and then moved by (dx, dy). It is moved last, so that the shadows of all
 * pieces fall in the same direction.
 */
function outline(turn: number, dx: number, dy: number) {
  const [sin, cos] = [Math.sin((turn * Math.PI) / 180), Math.cos((turn * Math.PI) / 180)];
  const points = BODY.map(([x, y]) =>
    [x * cos - y * sin + dx, x * sin + y * cos + dy].map((each) => Number(each.toFixed(1))).join(),
  );
  return `M${points.join("L")}Z`;
}

const outlines: Map<number, { shadow: string; thick: string; body: string }> = new Map(); // the paths of a piece's shadow, thickness and pentagon, by the degrees by which the piece is turned

function outlinesAt(turn: number) {
  const made = outlines.get(turn) ?? {
    shadow: outline(turn, SHADOW[0], SHADOW[1]),
    thick: outline(turn, 0, THICK),
    body: outline(turn, 0, 0),
  };
  outlines.set(turn, made);
  return made;
}

const kanji1 = (face: Face) => face.kanji1 || face.kanji;
const kanji2 = (face: Face) => face.kanji || face.kanji1;
const letters = (face: Face) => face.western || face.id;
const kanji: (face: Face, small: boolean) => string = (face, small) =>
  small ? kanji1(face) : kanji2(face);

const KINGS = ["玉", "王"];

/**
 * The face of a side's piece. Gote's pieces may have other kanji than sente's. If the game's file gives none for a royal 玉, gote's royal is
 * 王, as in a box of pieces.
 */
function faceOf(face: Face, side: Side) {
  if (!side) return face;
  const gote = (own: string, other: string | undefined) =>
    other && other !== own ? other : face.royal ? own.replace(KINGS[0], KINGS[1]) : own;
  return {
    ...face,
    kanji: gote(face.kanji, face.kanjiGote),
    kanji1: gote(face.kanji1, face.kanji1Gote),
  };
}

/**
 * The piece sets. A new set is a new row. title: key of its name in the menu, which shows `name` if left out; look: CSS class of its
 * pieces; write: returns the text on a piece, "" for its letters; draw: returns a picture to show in place of the text.
 */
export const PIECE_SETS: {
  name: string;
  title?: PlainKey;
  look?: string;
  write: (face: Face, small: boolean) => string;
  draw?: (face: Face) => SVGElement | null;
}[] = [
  { name: "auto", title: "pieces.auto", write: kanji },
  { name: "print", title: "pieces.print", look: "print", write: kanji },
  { name: "brush", title: "pieces.brush", look: "brush", write: kanji },
  { name: "kanji1", title: "pieces.kanji1", write: kanji1 },
  { name: "kanji2", title: "pieces.kanji2", write: kanji2 },
  { name: "two-tone", title: "pieces.twoTone", look: "two-tone", write: kanji },
  { name: "western", title: "pieces.western", look: "two-tone", write: letters },
  { name: "moves", title: "pieces.moves", look: "two-tone", write: letters, draw: moveShape },
];

const pieceSet = (name: string) => PIECE_SETS.find((set) => set.name === name) ?? PIECE_SETS[0];

/** By number of characters on a piece, one below the other, less 1: their size, and the baseline of the first one. */
const COLUMNS = [
  { size: 65, first: 5 },
  { size: 36, first: -13 },
  { size: 25, first: -20 },
  { size: 19, first: -23 },
];

/** The text on a piece: up to four kanji, one below the other, or letters in a line. */
function label(text: string, isKanji: boolean) {
  if (!isKanji) {
    const size = text.length > 2 ? 27 : text.length > 1 ? 36 : 52;
    return [s("text", { y: 8, "font-size": size, class: "letters", text })];
  }
  const characters = [...text].slice(0, COLUMNS.length);
  const { size, first } = COLUMNS[characters.length - 1];
  const apart = size - 2;
  return characters.map((character, i) =>
    s("text", { y: first + i * apart, "font-size": size, text: character }),
  );
}

/**
 * The picture of a piece with its middle at the origin; the largest kind is 100 units high. Kanji stay upright on a piece that is turned
 * sideways; letters are always upright.
 */
export function pieceShape(
  face: Face,
  { side = 0, turn = 0, set = "auto", small = false, frozen = false }: PieceLook = {},
) {
  const { look, write, draw } = pieceSet(set);
  const text = write(faceOf(face, side), small) || letters(face);
  const picture = draw?.(face);
  const turns = picture || text.charCodeAt(0) > 0x7f; // pictures and kanji turn with the piece, letters stay upright
  const classes = ["piece", side ? "gote" : "sente"];
  if (look) classes.push(look);
  if (face.unpromoted) classes.push("promoted");
  if (frozen) classes.push("frozen");
  const sideways = turn % 180 !== 0;
  const words = s("g", { class: "label" }, picture ?? label(text, Boolean(turns)));
  if (turns && turn && (picture || !sideways)) words.setAttribute("transform", `rotate(${turn})`);
  else if (sideways) {
    words.setAttribute("transform", `translate(${turn === 90 ? -6 : 6},-4) scale(.92)`);
  } else if (!turns && turn === 180) {
    words.setAttribute("transform", "translate(0,-16)");
  }
  const { shadow, thick, body } = outlinesAt(turn);
  return s(
    "g",
    { class: classes.join(" "), "aria-hidden": "true" },
    s(
      "g",
      { class: "wooden", transform: `scale(${face.size ?? 1})` },
      s("path", { d: shadow, class: "shadow" }),
      s("path", { d: thick, class: "thick" }),
      s("path", { d: body, class: "body" }),
      words,
    ),
  );
}

/** The picture of a piece as an SVG element of its own, for hands, lists and dialogs. */
export const pieceIcon = (face: Face, look: PieceLook = {}) =>
  s(
    "svg",
    { class: "piece-icon", viewBox: "-46 -50 92 100", "aria-hidden": "true" },
    pieceShape(face, look),
  );

/** The name of a kind, with "promoted" for a promoted one, because an unpromoted kind may have the same name. */
export const pieceName = (type: PieceType) =>
  type.unpromoted ? say("piece.promoted", { name: typeName(type) }) : typeName(type);
