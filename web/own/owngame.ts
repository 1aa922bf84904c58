// The visitor's own game: its text in the field is read after each input, kept on the shelf, and shown as a board with findings (errors,
// warnings, notes). desk.ts makes the elements.

import { littleArray } from "../board/littleboard.ts";
import { isWhole, parseVariant, wholeRules } from "../core/index.ts";
import { say } from "../language/catalogue.ts";
import { fetched } from "../lib/connection.ts";
import { replace } from "../lib/dom.ts";
import { laterOrNull } from "../lib/later.ts";
import { goToFirst, revealFirst, showFindings } from "./findings.ts";
import { setText } from "./owntext.ts";
import { keepText, openGame, openText, shelf, takeIn, textOf } from "./shelf.ts";
import type { Diagnostic } from "../core/index.ts";
import type { OwnGame } from "./state.ts";

const PAUSE_MS = 250; // the text is read once the visitor has typed nothing for this time

/** The text in the field of the own game. */
export const ownText = ({ field }: OwnGame) => field.dom.area.value;

/** Called when the visitor leaves the lobby. */
export function leaveOwn(own: OwnGame) {
  clearTimeout(own.timer);
  own.field.room.disconnect();
  own.shelf?.leave();
  own.shelf = null;
  own.hasLeft = true;
  own.variant?.free();
  own.variant = null;
}

/** Called when the visitor chooses the card of the own game: reads the text in the field, and loads the shelf. */
export async function showOwn(own: OwnGame) {
  if (!own.variant && ownText(own).trim()) check(own);
  if (own.shelf) return;
  const coming = await laterOrNull(import("./shelfview.ts")); // null: the server can't be reached, so the shelf can't be loaded
  if (!coming || own.shelf || own.hasLeft) return;
  own.shelf = coming.newShelfView({
    openId: () => own.id,
    open: (edit) => reopen(own, edit),
    play: own.on.play,
  });
  replace(own.dom.shelfBox, own.shelf.root);
}

// ---- the text and the shelf ----

/**
 * Called when the visitor has changed the text: keeps it, and reads it after a pause.
 * @param pasted the change was a paste or a drop
 */
export function textChanged(own: OwnGame, pasted: boolean) {
  keep(own);
  if (pasted) own.whole = ownText(own);
  clearTimeout(own.timer);
  own.timer = setTimeout(async () => {
    await check(own);
    if (pasted) revealFirst(own.field);
  }, PAUSE_MS);
}

/** Is `text` another game rather than a change of the game in `before`? It is if fewer than half of the old lines that are not empty occur in it. */
function replaces(text: string, before: string) {
  const lines = before.split("\n").filter((line) => line.trim());
  const left = new Set(text.split("\n"));
  return lines.filter((line) => left.has(line)).length * 2 < lines.length;
}

/**
 * Puts the text in the field on the shelf. If the text has replaced that of another game, it becomes a new game on the shelf, and
 * the other game gets back its whole text.
 */
function keep(own: OwnGame) {
  const text = ownText(own);
  if (own.id && replaces(text, own.whole)) {
    keepText(own.id, own.whole);
    own.id = "";
    own.whole = text;
  }
  if (!own.id) {
    own.id = shelf().games.find((game) => textOf(game.id) === text)?.id ?? "";
    openGame(own.id);
  }
  const { id: now, trouble } = keepText(own.id, text);
  own.id = now;
  own.dom.unkept.textContent = trouble;
}

/**
 * Fills the field with the text of the game that is open on the shelf; empties it if none is open.
 * @param edit moves the cursor into the field
 */
export function reopen(own: OwnGame, edit: boolean) {
  clearTimeout(own.timer);
  own.id = shelf().open;
  own.whole = openText();
  setText(own.field, own.whole);
  own.dom.unkept.textContent = "";
  check(own);
  if (!edit) return;
  const { area } = own.field.dom;
  area.setSelectionRange(0, 0);
  area.scrollTop = 0;
  area.focus();
  area.scrollIntoView({ block: "center" });
}

/**
 * Begins a new own game with a text, and shows it in the field. The game that was open stays on the shelf.
 * @param text of the new game; "" for an empty field
 */
export function beginText(own: OwnGame, text: string) {
  const trouble = text ? takeIn(text) : "";
  if (trouble) {
    own.dom.unkept.textContent = trouble;
    return;
  }
  if (!text) openGame("");
  reopen(own, true);
}

/** Adds a line with the title to the text in the field: texts that are pasted from web pages with move diagrams often have no title. */
export function nameGame(own: OwnGame, title: string) {
  if (!title) return;
  own.dom.title.value = "";
  own.field.dom.area.focus();
  setText(own.field, `title=${title}\n${ownText(own)}`);
  keep(own);
  check(own);
}

// ---- reading the text ----

/** Reads the text in the field with rules.wasm, which is fetched the first time, and shows the result. */
async function check(own: OwnGame) {
  if (!isWhole() && !(await fetched(wholeRules()))) return;
  if (own.hasLeft) return;
  const text = ownText(own);
  own.variant?.free();
  const { variant, diagnostics } = parseVariant("", text);
  own.variant = variant;
  if (variant) own.whole = text;
  own.dom.rules.disabled = !variant;
  own.dom.titleField.hidden = variant?.title !== say("shelf.untitled");
  drawOwn(own);
  showDiagnostics(own, text.trim() ? diagnostics : []);
  own.shelf?.changed(variant);
  own.on.changed();
}

/** Draws the starting position of the own game with the piece set of the settings. */
export function drawOwn({ variant, dom: { board } }: OwnGame) {
  replace(board, littleArray(variant));
  board.hidden = !board.childElementCount;
}

export function showDiagnostics({ variant, field }: OwnGame, diagnostics: readonly Diagnostic[]) {
  const errors = diagnostics.filter(({ fatal }) => fatal).length;
  const notes = diagnostics.filter(({ note }) => note).length;
  const warnings = diagnostics.length - errors - notes;
  const ready = errors ? null : variant;
  const verdict = [
    errors ? say("own.errors", { count: errors }) : "",
    ready ? say("own.ready", { game: ready.title }) : "",
    warnings ? say("own.warnings", { count: warnings }) : "",
    notes ? say("own.notes", { count: notes }) : "",
  ];
  showFindings(field, diagnostics, verdict.filter(Boolean), Boolean(ready));
}

/** Shows the errors of the text; called when the visitor wants to begin the own game although its text is no game. */
export async function showWhyNot(own: OwnGame) {
  const { field } = own;
  clearTimeout(own.timer);
  await check(own);
  field.dom.area.focus();
  if (!ownText(own).trim()) showFindings(field, [], [say("own.empty")], false);
  goToFirst(field);
}
