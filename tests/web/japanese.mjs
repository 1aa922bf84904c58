// The page in Japanese: chosen by the browser, fetched only then, switched in the settings; a burn, a flip, a refused move, every screen's
// buttons at two sizes, and axe.

import { audit } from "./access.mjs";
import { check, equal, settles, Visitor } from "./harness.mjs";
import { sfen } from "./positions.mjs";

const JAPANESE = { locale: "ja-JP" };
const SIZES = [
  { width: 390, height: 844 },
  { width: 1400, height: 900 },
];
const RANKS = "一 二 三 四 五 六 七 八 九 十 十一 十二 十三 十四 十五 十六";
const KANA = /[ぁ-んァ-ヶ]/;

/** The moves in the list, as they are written there. */
const list = (page) =>
  page.$$eval(".moves li button", (all) => all.map((each) => each.textContent));

const lang = (page) => page.evaluate(() => document.documentElement.lang);

/** Buttons and fields whose words are cut off or run out of their box, and a page wider than the screen. */
const overflows = (page) =>
  page.evaluate(() => {
    const shown = [...document.querySelectorAll("button, select, summary, .button, legend")].filter(
      (each) => each.checkVisibility() && !each.closest(".visually-hidden"),
    );
    const wide = shown.filter(
      (each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth,
    );
    const whole = document.documentElement.scrollWidth > innerWidth ? ["the page"] : [];
    return [...whole, ...wide.map((each) => each.textContent.trim().slice(0, 30))].join("; ");
  });

async function chosenByBrowser(browser, server) {
  const english = await Visitor.come(browser, server);
  const asked = () =>
    english.page.evaluate(() =>
      performance.getEntriesByType("resource").some(({ name }) => name.endsWith("language/ja.js")),
    );
  await settles(() => lang(english.page), "en", "who reads English gets English");
  check(!(await asked()), "and no Japanese is fetched");
  await english.leave();
  const other = await Visitor.come(browser, server, { locale: "fr-FR" });
  await settles(() => lang(other.page), "en", "and so does who reads neither");
  await other.leave();
}

/** Suzumu: a burn, in the bar, in the list and for the ear; a burnt piece named by its kanji. */
async function burn(visitor) {
  const { page } = visitor;
  const pieces = { "8h": "FD", "7d": "p", "9d": "p", "1p": "K", "16a": "k" };
  await visitor.newGame({ game: "suzumu", sfen: sfen(16, 16, pieces) });
  await settles(() => page.textContent(".status .turn"), "先手の手番です。", "whose turn it is");
  const ranks = await page.$$eval(".by-rank text", (all) =>
    all.map((each) => [each.textContent, each.getBBox().width < 1.5 * each.getBBox().height]),
  );
  equal(ranks.map(([name]) => name).join(" "), RANKS, "ranks");
  check(
    ranks.every(([, narrow]) => narrow),
    "those of two kanji stand one below the other",
  );
  await visitor.taps("8h", "8e", "7d");
  const bar = (await page.textContent(".entry .tip")).trim();
  equal(bar, "火鬼 ８五 ７四 ７四の歩兵を取る", "the move being entered");
  await settles(() => page.textContent("[data-act=done]"), "確定", "a button of it");
  await visitor.act("done");
  await visitor.until(() => visitor.message.moves.length === 1, "the burn");
  equal(visitor.lastSent(), "8h7d8e", "the burn");
  await page.waitForSelector(".moves li");
  const [move] = await list(page);
  equal(move, "▲８五火×７四", "the list is in Japanese");
  equal(
    await page.getAttribute('.cell[data-square="8e"]', "aria-label"),
    "８五、先手の火鬼、最終手",
    "a square, read out",
  );
  equal(
    await page.textContent("#live"),
    "先手、８五火鬼、７四の歩兵を取る（８八から）。",
    "the ear",
  );
}

/** In a handicap game the sides are shitate and uwate. */
async function handicap(visitor) {
  const { page } = visitor;
  await visitor.toLobby();
  await page.check("#game-shogi");
  await page.check("#opponent-human");
  await page.selectOption("#handicap", "2-piece");
  await visitor.begins();
  await settles(() => page.textContent(".status .turn"), "上手の手番です。", "uwate begins");
  visitor.take();
  await visitor.plays("7a", "6b");
  await settles(() => page.textContent(".status .turn"), "下手の手番です。", "then shitate");
  equal(await page.textContent("#live"), "上手、６二銀将（７一から）。", "for the ear");
}

/** Ito: a capture turns the piece over. */
async function flip(visitor) {
  const { page } = visitor;
  await visitor.newGame({
    game: "ito",
    sfen: sfen(1, 21, { "1u": "K", "1a": "k", "1k": "P", "1j": "p" }),
  });
  await visitor.plays("1k", "1j");
  await page.waitForSelector(".moves li");
  const label = await page.getAttribute('.cell[data-square="1j"]', "aria-label");
  check(label.includes("仲人"), `the pawn has turned over: ${label}`);
  const heard = await page.textContent("#live");
  equal(heard, "先手、１十歩兵、１十の歩兵を取り、裏返って仲人（１十一から）。", "and is heard so");
}

/** A move that gives check is one sentence with it, without blanks. */
async function heardCheck(visitor) {
  const { page } = visitor;
  const pieces = { "5i": "K", "5a": "k", "2h": "R" };
  await visitor.newGame({ game: "shogi", sfen: sfen(9, 9, pieces) });
  await visitor.plays("2h", "5h");
  await settles(
    () => page.textContent("#live"),
    "先手、５八飛車（２八から）。王手。",
    "check is heard",
  );
}

/** Moves that are refused, with the reason from the rules' own catalogue. */
async function refused(visitor) {
  const { page } = visitor;
  await visitor.newGame({ game: "shogi" });
  await visitor.taps("7g", "7e");
  await settles(
    () => visitor.notice(),
    "歩兵はそのようには動けません（動き：前に1マス動く）。",
    "a pawn's two steps",
  );
  await visitor.act("type");
  await page.fill("#typed", "P*5e");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() =>
    document.querySelector("#typed-said").textContent.includes("持ち駒"),
  );
  equal(
    await page.textContent("#typed-said"),
    "持ち駒に歩兵がありません。",
    "a drop of what isn't there",
  );
  await page.keyboard.press("Escape");
  equal(
    await page.$$eval(".by-rank text", (all) => all.map((each) => each.textContent).join("")),
    "一二三四五六七八九",
    "coordinates as the readers are used to",
  );
}

/** What is found in the text of a game is said in Japanese. */
async function found(visitor) {
  const { page } = visitor;
  await visitor.toLobby();
  await page.check("#game-own");
  await page.fill("#own-text", "files=9\nranks=9\nnonsense=1\nking:K:K:玉:e1\n");
  const first = page.locator(".findings .fatal button").first();
  await settles(
    () => first.textContent(),
    "3行目1文字目：「nonsense」というキーはありません",
    "a finding",
  );
  await settles(() => page.textContent("#own-verdict"), "エラー：1件", "how many");
}

/** What the server refuses is said in the reader's language too, and so is the feed's address. */
async function served(visitor) {
  const { page, server } = visitor;
  await page.goto(`${server.url}#/g/nothing12345`);
  await settles(
    () => page.textContent("main h1 + p"),
    "「nothing12345」という対局はありません",
    "a game that isn't there",
  );
  await page.goto(`${server.url}#/`);
}

/** The choice in the settings is remembered; back to the browser's. */
async function switched(visitor) {
  const { page } = visitor;
  const choose = async (value, expected) => {
    await page.click("#open-settings");
    const loaded = page.waitForEvent("load");
    await page.selectOption("#set-language", value);
    await loaded;
    await page.waitForFunction((wanted) => document.documentElement.lang === wanted, expected);
    await page.waitForSelector("svg.board");
  };
  await settles(() => page.textContent("#open-settings"), "設定", "the settings' button");
  await choose("en", "en");
  await settles(() => page.textContent("#open-settings"), "Settings", "in English");
  const letters = () => page.$$eval(".by-rank text", (all) => all[0].textContent);
  await settles(letters, "a", "with its coordinates");
  await page.reload();
  await page.waitForSelector("svg.board");
  await settles(() => lang(page), "en", "remembered");
  await choose("auto", "ja");
  await settles(letters, "一", "and back");
}

/** Screens at two sizes and in both themes. */
async function screens(browser, server, colorScheme) {
  const visitor = await Visitor.come(browser, server, { ...JAPANESE, colorScheme });
  const { page } = visitor;
  const look = async (what) => {
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await settles(
        () => overflows(page),
        "",
        `${what} at ${size.width} × ${size.height}, ${colorScheme}`,
      );
    }
    await audit(visitor, `${what}, in Japanese, ${colorScheme}`);
  };
  await settles(() => lang(page), "ja", "chosen by the browser");
  await settles(() => page.textContent("#new-title"), "新しい対局", "the lobby");
  await look("the lobby");
  await page.click(".card a.quiet");
  const power = await page.textContent(".piece-card > p");
  check(KANA.test(power), `a piece's moves: ${power}`);
  const words = await page.textContent(".rules-page");
  check(words.includes("持ち駒") && words.includes("対局の終わり"), "the whole game in words");
  await look("the rules");
  for (const game of ["ito", "suzumu"]) {
    await visitor.newGame({ game });
    await visitor.tap(visitor.game.moves[0].from);
    await look(`${game}, a piece chosen`);
    await page.keyboard.press("Escape");
  }
  await page.click("#open-settings");
  await page.waitForSelector("dialog[open] #set-name");
  await look("the settings");
  await visitor.leave();
}

export default async function japanese(browser, server) {
  await chosenByBrowser(browser, server);
  const visitor = await Visitor.come(browser, server, JAPANESE);
  for (const each of [burn, handicap, flip, heardCheck, refused, switched, found, served]) {
    await each(visitor);
  }
  await visitor.leave();
  for (const scheme of ["light", "dark"]) await screens(browser, server, scheme);
}
