// A game of one's own: its text, and every error in it as one types.

import { say } from "./catalogue.js";
import { fetched } from "./connection.js";
import { h, replace } from "./dom.js";
import { keep, kept } from "./kept.js";
import { littleBoard } from "./littleboard.js";
import { parseVariant } from "./rules.js";
import { OWN } from "./rulesaddress.js";

/** @import { Diagnostic } from "./messages.js" */
/** @import { Variant } from "./rules.js" */

const KEPT = "henka-own"; // where this browser keeps the text
const UNTITLED = "untitled"; // what the rules call a game whose text names it nowhere
const PAUSE_MS = 250;
const EXAMPLE = "files=9\nranks=9\n…\npawn:P:fW:pawn:a3-i3"; // of a definition

/** The text written here last. */
export const keptText = () => kept(KEPT) ?? "";

/**
 * Keeps a text for the next visit to the lobby.
 * @param {string} text
 */
export const keepOwnText = (text) => keep(KEPT, text);

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
  /** @param {() => void} onChange */
  constructor(onChange) {
    this.onChange = onChange;
    /** @type {Variant | null} */
    this.variant = null; // null: the text is no game
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.area = h("textarea", {
      id: "own-text",
      rows: 12,
      spellcheck: "false",
      placeholder: EXAMPLE,
      value: keptText(),
    });
    this.area.addEventListener("input", () => {
      keepOwnText(this.text);
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.check(), PAUSE_MS);
    });
    this.findings = h("ul", { class: "diagnostics", "aria-live": "polite" });
    this.rules = h("button", {
      type: "button",
      class: "quiet",
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
    this.root = h(
      "section",
      { class: "own-game", hidden: true, "aria-label": say("own.title") },
      h("label", { for: "own-text", text: say("own.text") }),
      this.area,
      this.titleField,
      this.findings,
      this.board,
      this.rules,
    );
  }

  get text() {
    return this.area.value;
  }

  /** The text that was kept is looked at when somebody wants to see it. */
  open() {
    if (!this.variant && this.text.trim()) this.check();
  }

  /**
   * Diagrams of web pages have no title; it is a line more.
   * @param {string} title
   */
  name(title) {
    if (!title) return;
    this.area.value = `title=${title}\n${this.text}`;
    keepOwnText(this.text);
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
