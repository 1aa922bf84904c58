// The list of moves. A click on a move shows the position after it. The Tab key stops in the list once, on the move whose position is
// shown; arrow keys lead from there to other moves.

import { say } from "../language/catalogue.ts";
import { notationOf } from "../language/familywords.ts";
import { h, replace } from "../lib/dom.ts";
import type { Table } from "./table.ts";

/** Number of moves by which each key steps through the game while the list has the focus. */
const KEYS: Record<string, number> = {
  ArrowUp: -1,
  ArrowLeft: -1,
  ArrowDown: 1,
  ArrowRight: 1,
  Home: -Infinity,
  End: Infinity,
};
const LONG = 8; // number of characters; the text of a longer move may break into two lines

/** Divides the text of a move where its line may break: before each capture, but not within the name of a square. */
function parts(text: string) {
  const all = text.length > LONG ? text.split(/(?=[x×][\d０-９])/) : [text];
  return all.length > 1
    ? h(
        "span",
        null,
        all.map((part) => h("span", { text: part })),
      )
    : text;
}

export class MoveList {
  box: HTMLElement;
  onGo: (ply: number) => void;
  key = ""; // notation and moves of the list as it is drawn; when they change, the list is drawn again
  buttons: HTMLElement[] = []; // the button for each position, by number of plies before it; buttons[0] is the starting position
  viewed = 0; // number of plies before the position shown

  constructor(box: HTMLElement, onGo: (ply: number) => void) {
    this.box = box;
    this.onGo = onGo;
    box.addEventListener("keydown", (event) => this.keyed(event));
    new ResizeObserver(() => this.buttons.length && this.reveal(this.buttons[this.viewed])).observe(
      box,
    );
  }

  keyed(event: KeyboardEvent) {
    const step = KEYS[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.onGo(Math.max(0, Math.min(this.viewed + step, this.buttons.length - 1)));
  }

  /** @param unplayed the last move of the list is not played yet, but waits for the visitor's confirmation */
  show(table: Table, unplayed: boolean = false) {
    const inside = this.box.contains(document.activeElement);
    const key = `${notationOf(table.variant.family)}/${table.played.map(({ usi }) => usi).join()}`;
    if (key !== this.key || !this.buttons.length) this.build(table, key);
    this.buttons.forEach((button, ply) => {
      const isViewed = ply === table.viewed;
      if (isViewed) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
      button.tabIndex = isViewed ? 0 : -1;
      button.classList.toggle("unplayed", unplayed && ply === this.buttons.length - 1);
    });
    this.viewed = table.viewed;
    if (inside) this.buttons[table.viewed].focus({ preventScroll: true });
    this.reveal(this.buttons[table.viewed]);
  }

  build(table: Table, key: string) {
    this.key = key;
    const button: (ply: number, text: string, className?: string) => HTMLElement = (
      ply,
      text,
      className,
    ) =>
      h("button", { type: "button", class: className, onclick: () => this.onGo(ply) }, parts(text));
    const start = button(0, say("list.start"), "start");
    const notation = notationOf(table.variant.family);
    const moves = table.played.map(({ texts, usi }, i) => button(i + 1, texts[notation] || usi));
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
   * Scrolls the list, but not the page, so that a move is visible: up and down by whole lines; sideways, where the list is one line, until
   * the move is in the middle.
   */
  reveal(button: HTMLElement) {
    const { box } = this;
    const tops = (each: HTMLElement) => each.offsetTop - box.offsetTop - box.clientTop;
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
