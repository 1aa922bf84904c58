// The sides of a game: their names, their players, the side to move, and what the person at this screen may do.

import { callingOf, otherSide, sideName, SIDES, sideWord } from "../language/words.ts";
import { settings } from "../settings/settings.ts";
import { isAtEnd, isOver } from "./table.ts";
import type { Side } from "../core/index.ts";
import type { Table } from "./table.ts";

export const BOTH: readonly Side[] = [0, 1];

/** Is this a handicap game: does it start from one of the game's handicaps, where gote lacks some pieces and moves first? */
export const isHandicap = ({ variant, message }: Table) =>
  variant.handicaps.some(({ start }) => start === message.sfen);

/** How the sides are called in this game. */
export const callingIn = (table: Table) => callingOf(table.variant, isHandicap(table));

/** The name of a side in this game, for the beginning of a sentence. */
export const nameOfSide = (table: Table, side: Side) => sideName(side, callingIn(table));

/** The name of a side in this game, for use within a sentence. */
export const wordOfSide = (table: Table, side: Side) => sideWord(side, callingIn(table));

export const isHuman = ({ message }: Table, side: Side) => message[SIDES[side]] === "human";

/** Does the person at this screen play this side? */
export const isMine = ({ message }: Table, side: Side) => message.you.includes(SIDES[side]);

/** Do two people play at one screen? */
export const isShared = (table: Table) => isMine(table, 0) && isMine(table, 1);

/** Does the engine play against itself? */
export const isSelfPlay = (table: Table) => !isHuman(table, 0) && !isHuman(table, 1);

/** Has the person at this screen no seat? */
export const isWatching = ({ message }: Table) => !message.you.length;

/** The side whose turn it is in the game, whichever position is shown. */
export function sideToMove(table: Table): Side {
  const last = table.played.at(-1);
  return isAtEnd(table) || !last ? table.game.state.side : otherSide(last.side);
}

/**
 * Can the side to move play from the position shown? It can if that is the newest position, the game goes on, no seat is open, and no
 * illegal move of strict play waits for the server's answer.
 */
const isOpenToMoves = (table: Table) =>
  isAtEnd(table) &&
  table.message.moves.length === table.played.length &&
  !isOver(table) &&
  !table.message.open;

/** Is it the turn of the person at this screen, and can a move be entered? */
export const isMyTurn = (table: Table) =>
  isOpenToMoves(table) && isMine(table, table.game.state.side);

/**
 * May the visitor enter a premove now, while the other side thinks? Strict play has no premoves, because a premove that becomes illegal
 * would lose the game.
 */
export const mayPremove = (table: Table) =>
  isOpenToMoves(table) &&
  !isMine(table, table.game.state.side) &&
  table.message.you.length === 1 &&
  settings.premove &&
  !table.variant.isStrict;

export const mayEnter = (table: Table) => isMyTurn(table) || mayPremove(table);

/** The side for which the buttons act: that of the person at this screen, or the side to move if this screen has both sides. */
export function ownSide(table: Table): Side {
  if (isShared(table)) return table.game.state.side;
  return isMine(table, 1) ? 1 : 0;
}

/** The side whose move can be entered now: the visitor's own if it would be a premove, else the side to move. */
export const enteringSide = (table: Table): Side =>
  mayPremove(table) ? ownSide(table) : table.game.state.side;

/** May the person at this screen answer an offer that `side` has made? */
export const canAnswer = (table: Table, side: Side) => isMine(table, otherSide(side));

/** Is this side played by another person, who is not connected? */
export const isAway = (table: Table, side: Side) =>
  !isMine(table, side) && isHuman(table, side) && table.message.presence.away[SIDES[side]] !== null;

/** The server's time at which the game of a player that left may be claimed; null: never. */
function claimAt(table: Table) {
  const { you, presence, two } = table.message;
  if (!two || you.length !== 1 || isOver(table)) return null;
  return presence.claim[SIDES[otherSide(ownSide(table))]];
}

/** Milliseconds until the game of a player that left may be claimed; null: it may be claimed now, or never. */
export function untilClaim(table: Table) {
  const at = claimAt(table);
  const wait = at === null ? 0 : at - Date.now() - table.serverAhead;
  return wait > 0 ? wait : null;
}

/**
 * May the person at this screen claim the game now, because his opponent has left?
 * @param side the side of the opponent
 */
export const mayClaim = (table: Table, side: Side) =>
  claimAt(table) !== null && untilClaim(table) === null && !isMine(table, side);

/** Can the game be aborted? A game of two persons can until its second move. */
export const canAbort = (table: Table) =>
  table.message.two && !isOver(table) && !isWatching(table) && table.played.length < 2;

/** Do the rules of the game let a side declare an impasse? */
export const canDeclare = ({ variant }: Table) =>
  variant.options.some(({ name, value }) => name === "impasse" && value === "points");
