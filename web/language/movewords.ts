// Moves as words, for lists, buttons and screen readers.

import { pieceIcon } from "../board/pieces.ts";
import { styleOf } from "../board/style.ts";
import { h } from "../lib/dom.ts";
import { namesAt } from "../table/position.ts";
import { nameOfSide } from "../table/seats.ts";
import { say, squareName, typeName } from "./catalogue.ts";
import { notationOf } from "./familywords.ts";
import type { Move } from "../core/index.ts";
import type { PlayedMove, Table } from "../table/table.ts";

/** What a move does to the face of its piece; the last part of a sentence's key ("move.goPromotes"). "": nothing. */
export type Change = "" | "Promotes" | "Flips";

const changeOf = (move: Move): Change => (move.promotes ? "Promotes" : move.flips ? "Flips" : "");

/** The squares on which a move captures, in the order in which the piece reaches them. */
function inOrder({ variant }: Table, { from, to, victims }: Move) {
  const away = (square: number) =>
    square === to
      ? Infinity
      : Math.max(
          Math.abs(variant.file(square) - variant.file(from)),
          Math.abs(variant.rank(square) - variant.rank(from)),
        );
  return [...victims].sort((a, b) => away(a) - away(b));
}

/**
 * A move as a sentence without a full stop.
 * @param taken names of the captured pieces, in the order of move.victims; by default they are read from the board, which must
 * not show the move yet
 */
export function moveWords(
  table: Table,
  move: Move,
  taken: readonly string[] = namesAt(table, move.victims),
) {
  const { variant } = table;
  const piece = typeName(table.variant.type(move.type));
  const to = squareName(variant, move.to);
  if (move.drop) return say("move.drop", { piece, to });
  if (move.skip) return say("move.skip");
  const from = squareName(variant, move.from);
  const victims = inOrder(table, move).map((square) =>
    say("piece.onSquare", {
      piece: taken[move.victims.indexOf(square)],
      square: squareName(variant, square),
    }),
  );
  const becomes = move.becomes ? typeName(table.variant.type(move.becomes)) : piece;
  const stays = move.to === move.from;
  const way = stays ? "stay" : "go";
  const takes = victims.length ? "Takes" : "";
  const change = changeOf(move);
  return say(`move.${way}${takes}${change}`, { piece, from, to, victims, becomes });
}

/**
 * The sentence in which screen readers report a move that was played.
 * @param check the move gives check
 */
export const spokenMove = (table: Table, played: PlayedMove, check: boolean = false) =>
  say(check ? "spoken.moveCheck" : "spoken.move", {
    side: nameOfSide(table, played.side),
    move: moveWords(table, played.parts, played.taken),
  });

/** The label of a move in a choice between moves that differ only in what the piece becomes: "Promote: …". */
export function faceWords(table: Table, move: Move) {
  const piece = typeName(table.variant.type(move.type));
  if (move.drop) return piece;
  if (move.promotes) {
    return say("face.promote", { piece: typeName(table.variant.type(move.becomes)) });
  }
  return move.skip ? say("face.skip") : say("face.stay", { piece });
}

/** The label of a move in a choice between moves to the same square that capture different pieces. */
export function victimWords(table: Table, move: Move) {
  const { to } = move;
  const victims = inOrder(table, move);
  if (!victims.length) return say("victims.none");
  const names = namesAt(table, victims);
  const words = victims.map((square, i) =>
    say("piece.atSquare", { piece: names[i], square: squareName(table.variant, square) }),
  );
  if (victims.length === 1 && victims[0] === to) return say("victims.only", { victim: names[0] });
  return say("victims.takes", { count: victims.length, victims: words });
}

/**
 * The content of a button that chooses this move among several.
 * @param onlyFace the moves differ only in what the piece becomes
 */
export function moveChoice(table: Table, move: Move, onlyFace: boolean) {
  const type = table.variant.type(move.drop ? move.type : move.becomes || move.type);
  const words = onlyFace ? faceWords(table, move) : moveWords(table, move);
  return h(
    "span",
    { class: "choice-move", "data-usi": move.usi },
    pieceIcon(type, { set: styleOf(table.variant.family), small: true }),
    h(
      "span",
      { class: "choice-words" },
      words,
      h("small", { text: table.game.moveText(move.usi, notationOf(table.variant.family)) }),
    ),
  );
}
