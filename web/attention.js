// It is somebody's turn: the title says so, the icon too, and a notification while the tab is hidden.

import { say } from "./catalogue.js";
import { byId } from "./dom.js";
import { settings } from "./settings.js";

/** @import { Sound } from "./sound.js" */

/** @type {AudioContext | null} */
let context = null; // what sounds come from, once somebody has pressed something

/** A browser allows sounds from within a press, and WebKit, which silences a page that was away, allows them again from there. */
function wake() {
  if (!settings.sound) return;
  context ??= new AudioContext();
  if (context.state !== "running") context.resume().catch(() => {}); // it stays silent then
}
for (const press of ["pointerup", "click", "keydown"]) {
  document.addEventListener(press, wake, { capture: true, passive: true });
}

/** @param {Sound} name */
export async function sound(name) {
  if (!settings.sound || !context) return;
  const { play } = (await import("./sound.js").catch(() => null)) ?? {}; // silence while the server is away
  play?.(context, name);
}

let yours = ""; // id of the game on the screen, while it is the visitor's turn there

/**
 * The state of the game on the screen. Alone at both sides there is nothing to call anybody for.
 * @param {{id: string, title: string, turn: boolean}} game
 */
export function showTurn({ id, title, turn }) {
  const name = say("page.titleOf", { title });
  document.title = turn ? say("attention.title", { title: name }) : name;
  const icon = /** @type {HTMLLinkElement} */ (byId("icon"));
  icon.href = turn ? "icon-turn.svg" : "icon.svg";
  badge(turn);
  if (turn && yours !== id) call(id, title);
  yours = turn ? id : "";
}

/** Nothing is on the screen that calls for anybody. */
export function noTurn() {
  yours = "";
  document.title = say("page.title");
  /** @type {HTMLLinkElement} */ (byId("icon")).href = "icon.svg";
  badge(false);
}

/** @param {boolean} on */
function badge(on) {
  if (!("setAppBadge" in navigator)) return;
  const done = on ? navigator.setAppBadge(1) : navigator.clearAppBadge();
  done.catch(() => {}); // a page that isn't installed has no badge
}

/**
 * Calls somebody who looks elsewhere.
 * @param {string} id
 * @param {string} title
 */
export function call(id, title) {
  if (!document.hidden) return;
  sound("turn");
  if (!settings.notify) return;
  import("./notifications.js").then(({ notify }) => notify(id, title)).catch(() => {}); // the title says it too
}
