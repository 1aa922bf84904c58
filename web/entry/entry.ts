// Move entry: each click filters the list of legal moves. This file knows that list alone, neither the board's pieces nor the
// page.
//
// The first click names the origin: a square, or a piece in hand. The next clicks name the squares of victims in any order, and
// the last one names the destination. If the piece can burn (capture pieces around its destination), the destination may come
// first. A second click on a square, or the button Done, ends the move on that square; a click on the origin ends the move at its
// origin.

import type { Move } from "../core/index.ts";

/** The members of a Move that move entry reads. */
export type EntryMove = Pick<Move, "usi" | "from" | "to" | "type" | "becomes" | "drop" | "victims">;
/** The origin of a move: a square, or, for a drop, the kind of a piece in hand. */
export type Origin = { square: number; hand?: undefined } | { hand: number; square?: undefined };
/**
 * What a click on a square can mean: the move ends on the square, goes on from the square, captures the piece there. Several of
 * these may be true.
 */
export interface Target {
  ends: boolean;
  goesOn: boolean;
  takes: boolean;
}

/**
 * A legal move. `named` has the squares that clicks have to name after the origin: those of its victims, and its destination if
 * that is not the origin.
 */
export type Candidate<M extends EntryMove> = M & { named: Set<number> };

/**
 * The effect of a click; one member is set. play: the move is complete. choose: the visitor has to choose one of the moves. sets:
 * he has to choose between captures on the way to the square. illegal: the clicked squares of an illegal move. cancelled: the
 * piece was let go. wait: more clicks are needed.
 */
export interface Answer<M extends EntryMove> {
  play?: Candidate<M>;
  choose?: Candidate<M>[];
  sets?: Candidate<M>[];
  illegal?: number[];
  cancelled?: true;
  wait?: true;
}

/** Functions by which move entry asks for the rules of the game. */
export interface EntryRules<M extends EntryMove> {
  /** can a piece of this kind burn: capture the pieces beside the square on which it lands? */
  burns: (type: number) => boolean;
  /** the kind of piece in hand that a drop takes: the dropped kind, or its front */
  handKind: (move: M) => number;
  /** may this piece be chosen although it has no legal move? */
  free: (origin: Origin) => boolean;
}

/** A move being entered. */
export interface Entry<M extends EntryMove> {
  /** the legal moves of the position */
  readonly all: readonly Candidate<M>[];
  readonly rules: EntryRules<M>;
  /** the origin of the chosen piece; null: no piece is chosen */
  origin: Origin | null;
  /** the squares that were clicked after the origin, in the order of the clicks */
  clicks: number[];
  /** the destination of the move as soon as it is certain; else null */
  target: number | null;
  /** the legal moves of the chosen piece that fit the clicks */
  candidates: Candidate<M>[];
  /** the chosen piece can burn (capture the pieces around its destination) */
  burning: boolean;
}

/** A key for the moves that differ only in what the piece becomes. They count as one move until the visitor is asked for the promotion at the end. */
const groupKey = (move: EntryMove) =>
  `${move.drop ? "d" : move.from}/${move.to}/${move.victims.join()}`;

const groupCount = (moves: readonly EntryMove[]) => new Set(moves.map(groupKey)).size;

function squaresOf(move: EntryMove) {
  const squares = new Set(move.victims);
  if (move.drop || move.to !== move.from) squares.add(move.to);
  return squares;
}

/**
 * Makes an entry in which no piece is chosen.
 * @param moves the legal moves of the position
 */
export function newEntry<M extends EntryMove>(
  moves: readonly M[],
  rules: Partial<EntryRules<M>> = {},
): Entry<M> {
  const { burns = () => false, handKind = ({ type }) => type, free = () => false } = rules;
  return {
    all: moves.map((move) => ({ ...move, named: squaresOf(move) })),
    rules: { burns, handKind, free },
    origin: null,
    clicks: [],
    target: null,
    candidates: [],
    burning: false,
  };
}

/** Lets the chosen piece go: afterwards no piece is chosen. */
export function letGo<M extends EntryMove>(entry: Entry<M>) {
  entry.origin = null;
  entry.clicks = [];
  entry.target = null;
  entry.candidates = [];
}

/**
 * The square on which the board shows the chosen piece: the square of its last capture, from which the move goes on, else its
 * origin; null: it is a piece in hand.
 */
export function standingOn<M extends EntryMove>({ origin, clicks, candidates, burning }: Entry<M>) {
  const last = clicks[clicks.length - 1];
  const onVictim = !burning && candidates.some(({ victims }) => victims.includes(last));
  return onVictim ? last : (origin?.square ?? null);
}

export const movesFrom = <M extends EntryMove>({ all }: Entry<M>, square: number) =>
  all.filter((move) => !move.drop && move.from === square);

const dropsOf = <M extends EntryMove>({ all, rules }: Entry<M>, kind: number) =>
  all.filter((move) => move.drop && rules.handKind(move) === kind);

/** Chooses a piece by its origin. Returns false, and chooses no piece, if it has no legal move and is not `free`. */
export function choosePiece<M extends EntryMove>(entry: Entry<M>, origin: Origin) {
  letGo(entry);
  const onBoard = origin.square !== undefined;
  const candidates = onBoard ? movesFrom(entry, origin.square) : dropsOf(entry, origin.hand);
  const { burns, free } = entry.rules;
  if (!candidates.length && !free(origin)) return false;
  entry.origin = origin;
  entry.candidates = candidates;
  entry.burning = onBoard && candidates.length > 0 && burns(candidates[0].type);
  return true;
}

/** Handles a click on a square while a piece is chosen. */
export function clickSquare<M extends EntryMove>(entry: Entry<M>, square: number): Answer<M> {
  if (square === entry.origin?.square) return clickOrigin(entry, square);
  if (entry.clicks.includes(square)) return clickAgain(entry, square);
  const left = entry.candidates.filter((move) => move.named.has(square));
  if (!left.length) return { illegal: [...entry.clicks, square] };
  const onlyEnds = left.every((move) => move.to === square);
  if (onlyEnds && !entry.clicks.length && !entry.burning && groupCount(left) > 1) {
    entry.clicks = [square];
    entry.candidates = left;
    entry.target = square;
    return { sets: left };
  }
  const final = finalWith(entry, square, left);
  entry.clicks = [...entry.clicks, square];
  entry.candidates = left;
  if (onlyEnds) entry.target = square;
  return final ? answerWith(final) : { wait: true };
}

/**
 * The moves among which the visitor can choose after a click that ends the entry; null: more clicks are needed.
 * @param square the clicked square
 * @param left the candidates that name this square
 */
function finalWith<M extends EntryMove>(
  { clicks, burning }: Entry<M>,
  square: number,
  left: Candidate<M>[],
) {
  const exact = left.filter((move) => move.named.size === clicks.length + 1);
  const more = exact.length < left.length;
  const here = exact.filter((move) => move.to === square);
  if (left.every((move) => move.to === square) && !(burning && more)) {
    return exact.length ? exact : left;
  }
  if (more || (burning && groupCount(exact) > 1)) return null;
  if (here.length) return here;
  return groupCount(exact) === 1 ? exact : null;
}

/** The candidates all of whose squares were clicked. */
export const exactMoves = <M extends EntryMove>({ candidates, clicks }: Entry<M>) =>
  candidates.filter((move) => move.named.size === clicks.length);

function clickOrigin<M extends EntryMove>(entry: Entry<M>, origin: number): Answer<M> {
  const home = exactMoves(entry).filter((move) => move.to === origin);
  if (home.length) return entry.clicks.length ? answerWith(home) : { choose: home };
  if (entry.clicks.length) return endMove(entry);
  letGo(entry);
  return { cancelled: true };
}

function clickAgain<M extends EntryMove>(entry: Entry<M>, square: number): Answer<M> {
  const here = exactMoves(entry).filter((move) => move.to === square);
  if (here.length) return answerWith(here);
  const { target } = entry;
  return target !== null && square !== target ? spare(entry, square, target) : endMove(entry);
}

/**
 * Takes back the click that marked a square for burning: a second click on that square. The other clicks stay.
 * @param target the destination
 */
function spare<M extends EntryMove>(entry: Entry<M>, square: number, target: number): Answer<M> {
  const kept = entry.clicks.filter((clicked) => clicked !== square);
  if (entry.origin) choosePiece(entry, entry.origin);
  entry.target = target;
  entry.clicks = kept;
  entry.candidates = entry.candidates.filter(
    (move) => move.to === target && kept.every((clicked) => move.named.has(clicked)),
  );
  return { wait: true };
}

/**
 * The moves that the button Done plays, or asks to choose from. They end on the square clicked last on which a move can end; for
 * a piece that burns, on the square clicked first.
 */
export function endMoves<M extends EntryMove>(entry: Entry<M>) {
  const exact = exactMoves(entry);
  for (const square of entry.burning ? entry.clicks : [...entry.clicks].reverse()) {
    const here = exact.filter((move) => move.to === square);
    if (here.length) return here;
  }
  return exact;
}

/** Ends the entry with the squares that were clicked: the effect of the button Done. */
export function endMove<M extends EntryMove>(entry: Entry<M>): Answer<M> {
  const moves = endMoves(entry);
  if (!entry.clicks.length) return moves.length ? { choose: moves } : { wait: true };
  if (moves.length) return answerWith(moves);
  const { candidates } = entry;
  return groupCount(candidates) === 1 ? answerWith(candidates) : { choose: candidates };
}

/** Is there a move with exactly the squares that were clicked? Before the first click such a move leaves the piece on its square. */
export const canEnd = <M extends EntryMove>(entry: Entry<M>) => exactMoves(entry).length > 0;

/** Does every move of the chosen piece need one click, so that there is nothing to end or to undo? */
export const isOneClick = <M extends EntryMove>({ candidates, clicks, burning }: Entry<M>) =>
  !clicks.length && !burning && candidates.every(({ named }) => named.size === 1);

export const answerWith = <M extends EntryMove>(moves: Candidate<M>[]): Answer<M> =>
  moves.length === 1 ? { play: moves[0] } : { choose: moves };

/** Repeats the clicks of the entry before, after a message of the server that changed nothing on the board but made a new entry. */
export function resumeEntry<M extends EntryMove>(entry: Entry<M>, { origin, clicks }: Entry<M>) {
  if (!origin) return;
  choosePiece(entry, origin);
  for (const square of clicks) if (entry.origin) clickSquare(entry, square);
}

/** What the next click on each square can mean; squares on which a click would be illegal are missing. */
export function targetsOf<M extends EntryMove>(entry: Entry<M>): Map<number, Target> {
  const bySquare: Map<number, Candidate<M>[]> = new Map();
  for (const move of entry.candidates) {
    for (const square of move.named) {
      if (entry.clicks.includes(square)) continue;
      const there = bySquare.get(square);
      if (there) there.push(move);
      else bySquare.set(square, [move]);
    }
  }
  return new Map([...bySquare].map(([square, left]) => [square, targetOf(entry, square, left)]));
}

function targetOf<M extends EntryMove>(
  entry: Entry<M>,
  square: number,
  left: Candidate<M>[],
): Target {
  const size = entry.clicks.length + 1;
  return {
    ends:
      Boolean(finalWith(entry, square, left)) ||
      left.some((move) => move.named.size === size && move.to === square),
    goesOn: left.some((move) => move.named.size > size && (move.to !== square || entry.burning)),
    takes: left.some((move) => move.victims.includes(square)),
  };
}

/** Squares on which the move captures, if the next click is on `square`; null: if it has no more clicks. */
export function victimsOf<M extends EntryMove>(
  { clicks, candidates }: Entry<M>,
  square: number | null = null,
): number[] {
  const named = square === null ? clicks : [...clicks, square];
  const exact = candidates.find(
    (move) => move.named.size === named.length && named.every((at) => move.named.has(at)),
  );
  if (exact) return exact.victims;
  return named.filter((at) => candidates.some((move) => move.victims.includes(at)));
}
