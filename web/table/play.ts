// The view of a game for app.ts. state.ts declares its state; incoming.ts handles messages of the server, buttons.ts and keys.ts handle
// input of the visitor, and gameview.ts draws.

import { noTurn } from "../lib/attention.ts";
import { handle } from "../lib/connection.ts";
import { notice } from "../lib/dom.ts";
import { drawView, listenToHands, newView, removeView, showAwaited } from "./gameview.ts";
import { openGame, playHandlers, showMissing } from "./incoming.ts";
import { takeKey } from "./keys.ts";
import { closeTable } from "./moves.ts";
import { pendingOf } from "./pending.ts";
import { setReplay } from "./replay.ts";
import { goTo } from "./steps.ts";
import type { Connection } from "../lib/connection.ts";
import type { Import, New } from "../lib/clientmessages.ts";
import type { ServerMessage } from "../lib/messages.ts";
import type { Play } from "./state.ts";

/**
 * The parts of a game's address besides the id: the secret of a seat or of an invitation, and the number of plies before the position to
 * show first; undefined: the address lacks the part.
 */
export interface GameAddress {
  token?: string;
  ply?: number;
}

function newPlay(
  main: HTMLElement,
  connection: Connection,
  id: string,
  start: (message: New | Import) => void,
  { token, ply }: GameAddress,
): Play {
  const state: Omit<Play, "view"> = {
    connection,
    id,
    start,
    address: { token, ply },
    served: true,
    told: null,
    table: null,
    pending: pendingOf(id),
    held: null,
    premove: null,
    flip: null,
    attacks: [],
    engine: { hinted: null, hinting: false, thinking: null },
    replay: { on: false, timer: undefined, selfPlay: false },
    invitation: { shown: false, clears: false, dialog: null },
    rolled: 0,
    rematch: undefined,
    farewell: "",
    redraw: () => draw(play),
  };
  const play = state as Play;
  Object.assign(play, { view: newView(play, main) });
  listenToHands(play);
  return play;
}

function draw(play: Play) {
  const { told, table, connection } = play;
  connection.isTimed = Boolean(told?.message.clock?.running && !told.message.result);
  if (table) drawView(play, table);
}

/** Is the message about the game with this id? Each message about a game has the game's id, except errors. */
const isAbout = (message: ServerMessage, id: string) =>
  !("id" in message) || message.t === "error" || message.id === id;

/** Does play.ts handle messages of this kind? */
export const takes = (kind: string) => kind in playHandlers;

/**
 * Makes the view of a game.
 * @param start sends a message that begins another game
 */
export function playView(
  main: HTMLElement,
  connection: Connection,
  id: string,
  start: (message: New | Import) => void,
  address: GameAddress = {},
) {
  const play = newPlay(main, connection, id, start, address);
  const onKey = (event: KeyboardEvent) => takeKey(play, event);
  const onResize = () => {
    play.view.tooltip.hide();
    play.redraw();
  };
  document.addEventListener("keydown", onKey);
  window.addEventListener("resize", onResize);
  showAwaited(play, true);
  return {
    id,
    play,
    enter: () => openGame(play),
    lineChanged() {
      play.engine.hinting = false;
      if (play.table) play.redraw();
      else showAwaited(play);
    },
    settingChanged: play.redraw,
    take: (message: ServerMessage) =>
      isAbout(message, id) ? handle(playHandlers, play, message) : undefined,
    goTo: (ply: number) => goTo(play, ply),
    showMissing: (reason: string) => showMissing(play, reason),
    leave() {
      document.removeEventListener("keydown", onKey);
      window.removeEventListener("resize", onResize);
      leaveGame(play);
    },
  };
}

function leaveGame(play: Play) {
  const { view, connection, id, table, invitation, farewell } = play;
  removeView(view);
  setReplay(play, false);
  connection.send({ t: "close", id });
  connection.isTimed = false;
  if (table) closeTable(table);
  play.table = null;
  play.told = null;
  invitation.dialog?.close();
  noTurn();
  if (farewell) notice(farewell);
}
