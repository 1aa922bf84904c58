// The strips: both lie along a wide screen and are folded into rows on a narrow one; captured pieces come back with either face.

import { check, equal, sticksOut, Visitor } from "./harness.mjs";

async function shapes(visitor, game, squares) {
  await visitor.newGame({ game });
  const { page } = visitor;
  equal(await page.locator(".cell").count(), squares, `${game}: squares`);
  const box = async () => page.locator("svg.board").boundingBox();
  const wide = await box();
  check(
    wide.width > 5 * wide.height,
    `${game} lies along a wide screen (${Math.round(wide.width)} × ${Math.round(wide.height)})`,
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await page.waitForSelector("svg.board.folded");
  const square = await page.locator(".cell .hit").first().boundingBox();
  check(square.width > 48, `${game} is folded so that its squares are wide: ${square.width}`);
  await page.focus('.cell[tabindex="0"]');
  for (let i = 1; i < squares; i++) await page.keyboard.press("ArrowRight");
  const last = await page.evaluate(() => document.activeElement.dataset.square);
  equal(last, "1a", `${game}: the arrows go on from row to row`);
  equal(await sticksOut(page), "", `${game}: nothing sticks out sideways`);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.waitForSelector("svg.board.along");
}

/** The corners of every second square of Ito are notched, along a wide screen and folded; Rutherford's have none. */
async function notches(visitor) {
  const { page } = visitor;
  const notched = () =>
    page.$eval("svg.board", (svg) => {
      const notch = svg.querySelector(".notch");
      return [...svg.querySelectorAll(".cell")]
        .filter((cell) => {
          const { e, f } = cell.transform.baseVal.consolidate().matrix;
          const hit = cell.querySelector(".hit").getBBox();
          return notch?.isPointInFill(new DOMPoint(e + hit.x + 1, f + hit.y + 1));
        })
        .map((cell) => cell.dataset.square)
        .sort()
        .join(" ");
    });
  await visitor.newGame({ game: "ito" });
  const odd = (await page.$$eval(".cell", (all) => all.map((cell) => cell.dataset.square)))
    .filter((_, i) => i % 2 === 0)
    .sort()
    .join(" ");
  equal(await notched(), odd, "every second square is notched");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.waitForSelector("svg.board.folded");
  equal(await notched(), odd, "and on the folded strip");
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.waitForSelector("svg.board.along");
  await visitor.newGame({ game: "rutherford" });
  equal(
    await page.locator("svg.board .notch").count(),
    0,
    "Rutherford's squares have whole corners",
  );
}

/** Along a wide screen every button is in sight, and the end moves none of them. */
async function inSight(visitor, game) {
  const { page } = visitor;
  await visitor.newGame({ game });
  const [before, after] = [{}, {}];
  const sizes = [
    [1280, 720],
    [1366, 768],
    [1536, 730],
    [1920, 950],
  ];
  const places = async (into, when) => {
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      await page.waitForSelector("svg.board.along");
      const boxes = await page.$$eval(":is(.list-head, .actions) button", (all) =>
        all
          .filter((each) => each.checkVisibility())
          .map((each) => each.getBoundingClientRect())
          .map(({ top, bottom }) => [Math.round(top), Math.round(bottom)]),
      );
      const lowest = Math.max(...boxes.map(([, bottom]) => bottom));
      check(lowest <= height, `${game}, ${width} × ${height}, ${when}: buttons down to ${lowest}`);
      into[width] = Math.min(...boxes.slice(4).map(([top]) => top));
    }
  };
  await places(before, "playing");
  await visitor.act("resign");
  await page.click("dialog[open] .danger");
  await page.locator(".status .result").waitFor();
  await places(after, "at the end");
  equal(JSON.stringify(after), JSON.stringify(before), `${game}: the end moves no button`);
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** A pawn in hand is dropped with its front, another with its back up. */
async function faces(visitor, usiFront, usiBack) {
  for (const usi of [usiFront, usiBack]) {
    const sfen = `${["k", ...Array(19).fill(null), "K"]
      .reduce((rows, piece) => [...rows, piece ?? "1"], [])
      .join("/")} b 2P2p 1`;
    await visitor.newGame({ game: "ito", sfen });
    await visitor.pickHand("P");
    await visitor.tap("1k");
    const shown = await visitor.page.locator("dialog[open] [data-usi]").count();
    equal(shown, 2, "both faces are offered");
    await visitor.choose(usi);
    await visitor.until(() => visitor.message.moves.length === 1, "the drop");
    equal(visitor.message.moves[0], usi, "the face chosen is the face dropped");
    const label = await visitor.cell("1k").getAttribute("aria-label");
    check(
      label.includes(usi.startsWith("+") ? "go-between" : "pawn"),
      `it lies so on the board: ${label}`,
    );
  }
}

async function flips(visitor) {
  const rows = Array(21).fill("1");
  Object.assign(rows, { 0: "k", 20: "K", 10: "p", 11: "P" });
  await visitor.newGame({ game: "ito", sfen: `${rows.join("/")} b - 1` });
  await visitor.plays("1l", "1k");
  check(
    (await visitor.cell("1k").getAttribute("aria-label")).includes("go-between"),
    "a piece turns over when it captures",
  );
  equal(
    await visitor.page.locator(".hand.near .held, .hand.far .held").count(),
    1,
    "and what it took is in hand",
  );
}

async function byMouse(visitor) {
  await visitor.newGame({ game: "rutherford" });
  await visitor.page.dragAndDrop('.cell[data-square="1l"]', '.cell[data-square="1k"]');
  await visitor.until(() => visitor.message.moves.length === 1, "a dragged move");
  equal(visitor.message.moves[0], "1l1k", "a piece dragged along the strip");
  await visitor.newGame({ game: "rutherford", rules: { gap: "3" } });
  equal(await visitor.page.locator(".cell").count(), 15, "a house rule shortens the board");
}

export default async function strips(browser, server) {
  const visitor = await Visitor.come(browser, server);
  await notches(visitor);
  await shapes(visitor, "ito", 21);
  await shapes(visitor, "rutherford", 17);
  for (const game of ["rutherford", "ito"]) await inSight(visitor, game);
  await faces(visitor, "P*1k", "+P*1k");
  await flips(visitor);
  await byMouse(visitor);
  await visitor.leave();
}
