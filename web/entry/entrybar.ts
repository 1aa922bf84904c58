// The move being entered, in words, and buttons to end it, to list what is left, to let go.

import { say, squareName } from "../language/catalogue.ts";
import { h, replace, replaceUnpressed } from "../lib/dom.ts";
import type { Move } from "../core/types.ts";
import type { Attributes } from "../lib/domtypes.ts";
import type { Table } from "../table/table.ts";
import type { Entry } from "./entry.ts";

const GAP = 6; // pixels between a square and what is asked there

export interface EntryActions {
  done: () => void;
  list: () => void;
  cancel: () => void;
  focusBoard: () => void;
}

/** May the move end with what was clicked? Before any click: may the piece stay where it is? */
export const canEnd = (entry: Entry<Move>) =>
  entry.canFinish() || (entry.clicks.length === 0 && entry.exact().length > 0);

/** How to learn what a piece does: by mouse or by finger. */
const hint = () =>
  say(matchMedia("(pointer: coarse)").matches ? "entry.chooseByFinger" : "entry.choose");

const idleWords = (table: Table) =>
  table.myTurn ? hint() : table.mayPremove ? say("premove.may") : "";

/** Nothing where there is nothing to say: then the box is gone as well. */
const tip = (text: string) => (text ? h("p", { class: "tip", text }) : null);

function words(table: Table) {
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

/** Where Done will land is said when more than one of the clicked squares would do. */
function doneWords({ entry, variant }: Table) {
  if (!canEnd(entry)) return say("entry.done");
  if (!entry.clicks.length) return say("entry.stay");
  const lands = new Set(entry.exact().map((move) => move.to));
  if (lands.size < 2) return say("entry.done");
  return say("entry.doneOn", { square: squareName(variant, entry.endMoves()[0].to) });
}

function buttons(table: Table, { done, list, cancel }: EntryActions) {
  const { entry } = table;
  const button: (
    act: string,
    text: string,
    onclick: () => void,
    more?: Attributes,
  ) => HTMLElement = (act, text, onclick, more) =>
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
 * @param box within the board's frame
 * @param question "" while no move waits
 * @param square on the screen
 */
export function showConfirm(
  box: HTMLElement,
  question: string,
  square: DOMRect,
  { yes, no }: { yes: () => void; no: () => void },
) {
  const isNew = box.dataset.of !== question;
  box.hidden = !question;
  if (isNew) {
    const button = (act: string, text: string, onclick: () => void) =>
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
  const frame = (box.parentElement as Element).getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = box;
  const above = square.top - GAP - height >= frame.top; // most moves go up, and come from below
  const top = (above ? square.top - GAP - height : square.bottom + GAP) - frame.top;
  const left = square.x + square.width / 2 - width / 2 - frame.left;
  box.style.left = `${Math.max(0, Math.min(left, frame.width - width))}px`;
  box.style.top = `${Math.max(0, top)}px`;
  const [sure] = box.children;
  if (isNew) (sure as HTMLElement).focus({ preventScroll: true });
}

/** A move that isn't made yet. */
export function showPremove(box: HTMLElement, text: string) {
  box.classList.remove("active");
  replace(box, h("p", { class: "tip premove-words", text }));
}

/** Draws the bar. Whoever pressed a button here by key finds himself on it again, or back on the board. */
export function showEntry(box: HTMLElement, table: Table, actions: EntryActions) {
  const active = document.activeElement as HTMLElement | null;
  const act = box.contains(active) ? active?.dataset.act : undefined;
  box.classList.toggle("active", table.entry.active);
  if (table.entry.active) replaceUnpressed(box, words(table), buttons(table, actions));
  else replaceUnpressed(box, tip(idleWords(table)));
  if (!act) return;
  const again = box.querySelector(`[data-act="${act}"]:not(:disabled)`);
  if (again) (again as HTMLElement).focus();
  else actions.focusBoard();
}
