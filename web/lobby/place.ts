// The place of the visitor's games at the top of the lobby. The list arrives after the page is drawn and would push the rest down, so the
// height of the last visit is reserved.

import { keep, keptObject } from "../lib/kept.ts";

const PLACE = "henka-mine"; // key under which the browser keeps the list's last height, by the width of the screen

/** Reserves the height of the last visit. */
export function reserve(root: HTMLElement) {
  const { width, height } = keptObject(PLACE);
  if (width !== innerWidth || !height) return;
  root.hidden = false;
  root.style.minHeight = `${height}px`;
}

/** Keeps the height of the list for the next visit. */
export function keepPlace(root: HTMLElement) {
  root.style.minHeight = "";
  keep(PLACE, JSON.stringify({ width: innerWidth, height: root.offsetHeight }));
}
