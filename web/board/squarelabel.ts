// The label of a square for screen readers.

import { sideOf } from "../core/index.ts";
import { say, squareName } from "../language/catalogue.ts";
import { pieceName } from "./pieces.ts";
import type { PlainKey } from "../language/keys.ts";
import type { BoardState } from "./state.ts";

/** Classes of a square (marks.ts) with the keys of their words, in the order in which they are read out. */
const CLASS_WORDS: [string, PlainKey][] = [
  ["frozen", "square.frozen"],
  ["check", "square.check"],
  ["origin", "square.chosen"],
  ["victim", "square.victim"],
  ["premoved", "square.premoved"],
];

/** The label of a square: its name, its piece, its marks, and the meaning of a click on it. */
export function squareLabel({ view, pen }: BoardState, square: number, classes: Set<string>) {
  const { variant } = view;
  const piece = view.state.board[square];
  const words = [squareName(variant, square)];
  if (piece) {
    const name = pieceName(variant.type(piece));
    words.push(say("square.piece", { owner: view.owner(sideOf(piece)), name }));
  } else words.push(say(variant.holes.has(square) ? "square.hole" : "square.empty"));
  for (const [name, key] of CLASS_WORDS) if (classes.has(name)) words.push(say(key));
  if (classes.has("ends")) {
    words.push(say(classes.has("takes") ? "square.capture" : "square.move"));
  } else if (classes.has("goes-on")) words.push(say("square.goOn"));
  if (classes.has("last")) words.push(say("square.last"));
  view.attacked.forEach((squares, side) => {
    if (squares.has(square)) words.push(say("square.attacked", { side: view.sides[side] }));
  });
  for (const { from, to } of pen.strokes) {
    if (from !== square) continue;
    const name = squareName(variant, to);
    words.push(from === to ? say("square.marked") : say("square.arrow", { square: name }));
  }
  return say("square.label", { words });
}
