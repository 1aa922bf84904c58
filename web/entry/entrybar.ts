// The move being entered, in words, with buttons to end it, to list the moves that are left, and to cancel.

import { say, squareName } from "../language/catalogue.ts";
import { h, replace, replaceUnpressed } from "../lib/dom.ts";
import { chosenName, namesAt } from "../table/position.ts";
import { isMyTurn, mayPremove } from "../table/seats.ts";
import { confirm, revoke } from "../table/sending.ts";
import { canEnd, endMoves, exactMoves, victimsOf } from "./entry.ts";
import { cancelInput, inputDone, listMoves } from "./moveinput.ts";
import type { Attributes } from "../lib/domtypes.ts";
import type { Play } from "../table/state.ts";
import type { Table } from "../table/table.ts";

const GAP = 6; // pixels between a square and what is asked there

/** How to choose a piece and learn its moves, by mouse or by finger. */
const hint = () =>
  say(matchMedia("(pointer: coarse)").matches ? "entry.chooseByFinger" : "entry.choose");

const idleWords = (table: Table) =>
  isMyTurn(table) ? hint() : mayPremove(table) ? say("premove.may") : "";

/** null for "": then the box is gone as well. */
const tip = (text: string) => (text ? h("p", { class: "tip", text }) : null);

function words(table: Table) {
  const { entry, variant } = table;
  const clicked = entry.clicks.map((square) => ` ${squareName(variant, square)}`);
  const squaresTaken = entry.clicks.length ? victimsOf(entry) : [];
  const names = namesAt(table, squaresTaken);
  const victims = squaresTaken.map((square, i) =>
    say("piece.atSquare", { piece: names[i], square: squareName(variant, square) }),
  );
  return h(
    "p",
    { class: "tip" },
    h("strong", { text: chosenName(table) }),
    clicked,
    victims.length
      ? [" ", h("span", { class: "dead", text: say("entry.takes", { victims }) })]
      : null,
  );
}

/** The words of Done, with the square where the move ends if more than one of the clicked squares would do. */
function doneWords({ entry, variant }: Table) {
  if (!canEnd(entry)) return say("entry.done");
  if (!entry.clicks.length) return say("entry.stay");
  const lands = new Set(exactMoves(entry).map((move) => move.to));
  if (lands.size < 2) return say("entry.done");
  return say("entry.doneOn", { square: squareName(variant, endMoves(entry)[0].to) });
}

function buttons(play: Play, table: Table) {
  const { entry } = table;
  const count = entry.candidates.length;
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
    button("done", doneWords(table), () => inputDone(play, table), {
      class: entry.clicks.length ? "main" : "",
      disabled: !canEnd(entry),
    }),
    button("list", say("entry.list", { count }), () => listMoves(play, table), {
      disabled: !count,
    }),
    button("cancel", say("dialog.cancel"), () => cancelInput(play, table)),
  );
}

/**
 * Asks about a move that stands on the board, beside the square where it ends.
 * @param box within the board's frame
 * @param question "" while no move waits
 * @param square on the screen
 */
export function showConfirm(box: HTMLElement, question: string, square: DOMRect, play: Play) {
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
        ? [
            button("confirm", say("confirm.yes"), () => confirm(play)),
            button("revoke", say("confirm.no"), () => revoke(play)),
          ]
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

/** Shows a move that is not made yet. */
export function showPremove(box: HTMLElement, text: string) {
  box.classList.remove("active");
  replace(box, h("p", { class: "tip premove-words", text }));
}

/** Draws the bar. A button that was pressed by key keeps the focus; if it is gone, the board gets it. */
export function showEntry(box: HTMLElement, play: Play, table: Table) {
  const active = document.activeElement as HTMLElement | null;
  const act = box.contains(active) ? active?.dataset.act : undefined;
  const entering = table.entry.origin !== null;
  box.classList.toggle("active", entering);
  if (entering) replaceUnpressed(box, words(table), buttons(play, table));
  else replaceUnpressed(box, tip(idleWords(table)));
  if (!act) return;
  const again = box.querySelector(`[data-act="${act}"]:not(:disabled)`);
  if (again) (again as HTMLElement).focus();
  else play.view.board?.focus();
}
