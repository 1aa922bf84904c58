// Zoom and pan of the board by its viewBox: two fingers, the wheel with Ctrl, or buttons.

import type { Board } from "./board.ts";

/** WebKit's event; scale: relative to the beginning of the gesture */
export type Gesture = Event & ScreenPoint & { scale: number };

export interface ScreenPoint {
  clientX: number;
  clientY: number;
}

const MOST = 4;
const WHEEL_FACTOR = 1.2;
const EDGE = 60; // a square the keyboard goes to lies at least so far inside, in units of the picture
const CLICK_AFTER_PAN_MS = 50;
/** A finger or mouse that moves less than this is still a tap or click. */
export const TAP_PX = 8;

export class Zoom {
  board: Board;
  scale = 1;
  pinched = 1; // the scale of the trackpad's gesture so far
  x = 0; // left and upper edge of the visible part, in units of the picture
  y = 0;
  fingers: Map<number, PointerEvent> = new Map(); // by pointer: where each was last
  busy = false; // two fingers are down, or one pans
  onChange: (scale: number) => void = () => {};

  constructor(board: Board) {
    this.board = board;
  }

  reset() {
    this.scale = 1;
    this.x = this.y = 0;
    this.apply();
  }

  /** Size of the visible part. */
  get seen() {
    const { width, height } = this.board.layout;
    return { width: width / this.scale, height: height / this.scale };
  }

  apply() {
    const { layout, svg } = this.board;
    const { width, height } = this.seen;
    this.x = Math.max(0, Math.min(this.x, layout.width - width));
    this.y = Math.max(0, Math.min(this.y, layout.height - height));
    svg.setAttribute("viewBox", `${this.x} ${this.y} ${width} ${height}`);
    svg.classList.toggle("zoomed", this.scale > 1);
    this.board.placeRim({ x: this.x, y: this.y, width, height, scale: this.scale });
    this.onChange(this.scale);
  }

  /** Keeps the board point (x, y) where it is on the screen; standard: the middle. */
  by(factor: number, x = this.x + this.seen.width / 2, y = this.y + this.seen.height / 2) {
    const scale = Math.max(1, Math.min(MOST, this.scale * factor));
    const part = this.scale / scale;
    this.x = x - (x - this.x) * part;
    this.y = y - (y - this.y) * part;
    this.scale = scale;
    this.apply();
  }

  /** Pans so that a square the keyboard went to can be seen. */
  reveal(x: number, y: number) {
    if (this.scale === 1) return;
    const { width, height } = this.seen;
    const insideX = x > this.x + EDGE && x < this.x + width - EDGE;
    const insideY = y > this.y + EDGE && y < this.y + height - EDGE;
    if (insideX && insideY) return;
    [this.x, this.y] = [x - width / 2, y - height / 2];
    this.apply();
  }

  toBoard({ clientX, clientY }: ScreenPoint) {
    const screen = this.board.svg.getScreenCTM();
    return new DOMPoint(clientX, clientY).matrixTransform(screen?.inverse());
  }

  listen(svg: SVGSVGElement) {
    svg.addEventListener("pointerdown", (event) => this.down(event), true);
    svg.addEventListener("pointermove", (event) => this.move(event), true);
    svg.addEventListener("pointerup", (event) => this.up(event), true);
    svg.addEventListener("pointercancel", (event) => this.up(event), true);
    svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    for (const type of ["gesturestart", "gesturechange"]) {
      svg.addEventListener(type, (event) => this.gesture(event as Gesture));
    }
  }

  /** Safari's pinch on a trackpad, which would zoom the page. On its screens the fingers are heard besides. */
  gesture(event: Gesture) {
    event.preventDefault();
    if (event.type === "gesturechange" && !this.fingers.size) {
      const at = this.toBoard(event);
      this.by(event.scale / this.pinched, at.x, at.y);
    }
    this.pinched = event.type === "gesturestart" ? 1 : event.scale;
  }

  wheel(event: WheelEvent) {
    if (!event.ctrlKey) return this.board.on.roll(event);
    event.preventDefault();
    const at = this.toBoard(event);
    this.by(event.deltaY < 0 ? WHEEL_FACTOR : 1 / WHEEL_FACTOR, at.x, at.y);
  }

  down(event: PointerEvent) {
    if (event.pointerType !== "touch" && !this.mousePans(event)) return;
    this.fingers.set(event.pointerId, event);
    if (this.fingers.size === 2) this.busy = true;
  }

  /** The mouse pans a zoomed board by dragging anywhere except on a piece that it can drag. */
  mousePans({ target, button }: PointerEvent) {
    const movable = target instanceof Element && target.closest(".movable");
    return this.scale > 1 && button === 0 && !movable;
  }

  move(event: PointerEvent) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    if (!event.buttons && event.pointerType === "mouse") return this.up(event); // the button was released elsewhere
    if (this.fingers.size === 2) this.pinch(before, event);
    else if (this.scale > 1 && !this.board.drawing) this.pan(before, event);
    else this.fingers.set(event.pointerId, event);
  }

  pinch(before: PointerEvent, event: PointerEvent) {
    const other = [...this.fingers.values()].find((each) => each.pointerId !== event.pointerId);
    if (!other) return;
    const gap = (finger: ScreenPoint) =>
      Math.hypot(finger.clientX - other.clientX, finger.clientY - other.clientY);
    const middle = this.toBoard({
      clientX: (event.clientX + other.clientX) / 2,
      clientY: (event.clientY + other.clientY) / 2,
    });
    this.by(gap(event) / Math.max(1, gap(before)), middle.x, middle.y);
    this.fingers.set(event.pointerId, event);
  }

  pan(before: PointerEvent, event: PointerEvent) {
    const way = Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY);
    if (!this.busy && way < TAP_PX) return;
    const from = this.toBoard(before);
    const to = this.toBoard(event);
    this.busy = true;
    this.x -= to.x - from.x;
    this.y -= to.y - from.y;
    this.fingers.set(event.pointerId, event);
    this.apply();
  }

  up(event: PointerEvent) {
    if (!this.fingers.delete(event.pointerId) || !this.busy) return;
    this.board.ignoreNextClick(CLICK_AFTER_PAN_MS);
    if (!this.fingers.size) this.busy = false;
  }
}
