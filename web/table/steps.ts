// Looking at earlier positions, and turning the board.

import { say } from "../language/catalogue.ts";
import { spokenMove } from "../language/movewords.ts";
import { otherSide, sideWord } from "../language/words.ts";
import { announce } from "../lib/dom.ts";
import { settings } from "../settings/settings.ts";
import { goToPly } from "./moves.ts";
import { forgetPremove } from "./premoves.ts";
import { setReplay } from "./replay.ts";
import { BOTH, isHandicap, isMine, isShared, ownSide } from "./seats.ts";
import { revoke } from "./sending.ts";
import { lastMove } from "./table.ts";
import type { Side } from "../core/types.ts";
import type { Play } from "./state.ts";
import type { Table } from "./table.ts";

/** Shows the position after that number of plies. */
export function goTo(play: Play, ply: number) {
  const { table } = play;
  if (!table) return;
  forgetPremove(play);
  revoke(play);
  setReplay(play, false);
  goToPly(table, ply);
  play.engine.hinted = null;
  play.redraw();
  const last = lastMove(table);
  if (last) announce(say("spoken.ply", { ply: table.viewed, move: spokenMove(table, last) }));
  else announce(say("spoken.start"));
}

/** Steps on, or back if `plies` is negative. */
export const stepBy = (play: Play, plies: number) =>
  play.table && goTo(play, play.table.viewed + plies);

/** Gote sits at the bottom. A person sits there himself; two at one screen sit there by turns if they wish so. */
export function isFlipped({ flip }: Play, table: Table) {
  if (flip !== null) return flip;
  if (isShared(table)) return settings.turnBoard && table.game.state.side === 1;
  return !isMine(table, 0) && isMine(table, 1);
}

export function turnBoard(play: Play, table: Table) {
  play.flip = !isFlipped(play, table);
  play.redraw();
}

/** Names the sides whose attacked squares are shown. */
export const attackWords = (sides: readonly Side[], handicap: boolean) =>
  sides.length
    ? say("act.attacksBy", { sides: sides.map((side) => sideWord(side, handicap)) })
    : say("act.attacks");

/** Shows the squares that the other side attacks, then one's own, then both, then none. */
export function showAttacks(play: Play, table: Table) {
  const [first = null, second = null] = play.attacks;
  const own = ownSide(table);
  const other = otherSide(own);
  if (first === null) play.attacks = [other];
  else if (second !== null) play.attacks = [];
  else play.attacks = first === other ? [own] : BOTH;
  const { attacks } = play;
  announce(attacks.length ? attackWords(attacks, isHandicap(table)) : say("act.attacksGone"));
  play.redraw();
}
