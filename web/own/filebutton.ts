// Opening files: a button, and the whole page, onto which they may be dropped.

import { say } from "../language/catalogue.ts";
import { fetched } from "../lib/connection.ts";
import { h, notice } from "../lib/dom.ts";
import type { ReadFile } from "./files.ts";

/**
 * Reads files, and tells what is wrong with those that can't be used.
 * @param take those that can; not called when there are none
 */
export async function readFiles(files: readonly File[], take: (read: ReadFile[]) => void) {
  const coming = await fetched(import("./files.ts"));
  if (!coming || !files.length) return;
  const read = await Promise.all(files.map((file) => coming.readFile(file)));
  const troubles = read.filter((each) => typeof each === "string");
  const good = read.filter((each) => typeof each !== "string");
  if (good.length) take(good);
  if (troubles.length) notice(troubles.join(" "), "bad");
}

/** A button that opens files. */
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
    field.value = ""; // the same file may be opened again
  });
  return h(
    "span",
    { class: "file-button" },
    field,
    h("button", { type: "button", onclick: () => field.click(), text: say("file.open") }),
  );
}

const bringsFiles = ({ dataTransfer }: DragEvent) => Boolean(dataTransfer?.types.includes("Files"));

/** Accepts files that are dropped anywhere on the page. */
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
    if (!relatedTarget) classList.remove("dropping"); // the pointer has left the window
  });
  addEventListener("drop", (event) => {
    classList.remove("dropping");
    if (!bringsFiles(event)) return;
    event.preventDefault();
    readFiles([...(event.dataTransfer?.files ?? [])], take);
  });
}
