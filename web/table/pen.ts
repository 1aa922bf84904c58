// The button of the pen: switches whether the left mouse button and a finger draw arrows on the board or move pieces.

import type { Play } from "./state.ts";

export function toggleDrawing({ view: { board }, redraw }: Play) {
  board?.setDrawing(!board.drawing);
  redraw();
}
