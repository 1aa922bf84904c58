// It is somebody's turn: the title says so, the icon too, and a notification while the tab is hidden.

import { say } from "./catalogue.js";
import { byId } from "./dom.js";
import { settings } from "./settings.js";

/** @import { Sound } from "./sound.js" */

/** @param {Sound} name */
export async function sound(name) {
  if (!settings.sound) return;
  const { play } = (await import("./sound.js").catch(() => null)) ?? {}; // silence while the server is away
  play?.(name);
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
