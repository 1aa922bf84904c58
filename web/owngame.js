// A game of one's own: its text, and every error in it as one types.

import { h, replace } from "./dom.js";
import { parseVariant } from "./rules.js";
import { showRules } from "./about.js";

const PAUSE_MS = 250;

export class OwnGame {
  constructor(onChange) {
    this.onChange = onChange;
    this.variant = null;
    this.area = h("textarea", {
      id: "own-text",
      rows: 12,
      spellcheck: "false",
      placeholder: "files=9\nranks=9\n…\npawn:P:fW:pawn:a3-i3",
    });
    this.found = h("ul", { class: "diagnostics", "aria-live": "polite" });
    this.rules = h("button", {
      type: "button",
      class: "quiet",
      disabled: true,
      onclick: () => showRules(this.variant),
      text: "See its rules",
    });
    this.root = h(
      "section",
      { class: "own-game", hidden: true, "aria-label": "Your own game" },
      h("label", { for: "own-text", text: "The game’s text" }),
      this.area,
      this.found,
      this.rules,
    );
    this.area.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.check(), PAUSE_MS);
    });
  }

  get text() {
    return this.area.value;
  }

  check() {
    this.variant?.free();
    const { variant, diagnostics } = parseVariant("", this.text, {});
    this.variant = variant;
    this.rules.disabled = !variant;
    this.showDiagnostics(this.text.trim() ? diagnostics : []);
    this.onChange();
  }

  complain() {
    clearTimeout(this.timer);
    this.check();
    this.area.focus();
    if (!this.text.trim()) {
      replace(this.found, h("li", { class: "fatal", text: "Paste or write a game first." }));
    }
  }

  showDiagnostics(diagnostics) {
    const items = diagnostics.map(({ line, column, fatal, message }) =>
      h(
        "li",
        { class: fatal ? "fatal" : "warning" },
        line
          ? h("button", {
              type: "button",
              onclick: () => this.goTo(line, column),
              text: `${line}:${column}`,
            })
          : null,
        ` ${fatal ? "" : "warning: "}${message}`,
      ),
    );
    if (!items.length && this.variant) {
      items.push(h("li", { class: "good", text: `${this.variant.title}: ready to play.` }));
    }
    replace(this.found, items);
  }

  goTo(line, column) {
    const lines = this.text.split("\n");
    const at =
      lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) +
      Math.max(0, column - 1);
    this.area.focus();
    this.area.setSelectionRange(at, at + 1);
  }
}
