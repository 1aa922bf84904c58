// What of a pasted record a game here doesn't keep: it is told before the game begins.

import { say } from "./catalogue.js";
import { ask, h } from "./dom.js";

/** @import { PlainKey } from "./catalogue.types.js" */
/** @import { Notices } from "./messages.js" */

/** Lines of KIF and of our own records that are read past. @type {[RegExp, PlainKey][]} */
const PASSED_OVER = [
  [/^\s*(?:[先後上下]手|sente|gote)\s*[:：]\s*\S/m, "start.names"],
  [/^\s*\*/m, "start.comments"],
  [/^\s*変化\s*[:：]/m, "start.variations"],
];

/**
 * In a sentence; "" when all of it is taken over, or it is no record.
 * @param {string} text
 */
export function leftOut(text) {
  const things = PASSED_OVER.filter(([line]) => line.test(text)).map(([, key]) => say(key));
  return things.length ? say("start.leftOut", { things }) : "";
}

/**
 * What the server could not use of a record that a game begins with.
 * @param {Notices["notices"]} notices
 */
export const tell = (notices) =>
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
