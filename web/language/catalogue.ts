// The sentences of the page by their keys, in the language of the page.
//
// The English sentences stand in en/, those of other languages in languages/TAG/page.po. A template holds its arguments in braces, as in
// src/base/message.h:
//
//   {name}            the argument of that name; a number is formatted for the language
//   {count|one|many}  a form for each plural category of the language, in the order zero, one, two, few, many, other (Unicode's plural
//                     rules, by Intl.PluralRules); English has one and other
//   {list:and}        a list that ends with "and": a, b, and c
//   {list:unit}       a list without "and": a, b, c; each language chooses one of the two
//
// Sentences that no first view says (the lobby, a game) are loaded with the first part of the page that is loaded on demand: those of
// en/later.ts, and in each language those with the same keys.
//
// A new language needs a row of HENKA_LANGUAGE_LIST, a folder in languages/ and a file beside en.ts (docs/translating.md). Sentences without
// a translation are shown in English; tests/web/catalogue.mjs prints them.

import others from "../../include/henka.h";
import * as english from "./en.ts";
import type { Notation, PieceType, Variant } from "../core/index.ts";
import type { Coordinates } from "../settings/settings.ts";
import type { Key, SayArguments } from "./keys.ts";

type Sentences = Partial<Record<Key, string>>;

/** The exports of a file such as en.ts: how the page speaks a language. */
export interface Catalogue {
  /** the sentences by key, without those that `later` loads */
  sentences: Sentences;
  /** loads the sentences of en/later.ts, in this language */
  later: () => Promise<Sentences>;
  /** returns the name of a kind of piece */
  typeName: (type: PieceType) => string;
  squareName: (variant: Variant, square: number) => string;
  /** translations of texts in the shipped games' files, by line of the English text */
  gameTexts: Record<string, string>;
  /** pronunciation of titles of games whose characters don't show it, by title */
  readings?: Record<string, string>;
  /** the default settings for a visitor with this language */
  standards: { coordinates: Coordinates };
  /** the notation of shogi's kin */
  notation: Notation;
}

/**
 * Functions that load a language, by its tag as in HTML's `lang`. English is part of the first script; the other languages are
 * loaded when chosen.
 */
const CATALOGUES: Record<string, () => Catalogue | Promise<Catalogue>> = {
  en: () => english,
  ...others,
};
const STANDARD = "en";
const PLURALS = ["zero", "one", "two", "few", "many", "other"] as const;

export const languages = Object.keys(CATALOGUES);
let catalogue: Catalogue = english;
let language = STANDARD;
let locale = STANDARD; // the language of the page, with a country if the browser names one: "en-GB"; formats dates and numbers
const standard: Sentences = { ...english.sentences }; // the English sentences that were loaded; shown for keys without a translation
let sentences: Sentences = standard; // the sentences that were loaded, in the language of the page

/**
 * Sets the language of the page to the first wanted one that the page has; by default the browser's list is wanted. The page
 * stays English if the language can't be loaded.
 */
export async function chooseLanguage(wanted: readonly string[] = navigator.languages) {
  const base = (name: string) => name.split("-")[0];
  locale = wanted.find((name) => base(name) in CATALOGUES) ?? STANDARD;
  language = base(locale);
  try {
    catalogue = await CATALOGUES[language]();
  } catch {
    [catalogue, language, locale] = [english, STANDARD, STANDARD];
  }
  sentences = { ...catalogue.sentences };
}

/** Loads the sentences of en/later.ts, in English and in the language of the page. */
export async function loadLaterSentences() {
  const [inEnglish, own] = await Promise.all([english.later(), catalogue.later()]);
  Object.assign(standard, inEnglish);
  Object.assign(sentences, own);
}

/** The name of a kind of piece in the language of the page. */
export const typeName = (type: PieceType) => catalogue.typeName(type);

/** The name of a square, as the game's players say it: as in chess, or, in games of shogi's kin, as in the language of the page. */
export const squareName = (variant: Variant, square: number) =>
  isLettered(variant)
    ? fileLetter(variant, variant.file(square)) + rankNumber(variant, variant.rank(square))
    : catalogue.squareName(variant, square);

/** Are the squares of a game named as in chess? Animals keep the squares of shogi, whose notation they have. */
export const isLettered = ({ family }: Variant) => family !== "wedge" && family !== "animal";

/** The letter of a file in games of chess's kin: a is on sente's left. */
export const fileLetter = ({ files }: Variant, file: number) =>
  String.fromCharCode("a".charCodeAt(0) + files - file);

/** The number of a rank in games of chess's kin: 1 is nearest to sente. */
export const rankNumber = ({ ranks }: Variant, rank: number) => String(ranks + 1 - rank);

/** A text of a game's file (title, story, house rule) in the language of the page. Lines without a translation stay as they are. */
export const gameText = (text: string) =>
  text === UNTITLED
    ? say("shelf.untitled")
    : text
        .split("\n")
        .map((line) => catalogue.gameTexts[line] ?? line)
        .join("\n");

/** The pronunciation of a game's title; "" if its characters show how it is read aloud. */
export const readingOf = (title: string) => catalogue.readings?.[title] ?? "";

const UNTITLED = "untitled"; // the title that the rules give to a game whose file has none

/** The default settings for a visitor with the language of the page. */
export const standards = () => catalogue.standards;

/** The notation of shogi's kin in the language of the page. */
export const ownNotation = () => catalogue.notation;

/** The tag of the page's language, for HTML's `lang`. */
export const currentLanguage = () => language;

/** The language and country by which dates and numbers are formatted. */
export const currentLocale = () => locale;

const ARGUMENT = /\{(\w+)(?::(and|unit)|\|([^}]*))?\}/g;
const listFormats: Record<string, Intl.ListFormat> = {}; // Intl formats by language and type ("en unit"), kept because a board formats many lists

/**
 * The items joined to one list.
 * @param kind "and": a, b, and c; "unit": a, b, c
 * @param spoken the language of the sentence, which is English if a translation is missing
 */
function joined(items: readonly string[], kind: string, spoken: string) {
  const type = kind === "unit" ? "unit" : "conjunction";
  listFormats[`${spoken} ${type}`] ??= new Intl.ListFormat(spoken, { type });
  return listFormats[`${spoken} ${type}`].format(items);
}

/**
 * The plural form for a number.
 * @param forms in the order of PLURALS
 * @param spoken the language of the sentence, which is English if a translation is missing
 */
function pluralForm(forms: string[], number: number, spoken: string) {
  const rules = new Intl.PluralRules(spoken);
  const { pluralCategories } = rules.resolvedOptions();
  const categories = PLURALS.filter((category) => pluralCategories.includes(category));
  return forms[categories.indexOf(rules.select(number))];
}

/** The sentence with this key in the language of the page, with the given arguments filled in. */
export function say<K extends Key>(key: K, ...given: SayArguments<K>): string {
  const values: Record<string, unknown> = given[0] ?? {};
  const own = sentences[key];
  const spoken = own === undefined ? STANDARD : locale;
  const template = own ?? standard[key] ?? "";
  return template.replace(ARGUMENT, (_, name, kind, forms) => {
    const value = values[name];
    if (forms !== undefined) return pluralForm(forms.split("|"), Number(value), spoken);
    if (Array.isArray(value)) return joined(value, kind, spoken);
    return typeof value === "number" ? value.toLocaleString(spoken) : String(value);
  });
}
