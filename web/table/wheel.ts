// The mouse wheel: turned over the board, it steps through the game.

import { WIDE } from "../board/layout.ts";
import { settings } from "../settings/settings.ts";
import { goTo } from "./steps.ts";
import type { Play } from "./state.ts";

const ROLL_PX = 60; // pixels that the wheel has to turn for a step of one move
const LINE_PX = 40; // pixels that count for a line, with wheels that report their turn in lines

/** Handles a turn of the wheel over the board. On a page that is not wide the wheel scrolls the page instead. */
export function roll(play: Play, event: WheelEvent) {
  const { table } = play;
  if (!table || !settings.wheel || !matchMedia(WIDE).matches) return;
  event.preventDefault();
  const way = event.deltaY * (event.deltaMode ? LINE_PX : 1);
  const rolled = way * play.rolled < 0 ? way : play.rolled + way;
  const far = Math.abs(rolled) >= ROLL_PX;
  play.rolled = far ? 0 : rolled;
  if (!far) return;
  const ply = table.viewed + Math.sign(rolled);
  if (ply >= 0 && ply <= table.played.length) goTo(play, ply);
}
