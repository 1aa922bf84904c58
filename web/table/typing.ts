// Opens the field for a typed move when a key is pressed. Keys that are typed while the field's module is loaded are written into the
// field.

import { playMove, whyNotNow } from "../entry/moveinput.ts";
import { say } from "../language/catalogue.ts";
import { hasNotation } from "../language/familywords.ts";
import { moveWords } from "../language/movewords.ts";
import { sentence } from "../language/words.ts";
import { fetched } from "../lib/connection.ts";
import { later } from "../lib/later.ts";
import { isMyTurn, mayEnter } from "./seats.ts";
import type { Notation } from "../core/index.ts";
import type { Play } from "./state.ts";
import type { Table } from "./table.ts";

/** Selector of elements that use typed letters themselves, so that letters are no shortcuts there. */
export const FIELDS = "input, textarea, select";

/**
 * Collects the keys that are pressed from now on, and hides them from all other listeners. Returns a function that stops collecting and
 * returns the typed text, with a new line for Enter; null if Esc was pressed.
 * @param giveUp called when Esc is pressed
 */
function keepKeys(giveUp: () => void): () => string | null {
  let text: string | null = "";
  const keep = (event: KeyboardEvent) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || text === null) return;
    if (target instanceof Element && target.matches(FIELDS)) return;
    if (key === "Escape") {
      text = null;
      giveUp();
    } else if (key === "Backspace") text = text.slice(0, -1);
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

/** Opens the field for a typed move. */
export async function typeMove(play: Play) {
  const toBoard = () => play.view.board?.focus();
  const written = keepKeys(toBoard);
  const seldom = await fetched(later(import("../entry/typed.ts")));
  const text = written();
  if (!play.table || !mayEnter(play.table) || text === null) return;
  seldom?.openTyped(play.view.frame.words, text, {
    examples: examplesOf(play.table),
    meaning: (words) => meaningOf(play, words),
    play: (words) => playText(play, words),
    close: toBoard,
  });
}

const NOTATIONS: Notation[] = ["usi", "western", "japanese"];
const USUAL: Notation[] = ["usual", "usi"]; // in games whose family has a notation of its own

/** Examples of moves that are legal now: a move on the board in each notation, and a drop. */
function examplesOf({ game, variant }: Table) {
  const notations = hasNotation(variant.family) ? USUAL : NOTATIONS;
  const { moves } = game;
  const board = moves.filter(({ drop }) => !drop);
  const plain = board.find(({ victims, from, to }) => !victims.length && from !== to) ?? board[0];
  const drop = moves.find((move) => move.drop);
  const texts = [
    ...(plain ? notations.map((notation) => game.moveText(plain.usi, notation)) : []),
    ...(drop ? [drop.usi] : []),
  ];
  return texts.join(", ");
}

/** The move that a typed text means, in words; "" if the text is no legal move. */
function meaningOf({ table }: Play, text: string) {
  const move = table && isMyTurn(table) && text ? table.game.readMove(text) : null;
  return table && move ? moveWords(table, move) : "";
}

/**
 * Plays the move that the text means and returns ""; returns the reason if it can't be played. A text that is no legal move is not sent, so
 * that it can't lose a game of strict play.
 */
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
