// Texts that this browser keeps between visits, by key (localStorage). The page works without them.

/** The text that is kept under a key; null: there is none. */
export function kept(key: string) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text under a key. Returns false if the storage is full, or if the browser stores nothing. */
export function keep(key: string, text: string) {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

export function forget(key: string) {
  try {
    localStorage.removeItem(key);
  } catch {
    // The page also works in a browser that stores nothing.
  }
}

/** The object whose JSON is kept under a key; an empty object if there is none, or if the JSON is broken. */
export function keptObject(key: string) {
  try {
    return JSON.parse(kept(key) ?? "{}") ?? {};
  } catch {
    return {};
  }
}
