// The moves so far; a click goes to the position after it.

import { h, replace } from "./dom.js";
import { settings } from "./settings.js";

export class MoveList {
  constructor(box, onGo) {
    this.box = box;
    this.onGo = onGo;
    this.key = "";
  }

  show(table) {
    const key = `${settings.notation}/${table.played.map(({ usi }) => usi).join()}`;
    if (key !== this.key) this.build(table, key);
    this.buttons.forEach((button, i) => {
      if (i === table.viewed) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    this.reveal(this.buttons[table.viewed]);
  }

  build(table, key) {
    this.key = key;
    const start = h("button", {
      type: "button",
      class: "start",
      onclick: () => this.onGo(0),
      text: "Start",
    });
    this.buttons = [start];
    const items = table.played.map((move, i) => {
      const button = h("button", {
        type: "button",
        onclick: () => this.onGo(i + 1),
        text: move.texts[settings.notation] || move.usi,
      });
      this.buttons.push(button);
      return h(
        "li",
        { class: `by-${move.side}` },
        h("span", { class: "number", text: String(i + 1) }),
        button,
      );
    });
    replace(this.box, start, h("ol", null, items));
  }

  /** Scrolls the list alone, never the page. */
  reveal(button) {
    if (!button) return;
    const { box } = this;
    const top = button.offsetTop - box.offsetTop;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + button.offsetHeight > box.scrollTop + box.clientHeight) {
      box.scrollTop = top + button.offsetHeight - box.clientHeight;
    }
  }
}
