// The page of a game: its elements are made once, and drawn again from the state after each change.

import { Board } from "../board/board.ts";
import { HandDrag } from "../board/handdrag.ts";
import { Motion } from "../board/motion.ts";
import { Tooltip } from "../board/tooltip.ts";
import { showConfirm, showEntry, showPremove } from "../entry/entrybar.ts";
import {
  cancelInput,
  canDrag,
  dropPiece,
  inputSquare,
  lift,
  liftHand,
} from "../entry/moveinput.ts";
import { say } from "../language/catalogue.ts";
import { h, placeNotice, replace } from "../lib/dom.ts";
import { settings } from "../settings/settings.ts";
import { boardView, previewVictims, showHands } from "./boardview.ts";
import { Chat } from "./chat.ts";
import { showPiece } from "./dialogs.ts";
import { buildFrame, showFrame } from "./frame.ts";
import { MoveList } from "./movelist.ts";
import { pieceAt } from "./position.ts";
import { forgetPremove } from "./premoves.ts";
import { isWatching } from "./seats.ts";
import { showStatus } from "./status.ts";
import { goTo } from "./steps.ts";
import { closeStrips, newStrips, showStrips } from "./strip.ts";
import { lastMove } from "./table.ts";
import { roll } from "./wheel.ts";
import type { BoardView } from "../board/board.ts";
import type { Play, View } from "./state.ts";
import type { Table } from "./table.ts";

const TWO_KANJI_PX = 50; // minimum width of a square in which two kanji on a piece are legible

/** Makes the view of a game. It needs the rest of the game's state, so play.ts adds it last. */
export function newView(play: Play, main: HTMLElement): View {
  const { connection, id } = play;
  const chat = new Chat((text) => connection.ask({ t: "chat", id, text }));
  const frame = buildFrame(play, chat.root);
  replace(main, frame.root);
  placeNotice(frame.words);
  return {
    main,
    frame,
    board: null,
    motion: new Motion(),
    tooltip: new Tooltip(),
    chat,
    strips: newStrips(),
    list: new MoveList(frame.moves, (ply) => goTo(play, ply)),
    room: new ResizeObserver(() => fitText(play)),
    shown: null,
    carried: false,
    band: false,
    small: true,
  };
}

/** Lets the visitor drag pieces from the hands to the board. */
export function listenToHands(play: Play) {
  const { view } = play;
  for (const box of [view.frame.farHand, view.frame.nearHand]) {
    new HandDrag(box, {
      lift: (id) => Boolean(play.table && liftHand(play, play.table, id)),
      hover: (event) => view.board?.hover(event && view.board.squareUnder(event)),
      drop: (event) => dropCarried(play, view.board?.squareUnder(event) ?? null),
    });
  }
}

/** Shows that the game is being loaded. The buttons are disabled until the server has sent it. */
export function showAwaited({ view: { frame }, connection }: Play, up = connection.up) {
  const text = say(up ? "page.loading" : "game.awaited");
  frame.root.classList.add("awaited");
  replace(frame.board, h("p", { class: "loading", text }));
}

export function removeView({ motion, room, tooltip, strips }: View) {
  motion.stop();
  room.disconnect();
  tooltip.remove();
  closeStrips(strips);
  placeNotice(null);
}

export function drawView(play: Play, table: Table) {
  const { view } = play;
  const { root } = view.frame;
  root.classList.remove("awaited");
  const shown = boardView(play, table);
  root.dataset.shape = shown.shape === "along" ? "along" : "grid";
  root.dataset.strip = table.variant.isStrip ? "yes" : "no";
  root.dataset.hands = table.variant.hands ? "yes" : "no";
  if (view.board) view.board.show(shown);
  const board = (view.board ??= newBoard(play, shown));
  root.dataset.large = board.isLarge ? "yes" : "no";
  const { width, height, cell } = board.layout;
  root.style.setProperty("--ratio", String(width / height));
  root.style.setProperty("--cell", String(cell.height / height));
  showHands(play, table, board);
  showMotion(view, table, board);
  drawStatus(play, table);
  drawEntry(play, table);
  const talks = Boolean(play.connection.hello?.chat) && table.message.two;
  view.chat.show(talks, !isWatching(table), table.message.id);
  view.list.show(table, play.held !== null);
  showFrame(view.frame, play, table);
}

export function drawStatus(play: Play, table: Table) {
  const { frame, board, strips } = play.view;
  showStatus(frame.status, play, table);
  if (board) showStrips(strips, frame, play, table, board.layout.flip);
}

function drawEntry(play: Play, table: Table) {
  const { held, premove, view } = play;
  const { frame, board } = view;
  const unconfirmed = held?.words ?? "";
  const last = lastMove(table);
  const at = unconfirmed && last && board ? board.rect(last.parts.to) : new DOMRect();
  showConfirm(frame.confirm, unconfirmed, at, play);
  if (unconfirmed) return showPremove(frame.entry, unconfirmed);
  if (premove && !table.entry.origin) {
    return showPremove(frame.entry, say("premove.waits", { move: premove.words }));
  }
  showEntry(frame.entry, play, table);
}

/** Animates the change of the position if it is the next move; every other change is shown at once. */
function showMotion(view: View, table: Table, board: Board) {
  const { shown, motion, frame } = view;
  const { viewed, variant } = table;
  const { state } = table.game;
  const last = lastMove(table);
  view.shown = { table, viewed, state };
  if (!shown || (shown.table === table && shown.viewed === viewed)) return;
  if (!last || shown.table !== table || viewed !== shown.viewed + 1) return motion.stop();
  motion.show({
    board,
    before: shown.state,
    after: state,
    played: last,
    carried: view.carried,
    place: (side, id) => {
      const box = (side === 1) === board.layout.flip ? frame.nearHand : frame.farHand;
      const kinds = variant.heldKinds.map((kind) => variant.type(kind).id);
      return box.children[kinds.indexOf(id)]?.getBoundingClientRect() ?? null;
    },
  });
}

/**
 * Called when a dragged piece is released.
 * @param square under the pointer; null: beside the board
 */
function dropCarried(play: Play, square: number | null) {
  const { view, table } = play;
  view.carried = true;
  if (table) dropPiece(play, table, square);
  view.carried = false;
}

/** Makes the board of the page. Input on the board is ignored until a table exists. */
function newBoard(play: Play, shown: BoardView) {
  const { view } = play;
  const withTable: (f: (table: Table) => unknown) => void = (f) => {
    if (play.table) f(play.table);
  };
  const board = new Board(view.frame.board, shown, {
    square: (square) => withTable((table) => inputSquare(play, table, square)),
    lift: (square) => withTable((table) => lift(play, table, square)),
    drop: (square) => dropCarried(play, square),
    canDrag: (square) => Boolean(play.table && canDrag(play.table, square)),
    cancel: () => withTable((table) => forgetPremove(play) || cancelInput(play, table)),
    letGo: () => forgetPremove(play),
    roll: (event) => roll(play, event),
    hover: (square, byMouse) => hovered(play, square, byMouse),
    about: (square, byFinger) => about(play, square, byFinger),
  });
  board.zoom.onChange = (scale) => {
    view.frame.zoom.classList.toggle("in", scale > 1);
    fitText(play);
  };
  view.room.observe(view.frame.board);
  return board;
}

/** Explains the piece on a square: by a tip if a finger holds it, by a dialog with its card if the visitor has pressed a key. */
function about({ table, view }: Play, square: number, byFinger: boolean) {
  const { board, tooltip } = view;
  if (!table || !board) return;
  const piece = pieceAt(table, square);
  if (byFinger && settings.tips) tooltip.held(table.variant, piece, board.rect(square));
  else showPiece(table.variant, piece);
}

function hovered({ table, view }: Play, square: number | null, byMouse: boolean) {
  const { board, tooltip } = view;
  if (!table || !board) return;
  const piece = square === null ? 0 : pieceAt(table, square);
  if (settings.tips && square !== null && piece && byMouse && !table.entry.origin) {
    tooltip.over(table.variant, piece, board.cells[square].group);
  } else tooltip.hide();
  previewVictims(table, board, square);
}

/** Has each piece show one character if the squares are too small for two, else two. */
function fitText(play: Play) {
  const { view } = play;
  const { board } = view;
  if (!board) return;
  const { layout, zoom, svg } = board;
  const square = (svg.clientWidth / layout.width) * layout.cell.width * zoom.scale;
  const small = !board.isLarge || square < TWO_KANJI_PX;
  if (small === view.small) return;
  view.small = small;
  if (play.table) drawView(play, play.table);
}
