// Makes a table from a message of the server, plays the game's moves on it, and shows the position after any of them.

import { burns, Game, parseVariant } from "../core/index.ts";
import { newEntry } from "../entry/entry.ts";
import { movesAfterPass, recaptures } from "../entry/premove.ts";
import { say } from "../language/catalogue.ts";
import { hasNotation } from "../language/familywords.ts";
import { isHeld, namesAt } from "./position.ts";
import { isMyTurn, mayPremove } from "./seats.ts";
import type { Move } from "../core/index.ts";
import type { GameState } from "../lib/servermessages.ts";
import type { PlayedMove, Table } from "./table.ts";

/**
 * Makes a table from a message of the server. Throws an Error if the rules can't read the message.
 */
export function newTable(message: GameState): Table {
  const { game, variantText = null, sfen } = message;
  const { variant, diagnostics } = parseVariant(game, variantText, message.settings);
  if (!variant) throw new Error(diagnostics[0]?.message || say("table.unreadable"));
  const shown = new Game(variant, sfen);
  const table: Table = {
    message,
    serverAhead: 0,
    variant,
    game: shown,
    latest: new Game(variant, sfen),
    startBoard: shown.state.board,
    played: [],
    viewed: 0,
    entry: newEntry<Move>([]),
  };
  playAll(table, message.moves);
  goToPly(table, table.played.length);
  return table;
}

export function closeTable({ game, latest, variant }: Table) {
  game.free();
  latest.free();
  variant.free();
}

/** Is the message about the game on this table? A message with another id or another starting position needs a new table. */
export const isAbout = ({ message: { id, sfen } }: Table, message: GameState) =>
  id === message.id && sfen === message.sfen;

/**
 * Replaces the table's message by a newer one about the same game.
 * @param follow shows the newest position; else the position shown stays
 */
export function updateTable(table: Table, message: GameState, follow: boolean) {
  table.message = message;
  playAll(table, message.moves);
  goToPly(table, follow ? table.played.length : table.viewed);
}

/** Plays moves of `line` or takes moves back until `plies` moves are played. */
function seek(game: Game, line: readonly string[], plies: number) {
  while (game.plies > plies) game.undo();
  while (game.plies < plies) game.play(line[game.plies]);
}

const lineOf = ({ played }: Table) => played.map(({ usi }) => usi);

function playAll(table: Table, moves: readonly string[]) {
  const { played, game, latest } = table;
  let same = 0;
  while (same < moves.length && played[same]?.usi === moves[same]) same++;
  if (game.plies > same) seek(game, moves, same);
  seek(latest, lineOf(table), same);
  played.length = same;
  for (const usi of moves.slice(same)) {
    const move = describe(table, usi);
    if (!move || !latest.play(usi)) break; // stops at an illegal move: it ended a game of strict play, or only the server's newer rules accept it
    played.push(move);
  }
}

/** A move from the latest position, with its texts in all notations; null if it isn't legal there. */
function describe(table: Table, usi: string): PlayedMove | null {
  const { latest } = table;
  const parts = latest.readMove(usi);
  if (!parts) return null;
  const western = latest.moveText(usi, "western");
  const japanese = latest.moveText(usi, "japanese");
  const usual = hasNotation(table.variant.family) ? latest.moveText(usi, "usual") : "";
  const { board, side } = latest.state;
  const taken = namesAt(table, parts.victims, board);
  return { usi, texts: { usi, western, japanese, usual }, side, parts, taken };
}

/** Shows the position after `ply` plies. */
export function goToPly(table: Table, ply: number) {
  table.viewed = Math.max(0, Math.min(ply, table.played.length));
  seek(table.game, lineOf(table), table.viewed);
  beginEntry(table);
}

function beginEntry(
  table: Table,
  moves: readonly Move[] = isMyTurn(table) ? table.game.moves : [],
) {
  const { variant } = table;
  table.entry = newEntry(moves, {
    burns: (type) => burns(variant.type(type)),
    handKind: (move) => variant.type(move.type).inHand || move.type,
    free: (origin) => variant.isStrict && isMyTurn(table) && isHeld(table, origin),
  });
}

/** Begins an entry with the moves that can be premoves. Called only when the visitor begins to enter a premove, because finding these moves takes time. */
export function openPremoves(table: Table) {
  if (!mayPremove(table) || table.entry.origin) return;
  beginEntry(table, movesAfterPass(table.variant, table.game.sfen));
}

/** The moves by which the piece on `from`, of the side that is not to move, could recapture on `to` if its own piece there were captured. */
export const recapturesOf = ({ variant, game }: Table, from: number, to: number) =>
  recaptures(variant, game.sfen, from, to).map((move) => ({ ...move, named: new Set([to]) }));
