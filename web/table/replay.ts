// The replay: shows the positions of a game one after another, each for some seconds.

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

/** Continues a replay that waits at the last position, after a message of the server that may contain the next move. */
export function continueReplay(play: Play) {
  const { on, timer } = play.replay;
  if (on && timer === undefined) waitForStep(play, paceMs());
}

/** Shows the position after the next move. Returns false if there is no further move: it was not played yet, or the game is over. */
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

/** Stops the replay if it runs. Otherwise starts it at the position shown, or at the beginning if that is the end of the game. */
export function toggleReplay(play: Play) {
  const { table } = play;
  if (!table) return;
  const on = !play.replay.on;
  if (on && isAtEnd(table) && isOver(table)) goToPly(table, 0);
  setReplay(play, on);
  play.redraw();
}
