// The fields of a new game for the opponent, the side, the level of the engine and the clock.

import { constants } from "../core/index.ts";
import { say } from "../language/catalogue.ts";
import { fullStrengthPlace, levelWords, sideName } from "../language/words.ts";
import { h } from "../lib/dom.ts";
import { ClockField } from "./clockfield.ts";
import type { PlainKey } from "../language/keys.ts";
import type { Calling } from "../language/words.ts";
import type { ClockRules, Seats, SideName } from "../lib/gametypes.ts";

/**
 * The opponent of a new game. engine: the program; friend: a person invited by a link; human: a person at the same screen;
 * anyone: a visitor who accepts a challenge in the lobby.
 */
export type Opponent = "engine" | "friend" | "human" | "anyone";
/** The side of the visitor. toss: to be tossed for; watch: none, because the program plays both sides. */
export type OwnSide = SideName | "toss" | "watch";

/** The visitor's choices for a new game. */
export interface Choice {
  opponent: Opponent;
  /** the visitor's side; unused with the opponent "human", for which `seats` is chosen */
  side: OwnSide;
  /** how two persons at one screen choose their sides. agreed: by themselves; toss: by a toss on the page */
  seats: "agreed" | "toss";
  level: number;
  /** milliseconds that the program thinks for a move; 0: the time of its level */
  movetime: number;
}

/** Keys of the names of the sides with their turns, by how they are called. */
const TURNS: Record<Calling, readonly [PlainKey, PlainKey]> = {
  sente: ["side.sente", "side.gote"],
  shitate: ["side.shitate", "side.uwate"],
  white: ["side.white", "side.black"],
  red: ["side.red", "side.black"],
};
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

  /**
   * @param last the choices of the game that the visitor began last
   * @param changed called when another opponent is chosen
   */
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
    this.offerAnyone(true); // assumes that the server accepts challenges, as most do; its `hello` corrects this
  }

  /** Writes the names of the sides, with their turns. In a handicap game of shogi's kin they are shitate and uwate. */
  callSides(calling: Calling, handicap: boolean) {
    const [sente, gote] = this.side.querySelectorAll("label");
    const [first, second] = TURNS[calling];
    const isTurned = handicap && calling !== "shitate"; // the side that is called first moves second
    sente.textContent = isTurned ? sideName(0, calling) : say(first);
    gote.textContent = isTurned ? sideName(1, calling) : say(second);
  }

  /**
   * Offers the opponent "anyone" if the server accepts challenges.
   * @param lobby it does
   */
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

  /** Shows the fields that the chosen opponent needs. */
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
   * The seats, the level and the clock of a new game, as a message has them.
   * @param side of the visitor; "agreed": two persons at one screen play both sides
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
