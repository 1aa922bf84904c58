// Keyboard only: from the lobby through moves, a burn, a promotion and a drop to resigning.

import { check, equal, Visitor } from "./harness.mjs";
import { sfen } from "./positions.mjs";

/** Tab until something matches; the way a person gets there without a mouse. */
async function tabTo(page, selector, most = 80) {
  for (let i = 0; i < most; i++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) {
      return true;
    }
    await page.keyboard.press("Tab");
  }
  check(false, `Tab never reaches ${selector}`);
  return false;
}

export async function walk(page, from, to) {
  const file = (name) => parseInt(name, 10);
  const rank = (name) => name.charCodeAt(name.length - 1);
  const dx = file(from) - file(to);
  const dy = rank(to) - rank(from);
  for (let i = 0; i < Math.abs(dx); i++) {
    await page.keyboard.press(dx > 0 ? "ArrowRight" : "ArrowLeft");
  }
  for (let i = 0; i < Math.abs(dy); i++) {
    await page.keyboard.press(dy > 0 ? "ArrowDown" : "ArrowUp");
  }
}

const focused = (page) => page.evaluate(() => document.activeElement?.dataset?.square ?? null);

async function go(page, to) {
  await walk(page, await focused(page), to);
  await page.keyboard.press("Enter");
}

async function start(visitor) {
  const { page } = visitor;
  await page.focus(".brand");
  await tabTo(page, "#game-shogi"); // the first, and chosen
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await tabTo(page, "#opponent-engine");
  for (let i = 0; i < 4 && !(await page.isChecked("#opponent-human")); i++) {
    await page.keyboard.press("ArrowDown");
  }
  await tabTo(page, ".new-game button[type=submit]");
  await page.keyboard.press("Enter");
  await visitor.until(() => visitor.message, "a game by keys");
  equal(visitor.message.game, "rutherford", "the arrow keys choose the game");
  equal(visitor.message.gote, "human", "and the opponent");
  await page.waitForSelector("svg.board");
}

async function strip(visitor) {
  const { page } = visitor;
  await tabTo(page, ".cell");
  const first = await focused(page);
  await page.keyboard.press("ArrowRight");
  check((await focused(page)) !== first, "an arrow key walks along the strip");
  const name = await page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  check(/^1[a-q], /.test(name), `the square says its name: ${name}`);
}

async function burn(visitor) {
  const { page } = visitor;
  await visitor.newGame({
    game: "suzumu",
    sfen: sfen(
      16,
      16,
      { "16p": "K", "1a": "k", "8h": "FD", "7d": "p", "9d": "p" },
      { skipped: "-" },
    ),
  });
  await page.focus('.cell[tabindex="0"]');
  await go(page, "8h");
  check((await page.textContent("#live")).includes("fire demon"), "the choice is announced");
  await go(page, "8e");
  await go(page, "7d");
  await tabTo(page, "[data-act=done]");
  await page.keyboard.press("Enter");
  await visitor.until(() => visitor.message.moves.length === 1, "a burn by keys");
  equal(visitor.message.moves[0], "8h7d8e", "a burn by keys");
  check((await page.textContent("#live")).includes("takes pawn"), "the move is announced");
}

async function promotionAndDrop(visitor) {
  const { page } = visitor;
  await visitor.newGame({ game: "okisaki", sfen: "4k5/10/10/4P5/10/10/10/10/10/5K4 b G 1" });
  await page.focus('.cell[tabindex="0"]');
  await go(page, "6d");
  await go(page, "6c");
  await page.waitForSelector("dialog[open]");
  await tabTo(page, 'button:has([data-usi="6d6c+"])');
  await page.keyboard.press("Enter");
  await visitor.until(() => visitor.message.moves.length === 1, "a promotion by keys");
  equal(visitor.message.moves[0], "6d6c+", "a promotion by keys");
  check((await focused(page)) === "6c", "the board keeps the focus");
  await go(page, "6a");
  const escape = (await visitor.classes("6a")).includes("origin");
  await page.keyboard.press("Escape");
  check(escape && !(await visitor.classes("6a")).includes("origin"), "Esc lets go of a piece");
  await go(page, "6a");
  await go(page, "7a");
  await visitor.until(() => visitor.message.moves.length === 2, "the king's move");
  await page.focus(".skip-link");
  await tabTo(page, '.held[data-kind="G"]');
  await page.keyboard.press("Enter");
  await tabTo(page, ".cell");
  await go(page, "5e");
  await visitor.until(() => visitor.message.moves.length === 3, "a drop by keys");
  equal(visitor.message.moves[2], "G*5e", "a drop by keys");
}

async function steppingAndResigning(visitor) {
  const { page } = visitor;
  await page.keyboard.press("[");
  check((await page.textContent(".status")).includes("Move 2 of 3"), "[ steps back");
  await page.keyboard.press("]");
  await tabTo(page, "[data-act=resign]");
  await page.keyboard.press("Enter");
  await page.waitForSelector("dialog[open]");
  await tabTo(page, "dialog[open] .danger");
  await page.keyboard.press("Enter");
  await visitor.until(() => visitor.message.result, "resignation by keys");
  check((await page.textContent(".status .result")).includes("Sente won"), "the result is shown");
}

/** The list of moves is one stop, on the move that is looked at; arrows go through the game and stay in it. */
async function listOfMoves(visitor) {
  const { page } = visitor;
  await visitor.newGame({ game: "shogi" });
  for (const squares of [
    ["7g", "7f"],
    ["3c", "3d"],
    ["2g", "2f"],
  ]) {
    await visitor.plays(...squares);
  }
  await page.locator(".moves li:nth-child(3) [aria-current]").waitFor();
  const stops = () =>
    page.$$eval(".moves, .moves *", (all) =>
      all.filter((each) => each.tabIndex >= 0).map((each) => each.textContent),
    );
  equal((await stops()).join(), "P-2f", "one stop");
  await page.focus('.cell[tabindex="0"]');
  await tabTo(page, ".moves button");
  const at = () =>
    page.evaluate(() => document.activeElement.closest(".moves button")?.textContent);
  for (const [key, move] of [
    ["ArrowUp", "P-3d"],
    ["ArrowLeft", "P-7f"],
    ["Home", "Start"],
    ["ArrowUp", "Start"],
    ["ArrowDown", "P-7f"],
    ["End", "P-2f"],
    ["ArrowRight", "P-2f"],
    ["ArrowUp", "P-3d"],
  ]) {
    await page.keyboard.press(key);
    equal(await at(), move, `${key} in the list`);
    equal((await stops()).join(), move, `${key}: still one stop`);
  }
  check((await page.textContent(".status")).includes("Move 2 of 3"), "the board follows");
  await page.keyboard.press("Tab");
  equal(await at(), undefined, "Tab leaves the list");
}

async function visibleFocus(visitor) {
  const { page } = visitor;
  await page.focus('.cell[tabindex="0"]');
  await page.keyboard.press("ArrowUp");
  const width = await page.evaluate(
    () => getComputedStyle(document.activeElement.querySelector(".hit")).strokeWidth,
  );
  check(parseFloat(width) >= 3, `the focused square has an edge (${width})`);
}

export default async function keyboard(browser, server) {
  const visitor = await Visitor.come(browser, server);
  for (const each of [
    start,
    strip,
    visibleFocus,
    burn,
    promotionAndDrop,
    steppingAndResigning,
    listOfMoves,
  ]) {
    await each(visitor);
  }
  await visitor.leave();
}
