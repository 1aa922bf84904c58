// Little boards for the list of the visitor's games: each shows the position of a game. The page fetches the game's moves from
// the server and replays them.

import { littleBoard } from "../board/littleboard.ts";
import { stylesKey } from "../board/style.ts";
import { Game, parseVariant, shippedNames, wholeRules } from "../core/index.ts";
import { fetchText } from "../lib/connection.ts";
import type { LittleView } from "../board/littleboard.ts";
import type { Variant } from "../core/index.ts";
import type { GameSummary } from "../lib/servermessages.ts";

const SLICE_MS = 12; // time after which replaying pauses, so that the page stays responsive

const aTask = () => new Promise((resolve) => setTimeout(resolve));

const drawn: Map<string, { plies: number; set: string; picture: SVGElement }> = new Map(); // the pictures that were drawn, by id of the game, each with the number of plies and the piece set that it shows

/** The position after the moves, played from `sfen`. Pauses during long games, so that the page stays responsive. */
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
 * Draws the position after the moves of a game by the rules of `variant`; null: the moves are illegal by these rules.
 * @param line USI `position` line with the moves
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

/**
 * The picture of a game; null: the server can't be reached. If the moves are illegal by shipped rules, the rules of the game are
 * fetched from the server.
 */
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

/** Shows the picture of a game. The picture of an earlier position stays until the new one is drawn. */
export async function showThumbnail(place: Element, summary: GameSummary) {
  const { id, plies } = summary;
  const known = drawn.get(id);
  if (known) place.replaceChildren(known.picture);
  const set = stylesKey();
  if (known?.plies === plies && known.set === set) return;
  const picture = await draw(summary);
  if (!picture) return;
  drawn.set(id, { plies, set, picture });
  place.replaceChildren(picture);
}
