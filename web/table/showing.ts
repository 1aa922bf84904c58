// Updates the table from the server's last message about the game and the moves that the server has not acknowledged, and shows the result.

import { isWhole, shippedGame, wholeRules } from "../core/index.ts";
import { resumeEntry } from "../entry/entry.ts";
import { gameText, say } from "../language/catalogue.ts";
import { hasNotation } from "../language/familywords.ts";
import { spokenMove } from "../language/movewords.ts";
import { errorWords, resultWords, sideNamed } from "../language/words.ts";
import { showTurn, sound } from "../lib/attention.ts";
import { fetched } from "../lib/connection.ts";
import { announce, h, replace } from "../lib/dom.ts";
import { tokensOf } from "../people/tokens.ts";
import { invite } from "./dialogs.ts";
import { closeTable, goToPly, isAbout, newTable, updateTable } from "./moves.ts";
import { continueReplay, setReplay } from "./replay.ts";
import { canAnswer, callingIn, isMine, isSelfPlay, nameOfSide, sideToMove } from "./seats.ts";
import { isAtEnd, isOver } from "./table.ts";
import type { OfferKind } from "../lib/gametypes.ts";
import type { GameState } from "../lib/servermessages.ts";
import type { Play } from "./state.ts";
import type { Table } from "./table.ts";

/** The key of the sentence in which a screen reader reads out an offer, by kind of offer. */
const OFFERS: [OfferKind, "status.offersDraw" | "status.offersUndo" | "status.offersRematch"][] = [
  ["draw", "status.offersDraw"],
  ["undo", "status.offersUndo"],
  ["rematch", "status.offersRematch"],
];

/**
 * Shows the game of the server's last message, with the pending moves and the move that waits for the visitor's confirmation. Returns true
 * if pending moves were given up.
 */
export function showTold(play: Play) {
  if (!play.told) return false;
  const { message, lost } = play.pending.over(play.told.message);
  const { held } = play;
  if (held && (message.result || held.ply !== message.moves.length)) play.held = null;
  show(play, play.held ? { ...message, moves: [...message.moves, play.held.usi] } : message);
  return lost;
}

/** Does the page need rules.wasm for a game: for rules that are given as text, or for a notation that only it writes? */
const needsWhole = ({ variantText, game }: GameState) =>
  Boolean(variantText) || hasNotation(shippedGame(game)?.family ?? "wedge");

/** Fetches rules.wasm and then shows the game. */
async function showOnceWhole(play: Play) {
  if (await fetched(wholeRules())) showTold(play);
}

/**
 * Shows the game of a message.
 * @param message of the server, with the pending moves appended
 */
export function show(play: Play, message: GameState) {
  if (!isWhole() && needsWhole(message)) return void showOnceWhole(play);
  const { table: old, replay, engine } = play;
  const before = old && {
    plies: old.played.length,
    over: isOver(old),
    offers: old.message.offers,
  };
  try {
    seat(play, message);
  } catch (error) {
    const text = say("game.unreadable", { reason: errorWords(error) });
    return replace(play.view.frame.status, h("p", { class: "bad", text }));
  }
  const { table, told } = play;
  if (table && told && message.clock) table.serverAhead = message.clock.at - told.at;
  engine.hinted = null;
  engine.hinting = false;
  engine.thinking = null;
  if (!message.result) play.view.band = false;
  else if (before && !before.over) play.view.band = true;
  if (before && replay.selfPlay && replay.on && !message.result) return; // the engine plays itself: the replay draws the moves one after another, at its own pace
  if (before && table) readOut(table, before);
  play.redraw();
  if (table) callForTurn(table);
  invitationChanged(play, message);
}

/** Updates the table from the message, or makes a new table. The clicks of a move being entered are kept if no move was played or taken back. */
function seat(play: Play, message: GameState) {
  const { table, address, replay } = play;
  if (!table || !isAbout(table, message)) {
    if (table) closeTable(table);
    play.table = null;
    play.table = newTable(message);
    if (address.ply !== undefined) goToPly(play.table, address.ply);
    address.ply = undefined;
    return;
  }
  const same = message.moves.length === table.played.length;
  const before = table.entry;
  if (isSelfPlay(table) && !replay.selfPlay) {
    replay.selfPlay = true;
    setReplay(play, true);
  }
  updateTable(table, message, isAtEnd(table) && !isSelfPlay(table));
  continueReplay(play);
  if (same) resumeEntry(table.entry, before);
}

/**
 * Has screen readers read out what has changed since the message before: a move, the result, an offer.
 * @param before the state of the game at that message
 */
function readOut(
  table: Table,
  before: { plies: number; over: boolean; offers: GameState["offers"] },
) {
  const { message, played } = table;
  const last = played[played.length - 1];
  if (played.length > before.plies) {
    announce(spokenMove(table, last, table.game.state.check));
    sound(last.parts.capture ? "capture" : "move");
  }
  if (message.result && !before.over) {
    announce(resultWords(message.result, callingIn(table)));
    sound("end");
  }
  for (const [kind, key] of OFFERS) {
    const by = message.offers[kind];
    if (!by || before.offers[kind] === by || !canAnswer(table, sideNamed(by))) continue;
    announce(say(key, { side: nameOfSide(table, sideNamed(by)) }));
    sound("turn");
  }
}

/** Notifies the visitor if it has become his turn, and shows the turn in the page's title (attention.ts). */
function callForTurn(table: Table) {
  const { id, title, you, open } = table.message;
  const turn = you.length === 1 && !open && !isOver(table) && isMine(table, sideToMove(table));
  showTurn({ id, title: gameText(title), turn });
}

/**
 * Shows the invitation when the visitor has begun a game with an open seat, and closes it when the seat is taken. Opens the next game when
 * both players have agreed to one.
 */
function invitationChanged(play: Play, { open, you, rematch }: GameState) {
  const { table, invitation, id } = play;
  if (!open || !table) {
    invitation.dialog?.close();
    invitation.dialog = null;
  } else if (!invitation.shown && you.length && tokensOf(id)?.invitation) {
    invitation.shown = true;
    invite(play, table);
  }
  if (rematch && play.rematch === null && you.length) location.hash = `#/g/${rematch}`;
  play.rematch = rematch;
}
