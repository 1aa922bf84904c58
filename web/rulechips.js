// House rules in sight: a chip for each ruling that differs from the standard. A tap, a click or Enter says what it means.

import { gameText, say } from "./catalogue.js";
import { h } from "./dom.js";
import { shippedGame } from "./shipped.js";

/** @import { HandicapStart, VariantOption } from "./core.js" */
/** @import { Settings } from "./messages.js" */

const HANDICAP = "handicap";
const GAP = 6; // pixels between a chip and what is said of it

/**
 * An option's name as words: "jumpRank" is "jump rank". Names that are no such compound stay.
 * @param {string} name
 */
export const ruleName = (name) =>
  gameText(
    name.replace(
      /([a-z])([A-Z])(?![A-Z])/g,
      (_, before, after) => `${before} ${after.toLowerCase()}`,
    ),
  );

/** @param {readonly VariantOption[]} options with the choices in force */
export const changedRules = (options) =>
  options.filter((option) => option.value !== option.default);

/**
 * The rulings of a game that is known by its name and settings alone. Of a game that doesn't ship nothing but those is known.
 * @param {string} game
 * @param {Settings} settings
 * @returns {VariantOption[]}
 */
export function rulesOf(game, settings) {
  const options = shippedGame(game)?.options ?? [];
  return Object.entries(settings).map(([name, value]) => {
    const known = options.find((option) => option.name === name);
    return known ? { ...known, value } : { name, value, help: "", default: "", choices: [] };
  });
}

/** @param {HandicapStart} handicap */
export const handicapName = ({ name, kanji }) =>
  kanji ? say("handicap.named", { name, kanji }) : name;

/**
 * The handicap that a game begins with, as a rule among the others; none where it begins otherwise.
 * @param {readonly HandicapStart[]} handicaps of the game
 * @param {string} start where it begins, as SFEN
 * @returns {VariantOption[]}
 */
export function handicapRule(handicaps, start) {
  const handicap = handicaps.find((each) => each.start === start);
  if (!handicap) return [];
  const value = handicapName(handicap);
  const choices = [{ value, help: value }];
  const help = say("handicap.help");
  return [{ name: HANDICAP, value, help, default: say("handicap.none"), choices }];
}

/**
 * The same of a game that is known by its name alone.
 * @param {string} game
 * @param {string} start
 */
export const handicapOf = (game, start) => handicapRule(shippedGame(game)?.handicaps ?? [], start);

/** @param {VariantOption} option */
function chipText({ name, value }) {
  if (name === "strict") return say("chip.strict");
  if (name === HANDICAP) return say("chip.handicap", { name: value });
  return say("chip.rule", { name: ruleName(name), value: gameText(value) });
}

/** @param {VariantOption} option */
function explained({ help, value, choices, default: standard }) {
  const choice = choices.find((each) => each.value === value)?.help ?? value;
  return help ? say("chip.explained", { rule: help, choice, standard: gameText(standard) }) : "";
}

/** @param {VariantOption} option */
const classes = ({ name }) => (name === "strict" ? "chip strict" : "chip");

/**
 * Says what a chip or another sign means, below it; Esc or a click elsewhere ends that.
 * @param {HTMLElement} chip
 * @param {string} text
 */
export function tellBelow(chip, text) {
  const tip = h("div", { class: "chip-tip", popover: "auto", role: "status", text });
  chip.after(tip);
  const away = () => tip.hidePopover(); // a screen that turns moves what it stands at
  tip.addEventListener("toggle", (event) => {
    if (/** @type {ToggleEvent} */ (event).newState !== "closed") return;
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
 * @param {readonly VariantOption[]} options with the choices in force
 */
export const ruleChips = (options) =>
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

/**
 * The same where nothing can be pressed, inside a link.
 * @param {readonly VariantOption[]} options
 */
export const plainChips = (options) =>
  changedRules(options).map((option) =>
    h("span", { class: classes(option), title: explained(option), text: chipText(option) }),
  );
