// The shipped games with their default settings. Each game is read when it is first asked for, and never freed.

import { shippedNames } from "./load.ts";
import { parseVariant } from "./parse.ts";
import type { Variant } from "./variant.ts";

const FIRST = "shogi"; // the game that is first in every list and chosen on a first visit, because most people know it

const read: Map<string, Variant | null> = new Map(); // the games that were read, by name; null: no shipped game has the name

/** The shipped game of this name; null: no game has the name. */
export function shippedGame(name: string) {
  if (!read.has(name)) read.set(name, parseVariant(name, null).variant);
  return read.get(name) ?? null;
}

const gamesOf = (names: readonly string[]) => names.flatMap((name) => shippedGame(name) ?? []);

/**
 * The number of shipped games before the first one whose file has the key `shelf`. Lists of games show that game and the
 * following ones only on demand.
 */
function firstCount() {
  const names = shippedNames();
  const behind = names.findIndex((name) => shippedGame(name)?.about.shelf);
  return behind < 0 ? names.length : behind;
}

/** The games that lists show at once, in their order. */
export function firstGames() {
  const names = shippedNames().slice(0, firstCount());
  return gamesOf(names.sort((a, b) => Number(b === FIRST) - Number(a === FIRST)));
}

/** The names of the games that lists show only on demand. */
export const moreNames = () => shippedNames().slice(firstCount());

export const moreGames = () => gamesOf(moreNames());
