// Move entry by filtering clicks. Works on the list of legal moves alone; knows no piece and no page.
//
// Clicks name the origin (a square, or a piece in hand), then in any order the squares of victims, then the destination. Where a piece
// can burn, the destination may come first. A clicked square again, or Done, ends the move there; the origin again ends it at home.

import type { Move } from "../core/types.ts";

/** The members of a move that move entry reads. */
export type EntryMove = Pick<Move, "usi" | "from" | "to" | "type" | "becomes" | "drop" | "victims">;
/** Where the piece comes from: a square, or the kind of a piece in hand. */
export type Origin = { square: number; hand?: undefined } | { hand: number; square?: undefined };
/** What a click on a square can do: end the move there, go on from there, capture what stands there. */
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

/** What the game's rules say of the pieces that are entered. */
export interface EntryRules<M extends EntryMove> {
  /** a piece of this kind can capture beside the square it lands on */
  burns: (type: number) => boolean;
  /** the kind that lies in the hand, for a drop */
  handKind: (move: M) => number;
  /** this piece can be chosen though it has no legal move */
  free: (origin: Origin) => boolean;
}

/** A move being entered. */
export interface Entry<M extends EntryMove> {
  /** the legal moves, which never change */
  readonly all: readonly Candidate<M>[];
  readonly rules: EntryRules<M>;
  /** the chosen piece; null: none is chosen */
  origin: Origin | null;
  /** squares, in the order of the clicks */
  clicks: number[];
  /** the destination as soon as it is certain, else null */
  target: number | null;
  /** the moves that fit the clicks */
  candidates: Candidate<M>[];
  /** the chosen piece can burn */
  burning: boolean;
}

/** The key of a group: moves that differ only in what the piece becomes are one choice until the end. */
const groupKey = (move: EntryMove) =>
  `${move.drop ? "d" : move.from}/${move.to}/${move.victims.join()}`;

const groupCount = (moves: readonly EntryMove[]) => new Set(moves.map(groupKey)).size;

function squaresOf(move: EntryMove) {
  const squares = new Set(move.victims);
  if (move.drop || move.to !== move.from) squares.add(move.to);
  return squares;
}

/** @param moves the legal moves */
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

/** Lets the chosen piece go. */
export function letGo<M extends EntryMove>(entry: Entry<M>) {
  entry.origin = null;
  entry.clicks = [];
  entry.target = null;
  entry.candidates = [];
}

/** The square where the piece stands by the clicks: that of its last capture, from which its move goes on. null: a piece in hand. */
export function standingOn<M extends EntryMove>({ origin, clicks, candidates, burning }: Entry<M>) {
  const last = clicks[clicks.length - 1];
  const onVictim = !burning && candidates.some(({ victims }) => victims.includes(last));
  return onVictim ? last : (origin?.square ?? null);
}

export const movesFrom = <M extends EntryMove>({ all }: Entry<M>, square: number) =>
  all.filter((move) => !move.drop && move.from === square);

const dropsOf = <M extends EntryMove>({ all, rules }: Entry<M>, kind: number) =>
  all.filter((move) => move.drop && rules.handKind(move) === kind);

/** Chooses a piece. Returns false, and chooses none, if the piece has no move. */
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

/** Takes a click on a square while a piece is chosen. */
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
 * The moves among which this click decides, or null if it leaves more to say.
 * @param left the candidates that name the square
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

/** Candidates that name no square beyond those clicked. */
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

/** Leaves the piece on a square that was to be burnt alone. */
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

/** The moves that Done would end with: at the destination, which is the first click of a burn and else the last one. */
export function endMoves<M extends EntryMove>(entry: Entry<M>) {
  const exact = exactMoves(entry);
  for (const square of entry.burning ? entry.clicks : [...entry.clicks].reverse()) {
    const here = exact.filter((move) => move.to === square);
    if (here.length) return here;
  }
  return exact;
}

/** Ends the move with the squares that were clicked. */
export function endMove<M extends EntryMove>(entry: Entry<M>): Answer<M> {
  const moves = endMoves(entry);
  if (!entry.clicks.length) return moves.length ? { choose: moves } : { wait: true };
  if (moves.length) return answerWith(moves);
  const { candidates } = entry;
  return groupCount(candidates) === 1 ? answerWith(candidates) : { choose: candidates };
}

/** The move can end with the squares that were clicked. Before any click: the piece can stay where it is. */
export const canEnd = <M extends EntryMove>(entry: Entry<M>) => exactMoves(entry).length > 0;

export const answerWith = <M extends EntryMove>(moves: Candidate<M>[]): Answer<M> =>
  moves.length === 1 ? { play: moves[0] } : { choose: moves };

/** Makes the clicks of another entry again, after a message that changed nothing on the board. */
export function resumeEntry<M extends EntryMove>(entry: Entry<M>, { origin, clicks }: Entry<M>) {
  if (!origin) return;
  choosePiece(entry, origin);
  for (const square of clicks) if (entry.origin) clickSquare(entry, square);
}

/** What the next click can do, by square. */
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

/** Squares that lose a piece if the next click is `square` (null: as clicked so far). */
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
