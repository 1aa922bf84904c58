// The notation and the names of squares that players of a family of games use.

import { settings } from "../settings/settings.ts";
import { ownNotation } from "./catalogue.ts";
import type { Family, Notation } from "../core/index.ts";

const WRITTEN: readonly Family[] = ["figure", "disc", "stupa"]; // families with a notation of their own

/** Have games of this family a notation of their own, which only rules.wasm writes? */
export const hasNotation = (family: Family) => WRITTEN.includes(family);

/** The notation in which moves of a family are shown: the visitor's choice, or that of the game. */
export function notationOf(family: Family): Notation {
  const { notation } = settings;
  return notation === "usual" && !hasNotation(family) ? ownNotation() : notation;
}
