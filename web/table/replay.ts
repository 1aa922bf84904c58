// Goes through a game by itself, a move after another.

import { spokenMove } from "../language/movewords.ts";
import { announce } from "../lib/dom.ts";
import { settings } from "../settings/settings.ts";
import { goToPly } from "./moves.ts";
import { isAtEnd, isOver, lastMove } from "./table.ts";
import type { Play } from "./state.ts";

const paceMs = () => settings.pace * 1000;

export function setReplay(play: Play, on: boolean) {
  const { replay } = play;
  clearTimeout(replay.timer);
  replay.timer = undefined;
  replay.on = on;
  if (on) waitForStep(play, paceMs());
}

function waitForStep(play: Play, ms: number) {
  const { replay } = play;
  replay.timer = setTimeout(() => {
    replay.timer = undefined;
    if (replay.on && stepOn(play)) waitForStep(play, ms);
  }, ms);
}

/** Goes on after a message, which may have brought the next move. */
export function continueReplay(play: Play) {
  const { on, timer } = play.replay;
  if (on && timer === undefined) waitForStep(play, paceMs());
}

/** Shows the next move. Returns false if there is none: it has not been played yet, or the game is over. */
function stepOn(play: Play) {
  const { table } = play;
  if (!table) return false;
  if (!isAtEnd(table)) goToPly(table, table.viewed + 1);
  const last = lastMove(table);
  if (last) announce(spokenMove(table, last));
  if (isAtEnd(table) && isOver(table)) setReplay(play, false);
  play.redraw();
  return !isAtEnd(table);
}

/** Starts the replay at the position shown, or at the beginning if that is the last; or stops it. */
export function toggleReplay(play: Play) {
  const { table } = play;
  if (!table) return;
  const on = !play.replay.on;
  if (on && isAtEnd(table) && isOver(table)) goToPly(table, 0);
  setReplay(play, on);
  play.redraw();
}
