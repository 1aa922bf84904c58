// The moves that can be entered while the other side thinks: those that would be legal if it passed, and recaptures. The rules find both,
// on positions made for the question.

import { passed } from "../core/position.ts";
import { Game } from "../core/rules.ts";
import type { Variant } from "../core/rules.ts";
import type { Move } from "../core/types.ts";

/** Cells of an SFEN's board: a number of empty squares, or a piece: letters, or an id in braces, promoted or not. */
const TOKENS = /\d+|\+?(?:\{[^}]*\}|[A-Za-z]'?)/g;

/** The legal moves of a position; none if the rules can't play from it. */
function movesOf(variant: Variant, sfen: string): Move[] {
  try {
    const game = new Game(variant, sfen);
    const { moves } = game;
    game.free();
    return moves;
  } catch {
    return [];
  }
}

/** @param sfen the other side is to move */
export const movesAfterPass = (variant: Variant, sfen: string) => movesOf(variant, passed(sfen));

const otherSides = (piece: string) =>
  piece === piece.toUpperCase() ? piece.toLowerCase() : piece.toUpperCase();

/** The position with the piece of one square on the other side, as if it had been captured there. */
function captured(variant: Variant, sfen: string, square: number) {
  const [board, ...rest] = sfen.split(" ");
  const rows = board.split("/");
  const rank = variant.rank(square) - 1;
  let column = 0;
  const wanted = variant.files - variant.file(square);
  rows[rank] = rows[rank].replace(TOKENS, (token) => {
    const at = column;
    column += /^\d/.test(token) ? Number(token) : 1;
    return at === wanted && !/^\d/.test(token) ? otherSides(token) : token;
  });
  return [rows.join("/"), ...rest].join(" ");
}

/**
 * The moves by which a piece could take back on a square where a piece of its own side stands.
 * @param sfen the other side is to move
 */
export const recaptures = (variant: Variant, sfen: string, from: number, to: number) =>
  movesAfterPass(variant, captured(variant, sfen, to)).filter(
    (move) => move.from === from && move.to === to && move.victims.length === 1,
  );
