// Who this browser is to the server: a secret of its own, and a name if somebody gives one.

import { currentLanguage } from "../language/catalogue.ts";
import { keep, kept } from "../lib/kept.ts";
import { settings } from "../settings/settings.ts";
import type { Introduce } from "../lib/messages.ts";

const KEY = "henka-browser";
const FEED_KEY = "henka-feed";
const BYTES = 24; // 192 bits, 32 characters

function newToken() {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_");
}

/** A browser that keeps nothing is somebody new after each visit. */
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

/** The secret of this browser's feed, which stands in the feed's address: another than the browser's own. */
export const feedToken = () => load(FEED_KEY);
