// Visitors that look for an opponent: quick pairing by a clock, and the list of challenges.

import { shippedGame } from "../core/index.ts";
import { gameText, say } from "../language/catalogue.ts";
import { callingOf, joinedFacts, otherSide, sideNamed, sideWord } from "../language/words.ts";
import { h, notice, replaceUnpressed } from "../lib/dom.ts";
import { handicapOf, ruleChips, rulesOf } from "../rules/rulechips.ts";
import { clockWords, QUICK } from "../table/clock.ts";
import type { Connection } from "../lib/connection.ts";
import type { Challenge } from "../lib/clientmessages.ts";
import type { ClockRules, Rules } from "../lib/gametypes.ts";
import type { ChallengeSummary } from "../lib/servermessages.ts";

export class Challenges {
  connection: Connection;
  chosen: () => { rules: Rules; title: string } | null;
  list: ChallengeSummary[] = [];
  waiting: string | null = null; // id of the visitor's own challenge or quick pairing; "": sent, but not answered by the server yet; null: none
  waitsFor = ""; // the game and the clock of the visitor's own challenge or quick pairing, in words
  root: HTMLElement = h("section", {
    class: "people",
    "aria-labelledby": "people-title",
    hidden: true,
  });

  /** @param chosen returns the game for quick pairing; null: the chosen game can't be used for it */
  constructor(connection: Connection, chosen: () => { rules: Rules; title: string } | null) {
    this.connection = connection;
    this.chosen = chosen;
  }

  /**
   * Called when the connection is up.
   * @param lobby the server accepts challenges
   */
  enter(lobby: boolean) {
    this.root.hidden = !lobby;
    this.waiting = null; // the server has dropped the visitor's challenge with the lost connection
    if (lobby) this.connection.send({ t: "lobby", on: true });
    this.draw();
  }

  leave() {
    if (this.root.hidden) return;
    this.withdraw();
    this.connection.send({ t: "lobby", on: false });
  }

  /**
   * Sends a challenge.
   * @param title of the challenge's game
   */
  challenge(challenge: Challenge, title: string) {
    if (!this.connection.ask(challenge)) return;
    this.wait(title, challenge.clock);
    this.draw();
    this.root.scrollIntoView({ block: "nearest" });
  }

  pair(clock: ClockRules) {
    const chosen = this.chosen();
    if (!chosen || !this.connection.ask({ t: "pair", ...chosen.rules, clock })) return;
    this.wait(chosen.title, clock);
    this.draw();
  }

  wait(game: string, clock: ClockRules = { kind: "none" }) {
    this.waiting = "";
    this.waitsFor = say("people.waiting", { game, clock: clockWords(clock) });
  }

  withdraw() {
    if (this.waiting) this.connection.send({ t: "withdraw", challenge: this.waiting });
    this.waiting = null;
    this.draw();
  }

  named(challenge: string) {
    if (this.waiting === null) this.connection.send({ t: "withdraw", challenge });
    else this.waiting = challenge;
  }

  failed() {
    this.waiting = null;
    this.draw();
  }

  show(list: ChallengeSummary[]) {
    this.list = list;
    this.draw();
  }

  draw() {
    const chosen = this.chosen();
    replaceUnpressed(
      this.root,
      h("h2", { id: "people-title", text: say("people.title") }),
      this.waiting !== null ? this.waitingBox() : chosen && this.quick(chosen.title),
      this.challenges(),
    );
  }

  /** Buttons of quick pairing for the chosen game, one for each clock. */
  quick(title: string) {
    return h(
      "div",
      { class: "quick" },
      h("p", { id: "quick-title", text: say("people.quick", { game: title }) }),
      h(
        "div",
        { class: "quick-clocks", role: "group", "aria-labelledby": "quick-title" },
        QUICK.map((clock) =>
          h("button", { type: "button", onclick: () => this.pair(clock), text: clockWords(clock) }),
        ),
      ),
    );
  }

  waitingBox() {
    return h(
      "div",
      { class: "awaiting", role: "status" },
      h("span", { class: "pulse" }),
      h("span", { text: this.waitsFor }),
      h("button", { type: "button", onclick: () => this.withdraw(), text: say("people.withdraw") }),
    );
  }

  challenges() {
    const others = this.list.filter(({ own }) => !own);
    const none = this.chosen() && this.waiting === null ? "people.none" : "people.noneNow";
    if (!others.length) return h("p", { class: "none", text: say(none) });
    return h(
      "ul",
      { class: "challenges" },
      others.map((each) => this.item(each)),
    );
  }

  item({ challenge, game, title, settings, sfen, clock, side, name }: ChallengeSummary) {
    const who = name ?? say("mine.nameless");
    const handicap = handicapOf(game, sfen);
    const facts = [
      clockWords(clock),
      side
        ? say("people.youPlay", {
            side: sideWord(
              otherSide(sideNamed(side)),
              callingOf(game ? shippedGame(game) : null, handicap.length > 0),
            ),
          })
        : say("side.toss"),
    ];
    const chips = ruleChips([...handicap, ...rulesOf(game, settings)]);
    return h(
      "li",
      null,
      h(
        "span",
        { class: "challenge-words" },
        h("strong", { text: gameText(title) }),
        h(
          "span",
          null,
          h("bdi", { text: who }),
          say("facts.joined", { first: "", next: joinedFacts(facts) }),
        ),
        chips.length ? h("ul", { class: "chips", "aria-label": say("rules.title") }, chips) : null,
      ),
      h("button", {
        type: "button",
        class: "main",
        "aria-label": say("people.joinOf", { name: who, game: gameText(title) }),
        onclick: () =>
          this.connection.ask({ t: "join", challenge }) && notice(say("people.joining")),
        text: say("people.join"),
      }),
    );
  }
}
