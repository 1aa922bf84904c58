// The settings dialog.

import { h } from "./dom.js";
import { SETS } from "./pieces.js";
import { changeSetting, settings } from "./settings.js";

const THEMES = [
  ["auto", "as the system"],
  ["light", "light"],
  ["dark", "dark"],
];
export const NOTATIONS = [
  ["western", "Western (Hodges)"],
  ["japanese", "Japanese"],
  ["usi", "USI"],
];

function choice(name, label, pairs) {
  const select = h(
    "select",
    { id: `set-${name}`, onchange: () => changeSetting(name, select.value) },
    pairs.map(([value, text]) => h("option", { value, text, selected: settings[name] === value })),
  );
  return h("p", { class: "field" }, h("label", { for: `set-${name}`, text: label }), select);
}

function toggle(name, label) {
  const box = h("input", {
    type: "checkbox",
    id: `set-${name}`,
    checked: settings[name],
    onchange: () => changeSetting(name, box.checked),
  });
  return h("p", { class: "field check" }, box, h("label", { for: `set-${name}`, text: label }));
}

const KEYS = [
  ["arrows", "walk over the board"],
  ["Enter", "choose a piece or square"],
  ["Esc", "let go of the piece"],
  ["D", "done: end the move here"],
  ["L", "list of the moves left"],
  ["?", "what is this piece"],
  ["[ ]", "one move back, on"],
];

export function showSettings() {
  const dialog = h(
    "dialog",
    { class: "ask", "aria-labelledby": "settings-title" },
    h("h2", { id: "settings-title", text: "Settings" }),
    choice("theme", "Colours", THEMES),
    choice("pieces", "Pieces", SETS),
    choice("notation", "Notation", NOTATIONS),
    toggle("dots", "Show where a piece can go"),
    toggle("turnBoard", "Turn the board after each move (two people)"),
    h(
      "details",
      null,
      h("summary", { text: "Keys on the board" }),
      h(
        "dl",
        { class: "keys" },
        KEYS.map(([key, text]) => [h("dt", { text: key }), h("dd", { text })]),
      ),
    ),
    h(
      "div",
      { class: "buttons" },
      h("button", { type: "button", class: "main", onclick: () => dialog.close(), text: "Done" }),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
}
