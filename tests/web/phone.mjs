// A phone: 390 × 844, fingers only.

import { check, equal, settles, sticksOut, Visitor } from "./harness.mjs";
import { sfen } from "./positions.mjs";

const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
};

async function board(visitor, game, least) {
  await visitor.newGame({ game });
  const { page } = visitor;
  equal(await sticksOut(page), "", `${game}: nothing sticks out sideways`);
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
  await visitor.until(() => visitor.message.moves.length === 1, "a tapped move");
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
  await visitor.until(() => visitor.message.moves.length === 1, "a drop");
  equal(visitor.message.moves[0], "R*5e", "a drop by two taps");
}

async function zooming(visitor) {
  await visitor.newGame({ game: "suzumu" });
  const { page } = visitor;
  const size = async () => (await page.locator('.cell[data-square="8h"] .hit').boundingBox()).width;
  const before = await size();
  const isLarge = async () => (await size()) > before * 1.3; // a moment after the finger has gone
  const isAsBefore = async () => Math.abs((await size()) - before) < 1;
  await page.getByRole("button", { name: "Zoom in" }).tap();
  await settles(isLarge, true, "the button zooms in");
  await page.getByRole("button", { name: "Whole board" }).tap();
  await settles(isAsBefore, true, "and back");
  await pinch(page);
  await settles(isLarge, true, "two fingers zoom");
  await page.getByRole("button", { name: "Whole board" }).tap();
}

/** One finger down on a square, moved so far, and up again, as the browser tells the page. */
async function swipe(visitor, square, dx, dy) {
  const { x, y, width, height } = await visitor.cell(square).boundingBox();
  await visitor.page.evaluate(
    ([from, to, name]) => {
      const cell = document.querySelector(`.cell[data-square="${name}"]`);
      const send = (type, [clientX, clientY], Kind = PointerEvent) =>
        cell.dispatchEvent(
          new Kind(type, { clientX, clientY, bubbles: true, pointerType: "touch", pointerId: 7 }),
        );
      const middle = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
      send("pointerdown", from);
      for (const at of [middle, to, middle, to]) send("pointermove", at);
      send("pointerup", to);
      send("click", to, MouseEvent);
    },
    [[x + width / 2, y + height / 2], [x + width / 2 + dx, y + height / 2 + dy], square],
  );
}

/** On a zoomed board a finger pans; one that moves less than 8 px taps. */
async function panning(visitor) {
  await visitor.newGame({ game: "suzumu" });
  const { page } = visitor;
  await page.getByRole("button", { name: "Zoom in" }).tap();
  await page.waitForSelector("svg.board.zoomed");
  const seen = () => page.getAttribute("svg.board", "viewBox");
  const chosen = async () => (await visitor.classes("8l")).includes("origin");
  const before = await seen();
  await swipe(visitor, "8l", 5, 5);
  check(await chosen(), "a finger that moves 7 px has tapped");
  equal(await seen(), before, "and moves nothing");
  await visitor.tap("8l");
  await page.waitForSelector(".cell.origin", { state: "detached" });
  await swipe(visitor, "8l", 6, 6);
  check(!(await chosen()), "a finger that moves 8.5 px has not tapped");
  check((await seen()) !== before, `it pans the board: ${before}, ${await seen()}`);
  await page.getByRole("button", { name: "Whole board" }).tap();
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

/**
 * What is needed in every game lies in one row, on the screen, large enough for a thumb. On a page of its own: after the
 * flicks of the others Chromium may take the first tap for one that stops the page still.
 */
async function thumb(browser, server) {
  const visitor = await Visitor.come(browser, server, PHONE);
  const { page } = visitor;
  await visitor.newGame({ game: "shogi" });
  equal(
    await page.textContent(".entry .tip"),
    "Long-press a piece to see its moves.",
    "told for a finger, without keys and buttons of a mouse",
  );
  const boxes = [];
  for (const name of ["Previous move", "Next move", "Flip the board", "Take back", "Resign"]) {
    boxes.push(await page.getByRole("button", { name }).boundingBox());
  }
  for (const box of boxes) {
    check(
      box.width >= 44 && box.height >= 44 && box.y + box.height <= 844,
      `a button for the thumb: ${JSON.stringify(box)}`,
    );
  }
  const rows = boxes.map(({ y }) => Math.round(y / 8)).join();
  equal(new Set(boxes.map(({ y }) => Math.round(y))).size, 2, `in two rows: ${rows}`);
  const top = async () => (await visitor.cell("5i").boundingBox()).y;
  const before = await top();
  await page.getByRole("button", { name: "Flip the board" }).tap();
  await page.waitForFunction(
    (y) => document.querySelector('.cell[data-square="5i"]').getBoundingClientRect().y < y,
    before,
  );
  check(true, "which does what it says");
  await visitor.leave();
}

/** A real finger: down on one square, over to another, up. */
async function dragByFinger(page, from, to) {
  const middle = async (where) => {
    const { x, y, width, height } = await where.boundingBox();
    return { x: x + width / 2, y: y + height / 2 };
  };
  const [start, end] = [await middle(from), await middle(to)];
  const session = await page.context().newCDPSession(page);
  const send = (type, part) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints:
        part === null
          ? []
          : [
              {
                x: start.x + (end.x - start.x) * part,
                y: start.y + (end.y - start.y) * part,
                id: 0,
              },
            ],
    });
  await send("touchStart", 0);
  for (const part of [0.2, 0.4, 0.6, 0.8, 1]) await send("touchMove", part);
  await send("touchEnd", null);
}

/** A piece goes where a finger draws it, from the board and from the hand; the page stays where it is. */
async function dragging(visitor) {
  const { page } = visitor;
  await visitor.newGame({ game: "shogi" });
  await dragByFinger(page, visitor.cell("2g"), visitor.cell("2f"));
  await visitor.until(() => visitor.message.moves.length === 1, "a move by a dragging finger");
  equal(visitor.message.moves[0], "2g2f", "a move by a dragging finger");
  equal(await page.evaluate(() => scrollY), 0, "the page doesn't scroll under the finger");
  await visitor.newGame({ game: "shogi", sfen: "4k4/9/9/9/9/9/9/9/4K4 b RP 1" });
  await dragByFinger(page, page.locator('.hand.near [data-kind="R"]'), visitor.cell("5e"));
  await visitor.until(() => visitor.message.moves.length === 1, "a drop by a dragging finger");
  equal(visitor.message.moves[0], "R*5e", "a drop by a dragging finger");
}

/** The text of what lies on the screen whole and uncovered; "" if it doesn't. */
const inSight = (page, selector) =>
  page.$eval(selector, (each) => {
    const { left, top, right, bottom, height } = each.getBoundingClientRect();
    const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    const seen = document.elementFromPoint(left + 4, (top + bottom) / 2);
    const isWhole = each.scrollWidth <= each.clientWidth;
    return height > 12 && isInside && isWhole && each.contains(seen) ? each.textContent : "";
  });

/** Held across, the whole board, both hands and the buttons of a move are on the screen without scrolling. */
async function across(browser, server) {
  const viewport = { width: 844, height: 390 };
  const visitor = await Visitor.come(browser, server, { ...PHONE, viewport });
  const { page } = visitor;
  for (const game of ["shogi", "suzumu", "ito"]) {
    await visitor.newGame({ game });
    equal(
      await inSight(page, ".status .turn"),
      "Sente to move.",
      `${game} across: whose turn it is`,
    );
    await visitor.tap(visitor.game.moves[0].from);
    equal(await sticksOut(page), "", `${game} across: nothing sticks out sideways`);
    for (const part of ["svg.board", ".hand.near", ".hand.far", ".steps", ".actions"]) {
      const box = await page.locator(part).boundingBox();
      if (!box) continue; // a game without hands
      check(
        box.x >= 0 && box.y >= 0 && box.x + box.width <= 844 && box.y + box.height <= 390,
        `${game} across: ${part} is on the screen: ${JSON.stringify(box)}`,
      );
    }
    const settings = await page.locator("#open-settings").boundingBox();
    check(settings.x + settings.width <= 844, `${game} across: the settings can be reached`);
  }
  await page.keyboard.press("Escape");
  await visitor.act("type");
  await page.fill("#typed", "7g7f");
  await page.keyboard.press("Enter");
  await settles(
    () => inSight(page, "#typed-said"),
    "This does not look like a move (1n1m, P-1m).",
    "across: why a typed move can't be played, with moves that can",
  );
  const [field, side] = [
    await page.locator(".words").boundingBox(),
    await page.locator(".side").boundingBox(),
  ];
  equal(field.width, side.width, "across: the field is as wide as the buttons were");
  await page.keyboard.press("Escape");
  await visitor.act("resign");
  await page.locator("dialog[open] button.danger").click();
  const again = await page.locator("[data-act=again]:visible").boundingBox();
  const result = await page.locator(".status .result").boundingBox();
  check(again.y + again.height <= 390, `across: another game can be had: ${JSON.stringify(again)}`);
  check(result.height > 20, `across: the result is told: ${JSON.stringify(result)}`);
  await visitor.newGame({ game: "shogi", sfen: "4k4/9/4R4/9/9/9/9/9/4K4 w - 1" });
  equal(await inSight(page, ".status .turn"), "Gote to move. Check!", "across: who is in check");
  await visitor.leave();
}

/** The buttons are large enough for a finger and on the screen, their words fit, and their signs are of one family. */
async function buttons(browser, server, locale) {
  for (const viewport of [PHONE.viewport, { width: 844, height: 390 }]) {
    const visitor = await Visitor.come(browser, server, { ...PHONE, viewport, locale });
    for (const game of ["shogi", "suzumu", "ito"]) {
      await visitor.newGame({ game });
      const found = await visitor.page.$$eval(
        ":is(.top nav, .list-head, .actions) :is(button, a)",
        (all, { width, height }) => {
          const shown = all.filter((each) => each.checkVisibility());
          const small = shown.filter((each) => {
            const { left, top, right, bottom } = each.getBoundingClientRect();
            const room = right - left >= 44 && bottom - top >= 44;
            return !room || left < 0 || top < 0 || right > width || bottom > height;
          });
          const cut = shown.filter((each) => each.scrollWidth > each.clientWidth);
          const pens = shown
            .map((each) => each.querySelector("svg.icon"))
            .filter((sign) => sign)
            .map((sign) => {
              const pen = getComputedStyle(sign);
              return [pen.width, pen.height, pen.strokeWidth, pen.stroke, pen.fill].join(" ");
            });
          return {
            small: small.map((each) => each.textContent).join(),
            cut: cut.map((each) => each.textContent).join(),
            pens: new Set(pens).size,
            signs: pens.length,
          };
        },
        viewport,
      );
      const what = `${game}, ${viewport.width} px, ${locale}`;
      equal(found.small, "", `${what}: buttons too small for a finger, or beside the screen`);
      equal(found.cut, "", `${what}: words that don't fit`);
      equal(found.pens, 1, `${what}: signs are drawn with one pen`);
      check(found.signs >= 10, `${what}: signs: ${found.signs}`);
    }
    await visitor.leave();
  }
}

const PLAYED = [
  ["7g", "7f"],
  ["3c", "3d"],
  ["2g", "2f"],
  ["8c", "8d"],
];
/** Heights of a screen, and how wide the board is on it at least: from edge to edge, or as the browser's bars leave room. */
const UPRIGHT = [
  [844, 390],
  [664, 355],
];

/**
 * Board, stands, persons, buttons and the last moves are on one screen without scrolling, and stay where they are when a
 * piece is chosen or something is said.
 */
async function together(browser, server, locale) {
  for (const [height, least] of UPRIGHT) {
    const viewport = { width: 390, height };
    const visitor = await Visitor.come(browser, server, { ...PHONE, viewport, locale });
    const { page } = visitor;
    const what = `${locale}, ${height}`;
    await visitor.newGame({ game: "shogi" });
    for (const [i, squares] of PLAYED.entries()) {
      await visitor.taps(...squares);
      await visitor.until(() => visitor.message.moves.length === i + 1, "a move");
    }
    const onScreen = async (part) => {
      const box = await page.locator(part).first().boundingBox();
      check(
        box.x >= 0 && box.y >= 0 && box.x + box.width <= 390 && box.y + box.height <= height,
        `${what}: ${part} is on the screen: ${JSON.stringify(box)}`,
      );
      return box;
    };
    const parts = [".far-strip", ".hand.far", "svg.board", ".hand.near", ".near-strip", ".steps"];
    const places = async () => {
      const found = [];
      for (const part of parts) found.push(await onScreen(part));
      return JSON.stringify(found);
    };
    const before = await places();
    const stroke = await page.$eval("svg.board .line", (line) => getComputedStyle(line).stroke);
    check(stroke.startsWith("rgb"), `${what}: the board has its lines: ${stroke}`);
    const { width } = await page.locator("svg.board").boundingBox();
    check(width >= least, `${what}: the board is ${width} px wide, at least ${least}`);
    await settles(
      () => page.locator(".moves li:last-child [aria-current]").count(),
      1,
      `${what}: the last move is marked`,
    );
    for (const nth of [2, 3, 4]) await onScreen(`.moves li:nth-child(${nth}) button`);
    equal(await sticksOut(page), "", `${what}: nothing sticks out sideways`);
    await visitor.tap("2f");
    equal(await page.locator(".entry button").count(), 0, `${what}: a pawn needs no buttons`);
    equal(await places(), before, `${what}: choosing a piece moves nothing`);
    await visitor.taps("2f", "2h", "2b");
    await onScreen("#notice.shown");
    equal(await places(), before, `${what}: nor does what is said`);
    await visitor.leave();
  }
}

/** The moves left in a list: each has room for all of its words. */
async function listed(visitor) {
  const { page } = visitor;
  const pieces = {
    "16p": "K",
    "1a": "k",
    "8h": "FD",
    "7d": "p",
    "9d": "s",
    "8d": "g",
    "10h": "LN",
  };
  await visitor.newGame({ game: "suzumu", sfen: sfen(16, 16, pieces, { skipped: "-" }) });
  await visitor.tap("8h");
  await visitor.act("list");
  await page.waitForSelector("dialog[open] .choice-words");
  const found = await page.$$eval("dialog[open] button:has(.choice-words)", (all) => {
    const boxes = all.map((each) => [
      each.getBoundingClientRect(),
      each.querySelector(".choice-words").getBoundingClientRect(),
    ]);
    const cut = boxes.filter(([box, words]) => words.top < box.top || words.bottom > box.bottom);
    return [all.length, cut.length];
  });
  check(found[0] > 20, `moves in the list: ${found[0]}`);
  equal(found[1], 0, "whose words stick out of their line");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
}

/** The end, looking back and what is told beside whose turn it is move no button, and are read whole. */
async function ends(browser, server) {
  for (const viewport of [PHONE.viewport, { width: 844, height: 390 }]) {
    const visitor = await Visitor.come(browser, server, { ...PHONE, viewport });
    const { page } = visitor;
    const what = `${viewport.width} px`;
    const places = () =>
      page.$$eval("[data-act=rules], [data-act=share], .steps", (all) =>
        all.map((each) => Math.round(each.getBoundingClientRect().y)).join(),
      );
    await visitor.newGame({ game: "shogi" });
    const before = await places();
    await visitor.plays("7g", "7f");
    await page.getByRole("button", { name: "Previous move" }).tap();
    await page.locator(".status .past").waitFor();
    equal(await places(), before, `${what}: looking back moves nothing`);
    await page.getByRole("button", { name: "Latest position" }).tap();
    await visitor.act("resign");
    await page.locator("dialog[open] button.danger").click();
    await page.locator(".status .result").waitFor();
    equal(await places(), before, `${what}: nor does the end`);
    for (const part of [".status .result", "[data-act=again]:visible"]) {
      const { x, y, width, height } = await page.locator(part).boundingBox();
      const inside = x >= 0 && x + width <= viewport.width && y + height <= viewport.height;
      check(inside && width > 60, `${what}: ${part} is on the screen: ${[x, y, width, height]}`);
    }
    await page.getByRole("button", { name: "Previous move" }).tap();
    await page.locator(".status .past").waitFor();
    equal(await places(), before, `${what}: nor looking back then`);
    equal(await sticksOut(page), "", `${what}: nothing sticks out sideways`);
    await visitor.leave();
  }
}

/** A hint below the board is shown whole or not at all. */
async function hints(browser, server, locale) {
  for (const width of [390, 360]) {
    const visitor = await Visitor.come(browser, server, {
      ...PHONE,
      locale,
      viewport: { width, height: 844 },
    });
    const { page } = visitor;
    await visitor.newGame({ game: "shogi" });
    for (const words of [
      "short",
      await page.textContent(".entry .tip"),
      "a hint so long ".repeat(8),
    ]) {
      const found = await page.$eval(
        ".entry .tip",
        (tip, text) => {
          tip.textContent = text;
          const range = document.createRange();
          range.selectNodeContents(tip);
          const box = tip.closest(".words").getBoundingClientRect();
          return [...range.getClientRects()]
            .filter(({ top }) => top < box.bottom - 1)
            .map(({ left, right }) => left >= box.left - 1 && right <= box.right + 1);
        },
        words,
      );
      check(found.every(Boolean), `${locale}, ${width} px: whole or not at all: "${words}"`);
      if (words === "short") equal(found.length, 1, "what fits is shown");
      if (words.length > 99) equal(found.length, 0, "what doesn't is not");
    }
    await visitor.leave();
  }
}

/** What is asked on a square stays on it when the phone is turned. */
async function turned(visitor) {
  const { page } = visitor;
  await visitor.newGame({ game: "shogi", sfen: "4k4/9/9/4S4/9/9/9/9/4K4 b - 1" });
  await visitor.taps("5d", "5c");
  await page.waitForSelector("dialog.faces");
  const off = async () => {
    const [choice, square] = await page.evaluate(() =>
      ["dialog.faces button", '.cell[data-square="5c"] .hit'].map((each) =>
        document.querySelector(each).getBoundingClientRect(),
      ),
    );
    const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
    const [[x, y], [u, v]] = [middle(choice), middle(square)];
    return Math.hypot(x - u, y - v) < square.height / 2;
  };
  check(await off(), "the first face lies on the square");
  await page.setViewportSize({ width: 844, height: 390 });
  await settles(off, true, "and still does on the turned phone");
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 390, height: 844 });
}

export default async function phone(browser, server) {
  const visitor = await Visitor.come(browser, server, PHONE);
  equal(await sticksOut(visitor.page), "", "the lobby fits");
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
  await listed(visitor);
  await zooming(visitor);
  await panning(visitor);
  await dragging(visitor);
  await turned(visitor);
  await visitor.leave();
  await thumb(browser, server);
  for (const locale of ["en-GB", "ja-JP"]) await together(browser, server, locale);
  for (const locale of ["en-GB", "ja-JP"]) await buttons(browser, server, locale);
  for (const locale of ["en-GB", "ja-JP"]) await hints(browser, server, locale);
  await ends(browser, server);
  await across(browser, server);
}
