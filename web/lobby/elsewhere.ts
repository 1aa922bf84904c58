// Finds shipped games that can read a position which the chosen game can't read, and the shipped game that a record names.

import { positionProblem, reads, shippedGame, shippedNames } from "../core/index.ts";
import { say } from "../language/catalogue.ts";
import { h } from "../lib/dom.ts";
import type { Variant } from "../core/index.ts";

const MOST = 3; // maximum number of games offered
const KIF_START = /^[ \t\u3000]*手合割[ \t\u3000]*[:：][ \t\u3000]*(\S+)/m; // matches the line of a KIF record that names its game or the handicap

/** The shipped games except `than` that can read the position. If a game can begin from it in some of them, only these. */
function gamesThatRead(sfen: string, than: Variant) {
  const games = shippedNames()
    .flatMap((name) => shippedGame(name) ?? [])
    .filter((variant) => variant.name !== than.name && reads(variant, sfen));
  const playable = games.filter((variant) => !positionProblem(variant, sfen));
  return (playable.length ? playable : games).slice(0, MOST);
}

/** The shipped game to which a KIF record belongs by its own words; null: the record names no game, or the chosen one. */
export function gameOfRecord(text: string, chosen: Variant | null) {
  const said = text.match(KIF_START)?.[1];
  const isCalled: (variant: Variant) => boolean = ({ about }) =>
    about.kif.split(",").includes(said ?? "");
  const gives: (variant: Variant) => boolean = ({ handicaps }) =>
    handicaps.some(({ kanji }) => kanji === said);
  if (!said || (chosen && (isCalled(chosen) || gives(chosen)))) return null;
  const games = shippedNames().flatMap((name) => shippedGame(name) ?? []);
  // Several games may have a handicap of this name. Games that have a name in KIF are searched first.
  const inKif = games.filter(({ about }) => about.kif);
  return games.find(isCalled) ?? inKif.find(gives) ?? games.find(gives) ?? null;
}

/**
 * The question whether to play a record as the game that it names, with a button for each answer.
 * @param chosen the chosen game; null: the visitor's own text is no game
 * @param play plays the record as the game of this name
 * @param goOn plays the record as the chosen game
 */
export const offerGame = (
  game: Variant,
  chosen: Variant | null,
  play: (name: string) => void,
  goOn: () => void,
): (Node | string)[] => [
  `${say("start.recordOf", { game: game.title })} `,
  playButton(game, () => play(game.name)),
  ...(chosen ? [playButton(chosen, goOn)] : []),
];

const playButton = ({ name, title }: Variant, onclick: () => void) =>
  h("button", {
    type: "button",
    "data-game": name,
    onclick,
    text: say("start.playAs", { game: title }),
  });

/** A sentence that the chosen game can't read the position, with a button for each game that can; empty if no game can. */
export function offerOthers(
  sfen: string,
  chosen: Variant,
  play: (name: string) => void,
): (Node | string)[] {
  const games = gamesThatRead(sfen, chosen);
  if (!games.length) return [];
  return [
    `${say("start.otherGame", { game: chosen.title })} `,
    ...games.map((game) => playButton(game, () => play(game.name))),
  ];
}
