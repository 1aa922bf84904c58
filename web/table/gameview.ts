// A game's picture: board, hands, status, entry bar and list of moves, as the table stands.

import { Board } from "../board/board.ts";
import { HandDrag } from "../board/handdrag.ts";
import { showHand } from "../board/hands.ts";
import { UPRIGHT, WIDE } from "../board/layout.ts";
import { Motion } from "../board/motion.ts";
import { Tooltip } from "../board/tooltip.ts";
import { wholeRules } from "../core/rules.ts";
import { showConfirm, showEntry, showPremove } from "../entry/entrybar.ts";
import { say } from "../language/catalogue.ts";
import { fetched } from "../lib/connection.ts";
import { h, placeNotice, replace } from "../lib/dom.ts";
import { settings } from "../settings/settings.ts";
import { Chat } from "./chat.ts";
import { buildFrame } from "./frame.ts";
import { MoveList } from "./movelist.ts";
import { showStatus } from "./status.ts";
import { Strips } from "./strip.ts";
import type { BoardActions, BoardView } from "../board/board.ts";
import type { Shape } from "../board/layout.ts";
import type { Variant } from "../core/rules.ts";
import type { Move, PositionState, Side } from "../core/types.ts";
import type { Candidate } from "../entry/entry.ts";
import type { EntryActions } from "../entry/entrybar.ts";
import type { Thinking } from "../lib/messages.ts";
import type { Act } from "./frame.ts";
import type { StatusActions } from "./status.ts";
import type { StripActions } from "./strip.ts";
import type { Table } from "./table.ts";

/** What the picture shows beside the table. */
export interface Extras {
  /** gote sits at the bottom; null until somebody turned the board */
  flip: boolean | null;
  /** the move of a hint */
  hint: Candidate<Move> | null;
  /** the move that waits for one's turn */
  premove: { squares: number[]; words: string } | null;
  /** the move that waits for a yes, in words; "" for none */
  unconfirmed: string;
  /** what the engine said last */
  thinking: Thinking | null;
  /** the game plays itself */
  replaying: boolean;
  /** a hint was asked for and hasn't come */
  hinting: boolean;
  /** the sides whose attacked squares are shown */
  attacks: readonly Side[];
  /** when the server told the game, by the clock of this machine */
  toldAt: number;
  /** the server lets people talk */
  chat: boolean;
  /** how many moves wait for the line */
  waiting: number;
}

/** What a person does with it. */
export interface ViewActions {
  /** liftHand: a piece in hand is being dragged; false when it can't be */
  board: Omit<BoardActions, "hover" | "about"> & { liftHand: (id: string) => boolean };
  entry: Omit<EntryActions, "focusBoard">;
  status: StatusActions;
  strip: StripActions;
  /** to the others at the table; false: not now */
  say: (text: string) => boolean;
  confirm: { yes: () => void; no: () => void };
  pickHand: (kind: number) => void;
  act: (act: Act) => void;
  goTo: (ply: number) => void;
  /** the game plays itself, or no longer */
  replay: () => void;
}

const ONE_DIGIT = 9; // ranks whose numbers fit on a narrow border
const TWO_KANJI_PX = 50; // narrower squares have room for one that can be read

/** The position as it is shown: a piece that has begun its move stands where that goes on. */
function entered({ state, entry }: Table) {
  const { origin, standing } = entry;
  if (origin?.square === undefined || standing === null || standing === origin.square) return state;
  const board = [...state.board];
  board[standing] = board[origin.square];
  board[origin.square] = 0;
  return { ...state, board };
}

/**
 * What a move captures, but for what the piece stands on already.
 * @param square the next click
 */
const crossed = (entry: Table["entry"], square: number | null = null) =>
  entry.victims(square).filter((each) => each !== entry.standing);

export class GameView {
  on: ViewActions;
  table: Table | null = null; // as drawn last
  extras: Extras | null = null; // likewise
  motion = new Motion();
  shown: { table: Table; viewed: number; state: PositionState } | null = null; // what was drawn last
  carried = false; // a piece is being let go
  small = true; // pieces have one character where their set leaves the choice
  board: Board | null = null; // there with the first table
  tooltip = new Tooltip();
  chat: Chat;
  frame: {
    root: HTMLDivElement;
    board: HTMLDivElement;
    farHand: HTMLDivElement;
    nearHand: HTMLDivElement;
    farStrip: HTMLElement;
    nearStrip: HTMLElement;
    status: HTMLDivElement;
    entry: HTMLDivElement;
    confirm: HTMLDivElement;
    words: HTMLDivElement;
    moves: HTMLDivElement;
    zoomed: (scale: number) => boolean;
    drawing: (on: boolean) => void | undefined;
    update(shown: Table, { hinting, attacks, replaying }: Extras): void;
  };
  strips: Strips;
  list: MoveList;
  room: ResizeObserver; // the board's

  constructor(main: HTMLElement, on: ViewActions) {
    this.on = on;
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
    this.room = new ResizeObserver(() => this.fitText());
    replace(main, this.frame.root);
    placeNotice(this.frame.words);
    this.wait(true);
  }

  /**
   * Until the game comes, its buttons are of no use.
   * @param up the line is up
   */
  wait(up: boolean) {
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

  zoomBy(factor: number) {
    this.board?.zoom.by(factor);
  }

  /** Where a square lies on the screen, how pieces of the side to move are turned, and whether they have one character. */
  spot(square: number) {
    const { board, table } = this;
    const rect = () => this.board?.rect(square) ?? new DOMRect();
    const turn = board && table ? board.layout.turn(table.entering) : 0;
    return { square: rect, turn, small: this.small };
  }

  draw(table: Table, extras: Extras) {
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

  drawStatus(table: Table, extras: Extras) {
    showStatus(this.frame.status, table, extras, this.on.status);
    if (this.board) this.strips.show(table, extras, this.board.layout.flip);
  }

  drawEntry(table: Table, { premove, unconfirmed }: Extras) {
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

  /** One move more than before is shown as it happens; everything else at once. */
  move(table: Table, board: Board) {
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

  carry(letGo: () => void) {
    this.carried = true;
    letGo();
    this.carried = false;
  }

  // ---- the board ----

  newBoard(view: BoardView) {
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

  /** What a piece is: a finger that holds it is told in short, a key opens its card. */
  about(square: number, byFinger: boolean) {
    const { table, board } = this;
    if (!table || !board) return;
    const { variant } = table;
    const piece = table.pieceAt(square);
    if (byFinger && settings.tips) this.tooltip.held(variant, piece, board.rect(square));
    else this.showPiece(variant, piece);
  }

  async showPiece(variant: Variant, piece: number) {
    const [seldom] =
      (await fetched(Promise.all([import("../rules/about.ts"), wholeRules()]))) ?? [];
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

  shapeFor({ variant }: Table): Shape {
    if (!variant.isStrip) return "grid";
    return window.matchMedia(WIDE).matches ? "along" : "folded";
  }

  /** The person at the screen sits at the bottom; two people sit there by turns when they wish so. */
  isFlipped(table: Table, { flip }: Extras) {
    if (flip !== null) return flip;
    if (table.people) return settings.turnBoard && table.state.side === 1;
    return !table.mine(0) && table.mine(1);
  }

  boardView(table: Table, extras: Extras): BoardView {
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

  ownerWord(table: Table, side: Side) {
    if (table.people || table.watching) return table.sideWord(side);
    return table.mine(side) ? say("owner.own") : say("owner.enemy");
  }

  hovered(square: number | null, byMouse: boolean) {
    const { table, board } = this;
    if (!table || !board) return;
    const piece = square === null ? 0 : table.pieceAt(square);
    if (settings.tips && square !== null && piece && byMouse && !table.entry.active) {
      this.tooltip.over(table.variant, piece, board.cells[square].group);
    } else this.tooltip.hide();
    this.previewVictims(table, board, square);
  }

  /** Crosses on what a move to the square under the pointer would capture. */
  previewVictims({ entry }: Table, board: Board, square: number | null) {
    if (!entry.active) return;
    const named = square === entry.origin?.square || (square && entry.clicks.includes(square));
    const target = square !== null && !named && entry.targets().has(square);
    const asClicked = entry.clicks.length ? crossed(entry) : [];
    const victims = target ? crossed(entry, square) : asClicked;
    if (victims.join() !== board.view.victims.join()) board.show({ ...board.view, victims });
  }

  // ---- the hands ----

  drawHands(table: Table, { layout }: Board, hint: Move | null) {
    const { variant, state, entry } = table;
    if (!variant.hands) return;
    const { heldKinds } = variant;
    this.frame.root.style.setProperty("--slots", String(heldKinds.length));
    const hinted = hint?.drop ? variant.type(hint.type).inHand || hint.type : null;
    const sides: Side[] = [0, 1];
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
