// Pieces as pictures: a pentagon pointing to the enemy, with kanji, western letters or the shape of its moves.

import { say, typeName } from "../language/catalogue.ts";
import { s } from "../lib/dom.ts";
import { moveShape } from "./moveshape.ts";
import type { PieceType, Side } from "../core/types.ts";
import type { PlainKey } from "../language/keys.ts";

/** What a picture shows of a kind of piece; size: how large it is beside the largest, 1 or less. */
export type Face = Pick<PieceType, "id" | "kanji" | "kanji1" | "western" | "unpromoted"> &
  Partial<Pick<PieceType, "kanjiGote" | "kanji1Gote" | "marks" | "royal">> & { size?: number };
export interface PieceLook {
  side?: Side;
  /** degrees clockwise that the pentagon is turned */
  turn?: number;
  /** name of a piece set */
  set?: string;
  /** one character, where the set leaves the choice */
  small?: boolean;
  frozen?: boolean;
}

/** The pentagon, point by point. */
const BODY: [x: number, y: number][] = [
  [0, -46],
  [31, -32],
  [40, 40],
  [-40, 40],
  [-31, -32],
];
const THICK = 5; // how far the front of a piece stands out below it, on the screen
const SHADOW = [2, 9];

/** The pentagon turned clockwise by so many degrees and moved: the light of a turned piece falls on it as on any other. */
function outline(turn: number, dx: number, dy: number) {
  const [sin, cos] = [Math.sin((turn * Math.PI) / 180), Math.cos((turn * Math.PI) / 180)];
  const points = BODY.map(([x, y]) =>
    [x * cos - y * sin + dx, x * sin + y * cos + dy].map((each) => Number(each.toFixed(1))).join(),
  );
  return `M${points.join("L")}Z`;
}

const outlines: Map<number, { shadow: string; thick: string; body: string }> = new Map(); // by turn

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
 * A face as a side's pieces show it: some kinds have other kanji on gote's. Where the file says none
 * for a royal 玉, gote's is 王, as in a box of pieces.
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
 * The piece sets, and what each writes on a piece; where a set has nothing to write, letters stand there. A new set is a new row: without a
 * title its name stands in the menu. look: a class of its own for the style sheet; draw: a picture in place of the text.
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

/** By number of characters one below the other: their size, and how far the first stands above the middle. */
const COLUMNS = [
  { size: 65, first: 5 },
  { size: 36, first: -13 },
  { size: 25, first: -20 },
  { size: 19, first: -23 },
];

/** Kanji stand one below the other, four at most; letters side by side. */
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
 * A piece about the origin, 100 units high if it is of the largest. Its text stays upright where the piece is turned sideways or shows
 * letters.
 */
export function pieceShape(
  face: Face,
  { side = 0, turn = 0, set = "auto", small = false, frozen = false }: PieceLook = {},
) {
  const { look, write, draw } = pieceSet(set);
  const text = write(faceOf(face, side), small) || letters(face);
  const picture = draw?.(face);
  const turns = picture || text.charCodeAt(0) > 0x7f; // letters never stand on their heads
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

/** A picture of its own, for hands, lists and dialogs. */
export const pieceIcon = (face: Face, look: PieceLook = {}) =>
  s(
    "svg",
    { class: "piece-icon", viewBox: "-46 -50 92 100", "aria-hidden": "true" },
    pieceShape(face, look),
  );

/** A promoted piece may share its name with an unpromoted one, so the face is named too. */
export const pieceName = (type: PieceType) =>
  type.unpromoted ? say("piece.promoted", { name: typeName(type) }) : typeName(type);
