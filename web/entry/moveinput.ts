// A person enters a move: by clicks, by dragging, from lists, by keys. What the clicks mean is Entry's; what is sent is Play's.

import { pickFace, pickWay } from "../board/picker.ts";
import { say, squareName, typeName } from "../language/catalogue.ts";
import { faceWords, moveChoice, victimWords } from "../language/movewords.ts";
import { sentence } from "../language/words.ts";
import { fetched } from "../lib/connection.ts";
import { announce, ask, notice } from "../lib/dom.ts";
import { settings } from "../settings/settings.ts";
import { canEnd } from "./entrybar.ts";
import type { Move } from "../core/types.ts";
import type { Table } from "../table/table.ts";
import type { Answer, Candidate } from "./entry.ts";

export interface MoveInputActions {
  send: (usi: string) => void;
  /** a move for one's next turn */
  premove: (move: Candidate<Move>) => void;
  /** the move for one's next turn is given up; false: there was none */
  forget: () => boolean;
  draw: () => void;
  /** a square was clicked on one's turn */
  touched: () => void;
  focusBoard: () => void;
  /** where a square lies on the screen, how pieces of the side to move are turned, and whether they have one character */
  spot: (square: number) => { square: () => DOMRect; turn: number; small: boolean };
}

const ROYAL = 1e6; // worth more than all that isn't royal

/** What moves have in common that differ only in what the piece becomes. */
const wayOf: (move: Candidate<Move>) => string = ({ drop, from, to, victims }) =>
  [drop, from, to, victims].join();

/** Moves that go the same way, next to each other, in an order that never changes: promotion first, a dropped piece's front first. */
function inOrder(table: Table, moves: readonly Candidate<Move>[]) {
  const ways = [...new Set(moves.map(wayOf))];
  const face: (move: Candidate<Move>) => number = ({ type, promotes, drop }) =>
    drop ? Number(table.variant.type(type).unpromoted > 0) : Number(!promotes);
  return [...moves].sort(
    (a, b) => ways.indexOf(wayOf(a)) - ways.indexOf(wayOf(b)) || face(a) - face(b),
  );
}

export class MoveInput {
  on: MoveInputActions;

  constructor(on: MoveInputActions) {
    this.on = on;
  }

  /** A square was clicked. */
  square(table: Table, square: number) {
    if (!table.mayEnter) return notice(this.whyNotNow(table));
    if (this.on.forget() && !table.isOwn(square)) return;
    this.on.touched();
    table.openPremoves();
    if (!table.entry.active) this.pick(table, square);
    else this.take(table, table.entry.click(square), square);
  }

  whyNotNow(table: Table) {
    if (table.over) return say("notNow.over");
    if (table.watching) return say("notNow.watching");
    if (table.message.open) return say("notNow.open");
    return table.atEnd ? say("notNow.turn") : say("notNow.earlier");
  }

  // ---- choosing a piece ----

  pick(table: Table, square: number) {
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

  pickHand(table: Table, kind: number) {
    this.on.forget();
    table.openPremoves();
    if (table.entry.origin?.hand === kind) return this.cancel(table);
    if (table.entry.startHand(kind)) return this.picked(table);
    const { id } = table.variant.type(kind);
    if (table.myTurn) this.explain(table, `${id}*`);
    else notice(say("premove.noDrop"));
    this.on.draw();
  }

  picked(table: Table) {
    const count = table.entry.targets().size;
    announce(say("pick.chosen", { piece: table.chosenName, count }));
    this.on.draw();
  }

  // ---- going on ----

  /** @param square the click it answers */
  take(table: Table, answer: Answer<Move>, square?: number): void {
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

  play(table: Table, move: Candidate<Move>) {
    const now = table.myTurn;
    table.entry.cancel();
    if (now) this.on.send(move.usi);
    else this.on.premove(move);
  }

  async choose(table: Table, moves: Candidate<Move>[]) {
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
   * @param moves to one square
   */
  async chooseVictims(table: Table, moves: Candidate<Move>[]) {
    const { variant } = table;
    const worth = ({ victims }: Move) =>
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

  chooseFace(table: Table, moves: Candidate<Move>[]) {
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

  chooseMove(table: Table, moves: Candidate<Move>[], onlyFace: boolean) {
    const buttons = moves.map((move) => ({
      value: move as Candidate<Move> | null,
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

  done(table: Table) {
    this.take(table, table.entry.done());
  }
  listMoves(table: Table) {
    this.choose(table, table.entry.candidates);
  }
  cancel(table: Table) {
    table.entry.cancel();
    this.on.draw();
  }

  // ---- tries that are no legal moves ----

  /** Another own piece is chosen instead; anything else is explained, or under strict play played: it loses. */
  illegal(table: Table, squares: number[]): void {
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

  /** @param text no legal move; or a square or a kind in hand, whose piece has none */
  async explain(table: Table, text: string) {
    const words = await fetched(table.game.explain(text));
    if (words) notice(sentence(words), "bad");
  }

  // ---- dragging, keys ----

  lift(table: Table, square: number) {
    this.on.forget();
    table.openPremoves();
    if (table.entry.standing !== square) table.entry.startSquare(square);
    this.on.draw();
  }

  /** @param id of a kind in hand */
  liftHand(table: Table, id: string) {
    const kind = table.variant.kinds.findIndex((type) => type.id === id) + 1;
    if (!table.mayEnter) return false;
    this.on.forget();
    table.openPremoves();
    if (!table.entry.startHand(kind)) return false;
    this.on.touched();
    this.on.draw();
    return true;
  }

  /** @param square null: beside the board */
  drop(table: Table, square: number | null) {
    if (!table.entry.active) return;
    if (square === null) this.cancel(table);
    else this.take(table, table.entry.click(square), square);
  }

  /** False: the letter does nothing. */
  key(table: Table, letter: string) {
    if (letter === "d" && canEnd(table.entry)) this.done(table);
    else if (letter === "l" && table.entry.active) this.listMoves(table);
    else return false;
    return true;
  }

  /** The clicks made so far, to be made again on the same position after a message that changed nothing on the board. */
  unfinished({ entry: { origin, clicks, active } }: Table) {
    return ({ entry }: Table) => {
      if (!active || !origin) return;
      entry.start(origin);
      for (const square of clicks) if (entry.active) entry.click(square);
    };
  }
}
