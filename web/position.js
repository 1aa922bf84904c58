// Whether a position is one to play from.

import { say } from "./catalogue.js";
import { Game } from "./rules.js";
import { otherSide, resultWords, sideName, SIDES } from "./words.js";

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
 * Can the text be a position of that game?
 * @param {Variant} variant
 * @param {string} sfen
 */
export const reads = (variant, sfen) => stateOf(variant, sfen) !== null;

/**
 * The same position with the other side to move.
 * @param {string} sfen
 */
export const passed = (sfen) =>
  sfen.replace(/ ([bw])(?= |$)/, (_, side) => (side === "b" ? " w" : " b"));

/**
 * May the side to move, which stands in check, leave its royal there? In some games it may.
 * @param {Variant} variant
 * @param {string} sfen
 */
function mayStayInCheck(variant, sfen) {
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
  const turned = passed(sfen);
  if (!stateOf(variant, turned)?.check || mayStayInCheck(variant, turned)) return "";
  return say("start.otherInCheck", { side: sideName(otherSide(state.side)) });
}
