// Move entry by filtering clicks. Works on the list of legal moves alone; knows no piece and no page.
//
// Clicks name the origin (a square, or a piece in hand), then in any order the squares of victims, then the destination. Where a piece
// can burn, the destination may come first. A clicked square again, or Done, ends the move there; the origin again ends it at home.

import type { Move } from "../core/types.ts";

/** what Entry needs of a move */
export type EntryMove = Pick<Move, "usi" | "from" | "to" | "type" | "becomes" | "drop" | "victims">;
/** where the piece comes from: a square, or the kind of a piece in hand */
export type Origin = { square: number; hand?: undefined } | { hand: number; square?: undefined };
/** what a click on a square can do: end the move there, go on from there, capture what stands there */
export interface Target {
  ends: boolean;
  goesOn: boolean;
  takes: boolean;
}

/** A legal move and the squares that it names beyond its origin. */
export type Candidate<M extends EntryMove> = M & { named: Set<number> };

/**
 * What a click leads to: a move to play, a choice between moves, a choice of what is captured on the way to the square, the squares of
 * a try that is no legal move, nothing any more because the piece was let go, or more clicks.
 */
export interface Answer<M extends EntryMove> {
  play?: Candidate<M>;
  choose?: Candidate<M>[];
  sets?: Candidate<M>[];
  illegal?: number[];
  cancelled?: true;
  wait?: true;
}

/** Moves that differ only in what the piece becomes are one choice until the end. */
const groupKey = (move: EntryMove) =>
  `${move.drop ? "d" : move.from}/${move.to}/${move.victims.join()}`;

const groupCount = (moves: readonly EntryMove[]) => new Set(moves.map(groupKey)).size;

function squaresOf(move: EntryMove) {
  const squares = new Set(move.victims);
  if (move.drop || move.to !== move.from) squares.add(move.to);
  return squares;
}

export class Entry<M extends EntryMove> {
  all: Candidate<M>[];
  burns: (type: number) => boolean;
  handKind: (move: M) => number;
  free: (origin: Origin) => boolean;
  origin: Origin | null = null;
  clicks: number[] = []; // squares, in the order of the clicks
  target: number | null = null; // the destination once it is certain
  candidates: Candidate<M>[] = []; // moves that fit the clicks
  burning = false; // the piece chosen can burn

  /**
   * burns(type): may a piece of this kind capture beside the square it lands on? handKind(move): for a drop, the kind that lies in the hand.
   * free(origin): may that piece be chosen though it has no legal move?
   * @param moves the legal moves
   */
  constructor(
    moves: readonly M[],
    {
      burns = () => false,
      handKind = (move) => move.type,
      free = () => false,
    }: {
      burns?: (type: number) => boolean;
      handKind?: (move: M) => number;
      free?: (origin: Origin) => boolean;
    } = {},
  ) {
    this.all = moves.map((move) => ({ ...move, named: squaresOf(move) }));
    this.burns = burns;
    this.handKind = handKind;
    this.free = free;
  }

  cancel() {
    this.origin = null;
    this.clicks = [];
    this.target = null;
    this.candidates = [];
  }

  get active() {
    return this.origin !== null;
  }

  /** Where the piece stands by the clicks so far: on what it has captured, before its move goes on from there. null: a piece in hand. */
  get standing() {
    const last = this.clicks[this.clicks.length - 1];
    const onVictim = !this.burning && this.candidates.some(({ victims }) => victims.includes(last));
    return onVictim ? last : (this.origin?.square ?? null);
  }

  movesFrom(square: number) {
    return this.all.filter((move) => !move.drop && move.from === square);
  }
  dropsOf(kind: number) {
    return this.all.filter((move) => move.drop && this.handKind(move) === kind);
  }

  /** False, and nothing is chosen, when that piece has no move. */
  start(origin: Origin) {
    this.cancel();
    const onBoard = origin.square !== undefined;
    const candidates = onBoard ? this.movesFrom(origin.square) : this.dropsOf(origin.hand);
    if (!candidates.length && !this.free(origin)) return false;
    this.origin = origin;
    this.candidates = candidates;
    this.burning = onBoard && candidates.length > 0 && this.burns(candidates[0].type);
    return true;
  }
  startSquare(square: number) {
    return this.start({ square });
  }
  startHand(kind: number) {
    return this.start({ hand: kind });
  }

  /** A square was clicked while an origin is chosen. */
  click(square: number): Answer<M> {
    if (square === this.origin?.square) return this.clickOrigin(square);
    if (this.clicks.includes(square)) return this.clickAgain(square);
    const left = this.candidates.filter((move) => move.named.has(square));
    if (!left.length) return { illegal: [...this.clicks, square] };
    const onlyEnds = left.every((move) => move.to === square);
    if (onlyEnds && !this.clicks.length && !this.burning && groupCount(left) > 1) {
      this.clicks = [square];
      this.candidates = left;
      this.target = square;
      return { sets: left };
    }
    const final = this.finalWith(square, left);
    this.clicks = [...this.clicks, square];
    this.candidates = left;
    if (onlyEnds) this.target = square;
    return final ? this.finish(final) : { wait: true };
  }

  /**
   * The moves among which this click decides, or null when it leaves more to say.
   * @param left the candidates that name it
   */
  finalWith(square: number, left: Candidate<M>[]) {
    const exact = left.filter((move) => move.named.size === this.clicks.length + 1);
    const more = exact.length < left.length;
    const here = exact.filter((move) => move.to === square);
    if (left.every((move) => move.to === square) && !(this.burning && more)) {
      return exact.length ? exact : left;
    }
    if (more || (this.burning && groupCount(exact) > 1)) return null;
    if (here.length) return here;
    return groupCount(exact) === 1 ? exact : null;
  }

  /** Candidates that name no square beyond those clicked. */
  exact() {
    return this.candidates.filter((move) => move.named.size === this.clicks.length);
  }

  clickOrigin(origin: number): Answer<M> {
    const home = this.exact().filter((move) => move.to === origin);
    if (home.length) return this.clicks.length ? this.finish(home) : { choose: home };
    return this.clicks.length ? this.done() : this.letGo();
  }

  clickAgain(square: number): Answer<M> {
    const here = this.exact().filter((move) => move.to === square);
    if (here.length) return this.finish(here);
    if (this.target !== null && square !== this.target) return this.spare(square, this.target);
    return this.done();
  }

  /** A square to be burnt is left alone after all. */
  spare(square: number, target: number): Answer<M> {
    const kept = this.clicks.filter((clicked) => clicked !== square);
    if (this.origin) this.start(this.origin);
    this.target = target;
    this.clicks = kept;
    this.candidates = this.candidates.filter(
      (move) => move.to === target && kept.every((clicked) => move.named.has(clicked)),
    );
    return { wait: true };
  }

  /** The moves Done would end with: at the destination, the first click of a burn, else at the last one. */
  endMoves() {
    const exact = this.exact();
    for (const square of this.burning ? this.clicks : [...this.clicks].reverse()) {
      const here = exact.filter((move) => move.to === square);
      if (here.length) return here;
    }
    return exact;
  }

  /** Ends the move with what was clicked. */
  done(): Answer<M> {
    const moves = this.endMoves();
    if (!this.clicks.length) return moves.length ? { choose: moves } : { wait: true };
    if (moves.length) return this.finish(moves);
    const { candidates } = this;
    return groupCount(candidates) === 1 ? this.finish(candidates) : { choose: candidates };
  }

  canFinish() {
    return this.active && this.clicks.length > 0 && this.exact().length > 0;
  }

  finish(moves: Candidate<M>[]): Answer<M> {
    return moves.length === 1 ? { play: moves[0] } : { choose: moves };
  }

  letGo(): Answer<M> {
    this.cancel();
    return { cancelled: true };
  }

  /** What the next click can be, by square. */
  targets(): Map<number, Target> {
    const bySquare: Map<number, Candidate<M>[]> = new Map();
    for (const move of this.candidates) {
      for (const square of move.named) {
        if (this.clicks.includes(square)) continue;
        const there = bySquare.get(square);
        if (there) there.push(move);
        else bySquare.set(square, [move]);
      }
    }
    return new Map([...bySquare].map(([square, left]) => [square, this.targetOf(square, left)]));
  }

  targetOf(square: number, left: Candidate<M>[]): Target {
    const size = this.clicks.length + 1;
    return {
      ends:
        Boolean(this.finalWith(square, left)) ||
        left.some((move) => move.named.size === size && move.to === square),
      goesOn: left.some((move) => move.named.size > size && (move.to !== square || this.burning)),
      takes: left.some((move) => move.victims.includes(square)),
    };
  }

  /** Squares that lose a piece if the next click is `square` (null: as clicked so far). */
  victims(square: number | null = null): number[] {
    const named = square === null ? this.clicks : [...this.clicks, square];
    const exact = this.candidates.find(
      (move) => move.named.size === named.length && named.every((at) => move.named.has(at)),
    );
    if (exact) return exact.victims;
    return named.filter((at) => this.candidates.some((move) => move.victims.includes(at)));
  }
}
