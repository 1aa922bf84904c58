// The games of this browser: those that wait for one's move first, then those under way, then those that are over.

import { gameText, say } from "../language/catalogue.ts";
import { agoWords, playerWords, resultWords, SIDES, timeWords } from "../language/words.ts";
import { h, replaceUnpressed } from "../lib/dom.ts";
import { keep, keptObject } from "../lib/kept.ts";
import { handicapOf, plainChips, rulesOf } from "../rules/rulechips.ts";
import { timeNow, timeText } from "../table/clock.ts";
import type { GameSummary } from "../lib/messages.ts";

const PLACE = "henka-mine"; // key of the list's last height, by the width of the screen
const SHOWN = 6; // games shown at first

/** What is wanted of whoever has the game in his list. */
const BADGES: Record<Standing, "mine.turn" | "mine.rematch" | null> = {
  turn: "mine.turn",
  asked: "mine.rematch",
  waits: null,
  over: null,
};

/** of a game, for whoever has it in his list; asked: for another game */
export type Standing = "turn" | "asked" | "waits" | "over";

export function standing({ turn, you, open, result, rematchOffer }: GameSummary): Standing {
  const asked = rematchOffer && you.length === 1 && !you.includes(rematchOffer);
  if (result) return asked ? "asked" : "over";
  return turn && !open && you.includes(turn) ? "turn" : "waits";
}

/** Who plays against whom: the other person, or the program, or nobody but oneself. */
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

/** @param toldAt when the list came */
function timeLeft({ clock, turn, result }: GameSummary, toldAt: number) {
  if (!clock || result || !turn || clock.rules.kind === "none") return "";
  return timeText(timeNow(clock, turn, Date.now() - toldAt).ms, clock.rules.kind === "days");
}

function endWords({ result, you, game, sfen }: GameSummary) {
  if (!result) return "";
  if (you.length !== 1 || !result.winner) {
    return resultWords(result, handicapOf(game, sfen).length > 0);
  }
  const reason = say(`reason.${result.reason}`);
  return say(result.winner === you[0] ? "mine.won" : "mine.lost", { reason });
}

export class MyGames {
  remove: (game: GameSummary) => void;
  askFeed: () => void;
  games: GameSummary[] = [];
  toldAt = 0;
  isTold = false; // the server has sent the list
  all = false; // the user asked for the whole list
  root: HTMLElement = h("section", {
    class: "earlier",
    "aria-labelledby": "earlier-title",
    hidden: true,
  });

  constructor(remove: (game: GameSummary) => void, askFeed: () => void) {
    this.remove = remove;
    this.askFeed = askFeed;
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

  /** A game in which nobody moved is none to go on with, unless somebody else takes part. */
  show(games: readonly GameSummary[]) {
    this.toldAt = Date.now();
    this.isTold = true;
    const order = ["turn", "asked", "waits", "over"];
    this.games = games
      .filter(({ plies, result, two }) => plies > 0 || result || two)
      .sort((a, b) => order.indexOf(standing(a)) - order.indexOf(standing(b)));
    this.draw();
  }

  /** @param game that has changed, or is new */
  change(game: GameSummary) {
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

  item(game: GameSummary) {
    const { id, plies, updated, settings, sfen } = game;
    const title = gameText(game.title);
    const chips = plainChips([...handicapOf(game.game, sfen), ...rulesOf(game.game, settings)]);
    const state = standing(game);
    const badge = BADGES[state];
    const time = timeWords(updated);
    const ago = agoWords(updated);
    const left = timeLeft(game, this.toldAt);
    const thumb = h("span", { class: "thumb", "aria-hidden": "true" });
    import("./thumbnail.ts").then(
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
