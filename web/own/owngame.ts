// A game of one's own: its text, and every error in it as one types. Beside it the shelf of all of them, and help to begin with.

import { littleBoard } from "../board/littleboard.ts";
import { isWhole, parseVariant, wholeRules } from "../core/rules.ts";
import { say } from "../language/catalogue.ts";
import { fetched } from "../lib/connection.ts";
import { h, replace } from "../lib/dom.ts";
import { OWN } from "../rules/rulesaddress.ts";
import { fileButton } from "./filebutton.ts";
import { OwnText } from "./owntext.ts";
import { keepText, openGame, openText, shelf, takeIn, textOf } from "./shelf.ts";
import type { Variant } from "../core/rules.ts";
import type { Diagnostic } from "../lib/messages.ts";
import type { ReadFile } from "./files.ts";
import type { ShelfView } from "./shelfview.ts";

const PAUSE_MS = 250;
const EXAMPLE = "files=9\nranks=9\n…\npawn:P:fW:pawn:a3-i3"; // of a definition

/** Was one text put in the place of another? Then fewer than half of its lines are left. */
function replaces(text: string, before: string) {
  const lines = before.split("\n").filter((line) => line.trim());
  const left = new Set(text.split("\n"));
  return lines.filter((line) => left.has(line)).length * 2 < lines.length;
}

/** The array of a game whose text is one already; null when nothing can be drawn of it. */
function picture(variant: Variant) {
  try {
    return littleBoard(variant);
  } catch {
    return null;
  }
}

export class OwnGame {
  onChange: () => void;
  onPlay: () => void;
  id: string = shelf().open; // of the game on the shelf whose text this is; "" for none
  whole: string = openText(); // the last text that was opened, pasted or a valid game: another text must not overwrite it
  hasLeft = false; // the lobby was left, so late results are ignored
  shelf: ShelfView | null = null; // loaded when the user looks at his own games
  variant: Variant | null = null; // null: the text is no game
  timer: ReturnType<typeof setTimeout> | undefined = undefined;
  field: OwnText;
  rules: HTMLButtonElement;
  board: HTMLDivElement = h("div", {
    class: "own-board",
    role: "img",
    "aria-label": say("own.board"),
    hidden: true,
  });
  title: HTMLInputElement = h("input", { type: "text", id: "own-name", maxlength: 60 });
  titleField: HTMLParagraphElement;
  unkept: HTMLParagraphElement = h("p", { class: "unkept", role: "alert" });
  shelfBox: HTMLDivElement = h("div", { class: "shelf-box" });
  help: HTMLDetailsElement = h(
    "details",
    { class: "own-help" },
    h("summary", { text: say("help.open") }),
  );
  root: HTMLElement;

  /**
   * @param onFiles files were opened
   * @param onPlay a game is to begin
   */
  constructor(onChange: () => void, onFiles: (read: ReadFile[]) => void, onPlay: () => void) {
    this.onChange = onChange;
    this.onPlay = onPlay;
    this.field = new OwnText(this.whole, EXAMPLE, (pasted) => {
      this.keep();
      if (pasted) this.whole = this.text;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.checkWritten(pasted), PAUSE_MS);
    });
    this.rules = h("button", {
      type: "button",
      class: "quiet",
      "data-act": "own-rules",
      disabled: true,
      onclick: () => this.showRules(),
      text: say("own.rules"),
    });
    this.title.addEventListener("change", () => this.name(this.title.value.trim()));
    this.title.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault(); // it begins no game
      this.name(this.title.value.trim());
    });
    this.titleField = h(
      "p",
      { class: "field", hidden: true },
      h("label", { for: "own-name", text: say("own.name") }),
      this.title,
    );
    this.help.addEventListener("toggle", () => this.showHelp());
    this.root = h(
      "section",
      { class: "own-game", hidden: true, "aria-label": say("own.title") },
      this.shelfBox,
      h(
        "div",
        { class: "own-tools" },
        h("button", {
          type: "button",
          "data-act": "own-new",
          onclick: () => this.begin(""),
          text: say("own.new"),
        }),
        fileButton(onFiles),
        h("span", { class: "field-hint", text: say("own.drop") }),
      ),
      h(
        "div",
        { class: "own-desk" },
        h(
          "div",
          { class: "own-writing" },
          h("label", { for: "own-text", text: say("own.text") }),
          this.field.root,
          this.field.verdict,
          this.unkept,
          this.titleField,
        ),
        h("div", { class: "own-seen" }, this.field.list, this.board, this.rules),
      ),
      this.help,
    );
  }

  get text() {
    return this.field.text;
  }

  /** The lobby is left. */
  leave() {
    clearTimeout(this.timer);
    this.field.leave();
    this.shelf?.leave();
    this.shelf = null;
    this.hasLeft = true;
    this.variant?.free();
    this.variant = null;
  }

  /** The text that was kept is looked at when somebody wants to see it. */
  async open() {
    if (!this.variant && this.text.trim()) this.check();
    if (this.shelf) return;
    const coming = await import("./shelfview.ts").catch(() => null); // without it while the server is away
    if (!coming || this.shelf || this.hasLeft) return;
    this.shelf = new coming.ShelfView(
      () => this.id,
      (edit) => this.reopen(edit),
      this.onPlay,
    );
    replace(this.shelfBox, this.shelf.root);
  }

  /** Puts the text on the shelf as it is now. One that took the place of another is another game; the other stays as it was. */
  keep() {
    const { text, whole } = this;
    if (this.id && replaces(text, whole)) {
      keepText(this.id, whole);
      this.id = "";
      this.whole = text;
    }
    if (!this.id) {
      this.id = shelf().games.find((game) => textOf(game.id) === text)?.id ?? "";
      openGame(this.id);
    }
    const { id: now, trouble } = keepText(this.id, text);
    this.id = now;
    this.unkept.textContent = trouble;
  }

  /**
   * Another game of the shelf is open, or none.
   * @param edit its text is wanted
   */
  reopen(edit: boolean) {
    clearTimeout(this.timer);
    this.id = shelf().open;
    this.whole = openText();
    this.field.text = this.whole;
    this.unkept.textContent = "";
    this.check();
    if (!edit) return;
    const { area } = this.field;
    area.setSelectionRange(0, 0);
    area.scrollTop = 0;
    area.focus();
    area.scrollIntoView({ block: "center" });
  }

  /**
   * A game begins with that text; the one that was open stays on the shelf.
   * @param text "" for an empty field
   */
  begin(text: string) {
    const trouble = text ? takeIn(text) : "";
    if (trouble) {
      this.unkept.textContent = trouble;
      return;
    }
    if (!text) openGame("");
    this.reopen(true);
  }

  async showHelp() {
    if (!this.help.open || this.help.childElementCount > 1) return;
    const coming = await fetched(import("./examples.ts"));
    if (!coming || this.help.childElementCount > 1) return;
    this.help.append(...coming.examples((text) => this.begin(text)));
  }

  /** Diagrams of web pages have no title; it is a line more. */
  name(title: string) {
    if (!title) return;
    this.title.value = "";
    this.field.area.focus();
    this.field.text = `title=${title}\n${this.text}`;
    this.keep();
    this.check();
  }

  /** The whole rules read it: at once where they have come. */
  async check() {
    if (!isWhole() && !(await fetched(wholeRules()))) return;
    if (this.hasLeft) return;
    this.variant?.free();
    const { variant, diagnostics } = parseVariant("", this.text);
    this.variant = variant;
    if (variant) this.whole = this.text;
    this.rules.disabled = !variant;
    this.titleField.hidden = variant?.title !== say("shelf.untitled");
    this.draw();
    this.showDiagnostics(this.text.trim() ? diagnostics : []);
    this.shelf?.changed(variant);
    this.onChange();
  }

  /** @param pasted the text came at once, and its end is in sight */
  async checkWritten(pasted: boolean) {
    await this.check();
    if (pasted) this.field.reveal();
  }

  draw() {
    replace(this.board, this.variant && picture(this.variant));
    this.board.hidden = !this.board.childElementCount;
  }

  async showRules() {
    const seldom = await fetched(import("../rules/about.ts")); // needed, so not with the first visit
    if (this.variant) seldom?.showRules(this.variant, { game: OWN });
  }

  /** Somebody wants to play before the text is a game. */
  async complain() {
    clearTimeout(this.timer);
    await this.check();
    this.field.area.focus();
    if (!this.text.trim()) this.field.show([], [say("own.empty")], false);
    this.field.goToFirst();
  }

  showDiagnostics(diagnostics: readonly Diagnostic[]) {
    const errors = diagnostics.filter(({ fatal }) => fatal).length;
    const notes = diagnostics.filter(({ note }) => note).length;
    const warnings = diagnostics.length - errors - notes;
    const ready = errors ? null : this.variant;
    const verdict = [
      errors ? say("own.errors", { count: errors }) : "",
      ready ? say("own.ready", { game: ready.title }) : "",
      warnings ? say("own.warnings", { count: warnings }) : "",
      notes ? say("own.notes", { count: notes }) : "",
    ];
    this.field.show(diagnostics, verdict.filter(Boolean), Boolean(ready));
  }
}
