// Before a game: which game, against whom, by which rules; and the games to go on with.

import { ask, h, notice, replace } from "./dom.js";
import { showRules } from "./about.js";
import { furigoma } from "./furigoma.js";
import { littleBoard } from "./littleboard.js";
import { OwnGame } from "./owngame.js";
import { HouseRules } from "./houserules.js";
import { parseVariant, shippedNames } from "./rules.js";
import { changeSetting, settings } from "./settings.js";
import { FULL_STRENGTH, LEVELS, playerWord, resultWords, SIDES, when } from "./words.js";

const OWN = "own";
const GAME_LINE = /^(?:game:|棋種[:：])\s*(\S+)/m; // of a record
let variants = null; // shipped, with standard rulings; read once

function shipped() {
  return (variants ??= shippedNames()
    .map((name) => parseVariant(name, null, {}).variant)
    .filter(Boolean));
}

export class Lobby {
  constructor(main, connection, start) {
    this.main = main;
    this.connection = connection;
    this.start = start;
    this.choice = {
      game: null,
      opponent: "engine",
      side: "sente",
      seats: "agreed",
      level: 3,
      ...settings.last,
    };
    this.list = [];
  }

  enter() {
    if (!this.root) this.build();
    this.connection.send({ t: "list" });
  }
  leave() {}

  games(message) {
    this.list = message.games;
    this.drawGames();
  }
  deleted() {
    this.connection.send({ t: "list" });
  }
  error(message) {
    const diagnostics = message.diagnostics ?? [];
    if (!["new", "import"].includes(message.for)) return false;
    if (diagnostics.length) this.own.showDiagnostics(diagnostics);
    const where =
      message.line && !diagnostics.length
        ? `line ${message.line}, column ${message.column ?? 1}: `
        : "";
    this.problem.textContent = where + message.message;
    notice(where + message.message, "bad");
    return true;
  }

  build() {
    document.title = "Henka";
    this.earlier = h("section", { class: "earlier", "aria-labelledby": "earlier-title" });
    this.problem = h("p", { class: "problem", role: "alert" });
    this.rulesBox = h("div", { class: "house-rules" });
    this.own = new OwnGame(() => this.changed());
    const cards = h(
      "div",
      { class: "cards", role: "radiogroup", "aria-label": "Game" },
      shipped().map((variant) => this.card(variant)),
      this.ownCard(),
    );
    this.form = h(
      "form",
      { class: "new-game", "aria-labelledby": "new-title" },
      h("h1", { id: "new-title", text: "New game" }),
      cards,
      this.own.root,
      h(
        "div",
        { class: "choices" },
        this.opponentField(),
        this.sideField(),
        this.seatField(),
        this.levelField(),
      ),
      this.rulesBox,
      this.startField(),
      this.problem,
      h(
        "div",
        { class: "buttons" },
        h("button", { type: "submit", class: "main big", text: "Start the game" }),
      ),
    );
    this.form.addEventListener("submit", (event) => (event.preventDefault(), this.begin()));
    this.root = h("div", { class: "lobby" }, this.form, this.earlier);
    replace(this.main, this.root);
    this.opponentChanged();
    const names = shipped().map(({ name }) => name);
    this.pick(names.includes(this.choice.game) ? this.choice.game : (names[0] ?? OWN));
  }

  // ---- which game ----

  card(variant) {
    const radio = h("input", {
      type: "radio",
      name: "game",
      id: `game-${variant.name}`,
      value: variant.name,
      onchange: () => this.pick(variant.name),
    });
    const size = variant.isStrip
      ? `${variant.ranks} squares in a row`
      : `${variant.files} × ${variant.ranks}`;
    const text = variant.about.story.split(/(?<=[.!?])\s/)[0];
    return h(
      "div",
      { class: "card" },
      radio,
      h(
        "label",
        { for: radio.id },
        littleBoard(variant),
        h("span", { class: "card-title", text: variant.title }),
        h("span", {
          class: "card-size",
          text: [size, variant.about.author].filter(Boolean).join(" · "),
        }),
        h("span", { class: "card-story", text }),
      ),
      h("button", {
        type: "button",
        class: "quiet",
        "aria-label": `Rules of ${variant.title}`,
        onclick: () => showRules(variant),
        text: "Rules",
      }),
    );
  }

  ownCard() {
    const radio = h("input", {
      type: "radio",
      name: "game",
      id: "game-own",
      value: OWN,
      onchange: () => this.pick(OWN),
    });
    return h(
      "div",
      { class: "card own" },
      radio,
      h(
        "label",
        { for: "game-own" },
        h("span", { class: "plus", "aria-hidden": "true", text: "＋" }),
        h("span", { class: "card-title", text: "Your own game" }),
        h("span", {
          class: "card-story",
          text: "Paste the text of an Interactive Diagram, or a file like those of the games here.",
        }),
      ),
    );
  }

  pick(name) {
    this.choice.game = name;
    this.form.querySelector(`#game-${name}`).checked = true;
    this.own.root.hidden = name !== OWN;
    this.changed();
  }

  changed() {
    const variant = this.variant;
    this.house = variant ? new HouseRules(variant) : null;
    replace(this.rulesBox, this.house?.root ?? null);
    this.problem.textContent = "";
  }

  get variant() {
    return this.choice.game === OWN
      ? this.own.variant
      : shipped().find(({ name }) => name === this.choice.game);
  }

  // ---- against whom ----

  radios(name, legend, pairs, onchange) {
    const buttons = pairs.map(([value, text]) => {
      const id = `${name}-${value}`;
      return h(
        "span",
        { class: "option" },
        h("input", {
          type: "radio",
          name,
          id,
          value,
          checked: this.choice[name] === value,
          onchange: () => ((this.choice[name] = value), onchange?.()),
        }),
        h("label", { for: id, text }),
      );
    });
    return h("fieldset", null, h("legend", { text: legend }), buttons);
  }

  opponentField() {
    return this.radios(
      "opponent",
      "Opponent",
      [
        ["engine", "the program"],
        ["human", "someone at this screen"],
      ],
      () => this.opponentChanged(),
    );
  }

  opponentChanged() {
    const people = this.choice.opponent === "human";
    this.sideSet.hidden = this.levelSet.hidden = people;
    this.seatSet.hidden = !people;
  }

  sideField() {
    this.sideSet = this.radios("side", "You play", [
      ["sente", "sente (first)"],
      ["gote", "gote (second)"],
      ["toss", "by furigoma"],
    ]);
    return this.sideSet;
  }

  /** Two people at one screen: the game needn't know who is who, but they want to. */
  seatField() {
    this.seatSet = this.radios("seats", "Who plays sente", [
      ["agreed", "as you agree"],
      ["toss", "by furigoma"],
    ]);
    return this.seatSet;
  }

  levelField() {
    const words = h("output", { for: "level", class: "level-words" });
    const slider = h("input", {
      type: "range",
      id: "level",
      min: 1,
      max: LEVELS.length,
      step: 1,
      value: this.choice.level || FULL_STRENGTH,
    });
    const show = () => {
      const place = Number(slider.value);
      const full = place === FULL_STRENGTH;
      this.choice.level = full ? 0 : place;
      words.textContent = full ? LEVELS.at(-1) : `${place}: ${LEVELS[place - 1]}`;
      slider.setAttribute("aria-valuetext", words.textContent);
    };
    slider.addEventListener("input", show);
    show();
    this.levelSet = h(
      "fieldset",
      { class: "level" },
      h("legend", { text: "Level" }),
      h("label", { for: "level", class: "visually-hidden", text: "Level of the program" }),
      slider,
      words,
    );
    return this.levelSet;
  }

  startField() {
    this.position = h("textarea", {
      id: "start-text",
      rows: 3,
      spellcheck: "false",
      "aria-describedby": "start-hint",
      placeholder: "SFEN, a USI “position …” line, or a whole record",
    });
    return h(
      "details",
      { class: "start-from" },
      h("summary", { text: "Start from a position or a record" }),
      h("label", { for: "start-text", text: "Position or record" }),
      this.position,
      h("p", {
        class: "field-hint",
        id: "start-hint",
        text: "A record that names its game is played by that game and its rules, whatever is chosen above.",
      }),
    );
  }

  // ---- off we go ----

  async begin() {
    const { choice } = this;
    if (!this.variant && !this.recordRules()) return this.own.complain();
    let side = choice.opponent === "human" ? choice.seats : choice.side;
    if (side === "toss") side = await furigoma();
    if (!side) return;
    this.remember();
    this.start(this.request(side));
  }

  remember() {
    const { game, opponent, level } = this.choice;
    changeSetting("last", { ...(game === OWN ? null : { game }), opponent, level });
  }

  /** Nothing to add to a record that names its game; null: the game chosen decides. One's own game is known only here. */
  recordRules() {
    const name = this.position.value.match(GAME_LINE)?.[1];
    if (!name || (this.choice.game === OWN && !shippedNames().includes(name))) return null;
    return {};
  }

  chosenRules() {
    const rules =
      this.choice.game === OWN ? { variantText: this.own.text } : { game: this.choice.game };
    return { ...rules, settings: this.house?.values() ?? {} };
  }

  request(side) {
    const { choice } = this;
    const text = this.position.value.trim();
    const record = /^(position|\[|Game|#|Henka)/i.test(text) || text.includes("\n");
    const other = choice.opponent;
    const players =
      other === "human"
        ? { sente: "human", gote: "human" }
        : {
            sente: side === "sente" ? "human" : "engine",
            gote: side === "gote" ? "human" : "engine",
          };
    const source = !text
      ? { t: "new" }
      : record
        ? { t: "import", record: text }
        : { t: "new", sfen: text };
    return {
      ...source,
      ...(this.recordRules() ?? this.chosenRules()),
      ...players,
      level: choice.level,
    };
  }

  // ---- earlier games ----

  drawGames() {
    const items = this.list.map((game) =>
      h(
        "li",
        null,
        h(
          "a",
          { href: `#/game/${game.id}` },
          h("strong", { text: game.title }),
          h("span", {
            text: `${SIDES.map((side) => playerWord(game[side], game.level)).join(" – ")}, ${game.plies} moves`,
          }),
          h("span", {
            class: "when",
            text: game.result ? resultWords(game.result) : `under way, ${when(game.updated)}`,
          }),
        ),
        h("button", {
          type: "button",
          class: "quiet",
          "aria-label": `Delete ${game.title} of ${when(game.updated)}`,
          onclick: () => this.remove(game),
          text: "Delete",
        }),
      ),
    );
    replace(
      this.earlier,
      h("h2", { id: "earlier-title", text: "Earlier games" }),
      items.length ? h("ul", null, items) : h("p", { class: "none", text: "None yet." }),
    );
  }

  async remove(game) {
    const sure = await ask(`Delete this game of ${game.title}?`, null, [
      { label: "Keep it", value: false, kind: "main" },
      { label: "Delete", value: true, kind: "danger" },
    ]);
    if (!sure) return;
    this.connection.send({ t: "delete", id: game.id });
    this.connection.send({ t: "list" });
  }
}
