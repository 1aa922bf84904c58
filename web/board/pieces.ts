// Draws pieces: shogi's as a pentagon that points to the enemy, with kanji, western letters or a shape of the piece's moves. The pieces of other
// families (figures.ts) are loaded when the first of them is shown.

import { say, typeName } from "../language/catalogue.ts";
import { s } from "../lib/dom.ts";
import { moveShape } from "./moveshape.ts";
import type { Family, PieceType, Side } from "../core/index.ts";

/**
 * The members of a kind of piece that its picture needs. name: in English, by which figures are chosen. size: the factor by which the picture is
 * drawn, 1 or less.
 */
export type Face = Pick<PieceType, "id" | "kanji" | "kanji1" | "western" | "unpromoted"> &
  Partial<Pick<PieceType, "name" | "kanjiGote" | "kanji1Gote" | "marks" | "royal">> & {
    size?: number;
  };
export interface PieceLook {
  side?: Side;
  /** degrees clockwise by which the pentagon is turned */
  turn?: number;
  /** name of the piece set (PIECE_SETS) */
  set?: string;
  /** pieces have one character instead of two, if the set allows both */
  small?: boolean;
  frozen?: boolean;
  /** the family of movement that the foot of the piece shows (foot.ts); no foot if left out */
  foot?: string;
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

const WEDGE: readonly Family[] = ["wedge"];

/**
 * The piece sets. A new set is a new row, and has its name in settings/setnames.ts. families: the families of games for which the set is
 * offered; all if left out. A game begins with the first set of its family. own: figures.ts draws the set. look: CSS class of its pieces;
 * write: returns the text on a piece, "" for its letters; draw: returns a picture to show in place of the text; upright: pieces of both
 * sides have their text upright.
 */
export const PIECE_SETS: {
  name: string;
  families?: readonly Family[];
  own?: true;
  look?: string;
  write: (face: Face, small: boolean) => string;
  draw?: (face: Face) => SVGElement | null;
  upright?: true;
}[] = [
  { name: "stupa", families: ["stupa"], own: true, write: letters },
  { name: "figure", families: ["figure", "stupa"], own: true, write: letters },
  { name: "disc", families: ["disc"], own: true, write: kanji1 },
  { name: "discFigure", families: ["disc"], own: true, write: letters },
  { name: "animal", families: ["animal"], own: true, write: letters },
  { name: "auto", write: kanji },
  { name: "print", families: WEDGE, look: "print", write: kanji },
  { name: "brush", families: WEDGE, look: "brush", write: kanji },
  { name: "kanji1", families: WEDGE, write: kanji1 },
  { name: "kanji2", families: WEDGE, write: kanji2 },
  { name: "two-tone", look: "two-tone", write: kanji },
  { name: "upright", look: "two-tone", write: kanji, upright: true },
  { name: "western", look: "two-tone", write: letters },
  { name: "moves", look: "two-tone", write: letters, draw: moveShape },
];

/** The sets that are offered for a family, the one with which its games begin first. */
export const setsOf = (family: Family) =>
  PIECE_SETS.filter(({ families }) => families?.includes(family) ?? true);

const pieceSet = (name: string) =>
  PIECE_SETS.find((set) => set.name === name) ?? setsOf("wedge")[0];

let figures: typeof import("./figures.ts") | null = null; // null: not loaded yet

const loadFigures = async () => (figures ??= await import("./figures.ts"));

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

type PieceSet = (typeof PIECE_SETS)[number];

/** The elements of a pentagon and of what is written on it. Kanji stay upright on a piece that is turned sideways; letters are always upright. */
function wedge(set: PieceSet, face: Face, { side = 0, turn = 0, small = false, foot }: PieceLook) {
  const text = set.write(faceOf(face, side), small) || letters(face);
  const picture = set.draw?.(face);
  const isKanji = text.charCodeAt(0) > 0x7f;
  const turns = picture || (isKanji && !set.upright); // pictures and kanji turn with the piece, letters stay upright
  const sideways = turn % 180 !== 0;
  const words = s("g", { class: "label" }, picture ?? label(text, isKanji));
  if (turns && turn && (picture || !sideways)) words.setAttribute("transform", `rotate(${turn})`);
  else if (sideways) {
    words.setAttribute("transform", `translate(${turn === 90 ? -6 : 6},-4) scale(.92)`);
  } else if (!turns && turn === 180) {
    words.setAttribute("transform", isKanji ? "translate(0,-9)" : "translate(0,-16)");
  }
  const { shadow, thick, body } = outlinesAt(turn);
  return s(
    "g",
    { class: "wooden", transform: `scale(${face.size ?? 1})` },
    s("path", { d: shadow, class: "shadow" }),
    s("path", { d: thick, class: "thick" }),
    s("path", { d: body, class: "body" }),
    foot && s("path", { d: "M-36,35H36", class: `foot ${foot}`, transform: `rotate(${turn})` }),
    words,
  );
}

/** Draws a piece of a set of figures.ts into its group: at once, or when the module is loaded; as a pentagon if the server can't be reached. */
function drawOwn(group: SVGElement, set: PieceSet, face: Face, look: PieceLook) {
  const text = set.write(faceOf(face, look.side ?? 0), true) || letters(face);
  const fill = ({ figureParts }: NonNullable<typeof figures>) =>
    group.append(figureParts(set.name, face, look, text, letters(face)));
  if (figures) fill(figures);
  else loadFigures().then(fill, () => group.append(wedge(pieceSet("auto"), face, look)));
}

/** The picture of a piece with its middle at the origin; the largest kind is 100 units high. */
export function pieceShape(face: Face, given: PieceLook = {}) {
  const set = pieceSet(given.set ?? "");
  const classes = ["piece", given.side ? "gote" : "sente"];
  if (set.look) classes.push(set.look);
  if (set.own) classes.push("own");
  if (face.unpromoted) classes.push("promoted");
  if (given.frozen) classes.push("frozen");
  const group = s("g", { class: classes.join(" "), "aria-hidden": "true" });
  if (set.own) drawOwn(group, set, face, given);
  else group.append(wedge(set, face, given));
  return group;
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
