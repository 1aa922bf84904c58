// Lets the visitor drag a piece in hand to the board, by mouse or finger.

import { h } from "../lib/dom.ts";
import { TAP_PX } from "./zoom.ts";

export interface HandDragActions {
  /** called when the drag of a piece with this id of a kind begins; returns false to refuse the drag */
  lift: (id: string) => boolean;
  /** called when the dragged piece has moved under the event's pointer; null: the drag has ended */
  hover: (event: PointerEvent | null) => void;
  drop: (event: PointerEvent) => void;
}

/**
 * A mouse button or finger that is down on a piece in hand. held: the piece's element; id: of its kind; x, y: where the press began; watch:
 * removes the listeners of the press when aborted; ghost: the dragged picture, once the drag has begun.
 */
export interface Press {
  held: HTMLElement;
  id: string;
  x: number;
  y: number;
  watch: AbortController;
  ghost?: HTMLElement;
}

export class HandDrag {
  box: HTMLElement;
  on: HandDragActions;
  press: Press | null = null;
  clickIgnored = false;

  /** @param box the element of the hand. It gets the listeners, because its children are replaced during a drag */
  constructor(box: HTMLElement, on: HandDragActions) {
    this.box = box;
    this.on = on;
    box.addEventListener("pointerdown", (event) => this.pressed(event));
    box.addEventListener("click", (event) => this.clicked(event), { capture: true });
  }

  pressed(event: PointerEvent) {
    this.clickIgnored = false;
    const held = event.target instanceof Element ? event.target.closest(".held") : null;
    if (!(held instanceof HTMLElement) || event.button || !event.isPrimary) return;
    if (held.getAttribute("aria-disabled")) return;
    this.end();
    const watch = new AbortController();
    const { signal } = watch;
    document.addEventListener("pointermove", (each) => this.moved(each), { signal });
    document.addEventListener("pointerup", (each) => this.released(each), { signal });
    document.addEventListener("pointercancel", () => this.end(), { signal });
    this.press = { held, id: held.dataset.kind ?? "", x: event.clientX, y: event.clientY, watch };
  }

  moved(event: PointerEvent) {
    const { press } = this;
    if (!press) return;
    const way = Math.hypot(event.clientX - press.x, event.clientY - press.y);
    if (!press.ghost && way < TAP_PX) return;
    if (!press.ghost && !this.lift(press, event)) return;
    if (press.ghost) press.ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
    this.on.hover(event);
  }

  lift(press: Press, event: PointerEvent) {
    const icon = press.held.querySelector(".piece-icon");
    if (!icon || !this.on.lift(press.id)) {
      this.end();
      return false;
    }
    this.box.setPointerCapture(event.pointerId);
    press.ghost = h("div", { class: "dragged", "aria-hidden": "true" }, icon.cloneNode(true));
    press.ghost.style.height = `${icon.getBoundingClientRect().height}px`;
    document.body.append(press.ghost);
    return true;
  }

  released(event: PointerEvent) {
    const dragged = this.press?.ghost;
    this.end();
    if (!dragged) return;
    this.clickIgnored = true; // ignores the click that the browser sends at the end of a drag
    setTimeout(() => (this.clickIgnored = false));
    this.on.drop(event);
  }

  end() {
    const { press } = this;
    this.press = null;
    press?.watch.abort();
    if (!press?.ghost) return;
    press.ghost.remove();
    this.on.hover(null);
  }

  clicked(event: MouseEvent) {
    if (this.clickIgnored) event.stopPropagation();
    this.clickIgnored = false;
  }
}
