// Calls somebody who looks elsewhere, by the browser's notifications.

import { say } from "../language/catalogue.ts";

const WORKER = new URL("../notified.js", import.meta.url);

/** Asks the browser's leave; false when it is refused. */
export async function mayNotify() {
  if (!("Notification" in window)) return false;
  return (await Notification.requestPermission()) === "granted";
}

/** The worker that shows notifications where a page may not; null: there is none. */
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

/** It is somebody's turn in that game. */
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
    // Chrome on Android has none but a service worker's.
    await (await shower())?.showNotification(say("attention.turn"), more);
  }
}
