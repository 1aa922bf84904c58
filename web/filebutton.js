// Opening files: a button, and the whole page, onto which they may be dropped.

import { say } from "./catalogue.js";
import { fetched } from "./connection.js";
import { h, notice } from "./dom.js";

/** @import { ReadFile } from "./files.js" */

/**
 * Reads files, and tells what is wrong with those that can't be used.
 * @param {readonly File[]} files
 * @param {(read: ReadFile[]) => void} take those that can; not called when there are none
 */
export async function readFiles(files, take) {
  const coming = await fetched(import("./files.js"));
  if (!coming || !files.length) return;
  const read = await Promise.all(files.map((file) => coming.readFile(file)));
  const troubles = read.filter((each) => typeof each === "string");
  const good = read.filter((each) => typeof each !== "string");
  if (good.length) take(good);
  if (troubles.length) notice(troubles.join(" "), "bad");
}

/**
 * A button that opens files.
 * @param {(read: ReadFile[]) => void} take
 */
export function fileButton(take) {
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

/** @param {DragEvent} event */
const bringsFiles = ({ dataTransfer }) => Boolean(dataTransfer?.types.includes("Files"));

/**
 * From now on files may be dropped anywhere on the page.
 * @param {(read: ReadFile[]) => void} take
 */
export function takeDrops(take) {
  const { classList, dataset } = document.body;
  dataset.drop = say("file.drop");
  const over = (/** @type {DragEvent} */ event) => {
    if (!bringsFiles(event)) return;
    event.preventDefault();
    classList.add("dropping");
  };
  addEventListener("dragenter", over);
  addEventListener("dragover", over);
  addEventListener("dragleave", ({ relatedTarget }) => {
    if (!relatedTarget) classList.remove("dropping"); // it has left the window
  });
  addEventListener("drop", (event) => {
    classList.remove("dropping");
    if (!bringsFiles(event)) return;
    event.preventDefault();
    readFiles([...(event.dataTransfer?.files ?? [])], take);
  });
}
