// A position that the chosen game can't read: which of the games that ship can.

import { say } from "./catalogue.js";
import { h } from "./dom.js";
import { positionProblem, reads } from "./position.js";
import { shippedNames } from "./rules.js";
import { shippedGame } from "./shipped.js";

/** @import { Variant } from "./rules.js" */

const MOST = 3; // games that are offered

/**
 * Those whose position it can be by its board and its letters; if it is one to play from in some of them, only these.
 * @param {string} sfen
 * @param {Variant} than
 */
function gamesThatRead(sfen, than) {
  const games = shippedNames()
    .flatMap((name) => shippedGame(name) ?? [])
    .filter((variant) => variant.name !== than.name && reads(variant, sfen));
  const playable = games.filter((variant) => !positionProblem(variant, sfen));
  return (playable.length ? playable : games).slice(0, MOST);
}

/**
 * What is said of such a position, with a button for each game it can be of; empty when it is of none.
 * @param {string} sfen
 * @param {Variant} chosen
 * @param {(name: string) => void} play
 * @returns {(Node | string)[]}
 */
export function offerOthers(sfen, chosen, play) {
  const games = gamesThatRead(sfen, chosen);
  if (!games.length) return [];
  return [
    `${say("start.otherGame", { game: chosen.title })} `,
    ...games.map(({ name, title }) =>
      h("button", {
        type: "button",
        "data-game": name,
        onclick: () => play(name),
        text: say("start.playAs", { game: title }),
      }),
    ),
  ];
}
