// Gestures that zoom and pan the board: two fingers, the wheel with Ctrl, a pinch on a trackpad, and the mouse on a zoomed board.

import { ignoreNextClick } from "./state.ts";
import { panBy, TAP_PX, toBoard, zoomBy } from "./zoom.ts";
import type { BoardState } from "./state.ts";
import type { ScreenPoint } from "./zoom.ts";

/** The event that WebKit sends for a pinch on a trackpad. */
type GestureEvent = Event &
  ScreenPoint & { /** zoom factor since the pinch began; 1: unchanged */ scale: number };

/** The fingers that are down on a board, or the mouse that pans it. */
export interface Fingers {
  /** the last event of each pointer that is down, by pointerId */
  down: Map<number, PointerEvent>;
  /** two fingers zoom the board, or one finger or the mouse pans it, so presses on squares are ignored */
  busy: boolean;
  /** `scale` of the last event of a pinch on a trackpad */
  pinched: number;
}

const WHEEL_FACTOR = 1.2;
const CLICK_AFTER_PAN_MS = 50;

export function listenToPinches(state: BoardState) {
  const { svg } = state;
  svg.addEventListener("pointerdown", (event) => down(state, event), true);
  svg.addEventListener("pointermove", (event) => move(state, event), true);
  svg.addEventListener("pointerup", (event) => up(state, event), true);
  svg.addEventListener("pointercancel", (event) => up(state, event), true);
  svg.addEventListener("wheel", (event) => wheel(state, event), { passive: false });
  for (const type of ["gesturestart", "gesturechange"]) {
    svg.addEventListener(type, (event) => gesture(state, event as GestureEvent));
  }
}

/**
 * Handles Safari's event for a pinch on a trackpad, which would zoom the page. On a touch screen Safari also sends pointer events, which
 * zoom the board, so there only the page's zoom is prevented.
 */
function gesture(state: BoardState, event: GestureEvent) {
  const { fingers } = state;
  event.preventDefault();
  if (event.type === "gesturechange" && !fingers.down.size) {
    zoomBy(state, event.scale / fingers.pinched, toBoard(state, event));
  }
  fingers.pinched = event.type === "gesturestart" ? 1 : event.scale;
}

function wheel(state: BoardState, event: WheelEvent) {
  if (!event.ctrlKey) return state.on.roll(event);
  event.preventDefault();
  zoomBy(state, event.deltaY < 0 ? WHEEL_FACTOR : 1 / WHEEL_FACTOR, toBoard(state, event));
}

function down(state: BoardState, event: PointerEvent) {
  const { fingers } = state;
  if (event.pointerType !== "touch" && !mousePans(state, event)) return;
  fingers.down.set(event.pointerId, event);
  if (fingers.down.size === 2) fingers.busy = true;
}

/** The mouse pans a zoomed board from every square on which it would not drag a piece. */
function mousePans({ zoom }: BoardState, { target, button }: PointerEvent) {
  const movable = target instanceof Element && target.closest(".movable");
  return zoom.scale > 1 && button === 0 && !movable;
}

function move(state: BoardState, event: PointerEvent) {
  const { fingers, zoom, pen } = state;
  const before = fingers.down.get(event.pointerId);
  if (!before) return;
  if (!event.buttons && event.pointerType === "mouse") return up(state, event); // the mouse button was released outside the board
  if (fingers.down.size === 2) pinch(state, before, event);
  else if (zoom.scale > 1 && !pen.on) pan(state, before, event);
  else fingers.down.set(event.pointerId, event);
}

function pinch(state: BoardState, before: PointerEvent, event: PointerEvent) {
  const { fingers } = state;
  const other = [...fingers.down.values()].find((each) => each.pointerId !== event.pointerId);
  if (!other) return;
  const gap = (finger: ScreenPoint) =>
    Math.hypot(finger.clientX - other.clientX, finger.clientY - other.clientY);
  const middle = toBoard(state, {
    clientX: (event.clientX + other.clientX) / 2,
    clientY: (event.clientY + other.clientY) / 2,
  });
  zoomBy(state, gap(event) / Math.max(1, gap(before)), middle);
  fingers.down.set(event.pointerId, event);
}

function pan(state: BoardState, before: PointerEvent, event: PointerEvent) {
  const { fingers } = state;
  const way = Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY);
  if (!fingers.busy && way < TAP_PX) return;
  const from = toBoard(state, before);
  const to = toBoard(state, event);
  fingers.busy = true;
  fingers.down.set(event.pointerId, event);
  panBy(state, from.x - to.x, from.y - to.y);
}

function up(state: BoardState, event: PointerEvent) {
  const { fingers } = state;
  if (!fingers.down.delete(event.pointerId) || !fingers.busy) return;
  ignoreNextClick(state, CLICK_AFTER_PAN_MS);
  if (!fingers.down.size) fingers.busy = false;
}
