// What a person prefers, kept in this browser.

import { keep, keptObject } from "../lib/kept.ts";
import type { Notation } from "../core/types.ts";
import type { ClockRules } from "../lib/messages.ts";
import type { Opponent } from "../lobby/opponent.ts";

export interface Settings {
  /** of the page, as HTML's `lang` names it; "auto": the browser's */
  language: string;
  theme: "auto" | "light" | "dark";
  /** the name of a piece set, see pieces.ts */
  pieces: string;
  /** of the list of moves */
  notation: Notation;
  coordinates: Coordinates;
  /** show where a piece can go */
  dots: boolean;
  /** show what the piece under the mouse is */
  tips: boolean;
  /** turn the board after each move of two people */
  turnBoard: boolean;
  /** when a move is asked about before it counts */
  confirm: Confirm;
  /** a move may be entered while the other side thinks */
  premove: boolean;
  /** the wheel over the board goes through the game */
  wheel: boolean;
  /** single letters work as keys */
  letters: boolean;
  /** seconds for each move while a game is replayed */
  pace: number;
  sound: boolean;
  /** by the browser's notifications, when it is one's turn and the page is hidden */
  notify: boolean;
  /** what others see; "" for none */
  name: string;
  /** what the lobby starts with */
  last?: LastChoice;
}
/** days: in games that have days for a move */
export type Confirm = "days" | "always" | "never";
/** what ranks are called; files have numbers */
export type Coordinates = "letters" | "kanji" | "numbers";
export interface LastChoice {
  game?: string;
  opponent?: Opponent;
  level?: number;
  clock?: ClockRules;
}

const STANDARD: Settings = {
  language: "auto",
  theme: "auto",
  pieces: "auto",
  notation: "western",
  coordinates: "letters",
  dots: true,
  tips: true,
  turnBoard: false,
  confirm: "days",
  premove: true,
  wheel: true,
  letters: true,
  pace: 1,
  sound: false,
  notify: false,
  name: "",
};
const KEY = "henka";

const chosen: Partial<Settings> = keptObject(KEY); // what the person has chosen here; only that is kept
export const settings: Settings = { ...STANDARD, ...chosen };
const listeners: (() => void)[] = [];

export function changeSetting<K extends keyof Settings>(name: K, value: Settings[K]) {
  settings[name] = value;
  chosen[name] = value;
  keep(KEY, JSON.stringify(chosen));
  applyTheme();
  listeners.forEach((listener) => listener());
}

/** The lobby offers that game next. */
export function offerNext(game: string) {
  changeSetting("last", { ...settings.last, game });
}

/** What holds where nothing was chosen, in the language of the page. */
export const takeStandards = (standards: Partial<Settings>) =>
  Object.assign(settings, standards, chosen);

export const onSetting = (listener: () => void) => listeners.push(listener);

/** The page's colour, which a browser's own bar takes: --paper of css/page.css. */
const BAR = { light: "#efe8da", dark: "#171412" };

export function applyTheme() {
  const { dataset } = document.documentElement;
  const { theme } = settings;
  if (theme === "auto") delete dataset.theme;
  else dataset.theme = theme;
  const bars: NodeListOf<HTMLMetaElement> = document.querySelectorAll('meta[name="theme-color"]');
  for (const bar of bars) {
    const system = bar.media.includes("dark") ? "dark" : "light";
    bar.content = BAR[theme === "auto" ? system : theme];
  }
}
