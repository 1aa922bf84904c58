#!/usr/bin/env node
// gallery.mjs HENKA [NAME…]: takes the pictures of docs/gallery, all or those named, from a fresh server. Needs the npm packages of
// tests/. Each picture is a WebP of at most 60 KB; docs/gallery/README.md says what it shows.
import { writeFileSync } from "node:fs";
import { Server, Visitor, openBrowser } from "../tests/web/harness.mjs";
import { sfen } from "../tests/web/positions.mjs";

const { MODELS } = await import("../web/lobby/models.ts"); // by the loader hook of the harness

const MOST_BYTES = 60000;
const QUALITIES = [86, 78, 70, 60, 50, 40, 30, 20, 12];
const SIZES = {
  desk: { viewport: { width: 1400, height: 900 } },
  laptop: { viewport: { width: 1280, height: 720 } },
  tablet: { viewport: { width: 820, height: 1180 }, hasTouch: true },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  across: { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true },
};
const FOLDER = new URL("../docs/gallery/", import.meta.url);
const [binary, ...wanted] = process.argv.slice(2);

/** Kings far away, and what else stands on a board of 16 × 16. */
const big = (pieces) => sfen(16, 16, { "16p": "K", "1a": "k", ...pieces }, { skipped: "-" });

/** Plays moves in USI by both sides. */
async function play(visitor, ...moves) {
  for (const usi of moves) {
    const count = visitor.message.moves.length;
    await visitor.say({ t: "move", id: visitor.message.id, ply: count, usi });
    await visitor.until(() => visitor.message.moves.length > count, usi);
  }
  visitor.take();
}

const SHOGI = ["7g7f", "3c3d", "2g2f", "4c4d", "3i4h", "8b4b", "5i6h", "5a6b", "6h7h", "6b7b"];

async function shogi(visitor) {
  await visitor.newGame({ game: "shogi" });
  await play(visitor, ...SHOGI);
}

async function handsInPlay(visitor) {
  const start = "ln5nl/1r3gk2/p2pppsp1/2p3p1p/1p3P3/P1PP2P1P/1P2P1SP1/1KS1G2R1/LN1G3NL b BGSb 41";
  await visitor.newGame({ game: "shogi", sfen: start.replace("BGSb", "BGb2p") });
}

async function rules(visitor, path) {
  await visitor.page.goto(`${visitor.server.url}#/rules${path}`);
  await visitor.page.waitForSelector(".rules-page h1");
}

const tapPiece = async (visitor, game, square, position = null) => {
  await visitor.newGame({ game, sfen: position });
  await visitor.tap(square);
};

/** A game to replay, some way in. */
async function suzumu(visitor) {
  const { moves, shown } = MODELS.find(({ game }) => game === "suzumu");
  await visitor.newGame({ game: "suzumu" });
  await play(visitor, ...moves.split(" ").slice(0, shown.plies));
}

async function burn(visitor) {
  const army = { "8h": "FD", "7d": "p", "9d": "s", "8d": "g", "10h": "LN", "5k": "G", "6k": "G" };
  await visitor.newGame({ game: "suzumu", sfen: big(army) });
  await visitor.taps("8h", "8e", "7d");
}

async function promotion(visitor) {
  await visitor.newGame({ game: "shogi", sfen: "4k4/9/9/9/4N4/9/9/9/4K4 b - 1" });
  await visitor.taps("5e", "4c");
}

async function mate(visitor) {
  await visitor.newGame({ game: "shogi", sfen: "4k4/9/4P4/9/9/9/9/9/4K4 b G 1" });
  await play(visitor, "G*5b");
  await visitor.page.waitForSelector(".status .result");
}

async function ownText(visitor) {
  const { page } = visitor;
  await page.check("#game-own");
  await page.fill(
    "#own-text",
    "title=Jumping Shogi\nfiles=7\nranks=7\npromoZone=2\nholdingsType=1\nroyal=K\n" +
      "pawn:P:fW:歩:a2-g2\nleaper:L:vNfF:跳:b1,f1\nrook:R:R:飛:a1,g1\ngold:G:WfF:金:c1,e1\nking:K:K:玉:d1\nmystery:M:Z?:謎:\n",
  );
  await page.waitForSelector(".findings li");
  await page.evaluate(() => document.querySelector(".own-tools").scrollIntoView());
}

/** The shelf with some games, one of them open. */
async function ownShelf(visitor) {
  const { page } = visitor;
  await page.check("#game-own");
  for (const i of [0, 2, 1]) {
    await page
      .locator(".own-help:not([open]) summary")
      .click({ timeout: 500 })
      .catch(() => {});
    await page.locator(".examples button").nth(i).click();
    await page.waitForSelector("#own-verdict.good");
  }
  await page.waitForFunction(
    () => document.querySelectorAll(".shelf-games .little-board").length === 3,
  );
  await page.evaluate(() => document.activeElement.blur());
  await page.evaluate(() => document.querySelector(".own-game").scrollIntoView());
}

async function invitation(visitor) {
  const { page } = visitor;
  await page.check("#game-okisaki");
  await page.check("#opponent-friend");
  await page.click(".new-game button[type=submit]");
  await page.waitForSelector(".invitation .qr");
}

async function settings(visitor) {
  await shogi(visitor);
  await visitor.page.click("#open-settings");
}

async function withSet(visitor, set) {
  await visitor.page.click("#open-settings");
  await visitor.page.selectOption("#set-pieces", set);
  await visitor.page.click("dialog[open] .main");
  await visitor.newGame({ game: "okisaki" });
  await visitor.page.evaluate(() => document.fonts.ready);
}

async function attacks(visitor) {
  await shogi(visitor);
  await visitor.act("attacks");
  await visitor.act("attacks");
  await visitor.act("attacks");
}

async function tip(visitor) {
  await visitor.newGame({ game: "suzumu" });
  await visitor.cell("9n").hover();
  await visitor.page.waitForSelector(".tooltip:not([hidden])");
}

async function share(visitor) {
  await shogi(visitor);
  await visitor.act("share");
  await visitor.page.waitForSelector(".sharing");
}

/** Games to go on with: some of one's own lie in the lobby. */
async function goOn(visitor) {
  for (const [game, ...moves] of [
    ["shogi", ...SHOGI],
    ["okisaki", "5g5f"],
    ["ito", "1o1n"],
  ]) {
    await visitor.newGame({ game });
    const legal = visitor.game.moves.some(({ usi }) => usi === moves[0]);
    await play(visitor, ...(legal ? moves : [visitor.game.moves[0].usi]));
  }
  await visitor.page.goto(`${visitor.server.url}#/`);
  await visitor.page.waitForSelector(".earlier li");
}

async function frozen(visitor) {
  const position = big({ "8h": "+CS", "7g": "p", "9g": "g", "8g": "r", "6f": "b", "10j": "LN" });
  await visitor.newGame({ game: "suzumu", sfen: position });
}

/** name, size, theme, language, what is done first. */
const PICTURES = [
  ["lobby", "laptop", "light", "en", async () => {}],
  ["lobby-dark", "desk", "dark", "ja", async () => {}],
  ["lobby-phone", "phone", "light", "ja", async () => {}],
  ["lobby-go-on", "desk", "light", "en", goOn],
  ["lobby-tablet", "tablet", "dark", "en", goOn],
  ["own-game", "desk", "light", "en", ownText],
  ["own-game-phone", "phone", "dark", "ja", ownText],
  ["own-shelf", "desk", "dark", "ja", ownShelf],
  ["own-shelf-phone", "phone", "light", "en", ownShelf],
  ["invitation", "desk", "light", "ja", invitation],
  ["shogi", "desk", "light", "ja", shogi],
  ["shogi-hands", "laptop", "dark", "en", handsInPlay],
  ["shogi-phone", "phone", "light", "en", handsInPlay],
  ["shogi-across", "across", "dark", "ja", handsInPlay],
  ["shogi-tablet", "tablet", "light", "en", handsInPlay],
  ["promotion", "desk", "light", "en", promotion],
  ["mate", "desk", "dark", "ja", mate],
  ["suzumu", "desk", "light", "en", suzumu],
  [
    "suzumu-laptop",
    "laptop",
    "dark",
    "ja",
    (v) => tapPiece(v, "suzumu", "8h", big({ "8h": "FD", "8e": "p", "5h": "g" })),
  ],
  ["suzumu-burn", "desk", "light", "en", burn],
  ["suzumu-frozen", "laptop", "light", "ja", frozen],
  ["suzumu-phone", "phone", "dark", "en", (v) => v.newGame({ game: "suzumu" })],
  ["suzumu-across", "across", "light", "en", (v) => v.newGame({ game: "suzumu" })],
  ["ito", "desk", "light", "en", (v) => tapPiece(v, "ito", "1p")],
  ["ito-phone", "phone", "light", "ja", (v) => v.newGame({ game: "ito" })],
  ["okisaki", "desk", "dark", "en", (v) => tapPiece(v, "okisaki", "5h")],
  ["shinogi-phone", "phone", "dark", "ja", (v) => tapPiece(v, "shinogi", "5g")],
  ["pieces-brush", "laptop", "light", "ja", (v) => withSet(v, "brush")],
  ["pieces-western", "laptop", "dark", "en", (v) => withSet(v, "western")],
  ["pieces-moves", "laptop", "light", "en", (v) => withSet(v, "moves")],
  ["attacks", "desk", "light", "en", attacks],
  ["attacks-phone", "phone", "dark", "ja", attacks],
  ["tip", "laptop", "light", "en", tip],
  ["settings", "desk", "dark", "ja", settings],
  ["copy-save", "desk", "light", "en", share],
  ["rules-index", "desk", "light", "en", (v) => rules(v, "")],
  ["rules-game", "desk", "dark", "en", (v) => rules(v, "/okisaki")],
  ["rules-pieces", "laptop", "light", "ja", (v) => rules(v, "/suzumu/fire-demon")],
  ["rules-phone", "phone", "light", "en", (v) => rules(v, "/suzumu/lion")],
  ["rules-strip", "laptop", "dark", "ja", (v) => rules(v, "/ito/pawn")],
];

async function take(browser, server, [name, size, colorScheme, language, arrange]) {
  const locale = { en: "en-GB", ja: "ja-JP" }[language];
  const visitor = await Visitor.come(browser, server, { ...SIZES[size], colorScheme, locale });
  const { page } = visitor;
  await arrange(visitor);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(300); // what fades has faded
  const session = await page.context().newCDPSession(page);
  for (const quality of QUALITIES) {
    const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality });
    const picture = Buffer.from(data, "base64");
    if (picture.length > MOST_BYTES && quality !== QUALITIES.at(-1)) continue;
    writeFileSync(new URL(`${name}.webp`, FOLDER), picture);
    console.log(`${name}.webp: ${picture.length} bytes, quality ${quality}`);
    break;
  }
  for (const fault of visitor.faults) console.log(`${name}: ${fault}`);
  await visitor.context.close();
}

const server = await Server.start(binary);
const browser = await openBrowser();
for (const picture of PICTURES) {
  if (wanted.length && !wanted.includes(picture[0])) continue;
  await take(browser, server, picture).catch((error) =>
    console.log(`${picture[0]}: ${error.stack}`),
  );
}
await browser.close();
await server.close();
