// The visitor's own game in the lobby. Its module is loaded when it is first needed.

import { fetched } from "../lib/connection.ts";
import { replace } from "../lib/dom.ts";
import { later } from "../lib/later.ts";
import { begin } from "./begin.ts";
import { rulesChanged } from "./choose.ts";
import { takeFiles } from "./records.ts";
import type { Desk, LobbyState, OwnPart } from "./state.ts";

/** Puts the elements of the visitor's own game into the lobby. */
export function placeOwn(state: LobbyState, desk: Desk): OwnPart {
  const game = desk.newOwnGame({
    changed: () => rulesChanged(state),
    files: (read) => takeFiles(state, read),
    play: () => begin(state),
  });
  replace(state.dom.ownBox, game.dom.root);
  state.own = { desk, game };
  return state.own;
}

/**
 * Loads the module of own games, unless it is loaded, and returns the visitor's own game; null if the server can't be reached, or
 * if the visitor has left the lobby meanwhile.
 */
export async function openOwn(state: LobbyState) {
  if (state.own) return state.own;
  const desk = await fetched(later(import("../own/desk.ts")));
  if (!desk || !state.dom.form.isConnected) return null;
  return state.own ?? placeOwn(state, desk);
}
