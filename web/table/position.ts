// The pieces on a game's board, in the position shown.

import { sideOf } from "../core/index.ts";
import { typeName } from "../language/catalogue.ts";
import { enteringSide } from "./seats.ts";
import type { Side } from "../core/index.ts";
import type { Origin } from "../entry/entry.ts";
import type { Table } from "./table.ts";

export const pieceAt = ({ game }: Table, square: number) => game.state.board[square];

/**
 * The names of the pieces on these squares.
 * @param board the pieces by square; by default those of the position shown
 */
export const namesAt = (
  { game, variant }: Table,
  squares: readonly number[],
  board: readonly number[] = game.state.board,
) => squares.map((square) => typeName(variant.type(board[square])));

/** Does a piece of the side whose move is being entered stand on this square? */
export function isOwnPiece(table: Table, square: number) {
  const piece = pieceAt(table, square);
  return piece !== 0 && sideOf(piece) === enteringSide(table);
}

/** Has the side whose move is being entered a piece on this square, or such a piece in hand? */
export function isHeld(table: Table, { square, hand }: Origin) {
  if (square !== undefined) return isOwnPiece(table, square);
  return table.game.state.hands[enteringSide(table)][hand - 1] > 0;
}

/** The squares on which the royals of the side to move stand. */
export function ownRoyals({ game, variant }: Table) {
  const { board, side } = game.state;
  const own = (at: number) => board[at] && sideOf(board[at]) === side;
  return [...board.keys()].filter((at) => own(at) && variant.type(board[at]).royal);
}

/** The name of the piece that the visitor has chosen to move; "": none is chosen. */
export function chosenName({ entry, variant, game }: Table) {
  const { origin } = entry;
  if (!origin) return "";
  return typeName(variant.type(origin.hand ?? game.state.board[origin.square]));
}

/**
 * The text of an illegal move, as Game.explain reads it: "7g7e", "P*5e".
 * @param squares the clicked squares after the origin
 */
export function tryText({ variant }: Table, origin: Origin, squares: readonly number[]) {
  const names = squares.map((square) => variant.squareNames[square]);
  if (origin.square !== undefined) return variant.squareNames[origin.square] + names.join("");
  return `${variant.type(origin.hand).id}*${names.at(-1)}`;
}

/**
 * Has the side to move skipped its last turn, in a game that limits skipped turns, so that it must not skip this one? The fifth field of
 * the SFEN names the sides that have.
 */
export function isSkipBarred({ game, variant }: Table) {
  const skipped = game.sfen.split(" ")[4] ?? "-";
  return variant.countsSkips && skipped.includes("bw"[game.state.side]);
}

/**
 * The pieces that a side has lost, in a game without hands; empty in other games. Kinds are those of the starting position; royals and the
 * strongest come first. A pawn that became another piece is not lost: the list has no more pieces than the side has fewer than at the
 * start.
 */
export function losses(table: Table, side: Side): { kind: number; count: number }[] {
  const { variant, startBoard, game } = table;
  if (variant.hands) return [];
  const own = (board: readonly number[]) =>
    board.filter((piece) => piece && sideOf(piece) === side);
  const before = own(startBoard);
  const now = own(game.state.board);
  const left: Map<number, number> = new Map();
  const count = (piece: number, more: number) => {
    const kind = variant.type(piece).unpromoted || Math.abs(piece); // a promoted piece counts as a piece of the kind that promotes to it
    left.set(kind, (left.get(kind) ?? 0) + more);
  };
  for (const piece of before) count(piece, 1);
  for (const piece of now) count(piece, -1);
  const worth = (kind: number) => {
    const { royal, value } = variant.type(kind);
    return royal ? Infinity : value;
  };
  const kinds = [...left].filter(([, more]) => more > 0);
  kinds.sort(([a], [b]) => (worth(a) === worth(b) ? 0 : worth(b) - worth(a)));
  let gone = before.length - now.length;
  return kinds
    .map(([kind, more]) => {
      const lost = Math.min(more, gone);
      gone -= lost;
      return { kind, count: lost };
    })
    .filter((each) => each.count);
}
