// Tells the visitor that it is his turn: by the title, the icon, and a notification while the tab is hidden.

import { say } from "../language/catalogue.ts";
import { settings } from "../settings/settings.ts";
import { byId } from "./dom.ts";
import type { Sound } from "./sound.ts";

let context: AudioContext | null = null; // plays sounds; created after the first press, because browsers demand that

/** A browser allows sounds from within a press, and WebKit, which silences a page that was away, allows them again from there. */
function wake() {
  if (!settings.sound) return;
  context ??= new AudioContext();
  if (context.state !== "running") context.resume().catch(() => {}); // then it stays silent
}

/** From the next press on the page may make sounds. */
export function allowSounds() {
  for (const press of ["pointerup", "click", "keydown"]) {
    document.addEventListener(press, wake, { capture: true, passive: true });
  }
}

export async function sound(name: Sound) {
  if (!settings.sound || !context) return;
  const { play } = (await import("./sound.ts").catch(() => null)) ?? {}; // silence while the server is away
  play?.(context, name);
}

let yours = ""; // id of the game on the screen, while it is the visitor's turn there

/** The state of the game on the screen. A visitor who plays both sides is not called. */
export function showTurn({ id, title, turn }: { id: string; title: string; turn: boolean }) {
  const name = say("page.titleOf", { title });
  document.title = turn ? say("attention.title", { title: name }) : name;
  const icon = byId("icon") as HTMLLinkElement;
  icon.href = turn ? "icon-turn.svg" : "icon.svg";
  badge(turn);
  if (turn && yours !== id) call(id, title);
  yours = turn ? id : "";
}

/** The screen shows no game in which it is the visitor's turn. */
export function noTurn() {
  yours = "";
  document.title = say("page.title");
  (byId("icon") as HTMLLinkElement).href = "icon.svg";
  badge(false);
}

function badge(on: boolean) {
  if (!("setAppBadge" in navigator)) return;
  const done = on ? navigator.setAppBadge(1) : navigator.clearAppBadge();
  done.catch(() => {}); // a page that isn't installed has no badge
}

/** Calls a visitor who looks elsewhere. */
export function call(id: string, title: string) {
  if (!document.hidden) return;
  sound("turn");
  if (!settings.notify) return;
  import("../people/notifications.ts").then(({ notify }) => notify(id, title)).catch(() => {}); // the title says it too
}
