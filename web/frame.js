// The parts of the page around a game: boxes that others fill, and the buttons.

import { say } from "./catalogue.js";
import { h, replace } from "./dom.js";
import { NOTATIONS } from "./preferences.js";
import { changeSetting, settings } from "./settings.js";
import { playerWords, SIDE_NAMES, SIDES } from "./words.js";

/** @import { PlainKey } from "./catalogue.types.js" */
/** @import { Side } from "./core.js" */
/** @import { Table } from "./table.js" */

/** @typedef {"undo" | "hint" | "draw" | "resign" | "flip" | "rules" | "share"} Act */

/**
 * @typedef {object} FrameActions
 * @property {(act: Act) => void} act a button was pressed
 * @property {(plies: number) => void} step so many moves on, or back when negative
 * @property {(factor: number) => void} zoomBy
 * @property {() => void} zoomReset
 * @property {() => void} clickBeside beside the board and the hands
 */

/** @type {[Act, PlainKey][]} */
const ACTS = [
  ["undo", "act.undo"],
  ["hint", "act.hint"],
  ["draw", "act.draw"],
  ["resign", "act.resign"],
  ["flip", "act.flip"],
  ["rules", "act.rules"],
  ["share", "act.share"],
];

/** @type {[PlainKey, text: string, plies: number][]} */
const STEPS = [
  ["step.first", "«", -Infinity],
  ["step.back", "‹", -1],
  ["step.on", "›", 1],
  ["step.latest", "»", Infinity],
];

const ZOOM_FACTOR = 1.5;

/**
 * A group of buttons without words, each with its label.
 * @param {string} className
 * @param {PlainKey} title
 * @param {[PlainKey, text: string, onclick: () => void][]} buttons
 */
const signGroup = (className, title, buttons) =>
  h(
    "div",
    { class: className, role: "group", "aria-label": say(title) },
    buttons.map(([label, text, onclick]) =>
      h("button", { type: "button", "aria-label": say(label), onclick, text }),
    ),
  );

function notationChoice() {
  const options = NOTATIONS.map(([value, title]) =>
    h("option", { value, text: say(title), selected: settings.notation === value }),
  );
  const select = h("select", { "aria-label": say("setting.notation") }, options);
  select.addEventListener("change", () =>
    changeSetting("notation", NOTATIONS[select.selectedIndex][0]),
  );
  return select;
}

/** @param {Table} table */
function playerNames({ message }) {
  /** @type {Side[]} */
  const sides = [0, 1];
  return sides.flatMap((side) => [
    h("span", { class: `mark-side side-${side}` }),
    say("player.seat", {
      side: SIDE_NAMES[side],
      player: playerWords(message[SIDES[side]], message.level),
    }),
    " ",
  ]);
}

/** @param {FrameActions} actions */
export function buildFrame({ act, step, zoomBy, zoomReset, clickBeside }) {
  const board = h("div", { class: "board-box" });
  const farHand = h("div", { class: "hand far", role: "group" });
  const nearHand = h("div", { class: "hand near", role: "group" });
  const status = h("div", { class: "status", role: "status" });
  const entry = h("div", { class: "entry" });
  const words = h("div", { class: "words" }, entry); // messages join the move being entered
  const moves = h("div", {
    class: "moves",
    role: "region",
    "aria-label": say("frame.moves"),
    tabindex: 0,
  });
  const title = h("h1", { class: "game-title" });
  const players = h("p", { class: "players" });
  const zoom = signGroup("zoom", "zoom.title", [
    ["zoom.in", "+", () => zoomBy(ZOOM_FACTOR)],
    ["zoom.out", "−", () => zoomBy(1 / ZOOM_FACTOR)],
    ["zoom.whole", "⤢", zoomReset],
  ]);
  const steps = signGroup(
    "steps",
    "step.title",
    STEPS.map(([label, text, plies]) => [label, text, () => step(plies)]),
  );
  const notation = notationChoice();
  const buttons = new Map(
    ACTS.map(([name, label]) => [
      name,
      h("button", { type: "button", "data-act": name, onclick: () => act(name), text: say(label) }),
    ]),
  );
  const actions = h(
    "div",
    { class: "actions", role: "group", "aria-label": say("frame.game") },
    ...buttons.values(),
  );
  const table = h(
    "section",
    { class: "table", "aria-label": say("frame.table") },
    farHand,
    h("div", { class: "board-frame" }, board),
    nearHand,
  );
  table.addEventListener("click", (event) => {
    // The path as clicked: a click may have redrawn its target.
    const parts = event.composedPath().filter((part) => part instanceof Element);
    if (!parts.some((part) => part.matches("svg.board, .held"))) clickBeside();
  });
  const root = h(
    "div",
    { class: "play" },
    table,
    h(
      "section",
      { class: "side", "aria-label": say("frame.game") },
      h("div", { class: "title-line" }, title, notation, players),
      status,
      words,
      moves,
      h("div", { class: "list-head" }, steps, zoom),
      actions,
    ),
  );
  /**
   * @param {Act} name
   * @param {boolean} enabled
   */
  const enable = (name, enabled) => {
    const button = buttons.get(name);
    if (button) button.disabled = !enabled;
  };
  return {
    root,
    board,
    farHand,
    nearHand,
    status,
    entry,
    words,
    moves,
    /** @param {number} scale */
    zoomed: (scale) => zoom.classList.toggle("in", scale > 1),
    /**
     * @param {Table} shown
     * @param {boolean} hinting a hint is awaited
     */
    update(shown, hinting) {
      title.textContent = shown.message.title;
      replace(players, playerNames(shown));
      notation.value = settings.notation;
      enable("draw", !shown.over);
      enable("resign", !shown.over);
      enable("hint", shown.myTurn && !hinting);
      const hint = buttons.get("hint");
      if (hint) hint.textContent = say(hinting ? "act.hinting" : "act.hint");
      enable("undo", shown.played.length > 0 || shown.over);
    },
  };
}
