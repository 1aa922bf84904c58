// Sends moves to the server. If the settings ask for it, the visitor confirms a move before it is sent. A sent move is shown at once as
// pending (pending.ts).

import { isWhole, wholeRules } from "../core/index.ts";
import { say } from "../language/catalogue.ts";
import { moveWords } from "../language/movewords.ts";
import { announce } from "../lib/dom.ts";
import { laterOrNull } from "../lib/later.ts";
import { settings } from "../settings/settings.ts";
import { isShared } from "./seats.ts";
import { showTold } from "./showing.ts";
import type { PendingMove } from "./pending.ts";
import type { Play } from "./state.ts";
import type { Table } from "./table.ts";

/** Plays a move that was entered; if the settings ask for it, asks the visitor to confirm the move first. */
export function send(play: Play, usi: string) {
  const { table } = play;
  if (!table) return;
  if (!asksFirst(table)) return commit(play, usi);
  const parts = table.game.readMove(usi);
  const words = say("confirm.ask", { move: parts ? moveWords(table, parts) : usi });
  play.held = { ply: table.played.length, usi, words };
  showTold(play);
  announce(words);
}

function asksFirst(table: Table) {
  if (settings.confirm !== "days") return settings.confirm === "always";
  return table.message.clock?.rules.kind === "days" && !isShared(table);
}

/** Sends the move and shows it at once, before the server has answered. */
export function commit(play: Play, usi: string) {
  const { told, pending } = play;
  if (!told) return;
  const move = { ply: told.message.moves.length + pending.count, usi };
  pending.add(move);
  sendMove(play, move);
  showTold(play);
}

export function sendMove({ connection, id }: Play, move: PendingMove) {
  fetchAhead();
  connection.send({ t: "move", id, ...move });
}

/** Loads rules.wasm and the page of rules in advance, because the server may be away when the visitor asks why a move is illegal. */
function fetchAhead() {
  if (!isWhole()) laterOrNull(Promise.all([import("../rules/about.ts"), wholeRules()]));
}

/** Plays the move that waits for the visitor's confirmation; called when he confirms it. */
export function confirm(play: Play) {
  const { held } = play;
  play.held = null;
  if (held) commit(play, held.usi);
  play.view.board?.focus();
}

/** Takes back the move that waits for the visitor's confirmation. Returns false if there is none. */
export function revoke(play: Play) {
  if (!play.held) return false;
  play.held = null;
  showTold(play);
  play.view.board?.focus();
  return true;
}
