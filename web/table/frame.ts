// The parts of the page around a game: boxes that others fill, and the buttons.

import { cancelInput } from "../entry/moveinput.ts";
import { say } from "../language/catalogue.ts";
import { h } from "../lib/dom.ts";
import { buildActions, showActions } from "./actions.ts";
import { buildHeading, showHeading } from "./heading.ts";
import { icon, SIGNS } from "./icons.ts";
import { stepBy } from "./steps.ts";
import type { PlainKey } from "../language/keys.ts";
import type { Actions } from "./actions.ts";
import type { Heading } from "./heading.ts";
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
  /** the move being entered */
  readonly entry: HTMLElement;
  /** the question about a move, over the board */
  readonly confirm: HTMLElement;
  /** `entry`, the page's messages and the field for a typed move */
  readonly words: HTMLElement;
  readonly moves: HTMLElement;
  readonly zoom: HTMLElement;
  readonly heading: Heading;
  readonly actions: Actions;
}

/** A group of buttons without words, each with its label. */
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
    ["zoom.in", SIGNS.zoomIn, () => play.view.board?.zoom.by(ZOOM_FACTOR)],
    ["zoom.out", SIGNS.zoomOut, () => play.view.board?.zoom.by(1 / ZOOM_FACTOR)],
    ["zoom.whole", SIGNS.whole, () => play.view.board?.zoom.reset()],
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
    // The path as clicked: a click may have redrawn its target.
    const path = event.composedPath().filter((part) => part instanceof Element);
    if (path.some((part) => part.matches("svg.board, .held, .confirm"))) return;
    if (play.table?.entry.origin) cancelInput(play, play.table);
  });
  return section;
}

/** @param chat its box */
export function buildFrame(play: Play, chat: HTMLElement): Frame {
  const board = h("div", { class: "board-box" });
  const farHand = h("div", { class: "hand far", role: "group" });
  const nearHand = h("div", { class: "hand near", role: "group" });
  const status = h("div", { class: "status", role: "status" });
  const entry = h("div", { class: "entry" });
  const confirm = h("div", { class: "confirm", role: "group", hidden: true });
  const words = h("div", { class: "words" }, entry); // messages join the move being entered
  const moves = h("div", { class: "moves", role: "region", "aria-label": say("frame.moves") });
  const farStrip = h("section", { class: "person-strip far-strip" });
  const nearStrip = h("section", { class: "person-strip near-strip" });
  const heading = buildHeading(play);
  const zoom = zoomGroup(play);
  const head = h("div", { class: "list-head" }, stepGroup(play), zoom);
  const actions = buildActions(play, head);
  const middle = h("div", { class: "board-frame" }, board, confirm);
  const side = h(
    "section",
    { class: "side", "aria-label": say("frame.game") },
    heading.line,
    heading.toss,
    status,
    words,
    moves,
    chat,
    head,
    actions.box,
  );
  const table = tableSection(play, farHand, middle, nearHand);
  const root = h("div", { class: "play" }, farStrip, table, nearStrip, side);
  const boxes = { root, board, farHand, nearHand, farStrip, nearStrip, status, entry };
  return { ...boxes, confirm, words, moves, zoom, heading, actions };
}

export function showFrame(frame: Frame, play: Play, table: Table) {
  showHeading(frame.heading, play, table);
  showActions(frame.actions, play, table, frame.root.dataset.large !== "yes");
}
