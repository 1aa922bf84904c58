// What a piece is, in short, beside the mouse that rests on it or the finger that holds it.

import { wholeRules } from "../core/rules.ts";
import { h, replace } from "../lib/dom.ts";
import type { Variant } from "../core/rules.ts";

const REST_MS = 700;
const GAP_PX = 14;
const FINGER_PX = 34; // a finger hides more than a mouse
const EDGE_PX = 4;

export class Tooltip {
  box: HTMLDivElement = h("div", { class: "tooltip", hidden: true, "aria-hidden": "true" });
  timer: ReturnType<typeof setTimeout> | undefined = undefined;
  showing = 0; // number of the last request; results of earlier ones are not shown
  onPress: () => void;

  constructor() {
    document.body.append(this.box);
    this.onPress = () => this.hide();
  }

  /** The pointer moved onto a piece, which this element shows. */
  over(variant: Variant, piece: number, cell: Element) {
    this.hide();
    const show = () => this.show(variant, piece, cell.getBoundingClientRect(), GAP_PX);
    this.timer = setTimeout(show, REST_MS);
  }

  /** A finger holds the piece: shows the tip at once, until the next touch. */
  held(variant: Variant, piece: number, cell: DOMRect) {
    this.hide();
    this.show(variant, piece, cell, FINGER_PX);
    document.addEventListener("pointerdown", this.onPress, { capture: true, once: true });
  }

  /** The pointer moved to an element without a tip. */
  hide() {
    clearTimeout(this.timer);
    this.showing++;
    document.removeEventListener("pointerdown", this.onPress, { capture: true });
    this.box.hidden = true;
  }

  /** @param gap pixels between them */
  async show(variant: Variant, piece: number, cell: DOMRect, gap: number) {
    const showing = ++this.showing;
    const parts = Promise.all([import("../rules/about.ts"), wholeRules()]);
    const [seldom] = (await parts.catch(() => null)) ?? []; // no tips while the server is away
    if (!seldom || showing !== this.showing) return;
    replace(this.box, seldom.pieceTip(variant, piece));
    this.box.hidden = false;
    const { width, height } = this.box.getBoundingClientRect();
    const beside =
      cell.right + gap + width < innerWidth ? cell.right + gap : cell.left - gap - width;
    const over = cell.top - gap - height;
    const fits = beside >= EDGE_PX;
    const left = fits ? beside : (cell.left + cell.right - width) / 2;
    const top = fits ? cell.top : over >= EDGE_PX ? over : cell.bottom + gap;
    const within = (at: number, most: number) =>
      `${Math.max(EDGE_PX, Math.min(at, most - EDGE_PX))}px`;
    this.box.style.left = within(left, innerWidth - width);
    this.box.style.top = within(top, innerHeight - height);
  }

  remove() {
    this.hide();
    this.box.remove();
  }
}
