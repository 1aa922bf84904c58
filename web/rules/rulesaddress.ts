// Addresses of the rules of games: what they name, and how they are written.
//
//   #/rules                      all games
//   #/rules/suzumu               a game
//   #/rules/suzumu/fire-demon    a piece of it
//   #/rules/suzumu?jumpRank=off  by house rules
//   #/rules/own                  the game of one's own that this browser keeps; with ?text=… the one of that text

import type { Variant } from "../core/rules.ts";
import type { Settings } from "../lib/messages.ts";

export interface RulesAddress {
  /** "" for all of them, OWN for one's own */
  game: string;
  /** as pieceSlug has it; "" for none */
  piece: string;
  /** house rules that were chosen */
  settings: Settings;
  /** of a game of one's own */
  text: string | null;
}

/** Stands for the name of a game that doesn't ship. */
export const OWN = "own";
const RULES = /^#\/rules(?:\/([^/?]*))?(?:\/([^/?]*))?(?:\?(.*))?$/;
const TEXT = "text";

function decoded(part: string) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** null: it is no address of rules. */
export function readRulesAddress(hash: string): RulesAddress | null {
  const found = hash.match(RULES);
  if (!found) return null;
  const [, game = "", piece = "", query = ""] = found;
  const { [TEXT]: text = null, ...settings } = Object.fromEntries(new URLSearchParams(query));
  return { game: decoded(game), piece: decoded(piece), settings, text };
}

export function rulesAddress({
  game = "",
  piece = "",
  settings = {},
  text = null,
}: Partial<RulesAddress>) {
  const query = new URLSearchParams(text === null ? settings : { ...settings, [TEXT]: text });
  const path = [game, piece].filter(Boolean).map((part) => `/${encodeURIComponent(part)}`);
  return `#/rules${path.join("")}${query.size ? `?${query}` : ""}`;
}

const slug = (name: string) => name.toLowerCase().trim().replace(/\s+/g, "-");

/** What a kind of piece is called in an address: its name, or its letters where an earlier kind has the same name. */
export function pieceSlug({ kinds }: Variant, kind: number) {
  const { name, id } = kinds[kind - 1];
  return kinds.findIndex((other) => slug(other.name) === slug(name)) === kind - 1 ? slug(name) : id;
}

/** The kind that an address means; 0: there is none. */
export const kindOfSlug = (variant: Variant, wanted: string) =>
  variant.kinds.findIndex(
    ({ id }, i) => id === wanted || pieceSlug(variant, i + 1) === slug(wanted),
  ) + 1;
