// The status of a game: whose turn it is, what is waited for, how it ended.

import { say } from "../language/catalogue.ts";
import { resultWords } from "../language/words.ts";
import { h, replaceUnpressed } from "../lib/dom.ts";
import { buttonsAt } from "./actions.ts";
import { isHandicap, isWatching, nameOfSide, ownSide } from "./seats.ts";
import { goTo } from "./steps.ts";
import { isAtEnd, isOver } from "./table.ts";
import type { Result } from "../lib/messages.ts";
import type { Play } from "./state.ts";
import type { Table } from "./table.ts";

function turnLine({ held }: Play, table: Table) {
  const { state } = table.game;
  if (held) return h("p", { class: "turn", text: say("status.unconfirmed") });
  const side = nameOfSide(table, state.side);
  return h(
    "p",
    { class: "turn" },
    h("span", { class: `mark-side side-${state.side}` }),
    say(state.check ? "status.turnCheck" : "status.turn", { side }),
  );
}

/** An earlier position is shown. */
function pastLine(play: Play, table: Table) {
  const { viewed, played } = table;
  const text = say(isOver(table) ? "status.toEnd" : "status.backToNow");
  const onclick = () => goTo(play, played.length);
  return h(
    "p",
    { class: "past" },
    say("status.past", { ply: viewed, plies: played.length }),
    " ",
    h("button", { type: "button", onclick, text }),
  );
}

/** How the game ended, from the point of view of the person at the screen. */
function ownResult(table: Table, ended: Result) {
  const { you } = table.message;
  const { winner } = ended;
  const result = resultWords(ended, isHandicap(table));
  if (you.length !== 1 || !winner) return result;
  return say(winner === you[0] ? "status.won" : "status.lost", { result });
}

const endLines = (play: Play, table: Table, result: Result) => [
  h("p", { class: "result", text: ownResult(table, result) }),
  buttonsAt(play, table, "end", ownSide(table)).map((button) => h("p", null, button)),
];

const openLine = (play: Play, table: Table) =>
  h(
    "p",
    { class: "open" },
    say("status.open"),
    " ",
    buttonsAt(play, table, "open", ownSide(table)),
  );

/** Moves that wait for the line. */
function waitingLine({ connection, pending }: Play) {
  const count = connection.up ? 0 : pending.count;
  return count ? h("p", { class: "waiting", text: say("status.waits", { count }) }) : null;
}

export function showStatus(box: HTMLElement, play: Play, table: Table) {
  const { result, open } = table.message;
  const watching = isWatching(table);
  const atEnd = isAtEnd(table);
  const isAhead = watching && !atEnd; // a watcher who steps through a game is not told its end before
  replaceUnpressed(
    box,
    result && !isAhead ? endLines(play, table, result) : null,
    open && !result && !watching ? openLine(play, table) : null,
    !open && !result ? turnLine(play, table) : null,
    watching && !result ? h("p", { class: "watching", text: say("status.watching") }) : null,
    waitingLine(play),
    atEnd ? null : pastLine(play, table),
  );
}
