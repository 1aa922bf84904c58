// Decides whether a game can be played from a position.

import { say } from "../language/catalogue.ts";
import { otherSide, resultWords, sideName, SIDES } from "../language/words.ts";
import { Game } from "./rules.ts";
import type { Reason } from "../lib/messages.ts";
import type { Variant } from "./rules.ts";
import type { PositionState } from "./types.ts";

/** null: it can't be read. */
function stateOf(variant: Variant, sfen: string): PositionState | null {
  try {
    const game = new Game(variant, sfen);
    const { state } = game;
    game.free();
    return state;
  } catch {
    return null;
  }
}

/** Can the text be a position of that game? */
export const reads = (variant: Variant, sfen: string) => stateOf(variant, sfen) !== null;

/** The same position with the other side to move. */
export const passed = (sfen: string) =>
  sfen.replace(/ ([bw])(?= |$)/, (_, side) => (side === "b" ? " w" : " b"));

/** May the side to move, which stands in check, leave its royal there? In some games it may. */
function mayStayInCheck(variant: Variant, sfen: string) {
  const game = new Game(variant, sfen);
  const may = game.moves.some(({ usi }) => {
    game.play(usi);
    const stays = stateOf(variant, passed(game.sfen))?.check;
    game.undo();
    return stays;
  });
  game.free();
  return may;
}

/** Why no game can be played from this position, or "". A text that can't be read gives "" too. */
export function positionProblem(variant: Variant, sfen: string) {
  const state = stateOf(variant, sfen);
  if (!state) return "";
  if (state.reason !== "playing") {
    const reason = state.reason as Reason;
    const winner = state.winner < 0 ? null : SIDES[state.winner === 1 ? 1 : 0];
    return say("start.over", { result: resultWords({ reason, winner }) });
  }
  const turned = passed(sfen);
  if (!stateOf(variant, turned)?.check || mayStayInCheck(variant, turned)) return "";
  return say("start.otherInCheck", { side: sideName(otherSide(state.side)) });
}
