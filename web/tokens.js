// The secrets of games that this browser knows: of its seats, and of invitations.

import { keep, keptObject } from "./kept.js";

/** @import { Tokens } from "./messages.js" */

const KEY = "henka-tokens";
const MOST_KEPT = 100; // games

/** @typedef {Pick<Tokens, "seat" | "invitation">} Secrets */

/**
 * They are told once, and needed after a reload too: new ones would make a link void that a friend has already.
 * @type {Record<string, Secrets>}
 */
const known = keptObject(KEY);

/** @param {Tokens} message */
export function keepTokens({ id, seat, invitation }) {
  delete known[id]; // the newest come last
  known[id] = { seat, invitation };
  for (const old of Object.keys(known).slice(0, -MOST_KEPT)) delete known[old];
  keep(KEY, JSON.stringify(known));
}

/**
 * @param {string} id of a game
 * @returns {Secrets | undefined}
 */
export const tokensOf = (id) => known[id];

/**
 * To a game as it stood after so many moves.
 * @param {string} id
 * @param {number} ply
 */
export const linkToMove = (id, ply) =>
  `${location.origin}${location.pathname}#/g/${id}?move=${ply}`;

/**
 * @param {string} id
 * @param {string} token
 */
export const linkTo = (id, token) => `${location.origin}${location.pathname}#/g/${id}/${token}`;
