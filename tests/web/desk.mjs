// A desk's wide screen: its room is used for the moves and the rules, and what can't be done any more takes none of it.

import { Game, parseVariant } from "../../web/core/index.ts";
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

/** However the room of the list changes, by a result above it or by another window, its move stays in sight. */
async function lastMoveInSight(visitor) {
  const { page } = visitor;
  await visitor.newGame({ game: "ito", sfen: played("ito", PLIES) });
  await settles(() => page.locator(".moves li").count(), PLIES, "moves listed");
  const inSight = () =>
    page.$eval(".moves", (list) => {
      const box = list.getBoundingClientRect();
      const now = list.querySelector("[aria-current]").getBoundingClientRect();
      return now.top >= box.top - 1 && now.bottom <= box.bottom + 1;
    });
  await settles(inSight, true, "the last move");
  await visitor.act("resign");
  await page.click("dialog[open] .danger");
  await page.locator(".status .result").waitFor();
  await settles(inSight, true, "the last move below the result");
  await page.setViewportSize({ width: 1280, height: 720 });
  await settles(inSight, true, "the last move in a lower window");
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** No word of a button breaks within itself, be the panel as narrow as it is beside the widest board. */
async function wholeWords(visitor) {
  const { page } = visitor;
  await visitor.newGame({ game: "suzumu" });
  for (const [width, height] of [
    [1280, 800],
    [1280, 720],
    [1366, 768],
    [1920, 1080],
  ]) {
    await page.setViewportSize({ width, height });
    const broken = await page.$$eval(".actions button:not([hidden]) span", (labels) =>
      labels.flatMap((label) => {
        const text = label.firstChild;
        return [...text.data.matchAll(/\S+/g)]
          .filter(({ 0: word, index }) => {
            const range = document.createRange();
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
          })
          .map(([word]) => word);
      }),
    );
    equal(broken.join(), "", `words broken at ${width} × ${height}`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** In a game the rules lie beside the board, on which it goes on. */
async function rulesBeside(visitor) {
  const { page } = visitor;
  for (const game of ["shogi", "ito", "suzumu"]) {
    await visitor.newGame({ game });
    await visitor.act("rules");
    await page.waitForSelector("dialog.rules .piece-card");
    const boxes = await page.evaluate(() =>
      ["svg.board", "dialog.rules"].map((each) =>
        document.querySelector(each).getBoundingClientRect(),
      ),
    );
    const [board, rules] = boxes;
    const apart = board.right <= rules.left + 1 || board.bottom <= rules.top + 1;
    check(apart, `${game}: the rules leave the board alone`);
    const height = await page.evaluate(() => innerHeight);
    check(rules.bottom <= height, `${game}: they end on the screen, at ${rules.bottom}`);
    const { from, to } = visitor.game.moves[0];
    await page.locator(`.cell[data-square="${visitor.variant.squareNames[from]}"]`).click();
    await page.locator(`.cell[data-square="${visitor.variant.squareNames[to]}"]`).click();
    await visitor.until(
      () => visitor.message.moves.length === 1,
      `${game}: a move beside the rules`,
    );
    await page.focus("dialog.rules .dialog-body");
    await page.keyboard.press("Escape");
    await settles(() => page.locator("dialog.rules").count(), 0, `${game}: Esc closes them`);
  }
}

/** What can't be done any more is no longer there; how it ended is in the letters of the page. */
async function atTheEnd(visitor) {
  const { page } = visitor;
  await visitor.newGame({ game: "ito" });
  await visitor.act("resign");
  await page.click("dialog[open] .danger");
  await page.locator(".status .result").waitFor();
  await settles(() => page.locator(".actions button:disabled:visible").count(), 0, "dead buttons");
  for (const act of ["hint", "draw", "resign", "type"]) {
    check(await page.locator(`[data-act=${act}]`).isHidden(), `${act} is gone after the end`);
  }
  await page.click("[data-act=more]");
  for (const act of ["flip", "rules", "share"]) {
    check(await page.locator(`[data-act=${act}]`).isVisible(), `${act} is still there`);
  }
  await page.keyboard.press("Escape");
  const fonts = async (selector) => {
    const client = await page.context().newCDPSession(page);
    await client.send("DOM.enable");
    await client.send("CSS.enable");
    const { root } = await client.send("DOM.getDocument");
    const { nodeId } = await client.send("DOM.querySelector", { nodeId: root.nodeId, selector });
    const found = await client.send("CSS.getPlatformFontsForNode", { nodeId });
    await client.detach();
    return found.fonts.map(({ familyName }) => familyName).join();
  };
  const mincho = /Mincho|Serif CJK|Noto Serif JP/;
  const found = await fonts(".result");
  check(mincho.test(found) || found === (await fonts("#to-lobby")), `the result's font: ${found}`);
}

/** Two persons at one screen are told apart by their sides, in the game and in the list. */
async function twoAtOneScreen(visitor) {
  const { page } = visitor;
  await visitor.newGame({ game: "shogi" });
  await visitor.plays("7g", "7f");
  const names = await page.$$eval(".person-strip .name", (all) =>
    all.map((each) => each.textContent),
  );
  equal(names.join(), "Gote,Sente", "the strips' names");
  await visitor.toLobby();
  const words = await page.locator(".earlier li bdi").first().textContent();
  equal(words, "two players, one screen", "in the list");
}

export default async function desk(browser, server) {
  const visitor = await Visitor.come(browser, server);
  await movesInSight(visitor);
  await lastMoveInSight(visitor);
  await wholeWords(visitor);
  await rulesBeside(visitor);
  await atTheEnd(visitor);
  await twoAtOneScreen(visitor);
  await visitor.leave();
}
