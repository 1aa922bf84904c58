// Whose turn it is, what the program is doing, what was offered, how it ended.

import { h, replace } from "./dom.js";
import { resultWords, SIDES, SIDE_NAMES } from "./words.js";

const button = (text, onclick, act) =>
  h("button", { type: "button", onclick, text, "data-act": act });

function turnWords({ table, thinkingInfo }) {
  if (table.message.thinking && table.atEnd) {
    return `Henka thinks${thinkingInfo ? ` – depth ${thinkingInfo.depth}` : "…"}`;
  }
  return `${SIDE_NAMES[table.state.side]} to move.${table.state.check ? " Check!" : ""}`;
}

function offerLine({ connection, id, table }, side) {
  const other = 1 - SIDES.indexOf(side);
  const say = (t) => () => connection.send({ t, id, side: SIDES[other] });
  const answers = table.isHuman(other)
    ? [button("Accept", say("draw")), button("Decline", say("decline"))]
    : [];
  return h("p", { class: "offer" }, `${SIDE_NAMES[1 - other]} offers a draw. `, answers);
}

function pastLine(play) {
  const { table } = play;
  const back = button("Back to now", () => play.goTo(table.played.length));
  return h("p", { class: "past" }, `Move ${table.viewed} of ${table.played.length}. `, back);
}

const endLines = (play) => [
  h("p", { class: "result", text: resultWords(play.table.message.result) }),
  h(
    "p",
    null,
    button("Play again", () => play.again(), "again"),
  ),
];

const turnLine = (play) =>
  h(
    "p",
    { class: "turn" },
    h("span", { class: `mark-side side-${play.table.state.side}` }),
    turnWords(play),
  );

export function showStatus(box, play) {
  const { message, atEnd } = play.table;
  if (!message) return;
  const offer = message.offer && !message.result ? offerLine(play, message.offer) : null;
  replace(
    box,
    message.result ? endLines(play) : turnLine(play),
    atEnd ? null : pastLine(play),
    offer,
  );
}
