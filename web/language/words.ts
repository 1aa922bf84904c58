// Words for things that several parts of the page name: sides, players, levels, results, times.

import { constants, PositionError } from "../core/index.ts";
import { currentLocale, say } from "./catalogue.ts";
import type { Family, Side, Variant } from "../core/index.ts";
import type { Player, Result, SideName } from "../lib/gametypes.ts";
import type { PlainKey } from "./keys.ts";

/** The message of an error. That of a PositionError names the column, if the error has one. */
export function errorWords(error: unknown) {
  const { message } = error as Error;
  const column = error instanceof PositionError ? error.column : 0;
  return column ? say("error.column", { column, message }) : message;
}

/** The names of the sides in messages of the server, by Side. They are also the keys of the words for the sides within a sentence. */
export const SIDES: readonly [SideName, SideName] = ["sente", "gote"];

/**
 * How the sides of a game are called. In a handicap game of shogi's kin sente is called shitate, and gote, which gives the handicap, uwate.
 * In chess and its kin the sides are White and Black, in xiangqi Red and Black.
 */
export type Calling = keyof typeof CALLINGS;

/** Keys of the words for the sides within a sentence, each by Side. With ".begins" they are the keys for the beginning of a sentence. */
const CALLINGS = {
  sente: ["sente", "gote"],
  shitate: ["shitate", "uwate"],
  white: ["white", "black"],
  red: ["red", "black"],
} as const;

/** The calling of each family of games in which the first side isn't sente. */
const BY_COLOUR: Partial<Record<Family, Calling>> = {
  figure: "white",
  stupa: "white",
  disc: "red",
};

/**
 * How the sides are called in a game.
 * @param handicap it is a handicap game
 */
export const callingOf = (variant: Variant | null, handicap: boolean = false): Calling =>
  (variant && BY_COLOUR[variant.family]) ?? (handicap ? "shitate" : "sente");

/** The word for a side within a sentence. */
export const sideWord = (side: Side, calling: Calling = "sente") => say(CALLINGS[calling][side]);

/** The word for a side at the beginning of a sentence. */
export const sideName = (side: Side, calling: Calling = "sente") =>
  say(`${CALLINGS[calling][side]}.begins`);

/** The name of a kind of piece; if there are several such pieces, with their number. */
export const counted = (name: string, count: number) =>
  count > 1 ? say("piece.counted", { name, count }) : name;

/** Joins short texts to one line; empty texts are left out. */
export const joinedFacts = (facts: readonly string[]) =>
  facts.filter(Boolean).reduce((first, next) => say("facts.joined", { first, next }));

/** The message of an error of the rules or the server, with a capital letter and a full stop. */
export const sentence = (text: string) =>
  /[.!?。…]$/.test(text)
    ? text
    : say("error.sentence", { text: text.charAt(0).toUpperCase() + text.slice(1) });

const DIGITS = ["", ..."一二三四五六七八九"];

/** A number from 1 to 99 in kanji. */
export function kanjiNumber(number: number) {
  const tens = Math.floor(number / 10);
  return (tens > 1 ? DIGITS[tens] : "") + (tens ? "十" : "") + DIGITS[number % 10];
}

/** A number in full-width digits. */
export const fullWidth = (number: number) =>
  String(number).replace(/\d/g, (digit) => "０１２３４５６７８９"[Number(digit)]);

export const sideNamed = (name: SideName): Side => (name === "gote" ? 1 : 0);
export const otherSide = (side: Side): Side => (side === 0 ? 1 : 0);

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

/** A level of the engine in words, with its number; level 0 is full strength, without a number. */
export function levelWords(level: number) {
  const words = say(LEVELS[level]);
  return level ? say("level.numbered", { level, words }) : words;
}

/** The last position of the slider for levels. It means full strength, which is level 0 in messages to the server. */
export const fullStrengthPlace = () => constants.maxLevel + 1;

export function playerWords(player: Player, level: number) {
  if (player === "human") return say("player.human");
  return level ? say("player.level", { level }) : say("player.full");
}

/** How a game ended, in words. An impasse with a winner was declared by him; an impasse without one is a draw. */
export function reasonWords({ reason, winner }: Result, calling: Calling) {
  if (winner === null) return say(`reason.${reason}`, { loser: say("sides.both") });
  if (reason === "impasse") return say("result.declared");
  return say(`reason.${reason}`, { loser: sideWord(otherSide(sideNamed(winner)), calling) });
}

/** The result of a game in a sentence: who won, or that it is a draw, and why. */
export function resultWords(result: Result, calling: Calling = "sente") {
  const reason = reasonWords(result, calling);
  if (result.winner === null) return say("result.draw", { reason });
  return say("result.win", { side: sideName(sideNamed(result.winner), calling), reason });
}

/** The size of a game's board and the game's author, on one line. */
export function gameFacts({ isStrip, files, ranks, about }: Variant) {
  const size = isStrip ? say("card.strip", { count: ranks }) : say("card.board", { files, ranks });
  return joinedFacts([size, about.author]);
}

/** The first sentence of a game's story. */
export const firstSentence = ({ about }: Variant) => about.story.split(/(?<=[.!?])\s|(?<=。)/)[0];

export const timeWords = (time: number) =>
  new Date(time).toLocaleString(currentLocale(), {
    dateStyle: "medium",
    timeStyle: "short",
  });

/** Units of time with their lengths in seconds, the longest first. */
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
];

/** The time since a moment, in words: "5 minutes ago". */
export function agoWords(time: number) {
  const seconds = Math.max(0, Math.round((Date.now() - time) / 1000));
  const format = new Intl.RelativeTimeFormat(currentLocale(), { numeric: "auto" });
  const [unit, length] = UNITS.find(([, each]) => seconds >= each) ?? ["second", 1];
  return format.format(unit === "second" ? 0 : -Math.floor(seconds / length), unit);
}
