// The shelf of one's own games: several texts, what can be done with each, its limits; files opened and dropped; examples; versions.

import { readFileSync } from "node:fs";
import { audit } from "./access.mjs";
import { check, equal, settles, sticksOut, Visitor } from "./harness.mjs";
import { exampleTexts } from "../../web/own/examples.ts";
import { readRulesAddress } from "../../web/rules/rulesaddress.ts";
import { parseVariant } from "../../web/core/index.ts";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const LITTLE = "files=5\nranks=5\nroyal=K\npawn:P:fW:P:a2-e2\nking:K:K:K:c1\n";
const named = (title, more = "") => `title=${title}\n${more}${LITTLE}`;

const names = (page) => page.locator(".shelf-name").allTextContents();
const shelfIs = (page, expected, what) =>
  settles(async () => (await names(page)).join(" / "), expected, what);
const open = (page) => page.inputValue("#own-text");
const item = (page, name) => page.locator(".shelf-games li", { hasText: name });
const act = (page, name, what) => item(page, name).locator(`[data-act=shelf-${what}]`).click();

/** The lobby, loaded anew, with the shelf in it, each of whose texts has been read. */
async function lobby(visitor) {
  const { page } = visitor;
  await visitor.toLobby();
  await visitor.toLobby(() => page.reload());
  await page.check("#game-own");
  await page.waitForSelector(".shelf", { state: "attached" });
  await page.waitForFunction(() =>
    [...document.querySelectorAll(".shelf-facts")].every((facts) => facts.textContent),
  );
}

/** Begins texts, the last one given comes first on the shelf. */
async function write(page, ...texts) {
  for (const text of texts) {
    await page.click("[data-act=own-new]");
    await page.fill("#own-text", text);
    await page.waitForFunction(() => {
      const { games } = JSON.parse(localStorage.getItem("henka-shelf") ?? '{"games":[]}');
      return document.querySelectorAll(".shelf-games li").length === games.length;
    }); // the list has grown, and pushes down what is below it
  }
}

/** The one text of before is there, and its old place is free. */
async function moved(visitor) {
  const { page } = visitor;
  await page.evaluate((text) => localStorage.setItem("henka-own", text), named("Of old"));
  await lobby(visitor);
  await shelfIs(page, "Of old", "the text of before the shelf is on it");
  equal(await open(page), named("Of old"), "and open");
  equal(await page.evaluate(() => localStorage.getItem("henka-own")), null, "once");
}

async function several(visitor) {
  const { page } = visitor;
  await write(page, named("Second", "version=2b\n"), "files=3\n");
  await shelfIs(page, "Untitled game / Second version 2b / Of old", "each text is kept");
  await item(page, "Second").locator(".little-board").waitFor();
  equal(await item(page, "Second").locator(".piece").count(), 12, "with its array");
  await settles(
    () => item(page, "Untitled game").locator(".shelf-facts").textContent(),
    "has errors",
    "a text that is no game yet",
  );
  equal(
    await item(page, "Untitled game").locator(".play-card:visible").count(),
    0,
    "can't be played",
  );
  await item(page, "Of old").locator("label").click();
  equal(await open(page), named("Of old"), "a game that is chosen is open");
  await page.fill("#own-text", named("Of yore"));
  await shelfIs(page, "Untitled game / Second version 2b / Of yore", "what is written is its own");
  await lobby(visitor);
  await shelfIs(page, "Untitled game / Second version 2b / Of yore", "a reload loses nothing");
  equal(await open(page), named("Of yore"), "and the same is open");
  await page.focus(".shelf-games li:nth-child(3) input");
  await page.keyboard.press("ArrowUp");
  equal(await open(page), named("Second", "version=2b\n"), "arrow keys choose");
  await act(page, "Of yore", "edit");
  equal(await page.evaluate(() => document.activeElement.id), "own-text", "Edit leads to the text");
  equal(await open(page), named("Of yore"), "of that game");
  const { width } = await page.locator("#own-text").boundingBox();
  await page.locator(".own-board .piece").first().waitFor();
  await page.fill("#own-text", "");
  await page.locator(".own-board").waitFor({ state: "hidden" });
  equal((await page.locator("#own-text").boundingBox()).width, width, "the field stays as it is");
  await shelfIs(
    page,
    "Untitled game / Second version 2b / Of yore",
    "an empty field takes nothing off the shelf",
  );
  await act(page, "Of yore", "delete");
  await shelfIs(page, "Untitled game / Second version 2b", "what is deleted is gone");
}

/** A text pasted, or written, in the place of another is another game: nothing is lost by it. */
async function replaced(visitor) {
  const { page, context } = visitor;
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const field = page.locator("#own-text");
  const paste = async (text) => {
    await page.evaluate((each) => navigator.clipboard.writeText(each), text);
    await field.focus();
    await page.keyboard.press("Control+A");
    await page.keyboard.press("Control+V");
    equal(await open(page), text, "what is pasted is in the field");
  };
  const before = (await names(page)).join(" / ");
  await page.click("[data-act=own-new]");
  const first = "title=First\nfiles=3\nno game yet\n";
  await paste(first);
  await paste(named("Other"));
  await shelfIs(page, `Other / First / ${before}`, "a text pasted over another is one more");
  await item(page, "First").locator("label").click();
  equal(await open(page), first, "and the other is as it was");
  await field.focus();
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Delete");
  await paste(named("Third"));
  await shelfIs(page, `Third / Other / First / ${before}`, "the same where it was deleted first");
  await page.keyboard.press("Control+Z");
  await page.keyboard.press("Control+Z");
  equal(await open(page), first, "undone in the field");
  await shelfIs(page, `Third / Other / First / ${before}`, "no text is there twice");
  await lobby(visitor);
  await field.focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("more");
  await shelfIs(page, `Third / Other / First / ${before}`, "what is added is the same game");
  for (const name of ["Third", "Other", "First"]) await act(page, name, "delete");
  await shelfIs(page, before, "each can be deleted");
}

async function copies(visitor) {
  const { page } = visitor;
  await act(page, "Second", "copy");
  const three = "Second (copy) version 2b / Untitled game / Second version 2b";
  await shelfIs(page, three, "a copy");
  equal(await open(page), named("Second (copy)", "version=2b\n"), "is open");
  const coming = page.waitForEvent("download");
  await act(page, "(copy)", "save");
  const file = await coming;
  equal(file.suggestedFilename(), "Second-(copy).ini", "a file's name");
  equal(readFileSync(await file.path(), "utf8"), await open(page), "and what is in it");
  await act(page, "(copy)", "delete");
  await shelfIs(page, "Untitled game / Second version 2b", "one is deleted");
  equal(await open(page), "", "its text isn't open any longer");
  equal(
    await page.textContent(".shelf-undo span"),
    "Second (copy) has been deleted.",
    "it is told",
  );
  equal(
    await page.evaluate(() => document.activeElement.dataset.act),
    "shelf-undo",
    "the next key takes it back",
  );
  await page.keyboard.press("Enter");
  await shelfIs(page, three, "it is back in its place");
  equal(await open(page), named("Second (copy)", "version=2b\n"), "and open again");
  equal(await page.locator(".shelf-undo button").count(), 0, "once");
  await act(page, "Untitled game", "delete");
  await page.click("[data-act=shelf-undo]");
  await shelfIs(page, three, "one in the midst is back in its place too");
  await act(page, "Untitled game", "delete");
  equal(await open(page), named("Second (copy)", "version=2b\n"), "another one stays open");
  await act(page, "(copy)", "delete");
  await shelfIs(page, "Second version 2b", "one is left");
}

/** Whoever opens the link reads the rules, and may have the game on a shelf of his own. */
async function links(browser, server, visitor) {
  const { page } = visitor;
  await act(page, "Second", "link");
  const link = await page.inputValue("dialog[open] .link");
  equal(readRulesAddress(new URL(link).hash).text, named("Second", "version=2b\n"), "a link");
  await audit(visitor, "a link to a game");
  await page.click("dialog[open] .buttons button");
  const friend = await Visitor.come(browser, server);
  await friend.page.check("#game-own");
  await write(friend.page, named("His own"));
  await friend.page.goto(link);
  await friend.page.waitForSelector(".rules-page h1");
  equal(await friend.page.textContent(".rules-page h1"), "Second version 2b", "its title");
  for (let time = 0; time < 2; time++) {
    await friend.page.goto(link);
    await friend.page.getByRole("button", { name: "Play this game" }).click();
    await shelfIs(friend.page, "Second version 2b / His own", "it joins the shelf once");
  }
  equal(await open(friend.page), named("Second", "version=2b\n"), "and is open");
  await friend.page.goto(`${server.url}#/rules`);
  await friend.page.getByRole("link", { name: "His own" }).click();
  await settles(() => friend.page.textContent(".rules-page h1"), "His own", "rules of each");
  await friend.leave();
}

async function played(visitor) {
  const { page } = visitor;
  await write(page, named("Third"));
  await page.check("#opponent-human");
  visitor.message = null;
  await item(page, "Second").locator(".play-card").click();
  await visitor.until(() => visitor.message, "a game from the shelf");
  await page.waitForSelector("svg.board");
  await settles(() => page.textContent(".game-title"), "Second version 2b", "with its version");
  await visitor.act("rules");
  equal(await page.textContent("#rules-title"), "Second version 2b", "over the game too");
  await page.click("dialog[open] .close");
  await lobby(visitor);
}

/** Limits are told beside the text, and nothing that was kept is lost. */
async function limits(visitor) {
  const { page } = visitor;
  const said = () => page.textContent(".unkept");
  await page.fill("#own-text", `${named("Second", "version=2b\n")}#${"x".repeat(100000)}`);
  await settles(said, "The text wasn’t saved: it’s longer than 100,000 characters.", "too long");
  await page.fill("#own-text", named("Second", "version=2b\n"));
  await settles(said, "", "short enough again");
  const before = await names(page);
  await page.evaluate(() => {
    window.setItem = Storage.prototype.setItem;
    Storage.prototype.setItem = function set(key, text) {
      if (key.startsWith("henka-shelf-")) throw new DOMException("full", "QuotaExceededError");
      window.setItem.call(this, key, text);
    };
  });
  const noRoom = "The text wasn’t saved: your browser has run out of storage space.";
  await page.fill("#own-text", named("Changed", "version=3\n"));
  await settles(said, noRoom, "no room for a change: what was there stays");
  await page.click("[data-act=own-new]");
  await page.fill("#own-text", named("No room"));
  await settles(said, noRoom, "no room");
  await page.locator("#own-verdict.good", { hasText: "No room" }).waitFor();
  await page.evaluate(() => (Storage.prototype.setItem = window.setItem));
  await lobby(visitor);
  equal((await names(page)).join(), before.join(), "what was there is there");
  await page.evaluate((text) => {
    const { games } = JSON.parse(localStorage.getItem("henka-shelf"));
    for (let i = 0; games.length < 60; i++) {
      games.push({ id: `n${i}`, changed: i });
      localStorage.setItem(`henka-shelf-n${i}`, `title=Game ${i}\n${text}`);
    }
    localStorage.setItem("henka-shelf", JSON.stringify({ games, open: "n3" }));
  }, LITTLE);
  await lobby(visitor);
  await settles(() => page.locator(".shelf-games .little-board").count(), 60, "sixty games");
  equal(await open(page), `title=Game 3\n${LITTLE}`, "of which one is open");
  const shown = () => page.locator(".shelf-games li:visible .shelf-name").allTextContents();
  await page.fill("#find-own", "game 4");
  const fours = ["4", ...Array.from({ length: 10 }, (_, i) => `4${i}`)];
  equal(
    (await shown()).sort().join(),
    fours
      .map((number) => `Game ${number}`)
      .sort()
      .join(),
    "many games are searched by name",
  );
  await page.fill("#find-own", "");
  equal((await shown()).length, 60, "and all are there again");
  const full = "You already have 60 games, the maximum. Delete one first.";
  await act(page, "Game 7", "copy");
  await settles(() => page.textContent(".shelf-undo"), full, "full for a copy");
  await write(page, named("Too many"));
  await settles(said, full, "full for a new text");
  await page.goto(`${visitor.server.url}#/rules/own?text=${encodeURIComponent(named("Sent"))}`);
  await page.getByRole("button", { name: "Play this game" }).click();
  await page.locator("#notice.shown", { hasText: full }).waitFor();
  await page.evaluate(() => {
    for (let i = 0; i < 60; i++) localStorage.removeItem(`henka-shelf-n${i}`);
    localStorage.removeItem("henka-shelf");
  });
  await lobby(visitor);
  equal(await page.locator(".shelf-games li").count(), 0, "an empty shelf");
  check(await page.isHidden("#shelf-title"), "has no title");
  check(await page.isHidden("#find-own"), "and no search");
}

/** Two tabs write two games. */
async function tabs(visitor) {
  const { page } = visitor;
  await write(page, named("One"), named("Two"));
  const other = await visitor.context.newPage();
  await other.goto(visitor.server.url);
  await other.waitForSelector(".cards .card");
  await other.check("#game-own");
  await item(other, "One").locator("label").click();
  await page.fill("#own-text", named("Two, by another tab"));
  await other.fill("#own-text", named("One, by another tab"));
  await shelfIs(other, "Two, by another tab / One, by another tab", "neither loses its text");
  await other.close();
}

const file = (name, body) => ({ name, mimeType: "text/plain", buffer: Buffer.from(body) });
const told = (page, text) => page.locator("#notice.shown", { hasText: text }).waitFor();

async function opened(visitor) {
  const { page } = visitor;
  await lobby(visitor);
  const fields = page.locator(".own-tools input[type=file]");
  const choosing = page.waitForEvent("filechooser");
  await page.click(".own-tools .file-button button");
  await (
    await choosing
  ).setFiles([
    file("first.ini", `\ufeff${named("From a file").replaceAll("\n", "\r\n")}`),
    file("second.txt", named("From a text")),
  ]);
  await told(page, "“first.ini” has been added to your own games.");
  const both = "From a text / From a file / Two, by another tab / One, by another tab";
  await shelfIs(page, both, "two games by files");
  equal(await open(page), named("From a text"), "the last is open");
  await fields.setInputFiles([file("first.ini", named("From a file"))]);
  await settles(() => open(page), named("From a file"), "the same is there once");
  await shelfIs(page, both, "and only opened");
  for (const [name, body, words] of [
    ["board.png", "\x89PNG", "“board.png” can’t be opened here"],
    ["game.csa", "V2.2\n+7776FU\n", "“game.csa” can’t be read here. Save it as KIF"],
    ["large.ini", "#".repeat(500 * 1024), "“large.ini” is too large: 500 KB. The limit is 400 KB"],
    ["old.ini", Buffer.from([0x74, 0x3d, 0x8b, 0xe0]), "“old.ini” isn’t UTF-8"],
    ["zero.txt", Buffer.from([65, 0, 66]), "“zero.txt” isn’t UTF-8"],
    ["none.ini", " \n", "“none.ini” is empty."],
  ]) {
    await fields.setInputFiles([file(name, body)]);
    await told(page, words);
  }
  await shelfIs(page, both, "nothing of them is taken");
}

const KIF = "手合割：平手\n手数----指手---------\n   1 ７六歩(77)\n   2 ３四歩(33)\n";
/** "手合割：平手" and two moves as Kifu for Windows writes them, in Shift_JIS. */
const KIF_OLD = Buffer.from(
  "8ee88d878a84814695bd8ee80a8ee890942d2d2d2d8e778ee82d2d2d2d2d2d2d2d2d0a" +
    "20202031208256985a95e0283737290a202020322082528e6c95e0283333290a",
  "hex",
);

async function records(visitor) {
  const { page } = visitor;
  await page.click(".start-from summary");
  for (const [name, body] of [
    ["game.kif", KIF],
    ["game.txt", KIF],
    ["windows.kif", KIF_OLD],
  ]) {
    await page.fill("#start-text", "");
    await page.locator(".start-from input[type=file]").setInputFiles([file(name, body)]);
    await told(page, `“${name}” has been loaded.`);
    equal(await page.inputValue("#start-text"), KIF.trim(), `${name} is in the field`);
  }
  check(await page.isChecked("#game-shogi"), "a KIF that names no other game is of this");
  await page.check("#opponent-human");
  await visitor.begins();
  equal(visitor.message.moves.join(), "7g7f,3c3d", "goes on from its end");
}

/** Drops files on the page, wherever it is. */
const drop = (page, ...files) =>
  page.evaluate(async (all) => {
    const data = new DataTransfer();
    for (const [name, body] of all) data.items.add(new File([body], name));
    const event = (kind) =>
      new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true });
    document.body.dispatchEvent(event("dragenter"));
    document.body.dispatchEvent(event("dragover"));
    const lit = document.body.classList.contains("dropping");
    document.body.dispatchEvent(event("drop"));
    return lit && !document.body.classList.contains("dropping");
  }, files);

async function dropped(visitor) {
  const { page } = visitor;
  check(await drop(page, ["note.doc", "x"]), "the page shows that files may be dropped");
  await told(page, "“note.doc” can’t be opened here");
  check(await page.locator("svg.board").isVisible(), "a game isn't left for a wrong file");
  await drop(page, ["dropped.ini", named("Dropped")]);
  await page.waitForSelector(".cards .card");
  check(await page.isChecked("#game-own"), "a game's text leads to one's own games");
  await settles(() => open(page), named("Dropped"), "and is open");
  await drop(page, ["dropped.sfen", "4k4/9/9/9/9/9/9/9/4K4 b - 1"]);
  await settles(
    () => page.inputValue("#start-text"),
    "4k4/9/9/9/9/9/9/9/4K4 b - 1",
    "a position is in the field for positions",
  );
  check(await page.isVisible("#start-text"), "in sight");
}

/** Each example is a game without a finding, and begins as one more. */
async function examples(visitor) {
  const { page } = visitor;
  for (const text of exampleTexts) {
    const { variant, diagnostics } = parseVariant("", text);
    equal(diagnostics.map(({ message }) => message).join(), "", `findings of ${variant?.title}`);
    variant?.free();
  }
  const fetched = [];
  page.on("request", (request) => fetched.push(request.url()));
  await lobby(visitor);
  check(!fetched.some((url) => url.includes("examples")), "the help comes when it is wanted");
  const before = await names(page);
  await page.click(".own-help summary");
  await page.waitForSelector(".examples .little-board");
  check(
    fetched.some((url) => url.includes("examples")),
    "and then it comes",
  );
  equal(await page.locator(".language dt").count(), 13, "lines are explained");
  await page.getByRole("button", { name: "Start from this example: Otter Shogi" }).click();
  await settles(() => open(page), exampleTexts[1], "an example is in the field");
  equal(await page.$eval("#own-text", (field) => field.selectionEnd), 0, "from its beginning");
  await page.locator("#own-verdict.good").waitFor();
  await shelfIs(page, ["Otter Shogi version 1", ...before].join(" / "), "as one more game");
}

/** Nothing overflows, axe finds nothing, in both languages, on a phone and on a desk. */
async function look(browser, server, options, locale) {
  const visitor = await Visitor.come(browser, server, { ...options, locale });
  const { page } = visitor;
  await page.check("#game-own");
  await write(page, named("A game with a very long name that has to go somewhere", "version=12\n"));
  await write(page, "files=3\n", exampleTexts[1]);
  await page.click(".own-help summary");
  await page.waitForSelector(".examples .little-board");
  await settles(() => page.locator(".shelf-games .little-board").count(), 2, "two boards");
  const what = `${locale}, ${options.colorScheme}, ${page.viewportSize().width}`;
  equal(await sticksOut(page, ".own-game"), "", `${what}: nothing overflows`);
  await audit(visitor, `one's own games, ${what}`);
  await page.locator("[data-act=shelf-delete]").first().click();
  await audit(visitor, `one deleted, ${what}`);
  const said = await page.textContent(".shelf-undo button");
  equal(said, { en: "Undo", ja: "元に戻す" }[locale], `${what}: undo`);
  if (options.hasTouch) {
    const sizes = await page.$$eval(
      ".shelf-games button:not(:disabled), .own-tools button",
      (all) => all.map((each) => each.getBoundingClientRect().height),
    );
    check(Math.min(...sizes) >= 38, `${what}: large enough for a finger: ${Math.min(...sizes)}`);
    await page.locator("[data-act=shelf-undo]").tap();
    await settles(() => page.locator(".shelf-games li").count(), 3, `${what}: by finger`);
  }
  await visitor.leave();
}

export default async function shelf(browser, server) {
  const visitor = await Visitor.come(browser, server);
  await moved(visitor);
  await several(visitor);
  await replaced(visitor);
  await copies(visitor);
  await links(browser, server, visitor);
  for (const each of [played, limits, tabs, opened, records, dropped, examples]) {
    await each(visitor);
  }
  await visitor.leave();
  await look(browser, server, { ...PHONE, colorScheme: "dark" }, "ja");
  await look(browser, server, { ...PHONE, colorScheme: "light" }, "en");
  await look(browser, server, { colorScheme: "light" }, "ja");
  await look(browser, server, { colorScheme: "dark" }, "en");
}
