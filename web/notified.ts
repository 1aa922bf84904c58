// A service worker for browsers whose pages may show no notification: it shows them, and leads back to the game. It keeps nothing.

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

/** @param hash of the game's address */
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
