// Messages from the server about a game: one function for each kind.

import { say } from "../language/catalogue.ts";
import { moveWords } from "../language/movewords.ts";
import { sideName, sideNamed, SIDES } from "../language/words.ts";
import { sound } from "../lib/attention.ts";
import { announce, h, notice, replace } from "../lib/dom.ts";
import { TOKEN_LEAST, TOKEN_LENGTH } from "../lib/limits.ts";
import { invite } from "./dialogs.ts";
import { drawStatus, removeView } from "./gameview.ts";
import { playPremove } from "./premoves.ts";
import { BOTH, callingIn, isHuman, isMine, isMyTurn, isShared } from "./seats.ts";
import { sendMove } from "./sending.ts";
import { show, showTold } from "./showing.ts";
import type { OfferKind, SideName } from "../lib/gametypes.ts";
import type { Handlers } from "../lib/messages.ts";
import type {
  Declined,
  Deleted,
  Failure,
  GameState,
  Hint,
  Presence,
  Queue,
  Said,
  Thinking,
  Tokens,
} from "../lib/servermessages.ts";
import type { Play } from "./state.ts";

const DECLINES: Record<
  OfferKind,
  "status.declines" | "status.declinesUndo" | "status.declinesRematch"
> = {
  draw: "status.declines",
  undo: "status.declinesUndo",
  rematch: "status.declinesRematch",
};

/** The functions that handle messages about a game, by kind of message. */
export const playHandlers = {
  game: takeGame,
  thinking: takeThinking,
  hint: takeHint,
  declined: takeDeclined,
  deleted: takeDeleted,
  tokens: takeTokens,
  chat: takeSaid,
  presence: takePresence,
  queue: takeQueue,
  error: takeError,
} satisfies Handlers<Play>;

/** Asks the server for the game, and sends the pending moves again, which the server may not have received. */
export function openGame(play: Play) {
  const { id, address, connection, pending } = play;
  const { token = "" } = address;
  const whole = token.length >= TOKEN_LEAST; // a secret that is too short is not sent: a program has cut the link off
  connection.send(whole ? { t: "open", id, token } : { t: "open", id });
  for (const move of pending.moves) sendMove(play, move);
}

function takeGame(play: Play, message: GameState) {
  const { address } = play;
  play.told = { message, at: Date.now() };
  if (address.token !== undefined && !message.you.length) {
    notice(say(address.token.length < TOKEN_LENGTH ? "link.cut" : "link.noSeat"), "bad");
  }
  address.token = undefined;
  if (showTold(play)) notice(say("game.moveLost"), "bad");
  playPremove(play);
}

function takeTokens(play: Play, { invitation }: Tokens) {
  const { table } = play;
  if (play.invitation.clears) notice(say("invite.isAlone"));
  play.invitation.clears = false;
  if (invitation && table?.message.open) invite(play, table);
}

/**
 * Changes members of the server's last message about the game (`told`) and of the table's message, which also has pending moves. Returns
 * the table; null: no game is shown yet.
 */
function amend(play: Play, change: Partial<GameState>) {
  const { told, table } = play;
  if (!told) return null;
  play.told = { ...told, message: { ...told.message, ...change } };
  if (table) table.message = { ...table.message, ...change };
  return table;
}

function takePresence(play: Play, { watchers, away, claim }: Presence) {
  const before = play.told?.message.presence.away;
  const table = amend(play, { presence: { watchers, away, claim } });
  if (!before || !table) return;
  for (const side of BOTH) {
    const name = SIDES[side];
    if (isMine(table, side) || !isHuman(table, side)) continue;
    if (away[name] !== null && before[name] === null) announce(say("spoken.left"));
    if (away[name] === null && before[name] !== null) announce(say("spoken.back"));
  }
  play.redraw();
}

function takeQueue(play: Play, { queue }: Queue) {
  if (play.table && amend(play, { queue })) play.redraw();
}

function takeThinking(play: Play, message: Thinking) {
  if (play.replay.selfPlay) return; // while the replay shows the engine's game against itself, the search belongs to a later position than the one shown
  play.engine.thinking = message;
  if (play.table) drawStatus(play, play.table);
}

/** The name of a side in this game, for the beginning of a sentence. */
const nameOf = ({ table }: Play, side: SideName) =>
  sideName(sideNamed(side), table ? callingIn(table) : undefined);

function takeSaid(play: Play, { side, text }: Said) {
  const { chat } = play.view;
  const message = play.table?.message;
  if (chat.muted && !message?.you.includes(side)) return;
  const name = message?.names[side] ?? nameOf(play, side);
  chat.add(name, text);
  sound("said");
  if (!chat.inSight) notice(say("chat.said", { name, text }));
}

function takeHint(play: Play, { ply, usi }: Hint) {
  const { table, engine } = play;
  engine.hinting = false;
  play.redraw();
  if (!table || !isMyTurn(table) || ply !== table.viewed) return;
  const move = table.entry.all.find((each) => each.usi === usi);
  if (!move) return;
  engine.hinted = move;
  notice(say("hint.move", { move: moveWords(table, move) }));
  play.redraw();
}

function takeDeclined(play: Play, { side, kind = "draw" }: Declined) {
  const { table } = play;
  const byOneself = table && !isShared(table) && isMine(table, sideNamed(side));
  if (!byOneself) notice(say(DECLINES[kind], { side: nameOf(play, side) }));
}

function takeDeleted(play: Play, { by }: Deleted) {
  play.farewell = by ? say("game.aborted", { side: nameOf(play, by) }) : say("game.deleted");
  location.hash = "#/";
}

/** Handles an error of the server. Returns true if it has shown the error, so that the page need not. */
function takeError(play: Play, message: Failure) {
  play.engine.hinting = false;
  play.redraw();
  if (message.for === "open") {
    showMissing(play, message.message);
    return true;
  }
  if (message.for === "move") {
    play.pending.clear();
    play.held = null;
    if (play.told) show(play, play.told.message);
    openGame(play); // asks for the game again, so that the page shows what the server has
  }
  return false;
}

/**
 * Shows that the server has no game with this id.
 * @param reason in the words of the server
 */
export function showMissing({ view }: Play, reason: string) {
  removeView(view);
  replace(
    view.main,
    h(
      "div",
      { class: "lobby" },
      h("h1", { text: say("game.missing") }),
      h("p", { text: reason }),
      h("p", null, h("a", { class: "button", href: "#/", text: say("game.all") })),
    ),
  );
}
