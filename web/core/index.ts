// The npm package of the rules of shogi variants, which run as WebAssembly. The package imports nothing from outside its folder.

export { boardAt, burns, Game, PositionError, sideOf } from "./game.ts";
export { constants, isWhole, loadRules, shippedNames, speak, version, wholeRules } from "./load.ts";
export { parseVariant } from "./parse.ts";
export { passed, positionProblem, reads } from "./position.ts";
export { firstGames, moreGames, moreNames, shippedGame } from "./shipped.ts";
export { Variant } from "./variant.ts";
export type { RulesOptions } from "./load.ts";
export type { PositionProblem } from "./position.ts";
export type * from "./types.ts";
export type { Kind } from "./variant.ts";
