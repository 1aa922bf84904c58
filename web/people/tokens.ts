// The secrets of games that this browser knows: of its seats, and of invitations.

import { keep, keptObject } from "../lib/kept.ts";
import type { Tokens } from "../lib/messages.ts";

const KEY = "henka-tokens";
const MOST_KEPT = 100; // maximum number of games

export type Secrets = Pick<Tokens, "seat" | "invitation">;

/** They are told once, and needed after a reload too: new ones would make a link void that a friend has already. */
const known: Record<string, Secrets> = keptObject(KEY);

export function keepTokens({ id, seat, invitation }: Tokens) {
  delete known[id]; // the newest come last
  known[id] = { seat, invitation };
  for (const old of Object.keys(known).slice(0, -MOST_KEPT)) delete known[old];
  keep(KEY, JSON.stringify(known));
}

/** @param id of a game */
export const tokensOf = (id: string): Secrets | undefined => known[id];

/** To a game as it stood after so many moves. */
export const linkToMove = (id: string, ply: number) =>
  `${location.origin}${location.pathname}#/g/${id}?move=${ply}`;

export const linkTo = (id: string, token: string) =>
  `${location.origin}${location.pathname}#/g/${id}/${token}`;
