// Against whom, on which side, how strong, by which clock.

import { constants } from "../core/rules.ts";
import { say } from "../language/catalogue.ts";
import { fullStrengthPlace, levelWords } from "../language/words.ts";
import { h } from "../lib/dom.ts";
import { ClockField } from "./clockfield.ts";
import type { PlainKey } from "../language/keys.ts";
import type { ClockRules, Seats, SideName } from "../lib/messages.ts";

/** The program, a friend by a link, someone at the same screen, or whoever comes. */
export type Opponent = "engine" | "friend" | "human" | "anyone";
/** watch: the program plays both sides What is chosen. */
export type OwnSide = SideName | "toss" | "watch";
export interface Choice {
  opponent: Opponent;
  /** that the person takes */
  side: OwnSide;
  /** how two people at one screen find out who is sente */
  seats: "agreed" | "toss";
  level: number;
  /** milliseconds that the program thinks for a move; 0: as its level has it */
  movetime: number;
}

const MOVETIMES = [0, 1000, 3000, 10000, 30000, 60000];

export class OpponentFields {
  choice: Choice;
  changed: (opponent: Opponent) => void;
  clock: ClockField;
  anyone: HTMLSpanElement;
  watch: HTMLSpanElement;
  opponent: HTMLFieldSetElement;
  side: HTMLFieldSetElement;
  seats: HTMLFieldSetElement;
  level: HTMLFieldSetElement;
  root: HTMLDivElement;

  /** @param last what was chosen last */
  constructor(
    { clock, ...last }: Partial<Choice> & { clock?: ClockRules },
    changed: (opponent: Opponent) => void,
  ) {
    this.choice = {
      opponent: "engine",
      side: "sente",
      seats: "agreed",
      level: constants.standardLevel,
      movetime: 0,
      ...last,
    };
    this.changed = changed;
    this.clock = new ClockField(clock);
    this.anyone = this.option("opponent", "anyone", "opponent.anyone", () => this.show());
    this.watch = this.option("side", "watch", "side.watch");
    this.opponent = this.group("opponent", "lobby.opponent", [
      this.option("opponent", "engine", "opponent.engine", () => this.show()),
      this.option("opponent", "friend", "opponent.friend", () => this.show()),
      this.anyone,
      this.option("opponent", "human", "opponent.human", () => this.show()),
    ]);
    this.side = this.group("side", "lobby.side", [
      this.option("side", "sente", "side.sente"),
      this.option("side", "gote", "side.gote"),
      this.option("side", "toss", "side.toss"),
      this.watch,
    ]);
    this.seats = this.group("seats", "lobby.seats", [
      this.option("seats", "agreed", "seats.agreed"),
      this.option("seats", "toss", "side.toss"),
    ]);
    this.level = this.levelField();
    this.root = h(
      "div",
      { class: "choices" },
      this.opponent,
      this.side,
      this.seats,
      this.level,
      this.clock.root,
    );
    this.offerAnyone(true); // as most servers do; this one says so when the line is up
  }

  /** The sides, as a game with a handicap or without one calls them. */
  callSides(handicap: boolean) {
    const [sente, gote] = this.side.querySelectorAll("label");
    sente.textContent = say(handicap ? "side.shitate" : "side.sente");
    gote.textContent = say(handicap ? "side.uwate" : "side.gote");
  }

  /** Strangers can be met where the server has a lobby. */
  offerAnyone(lobby: boolean) {
    this.anyone.hidden = !lobby;
    if (!lobby && this.choice.opponent === "anyone") this.pick("opponent", "friend");
    this.show();
  }

  pick<K extends "opponent" | "side" | "seats">(name: K, value: Choice[K]) {
    this.choice[name] = value;
    const input = this.root.querySelector(`#${name}-${value}`);
    if (input) (input as HTMLInputElement).checked = true;
  }

  /** What goes with the opponent chosen. */
  show() {
    const { opponent, side } = this.choice;
    const engine = opponent === "engine";
    if (!engine && side === "watch") this.pick("side", "sente");
    this.side.hidden = opponent === "human";
    this.seats.hidden = opponent !== "human";
    this.level.hidden = this.watch.hidden = !engine;
    this.changed(opponent);
  }

  option<K extends "opponent" | "side" | "seats">(
    name: K,
    value: Choice[K],
    title: PlainKey,
    then = () => {},
  ) {
    const id = `${name}-${value}`;
    const onchange = () => {
      this.choice[name] = value;
      then();
    };
    const checked = this.choice[name] === value;
    return h(
      "span",
      { class: "option" },
      h("input", { type: "radio", name, id, value, checked, onchange }),
      h("label", { for: id, text: say(title) }),
    );
  }

  group(name: string, legend: PlainKey, options: HTMLElement[]) {
    return h(
      "fieldset",
      { class: `segments ${name}` },
      h("legend", { text: say(legend) }),
      h("div", { class: "options" }, options),
    );
  }

  levelField() {
    const { choice } = this;
    const words = h("output", { for: "level", class: "level-words" });
    const full = fullStrengthPlace();
    const value = choice.level || full;
    const slider = h("input", { type: "range", id: "level", min: 1, max: full, step: 1, value });
    const show = () => {
      const place = Number(slider.value);
      choice.level = place === full ? 0 : place;
      words.textContent = levelWords(choice.level);
      slider.setAttribute("aria-valuetext", words.textContent);
    };
    slider.addEventListener("input", show);
    show();
    const times = MOVETIMES.map((ms) =>
      h("option", {
        value: ms,
        selected: ms === choice.movetime,
        text: ms ? say("movetime.seconds", { count: ms / 1000 }) : say("movetime.level"),
      }),
    );
    const time = h("select", { id: "movetime" }, times);
    time.addEventListener("change", () => (choice.movetime = Number(time.value)));
    return h(
      "fieldset",
      { class: "level" },
      h("legend", { text: say("lobby.level") }),
      h("label", { for: "level", class: "visually-hidden", text: say("lobby.levelOfProgram") }),
      slider,
      words,
      h(
        "p",
        { class: "field" },
        h("label", { for: "movetime", text: say("lobby.movetime") }),
        time,
      ),
    );
  }

  get clockChosen(): { clock?: ClockRules } {
    const clock = this.clock.value;
    return clock.kind === "none" ? {} : { clock };
  }

  /**
   * Who sits where, as a new game has it.
   * @param side that the person takes
   */
  seatsFor(side: OwnSide | "agreed"): Seats {
    const { opponent, level, movetime } = this.choice;
    if (opponent === "friend") {
      const gote = side === "gote";
      return {
        sente: gote ? "open" : "human",
        gote: gote ? "human" : "open",
        ...(side === "toss" && { toss: true }),
        ...this.clockChosen,
      };
    }
    const other = opponent === "engine" ? "engine" : "human";
    return {
      sente: side === "sente" ? "human" : other,
      gote: side === "gote" ? "human" : other,
      level,
      ...(movetime && opponent === "engine" && { movetimeMs: movetime }),
      ...this.clockChosen,
    };
  }
}
