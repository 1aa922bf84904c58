// Ways to enter moves and to look around: typed, asked about first, entered for later; keys, the wheel, arrows drawn by hand.

import { readFileSync } from "node:fs";
import { check, equal, settles, Visitor } from "./harness.mjs";

const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
const at = async (visitor, square) =>
  middle(await visitor.cell(square).locator(".hit").boundingBox());

async function playOut(visitor, moves) {
  for (const [from, to] of moves) await visitor.plays(from, to);
}

/** Every notation is read by the rules; what is wrong is said, and nothing is sent. */
async function typed(visitor) {
  const { page } = visitor;
  await visitor.newGame({ game: "shogi" });
  await page.click("h1.game-title"); // nothing has the focus
  await page.keyboard.press("t");
  await page.waitForSelector("#typed");
  await settles(() => page.inputValue("#typed"), "", "the key itself is not written");
  const said = () => page.textContent(".typed-said");
  for (const [text, usi, words] of [
    ["7g7f", "7g7f", "pawn 7g to 7f"],
    ["P-3d", "3c3d", "pawn 3c to 3d"],
    ["２六歩", "2g2f", "pawn 2g to 2f"],
    ["b7b6", "8c8d", "pawn 8c to 8d"],
    ["+2625FU", "2f2e", "pawn 2f to 2e"],
    ["32ki", "4a3b", "gold general 4a to 3b"],
    ["8822UM", "8h2b+", "bishop 8h to 2b, takes bishop on 2b, promotes to dragon horse"],
    ["22GI", "3a2b", "silver general 3a to 2b, takes dragon horse on 2b"],
    ["0055KA", "B*5e", "bishop dropped on 5e"],
    ["P-8e", "8d8e", "pawn 8d to 8e"],
  ]) {
    await page.fill("#typed", text);
    await settles(said, words, `${text}: what it means`);
    const count = visitor.message.moves.length;
    await page.keyboard.press("Enter");
    await visitor.until(() => visitor.message.moves.length > count, text);
    equal(visitor.message.moves.at(-1), usi, `${text} is played`);
    await settles(() => page.inputValue("#typed"), "", "the field is free for the next move");
  }
  for (const [text, reason] of [
    ["", "Type a move first."],
    ["G-5h", "It matches 2 moves"],
    ["nonsense", "does not look like a move"],
    ["99XX", "does not look like a move"],
    ["56KI", "gold general"],
    ["33TO", "There is no tokin"],
  ]) {
    await page.fill("#typed", text);
    await page.keyboard.press("Enter");
    const isSaid = async () => (await said()).includes(reason);
    await settles(isSaid, true, `"${text}": ${reason}`);
  }
  equal(visitor.message.moves.length, 10, "and nothing more was sent");
  await page.keyboard.press("Escape");
  await settles(() => page.locator("#typed").count(), 0, "Esc closes the field");
  check(
    await page.evaluate(() => document.activeElement.matches(".cell")),
    "and the board has the focus",
  );
  await visitor.act("type");
  await page.waitForSelector("#typed");
  check(true, "a button opens it as well");
  await page.click(".typed button[aria-label=Close]");
}

/** What is typed before the field has come is written into it, and the board doesn't hear of it. */
async function typedAhead(visitor) {
  const { page } = visitor;
  await page.reload();
  await page.waitForSelector("svg.board");
  let arrive = () => {};
  const arrives = new Promise((done) => (arrive = () => done(null)));
  await page.route(/\/typed\.js$/, async (route) => {
    await arrives;
    await route.continue();
  });
  await visitor.newGame({ game: "shogi" });
  await page.focus('.cell[data-square="5i"]');
  for (const key of ["t", "f", "x", "Backspace", "Backspace", "7", "g", "7", "f"]) {
    await page.keyboard.press(key);
  }
  equal(await page.locator("#typed").count(), 0, "the field hasn't come");
  arrive();
  await page.waitForSelector("#typed");
  await settles(() => page.inputValue("#typed"), "7g7f", "what was typed before");
  equal(await page.textContent(".typed-said"), "pawn 7g to 7f", "and what it means");
  equal(await page.locator(".cell.marked").count(), 0, "the board has no mark");
  await page.keyboard.press("Enter");
  await visitor.until(() => visitor.message.moves.length === 1, "the move");
  await page.keyboard.press("Escape");
  await page.keyboard.press("t");
  await page.keyboard.type("3c3d");
  await page.keyboard.press("Enter");
  await visitor.until(() => visitor.message.moves.length === 2, "typed at once");
  await page.keyboard.press("Escape");
  await page.unroute(/\/typed\.js$/);
}

/** Esc before the field has come leads to the board, as from the open field, so that the next key is heard. */
async function givenUp(visitor) {
  const { page } = visitor;
  await page.reload();
  await page.waitForSelector("svg.board");
  let arrive = () => {};
  const arrives = new Promise((done) => (arrive = () => done(null)));
  await page.route(/\/typed\.js$/, async (route) => {
    await arrives;
    await route.continue();
  });
  await visitor.act("type");
  await page.keyboard.press("Escape");
  const onBoard = () => page.evaluate(() => Boolean(document.activeElement?.closest(".cell")));
  await settles(onBoard, true, "Esc leads to the board");
  await page.keyboard.press("t");
  await page.keyboard.type("2g2f");
  arrive();
  await settles(() => page.inputValue("#typed"), "2g2f", "what is typed then is heard");
  await page.keyboard.press("Escape");
  await page.unroute(/\/typed\.js$/);
}

/** A link leads to the position that was looked at, not only to the game; a move too far is the last. */
async function linked(visitor) {
  const { page } = visitor;
  await visitor.newGame({ game: "shogi" });
  await playOut(visitor, [
    ["7g", "7f"],
    ["3c", "3d"],
    ["2g", "2f"],
  ]);
  await page.getByRole("button", { name: "Previous move" }).click();
  await visitor.act("share");
  await page.waitForSelector("dialog.sharing[open]");
  const link = await page.getByLabel("Link to this position").inputValue();
  check(link.endsWith(`#/g/${visitor.message.id}?move=2`), `the link: ${link}`);
  await page.click("dialog[open] .main");
  const other = await visitor.context.newPage();
  const status = () => other.textContent(".status");
  await other.goto(link);
  await other.waitForSelector(".moves li:nth-child(3)");
  check((await status()).includes("Move 2 of 3"), `where it leads: ${await status()}`);
  await other.goto(link.replace("move=2", "move=1"));
  await settles(async () => (await status()).includes("Move 1 of 3"), true, "another of that game");
  await other.goto("about:blank");
  await other.goto(link.replace("move=2", "move=99"));
  await other.waitForSelector(".moves li:nth-child(3)");
  check(!(await status()).includes("Move"), `too far is the end: ${await status()}`);
  await other.close();
}

/** Under strict play a slip of the pen costs nothing. */
async function typedStrict(visitor) {
  const { page } = visitor;
  await visitor.newGame({ game: "shinogi", rules: { strict: "on" } });
  const before = visitor.lastSent();
  await visitor.act("type");
  await page.fill("#typed", "7g7d");
  await page.keyboard.press("Enter");
  await page.locator(".typed-said.bad").waitFor();
  equal(visitor.lastSent(), before, "nothing is sent");
}

async function stepping(visitor) {
  const { page } = visitor;
  await visitor.newGame({ game: "shogi" });
  await playOut(visitor, [
    ["7g", "7f"],
    ["3c", "3d"],
  ]);
  const current = () => page.getAttribute(".moves [aria-current]", "class");
  const ply = async () =>
    (await page.$$eval(".moves button", (all) => all.map((each) => each.ariaCurrent))).indexOf(
      "step",
    );
  await page.click("h1.game-title");
  await page.keyboard.press("ArrowLeft");
  await settles(ply, 1, "← goes back");
  await page.mouse.click(...(await at(visitor, "5e")));
  await page.keyboard.press("ArrowLeft");
  await settles(ply, 0, "on the board too, once it was clicked");
  check((await current()).includes("start"), "to the start");
  await page.keyboard.press("ArrowRight");
  await settles(ply, 1, "→ goes on");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowLeft");
  await settles(ply, 1, "after an arrow up or down the arrows walk over the board");
  await page.mouse.move(...(await at(visitor, "5e")));
  await page.mouse.wheel(0, 120);
  await page.locator(".moves li:last-child [aria-current]").waitFor();
  await settles(ply, 2, "the wheel goes on");
  await page.mouse.wheel(0, -120);
  await page.locator(".moves li:first-child [aria-current]").waitFor();
  await settles(ply, 1, "and back");
  const top = async () => (await visitor.cell("5i").boundingBox()).y;
  const before = await top();
  await page.click("h1.game-title");
  await page.keyboard.press("f");
  check((await top()) < before, "F turns the board");
  await page.keyboard.press("f");
  await page.keyboard.press("?");
  await page.locator(".key-sheet").waitFor();
  check((await page.textContent(".key-sheet")).includes("type a move"), "? shows the keys");
  await page.keyboard.press("Escape");
  await choose(page, async () => {
    await page.uncheck("#set-letters");
    await page.uncheck("#set-wheel");
  });
  await page.click("h1.game-title");
  await page.keyboard.press("f");
  await settles(top, before, "letters can be switched off");
  await page.mouse.move(...(await at(visitor, "5e")));
  await page.mouse.wheel(0, 120);
  await page.keyboard.press("ArrowLeft");
  await settles(ply, 0, "and the wheel");
  await choose(page, async () => {
    await page.check("#set-letters");
    await page.check("#set-wheel");
  });
}

async function choose(page, change) {
  await page.click("#open-settings");
  await change();
  await page.click("dialog[open] .main");
}

/** A move stands on the board and is sent after a yes. */
async function confirming(visitor) {
  const { page } = visitor;
  await visitor.newGame({ game: "shogi" });
  const moves = () => visitor.sent.filter(({ t }) => t === "move").length;
  const before = moves();
  await choose(page, () => page.selectOption("#set-confirm", "always"));
  await visitor.taps("7g", "7f");
  await page.locator("[data-act=confirm]").waitFor();
  check((await visitor.cell("7f").locator(".piece").count()) === 1, "the move is shown");
  await settles(() => page.textContent(".entry .tip"), "pawn 7g to 7f?", "and asked about");
  equal(moves(), before, "but not sent");
  await page.keyboard.press("Escape");
  check((await visitor.cell("7g").locator(".piece").count()) === 1, "Esc takes it off");
  await visitor.taps("2g", "2f");
  await visitor.act("revoke");
  check((await visitor.cell("2g").locator(".piece").count()) === 1, "so does the button");
  await visitor.taps("2g", "2f");
  await page.locator("[data-act=confirm]").waitFor();
  await page.keyboard.press("Enter");
  await visitor.until(() => visitor.message.moves.length === 1, "the move");
  equal(visitor.message.moves[0], "2g2f", "Enter plays it");
  equal(moves(), before + 1, "once");
  await choose(page, () => page.selectOption("#set-confirm", "days"));
  await visitor.plays("3c", "3d");
}

async function twoPersons(host, guest, game, rules = {}) {
  const { page } = host;
  await host.toLobby();
  await page.check(`#game-${game}`);
  await page.check("#opponent-friend");
  await page.check("#side-sente");
  if (Object.keys(rules).length) await page.click(".house-rules summary");
  for (const [name, value] of Object.entries(rules)) {
    await page.selectOption(`#rule-${name}`, value);
  }
  host.message = guest.message = null;
  await page.click(".new-game button[type=submit]");
  await page.waitForSelector(".invitation .qr");
  await guest.page.goto(await page.inputValue(".invitation .link"));
  await page.waitForSelector(".invitation", { state: "detached" });
  await guest.page.waitForSelector("svg.board");
  await host.until(() => host.message, "the game");
  await guest.until(() => guest.message, "the game");
}

/** One's next move waits on the board while the other thinks. */
async function premoves(host, guest) {
  const { page } = host;
  const both = (count) =>
    host
      .until(() => host.message.moves.length === count, `move ${count}`)
      .then(() => guest.until(() => guest.message.moves.length === count, `move ${count}`));
  const waiting = () => page.locator(".cell.premoved").count();
  await twoPersons(host, guest, "shogi");
  await host.taps("7g", "7f");
  await both(1);
  for (const [how, what] of [
    [() => page.keyboard.press("Escape"), "Esc"],
    [async () => page.mouse.click(...(await at(host, "5e")), { button: "right" }), "a right click"],
    [() => host.tap("5e"), "a tap"],
  ]) {
    await host.taps("2g", "2f");
    await settles(waiting, 2, "a pre-move is shown");
    check(
      (await page.textContent(".entry")).includes("Premove: pawn 2g to 2f"),
      "and said in words",
    );
    await how();
    await settles(waiting, 0, `${what} lets it go`);
  }
  equal(host.message.moves.length, 1, "nothing was played");
  await host.taps("2g", "2f");
  check((await host.cell("2f").getAttribute("aria-label")).includes("premove"), "it is read out");
  await guest.taps("3c", "3d");
  await both(3);
  equal(host.message.moves[2], "2g2f", "it is played when the other has moved");
  await settles(waiting, 0, "and is gone");
  await host.taps("8h", "2b");
  await page.waitForSelector("dialog.faces[open]");
  await page.keyboard.press("Enter");
  await settles(waiting, 2, "a promotion is chosen at once");
  await guest.taps("2b", "8h");
  await guest.page.waitForSelector("dialog.faces[open]");
  await guest.page.keyboard.press("Enter");
  await both(4);
  await page.locator("#notice.shown", { hasText: "wasn’t legal" }).waitFor();
  await settles(waiting, 0, "what is no longer legal is not played");
  await host.taps("7i", "8h");
  await both(5);
  await host.taps("2f", "2e");
  await guest.taps("4a", "3b");
  await both(7);
  equal(host.message.moves[6], "2f2e", "and so on");
}

/** A piece takes back where its own side stands now. */
async function recapture(host, guest) {
  await twoPersons(host, guest, "shogi");
  await host.taps("7g", "7f");
  await guest.until(() => guest.message.moves.length === 1, "a move");
  await host.until(() => host.message.moves.length === 1, "a move");
  await guest.taps("3c", "3d");
  await host.until(() => host.message.moves.length === 2, "a reply");
  await host.plays("6g", "6f");
  await host.taps("7i", "8h");
  await settles(() => host.page.locator(".cell.premoved").count(), 2, "the silver will take on 8h");
  await guest.until(() => guest.message.moves.length === 3, "a move");
  await host.page.keyboard.press("Escape");
  await host.taps("7i", "8i");
  await settles(() => host.page.locator(".cell.premoved").count(), 0, "but never on 8i");
  check((await host.classes("8i")).includes("origin"), "there another piece is chosen");
}

async function strictHasNone(host, guest) {
  await twoPersons(host, guest, "shinogi", { strict: "on" });
  await host.plays("7g", "7f");
  await host.taps("6g", "6f");
  await settles(
    () => host.page.locator(".cell.premoved").count(),
    0,
    "strict play has no pre-moves",
  );
  await host.page.locator("#notice.shown", { hasText: "your turn" }).waitFor();
}

async function drawing(visitor) {
  const { page } = visitor;
  await visitor.newGame({ game: "shogi" });
  const strokes = () => page.locator(".drawn .stroke").count();
  const draw = async (from, to, button = "right") => {
    await page.mouse.move(...(await at(visitor, from)));
    await page.mouse.down({ button });
    await page.mouse.move(...(await at(visitor, to)), { steps: 3 });
    await page.mouse.up({ button });
  };
  await draw("2g", "2e");
  await settles(() => page.locator(".drawn .arrow").count(), 1, "an arrow by the right button");
  await draw("5e", "5e");
  await settles(strokes, 2, "and a mark");
  const label = (square) => visitor.cell(square).getAttribute("aria-label");
  check((await label("2g")).includes("arrow to 2e"), `it is read out: ${await label("2g")}`);
  check((await label("5e")).includes("marked"), `the mark too: ${await label("5e")}`);
  await draw("5e", "5e");
  await settles(strokes, 1, "drawn once more a mark is gone");
  await page.mouse.click(...(await at(visitor, "5d")));
  await settles(strokes, 0, "a click clears the board");
  await visitor.act("pen");
  await draw("7g", "7e", "left");
  await page.mouse.click(...(await at(visitor, "3c")));
  await settles(strokes, 2, "after the button the left one draws");
  await settles(() => page.locator(".cell.origin").count(), 0, "and chooses nothing");
  await visitor.act("pen");
  await page.focus('.cell[data-square="5e"]');
  await page.keyboard.press("x");
  await settles(strokes, 3, "a mark by key");
  await page.keyboard.press("v");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("v");
  check((await label("5e")).includes("arrow to 5d"), `an arrow by key: ${await label("5e")}`);
  await page.keyboard.press("Escape");
  await settles(strokes, 0, "Esc clears");
  await page.keyboard.press("x");
  await visitor.plays("7g", "7f");
  await settles(strokes, 0, "so does a move");
}

/** The picture is handed to the clipboard in the click itself, or WebKit refuses it; it is a picture when it has come. */
async function pictureCopied(visitor) {
  const { page } = visitor;
  await visitor.newGame({ game: "shogi" });
  await visitor.act("share");
  await page.waitForSelector("[data-act=copy-png]");
  const copied = await page.evaluate(async () => {
    const given = [];
    navigator.clipboard.write = async (items) => void given.push(...items);
    document.querySelector("[data-act=copy-png]").click();
    const { length } = given; // in the task of the click
    const blob = await given[0]?.getType("image/png");
    const [, ...letters] = [...new Uint8Array((await blob?.arrayBuffer()) ?? []).slice(0, 4)];
    return `${length} ${blob?.type} ${String.fromCharCode(...letters)}`;
  });
  equal(copied, "1 image/png PNG", "a picture is handed over in the click");
  await settles(() => visitor.notice(), "Copied", "and it is told");
  await page.evaluate(() => {
    navigator.clipboard.write = () => Promise.reject(new DOMException("", "NotAllowedError"));
    document.querySelector("[data-act=copy-png]").click();
  });
  const refused = "Your browser blocked copying. Save the picture instead.";
  await settles(() => visitor.notice(), refused, "a refusal is told as what it is");
  await page.keyboard.press("Escape");
}

const download = async (visitor, act) => {
  const coming = visitor.page.waitForEvent("download");
  await visitor.act(act);
  const file = await coming;
  return [file.suggestedFilename(), readFileSync(await file.path())];
};

/** What the picture's texts say, but for those of its pieces on the board. */
const textsOf = (page, file) =>
  page.evaluate(
    (svg) => {
      const { documentElement: root } = new DOMParser().parseFromString(svg, "image/svg+xml");
      return [...root.querySelectorAll("text")].map((each) => each.textContent);
    },
    file.toString().replace(/<style>.*<\/style>/, ""),
  );

/** Hands, coordinates, the game's title and whose turn it is are in the picture; what a person has chosen isn't. */
async function picturedHands(visitor) {
  const { page } = visitor;
  await visitor.newGame({ game: "shogi", sfen: "4k4/9/9/4S4/9/9/9/9/4K4 b R2P2b 1" });
  await visitor.tap("5d");
  await visitor.act("share");
  const [, svg] = await download(visitor, "svg");
  const texts = await textsOf(page, svg);
  for (const [wanted, count] of [
    ["飛", 1],
    ["歩", 1],
    ["角", 1],
    ["銀", 1],
    ["香", 0],
    ["Shogi", 1],
    ["Sente to move.", 1],
  ]) {
    equal(texts.filter((each) => each === wanted).length, count, `"${wanted}" in the picture`);
  }
  equal(
    texts.filter((each) => /^[1-9a-i]$/.test(each)).join(""),
    "abcdefghi12345678922",
    "coordinates, and two numbers of pieces in hand",
  );
  equal(await page.locator("[data-act=film]").count(), 0, "a game without moves is no film");
  await page.click("dialog[open] .main");
  await visitor.newGame({ game: "ito" });
  await visitor.act("share");
  const [, strip] = await download(visitor, "svg");
  const sizes = strip.toString().match(/viewBox="0 0 (\d+) (\d+)"/);
  check(Number(sizes[1]) > 3 * Number(sizes[2]), `a strip lies in its picture: ${sizes[0]}`);
  await page.click("dialog[open] .main");
}

/** What is seen of the moving picture at a time: pieces by square or stand, and the words below the board. */
const seenAt = (page, seconds) =>
  page.evaluate((time) => {
    const root = document.documentElement;
    root.pauseAnimations();
    root.setCurrentTime(time);
    const seen = (each) => getComputedStyle(each).visibility === "visible";
    const spot = (each) => {
      const { e, f } = each.parentElement.getCTM();
      const { a } = root.getScreenCTM();
      return [e / a, f / a].map(Math.round).join();
    };
    return {
      pieces: [...root.querySelectorAll("use")]
        .filter(seen)
        .map((each) => [each.getAttribute("href"), spot(each)].join("@")),
      held: [...root.querySelectorAll(":scope > g text")].filter(seen).length,
      words: [...root.querySelectorAll(":scope > text")]
        .filter(seen)
        .map((each) => each.textContent),
    };
  }, seconds);

/** A whole game in one file that plays itself. */
async function film(browser, visitor) {
  const { page } = visitor;
  await visitor.newGame({ game: "shogi" });
  await playOut(visitor, [
    ["7g", "7f"],
    ["3c", "3d"],
  ]);
  await visitor.taps("8h", "2b");
  await visitor.choose("8h2b+");
  await visitor.until(() => visitor.message.moves.length === 3, "a capture");
  await playOut(visitor, [["3a", "2b"]]);
  await visitor.pickHand("B");
  await visitor.tap("5e");
  await visitor.until(() => visitor.message.moves.length === 5, "a drop");
  await visitor.act("share");
  const [name, file] = await download(visitor, "film");
  check(/^shogi-\w+\.svg$/.test(name), `the name of the file: ${name}`);
  check(
    !/class=|<script|https?:\/\/(?!www\.w3\.org)/.test(file.toString()),
    "which needs nothing else",
  );
  await page.click("dialog[open] .main");
  const context = await browser.newContext();
  const alone = await context.newPage();
  await alone.goto(`data:image/svg+xml;base64,${file.toString("base64")}`);
  const { width, height } = await alone.evaluate(() => {
    const { width: w, height: h } = document.documentElement.getBoundingClientRect();
    return { width: w, height: h };
  });
  const { width: most, height: least } = alone.viewportSize();
  check(width <= most && height <= least, `it fits where it is shown: ${width} × ${height}`);
  const start = await seenAt(alone, 0);
  equal(start.pieces.length, 40, "at first all pieces stand");
  equal(start.words.join(), "Shogi", "and no move is told");
  const moved = await seenAt(alone, 2);
  equal(moved.words.join(), "Shogi,1. P-7f", "the first move");
  equal(
    moved.pieces.filter((each) => !start.pieces.includes(each)).length,
    1,
    "one piece stands elsewhere",
  );
  const ys = [];
  for (const time of [1.52, 1.65, 1.85]) {
    const { pieces } = await seenAt(alone, time);
    ys.push(Number(pieces.at(-1).split(",")[1]));
  }
  check(ys[0] > ys[1] && ys[1] > ys[2], `it glides there: ${ys}`);
  equal((await seenAt(alone, 3.9)).pieces.length, 39, "a capture takes a piece away");
  const held = [];
  for (const time of [3.6, 3.9, 4.9, 5.52]) held.push((await seenAt(alone, time)).held);
  equal(held.join(), "0,1,2,1", "which is then in the hand, until it is dropped");
  equal((await seenAt(alone, 5.95)).pieces.length, 39, "and a drop brings one back");
  equal((await seenAt(alone, 5.95)).words.at(-1), "5. B*5e", "the last move");
  await context.close();
}

/** A picture of the position needs nothing but itself: pieces, lines, colours and the font are in it. */
async function pictures(visitor) {
  const { page } = visitor;
  await visitor.newGame({ game: "shogi" });
  await playOut(visitor, [["7g", "7f"]]);
  await visitor.act("share");
  await page.waitForSelector("dialog.sharing[open]");
  const fileOf = (act) => download(visitor, act);
  const [svgName, svg] = await fileOf("svg");
  check(/^shogi-.*-1\.svg$/.test(svgName), `the name of the file: ${svgName}`);
  const text = svg.toString();
  const found = await page.evaluate(
    (file) => {
      const { documentElement: root } = new DOMParser().parseFromString(file, "image/svg+xml");
      const kanji = [...root.querySelectorAll("text")].map((each) => each.textContent);
      const links = [...file.matchAll(/url\(#(\w[\w-]*)\)/g)].map(([, id]) => id);
      return {
        root: root.localName,
        pawns: kanji.filter((each) => each === "歩").length,
        kings: kanji.filter((each) => "王玉".includes(each)).length,
        unknown: [...new Set(links)].filter((id) => !root.querySelector(`[id="${id}"]`)).join(),
      };
    },
    text.replace(/<style>.*<\/style>/, ""),
  );
  equal(
    JSON.stringify(found),
    '{"root":"svg","pawns":18,"kings":2,"unknown":""}',
    "an SVG with all pieces, and all that it refers to",
  );
  check(!/class=|aria-|https?:\/\/(?!www\.w3\.org)/.test(text), "which needs nothing else");
  const [, png] = await fileOf("png");
  equal(png.toString("latin1", 1, 4), "PNG", "the same in pixels");
  equal(png.readUInt32BE(16), 1200, "1200 of them wide");
  check(png.length > 50000, `and not empty: ${png.length} bytes`);
  await page.click("dialog[open] .main");
}

export default async function controls(browser, server) {
  const visitor = await Visitor.come(browser, server, { viewport: { width: 1280, height: 800 } });
  for (const each of [
    linked,
    typed,
    typedAhead,
    givenUp,
    typedStrict,
    stepping,
    confirming,
    drawing,
    pictures,
    pictureCopied,
    picturedHands,
  ]) {
    await each(visitor);
  }
  await film(browser, visitor);
  const guest = await Visitor.come(browser, server);
  for (const each of [premoves, recapture, strictHasNone]) await each(visitor, guest);
  await guest.leave();
  await visitor.leave();
}
