// What stands on a game's board, in the position shown.

import { sideOf } from "../core/rules.ts";
import { typeName } from "../language/catalogue.ts";
import { enteringSide } from "./seats.ts";
import type { Side } from "../core/types.ts";
import type { Origin } from "../entry/entry.ts";
import type { Table } from "./table.ts";

export const pieceAt = ({ game }: Table, square: number) => game.state.board[square];

/** @param board the one shown */
export const namesAt = (
  { game, variant }: Table,
  squares: readonly number[],
  board: readonly number[] = game.state.board,
) => squares.map((square) => typeName(variant.type(board[square])));

/** The square has a piece of the side whose move is entered. */
export function isOwnPiece(table: Table, square: number) {
  const piece = pieceAt(table, square);
  return piece !== 0 && sideOf(piece) === enteringSide(table);
}

/** That side has such a piece, on the board or in hand. */
export function isHeld(table: Table, { square, hand }: Origin) {
  if (square !== undefined) return isOwnPiece(table, square);
  return table.game.state.hands[enteringSide(table)][hand - 1] > 0;
}

/** Squares of the royals of the side to move. */
export function ownRoyals({ game, variant }: Table) {
  const { board, side } = game.state;
  const own = (at: number) => board[at] && sideOf(board[at]) === side;
  return [...board.keys()].filter((at) => own(at) && variant.type(board[at]).royal);
}

/** The name of the piece that is chosen; "" for none. */
export function chosenName({ entry, variant, game }: Table) {
  const { origin } = entry;
  if (!origin) return "";
  return typeName(variant.type(origin.hand ?? game.state.board[origin.square]));
}

/** The text of an illegal try, as a person would write it. */
export function tryText({ variant }: Table, origin: Origin, squares: readonly number[]) {
  const names = squares.map((square) => variant.squareNames[square]);
  if (origin.square !== undefined) return variant.squareNames[origin.square] + names.join("");
  return `${variant.type(origin.hand).id}*${names.at(-1)}`;
}

/** The side to move skipped on its last turn, in a game that counts skips: the SFEN's fifth field says so. */
export function isSkipBarred({ game, variant }: Table) {
  const skipped = game.sfen.split(" ")[4] ?? "-";
  return variant.countsSkips && skipped.includes("bw"[game.state.side]);
}

/**
 * The pieces that a side has lost, in a game without hands: kinds as they stood at first, royals and the strongest first. A pawn that
 * became a queen is not lost: the list has no more pieces than are gone.
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
    const kind = variant.type(piece).unpromoted || Math.abs(piece); // its front, if it has promoted
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
