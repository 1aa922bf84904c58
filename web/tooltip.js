// What a piece is, shown beside the pointer that rests on it.

import { pieceCard } from "./about.js";
import { h, replace } from "./dom.js";

const REST_MS = 900;
const GAP_PX = 18;

export class Tooltip {
  constructor() {
    this.box = h("div", { class: "tooltip", hidden: true, "aria-hidden": "true" });
    document.body.append(this.box);
  }

  /** The pointer went to a piece of this kind (null: to nothing worth telling). */
  over(variant, kind, cell) {
    clearTimeout(this.timer);
    this.box.hidden = true;
    if (kind) {
      this.timer = setTimeout(
        () => this.show(variant, kind, cell.getBoundingClientRect()),
        REST_MS,
      );
    }
  }

  show(variant, kind, cell) {
    replace(this.box, pieceCard(variant, kind));
    this.box.hidden = false;
    const { width, height } = this.box.getBoundingClientRect();
    const right = cell.right + GAP_PX + width < innerWidth;
    this.box.style.left = `${Math.max(4, right ? cell.right + GAP_PX : cell.left - GAP_PX - width)}px`;
    this.box.style.top = `${Math.max(4, Math.min(cell.top, innerHeight - height - 4))}px`;
  }

  remove() {
    clearTimeout(this.timer);
    this.box.remove();
  }
}
