// The bar with the move being entered: its words, and buttons to end the move (Done), to list the moves that fit the clicks, and
// to cancel.

import { say, squareName } from "../language/catalogue.ts";
import { spokenMove } from "../language/movewords.ts";
import { h, replace, replaceUnpressed } from "../lib/dom.ts";
import { chosenName, namesAt } from "../table/position.ts";
import { isMyTurn, mayPremove } from "../table/seats.ts";
import { confirm, revoke } from "../table/sending.ts";
import { lastMove } from "../table/table.ts";
import { canEnd, endMoves, exactMoves, isOneClick, victimsOf } from "./entry.ts";
import { cancelInput, inputDone, listMoves } from "./moveinput.ts";
import type { Attributes } from "../lib/domtypes.ts";
import type { Play } from "../table/state.ts";
import type { Table } from "../table/table.ts";

const EXPLAINED_PLIES = 10; // number of plies with a hint how to enter a move
const GAP = 6; // pixels between a square and the question beside it

/** The sentence that says how to choose a piece and how to see its moves, by mouse or by finger. */
const hint = () =>
  say(matchMedia("(pointer: coarse)").matches ? "entry.chooseByFinger" : "entry.choose");

/** How to enter a move, for the first moves; after them the move that led to the position shown. */
function idleWords(table: Table) {
  const last = lastMove(table);
  const isNew = table.played.length < EXPLAINED_PLIES;
  if (isNew && isMyTurn(table)) return hint();
  if (isNew && mayPremove(table)) return say("premove.may");
  return last ? spokenMove(table, last, table.game.state.check) : "";
}

/** The element of a hint; null if the text is "". */
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

/** The label of the button Done. It names the square where the move ends if the move could end on more than one of the clicked squares. */
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
    canEnd(entry)
      ? button("done", doneWords(table), () => inputDone(play, table), {
          class: entry.clicks.length ? "main" : "",
        })
      : null,
    button("list", say("entry.list", { count }), () => listMoves(play, table), {
      disabled: !count,
    }),
    button("cancel", say("dialog.cancel"), () => cancelInput(play, table)),
  );
}

/**
 * Asks whether to play the move that the board already shows, beside the square where it ends.
 * @param box the element of the question, inside the board's frame
 * @param question about the move; "": no move waits for an answer
 * @param square place of the square on the screen
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
  const above = square.top - GAP - height >= frame.top; // above the square if there is room: most moves go up, so a box below the square would cover the origin
  const top = (above ? square.top - GAP - height : square.bottom + GAP) - frame.top;
  const left = square.x + square.width / 2 - width / 2 - frame.left;
  box.style.left = `${Math.max(0, Math.min(left, frame.width - width))}px`;
  box.style.top = `${Math.max(0, top)}px`;
  const [sure] = box.children;
  if (isNew) (sure as HTMLElement).focus({ preventScroll: true });
}

/** Shows in the bar a premove, which is played when the other side has moved. */
export function showPremove(box: HTMLElement, text: string) {
  box.classList.remove("active");
  replace(box, h("p", { class: "tip premove-words", text }));
}

/** Draws the bar. A button of the bar that has the focus keeps it; if that button is gone or disabled, the board gets the focus. */
export function showEntry(box: HTMLElement, play: Play, table: Table) {
  const active = document.activeElement as HTMLElement | null;
  const act = box.contains(active) ? active?.dataset.act : undefined;
  const { entry } = table;
  const needsButtons = entry.origin !== null && !isOneClick(entry);
  box.classList.toggle("active", needsButtons);
  replaceUnpressed(
    box,
    entry.origin ? words(table) : tip(idleWords(table)),
    needsButtons ? buttons(play, table) : null,
  );
  if (!act) return;
  const again = box.querySelector(`[data-act="${act}"]:not(:disabled)`);
  if (again) (again as HTMLElement).focus();
  else play.view.board?.focus();
}
