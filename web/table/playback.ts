// The controls of a replay, beside the steps: a button that plays and pauses, and the pace. Where there is nothing to replay, a button that
// turns the board has their place.

import { say } from "../language/catalogue.ts";
import { h, replace } from "../lib/dom.ts";
import { changeSetting, settings } from "../settings/settings.ts";
import { icon, SIGNS } from "./icons.ts";
import { toggleReplay } from "./replay.ts";
import { isSelfPlay } from "./seats.ts";
import { turnBoard } from "./steps.ts";
import { isOver } from "./table.ts";
import type { Play } from "./state.ts";
import type { Table } from "./table.ts";

const PACES = [0.5, 1, 2, 4]; // seconds for each move

export interface Playback {
  readonly root: HTMLElement;
  readonly controls: HTMLElement;
  readonly button: HTMLElement;
  readonly turn: HTMLElement;
}

function paceChoice() {
  const options = PACES.map((count) =>
    h("option", {
      value: count,
      text: say("step.seconds", { count }),
      selected: settings.pace === count,
    }),
  );
  const select = h("select", { class: "pace", "aria-label": say("step.pace") }, options);
  select.addEventListener("change", () => changeSetting("pace", PACES[select.selectedIndex]));
  return select;
}

export function buildPlayback(play: Play): Playback {
  const onclick = () => toggleReplay(play);
  const button = h("button", { type: "button", "data-act": "replay", onclick });
  const turn = h(
    "button",
    {
      type: "button",
      class: "turn-board",
      "aria-label": say("act.flip"),
      onclick: () => play.table && turnBoard(play, play.table),
    },
    icon(SIGNS.turn),
  );
  const controls = h("span", { class: "controls", hidden: true }, button, paceChoice());
  return { root: h("div", { class: "playback" }, turn, controls), controls, button, turn };
}

export function showPlayback({ controls, button, turn }: Playback, { replay }: Play, table: Table) {
  controls.hidden = !(isOver(table) || isSelfPlay(table)) || !table.played.length;
  turn.hidden = !controls.hidden;
  const sign = replay.on ? "pause" : "play";
  if (button.dataset.sign === sign) return;
  button.dataset.sign = sign;
  button.setAttribute("aria-label", say(replay.on ? "step.pause" : "step.play"));
  replace(button, icon(SIGNS[sign]));
}
