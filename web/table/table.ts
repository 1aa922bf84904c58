// A game on the table: what the server said, replayed with the rules; which position is looked at; the move being entered.

import { burns, Game, parseVariant, sideOf } from "../core/rules.ts";
import { Entry } from "../entry/entry.ts";
import { movesAfterPass, recaptures } from "../entry/premove.ts";
import { say, typeName } from "../language/catalogue.ts";
import { otherSide, sideName, SIDES, sideWord } from "../language/words.ts";
import { settings } from "../settings/settings.ts";
import type { Variant } from "../core/rules.ts";
import type { Move, Notation, Side } from "../core/types.ts";
import type { Origin } from "../entry/entry.ts";
import type { GameState } from "../lib/messages.ts";

/** A move that was played. */
export interface PlayedMove {
  usi: string;
  texts: Record<Notation, string>;
  /** who played it */
  side: Side;
  parts: Move;
  /** names of what it captured, by victim */
  taken: string[];
}

const count: (counts: Map<number, number>, kind: number, more: number) => void = (
  counts,
  kind,
  more,
) => void counts.set(kind, (counts.get(kind) ?? 0) + more);

/** Plays or takes back moves until so many are played. */
function seek(game: Game, line: readonly string[], plies: number) {
  while (game.plies > plies) game.undo();
  while (game.plies < plies) game.play(line[game.plies]);
}

export class Table {
  message: GameState;
  serverAhead = 0; // milliseconds that the server's clock is ahead of this machine's; Play tells
  variant: Variant;
  game: Game; // at the position shown
  latest: Game; // after all moves played: a new one costs one move, wherever the viewer is
  startBoard: number[];
  played: PlayedMove[] = [];
  viewed = 0; // plies shown
  entry: Entry<Move>;

  /** Throws an Error when the rules can't make sense of the message. */
  constructor(message: GameState) {
    const { game, variantText = null, sfen } = message;
    const { variant, diagnostics } = parseVariant(game, variantText, message.settings);
    if (!variant) throw new Error(diagnostics[0]?.message || say("table.unreadable"));
    this.message = message;
    this.variant = variant;
    this.game = new Game(variant, sfen);
    this.latest = new Game(variant, sfen);
    this.startBoard = this.game.state.board;
    this.entry = this.newEntry();
    this.replay(message.moves);
    this.goTo(this.played.length);
  }

  close() {
    this.game.free();
    this.latest.free();
    this.variant.free();
  }

  /** Does this message tell of the game on this table? Another id or start needs another table. */
  isAbout(message: GameState) {
    return this.message.id === message.id && this.message.sfen === message.sfen;
  }

  /**
   * Takes over a newer message about this game. An earlier position that is looked at stays.
   * @param follow the newest position is shown
   */
  update(message: GameState, follow: boolean = this.atEnd) {
    this.message = message;
    this.replay(message.moves);
    this.goTo(follow ? this.played.length : this.viewed);
  }

  replay(moves: readonly string[]) {
    let same = 0;
    while (same < moves.length && this.played[same]?.usi === moves[same]) same++;
    if (this.game.plies > same) seek(this.game, moves, same);
    seek(
      this.latest,
      this.played.map(({ usi }) => usi),
      same,
    );
    this.played.length = same;
    for (const usi of moves.slice(same)) {
      const move = this.describe(usi);
      if (!move || !this.latest.play(usi)) break; // an illegal move that ended a strict game, or one that the server took and we don't
      this.played.push(move);
    }
  }

  /** A legal move of the latest position, with its texts; null when it isn't legal. */
  describe(usi: string): PlayedMove | null {
    const game = this.latest;
    const parts = game.readMove(usi);
    if (!parts) return null;
    const western = game.moveText(usi, "western");
    const japanese = game.moveText(usi, "japanese");
    const { board, side } = game.state;
    const taken = this.namesAt(parts.victims, board);
    return { usi, texts: { usi, western, japanese }, side, parts, taken };
  }

  /** Shows the position after so many plies. */
  goTo(ply: number) {
    this.viewed = Math.max(0, Math.min(ply, this.played.length));
    seek(
      this.game,
      this.played.map(({ usi }) => usi),
      this.viewed,
    );
    this.entry = this.newEntry();
  }

  // ---- what stands on it ----

  /** Gote plays without some pieces, and begins. */
  get handicap() {
    return this.variant.handicaps.some(({ start }) => start === this.message.sfen);
  }
  /** What a side is called in this game, as a sentence begins with it. */
  sideName(side: Side) {
    return sideName(side, this.handicap);
  }
  /** The same within a sentence. */
  sideWord(side: Side) {
    return sideWord(side, this.handicap);
  }

  get state() {
    return this.game.state;
  }
  get atEnd() {
    return this.viewed === this.played.length;
  }
  /**
   * What a side has lost up to the position shown, in a game whose pieces don't come back: kinds as they stood at first, royals and the
   * strongest first. A pawn that became a queen isn't lost: there are no more than pieces that are gone.
   */
  losses(side: Side): { kind: number; count: number }[] {
    const { variant, startBoard, state } = this;
    if (variant.hands) return [];
    const own = (board: readonly number[]) =>
      board.filter((piece) => piece && sideOf(piece) === side);
    let gone = own(startBoard).length - own(state.board).length;
    const left = new Map();
    for (const piece of own(startBoard)) count(left, this.front(piece), 1);
    for (const piece of own(state.board)) count(left, this.front(piece), -1);
    const kinds = [...left].filter(([, more]) => more > 0);
    const worth = (kind: number) => {
      const { royal, value } = variant.type(kind);
      return royal ? Infinity : value;
    };
    kinds.sort(([a], [b]) => (worth(a) === worth(b) ? 0 : worth(b) - worth(a)));
    return kinds
      .map(([kind, more]) => {
        const lost = Math.min(more, gone);
        gone -= lost;
        return { kind, count: lost };
      })
      .filter((each) => each.count);
  }

  /** A piece's kind, on its front where it has promoted. */
  front(piece: number) {
    return this.variant.type(piece).unpromoted || Math.abs(piece);
  }

  get over() {
    return this.message.result !== null;
  }
  /** The move that led to the position shown. */
  get last() {
    return this.played.at(this.viewed - 1) && this.viewed ? this.played[this.viewed - 1] : null;
  }

  isHuman(side: Side) {
    return this.message[SIDES[side]] === "human";
  }
  /** May whoever is at this screen play for that side? */
  mine(side: Side) {
    return this.message.you.includes(SIDES[side]);
  }
  /** Two people at one screen. */
  get people() {
    return this.mine(0) && this.mine(1);
  }
  /** The program against itself. */
  get isSelfPlay() {
    return !this.isHuman(0) && !this.isHuman(1);
  }
  /** Others play. */
  get watching() {
    return !this.message.you.length;
  }
  /** Whose turn it is in the game, whatever position is looked at. */
  get sideToMove() {
    const last = this.played.at(-1);
    return this.atEnd || !last ? this.state.side : otherSide(last.side);
  }
  /** A person may move now. */
  get myTurn() {
    const known = this.message.moves.length === this.played.length; // no illegal move of strict play awaits its answer
    return this.atEnd && known && !this.over && !this.message.open && this.mine(this.state.side);
  }
  /** A move may be entered for later, while the other side thinks. Under strict play nothing is entered that might be illegal then. */
  get mayPremove() {
    const { message, variant } = this;
    const known = message.moves.length === this.played.length;
    const waits = this.atEnd && known && !this.over && !message.open && !this.mine(this.state.side);
    return waits && message.you.length === 1 && settings.premove && !variant.isStrict;
  }
  get mayEnter() {
    return this.myTurn || this.mayPremove;
  }
  /** Whose move is being entered. */
  get entering(): Side {
    return this.mayPremove ? this.ownSide : this.state.side;
  }
  /** The side a button speaks for: the person's own, or whoever is to move when both are people. */
  get ownSide(): Side {
    if (this.people) return this.state.side;
    return this.mine(1) ? 1 : 0;
  }
  /** May an offer of that side be answered here? */
  canAnswer(side: Side) {
    return this.mine(otherSide(side));
  }
  /** Another person, who isn't there. */
  isAway(side: Side) {
    return (
      !this.mine(side) && this.isHuman(side) && this.message.presence.away[SIDES[side]] !== null
    );
  }
  /** The server's time now. */
  get serverNow() {
    return Date.now() + this.serverAhead;
  }
  /** When the other's leaving may be claimed, by the server's time; null: never. */
  get claimAt() {
    const { you, presence, two } = this.message;
    if (!two || you.length !== 1 || this.over) return null;
    return presence.claim[SIDES[otherSide(this.ownSide)]];
  }
  /** Milliseconds until the other's leaving may be claimed; null: it may be now, or never. */
  get untilClaim() {
    const wait = this.claimAt === null ? 0 : this.claimAt - this.serverNow;
    return wait > 0 ? wait : null;
  }
  /** @param side who has left */
  mayClaim(side: Side) {
    return this.claimAt !== null && this.untilClaim === null && !this.mine(side);
  }
  /** A game can still be taken as if it had never been. */
  get canAbort() {
    return this.message.two && !this.over && !this.watching && this.played.length < 2;
  }
  /** Its rules let a side declare an impasse. */
  get canDeclare() {
    return this.variant.options.some(({ name, value }) => name === "impasse" && value === "points");
  }

  /** The side to move skipped on its last turn, in a game that counts skips: the SFEN's fifth field says so. */
  get skipBarred() {
    const skipped = this.game.sfen.split(" ")[4] ?? "-";
    return this.variant.countsSkips && skipped.includes("bw"[this.state.side]);
  }

  pieceAt(square: number) {
    return this.state.board[square];
  }
  /** @param board the one shown */
  namesAt(squares: readonly number[], board: readonly number[] = this.state.board) {
    return squares.map((square) => typeName(this.variant.type(board[square])));
  }
  /** A piece of the side whose move is entered. */
  isOwn(square: number) {
    const piece = this.pieceAt(square);
    return piece !== 0 && sideOf(piece) === this.entering;
  }
  /** Such a piece, on the board or in the hand. */
  isHeld({ square, hand }: Origin) {
    if (square !== undefined) return this.isOwn(square);
    return this.state.hands[this.entering][hand - 1] > 0;
  }
  /** Squares of the royals of the side to move. */
  ownRoyals() {
    const { board } = this.state;
    const squares = [...board.keys()];
    const own = (at: number) => board[at] && sideOf(board[at]) === this.state.side;
    return squares.filter((at) => own(at) && this.variant.type(board[at]).royal);
  }

  // ---- entering a move ----

  newEntry(moves = this.myTurn ? this.game.moves : []) {
    return new Entry(moves, {
      burns: (type) => burns(this.variant.type(type)),
      handKind: (move) => this.variant.type(move.type).inHand || move.type,
      free: (origin) => this.variant.isStrict && this.myTurn && this.isHeld(origin),
    });
  }

  /** Before a move for later is begun: its moves are looked for only when somebody wants one. */
  openPremoves() {
    if (!this.mayPremove || this.entry.active) return;
    this.entry = this.newEntry(movesAfterPass(this.variant, this.game.sfen));
  }

  /** How a piece of the waiting side could take back on a square of its own. */
  recaptures(from: number, to: number) {
    const found = recaptures(this.variant, this.game.sfen, from, to);
    return found.map((move) => ({ ...move, named: new Set([to]) }));
  }

  /** The name of the piece that is chosen. */
  get chosenName() {
    const { origin } = this.entry;
    if (!origin) return "";
    return typeName(this.variant.type(origin.hand ?? this.pieceAt(origin.square)));
  }

  /** The text of an illegal try, as a person would write it. */
  tryText(origin: Origin, squares: readonly number[]) {
    const names = squares.map((square) => this.variant.squareNames[square]);
    if (origin.square !== undefined) {
      return this.variant.squareNames[origin.square] + names.join("");
    }
    return `${this.variant.type(origin.hand).id}*${names.at(-1)}`;
  }
}
