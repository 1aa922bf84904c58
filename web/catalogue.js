// Every sentence a person reads on the page, by its key and in the language of the page.
//
// The sentences stand in catalogue/en.js. A template holds its arguments in braces, as in src/base/message.h:
//
//   {name}            the argument of that name
//   {count|one|many}  the words for one thing or for several, chosen by a number
//   {list:and}        a list, joined as the language joins it
//
// Another language is one more file beside en.js with the same keys and arguments, and one more line in CATALOGUES and
// in TYPE_NAMES; tests/web/catalogue.mjs checks that nothing lacks. Callers don't change.

import { sentences as english, typeName as englishTypeName } from "./catalogue/en.js";

/** @import { Key, SayArguments } from "./catalogue.types.js" */
/** @import { PieceType } from "./core.js" */

/**
 * Languages the page speaks, by their names in HTML's `lang`.
 * @type {Record<string, Record<Key, string>>}
 */
const CATALOGUES = { en: english };
/**
 * What each language calls a kind of piece.
 * @type {Record<string, (type: PieceType) => string>}
 */
const TYPE_NAMES = { en: englishTypeName };
const STANDARD = "en";

export const languages = Object.keys(CATALOGUES);
let language = STANDARD;
let locale = STANDARD; // the same, perhaps as a country speaks it

/**
 * Chooses the first of the wanted languages that the page speaks; standard: what the browser's user reads.
 * @param {readonly string[]} wanted
 */
export function chooseLanguage(wanted = navigator.languages) {
  /** @param {string} name */
  const base = (name) => name.split("-")[0];
  locale = wanted.find((name) => base(name) in CATALOGUES) ?? STANDARD;
  language = base(locale);
  document.documentElement.lang = language;
}

/**
 * What a kind of piece is called.
 * @param {PieceType} type
 */
export const typeName = (type) => TYPE_NAMES[language](type);

/** For dates and numbers. */
export const currentLocale = () => locale;

const ARGUMENT = /\{(\w+)(?::and|\|([^|}]*)\|([^}]*))?\}/g;

/** @param {readonly string[]} items */
const joined = (items) => new Intl.ListFormat(locale, { type: "conjunction" }).format(items);

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
  return CATALOGUES[language][key].replace(ARGUMENT, (_, name, one, many) => {
    const value = values[name];
    if (many !== undefined) return value === 1 ? one : many;
    return Array.isArray(value) ? joined(value) : String(value);
  });
}
