// The move being entered, in words, and buttons to end it, to list what is left, to let go.

import { say, squareName } from "./catalogue.js";
import { h, replace, replaceUnpressed } from "./dom.js";

/** @import { Attributes } from "./dom.types.js" */
/** @import { Move } from "./core.js" */
/** @import { Entry } from "./entry.js" */
/** @import { Table } from "./table.js" */

const GAP = 6; // pixels between a square and what is asked there

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
 * A move stands on the board and waits for a yes, beside the square where it ends.
 * @param {HTMLElement} box within the board's frame
 * @param {string} question "" while no move waits
 * @param {DOMRect} square on the screen
 * @param {{yes: () => void, no: () => void}} on
 */
export function showConfirm(box, question, square, { yes, no }) {
  const isNew = box.dataset.of !== question;
  box.hidden = !question;
  if (isNew) {
    const button = (
      /** @type {string} */ act,
      /** @type {string} */ text,
      /** @type {() => void} */ onclick,
    ) =>
      h("button", {
        type: "button",
        class: act === "confirm" ? "main" : "",
        "data-act": act,
        onclick,
        text,
      });
    box.dataset.of = question;
    box.setAttribute("aria-label", question);
    replace(
      box,
      question
        ? [button("confirm", say("confirm.yes"), yes), button("revoke", say("confirm.no"), no)]
        : null,
    );
  }
  if (!question) return;
  const frame = /** @type {Element} */ (box.parentElement).getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = box;
  const above = square.top - GAP - height >= frame.top; // most moves go up, and come from below
  const top = (above ? square.top - GAP - height : square.bottom + GAP) - frame.top;
  const left = square.x + square.width / 2 - width / 2 - frame.left;
  box.style.left = `${Math.max(0, Math.min(left, frame.width - width))}px`;
  box.style.top = `${Math.max(0, top)}px`;
  const [sure] = box.children;
  if (isNew) /** @type {HTMLElement} */ (sure).focus({ preventScroll: true });
}

/**
 * A move that isn't made yet.
 * @param {HTMLElement} box
 * @param {string} text
 */
export function showPremove(box, text) {
  box.classList.remove("active");
  replace(box, h("p", { class: "tip premove-words", text }));
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
