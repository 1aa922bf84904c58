// What several parts of the page say: sides, players, levels, results, times.

import { currentLocale, say } from "./catalogue.js";
import { constants } from "./rules.js";

/** @import { PlainKey } from "./catalogue.types.js" */
/** @import { Notation, Side } from "./core.js" */
/** @import { Player, Result, SideName } from "./messages.js" */
/** @import { Variant } from "./rules.js" */

/**
 * The sides as messages name them. Each is a key of the catalogue too, of the word within a sentence.
 * @type {readonly [SideName, SideName]}
 */
export const SIDES = ["sente", "gote"];

/** Keys of the words for the sides. In a handicap game gote, who gives it and begins, is uwate, and sente is shitate. */
const SIDE_WORDS = /** @type {const} */ ([
  ["sente", "gote"],
  ["shitate", "uwate"],
]);
/** The same where a sentence begins with them. */
const SIDE_NAMES = /** @type {const} */ ([
  ["sente.begins", "gote.begins"],
  ["shitate.begins", "uwate.begins"],
]);

/**
 * A side, within a sentence.
 * @param {Side} side
 * @param {boolean} handicap in a handicap game
 */
export const sideWord = (side, handicap) => say(SIDE_WORDS[handicap ? 1 : 0][side]);

/**
 * A side, as a sentence begins with it.
 * @param {Side} side
 * @param {boolean} [handicap] in a handicap game
 */
export const sideName = (side, handicap = false) => say(SIDE_NAMES[handicap ? 1 : 0][side]);

/**
 * A kind's name, with its number where there are several.
 * @param {string} name
 * @param {number} count
 */
export const counted = (name, count) => (count > 1 ? `${name} ×${count}` : name);

/**
 * What the rules or the server say of a mistake, as a sentence among those of the page.
 * @param {string} text
 */
export const sentence = (text) =>
  /[.!?。…]$/.test(text)
    ? text
    : say("error.sentence", { text: text.charAt(0).toUpperCase() + text.slice(1) });

const DIGITS = ["", ..."一二三四五六七八九"];

/**
 * A number as kanji, up to 99.
 * @param {number} number
 */
export function kanjiNumber(number) {
  const tens = Math.floor(number / 10);
  return (tens > 1 ? DIGITS[tens] : "") + (tens ? "十" : "") + DIGITS[number % 10];
}

/**
 * In digits as wide as a kanji.
 * @param {number} number
 */
export const fullWidth = (number) =>
  String(number).replace(/\d/g, (digit) => "０１２３４５６７８９"[Number(digit)]);

/**
 * @param {SideName} name
 * @returns {Side}
 */
export const sideNamed = (name) => (name === "gote" ? 1 : 0);
/**
 * @param {Side} side
 * @returns {Side}
 */
export const otherSide = (side) => (side === 0 ? 1 : 0);

/** @type {[Notation, PlainKey][]} */
export const NOTATIONS = [
  ["western", "notation.western"],
  ["japanese", "notation.japanese"],
  ["usi", "notation.usi"],
];

/** @type {PlainKey[]} */
const LEVELS = [
  "level.full",
  "level.1",
  "level.2",
  "level.3",
  "level.4",
  "level.5",
  "level.6",
  "level.7",
  "level.8",
  "level.9",
  "level.10",
];

/**
 * How well the program plays at a level; 0 is full strength.
 * @param {number} level
 */
export function levelWords(level) {
  const words = say(LEVELS[level]);
  return level ? say("level.numbered", { level, words }) : words;
}

/** The last place of the slider for levels; in messages full strength is level 0. */
export const fullStrengthPlace = () => constants.maxLevel + 1;

/**
 * @param {Player} player
 * @param {number} level
 */
export function playerWords(player, level) {
  if (player === "human") return say("player.human");
  return level ? say("player.level", { level }) : say("player.full");
}

/**
 * @param {Result} result
 * @param {boolean} [handicap] of a handicap game
 */
export function resultWords({ reason: word, winner }, handicap = false) {
  const reason = say(`reason.${word}`);
  if (winner === null) return say("result.draw", { reason });
  return say("result.win", { side: sideName(sideNamed(winner), handicap), reason });
}

/**
 * The size of a game's board, and whose game it is.
 * @param {Variant} variant
 */
export function gameFacts({ isStrip, files, ranks, about }) {
  const size = isStrip ? say("card.strip", { count: ranks }) : say("card.board", { files, ranks });
  return [size, about.author].filter(Boolean).join(" · ");
}

/**
 * The first sentence of a game's story.
 * @param {Variant} variant
 */
export const firstSentence = ({ about }) => about.story.split(/(?<=[.!?])\s|(?<=。)/)[0];

/** @param {number} time */
export const timeWords = (time) =>
  new Date(time).toLocaleString(currentLocale(), {
    dateStyle: "medium",
    timeStyle: "short",
  });

/** Units of time in seconds, the longest first. @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
];

/**
 * How long ago that was.
 * @param {number} time
 */
export function agoWords(time) {
  const seconds = Math.max(0, Math.round((Date.now() - time) / 1000));
  const format = new Intl.RelativeTimeFormat(currentLocale(), { numeric: "auto" });
  const [unit, length] = UNITS.find(([, each]) => seconds >= each) ?? ["second", 1];
  return format.format(unit === "second" ? 0 : -Math.floor(seconds / length), unit);
}
