// Before a game: which game, against whom, by which rules; and the games to go on with.

import { showRules } from "./about.js";
import { say } from "./catalogue.js";
import { handle } from "./connection.js";
import { ask, h, replace } from "./dom.js";
import { furigoma } from "./furigoma.js";
import { HouseRules } from "./houserules.js";
import { littleBoard } from "./littleboard.js";
import { OwnGame } from "./owngame.js";
import { positionProblem } from "./position.js";
import { parseVariant, shippedNames } from "./rules.js";
import { changeSetting, settings } from "./settings.js";
import {
  fullStrengthPlace,
  levelWords,
  playerWords,
  resultWords,
  SIDES,
  timeWords,
} from "./words.js";

/** @import { PlainKey } from "./catalogue.types.js" */
/** @import { Connection } from "./connection.js" */
/** @import { Failure, GameSummary, Handlers, Import, New, Player, ServerMessage, SideName } from "./messages.js" */
/** @import { Rules } from "./messages.js" */
/** @import { Variant } from "./rules.js" */

/**
 * What is chosen in the form.
 * @typedef {object} Choice
 * @property {string | null} game name of a shipped game, or OWN
 * @property {Player} opponent
 * @property {SideName | "toss"} side that the person takes
 * @property {"agreed" | "toss"} seats how two people find out who is sente
 * @property {number} level
 */

const OWN = "own";
const GAME_LINE = /^(?:game:|棋種[:：])\s*(\S+)/m; // of a record
const RECORD_START = /^(position|\[|Game|#|Henka)/i;

/** @type {Variant[] | null} */
let variants = null; // shipped, with standard rulings; read once

function shipped() {
  variants ??= shippedNames().flatMap((name) => parseVariant(name, null).variant ?? []);
  return variants;
}

export const lobbyHandlers = /** @satisfies {Handlers<Lobby>} */ ({
  hello: () => {}, // the rules of the page know the same games
  games: (lobby, message) => lobby.drawGames(message.games),
  deleted: (lobby) => lobby.enter(),
  checked: () => {}, // the page checks definitions itself
  error: (lobby, message) => lobby.takeError(message),
});

export class Lobby {
  /**
   * @param {HTMLElement} main
   * @param {Connection} connection
   * @param {(message: New | Import) => void} start
   */
  constructor(main, connection, start) {
    this.connection = connection;
    this.start = start;
    /** @type {Choice} */
    this.choice = {
      game: null,
      opponent: "engine",
      side: "sente",
      seats: "agreed",
      level: 3,
      ...settings.last,
    };
    /** @type {HouseRules | null} */
    this.house = null;
    this.own = new OwnGame(() => this.rulesChanged());
    this.rulesBox = h("div", { class: "house-rules" });
    this.problem = h("p", { class: "problem", role: "alert" });
    this.earlier = h("section", { class: "earlier", "aria-labelledby": "earlier-title" });
    this.side = this.sideField();
    this.seats = this.seatField();
    this.level = this.levelField();
    this.position = this.positionText();
    this.form = this.buildForm();
    replace(main, h("div", { class: "lobby" }, this.form, this.earlier));
    document.title = say("page.title");
    this.opponentChanged();
    const names = shipped().map(({ name }) => name);
    const { game } = this.choice;
    this.pick(game && names.includes(game) ? game : (names[0] ?? OWN));
  }

  /** The line to the server is up, or the list of games is out of date. */
  enter() {
    this.connection.send({ t: "list" });
  }
  leave() {}
  lineChanged() {}
  settingChanged() {}

  /** @param {ServerMessage} message */
  take(message) {
    return handle(lobbyHandlers, this, message);
  }

  /**
   * True: it was about the game to be started.
   * @param {Failure} failure
   */
  takeError({ for: kind, message, line, column = 1, diagnostics = [] }) {
    if (kind !== "new" && kind !== "import") return false;
    if (diagnostics.length) this.own.showDiagnostics(diagnostics);
    const text =
      line && !diagnostics.length ? say("error.place", { line, column, message }) : message;
    this.problem.textContent = text;
    return true;
  }

  buildForm() {
    const form = h(
      "form",
      { class: "new-game", "aria-labelledby": "new-title" },
      h("h1", { id: "new-title", text: say("lobby.title") }),
      h(
        "div",
        { class: "cards", role: "radiogroup", "aria-label": say("lobby.game") },
        shipped().map((variant) => this.card(variant)),
        this.ownCard(),
      ),
      this.own.root,
      h("div", { class: "choices" }, this.opponentField(), this.side, this.seats, this.level),
      this.rulesBox,
      this.startField(),
      this.problem,
      h(
        "div",
        { class: "buttons" },
        h("button", { type: "submit", class: "main big", text: say("lobby.start") }),
      ),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.begin();
    });
    return form;
  }

  // ---- which game ----

  /** @param {string} name */
  gameRadio(name) {
    const onchange = () => this.pick(name);
    return h("input", { type: "radio", name: "game", id: `game-${name}`, value: name, onchange });
  }

  /** @param {Variant} variant */
  card(variant) {
    const { name, title, files, ranks, about } = variant;
    const radio = this.gameRadio(name);
    const size = variant.isStrip
      ? say("card.strip", { count: ranks })
      : say("card.board", { files, ranks });
    const [firstSentence] = about.story.split(/(?<=[.!?])\s/);
    return h(
      "div",
      { class: "card" },
      radio,
      h(
        "label",
        { for: radio.id },
        littleBoard(variant),
        h("span", { class: "card-title", text: title }),
        h("span", { class: "card-size", text: [size, about.author].filter(Boolean).join(" · ") }),
        h("span", { class: "card-story", text: firstSentence }),
      ),
      h("button", {
        type: "button",
        class: "quiet",
        "aria-label": say("card.rulesOf", { game: title }),
        onclick: () => showRules(variant),
        text: say("card.rules"),
      }),
    );
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

  /** @param {string} name */
  pick(name) {
    this.choice.game = name;
    const radio = /** @type {HTMLInputElement} */ (this.form.querySelector(`#game-${name}`));
    radio.checked = true;
    this.own.root.hidden = name !== OWN;
    this.rulesChanged();
  }

  rulesChanged() {
    this.house = this.variant ? new HouseRules(this.variant) : null;
    replace(this.rulesBox, this.house?.root);
    this.problem.textContent = "";
  }

  get variant() {
    const { game } = this.choice;
    return game === OWN ? this.own.variant : shipped().find(({ name }) => name === game);
  }

  // ---- against whom ----

  /**
   * @template {"opponent" | "side" | "seats"} K
   * @param {K} name
   * @param {PlainKey} legend
   * @param {[Choice[K], PlainKey][]} values
   */
  radios(name, legend, values, onchange = () => {}) {
    const buttons = values.map(([value, title]) => {
      const id = `${name}-${value}`;
      const chosen = () => {
        this.choice[name] = value;
        onchange();
      };
      return h(
        "span",
        { class: "option" },
        h("input", {
          type: "radio",
          name,
          id,
          value,
          checked: this.choice[name] === value,
          onchange: chosen,
        }),
        h("label", { for: id, text: say(title) }),
      );
    });
    return h("fieldset", null, h("legend", { text: say(legend) }), buttons);
  }

  opponentField() {
    return this.radios(
      "opponent",
      "lobby.opponent",
      [
        ["engine", "opponent.engine"],
        ["human", "opponent.human"],
      ],
      () => this.opponentChanged(),
    );
  }

  opponentChanged() {
    const people = this.choice.opponent === "human";
    this.side.hidden = this.level.hidden = people;
    this.seats.hidden = !people;
  }

  sideField() {
    return this.radios("side", "lobby.side", [
      ["sente", "side.sente"],
      ["gote", "side.gote"],
      ["toss", "side.toss"],
    ]);
  }

  /** Two people at one screen: the game needn't know who is who, but they want to. */
  seatField() {
    return this.radios("seats", "lobby.seats", [
      ["agreed", "seats.agreed"],
      ["toss", "side.toss"],
    ]);
  }

  levelField() {
    const words = h("output", { for: "level", class: "level-words" });
    const full = fullStrengthPlace();
    const value = this.choice.level || full;
    const slider = h("input", { type: "range", id: "level", min: 1, max: full, step: 1, value });
    const show = () => {
      const place = Number(slider.value);
      this.choice.level = place === full ? 0 : place;
      words.textContent = levelWords(this.choice.level);
      slider.setAttribute("aria-valuetext", words.textContent);
    };
    slider.addEventListener("input", show);
    show();
    return h(
      "fieldset",
      { class: "level" },
      h("legend", { text: say("lobby.level") }),
      h("label", { for: "level", class: "visually-hidden", text: say("lobby.levelOfProgram") }),
      slider,
      words,
    );
  }

  // ---- from which position ----

  positionText() {
    return h("textarea", {
      id: "start-text",
      rows: 3,
      spellcheck: "false",
      "aria-describedby": "start-hint",
      placeholder: say("start.placeholder"),
    });
  }

  startField() {
    return h(
      "details",
      { class: "start-from" },
      h("summary", { text: say("start.title") }),
      h("label", { for: "start-text", text: say("start.label") }),
      this.position,
      h("p", { class: "field-hint", id: "start-hint", text: say("start.hint") }),
    );
  }

  // ---- off we go ----

  async begin() {
    const { choice } = this;
    if (!this.variant && !this.recordNamesItsGame()) return this.own.complain();
    this.problem.textContent = this.startProblem();
    if (this.problem.textContent) return;
    const people = choice.opponent === "human";
    const wanted = people ? choice.seats : choice.side;
    const side = wanted === "toss" ? await furigoma() : wanted;
    if (!side) return;
    this.remember();
    this.start(this.request(side));
  }

  /** Why nobody can play from the position given, or "": what can't be read, the server explains. */
  startProblem() {
    const text = this.position.value.trim();
    const record = RECORD_START.test(text) || text.includes("\n");
    if (!text || record || !this.variant) return "";
    const { variant } = parseVariant(
      this.variant.name,
      this.chosenRules().variantText ?? null,
      this.chosenRules().settings,
    );
    const problem = variant ? positionProblem(variant, text) : "";
    variant?.free();
    return problem;
  }

  remember() {
    const { game, opponent, level } = this.choice;
    const last = game && game !== OWN ? { game, opponent, level } : { opponent, level };
    changeSetting("last", last);
  }

  /** Such a record brings its rules along. A game of one's own is known only here, so its records don't. */
  recordNamesItsGame() {
    const name = this.position.value.match(GAME_LINE)?.[1];
    return Boolean(name) && (this.choice.game !== OWN || shippedNames().includes(name ?? ""));
  }

  /** @returns {Rules} */
  chosenRules() {
    const { game } = this.choice;
    const rules = game === OWN ? { variantText: this.own.text } : { game: game ?? undefined };
    return { ...rules, settings: this.house?.values() ?? {} };
  }

  /**
   * @param {SideName | "agreed"} side that the person takes
   * @returns {New | Import}
   */
  request(side) {
    const { opponent, level } = this.choice;
    /** @param {SideName} seat */
    const player = (seat) => (side === seat ? "human" : opponent);
    const rules = this.recordNamesItsGame() ? {} : this.chosenRules();
    const rest = { ...rules, sente: player("sente"), gote: player("gote"), level };
    const text = this.position.value.trim();
    if (!text) return { t: "new", ...rest };
    if (RECORD_START.test(text) || text.includes("\n")) {
      return { t: "import", record: text, ...rest };
    }
    return { t: "new", sfen: text, ...rest };
  }

  // ---- earlier games ----

  /** @param {GameSummary} game */
  earlierGame(game) {
    const { id, title, level, plies, result, updated } = game;
    const [sente, gote] = SIDES.map((side) => playerWords(game[side], level));
    const time = timeWords(updated);
    return h(
      "li",
      null,
      h(
        "a",
        { href: `#/game/${id}` },
        h("strong", { text: title }),
        h("span", { text: say("earlier.players", { sente, gote, count: plies }) }),
        h("span", {
          class: "when",
          text: result ? resultWords(result) : say("earlier.underWay", { time }),
        }),
      ),
      h("button", {
        type: "button",
        class: "quiet",
        "aria-label": say("earlier.deleteOf", { game: title, time }),
        onclick: () => this.remove(game),
        text: say("earlier.delete"),
      }),
    );
  }

  /**
   * A game in which nobody moved is none to go on with.
   * @param {readonly GameSummary[]} all
   */
  drawGames(all) {
    const games = all.filter(({ plies, result }) => plies > 0 || result);
    replace(
      this.earlier,
      h("h2", { id: "earlier-title", text: say("earlier.title") }),
      games.length
        ? h(
            "ul",
            null,
            games.map((game) => this.earlierGame(game)),
          )
        : h("p", { class: "none", text: say("earlier.none") }),
    );
  }

  /** @param {GameSummary} game */
  async remove({ id, title }) {
    const sure = await ask({
      title: say("earlier.deleteTitle", { game: title }),
      buttons: [
        { label: say("earlier.keep"), value: false, kind: "main" },
        { label: say("earlier.delete"), value: true, kind: "danger" },
      ],
    });
    if (!sure) return;
    if (this.connection.ask({ t: "delete", id })) this.enter();
  }
}
