// Every sentence a person reads on the page, by its key and in the language of the page.
//
// The English sentences stand in en.ts, those of other languages in languages/TAG/page.po. A template holds its arguments in braces, as in src/base/message.h:
//
//   {name}            the argument of that name; numbers are written as the language does
//   {count|one|many}  the words for one thing or for several: a form for each plural category that the language has, in the order
//                     zero, one, two, few, many, other (Unicode's plural rules, by Intl.PluralRules)
//   {list:and}        a list, joined as the language joins it: a, b, and c
//   {list:unit}       a list whose parts only follow each other: a, b, c; which of the two a list is, each language says
//
// Another language is a folder of languages/, a file beside en.ts and a line in CATALOGUES (docs/translating.md). A sentence that it
// lacks is said in English; tests/web/catalogue.mjs lists those.

import * as english from "./en.ts";
import type { Variant } from "../core/rules.ts";
import type { Notation, PieceType } from "../core/types.ts";
import type { Coordinates } from "../settings/settings.ts";
import type { Key, SayArguments } from "./keys.ts";

/** What a language's file exports. */
export interface Catalogue {
  sentences: Partial<Record<Key, string>>;
  /** what a kind of piece is called */
  typeName: (type: PieceType) => string;
  squareName: (variant: Variant, square: number) => string;
  /** texts of the shipped games' files, by the English line */
  gameTexts: Record<string, string>;
  /** settings for whoever chose none */
  standards: { notation: Notation; coordinates: Coordinates };
}

/** Languages the page speaks, by their names in HTML's `lang`. English is there at once, the others come when they are wanted. */
const CATALOGUES: Record<string, () => Catalogue | Promise<Catalogue>> = {
  en: () => english,
  ja: () => import("./ja.ts"),
};
const STANDARD = "en";
const PLURALS = ["zero", "one", "two", "few", "many", "other"] as const;

export const languages = Object.keys(CATALOGUES);
let catalogue: Catalogue = english;
let language = STANDARD;
let locale = STANDARD; // the same, perhaps as a country speaks it

/**
 * Chooses the first of the wanted languages that the page speaks; standard: what the browser's user reads. One that can't be
 * fetched is English.
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
}

/** What a kind of piece is called. */
export const typeName = (type: PieceType) => catalogue.typeName(type);

/** What a square is called. */
export const squareName = (variant: Variant, square: number) =>
  catalogue.squareName(variant, square);

/** What a game's file says (title, story, house rules): in the language of the page where it has that, else as its author wrote it. */
export const gameText = (text: string) =>
  text === UNTITLED
    ? say("shelf.untitled")
    : text
        .split("\n")
        .map((line) => catalogue.gameTexts[line] ?? line)
        .join("\n");

const UNTITLED = "untitled"; // what the rules call a game whose text names it nowhere

/** Settings that the language's readers are used to. */
export const standards = () => catalogue.standards;

/** As HTML's `lang` names it. */
export const currentLanguage = () => language;

/** For dates and numbers. */
export const currentLocale = () => locale;

const ARGUMENT = /\{(\w+)(?::(and|unit)|\|([^}]*))?\}/g;
const listFormats: Record<string, Intl.ListFormat> = {}; // by language and kind, for a board says a list for each square

/** @param spoken the language of the sentence */
function joined(items: readonly string[], kind: string, spoken: string) {
  const type = kind === "unit" ? "unit" : "conjunction";
  listFormats[`${spoken} ${type}`] ??= new Intl.ListFormat(spoken, { type });
  return listFormats[`${spoken} ${type}`].format(items);
}

/**
 * The form of a plural that a number takes.
 * @param spoken the language of the sentence
 */
function pluralForm(forms: string[], number: number, spoken: string) {
  const rules = new Intl.PluralRules(spoken);
  const { pluralCategories } = rules.resolvedOptions();
  const categories = PLURALS.filter((category) => pluralCategories.includes(category));
  return forms[categories.indexOf(rules.select(number))];
}

/** The sentence of that key, with its arguments in their places. */
export function say<K extends Key>(key: K, ...given: SayArguments<K>): string {
  const values: Record<string, unknown> = given[0] ?? {};
  const own = catalogue.sentences[key];
  const spoken = own === undefined ? STANDARD : locale;
  return (own ?? english.sentences[key]).replace(ARGUMENT, (_, name, kind, forms) => {
    const value = values[name];
    if (forms !== undefined) return pluralForm(forms.split("|"), Number(value), spoken);
    if (Array.isArray(value)) return joined(value, kind, spoken);
    return typeof value === "number" ? value.toLocaleString(spoken) : String(value);
  });
}
