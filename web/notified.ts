// A service worker that shows notifications, for browsers that don't allow pages to show them. A click on a notification leads to
// its game. The worker caches nothing.

export interface Page {
  postMessage: (data: unknown) => void;
  focus: () => Promise<unknown>;
}
export interface Shower {
  clients: {
    matchAll: (which: object) => Promise<Page[]>;
    openWindow: (address: string) => Promise<unknown>;
  };
  skipWaiting: () => Promise<void>;
}
export type Clicked = Event & {
  notification: Notification;
  waitUntil: (done: Promise<unknown>) => void;
};

const worker = self as unknown as Shower;

/**
 * Shows a game in a page of Henka that is open, or opens a new page.
 * @param hash the part of the game's address from "#" on
 */
async function lead(hash: string) {
  const [page] = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (!page) return worker.clients.openWindow(new URL(`../${hash}`, location.href).href);
  page.postMessage(hash);
  return page.focus();
}

addEventListener("install", () => worker.skipWaiting());
addEventListener("notificationclick", (event) => {
  const { notification, waitUntil } = event as Clicked;
  notification.close();
  waitUntil.call(event, lead(notification.data));
});
