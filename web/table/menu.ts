// The menu at the end of the row of actions: what a player seldom needs. Arrows, Home and End go through it; Escape and Tab close it.

import { say } from "../language/catalogue.ts";
import { h } from "../lib/dom.ts";

const GAP = 6; // pixels between the menu and its button
const KEYS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity };

/**
 * Makes the menu of a button.
 * @param items elements with the role of items
 */
export function buildMenu(button: HTMLButtonElement, items: readonly HTMLElement[]) {
  const label = say("act.more");
  const menu = h("div", {
    id: "act-menu",
    class: "menu",
    role: "menu",
    popover: "",
    "aria-label": label,
  });
  menu.append(...items);
  button.setAttribute("popovertarget", menu.id);
  button.setAttribute("aria-haspopup", "menu");
  button.setAttribute("aria-expanded", "false");
  menu.addEventListener("beforetoggle", () => place(menu, button));
  menu.addEventListener("toggle", ({ newState }) => {
    button.setAttribute("aria-expanded", String(newState === "open"));
    if (newState === "open") choices(menu)[0]?.focus();
  });
  menu.addEventListener("keydown", (event) => keyed(menu, event));
  menu.addEventListener("click", () => menu.hidePopover(), { capture: true });
  return menu;
}

const choices = (menu: HTMLElement) => [
  ...menu.querySelectorAll<HTMLElement>("button:not([hidden], :disabled)"),
];

/** Places the menu above its button, or below a button in the upper half of the screen. */
function place({ style }: HTMLElement, button: HTMLElement) {
  const { top, bottom, right } = button.getBoundingClientRect();
  const isLow = top + bottom > innerHeight;
  style.right = `${Math.max(GAP, innerWidth - right)}px`;
  style.bottom = isLow ? `${innerHeight - top + GAP}px` : "auto";
  style.top = isLow ? "auto" : `${bottom + GAP}px`;
  style.maxHeight = `${(isLow ? top : innerHeight - bottom) - 2 * GAP}px`;
}

function keyed(menu: HTMLElement, event: KeyboardEvent) {
  const { key } = event;
  event.stopPropagation(); // the keys of the game are not those of the menu
  if (key === "Tab") menu.hidePopover();
  const step = KEYS[key];
  if (!step) return;
  event.preventDefault();
  const all = choices(menu);
  const at = all.indexOf(document.activeElement as HTMLElement) + step;
  const next = Math.abs(step) > 1 ? Math.max(0, Math.min(at, all.length - 1)) : at + all.length;
  all[next % all.length]?.focus();
}
