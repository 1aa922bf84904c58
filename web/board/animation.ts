// A whole game as an animation: one SVG file that needs no script and repeats forever (SMIL).

import { Game, sideOf } from "../core/index.ts";
import { notationOf } from "../language/familywords.ts";
import { resultWords } from "../language/words.ts";
import { s } from "../lib/dom.ts";
import { callingIn } from "../table/seats.ts";
import { Stage, stageFile } from "./picture.ts";
import { pieceShape } from "./pieces.ts";
import type { PositionState, Side } from "../core/index.ts";
import type { PlayedMove, Table } from "../table/table.ts";
import type { BoardView } from "./board.ts";

const START_S = 1.5; // seconds that the first position is shown
const MOVE_S = 1; // seconds from the beginning of one move to that of the next
const GLIDE_S = 0.3; // seconds that a piece takes to glide from square to square
const END_S = 4; // seconds that the last position is shown before the animation repeats

export interface Spot {
  x: number;
  y: number;
}

/** An element of the animation and the time in which it is visible: a piece on a square, or a kind in hand with its number. */
export interface Stint {
  element: SVGElement;
  /** when the element appears, in seconds from the start */
  from: number;
  /** when the element disappears, in seconds; null: it stays to the end */
  to: number | null;
  /** the point from which the element glides to `at` when it appears; null: it appears at `at` */
  glide: Spot | null;
  at: Spot;
}

const SIDES: readonly Side[] = [0, 1];

const short = (number: number) => String(Number(number.toFixed(4)));

class Film {
  table: Table;
  stage: Stage;
  length: number;
  stints: Stint[] = []; // all elements of the animation, in the order in which they appear
  seen: Map<number | string, Stint> = new Map(); // the elements that are visible at the time reached so far, by square, or by "side/kind" for pieces in hand
  faces: Map<number, SVGElement> = new Map(); // the picture of each kind of piece, by its number on a board (negative for gote)

  constructor(table: Table, stage: Stage) {
    this.table = table;
    this.stage = stage;
    this.length = START_S + table.played.length * MOVE_S + END_S;
  }

  end(key: number | string, time: number) {
    const stint = this.seen.get(key);
    if (stint) stint.to = time;
    this.seen.delete(key);
  }

  begin(key: number | string, stint: Omit<Stint, "to">) {
    const begun = { ...stint, to: null };
    this.stints.push(begun);
    this.seen.set(key, begun);
  }

  face(piece: number) {
    const { view, layout, variant } = this.stage;
    const side = sideOf(piece);
    if (!this.faces.has(piece)) {
      const look = { side, turn: layout.turn(side), set: view.set, small: view.small };
      const picture = s("g", { id: `p${piece}` }, pieceShape(variant.type(piece), look));
      this.faces.set(piece, picture);
    }
    return s("use", { href: `#p${piece}` });
  }

  /**
   * Adds the elements that differ between two positions, and ends those that disappear.
   * @param before null: `after` is the first position
   * @param time when the change begins, in seconds
   * @param played the move between the positions; null: none
   */
  change(
    before: PositionState | null,
    after: PositionState,
    time: number,
    played: PlayedMove | null,
  ) {
    const { stage } = this;
    const there = time + (played ? GLIDE_S : 0); // time at which the moved piece arrives and a captured piece disappears
    const parts = played?.parts;
    for (const [square, piece] of after.board.entries()) {
      const moved = square === parts?.to && parts.from !== parts.to;
      if (before?.board[square] === piece && !moved) continue;
      this.end(square, square === parts?.from ? time : there);
      if (!piece) continue;
      const origin = moved && played ? this.originOf(played) : null;
      const from = origin || !played ? time : there;
      const at = stage.square(square);
      this.begin(square, { element: this.face(piece), from, glide: origin, at });
    }
    for (const side of SIDES) {
      for (const kind of stage.variant.heldKinds) {
        const [was, is] = [before, after].map((state) => state?.hands[side][kind - 1] ?? 0);
        if (was === is) continue;
        const key = `${side}/${kind}`;
        const from = is < was ? time : there;
        this.end(key, from);
        const at = { x: 0, y: 0 };
        if (is) this.begin(key, { element: stage.held(side, kind, is), from, glide: null, at });
      }
    }
  }

  /** The point from which the piece of a move glides: its square, or its place on the stand of the hand. */
  originOf({ side, parts }: PlayedMove) {
    const { stage } = this;
    if (!parts.drop) return stage.square(parts.from);
    return stage.place(side, stage.variant.type(parts.type).inHand || parts.type);
  }

  part(time: number) {
    return short(time / this.length);
  }

  /** An SVG element that sets an attribute to each value at the given time, in seconds. */
  steps(attributeName: string, steps: [time: number, value: string][]) {
    return s("animate", {
      attributeName,
      calcMode: "discrete",
      values: steps.map(([, value]) => value).join(";"),
      keyTimes: steps.map(([time]) => this.part(time)).join(";"),
      dur: `${this.length}s`,
      repeatCount: "indefinite",
    });
  }

  /** Makes an element visible from `from` to `to` seconds; null: to the end. A program without SMIL (SVG animation) shows the last position. */
  timed(element: SVGElement, from: number, to: number | null) {
    const steps: [number, string][] = [[0, from ? "hidden" : "visible"]];
    if (from) steps.push([from, "visible"]);
    if (to !== null) steps.push([to, "hidden"]);
    if (to !== null) element.setAttribute("visibility", "hidden");
    if (steps.length > 1) element.append(this.steps("visibility", steps));
    return element;
  }

  drawn({ element, from, to, glide, at }: Stint) {
    const group = s("g", null, element);
    if (at.x || at.y) group.setAttribute("transform", `translate(${at.x},${at.y})`);
    if (glide) {
      const [first, last] = [`${glide.x},${glide.y}`, `${at.x},${at.y}`];
      group.append(
        s("animateTransform", {
          attributeName: "transform",
          type: "translate",
          values: [first, first, last, last].join(";"),
          keyTimes: ["0", this.part(from), this.part(from + GLIDE_S), "1"].join(";"),
          dur: `${this.length}s`,
          repeatCount: "indefinite",
        }),
      );
    }
    return this.timed(group, from, to);
  }

  /** The highlights of the move played last: one for the square where it begins, one for the square where it ends. */
  lights() {
    const { stage, table } = this;
    const { width, height } = stage.layout.cell;
    return ["from", "to"].map((which) => {
      const xs: [time: number, value: string][] = [];
      const ys: [time: number, value: string][] = [];
      const spots = table.played.map(({ parts }) => (which === "from" ? parts.from : parts.to));
      const add = (time: number, square: number) => {
        const spot = square < 0 ? { x: -width, y: -height } : stage.square(square);
        xs.push([time, short(spot.x - width / 2)]);
        ys.push([time, short(spot.y - height / 2)]);
      };
      add(0, -1);
      spots.forEach((square, i) => add(START_S + i * MOVE_S, square));
      const end = { x: xs.at(-1)?.[1], y: ys.at(-1)?.[1] };
      const lit = s("rect", { class: "lit-square", ...end, width, height });
      if (spots.length) lit.append(this.steps("x", xs), this.steps("y", ys));
      return lit;
    });
  }

  /** The texts below the board, one after another: each move until the next one begins, then the result. */
  words() {
    const { table, stage } = this;
    const { result } = table.message;
    const notation = notationOf(table.variant.family);
    const texts = table.played.map(({ texts: each, usi }, i) => ({
      text: `${i + 1}. ${each[notation] || usi}`,
      from: START_S + i * MOVE_S,
    }));
    const end = START_S + table.played.length * MOVE_S + END_S / 4;
    if (result) texts.push({ text: resultWords(result, callingIn(table)), from: end });
    return texts.map(({ text, from }, i) =>
      this.timed(stage.words(text), from, texts[i + 1]?.from ?? null),
    );
  }
}

/**
 * The animation of a whole game as the text of an SVG file.
 * @param view of the board on the page, for its piece set, shape and side at the bottom
 */
export async function gameFile(table: Table, view: BoardView, title: string) {
  const { variant, message, played } = table;
  const game = new Game(variant, message.sfen);
  let { state } = game;
  const bare = { ...state, board: state.board.map(() => 0), frozen: [] };
  const stage = new Stage({ ...view, title, state: bare, last: null, check: null });
  const film = new Film(table, stage);
  film.change(null, state, 0, null);
  for (const [i, each] of played.entries()) {
    const before = state;
    game.play(each.usi);
    ({ state } = game);
    film.change(before, state, START_S + i * MOVE_S, each);
  }
  game.free();
  const stints = film.stints.map((stint) => film.drawn(stint));
  const faces = s("defs", null, [...film.faces.values()]);
  return stageFile(stage, [faces, stage.ground(), film.lights(), stints, film.words()], true);
}
