// The shelf of the visitor's own games as the lobby shows it: each game has its board and title, a radio button that chooses it,
// and buttons for the actions of shelfacts.ts.

import { littleArray } from "../board/littleboard.ts";
import { parseVariant } from "../core/index.ts";
import { say } from "../language/catalogue.ts";
import { agoWords, gameFacts } from "../language/words.ts";
import { h, replace } from "../lib/dom.ts";
import { titleParts } from "../rules/titles.ts";
import { shelf, textOf } from "./shelf.ts";
import { copyGame, openOnShelf, playGame, removeGame, saveGame, showLink } from "./shelfacts.ts";
import { titleOf } from "./texttitle.ts";
import type { Variant } from "../core/index.ts";
import type { PlainKey } from "../language/keys.ts";
import type { KeptGame } from "./shelf.ts";
import type { ShelfActions, ShelfState } from "./shelfacts.ts";

const FEW = 8; // up to this number of games there is no search field

/** The shelf on the page, as owngame.ts uses it. */
export interface ShelfView {
  root: HTMLElement;
  /** called when the text of the open game was read, or another game was opened; null: the text is no game */
  changed: (variant: Variant | null) => void;
  /** called when the shelf leaves the page */
  leave: () => void;
}

export function newShelfView(on: ShelfActions): ShelfView {
  const state: ShelfState = {
    on,
    drawing: 0,
    redraw: () => draw(state),
    dom: {
      root: h("div", { class: "shelf", role: "group", "aria-labelledby": "shelf-title" }),
      list: h("ul", { class: "shelf-games" }),
      undo: h("p", { class: "shelf-undo", role: "status" }),
      wanted: h("input", { type: "search", id: "find-own", oninput: () => find(state) }),
      search: h("p", { class: "shelf-search" }),
    },
  };
  const { root, list, undo, wanted, search } = state.dom;
  search.append(h("label", { for: "find-own", text: say("shelf.find") }), wanted);
  root.append(h("h2", { id: "shelf-title", text: say("shelf.title") }), search, undo, list);
  draw(state);
  addEventListener("storage", state.redraw); // the browser sends this event if another tab has changed the shelf
  return {
    root,
    changed: (variant) => changed(state, variant),
    leave() {
      removeEventListener("storage", state.redraw);
      state.drawing++;
    },
  };
}

function draw(state: ShelfState) {
  const { root, list, undo, search } = state.dom;
  const { games } = shelf();
  const items = games.map((game) => item(state, game, game.id === state.on.openId()));
  replace(list, items);
  root.hidden = !games.length && !undo.childElementCount;
  search.hidden = games.length <= FEW;
  find(state);
  fillAll(state, games, ++state.drawing);
}

const itemOf = ({ dom }: ShelfState, id: string) =>
  dom.list.querySelector<HTMLElement>(`[data-id="${id}"]`);

/** Hides the games whose titles don't contain the text in the search field. */
function find(state: ShelfState) {
  const { wanted, search } = state.dom;
  const part = search.hidden ? "" : wanted.value.trim().toLowerCase();
  for (const { id } of shelf().games) {
    const found = itemOf(state, id);
    if (found) found.hidden = !titleOf(textOf(id)).toLowerCase().includes(part);
  }
}

/**
 * Reads the text of each game and shows its board. Each text is read in a task of its own, because it takes a few milliseconds
 * and the page has to react in between.
 */
async function fillAll(state: ShelfState, games: readonly KeptGame[], drawing: number) {
  for (const { id } of games) {
    await new Promise((resolve) => setTimeout(resolve));
    if (drawing !== state.drawing) return;
    const { variant } = parseVariant("", textOf(id));
    fill(state, id, variant);
    variant?.free();
  }
}

/**
 * Shows the board and the facts of a game after its text was read.
 * @param variant null: the text is no game
 */
function fill(state: ShelfState, id: string, variant: Variant | null) {
  const shown = itemOf(state, id);
  if (!shown) return;
  const part = (name: string) => shown.querySelector(`.${name}`) as Element;
  replace(part("thumb"), littleArray(variant));
  replace(part("shelf-name"), titleParts("", titleOf(textOf(id)), variant?.about.version));
  part("shelf-facts").textContent = variant ? gameFacts(variant) : say("shelf.faulty");
  part("shelf-facts").classList.toggle("bad", !variant);
  (part("play-card") as HTMLButtonElement).disabled = !variant;
}

/** Draws the whole list again if the shelf has other games than the list; otherwise only the open game. */
function changed(state: ShelfState, variant: Variant | null) {
  const { list } = state.dom;
  const open = state.on.openId();
  const shown = [...list.children].map((each) => each.getAttribute("data-id"));
  const kept = shelf().games.map(({ id }) => id);
  if (shown.join() !== kept.join()) return draw(state);
  for (const field of list.querySelectorAll("input")) field.checked = field.value === open;
  if (open) fill(state, open, variant);
}

function item(state: ShelfState, { id, changed: at }: KeptGame, chosen: boolean) {
  const title = titleOf(textOf(id));
  const radio = h("input", {
    type: "radio",
    name: "shelf-game",
    id: `shelf-${id}`,
    value: id,
    checked: chosen,
    onchange: () => openOnShelf(state, id, false),
  });
  return h(
    "li",
    { "data-id": id },
    radio,
    h(
      "label",
      { for: radio.id },
      h("span", { class: "thumb", "aria-hidden": "true" }),
      h(
        "span",
        { class: "mine-words" },
        h("strong", { class: "shelf-name", text: title }),
        h("span", { class: "shelf-facts" }),
        h("span", { class: "when", text: say("shelf.changed", { ago: agoWords(at) }) }),
      ),
    ),
    h("button", {
      type: "button",
      class: "play-card",
      disabled: true,
      "aria-label": say("card.playOf", { game: title }),
      onclick: () => playGame(state, id),
      text: say("lobby.start"),
    }),
    h(
      "div",
      { class: "shelf-acts" },
      ACTS.map(([act, label, run]) =>
        h("button", {
          type: "button",
          class: "quiet",
          "data-act": `shelf-${act}`,
          "aria-label": say("shelf.actOf", { act: say(label), game: title }),
          onclick: () => run(state, id),
          text: say(label),
        }),
      ),
    ),
  );
}

/** The buttons of a game on the shelf: name of the action, key of the label, and function that a press calls. */
const ACTS: [string, PlainKey, (state: ShelfState, id: string) => void][] = [
  ["edit", "shelf.edit", (state, id) => openOnShelf(state, id, true)],
  ["copy", "shelf.copy", copyGame],
  ["save", "shelf.save", (_, id) => saveGame(id)],
  ["link", "shelf.link", (_, id) => showLink(textOf(id))],
  ["delete", "shelf.delete", removeGame],
];
