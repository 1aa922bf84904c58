// The state of a game for the visitor.

import type { GameSummary } from "../lib/servermessages.ts";

/**
 * The state of a game for the visitor. turn: it is his move; asked: the opponent offers another game; waits: it is not his move;
 * over: the game has ended.
 */
export type Standing = "turn" | "asked" | "waits" | "over";

export function standing({ turn, you, open, result, rematchOffer }: GameSummary): Standing {
  const asked = rematchOffer && you.length === 1 && !you.includes(rematchOffer);
  if (result) return asked ? "asked" : "over";
  return turn && !open && you.includes(turn) ? "turn" : "waits";
}
