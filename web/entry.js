// Move entry by filtering clicks. Works on the list of legal moves alone; knows no piece and no page.
//
// Clicks name the origin (a square, or a piece in hand), then in any order the squares of victims, then the destination. Where a piece
// can burn, the destination may come first. A clicked square again, or Done, ends the move there; the origin again ends it at home.

/** Moves that differ only in what the piece becomes are one choice until the end. */
const groupKey = (move) => `${move.drop ? "d" : move.from}/${move.to}/${move.victims.join(",")}`;

function groups(moves) {
  const found = new Map();
  for (const move of moves) {
    const key = groupKey(move);
    if (!found.has(key)) found.set(key, []);
    found.get(key).push(move);
  }
  return [...found.values()];
}

/** Every square a move names beyond its origin. */
function squaresOf(move) {
  const squares = new Set(move.victims);
  if (move.drop || move.to !== move.from) squares.add(move.to);
  return squares;
}

export class Entry {
  /**
   * moves: the legal moves. burns(type): may a piece of this kind take beside the square it lands on?
   * handKind(move): for a drop, the kind that lies in the hand.
   */
  constructor(moves, { burns = () => false, handKind = (move) => move.type } = {}) {
    this.all = moves.map((move) => ({ ...move, named: squaresOf(move) }));
    this.burns = burns;
    this.handKind = handKind;
    this.cancel();
  }

  cancel() {
    this.origin = null; // {square} or {hand: kind}
    this.clicks = [];
    this.target = null; // destination once it is certain
    this.candidates = [];
  }

  get active() {
    return this.origin !== null;
  }

  movesFrom(square) {
    return this.all.filter((move) => !move.drop && move.from === square);
  }
  dropsOf(kind) {
    return this.all.filter((move) => move.drop && this.handKind(move) === kind);
  }

  start(origin, candidates) {
    this.cancel();
    if (!candidates.length) return false;
    this.origin = origin;
    this.candidates = candidates;
    this.burning = origin.square !== undefined && this.burns(candidates[0].type);
    return true;
  }
  startSquare(square) {
    return this.start({ square }, this.movesFrom(square));
  }
  startHand(kind) {
    return this.start({ hand: kind }, this.dropsOf(kind));
  }

  /**
   * A square was clicked while an origin is chosen. Answers {play: move}, {choose: moves}, {wait}, {cancelled} or {illegal: squares}.
   */
  click(square) {
    if (square === this.origin.square) return this.clickOrigin();
    if (this.clicks.includes(square)) return this.clickAgain(square);
    const left = this.candidates.filter((move) => move.named.has(square));
    if (!left.length) return { illegal: [...this.clicks, square] };
    const final = this.finalWith(square, left);
    this.clicks = [...this.clicks, square];
    this.candidates = left;
    if (left.every((move) => move.to === square)) this.target = square;
    return final ? this.finish(final) : { wait: true };
  }

  /** The moves among which this click decides, or null when it leaves more to say. */
  finalWith(square, left) {
    const exact = left.filter((move) => move.named.size === this.clicks.length + 1);
    const more = exact.length < left.length;
    const here = exact.filter((move) => move.to === square);
    if (left.every((move) => move.to === square) && !(this.burning && more)) {
      return exact.length ? exact : left;
    }
    if (more || (this.burning && groups(exact).length > 1)) return null;
    return here.length ? here : groups(exact).length === 1 ? exact : null;
  }

  /** Candidates that name no square beyond those clicked. */
  exact() {
    return this.candidates.filter((move) => move.named.size === this.clicks.length);
  }

  clickOrigin() {
    const home = this.exact().filter((move) => move.to === this.origin.square);
    if (home.length) return this.clicks.length ? this.finish(home) : this.choose(home);
    return this.clicks.length ? this.done() : this.cancelled();
  }

  clickAgain(square) {
    const here = this.exact().filter((move) => move.to === square);
    if (here.length) return this.finish(here);
    if (this.target !== null && square !== this.target) return this.takeBack(square);
    return this.done();
  }

  /** A burnt square is left alone after all. */
  takeBack(square) {
    const { origin, target } = this;
    const kept = this.clicks.filter((clicked) => clicked !== square);
    this.startSquare(origin.square);
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
  done() {
    const moves = this.endMoves();
    if (!this.clicks.length) return moves.length ? this.choose(moves) : { wait: true };
    if (moves.length) return this.finish(moves);
    return groups(this.candidates).length === 1
      ? this.finish(this.candidates)
      : this.choose(this.candidates);
  }

  canFinish() {
    return this.active && this.clicks.length > 0 && this.exact().length > 0;
  }

  finish(moves) {
    if (moves.length === 1) return { play: moves[0] };
    return this.choose(moves);
  }
  choose(moves) {
    return { choose: moves };
  }
  cancelled() {
    this.cancel();
    return { cancelled: true };
  }

  /** What the next click can be: a map from square to {ends, goesOn, takes}. */
  targets() {
    const marks = new Map();
    const bySquare = new Map();
    for (const move of this.candidates) {
      for (const square of move.named) {
        if (this.clicks.includes(square)) continue;
        if (!bySquare.has(square)) bySquare.set(square, []);
        bySquare.get(square).push(move);
      }
    }
    for (const [square, left] of bySquare) marks.set(square, this.markOf(square, left));
    return marks;
  }

  markOf(square, left) {
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
  doomed(square = null) {
    const named = square === null ? this.clicks : [...this.clicks, square];
    const exact = this.candidates.find(
      (move) => move.named.size === named.length && named.every((at) => move.named.has(at)),
    );
    if (exact) return exact.victims;
    return named.filter((at) => this.candidates.some((move) => move.victims.includes(at)));
  }
}
