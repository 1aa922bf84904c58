// The settings of the visitor, kept in this browser.

import { keep, keptObject } from "../lib/kept.ts";
import type { Family, Notation } from "../core/index.ts";
import type { ClockRules } from "../lib/gametypes.ts";
import type { Opponent } from "../lobby/opponent.ts";

export interface Settings {
  /** the tag of the page's language, as in HTML's `lang`; "auto": the browser's language */
  language: string;
  theme: "auto" | "light" | "dark";
  /** name of the piece set with which boards of shogi's kin are drawn (PIECE_SETS of pieces.ts) */
  pieces: string;
  /** the same for games of other families; a family's first set if left out */
  styles: Partial<Record<Family, string>>;
  /** pieces on large boards have a foot that shows how they move */
  feet: boolean;
  /** the visitor has answered the offer of pieces that stand upright */
  offered: boolean;
  /** notation of the list of moves; "usual": that of the game's family */
  notation: Notation;
  coordinates: Coordinates;
  /** marks the squares that a chosen piece can go to */
  dots: boolean;
  /** shows a tip with a short card of the piece on which the mouse rests */
  tips: boolean;
  /** turns the board after each move of two persons at one screen */
  turnBoard: boolean;
  /** the games in which the visitor has to confirm a move before it is sent */
  confirm: Confirm;
  /** a move may be entered while the other side thinks */
  premove: boolean;
  /** the wheel over the board steps through the game */
  wheel: boolean;
  /** single letters on the keyboard work as shortcuts */
  letters: boolean;
  /** number of seconds for which the replay of a game shows each position */
  pace: number;
  sound: boolean;
  /** shows the browser's notification of a turn while the page is hidden */
  notify: boolean;
  /** the name that others see; "" for none */
  name: string;
  /** the visitor's choices for his last game, with which the lobby starts */
  last?: LastChoice;
}
/** games in which moves are confirmed; "days": those with a clock that gives days for each move */
export type Confirm = "days" | "always" | "never";
/** how the coordinates at the edge of the board name ranks; files always have numbers */
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
  styles: {},
  feet: true,
  offered: false,
  notation: "usual",
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

const chosen: Partial<Settings> = keptObject(KEY); // the settings that the visitor has changed; only these are kept
export const settings: Settings = { ...STANDARD, ...chosen };
const listeners: (() => void)[] = [];

export function changeSetting<K extends keyof Settings>(name: K, value: Settings[K]) {
  settings[name] = value;
  chosen[name] = value;
  keep(KEY, JSON.stringify(chosen));
  applyTheme();
  listeners.forEach((listener) => listener());
}

/**
 * Has the lobby begin with this game as the chosen one.
 * @param game its name
 */
export function offerNext(game: string) {
  changeSetting("last", { ...settings.last, game });
}

/** Sets the settings that the visitor has not changed to the defaults of the language. */
export const takeStandards = (standards: Partial<Settings>) =>
  Object.assign(settings, standards, chosen);

export const onSetting = (listener: () => void) => listeners.push(listener);

/** The colour of the browser's own bar: --paper of css/page.css. */
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
