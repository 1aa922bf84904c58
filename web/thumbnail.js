// How a game of the list stands, as a little board: its moves come from the server and are replayed here.

import { fetchText } from "./connection.js";
import { littleBoard } from "./littleboard.js";
import { Game, parseVariant } from "./rules.js";
import { settings } from "./settings.js";

/** @import { GameSummary } from "./messages.js" */
/** @import { LittleView } from "./littleboard.js" */
/** @import { Variant } from "./rules.js" */

/** @type {Map<string, {plies: number, set: string, picture: SVGElement}>} */
const drawn = new Map(); // by a game's id: as it stood after so many moves, with which pieces

/**
 * The position after the moves.
 * @param {Variant} variant
 * @param {string} sfen
 * @param {readonly string[]} moves
 * @returns {LittleView}
 */
export function positionAfter(variant, sfen, moves) {
  const game = new Game(variant, sfen);
  for (const usi of moves.slice(0, -1)) game.play(usi);
  const last = moves.at(-1);
  const move = last === undefined ? null : game.readMove(last);
  if (last !== undefined) game.play(last);
  const { board } = game.state;
  game.free();
  return { board, last: move ? [move.from, move.to].filter((square) => square >= 0) : [] };
}

/**
 * null: the game is one of somebody's own, whose rules the list doesn't tell, or the server can't be reached.
 * @param {GameSummary} summary
 */
async function draw({ id, game, settings: rules, sfen, you }) {
  const line = await fetchText(`api/games/${id}.txt?format=usi`);
  const { variant } = parseVariant(game, null, rules);
  if (!variant) return null;
  try {
    const moves = line?.split(" moves ")[1]?.trim().split(" ") ?? [];
    const view = positionAfter(variant, sfen, moves);
    return line === null ? null : littleBoard(variant, { ...view, flip: you.join() === "gote" });
  } catch {
    return null;
  } finally {
    variant.free();
  }
}

/**
 * Puts a game's picture into its place; the one of before stays there until the new one is drawn.
 * @param {Element} place
 * @param {GameSummary} summary
 */
export async function showThumbnail(place, summary) {
  const { id, plies } = summary;
  const known = drawn.get(id);
  if (known) place.replaceChildren(known.picture);
  const { pieces: set } = settings;
  if (known?.plies === plies && known.set === set) return;
  const picture = await draw(summary);
  if (!picture) return;
  drawn.set(id, { plies, set, picture });
  place.replaceChildren(picture);
}
