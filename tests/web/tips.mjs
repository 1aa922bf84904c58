// What helps to look: a tip beside the mouse or below a finger that says what a piece is, and the squares that each side attacks.

import { check, equal, settles, Visitor } from "./harness.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const shown = ".tooltip:not([hidden])";

/** Beside the mouse: small, in sight, gone with the mouse, and not there where somebody doesn't want it. */
async function byMouse(visitor) {
  const { page } = visitor;
  await page.setViewportSize({ width: 1280, height: 720 });
  await visitor.newGame({ game: "suzumu" });
  for (const square of ["10c", "1p", "16p", "16a", "1a"]) {
    await visitor.cell(square).hover();
    await page.waitForSelector(shown);
    const { x, y, width, height } = await page.locator(".tooltip").boundingBox();
    check(width * height <= 400 * 330, `${square}: it is small: ${width} × ${height}`);
    check(
      x >= 0 && y >= 0 && x + width <= 1280 && y + height <= 720,
      `${square}: and on the screen: ${x}, ${y}`,
    );
    const cell = await visitor.cell(square).boundingBox();
    check(x >= cell.x + cell.width || x + width <= cell.x, `${square}: beside the piece`);
    await page.mouse.move(0, 0);
    await page.waitForSelector(".tooltip", { state: "hidden" });
  }
  await visitor.newGame({ game: "okisaki" });
  await visitor.cell("2i").hover();
  await page.waitForSelector(shown);
  const text = await page.innerText(".tooltip");
  check(text.startsWith("rook\n"), `its name: ${text}`);
  check(text.includes("slides any distance"), `a sentence: ${text}`);
  check(text.includes("promotes to"), `what it becomes: ${text}`);
  equal(await page.locator(".tooltip svg.diagram").count(), 1, "its moves");
  await visitor.cell("5e").hover();
  await page.waitForSelector(".tooltip", { state: "hidden" });
  await tipsOff(page);
  await visitor.cell("2i").hover();
  await page.waitForTimeout(1000); // longer than the mouse must rest
  check(await page.locator(".tooltip").isHidden(), "switched off it stays away");
}

/** What a piece can do stands in its tip whole, above all what only it can do; on every screen. */
async function whole(visitor) {
  const { page } = visitor;
  for (const [width, height] of [
    [1280, 720],
    [844, 390],
    [390, 844],
  ]) {
    await page.setViewportSize({ width, height });
    for (const [game, square] of [
      ["suzumu", "10n"],
      ["chu", "6j"],
    ]) {
      await visitor.newGame({ game });
      await page.mouse.move(0, 0);
      await visitor.cell(square).hover();
      await page.waitForSelector(shown);
      const cut = await page.$eval(".tooltip", (box) => {
        const { top, bottom, left, right } = box.getBoundingClientRect();
        const inside = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
        const words = [...box.querySelectorAll(".tip-words")];
        const hidden = words.some((each) => each.scrollHeight > each.clientHeight + 1);
        return inside && !hidden ? "" : `${left}, ${top} to ${right}, ${bottom}; ${hidden}`;
      });
      equal(cut, "", `${game}, ${square}, ${width} × ${height}: the tip is whole`);
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

async function tipsOff(page) {
  await page.click("#open-settings");
  await page.uncheck("#set-tips");
  await page.click("dialog[open] .main");
  await page.mouse.move(0, 0);
}

/** A finger that holds a piece is told the same, until the next touch; without tips it opens the piece's card. */
async function byFinger(browser, server) {
  const visitor = await Visitor.come(browser, server, PHONE);
  const { page } = visitor;
  await visitor.newGame({ game: "okisaki" });
  const session = await page.context().newCDPSession(page);
  const hold = async (square) => {
    const { x, y, width, height } = await visitor.cell(square).boundingBox();
    const at = [{ x: x + width / 2, y: y + height / 2, id: 0 }];
    await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at });
  };
  const release = () =>
    session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  for (const square of ["2i", "9i", "1a"]) {
    await hold(square);
    await page.waitForSelector(shown);
    await release();
    const box = await page.locator(".tooltip").boundingBox();
    const cell = await visitor.cell(square).boundingBox();
    check(
      box.x >= 0 && box.x + box.width <= 390 && box.y >= 0 && box.y + box.height <= 844,
      `${square}: on the screen: ${JSON.stringify(box)}`,
    );
    const apart =
      box.x >= cell.x + cell.width ||
      box.x + box.width <= cell.x ||
      box.y >= cell.y + cell.height ||
      box.y + box.height <= cell.y;
    check(apart, `${square}: the piece stays in sight`);
    check(await page.locator(".tooltip").isVisible(), `${square}: it stays when the finger goes`);
    equal(await page.locator(".cell.origin").count(), 0, `${square}: nothing is chosen`);
    await visitor.cell("5e").tap();
    await page.waitForSelector(".tooltip", { state: "hidden" });
  }
  await tipsOff(page);
  await hold("2i");
  await page.waitForSelector("dialog.one-piece[open]");
  await release();
  check((await page.textContent("dialog.one-piece")).includes("rook"), "without tips, its card");
  await visitor.leave();
}

/** Squares of a class, by name and in order. */
const marked = (page, name) =>
  page.$$eval(`.cell.${name}`, (all) =>
    all
      .map((cell) => cell.dataset.square)
      .sort()
      .join(),
  );

/** The other side's attacked squares, one's own, both, none: by button and by key, told apart by corner and in words. */
async function attacks(visitor) {
  const { page } = visitor;
  await visitor.newGame({ game: "shogi" });
  const squares = (side) =>
    visitor.game.attacked[side]
      .map((square) => visitor.variant.squareNames[square])
      .sort()
      .join();
  check(squares(1).includes("5d") && !squares(1).includes("5e"), `of gote's pawns: ${squares(1)}`);
  const button = page.locator("[data-act=attacks]");
  equal(await button.getAttribute("aria-checked"), "false", "at first nothing is shown");
  equal(await marked(page, "attacked-far"), "", "on no square");
  await visitor.act("attacks");
  await settles(() => marked(page, "attacked-far"), squares(1), "what the other side attacks");
  equal(await marked(page, "attacked-near"), "", "and only that");
  equal(await button.getAttribute("aria-checked"), "true", "the button is switched on");
  equal(await button.textContent(), "Attacked by gote", "and says whose they are");
  await settles(() => page.textContent("#live"), "Attacked by gote", "so does the ear");
  const label = () => visitor.cell("5d").getAttribute("aria-label");
  check((await label()).includes("attacked by gote"), `a square in words: ${await label()}`);
  await visitor.act("attacks");
  await settles(() => marked(page, "attacked-near"), squares(0), "one's own");
  equal(await marked(page, "attacked-far"), "", "alone");
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("a");
  await settles(() => marked(page, "attacked-far"), squares(1), "both, by a key");
  equal(await marked(page, "attacked-near"), squares(0), "both");
  equal(await button.textContent(), "Attacked by sente and gote", "in words");
  await visitor.plays("7g", "7f");
  visitor.take();
  check(squares(0).includes("3c"), "the bishop looks out");
  await settles(() => marked(page, "attacked-near"), squares(0), "as the board stands now");
  await visitor.act("flip");
  await settles(() => marked(page, "attacked-near"), squares(1), "turned, the near side is gote");
  const corners = await visitor.cell("5d").locator(".attacked-near").getAttribute("d");
  check(corners.startsWith("M-"), `the near side's corner is at the left: ${corners}`);
  await visitor.act("attacks");
  await settles(() => marked(page, "attacked-near"), "", "and gone again");
  equal(await button.textContent(), "Attacked squares", "so says the button");
  await settles(
    () => page.textContent("#live"),
    "Attacked squares are no longer shown.",
    "and the ear",
  );
}

export default async function tips(browser, server) {
  const visitor = await Visitor.come(browser, server);
  for (const each of [whole, byMouse, attacks]) await each(visitor);
  await visitor.leave();
  await byFinger(browser, server);
}
