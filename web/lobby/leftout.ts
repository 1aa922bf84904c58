// Tells the visitor, before a game begins from a pasted record, which parts of the record a game on this server can't have.

import { say } from "../language/catalogue.ts";
import { ask, h } from "../lib/dom.ts";
import type { PlainKey } from "../language/keys.ts";
import type { Notices } from "../lib/servermessages.ts";

/** Lines that the server skips in records in KIF or in Henka's own format, with the key of their name in words. */
const PASSED_OVER: [RegExp, PlainKey][] = [
  [/^\s*(?:[先後上下]手|sente|gote)\s*[:：]\s*\S/m, "start.names"],
  [/^\s*\*/m, "start.comments"],
  [/^\s*変化\s*[:：]/m, "start.variations"],
];

/** A sentence that names the parts of a record that the game will lack; "" if there are none, or if the text is no record. */
export function leftOut(text: string) {
  const things = PASSED_OVER.filter(([line]) => line.test(text)).map(([, key]) => say(key));
  return things.length ? say("start.leftOut", { things }) : "";
}

/** Shows, in a dialog, the parts of an imported record that the server could not use. */
export const tell = (notices: Notices["notices"]) =>
  ask({
    title: say("start.notices"),
    body: h(
      "ul",
      { class: "notices" },
      notices.map(({ line, message }) =>
        h("li", { text: line ? say("start.noticeAt", { line, message }) : message }),
      ),
    ),
    buttons: [{ label: say("start.noticesRead"), value: true, kind: "main" }],
  });
