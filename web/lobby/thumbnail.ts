// How a game of the list stands, as a little board: its moves come from the server and are replayed here.

import { littleBoard } from "../board/littleboard.ts";
import { Game, parseVariant, shippedNames, wholeRules } from "../core/rules.ts";
import { fetchText } from "../lib/connection.ts";
import { settings } from "../settings/settings.ts";
import type { LittleView } from "../board/littleboard.ts";
import type { Variant } from "../core/rules.ts";
import type { GameSummary } from "../lib/messages.ts";

const SLICE_MS = 12; // replaying pauses after this time, so that the page stays responsive

const aTask = () => new Promise((resolve) => setTimeout(resolve));

const drawn: Map<string, { plies: number; set: string; picture: SVGElement }> = new Map(); // by a game's id: as it stood after so many moves, with which pieces

/** The position after the moves. A long game takes its time, and the page goes on meanwhile. */
async function positionAfter(
  variant: Variant,
  sfen: string,
  moves: readonly string[],
): Promise<LittleView> {
  const game = new Game(variant, sfen);
  const last = moves.length - 1;
  let move = null;
  let begun = performance.now();
  for (const [i, usi] of moves.entries()) {
    if (performance.now() - begun > SLICE_MS) {
      await aTask();
      begun = performance.now();
    }
    if (i === last) move = game.readMove(usi);
    if (!game.play(usi)) {
      game.free();
      throw new Error(usi);
    }
  }
  const { board } = game.state;
  game.free();
  return { board, last: move ? [move.from, move.to].filter((square) => square >= 0) : [] };
}

/**
 * The picture by rules that are known; null where they aren't these.
 * @param line of USI
 */
async function drawBy(variant: Variant | null, { sfen, you }: GameSummary, line: string) {
  if (!variant) return null;
  try {
    const moves = line.split(" moves ")[1]?.trim().split(" ") ?? [];
    const view = await positionAfter(variant, sfen, moves);
    return littleBoard(variant, { ...view, flip: you.join() === "gote" });
  } catch {
    return null;
  } finally {
    variant.free();
  }
}

/** null: the server can't be reached. The rules of a game of somebody's own come from there, too. */
async function draw(summary: GameSummary) {
  const { id, game, settings: rules } = summary;
  const line = await fetchText(`api/games/${id}.txt?format=usi`);
  if (line === null) return null;
  const shipped = shippedNames().includes(game) ? parseVariant(game, null, rules).variant : null;
  const picture = await drawBy(shipped, summary, line);
  if (picture) return picture;
  const text = await fetchText(`api/games/${id}.txt?format=ini`);
  if (text === null || !(await wholeRules())) return null;
  return drawBy(parseVariant(game, text, rules).variant, summary, line);
}

/** Puts a game's picture into its place; the one of before stays there until the new one is drawn. */
export async function showThumbnail(place: Element, summary: GameSummary) {
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
