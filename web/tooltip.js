// What a piece is, shown beside the pointer that rests on it.

import { pieceCard } from "./about.js";
import { h, replace } from "./dom.js";

/** @import { Variant } from "./rules.js" */

const REST_MS = 900;
const GAP_PX = 18;
const EDGE_PX = 4;

export class Tooltip {
  constructor() {
    this.box = h("div", { class: "tooltip", hidden: true, "aria-hidden": "true" });
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    document.body.append(this.box);
  }

  /**
   * The pointer went to a piece, which this element shows.
   * @param {Variant} variant
   * @param {number} piece
   * @param {Element} cell
   */
  over(variant, piece, cell) {
    this.hide();
    this.timer = setTimeout(() => this.show(variant, piece, cell.getBoundingClientRect()), REST_MS);
  }

  /** The pointer went to nothing worth telling. */
  hide() {
    clearTimeout(this.timer);
    this.box.hidden = true;
  }

  /**
   * @param {Variant} variant
   * @param {number} piece
   * @param {DOMRect} cell
   */
  show(variant, piece, cell) {
    replace(this.box, pieceCard(variant, piece));
    this.box.hidden = false;
    const { width, height } = this.box.getBoundingClientRect();
    const right = cell.right + GAP_PX;
    const left = right + width < innerWidth ? right : cell.left - GAP_PX - width;
    const top = Math.min(cell.top, innerHeight - height - EDGE_PX);
    this.box.style.left = `${Math.max(EDGE_PX, left)}px`;
    this.box.style.top = `${Math.max(EDGE_PX, top)}px`;
  }

  remove() {
    this.hide();
    this.box.remove();
  }
}
