// Why a game can't begin at a position, in words.

import { positionProblem } from "../core/index.ts";
import { say } from "../language/catalogue.ts";
import { callingOf, resultWords, sideName, SIDES } from "../language/words.ts";
import type { Reason, Variant } from "../core/index.ts";

/** The reason in words why no game can begin from the position; "": a game can begin from it, or the variant can't read the SFEN. */
export function startProblem(variant: Variant, sfen: string) {
  const problem = positionProblem(variant, sfen);
  if (!problem) return "";
  const calling = callingOf(variant);
  if ("inCheck" in problem) {
    return say("start.otherInCheck", { side: sideName(problem.inCheck, calling) });
  }
  const { reason, winner } = problem.over;
  const side = winner < 0 ? null : SIDES[winner === 1 ? 1 : 0];
  return say("start.over", {
    result: resultWords({ reason: reason as Reason, winner: side }, calling),
  });
}
