// The wheel over the board goes through the game.

import { WIDE } from "../board/layout.ts";
import { settings } from "../settings/settings.ts";
import { goTo } from "./steps.ts";
import type { Play } from "./state.ts";

const ROLL_PX = 60; // of the wheel for a move
const LINE_PX = 40; // of a wheel that counts lines

let rolled = 0; // pixels of the wheel that made no move yet

/** Takes a turn of the wheel, on a wide page only: elsewhere the wheel scrolls. */
export function roll(play: Play, event: WheelEvent) {
  const { table } = play;
  if (!table || !settings.wheel || !matchMedia(WIDE).matches) return;
  event.preventDefault();
  const way = event.deltaY * (event.deltaMode ? LINE_PX : 1);
  if (way * rolled < 0) rolled = 0;
  rolled += way;
  if (Math.abs(rolled) < ROLL_PX) return;
  const ply = table.viewed + Math.sign(rolled);
  rolled = 0;
  if (ply >= 0 && ply <= table.played.length) goTo(play, ply);
}
