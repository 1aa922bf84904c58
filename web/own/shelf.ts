// The shelf: the texts of the visitor's own games, kept in this browser, and which of them is open. Every function reads the
// shelf from the browser's storage again, because another tab may have changed it.

import { say } from "../language/catalogue.ts";
import { forget, keep, kept, keptObject } from "../lib/kept.ts";

export interface KeptGame {
  /** id of the game; the browser keeps its text under the key TEXT + id */
  id: string;
  /** time of the last change, in milliseconds since 1970 */
  changed: number;
}
export interface Shelf {
  /** the games on the shelf, the one added last first */
  games: KeptGame[];
  /** id of the game whose text the lobby shows in the field; "" for none */
  open: string;
}

const MOST_GAMES = 60;
const MOST_CHARACTERS = 100000; // maximum length of a game's text
const SHELF = "henka-shelf"; // key under which the browser keeps the Shelf as JSON
const TEXT = "henka-shelf-"; // beginning of the key under which the browser keeps a game's text; the id of the game follows
const BEFORE = "henka-own"; // key of the only text that older versions of the page kept, before the shelf existed

const keepShelf = (all: Shelf) => keep(SHELF, JSON.stringify(all));

const newGame = (): KeptGame => ({
  id: `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`,
  changed: Date.now(),
});

/**
 * Puts a game on the shelf and opens it. Returns false, and changes nothing, if the browser's storage is full.
 * @param at index of the game in the list of games
 */
function put({ games }: Shelf, game: KeptGame, text: string, at: number = 0) {
  const others = games.filter(({ id }) => id !== game.id);
  others.splice(at, 0, game);
  const before = kept(TEXT + game.id);
  if (keep(TEXT + game.id, text) && keepShelf({ games: others, open: game.id })) return true;
  if (before === null) forget(TEXT + game.id);
  else keep(TEXT + game.id, before); // puts the old text back, for which the storage has room
  return false;
}

/** Reads the shelf. A text that an older version of the page kept (BEFORE) becomes the first game on the shelf. */
export function shelf() {
  const read = keptObject(SHELF);
  const found: Shelf = {
    games: Array.isArray(read.games) ? read.games : [],
    open: String(read.open ?? ""),
  };
  const before = kept(BEFORE);
  if (before === null) return found;
  const game = newGame();
  if (before.trim() && !put(found, game, before)) return found;
  forget(BEFORE);
  return before.trim() ? { games: [game, ...found.games], open: game.id } : found;
}

/**
 * The text of a game; "" if the shelf doesn't have the game.
 * @param id of the game
 */
export const textOf = (id: string) => kept(TEXT + id) ?? "";

/** The text of the open game; "" if none is open. */
export function openText() {
  const { open } = shelf();
  return open ? textOf(open) : "";
}

/**
 * Opens a game of the shelf: the next visit to the lobby begins with its text in the field.
 * @param id of the game; "": opens none, so that the field is empty
 */
export function openGame(id: string) {
  keepShelf({ ...shelf(), open: id });
}

/**
 * The reason in words why a text can't be put on the shelf: it is too long, or the shelf is full; "" if there is none.
 * @param another the text would be one more game on the shelf
 */
function refusal({ games }: Shelf, text: string, another: boolean) {
  if (text.length > MOST_CHARACTERS) return say("shelf.long", { most: MOST_CHARACTERS });
  return another && games.length >= MOST_GAMES ? say("shelf.full", { most: MOST_GAMES }) : "";
}

/**
 * Keeps the text of a game. An empty text takes the game off the shelf.
 * @param id of the game; "": a game that isn't on the shelf yet
 * @returns id: of the game; trouble: the reason in words why the text wasn't kept; "" if it was
 */
export function keepText(id: string, text: string): { id: string; trouble: string } {
  const found = shelf();
  const at = found.games.findIndex((game) => game.id === id);
  if (!text.trim()) {
    if (at >= 0) takeOff(id);
    return { id: "", trouble: "" };
  }
  const trouble = refusal(found, text, at < 0);
  if (trouble) return { id, trouble };
  const game = at < 0 ? newGame() : { id, changed: Date.now() };
  if (put(found, game, text, Math.max(at, 0))) return { id: game.id, trouble: "" };
  return { id, trouble: say("shelf.noRoom") };
}

/**
 * Opens a text from a file or a link as an own game, and puts it on the shelf if no game there has this text.
 * @returns the reason in words why it can't be put there; "" if it is on the shelf
 */
export function takeIn(text: string): string {
  const known = shelf().games.find(({ id }) => textOf(id) === text);
  if (!known) return keepText("", text).trouble;
  openGame(known.id);
  return "";
}

/**
 * A game that was taken off the shelf, with the data to put it back. at: index of the game in the list of games; open: id of the
 * game that was open at that time
 */
export interface TakenOff {
  game: KeptGame;
  text: string;
  at: number;
  open: string;
}

/**
 * Takes a game off the shelf. Returns null if it isn't on the shelf.
 * @param id of the game
 */
export function takeOff(id: string): TakenOff | null {
  const { games, open } = shelf();
  const at = games.findIndex((game) => game.id === id);
  if (at < 0) return null;
  const taken = { game: games[at], text: textOf(id), at, open };
  keepShelf({ games: games.filter((game) => game.id !== id), open: open === id ? "" : open });
  forget(TEXT + id);
  return taken;
}

/** Puts a game back on the shelf that was taken off. Returns the reason in words why that is not possible; "" if it is done. */
export function putBack({ game, text, at, open }: TakenOff): string {
  const found = shelf();
  const trouble = refusal(found, text, true);
  if (trouble) return trouble;
  if (!put(found, game, text, at)) return say("shelf.noRoom");
  openGame(open);
  return "";
}
