// A game's picture: board, hands, status, entry bar and list of moves, as the table stands.

import { Board } from "./board.js";
import { say } from "./catalogue.js";
import { Chat } from "./chat.js";
import { fetched } from "./connection.js";
import { h, placeNotice, replace } from "./dom.js";
import { showConfirm, showEntry, showPremove } from "./entrybar.js";
import { buildFrame } from "./frame.js";
import { HandDrag } from "./handdrag.js";
import { showHand } from "./hands.js";
import { UPRIGHT, WIDE } from "./layout.js";
import { Motion } from "./motion.js";
import { MoveList } from "./movelist.js";
import { wholeRules } from "./rules.js";
import { settings } from "./settings.js";
import { showStatus } from "./status.js";
import { Strips } from "./strip.js";
import { Tooltip } from "./tooltip.js";

/** @import { BoardActions, BoardView } from "./board.js" */
/** @import { PositionState, Side } from "./core.js" */
/** @import { EntryActions } from "./entrybar.js" */
/** @import { Act } from "./frame.js" */
/** @import { Move } from "./core.js" */
/** @import { Candidate } from "./entry.js" */
/** @import { Shape } from "./layout.js" */
/** @import { Thinking } from "./messages.js" */
/** @import { Variant } from "./rules.js" */
/** @import { StatusActions } from "./status.js" */
/** @import { StripActions } from "./strip.js" */
/** @import { Table } from "./table.js" */

/**
 * What the picture shows beside the table.
 * @typedef {object} Extras
 * @property {boolean | null} flip gote sits at the bottom; null until somebody turned the board
 * @property {Candidate<Move> | null} hint the move of a hint
 * @property {{squares: number[], words: string} | null} premove the move that waits for one's turn
 * @property {string} unconfirmed the move that waits for a yes, in words; "" for none
 * @property {Thinking | null} thinking what the engine said last
 * @property {boolean} replaying the game plays itself
 * @property {boolean} hinting a hint was asked for and hasn't come
 * @property {readonly Side[]} attacks the sides whose attacked squares are shown
 * @property {number} toldAt when the server told the game, by the clock of this machine
 * @property {boolean} chat the server lets people talk
 * @property {number} waiting how many moves wait for the line
 */

/**
 * What a person does with it.
 * @typedef {object} ViewActions
 * @property {Omit<BoardActions, "hover" | "about"> & {liftHand: (id: string) => boolean}} board liftHand: a piece in hand is being
 * dragged; false when it can't be
 * @property {Omit<EntryActions, "focusBoard">} entry
 * @property {StatusActions} status
 * @property {StripActions} strip
 * @property {(text: string) => boolean} say to the others at the table; false: not now
 * @property {{yes: () => void, no: () => void}} confirm
 * @property {(kind: number) => void} pickHand
 * @property {(act: Act) => void} act
 * @property {(ply: number) => void} goTo
 * @property {() => void} replay the game plays itself, or no longer
 */

const ONE_DIGIT = 9; // ranks whose numbers fit on a narrow border
const TWO_KANJI_PX = 50; // narrower squares have room for one that can be read

/**
 * The position as it is shown: a piece that has begun its move stands where that goes on.
 * @param {Table} table
 */
function entered({ state, entry }) {
  const { origin, standing } = entry;
  if (origin?.square === undefined || standing === null || standing === origin.square) return state;
  const board = [...state.board];
  board[standing] = board[origin.square];
  board[origin.square] = 0;
  return { ...state, board };
}

/**
 * What a move captures, but for what the piece stands on already.
 * @param {Table["entry"]} entry
 * @param {number | null} [square] the next click
 */
const crossed = (entry, square = null) =>
  entry.victims(square).filter((each) => each !== entry.standing);

export class GameView {
  /**
   * @param {HTMLElement} main
   * @param {ViewActions} on
   */
  constructor(main, on) {
    this.on = on;
    /** @type {Table | null} */
    this.table = null; // as drawn last
    /** @type {Extras | null} */
    this.extras = null; // likewise
    this.motion = new Motion();
    /** @type {{table: Table, viewed: number, state: PositionState} | null} */
    this.shown = null; // what was drawn last
    this.carried = false; // a piece is being let go
    this.small = true; // pieces have one character where their set leaves the choice
    /** @type {Board | null} */
    this.board = null; // there with the first table
    this.tooltip = new Tooltip();
    this.chat = new Chat(on.say);
    this.frame = buildFrame(this.chat.root, {
      act: on.act,
      step: (plies) => this.table && on.goTo(this.table.viewed + plies),
      replay: on.replay,
      zoomBy: (factor) => this.zoomBy(factor),
      zoomReset: () => this.board?.zoom.reset(),
      clickBeside: () => this.table?.entry.active && on.entry.cancel(),
    });
    for (const box of [this.frame.farHand, this.frame.nearHand]) {
      new HandDrag(box, {
        lift: on.board.liftHand,
        hover: (event) => this.board?.hover(event && this.board.squareUnder(event)),
        drop: (event) => this.carry(() => on.board.drop(this.board?.squareUnder(event) ?? null)),
      });
    }
    this.strips = new Strips(this.frame.farStrip, this.frame.nearStrip, on.strip);
    this.list = new MoveList(this.frame.moves, on.goTo);
    this.room = new ResizeObserver(() => this.fitText()); // the board's
    replace(main, this.frame.root);
    placeNotice(this.frame.words);
    this.wait(true);
  }

  /**
   * Until the game comes, its buttons are of no use.
   * @param {boolean} up the line is up
   */
  wait(up) {
    const text = say(up ? "page.loading" : "game.awaited");
    this.frame.root.classList.add("awaited");
    replace(this.frame.board, h("p", { class: "loading", text }));
  }

  /** The board is drawn on by the left button and a finger, or no longer. */
  toggleDrawing() {
    const on = !this.board?.drawing;
    this.board?.setDrawing(on);
    this.frame.drawing(on);
  }

  /** True: there was something drawn. */
  wipe() {
    return this.board?.wipe() ?? false;
  }

  remove() {
    this.motion.stop();
    this.room.disconnect();
    this.tooltip.remove();
    this.strips.close();
    placeNotice(null);
  }

  focusBoard() {
    this.board?.focus();
  }

  /** @param {number} factor */
  zoomBy(factor) {
    this.board?.zoom.by(factor);
  }

  /**
   * Where a square lies on the screen, how pieces of the side to move are turned, and whether they have one character.
   * @param {number} square
   */
  spot(square) {
    const { board, table } = this;
    const rect = () => this.board?.rect(square) ?? new DOMRect();
    const turn = board && table ? board.layout.turn(table.entering) : 0;
    return { square: rect, turn, small: this.small };
  }

  /**
   * @param {Table} table
   * @param {Extras} extras
   */
  draw(table, extras) {
    this.table = table;
    this.frame.root.classList.remove("awaited");
    this.extras = extras;
    const view = this.boardView(table, extras);
    const { dataset } = this.frame.root;
    dataset.shape = view.shape === "along" ? "along" : "grid";
    dataset.strip = table.variant.isStrip ? "yes" : "no";
    dataset.hands = table.variant.hands ? "yes" : "no";
    if (this.board) this.board.show(view);
    else this.board = this.newBoard(view);
    dataset.large = this.board.isLarge ? "yes" : "no";
    const { width, height, cell } = this.board.layout;
    const { style } = this.frame.root;
    style.setProperty("--ratio", String(width / height));
    style.setProperty("--cell", String(cell.height / height));
    this.drawHands(table, this.board, extras.hint);
    this.move(table, this.board);
    this.drawStatus(table, extras);
    this.drawEntry(table, extras);
    this.chat.show(extras.chat && table.message.two, !table.watching, table.message.id);
    this.list.show(table, extras.unconfirmed !== "");
    this.frame.update(table, extras);
  }

  /**
   * @param {Table} table
   * @param {Extras} extras
   */
  drawStatus(table, extras) {
    showStatus(this.frame.status, table, extras, this.on.status);
    if (this.board) this.strips.show(table, extras, this.board.layout.flip);
  }

  /**
   * @param {Table} table
   * @param {Extras} extras
   */
  drawEntry(table, { premove, unconfirmed }) {
    const { last } = table;
    const at = unconfirmed && last && this.board ? this.board.rect(last.parts.to) : new DOMRect();
    showConfirm(this.frame.confirm, unconfirmed, at, this.on.confirm);
    if (unconfirmed) return showPremove(this.frame.entry, unconfirmed);
    if (premove && !table.entry.active) {
      return showPremove(this.frame.entry, say("premove.waits", { move: premove.words }));
    }
    const actions = { ...this.on.entry, focusBoard: () => this.focusBoard() };
    showEntry(this.frame.entry, table, actions);
  }

  /**
   * One move more than before is shown as it happens; everything else at once.
   * @param {Table} table
   * @param {Board} board
   */
  move(table, board) {
    const { shown } = this;
    const { viewed, state, last } = table;
    this.shown = { table, viewed, state };
    if (!shown || (shown.table === table && shown.viewed === viewed)) return;
    if (!last || shown.table !== table || viewed !== shown.viewed + 1) return this.motion.stop();
    this.motion.show({
      board,
      before: shown.state,
      after: state,
      played: last,
      carried: this.carried,
      place: (side, id) => {
        const box = (side === 1) === board.layout.flip ? this.frame.nearHand : this.frame.farHand;
        const kinds = table.variant.heldKinds.map((kind) => table.variant.type(kind).id);
        return box.children[kinds.indexOf(id)]?.getBoundingClientRect() ?? null;
      },
    });
  }

  /**
   * @param {() => void} letGo
   */
  carry(letGo) {
    this.carried = true;
    letGo();
    this.carried = false;
  }

  // ---- the board ----

  /** @param {BoardView} view */
  newBoard(view) {
    const board = new Board(this.frame.board, view, {
      ...this.on.board,
      drop: (square) => this.carry(() => this.on.board.drop(square)),
      hover: (square, byMouse) => this.hovered(square, byMouse),
      about: (square, byFinger) => this.about(square, byFinger),
    });
    board.zoom.onChange = (scale) => {
      this.frame.zoomed(scale);
      this.fitText();
    };
    this.room.observe(this.frame.board);
    return board;
  }

  /**
   * What a piece is: a finger that holds it is told in short, a key opens its card.
   * @param {number} square
   * @param {boolean} byFinger
   */
  about(square, byFinger) {
    const { table, board } = this;
    if (!table || !board) return;
    const { variant } = table;
    const piece = table.pieceAt(square);
    if (byFinger && settings.tips) this.tooltip.held(variant, piece, board.rect(square));
    else this.showPiece(variant, piece);
  }

  /**
   * @param {Variant} variant
   * @param {number} piece
   */
  async showPiece(variant, piece) {
    const [seldom] = (await fetched(Promise.all([import("./about.js"), wholeRules()]))) ?? [];
    seldom?.showPiece(variant, piece);
  }

  /** One character or two, as there is room on a square. */
  fitText() {
    const { board } = this;
    if (!board) return;
    const { layout, zoom, svg } = board;
    const square = (svg.clientWidth / layout.width) * layout.cell.width * zoom.scale;
    const small = !board.isLarge || square < TWO_KANJI_PX;
    if (small === this.small) return;
    this.small = small;
    if (this.table && this.extras) this.draw(this.table, this.extras);
  }

  /**
   * @param {Table} table
   * @returns {Shape}
   */
  shapeFor({ variant }) {
    if (!variant.isStrip) return "grid";
    return window.matchMedia(WIDE).matches ? "along" : "folded";
  }

  /**
   * The person at the screen sits at the bottom; two people sit there by turns when they wish so.
   * @param {Table} table
   * @param {Extras} extras
   */
  isFlipped(table, { flip }) {
    if (flip !== null) return flip;
    if (table.people) return settings.turnBoard && table.state.side === 1;
    return !table.mine(0) && table.mine(1);
  }

  /**
   * @param {Table} table
   * @param {Extras} extras
   * @returns {BoardView}
   */
  boardView(table, extras) {
    const { hint } = extras;
    const { variant, entry, last } = table;
    const state = entered(table);
    return {
      variant,
      state,
      title: say("board.title", { game: variant.title, side: table.sideName(state.side) }),
      flip: this.isFlipped(table, extras),
      shape: this.shapeFor(table),
      slim: variant.ranks <= ONE_DIGIT && window.matchMedia(UPRIGHT).matches,
      set: settings.pieces,
      small: this.small,
      coordinates: settings.coordinates,
      last: last && {
        squares: [last.parts.from, last.parts.to].filter((square) => square >= 0),
        taken: last.parts.victims.filter((at) => at !== last.parts.to),
      },
      origin: entry.origin?.square ?? null,
      clicks: entry.clicks,
      targets: settings.dots ? entry.targets() : null,
      victims: entry.active && entry.clicks.length ? crossed(entry) : [],
      check: state.check ? (table.ownRoyals()[0] ?? null) : null,
      hint: hint ? [...(hint.drop ? [] : [hint.from]), ...hint.named, hint.to] : [],
      premove: extras.premove?.squares ?? [],
      attacked: (extras.attacks.length ? table.game.attacked : [[], []]).map(
        (squares, side) => new Set(extras.attacks.some((each) => each === side) ? squares : []),
      ),
      sides: [table.sideWord(0), table.sideWord(1)],
      owner: (side) => this.ownerWord(table, side),
    };
  }

  /**
   * @param {Table} table
   * @param {Side} side
   */
  ownerWord(table, side) {
    if (table.people || table.watching) return table.sideWord(side);
    return table.mine(side) ? say("owner.own") : say("owner.enemy");
  }

  /**
   * @param {number | null} square
   * @param {boolean} byMouse
   */
  hovered(square, byMouse) {
    const { table, board } = this;
    if (!table || !board) return;
    const piece = square === null ? 0 : table.pieceAt(square);
    if (settings.tips && square !== null && piece && byMouse && !table.entry.active) {
      this.tooltip.over(table.variant, piece, board.cells[square].group);
    } else this.tooltip.hide();
    this.previewVictims(table, board, square);
  }

  /**
   * Crosses on what a move to the square under the pointer would capture.
   * @param {Table} table
   * @param {Board} board
   * @param {number | null} square
   */
  previewVictims({ entry }, board, square) {
    if (!entry.active) return;
    const named = square === entry.origin?.square || (square && entry.clicks.includes(square));
    const target = square !== null && !named && entry.targets().has(square);
    const asClicked = entry.clicks.length ? crossed(entry) : [];
    const victims = target ? crossed(entry, square) : asClicked;
    if (victims.join() !== board.view.victims.join()) board.show({ ...board.view, victims });
  }

  // ---- the hands ----

  /**
   * @param {Table} table
   * @param {Board} board
   * @param {Move | null} hint
   */
  drawHands(table, { layout }, hint) {
    const { variant, state, entry } = table;
    if (!variant.hands) return;
    const { heldKinds } = variant;
    this.frame.root.style.setProperty("--slots", String(heldKinds.length));
    const hinted = hint?.drop ? variant.type(hint.type).inHand || hint.type : null;
    /** @type {Side[]} */
    const sides = [0, 1];
    for (const side of sides) {
      const box = (side === 1) === layout.flip ? this.frame.nearHand : this.frame.farHand;
      showHand(box, {
        variant,
        side,
        owner: table.sideWord(side),
        slots: heldKinds.map((kind) => [kind, state.hands[side][kind - 1]]),
        usable: table.mayEnter && table.entering === side,
        chosen: table.entering === side ? (entry.origin?.hand ?? null) : null,
        hinted: table.entering === side ? hinted : null,
        set: settings.pieces,
        turn: layout.turn(side),
        small: this.small,
        onPick: this.on.pickHand,
        onAbout: (kind) => this.showPiece(variant, kind),
      });
      box.setAttribute("aria-label", say("hand.label", { side: table.sideName(side) }));
    }
  }
}
