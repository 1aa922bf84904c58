// Notifies the visitor of a turn: by the title and the icon of the page, a badge, a sound, and a notification while the tab is hidden.

import { say } from "../language/catalogue.ts";
import { settings } from "../settings/settings.ts";
import { byId } from "./dom.ts";
import type { Sound } from "./sound.ts";

let context: AudioContext | null = null; // plays the sounds; null until the visitor's first press, because browsers refuse to play any before that

/**
 * Starts the output of sound. Browsers allow that only in the handler of a press. WebKit stops the output when the page is
 * hidden, so every press calls this function.
 */
function wake() {
  if (!settings.sound) return;
  context ??= new AudioContext();
  if (context.state !== "running") context.resume().catch(() => {}); // if the browser refuses, there are no sounds until the next press
}

/** Called once: the visitor's next press, and every later one, starts the output of sound. */
export function allowSounds() {
  for (const press of ["pointerup", "click", "keydown"]) {
    document.addEventListener(press, wake, { capture: true, passive: true });
  }
}

export async function sound(name: Sound) {
  if (!settings.sound || !context) return;
  const { play } = (await import("./sound.ts").catch(() => null)) ?? {}; // if the module can't be loaded, there is no sound
  play?.(context, name);
}

let yours = ""; // id of the game on the screen, while it is the visitor's turn there

/** Notifies the visitor if it has become his turn in the game on the screen. `turn` is false for a visitor that plays both sides. */
export function showTurn({ id, title, turn }: { id: string; title: string; turn: boolean }) {
  const name = say("page.titleOf", { title });
  document.title = turn ? say("attention.title", { title: name }) : name;
  const icon = byId("icon") as HTMLLinkElement;
  icon.href = turn ? "icon-turn.svg" : "icon.svg";
  badge(turn);
  if (turn && yours !== id) call(id, title);
  yours = turn ? id : "";
}

/** Removes the signs of a turn; called when the screen shows no game in which it is the visitor's turn. */
export function noTurn() {
  yours = "";
  document.title = say("page.title");
  (byId("icon") as HTMLLinkElement).href = "icon.svg";
  badge(false);
}

function badge(on: boolean) {
  if (!("setAppBadge" in navigator)) return;
  const done = on ? navigator.setAppBadge(1) : navigator.clearAppBadge();
  done.catch(() => {}); // the browser refuses a badge for a page that isn't installed as an app
}

/** Notifies a visitor that looks at another tab that it is his turn in the game with this id. */
export function call(id: string, title: string) {
  if (!document.hidden) return;
  sound("turn");
  if (!settings.notify) return;
  import("../people/notifications.ts").then(({ notify }) => notify(id, title)).catch(() => {}); // if the module can't be loaded, the page's title still shows that it is the visitor's turn
}
