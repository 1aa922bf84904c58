// Zoom and pan of the board by its viewBox: two fingers, the wheel with Ctrl, or buttons.

const MOST = 4;

export class Zoom {
  constructor(board) {
    this.board = board;
    this.fingers = new Map();
    this.busy = false; // two fingers are down, or one pans
    this.onChange = () => {};
  }

  reset() {
    this.scale = 1;
    this.x = this.y = 0;
    this.apply();
  }

  get size() {
    return this.board.layout;
  }

  apply() {
    const { width, height } = this.size;
    const w = width / this.scale;
    const h = height / this.scale;
    this.x = Math.max(0, Math.min(this.x, width - w));
    this.y = Math.max(0, Math.min(this.y, height - h));
    this.board.svg.setAttribute("viewBox", `${this.x} ${this.y} ${w} ${h}`);
    this.board.svg.classList.toggle("zoomed", this.scale > 1);
    this.onChange(this.scale);
  }

  /** Keeps the board point (x, y) where it is on the screen. */
  by(
    factor,
    x = this.x + this.size.width / this.scale / 2,
    y = this.y + this.size.height / this.scale / 2,
  ) {
    const scale = Math.max(1, Math.min(MOST, this.scale * factor));
    const part = this.scale / scale;
    this.x = x - (x - this.x) * part;
    this.y = y - (y - this.y) * part;
    this.scale = scale;
    this.apply();
  }

  /** Pans so that a square the keyboard went to can be seen. */
  reveal(x, y) {
    if (this.scale === 1) return;
    const { width, height } = this.size;
    const w = width / this.scale;
    const h = height / this.scale;
    if (x > this.x + 60 && x < this.x + w - 60 && y > this.y + 60 && y < this.y + h - 60) return;
    [this.x, this.y] = [x - w / 2, y - h / 2];
    this.apply();
  }

  toBoard(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(
      this.board.svg.getScreenCTM().inverse(),
    );
    return { x: point.x, y: point.y };
  }

  listen(svg) {
    svg.addEventListener("pointerdown", (event) => this.down(event), true);
    svg.addEventListener("pointermove", (event) => this.move(event), true);
    for (const name of ["pointerup", "pointercancel"]) {
      svg.addEventListener(name, (event) => this.up(event), true);
    }
    svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const at = this.toBoard(event);
    this.by(event.deltaY < 0 ? 1.2 : 1 / 1.2, at.x, at.y);
  }

  down(event) {
    if (event.pointerType !== "touch") return;
    this.fingers.set(event.pointerId, event);
    this.moved = 0;
    if (this.fingers.size === 2) this.busy = true;
  }

  move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    if (this.fingers.size === 2) this.pinch(before, event);
    else if (this.scale > 1) this.pan(before, event);
    else this.fingers.set(event.pointerId, event);
  }

  pinch(before, event) {
    const other = [...this.fingers.values()].find((finger) => finger.pointerId !== event.pointerId);
    const gap = (finger) =>
      Math.hypot(finger.clientX - other.clientX, finger.clientY - other.clientY);
    const middle = this.toBoard({
      clientX: (event.clientX + other.clientX) / 2,
      clientY: (event.clientY + other.clientY) / 2,
    });
    this.by(gap(event) / Math.max(1, gap(before)), middle.x, middle.y);
    this.fingers.set(event.pointerId, event);
  }

  pan(before, event) {
    const from = this.toBoard(before);
    const to = this.toBoard(event);
    this.moved += Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY);
    if (this.moved < 8) return;
    this.busy = true;
    this.x -= to.x - from.x;
    this.y -= to.y - from.y;
    this.fingers.set(event.pointerId, event);
    this.apply();
  }

  up(event) {
    if (!this.fingers.delete(event.pointerId) || !this.busy) return;
    this.board.swallow = true;
    setTimeout(() => (this.board.swallow = false), 50);
    if (!this.fingers.size) this.busy = false;
  }
}
