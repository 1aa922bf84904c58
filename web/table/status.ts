// Whose turn it is, what is waited for, how it ended.

import { say } from "../language/catalogue.ts";
import { resultWords } from "../language/words.ts";
import { h, replaceUnpressed } from "../lib/dom.ts";
import type { Result } from "../lib/messages.ts";
import type { Table } from "./table.ts";

export interface StatusActions {
  backToNow: () => void;
  /** another game alone, or against the program */
  playAgain: () => void;
  /** offers the other person another game */
  rematch: () => void;
  /** shows the invitation */
  invite: () => void;
  goToGame: (id: string) => void;
}

const button: (text: string, onclick: () => void, act?: string) => HTMLElement = (
  text,
  onclick,
  act,
) => h("button", { type: "button", onclick, text, "data-act": act });

/** @param unconfirmed the move that waits for a yes */
function turnLine(table: Table, unconfirmed: string) {
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

const pastLine = ({ viewed, played, over }: Table, { backToNow }: StatusActions) =>
  h(
    "p",
    { class: "past" },
    say("status.past", { ply: viewed, plies: played.length }),
    " ",
    button(say(over ? "status.toEnd" : "status.backToNow"), backToNow),
  );

/** How it ended, as whoever looks at it sees it. */
function ownResult({ message: { you }, handicap }: Table, ended: Result) {
  const { winner } = ended;
  const result = resultWords(ended, handicap);
  if (you.length !== 1 || !winner) return result;
  return say(winner === you[0] ? "status.won" : "status.lost", { result });
}

function endLines(table: Table, result: Result, { playAgain, rematch, goToGame }: StatusActions) {
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

/** How a game ended is not told before, to somebody who only watches it: he looks at it move by move. */
const isAhead = ({ atEnd, watching }: Table) => watching && !atEnd;

const openLine = ({ invite }: StatusActions) =>
  h(
    "p",
    { class: "open" },
    say("status.open"),
    " ",
    button(say("status.invite"), invite, "invite"),
  );

const waitingLine = (count: number) =>
  h("p", { class: "waiting", text: say("status.waits", { count }) });

/** @param extras how many moves wait for the line; the move that waits for a yes */
export function showStatus(
  box: HTMLElement,
  table: Table,
  { waiting, unconfirmed }: { waiting: number; unconfirmed: string },
  actions: StatusActions,
) {
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
