// The band over the board when a game has ended: the result in one sentence, and what to do next. It covers nothing but the board, takes
// no focus, and goes when the visitor closes it or steps through the game. Its buttons are rows of buttons.ts.

import { say } from "../language/catalogue.ts";
import { h, replaceUnpressed } from "../lib/dom.ts";
import { buttonsAt } from "./actions.ts";
import { icon, SIGNS } from "./icons.ts";
import { ownSide } from "./seats.ts";
import { ownResult } from "./status.ts";
import { closeBand } from "./steps.ts";
import { isAtEnd } from "./table.ts";
import type { Play } from "./state.ts";
import type { Table } from "./table.ts";

export const buildBand = () =>
  h("section", { class: "end-band", "aria-labelledby": "end-result", hidden: true });

export function showBand(box: HTMLElement, play: Play, table: Table) {
  const { result } = table.message;
  box.hidden = !play.view.band || !result || !isAtEnd(table);
  if (box.hidden || !result) return replaceUnpressed(box);
  const close = () => {
    closeBand(play);
    play.view.board?.focus();
  };
  replaceUnpressed(
    box,
    h("p", { class: "end-result", id: "end-result", text: ownResult(table, result) }),
    h("div", { class: "buttons" }, buttonsAt(play, table, ["end", "band"], ownSide(table))),
    h(
      "button",
      { type: "button", class: "close", "aria-label": say("end.close"), onclick: close },
      icon(SIGNS.close),
    ),
  );
}
