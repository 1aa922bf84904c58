// A desk's wide screen: its room is used for the moves and the rules, and what can't be done any more takes none of it.

import { Game, parseVariant } from "../../web/rules.js";
import { check, equal, settles, Visitor } from "./harness.mjs";

/** A game of so many plies, none of which ends it, as USI writes it. */
function played(name, plies) {
  const { variant } = parseVariant(name, null, {});
  const game = new Game(variant);
  const line = [];
  while (line.length < plies) {
    const { moves } = game;
    const at = (line.length * 7) % moves.length;
    const going = [...moves.slice(at), ...moves.slice(0, at)].find(({ usi }) => {
      game.play(usi);
      const on = game.state.reason === "playing" && game.moves.length > 0;
      if (!on) game.undo();
      return on;
    });
    line.push(going.usi);
  }
  game.free();
  variant.free();
  return `position startpos moves ${line.join(" ")}`;
}

const PLIES = 60;

/** Games whose lists had two to four rows beside room that nothing used. */
async function movesInSight(visitor) {
  const { page } = visitor;
  const least = { ito: 24, rutherford: 16, suzumu: 24, shogi: 10 };
  for (const [game, count] of Object.entries(least)) {
    await visitor.newGame({ game, sfen: played(game, PLIES) });
    await page.setViewportSize({ width: 1280, height: 720 });
    await settles(() => page.locator(".moves li").count(), PLIES, `${game}: moves listed`);
    const inSight = await page.$eval(".moves", (list) => {
      const { top, bottom } = list.getBoundingClientRect();
      const rows = [...list.querySelectorAll("li")].map((row) => row.getBoundingClientRect());
      return bottom > innerHeight
        ? 0
        : rows.filter((row) => row.top >= top - 1 && row.bottom <= bottom + 1).length;
    });
    check(inSight >= count, `${game}, 1280 × 720: ${inSight} moves in sight, not ${count}`);
    const over = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    check(over <= 0, `${game}, 1280 × 720: nothing lies below the screen (${over})`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

export default async function desk(browser, server) {
  const visitor = await Visitor.come(browser, server);
  await movesInSight(visitor);
  await visitor.leave();
}
