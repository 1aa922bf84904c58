// A game being played: board, hands, the move being entered, and what stands beside them.

import { showPiece, showRules } from "./about.js";
import { Board } from "./board.js";
import { canEnd, showEntry } from "./entrybar.js";
import { announce, ask, h, notice, replace } from "./dom.js";
import { showHand } from "./hands.js";
import { MoveList } from "./movelist.js";
import { buildFrame } from "./frame.js";
import { moveButton, moveWords, spoken } from "./movewords.js";
import { onlySide, sharing } from "./actions.js";
import { settings } from "./settings.js";
import { showStatus } from "./status.js";
import { Table } from "./table.js";
import { Tooltip } from "./tooltip.js";
import { SIDES, SIDE_NAMES, resultWords } from "./words.js";

const WIDE_PX = 1060; // as in css/page.css
const SMALL_BOARD_FILES = 12; // from here on two characters are told apart better than one

export class Play {
  constructor(main, connection, id, start) {
    this.main = main;
    this.connection = connection;
    this.id = id;
    this.start = start;
    this.table = new Table();
    this.flip = null; // until chosen: as the person sits
    this.hinted = null;
    this.resized = () => this.table.game && this.draw();
  }

  enter() {
    if (!this.frame) this.build();
    this.connection.send({ t: "open", id: this.id });
  }

  build() {
    this.frame = buildFrame(this);
    replace(this.main, this.frame.root);
    this.board = new Board(this.frame.board, {
      square: (square) => this.square(square),
      drag: (from, to) => this.drag(from, to),
      canDrag: (square) =>
        this.table.myTurn &&
        this.table.ownPiece(square) &&
        this.table.entry.movesFrom(square).length > 0,
      hover: (square, byMouse) => this.hovered(square, byMouse),
      about: (square) => showPiece(this.table.variant, Math.abs(this.table.state.board[square])),
      cancel: () => this.cancel(),
    });
    this.board.zoom.onChange = (scale) => this.frame.zoomed(scale);
    this.list = new MoveList(this.frame.moves, (ply) => this.goTo(ply));
    this.tooltip = new Tooltip();
    this.keys = (event) => this.key(event);
    document.addEventListener("keydown", this.keys);
    window.addEventListener("resize", this.resized);
  }

  leave() {
    document.removeEventListener("keydown", this.keys);
    this.tooltip?.remove();
    window.removeEventListener("resize", this.resized);
    this.connection.send({ t: "close", id: this.id });
    this.table.close();
  }

  // ---- from the server ----

  game(message) {
    if (message.id !== this.id) return;
    const before = this.table.message ? this.table.played.length : null;
    const wasOver = this.table.message?.result;
    const entering = this.unfinished(message);
    try {
      this.table.load(message);
    } catch (error) {
      return replace(
        this.frame.status,
        h("p", { class: "bad", text: `This game can't be shown: ${error.message}` }),
      );
    }
    if (entering) entering();
    document.title = `${message.title} – Henka`;
    this.hinted = null;
    this.thinkingInfo = null;
    this.tell(before, wasOver);
    this.draw();
  }

  /** A message that changes nothing on the board must not throw away clicks already made. */
  unfinished(message) {
    const { entry, message: old, played } = this.table;
    if (!entry.active || !old || message.moves.length !== played.length) return null;
    const { origin, clicks } = entry;
    return () => {
      if (origin.hand) this.table.entry.startHand(origin.hand);
      else this.table.entry.startSquare(origin.square);
      for (const square of clicks) if (this.table.entry.active) this.table.entry.click(square);
    };
  }

  tell(before, wasOver) {
    const { table } = this;
    const { message } = table;
    if (before !== null && table.played.length > before) {
      announce(spoken(table, table.played.at(-1)) + (table.state.check ? " Check." : ""));
    }
    if (message.result && !wasOver && before !== null) announce(resultWords(message.result));
    if (message.offer && table.isHuman(1 - SIDES.indexOf(message.offer))) {
      announce(`${message.offer} offers a draw.`);
    }
  }

  thinking(message) {
    if (message.id !== this.id) return;
    this.thinkingInfo = message;
    this.drawStatus();
  }

  hint(message) {
    if (
      message.id !== this.id ||
      !this.table.myTurn ||
      (message.ply !== undefined && message.ply !== this.table.viewed)
    ) {
      return;
    }
    const move = this.table.entry.all.find(({ usi }) => usi === message.usi);
    if (!move) return;
    this.hinted = [...(move.drop ? [] : [move.from]), ...move.named, move.to];
    notice(`Hint: ${moveWords(this.table, move)}`);
    this.draw();
  }

  declined(message) {
    if (message.id === this.id) {
      notice(`${SIDE_NAMES[SIDES.indexOf(message.side)]} declines the draw.`);
    }
  }

  deleted(message) {
    if (message.id !== this.id) return;
    notice("This game was deleted.");
    location.hash = "#/";
  }

  error(message) {
    if (message.for === "open") {
      this.frame.root.classList.add("lost");
      replace(
        this.main,
        h(
          "div",
          { class: "lobby" },
          h("h1", { text: "No such game" }),
          h("p", { text: message.message }),
          h("p", null, h("a", { class: "button", href: "#/", text: "All games" })),
        ),
      );
      return true;
    }
    if (message.for === "move") this.connection.send({ t: "open", id: this.id }); // as the server has it
    return false;
  }

  settingChanged() {
    if (this.table.game) this.draw();
  }

  // ---- drawing ----

  get turned() {
    if (this.flip !== null) return this.flip;
    const { table } = this;
    if (table.people) return settings.turnBoard && table.state.side === 1;
    return !table.isHuman(0) && table.isHuman(1);
  }

  get shape() {
    if (!this.table.variant.isStrip) return "grid";
    return window.innerWidth >= WIDE_PX ? "along" : "upright";
  }

  draw() {
    this.drawBoard();
    this.drawHands();
    this.drawStatus();
    this.drawEntry();
    this.list.show(this.table);
    this.frame.update(this);
  }

  drawBoard() {
    const { table } = this;
    const { variant, state, entry, last } = table;
    const title = `${variant.title}. ${SIDE_NAMES[state.side]} to move.`;
    this.frame.root.dataset.shape = this.shape;
    this.frame.root.dataset.hands = variant.hands ? "yes" : "no";
    this.frame.root.dataset.large = variant.files >= SMALL_BOARD_FILES ? "yes" : "no";
    this.board.show({
      variant,
      state,
      title,
      flip: this.turned,
      shape: this.shape,
      set: settings.pieces,
      small: variant.files < SMALL_BOARD_FILES,
      last: last && {
        squares: [last.parts.from, last.parts.to].filter((square) => square >= 0),
        taken: last.parts.victims.filter((at) => at !== last.parts.to),
      },
      origin: entry.origin?.square ?? null,
      clicks: entry.clicks,
      targets: settings.dots ? entry.targets() : null,
      doomed: entry.active && entry.clicks.length ? entry.doomed() : [],
      check: this.checkedSquare(),
      hint: this.hinted,
      ownerWord: (side) => (table.people ? SIDES[side] : table.isHuman(side) ? "your" : "enemy"),
    });
  }

  checkedSquare() {
    const { state, variant } = this.table;
    if (!state.check) return null;
    return state.board.findIndex(
      (piece) =>
        piece && (piece < 0 ? 1 : 0) === state.side && variant.types[Math.abs(piece)].royal,
    );
  }

  drawHands() {
    const { table } = this;
    const { variant, state, entry } = table;
    if (!variant.hands) return;
    const layout = this.board.layout;
    for (const side of [0, 1]) {
      const box = side === (this.turned ? 1 : 0) ? this.frame.nearHand : this.frame.farHand;
      const held = state.hands[side]
        .map((count, kind) => [kind + 1, count])
        .filter(([, count]) => count > 0);
      showHand(box, {
        variant,
        side,
        held,
        usable: table.myTurn && state.side === side,
        chosen: state.side === side ? (entry.origin?.hand ?? null) : null,
        set: settings.pieces,
        turn: layout.turn(side) % 360,
        word: SIDES[side],
        onPick: (kind) => this.pickHand(kind),
        onAbout: (kind) => showPiece(variant, kind),
      });
      box.setAttribute("aria-label", `${SIDE_NAMES[side]}'s hand`);
    }
  }

  drawStatus() {
    showStatus(this.frame.status, this);
  }

  drawEntry() {
    const acts = {
      done: () => this.done(),
      list: () => this.listMoves(),
      cancel: () => this.cancel(),
    };
    showEntry(this.frame.entry, this.table, acts, () => this.board.focus());
  }

  hovered(square, byMouse) {
    const { entry, variant, state } = this.table;
    if (!variant) return;
    this.tooltip.over(
      variant,
      byMouse && square !== null && !entry.active ? Math.abs(state.board[square]) : 0,
      this.board.cells[square]?.group,
    );
    this.preview(square);
  }

  /** Crosses on what a move to the square under the pointer would kill. */
  preview(square) {
    const { entry } = this.table;
    if (!entry.active || !this.board.view) return;
    const target =
      square !== null &&
      !entry.clicks.includes(square) &&
      square !== entry.origin.square &&
      entry.targets().has(square);
    const doomed = target ? entry.doomed(square) : entry.clicks.length ? entry.doomed() : [];
    if (doomed.join() === this.board.view.doomed.join()) return;
    this.board.show({ ...this.board.view, doomed });
  }

  // ---- entering a move ----

  square(square) {
    const { table } = this;
    const { entry } = table;
    if (!table.myTurn) return this.notYet();
    this.hinted = null;
    if (!entry.active) this.pick(square);
    else this.take(entry.click(square), square);
  }

  notYet() {
    const { table } = this;
    if (table.over) notice("The game is over.");
    else if (!table.atEnd) notice("You are looking at an earlier position.");
    else notice("It isn't your turn.");
  }

  pick(square) {
    const { table } = this;
    const name = table.variant.squareNames[square];
    if (table.entry.startSquare(square)) return this.entryChanged();
    const piece = table.state.board[square];
    if (!piece) return this.draw();
    if (!table.ownPiece(square)) return notice("That is the other side's piece.");
    const kind = table.variant.types[Math.abs(piece)].name;
    notice(
      `The ${kind} on ${name} ${table.state.frozen.includes(square) ? "is frozen" : `has no legal move: ${this.whyNoMove()}`}.`,
    );
  }

  whyNoMove() {
    const { table } = this;
    const { types } = table.variant;
    const kinds = table.state.board
      .filter((piece, square) => table.ownPiece(square) && types[Math.abs(piece)].royal)
      .map(Math.abs);
    const names = [...new Set(kinds)].map((kind) => types[kind].name);
    if (table.state.check) {
      return names.length === 1 ? `the ${names[0]} is in check` : "its royal is in check";
    }
    return names.length
      ? "every move is blocked or would expose the royal"
      : "every move is blocked";
  }

  pickHand(kind) {
    const { entry } = this.table;
    if (entry.origin?.hand === kind) return this.cancel();
    if (!entry.startHand(kind)) {
      notice(`The ${this.table.variant.types[kind].name} can't be dropped anywhere.`);
    }
    this.entryChanged();
  }

  entryChanged() {
    const { entry, variant, state } = this.table;
    if (entry.active && !entry.clicks.length) {
      const kind = entry.origin.hand ?? Math.abs(state.board[entry.origin.square]);
      announce(
        `${variant.types[kind].name} chosen, ${entry.targets().size} squares to choose from.`,
      );
    }
    this.draw();
  }

  take(answer, square) {
    if (answer.play) return this.play(answer.play);
    if (answer.choose) return this.choose(answer.choose);
    if (answer.illegal) return this.illegal(answer.illegal, square);
    if (answer.cancelled && this.table.skipBarred) {
      notice(this.table.game.explain(this.table.variant.squareNames[square].repeat(2)), "bad");
    }
    this.draw();
  }

  illegal(squares, square) {
    const { table } = this;
    const { entry } = table;
    const { origin } = entry;
    entry.cancel();
    if (table.ownPiece(square) && entry.startSquare(square)) return this.entryChanged();
    const text = table.tryText(origin, squares);
    this.draw();
    if (this.strict) return this.playIllegal(text);
    notice(table.game.explain(text), "bad");
  }

  get strict() {
    return this.table.variant.options.some(
      ({ name, value }) => name === "strict" && value === "on",
    );
  }
  async playIllegal(text) {
    const sure = await ask(
      "An illegal move loses",
      h("p", { text: `${this.table.game.explain(text)} Strict play is on.` }),
      [
        { label: "Take it back", value: false, kind: "main" },
        { label: "Play it", value: true },
      ],
    );
    if (sure) this.send(text);
  }

  async choose(moves) {
    const kinds = new Set(
      moves.map((move) => `${move.drop}/${move.from}/${move.to}/${move.victims}`),
    );
    const title = moves.every((move) => move.drop)
      ? "Which face up?"
      : kinds.size === 1
        ? "Promote?"
        : "Which move?";
    const buttons = moves.map((move) => ({
      value: move,
      content: moveButton(this.table, move, settings.pieces, kinds.size === 1),
      label: "",
    }));
    const choice = await ask(
      title,
      null,
      [...buttons, { label: "Cancel", value: null, kind: "quiet" }],
      "choice",
    );
    if (choice) this.play(choice);
    else this.cancel();
    this.board.focus();
  }

  done() {
    this.take(this.table.entry.done());
  }
  listMoves() {
    this.choose(this.table.entry.candidates);
  }
  cancel() {
    this.table.entry.cancel();
    this.draw();
  }

  play(move) {
    this.table.entry.cancel();
    this.send(move.usi);
  }

  send(usi) {
    const { table } = this;
    const ply = table.played.length;
    const { message } = table;
    this.connection.send({ t: "move", id: this.id, usi, ply });
    const move = table.describe(usi);
    if (!move) return this.draw();
    // Shown at once; the server's answer follows.
    this.game({ ...message, moves: [...message.moves, usi], offer: null });
  }

  drag(from, to) {
    const { entry } = this.table;
    if (to === null) {
      if (entry.origin?.square !== from) entry.startSquare(from);
      return this.draw();
    }
    if (entry.active) this.take(to < 0 ? entry.cancelled() : entry.click(to), to);
  }

  key(event) {
    if (
      event.defaultPrevented ||
      document.querySelector("dialog[open]") ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey
    ) {
      return;
    }
    if (event.key === "Escape" && this.table.entry.active) return this.cancel();
    if (!event.target.closest?.(".table")) return; // letters are keys only where the board or a hand has the focus
    const { table } = this;
    const letter = event.key.toLowerCase(); // Caps Lock is no other key
    const steps = { "[": -1, "]": 1, "{": -Infinity, "}": Infinity };
    if (steps[event.key] && table.game) this.goTo(table.viewed + steps[event.key]);
    else if (letter === "d" && canEnd(this.table.entry)) this.done();
    else if (letter === "l" && table.entry.active) this.listMoves();
  }

  goTo(ply) {
    this.table.goTo(ply);
    this.hinted = null;
    this.draw();
    const { last } = this.table;
    announce(
      last ? `Move ${this.table.viewed}: ${spoken(this.table, last)}` : "Starting position.",
    );
  }

  // ---- buttons ----

  act(name) {
    const { connection, id, table } = this;
    if (name === "flip") ((this.flip = !this.turned), this.draw());
    else if (name === "rules") showRules(table.variant);
    else if (name === "undo") connection.send({ t: "undo", id });
    else if (name === "hint") connection.send({ t: "hint", id });
    else if (name === "resign") this.resign();
    else if (name === "draw") connection.send({ t: "draw", id, side: SIDES[onlySide(table)] });
    else if (name === "share") sharing(this);
  }

  async resign() {
    const side = onlySide(this.table);
    const sure = await ask(`Resign for ${SIDES[side]}?`, null, [
      { label: "Play on", value: false, kind: "main" },
      { label: "Resign", value: true, kind: "danger" },
    ]);
    if (sure) this.connection.send({ t: "resign", id: this.id, side: SIDES[side] });
  }

  /** The same game from the same start, by the same rules. */
  again() {
    const { game, variantText, settings: rules, sente, gote, level, sfen } = this.table.message;
    this.start({
      t: "new",
      ...(variantText ? { variantText } : { game }),
      settings: rules,
      sente,
      gote,
      level,
      sfen,
    });
  }
}
