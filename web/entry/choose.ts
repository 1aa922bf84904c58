// Questions to the visitor which of several moves to the same square is meant: by what the piece becomes, by the captures on the
// way, or from a list of moves.

import { pickFace, pickWay } from "../board/picker.ts";
import { styleOf } from "../board/style.ts";
import { say } from "../language/catalogue.ts";
import { faceWords, moveChoice, victimWords } from "../language/movewords.ts";
import { ask } from "../lib/dom.ts";
import { pieceAt } from "../table/position.ts";
import { enteringSide } from "../table/seats.ts";
import type { Move } from "../core/index.ts";
import type { View } from "../table/state.ts";
import type { Table } from "../table/table.ts";
import type { Candidate } from "./entry.ts";

const ROYAL = 1e6; // value of a royal, more than that of all other pieces together

/**
 * A key for the way that a move takes: its origin, destination and captures. Moves of the same way differ only in what the piece
 * becomes: promoted or not.
 */
const wayOf: (move: Candidate<Move>) => string = ({ drop, from, to, victims }) =>
  [drop, from, to, victims].join();

/** Do the moves differ only in what the piece becomes? */
export const haveOneWay = (moves: readonly Candidate<Move>[]) =>
  new Set(moves.map(wayOf)).size === 1;

/** Those of the moves that take the same way as `move`. */
export const ofSameWay = (moves: readonly Candidate<Move>[], move: Candidate<Move>) =>
  moves.filter((each) => wayOf(each) === wayOf(move));

/**
 * Sorts moves so that moves of the same way are next to each other: the promotion before the move without it, and the drop with
 * the front of the piece up before that with its back.
 */
function inOrder({ variant }: Table, moves: readonly Candidate<Move>[]) {
  const ways = [...new Set(moves.map(wayOf))];
  const face: (move: Candidate<Move>) => number = ({ type, promotes, drop }) =>
    drop ? Number(variant.type(type).unpromoted > 0) : Number(!promotes);
  return [...moves].sort(
    (a, b) => ways.indexOf(wayOf(a)) - ways.indexOf(wayOf(b)) || face(a) - face(b),
  );
}

/** Asks which of the moves is meant. Returns null if the visitor closes the question. */
export function chooseMove(view: View, table: Table, moves: Candidate<Move>[]) {
  const sorted = inOrder(table, moves);
  const oneWay = haveOneWay(moves);
  return oneWay && moves.length > 1 && !moves.some((move) => move.skip)
    ? chooseFace(view, table, sorted)
    : chooseOfList(table, sorted, oneWay);
}

/**
 * Asks which pieces are captured on the way to a square. The captures that are worth most are offered first.
 * @param moves the legal moves to the square
 */
export function chooseVictims(view: View, table: Table, moves: Candidate<Move>[]) {
  const worth = ({ victims }: Move) =>
    victims.reduce((sum, square) => {
      const { royal, value } = table.variant.type(pieceAt(table, square));
      return sum + (royal ? ROYAL : value);
    }, 0);
  const firsts = [...new Map(moves.map((move) => [wayOf(move), move])).values()];
  firsts.sort((a, b) => worth(b) - worth(a) || b.victims.length - a.victims.length);
  return pickWay(
    say("choose.victims"),
    rectOf(view, moves[0].to),
    firsts.map((move) => ({ value: move, usi: move.usi, words: victimWords(table, move) })),
  );
}

/** Returns a function, because the place of a square on the screen may change while a question is open. */
const rectOf = (view: View, square: number) => () => view.board?.rect(square) ?? new DOMRect();

function chooseFace(view: View, table: Table, moves: Candidate<Move>[]) {
  const { board, small } = view;
  const side = enteringSide(table);
  const turn = board ? board.layout.turn(side) : 0;
  return pickFace(
    say(moves[0].drop ? "choose.face" : "choose.promotion"),
    rectOf(view, moves[0].to),
    { side, turn, set: styleOf(table.variant.family), small },
    moves.map((move) => ({
      value: move,
      usi: move.usi,
      face: table.variant.type(move.drop ? move.type : move.becomes || move.type),
      words: faceWords(table, move),
    })),
  );
}

function chooseOfList(table: Table, moves: Candidate<Move>[], oneWay: boolean) {
  const buttons = moves.map((move) => ({
    value: move as Candidate<Move> | null,
    content: moveChoice(table, move, oneWay),
    label: "",
  }));
  const cancel = { label: say("dialog.cancel"), value: null, kind: "quiet" };
  return ask({
    title: say(oneWay ? "choose.promotion" : "choose.move"),
    className: "choice",
    buttons: [...buttons, cancel],
  });
}
