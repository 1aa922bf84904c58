// Loads the rules. There are two WebAssembly modules: henka.wasm can show and play the shipped games; rules.wasm can also
// describe them in words and read definitions of games. A page loads henka.wasm at once, and rules.wasm when it is first needed.

import { Module } from "./module.ts";
import type { Constants } from "./types.ts";

/** Functions that the rules call and that the program using them provides. */
export interface RulesOptions {
  /** Fetches rules.wasm; needed if the module given to loadRules is henka.wasm. */
  whole?: () => Promise<Response | BufferSource>;
  /** Translates a text of a shipped game: a title, a story, the help of a setting. Without this function such texts stay in English. */
  translate?: (text: string) => string;
}

/** Constants of include/henka.h, as the loaded module reports them; set once the rules are loaded. */
export let constants: Constants;

/** The module that new games use: the one given to loadRules, then rules.wasm once it is loaded. */
export let current: Module;

let options: RulesOptions = {};
let language = "en";
let loading: Promise<Module> | null = null; // the loading of rules.wasm; null: not begun

/** Loads a module from its bytes or a Response. */
export async function loadRules(source: Response | BufferSource, wanted: RulesOptions = {}) {
  await load(source);
  options = wanted;
}

async function load(source: Response | BufferSource) {
  current = await new Module().load(source);
  constants = JSON.parse(current.text("constants"));
  speak(language);
  return current;
}

/** Loads rules.wasm, unless it is loaded already. Fails if the option `whole` fails; then the next call tries again. */
export async function wholeRules() {
  if (current.isWhole) return true;
  if (!options.whole) throw new Error("no source of rules.wasm was given to loadRules");
  loading ??= options.whole().then(load);
  try {
    await loading;
    return true;
  } catch (error) {
    loading = null;
    throw error;
  }
}

/** Is rules.wasm loaded? */
export const isWhole = () => current.isWhole;

/** Sets the language of the texts of rules.wasm: "en" or "ja", as in HTML's `lang`. */
export function speak(name: string) {
  language = name;
  if (current.isWhole) current.withTexts([name], (at) => current.c.henka_speak(at));
}

export const translate = (text: string) => options.translate?.(text) ?? text;

/** The version of the library: "0.2.0". */
export const version = () => current.text("version");

/** Names of the shipped games, such as "shogi". */
export const shippedNames = (): string[] => JSON.parse(current.text("shipped"));
