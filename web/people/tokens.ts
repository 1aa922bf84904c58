// The secrets of seats and invitations that this browser has received.

import { keep, keptObject } from "../lib/kept.ts";
import type { Tokens } from "../lib/servermessages.ts";

const KEY = "henka-tokens";
const MOST_KEPT = 100; // maximum number of games whose secrets are kept

export type Secrets = Pick<Tokens, "seat" | "invitation">;

/**
 * The secrets by id of the game. The browser keeps them over a reload, because the server sends each secret only once, and new
 * secrets would void a link that the visitor has sent to a friend.
 */
const known: Record<string, Secrets> = keptObject(KEY);

export function keepTokens({ id, seat, invitation }: Tokens) {
  delete known[id]; // deleted before it is set again, so that the newest entry is the last key of the object
  known[id] = { seat, invitation };
  for (const old of Object.keys(known).slice(0, -MOST_KEPT)) delete known[old];
  keep(KEY, JSON.stringify(known));
}

/**
 * The secrets of a game that this browser knows; undefined: none.
 * @param id of the game
 */
export const tokensOf = (id: string): Secrets | undefined => known[id];

/** The link to the position of a game after `ply` moves. */
export const linkToMove = (id: string, ply: number) =>
  `${location.origin}${location.pathname}#/g/${id}?move=${ply}`;

export const linkTo = (id: string, token: string) =>
  `${location.origin}${location.pathname}#/g/${id}/${token}`;
