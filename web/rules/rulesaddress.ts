// The addresses of the pages of rules:
//
//   #/rules                       the list of all games
//   #/rules/suzumu                the rules of a shipped game
//   #/rules/suzumu/fire-demon     these rules, scrolled to a piece
//   #/rules/suzumu?jumpRank=off   these rules with other settings (house rules)
//   #/rules/own                   the own game that is open on this browser's shelf
//   #/rules/own?text=…            an own game with this text

import type { Settings, Variant } from "../core/index.ts";

export interface RulesAddress {
  /** name of a shipped game; "": the list of all games; OWN: an own game of the visitor */
  game: string;
  /** the slug of the piece to scroll to (pieceSlug); "" for none */
  piece: string;
  /** the house rules by which the game is shown */
  settings: Settings;
  /** the text of an own game; null: the own game that is open on the shelf */
  text: string | null;
}

/** The name that stands for the visitor's own game in addresses and settings. */
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

/** Reads the part of an address from "#" on; null: it is no address of rules. */
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

/** The slug of a kind, which names it in addresses: the kind's name in small letters, or its id if an earlier kind has the same name. */
export function pieceSlug({ kinds }: Variant, kind: number) {
  const { name, id } = kinds[kind - 1];
  return kinds.findIndex((other) => slug(other.name) === slug(name)) === kind - 1 ? slug(name) : id;
}

/** The kind of piece with this slug (its name in addresses); 0: none. */
export const kindOfSlug = (variant: Variant, wanted: string) =>
  variant.kinds.findIndex(
    ({ id }, i) => id === wanted || pieceSlug(variant, i + 1) === slug(wanted),
  ) + 1;
