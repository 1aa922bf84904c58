// A file made by the page, saved by the browser.

import { h } from "./dom.ts";

const LOADED_MS = 60000; // time for the browser to read the file, since some begin after the click

export function save(file: Blob, name: string) {
  const link = h("a", { href: URL.createObjectURL(file), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), LOADED_MS);
}
