// The filter behind the clicks, on lists of moves alone.

import { check, equal } from "./harness.mjs";
import {
  choosePiece,
  clickSquare,
  endMove,
  endMoves,
  newEntry,
  targetsOf,
  victimsOf,
} from "../../web/entry/entry.ts";

let number = 0;
const move = (from, to, victims = [], more = {}) => ({
  usi: `m${number++}`,
  from,
  to,
  type: 1,
  becomes: 1,
  drop: false,
  victims,
  ...more,
});
const result = (answer) => answer.play?.usi ?? Object.keys(answer)[0];

function plain() {
  const a = move(0, 1);
  const b = move(0, 2, [2]);
  const c = move(0, 2, [2], { becomes: 2, promotes: true });
  const entry = newEntry([a, b, c]);
  check(!choosePiece(entry, { square: 9 }), "a square without moves starts nothing");
  choosePiece(entry, { square: 0 });
  equal(targetsOf(entry).size, 2, "two squares to go to");
  equal(result(clickSquare(entry, 1)), a.usi, "a plain move is played by its destination");
  choosePiece(entry, { square: 0 });
  equal(clickSquare(entry, 2).choose?.length, 2, "promotion is a choice");
  choosePiece(entry, { square: 0 });
  equal(result(clickSquare(entry, 7)), "illegal", "a square of no move is illegal");
  equal(result(clickSquare(entry, 0)), "cancelled", "the origin again cancels");
}

function lion() {
  const near = move(0, 1, [1]);
  const home = move(0, 0, [1]);
  const on = move(0, 2, [1]);
  const two = move(0, 3, [1, 3]);
  const jump = move(0, 2);
  const other = move(0, 3, [3]);
  const back = move(0, 1, [1, 3]);
  const entry = newEntry([near, home, on, two, jump, other, back]);
  const enter = (...squares) => (
    choosePiece(entry, { square: 0 }),
    squares.map((square) => clickSquare(entry, square)).at(-1)
  );
  equal(result(enter(1)), "wait", "a victim that can be passed waits");
  equal(result(enter(1, 1)), near.usi, "clicked again: captured and stayed there");
  equal(result(enter(1, 0)), home.usi, "then the origin: igui");
  equal(result(enter(1, 2)), on.usi, "then an empty square: hit and run");
  equal(
    result(enter(1, 3)),
    two.usi,
    "then another victim: two captured, the last is the destination",
  );
  equal(result(enter(3, 1)), back.usi, "the other way round");
  const { sets } = enter(2);
  equal(
    sets?.map(({ usi }) => usi).join(),
    [on.usi, jump.usi].join(),
    "a square at once that leaves victims open: they are asked for",
  );
  choosePiece(entry, { square: 0 });
  const mark = targetsOf(entry).get(1);
  check(mark.ends && mark.goesOn && mark.takes, "a neighbour ends, goes on and is taken");
  check(
    targetsOf(entry).get(2).ends && !targetsOf(entry).get(2).goesOn,
    "an empty square only ends",
  );
  equal(victimsOf(entry, 3).join(), "3", "what a jump there would take");
  clickSquare(entry, 1);
  equal(victimsOf(entry, 3).join(), "1,3", "and after the first victim");
}

function burn() {
  const to = 5;
  const quiet = move(0, to);
  const one = move(0, to, [6]);
  const other = move(0, to, [7]);
  const both = move(0, to, [6, 7]);
  const igui = move(0, 0, [6]);
  const land = move(0, 6, [6]);
  const entry = newEntry([quiet, one, other, both, igui, land], { burns: () => true });
  const start = (...squares) => (
    choosePiece(entry, { square: 0 }),
    squares.map((square) => clickSquare(entry, square)).at(-1)
  );
  equal(result(start(to)), "wait", "a landing waits for what burns");
  equal(result(endMove(entry)), quiet.usi, "Done burns nothing");
  start(to, 6);
  equal(result(endMove(entry)), one.usi, "Done burns one");
  equal(result(start(to, 6, 7)), both.usi, "both burnt: nothing more to say");
  start(to, 6, 6);
  equal(result(endMove(entry)), quiet.usi, "a burnt square clicked again is left alone");
  equal(result(start(to, 6, 0)), one.usi, "the piece again is Done");
  equal(result(start(6, 0)), igui.usi, "a victim and the origin: igui");
  equal(result(start(6, 6)), land.usi, "a victim twice: captured by landing");
  const second = move(0, 7, [6, 7]);
  const first = move(0, 6, [6, 7]);
  const two = newEntry([...entry.all, first, second], { burns: () => true });
  choosePiece(two, { square: 0 });
  clickSquare(two, 7);
  clickSquare(two, 6);
  equal(
    endMoves(two)[0]?.usi,
    second.usi,
    "of two enemies one can land on, Done lands on the first",
  );
  equal(result(endMove(two)), second.usi, "as endMoves says");
  equal(result(start(7, 6, to)), both.usi, "victims first, destination last");
}

function drops() {
  const front = move(-1, 4, [], { drop: true });
  const back = move(-1, 4, [], { drop: true, type: 2 });
  const entry = newEntry([front, back], { handKind: () => 1 });
  check(choosePiece(entry, { hand: 1 }), "a piece in hand can be chosen");
  equal(clickSquare(entry, 4).choose?.length, 2, "its face is a choice");
  check(!choosePiece(entry, { hand: 3 }), "a piece that has no drop can't");
}

export default function suite() {
  for (const each of [plain, lion, burn, drops]) each();
}
