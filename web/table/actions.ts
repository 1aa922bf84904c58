// The buttons of buttons.ts as elements: the row of actions, and those of a strip or of the status.

import { UPRIGHT } from "../board/layout.ts";
import { say } from "../language/catalogue.ts";
import { h } from "../lib/dom.ts";
import { BUTTONS, buttonsOf, press } from "./buttons.ts";
import { icon } from "./icons.ts";
import { isWatching, ownSide } from "./seats.ts";
import { isOver } from "./table.ts";
import type { Side } from "../core/types.ts";
import type { Act, Place } from "./buttons.ts";
import type { Play } from "./state.ts";
import type { Table } from "./table.ts";

/** On a phone held upright these are in one row with the steps, where the thumb is; not beside the buttons for zooming. */
const BY_THUMB: readonly Act[] = ["flip", "undo", "resign"];
const ONE_ROW = 7; // of the other buttons there, at most

/** The buttons of a strip or of the status that are there. */
export const buttonsAt = (play: Play, table: Table, place: Place, side: Side) =>
  buttonsOf(place)
    .filter(([, { there }]) => there?.(table, side))
    .map(([act, { label, sign, className }]) => {
      const text = say(label);
      const onclick = () => press(play, act, side);
      const words = sign
        ? { text: sign, class: `sign ${act}`, title: text, "aria-label": text }
        : { text, class: className };
      return h("button", { type: "button", onclick, "data-act": act, ...words });
    });

/** The row of actions. */
export interface Actions {
  readonly box: HTMLElement;
  /** the row of the steps, which takes some of the buttons on a phone */
  readonly head: HTMLElement;
  readonly byAct: ReadonlyMap<Act, HTMLButtonElement>;
  /** a game has been shown, so a button that goes leaves its place empty */
  wasShown: boolean;
}

export function buildActions(play: Play, head: HTMLElement): Actions {
  const byAct = new Map(
    buttonsOf("actions").map(([act, { label, short = label, sign = "" }]) => [
      act,
      h(
        "button",
        {
          type: "button",
          "data-act": act,
          "data-short": say(short),
          onclick: () => press(play, act),
        },
        icon(sign),
        h("span", { text: say(label) }),
      ),
    ]),
  );
  const attributes = { class: "actions", role: "group", "aria-label": say("frame.game") };
  return { box: h("div", attributes, ...byAct.values()), head, byAct, wasShown: false };
}

/** @param thumb the page has room for the buttons of the thumb beside the steps */
export function showActions(actions: Actions, play: Play, table: Table, thumb: boolean) {
  const keepsPlace = actions.wasShown && isOver(table) && !isWatching(table);
  const side = ownSide(table);
  for (const [act, element] of actions.byAct) {
    const { there, enabled, words } = BUTTONS[act];
    const shown = there?.(table, side) ?? true;
    const gone = keepsPlace && !shown && !element.hidden; // what goes leaves its place, for nothing else to move
    element.classList.toggle("gone", gone);
    element.disabled = gone || !(enabled?.(play, table, side) ?? true);
    element.hidden = !shown && !gone;
    if (words) rename(element, ...words(play, table));
  }
  actions.wasShown = true;
  const { attacks } = play;
  actions.byAct.get("attacks")?.setAttribute("aria-pressed", String(attacks.length > 0));
  arrange(actions, thumb && matchMedia(UPRIGHT).matches);
}

function rename(element: HTMLElement, text: string, short: string) {
  const words = element.querySelector("span");
  if (!words) return;
  element.dataset.short = short;
  if (words.textContent !== text) words.textContent = text;
}

function arrange({ box, head, byAct }: Actions, thumb: boolean) {
  const [first] = box.children;
  for (const name of BY_THUMB) {
    const button = byAct.get(name);
    if (!button || thumb === (button.parentElement === head)) continue;
    if (thumb) head.append(button);
    else box.insertBefore(button, first);
  }
  const shown = box.querySelectorAll("button:not([hidden])").length;
  const columns = shown > ONE_ROW ? Math.ceil(shown / 2) : shown;
  box.style.setProperty("--acts", String(columns));
  box.style.setProperty("--all", String(shown));
}
