// The data by which the server knows this browser: a secret, and the name that the visitor has entered, if any.

import { currentLanguage } from "../language/catalogue.ts";
import { keep, kept } from "../lib/kept.ts";
import { settings } from "../settings/settings.ts";
import type { Introduce } from "../lib/clientmessages.ts";

const KEY = "henka-browser";
const FEED_KEY = "henka-feed";
const BYTES = 24; // number of random bytes in a secret: 192 bits, written in 32 characters

function newToken() {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_");
}

/** The secret that the browser keeps under a key, made on the first visit. A browser that stores nothing gets a new secret on each visit. */
function load(key: string) {
  const known = kept(key);
  if (known) return known;
  const made = newToken();
  keep(key, made);
  return made;
}

const browser = load(KEY);

export const introduction = (): Introduce => {
  const language = currentLanguage();
  return settings.name
    ? { t: "hello", browser, language, name: settings.name }
    : { t: "hello", browser, language };
};

/**
 * The secret in the address of this browser's feed. It differs from the secret of the browser, because a reader of the feed must
 * not be able to play.
 */
export const feedToken = () => load(FEED_KEY);
