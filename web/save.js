// A file made by the page, saved by the browser.

import { h } from "./dom.js";

/**
 * @param {Blob} file
 * @param {string} name
 */
export function save(file, name) {
  const link = h("a", { href: URL.createObjectURL(file), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}
