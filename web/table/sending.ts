// Moves on their way to the server: asked about first, shown at once, sent again after a broken line.

import { isWhole, wholeRules } from "../core/rules.ts";
import { say } from "../language/catalogue.ts";
import { moveWords } from "../language/movewords.ts";
import { announce } from "../lib/dom.ts";
import { settings } from "../settings/settings.ts";
import { isShared } from "./seats.ts";
import { showTold } from "./showing.ts";
import type { PendingMove } from "./pending.ts";
import type { Play } from "./state.ts";
import type { Table } from "./table.ts";

/** Takes a move that was entered: it is played, or asked about first. */
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

/** Shows the move at once; the server's answer follows. */
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

/** Fetches the rules in words while the player thinks, for he will want them and the server may be away then. */
function fetchAhead() {
  if (!isWhole()) Promise.all([import("../rules/about.ts"), wholeRules()]).catch(() => null);
}

/** The move that waited for a yes is played. */
export function confirm(play: Play) {
  const { held } = play;
  play.held = null;
  if (held) commit(play, held.usi);
  play.view.board?.focus();
}

/** Takes the move that waits for a yes off the board. Returns false if there is none. */
export function revoke(play: Play) {
  if (!play.held) return false;
  play.held = null;
  showTold(play);
  play.view.board?.focus();
  return true;
}
