// Keys of the keyboard that work everywhere on the page of a game.

import { cancelInput, inputKey } from "../entry/moveinput.ts";
import { fetched } from "../lib/connection.ts";
import { later } from "../lib/later.ts";
import { settings } from "../settings/settings.ts";
import { forgetPremove } from "./premoves.ts";
import { revoke } from "./sending.ts";
import { closeBand, showAttacks, stepBy, turnBoard } from "./steps.ts";
import { FIELDS, typeMove } from "./typing.ts";
import type { Play } from "./state.ts";
import type { Table } from "./table.ts";

/** Number of plies by which each key steps through the game. */
const STEP_KEYS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  "[": -1,
  "]": 1,
  "{": -Infinity,
  "}": Infinity,
};

/** Factors by which keys zoom the board. The factor of 0 is so small that the whole board is visible. */
const ZOOM_KEYS: Record<string, number> = { "+": 1.5, "-": 1 / 1.5, 0: 1 / 100 };

/**
 * Handles a pressed key. Letters and the keys for zooming have an effect only if the focus is on the board, in a hand, in the box for
 * entered moves, or nowhere.
 */
export function takeKey(play: Play, event: KeyboardEvent) {
  const { table } = play;
  const { key, target } = event;
  const taken = event.defaultPrevented || document.querySelector("dialog[open]:modal");
  if (!table || taken || event.ctrlKey || event.metaKey || event.altKey) return;
  if (!(target instanceof Element) || target.matches(FIELDS)) return;
  if (key === "Escape") takeEscape(play, table);
  else if (STEP_KEYS[key]) {
    event.preventDefault();
    stepBy(play, STEP_KEYS[key]);
  } else if (target.closest(".table, .words") || target.matches("body, main")) {
    takeLetter(play, table, event);
  }
}

function takeEscape(play: Play, table: Table) {
  if (table.entry.origin) cancelInput(play, table);
  else if (closeBand(play)) return;
  else if (!forgetPremove(play) && !revoke(play)) play.view.board?.wipe();
}

async function showKeySheet() {
  (await fetched(later(import("./keysheet.ts"))))?.showKeys();
}

function takeLetter(play: Play, table: Table, event: KeyboardEvent) {
  const { key } = event;
  const letter = key.toLowerCase(); // in lower case, so that the shortcuts also work with Caps Lock
  if (ZOOM_KEYS[key]) play.view.board?.zoomBy(ZOOM_KEYS[key]);
  else if (!settings.letters) return;
  else if (letter === "f") turnBoard(play, table);
  else if (letter === "a") showAttacks(play, table);
  else if (letter === "?") showKeySheet();
  else if (letter === "t") typeMove(play);
  else if (!inputKey(play, table, letter)) return;
  event.preventDefault(); // the letter must not reach a field, nor open the search of a browser that searches as the visitor types
}
