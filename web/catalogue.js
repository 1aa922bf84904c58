// Every sentence a person reads on the page, by its key and in the language of the page.
//
// The sentences stand in catalogue/en.js. A template holds its arguments in braces, as in src/base/message.h:
//
//   {name}            the argument of that name; numbers are written as the language does
//   {count|one|many}  the words for one thing or for several: a form for each plural category that the language has, in the order
//                     zero, one, two, few, many, other (Unicode's plural rules, by Intl.PluralRules)
//   {list:and}        a list, joined as the language joins it: a, b, and c
//   {list:unit}       a list whose parts only follow each other: a, b, c; which of the two a list is, each language says
//
// Another language is one more file beside en.js with the same keys and arguments, and one more line in CATALOGUES. A sentence that
// it doesn't have yet is said in English; tests/web/catalogue.mjs lists those (docs/translating.md). Callers don't change.

import * as english from "./catalogue/en.js";

/** @import { Key, SayArguments } from "./catalogue.types.js" */
/** @import { PieceType } from "./core.js" */
/** @import { Variant } from "./rules.js" */
/** @import { Coordinates } from "./settings.js" */
/** @import { Notation } from "./core.js" */

/**
 * What a language's file exports.
 * @typedef {object} Catalogue
 * @property {Partial<Record<Key, string>>} sentences
 * @property {(type: PieceType) => string} typeName what a kind of piece is called
 * @property {(variant: Variant, square: number) => string} squareName
 * @property {(text: string) => string} gameText what a game's file says: in this language if the game ships, else as it is written
 * @property {{notation: Notation, coordinates: Coordinates}} standards settings for whoever chose none
 */

/**
 * Languages the page speaks, by their names in HTML's `lang`. English is there at once, the others come when they are wanted.
 * @type {Record<string, () => Catalogue | Promise<Catalogue>>}
 */
const CATALOGUES = {
  en: () => english,
  ja: () => import("./catalogue/ja.js"),
};
const STANDARD = "en";
const PLURALS = /** @type {const} */ (["zero", "one", "two", "few", "many", "other"]);

export const languages = Object.keys(CATALOGUES);
/** @type {Catalogue} */
let catalogue = english;
let language = STANDARD;
let locale = STANDARD; // the same, perhaps as a country speaks it

/**
 * Chooses the first of the wanted languages that the page speaks; standard: what the browser's user reads. One that can't be
 * fetched is English.
 * @param {readonly string[]} wanted
 */
export async function chooseLanguage(wanted = navigator.languages) {
  /** @param {string} name */
  const base = (name) => name.split("-")[0];
  locale = wanted.find((name) => base(name) in CATALOGUES) ?? STANDARD;
  language = base(locale);
  try {
    catalogue = await CATALOGUES[language]();
  } catch {
    [catalogue, language, locale] = [english, STANDARD, STANDARD];
  }
}

/**
 * What a kind of piece is called.
 * @param {PieceType} type
 */
export const typeName = (type) => catalogue.typeName(type);

/**
 * What a square is called.
 * @param {Variant} variant
 * @param {number} square
 */
export const squareName = (variant, square) => catalogue.squareName(variant, square);

/**
 * What a game's file says (title, story, house rules): in the language of the page where it has that, else as its author wrote it.
 * @param {string} text
 */
export const gameText = (text) =>
  text === UNTITLED ? say("shelf.untitled") : catalogue.gameText(text);

const UNTITLED = "untitled"; // what the rules call a game whose text names it nowhere

/** Settings that the language's readers are used to. */
export const standards = () => catalogue.standards;

/** As HTML's `lang` names it. */
export const currentLanguage = () => language;

/** For dates and numbers. */
export const currentLocale = () => locale;

const ARGUMENT = /\{(\w+)(?::(and|unit)|\|([^}]*))?\}/g;
/** @type {Record<string, Intl.ListFormat>} */
const listFormats = {}; // by language and kind, for a board says a list for each square

/**
 * @param {readonly string[]} items
 * @param {string} kind
 * @param {string} spoken the language of the sentence
 */
function joined(items, kind, spoken) {
  const type = kind === "unit" ? "unit" : "conjunction";
  listFormats[`${spoken} ${type}`] ??= new Intl.ListFormat(spoken, { type });
  return listFormats[`${spoken} ${type}`].format(items);
}

/**
 * The form of a plural that a number takes.
 * @param {string[]} forms
 * @param {number} number
 * @param {string} spoken the language of the sentence
 */
function pluralForm(forms, number, spoken) {
  const rules = new Intl.PluralRules(spoken);
  const { pluralCategories } = rules.resolvedOptions();
  const categories = PLURALS.filter((category) => pluralCategories.includes(category));
  return forms[categories.indexOf(rules.select(number))];
}

/**
 * The sentence of that key, with its arguments in their places.
 * @template {Key} K
 * @param {K} key
 * @param {SayArguments<K>} given
 * @returns {string}
 */
export function say(key, ...given) {
  /** @type {Record<string, unknown>} */
  const values = given[0] ?? {};
  const own = catalogue.sentences[key];
  const spoken = own === undefined ? STANDARD : locale;
  return (own ?? english.sentences[key]).replace(ARGUMENT, (_, name, kind, forms) => {
    const value = values[name];
    if (forms !== undefined) return pluralForm(forms.split("|"), Number(value), spoken);
    if (Array.isArray(value)) return joined(value, kind, spoken);
    return typeof value === "number" ? value.toLocaleString(spoken) : String(value);
  });
}
