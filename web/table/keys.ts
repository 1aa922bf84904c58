// The keyboard in a game.

import { cancelInput, inputKey } from "../entry/moveinput.ts";
import { fetched } from "../lib/connection.ts";
import { settings } from "../settings/settings.ts";
import { forgetPremove } from "./premoves.ts";
import { revoke } from "./sending.ts";
import { showAttacks, stepBy, turnBoard } from "./steps.ts";
import { FIELDS, typeMove } from "./typing.ts";
import type { Play } from "./state.ts";
import type { Table } from "./table.ts";

/** Plies that a key goes on. */
const STEP_KEYS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  "[": -1,
  "]": 1,
  "{": -Infinity,
  "}": Infinity,
};

/** Factors by which a key zooms. */
const ZOOM_KEYS: Record<string, number> = { "+": 1.5, "-": 1 / 1.5, 0: 1 / 100 };

/** Takes a key of the page. Letters are keys only if the board, a hand or nothing has the focus. */
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
  else if (!forgetPremove(play) && !revoke(play)) play.view.board?.wipe();
}

async function showKeySheet() {
  (await fetched(import("./keysheet.ts")))?.showKeys();
}

function takeLetter(play: Play, table: Table, event: KeyboardEvent) {
  const { key } = event;
  const letter = key.toLowerCase(); // Caps Lock is no other key
  if (ZOOM_KEYS[key]) play.view.board?.zoom.by(ZOOM_KEYS[key]);
  else if (!settings.letters) return;
  else if (letter === "f") turnBoard(play, table);
  else if (letter === "a") showAttacks(play, table);
  else if (letter === "?") showKeySheet();
  else if (letter === "t") typeMove(play);
  else if (!inputKey(play, table, letter)) return;
  event.preventDefault(); // no field gets the letter, and a browser that searches as one types opens no search
}
