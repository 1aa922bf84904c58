// A move as text: the field opens on a key, and what was typed before it has come is written into it.

import { playMove, whyNotNow } from "../entry/moveinput.ts";
import { say } from "../language/catalogue.ts";
import { moveWords } from "../language/movewords.ts";
import { sentence } from "../language/words.ts";
import { fetched } from "../lib/connection.ts";
import { isMyTurn, mayEnter } from "./seats.ts";
import type { Play } from "./state.ts";

/** Elements that take letters themselves. */
export const FIELDS = "input, textarea, select";

/**
 * Collects the keys that are pressed from now on, and keeps them from everything else. Returns a function that ends this and returns
 * the text, with a new line for Enter; null if Esc was pressed.
 */
function keepKeys(): () => string | null {
  let text: string | null = "";
  const keep = (event: KeyboardEvent) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || text === null) return;
    if (target instanceof Element && target.matches(FIELDS)) return;
    if (key === "Escape") text = null;
    else if (key === "Backspace") text = text.slice(0, -1);
    else if (key === "Enter") text += "\n";
    else if (key.length === 1) text += key;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("keydown", keep, { capture: true });
  return () => {
    document.removeEventListener("keydown", keep, { capture: true });
    return text;
  };
}

/** Opens the field. */
export async function typeMove(play: Play) {
  const written = keepKeys();
  const seldom = await fetched(import("../entry/typed.ts"));
  const text = written();
  if (!play.table || !mayEnter(play.table) || text === null) return;
  seldom?.openTyped(play.view.frame.words, text, {
    meaning: (words) => meaningOf(play, words),
    play: (words) => playText(play, words),
    close: () => play.view.board?.focus(),
  });
}

/** The move that the text stands for, in words; "" if it stands for none. */
function meaningOf({ table }: Play, text: string) {
  const move = table && isMyTurn(table) && text ? table.game.readMove(text) : null;
  return table && move ? moveWords(table, move) : "";
}

/** Plays the text and returns "", or returns why it can't be played. Text that is no move never loses a game. */
async function playText(play: Play, text: string): Promise<string> {
  const { table } = play;
  if (!table) return "";
  if (!isMyTurn(table)) return whyNotNow(table);
  const move = table.game.readMove(text);
  if (!move) {
    const why = await fetched(table.game.explain(text));
    return why === null ? say("page.notNow") : sentence(why);
  }
  playMove(play, table, { ...move, named: new Set(move.victims) });
  return "";
}
