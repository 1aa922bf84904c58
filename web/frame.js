// The parts of the page around a game.

import { h, replace } from "./dom.js";
import { NOTATIONS } from "./preferences.js";
import { changeSetting, settings } from "./settings.js";
import { SIDE_NAMES, playerWord, SIDES } from "./words.js";

const ACTIONS = [
  ["undo", "Take back"],
  ["hint", "Hint"],
  ["draw", "Offer a draw"],
  ["resign", "Resign"],
  ["flip", "Turn the board"],
  ["rules", "Rules"],
  ["share", "Copy, save"],
];

const button = (play, [name, label]) =>
  h("button", { type: "button", "data-act": name, onclick: () => play.act(name), text: label });

function steps(play) {
  const step = (label, text, by) =>
    h("button", {
      type: "button",
      "aria-label": label,
      onclick: () => play.goTo(play.table.viewed + by),
      text,
    });
  return h(
    "div",
    { class: "steps", role: "group", "aria-label": "Look at earlier positions" },
    step("first position", "«", -Infinity),
    step("one move back", "‹", -1),
    step("one move on", "›", 1),
    step("latest position", "»", Infinity),
  );
}

function notationChoice() {
  const select = h(
    "select",
    { "aria-label": "Notation", onchange: () => changeSetting("notation", select.value) },
    NOTATIONS.map(([value, text]) =>
      h("option", { value, text, selected: settings.notation === value }),
    ),
  );
  return select;
}

function zoomButtons(play) {
  const zoom = (label, text, act) =>
    h("button", { type: "button", "aria-label": label, onclick: act, text });
  return h(
    "div",
    { class: "zoom", role: "group", "aria-label": "Zoom" },
    zoom("zoom in", "+", () => play.board.zoom.by(1.5)),
    zoom("zoom out", "−", () => play.board.zoom.by(1 / 1.5)),
    zoom("whole board", "⤢", () => play.board.zoom.reset()),
  );
}

function player(play, side) {
  const { message } = play.table;
  return [
    h("span", { class: `mark-side side-${side}` }),
    `${SIDE_NAMES[side]}: ${playerWord(message[SIDES[side]], message.level)}`,
  ];
}

export function buildFrame(play) {
  const board = h("div", { class: "board-box" });
  const farHand = h("div", { class: "hand far", role: "group" });
  const nearHand = h("div", { class: "hand near", role: "group" });
  const status = h("div", { class: "status", role: "status" });
  const entry = h("div", { class: "entry" });
  const moves = h("div", { class: "moves", role: "region", "aria-label": "Moves", tabindex: 0 });
  const title = h("h1", { class: "game-title" });
  const players = h("p", { class: "players" });
  const zoom = zoomButtons(play);
  const notation = notationChoice();
  const actions = h(
    "div",
    { class: "actions", role: "group", "aria-label": "Game" },
    ACTIONS.map((action) => button(play, action)),
  );
  const root = h(
    "div",
    { class: "play" },
    h(
      "section",
      { class: "table", "aria-label": "Board and hands" },
      farHand,
      h("div", { class: "board-frame" }, board, zoom),
      nearHand,
    ),
    h(
      "section",
      { class: "side", "aria-label": "Game" },
      h("div", { class: "title-line" }, title, players),
      status,
      entry,
      h("div", { class: "list-head" }, steps(play), notation),
      moves,
      actions,
    ),
  );
  root.querySelector(".table").addEventListener("click", (event) => {
    const meant = (part) => part.matches?.("svg.board, .held, .zoom"); // the path as clicked: a click may have redrawn its target
    if (play.table.entry.active && !event.composedPath().some(meant)) play.cancel();
  });
  return {
    root,
    board,
    farHand,
    nearHand,
    status,
    entry,
    moves,
    zoomed: (scale) => zoom.classList.toggle("in", scale > 1),
    update({ table }) {
      const { message } = table;
      const ended = Boolean(message.result);
      title.textContent = message.title;
      replace(players, player(play, 0), " ", player(play, 1));
      notation.value = settings.notation;
      for (const name of ["draw", "resign", "hint"]) {
        actions.querySelector(`[data-act=${name}]`).disabled =
          ended || (name === "hint" && !table.myTurn);
      }
      actions.querySelector("[data-act=undo]").disabled = !table.played.length && !ended;
    },
  };
}
