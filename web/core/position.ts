// Decides whether a game can begin from a position.

import { Game } from "./game.ts";
import type { PositionState, Side } from "./types.ts";
import type { Variant } from "./variant.ts";

/** The state of the game at an SFEN; null: the SFEN is refused. */
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

/** Is the text an SFEN that this game accepts? */
export const reads = (variant: Variant, sfen: string) => stateOf(variant, sfen) !== null;

/** The SFEN of this position with the other side to move. */
export const passed = (sfen: string) =>
  sfen.replace(/ ([bw])(?= |$)/, (_, side) => (side === "b" ? " w" : " b"));

/** Has the side to move, which is in check, a move that leaves its royal in check? Some games allow such moves. */
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

/**
 * The reason why a game can't begin from a position. `over`: the game is over in it. `inCheck`: this side is in check although
 * the other side is to move.
 */
export type PositionProblem = { over: PositionState } | { inCheck: Side };

/** The reason why a game can't begin from the position; null: a game can begin from it, or the SFEN is refused. */
export function positionProblem(variant: Variant, sfen: string): PositionProblem | null {
  const state = stateOf(variant, sfen);
  if (!state) return null;
  if (state.reason !== "playing") return { over: state };
  const turned = passed(sfen);
  if (!stateOf(variant, turned)?.check || mayStayInCheck(variant, turned)) return null;
  return { inCheck: state.side === 0 ? 1 : 0 };
}
