// What a person prefers, kept in this browser.

import { keep, keptObject } from "./kept.js";

/** @import { Notation } from "./core.js" */
/** @import { Opponent } from "./opponent.js" */
/** @import { ClockRules } from "./messages.js" */

/**
 * @typedef {object} Settings
 * @property {string} language of the page, as HTML's `lang` names it; "auto": the browser's
 * @property {"auto" | "light" | "dark"} theme
 * @property {string} pieces the name of a piece set, see pieces.js
 * @property {Notation} notation of the list of moves
 * @property {Coordinates} coordinates
 * @property {boolean} dots show where a piece can go
 * @property {boolean} tips show what the piece under the mouse is
 * @property {boolean} turnBoard turn the board after each move of two people
 * @property {Confirm} confirm when a move is asked about before it counts
 * @property {boolean} premove a move may be entered while the other side thinks
 * @property {boolean} wheel the wheel over the board goes through the game
 * @property {boolean} letters single letters are keys
 * @property {number} pace seconds a move where a game plays itself
 * @property {boolean} sound
 * @property {boolean} notify by the browser's notifications, when it is one's turn and the page is hidden
 * @property {string} name what others see; "" for none
 * @property {LastChoice} [last] what the lobby starts with
 *
 * @typedef {"days" | "always" | "never"} Confirm days: in games that have days for a move
 * @typedef {"letters" | "kanji" | "numbers"} Coordinates what ranks are called; files have numbers
 * @typedef {{game?: string, opponent?: Opponent, level?: number, clock?: ClockRules}} LastChoice
 */

/** @type {Settings} */
const STANDARD = {
  language: "auto",
  theme: "auto",
  pieces: "auto",
  notation: "western",
  coordinates: "letters",
  dots: true,
  tips: true,
  turnBoard: false,
  confirm: "days",
  premove: true,
  wheel: true,
  letters: true,
  pace: 1,
  sound: false,
  notify: false,
  name: "",
};
const KEY = "henka";

/** @type {Partial<Settings>} */
const chosen = keptObject(KEY); // what the person has chosen here; only that is kept
/** @type {Settings} */
export const settings = { ...STANDARD, ...chosen };
/** @type {(() => void)[]} */
const listeners = [];

/**
 * @template {keyof Settings} K
 * @param {K} name
 * @param {Settings[K]} value
 */
export function changeSetting(name, value) {
  settings[name] = value;
  chosen[name] = value;
  keep(KEY, JSON.stringify(chosen));
  applyTheme();
  listeners.forEach((listener) => listener());
}

/**
 * The lobby offers that game next.
 * @param {string} game
 */
export function offerNext(game) {
  changeSetting("last", { ...settings.last, game });
}

/**
 * What holds where nothing was chosen, in the language of the page.
 * @param {Partial<Settings>} standards
 */
export const takeStandards = (standards) => Object.assign(settings, standards, chosen);

/** @param {() => void} listener */
export const onSetting = (listener) => listeners.push(listener);

/** The page's colour, which a browser's own bar takes: --paper of css/page.css. */
const BAR = { light: "#efe8da", dark: "#171412" };

export function applyTheme() {
  const { dataset } = document.documentElement;
  const { theme } = settings;
  if (theme === "auto") delete dataset.theme;
  else dataset.theme = theme;
  /** @type {NodeListOf<HTMLMetaElement>} */
  const bars = document.querySelectorAll('meta[name="theme-color"]');
  for (const bar of bars) {
    const system = bar.media.includes("dark") ? "dark" : "light";
    bar.content = BAR[theme === "auto" ? system : theme];
  }
}
