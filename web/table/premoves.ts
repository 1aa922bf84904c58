// Premoves: moves that are entered while the other side thinks, and played on the visitor's turn if
// they are legal then.

import { say } from "../language/catalogue.ts";
import { moveWords } from "../language/movewords.ts";
import { announce, notice } from "../lib/dom.ts";
import { isMyTurn, mayPremove } from "./seats.ts";
import { commit } from "./sending.ts";
import type { Move } from "../core/index.ts";
import type { Candidate } from "../entry/entry.ts";
import type { Play } from "./state.ts";
import type { Table } from "./table.ts";

export function setPremove(play: Play, table: Table, move: Candidate<Move>) {
  const { usi, drop, from, to, named } = move;
  const words = moveWords(table, move);
  const squares = [...new Set([...(drop ? [] : [from]), ...named, to])];
  play.premove = { ply: table.played.length, usi, squares, words };
  announce(say("premove.waits", { move: words }));
  play.redraw();
}

/** Gives the premove up. Returns false if there was none. */
export function forgetPremove(play: Play) {
  if (!play.premove) return false;
  play.premove = null;
  announce(say("premove.forgotten"));
  play.redraw();
  return true;
}

/** Called after a message of the server about the game: plays the premove if it is the visitor's turn and the move is legal, and gives it up otherwise. */
export function playPremove(play: Play) {
  const { table, premove } = play;
  if (!premove || !table) return;
  if (mayPremove(table) && table.played.length === premove.ply) return;
  play.premove = null;
  const turn = isMyTurn(table);
  const legal = turn && table.played.length === premove.ply + 1;
  if (legal && table.game.readMove(premove.usi)) return commit(play, premove.usi);
  if (turn) notice(say("premove.gone", { move: premove.words }));
  play.redraw();
}
