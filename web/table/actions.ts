// The elements of the buttons in buttons.ts: the row of actions with its menu, and the buttons of a strip, of the status or of the band.

import { say } from "../language/catalogue.ts";
import { h } from "../lib/dom.ts";
import { BUTTONS, buttonsOf, press } from "./buttons.ts";
import { icon, SIGNS } from "./icons.ts";
import { buildMenu } from "./menu.ts";
import { ownSide } from "./seats.ts";
import { isOver } from "./table.ts";
import type { Side } from "../core/index.ts";
import type { Attributes } from "../lib/domtypes.ts";
import type { Act, Place } from "./buttons.ts";
import type { Play } from "./state.ts";
import type { Table } from "./table.ts";

/** Buttons of the menu that stay switched on. */
const SWITCHES: readonly Act[] = ["pen", "attacks"];

/** The buttons that a strip, the status or the band shows now. */
export const buttonsAt = (play: Play, table: Table, places: Place[], side: Side) =>
  buttonsOf(...places)
    .filter(([, { there }]) => there?.(table, side) ?? true)
    .map(([act, { place, label, sign, className }]) => {
      const text = say(label);
      const onclick = () => press(play, act, side);
      const words =
        place === "strip" && sign
          ? { text: sign, class: `sign ${act}`, title: text, "aria-label": text }
          : { text, class: className };
      return h("button", { type: "button", onclick, "data-act": act, ...words });
    });

/** The row of actions and its menu. */
export interface Actions {
  readonly box: HTMLElement;
  /** the button that opens the menu */
  readonly more: HTMLElement;
  readonly menu: HTMLElement;
  readonly byAct: ReadonlyMap<Act, HTMLButtonElement>;
}

/** A button with its sign and its words. */
function signed(play: Play, act: Act, more: Attributes) {
  const { label, short = label, sign = "" } = BUTTONS[act];
  const attributes = { type: "button", "data-act": act, "data-short": say(short), ...more };
  return h(
    "button",
    { ...attributes, onclick: () => press(play, act) },
    icon(sign),
    h("span", { text: say(label) }),
  );
}

const itemRole = (act: Act) => (SWITCHES.includes(act) ? "menuitemcheckbox" : "menuitem");

export function buildActions(play: Play): Actions {
  const row = buttonsOf("actions", "end").map(([act]) => [act, signed(play, act, {})] as const);
  const items = buttonsOf("menu").map(
    ([act]) => [act, signed(play, act, { role: itemRole(act), tabindex: -1 })] as const,
  );
  const more = h(
    "button",
    { type: "button", class: "more", "data-act": "more", "data-short": say("act.more") },
    icon(SIGNS.more),
    h("span", { text: say("act.more") }),
  );
  const menu = buildMenu(
    more,
    items.map(([, item]) => item),
  );
  const attributes = { class: "actions", role: "group", "aria-label": say("frame.game") };
  const box = h("div", attributes, ...row.map(([, button]) => button), more);
  return { box, more, menu, byAct: new Map([...row, ...items]) };
}

export function showActions({ byAct, more }: Actions, play: Play, table: Table) {
  const side = ownSide(table);
  const isEnd = isOver(table) && !play.view.band;
  for (const [act, element] of byAct) {
    const { place, there, enabled, words } = BUTTONS[act];
    element.hidden = (place === "end" && !isEnd) || !(there?.(table, side) ?? true);
    element.disabled = !(enabled?.(play, table, side) ?? true);
    if (words) rename(element, ...words(play, table));
  }
  const on = { pen: play.view.board?.drawing ?? false, attacks: play.attacks.length > 0 };
  byAct.get("pen")?.setAttribute("aria-checked", String(on.pen));
  byAct.get("attacks")?.setAttribute("aria-checked", String(on.attacks));
  more.classList.toggle("on", on.pen || on.attacks);
}

function rename(element: HTMLElement, text: string, short: string) {
  const words = element.querySelector("span");
  if (!words) return;
  element.dataset.short = short;
  if (words.textContent !== text) words.textContent = text;
}
