// A game of one's own: its text, and every error in it as one types.

import { showRules } from "./about.js";
import { say } from "./catalogue.js";
import { h, replace } from "./dom.js";
import { parseVariant } from "./rules.js";

/** @import { Diagnostic } from "./messages.js" */
/** @import { Variant } from "./rules.js" */

const PAUSE_MS = 250;
const EXAMPLE = "files=9\nranks=9\n…\npawn:P:fW:pawn:a3-i3"; // of a definition

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
    });
    this.area.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.check(), PAUSE_MS);
    });
    this.findings = h("ul", { class: "diagnostics", "aria-live": "polite" });
    this.rules = h("button", {
      type: "button",
      class: "quiet",
      disabled: true,
      onclick: () => this.variant && showRules(this.variant),
      text: say("own.rules"),
    });
    this.root = h(
      "section",
      { class: "own-game", hidden: true, "aria-label": say("own.title") },
      h("label", { for: "own-text", text: say("own.text") }),
      this.area,
      this.findings,
      this.rules,
    );
  }

  get text() {
    return this.area.value;
  }

  check() {
    this.variant?.free();
    const { variant, diagnostics } = parseVariant("", this.text);
    this.variant = variant;
    this.rules.disabled = !variant;
    this.showDiagnostics(this.text.trim() ? diagnostics : []);
    this.onChange();
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
    if (!items.length && this.variant) {
      const text = say("own.ready", { game: this.variant.title });
      items.push(h("li", { class: "good", text }));
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
