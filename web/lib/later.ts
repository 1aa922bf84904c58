// Loads modules that the first views of the page do not need. With the first such module the sentences and the styles of all of
// them are loaded.

import { loadLaterSentences } from "../language/catalogue.ts";
import { h } from "./dom.ts";

let rest: Promise<unknown> | null = null; // the loading of the sentences and the styles; null: not begun, or failed because the server was away

const loadStyles = () =>
  new Promise((resolve, reject) => {
    const { href } = new URL("css/later.css", import.meta.url);
    const sheet = h("link", { rel: "stylesheet", href, onload: resolve, onerror: reject });
    document.head.append(sheet);
  });

/**
 * Waits for the import of a module and for the sentences and styles that its view needs. Returns the module. Fails if the server
 * can't be reached.
 */
export async function later<Module>(coming: Promise<Module>): Promise<Module> {
  rest ??= Promise.all([loadLaterSentences(), loadStyles()]);
  try {
    const [module] = await Promise.all([coming, rest]);
    return module;
  } catch (error) {
    rest = null;
    throw error;
  }
}

/** `later`, but returns null if the server can't be reached. */
export const laterOrNull = <Module>(coming: Promise<Module>) => later(coming).catch(() => null);
