// What this browser keeps between visits, by its key. A browser that keeps nothing still plays.

/** The text that was kept last; null when there is none. */
export function kept(key: string) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** False: there is no room, or the browser keeps nothing. The next visit begins without it. */
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
    // Nothing was kept.
  }
}

/** The object whose JSON was kept last; an empty one when there is none that can be read. */
export function keptObject(key: string) {
  try {
    return JSON.parse(kept(key) ?? "{}") ?? {};
  } catch {
    return {};
  }
}
