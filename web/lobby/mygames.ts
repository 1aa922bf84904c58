// The games of this browser: first the games that wait for the visitor's move, then other games under way, then games that are over.

import { shippedGame } from "../core/index.ts";
import { gameText, say } from "../language/catalogue.ts";
import {
  agoWords,
  callingOf,
  playerWords,
  reasonWords,
  resultWords,
  SIDES,
  timeWords,
} from "../language/words.ts";
import { ask, h, replaceUnpressed } from "../lib/dom.ts";
import { feedToken } from "../people/identity.ts";
import { handicapOf, plainChips, rulesOf } from "../rules/rulechips.ts";
import { timeNow, timeText } from "../table/clock.ts";
import { askGames } from "./mine.ts";
import { keepPlace } from "./place.ts";
import { standing } from "./standing.ts";
import type { GameSummary } from "../lib/servermessages.ts";
import type { Standing } from "./standing.ts";
import type { LobbyState } from "./state.ts";

const SHOWN = 6; // number of games that are shown until the visitor asks for the whole list

/** The key of the words on a game's badge in the list, by the state of the game for the visitor; null: no badge. */
const BADGES: Record<Standing, "mine.turn" | "mine.rematch" | null> = {
  turn: "mine.turn",
  asked: "mine.rematch",
  waits: null,
  over: null,
};

/** The opponent in words: a person, the program, or the visitor on both sides. */
function againstWords(game: GameSummary) {
  const { you, open, names, level } = game;
  if (open) return say("mine.open");
  if (you.length === 1) {
    const other = you[0] === "sente" ? "gote" : "sente";
    const name = names[other];
    if (game[other] === "engine") {
      return say("mine.against", { name: playerWords("engine", level) });
    }
    return say("mine.against", { name: name ?? say("mine.nameless") });
  }
  if (SIDES.every((side) => game[side] === "human" && !names[side])) return say("mine.oneScreen");
  const [sente, gote] = SIDES.map((side) => names[side] ?? playerWords(game[side], level));
  return say("mine.players", { sente, gote });
}

/**
 * The time that the side to move has left, in words; "" if no time runs.
 * @param toldAt time when the list of games arrived
 */
function timeLeft({ clock, turn, result }: GameSummary, toldAt: number) {
  if (!clock || result || !turn || clock.rules.kind === "none") return "";
  return timeText(timeNow(clock, turn, Date.now() - toldAt).ms, clock.rules.kind === "days");
}

function endWords({ result, you, game, sfen }: GameSummary) {
  if (!result) return "";
  const calling = callingOf(shippedGame(game), handicapOf(game, sfen).length > 0);
  if (you.length !== 1 || !result.winner) return resultWords(result, calling);
  const reason = reasonWords(result, calling);
  return say(result.winner === you[0] ? "mine.won" : "mine.lost", { reason });
}

export function drawGames(state: LobbyState) {
  const { games, mine, dom, connection } = state;
  const goOn = games.some(({ result }) => !result);
  dom.mine.hidden = false;
  const shown = mine.all ? games : games.slice(0, SHOWN);
  const more = games.length - shown.length;
  replaceUnpressed(
    dom.mine,
    h("h2", { id: "earlier-title", text: say(goOn ? "earlier.goOn" : "earlier.title") }),
    h(
      "ul",
      null,
      shown.map((game) => item(state, game)),
    ),
    more > 0
      ? h("button", {
          type: "button",
          class: "quiet",
          onclick: () => showAll(state),
          text: say("mine.all", { count: games.length }),
        })
      : null,
    games.some(({ two }) => two)
      ? h("button", {
          type: "button",
          class: "quiet feed",
          onclick: () => connection.ask({ t: "feed", token: feedToken() }),
          text: say("mine.feed"),
        })
      : null,
  );
  if (!mine.all) keepPlace(dom.mine);
}

/** Shows the whole list until the visitor leaves the lobby. */
function showAll(state: LobbyState) {
  state.mine.all = true;
  drawGames(state);
}

function item(state: LobbyState, game: GameSummary) {
  const { id, plies, updated, settings, sfen } = game;
  const title = gameText(game.title);
  const chips = plainChips([...handicapOf(game.game, sfen), ...rulesOf(game.game, settings)]);
  const stand = standing(game);
  const badge = BADGES[stand];
  const time = timeWords(updated);
  const ago = agoWords(updated);
  const left = timeLeft(game, state.mine.toldAt);
  const thumb = h("span", { class: "thumb", "aria-hidden": "true" });
  import("./thumbnail.ts").then(
    ({ showThumbnail }) => showThumbnail(thumb, game),
    () => {},
  ); // if the module can't be loaded, the game is shown without a picture
  return h(
    "li",
    { class: badge ? "yours" : stand },
    h(
      "a",
      { href: `#/g/${id}` },
      thumb,
      h(
        "span",
        { class: "mine-words" },
        h(
          "span",
          { class: "mine-head" },
          h("strong", { text: title }),
          badge ? h("span", { class: "badge", text: say(badge) }) : null,
        ),
        h("bdi", { text: againstWords(game) }),
        chips.length ? h("span", { class: "chips" }, chips) : null,
        h(
          "span",
          { class: "when" },
          game.result ? endWords(game) : say("mine.underWay", { count: plies, ago }),
          left ? h("span", { class: "mine-time", text: left }) : null,
        ),
      ),
    ),
    h("button", {
      type: "button",
      class: "quiet",
      "aria-label": say("earlier.deleteOf", { game: title, time }),
      onclick: () => remove(state, game),
      title: say("earlier.delete"),
      text: "✕",
    }),
  );
}

/** Deletes one of the visitor's games if he confirms a question. */
async function remove({ connection }: LobbyState, { id, title, two }: GameSummary) {
  const sure = await ask({
    title: say("earlier.deleteTitle", { game: gameText(title) }),
    body: two ? h("p", { text: say("mine.deleteTwo") }) : null,
    buttons: [
      { label: say("earlier.keep"), value: false, kind: "main" },
      { label: say("earlier.delete"), value: true, kind: "danger" },
    ],
  });
  if (sure && connection.ask({ t: "delete", id })) askGames(connection);
}
