// A game on the table: what the server said, replayed with the rules; which position is looked at; the move being entered.

import { Entry } from "./entry.js";
import { Game, parseVariant } from "./rules.js";
import { SIDES } from "./words.js";

const BURNS = 128; // HENKA_MARK_BURN

export class Table {
  constructor() {
    this.message = null;
    this.variant = null;
    this.game = null;
    this.viewed = 0; // plies shown
    this.played = []; // {usi, texts: {}, side, parts}
    this.entry = new Entry([]);
  }

  /** Takes over a `game` message. Throws when the rules can't make sense of it. */
  load(message) {
    const same = this.message?.id === message.id && this.message.sfen === message.sfen;
    if (!same) this.begin(message);
    const atEnd =
      !same || this.viewed === this.played.length || message.moves.length > this.played.length;
    this.message = message;
    this.replay(message.moves);
    this.goTo(atEnd ? this.played.length : Math.min(this.viewed, this.played.length));
  }

  begin(message) {
    this.close();
    const { variant, diagnostics } = parseVariant(
      message.game,
      message.variantText ?? null,
      message.settings,
    );
    if (!variant) throw new Error(diagnostics[0]?.message ?? "the game's rules can't be read");
    this.variant = variant;
    this.game = new Game(variant, message.sfen);
    this.burning = new Map();
    this.played = [];
  }

  close() {
    this.game?.free();
    this.variant?.free();
    this.game = this.variant = this.message = null;
    this.played = [];
    this.viewed = 0;
  }

  replay(moves) {
    let same = 0;
    while (
      same < moves.length &&
      same < this.played.length &&
      this.played[same].usi === moves[same]
    ) {
      same++;
    }
    this.seek(Math.min(same, this.game.state.plies));
    while (this.game.state.plies < same) this.game.play(moves[this.game.state.plies]);
    this.played.length = same;
    for (const usi of moves.slice(same)) {
      const move = this.describe(usi);
      if (!move || !this.game.play(usi)) break; // an illegal move that ended a strict game, or one that the server took and we don't
      this.played.push(move);
    }
  }

  describe(usi) {
    const parts = this.game.readMove(usi);
    if (!parts) return null;
    const { game } = this;
    const side = game.state.side;
    const texts = {
      usi,
      western: game.moveText(usi, "western"),
      japanese: game.moveText(usi, "japanese"),
    };
    const taken = parts.victims
      .map((square) => game.state.board[square])
      .map((piece) => this.variant.types[Math.abs(piece)].name);
    return { usi, texts, side, parts, taken };
  }

  seek(ply) {
    while (this.game.state.plies > ply) this.game.undo();
    while (this.game.state.plies < ply) this.game.play(this.played[this.game.state.plies].usi);
  }

  /** Shows the position after so many plies. */
  goTo(ply) {
    this.viewed = Math.max(0, Math.min(ply, this.played.length));
    this.seek(this.viewed);
    this.renewEntry();
  }

  get state() {
    return this.game.state;
  }
  get atEnd() {
    return this.viewed === this.played.length;
  }
  get over() {
    return Boolean(this.message.result);
  }
  get last() {
    return this.played[this.viewed - 1] ?? null;
  }
  isHuman(side) {
    return this.message[SIDES[side]] === "human";
  }
  get myTurn() {
    return this.atEnd && !this.over && this.isHuman(this.state.side);
  }
  get people() {
    return this.isHuman(0) && this.isHuman(1);
  }

  /** The side to move skipped on its last turn, in a game that counts skips: the SFEN's fifth field says so. */
  get skipBarred() {
    return (
      this.variant.countsSkips &&
      (this.game.sfen.split(" ")[4] ?? "-").includes("bw"[this.state.side])
    );
  }

  burns(type) {
    if (!this.burning.has(type)) {
      this.burning.set(
        type,
        this.variant.types[type].marks.some(([, , kinds]) => kinds & BURNS),
      );
    }
    return this.burning.get(type);
  }

  renewEntry() {
    const types = this.variant.types;
    this.entry = new Entry(this.myTurn ? this.game.moves : [], {
      burns: (type) => this.burns(type),
      handKind: (move) => types[move.type].inHand || move.type,
    });
  }

  ownPiece(square) {
    const piece = this.state.board[square];
    return piece !== 0 && (piece < 0 ? 1 : 0) === this.state.side;
  }

  /** The text of an illegal try, as a person would write it. */
  tryText(origin, squares) {
    const names = squares.map((square) => this.variant.squareNames[square]);
    if (origin.hand) return `${this.variant.types[origin.hand].id}*${names.at(-1)}`;
    return this.variant.squareNames[origin.square] + names.join("");
  }
}
