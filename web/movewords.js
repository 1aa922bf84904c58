// Moves in words, for lists, buttons and the ear.

import { h } from "./dom.js";
import { pieceIcon } from "./pieces.js";
import { settings } from "./settings.js";
import { SIDE_NAMES } from "./words.js";

function endWords(table, move) {
  const { variant } = table;
  const type = variant.types[move.type];
  if (move.drop) return `${type.name} dropped on ${variant.squareNames[move.to]}`;
  if (move.skip) return "stay: skip the turn";
  if (move.to === move.from) {
    return move.victims.length
      ? `${type.name} stays on ${variant.squareNames[move.from]}`
      : `${type.name} stays`;
  }
  return `${type.name} ${variant.squareNames[move.from]} to ${variant.squareNames[move.to]}`;
}

/** taken: names of what is captured, by square, when the board no longer shows it. */
export function moveWords(table, move, taken = null) {
  const { variant, state } = table;
  const names =
    taken ?? move.victims.map((square) => variant.types[Math.abs(state.board[square])].name);
  const dead = move.victims.map((square, i) => `${names[i]} on ${variant.squareNames[square]}`);
  const promotion = move.promotes
    ? `, promotes to ${variant.types[move.becomes].name}`
    : move.flips
      ? `, turns into ${variant.types[move.becomes].name}`
      : "";
  return endWords(table, move) + (dead.length ? `, takes ${dead.join(" and ")}` : "") + promotion;
}

/** A move already played, for the live region. */
export const spoken = (table, played) =>
  `${SIDE_NAMES[played.side]}: ${moveWords(table, played.parts, played.taken)}.`;

function shortWords(table, move) {
  const { variant } = table;
  if (move.drop) return variant.types[move.type].name;
  if (move.promotes) return `promote to ${variant.types[move.becomes].name}`;
  if (move.skip) return "skip the turn";
  return `stay ${variant.types[move.type].name}`;
}

/** A choice in a dialog. short: the moves differ only in the face. */
export function moveButton(table, move, set, short) {
  const type = table.variant.types[move.drop ? move.type : move.becomes || move.type];
  const words = short ? shortWords(table, move) : moveWords(table, move);
  const notation = table.game.moveText(move.usi, settings.notation);
  return h(
    "span",
    { class: "choice-move", "data-usi": move.usi },
    pieceIcon(type, { set, small: true }),
    h("span", { class: "choice-words" }, words, h("small", { text: notation })),
  );
}
