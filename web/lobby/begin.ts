// Begins a game from the lobby, after checking the position or record in the field from which the game may begin.

import { reads } from "../core/index.ts";
import { say } from "../language/catalogue.ts";
import { replace } from "../lib/dom.ts";
import { MESSAGE_BYTES } from "../lib/limits.ts";
import { fetched } from "../lib/connection.ts";
import { later, laterOrNull } from "../lib/later.ts";
import { changeSetting } from "../settings/settings.ts";
import { pick } from "./choose.ts";
import { openOwn } from "./ownpart.ts";
import { gameOfRecord } from "./records.ts";
import { startProblem } from "./startproblem.ts";
import {
  chosenCopy,
  chosenHandicap,
  chosenRules,
  chosenVariant,
  isRecord,
  recordNamesItsGame,
  request,
} from "./state.ts";
import type { Variant } from "../core/index.ts";
import type { LobbyState } from "./state.ts";

const OTHER_BYTES = 1024; // maximum size of the message that begins a game, without the texts of the game and of the position or record

/**
 * Begins a game with the choices of the lobby.
 * @param asChosen a record is played as the chosen game, even if it names another one
 */
export async function begin(state: LobbyState, asChosen = false) {
  const { opponent, side: wished, seats } = state.opponent.choice;
  const other = asChosen ? null : await gameOfRecord(state);
  if (other) return offer(state, other);
  if (!chosenVariant(state) && !recordNamesItsGame(state)) return showWhyNot(state);
  const { problem, unread } = checkText(state);
  state.dom.problem.textContent = problem;
  if (problem || (unread && (await isElsewhere(state)))) return;
  remember(state);
  if (opponent === "anyone") return callForAnyone(state);
  const wanted = opponent === "human" ? seats : wished;
  const here = opponent === "human" || opponent === "engine"; // this page tosses for the sides if the opponent has no browser of his own; else the server does, so that both players see the toss
  const side = wanted === "toss" && here ? await toss() : wanted;
  if (side) state.start(request(state, side));
}

/** The side of the player that tosses; null: the dialog was left, or the server can't be reached. */
async function toss() {
  const coming = await fetched(later(import("../table/furigoma.ts")));
  return coming?.furigoma() ?? null;
}

/** Shows why the visitor's own text is no game. */
async function showWhyNot(state: LobbyState) {
  const own = await openOwn(state);
  own?.desk.showWhyNot(own.game);
}

/**
 * Begins a game with the choices of the lobby, after the button on a game's card was pressed.
 * @param name of the shipped game
 */
export function playCard(state: LobbyState, name: string) {
  if (state.game !== name) pick(state, name);
  begin(state);
}

function callForAnyone(state: LobbyState) {
  const { dom, opponent, challenges } = state;
  const { side } = opponent.choice;
  if (dom.position.value.trim()) {
    dom.problem.textContent = say("lobby.noStartForAnyone");
    return;
  }
  challenges.challenge(
    {
      t: "challenge",
      ...chosenRules(state),
      ...chosenHandicap(state),
      ...opponent.clockChosen,
      ...(side === "sente" || side === "gote" ? { side } : {}),
    },
    chosenVariant(state)?.title ?? "",
  );
}

/**
 * Asks whether to play the record as the game that it names, instead of the chosen game.
 * @param game that the record names
 */
async function offer(state: LobbyState, game: Variant) {
  const { offerGame } = await later(import("./elsewhere.ts"));
  const play = (name: string) => playCard(state, name);
  const goOn = () => begin(state, true);
  replace(state.dom.problem, offerGame(game, chosenVariant(state), play, goOn));
}

/** Offers other games for a position that the chosen game can't read; returns false if no game can read it. */
async function isElsewhere(state: LobbyState): Promise<boolean> {
  const variant = chosenVariant(state);
  const coming = await laterOrNull(import("./elsewhere.ts")); // null: the server can't be reached
  if (!coming || !variant) return false;
  const play = (name: string) => playCard(state, name);
  const offered = coming.offerOthers(state.dom.position.value.trim(), variant, play);
  replace(state.dom.problem, offered);
  return offered.length > 0;
}

/**
 * problem: the reason why no game can begin from the text, in words; "" for none. unread: the text is a position that the game
 * can't read, which the server will explain.
 */
function checkText(state: LobbyState): { problem: string; unread?: boolean } {
  const text = state.dom.position.value.trim();
  const chosen = chosenVariant(state);
  const bytes = new TextEncoder().encode(JSON.stringify(request(state, "sente"))).length;
  if (bytes > MESSAGE_BYTES - OTHER_BYTES) {
    const most = MESSAGE_BYTES / 1024;
    return { problem: say("start.long", { size: Math.ceil(bytes / 1024), most }) };
  }
  if (text && state.handicap.name) return { problem: say("handicap.orPosition") };
  if (!text || isRecord(text) || !chosen) return { problem: "" };
  const variant = chosenCopy(state, chosen);
  const problem = variant ? startProblem(variant, text) : "";
  const unread = variant !== null && !problem && !reads(variant, text);
  variant?.free();
  return { problem, unread };
}

/** Keeps the visitor's choices for his next visit to the lobby. */
function remember({ game, opponent }: LobbyState) {
  const { opponent: kind, level } = opponent.choice;
  const clock = opponent.clock.value;
  changeSetting("last", { ...(game && { game }), opponent: kind, level, clock });
}
