// Each family of games has its own pieces, coordinates, names of sides and notation; the visitor's choice of pieces is kept by family.

import { readFileSync } from "node:fs";
import { check, equal, settles, Visitor } from "./harness.mjs";
import { sfen } from "./positions.mjs";
import { shippedGame } from "../../web/core/index.ts";

/** The part of a script that draws figures: no other script of the page has it. */
const DRAWINGS = "data-figure";

/** What is drawn, by a selector of the pieces on a board and their number in the starting position. */
const DRAWN = {
  chess: [
    ['[data-figure="king"]', 2],
    ['[data-figure="queen"]', 2],
    ['[data-figure="rook"]', 4],
    ['[data-figure="bishop"]', 4],
    ['[data-figure="knight"]', 4],
    ['[data-figure="pawn"]', 16],
  ],
  grand: [
    ['[data-figure="archbishop"]', 2],
    ['[data-figure="chancellor"]', 2],
    ['[data-figure="shield"]', 0],
  ],
  xiangqi: [[".disc", 32]],
  makruk: [
    ['[data-figure="khun"]', 2],
    ['[data-figure="met"]', 2],
    ['[data-figure="khon"]', 4],
    ['[data-figure="rua"]', 4],
    ['[data-figure="knight"]', 4],
    ['[data-figure="bia"]', 16],
  ],
  dobutsu: [[".tile", 8]],
};

const countOf = (page, selector) => page.locator(`svg.board .cell ${selector}`).count();

async function drawn(visitor) {
  const { page } = visitor;
  for (const [game, rows] of Object.entries(DRAWN)) {
    await visitor.newGame({ game });
    await page.waitForSelector("svg.board .piece.own > g");
    for (const [selector, count] of rows) {
      equal(await countOf(page, selector), count, `${game}: ${selector}`);
    }
    equal(await countOf(page, ".body"), 0, `${game}: no wedges`);
    const turned = await countOf(page, '[transform*="rotate(180)"]');
    equal(turned, game === "dobutsu" ? 4 : 0, `${game}: pieces upside down`);
  }
  await visitor.newGame({ game: "xiangqi" });
  const signs = await page.$$eval("svg.board .piece text", (all) =>
    all.map((each) => each.textContent).sort(),
  );
  equal([...new Set(signs)].join(""), "仕兵卒士將帥炮相砲象車馬", "each side has its own signs");
  const colours = await page.$$eval("svg.board .piece text", (all) => [
    ...new Set(all.map((each) => getComputedStyle(each).fill)),
  ]);
  equal(colours.length, 2, `two colours of signs: ${colours}`);
}

/** The coordinates at an edge of the board, from the left or from the top. */
const edge = (page, at) =>
  page.$$eval(
    `.rim [data-at="${at}"] text`,
    (all, upright) =>
      all
        .map((each) => [each.getBoundingClientRect()[upright ? "y" : "x"], each.textContent])
        .sort(([a], [b]) => a - b)
        .map(([, text]) => text)
        .join(" "),
    at === "left" || at === "right",
  );

async function coordinates(visitor) {
  const { page } = visitor;
  for (const [game, edges] of Object.entries({
    chess: { bottom: "a b c d e f g h", left: "8 7 6 5 4 3 2 1", top: "", right: "" },
    makruk: { bottom: "a b c d e f g h", left: "8 7 6 5 4 3 2 1" },
    dobutsu: { top: "3 2 1", right: "a b c d", left: "", bottom: "" },
    xiangqi: { bottom: "9 8 7 6 5 4 3 2 1", top: "1 2 3 4 5 6 7 8 9", left: "", right: "" },
    shogi: { top: "9 8 7 6 5 4 3 2 1", right: "a b c d e f g h i", left: "", bottom: "" },
  })) {
    await visitor.newGame({ game });
    for (const [at, texts] of Object.entries(edges)) {
      equal(await edge(page, at), texts, `${game}: coordinates at the ${at}`);
    }
  }
  await visitor.newGame({ game: "chess" });
  await page.keyboard.press("f");
  equal(await edge(page, "bottom"), "h g f e d c b a", "from Black's side");
  const label = await visitor.cell("4g").getAttribute("aria-label");
  check(label.startsWith("e2, ") && label.includes("pawn"), `a square in words: ${label}`);
}

/** The names of the sides and the notation: squares of a move, the names in English and Japanese, and how the list writes the move. */
const PLAYED = {
  chess: [["4g", "4e"], "White", "Black", "白", "黒", "e4"],
  makruk: [["8f", "8e"], "White", "Black", "白", "黒", "a4"],
  xiangqi: [["2h", "5h"], "Red", "Black", "紅", "黒", "C2=5"],
  dobutsu: [["2c", "2b"], "Sente", "Gote", "先手", "後手", "Cx2b", "x２二ひ"],
};

async function names(visitor, isJapanese) {
  const { page } = visitor;
  const turn = () => page.textContent(".status .turn");
  for (const [game, [squares, ...words]] of Object.entries(PLAYED)) {
    await visitor.newGame({ game });
    const [first, second] = isJapanese ? words.slice(2) : words;
    await settles(async () => (await turn()).includes(first), true, `${game}: ${first} begins`);
    await visitor.plays(...squares);
    await settles(async () => (await turn()).includes(second), true, `${game}: then ${second}`);
    if (game === "dobutsu") continue;
    await settles(() => page.textContent(".moves li button"), words[4], `${game}: the move`);
  }
}

async function notation(visitor) {
  const { page } = visitor;
  const choose = async (value) => {
    await page.click("#open-settings");
    await page.selectOption("#set-notation", value);
    await page.click("dialog[open] .main");
  };
  await visitor.newGame({ game: "chess" });
  await visitor.plays("4g", "4e");
  await page.click("#open-settings");
  equal(await page.inputValue("#set-notation"), "usual", "as the game, until one chooses");
  const first = await page.$eval("#set-notation", ({ options }) => options[0].value);
  equal(first, "usual", "and it is the first choice");
  await page.click("dialog[open] .main");
  await choose("western");
  await settles(() => page.textContent(".moves li button"), "P-4e", "western by choice");
  await choose("usual");
  await visitor.newGame({ game: "shogi" });
  await visitor.plays("7g", "7f");
  await settles(() => page.textContent(".moves li button"), "P-7f", "shogi as in the language");
}

const chooseBeside = async (visitor, set) => {
  await visitor.act("pieces");
  await visitor.page.check(`#style-${set}`);
  await visitor.page.click("dialog[open] .main");
};

async function choices(visitor) {
  const { page } = visitor;
  await visitor.newGame({ game: "chess" });
  await chooseBeside(visitor, "western");
  await settles(() => countOf(page, ".two-tone .body"), 32, "chess with letters");
  equal(await countOf(page, ".own"), 0, "and no figures");
  await visitor.newGame({ game: "xiangqi" });
  await settles(() => countOf(page, ".disc"), 32, "xiangqi keeps its discs");
  await chooseBeside(visitor, "discFigure");
  await settles(() => countOf(page, "[data-figure]"), 32, "discs with figures");
  await page.reload();
  await settles(() => countOf(page, "[data-figure]"), 32, "kept after a reload");
  await visitor.newGame({ game: "grand" });
  await settles(() => countOf(page, ".two-tone .body"), 40, "all of chess's kin have letters");
  await visitor.newGame({ game: "shogi" });
  equal(await countOf(page, ".two-tone"), 0, "shogi keeps its wedges");
  await page.click("#open-settings");
  await page.click("summary:has-text('Pieces of other games')");
  await page.selectOption("#set-pieces-figure", "figure");
  await page.click("dialog[open] .main");
  await visitor.newGame({ game: "chess" });
  await settles(() => countOf(page, "[data-figure]"), 32, "figures again, by the settings");
}

/** A first game of shogi has no drawings of figures; chess has. */
async function loading(browser, server) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const scripts = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.push(response);
  });
  const withDrawings = async () => {
    const texts = await Promise.all(scripts.map((each) => each.text().catch(() => "")));
    return texts.filter((text) => text.includes(DRAWINGS)).length;
  };
  await page.goto(server.url);
  await page.waitForSelector(".cards .card .little-board .piece");
  await page.check("#game-shogi");
  await page.check("#opponent-human");
  await page.click(".new-game button[type=submit]");
  await page.waitForSelector("svg.board .piece");
  equal(await withDrawings(), 0, "a game of shogi loads no figures");
  await page.goto(`${server.url}#/`);
  await page.click(".more-games > summary");
  await page.locator(".card:has(#game-chess) .little-board [data-figure]").first().waitFor();
  equal(await withDrawings(), 1, "the picture of chess does");
  await context.close();
}

async function offer(browser, server) {
  for (const [locale, answer] of [
    ["en-GB", "Show them upright"],
    ["en-GB", "Keep these"],
    ["ja-JP", null],
  ]) {
    const visitor = await Visitor.come(browser, server, { locale });
    const { page } = visitor;
    await visitor.newGame({ game: "chess" });
    equal(await page.locator(".style-offer:visible").count(), 0, "no offer beside chess");
    await visitor.newGame({ game: "shogi" });
    equal(await page.locator(".style-offer:visible").count(), answer ? 1 : 0, `${locale}: offered`);
    if (answer) {
      await page.click(`.style-offer button:has-text("${answer}")`);
      const isTaken = answer.startsWith("Show");
      await settles(() => countOf(page, ".two-tone"), isTaken ? 40 : 0, answer);
      const turned = await countOf(page, '.label[transform*="rotate(180)"]');
      equal(turned, isTaken ? 0 : 20, `${answer}: pieces upside down`);
      await page.reload();
      await page.waitForSelector("svg.board .piece");
      await visitor.newGame({ game: "suzumu" });
      equal(await page.locator(".style-offer:visible").count(), 0, "never offered again");
    }
    await visitor.leave();
  }
}

async function feet(visitor) {
  const { page } = visitor;
  await visitor.newGame({ game: "suzumu" });
  const suzumu = shippedGame("suzumu");
  const footAt = (square) => visitor.cell(square).locator(".foot").getAttribute("class");
  const position = sfen(16, 16, {
    "8h": "FD",
    "6h": "LN",
    "4h": "R",
    "2h": "KY",
    "10h": "G",
    "16p": "K",
    "16a": "k",
  });
  check(suzumu.files === 16, "a large board");
  await visitor.newGame({ game: "suzumu", sfen: position });
  for (const [square, foot] of [
    ["8h", "burn"],
    ["6h", "lion"],
    ["4h", "slide"],
    ["2h", "jump"],
    ["10h", "step"],
  ]) {
    equal(await footAt(square), `foot ${foot}`, `the foot on ${square}`);
  }
  await visitor.act("pieces");
  await settles(() => page.locator(".feet li").count(), 5, "the feet are explained");
  await page.uncheck("#set-feet");
  await page.click("dialog[open] .main");
  await settles(() => countOf(page, ".foot"), 0, "switched off");
  await page.click("#open-settings");
  await page.check("#set-feet");
  await page.click("dialog[open] .main");
  await settles(() => countOf(page, ".foot"), 7, "and on");
  await visitor.newGame({ game: "shogi" });
  equal(await countOf(page, ".foot"), 0, "no feet on 9 × 9");
}

const INK = 0.45; // half the width of what is inked of a kanji, in sizes of its font

/** The names of the marks that lie on the sign of a piece. */
const marksOnSigns = (page) =>
  page.$$eval(
    "svg.board .cell:has(.piece)",
    (cells, ink) =>
      cells.flatMap((cell) => {
        const signs = [...cell.querySelectorAll(".piece text")].map((text) => {
          const { left, right, top, bottom } = text.getBoundingClientRect();
          const [x, y] = [(left + right) / 2, (top + bottom) / 2];
          const half = ink * Number(text.getAttribute("font-size")) * text.getScreenCTM().a;
          return { left: x - half, right: x + half, top: y - half, bottom: y + half };
        });
        return [...cell.querySelectorAll("path.mark:not(.frame)")].flatMap((mark) => {
          const matrix = mark.getScreenCTM();
          const length = mark.getTotalLength();
          const points = Array.from({ length: 60 }, (_, i) =>
            mark.getPointAtLength((length * i) / 59).matrixTransform(matrix),
          );
          const lies = points.some(({ x, y }) =>
            signs.some(
              ({ left, right, top, bottom }) => x > left && x < right && y > top && y < bottom,
            ),
          );
          return lies ? [`${mark.getAttribute("class")} on ${cell.dataset.square}`] : [];
        });
      }),
    INK,
  );

async function marks(visitor) {
  const { page } = visitor;
  const position = sfen(16, 16, {
    "8h": "FD",
    "7d": "p",
    "9d": "p",
    "8d": "r",
    "6h": "LN",
    "6g": "p",
    "6f": "g",
    "16p": "K",
    "16a": "k",
  });
  await visitor.newGame({ game: "suzumu", sfen: position });
  await visitor.taps("6h");
  check((await page.locator("svg.board .chevron").count()) > 0, "a lion goes on from a capture");
  check((await page.locator("svg.board .brackets").count()) > 0, "and takes");
  equal((await marksOnSigns(page)).join(), "", "signs under the marks of a lion");
  await page.keyboard.press("Escape");
  await visitor.taps("8h");
  check(await page.locator("svg.board.many").count(), "a demon has many targets");
  equal((await marksOnSigns(page)).join(), "", "signs under the marks of a demon");
  const opacity = (selector) =>
    page.$eval(`svg.board ${selector} > .hit`, (hit) =>
      Number(getComputedStyle(hit).fill.match(/[\d.]+(?=\))/)[0]),
    );
  equal(await opacity(".cell.ends:not(.takes)"), 0.15, "quiet targets are tinted by 15 %");
  check((await opacity(".cell.ends.takes")) >= 0.4, "captures strongly");
  await visitor.taps("8e", "7d");
  equal(await page.locator("svg.board .cross").count(), 1, "the victim is crossed");
  equal((await marksOnSigns(page)).join(), "", "signs under the cross");
}

/** A chess-like game of one's own, whose file names no family. */
const OWN = `name=tower
title=Tower Chess
files=8
ranks=8
board=checkered
royal=K
stalemate=draw

pawn:P:mfWcfF:P:a2-h2
rook:R:R:R:a1,h1
knight:N:N:N:b1
camel:C:C:C:g1
amazon:M:QN:M:d1
bishop:B:B:B:c1,f1
king:K:K:K:e1
pagoda:G:WD:G:
`;

async function pasted(visitor) {
  const { page } = visitor;
  await visitor.toLobby();
  visitor.message = null;
  await visitor.say({ t: "new", variantText: OWN, sente: "human", gote: "human" });
  await visitor.until(() => visitor.message, "a game of one's own");
  await page.evaluate((id) => (location.hash = `#/g/${id}`), visitor.message.id);
  await page.waitForSelector("svg.board [data-figure]");
  for (const [name, count] of [
    ["amazon", 2],
    ["camel", 2],
    ["pawn", 16],
  ]) {
    equal(await countOf(page, `[data-figure="${name}"]`), count, `pasted: ${name}`);
  }
  check((await page.textContent(".status .turn")).includes("White"), "White begins");
}

/** A saved picture has the figures and their colours. */
async function saved(visitor) {
  const { page } = visitor;
  await visitor.newGame({ game: "chess" });
  await page.waitForSelector("svg.board [data-figure]");
  await visitor.act("share");
  const coming = page.waitForEvent("download");
  await visitor.act("svg");
  const file = readFileSync(await (await coming).path(), "utf8");
  const paths = file.match(/<path[^>]* fill="rgb\(255, 250, 240\)"[^>]*>/g) ?? [];
  check(paths.length >= 16, `${paths.length} white figures in a saved picture`);
  check(file.includes(">e</text>") && file.includes("White"), "with its coordinates and sides");
  await page.click("dialog[open] .main");
}

export default async function families(browser, server) {
  await loading(browser, server);
  await offer(browser, server);
  const visitor = await Visitor.come(browser, server, { locale: "en-GB" });
  for (const each of [drawn, coordinates, notation, choices, feet, marks, pasted, saved]) {
    await each(visitor);
  }
  await visitor.leave();
  for (const locale of ["en-GB", "ja-JP"]) {
    const speaker = await Visitor.come(browser, server, { locale });
    await names(speaker, locale === "ja-JP");
    await speaker.leave();
  }
}
