// Whose turn it is, what is waited for, how it ended.

import { say } from "./catalogue.js";
import { h, replaceUnpressed } from "./dom.js";
import { resultWords } from "./words.js";

/** @import { Result } from "./messages.js" */
/** @import { Table } from "./table.js" */

/**
 * @typedef {object} StatusActions
 * @property {() => void} backToNow
 * @property {() => void} playAgain another game alone, or against the program
 * @property {() => void} rematch offers the other person another game
 * @property {() => void} invite shows the invitation
 * @property {(id: string) => void} goToGame
 */

/** @type {(text: string, onclick: () => void, act?: string) => HTMLElement} */
const button = (text, onclick, act) =>
  h("button", { type: "button", onclick, text, "data-act": act });

/**
 * @param {Table} table
 * @param {string} unconfirmed the move that waits for a yes
 */
function turnLine(table, unconfirmed) {
  const { state } = table;
  if (unconfirmed) return h("p", { class: "turn", text: say("status.unconfirmed") });
  const side = table.sideName(state.side);
  return h(
    "p",
    { class: "turn" },
    h("span", { class: `mark-side side-${state.side}` }),
    say(state.check ? "status.turnCheck" : "status.turn", { side }),
  );
}

/**
 * @param {Table} table
 * @param {StatusActions} actions
 */
const pastLine = ({ viewed, played, over }, { backToNow }) =>
  h(
    "p",
    { class: "past" },
    say("status.past", { ply: viewed, plies: played.length }),
    " ",
    button(say(over ? "status.toEnd" : "status.backToNow"), backToNow),
  );

/**
 * How it ended, as whoever looks at it sees it.
 * @param {Table} table
 * @param {Result} ended
 */
function ownResult({ message: { you }, handicap }, ended) {
  const { winner } = ended;
  const result = resultWords(ended, handicap);
  if (you.length !== 1 || !winner) return result;
  return say(winner === you[0] ? "status.won" : "status.lost", { result });
}

/**
 * @param {Table} table
 * @param {Result} result
 * @param {StatusActions} actions
 */
function endLines(table, result, { playAgain, rematch, goToGame }) {
  const { message, watching } = table;
  const next = message.rematch;
  return [
    h("p", { class: "result", text: ownResult(table, result) }),
    next
      ? h(
          "p",
          null,
          button(say("status.nextGame"), () => goToGame(next), "next"),
        )
      : null,
    !next && message.two && !watching && !message.offers.rematch
      ? h("p", null, button(say("status.rematch"), rematch, "rematch"))
      : null,
    !message.two && !watching
      ? h("p", null, button(say("status.playAgain"), playAgain, "again"))
      : null,
  ];
}

/** How a game ended is not told before, to somebody who only watches it: he looks at it move by move. @param {Table} table */
const isAhead = ({ atEnd, watching }) => watching && !atEnd;

/** @param {StatusActions} actions */
const openLine = ({ invite }) =>
  h(
    "p",
    { class: "open" },
    say("status.open"),
    " ",
    button(say("status.invite"), invite, "invite"),
  );

/** @param {number} count */
const waitingLine = (count) => h("p", { class: "waiting", text: say("status.waits", { count }) });

/**
 * @param {HTMLElement} box
 * @param {Table} table
 * @param {{waiting: number, unconfirmed: string}} extras how many moves wait for the line; the move that waits for a yes
 * @param {StatusActions} actions
 */
export function showStatus(box, table, { waiting, unconfirmed }, actions) {
  const { result, open } = table.message;
  replaceUnpressed(
    box,
    result && !isAhead(table) ? endLines(table, result, actions) : null,
    open && !result && !table.watching ? openLine(actions) : null,
    !open && !result ? turnLine(table, unconfirmed) : null,
    table.watching && !result ? h("p", { class: "watching", text: say("status.watching") }) : null,
    waiting ? waitingLine(waiting) : null,
    table.atEnd ? null : pastLine(table, actions),
  );
}
