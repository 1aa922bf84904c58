// What a player can do beside moving: the row of actions and its menu, what is said while a move is entered, the band at the end of a
// game, and the controls of a replay.

import { check, equal, settles, sticksOut, Visitor } from "./harness.mjs";
import { sfen } from "./positions.mjs";

const SIZES = {
  desk: { viewport: { width: 1440, height: 900 } },
  laptop: { viewport: { width: 1280, height: 720 } },
  upright: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  across: { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true },
};
const EXPLAINED = 10; // plies with a hint how to enter a move

const shown = (page, place) =>
  page.$$eval(`${place} button:not([hidden])`, (all) => all.map((each) => each.dataset.act).join());

const focused = (page) => page.evaluate(() => document.activeElement?.dataset.act ?? "");

/** Four actions, in one row, and a menu with the others, which keys go through. */
async function row(visitor, size) {
  const { page } = visitor;
  await visitor.newGame({ game: "shogi", opponent: "engine" });
  equal(await shown(page, ".actions"), "undo,hint,draw,resign,more", `${size}: the row`);
  const tops = await page.$$eval(".actions button:not([hidden])", (all) => [
    ...new Set(all.map((each) => Math.round(each.getBoundingClientRect().top))),
  ]);
  equal(tops.length, 1, `${size}: it is one row: ${tops}`);
  const more = page.locator("[data-act=more]");
  equal(await more.getAttribute("aria-haspopup"), "menu", `${size}: the last opens a menu`);
  equal(await more.getAttribute("aria-expanded"), "false", `${size}: which is closed`);
  await more.focus();
  await page.keyboard.press("Enter");
  await page.locator(".menu").waitFor();
  await settles(() => more.getAttribute("aria-expanded"), "true", `${size}: and opens by a key`);
  equal(
    await shown(page, ".menu"),
    "flip,type,pen,attacks,pieces,rules,share",
    `${size}: the menu`,
  );
  await settles(() => focused(page), "flip", `${size}: its first item has the focus`);
  const { x, y, width, height } = await page.locator(".menu").boundingBox();
  const { viewport } = SIZES[size];
  const inside = x >= 0 && y >= 0 && x + width <= viewport.width && y + height <= viewport.height;
  check(inside, `${size}: it is on the screen: ${[x, y, width, height]}`);
  await page.keyboard.press("ArrowDown");
  equal(await focused(page), "type", `${size}: an arrow goes on`);
  await page.keyboard.press("End");
  equal(await focused(page), "share", `${size}: End goes to the last`);
  await page.keyboard.press("ArrowDown");
  equal(await focused(page), "flip", `${size}: and an arrow round`);
  equal(await page.locator(".status .past").count(), 0, `${size}: no arrow steps through the game`);
  await page.keyboard.press("Escape");
  await page.locator(".menu").waitFor({ state: "hidden" });
  await settles(() => focused(page), "more", `${size}: Escape closes it`);
  await visitor.act("flip");
  await page.locator(".menu").waitFor({ state: "hidden" });
  const top = await visitor.cell("2h").boundingBox();
  const bottom = await visitor.cell("8b").boundingBox();
  check(top.y < bottom.y, `${size}: an item does what it says, and the menu closes`);
}

/** A simple move needs no buttons; a move of several legs has them. After the first moves the last one is said. */
async function entering(visitor, size) {
  const { page } = visitor;
  await visitor.newGame({ game: "shogi" });
  await visitor.tap("2g");
  equal(await page.locator(".entry button").count(), 0, `${size}: no buttons for a pawn`);
  equal(await page.locator(".entry strong").textContent(), "pawn", `${size}: what is chosen`);
  await visitor.tap("2f");
  await visitor.until(() => visitor.message.moves.length === 1, "a move");
  const tip = () => page.locator(".entry .tip").textContent();
  const moves = "3c3d 7g7f 8c8d 6g6f 4a3b 7i7h 7a7b 5g5f 5c5d".split(" ");
  for (const usi of moves) await visitor.plays(usi.slice(0, 2), usi.slice(2));
  equal(visitor.message.moves.length, EXPLAINED, "moves");
  await settles(tip, "Gote: pawn 5c to 5d.", `${size}: the last move in words`);
  const pieces = { "16p": "K", "1a": "k", "8h": "FD", "7d": "p", "9d": "p" };
  await visitor.newGame({ game: "suzumu", sfen: sfen(16, 16, pieces, { skipped: "-" }) });
  await visitor.tap("8h");
  equal(await shown(page, ".entry"), "done,list,cancel", `${size}: a burn can be ended and left`);
  await visitor.act("cancel");
}

/** The band at the end: what it says and offers, without taking the focus and without moving anything. */
async function ending(visitor, size) {
  const { page } = visitor;
  await visitor.newGame({ game: "shogi", opponent: "engine" });
  await visitor.plays("7g", "7f");
  await visitor.until(() => visitor.message.moves.length === 2, "the answer");
  const places = () =>
    page.$$eval("svg.board, .hand, .steps, .actions, .moves", (all) =>
      all
        .map((each) =>
          Object.values(each.getBoundingClientRect().toJSON()).map(Math.round).join(" "),
        )
        .join(),
    );
  const before = await places();
  await page.focus('.cell[tabindex="0"]');
  await visitor.say({ t: "resign", id: visitor.message.id, side: "sente" });
  const band = page.locator(".end-band");
  await band.waitFor();
  equal(await page.textContent(".end-result"), "You lost by resignation", `${size}: the result`);
  equal(await shown(page, ".end-band .buttons"), "again,look,new,shareEnd", `${size}: what to do`);
  equal(
    await page.textContent(".status[role=status] .result"),
    "You lost by resignation",
    `${size}: read out`,
  );
  check(
    await page.evaluate(() => document.activeElement.matches(".cell")),
    `${size}: the board keeps the focus`,
  );
  equal(await places(), before, `${size}: nothing has moved`);
  equal(await sticksOut(page), "", `${size}: nothing sticks out`);
  const box = await band.boundingBox();
  const board = await page.locator("svg.board").boundingBox();
  check(
    box.y >= board.y && box.y + box.height <= board.y + board.height,
    `${size}: it lies over the board`,
  );
  await page.keyboard.press("Escape");
  await band.waitFor({ state: "hidden" });
  equal(await shown(page, ".actions"), "undo,again,new,shareEnd,more", `${size}: what is left`);
  equal(
    await page.locator(".actions button:disabled:visible").count(),
    0,
    `${size}: and nothing dead`,
  );
  equal(await places(), before, `${size}: nor has the row moved`);
  await page.reload();
  await page.waitForSelector(".status .result");
  check(await band.isHidden(), `${size}: a game that was over has no band`);
  visitor.message = null;
  await visitor.act("again");
  await visitor.until(() => visitor.message, "another game");
  equal(visitor.message.moves.length, 0, `${size}: the next game`);
}

/** From the band one goes through the game, and the end is not told before. */
async function looking(visitor, size) {
  const { page } = visitor;
  await visitor.newGame({ game: "ito", opponent: "engine" });
  visitor.take();
  await visitor.say({ t: "move", id: visitor.message.id, ply: 0, usi: visitor.game.moves[0].usi });
  await visitor.until(() => visitor.message.moves.length === 2, "the answer");
  await visitor.say({ t: "resign", id: visitor.message.id, side: "sente" });
  await page.locator(".end-band").waitFor();
  await visitor.act("look");
  await page.locator(".end-band").waitFor({ state: "hidden" });
  equal(await page.getAttribute("[data-act=replay]", "aria-label"), "Pause", `${size}: it plays`);
  check(await page.locator("[data-act=replay]").isVisible(), `${size}: and can be held`);
  await page.locator(".moves li:nth-child(2) [aria-current]").waitFor();
  await settles(
    () => page.getAttribute("[data-act=replay]", "aria-label"),
    "Play the moves",
    `${size}: to its end`,
  );
  await visitor.toLobby();
}

/** A game to replay begins at its start and waits; play, pause and pace are in sight. */
async function models(visitor, size) {
  const { page } = visitor;
  await page.goto(`${visitor.url}#/model/shogi`);
  await page.waitForSelector("svg.board .piece");
  await settles(
    () => page.textContent(".status .past"),
    "Move 0 of 93. Go to the end",
    `${size}: its start`,
  );
  check(await page.locator(".end-band").isHidden(), `${size}: without a band`);
  equal(await page.locator(".person-strip.won").count(), 0, `${size}: without its winner`);
  for (const part of ["[data-act=replay]", ".pace"]) {
    const { y, height } = await page.locator(part).boundingBox();
    check(y >= 0 && y + height <= SIZES[size].viewport.height, `${size}: ${part} is in sight`);
  }
  equal(await shown(page, ".actions"), "new,shareEnd,more", `${size}: what to do with it`);
}

export default async function acts(browser, server) {
  for (const [size, options] of Object.entries(SIZES)) {
    const visitor = await Visitor.come(browser, server, options);
    for (const each of [row, entering, ending, looking, models]) {
      try {
        await each(visitor, size);
      } catch (error) {
        check(false, `${size}, ${each.name}: ${error.stack}`);
      }
    }
    await visitor.leave();
  }
}
