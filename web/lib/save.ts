// Has the browser save a file that the page has made.

import { h } from "./dom.ts";

const LOADED_MS = 60000; // time after which the file's address is revoked; some browsers begin to read the file only after the click

export function save(file: Blob, name: string) {
  const link = h("a", { href: URL.createObjectURL(file), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), LOADED_MS);
}
