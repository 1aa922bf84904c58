// A phone: 390 × 844, fingers only.

import { check, equal, Visitor } from "./harness.mjs";

const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
};

const fits = (page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

async function board(visitor, game, least) {
  await visitor.newGame({ game });
  const { page } = visitor;
  check(await fits(page), `${game}: nothing sticks out sideways`);
  const box = await page.locator("svg.board").boundingBox();
  check(box.width <= 390 && box.y + box.height <= 900, `${game}: the board is on the screen`);
  const cell = await page.locator(".cell .hit").first().boundingBox();
  check(
    cell.width >= least && cell.height >= least,
    `${game}: a square is ${Math.round(cell.width)} × ${Math.round(cell.height)} px, at least ${least}`,
  );
}

async function tapping(visitor) {
  await visitor.newGame({
    game: "shinogi",
    sfen: "bcmgkgsnl/1r5f1/ooooppppp/9/9/9/PPPPPOOOO/1F5R1/LNSGKGMCB b - 1",
  });
  await visitor.cell("7g").tap();
  await visitor.cell("7f").tap();
  await visitor.until(() => visitor.message.moves.length === 1, "a tapped move", 3000);
  equal(visitor.message.moves[0], "7g7f", "a move by two taps");
}

async function hands(visitor) {
  await visitor.newGame({ game: "shinogi", sfen: "4k4/9/9/9/9/9/9/9/4K4 b RBF2G2S3P 1" });
  const held = await visitor.page.locator(".hand.near .held").all();
  equal(held.length, 6, "all kinds in hand are there");
  for (const button of held) {
    const box = await button.boundingBox();
    check(
      box.width >= 36 && box.height >= 40,
      `a piece in hand is big enough for a finger: ${Math.round(box.width)} × ${Math.round(box.height)}`,
    );
  }
  await visitor.page.locator('.hand.near [data-kind="R"]').tap();
  await visitor.cell("5e").tap();
  await visitor.until(() => visitor.message.moves.length === 1, "a drop", 3000);
  equal(visitor.message.moves[0], "R*5e", "a drop by two taps");
}

async function zooming(visitor) {
  await visitor.newGame({ game: "suzumu" });
  const { page } = visitor;
  const size = async () => (await page.locator('.cell[data-square="8h"] .hit').boundingBox()).width;
  const before = await size();
  await page.getByRole("button", { name: "zoom in" }).tap();
  check((await size()) > before * 1.3, "the button zooms in");
  await page.getByRole("button", { name: "whole board" }).tap();
  check(Math.abs((await size()) - before) < 1, "and back");
  await pinch(page);
  check((await size()) > before * 1.3, "two fingers zoom");
  await page.getByRole("button", { name: "whole board" }).tap();
}

async function pinch(page) {
  const box = await page.locator("svg.board").boundingBox();
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  const session = await page.context().newCDPSession(page);
  const send = (type, gap) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: gap
        ? [
            { x: x - gap, y, id: 0 },
            { x: x + gap, y, id: 1 },
          ]
        : [],
    });
  await send("touchStart", 30);
  for (let gap = 40; gap <= 100; gap += 10) await send("touchMove", gap);
  await send("touchEnd", 0);
}

async function about(visitor) {
  const { page } = visitor;
  const box = await visitor.cell("8k").boundingBox();
  const session = await page.context().newCDPSession(page);
  const at = [{ x: box.x + box.width / 2, y: box.y + box.height / 2, id: 0 }];
  await visitor.newGame({ game: "okisaki" });
  const cell = await visitor.cell("2i").boundingBox();
  at[0].x = cell.x + cell.width / 2;
  at[0].y = cell.y + cell.height / 2;
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at });
  await page.waitForSelector("dialog.one-piece[open]");
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  check(
    (await page.textContent("dialog.one-piece")).includes("rook"),
    "a long press tells what a piece is",
  );
  check((await page.locator("dialog.one-piece svg.diagram").count()) === 1, "and draws its moves");
}

export default async function phone(browser, server) {
  const visitor = await Visitor.come(browser, server, PHONE);
  check(await fits(visitor.page), "the lobby fits");
  for (const [game, least] of [
    ["ito", 26],
    ["rutherford", 30],
    ["shinogi", 36],
    ["okisaki", 32],
    ["suzumu", 20],
  ]) {
    await board(visitor, game, least);
  }
  await tapping(visitor);
  await hands(visitor);
  await zooming(visitor);
  await about(visitor);
  await visitor.leave();
}
