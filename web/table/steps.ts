// Shows earlier positions of the game, turns the board, and shows attacked squares.

import { say } from "../language/catalogue.ts";
import { spokenMove } from "../language/movewords.ts";
import { otherSide, sideWord } from "../language/words.ts";
import { announce } from "../lib/dom.ts";
import { settings } from "../settings/settings.ts";
import { goToPly } from "./moves.ts";
import { forgetPremove } from "./premoves.ts";
import { setReplay, toggleReplay } from "./replay.ts";
import { BOTH, callingIn, isMine, isShared, ownSide } from "./seats.ts";
import { revoke } from "./sending.ts";
import { lastMove } from "./table.ts";
import type { Side } from "../core/index.ts";
import type { Calling } from "../language/words.ts";
import type { Play } from "./state.ts";
import type { Table } from "./table.ts";

/** Shows the position after `ply` plies, on the visitor's request: stops the replay, and gives up a premove and a move that waits for confirmation. */
export function goTo(play: Play, ply: number) {
  const { table } = play;
  if (!table) return;
  forgetPremove(play);
  revoke(play);
  setReplay(play, false);
  goToPly(table, ply);
  play.engine.hinted = null;
  play.view.band = false;
  play.redraw();
  const last = lastMove(table);
  if (last) announce(say("spoken.ply", { ply: table.viewed, move: spokenMove(table, last) }));
  else announce(say("spoken.start"));
}

/** Closes the band over the board at the end of a game. Returns false if it is closed. */
export function closeBand(play: Play) {
  if (!play.view.band) return false;
  play.view.band = false;
  play.redraw();
  return true;
}

/** Replays a game that is over from its beginning. */
export function lookAgain(play: Play) {
  goTo(play, 0);
  toggleReplay(play);
  play.view.frame.playback.button.focus();
}

/** Steps forward through the game, or back if `plies` is negative. */
export const stepBy = (play: Play, plies: number) =>
  play.table && goTo(play, play.table.viewed + plies);

/**
 * Does gote sit at the bottom? Unless the visitor has turned the board, his own side sits there. For two persons at one screen it is sente
 * or, with the setting `turnBoard`, the side to move.
 */
export function isFlipped({ flip }: Play, table: Table) {
  if (flip !== null) return flip;
  if (isShared(table)) return settings.turnBoard && table.game.state.side === 1;
  return !isMine(table, 0) && isMine(table, 1);
}

export function turnBoard(play: Play, table: Table) {
  play.flip = !isFlipped(play, table);
  play.redraw();
}

/** The label of the button for attacks: it names the sides whose attacked squares are shown. */
export const attackWords = (sides: readonly Side[], calling: Calling) =>
  sides.length
    ? say("act.attacksBy", { sides: sides.map((side) => sideWord(side, calling)) })
    : say("act.attacks");

/** Shows the attacked squares of the next choice of sides: first the other side, then the visitor's side, then both, then neither. */
export function showAttacks(play: Play, table: Table) {
  const [first = null, second = null] = play.attacks;
  const own = ownSide(table);
  const other = otherSide(own);
  if (first === null) play.attacks = [other];
  else if (second !== null) play.attacks = [];
  else play.attacks = first === other ? [own] : BOTH;
  const { attacks } = play;
  announce(attacks.length ? attackWords(attacks, callingIn(table)) : say("act.attacksGone"));
  play.redraw();
}
