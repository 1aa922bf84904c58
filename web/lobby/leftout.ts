// What of a pasted record a game here doesn't keep: it is told before the game begins.

import { say } from "../language/catalogue.ts";
import { ask, h } from "../lib/dom.ts";
import type { PlainKey } from "../language/keys.ts";
import type { Notices } from "../lib/messages.ts";

/** Lines of KIF and of our own records that are read past. */
const PASSED_OVER: [RegExp, PlainKey][] = [
  [/^\s*(?:[先後上下]手|sente|gote)\s*[:：]\s*\S/m, "start.names"],
  [/^\s*\*/m, "start.comments"],
  [/^\s*変化\s*[:：]/m, "start.variations"],
];

/** In a sentence; "" when all of it is taken over, or it is no record. */
export function leftOut(text: string) {
  const things = PASSED_OVER.filter(([line]) => line.test(text)).map(([, key]) => say(key));
  return things.length ? say("start.leftOut", { things }) : "";
}

/** What the server could not use of a record that a game begins with. */
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
