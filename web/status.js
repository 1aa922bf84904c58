// Whose turn it is, what the program is doing, what was offered, how it ended.

import { say } from "./catalogue.js";
import { h, replace } from "./dom.js";
import { otherSide, resultWords, SIDE_NAMES, sideNamed } from "./words.js";

/** @import { Thinking } from "./messages.js" */
/** @import { Result, SideName } from "./messages.js" */
/** @import { Table } from "./table.js" */

/** @typedef {{acceptDraw: () => void, declineDraw: () => void, backToNow: () => void, playAgain: () => void}} StatusActions */

/** @type {(text: string, onclick: () => void, act?: string) => HTMLElement} */
const button = (text, onclick, act) =>
  h("button", { type: "button", onclick, text, "data-act": act });

/**
 * @param {Table} table
 * @param {Thinking | null} thinking
 */
function turnWords({ message, atEnd, state }, thinking) {
  if (message.thinking && atEnd) {
    return thinking ? say("status.depth", { depth: thinking.depth }) : say("status.thinks");
  }
  const side = SIDE_NAMES[state.side];
  return say(state.check ? "status.turnCheck" : "status.turn", { side });
}

/**
 * @param {Table} table
 * @param {Thinking | null} thinking
 */
const turnLine = (table, thinking) =>
  h(
    "p",
    { class: "turn" },
    h("span", { class: `mark-side side-${table.state.side}` }),
    turnWords(table, thinking),
  );

/**
 * Who can answer an offer is asked to.
 * @param {Table} table
 * @param {SideName} offer
 * @param {StatusActions} actions
 */
function offerLine(table, offer, { acceptDraw, declineDraw }) {
  const side = sideNamed(offer);
  const answers = [
    button(say("status.accept"), acceptDraw),
    button(say("status.decline"), declineDraw),
  ];
  return h(
    "p",
    { class: "offer" },
    say("status.offersDraw", { side: SIDE_NAMES[side] }),
    " ",
    table.isHuman(otherSide(side)) ? answers : null,
  );
}

/**
 * @param {Table} table
 * @param {StatusActions} actions
 */
const pastLine = ({ viewed, played }, { backToNow }) =>
  h(
    "p",
    { class: "past" },
    say("status.past", { ply: viewed, plies: played.length }),
    " ",
    button(say("status.backToNow"), backToNow),
  );

/**
 * @param {Result} result
 * @param {StatusActions} actions
 */
const endLines = (result, { playAgain }) => [
  h("p", { class: "result", text: resultWords(result) }),
  h("p", null, button(say("status.playAgain"), playAgain, "again")),
];

/** @param {number} count */
const waitingLine = (count) => h("p", { class: "waiting", text: say("status.waits", { count }) });

/**
 * @param {HTMLElement} box
 * @param {Table} table
 * @param {{thinking: Thinking | null, waiting: number}} extras what the engine said last; how many moves wait for the line
 * @param {StatusActions} actions
 */
export function showStatus(box, table, { thinking, waiting }, actions) {
  const { result, offer } = table.message;
  replace(
    box,
    result ? endLines(result, actions) : turnLine(table, thinking),
    waiting ? waitingLine(waiting) : null,
    table.atEnd ? null : pastLine(table, actions),
    offer && !result ? offerLine(table, offer, actions) : null,
  );
}
