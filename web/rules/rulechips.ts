// House rules as chips (small labels): one for each option of a game that differs from its default. A tap or click on a chip, or
// Enter, explains the rule.

import { shippedGame } from "../core/index.ts";
import { gameText, say } from "../language/catalogue.ts";
import { h } from "../lib/dom.ts";
import type { HandicapStart, Settings, VariantOption } from "../core/index.ts";

const HANDICAP = "handicap";
const GAP = 6; // pixels between a chip and its explanation

/** An option's name in words: "jump rank" for "jumpRank". */
export const ruleName = (name: string) =>
  gameText(
    name.replace(
      /([a-z])([A-Z])(?![A-Z])/g,
      (_, before, after) => `${before} ${after.toLowerCase()}`,
    ),
  );

/** The options that differ from their defaults. */
export const changedRules = (options: readonly VariantOption[]) =>
  options.filter((option) => option.value !== option.default);

/**
 * The options of a game with the values of `settings`. For a game that isn't shipped they have no default values and no help,
 * because its text is not at hand.
 */
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
 * The handicap of a game in the form of an option, so that it is shown as a chip; empty if the game starts from no handicap.
 * @param handicaps of the game's file
 * @param start SFEN of the position from which the game starts
 */
export function handicapRule(handicaps: readonly HandicapStart[], start: string): VariantOption[] {
  const handicap = handicaps.find((each) => each.start === start);
  if (!handicap) return [];
  const help = say("handicap.help");
  return [{ name: HANDICAP, value: handicapName(handicap), help, default: "", choices: [] }];
}

/**
 * The handicap of a shipped game in the form of an option; empty if `start` is no handicap.
 * @param game its name
 * @param start SFEN of the position from which the game starts
 */
export const handicapOf = (game: string, start: string) =>
  handicapRule(shippedGame(game)?.handicaps ?? [], start);

function chipText({ name, value }: VariantOption) {
  if (name === "strict") return say("chip.strict");
  if (name === HANDICAP) return say("chip.handicap", { name: value });
  return say("chip.rule", { name: ruleName(name), value: gameText(value) });
}

function explained({ name, help, value, choices, default: standard }: VariantOption) {
  if (name === HANDICAP) return help;
  const choice = choices.find((each) => each.value === value)?.help ?? value;
  return help ? say("chip.explained", { rule: help, choice, standard: gameText(standard) }) : "";
}

const classes = ({ name }: VariantOption) => (name === "strict" ? "chip strict" : "chip");

/** Shows an explanation below a chip or another element until Esc or a click elsewhere. */
export function tellBelow(chip: HTMLElement, text: string) {
  const tip = h("div", { class: "chip-tip", popover: "auto", role: "status", text });
  (chip.closest("dialog") ?? document.body).append(tip); // the tip stays when the chip is drawn again
  const away = () => tip.hidePopover(); // the tip closes when the screen is turned, because its chip moves then
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
 * A list item with a chip for each option that differs from its default.
 * @param options of a game with their values
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

/** Chips that are no buttons, because they are shown inside a link, which must not contain buttons. */
export const plainChips = (options: readonly VariantOption[]) =>
  changedRules(options).map((option) =>
    h("span", { class: classes(option), title: explained(option), text: chipText(option) }),
  );
