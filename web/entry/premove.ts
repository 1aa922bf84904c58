// The moves that can be entered while the other side thinks (premoves): moves that would be legal if the other side passed, and
// recaptures. The rules generate them in changed positions: with the other side to move, or with a piece as if it had been
// captured.

import { Game, passed } from "../core/index.ts";
import type { Move, Variant } from "../core/index.ts";

/** Matches a part of a row of an SFEN: a number of empty squares, or a piece, as a letter or as an id in braces, with "+" if it is promoted. */
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

/**
 * The moves of the side that is not to move, as if the other side passed.
 * @param sfen of the position, in which the other side is to move
 */
export const movesAfterPass = (variant: Variant, sfen: string) => movesOf(variant, passed(sfen));

const otherSides = (piece: string) =>
  piece === piece.toUpperCase() ? piece.toLowerCase() : piece.toUpperCase();

/** The SFEN of the position in which the piece on `square` belongs to the other side, as if that side had captured on the square. */
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
 * The moves by which the piece on `from` recaptures on `to`, if the other side captures the piece of its own side that stands
 * there now.
 * @param sfen of the position, in which the other side is to move
 */
export const recaptures = (variant: Variant, sfen: string, from: number, to: number) =>
  movesAfterPass(variant, captured(variant, sfen, to)).filter(
    (move) => move.from === from && move.to === to && move.victims.length === 1,
  );
