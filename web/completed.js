// What a server that knows no seats and clocks leaves out: everybody who has a game open plays its people's sides.

import { SIDES } from "./words.js";

/** @import { GameState, GameSummary } from "./messages.js" */

/**
 * @template {GameState | GameSummary} Message
 * @param {Message} message
 * @returns {Message}
 */
export function completed(message) {
  if (message.you) return message;
  const nobody = { sente: null, gote: null };
  const offer = "offer" in message ? message.offer : null;
  const missing = {
    you: SIDES.filter((side) => message[side] === "human"),
    two: false,
    open: null,
    names: nobody,
    clock: null,
    movetimeMs: null,
    rematch: null,
    toss: null,
    turn: null,
    presence: { watchers: 0, away: nobody, claim: nobody },
    queue: 0,
    offers: { draw: offer, undo: null, rematch: null },
  };
  return { ...missing, ...message };
}
