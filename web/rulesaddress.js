// Addresses of the rules of games: what they name, and how they are written.
//
//   #/rules                      all games
//   #/rules/suzumu               a game
//   #/rules/suzumu/fire-demon    a piece of it
//   #/rules/suzumu?jumpRank=off  by house rules
//   #/rules/own                  the game of one's own that this browser keeps; with ?text=… the one of that text

/** @import { Settings } from "./messages.js" */
/** @import { Variant } from "./rules.js" */

/**
 * @typedef {object} RulesAddress
 * @property {string} game "" for all of them, OWN for one's own
 * @property {string} piece as pieceSlug has it; "" for none
 * @property {Settings} settings house rules that were chosen
 * @property {string | null} text of a game of one's own
 */

/** Stands for the name of a game that doesn't ship. */
export const OWN = "own";
const RULES = /^#\/rules(?:\/([^/?]*))?(?:\/([^/?]*))?(?:\?(.*))?$/;
const TEXT = "text";

/** @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * null: it is no address of rules.
 * @param {string} hash
 * @returns {RulesAddress | null}
 */
export function readRulesAddress(hash) {
  const found = hash.match(RULES);
  if (!found) return null;
  const [, game = "", piece = "", query = ""] = found;
  const { [TEXT]: text = null, ...settings } = Object.fromEntries(new URLSearchParams(query));
  return { game: decoded(game), piece: decoded(piece), settings, text };
}

/** @param {Partial<RulesAddress>} address */
export function rulesAddress({ game = "", piece = "", settings = {}, text = null }) {
  const query = new URLSearchParams(text === null ? settings : { ...settings, [TEXT]: text });
  const path = [game, piece].filter(Boolean).map((part) => `/${encodeURIComponent(part)}`);
  return `#/rules${path.join("")}${query.size ? `?${query}` : ""}`;
}

/** @param {string} name */
const slug = (name) => name.toLowerCase().trim().replace(/\s+/g, "-");

/**
 * What a kind of piece is called in an address: its name, or its letters where an earlier kind has the same name.
 * @param {Variant} variant
 * @param {number} kind
 */
export function pieceSlug({ kinds }, kind) {
  const { name, id } = kinds[kind - 1];
  return kinds.findIndex((other) => slug(other.name) === slug(name)) === kind - 1 ? slug(name) : id;
}

/**
 * The kind that an address means; 0: there is none.
 * @param {Variant} variant
 * @param {string} wanted
 */
export const kindOfSlug = (variant, wanted) =>
  variant.kinds.findIndex(
    ({ id }, i) => id === wanted || pieceSlug(variant, i + 1) === slug(wanted),
  ) + 1;
