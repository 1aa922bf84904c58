// What a person prefers, kept in this browser.

const STANDARD = {
  theme: "auto",
  pieces: "auto",
  notation: "western",
  dots: true,
  turnBoard: false,
};
const KEY = "henka";

function load() {
  try {
    return { ...STANDARD, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...STANDARD };
  }
}

export const settings = load();
const listeners = [];

export function changeSetting(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
  applyTheme();
  listeners.forEach((listener) => listener(name));
}

export const onSetting = (listener) => listeners.push(listener);

export function applyTheme() {
  if (settings.theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
}
