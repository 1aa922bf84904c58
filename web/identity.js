// Who this browser is to the server: a secret of its own, and a name if somebody gives one.

import { settings } from "./settings.js";

/** @import { Introduce } from "./messages.js" */

const KEY = "henka-browser";
const BYTES = 24; // 192 bits, 32 characters

function newToken() {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_");
}

/** A browser that keeps nothing is somebody new after each visit. */
function load() {
  try {
    const kept = localStorage.getItem(KEY);
    if (kept) return kept;
    const made = newToken();
    localStorage.setItem(KEY, made);
    return made;
  } catch {
    return newToken();
  }
}

const browser = load();

/** @returns {Introduce} */
export const introduction = () =>
  settings.name ? { t: "hello", browser, name: settings.name } : { t: "hello", browser };
