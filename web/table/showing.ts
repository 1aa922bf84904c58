// Puts what the server said, and the moves that it has not acknowledged, on the table.

import { isWhole, wholeRules } from "../core/rules.ts";
import { resumeEntry } from "../entry/entry.ts";
import { gameText, say } from "../language/catalogue.ts";
import { spokenMove } from "../language/movewords.ts";
import { resultWords, sideNamed } from "../language/words.ts";
import { showTurn, sound } from "../lib/attention.ts";
import { fetched } from "../lib/connection.ts";
import { announce, h, replace } from "../lib/dom.ts";
import { tokensOf } from "../people/tokens.ts";
import { invite } from "./dialogs.ts";
import { closeTable, goToPly, isAbout, newTable, updateTable } from "./moves.ts";
import { continueReplay, setReplay } from "./replay.ts";
import { canAnswer, isHandicap, isMine, isSelfPlay, nameOfSide, sideToMove } from "./seats.ts";
import { isAtEnd, isOver } from "./table.ts";
import type { GameState, OfferKind } from "../lib/messages.ts";
import type { Play } from "./state.ts";
import type { Table } from "./table.ts";

/** The sentences by which offers are read out. */
const OFFERS: [OfferKind, "status.offersDraw" | "status.offersUndo" | "status.offersRematch"][] = [
  ["draw", "status.offersDraw"],
  ["undo", "status.offersUndo"],
  ["rematch", "status.offersRematch"],
];

/**
 * Shows the server's last message with the pending moves and the move that waits for a yes. Returns true if pending moves were given
 * up.
 */
export function showTold(play: Play) {
  if (!play.told) return false;
  const { message, lost } = play.pending.over(play.told.message);
  const { held } = play;
  if (held && (message.result || held.ply !== message.moves.length)) play.held = null;
  show(play, play.held ? { ...message, moves: [...message.moves, play.held.usi] } : message);
  return lost;
}

/** A game of the visitor's own is read by the whole rules, which are fetched first. */
async function showOnceWhole(play: Play) {
  if (await fetched(wholeRules())) showTold(play);
}

/** @param message with the pending moves */
export function show(play: Play, message: GameState) {
  if (message.variantText && !isWhole()) return void showOnceWhole(play);
  const { table: old, replay, engine } = play;
  const before = old && {
    plies: old.played.length,
    over: isOver(old),
    offers: old.message.offers,
  };
  try {
    seat(play, message);
  } catch (error) {
    const reason = (error as Error).message;
    const text = say("game.unreadable", { reason });
    return replace(play.view.frame.status, h("p", { class: "bad", text }));
  }
  const { table, told } = play;
  if (table && told && message.clock) table.serverAhead = message.clock.at - told.at;
  engine.hinted = null;
  engine.hinting = false;
  engine.thinking = null;
  if (before && replay.selfPlay && replay.on && !message.result) return; // each move is drawn in its turn
  if (before && table) readOut(table, before);
  play.redraw();
  if (table) callForTurn(table);
  invitationChanged(play, message);
}

/** Takes the message to the table. Clicks already made stay if nothing on the board has changed. */
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

/** Announces what happened since the last message. */
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
    announce(resultWords(message.result, isHandicap(table)));
    sound("end");
  }
  for (const [kind, key] of OFFERS) {
    const by = message.offers[kind];
    if (!by || before.offers[kind] === by || !canAnswer(table, sideNamed(by))) continue;
    announce(say(key, { side: nameOfSide(table, sideNamed(by)) }));
    sound("turn");
  }
}

/** Shows in the title of the page whether it is one's turn. */
function callForTurn(table: Table) {
  const { id, title, you, open } = table.message;
  const turn = you.length === 1 && !open && !isOver(table) && isMine(table, sideToMove(table));
  showTurn({ id, title: gameText(title), turn });
}

/** Shows the invitation when a game is begun, closes it when the seat is taken, and goes on to the next game when there is one. */
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
