// Every special move of every game by mouse, by finger on a phone upright and across, and by keys, in both languages and both themes.

import { equal, Visitor } from "./harness.mjs";
import { walk } from "./keyboard.mjs";
import { sfen } from "./positions.mjs";
import { DONE, SCENES as SUZUMU } from "./suzumu.mjs";

/** A game, and scenes of it as Suzumu's are: name, position, what is done, the move that must be sent. A piece in hand is {hand}. */
const strip = (pieces, hands = "-") => sfen(1, 21, { "1a": "k", "1u": "K", ...pieces }, { hands });
const CHESS = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
const OTHERS = {
  ito: [
    ["a capture turns over", strip({ "1l": "P", "1k": "p" }), ["1l", "1k"], "1l1k"],
    ["dropped front up", strip({}, "P"), [{ hand: "P" }, "1k", { pick: "P*1k" }], "P*1k"],
    ["dropped back up", strip({}, "P"), [{ hand: "P" }, "1k", { pick: "+P*1k" }], "+P*1k"],
  ],
  shogi: [
    ["a drop", "4k4/9/9/9/9/9/9/9/4K4 b N 1", [{ hand: "N" }, "5e"], "N*5e"],
    ["promotion", "4k4/9/9/4S4/9/9/9/9/4K4 b - 1", ["5d", "5c", { pick: "5d5c+" }], "5d5c+"],
    ["no promotion", "4k4/9/9/4S4/9/9/9/9/4K4 b - 1", ["5d", "5c", { pick: "5d5c" }], "5d5c"],
  ],
  chess: [
    ["castling", CHESS, ["4h", "2h"], "4h2h"],
    ["long castling", CHESS, ["4h", "6h"], "4h6h"],
    ["a capture in passing", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", ["4d", "5c"], "4d5c"],
    [
      "a pawn becomes a knight",
      "7k/P7/8/8/8/8/8/4K3 w - - 0 1",
      ["8b", "8a", { pick: "8b8a=N" }],
      "8b8a=N",
    ],
  ],
};

const PHONE = { hasTouch: true, isMobile: true };
const WAYS = {
  mouse: { locale: "ja-JP", colorScheme: "dark", viewport: { width: 1280, height: 800 } },
  upright: { ...PHONE, locale: "en-GB", viewport: { width: 390, height: 844 } },
  across: { ...PHONE, locale: "ja-JP", viewport: { width: 844, height: 390 } },
  keys: { locale: "en-GB", colorScheme: "dark", viewport: { width: 1280, height: 800 } },
};

/** Begins a game of two people at this screen, without the form. */
async function begin(visitor, game, position) {
  const { page } = visitor;
  visitor.message = null;
  await visitor.say({ t: "new", game, sfen: position, sente: "human", gote: "human" });
  const isNew = () => visitor.message?.game === game && !visitor.message.moves.length; // not the answer to the move before
  await visitor.until(isNew, `a new game of ${game}`);
  await page.evaluate((id) => (location.hash = `#/g/${id}`), visitor.message.id);
  await page.waitForSelector(`.play:has([data-of="${visitor.message.id}"]) svg.board .piece`);
}

/** Presses what a selector finds: in its middle, or with the focus on it. */
async function press(page, way, selector) {
  const place = page.locator(selector);
  if (way === "keys") {
    await place.focus();
    return page.keyboard.press("Enter");
  }
  await place.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await place.boundingBox();
  const at = [x + width / 2, y + height / 2];
  return way === "mouse" ? page.mouse.click(...at) : page.touchscreen.tap(...at);
}

async function square(page, way, name) {
  if (way !== "keys") return press(page, way, `.cell[data-square="${name}"] .hit`);
  await page.focus('.cell[tabindex="0"]');
  await walk(page, await page.evaluate(() => document.activeElement.dataset.square), name);
  return page.keyboard.press("Enter");
}

async function play(visitor, way, game, [name, position, doings, usi]) {
  const { page } = visitor;
  const what = `${game}, ${name}, by ${way}`;
  await begin(visitor, game, position);
  const count = visitor.sent.length;
  for (const doing of doings) {
    if (doing === DONE && way === "keys") {
      await page.focus('.cell[tabindex="0"]');
      await page.keyboard.press("d");
    } else if (doing === DONE) await press(page, way, "[data-act=done]");
    else if (doing.hand) await press(page, way, `.hand.near .held[data-kind="${doing.hand}"]`);
    else if (doing.pick) {
      await press(page, way, `dialog[open] button:has([data-usi="${doing.pick}"])`);
    } else await square(page, way, doing);
  }
  const sent = () => visitor.sent.slice(count).find(({ t }) => t === "move")?.usi;
  await visitor.until(sent, what).catch(() => {});
  equal(sent(), usi, what);
}

export default async function special(browser, server) {
  const suzumu = SUZUMU.map(([name, pieces, doings, usi]) => {
    const board = { "16p": "K", "1a": "k", ...pieces };
    return [name, sfen(16, 16, board, { skipped: "-" }), doings, usi];
  });
  for (const [way, options] of Object.entries(WAYS)) {
    const visitor = await Visitor.come(browser, server, options);
    for (const [game, scenes] of Object.entries({ ...OTHERS, suzumu })) {
      for (const scene of scenes) await play(visitor, way, game, scene);
    }
    await visitor.leave();
  }
}
