// What this browser keeps between visits, by its key. A browser that keeps nothing still plays.

/**
 * The text that was kept last; null when there is none.
 * @param {string} key
 */
export function kept(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * False: there is no room, or the browser keeps nothing. The next visit begins without it.
 * @param {string} key
 * @param {string} text
 */
export function keep(key, text) {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} key */
export function forget(key) {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

/**
 * The object whose JSON was kept last; an empty one when there is none that can be read.
 * @param {string} key
 */
export function keptObject(key) {
  try {
    return JSON.parse(kept(key) ?? "{}") ?? {};
  } catch {
    return {};
  }
}
