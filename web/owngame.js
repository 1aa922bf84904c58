// A game of one's own: its text, and every error in it as one types. Beside it the shelf of all of them, and help to begin with.

import { say } from "./catalogue.js";
import { fetched } from "./connection.js";
import { h, replace } from "./dom.js";
import { fileButton } from "./filebutton.js";
import { littleBoard } from "./littleboard.js";
import { parseVariant } from "./rules.js";
import { OWN } from "./rulesaddress.js";
import { keepText, openGame, openText, shelf, takeIn } from "./shelf.js";

/** @import { ReadFile } from "./files.js" */
/** @import { Diagnostic } from "./messages.js" */
/** @import { Variant } from "./rules.js" */
/** @import { ShelfView } from "./shelfview.js" */

const UNTITLED = "untitled"; // what the rules call a game whose text names it nowhere
const PAUSE_MS = 250;
const EXAMPLE = "files=9\nranks=9\n…\npawn:P:fW:pawn:a3-i3"; // of a definition

/**
 * The array of a game whose text is one already; null when nothing can be drawn of it.
 * @param {Variant} variant
 */
function picture(variant) {
  try {
    return littleBoard(variant);
  } catch {
    return null;
  }
}

export class OwnGame {
  /**
   * @param {() => void} onChange
   * @param {(read: ReadFile[]) => void} onFiles files were opened
   * @param {() => void} onPlay a game is to begin
   */
  constructor(onChange, onFiles, onPlay) {
    this.onChange = onChange;
    this.onPlay = onPlay;
    this.id = shelf().open; // of the game on the shelf whose text this is; "" for none
    /** @type {ShelfView | null} */
    this.shelf = null; // comes when somebody looks at his own games
    /** @type {Variant | null} */
    this.variant = null; // null: the text is no game
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.area = h("textarea", {
      id: "own-text",
      rows: 12,
      spellcheck: "false",
      placeholder: EXAMPLE,
      value: openText(),
    });
    this.area.addEventListener("input", () => {
      this.keep();
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.check(), PAUSE_MS);
    });
    this.findings = h("ul", { class: "diagnostics", "aria-live": "polite" });
    this.rules = h("button", {
      type: "button",
      class: "quiet",
      "data-act": "own-rules",
      disabled: true,
      onclick: () => this.showRules(),
      text: say("own.rules"),
    });
    this.board = h("div", {
      class: "own-board",
      role: "img",
      "aria-label": say("own.board"),
      hidden: true,
    });
    this.title = h("input", { type: "text", id: "own-name", maxlength: 60 });
    this.title.addEventListener("change", () => this.name(this.title.value.trim()));
    this.titleField = h(
      "p",
      { class: "field", hidden: true },
      h("label", { for: "own-name", text: say("own.name") }),
      this.title,
    );
    this.unkept = h("p", { class: "unkept", role: "alert" });
    this.shelfBox = h("div", { class: "shelf-box" });
    this.help = h("details", { class: "own-help" }, h("summary", { text: say("help.open") }));
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
          this.area,
          this.unkept,
          this.titleField,
          this.findings,
        ),
        h("div", { class: "own-seen" }, this.board, this.rules),
      ),
      this.help,
    );
  }

  get text() {
    return this.area.value;
  }

  /** The text that was kept is looked at when somebody wants to see it. */
  async open() {
    if (!this.variant && this.text.trim()) this.check();
    if (this.shelf) return;
    const coming = await import("./shelfview.js").catch(() => null); // without it while the server is away
    if (!coming || this.shelf) return;
    this.shelf = new coming.ShelfView(
      () => this.id,
      (edit) => this.reopen(edit),
      this.onPlay,
    );
    replace(this.shelfBox, this.shelf.root);
  }

  /** Puts the text on the shelf as it is now. */
  keep() {
    const { id, trouble } = keepText(this.id, this.text);
    this.id = id;
    this.unkept.textContent = trouble;
  }

  /**
   * Another game of the shelf is open, or none.
   * @param {boolean} edit its text is wanted
   */
  reopen(edit) {
    clearTimeout(this.timer);
    this.id = shelf().open;
    this.area.value = openText();
    this.unkept.textContent = "";
    this.check();
    if (!edit) return;
    this.area.setSelectionRange(0, 0);
    this.area.scrollTop = 0;
    this.area.focus();
    this.area.scrollIntoView({ block: "center" });
  }

  /**
   * A game begins with that text; the one that was open stays on the shelf.
   * @param {string} text "" for an empty field
   */
  begin(text) {
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
    const coming = await fetched(import("./examples.js"));
    if (!coming || this.help.childElementCount > 1) return;
    this.help.append(...coming.examples((text) => this.begin(text)));
  }

  /**
   * Diagrams of web pages have no title; it is a line more.
   * @param {string} title
   */
  name(title) {
    if (!title) return;
    this.area.value = `title=${title}\n${this.text}`;
    this.keep();
    this.check();
  }

  check() {
    this.variant?.free();
    const { variant, diagnostics } = parseVariant("", this.text);
    this.variant = variant;
    this.rules.disabled = !variant;
    this.titleField.hidden = variant?.title !== UNTITLED;
    this.draw();
    this.showDiagnostics(this.text.trim() ? diagnostics : []);
    this.shelf?.changed(variant);
    this.onChange();
  }

  draw() {
    replace(this.board, this.variant && picture(this.variant));
    this.board.hidden = !this.board.childElementCount;
  }

  async showRules() {
    const seldom = await fetched(import("./about.js")); // needed, so not with the first visit
    if (this.variant) seldom?.showRules(this.variant, { game: OWN });
  }

  /** Somebody wants to play before the text is a game. */
  complain() {
    clearTimeout(this.timer);
    this.check();
    this.area.focus();
    if (this.text.trim()) return;
    replace(this.findings, h("li", { class: "fatal", text: say("own.empty") }));
  }

  /** @param {readonly Diagnostic[]} diagnostics */
  showDiagnostics(diagnostics) {
    const items = diagnostics.map((each) => this.finding(each));
    if (this.variant && !diagnostics.some(({ fatal }) => fatal)) {
      const text = say("own.ready", { game: this.variant.title });
      items.unshift(h("li", { class: "good", text }));
    }
    replace(this.findings, items);
  }

  /** @param {Diagnostic} diagnostic */
  finding({ line, column, fatal, message }) {
    const goTo = () => this.goTo(line, column);
    return h(
      "li",
      { class: fatal ? "fatal" : "warning" },
      line ? h("button", { type: "button", onclick: goTo, text: `${line}:${column}` }) : null,
      " ",
      fatal ? message : say("own.warning", { message }),
    );
  }

  /**
   * @param {number} line
   * @param {number} column
   */
  goTo(line, column) {
    const before = this.text.split("\n").slice(0, line - 1);
    const at = before.reduce((sum, each) => sum + each.length + 1, 0) + Math.max(0, column - 1);
    this.area.focus();
    this.area.setSelectionRange(at, at + 1);
  }
}
