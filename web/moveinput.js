// A person enters a move: by clicks, by dragging, from lists, by keys. What the clicks mean is Entry's; what is sent is Play's.

import { say, squareName, typeName } from "./catalogue.js";
import { fetched } from "./connection.js";
import { announce, ask, notice } from "./dom.js";
import { canEnd } from "./entrybar.js";
import { faceWords, moveChoice, victimWords } from "./movewords.js";
import { pickFace, pickWay } from "./picker.js";
import { settings } from "./settings.js";
import { sentence } from "./words.js";

/** @import { Move } from "./core.js" */
/** @import { Answer, Candidate } from "./entry.js" */
/** @import { Table } from "./table.js" */

/**
 * @typedef {object} MoveInputActions
 * @property {(usi: string) => void} send
 * @property {(move: Candidate<Move>) => void} premove a move for one's next turn
 * @property {() => boolean} forget the move for one's next turn is given up; false: there was none
 * @property {() => void} draw
 * @property {() => void} touched a square was clicked on one's turn
 * @property {() => void} focusBoard
 * @property {(square: number) => {square: () => DOMRect, turn: number, small: boolean}} spot where a square lies on the screen, how
 * pieces of the side to move are turned, and whether they have one character
 */

const ROYAL = 1e6; // worth more than all that isn't royal

/** What moves have in common that differ only in what the piece becomes. @type {(move: Candidate<Move>) => string} */
const wayOf = ({ drop, from, to, victims }) => [drop, from, to, victims].join();

/**
 * Moves that go the same way, next to each other, in an order that never changes: promotion first, a dropped piece's front first.
 * @param {Table} table
 * @param {readonly Candidate<Move>[]} moves
 */
function inOrder(table, moves) {
  const ways = [...new Set(moves.map(wayOf))];
  /** @type {(move: Candidate<Move>) => number} */
  const face = ({ type, promotes, drop }) =>
    drop ? Number(table.variant.type(type).unpromoted > 0) : Number(!promotes);
  return [...moves].sort(
    (a, b) => ways.indexOf(wayOf(a)) - ways.indexOf(wayOf(b)) || face(a) - face(b),
  );
}

export class MoveInput {
  /** @param {MoveInputActions} on */
  constructor(on) {
    this.on = on;
  }

  /**
   * A square was clicked.
   * @param {Table} table
   * @param {number} square
   */
  square(table, square) {
    if (!table.mayEnter) return notice(this.whyNotNow(table));
    if (this.on.forget() && !table.isOwn(square)) return;
    this.on.touched();
    table.openPremoves();
    if (!table.entry.active) this.pick(table, square);
    else this.take(table, table.entry.click(square), square);
  }

  /** @param {Table} table */
  whyNotNow(table) {
    if (table.over) return say("notNow.over");
    if (table.watching) return say("notNow.watching");
    if (table.message.open) return say("notNow.open");
    return table.atEnd ? say("notNow.turn") : say("notNow.earlier");
  }

  // ---- choosing a piece ----

  /**
   * @param {Table} table
   * @param {number} square
   */
  pick(table, square) {
    const { variant } = table;
    const piece = table.pieceAt(square);
    if (table.entry.startSquare(square)) this.picked(table);
    else if (!piece) this.on.draw();
    else if (!table.isOwn(square)) notice(say("pick.notYours"));
    else if (table.myTurn) this.explain(table, variant.squareNames[square]);
    else {
      const at = { piece: typeName(variant.type(piece)), square: squareName(variant, square) };
      notice(say("premove.none", at));
    }
  }

  /**
   * @param {Table} table
   * @param {number} kind
   */
  pickHand(table, kind) {
    this.on.forget();
    table.openPremoves();
    if (table.entry.origin?.hand === kind) return this.cancel(table);
    if (table.entry.startHand(kind)) return this.picked(table);
    const { id } = table.variant.type(kind);
    if (table.myTurn) this.explain(table, `${id}*`);
    else notice(say("premove.noDrop"));
    this.on.draw();
  }

  /** @param {Table} table */
  picked(table) {
    const count = table.entry.targets().size;
    announce(say("pick.chosen", { piece: table.chosenName, count }));
    this.on.draw();
  }

  // ---- going on ----

  /**
   * @param {Table} table
   * @param {Answer<Move>} answer
   * @param {number} [square] the click it answers
   * @returns {void}
   */
  take(table, answer, square) {
    if (answer.play) return this.play(table, answer.play);
    if (answer.choose) return void this.choose(table, answer.choose);
    if (answer.sets) return void this.chooseVictims(table, answer.sets);
    if (answer.illegal) return this.illegal(table, answer.illegal);
    if (answer.cancelled && square !== undefined && table.skipBarred) {
      const skip = table.variant.squareNames[square].repeat(2);
      this.explain(table, skip);
    }
    this.on.draw();
  }

  /**
   * @param {Table} table
   * @param {Candidate<Move>} move
   */
  play(table, move) {
    const now = table.myTurn;
    table.entry.cancel();
    if (now) this.on.send(move.usi);
    else this.on.premove(move);
  }

  /**
   * @param {Table} table
   * @param {Candidate<Move>[]} moves
   */
  async choose(table, moves) {
    const sorted = inOrder(table, moves);
    const onlyFace = new Set(moves.map(wayOf)).size === 1;
    const choice =
      onlyFace && moves.length > 1 && !moves.some((move) => move.skip)
        ? await this.chooseFace(table, sorted)
        : await this.chooseMove(table, sorted, onlyFace);
    if (choice) this.play(table, choice);
    else if (onlyFace && table.entry.clicks.length < 2) this.cancel(table);
    this.on.focusBoard();
  }

  /**
   * Several sets of pieces can be captured on the way to a square: the one worth most is offered first.
   * @param {Table} table
   * @param {Candidate<Move>[]} moves to one square
   */
  async chooseVictims(table, moves) {
    const { variant } = table;
    const worth = (/** @type {Move} */ { victims }) =>
      victims.reduce((sum, square) => {
        const { royal, value } = variant.type(table.pieceAt(square));
        return sum + (royal ? ROYAL : value);
      }, 0);
    const firsts = [...new Map(moves.map((move) => [wayOf(move), move])).values()];
    firsts.sort((a, b) => worth(b) - worth(a) || b.victims.length - a.victims.length);
    const { square } = this.on.spot(moves[0].to);
    this.on.draw();
    const chosen = await pickWay(
      say("choose.victims"),
      square,
      firsts.map((move) => ({ value: move, usi: move.usi, words: victimWords(table, move) })),
    );
    if (!chosen) return this.cancel(table);
    const same = moves.filter((move) => wayOf(move) === wayOf(chosen));
    if (same.length > 1) return this.choose(table, same);
    this.play(table, chosen);
    this.on.focusBoard();
  }

  /**
   * @param {Table} table
   * @param {Candidate<Move>[]} moves
   */
  chooseFace(table, moves) {
    const { variant } = table;
    const { square, turn, small } = this.on.spot(moves[0].to);
    const title = moves[0].drop ? "choose.face" : "choose.promotion";
    return pickFace(
      say(title),
      square,
      { side: table.entering, turn, set: settings.pieces, small },
      moves.map((move) => ({
        value: move,
        usi: move.usi,
        face: variant.type(move.drop ? move.type : move.becomes || move.type),
        words: faceWords(table, move),
      })),
    );
  }

  /**
   * @param {Table} table
   * @param {Candidate<Move>[]} moves
   * @param {boolean} onlyFace
   */
  chooseMove(table, moves, onlyFace) {
    const buttons = moves.map((move) => ({
      value: /** @type {Candidate<Move> | null} */ (move),
      content: moveChoice(table, move, onlyFace),
      label: "",
    }));
    const cancel = { label: say("dialog.cancel"), value: null, kind: "quiet" };
    return ask({
      title: say(onlyFace ? "choose.promotion" : "choose.move"),
      className: "choice",
      buttons: [...buttons, cancel],
    });
  }

  /** @param {Table} table */
  done(table) {
    this.take(table, table.entry.done());
  }
  /** @param {Table} table */
  listMoves(table) {
    this.choose(table, table.entry.candidates);
  }
  /** @param {Table} table */
  cancel(table) {
    table.entry.cancel();
    this.on.draw();
  }

  // ---- tries that are no legal moves ----

  /**
   * Another own piece is chosen instead; anything else is explained, or under strict play played: it loses.
   * @param {Table} table
   * @param {number[]} squares
   * @returns {void}
   */
  illegal(table, squares) {
    const { entry } = table;
    const { origin } = entry;
    const square = squares[squares.length - 1];
    const [back] = squares;
    const takesBack =
      !table.myTurn && squares.length === 1 && origin?.square !== undefined && table.isOwn(back)
        ? table.recaptures(origin.square, back)
        : [];
    if (takesBack.length) return this.take(table, entry.finish(takesBack));
    entry.cancel();
    if (table.isOwn(square) && entry.startSquare(square)) return this.picked(table);
    this.on.draw();
    if (!origin) return;
    if (!table.myTurn) return notice(say("premove.not"));
    const text = table.tryText(origin, squares);
    if (table.variant.isStrict) this.on.send(text);
    else this.explain(table, text);
  }

  /**
   * @param {Table} table
   * @param {string} text no legal move; or a square or a kind in hand, whose piece has none
   */
  async explain(table, text) {
    const words = await fetched(table.game.explain(text));
    if (words) notice(sentence(words), "bad");
  }

  // ---- dragging, keys ----

  /**
   * @param {Table} table
   * @param {number} square
   */
  lift(table, square) {
    this.on.forget();
    table.openPremoves();
    if (table.entry.standing !== square) table.entry.startSquare(square);
    this.on.draw();
  }

  /**
   * @param {Table} table
   * @param {string} id of a kind in hand
   */
  liftHand(table, id) {
    const kind = table.variant.kinds.findIndex((type) => type.id === id) + 1;
    if (!table.mayEnter) return false;
    this.on.forget();
    table.openPremoves();
    if (!table.entry.startHand(kind)) return false;
    this.on.touched();
    this.on.draw();
    return true;
  }

  /**
   * @param {Table} table
   * @param {number | null} square null: beside the board
   */
  drop(table, square) {
    if (!table.entry.active) return;
    if (square === null) this.cancel(table);
    else this.take(table, table.entry.click(square), square);
  }

  /**
   * False: the letter does nothing.
   * @param {Table} table
   * @param {string} letter
   */
  key(table, letter) {
    if (letter === "d" && canEnd(table.entry)) this.done(table);
    else if (letter === "l" && table.entry.active) this.listMoves(table);
    else return false;
    return true;
  }

  /**
   * The clicks made so far, to be made again on the same position after a message that changed nothing on the board.
   * @param {Table} table
   */
  unfinished({ entry: { origin, clicks, active } }) {
    return (/** @type {Table} */ { entry }) => {
      if (!active || !origin) return;
      entry.start(origin);
      for (const square of clicks) if (entry.active) entry.click(square);
    };
  }
}
