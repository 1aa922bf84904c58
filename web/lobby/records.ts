// The field for the position or record that a new game begins from, and the opening of files with records or games.

import { say } from "../language/catalogue.ts";
import { h, notice } from "../lib/dom.ts";
import { laterOrNull } from "../lib/later.ts";
import { fileButton } from "../own/filebutton.ts";
import { OWN } from "../rules/rulesaddress.ts";
import { pick } from "./choose.ts";
import { openOwn } from "./ownpart.ts";
import { chosenVariant, recordNamesItsGame, showStart } from "./state.ts";
import type { ReadFile } from "../own/files.ts";
import type { LobbyState } from "./state.ts";

/** The foldable part of the form with the field for the text of a position or a record. */
export const positionField = (state: LobbyState) =>
  h(
    "details",
    { class: "start-from", oninput: () => showStart(state) },
    h("summary", { text: say("start.title") }),
    h("label", { for: "start-text", text: say("start.label") }),
    state.dom.position,
    state.dom.leftOut,
    fileButton((read) => takeFiles(state, read)),
    h("p", { class: "field-hint", id: "start-hint", text: say("start.hint") }),
  );

/** Uses files that the visitor has opened or dropped: games are put on the shelf, the last record into the field. */
export async function takeFiles(state: LobbyState, read: ReadFile[]) {
  const records = read.filter(({ kind }) => kind === "record");
  const games = read.filter(({ kind }) => kind === "game");
  const own = games.length ? await openOwn(state) : null;
  if (games.length && !own) return;
  const troubles = games.map(({ text }) => own?.desk.takeIn(text) ?? "").filter(Boolean);
  if (own) {
    own.desk.reopen(own.game, false);
    pick(state, OWN);
    state.dom.ownBox.scrollIntoView({ block: "nearest" });
  }
  const record = records.at(-1);
  if (record) takeRecord(state, record);
  if (troubles.length) return notice(troubles[0], "bad");
  notice(say(record ? "file.record" : "file.onShelf", { name: (record ?? games[0]).name }));
}

async function takeRecord(state: LobbyState, { text }: ReadFile) {
  const { position } = state.dom;
  position.value = text.trim();
  const game = await gameOfRecord(state);
  if (game) pick(state, game.name);
  showStart(state);
  const box = position.closest("details");
  if (box) box.open = true;
  position.focus();
  position.scrollIntoView({ block: "center" });
}

/** The shipped game that the KIF record in the field names, if it is not the chosen game; else null. */
export async function gameOfRecord(state: LobbyState) {
  const text = state.dom.position.value;
  if (!text.includes("手合割") || recordNamesItsGame(state)) return null;
  const coming = await laterOrNull(import("./elsewhere.ts")); // null: the server can't be reached
  return coming?.gameOfRecord(text, chosenVariant(state)) ?? null;
}
