// What the buttons of a game on the shelf do: play, copy, save, link, delete, undo. The state of the shelf on the page is one
// plain record.

import { say } from "../language/catalogue.ts";
import { fetched } from "../lib/connection.ts";
import { closeButton, h, openDialog, replace } from "../lib/dom.ts";
import { later } from "../lib/later.ts";
import { save } from "../lib/save.ts";
import { OWN, rulesAddress } from "../rules/rulesaddress.ts";
import { keepText, openGame, putBack, shelf, takeOff, textOf } from "./shelf.ts";
import { titleOf, withTitle } from "./texttitle.ts";
import type { TakenOff } from "./shelf.ts";

const LONG_LINK = 8000; // number of characters of a link; some programs cut off longer ones

export interface ShelfState {
  readonly on: ShelfActions;
  /** number of times that the list was drawn; fillAll stops if the list is drawn again meanwhile */
  drawing: number;
  /** draws the list of games again; set by shelfview.ts */
  readonly redraw: () => void;
  readonly dom: ShelfElements;
}

/** Functions of the own game (owngame.ts) that the shelf calls. */
export interface ShelfActions {
  /** returns the id of the game in the field; another tab may have opened another game of the shelf since then */
  openId: () => string;
  /** called when another game of the shelf was opened, or none is open any more; edit: the visitor wants to change its text */
  open: (edit: boolean) => void;
  /** called when the visitor wants to begin the game that is open */
  play: () => void;
}

export interface ShelfElements {
  readonly root: HTMLElement;
  readonly list: HTMLUListElement;
  /** a message above the list, with a button that puts a deleted game back */
  readonly undo: HTMLParagraphElement;
  /** the search field: only games whose titles contain its text are shown */
  readonly wanted: HTMLInputElement;
  readonly search: HTMLParagraphElement;
}

export function openOnShelf({ on }: ShelfState, id: string, edit: boolean) {
  openGame(id);
  on.open(edit);
}

export function playGame(state: ShelfState, id: string) {
  openOnShelf(state, id, false);
  state.on.play();
}

/** Puts a copy of a game on the shelf, under a title that calls it a copy. */
export function copyGame(state: ShelfState, id: string) {
  const text = textOf(id);
  const { trouble } = keepText("", withTitle(text, say("shelf.copyOf", { game: titleOf(text) })));
  if (trouble) return showLine(state, trouble);
  state.on.open(false);
  focusGame(state, shelf().open);
}

/** A file name that every system accepts. */
const fileName = (title: string) =>
  `${title.replace(/[\\/:*?"<>|\s]+/g, "-").replace(/^[-.]+/, "")}.ini`;

export function saveGame(id: string) {
  const text = textOf(id);
  save(new Blob([text], { type: "text/plain" }), fileName(titleOf(text)));
}

/** Shows a link to an own game, which contains the game's whole text. */
export async function showLink(text: string) {
  const coming = await fetched(later(import("../people/invite.ts")));
  if (!coming) return;
  const { origin, pathname } = location;
  const link = origin + pathname + rulesAddress({ game: OWN, text });
  openDialog(
    { class: "ask", "aria-labelledby": "own-link-title" },
    h("h2", { id: "own-link-title", text: say("shelf.linkTitle", { game: titleOf(text) }) }),
    h("p", { text: say("shelf.linkExplained") }),
    coming.linkField(link, say("shelf.linkLabel")),
    link.length > LONG_LINK ? h("p", { class: "field-hint", text: say("shelf.linkLong") }) : null,
    h("div", { class: "buttons" }, closeButton({ text: say("dialog.close") })),
  );
}

export function removeGame(state: ShelfState, id: string) {
  const taken = takeOff(id);
  if (!taken) return state.redraw();
  showLine(state, say("shelf.gone", { game: titleOf(taken.text) }), taken);
  if (id === state.on.openId()) state.on.open(false);
  else state.redraw();
}

/**
 * Shows a message above the list of games.
 * @param taken a game that was taken off the shelf; a button beside the message puts it back
 */
function showLine(state: ShelfState, text: string, taken?: TakenOff) {
  const { root, undo } = state.dom;
  const button = taken
    ? h("button", {
        type: "button",
        "data-act": "shelf-undo",
        onclick: () => restore(state, taken),
        text: say("shelf.undo"),
      })
    : null;
  replace(undo, h("span", { text }), button);
  root.hidden = false;
  button?.focus();
}

function restore(state: ShelfState, taken: TakenOff) {
  const trouble = putBack(taken);
  if (trouble) return showLine(state, trouble);
  replace(state.dom.undo);
  state.on.open(false);
  focusGame(state, taken.game.id);
}

function focusGame({ dom }: ShelfState, id: string) {
  dom.list.querySelector<HTMLElement>(`#shelf-${id}`)?.focus();
}
