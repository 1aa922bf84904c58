// Input of a move: by clicks, by dragging, from lists, by keys. entry.ts interprets the clicks, sending.ts sends the move.

import { say, squareName, typeName } from "../language/catalogue.ts";
import { sentence } from "../language/words.ts";
import { fetched } from "../lib/connection.ts";
import { announce, notice } from "../lib/dom.ts";
import { openPremoves, recapturesOf } from "../table/moves.ts";
import { chosenName, isOwnPiece, isSkipBarred, pieceAt, tryText } from "../table/position.ts";
import { forgetPremove, setPremove } from "../table/premoves.ts";
import { isMyTurn, isWatching, mayEnter, mayPremove } from "../table/seats.ts";
import { send } from "../table/sending.ts";
import { isAtEnd, isOver } from "../table/table.ts";
import { chooseMove, chooseVictims, haveOneWay, ofSameWay } from "./choose.ts";
import {
  answerWith,
  canEnd,
  choosePiece,
  clickSquare,
  endMove,
  letGo,
  movesFrom,
  standingOn,
  targetsOf,
} from "./entry.ts";
import type { Move } from "../core/index.ts";
import type { Play } from "../table/state.ts";
import type { Table } from "../table/table.ts";
import type { Answer, Candidate } from "./entry.ts";

/** Handles a click on a square of the board. */
export function inputSquare(play: Play, table: Table, square: number) {
  if (!mayEnter(table)) return notice(whyNotNow(table));
  if (forgetPremove(play) && !isOwnPiece(table, square)) return;
  play.engine.hinted = null;
  openPremoves(table);
  if (!table.entry.origin) pick(play, table, square);
  else take(play, table, clickSquare(table.entry, square), square);
}

/** The reason why no move can be entered now, in words. */
export function whyNotNow(table: Table) {
  if (isOver(table)) return say("notNow.over");
  if (isWatching(table)) return say("notNow.watching");
  if (table.message.open) return say("notNow.open");
  return isAtEnd(table) ? say("notNow.turn") : say("notNow.earlier");
}

// ---- choosing a piece ----

function pick(play: Play, table: Table, square: number) {
  const { variant } = table;
  const piece = pieceAt(table, square);
  if (choosePiece(table.entry, { square })) picked(play, table);
  else if (!piece) play.redraw();
  else if (!isOwnPiece(table, square)) notice(say("pick.notYours"));
  else if (isMyTurn(table)) explain(table, variant.squareNames[square]);
  else {
    const at = { piece: typeName(variant.type(piece)), square: squareName(variant, square) };
    notice(say("premove.none", at));
  }
}

/**
 * Handles a click on a piece in hand.
 * @param kind the kind of piece
 */
export function inputHand(play: Play, table: Table, kind: number) {
  forgetPremove(play);
  openPremoves(table);
  if (table.entry.origin?.hand === kind) return cancelInput(play, table);
  if (choosePiece(table.entry, { hand: kind })) return picked(play, table);
  if (isMyTurn(table)) explain(table, `${table.variant.type(kind).id}*`);
  else notice(say("premove.noDrop"));
  play.redraw();
}

function picked(play: Play, table: Table) {
  const count = targetsOf(table.entry).size;
  announce(say("pick.chosen", { piece: chosenName(table), count }));
  play.redraw();
}

// ---- going on ----

/**
 * Carries out the answer of entry.ts to a click.
 * @param square the clicked square; undefined: the button Done was pressed
 */
function take(play: Play, table: Table, answer: Answer<Move>, square?: number): void {
  if (answer.play) return playMove(play, table, answer.play);
  if (answer.choose) return void choose(play, table, answer.choose);
  if (answer.sets) return void chooseSet(play, table, answer.sets);
  if (answer.illegal) return illegal(play, table, answer.illegal);
  if (answer.cancelled && square !== undefined && isSkipBarred(table)) {
    explain(table, table.variant.squareNames[square].repeat(2));
  }
  play.redraw();
}

/** Plays a legal move, or keeps it as a premove while the other side is to move. */
export function playMove(play: Play, table: Table, move: Candidate<Move>) {
  const now = isMyTurn(table);
  letGo(table.entry);
  if (now) send(play, move.usi);
  else setPremove(play, table, move);
}

async function choose(play: Play, table: Table, moves: Candidate<Move>[]) {
  const choice = await chooseMove(play.view, table, moves);
  if (choice) playMove(play, table, choice);
  else if (haveOneWay(moves) && table.entry.clicks.length < 2) cancelInput(play, table);
  play.view.board?.focus();
}

/**
 * Asks for the victims of the move, then for what the piece becomes if that is open.
 * @param moves the legal moves to one square, which capture different sets of pieces
 */
async function chooseSet(play: Play, table: Table, moves: Candidate<Move>[]) {
  play.redraw();
  const chosen = await chooseVictims(play.view, table, moves);
  if (!chosen) return cancelInput(play, table);
  const same = ofSameWay(moves, chosen);
  if (same.length > 1) return choose(play, table, same);
  playMove(play, table, chosen);
  play.view.board?.focus();
}

export const inputDone = (play: Play, table: Table) => take(play, table, endMove(table.entry));

export const listMoves = (play: Play, table: Table) => choose(play, table, table.entry.candidates);

export function cancelInput(play: Play, table: Table) {
  letGo(table.entry);
  play.redraw();
}

// ---- illegal moves ----

/**
 * Handles clicks that are no legal move. On the other side's turn they may be a premove that recaptures; a last click on another
 * own piece chooses that piece. Otherwise the page explains why the move is illegal; under strict play it sends the move, which
 * loses.
 * @param squares the clicked squares after the origin
 */
function illegal(play: Play, table: Table, squares: number[]): void {
  const { entry } = table;
  const { origin } = entry;
  const square = squares[squares.length - 1];
  const takesBack =
    !isMyTurn(table) &&
    squares.length === 1 &&
    origin?.square !== undefined &&
    isOwnPiece(table, square)
      ? recapturesOf(table, origin.square, square)
      : [];
  if (takesBack.length) return take(play, table, answerWith(takesBack));
  letGo(entry);
  if (isOwnPiece(table, square) && choosePiece(entry, { square })) return picked(play, table);
  play.redraw();
  if (!origin) return;
  if (!isMyTurn(table)) return notice(say("premove.not"));
  const text = tryText(table, origin, squares);
  if (table.variant.isStrict) send(play, text);
  else explain(table, text);
}

/**
 * Shows why a move is illegal, or why a piece has no legal move.
 * @param text the move, a square ("7g") or a kind in hand ("P*")
 */
async function explain(table: Table, text: string) {
  const words = await fetched(table.game.explain(text));
  if (words) notice(sentence(words), "bad");
}

// ---- dragging, keys ----

/** Can the piece on this square be dragged? */
export function canDrag(table: Table, square: number) {
  if (!mayEnter(table)) return false;
  const { entry, variant } = table;
  const standing = standingOn(entry);
  const begun = entry.origin?.square !== undefined && standing !== entry.origin.square; // the clicks have moved the piece from its origin to the square of its last capture
  if (begun && (square === standing || square === entry.origin?.square)) return square === standing;
  if (!isOwnPiece(table, square)) return false;
  return mayPremove(table) || variant.isStrict || movesFrom(entry, square).length > 0;
}

/** Called when the drag of a piece on the board begins: chooses the piece, unless it is already chosen. */
export function lift(play: Play, table: Table, square: number) {
  forgetPremove(play);
  openPremoves(table);
  if (standingOn(table.entry) !== square) choosePiece(table.entry, { square });
  play.redraw();
}

/**
 * Called when the drag of a piece in hand begins: chooses the piece. Returns false if it can't be dragged.
 * @param id of the kind of piece
 */
export function liftHand(play: Play, table: Table, id: string) {
  const kind = table.variant.kinds.findIndex((type) => type.id === id) + 1;
  if (!mayEnter(table)) return false;
  forgetPremove(play);
  openPremoves(table);
  if (!choosePiece(table.entry, { hand: kind })) return false;
  play.engine.hinted = null;
  play.redraw();
  return true;
}

/**
 * Called when a dragged piece is released: counts as a click on the square.
 * @param square under the pointer; null: beside the board
 */
export function dropPiece(play: Play, table: Table, square: number | null) {
  if (!table.entry.origin) return;
  if (square === null) cancelInput(play, table);
  else take(play, table, clickSquare(table.entry, square), square);
}

/** Handles a pressed letter: D ends the move, L lists the moves that fit the clicks. Returns false if the letter has no effect. */
export function inputKey(play: Play, table: Table, letter: string) {
  if (letter === "d" && canEnd(table.entry)) inputDone(play, table);
  else if (letter === "l" && table.entry.origin) listMoves(play, table);
  else return false;
  return true;
}
