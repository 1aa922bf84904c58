// The visitor's games in the lobby. The module that lists them is loaded when there is one.

import { later } from "../lib/later.ts";
import { keepPlace } from "./place.ts";
import { standing } from "./standing.ts";
import type { Connection } from "../lib/connection.ts";
import type { GameSummary } from "../lib/servermessages.ts";
import type { LobbyState } from "./state.ts";

const ORDER = ["turn", "asked", "waits", "over"];

export const askGames = (connection: Connection) => connection.send({ t: "list" });

/** Shows the games that the server has sent. Games without a move are left out, except games of two persons. */
export function showGames(state: LobbyState, games: readonly GameSummary[]) {
  state.mine.toldAt = Date.now();
  state.games = games
    .filter(({ plies, result, two }) => plies > 0 || result || two)
    .sort((a, b) => ORDER.indexOf(standing(a)) - ORDER.indexOf(standing(b)));
  const { mine } = state.dom;
  if (state.games.length) return void drawMine(state);
  mine.replaceChildren();
  mine.hidden = true;
  keepPlace(mine);
}

/** Shows a game that has changed or is new. */
export const change = (state: LobbyState, game: GameSummary) =>
  showGames(state, [game, ...state.games.filter(({ id }) => id !== game.id)]);

/** Draws the list of games. If its module can't be loaded, the list is drawn with the server's next message. */
export async function drawMine(state: LobbyState) {
  if (!state.games.length) return;
  const coming = await later(import("./mygames.ts")).catch(() => null);
  if (state.games.length) coming?.drawGames(state);
}
