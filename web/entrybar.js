// The move being entered, in words, and buttons to end it, to list what is left, to let go.

import { say, squareName } from "./catalogue.js";
import { h, replace, replaceUnpressed } from "./dom.js";

/** @import { Attributes } from "./dom.types.js" */
/** @import { Move } from "./core.js" */
/** @import { Entry } from "./entry.js" */
/** @import { Table } from "./table.js" */

/** @typedef {{done: () => void, list: () => void, cancel: () => void, focusBoard: () => void}} EntryActions */

/**
 * May the move end with what was clicked? Before any click: may the piece stay where it is?
 * @param {Entry<Move>} entry
 */
export const canEnd = (entry) =>
  entry.canFinish() || (entry.clicks.length === 0 && entry.exact().length > 0);

/** How to learn what a piece does: by mouse or by finger. */
const hint = () =>
  say(matchMedia("(pointer: coarse)").matches ? "entry.chooseByFinger" : "entry.choose");

/** @param {Table} table */
const idleWords = (table) => (table.myTurn ? hint() : table.mayPremove ? say("premove.may") : "");

/** Nothing where there is nothing to say: then the box is gone as well. @param {string} text */
const tip = (text) => (text ? h("p", { class: "tip", text }) : null);

/** @param {Table} table */
function words(table) {
  const { entry, variant } = table;
  const clicked = entry.clicks.map((square) => ` ${squareName(variant, square)}`);
  const squaresTaken = entry.clicks.length ? entry.victims() : [];
  const names = table.namesAt(squaresTaken);
  const victims = squaresTaken.map((square, i) =>
    say("piece.atSquare", { piece: names[i], square: squareName(variant, square) }),
  );
  return h(
    "p",
    { class: "tip" },
    h("strong", { text: table.chosenName }),
    clicked,
    victims.length
      ? [" ", h("span", { class: "dead", text: say("entry.takes", { victims }) })]
      : null,
  );
}

/**
 * Where Done will land is said when more than one of the clicked squares would do.
 * @param {Table} table
 */
function doneWords({ entry, variant }) {
  if (!canEnd(entry)) return say("entry.done");
  if (!entry.clicks.length) return say("entry.stay");
  const lands = new Set(entry.exact().map((move) => move.to));
  if (lands.size < 2) return say("entry.done");
  return say("entry.doneOn", { square: squareName(variant, entry.endMoves()[0].to) });
}

/**
 * @param {Table} table
 * @param {EntryActions} actions
 */
function buttons(table, { done, list, cancel }) {
  const { entry } = table;
  /** @type {(act: string, text: string, onclick: () => void, more?: Attributes) => HTMLElement} */
  const button = (act, text, onclick, more) =>
    h("button", { type: "button", "data-act": act, onclick, text, ...more });
  return h(
    "div",
    { class: "buttons" },
    button("done", doneWords(table), done, {
      class: entry.clicks.length ? "main" : "",
      disabled: !canEnd(entry),
    }),
    button("list", say("entry.list", { count: entry.candidates.length }), list, {
      disabled: !entry.candidates.length,
    }),
    button("cancel", say("dialog.cancel"), cancel),
  );
}

/**
 * A move stands on the board and waits for a yes.
 * @param {HTMLElement} box
 * @param {string} question
 * @param {{yes: () => void, no: () => void}} on
 */
export function showConfirm(box, question, { yes, no }) {
  if (box.querySelector("[data-act=confirm]")) return;
  box.classList.add("active");
  const sure = h("button", {
    type: "button",
    class: "main",
    "data-act": "confirm",
    onclick: yes,
    text: say("confirm.yes"),
  });
  const back = h("button", {
    type: "button",
    "data-act": "revoke",
    onclick: no,
    text: say("confirm.no"),
  });
  replace(
    box,
    h("p", { class: "tip", text: question }),
    h("div", { class: "buttons" }, sure, back),
  );
  sure.focus({ preventScroll: true });
}

/**
 * @param {HTMLElement} box
 * @param {string} move that waits for one's turn
 */
export function showPremove(box, move) {
  box.classList.remove("active");
  replace(box, h("p", { class: "tip premove-words", text: say("premove.waits", { move }) }));
}

/**
 * Draws the bar. Whoever pressed a button here by key finds himself on it again, or back on the board.
 * @param {HTMLElement} box
 * @param {Table} table
 * @param {EntryActions} actions
 */
export function showEntry(box, table, actions) {
  const active = /** @type {HTMLElement | null} */ (document.activeElement);
  const act = box.contains(active) ? active?.dataset.act : undefined;
  box.classList.toggle("active", table.entry.active);
  if (table.entry.active) replaceUnpressed(box, words(table), buttons(table, actions));
  else replaceUnpressed(box, tip(idleWords(table)));
  if (!act) return;
  const again = box.querySelector(`[data-act="${act}"]:not(:disabled)`);
  if (again) /** @type {HTMLElement} */ (again).focus();
  else actions.focusBoard();
}
