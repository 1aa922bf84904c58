// The elements of a game's page: empty boxes that other modules fill, and the buttons.

import { cancelInput } from "../entry/moveinput.ts";
import { say } from "../language/catalogue.ts";
import { h } from "../lib/dom.ts";
import { buildActions, showActions } from "./actions.ts";
import { buildBand, showBand } from "./endband.ts";
import { buildHeading, showHeading } from "./heading.ts";
import { icon, SIGNS } from "./icons.ts";
import { buildOffer, showOffer } from "./offer.ts";
import { buildPlayback, showPlayback } from "./playback.ts";
import { stepBy } from "./steps.ts";
import type { PlainKey } from "../language/keys.ts";
import type { Actions } from "./actions.ts";
import type { Heading } from "./heading.ts";
import type { Playback } from "./playback.ts";
import type { Play } from "./state.ts";
import type { Table } from "./table.ts";

const ZOOM_FACTOR = 1.5;

/** The elements of a game's page. */
export interface Frame {
  readonly root: HTMLElement;
  readonly board: HTMLElement;
  readonly farHand: HTMLElement;
  readonly nearHand: HTMLElement;
  readonly farStrip: HTMLElement;
  readonly nearStrip: HTMLElement;
  readonly status: HTMLElement;
  /** the bar with the move being entered (entrybar.ts) */
  readonly entry: HTMLElement;
  /** the question whether to play a move, shown over the board */
  readonly confirm: HTMLElement;
  /** the result and what to do next, over the board */
  readonly band: HTMLElement;
  /** the box that contains `entry`, the page's short messages and the field for a typed move */
  readonly words: HTMLElement;
  /** the offer of pieces that stand upright */
  readonly offer: HTMLElement;
  readonly moves: HTMLElement;
  readonly zoom: HTMLElement;
  readonly playback: Playback;
  readonly heading: Heading;
  readonly actions: Actions;
}

/** A group of buttons that show signs instead of words. Each has a label for screen readers. */
const signGroup = (
  className: string,
  title: PlainKey,
  buttons: [PlainKey, sign: string, onclick: () => void][],
) =>
  h(
    "div",
    { class: className, role: "group", "aria-label": say(title) },
    buttons.map(([label, sign, onclick]) =>
      h("button", { type: "button", "aria-label": say(label), onclick }, icon(sign)),
    ),
  );

const zoomGroup = (play: Play) =>
  signGroup("zoom", "zoom.title", [
    ["zoom.in", SIGNS.zoomIn, () => play.view.board?.zoomBy(ZOOM_FACTOR)],
    ["zoom.out", SIGNS.zoomOut, () => play.view.board?.zoomBy(1 / ZOOM_FACTOR)],
    ["zoom.whole", SIGNS.whole, () => play.view.board?.resetZoom()],
  ]);

const stepGroup = (play: Play) =>
  signGroup("steps", "step.title", [
    ["step.first", SIGNS.first, () => stepBy(play, -Infinity)],
    ["step.back", SIGNS.back, () => stepBy(play, -1)],
    ["step.on", SIGNS.on, () => stepBy(play, 1)],
    ["step.latest", SIGNS.latest, () => stepBy(play, Infinity)],
  ]);

/** The board between its hands. A click beside the board and the hands lets the chosen piece go. */
function tableSection(play: Play, ...parts: HTMLElement[]) {
  const section = h("section", { class: "table", "aria-label": say("frame.table") }, ...parts);
  section.addEventListener("click", (event) => {
    // The elements at the time of the click: a listener of the click may have redrawn its target since then.
    const path = event.composedPath().filter((part) => part instanceof Element);
    if (path.some((part) => part.matches("svg.board, .held, .confirm, .end-band"))) return;
    if (play.table?.entry.origin) cancelInput(play, play.table);
  });
  return section;
}

/**
 * Makes the elements of a game's page.
 * @param chat the element of the chat
 */
export function buildFrame(play: Play, chat: HTMLElement): Frame {
  const board = h("div", { class: "board-box" });
  const farHand = h("div", { class: "hand far", role: "group" });
  const nearHand = h("div", { class: "hand near", role: "group" });
  const status = h("div", { class: "status", role: "status" });
  const entry = h("div", { class: "entry" });
  const confirm = h("div", { class: "confirm", role: "group", hidden: true });
  const words = h("div", { class: "words" }, entry); // this box also gets the page's short messages (placeNotice)
  const moves = h("div", { class: "moves", role: "region", "aria-label": say("frame.moves") });
  const farStrip = h("section", { class: "person-strip far-strip" });
  const nearStrip = h("section", { class: "person-strip near-strip" });
  const band = buildBand();
  const heading = buildHeading();
  const offer = buildOffer();
  const playback = buildPlayback(play);
  const zoom = zoomGroup(play);
  const head = h("div", { class: "list-head" }, stepGroup(play), playback.root, zoom);
  const actions = buildActions(play);
  const middle = h("div", { class: "board-frame" }, board, confirm, band);
  const side = h(
    "section",
    { class: "side", "aria-label": say("frame.game") },
    heading.line,
    heading.toss,
    status,
    offer,
    words,
    moves,
    chat,
    head,
    actions.box,
  );
  const table = tableSection(play, farHand, middle, nearHand);
  const root = h("div", { class: "play" }, farStrip, table, nearStrip, side, actions.menu);
  const boxes = { root, board, farHand, nearHand, farStrip, nearStrip, status, entry };
  return { ...boxes, confirm, band, words, offer, moves, zoom, playback, heading, actions };
}

export function showFrame(frame: Frame, play: Play, table: Table) {
  showHeading(frame.heading, table);
  showOffer(frame.offer, table);
  showPlayback(frame.playback, play, table);
  showActions(frame.actions, play, table);
  showBand(frame.band, play, table);
}
