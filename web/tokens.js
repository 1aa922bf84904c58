// The secrets of games that this browser knows: of its seats, and of invitations.

/** @import { Tokens } from "./messages.js" */

const KEY = "henka-tokens";
const MOST_KEPT = 100; // games

/** @typedef {Pick<Tokens, "seat" | "invitation">} Secrets */

/** @returns {Record<string, Secrets>} */
function load() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/** They are told once, and needed after a reload too: new ones would make a link void that a friend has already. */
const kept = load();

/** @param {Tokens} message */
export function keepTokens({ id, seat, invitation }) {
  delete kept[id]; // the newest come last
  kept[id] = { seat, invitation };
  for (const old of Object.keys(kept).slice(0, -MOST_KEPT)) delete kept[old];
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/**
 * @param {string} id of a game
 * @returns {Secrets | undefined}
 */
export const tokensOf = (id) => kept[id];

/**
 * @param {string} id
 * @param {string} token
 */
export const linkTo = (id, token) => `${location.origin}${location.pathname}#/g/${id}/${token}`;
