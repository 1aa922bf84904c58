// How the board looks, measured in pixels: marks that stand out from the wood, pieces graded by value, kanji that can be read.

import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";
import { check, equal, settles, Visitor } from "./harness.mjs";

const MARK_CONTRAST = 3; // of marks and lines, against the lightest and the darkest spot of the wood
const TEXT_CONTRAST = 4.5; // of what is written on pieces
// Bytes that a first visit may load: until the board of a game can be played on, which needs no font, and in all. And its requests.
const PLAYABLE = 155000;
const FIRST_VISIT = 180000;
const REQUESTS = 10;
/** A game with a hole, and with squares that its king may not leave. */
const PALACES = `title=Palaces
files=9
ranks=9
board=checkered
royal=K
region=K>d1-f3
king:K:W:K:e1
rook:R:R:R:a1
hole::::e5
`;
const EDGE = 4; // pixels of the board that are left out: behind its round corners lies the room
const PICTURE = 1200; // pixels of a saved picture's width
const BYTES = { 2: 3, 6: 4 }; // a pixel of a PNG, by its kind of colour

/** The pixels of a PNG as browsers write it: 8 bits, not interlaced (W3C, Portable Network Graphics, "Filtering"). */
function pixelsOf(png) {
  const chunks = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString("latin1", at + 4, at + 8) !== "IDAT") continue;
    chunks.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  const [width, height, bytes] = [png.readUInt32BE(16), png.readUInt32BE(20), BYTES[png[25]]];
  const data = inflateSync(Buffer.concat(chunks));
  const row = width * bytes;
  const out = Buffer.alloc(row * height);
  for (let y = 0; y < height; y++) {
    const filter = data[y * (row + 1)];
    for (let x = 0; x < row; x++) {
      const left = x < bytes ? 0 : out[y * row + x - bytes];
      const up = y ? out[(y - 1) * row + x] : 0;
      const corner = y && x >= bytes ? out[(y - 1) * row + x - bytes] : 0;
      const guess = left + up - corner;
      const [a, b, c] = [left, up, corner].map((each) => Math.abs(guess - each));
      const paeth = a <= b && a <= c ? left : b <= c ? up : corner;
      const added = [0, left, up, (left + up) >> 1, paeth][filter];
      out[y * row + x] = data[y * (row + 1) + 1 + x] + added;
    }
  }
  return Array.from({ length: width * height }, (_, i) => [
    ...out.subarray(i * bytes, i * bytes + 3),
  ]);
}

/** Relative luminance (WCAG 2). */
function luminance(colour) {
  const [r, g, b] = colour.map((byte) => {
    const part = byte / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
const rgb = (text) =>
  text
    .match(/[\d.]+/g)
    .slice(0, 3)
    .map(Number);

/** The lightest and the darkest spot of the bare wood. */
async function extremes(page) {
  await page.evaluate(() => {
    const bare = new CSSStyleSheet();
    bare.replaceSync(".cell, .rim, .line, .point { visibility: hidden }");
    document.adoptedStyleSheets = [bare];
  });
  const { x, y, width, height } = await page.locator("svg.board").boundingBox();
  const clip = { x: x + EDGE, y: y + EDGE, width: width - 2 * EDGE, height: height - 2 * EDGE };
  const spots = pixelsOf(await page.screenshot({ clip })).map(luminance);
  await page.evaluate(() => (document.adoptedStyleSheets = []));
  spots.sort((a, b) => a - b);
  return [spots[0], spots.at(-1)];
}

/** The colours that marks have, as the style sheet gives them. */
const markColours = (page) =>
  page.evaluate(() => {
    const board = document.querySelector("svg.board");
    const probe = (className, property, parent = board) => {
      const made = document.createElementNS("http://www.w3.org/2000/svg", "path");
      made.setAttribute("class", className);
      parent.append(made);
      const value = getComputedStyle(made)[property];
      made.remove();
      return value;
    };
    const frames = ["last", "taken", "check", "origin", "clicked", "hinted"];
    return Object.fromEntries([
      ...frames.map((name) => [name, probe(`mark frame ${name}`, "stroke")]),
      ["dot", probe("mark dot", "fill")],
      ["chevron", probe("mark chevron", "stroke")],
      ["brackets", probe("mark brackets", "stroke")],
      ["cross", probe("mark cross", "stroke")],
      ["line", probe("line", "stroke")],
      ["point", probe("point", "fill")],
      ["coordinate", getComputedStyle(document.querySelector(".coordinate")).fill],
    ]);
  });

/** Marks stand out from the wood, dark squares included. */
async function marksStandOut(visitor, game, colorScheme) {
  const { page } = visitor;
  await visitor.newGame({ game });
  const wood = await extremes(page);
  check(wood[1] > wood[0] * 1.1, `${game}, ${colorScheme}: the wood has a grain: ${wood}`);
  check(
    wood[0] > 0.25,
    `${game}, ${colorScheme}: the dark darkens the room, not the wood: ${wood}`,
  );
  for (const [name, colour] of Object.entries(await markColours(page))) {
    const least = Math.min(...wood.map((spot) => contrast(spot, luminance(rgb(colour)))));
    check(
      least >= MARK_CONTRAST,
      `${game}, ${colorScheme}: ${name} is ${least.toFixed(2)}, at least ${MARK_CONTRAST}`,
    );
  }
}

async function contrasts(browser, server, colorScheme) {
  const visitor = await Visitor.come(browser, server, { colorScheme });
  const { page } = visitor;
  for (const game of ["chess", "shogi"]) await marksStandOut(visitor, game, colorScheme);
  const [turn, card] = await page.$eval(".person-strip.to-move", (strip) => {
    const { boxShadow, backgroundColor } = getComputedStyle(strip);
    return [boxShadow.match(/rgba?\([^)]*\)/)[0], backgroundColor];
  });
  const turnMark = contrast(luminance(rgb(turn)), luminance(rgb(card)));
  check(turnMark >= MARK_CONTRAST, `${colorScheme}: whose turn it is: ${turnMark.toFixed(2)}`);
  await visitor.taps("7g", "7f", "3c", "3d", "8h", "2b");
  await page.click("dialog[open] button");
  await visitor.until(() => visitor.message.moves.length === 3, "a promotion");
  for (const [square, what] of [
    ["2b", "a promoted piece"],
    ["7f", "a pawn"],
  ]) {
    const [ink, ...bodies] = await visitor.cell(square).evaluate((cell) => {
      const styles = getComputedStyle(document.documentElement);
      const probe = document.createElement("i");
      document.body.append(probe);
      const resolved = ["--piece", "--piece-dim"].map((name) => {
        probe.style.color = styles.getPropertyValue(name);
        return getComputedStyle(probe).color;
      });
      probe.remove();
      return [getComputedStyle(cell.querySelector("text")).fill, ...resolved];
    });
    const least = Math.min(
      ...bodies.map((body) => contrast(luminance(rgb(ink)), luminance(rgb(body)))),
    );
    check(least >= TEXT_CONTRAST, `${colorScheme}: ${what} is written at ${least.toFixed(2)}`);
  }
  await visitor.leave();
}

/** What is worth more is larger, on the board as in hand and in the lobby. */
async function sizes(visitor) {
  const { page } = visitor;
  const scaleOf = (where) =>
    page
      .locator(`${where} .wooden`)
      .first()
      .evaluate((piece) => Number(piece.getAttribute("transform").match(/[\d.]+/)[0]));
  await visitor.newGame({ game: "shogi", sfen: "4k4/9/9/9/9/9/9/P1S1G4/4K2R1 b P 1" });
  const found = [];
  for (const square of ["9h", "7h", "5h", "2i", "5i"]) {
    found.push(await scaleOf(`.cell[data-square="${square}"]`));
  }
  check(
    found.every((size, i) => !i || size > found[i - 1]),
    `pawn, silver, gold, rook and king grow: ${found}`,
  );
  equal(found[4], 1, "the king is the largest");
  equal(await scaleOf('.hand.near [data-kind="P"]'), found[0], "a pawn in hand is the same pawn");
}

/** One character on small squares, two where they can be read; every glyph of a size that can. */
async function writing(browser, server) {
  const visitor = await Visitor.come(browser, server, { viewport: { width: 1280, height: 720 } });
  const { page } = visitor;
  await visitor.newGame({ game: "suzumu" });
  const texts = (square) => visitor.cell(square).locator("text").count();
  const height = () =>
    visitor
      .cell("8p")
      .locator("text")
      .first()
      .evaluate((text) => text.getBoundingClientRect().width);
  equal(await texts("8p"), 1, "one character on a small square");
  const px = await height();
  check(px >= 17, `which is ${px.toFixed(1)} px wide at 1280 × 720`);
  for (let i = 0; i < 2; i++) await page.getByRole("button", { name: "Zoom in" }).click();
  equal(await texts("8p"), 2, "two on a zoomed board");
  await visitor.leave();
}

/** A piece has as many characters where its promotion is chosen as on the board. */
async function sameFace(visitor) {
  const { page } = visitor;
  const rows = "k15/16/16/16/16/8P7/16/16/16/16/16/16/16/16/16/K15 b - 1 -";
  await visitor.newGame({ game: "suzumu", sfen: rows });
  const read = async (where) => (await where.locator("text").allTextContents()).join("");
  for (const written of ["歩", "歩兵"]) {
    equal(await read(visitor.cell("8f")), written, "on the board");
    await visitor.taps("8f", "8e");
    const choice = page.locator('dialog.faces [data-usi="8f8e"]');
    equal(await read(choice), written, "the same where its promotion is chosen");
    await page.keyboard.press("Escape");
    for (let i = 0; i < 2; i++) await page.getByRole("button", { name: "Zoom in" }).click();
  }
}

/** Letters stay within the outline of their piece, in the game that has the most of them. */
async function lettersInside(visitor) {
  const { page } = visitor;
  const choose = async (set) => {
    await page.click("#open-settings");
    await page.selectOption("#set-pieces", set);
    await page.click("dialog[open] .main");
  };
  await choose("western");
  await visitor.newGame({ game: "suzumu" });
  const found = await page.$$eval(".cell .piece.sente", (pieces) =>
    pieces.map((piece) => {
      const text = piece.querySelector("text");
      const body = piece.querySelector(".body");
      const { x, y, width, height } = text.getBBox();
      const half = 0.35 * Number(text.getAttribute("font-size"));
      const corners = [x, x + width].flatMap((at) =>
        [-half, half].map((up) => new DOMPoint(at, y + height / 2 + up)),
      );
      return [text.textContent, corners.every((corner) => body.isPointInFill(corner))];
    }),
  );
  check(found.length > 60, `pieces with letters: ${found.length}`);
  const crossing = found.filter(([, inside]) => !inside).map(([text]) => text);
  equal(crossing.join(), "", "letters that cross the outline");
  await choose("auto");
}

/** Rank labels as the reader likes, in sight on every board. */
async function coordinates(visitor) {
  const { page } = visitor;
  const names = () => page.$$eval(".by-rank text", (all) => all.map((each) => each.textContent));
  await visitor.newGame({ game: "shogi" });
  equal((await names()).join(""), "abcdefghi", "letters");
  const choose = async (value) => {
    await page.click("#open-settings");
    await page.selectOption("#set-coordinates", value);
    await page.click("dialog[open] .main");
  };
  await visitor.newGame({ game: "suzumu" });
  const outside = await page.$eval("svg.board", (svg) => {
    const board = svg.getBoundingClientRect();
    return [...svg.querySelectorAll(".coordinate")]
      .filter((each) => {
        const { left, top, right, bottom } = each.getBoundingClientRect();
        return left < board.left || top < board.top || right > board.right || bottom > board.bottom;
      })
      .map((each) => each.textContent)
      .join();
  });
  equal(outside, "", "names that stick out of the board's edge");
  await visitor.newGame({ game: "shogi" });
  await choose("kanji");
  equal((await names()).join(""), "一二三四五六七八九", "kanji");
  await visitor.newGame({ game: "ito" });
  const along = () => page.$$eval(".by-file text", (all) => all.map((each) => each.textContent));
  equal((await along()).at(-1), "二十一", "kanji of two digits");
  await choose("numbers");
  equal((await along()).at(-1), "1", "a strip is numbered from sente's end");
  await choose("letters");
  equal((await along()).join(""), "abcdefghijklmnopqrstu", "its file isn't told on every square");
}

/** The squares of the board whose middle is dark, row by row: "#" where it is. */
const darkSquares = (page) =>
  page.$eval("svg.board", (svg) => {
    const shaded = svg.querySelector(".shaded");
    const isDark = (cell) => {
      const { e, f } = cell.transform.baseVal.consolidate().matrix;
      return shaded?.isPointInFill(new DOMPoint(e, f));
    };
    return [...svg.querySelectorAll("[role=row]")]
      .map((row) => [...row.children].map((cell) => (isDark(cell) ? "#" : ".")).join(""))
      .join(" ");
  });

/** Does a line of the board cross the middle between these squares? */
const isLined = (page, ...squares) =>
  page.$eval(
    "svg.board",
    (svg, names) => {
      const [a, b] = names.map(
        (name) =>
          svg.querySelector(`.cell[data-square="${name}"]`).transform.baseVal.consolidate().matrix,
      );
      const middle = new DOMPoint((a.e + b.e) / 2, (a.f + b.f) / 2);
      return [...svg.querySelectorAll(".line")].some((line) => line.isPointInStroke(middle));
    },
    squares,
  );

/** Each game has the board it is played on: of one shade, of two, or of points with palaces and a river. */
async function boards(visitor) {
  const { page } = visitor;
  const [light, dark] = [".#.#.#.#", "#.#.#.#."];
  await visitor.newGame({ game: "chess" });
  const squares = [light, dark, light, dark, light, dark, light, dark].join(" ");
  equal(await darkSquares(page), squares, "a dark square in sente's left corner");
  equal(await page.locator(".board .point").count(), 0, "no points on squares of two shades");
  await page.keyboard.press("f");
  equal(await darkSquares(page), squares, "and in gote's");
  await visitor.newGame({ game: "makruk" });
  check(!(await darkSquares(page)).includes("#"), "squares of one shade");
  equal(await page.locator(".board .point").count(), 4, "points where zones begin");
  await visitor.newGame({ game: "xiangqi" });
  for (const flip of [false, true]) {
    if (flip) await page.keyboard.press("f");
    for (const [from, to, lined] of [
      ["5d", "5e", true], // along a file
      ["5e", "5f", false], // over the river
      ["9e", "9f", true], // beside it
      ["5e", "6e", true], // along its bank
      ["6j", "5i", true], // in a palace
      ["4c", "5b", true],
      ["6j", "7i", false], // beside it
      ["9a", "8a", true], // along the edge
    ]) {
      equal(await isLined(page, from, to), lined, `a line from ${from} to ${to}, flip ${flip}`);
    }
  }
  await visitor.toLobby();
  await page.check("#game-own");
  await page.fill("#own-text", PALACES);
  await page.waitForSelector("#own-verdict.good");
  visitor.message = null;
  await page.click(".new-game button[type=submit]");
  await visitor.until(() => visitor.message, "a game of one's own");
  await page.waitForSelector('.cell[data-square="9i"]');
  for (const [from, to, lined] of [
    ["7i", "6i", true], // the palace's edge
    ["5g", "5f", true],
    ["6i", "5i", false], // inside
    ["5e", "5d", true], // the edge of a hole
    ["3e", "2e", false], // between squares of two shades
  ]) {
    equal(await isLined(page, from, to), lined, `a line between ${from} and ${to}`);
  }
  await visitor.newGame({ game: "makruk" });
  await visitor.toLobby();
  await page.waitForSelector(".more-games[open]"); // the game that was played last is in sight
  for (const [game, count] of [
    ["chess", 1],
    ["makruk", 0],
  ]) {
    const card = page.locator(`.card:has(#game-${game})`);
    await card.scrollIntoViewIfNeeded();
    await card.locator(".little-board").waitFor();
    equal(await card.locator(".shaded").count(), count, `${game} in the lobby`);
  }
}

/** A picture in pixels has what is written on the pieces, of more games too, whose signs are in two fonts. */
async function picture(visitor) {
  const { page } = visitor;
  await visitor.newGame({ game: "xiangqi" });
  await visitor.act("share");
  const coming = page.waitForEvent("download");
  await visitor.act("png");
  const pixels = pixelsOf(readFileSync(await (await coming).path()));
  const inkAt = ([x, y], isInk) =>
    pixels.filter((colour, i) => {
      const near = Math.abs((i % PICTURE) - x) < 30 && Math.abs(Math.floor(i / PICTURE) - y) < 30;
      return near && isInk(colour);
    }).length;
  const red = inkAt([100, 875], ([r, g, b]) => r > 110 && g < 70 && b < 70); // sente's soldier at the left
  check(red > 300, `a soldier's sign has ${red} red pixels`);
  const black = inkAt([100, 500], (colour) => luminance(colour) < 0.05); // gote's
  check(black > 300, `gote's has ${black} black pixels`);
  await page.click("dialog[open] .main");
}

/** Sente's king is jade, gote's royal, where the game doesn't say otherwise. */
async function kings(visitor) {
  await visitor.newGame({ game: "shogi" });
  const written = (square) => visitor.cell(square).locator("text").textContent();
  equal((await written("5i")) + (await written("5a")), "玉王", "the two kings");
}

/**
 * What a first visit loads, by the browser's account.
 */
async function weighed(what, requests) {
  const asked = requests.map((request) => request.url());
  let [playable, bytes] = [0, 0];
  for (const request of requests) {
    const { responseBodySize: size } = await request.sizes();
    bytes += size;
    if (request.resourceType() !== "font") playable += size;
  }
  console.log(`  ${what}: ${playable} bytes and fonts, ${bytes} in all, ${asked.length} requests`);
  check(bytes > 100000 && bytes < FIRST_VISIT, `${what}: ${bytes} bytes`);
  check(playable < PLAYABLE, `${what}: ${playable} bytes without fonts`);
  check(asked.length <= REQUESTS, `${what}: ${asked.length} requests: ${asked.sort().join(" ")}`);
  equal(asked.length, new Set(asked).size, `${what}: no request twice: ${asked.sort().join(" ")}`);
}

/** What the page loads before somebody plays: all of it together is small, and a set of pieces comes when it is chosen. */
async function loading(browser, server) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const requests = [];
  page.on("requestfinished", (request) => requests.push(request));
  await page.goto(server.url);
  await page.waitForSelector(".cards .card");
  await page.waitForLoadState("networkidle");
  await weighed("a first visit", requests);
  for (const request of requests) {
    const headers = await (await request.response()).allHeaders();
    const { pathname } = new URL(request.url());
    if (!/^\/[0-9a-f]{12}\//.test(pathname)) continue;
    check(headers["cache-control"].includes("immutable"), `${pathname} is kept`);
    if (/\.(js|css|wasm)$/.test(pathname)) {
      equal(headers["content-encoding"], "br", `${pathname} is packed`);
    }
  }
  const loaded = () => requests.some((request) => request.url().endsWith("henka-brush.woff2"));
  check(!loaded(), "the brush isn't loaded before it is chosen");
  const more = requests.some((request) => request.url().endsWith("henka-more.woff2"));
  check(!more, "nor what only more games have on their pieces");
  const coming = page.waitForResponse((response) => response.url().endsWith("brush.woff2"));
  await page.click("#open-settings");
  await page.selectOption("#set-pieces", "brush");
  await page.click("dialog[open] .main");
  await page.click("#to-rules");
  await page.getByRole("link", { name: "Okisaki shogi" }).click();
  await coming;
  await page.evaluate(() => document.fonts.ready);
  check(
    await page.evaluate(() => document.fonts.check('20px "Henka Brush"', "玉王")),
    "and is there when it is",
  );
  await context.close();
}

/** Who comes by a game's link needs no more; the whole rules come when they are wanted. */
async function byLink(browser, server) {
  const host = await Visitor.come(browser, server);
  await host.newGame({ game: "shogi" });
  const context = await browser.newContext();
  const page = await context.newPage();
  const requests = [];
  page.on("requestfinished", (request) => requests.push(request));
  await page.goto(`${server.url}#/g/${host.message.id}`);
  await page.waitForSelector("svg.board .piece");
  await page.waitForLoadState("networkidle");
  await weighed("a first visit by link", requests);
  const whole = () => requests.some((request) => request.url().endsWith("/rules.wasm"));
  check(!whole(), "the rules in words aren't loaded before they are wanted");
  await page.click("[data-act=more]");
  await page.click("[data-act=rules]");
  await page.waitForSelector("#rules-title");
  await settles(async () => whole(), true, "and then they are");
  await context.close();
  await host.leave();
}

/** What somebody is about to press stays where it is while the lobby fills and while he scrolls (W3C, Layout Instability). */
async function steady(browser, server) {
  for (const [width, height] of [
    [1280, 720],
    [844, 390],
    [390, 844],
  ]) {
    const context = await browser.newContext({ viewport: { width, height } });
    await context.addInitScript(() => {
      const note = (shifts) =>
        shifts.map(({ value, sources }) =>
          [value, ...sources.map(({ node }) => node?.className || node?.nodeName)].join(" "),
        );
      window.shifted = [];
      window.shifts = new PerformanceObserver((list) =>
        window.shifted.push(...note(list.getEntries())),
      );
      window.shifts.observe({ type: "layout-shift", buffered: true });
    });
    const page = await context.newPage();
    await page.goto(server.url);
    await page.locator(".people").waitFor(); // what the server offers is known by then
    await page.locator("#opponent-human").scrollIntoViewIfNeeded();
    await page.locator(".more-games > summary").scrollIntoViewIfNeeded();
    await page.locator(".more-names", { hasText: /./ }).waitFor();
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
    );
    equal(
      (await page.evaluate(() => window.shifted)).join("; "),
      "",
      `${width} × ${height}: nothing moves`,
    );
    await context.close();
  }
}

/** For who has games the list has its place before it comes. */
async function steadyWithGames(browser, server) {
  for (const viewport of [
    { width: 1280, height: 720 },
    { width: 390, height: 844 },
  ]) {
    const visitor = await Visitor.come(browser, server, { viewport });
    const { page } = visitor;
    for (const game of ["shogi", "suzumu"]) {
      await visitor.newGame({ game });
      const [first] = visitor.game.moves;
      await visitor.say({ t: "move", id: visitor.message.id, ply: 0, usi: first.usi });
      await visitor.until(() => visitor.message.moves.length === 1, "a move");
    }
    await page.goto(`${server.url}#/`);
    await page.waitForSelector(".earlier li:nth-child(2)");
    await page.addInitScript(() => {
      window.tops = [];
      const note = () => {
        const form = document.querySelector(".new-game");
        if (form) window.tops.push(Math.round(form.getBoundingClientRect().y + scrollY));
        requestAnimationFrame(note);
      };
      note();
    });
    for (const visit of ["a reload", "back from a game"]) {
      if (visit === "a reload") await page.reload();
      else {
        await page.locator(".earlier li a").first().click();
        await page.waitForSelector("svg.board");
        await page.evaluate(() => (window.tops = []));
        await page.click("#to-lobby");
      }
      await page.waitForSelector(".earlier li:nth-child(2) .little-board");
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
      const tops = await page.evaluate(() => [...new Set(window.tops)]);
      equal(tops.length, 1, `${viewport.width} px, ${visit}: the form stays at ${tops}`);
    }
    await visitor.leave();
  }
}

export default async function look(browser, server) {
  for (const scheme of ["light", "dark"]) await contrasts(browser, server, scheme);
  const visitor = await Visitor.come(browser, server);
  for (const each of [sizes, coordinates, boards, picture, kings, sameFace, lettersInside]) {
    await each(visitor);
  }
  await visitor.leave();
  await writing(browser, server);
  await loading(browser, server);
  await byLink(browser, server);
  await steady(browser, server);
  await steadyWithGames(browser, server);
}
