// The pen: the board is drawn on by the left button and a finger, or no longer.

import type { Play } from "./state.ts";

export function toggleDrawing({ view: { board, frame } }: Play) {
  const on = !board?.drawing;
  board?.setDrawing(on);
  frame.actions.byAct.get("pen")?.setAttribute("aria-pressed", String(on));
}
