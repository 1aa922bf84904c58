// The shelf: the texts of games of one's own that this browser keeps, and which of them is open. Everything is read anew each time,
// for another tab may have changed it.

import { say } from "../language/catalogue.ts";
import { forget, keep, kept, keptObject } from "../lib/kept.ts";

export interface KeptGame {
  /** under which its text is kept */
  id: string;
  /** when, in milliseconds since 1970 */
  changed: number;
}
export interface Shelf {
  /** the last added first */
  games: KeptGame[];
  /** id of the game that is open; "" for none */
  open: string;
}

const MOST_GAMES = 60;
const MOST_CHARACTERS = 100000; // maximum length of a text
const SHELF = "henka-shelf"; // a Shelf as JSON
const TEXT = "henka-shelf-"; // and a game's id: its text
const BEFORE = "henka-own"; // key of the single text that was kept before the shelf existed

const keepShelf = (all: Shelf) => keep(SHELF, JSON.stringify(all));

const newGame = (): KeptGame => ({
  id: `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`,
  changed: Date.now(),
});

/**
 * Puts a game on the shelf and opens it. False: there is no room, and nothing has changed.
 * @param at its place
 */
function put({ games }: Shelf, game: KeptGame, text: string, at: number = 0) {
  const others = games.filter(({ id }) => id !== game.id);
  others.splice(at, 0, game);
  const before = kept(TEXT + game.id);
  if (keep(TEXT + game.id, text) && keepShelf({ games: others, open: game.id })) return true;
  if (before === null) forget(TEXT + game.id);
  else keep(TEXT + game.id, before); // it was there, so there is room for it
  return false;
}

/** What is on the shelf. A text of before there was one comes first. */
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

/** @param id of a game */
export const textOf = (id: string) => kept(TEXT + id) ?? "";

/** The text of the game that is open; "" when none is. */
export function openText() {
  const { open } = shelf();
  return open ? textOf(open) : "";
}

/**
 * The next visit to the lobby begins with that game, or with an empty field.
 * @param id of a game; "" for none
 */
export function openGame(id: string) {
  keepShelf({ ...shelf(), open: id });
}

/**
 * Why a text can't be put on the shelf, in words; "" when it can.
 * @param another it is one more
 */
function refusal({ games }: Shelf, text: string, another: boolean) {
  if (text.length > MOST_CHARACTERS) return say("shelf.long", { most: MOST_CHARACTERS });
  return another && games.length >= MOST_GAMES ? say("shelf.full", { most: MOST_GAMES }) : "";
}

/**
 * Keeps the text of a game as it is now. One without words is taken off the shelf.
 * @param id "" for a game that isn't on the shelf yet
 * @returns trouble: why it isn't kept, in words
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
 * Opens a text that came from elsewhere; it is put on the shelf if it isn't there.
 * @returns why it can't be put there, in words; "" when it is there
 */
export function takeIn(text: string): string {
  const known = shelf().games.find(({ id }) => textOf(id) === text);
  if (!known) return keepText("", text).trouble;
  openGame(known.id);
  return "";
}

/**
 * A game taken off the shelf, as it can be put back.
 * at: its place; open: what was open then
 */
export interface TakenOff {
  game: KeptGame;
  text: string;
  at: number;
  open: string;
}

/**
 * @param id of a game on the shelf
 * @returns null: it isn't there
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

/** @returns why it can't be put back, in words; "" when it is back */
export function putBack({ game, text, at, open }: TakenOff): string {
  const found = shelf();
  const trouble = refusal(found, text, true);
  if (trouble) return trouble;
  if (!put(found, game, text, at)) return say("shelf.noRoom");
  openGame(open);
  return "";
}
