// The moves so far; a click goes to the position after it.

import { say } from "./catalogue.js";
import { h, replace } from "./dom.js";
import { settings } from "./settings.js";

/** @import { Table } from "./table.js" */

export class MoveList {
  /**
   * @param {HTMLElement} box
   * @param {(ply: number) => void} onGo
   */
  constructor(box, onGo) {
    this.box = box;
    this.onGo = onGo;
    this.key = ""; // of what is shown
    /** @type {HTMLElement[]} */
    this.buttons = []; // by ply
  }

  /** @param {Table} table */
  show(table) {
    const key = `${settings.notation}/${table.played.map(({ usi }) => usi).join()}`;
    if (key !== this.key || !this.buttons.length) this.build(table, key);
    this.buttons.forEach((button, ply) => {
      if (ply === table.viewed) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    this.reveal(this.buttons[table.viewed]);
  }

  /**
   * @param {Table} table
   * @param {string} key
   */
  build(table, key) {
    this.key = key;
    /** @type {(ply: number, text: string, className?: string) => HTMLElement} */
    const button = (ply, text, className) =>
      h("button", { type: "button", class: className, onclick: () => this.onGo(ply), text });
    const start = button(0, say("list.start"), "start");
    const moves = table.played.map(({ texts, usi }, i) =>
      button(i + 1, texts[settings.notation] || usi),
    );
    this.buttons = [start, ...moves];
    const items = moves.map((move, i) =>
      h(
        "li",
        { class: `by-${table.played[i].side}` },
        h("span", { class: "number", text: String(i + 1) }),
        move,
      ),
    );
    replace(this.box, start, h("ol", null, items));
  }

  /**
   * Scrolls the list alone, never the page: by whole lines, or along a line with the move in the middle.
   * @param {HTMLElement} button
   */
  reveal(button) {
    const { box } = this;
    const tops = (/** @type {HTMLElement} */ each) =>
      each.offsetTop - box.offsetTop - box.clientTop;
    const [top, least] = [tops(button), tops(button) + button.offsetHeight - box.clientHeight];
    if (top < box.scrollTop) box.scrollTop = top;
    else if (least > box.scrollTop) {
      const first = this.buttons.find((each) => tops(each) >= least);
      box.scrollTop = first ? tops(first) : least;
    }
    const left = button.offsetLeft - box.offsetLeft;
    const right = left + button.offsetWidth;
    if (left < box.scrollLeft || right > box.scrollLeft + box.clientWidth) {
      box.scrollLeft = (left + right - box.clientWidth) / 2;
    }
  }
}
