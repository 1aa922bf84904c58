// A file made by the page, saved by the browser.

import { h } from "./dom.js";

const LOADED_MS = 60000; // until then the browser has read it; some begin after the click

/**
 * @param {Blob} file
 * @param {string} name
 */
export function save(file, name) {
  const link = h("a", { href: URL.createObjectURL(file), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), LOADED_MS);
}
