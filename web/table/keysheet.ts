// The list of the keys that work in a game, for the settings and for a dialog of its own.

import { say } from "../language/catalogue.ts";
import { closeButton, h, openDialog } from "../lib/dom.ts";
import type { PlainKey } from "../language/keys.ts";

const KEYS: [PlainKey, PlainKey][] = [
  ["keys.arrows", "keys.arrowsDo"],
  ["keys.steps", "keys.stepsDo"],
  ["keys.enter", "keys.enterDoes"],
  ["keys.escape", "keys.escapeDoes"],
  ["keys.d", "keys.dDoes"],
  ["keys.l", "keys.lDoes"],
  ["keys.t", "keys.tDoes"],
  ["keys.i", "keys.iDoes"],
  ["keys.f", "keys.fDoes"],
  ["keys.a", "keys.aDoes"],
  ["keys.x", "keys.xDoes"],
  ["keys.v", "keys.vDoes"],
  ["keys.brackets", "keys.bracketsDo"],
  ["keys.zoom", "keys.zoomDo"],
  ["keys.question", "keys.questionDoes"],
];

export const keyList = () =>
  h(
    "dl",
    { class: "keys" },
    KEYS.map(([key, does]) => [h("dt", { text: say(key) }), h("dd", { text: say(does) })]),
  );

export function showKeys() {
  openDialog(
    { class: "ask key-sheet", "aria-labelledby": "keys-title" },
    h("h2", { id: "keys-title", text: say("keys.title") }),
    keyList(),
    h("p", { class: "field-hint", text: say("keys.mouse") }),
    h("div", { class: "buttons" }, closeButton({ class: "main", text: say("dialog.close") })),
  );
}
