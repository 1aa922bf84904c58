// The field in which the visitor writes the text of a game. Its state is an OwnText of state.ts.

import { say } from "../language/catalogue.ts";
import { h } from "../lib/dom.ts";
import { tell } from "./findings.ts";
import { copyText, place, scroll } from "./textcopy.ts";
import type { OwnText, TextElements } from "./state.ts";

const PASTED = new Set(["insertFromPaste", "insertFromDrop"]); // values of inputType with which an input event inserts a whole text at once

/**
 * Makes the field.
 * @param placeholder shown while the field is empty
 * @param onInput called when the visitor has changed the text; pasted: by a paste or a drop
 */
export function newOwnText(
  text: string,
  placeholder: string,
  onInput: (pasted: boolean) => void,
): OwnText {
  const dom = newElements(text, placeholder);
  const { root, area, below } = dom;
  const room = new ResizeObserver(() => place(field));
  const field: OwnText = { lines: [], found: [], marks: [], told: 0, room, dom };
  area.addEventListener("input", (event) => {
    tell(field, 0);
    copyText(field);
    onInput(event instanceof InputEvent && PASTED.has(event.inputType));
  });
  area.addEventListener("scroll", () => scroll(field));
  below.addEventListener("click", () => tell(field, 0));
  root.addEventListener("keydown", (event) => event.key === "Escape" && tell(field, 0));
  room.observe(area);
  copyText(field);
  return field;
}

function newElements(text: string, placeholder: string): TextElements {
  const area = h("textarea", {
    id: "own-text",
    rows: 12,
    spellcheck: "false",
    placeholder,
    value: text,
    "aria-describedby": "own-verdict",
  });
  const copy = h("div", { class: "own-copy" });
  const signs = h("div", { class: "own-signs" });
  const below = h("div", { class: "own-below", hidden: true });
  const root = h(
    "div",
    { class: "own-editor" },
    area,
    h("div", { class: "own-layer", "aria-hidden": "true" }, copy),
    h("div", { class: "own-layer over", "aria-hidden": "true" }, signs, below),
  );
  const list = h("ul", { class: "findings", "aria-label": say("own.findings"), hidden: true });
  const verdict = h("p", { id: "own-verdict", "aria-live": "polite" });
  return { root, area, copy, signs, below, list, verdict };
}

export function setText(field: OwnText, text: string) {
  field.dom.area.value = text;
  tell(field, 0);
  copyText(field);
}
