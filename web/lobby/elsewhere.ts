// A position that the chosen game can't read, a record that names another game: which of the games that ship it is of.

import { positionProblem, reads } from "../core/position.ts";
import { shippedNames } from "../core/rules.ts";
import { shippedGame } from "../core/shipped.ts";
import { say } from "../language/catalogue.ts";
import { h } from "../lib/dom.ts";
import type { Variant } from "../core/rules.ts";

const MOST = 3; // maximum number of games offered
const KIF_START = /^[ \t\u3000]*手合割[ \t\u3000]*[:：][ \t\u3000]*(\S+)/m; // what a record in KIF calls its game, or the handicap

/** Those whose position it can be by its board and its letters; if it is one to play from in some of them, only these. */
function gamesThatRead(sfen: string, than: Variant) {
  const games = shippedNames()
    .flatMap((name) => shippedGame(name) ?? [])
    .filter((variant) => variant.name !== than.name && reads(variant, sfen));
  const playable = games.filter((variant) => !positionProblem(variant, sfen));
  return (playable.length ? playable : games).slice(0, MOST);
}

/** The game that ships of which this record says that it is one; null: it says nothing of that kind, or names the chosen game. */
export function gameOfRecord(text: string, chosen: Variant | null) {
  const said = text.match(KIF_START)?.[1];
  const isCalled: (variant: Variant) => boolean = ({ about }) =>
    about.kif.split(",").includes(said ?? "");
  const gives: (variant: Variant) => boolean = ({ handicaps }) =>
    handicaps.some(({ kanji }) => kanji === said);
  if (!said || (chosen && (isCalled(chosen) || gives(chosen)))) return null;
  const games = shippedNames().flatMap((name) => shippedGame(name) ?? []);
  // A handicap alone is one of a game that KIF has a name for, where several have such.
  const inKif = games.filter(({ about }) => about.kif);
  return games.find(isCalled) ?? inKif.find(gives) ?? games.find(gives) ?? null;
}

/**
 * A question whether that record is to be played as the game it is of, with a button for each answer.
 * @param chosen null: the text of one's own has no game yet
 * @param goOn with the chosen game
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

/** What is said of such a position, with a button for each game it can be of; empty when it is of none. */
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
