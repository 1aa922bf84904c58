// The shelf of one's own games as the lobby shows it: each with its board and name, to be chosen, and what can be done with it.

import { littleBoard } from "../board/littleboard.ts";
import { parseVariant } from "../core/rules.ts";
import { say } from "../language/catalogue.ts";
import { agoWords, gameFacts } from "../language/words.ts";
import { fetched } from "../lib/connection.ts";
import { closeButton, h, openDialog, replace } from "../lib/dom.ts";
import { save } from "../lib/save.ts";
import { OWN, rulesAddress } from "../rules/rulesaddress.ts";
import { titleParts } from "../rules/titles.ts";
import { keepText, openGame, putBack, shelf, takeOff, textOf } from "./shelf.ts";
import type { Variant } from "../core/rules.ts";
import type { PlainKey } from "../language/keys.ts";
import type { KeptGame, TakenOff } from "./shelf.ts";

const TITLE = /^[ \t]*title[ \t]*=[ \t]*(.+?)[ \t]*$/m; // the line of a text that names the game
const FEW = 8; // games that are found without a search
const LONG_LINK = 8000; // characters that some programs cut off

const titleOf = (text: string) => text.match(TITLE)?.[1] ?? say("shelf.untitled");

/** A name that every system takes. */
const fileName = (title: string) =>
  `${title.replace(/[\\/:*?"<>|\s]+/g, "-").replace(/^[-.]+/, "")}.ini`;

async function showLink(text: string) {
  const coming = await fetched(import("../people/invite.ts"));
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

/** The array of a game whose text is one already; null when nothing can be drawn of it. */
function picture(variant: Variant | null) {
  try {
    return variant && littleBoard(variant);
  } catch {
    return null;
  }
}

export class ShelfView {
  openId: () => string;
  onOpen: (edit: boolean) => void;
  onPlay: () => void;
  list: HTMLUListElement = h("ul", { class: "shelf-games" });
  undo: HTMLParagraphElement = h("p", { class: "shelf-undo", role: "status" });
  wanted: HTMLInputElement;
  search: HTMLParagraphElement;
  root: HTMLDivElement;
  drawing = 0; // number of the current drawing of the list: pictures for an earlier one are dropped
  follow: () => void;

  /**
   * @param openId the game whose text is in the field, which need not be the one that another tab opened last
   * @param onOpen another game is open, perhaps none; edit: its text is wanted
   * @param onPlay a game of the open text is to begin
   */
  constructor(openId: () => string, onOpen: (edit: boolean) => void, onPlay: () => void) {
    this.openId = openId;
    this.onOpen = onOpen;
    this.onPlay = onPlay;
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
      const item = this.list.querySelector(`[data-id="${id}"]`) as HTMLElement | null;
      if (item) item.hidden = !titleOf(textOf(id)).toLowerCase().includes(wanted);
    }
  }

  /** Reading a text takes a few milliseconds: one after another, so that the page answers in between. */
  async fillAll(games: readonly KeptGame[], drawing: number) {
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
   * @param variant null: its text is no game yet
   */
  fill(id: string, variant: Variant | null) {
    const item = this.list.querySelector(`[data-id="${id}"]`);
    if (!item) return;
    const title = titleOf(textOf(id));
    const part = (name: string) => item.querySelector(`.${name}`) as Element;
    replace(part("thumb"), picture(variant));
    replace(part("shelf-name"), titleParts("", title, variant?.about.version));
    part("shelf-facts").textContent = variant ? gameFacts(variant) : say("shelf.faulty");
    part("shelf-facts").classList.toggle("bad", !variant);
    (part("play-card") as HTMLButtonElement).disabled = !variant;
  }

  /** The text of the open game has changed, or it is another, or there is one more. */
  changed(variant: Variant | null) {
    const { games } = shelf();
    const open = this.openId();
    const shown = [...this.list.children].map((item) => item.getAttribute("data-id"));
    if (shown.join() !== games.map(({ id }) => id).join()) return this.draw();
    for (const field of this.list.querySelectorAll("input")) field.checked = field.value === open;
    if (open) this.fill(open, variant);
  }

  item({ id, changed }: KeptGame, chosen: boolean) {
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
    const button: (act: string, label: PlainKey, onclick: () => void) => HTMLElement = (
      act,
      label,
      onclick,
    ) =>
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

  open(id: string, edit: boolean) {
    openGame(id);
    this.onOpen(edit);
  }

  play(id: string) {
    this.open(id, false);
    this.onPlay();
  }

  /** The same text once more, by another name. */
  copy(id: string) {
    const text = textOf(id);
    const line = `title=${say("shelf.copyOf", { game: titleOf(text) })}`;
    const copied = TITLE.test(text) ? text.replace(TITLE, () => line) : `${line}\n${text}`;
    const { trouble } = keepText("", copied);
    if (trouble) return this.tell(trouble);
    this.onOpen(false);
    this.focus(shelf().open);
  }

  focus(id: string) {
    const field = this.list.querySelector(`#shelf-${id}`);
    if (field instanceof HTMLElement) field.focus();
  }

  remove(id: string) {
    const taken = takeOff(id);
    if (!taken) return this.draw();
    this.tell(say("shelf.gone", { game: titleOf(taken.text) }), taken);
    if (id === this.openId()) this.onOpen(false);
    else this.draw();
  }

  /**
   * A line above the list.
   * @param taken what can be put back
   */
  tell(text: string, taken?: TakenOff) {
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

  restore(taken: TakenOff) {
    const trouble = putBack(taken);
    if (trouble) return this.tell(trouble);
    replace(this.undo);
    this.onOpen(false);
    this.focus(taken.game.id);
  }
}
