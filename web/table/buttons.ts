// The buttons of a game as one table: the place, the sign and words, the conditions, and the message or action of each. The row of actions
// and its menu, the strips of the players, the status and the band at the end draw their buttons from it. A new button is a new row.

import { say } from "../language/catalogue.ts";
import { otherSide, SIDES, sideWord } from "../language/words.ts";
import { ask, h } from "../lib/dom.ts";
import { invite, playAgain, showPieces, showRules, showShare } from "./dialogs.ts";
import { SIGNS } from "./icons.ts";
import { toggleDrawing } from "./pen.ts";
import {
  canAbort,
  canAnswer,
  canDeclare,
  callingIn,
  isMine,
  isMyTurn,
  isWatching,
  mayClaim,
  ownSide,
  sideToMove,
  wordOfSide,
} from "./seats.ts";
import { revoke } from "./sending.ts";
import { attackWords, closeBand, lookAgain, showAttacks, turnBoard } from "./steps.ts";
import { isOver } from "./table.ts";
import { typeMove } from "./typing.ts";
import type { Side } from "../core/index.ts";
import type { PlainKey } from "../language/keys.ts";
import type { OfferKind } from "../lib/gametypes.ts";
import type { ClientMessage } from "../lib/messages.ts";
import type { Play } from "./state.ts";
import type { Table } from "./table.ts";

/**
 * actions: the row of buttons below the list of moves. menu: the menu at its end. strip: the strip of a player. open: the status of a game
 * with an open seat. end: the band over the board when a game ends, and the row after the band is closed. band: the band alone.
 */
export type Place = "actions" | "menu" | "strip" | "open" | "end" | "band";

/** A button. The parameter `side` of its functions is the side of the strip; for buttons in other places it is the side that the visitor plays. */
export interface Button {
  readonly place: Place;
  /** key of the button's text */
  readonly label: PlainKey;
  /** key of a shorter text for phones; `label` if left out */
  readonly short?: PlainKey;
  /** the SVG path of its icon, drawn by icons.ts; strip: a character that replaces the text, which becomes the tooltip */
  readonly sign?: string;
  /** CSS class of the element; the row of actions and the menu ignore it */
  readonly className?: string;
  /** the current text and its shorter form for phones, for a button with a changing text; it replaces `label` */
  readonly words?: (play: Play, table: Table) => [string, short: string];
  /** returns whether the button is shown; if left out, it always is */
  readonly there?: (table: Table, side: Side) => boolean;
  /** returns whether the button can be pressed; if left out, it always can */
  readonly enabled?: (play: Play, table: Table, side: Side) => boolean;
  /** what a press does on the page, before `send`; returns true if no message is to be sent */
  readonly run?: (play: Play, table: Table) => unknown;
  /** returns the message that a press sends; null: none, because the offer that it would answer has lapsed */
  readonly send?: (table: Table, side: Side) => ClientMessage | null;
  /** returns a question that the visitor has to confirm before the message is sent */
  readonly sure?: (table: Table, side: Side) => Parameters<typeof ask<boolean>>[0];
}

// ---- conditions ----

const isPlaying = (table: Table) => !isOver(table) && !table.message.open;
const plays = (table: Table) => !isOver(table) && !isWatching(table);
const hasEnded = (table: Table) => isOver(table) && !isWatching(table);
const isTwo = ({ message }: Table) => message.two;
const offers = ({ message }: Table, kind: OfferKind, side: Side) =>
  message.offers[kind] === SIDES[side];

const OFFERS: readonly OfferKind[] = ["draw", "undo", "rematch"];

/** The kind of offer that this side has made and the other side has not answered; undefined: none. */
export const offerOf = (table: Table, side: Side) =>
  OFFERS.find((kind) => offers(table, kind, side));

const mayAnswer = (table: Table, side: Side) =>
  offerOf(table, side) !== undefined && canAnswer(table, side);

function mayTakeBack(table: Table, side: Side) {
  const something = table.played.length > 0 || isOver(table);
  if (!isTwo(table)) return something;
  return something && isPlaying(table) && !offers(table, "undo", side);
}

// ---- messages ----

/** Kinds of messages that have no member but the game's id. */
type PlainKind = "undo" | "abort" | "claim" | "now";

const plain =
  (t: PlainKind) =>
  ({ message: { id } }: Table): ClientMessage => ({ t, id });

const offer = ({ message: { id } }: Table, kind: OfferKind): ClientMessage => ({
  t: "offer",
  id,
  kind,
});

const offerDraw = ({ message: { id } }: Table, side: Side): ClientMessage => ({
  t: "draw",
  id,
  side: SIDES[side],
});

/** The message that accepts the offer of `side`. Between two persons at one screen it is an offer of a draw by the other side. */
function accept(table: Table, side: Side): ClientMessage | null {
  const kind = offerOf(table, side);
  const { id } = table.message;
  if (!kind) return null;
  return isTwo(table) ? { t: "accept", id, kind } : offerDraw(table, otherSide(side));
}

/** The message that declines the offer of `side`, or withdraws it if that is the visitor's own side. */
function decline(table: Table, side: Side): ClientMessage | null {
  const kind = offerOf(table, side);
  return kind ? { t: "decline", id: table.message.id, kind } : null;
}

// ---- the table ----

const SHARE = "M12 4v11.5M7 10.5l5 5 5-5M4.5 20h15";

const rows = {
  undo: {
    place: "actions",
    label: "act.undo",
    sign: "M8.5 13.5L4 9l4.5-4.5M4 9h10.5a5.25 5.25 0 0 1 0 10.5H9",
    words: (_, table) => [say(isTwo(table) ? "act.askUndo" : "act.undo"), say("act.undo")],
    there: (table) => (hasEnded(table) ? !isTwo(table) : plays(table)),
    enabled: (_, table, side) => mayTakeBack(table, side),
    run: (play, table) => !isTwo(table) && revoke(play),
    send: (table) => (isTwo(table) ? offer(table, "undo") : plain("undo")(table)),
  },
  hint: {
    place: "actions",
    label: "act.hint",
    sign: "M9.5 20.5h5M9.5 17.5h5v-1c0-1 .4-1.7 1.2-2.4a5.8 5.8 0 1 0-7.4 0c.8.7 1.2 1.4 1.2 2.4z",
    words: ({ engine }) => {
      const words = say(engine.hinting ? "act.hinting" : "act.hint");
      return [words, words];
    },
    there: (table) => plays(table) && !isTwo(table),
    enabled: ({ engine }, table) => isMyTurn(table) && !engine.hinting,
    run: askHint,
  },
  draw: {
    place: "actions",
    label: "act.draw",
    short: "act.drawShort",
    sign: "M4.5 5.5L7 4v6.5M18 4.5l-12 15M14 15.5a2.3 2.3 0 1 1 4.1 1.4L14 20.5h5",
    there: plays,
    enabled: (_, table, side) =>
      isPlaying(table) && (!isTwo(table) || !offers(table, "draw", side)),
    send: (table, side) => (isTwo(table) ? offer(table, "draw") : offerDraw(table, side)),
  },
  resign: {
    place: "actions",
    label: "act.resign",
    sign: "M6 20.5v-17M6 4.5c4-2 7.5 2 12.5 0v9c-5 2-8.5-2-12.5 0",
    there: (table) => plays(table) && !canAbort(table),
    enabled: (_, table) => isPlaying(table),
    send: ({ message: { id } }, side) => ({ t: "resign", id, side: SIDES[side] }),
    sure: (table, side) => ({
      title: say("resign.title", { side: wordOfSide(table, side) }),
      buttons: [
        { label: say("resign.playOn"), value: false, kind: "main" },
        { label: say("act.resign"), value: true, kind: "danger" },
      ],
    }),
  },
  abort: {
    place: "actions",
    label: "act.abort",
    sign: SIGNS.close,
    there: canAbort,
    send: plain("abort"),
  },
  declare: {
    place: "menu",
    label: "act.declare",
    short: "act.declareShort",
    sign: "M12 4v16M8.5 20h7M5.5 7h13M5.5 7l-3 7a3.1 3.1 0 0 0 6 0zM18.5 7l-3 7a3.1 3.1 0 0 0 6 0z",
    there: (table) => plays(table) && canDeclare(table),
    enabled: (_, table) => isMyTurn(table),
    send: ({ message: { id } }, side) => ({ t: "declare", id, side: SIDES[side] }),
    sure: () => ({
      title: say("declare.title"),
      body: h("p", { text: say("declare.explained") }),
      buttons: [
        { label: say("resign.playOn"), value: false },
        { label: say("act.declare"), value: true, kind: "main" },
      ],
    }),
  },
  flip: {
    place: "menu",
    label: "act.flip",
    short: "act.flipShort",
    sign: SIGNS.turn,
    run: turnBoard,
  },
  type: {
    place: "menu",
    label: "act.type",
    short: "act.typeShort",
    sign: "M4.5 6.5h15a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-15a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2zM6.5 10.5h.01M10.2 10.5h.01M13.8 10.5h.01M17.5 10.5h.01M8 14h8",
    there: plays,
    enabled: (_, table) => isMyTurn(table),
    run: typeMove,
  },
  pen: {
    place: "menu",
    label: "act.pen",
    short: "act.penShort",
    sign: "M4 20l1-4.5L16.2 4.3a1.9 1.9 0 0 1 2.7 0l.8.8a1.9 1.9 0 0 1 0 2.7L8.5 19zM14 6.5l3.5 3.5",
    run: toggleDrawing,
  },
  attacks: {
    place: "menu",
    label: "act.attacks",
    short: "act.attacksShort",
    sign: "M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM12 2.5V8M12 16v5.5M2.5 12H8M16 12h5.5",
    words: ({ attacks }, table) => {
      const calling = callingIn(table);
      const short = attacks.length ? say("act.attacksBoth") : say("act.attacksShort");
      return [
        attackWords(attacks, calling),
        attacks.length === 1 ? sideWord(attacks[0], calling) : short,
      ];
    },
    run: showAttacks,
  },
  pieces: {
    place: "menu",
    label: "act.pieces",
    sign: "M12 3.5l6 3 2 13.5H4l2-13.5zM9 12h6M12 9v7",
    run: (_, { variant }) => showPieces(variant),
  },
  rules: {
    place: "menu",
    label: "act.rules",
    sign: "M12 6.5c-2-1.5-4.8-2-8.5-2v13c3.7 0 6.5.5 8.5 2 2-1.5 4.8-2 8.5-2v-13c-3.7 0-6.5.5-8.5 2zM12 6.5v13",
    run: showRules,
  },
  share: {
    place: "menu",
    label: "act.share",
    short: "act.shareShort",
    sign: SHARE,
    run: showShare,
  },
  accept: {
    place: "strip",
    label: "status.accept",
    sign: "✓",
    there: mayAnswer,
    send: accept,
  },
  decline: {
    place: "strip",
    label: "status.decline",
    sign: "✕",
    there: mayAnswer,
    send: decline,
  },
  withdraw: {
    place: "strip",
    label: "strip.withdraw",
    sign: "✕",
    there: (table, side) =>
      offerOf(table, side) !== undefined && !canAnswer(table, side) && isMine(table, side),
    send: decline,
  },
  claim: {
    place: "strip",
    label: "strip.claim",
    className: "yes",
    there: (table, side) => offerOf(table, side) === undefined && mayClaim(table, side),
    send: plain("claim"),
  },
  now: {
    place: "strip",
    label: "act.now",
    there: (table, side) => {
      const { thinking, queue } = table.message;
      return thinking && !queue && sideToMove(table) === side && !isWatching(table);
    },
    send: plain("now"),
  },
  invite: {
    place: "open",
    label: "status.invite",
    there: (table) => !isWatching(table),
    run: invite,
  },
  next: {
    place: "end",
    label: "status.nextGame",
    short: "status.nextShort",
    className: "main",
    sign: SIGNS.next,
    there: ({ message }) => Boolean(message.rematch),
    run: (_, { message }) => (location.hash = `#/g/${message.rematch}`),
  },
  rematch: {
    place: "end",
    label: "status.rematch",
    className: "main",
    sign: SIGNS.again,
    there: ({ message: { rematch, two, offers: made, you } }) =>
      !rematch && two && you.length > 0 && !made.rematch,
    send: (table) => offer(table, "rematch"),
  },
  again: {
    place: "end",
    label: "status.rematch",
    className: "main",
    sign: SIGNS.again,
    there: (table) => !isTwo(table) && !isWatching(table),
    run: playAgain,
  },
  // Here the analysis of the game gets its row.
  look: {
    place: "band",
    label: "end.look",
    there: ({ played }) => played.length > 0,
    run: lookAgain,
  },
  new: {
    place: "end",
    label: "end.new",
    sign: SIGNS.new,
    run: () => (location.hash = "#/"),
  },
  shareEnd: {
    place: "end",
    label: "end.share",
    sign: SHARE,
    run: showShare,
  },
} satisfies Record<string, Button>;

export type Act = keyof typeof rows;

export const BUTTONS: Readonly<Record<Act, Button>> = rows;

/** The buttons of some places, with their names, in the order of the table. */
export const buttonsOf = (...places: Place[]) =>
  (Object.entries(BUTTONS) as [Act, Button][]).filter(([, { place }]) => places.includes(place));

/** Notes that a hint was requested; the button is disabled until the hint arrives. */
function askHint(play: Play) {
  play.engine.hinting = play.connection.ask({ t: "hint", id: play.id });
  play.redraw();
}

/**
 * Handles a press of a button.
 * @param side of the strip that has the button; undefined: another place
 */
export async function press(play: Play, act: Act, side?: Side) {
  const { table, connection } = play;
  if (!table) return;
  const { run, send, sure, place } = BUTTONS[act];
  if (place === "end" && act !== "shareEnd") closeBand(play);
  if (run?.(play, table) || !send) return;
  const speaker = side ?? ownSide(table);
  const message = send(table, speaker);
  if (!message) return;
  if (!sure || (await ask(sure(table, speaker)))) connection.ask(message);
}
