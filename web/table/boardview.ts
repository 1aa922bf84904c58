// Makes the views of the board and the hands (BoardView, HandView) from the state of a game.

import { showHand } from "../board/hands.ts";
import { UPRIGHT, WIDE } from "../board/layout.ts";
import { styleOf } from "../board/style.ts";
import { inputHand } from "../entry/moveinput.ts";
import { standingOn, targetsOf, victimsOf } from "../entry/entry.ts";
import { say } from "../language/catalogue.ts";
import { settings } from "../settings/settings.ts";
import { showPiece } from "./dialogs.ts";
import { ownRoyals } from "./position.ts";
import {
  BOTH,
  enteringSide,
  isMine,
  isShared,
  isWatching,
  mayEnter,
  nameOfSide,
  wordOfSide,
} from "./seats.ts";
import { isFlipped } from "./steps.ts";
import { lastMove } from "./table.ts";
import type { Board, BoardView } from "../board/board.ts";
import type { Shape } from "../board/layout.ts";
import type { Side, Variant } from "../core/index.ts";
import type { Play } from "./state.ts";
import type { Table } from "./table.ts";

const ONE_DIGIT = 9; // maximum number of ranks of a board whose coordinates fit on a narrow border

/** The position shown, but with the chosen piece on the square to which the clicks have moved it. */
function entered({ game: { state }, entry }: Table) {
  const { origin } = entry;
  const standing = standingOn(entry);
  if (origin?.square === undefined || standing === null || standing === origin.square) return state;
  const board = [...state.board];
  board[standing] = board[origin.square];
  board[origin.square] = 0;
  return { ...state, board };
}

/**
 * The squares on which the move being entered captures, without the square on which the chosen piece is shown.
 * @param square of the next click; null: none
 */
const crossed = ({ entry }: Table, square: number | null = null) =>
  victimsOf(entry, square).filter((each) => each !== standingOn(entry));

function shapeFor({ isStrip }: Variant): Shape {
  if (!isStrip) return "grid";
  return window.matchMedia(WIDE).matches ? "along" : "folded";
}

/**
 * The word for the owner of a side's pieces: "your" or "enemy" for a player, the side's name for a
 * watcher.
 */
function ownerWord(table: Table, side: Side) {
  if (isShared(table) || isWatching(table)) return wordOfSide(table, side);
  return say(isMine(table, side) ? "owner.own" : "owner.enemy");
}

export function boardView(play: Play, table: Table): BoardView {
  const { variant, entry, game } = table;
  const { attacks, premove, engine, view } = play;
  const { hinted } = engine;
  const state = entered(table);
  const last = lastMove(table)?.parts;
  return {
    variant,
    state,
    title: say("board.title", { game: variant.title, side: nameOfSide(table, state.side) }),
    flip: isFlipped(play, table),
    shape: shapeFor(variant),
    slim: variant.ranks <= ONE_DIGIT && window.matchMedia(UPRIGHT).matches,
    set: styleOf(variant.family),
    small: view.small,
    coordinates: settings.coordinates,
    last: last
      ? {
          squares: [last.from, last.to].filter((square) => square >= 0),
          taken: last.victims.filter((at) => at !== last.to),
        }
      : null,
    origin: entry.origin?.square ?? null,
    clicks: entry.clicks,
    targets: settings.dots ? targetsOf(entry) : null,
    victims: entry.origin && entry.clicks.length ? crossed(table) : [],
    check: state.check ? (ownRoyals(table)[0] ?? null) : null,
    hint: hinted ? [...(hinted.drop ? [] : [hinted.from]), ...hinted.named, hinted.to] : [],
    premove: premove?.squares ?? [],
    attacked: (attacks.length ? game.attacked : [[], []]).map(
      (squares, side) => new Set(attacks.some((each) => each === side) ? squares : []),
    ),
    sides: [wordOfSide(table, 0), wordOfSide(table, 1)],
    owner: (side) => ownerWord(table, side),
  };
}

/**
 * Crosses out the pieces that the move being entered would capture if the next click were on this square.
 * @param square under the pointer; null: none
 */
export function previewVictims(table: Table, board: Board, square: number | null) {
  const { entry } = table;
  if (!entry.origin) return;
  const named = square === entry.origin.square || (square && entry.clicks.includes(square));
  const target = square !== null && !named && targetsOf(entry).has(square);
  const asClicked = entry.clicks.length ? crossed(table) : [];
  const victims = target ? crossed(table, square) : asClicked;
  if (victims.join() !== board.view.victims.join()) board.show({ ...board.view, victims });
}

export function showHands(play: Play, table: Table, { layout }: Board) {
  const { variant, game, entry } = table;
  if (!variant.hands) return;
  const { heldKinds } = variant;
  const { frame, small } = play.view;
  frame.root.style.setProperty("--slots", String(heldKinds.length));
  const hint = play.engine.hinted;
  const hinted = hint?.drop ? variant.type(hint.type).inHand || hint.type : null;
  const entering = enteringSide(table);
  for (const side of BOTH) {
    const box = (side === 1) === layout.flip ? frame.nearHand : frame.farHand;
    showHand(box, {
      variant,
      side,
      owner: wordOfSide(table, side),
      slots: heldKinds.map((kind) => [kind, game.state.hands[side][kind - 1]]),
      usable: mayEnter(table) && entering === side,
      chosen: entering === side ? (entry.origin?.hand ?? null) : null,
      hinted: entering === side ? hinted : null,
      set: styleOf(variant.family),
      turn: layout.turn(side),
      small,
      onPick: (kind) => play.table && inputHand(play, play.table, kind),
      onAbout: (kind) => showPiece(variant, kind),
    });
    box.setAttribute("aria-label", say("hand.label", { side: nameOfSide(table, side) }));
  }
}
