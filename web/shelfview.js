// The shelf of one's own games as the lobby shows it: each with its board and name, to be chosen, and what can be done with it.

import { say } from "./catalogue.js";
import { fetched } from "./connection.js";
import { closeButton, h, openDialog, replace } from "./dom.js";
import { littleBoard } from "./littleboard.js";
import { parseVariant } from "./rules.js";
import { OWN, rulesAddress } from "./rulesaddress.js";
import { save } from "./save.js";
import { keepText, openGame, putBack, shelf, takeOff, textOf } from "./shelf.js";
import { titleParts } from "./titles.js";
import { agoWords, gameFacts } from "./words.js";

/** @import { PlainKey } from "./catalogue.types.js" */
/** @import { KeptGame, TakenOff } from "./shelf.js" */
/** @import { Variant } from "./rules.js" */

const TITLE = /^[ \t]*title[ \t]*=[ \t]*(.+?)[ \t]*$/m; // the line of a text that names the game
const FEW = 8; // games that are found without a search
const LONG_LINK = 8000; // characters that some programs cut off

/** @param {string} text */
const titleOf = (text) => text.match(TITLE)?.[1] ?? say("shelf.untitled");

/**
 * A name that every system takes.
 * @param {string} title
 */
const fileName = (title) => `${title.replace(/[\\/:*?"<>|\s]+/g, "-").replace(/^[-.]+/, "")}.ini`;

/** @param {string} text */
async function showLink(text) {
  const coming = await fetched(import("./invite.js"));
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

/**
 * The array of a game whose text is one already; null when nothing can be drawn of it.
 * @param {Variant | null} variant
 */
function picture(variant) {
  try {
    return variant && littleBoard(variant);
  } catch {
    return null;
  }
}

export class ShelfView {
  /**
   * @param {() => string} openId the game whose text is in the field, which need not be the one that another tab opened last
   * @param {(edit: boolean) => void} onOpen another game is open, perhaps none; edit: its text is wanted
   * @param {() => void} onPlay a game of the open text is to begin
   */
  constructor(openId, onOpen, onPlay) {
    this.openId = openId;
    this.onOpen = onOpen;
    this.onPlay = onPlay;
    this.list = h("ul", { class: "shelf-games" });
    this.undo = h("p", { class: "shelf-undo", role: "status" });
    this.wanted = h("input", { type: "search", id: "find-own", oninput: () => this.find() });
    this.search = h(
      "p",
      { class: "shelf-search" },
      h("label", { for: "find-own", text: say("shelf.find") }),
      this.wanted,
    );
    this.root = h(
      "div",
      { class: "shelf", role: "group", "aria-labelledby": "shelf-title" },
      h("h2", { id: "shelf-title", text: say("shelf.title") }),
      this.search,
      this.undo,
      this.list,
    );
    this.drawing = 0; // how many times the list was drawn: pictures for an earlier one are not wanted
    this.draw();
    this.follow = () => this.draw();
    addEventListener("storage", this.follow); // another tab has changed what is kept
  }

  /** The shelf leaves the page. */
  leave() {
    removeEventListener("storage", this.follow);
    this.drawing++;
  }

  draw() {
    const { games } = shelf();
    const items = games.map((game) => this.item(game, game.id === this.openId()));
    replace(this.list, items);
    this.root.hidden = !games.length && !this.undo.childElementCount;
    this.search.hidden = games.length <= FEW;
    this.find();
    this.fillAll(games, ++this.drawing);
  }

  /** Only games whose names hold what is searched for are shown. */
  find() {
    const wanted = this.search.hidden ? "" : this.wanted.value.trim().toLowerCase();
    for (const { id } of shelf().games) {
      const item = /** @type {HTMLElement | null} */ (this.list.querySelector(`[data-id="${id}"]`));
      if (item) item.hidden = !titleOf(textOf(id)).toLowerCase().includes(wanted);
    }
  }

  /**
   * Reading a text takes a few milliseconds: one after another, so that the page answers in between.
   * @param {readonly KeptGame[]} games
   * @param {number} drawing
   */
  async fillAll(games, drawing) {
    for (const { id } of games) {
      await new Promise((resolve) => setTimeout(resolve));
      if (drawing !== this.drawing) return;
      const { variant } = parseVariant("", textOf(id));
      this.fill(id, variant);
      variant?.free();
    }
  }

  /**
   * What is known of a game once its text has been read.
   * @param {string} id
   * @param {Variant | null} variant null: its text is no game yet
   */
  fill(id, variant) {
    const item = this.list.querySelector(`[data-id="${id}"]`);
    if (!item) return;
    const title = titleOf(textOf(id));
    const part = (/** @type {string} */ name) =>
      /** @type {Element} */ (item.querySelector(`.${name}`));
    replace(part("thumb"), picture(variant));
    replace(part("shelf-name"), titleParts("", title, variant?.about.version));
    part("shelf-facts").textContent = variant ? gameFacts(variant) : say("shelf.faulty");
    part("shelf-facts").classList.toggle("bad", !variant);
    /** @type {HTMLButtonElement} */ (part("play-card")).disabled = !variant;
  }

  /**
   * The text of the open game has changed, or it is another, or there is one more.
   * @param {Variant | null} variant
   */
  changed(variant) {
    const { games } = shelf();
    const open = this.openId();
    const shown = [...this.list.children].map((item) => item.getAttribute("data-id"));
    if (shown.join() !== games.map(({ id }) => id).join()) return this.draw();
    for (const field of this.list.querySelectorAll("input")) field.checked = field.value === open;
    if (open) this.fill(open, variant);
  }

  /**
   * @param {KeptGame} game
   * @param {boolean} chosen
   */
  item({ id, changed }, chosen) {
    const text = textOf(id);
    const title = titleOf(text);
    const radio = h("input", {
      type: "radio",
      name: "shelf-game",
      id: `shelf-${id}`,
      value: id,
      checked: chosen,
      onchange: () => this.open(id, false),
    });
    /** @type {(act: string, label: PlainKey, onclick: () => void) => HTMLElement} */
    const button = (act, label, onclick) =>
      h("button", {
        type: "button",
        class: "quiet",
        "data-act": `shelf-${act}`,
        "aria-label": say("shelf.actOf", { act: say(label), game: title }),
        onclick,
        text: say(label),
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
          h("span", { class: "when", text: say("shelf.changed", { ago: agoWords(changed) }) }),
        ),
      ),
      h("button", {
        type: "button",
        class: "play-card",
        disabled: true,
        "aria-label": say("card.playOf", { game: title }),
        onclick: () => this.play(id),
        text: say("lobby.start"),
      }),
      h(
        "div",
        { class: "shelf-acts" },
        button("edit", "shelf.edit", () => this.open(id, true)),
        button("copy", "shelf.copy", () => this.copy(id)),
        button("save", "shelf.save", () =>
          save(new Blob([textOf(id)], { type: "text/plain" }), fileName(titleOf(textOf(id)))),
        ),
        button("link", "shelf.link", () => showLink(textOf(id))),
        button("delete", "shelf.delete", () => this.remove(id)),
      ),
    );
  }

  /**
   * @param {string} id
   * @param {boolean} edit
   */
  open(id, edit) {
    openGame(id);
    this.onOpen(edit);
  }

  /** @param {string} id */
  play(id) {
    this.open(id, false);
    this.onPlay();
  }

  /**
   * The same text once more, by another name.
   * @param {string} id
   */
  copy(id) {
    const text = textOf(id);
    const line = `title=${say("shelf.copyOf", { game: titleOf(text) })}`;
    const copied = TITLE.test(text) ? text.replace(TITLE, () => line) : `${line}\n${text}`;
    const { trouble } = keepText("", copied);
    if (trouble) return this.tell(trouble);
    this.onOpen(false);
    this.focus(shelf().open);
  }

  /** @param {string} id */
  focus(id) {
    const field = this.list.querySelector(`#shelf-${id}`);
    if (field instanceof HTMLElement) field.focus();
  }

  /** @param {string} id */
  remove(id) {
    const taken = takeOff(id);
    if (!taken) return this.draw();
    this.tell(say("shelf.gone", { game: titleOf(taken.text) }), taken);
    if (id === this.openId()) this.onOpen(false);
    else this.draw();
  }

  /**
   * A line above the list.
   * @param {string} text
   * @param {TakenOff} [taken] what can be put back
   */
  tell(text, taken) {
    const button = taken
      ? h("button", {
          type: "button",
          "data-act": "shelf-undo",
          onclick: () => this.restore(taken),
          text: say("shelf.undo"),
        })
      : null;
    replace(this.undo, h("span", { text }), button);
    this.root.hidden = false;
    button?.focus();
  }

  /** @param {TakenOff} taken */
  restore(taken) {
    const trouble = putBack(taken);
    if (trouble) return this.tell(trouble);
    replace(this.undo);
    this.onOpen(false);
    this.focus(taken.game.id);
  }
}
