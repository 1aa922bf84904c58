// A service worker for browsers whose pages may show no notification: it shows them, and leads back to the game. It keeps nothing.

/**
 * @typedef {{postMessage: (data: unknown) => void, focus: () => Promise<unknown>}} Page
 * @typedef {object} Shower
 * @property {{matchAll: (which: object) => Promise<Page[]>, openWindow: (address: string) => Promise<unknown>}} clients
 * @property {() => Promise<void>} skipWaiting
 * @typedef {Event & {notification: Notification, waitUntil: (done: Promise<unknown>) => void}} Clicked
 */

const worker = /** @type {Shower} */ (/** @type {unknown} */ (self));

/** @param {string} hash of the game's address */
async function lead(hash) {
  const [page] = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (!page) return worker.clients.openWindow(new URL(`../${hash}`, location.href).href);
  page.postMessage(hash);
  return page.focus();
}

addEventListener("install", () => worker.skipWaiting());
addEventListener("notificationclick", (event) => {
  const { notification, waitUntil } = /** @type {Clicked} */ (event);
  notification.close();
  waitUntil.call(event, lead(notification.data));
});
