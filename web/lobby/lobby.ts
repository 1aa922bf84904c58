// Before a game: which game, against whom, by which rules; the games to go on with, and who looks for an opponent.

import { littleBoard } from "../board/littleboard.ts";
import { positionProblem, reads } from "../core/position.ts";
import { parseVariant, shippedNames } from "../core/rules.ts";
import { firstGames, moreGames, moreNames, shippedGame } from "../core/shipped.ts";
import { gameText, say } from "../language/catalogue.ts";
import { firstSentence, gameFacts, sentence } from "../language/words.ts";
import { noTurn } from "../lib/attention.ts";
import { handle } from "../lib/connection.ts";
import { ask, h, notice, replace } from "../lib/dom.ts";
import { MESSAGE_BYTES } from "../lib/limits.ts";
import { fileButton } from "../own/filebutton.ts";
import { OwnGame } from "../own/owngame.ts";
import { takeIn } from "../own/shelf.ts";
import { feedToken } from "../people/identity.ts";
import { HouseRules } from "../rules/houserules.ts";
import { handicapRule, ruleChips } from "../rules/rulechips.ts";
import { OWN, rulesAddress } from "../rules/rulesaddress.ts";
import { titleParts } from "../rules/titles.ts";
import { changeSetting, settings } from "../settings/settings.ts";
import { furigoma } from "../table/furigoma.ts";
import { Challenges } from "./challenges.ts";
import { HandicapField } from "./handicap.ts";
import { leftOut } from "./leftout.ts";
import { MyGames } from "./mygames.ts";
import { OpponentFields } from "./opponent.ts";
import type { Variant } from "../core/rules.ts";
import type { Connection } from "../lib/connection.ts";
import type {
  Failure,
  GameSummary,
  Handlers,
  Hello,
  Import,
  New,
  Rules,
  ServerMessage,
} from "../lib/messages.ts";
import type { ReadFile } from "../own/files.ts";
import type { Opponent, OwnSide } from "./opponent.ts";
const OTHER_BYTES = 1024; // bytes of the message that begins a game, without its texts
const NEAR = "200px"; // distance from the screen at which a card's board is drawn
const GAME_LINE = /^(?:game:|棋種[:：])\s*(\S+)/m; // the line of a record that names its game
const RECORD_START = /^(position|\[|Game|#|Henka|[▲△▼▽☗☖])/i;

export const lobbyHandlers = {
  hello: (lobby, message) => lobby.takeHello(message),
  games: (lobby, message) => lobby.takeGames(message.games),
  changed: (lobby, message) => lobby.mine.change(message.game),
  challenged: (lobby, message) => lobby.challenges.named(message.challenge),
  challenges: (lobby, message) => lobby.challenges.show(message.challenges),
  feed: async (_, { path }) => (await import("../people/invite.ts")).showFeed(path),
  deleted: (lobby) => lobby.enter(),
  checked: () => {}, // the page checks definitions itself
  shipped: () => {}, // and has the games
  error: (lobby, message) => lobby.takeError(message),
} satisfies Handlers<Lobby>;

export class Lobby {
  connection: Connection;
  start: (message: New | Import) => void;
  game: string | null = null; // name of a shipped game, or OWN
  pieces: string = settings.pieces; // name of the piece set that was drawn last
  house: HouseRules | null = null;
  handicap = new HandicapField(null, null, "", () => {});
  handicapBox: HTMLDivElement = h("div");
  own: OwnGame;
  rulesBox: HTMLDivElement = h("div", { class: "house-rules" });
  undrawn: Map<Element, Variant> = new Map(); // boards of cards that were not in sight yet, with their games
  sight: IntersectionObserver;
  problem: HTMLParagraphElement = h("p", { class: "problem", role: "alert" });
  mine: MyGames;
  challenges: Challenges;
  cardChips: HTMLUListElement = h("ul", { class: "chips", "aria-label": say("rules.title") }); // chips on the chosen card
  position: HTMLTextAreaElement;
  leftOut: HTMLParagraphElement = h("p", { class: "left-out", role: "status" });
  startButton: HTMLButtonElement = h("button", { type: "submit", class: "main big" });
  chosen: HTMLParagraphElement = h("p", { class: "chosen-game" });
  opponent: OpponentFields;
  moreCards: HTMLDivElement = h("div", {
    class: "cards",
    role: "radiogroup",
    "aria-label": say("lobby.more"),
  });
  moreNames: HTMLSpanElement = h("span", { class: "more-names" });
  more: HTMLDetailsElement;
  form: HTMLFormElement;
  models: HTMLElement = h("section", {
    class: "models",
    "aria-labelledby": "models-title",
    hidden: true,
  });

  constructor(main: HTMLElement, connection: Connection, start: (message: New | Import) => void) {
    this.connection = connection;
    this.start = start;
    this.own = new OwnGame(
      () => this.rulesChanged(),
      (read) => this.takeFiles(read),
      () => this.begin(),
    );
    this.sight = new IntersectionObserver((seen) => this.drawSeen(seen), { rootMargin: NEAR });
    this.mine = new MyGames(
      (game) => this.remove(game),
      () => connection.ask({ t: "feed", token: feedToken() }),
    );
    this.challenges = new Challenges(connection, () => this.gameToPair());
    this.position = this.positionText();
    const { game, ...last } = settings.last ?? {};
    this.opponent = new OpponentFields(last, (opponent) => this.opponentChanged(opponent));
    this.more = this.moreField();
    this.form = this.buildForm();
    replace(
      main,
      h("div", { class: "lobby" }, this.mine.root, this.form, this.challenges.root, this.models),
    );
    noTurn();
    const known = game === OWN ? this.own.text.trim() : game && shippedNames().includes(game);
    this.pick(game && known ? game : (firstGames()[0]?.name ?? OWN));
    this.takeHello(connection.hello);
  }

  takeHello(hello: Hello | null) {
    if (!hello) return;
    this.opponent.offerAnyone(hello.lobby);
    this.challenges.enter(hello.lobby);
  }

  /** The line to the server is up, or the list of games is out of date. */
  enter() {
    this.connection.send({ t: "list" });
  }

  /** Shows a visitor without a game of his own some games to replay. */
  async takeGames(games: readonly GameSummary[]) {
    this.mine.show(games);
    this.models.hidden = this.mine.games.length > 0;
    if (this.models.hidden || this.models.childElementCount) return;
    await this.drawModels();
  }

  async drawModels() {
    const coming = await import("./models.ts").catch(() => null); // without them while the server is away
    if (coming) replace(this.models, coming.modelCards());
  }
  leave() {
    this.own.leave();
    this.sight.disconnect();
    this.challenges.leave();
  }
  lineChanged() {}

  /** All that is drawn shows the chosen pieces. */
  settingChanged() {
    if (this.pieces === settings.pieces) return;
    this.pieces = settings.pieces;
    for (const variant of [...firstGames(), ...(this.moreIsDrawn ? moreGames() : [])]) {
      const label = this.form.querySelector(`label[for="game-${variant.name}"]`);
      const drawn = label?.querySelector(".little-board");
      drawn?.replaceWith(littleBoard(variant, { close: true }));
    }
    this.own.draw();
    this.mine.draw();
    if (this.models.childElementCount) this.drawModels();
  }

  take(message: ServerMessage) {
    return handle(lobbyHandlers, this, message);
  }

  /** True: it was about the game to be started. */
  takeError({ for: kind, message, line, column = 1, diagnostics = [] }: Failure) {
    if (kind === "challenge" || kind === "pair") this.challenges.failed();
    else if (kind !== "new" && kind !== "import") return false;
    if (diagnostics.length) this.own.showDiagnostics(diagnostics);
    const text =
      line && !diagnostics.length ? say("error.place", { line, column, message }) : message;
    this.problem.textContent = sentence(text);
    return true;
  }

  buildForm() {
    const form = h(
      "form",
      { class: "new-game", "aria-labelledby": "new-title" },
      h(
        "div",
        { class: "choose-game" },
        h("h1", { id: "new-title", text: say("lobby.title") }),
        h(
          "div",
          { class: "cards", role: "radiogroup", "aria-label": say("lobby.game") },
          firstGames().map((variant) => this.card(variant)),
          this.ownCard(),
        ),
        this.own.root,
        this.more,
      ),
      h(
        "div",
        { class: "setup" },
        this.opponent.root,
        this.handicapBox,
        this.rulesBox,
        this.startField(),
      ),
      h("div", { class: "start-row" }, this.chosen, this.problem, this.startButton),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.begin();
    });
    return form;
  }

  // ---- which game ----

  gameRadio(name: string) {
    const onchange = () => this.pick(name);
    return h("input", { type: "radio", name: "game", id: `game-${name}`, value: name, onchange });
  }

  /**
   * Cards that come into sight get their boards. What is out of sight waits: a phone takes longer for all of them than for the rest of
   * the lobby.
   */
  drawSeen(seen: readonly IntersectionObserverEntry[]) {
    for (const { target, isIntersecting } of seen) {
      if (isIntersecting && target === this.moreNames) this.tellMore();
      const variant = isIntersecting && this.undrawn.get(target);
      if (!variant) continue;
      this.sight.unobserve(target);
      this.undrawn.delete(target);
      replace(target, littleBoard(variant, { close: true }));
    }
  }

  cardBoard(variant: Variant) {
    const place = h("span", { class: "card-board" });
    this.undrawn.set(place, variant);
    this.sight.observe(place);
    return place;
  }

  card(variant: Variant) {
    const { name, title } = variant;
    const radio = this.gameRadio(name);
    return h(
      "div",
      { class: "card" },
      radio,
      h(
        "label",
        { for: radio.id },
        this.cardBoard(variant),
        h("span", { class: "card-title" }, titleParts(name, title)),
        h("span", { class: "card-size", text: gameFacts(variant) }),
        h("span", { class: "card-story", text: firstSentence(variant) }),
      ),
      h("a", {
        class: "quiet",
        "aria-label": say("card.rulesOf", { game: title }),
        href: rulesAddress({ game: name }),
        text: say("card.rules"),
      }),
      h("button", {
        type: "button",
        class: "play-card",
        "aria-label": say("card.playOf", { game: title }),
        onclick: () => this.playCard(name),
        text: say("lobby.start"),
      }),
    );
  }

  /** Begins a game as it is set up, from the button on its card. */
  playCard(name: string) {
    if (this.game !== name) this.pick(name);
    this.begin();
  }

  ownCard() {
    const radio = this.gameRadio(OWN);
    return h(
      "div",
      { class: "card own" },
      radio,
      h(
        "label",
        { for: radio.id },
        h("span", { class: "plus", "aria-hidden": "true", text: "＋" }),
        h("span", { class: "card-title", text: say("own.title") }),
        h("span", { class: "card-story", text: say("own.explained") }),
      ),
    );
  }

  // ---- more games: their cards are drawn when somebody wants to see them

  moreField() {
    const details = h(
      "details",
      { class: "more-games" },
      h("summary", null, h("h2", { text: say("lobby.more") }), " ", this.moreNames),
      this.moreCards,
    );
    details.addEventListener("toggle", () => details.open && this.drawMore());
    this.sight.observe(this.moreNames);
    return details;
  }

  tellMore() {
    this.sight.unobserve(this.moreNames);
    const games = moreGames().map(({ title }) => title);
    this.moreNames.textContent = say("lobby.moreNames", { games });
  }

  get moreIsDrawn() {
    return this.moreCards.childElementCount > 0;
  }

  drawMore() {
    if (!this.moreIsDrawn) {
      replace(
        this.moreCards,
        moreGames().map((variant) => this.card(variant)),
      );
    }
  }

  pick(name: string) {
    this.game = name;
    if (moreNames().includes(name)) {
      this.drawMore();
      this.more.open = true;
    }
    const radio = this.form.querySelector(`#game-${name}`) as HTMLInputElement;
    radio.checked = true;
    this.own.root.hidden = name !== OWN;
    if (name === OWN) this.own.open();
    this.rulesChanged();
  }

  rulesChanged() {
    this.house = this.variant ? new HouseRules(this.variant, () => this.showChips()) : null;
    const kept = this.game === this.handicap.game ? this.handicap.name : ""; // another game has other handicaps
    this.handicap = new HandicapField(this.game, this.variant, kept, () => this.showChips());
    replace(this.handicapBox, this.handicap.root);
    this.handicapBox.hidden = !this.handicap.root;
    replace(this.rulesBox, this.house?.root);
    this.showChips();
    this.problem.textContent = "";
    this.chosen.textContent = this.variant?.title ?? say("own.title");
    this.challenges.draw();
  }

  /** House rules are in sight on the card of the game; a handicap gives the sides other names. */
  showChips() {
    this.opponent.callSides(Boolean(this.handicap.name));
    const card = this.form.querySelector(`#game-${this.game}`)?.closest(".card");
    const { handicaps, start } = this.handicap;
    const rules = [...handicapRule(handicaps, start), ...(this.house?.chosen ?? [])];
    const chips = ruleChips(rules);
    replace(this.cardChips, chips);
    if (chips.length && card) card.querySelector("label")?.after(this.cardChips);
    else this.cardChips.remove();
  }

  opponentChanged(opponent: Opponent) {
    const friend = opponent === "friend" ? "lobby.startFriend" : "lobby.start";
    this.startButton.textContent = say(opponent === "anyone" ? "lobby.startAnyone" : friend);
  }

  /** Quick pairing is for the shipped games, which everybody has. */
  gameToPair() {
    const { game, variant } = this;
    return variant && game && game !== OWN
      ? { rules: { game, settings: this.house?.values() ?? {} }, title: variant.title }
      : null;
  }

  get variant() {
    const { game } = this;
    return game === OWN ? this.own.variant : shippedGame(game ?? "");
  }

  // ---- from which position ----

  positionText(): HTMLTextAreaElement {
    return h("textarea", {
      id: "start-text",
      rows: 3,
      spellcheck: "false",
      "aria-describedby": "start-hint",
      placeholder: say("start.placeholder"),
      oninput: () => this.tellLeftOut(),
    });
  }

  tellLeftOut() {
    this.leftOut.textContent = leftOut(this.position.value);
  }

  /** Files that were opened or dropped: games go to the shelf, a record to the field for records. */
  takeFiles(read: ReadFile[]) {
    const records = read.filter(({ kind }) => kind === "record");
    const games = read.filter(({ kind }) => kind === "game");
    const troubles = games.map(({ text }) => takeIn(text)).filter(Boolean);
    if (games.length) {
      this.own.reopen(false);
      this.pick(OWN);
      this.own.root.scrollIntoView({ block: "nearest" });
    }
    const record = records.at(-1);
    if (record) this.takeRecord(record);
    if (troubles.length) return notice(troubles[0], "bad");
    notice(say(record ? "file.record" : "file.onShelf", { name: (record ?? games[0]).name }));
  }

  async takeRecord({ text }: ReadFile) {
    this.position.value = text.trim();
    const game = await this.gameOfRecord();
    if (game) this.pick(game.name);
    this.tellLeftOut();
    const box = this.position.closest("details");
    if (box) box.open = true;
    this.position.focus();
    this.position.scrollIntoView({ block: "center" });
  }

  startField() {
    return h(
      "details",
      { class: "start-from" },
      h("summary", { text: say("start.title") }),
      h("label", { for: "start-text", text: say("start.label") }),
      this.position,
      this.leftOut,
      fileButton((read) => this.takeFiles(read)),
      h("p", { class: "field-hint", id: "start-hint", text: say("start.hint") }),
    );
  }

  // ---- off we go ----

  /** @param asChosen the record is one of the chosen game, whatever it says */
  async begin(asChosen: boolean = false) {
    const { opponent, side: wished, seats } = this.opponent.choice;
    const other = asChosen ? null : await this.gameOfRecord();
    if (other) return this.offer(other);
    if (!this.variant && !this.recordNamesItsGame()) return this.own.complain();
    const { problem, unread } = this.lookAtStart();
    this.problem.textContent = problem;
    if (problem || (unread && (await this.isElsewhere()))) return;
    this.remember();
    if (opponent === "anyone") return this.callForAnyone();
    const wanted = opponent === "human" ? seats : wished;
    const here = opponent === "human" || opponent === "engine"; // otherwise the server tosses, so that both see it
    const side = wanted === "toss" && here ? await furigoma() : wanted;
    if (side) this.start(this.request(side));
  }

  callForAnyone() {
    const { side } = this.opponent.choice;
    if (this.position.value.trim()) {
      this.problem.textContent = say("lobby.noStartForAnyone");
      return;
    }
    this.challenges.challenge(
      {
        t: "challenge",
        ...this.chosenRules(),
        ...this.handicapChosen,
        ...this.opponent.clockChosen,
        ...(side === "sente" || side === "gote" ? { side } : {}),
      },
      this.variant?.title ?? "",
    );
  }

  get handicapChosen(): { handicap?: string } {
    const { name } = this.handicap;
    return name ? { handicap: name } : {};
  }

  /** Another game than the chosen one that a record in KIF is of, as far as it says so; null: none. */
  async gameOfRecord() {
    const text = this.position.value;
    if (!text.includes("手合割") || this.recordNamesItsGame()) return null;
    const coming = await import("./elsewhere.ts").catch(() => null); // not available while the server is away
    return coming?.gameOfRecord(text, this.variant) ?? null;
  }

  /** @param game that the record is of */
  async offer(game: Variant) {
    const { offerGame } = await import("./elsewhere.ts");
    const play = (name: string) => this.playCard(name);
    replace(
      this.problem,
      offerGame(game, this.variant, play, () => this.begin(true)),
    );
  }

  /** A position that the chosen game can't read is one of another game: it is offered there. */
  async isElsewhere(): Promise<boolean> {
    const { variant } = this;
    const coming = await import("./elsewhere.ts").catch(() => null); // not available while the server is away
    if (!coming || !variant) return false;
    const offered = coming.offerOthers(this.position.value.trim(), variant, (name) =>
      this.playCard(name),
    );
    replace(this.problem, offered);
    return offered.length > 0;
  }

  /** Why nobody can play from the position given, or "": what can't be read (`unread`), the server explains. */
  lookAtStart(): { problem: string; unread?: boolean } {
    const text = this.position.value.trim();
    const bytes = new TextEncoder().encode(JSON.stringify(this.request("sente"))).length;
    if (bytes > MESSAGE_BYTES - OTHER_BYTES) {
      const most = MESSAGE_BYTES / 1024;
      return { problem: say("start.long", { size: Math.ceil(bytes / 1024), most }) };
    }
    if (text && this.handicap.name) return { problem: say("handicap.orPosition") };
    const record = RECORD_START.test(text) || text.includes("\n");
    if (!text || record || !this.variant) return { problem: "" };
    const { variant } = parseVariant(
      this.variant.name,
      this.chosenRules().variantText ?? null,
      this.chosenRules().settings,
    );
    const problem = variant ? positionProblem(variant, text) : "";
    const unread = Boolean(variant) && !problem && !reads(variant as Variant, text);
    variant?.free();
    return { problem, unread };
  }

  remember() {
    const { opponent, level } = this.opponent.choice;
    const clock = this.opponent.clock.value;
    changeSetting("last", { ...(this.game && { game: this.game }), opponent, level, clock });
  }

  /** Such a record brings its rules along. A game of one's own is known only here, so its records don't. */
  recordNamesItsGame() {
    const name = this.position.value.match(GAME_LINE)?.[1];
    return Boolean(name) && (this.game !== OWN || shippedNames().includes(name ?? ""));
  }

  chosenRules(): Rules {
    const { game } = this;
    const rules = game === OWN ? { variantText: this.own.text } : { game: game ?? undefined };
    return { ...rules, settings: this.house?.values() ?? {} };
  }

  /** @param side that the person takes */
  request(side: OwnSide | "agreed"): New | Import {
    const rules = this.recordNamesItsGame() ? {} : this.chosenRules();
    const rest = { ...rules, ...this.opponent.seatsFor(side) };
    const text = this.position.value.trim();
    if (!text) return { t: "new", ...this.handicapChosen, ...rest };
    if (RECORD_START.test(text) || text.includes("\n")) {
      return { t: "import", record: text, ...rest };
    }
    return { t: "new", sfen: text, ...rest };
  }

  // ---- one's own games ----

  async remove({ id, title, two }: GameSummary) {
    const sure = await ask({
      title: say("earlier.deleteTitle", { game: gameText(title) }),
      body: two ? h("p", { text: say("mine.deleteTwo") }) : null,
      buttons: [
        { label: say("earlier.keep"), value: false, kind: "main" },
        { label: say("earlier.delete"), value: true, kind: "danger" },
      ],
    });
    if (!sure) return;
    if (this.connection.ask({ t: "delete", id })) this.enter();
  }
}
