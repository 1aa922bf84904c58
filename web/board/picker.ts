// What a piece becomes, chosen on the square where it lands: a piece for each face, the first exactly on the square.

import { closeButton, h, openDialog } from "../lib/dom.ts";
import { pieceIcon } from "./pieces.ts";
import type { Face, PieceLook } from "./pieces.ts";

const LEAST_PX = 48; // least size of a choice, so that fingers can press it
const GAP = 4;

/** Puts a dialog to its place now, and again when the screen has another size. */
function keepPlace(closed: Promise<unknown>, put: () => void) {
  put();
  const again = () => requestAnimationFrame(put); // after the board has its new place
  window.addEventListener("resize", again);
  closed.then(() => window.removeEventListener("resize", again));
}

export interface FaceChoice<V> {
  value: V;
  usi: string;
  face: Face;
  words: string;
}

/**
 * Answers the value chosen, or null when the choice was left.
 * @param square on the screen
 */
export async function pickFace<V>(
  title: string,
  square: () => DOMRect,
  look: PieceLook,
  choices: FaceChoice<V>[],
): Promise<V | null> {
  let answer: V | null = null;
  const buttons = choices.map(({ value, usi, face, words }) => {
    const button = closeButton({ "aria-label": words, title: words });
    button.addEventListener("click", () => (answer = value), { capture: true });
    button.append(h("span", { "data-usi": usi }, pieceIcon(face, look)));
    return button;
  });
  const { dialog, closed } = openDialog({ class: "faces", "aria-label": title }, buttons);
  keepPlace(closed, () => place(dialog, square(), choices.length));
  await closed;
  return answer;
}

/**
 * The same for what a move captures, in words, beside the square.
 * @param square on the screen
 */
export async function pickWay<V>(
  title: string,
  square: () => DOMRect,
  choices: { value: V; usi: string; words: string }[],
): Promise<V | null> {
  let answer: V | null = null;
  const buttons = choices.map(({ value, usi, words }) => {
    const button = closeButton({});
    button.addEventListener("click", () => (answer = value), { capture: true });
    button.append(h("span", { "data-usi": usi, text: words }));
    return button;
  });
  const heading = h("p", { text: title });
  const { dialog, closed } = openDialog({ class: "ways", "aria-label": title }, heading, buttons);
  keepPlace(closed, () => placeBelow(dialog, square()));
  dialog.querySelector("button")?.focus();
  await closed;
  return answer;
}

/** Below the square, or above it where the screen ends. */
function placeBelow(dialog: HTMLDialogElement, square: DOMRect) {
  const { width, height } = dialog.getBoundingClientRect();
  const below = square.bottom + GAP + height <= innerHeight;
  const top = below ? square.bottom + GAP : square.top - GAP - height;
  const left = square.x + square.width / 2 - width / 2;
  dialog.style.left = `${Math.max(GAP, Math.min(left, innerWidth - width - GAP))}px`;
  dialog.style.top = `${Math.max(GAP, top)}px`;
}

/** The other faces lie below the first, or above it where the screen ends. */
function place(dialog: HTMLDialogElement, square: DOMRect, count: number) {
  const side = Math.max(LEAST_PX, square.height);
  const middle = { x: square.x + square.width / 2, y: square.y + square.height / 2 };
  const down = middle.y - side / 2 + count * side <= innerHeight;
  const top = middle.y - side / 2 - (down ? 0 : (count - 1) * side);
  const left = Math.max(0, Math.min(middle.x - side / 2, innerWidth - side));
  dialog.classList.toggle("upwards", !down);
  dialog.style.setProperty("--side", `${side}px`);
  dialog.style.left = `${left}px`;
  dialog.style.top = `${Math.max(0, top)}px`;
}
