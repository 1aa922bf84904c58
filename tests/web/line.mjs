// The line to the server breaks, is slow, comes back: nothing that a person did is lost, made twice or done behind his back.

import { check, equal, settles, Visitor } from "./harness.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const NOT_NOW = "The server can’t be reached right now. Try again later.";
const SLOW_MS = 250;

/** The line of a page, to be cut and mended, or made slow. Loads the page again. */
async function ownLine({ page }, delay = 0) {
  let down = false;
  let mute = false; // nothing comes or goes, and nobody is told
  const lines = [];
  await page.routeWebSocket(/\/ws$/, (line) => {
    if (down) return void line.close();
    lines.push(line);
    const far = line.connectToServer();
    let dead = false;
    line.onMessage((text) => {
      dead ||= mute;
      if (!dead) far.send(text);
    });
    far.onMessage((text) => {
      dead ||= mute;
      if (dead) return;
      if (delay) setTimeout(() => line.send(text), delay);
      else line.send(text);
    });
  });
  await page.reload();
  return {
    /** From now on the line that is open carries nothing; lines opened after `unmute` do. */
    mute: () => (mute = true),
    unmute: () => (mute = false),
    async cut() {
      down = true;
      for (const line of lines.splice(0)) await line.close();
      await page.waitForSelector("#line:not([hidden])");
    },
    async mend() {
      down = false;
      await page.evaluate(() => window.dispatchEvent(new Event("online")));
      await page.waitForSelector("#line", { state: "hidden" });
    },
  };
}

/** Three moves clicked before the first is acknowledged: none is refused, and none leaves the list for a moment. */
async function slowLine(browser, server) {
  const visitor = await Visitor.come(browser, server);
  const { page } = visitor;
  await visitor.newGame({ game: "shogi" });
  await ownLine(visitor, SLOW_MS);
  await page.waitForSelector("svg.board");
  await page.evaluate(() => {
    const moves = document.querySelector(".moves");
    window.counts = [];
    const count = () => window.counts.push(moves.querySelectorAll("li").length);
    new MutationObserver(count).observe(moves, { childList: true, subtree: true });
  });
  const before = visitor.sent.length;
  await visitor.taps("7g", "7f", "3c", "3d", "2g", "2f");
  equal(await page.locator(".moves li").count(), 3, "three moves are shown at once");
  await visitor.until(() => visitor.message.moves.length === 3, "the server's answers");
  await page.waitForTimeout(2 * SLOW_MS); // until the page has them
  const counts = await page.evaluate(() => window.counts);
  check(
    counts.every((count, i) => !i || count >= counts[i - 1]),
    `no move leaves the list for a moment: ${counts}`,
  );
  equal(movesOf(visitor.sent.slice(before)), "0 7g7f,1 3c3d,2 2g2f", "sent once each");
  await visitor.leave();
}

const movesOf = (sent) =>
  sent
    .filter(({ t }) => t === "move")
    .map(({ ply, usi }) => `${ply} ${usi}`)
    .join();

const tops = (page) =>
  page.$$eval("#open-settings, svg.board, .list-head, .actions", (all) =>
    all.map((each) => Math.round(each.getBoundingClientRect().y)).join(),
  );

/** A line that dies in silence is noticed though nobody moves: while a clock runs, and when somebody comes back to the page. */
async function silent(browser, server) {
  const visitor = await Visitor.come(browser, server, { url: server.url });
  const { page } = visitor;
  await page.clock.install();
  await page.reload();
  await page.waitForSelector(".cards .card");
  await page.check("#game-shogi");
  await page.check("#opponent-human");
  await page.selectOption("#clock", { index: 1 });
  await page.click(".new-game button[type=submit]");
  await page.waitForSelector("svg.board");
  const line = await ownLine(visitor);
  await page.waitForSelector("svg.board");
  const pings = () => visitor.sent.filter(({ t }) => t === "ping").length;
  await page.clock.runFor(45000);
  equal(pings(), 0, "no ping while no clock runs");
  await visitor.plays("7g", "7f");
  await page.clock.runFor(25000);
  await visitor.until(() => pings() === 1, "a ping after twenty seconds");
  await visitor.until(() => visitor.heard.pong, "its answer");
  check(await page.isHidden("#line"), "a line that answers stays");
  line.mute();
  await page.clock.runFor(24000);
  await page.waitForSelector("#line:not([hidden])");
  check(true, "a silent line is noticed within twenty-four seconds");
  line.unmute();
  await page.clock.runFor(16000);
  await page.waitForSelector("#line", { state: "hidden" });
  check(true, "and another is opened, though the first tries found nobody");
  line.mute();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.clock.runFor(3500);
  await page.waitForSelector("#line:not([hidden])");
  check(true, "who comes back to the page hears of it within three seconds");
  line.unmute();
  await page.clock.runFor(16000);
  await page.waitForSelector("#line", { state: "hidden" });
  await visitor.leave();
}

/** Moves made while the server is away wait, and say so; everything else says that it can't be done now. */
async function serverAway(browser, server) {
  const visitor = await Visitor.come(browser, server, PHONE);
  const { page } = visitor;
  await visitor.newGame({ game: "shogi" });
  const line = await ownLine(visitor);
  await page.waitForSelector("svg.board");
  const before = await tops(page);
  await line.cut();
  equal(await tops(page), before, "a lost line moves nothing");
  const isWhole = await page.$eval("#line", (box) => box.scrollWidth <= box.clientWidth);
  check(isWhole, "what is told in the header is read whole");
  const settings = await page.locator("#open-settings").boundingBox();
  check(settings.x + settings.width <= 390, `the header fits: ${JSON.stringify(settings)}`);
  const count = visitor.sent.length;
  await visitor.taps("7g", "7f");
  equal(await page.textContent(".waiting"), "1 move is waiting to be sent.", "one move waits");
  await visitor.taps("3c", "3d");
  equal(await page.textContent(".waiting"), "2 moves are waiting to be sent.", "two moves wait");
  for (const height of [844, 664]) {
    await page.setViewportSize({ width: 390, height });
    const told = async () => {
      const box = await page.$eval(".waiting", (each) => each.getBoundingClientRect().toJSON());
      return box.bottom <= height && box.width > 150 && box.height < 30;
    };
    await settles(told, true, `that moves wait is in sight on ${height} px`);
  }
  await page.setViewportSize(PHONE.viewport);
  await settles(() => tops(page), before, "and moves nothing either");
  await visitor.act("hint");
  await settles(() => visitor.notice(), NOT_NOW, "no hint now");
  check(await page.isEnabled("[data-act=hint]"), "and none is awaited");
  await visitor.tap("2g");
  await line.mend();
  await visitor.until(() => visitor.message.moves.length === 2, "the moves that waited");
  await page.waitForSelector(".waiting", { state: "detached" });
  equal(movesOf(visitor.sent.slice(count)), "0 7g7f,1 3c3d", "they are sent once each");
  check(!visitor.sent.slice(count).some(({ t }) => t === "hint"), "and the hint is not");
  check((await visitor.classes("2g")).includes("origin"), "a piece chosen meanwhile stays chosen");
  await visitor.tap("2f");
  await visitor.until(() => visitor.message.moves.length === 3, "the move goes on");
  await visitor.leave();
}

/** Another game and the lobby, while the server is away: what was left waiting is sent from anywhere. */
async function awayElsewhere(browser, server) {
  const visitor = await Visitor.come(browser, server);
  const { page } = visitor;
  const go = (hash) => page.evaluate((to) => (location.hash = to), hash);
  await visitor.newGame({ game: "shogi" });
  const { id: other } = visitor.message;
  await visitor.newGame({ game: "shogi" });
  const { id } = visitor.message;
  const line = await ownLine(visitor);
  await page.waitForSelector("svg.board");
  await line.cut();
  const count = visitor.sent.length;
  await visitor.taps("7g", "7f");
  await go(`#/g/${other}`);
  await page.locator(".loading", { hasText: "as soon as the server responds" }).waitFor();
  check(!(await page.isVisible("[data-act=resign]")), "no buttons without a game");
  await go("#/");
  await page.waitForSelector(".cards .card");
  await page.click(".new-game button[type=submit]");
  await settles(() => visitor.notice(), NOT_NOW, "no game starts now");
  await line.mend();
  await visitor.until(() => visitor.message.moves.length === 1, "the move that waited");
  equal(visitor.message.id, id, "it is made in its game");
  equal(movesOf(visitor.sent.slice(count)), "0 7g7f", "once");
  check(!visitor.sent.slice(count).some(({ t }) => t === "new"), "no game was started after all");
  check(page.url().endsWith("#/"), "and nobody is torn out of the lobby");
  await visitor.leave();
}

/** Who looks at an earlier position stays there when a move comes. */
async function looking(browser, server) {
  const visitor = await Visitor.come(browser, server);
  const { page } = visitor;
  await visitor.newGame({ game: "shogi" });
  await visitor.plays("7g", "7f");
  const second = await visitor.context.newPage();
  await second.goto(page.url());
  await second.waitForSelector(".moves li");
  await second.getByRole("button", { name: "First position" }).click();
  await visitor.taps("3c", "3d");
  await second.waitForSelector(".moves li:nth-child(2)");
  const status = await second.textContent(".status");
  check(status.includes("Move 0 of 2"), `the view stays: ${status}`);
  await visitor.leave();
}

/** What nobody can play from is not begun with. */
async function positions(browser, server) {
  const visitor = await Visitor.come(browser, server);
  const { page } = visitor;
  await page.check("#game-shogi");
  await page.check("#opponent-human");
  await page.click(".start-from summary");
  const problem = async (sfen) => {
    await page.fill("#start-text", sfen);
    await page.click(".new-game button[type=submit]");
    await page.locator(".problem", { hasText: /./ }).waitFor();
    return page.textContent(".problem");
  };
  equal(
    await problem("4k4/9/9/9/9/9/9/9/9 b - 1"),
    "The game is already over in this position. Gote won by stalemate.",
    "a position whose game is over",
  );
  equal(
    await problem("4k4/9/4R4/9/9/9/9/9/4K4 b - 1"),
    "Gote is in check, but it’s the other side’s turn.",
    "a royal that could be taken",
  );
  await page.fill("#start-text", "");
  check(
    (await problem("9/9/9/9/9/9/9/9/9 b - 1")).includes("a piece on the board"),
    "an empty board",
  );
  check(page.url().endsWith("/"), `no game of it: ${page.url()}`);
  await visitor.newGame({ game: "shogi", sfen: "4k4/9/4R4/9/9/9/9/9/4K4 w - 1" });
  equal(await page.locator(".cell.check").count(), 1, "the same with the right side to move");
  await visitor.leave();
}

/** A server of another version no longer has the parts of a page that is open: the page is loaded anew. */
async function otherVersion(browser, server) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(server.url);
  await page.waitForSelector(".cards .card");
  let isOther = true; // until the page has been loaded anew
  page.once("framenavigated", () => (isOther = false));
  await page.route(/\/(preferences|app)\.js$/, (route) =>
    isOther ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await page.evaluate(() => (window.isOld = true));
  await page.click("#open-settings");
  await page.waitForFunction(() => !window.isOld && document.querySelector(".cards .card"));
  await page.click("#open-settings");
  await page.waitForSelector("dialog[open]");
  check(true, "and then has all of its parts");
  await context.close();
}

export default async function suite(browser, server) {
  for (const each of [
    slowLine,
    silent,
    serverAway,
    awayElsewhere,
    looking,
    positions,
    otherVersion,
  ]) {
    await each(browser, server);
  }
}
