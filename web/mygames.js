// The games of this browser: those that wait for one's move first, then those under way, then those that are over.

import { gameText, say } from "./catalogue.js";
import { timeNow, timeText } from "./clock.js";
import { h, replaceUnpressed } from "./dom.js";
import { keep, keptObject } from "./kept.js";
import { handicapOf, plainChips, rulesOf } from "./rulechips.js";
import { agoWords, playerWords, resultWords, SIDES, timeWords } from "./words.js";

/** @import { GameSummary } from "./messages.js" */

const PLACE = "henka-mine"; // how tall the list was, on a screen of which width
const SHOWN = 6; // games, until somebody wants all

/**
 * What is wanted of whoever has the game in his list.
 * @type {Record<Standing, "mine.turn" | "mine.rematch" | null>}
 */
const BADGES = { turn: "mine.turn", asked: "mine.rematch", waits: null, over: null };

/** @typedef {"turn" | "asked" | "waits" | "over"} Standing of a game, for whoever has it in his list; asked: for another game */

/**
 * @param {GameSummary} game
 * @returns {Standing}
 */
export function standing({ turn, you, open, result, rematchOffer }) {
  const asked = rematchOffer && you.length === 1 && !you.includes(rematchOffer);
  if (result) return asked ? "asked" : "over";
  return turn && !open && you.includes(turn) ? "turn" : "waits";
}

/**
 * Who plays against whom: the other person, or the program, or nobody but oneself.
 * @param {GameSummary} game
 */
function againstWords(game) {
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
 * @param {GameSummary} game
 * @param {number} toldAt when the list came
 */
function timeLeft({ clock, turn, result }, toldAt) {
  if (!clock || result || !turn || clock.rules.kind === "none") return "";
  return timeText(timeNow(clock, turn, Date.now() - toldAt).ms, clock.rules.kind === "days");
}

/** @param {GameSummary} game */
function endWords({ result, you, game, sfen }) {
  if (!result) return "";
  if (you.length !== 1 || !result.winner) {
    return resultWords(result, handicapOf(game, sfen).length > 0);
  }
  const reason = say(`reason.${result.reason}`);
  return say(result.winner === you[0] ? "mine.won" : "mine.lost", { reason });
}

export class MyGames {
  /**
   * @param {(game: GameSummary) => void} remove
   * @param {() => void} askFeed
   */
  constructor(remove, askFeed) {
    this.remove = remove;
    this.askFeed = askFeed;
    /** @type {GameSummary[]} */
    this.games = [];
    this.toldAt = 0;
    this.isTold = false; // until the server has told them
    this.all = false; // somebody wants all of them
    this.root = h("section", {
      class: "earlier",
      "aria-labelledby": "earlier-title",
      hidden: true,
    });
    this.reserve();
  }

  /** The list comes a moment after the page: what lies below it doesn't move then, if it is as tall as the last time. */
  reserve() {
    const { width, height } = keptObject(PLACE);
    if (width !== innerWidth || !height) return;
    this.root.hidden = false;
    this.root.style.minHeight = `${height}px`;
  }

  /** How tall the list is, for the next time. */
  keepPlace() {
    this.root.style.minHeight = "";
    keep(PLACE, JSON.stringify({ width: innerWidth, height: this.root.offsetHeight }));
  }

  /**
   * A game in which nobody moved is none to go on with, unless somebody else takes part.
   * @param {readonly GameSummary[]} games
   */
  show(games) {
    this.toldAt = Date.now();
    this.isTold = true;
    const order = ["turn", "asked", "waits", "over"];
    this.games = games
      .filter(({ plies, result, two }) => plies > 0 || result || two)
      .sort((a, b) => order.indexOf(standing(a)) - order.indexOf(standing(b)));
    this.draw();
  }

  /** @param {GameSummary} game that has changed, or is new */
  change(game) {
    this.show([game, ...this.games.filter(({ id }) => id !== game.id)]);
  }

  draw() {
    const { games, all } = this;
    const goOn = games.some(({ result }) => !result);
    this.root.hidden = !games.length;
    const shown = all ? games : games.slice(0, SHOWN);
    const more = games.length - shown.length;
    replaceUnpressed(
      this.root,
      h("h2", { id: "earlier-title", text: say(goOn ? "earlier.goOn" : "earlier.title") }),
      h(
        "ul",
        null,
        shown.map((game) => this.item(game)),
      ),
      more > 0
        ? h("button", {
            type: "button",
            class: "quiet",
            onclick: () => this.showAll(),
            text: say("mine.all", { count: games.length }),
          })
        : null,
      games.some(({ two }) => two)
        ? h("button", {
            type: "button",
            class: "quiet feed",
            onclick: () => this.askFeed(),
            text: say("mine.feed"),
          })
        : null,
    );
    if (this.isTold && !all) this.keepPlace();
  }

  showAll() {
    this.all = true; // the next visit begins with the first again
    this.draw();
  }

  /** @param {GameSummary} game */
  item(game) {
    const { id, plies, updated, settings, sfen } = game;
    const title = gameText(game.title);
    const chips = plainChips([...handicapOf(game.game, sfen), ...rulesOf(game.game, settings)]);
    const state = standing(game);
    const badge = BADGES[state];
    const time = timeWords(updated);
    const ago = agoWords(updated);
    const left = timeLeft(game, this.toldAt);
    const thumb = h("span", { class: "thumb", "aria-hidden": "true" });
    import("./thumbnail.js").then(
      ({ showThumbnail }) => showThumbnail(thumb, game),
      () => {},
    ); // while the server is away without
    return h(
      "li",
      { class: badge ? "yours" : state },
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
        onclick: () => this.remove(game),
        title: say("earlier.delete"),
        text: "✕",
      }),
    );
  }
}
