// House rules in sight: a chip for each ruling that differs from the standard. A tap, a click or Enter says what it means.

import { shippedGame } from "../core/shipped.ts";
import { gameText, say } from "../language/catalogue.ts";
import { h } from "../lib/dom.ts";
import type { HandicapStart, VariantOption } from "../core/types.ts";
import type { Settings } from "../lib/messages.ts";

const HANDICAP = "handicap";
const GAP = 6; // pixels between a chip and what is said of it

/** An option's name as words: "jumpRank" is "jump rank". Names that are no such compound stay. */
export const ruleName = (name: string) =>
  gameText(
    name.replace(
      /([a-z])([A-Z])(?![A-Z])/g,
      (_, before, after) => `${before} ${after.toLowerCase()}`,
    ),
  );

/** @param options with the choices in force */
export const changedRules = (options: readonly VariantOption[]) =>
  options.filter((option) => option.value !== option.default);

/** The rulings of a game that is known by its name and settings alone. Of a game that doesn't ship nothing but those is known. */
export function rulesOf(game: string, settings: Settings): VariantOption[] {
  const options = shippedGame(game)?.options ?? [];
  return Object.entries(settings).map(([name, value]) => {
    const known = options.find((option) => option.name === name);
    return known ? { ...known, value } : { name, value, help: "", default: "", choices: [] };
  });
}

export const handicapName = ({ name, kanji }: HandicapStart) =>
  kanji ? say("handicap.named", { name, kanji }) : name;

/**
 * The handicap that a game begins with, as a rule among the others; none where it begins otherwise.
 * @param handicaps of the game
 * @param start where it begins, as SFEN
 */
export function handicapRule(handicaps: readonly HandicapStart[], start: string): VariantOption[] {
  const handicap = handicaps.find((each) => each.start === start);
  if (!handicap) return [];
  const value = handicapName(handicap);
  const choices = [{ value, help: value }];
  const help = say("handicap.help");
  return [{ name: HANDICAP, value, help, default: say("handicap.none"), choices }];
}

/** The same of a game that is known by its name alone. */
export const handicapOf = (game: string, start: string) =>
  handicapRule(shippedGame(game)?.handicaps ?? [], start);

function chipText({ name, value }: VariantOption) {
  if (name === "strict") return say("chip.strict");
  if (name === HANDICAP) return say("chip.handicap", { name: value });
  return say("chip.rule", { name: ruleName(name), value: gameText(value) });
}

function explained({ help, value, choices, default: standard }: VariantOption) {
  const choice = choices.find((each) => each.value === value)?.help ?? value;
  return help ? say("chip.explained", { rule: help, choice, standard: gameText(standard) }) : "";
}

const classes = ({ name }: VariantOption) => (name === "strict" ? "chip strict" : "chip");

/** Says what a chip or another sign means, below it; Esc or a click elsewhere ends that. */
export function tellBelow(chip: HTMLElement, text: string) {
  const tip = h("div", { class: "chip-tip", popover: "auto", role: "status", text });
  chip.after(tip);
  const away = () => tip.hidePopover(); // the tip closes, because its chip moves when the screen is turned
  tip.addEventListener("toggle", (event) => {
    if ((event as ToggleEvent).newState !== "closed") return;
    window.removeEventListener("resize", away);
    tip.remove();
  });
  tip.showPopover();
  window.addEventListener("resize", away);
  const [at, size] = [chip.getBoundingClientRect(), tip.getBoundingClientRect()];
  const below = at.bottom + GAP + size.height <= innerHeight;
  tip.style.left = `${Math.max(GAP, Math.min(at.left, innerWidth - size.width - GAP))}px`;
  tip.style.top = `${below ? at.bottom + GAP : at.top - GAP - size.height}px`;
}

/**
 * A list item for each ruling that differs from the standard.
 * @param options with the choices in force
 */
export const ruleChips = (options: readonly VariantOption[]) =>
  changedRules(options).map((option) => {
    const words = explained(option);
    const button = h("button", {
      type: "button",
      class: classes(option),
      "aria-description": words,
      title: words,
      text: chipText(option),
    });
    button.addEventListener("click", () => words && tellBelow(button, words));
    return h("li", null, button);
  });

/** The same where nothing can be pressed, inside a link. */
export const plainChips = (options: readonly VariantOption[]) =>
  changedRules(options).map((option) =>
    h("span", { class: classes(option), title: explained(option), text: chipText(option) }),
  );
