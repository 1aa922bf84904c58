// The games that come with Henka, by their standard rulings; each is read when it is first asked for.

import { parseVariant, shippedNames } from "./rules.ts";
import type { Variant } from "./rules.ts";

export const FIRST = "shogi"; // stands before the others, and is chosen first: the one that most people know

const read: Map<string, Variant | null> = new Map(); // by name

/** null: none is called so. */
export function shippedGame(name: string) {
  if (!read.has(name)) read.set(name, parseVariant(name, null).variant);
  return read.get(name) ?? null;
}

const gamesOf = (names: readonly string[]) => names.flatMap((name) => shippedGame(name) ?? []);

/**
 * The number of games that lists show at once. The others have the key `shelf` in their files and are listed after these. Most
 * visits need none of them.
 */
function firstCount() {
  const names = shippedNames();
  const behind = names.findIndex((name) => shippedGame(name)?.about.shelf);
  return behind < 0 ? names.length : behind;
}

/** Those that lists show at once, in the order in which they do. */
export function firstGames() {
  const names = shippedNames().slice(0, firstCount());
  return gamesOf(names.sort((a, b) => Number(b === FIRST) - Number(a === FIRST)));
}

/** The names of the games that lists do not show at once. */
export const moreNames = () => shippedNames().slice(firstCount());

export const moreGames = () => gamesOf(moreNames());
