// The tip: a short card of a piece, shown beside the piece on which the mouse rests or which a finger holds.

import { wholeRules } from "../core/index.ts";
import { h, replace } from "../lib/dom.ts";
import { laterOrNull } from "../lib/later.ts";
import type { Variant } from "../core/index.ts";

const REST_MS = 700;
const GAP_PX = 14;
const FINGER_PX = 34; // pixels between a piece held by a finger and the tip; more than with a mouse, because a finger hides more
const EDGE_PX = 4;

export class Tooltip {
  box: HTMLDivElement = h("div", { class: "tooltip", hidden: true, "aria-hidden": "true" });
  timer: ReturnType<typeof setTimeout> | undefined = undefined;
  showing = 0; // number of the last request to show or hide a tip; the results of earlier requests are not shown
  onPress: () => void;

  constructor() {
    document.body.append(this.box);
    this.onPress = () => this.hide();
  }

  /**
   * Called when the mouse has moved onto a piece: shows the tip if the mouse rests there.
   * @param cell element of the piece's square
   */
  over(variant: Variant, piece: number, cell: Element) {
    this.hide();
    const show = () => this.show(variant, piece, cell.getBoundingClientRect(), GAP_PX);
    this.timer = setTimeout(show, REST_MS);
  }

  /**
   * Called when a finger holds a piece: shows the tip at once, until the next touch.
   * @param cell place of the piece's square on the screen
   */
  held(variant: Variant, piece: number, cell: DOMRect) {
    this.hide();
    this.show(variant, piece, cell, FINGER_PX);
    document.addEventListener("pointerdown", this.onPress, { capture: true, once: true });
  }

  /** Hides the tip; called when the mouse has moved to a place without a tip. */
  hide() {
    clearTimeout(this.timer);
    this.showing++;
    document.removeEventListener("pointerdown", this.onPress, { capture: true });
    this.box.hidden = true;
  }

  /**
   * Shows the tip of a piece.
   * @param cell place of the piece's square on the screen
   * @param gap pixels between the square and the tip
   */
  async show(variant: Variant, piece: number, cell: DOMRect, gap: number) {
    const showing = ++this.showing;
    const parts = laterOrNull(Promise.all([import("../rules/about.ts"), wholeRules()]));
    const [seldom] = (await parts) ?? []; // if the modules can't be loaded, there is no tip
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
