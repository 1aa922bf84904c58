// Draws the pieces of games that are not of shogi's kin: figures of chess, discs of xiangqi, pieces of makruk, animals of dobutsu shogi. Loaded
// when the first such piece is shown. All colours are attributes, because a saved picture and a study's report have no style sheet for them.

import { s } from "../lib/dom.ts";
import { animalTile, hasAnimal } from "./animals.ts";
import { DRAWINGS, DRAWN_NAMES, STUPAS } from "./figureshapes.ts";
import type { Face, PieceLook } from "./pieces.ts";

/** The colours of a side's figures. */
const COLOURS = [
  { fill: "#fffaf0", stroke: "#1c1408", line: "#1c1408", ink: "#1c1408" },
  { fill: "#3d3229", stroke: "#100a05", line: "#f2e6cc", ink: "#f2e6cc" },
];
const ICE = { fill: "#cfe6f5", stroke: "#285a80", line: "#285a80", ink: "#123a58" }; // of frozen pieces
const [RED, BLACK] = ["#a81414", "#1c1408"]; // of the characters on discs
const ROUND = { "stroke-linecap": "round", "stroke-linejoin": "round" };
const PROMOTED = "#c8261c"; // colour of the dot on the foot of a promoted figure

/** The words of a kind's name that may name a drawing: of "promoted white horse" first the whole, then "horse". */
const namesOf = ({ name = "" }: Face) => [
  name.toLowerCase(),
  name.toLowerCase().split(/[\s-]/).at(-1) ?? "",
];

/** The name of the drawing of a kind, by its English name; "shield": it has none of its own. */
function drawingOf(face: Face, names: Record<string, string> = {}) {
  for (const name of namesOf(face)) {
    const drawn = names[name] ?? DRAWN_NAMES[name] ?? name;
    if (drawn in DRAWINGS) return drawn;
  }
  return "shield";
}

type Colours = (typeof COLOURS)[number];

function draw(name: string, colours: Colours): SVGElement {
  const { body, lines, parts = [] } = DRAWINGS[name];
  const { fill, stroke, line } = colours;
  return s(
    "g",
    { class: "drawn", "data-figure": name },
    parts.map(([part, transform]) => s("g", { transform }, draw(part, colours))),
    s("path", { class: "figure", d: body, fill, stroke, "stroke-width": 3, ...ROUND }),
    lines && s("path", { d: lines, fill: "none", stroke: line, "stroke-width": 2.6, ...ROUND }),
  );
}

/** The text on a shield or a disc. */
const words = (text: string, y: number, size: number, fill: string) =>
  s("text", {
    class: text.charCodeAt(0) > 0x7f ? "inked" : "letters inked",
    y,
    "font-size": text.length > 2 ? size * 0.55 : text.length > 1 ? size * 0.72 : size,
    fill,
    text,
  });

/** A figure that stands on its foot. */
function figure(
  face: Face,
  { side = 0, frozen }: PieceLook,
  letters: string,
  names?: Record<string, string>,
) {
  const colours = frozen ? ICE : COLOURS[side];
  const name = drawingOf(face, names);
  return [
    s("ellipse", { class: "shadow", cx: 3, cy: 38, rx: 29, ry: 5 }),
    draw(name, colours),
    name === "shield" && words(letters, -2, 34, colours.ink),
    face.unpromoted > 0 &&
      s("circle", { cx: 18, cy: 34, r: 5, fill: PROMOTED, stroke: "#fffaf0", "stroke-width": 1.5 }),
  ];
}

/** A disc of wood with a character, or with a figure for readers without kanji. */
function disc(face: Face, { side = 0, frozen }: PieceLook, text: string, asFigure: boolean) {
  const ink = side ? BLACK : RED;
  const name = drawingOf(face);
  const flat = { fill: side ? BLACK : RED, stroke: side ? BLACK : RED, line: "#fbeac2", ink };
  const crossed = face.unpromoted > 0;
  return [
    s("circle", { class: "shadow", cx: 2, cy: 6, r: 42 }),
    s("circle", { class: "thick", cy: 4, r: 42 }),
    s("circle", {
      class: "disc",
      r: 42,
      fill: frozen ? ICE.fill : "url(#face)",
      stroke: frozen ? ICE.stroke : "#80571f",
      "stroke-width": 1.6,
    }),
    s("circle", { r: 35, fill: "none", stroke: ink, "stroke-width": crossed ? 4.5 : 2 }),
    asFigure && name !== "shield"
      ? s("g", { transform: "translate(0,-1) scale(.62)" }, draw(name, flat))
      : words(text, text.charCodeAt(0) > 0x7f ? 1 : 2, text.charCodeAt(0) > 0x7f ? 50 : 42, ink),
  ];
}

/** The elements of a piece, by the name of its set. `text` is the text on a disc, `letters` those of a figure without a drawing. */
export function figureParts(
  set: string,
  face: Face,
  look: PieceLook,
  text: string,
  letters: string,
) {
  const isTile = set === "animal" && hasAnimal(face.name ?? "");
  const parts = isTile
    ? animalTile(face, look)
    : set.startsWith("disc")
      ? disc(face, look, text, set === "discFigure")
      : figure(face, look, letters, set === "stupa" ? STUPAS : {});
  return s("g", { transform: isTile && look.turn ? `rotate(${look.turn})` : null }, parts);
}
