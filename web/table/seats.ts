// The sides of a game: what they are called, who sits there, whose turn it is, and what a person at this screen may do.

import { otherSide, sideName, SIDES, sideWord } from "../language/words.ts";
import { settings } from "../settings/settings.ts";
import { isAtEnd, isOver } from "./table.ts";
import type { Side } from "../core/types.ts";
import type { Table } from "./table.ts";

export const BOTH: readonly Side[] = [0, 1];

/** The game begins without some of gote's pieces, and gote moves first. */
export const isHandicap = ({ variant, message }: Table) =>
  variant.handicaps.some(({ start }) => start === message.sfen);

/** The name of a side in this game, as a sentence begins with it. */
export const nameOfSide = (table: Table, side: Side) => sideName(side, isHandicap(table));

/** The name of a side within a sentence. */
export const wordOfSide = (table: Table, side: Side) => sideWord(side, isHandicap(table));

export const isHuman = ({ message }: Table, side: Side) => message[SIDES[side]] === "human";

/** The person at this screen plays for that side. */
export const isMine = ({ message }: Table, side: Side) => message.you.includes(SIDES[side]);

/** Two people play at one screen. */
export const isShared = (table: Table) => isMine(table, 0) && isMine(table, 1);

/** The engine plays against itself. */
export const isSelfPlay = (table: Table) => !isHuman(table, 0) && !isHuman(table, 1);

/** The person at this screen has no seat. */
export const isWatching = ({ message }: Table) => !message.you.length;

/** The side whose turn it is in the game, whichever position is shown. */
export function sideToMove(table: Table): Side {
  const last = table.played.at(-1);
  return isAtEnd(table) || !last ? table.game.state.side : otherSide(last.side);
}

/** The newest position is shown, moves can be made, and no illegal move of strict play awaits its answer. */
const isOpenToMoves = (table: Table) =>
  isAtEnd(table) &&
  table.message.moves.length === table.played.length &&
  !isOver(table) &&
  !table.message.open;

/** The person may move now. */
export const isMyTurn = (table: Table) =>
  isOpenToMoves(table) && isMine(table, table.game.state.side);

/** A premove may be entered while the other side thinks. Strict play has none, because the move might be illegal later. */
export const mayPremove = (table: Table) =>
  isOpenToMoves(table) &&
  !isMine(table, table.game.state.side) &&
  table.message.you.length === 1 &&
  settings.premove &&
  !table.variant.isStrict;

export const mayEnter = (table: Table) => isMyTurn(table) || mayPremove(table);

/** The side that buttons speak for: the person's own, or the side to move if both are people at this screen. */
export function ownSide(table: Table): Side {
  if (isShared(table)) return table.game.state.side;
  return isMine(table, 1) ? 1 : 0;
}

/** The side whose move is being entered. */
export const enteringSide = (table: Table): Side =>
  mayPremove(table) ? ownSide(table) : table.game.state.side;

/** An offer of that side may be answered here. */
export const canAnswer = (table: Table, side: Side) => isMine(table, otherSide(side));

/** Another person has that seat and is not there. */
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

/** @param side the one that left */
export const mayClaim = (table: Table, side: Side) =>
  claimAt(table) !== null && untilClaim(table) === null && !isMine(table, side);

/** A game of two people can be aborted until its second move. */
export const canAbort = (table: Table) =>
  table.message.two && !isOver(table) && !isWatching(table) && table.played.length < 2;

/** The rules of the game let a side declare an impasse. */
export const canDeclare = ({ variant }: Table) =>
  variant.options.some(({ name, value }) => name === "impasse" && value === "points");
