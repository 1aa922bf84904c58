// Notifies a visitor that looks at another tab or program, by the browser's notifications.

import { say } from "../language/catalogue.ts";

const WORKER = new URL("../notified.js", import.meta.url);

/** Asks the visitor for the permission to show notifications; returns false if he refuses it. */
export async function mayNotify() {
  if (!("Notification" in window)) return false;
  return (await Notification.requestPermission()) === "granted";
}

/** The registration of the service worker that shows notifications where pages are not allowed to; null: the browser knows no service workers. */
async function shower() {
  if (!("serviceWorker" in navigator)) return null;
  const registration = await navigator.serviceWorker.register(WORKER);
  const coming = registration.installing ?? registration.waiting;
  while (!registration.active && coming && coming.state !== "redundant") {
    await new Promise((resolve) => coming.addEventListener("statechange", resolve, { once: true }));
  }
  navigator.serviceWorker.onmessage = ({ data }) => (location.hash = data);
  return registration;
}

/**
 * Shows a notification that it is the visitor's turn in a game.
 * @param id of the game
 */
export async function notify(id: string, title: string) {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  const hash = `#/g/${id}`;
  const more = { body: title, tag: id, icon: new URL("icon.svg", location.href).href, data: hash };
  try {
    const told = new Notification(say("attention.turn"), more);
    told.addEventListener("click", () => {
      window.focus();
      location.hash = hash;
      told.close();
    });
  } catch {
    // Chrome on Android throws an error: there only a service worker may show notifications.
    await (await shower())?.showNotification(say("attention.turn"), more);
  }
}
