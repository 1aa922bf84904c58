// A game being played: what the server says goes to the table, what a person does goes to the server.

import { showRules } from "./about.js";
import { say } from "./catalogue.js";
import { handle } from "./connection.js";
import { announce, ask, h, notice, replace } from "./dom.js";
import { GameView } from "./gameview.js";
import { MoveInput } from "./moveinput.js";
import { pendingOf } from "./pending.js";
import { moveWords, spokenMove } from "./movewords.js";
import { showTexts } from "./share.js";
import { Table } from "./table.js";
import { otherSide, resultWords, SIDE_NAMES, sideNamed, SIDES } from "./words.js";

/** @import { Connection } from "./connection.js" */
/** @import { Act } from "./frame.js" */
/** @import { PendingMove } from "./pending.js" */
/** @import { Declined, Failure, GameState, Handlers, Hint, Import, New, ServerMessage, Thinking } from "./messages.js" */

/** @type {Record<string, number>} */
const STEP_KEYS = { "[": -1, "]": 1, "{": -Infinity, "}": Infinity };

/** @type {Record<string, number>} */
const ZOOM_KEYS = { "+": 1.5, "-": 1 / 1.5, 0: 1 / 100 };

export const playHandlers = /** @satisfies {Handlers<Play>} */ ({
  game: (play, message) => play.takeGame(message),
  thinking: (play, message) => play.takeThinking(message),
  hint: (play, message) => play.takeHint(message),
  declined: (play, message) => play.takeDeclined(message),
  deleted: (play) => play.takeDeleted(),
  error: (play, message) => play.takeError(message),
});

export class Play {
  /**
   * @param {HTMLElement} main
   * @param {Connection} connection
   * @param {string} id of the game
   * @param {(message: New | Import) => void} start asks for another game
   */
  constructor(main, connection, id, start) {
    this.main = main;
    this.connection = connection;
    this.id = id;
    this.start = start;
    /** @type {Table | null} */
    this.table = null; // until the server's first message about the game
    /** @type {boolean | null} */
    this.flip = null; // until somebody turns the board: as the person sits
    /** @type {number[]} */
    this.hinted = []; // squares of a hinted move
    /** @type {Thinking | null} */
    this.thinking = null; // what the engine said last
    this.farewell = ""; // said after leaving
    this.hinting = false; // a hint was asked for and hasn't come
    /** @type {GameState | null} */
    this.told = null; // what the server said last
    this.pending = pendingOf(id);
    /** @type {MoveInput} */
    this.input = this.newInput();
    /** @type {GameView} */
    this.view = this.newView();
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    this.onResize = () => this.draw();
    document.addEventListener("keydown", this.onKey);
    window.addEventListener("resize", this.onResize);
  }

  /** The line to the server is up, or up again: moves that it may not have heard are sent once more. */
  enter() {
    this.connection.send({ t: "open", id: this.id });
    for (const move of this.pending.moves) this.sendMove(move);
  }

  /** The line came up or broke. */
  lineChanged() {
    this.hinting = false;
    if (this.table) this.draw();
    else this.view.wait(this.connection.up);
  }

  /** Moves that wait for the line. */
  get waiting() {
    return this.connection.up ? 0 : this.pending.count;
  }

  leave() {
    document.removeEventListener("keydown", this.onKey);
    window.removeEventListener("resize", this.onResize);
    this.view.remove();
    this.connection.send({ t: "close", id: this.id });
    this.table?.close();
    this.table = null;
    if (this.farewell) notice(this.farewell);
  }

  newInput() {
    return new MoveInput({
      send: (usi) => this.send(usi),
      draw: () => this.draw(),
      touched: () => (this.hinted = []),
      focusBoard: () => this.view.focusBoard(),
      spot: (square) => this.view.spot(square),
    });
  }

  /** What a person does before there is a table does nothing. */
  newView() {
    const { input } = this;
    /** @type {(f: (table: Table) => unknown) => void} */
    const withTable = (f) => {
      if (this.table) f(this.table);
    };
    return new GameView(this.main, {
      board: {
        square: (square) => withTable((table) => input.square(table, square)),
        lift: (square) => withTable((table) => input.lift(table, square)),
        liftHand: (id) => Boolean(this.table && input.liftHand(this.table, id)),
        drop: (square) => withTable((table) => input.drop(table, square)),
        canDrag: (square) => this.canDrag(square),
        cancel: () => withTable((table) => input.cancel(table)),
      },
      entry: {
        done: () => withTable((table) => input.done(table)),
        list: () => withTable((table) => input.listMoves(table)),
        cancel: () => withTable((table) => input.cancel(table)),
      },
      status: {
        acceptDraw: () => withTable((table) => this.acceptDraw(table)),
        declineDraw: () => this.connection.ask({ t: "decline", id: this.id }),
        backToNow: () => withTable((table) => this.goTo(table.played.length)),
        playAgain: () => withTable((table) => this.playAgain(table)),
      },
      pickHand: (kind) => withTable((table) => input.pickHand(table, kind)),
      act: (act) => withTable((table) => this.act(table, act)),
      goTo: (ply) => this.goTo(ply),
    });
  }

  /** @param {number} square */
  canDrag(square) {
    const { table } = this;
    if (!table?.myTurn || !table.isOwn(square)) return false;
    return table.variant.isStrict || table.entry.movesFrom(square).length > 0;
  }

  draw() {
    if (this.table) this.view.draw(this.table, this);
  }

  get hint() {
    return this.hinted;
  }

  settingChanged() {
    this.draw();
  }

  // ---- from the server ----

  /** @param {ServerMessage} message */
  take(message) {
    const other = "id" in message && message.t !== "error" && message.id !== this.id;
    return other ? undefined : handle(playHandlers, this, message);
  }

  /** @param {GameState} message */
  takeGame(message) {
    const { message: shown, lost } = this.pending.over(message);
    this.told = message;
    this.show(shown);
    if (lost) notice(say("game.moveLost"), "bad");
  }

  /**
   * @param {GameState} message with the pending moves
   */
  show(message) {
    const { table } = this;
    const before = table && { plies: table.played.length, over: table.over };
    try {
      this.seat(message);
    } catch (error) {
      const reason = /** @type {Error} */ (error).message;
      const text = say("game.unreadable", { reason });
      return replace(this.view.frame.status, h("p", { class: "bad", text }));
    }
    document.title = say("page.titleOf", { title: message.title });
    this.hinted = [];
    this.hinting = false;
    this.thinking = null;
    if (before && this.table) this.tell(this.table, before);
    this.draw();
  }

  /**
   * Takes the message to the table. One that changes nothing on the board must not throw away clicks already made.
   * @param {GameState} message
   */
  seat(message) {
    const { table } = this;
    if (!table?.isAbout(message)) {
      table?.close();
      this.table = null;
      this.table = new Table(message);
      return;
    }
    const same = message.moves.length === table.played.length;
    const clickAgain = same ? this.input.unfinished(table) : null;
    table.update(message);
    clickAgain?.(table);
  }

  /**
   * What happened is read out.
   * @param {Table} table
   * @param {{plies: number, over: boolean}} before
   */
  tell(table, before) {
    const { message, played } = table;
    const last = played[played.length - 1];
    if (played.length > before.plies) {
      const move = spokenMove(table, last);
      announce(table.state.check ? `${move} ${say("spoken.check")}` : move);
    }
    if (message.result && !before.over) announce(resultWords(message.result));
    if (message.offer && table.isHuman(otherSide(sideNamed(message.offer)))) {
      announce(say("status.offersDraw", { side: SIDE_NAMES[sideNamed(message.offer)] }));
    }
  }

  /** @param {Thinking} message */
  takeThinking(message) {
    this.thinking = message;
    if (this.table) this.view.drawStatus(this.table, this);
  }

  /** @param {Hint} message */
  takeHint({ ply, usi }) {
    const { table } = this;
    this.hinting = false;
    this.draw();
    if (!table?.myTurn || ply !== table.viewed) return;
    const move = table.entry.all.find((each) => each.usi === usi);
    if (!move) return;
    this.hinted = [...(move.drop ? [] : [move.from]), ...move.named, move.to];
    notice(say("hint.move", { move: moveWords(table, move) }));
    this.draw();
  }

  /** @param {Declined} message */
  takeDeclined({ side }) {
    notice(say("status.declines", { side: SIDE_NAMES[sideNamed(side)] }));
  }

  takeDeleted() {
    this.farewell = say("game.deleted");
    location.hash = "#/";
  }

  /**
   * True: nothing more need be said.
   * @param {Failure} message
   */
  takeError(message) {
    this.hinting = false;
    this.draw();
    if (message.for === "open") {
      this.showMissing(message.message);
      return true;
    }
    if (message.for === "move") {
      this.pending.clear();
      if (this.told) this.show(this.told);
      this.enter(); // back to what the server has
    }
    return false;
  }

  /** @param {string} reason */
  showMissing(reason) {
    this.view.remove();
    replace(
      this.main,
      h(
        "div",
        { class: "lobby" },
        h("h1", { text: say("game.missing") }),
        h("p", { text: reason }),
        h("p", null, h("a", { class: "button", href: "#/", text: say("game.all") })),
      ),
    );
  }

  // ---- to the server ----

  /**
   * Shows the move at once; the server's answer follows.
   * @param {string} usi
   */
  send(usi) {
    const { table } = this;
    if (!table) return;
    const move = { ply: table.played.length, usi };
    this.pending.add(move);
    this.sendMove(move);
    if (this.told) this.show(this.pending.over(this.told).message);
  }

  /** @param {PendingMove} move */
  sendMove(move) {
    this.connection.send({ t: "move", id: this.id, ...move });
  }

  /** @param {Table} table */
  acceptDraw({ message: { offer } }) {
    if (!offer) return;
    const side = SIDES[otherSide(sideNamed(offer))];
    this.connection.ask({ t: "draw", id: this.id, side });
  }

  /**
   * @param {Table} table
   * @param {Act} act
   */
  act(table, act) {
    const { connection, id } = this;
    const side = SIDES[table.ownSide];
    if (act === "rules") showRules(table.variant);
    else if (act === "share") showTexts(table);
    else if (act === "resign") this.resign(table);
    else if (act === "draw") connection.ask({ t: "draw", id, side });
    else if (act === "flip") {
      this.flip = !this.view.isFlipped(table, this);
      this.draw();
    } else {
      const asked = connection.ask({ t: act, id });
      this.hinting = asked && act === "hint";
      this.draw();
    }
  }

  /** @param {Table} table */
  async resign({ ownSide }) {
    const side = SIDES[ownSide];
    const sure = await ask({
      title: say("resign.title", { side }),
      buttons: [
        { label: say("resign.playOn"), value: false, kind: "main" },
        { label: say("act.resign"), value: true, kind: "danger" },
      ],
    });
    if (sure) this.connection.ask({ t: "resign", id: this.id, side });
  }

  /**
   * The same game from the same start, by the same rules.
   * @param {Table} table
   */
  playAgain({ message }) {
    const { game, variantText, settings, sente, gote, level, sfen } = message;
    const rules = variantText ? { variantText } : { game };
    this.start({ t: "new", ...rules, settings, sente, gote, level, sfen });
  }

  // ---- looking at earlier positions ----

  /** @param {number} ply */
  goTo(ply) {
    const { table } = this;
    if (!table) return;
    table.goTo(ply);
    this.hinted = [];
    this.draw();
    const { last, viewed } = table;
    if (last) announce(say("spoken.ply", { ply: viewed, move: spokenMove(table, last) }));
    else announce(say("spoken.start"));
  }

  /**
   * Letters are keys only where the board or a hand has the focus.
   * @param {KeyboardEvent} event
   */
  key(event) {
    const { table } = this;
    const { key, target } = event;
    const taken = event.defaultPrevented || document.querySelector("dialog[open]");
    if (!table || taken || event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === "Escape" && table.entry.active) return this.input.cancel(table);
    if (!(target instanceof Element && target.closest(".table"))) return;
    if (ZOOM_KEYS[key]) this.view.zoomBy(ZOOM_KEYS[key]);
    else if (STEP_KEYS[key]) this.goTo(table.viewed + STEP_KEYS[key]);
    else this.input.key(table, key.toLowerCase()); // Caps Lock is no other key
  }
}
