// Lets the visitor open files, by a button or by dropping them on the page.

import { say } from "../language/catalogue.ts";
import { fetched } from "../lib/connection.ts";
import { h, notice } from "../lib/dom.ts";
import { later } from "../lib/later.ts";
import type { ReadFile } from "./files.ts";

/**
 * Reads files, and shows a notice about files that can't be used.
 * @param take gets the files that can be used; not called if there are none
 */
export async function readFiles(files: readonly File[], take: (read: ReadFile[]) => void) {
  const coming = await fetched(later(import("./files.ts")));
  if (!coming || !files.length) return;
  const read = await Promise.all(files.map((file) => coming.readFile(file)));
  const troubles = read.filter((each) => typeof each === "string");
  const good = read.filter((each) => typeof each !== "string");
  if (good.length) take(good);
  if (troubles.length) notice(troubles.join(" "), "bad");
}

/**
 * A button by which the visitor opens files.
 * @param take gets the files that can be used
 */
export function fileButton(take: (read: ReadFile[]) => void) {
  const field = h("input", {
    type: "file",
    multiple: true,
    accept: ".ini,.txt,.kif,.kifu,.sfen,.usi",
    hidden: true,
    "aria-hidden": "true",
    tabindex: -1,
  });
  field.addEventListener("change", () => {
    readFiles([...(field.files ?? [])], take);
    field.value = ""; // cleared, so that the browser sends a change event if the same file is opened again
  });
  return h(
    "span",
    { class: "file-button" },
    field,
    h("button", { type: "button", onclick: () => field.click(), text: say("file.open") }),
  );
}

const bringsFiles = ({ dataTransfer }: DragEvent) => Boolean(dataTransfer?.types.includes("Files"));

/**
 * Accepts files that are dropped anywhere on the page.
 * @param take gets the files that can be used
 */
export function takeDrops(take: (read: ReadFile[]) => void) {
  const { classList, dataset } = document.body;
  dataset.drop = say("file.drop");
  const over = (event: DragEvent) => {
    if (!bringsFiles(event)) return;
    event.preventDefault();
    classList.add("dropping");
  };
  addEventListener("dragenter", over);
  addEventListener("dragover", over);
  addEventListener("dragleave", ({ relatedTarget }) => {
    if (!relatedTarget) classList.remove("dropping"); // relatedTarget is null if the pointer has left the window
  });
  addEventListener("drop", (event) => {
    classList.remove("dropping");
    if (!bringsFiles(event)) return;
    event.preventDefault();
    readFiles([...(event.dataTransfer?.files ?? [])], take);
  });
}
