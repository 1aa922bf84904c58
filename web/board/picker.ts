// Choices between moves, shown on the move's destination: by what the piece becomes, with a button for each face, or by the captured
// pieces, in words.

import { closeButton, h, openDialog } from "../lib/dom.ts";
import { pieceIcon } from "./pieces.ts";
import type { Face, PieceLook } from "./pieces.ts";

const LEAST_PX = 48; // minimum size of a button, so that fingers can press it
const GAP = 4;

/**
 * Places a dialog now, and again whenever the window is resized.
 * @param closed settles when the dialog is closed
 * @param put places the dialog
 */
function keepPlace(closed: Promise<unknown>, put: () => void) {
  put();
  const again = () => requestAnimationFrame(put); // waits for the next frame, in which the board has its new place
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
 * Asks what a piece becomes, with a button for each face. Returns the value of the pressed one; null: the visitor closed the dialog.
 * @param square returns the place of the destination on the screen
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
 * Asks in words which pieces a move captures, beside its destination. Returns the value of the pressed button; null: the visitor closed the
 * dialog.
 * @param square returns the place of the destination on the screen
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

/** Places a dialog below the square; above it if there is no room on the screen below it. */
function placeBelow(dialog: HTMLDialogElement, square: DOMRect) {
  const { width, height } = dialog.getBoundingClientRect();
  const below = square.bottom + GAP + height <= innerHeight;
  const top = below ? square.bottom + GAP : square.top - GAP - height;
  const left = square.x + square.width / 2 - width / 2;
  dialog.style.left = `${Math.max(GAP, Math.min(left, innerWidth - width - GAP))}px`;
  dialog.style.top = `${Math.max(GAP, top)}px`;
}

/** Places the buttons for faces in a column that begins on the square and goes down; up if there is no room on the screen below. */
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
