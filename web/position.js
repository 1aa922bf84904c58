// Whether a position is one to play from.

import { say } from "./catalogue.js";
import { Game } from "./rules.js";
import { otherSide, resultWords, SIDE_NAMES, SIDES } from "./words.js";

/** @import { Reason } from "./messages.js" */
/** @import { PositionState } from "./core.js" */
/** @import { Variant } from "./rules.js" */

/**
 * null: it can't be read.
 * @param {Variant} variant
 * @param {string} sfen
 * @returns {PositionState | null}
 */
function stateOf(variant, sfen) {
  try {
    const game = new Game(variant, sfen);
    const { state } = game;
    game.free();
    return state;
  } catch {
    return null;
  }
}

/**
 * Why nobody can play from this position, or "". What can't be read is no matter here.
 * @param {Variant} variant
 * @param {string} sfen
 */
export function positionProblem(variant, sfen) {
  const state = stateOf(variant, sfen);
  if (!state) return "";
  if (state.reason !== "playing") {
    const reason = /** @type {Reason} */ (state.reason);
    const winner = state.winner < 0 ? null : SIDES[state.winner === 1 ? 1 : 0];
    return say("start.over", { result: resultWords({ reason, winner }) });
  }
  const passed = sfen.replace(/ ([bw])(?= |$)/, (_, side) => (side === "b" ? " w" : " b"));
  if (!stateOf(variant, passed)?.check) return "";
  return say("start.otherInCheck", { side: SIDE_NAMES[otherSide(state.side)] });
}
