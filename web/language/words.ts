// What several parts of the page say: sides, players, levels, results, times.

import { constants } from "../core/rules.ts";
import { currentLocale, say } from "./catalogue.ts";
import type { Variant } from "../core/rules.ts";
import type { Notation, Side } from "../core/types.ts";
import type { Player, Result, SideName } from "../lib/messages.ts";
import type { PlainKey } from "./keys.ts";

/** The sides as messages name them. Each is a key of the catalogue too, of the word within a sentence. */
export const SIDES: readonly [SideName, SideName] = ["sente", "gote"];

/** Keys of the words for the sides. In a handicap game gote, who gives it and begins, is uwate, and sente is shitate. */
const SIDE_WORDS = [
  ["sente", "gote"],
  ["shitate", "uwate"],
] as const;
/** SIDE_WORDS for the beginning of a sentence. */
const SIDE_NAMES = [
  ["sente.begins", "gote.begins"],
  ["shitate.begins", "uwate.begins"],
] as const;

/**
 * A side, within a sentence.
 * @param handicap in a handicap game
 */
export const sideWord = (side: Side, handicap: boolean) => say(SIDE_WORDS[handicap ? 1 : 0][side]);

/**
 * A side, as a sentence begins with it.
 * @param handicap in a handicap game
 */
export const sideName = (side: Side, handicap: boolean = false) =>
  say(SIDE_NAMES[handicap ? 1 : 0][side]);

/** A kind's name, with its number where there are several. */
export const counted = (name: string, count: number) => (count > 1 ? `${name} ×${count}` : name);

/** An error of the rules or the server as a sentence of the page. */
export const sentence = (text: string) =>
  /[.!?。…]$/.test(text)
    ? text
    : say("error.sentence", { text: text.charAt(0).toUpperCase() + text.slice(1) });

const DIGITS = ["", ..."一二三四五六七八九"];

/** A number as kanji, up to 99. */
export function kanjiNumber(number: number) {
  const tens = Math.floor(number / 10);
  return (tens > 1 ? DIGITS[tens] : "") + (tens ? "十" : "") + DIGITS[number % 10];
}

/** In digits as wide as a kanji. */
export const fullWidth = (number: number) =>
  String(number).replace(/\d/g, (digit) => "０１２３４５６７８９"[Number(digit)]);

export const sideNamed = (name: SideName): Side => (name === "gote" ? 1 : 0);
export const otherSide = (side: Side): Side => (side === 0 ? 1 : 0);

export const NOTATIONS: [Notation, PlainKey][] = [
  ["western", "notation.western"],
  ["japanese", "notation.japanese"],
  ["usi", "notation.usi"],
];

const LEVELS: PlainKey[] = [
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

/** How well the program plays at a level; 0 is full strength. */
export function levelWords(level: number) {
  const words = say(LEVELS[level]);
  return level ? say("level.numbered", { level, words }) : words;
}

/** The last place of the slider for levels; in messages full strength is level 0. */
export const fullStrengthPlace = () => constants.maxLevel + 1;

export function playerWords(player: Player, level: number) {
  if (player === "human") return say("player.human");
  return level ? say("player.level", { level }) : say("player.full");
}

/** @param handicap of a handicap game */
export function resultWords({ reason: word, winner }: Result, handicap: boolean = false) {
  const reason = say(`reason.${word}`);
  if (winner === null) return say("result.draw", { reason });
  return say("result.win", { side: sideName(sideNamed(winner), handicap), reason });
}

/** The size of a game's board, and whose game it is. */
export function gameFacts({ isStrip, files, ranks, about }: Variant) {
  const size = isStrip ? say("card.strip", { count: ranks }) : say("card.board", { files, ranks });
  return [size, about.author].filter(Boolean).join(" · ");
}

/** The first sentence of a game's story. */
export const firstSentence = ({ about }: Variant) => about.story.split(/(?<=[.!?])\s|(?<=。)/)[0];

export const timeWords = (time: number) =>
  new Date(time).toLocaleString(currentLocale(), {
    dateStyle: "medium",
    timeStyle: "short",
  });

/** Units of time in seconds, the longest first. */
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
];

/** How long ago that was. */
export function agoWords(time: number) {
  const seconds = Math.max(0, Math.round((Date.now() - time) / 1000));
  const format = new Intl.RelativeTimeFormat(currentLocale(), { numeric: "auto" });
  const [unit, length] = UNITS.find(([, each]) => seconds >= each) ?? ["second", 1];
  return format.format(unit === "second" ? 0 : -Math.floor(seconds / length), unit);
}
