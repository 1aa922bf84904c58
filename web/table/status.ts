// The status of a game in words: the side to move, the wait for a confirmation, the connection or a person, the result.

import { say } from "../language/catalogue.ts";
import { reasonWords, resultWords } from "../language/words.ts";
import { h, replaceUnpressed } from "../lib/dom.ts";
import { buttonsAt } from "./actions.ts";
import { callingIn, isWatching, nameOfSide, ownSide } from "./seats.ts";
import { goTo } from "./steps.ts";
import { isAtEnd, isOver } from "./table.ts";
import type { Result } from "../lib/gametypes.ts";
import type { Play } from "./state.ts";
import type { Table } from "./table.ts";

function turnLine({ held }: Play, table: Table) {
  const { state } = table.game;
  if (held) return h("p", { class: "turn", text: say("status.unconfirmed") });
  const side = nameOfSide(table, state.side);
  return h(
    "p",
    { class: "turn" },
    h("span", { class: `mark-side side-${state.side} ${callingIn(table)}` }),
    say(state.check ? "status.turnCheck" : "status.turn", { side }),
  );
}

/** The line that says that an earlier position is shown, with a button that shows the newest one. */
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

/** How the game ended, in words, from the point of view of the person at the screen. */
export function ownResult(table: Table, ended: Result) {
  const { you } = table.message;
  const { winner } = ended;
  const calling = callingIn(table);
  if (you.length !== 1 || !winner) return resultWords(ended, calling);
  const reason = reasonWords(ended, calling);
  return say(winner === you[0] ? "status.won" : "status.lost", { reason });
}

const openLine = (play: Play, table: Table) =>
  h(
    "p",
    { class: "open" },
    say("status.open"),
    " ",
    buttonsAt(play, table, ["open"], ownSide(table)),
  );

/** The line with the number of moves that wait for the connection to be up again; null: none. */
function waitingLine({ connection, pending }: Play) {
  const count = connection.up ? 0 : pending.count;
  return count ? h("p", { class: "waiting", text: say("status.waits", { count }) }) : null;
}

export function showStatus(box: HTMLElement, play: Play, table: Table) {
  const { result, open } = table.message;
  const watching = isWatching(table);
  const atEnd = isAtEnd(table);
  const isAhead = watching && !atEnd; // a watcher that steps through the game doesn't see the result before the last position
  replaceUnpressed(
    box,
    result && !isAhead ? h("p", { class: "result", text: ownResult(table, result) }) : null,
    open && !result && !watching ? openLine(play, table) : null,
    !open && !result ? turnLine(play, table) : null,
    watching && !result ? h("p", { class: "watching", text: say("status.watching") }) : null,
    waitingLine(play),
    atEnd ? null : pastLine(play, table),
  );
}
