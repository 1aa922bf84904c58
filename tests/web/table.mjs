// The table of a game: what never moves and is never covered, the hands, the choice of a face.

import { check, equal, settles, Visitor } from "./harness.mjs";

const SIZES = {
  desktop: { viewport: { width: 1400, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};
const HELD = "4k4/9/9/4S4/9/9/9/9/4K4 b RP 1";

const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
const places = (page, selector) =>
  page.$$eval(selector, (all) =>
    all.map((each) => {
      const { x, y } = each.getBoundingClientRect();
      return `${Math.round(x)},${Math.round(y + scrollY)}`;
    }),
  );

/** The buttons that step through a game stay under the pointer, whatever is said beside them. */
async function navigation(visitor, size) {
  const { page } = visitor;
  await visitor.newGame({ game: "shogi" });
  const row = async () => (await places(page, ".steps button")).join(" ");
  const before = await row();
  const [name, about] = await page.evaluate(() =>
    ["name", "about"].map((each) =>
      document.querySelector(`.near-strip .${each}`).getBoundingClientRect().toJSON(),
    ),
  );
  check(
    size === "phone" ? about.x >= name.x + name.width : about.y >= name.y + name.height - 1,
    `${size}: the side stands below the name, on a phone beside it: ${JSON.stringify([name, about])}`,
  );
  const bare = await page
    .locator(".actions button")
    .evaluateAll((buttons) =>
      buttons
        .filter((button) => !button.querySelector("svg.icon path"))
        .map((button) => button.textContent),
    );
  equal(bare.join(), "", `${size}: every act has its sign`);
  for (const [i, squares] of [
    ["7g", "7f"],
    ["3c", "3d"],
    ["2g", "2f"],
  ].entries()) {
    await visitor.taps(...squares);
    await visitor.until(() => visitor.message.moves.length === i + 1, "a move");
  }
  const back = middle(await page.getByRole("button", { name: "Previous move" }).boundingBox());
  for (let ply = 2; ply >= 0; ply--) {
    await page.mouse.click(...back);
    const words = await page.textContent(".status");
    check(
      words.includes(`Move ${ply} of 3`),
      `${size}: the same spot steps back to ${ply}: ${words}`,
    );
  }
  equal(await row(), before, `${size}: looking back moves no button`);
  await page.getByRole("button", { name: "Latest position" }).click();
  await visitor.act("draw");
  await page.getByRole("button", { name: "Decline" }).waitFor();
  equal(await row(), before, `${size}: nor does an offer`);
  await visitor.act("resign");
  await page.click("dialog[open] .danger");
  await page.waitForSelector(".status .result");
  equal(await row(), before, `${size}: nor does the result`);
}

/** Messages lie beside the board, and end with their game. */
async function messages(visitor, size) {
  const { page } = visitor;
  await visitor.newGame({ game: "shogi" });
  await visitor.taps("2h", "2e");
  const said = await page.locator("#notice.shown").boundingBox();
  const board = await page.locator("svg.board").boundingBox();
  const apart =
    said.x >= board.x + board.width ||
    said.y >= board.y + board.height ||
    said.y + said.height <= board.y;
  check(apart, `${size}: the reason lies beside the board: ${JSON.stringify([said, board])}`);
  await page.goto(`${visitor.server.url}#/g/${visitor.message.id}x`);
  await page.getByRole("heading", { name: "Game not found" }).waitFor();
  equal(await visitor.notice(), "", `${size}: what one game said is over in the next`);
}

/** Promoted first in every game, right on the square, with the focus. */
async function faces(visitor, size) {
  const { page } = visitor;
  for (const [game, sfen, from, to] of [
    ["shogi", HELD, "5d", "5c"],
    ["okisaki", "4k5/10/10/4P5/10/10/10/10/10/5K4 b G 1", "6d", "6c"],
    ["suzumu", null, "8f", "8e"],
  ]) {
    const rows = "k15/16/16/16/16/8P7/16/16/16/16/16/16/16/16/16/K15 b - 1 -";
    await visitor.newGame({ game, sfen: sfen ?? rows });
    await visitor.taps(from, to);
    await page.waitForSelector("dialog.faces[open]");
    const offered = await page.$$eval("dialog.faces [data-usi]", (all) =>
      all.map((each) => each.dataset.usi),
    );
    equal(offered.join(), `${from}${to}+,${from}${to}`, `${game}, ${size}: promotion first`);
    const first = page.locator("dialog.faces button").first();
    check(
      await first.evaluate((each) => each === document.activeElement),
      `${game}, ${size}: Enter promotes`,
    );
    const at = middle(await first.boundingBox());
    const square = middle(await visitor.cell(to).locator(".hit").boundingBox());
    check(
      Math.hypot(at[0] - square[0], at[1] - square[1]) < 2,
      `${game}, ${size}: it lies on its square: ${at}, ${square}`,
    );
    await page.keyboard.press("Escape");
    check(!(await visitor.dialogOpen()), `${game}, ${size}: Esc closes the choice`);
    check(!visitor.message.moves.length, `${game}, ${size}: and plays nothing`);
    if (game !== "shogi") continue;
    await page.waitForSelector("dialog.faces", { state: "detached" }); // the choice is over then
    await visitor.taps(from, to);
    const dialog = page.locator("dialog.faces[open]");
    const dimmed = await dialog.evaluate((each) => getComputedStyle(each, "::backdrop").background);
    check(dimmed.includes("rgba(0, 0, 0, 0)"), `${size}: the board isn't dimmed: ${dimmed}`);
    equal(
      (
        await dialog.locator("button").evaluateAll((all) => all.map((each) => each.ariaLabel))
      ).join(),
      "Promote: promoted silver,Don’t promote: silver general",
      `${size}: the faces in words`,
    );
    await page.keyboard.press("Escape");
  }
}

const kindsShown = (page) =>
  page.$$eval(".hand.near > *", (all) =>
    all.filter((each) => each.matches(".held, .slot")).map((each) => each.dataset.kind ?? "-"),
  );

/** Each kind has its place, strong ones first, whether it is held or not. */
async function slots(visitor) {
  const { page } = visitor;
  await visitor.newGame({ game: "shogi", sfen: "4k4/9/9/9/9/9/9/9/4K4 b RBGSNLP 1" });
  equal((await kindsShown(page)).join(""), "RBGSNLP", "the hand's order");
  const before = (await places(page, '.hand.near [data-kind="N"]')).join();
  await visitor.newGame({ game: "shogi", sfen: "4k4/9/9/9/9/9/9/9/4K4 b 2N 1" });
  equal((await kindsShown(page)).join(""), "----N--", "a kind alone keeps its place in the order");
  equal((await places(page, '.hand.near [data-kind="N"]')).join(), before, "and on the screen");
}

/** From the hand to the board by mouse; beside the board nothing happens. */
async function dropping(visitor) {
  const { page } = visitor;
  await visitor.newGame({ game: "shogi", sfen: HELD });
  const held = page.locator('.hand.near [data-kind="R"]');
  const [x, y] = middle(await held.boundingBox());
  const drag = async (to) => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move((x + to[0]) / 2, (y + to[1]) / 2);
    await page.mouse.move(...to);
    await page.mouse.up();
  };
  await drag([x, 20]);
  equal(
    await held.getAttribute("aria-pressed"),
    "false",
    "a piece let go beside the board is back",
  );
  check(!visitor.message.moves.length, "and nothing is played");
  await drag(middle(await visitor.cell("3e").boundingBox()));
  await visitor.until(() => visitor.message.moves.length === 1, "a drop by dragging");
  equal(visitor.message.moves[0], "R*3e", "a drop by dragging");
  equal(await page.locator(".dragged").count(), 0, "the dragged picture is gone");
}

/** The second leg of a lion's move begins where the first ended, and the lion is seen there. */
async function secondLeg(visitor) {
  const { page } = visitor;
  const rows = "k15/16/16/16/16/8s7/8p7/8{LN}7/16/16/16/16/16/16/16/K15 b - 1 -";
  await visitor.newGame({ game: "suzumu", sfen: rows });
  const drag = async (from, to) => {
    const [x, y] = middle(await visitor.cell(from).boundingBox());
    const [u, v] = middle(await visitor.cell(to).boundingBox());
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move((x + u) / 2, (y + v) / 2);
    await page.mouse.move(u, v);
    await page.mouse.up();
  };
  const label = (square) => visitor.cell(square).getAttribute("aria-label");
  await drag("8h", "8g");
  check(
    (await label("8g")).includes("lion"),
    `during its move the lion is on 8g: ${await label("8g")}`,
  );
  check(!(await label("8h")).includes("lion"), `and no longer on 8h: ${await label("8h")}`);
  equal(await visitor.cell("8g").locator(".cross").count(), 0, "8g has no cross over the lion");
  check(!(await visitor.classes("8h")).includes("movable"), "nothing can be dragged from 8h");
  await drag("8g", "8f");
  await visitor.until(() => visitor.message.moves.length === 1, "a second leg by dragging");
  equal(visitor.message.moves[0], "8h8g8f", "both are taken, and the lion ends on 8f");
  await visitor.newGame({ game: "suzumu", sfen: rows });
  await drag("8h", "8g");
  await drag("8g", "8h");
  await visitor.until(() => visitor.message.moves.length === 1, "a capture without moving");
  equal(visitor.message.moves[0], "8h8g8h", "dragged home, it captures from afar");
}

/** Leaving the list of moves, by Esc or by a click beside it, keeps the squares that were clicked. */
async function listLeft(visitor) {
  const { page } = visitor;
  const rows = "k15/16/16/16/16/8p7/8p7/8{LN}7/16/16/16/16/16/16/16/K15 b - 1 -";
  await visitor.newGame({ game: "suzumu", sfen: rows });
  await visitor.taps("8h", "8g");
  for (const [how, leave] of [
    ["Esc", () => page.keyboard.press("Escape")],
    ["a click beside it", () => page.mouse.click(5, 5)],
  ]) {
    await visitor.act("list");
    await leave();
    check(!(await visitor.dialogOpen()), `${how} closes the list`);
    check(
      (await visitor.classes("8g")).includes("clicked"),
      `${how}: the square clicked before is still chosen`,
    );
  }
  await visitor.tap("8f");
  await visitor.until(() => visitor.message.moves.length === 1, "the move goes on");
  equal(visitor.message.moves[0], "8h8g8f", "and the move goes on from there");
}

/** A zoomed board is moved by the mouse, keeps its coordinates in sight, and is zoomed by buttons and keys. */
async function zooming(visitor) {
  const { page } = visitor;
  await visitor.newGame({ game: "suzumu" });
  const seen = () => page.getAttribute("svg.board", "viewBox");
  const whole = await seen();
  await page.getByRole("button", { name: "Zoom in" }).click();
  const zoomed = await seen();
  check(zoomed !== whole, `the button zooms in: ${zoomed}`);
  const board = await page.locator("svg.board").boundingBox();
  for (const [texts, side] of [
    [".by-rank text", "right"],
    [".by-file text", "top"],
  ]) {
    const gaps = await page.$$eval(
      texts,
      (all, [edge, box]) =>
        all.map((each) => {
          const { x, y, width } = each.getBoundingClientRect();
          return edge === "top" ? y - box.y : box.x + box.width - x - width;
        }),
      [side, board],
    );
    check(
      gaps.every((gap) => gap > -1 && gap < 24),
      `the coordinates stay at the edge: ${side} ${gaps.map(Math.round)}`,
    );
  }
  const [x, y] = middle(board);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y + 40, { steps: 4 });
  await page.mouse.up();
  const panned = await seen();
  check(panned !== zoomed, `the mouse moves it: ${zoomed}, ${panned}`);
  await page.mouse.move(x, y);
  equal(await seen(), panned, "and lets it go");
  equal(await page.locator(".cell.origin").count(), 0, "a board that was moved was not clicked");
  await page.focus('.cell[tabindex="0"]');
  await page.keyboard.press("0");
  equal(await seen(), whole, "a key shows the whole board");
  await page.keyboard.press("+");
  equal(await page.locator("svg.board.zoomed").count(), 1, "and another zooms in");
}

/** A game in which nobody moved is not among the earlier ones; an address of nothing is told. */
async function lobby(visitor) {
  const { page } = visitor;
  await visitor.newGame({ game: "shogi" });
  const { id } = visitor.message;
  await page.goto(`${visitor.server.url}#/`);
  await page.waitForSelector(".earlier h2");
  equal(await page.locator(`.earlier a[href="#/g/${id}"]`).count(), 0, "an empty game is not kept");
  await page.goto(`${visitor.server.url}#/nowhere`);
  await page.locator("#notice.shown", { hasText: "nothing at this address" }).waitFor();
}

/** A stand is as tall as the board and lies at it; on a phone it is a row as wide as the board, above or below. */
async function stands(browser, server) {
  const sfen = "4k4/9/9/9/9/9/9/9/4K4 b R2P2b 1";
  for (const [width, height] of [
    [1920, 1080],
    [1400, 900],
    [1280, 720],
    [844, 390],
    [390, 844],
  ]) {
    const visitor = await Visitor.come(browser, server, { viewport: { width, height } });
    const { page } = visitor;
    const size = `${width} × ${height}`;
    const box = async (selector) => {
      await page.waitForSelector(selector);
      return page.locator(selector).first().boundingBox();
    };
    await visitor.newGame({ game: "shogi", sfen });
    const [board, far, near] = [
      await box("svg.board"),
      await box(".hand.far"),
      await box(".hand.near"),
    ];
    const square = await box('.cell[data-square="5e"] .hit');
    const held = await box('.hand.near [data-kind="R"]');
    if (width > height) {
      check(Math.abs(far.height - board.height) < 2, `${size}: as tall: ${far.height}`);
      check(Math.abs(near.height - board.height) < 2, `${size}: both: ${near.height}`);
      check(Math.abs(near.y - board.y) < 2, `${size}: beside it: ${near.y}, ${board.y}`);
      const gaps = [board.x - far.x - far.width, near.x - board.x - board.width];
      check(
        gaps.every((gap) => gap >= 0 && gap < 8),
        `${size}: glued to it: ${gaps}`,
      );
      check(
        held.height >= 0.9 * square.height,
        `${size}: pieces as large as on the board: ${held.height}, ${square.height}`,
      );
    } else {
      check(far.y + far.height <= board.y + 1, `${size}: a row above`);
      check(near.y >= board.y + board.height - 1, `${size}: a row below`);
      check(Math.abs(far.width - board.width) < 2, `${size}: as wide: ${far.width}`);
      check(far.height < 64, `${size}: one row: ${far.height}`);
    }
    equal(await page.locator(".hand.near .slot").count(), 5, `${size}: places of what isn't held`);
    await visitor.newGame({ game: "shogi", sfen: "4k4/9/9/9/9/9/9/9/4K4 b RBGSNLPrbgsnlp 1" });
    await page.waitForFunction(() => document.querySelectorAll(".hand [data-kind]").length === 14);
    const center = middle(await box("svg.board"));
    for (const kind of "RBGSNLP") {
      const [own, other] = [
        middle(await box(`.hand.near [data-kind="${kind}"]`)),
        middle(await box(`.hand.far [data-kind="${kind}"]`)),
      ];
      const off = own.map((at, i) => Math.abs(at + other[i] - 2 * center[i]));
      check(
        Math.max(...off) < 6,
        `${size}: ${kind} of the far stand is the near one's, turned by half a circle: ${off}`,
      );
    }
    await visitor.leave();
  }
}

/** As long as a list of moves may be, what is seen of it begins with a whole line, and the move looked at is in sight. */
async function wholeLines(browser, server) {
  const visitor = await Visitor.come(browser, server);
  const { page } = visitor;
  await page.locator(".models a").first().click();
  await page.waitForSelector(".moves li");
  await page.keyboard.press("}");
  const cut = () =>
    page.$eval(".moves", (box) => {
      const { top, bottom } = box.getBoundingClientRect();
      const rows = [...box.querySelectorAll("li")].map((each) => each.getBoundingClientRect());
      const now = box.querySelector("[aria-current]").getBoundingClientRect();
      const halves = rows.filter((row) => row.top < top && row.bottom > top + 2);
      return `${halves.length}, ${now.top >= top && now.bottom <= bottom}`;
    });
  await settles(cut, "0, true", "at the latest move");
  check((await page.$eval(".moves", (box) => box.scrollTop)) > 0, "of a list that is scrolled");
  for (const key of ["[", "[", "{", "]", "}"]) {
    await page.keyboard.press(key);
    await settles(cut, "0, true", `after ${key}`);
  }
  await visitor.leave();
}

/** On a tablet everything that a move needs is in sight, beside the board where it lies across. */
async function tablets(browser, server) {
  const viewport = { width: 1280, height: 800 };
  const visitor = await Visitor.come(browser, server, { viewport });
  const { page } = visitor;
  for (const game of ["shogi", "suzumu", "ito"]) {
    await page.setViewportSize(viewport);
    await visitor.newGame({ game });
    for (const [width, height] of [
      [1024, 768],
      [820, 600],
      [768, 1024],
    ]) {
      await page.setViewportSize({ width, height });
      const beside = width > height && game !== "ito";
      const what = `${game}, ${width} × ${height}`;
      const faults = () =>
        page.evaluate(
          ([across, line]) => {
            const seen = (name) =>
              [...document.querySelectorAll(name)].map((each) => each.getBoundingClientRect());
            const [board] = seen("svg.board");
            const [side] = seen(".side");
            const parts = seen(".person-strip, .steps, .actions button:not([hidden]), .words");
            const found = [];
            if (parts.some(({ right, bottom }) => right > innerWidth || bottom > innerHeight)) {
              found.push("something is out of sight");
            }
            if (across && side.left < board.right) found.push("the panel isn't beside the board");
            const most = Math.min(innerHeight, 0.62 * innerWidth); // what a board may hope for
            if (!line && board.height < 0.66 * most && board.width < 0.66 * most) {
              found.push(`the board is ${board.width} × ${board.height}`);
            }
            for (const button of document.querySelectorAll(".actions button span")) {
              if (button.scrollWidth > button.parentElement.clientWidth + 1) {
                found.push(`cut: ${button.textContent}`);
              }
            }
            return found.join("; ");
          },
          [beside, game === "ito"],
        );
      await settles(faults, "", what);
    }
  }
  await page.setViewportSize({ width: 768, height: 1024 });
  await visitor.newGame({ game: "shogi" });
  await visitor.act("resign");
  await page.click("dialog[open] .danger");
  await page.locator(".status .result").waitFor();
  const again = async () => {
    const { y, height } = await page.locator("[data-act=again]:visible").boundingBox();
    return y + height <= 1024;
  };
  await settles(again, true, "the next game is in sight at the end of one");
  await visitor.leave();
}

export default async function table(browser, server) {
  await tablets(browser, server);
  for (const [size, options] of Object.entries(SIZES)) {
    const visitor = await Visitor.come(browser, server, options);
    for (const each of [navigation, messages, faces]) await each(visitor, size);
    await visitor.leave();
  }
  await stands(browser, server);
  await wholeLines(browser, server);
  const visitor = await Visitor.come(browser, server);
  for (const each of [slots, dropping, secondLeg, listLeft, zooming, lobby]) await each(visitor);
  await visitor.leave();
}
