// Before and beside the game: house rules, furigoma, games of one's own, records, settings, the rules of a game.

import { audit } from "./access.mjs";
import { check, equal, settles, sticksOut, Visitor } from "./harness.mjs";
import { parseVariant, shippedNames } from "../../web/core/index.ts";

async function own(visitor) {
  const { page } = visitor;
  const text = await (await fetch(`${visitor.server.url}api/variants/shogi.ini`)).text();
  await page.check("#game-own");
  await page.fill("#own-text", text.replace("files=9", "files=nine"));
  const where = page.locator(".findings .fatal button").first();
  await where.waitFor();
  check(
    /^Line \d+, column \d+: /.test(await where.textContent()),
    `an error says where it is: ${await where.textContent()}`,
  );
  await page.fill(
    "#own-text",
    text.replace(/^title=.*/m, "title=Shogi at home").replace(/^name=.*/m, "name=home"),
  );
  await page.waitForSelector("#own-verdict.good");
  await page.check("#opponent-human");
  await visitor.begins();
  equal(await page.textContent(".game-title"), "Shogi at home", "one's own game is played");
  await visitor.plays("7g", "7f");
}

/** Where a line of the text is on the screen: its first word, by the copy behind the field. */
const lineBox = (page, line) => page.locator(`.own-copy > div:nth-child(${line})`).boundingBox();

const MISTAKEN = [
  "title=Little",
  "files=7",
  "ranks=7",
  `# ${"a note so long that it takes several lines ".repeat(4)}`,
  "歩:P:fW?:歩:a2-g2",
  "king:K:K:玉:d1",
  "files=8",
].join("\n");

/** What is found in a text stands at its line, is marked at its column, leads there, and is a list for the ear. */
async function findings(browser, server) {
  for (const width of [1280, 800, 390]) {
    const visitor = await Visitor.come(browser, server, { viewport: { width, height: 844 } });
    const { page } = visitor;
    await page.check("#game-own");
    await page.fill("#own-text", MISTAKEN);
    const item = page.locator('.findings li[data-line="7"]');
    await item.waitFor();
    await page.locator(".shelf-facts", { hasText: /./ }).waitFor(); // what comes above the text
    const what = `${width} px`;
    equal(
      await page.$eval(".own-copy", (copy) => copy.scrollHeight),
      await page.$eval("#own-text", (field) => {
        field.style.cssText = "min-height: 0; height: 20px";
        const { scrollHeight } = field;
        field.style.cssText = "";
        return scrollHeight;
      }),
      `${what}: the copy's lines break as the field's`,
    );
    const list = page.getByRole("list", { name: "Problems found in the text" });
    equal(await list.getByRole("listitem").count(), 2, `${what}: a list for the ear`);
    check(
      (await item.textContent()).startsWith("Line 7, column 1: "),
      `${what}: which says where: ${await item.textContent()}`,
    );
    equal(await page.textContent("#own-verdict"), "2 errors.", `${what}: and how many`);
    const marked = await page.$$eval(".own-copy mark", (all) =>
      all.map((each) => each.textContent),
    );
    equal(marked.join(), "?,files", `${what}: what is marked`);
    for (const [i, line] of [5, 7].entries()) {
      const { y, height } = await lineBox(page, line);
      const sign = await page.locator(".own-signs button").nth(i).boundingBox();
      check(Math.abs(sign.y - y) < 2, `${what}: a sign before line ${line}: ${sign.y}, ${y}`);
      if (width < 760) continue;
      const told = await page.locator(`.findings li[data-line="${line}"]`).boundingBox();
      check(
        told.y > y - 8 && told.y < y + height + 40,
        `${what}: what was found in line ${line} is beside it: ${told.y}, ${y}`,
      );
    }
    await page.locator('.findings li[data-line="5"] button').click();
    const chosen = await page.$eval("#own-text", ({ value, selectionStart, selectionEnd }) =>
      value.slice(selectionStart - 1, selectionEnd),
    );
    equal(chosen, "W?", `${what}: it leads to the column`);
    const below = page.locator(".own-below");
    equal(await below.isVisible(), width < 760, `${what}: said below the line on a phone`);
    await page.locator(".own-signs button").nth(1).click();
    equal(
      await page.$eval("#own-text", ({ value, selectionStart }) => value.slice(selectionStart)),
      "files=8",
      `${what}: and so does the sign`,
    );
    await audit(visitor, `findings at their lines, ${what}`);
    await page.keyboard.press("Escape");
    equal(await below.isVisible(), false, `${what}: Esc takes it away`);
    await visitor.leave();
  }
}

/** Of a long text that is pasted the first finding is in sight, and whoever wants to play is led to it; Enter in its name begins no game. */
async function pasted(browser, server) {
  for (const width of [1280, 390]) {
    const visitor = await Visitor.come(browser, server, { viewport: { width, height: 844 } });
    const { page } = visitor;
    await visitor.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.check("#game-own");
    const text = `files=7\nranks=7\npawn:P:fW?:P:a2-g2\nking:K:K:K:d1\n${"# a note\n".repeat(120)}`;
    await page.evaluate((words) => navigator.clipboard.writeText(words), text);
    await page.focus("#own-text");
    await page.keyboard.press("Control+V");
    await page.locator('.findings li[data-line="3"]').waitFor();
    const what = `${width} px`;
    const seen = () =>
      page.$eval("#own-text", (field) => {
        const line = document.querySelector(".own-copy > div:nth-child(3)").offsetTop;
        return line >= field.scrollTop && line < field.scrollTop + field.clientHeight;
      });
    await settles(seen, true, `${what}: the first finding is in sight after pasting`);
    await page.$eval("#own-text", (field) => (field.scrollTop = field.scrollHeight));
    await page.click(".new-game button[type=submit]");
    await settles(seen, true, `${what}: and for whoever wants to play`);
    const chosen = await page.$eval("#own-text", ({ value, selectionStart, selectionEnd }) =>
      value.slice(selectionStart - 1, selectionEnd),
    );
    equal(chosen, "W?", `${what}: it is chosen`);
    await page.fill("#own-text", `${text.replace("?", "")}lightShade=#fff\n`);
    await page.locator(".findings li", { hasText: "lightShade" }).first().waitFor();
    const told = await page.textContent(".findings");
    check(told.includes("“") && !told.includes("`"), `${what}: what is quoted: ${told}`);
    const note = page.locator(".findings .note", { hasText: "lightShade" });
    equal(await note.count(), 1, `${what}: a key that only draws is noted: ${told}`);
    check((await note.textContent()).includes("note:"), `${what}: and called so: ${told}`);
    check(!/lightShade.*warning/.test(told.replace(/\n/g, " ")), `${what}: no warning: ${told}`);
    const counted = await page.textContent("#own-verdict");
    check(/2 warnings\.1 note\./.test(counted), `${what}: counted by themselves: ${counted}`);
    await page.fill("#own-text", text.replace("?", ""));
    await page.locator("#own-name").waitFor();
    const sent = visitor.sent.length;
    await page.fill("#own-name", "Little");
    await page.keyboard.press("Enter");
    await page.locator("#own-verdict.good", { hasText: "Little is ready to play." }).waitFor();
    check(
      !visitor.sent.slice(sent).some(({ t }) => t === "new"),
      `${what}: its name begins no game`,
    );
    check(
      (await page.inputValue("#own-text")).startsWith("title=Little\nfiles=7"),
      `${what}: and stands in the text once`,
    );
    await visitor.leave();
  }
}

async function houseRules(visitor) {
  await visitor.newGame({ game: "suzumu", rules: { jumpRank: "off" } });
  equal(visitor.message.settings.jumpRank, "off", "a house rule goes to the server");
  await visitor.act("rules");
  check(
    (await visitor.page.textContent("dialog.rules")).includes("house rule"),
    "and is named among the rulings in force",
  );
  const cards = await visitor.page.locator(".piece-card").count();
  check(cards > 40, `every piece has a card (${cards})`);
  equal(
    await visitor.page.locator(".piece-card svg.diagram .d-mark").first().count(),
    1,
    "with its moves drawn",
  );
  await visitor.page.click("dialog[open] .close");
}

async function furigoma(visitor) {
  const { page } = visitor;
  await visitor.toLobby();
  await page.check("#game-okisaki");
  await page.check("#opponent-engine");
  await page.check("#side-toss");
  visitor.message = null;
  await page.click(".new-game button[type=submit]");
  const verdict = page.locator(".verdict", { hasText: "you play" });
  await verdict.waitFor();
  const words = await verdict.textContent();
  const tokin = await page.locator(".tossed .promoted").count();
  check(
    words.includes(tokin > 2 ? "gote" : "sente"),
    `five pawns decide: ${tokin} tokin, "${words}"`,
  );
  await page.click("dialog[open] .main");
  await visitor.until(() => visitor.message, "a game after furigoma");
  await page.waitForSelector("svg.board");
  equal(visitor.message[tokin > 2 ? "gote" : "sente"], "human", "and one sits there");
}

async function records(visitor) {
  const { page } = visitor;
  await visitor.newGame({ game: "shogi" });
  await visitor.plays("7g", "7f");
  await visitor.plays("3c", "3d");
  await visitor.act("share");
  await page.waitForSelector("dialog.sharing[open]");
  const line = await page.inputValue("#share-1");
  check(
    line.startsWith("position sfen ") && line.endsWith("moves 7g7f 3c3d"),
    `the USI line: ${line}`,
  );
  check((await page.inputValue("#share-0")).includes(" b - 3"), "the SFEN");
  const record = await (
    await fetch(`${visitor.server.url}api/games/${visitor.message.id}.txt`)
  ).text();
  await page.click("dialog[open] .main");
  await page.click("#open-settings");
  await page.selectOption("#set-notation", "japanese");
  check((await page.textContent(".moves")).includes("７六歩"), "Japanese notation");
  await page.selectOption("#set-notation", "usi");
  check((await page.textContent(".moves")).includes("7g7f"), "USI notation");
  await page.selectOption("#set-notation", "western");
  check((await page.textContent(".moves")).includes("P-7f"), "western notation");
  await page.click("dialog[open] .main");
  const ki2 = "先手：甲\n後手：乙\n▲７六歩  △３四歩\n";
  for (const text of [line, record, ki2, "▲７六歩 △３四歩"]) {
    await visitor.newGame({ game: "shogi", sfen: text });
    equal(visitor.message.moves.join(" "), "7g7f 3c3d", "a pasted record goes on");
  }
  await elsewhere(visitor);
  await badPosition(visitor);
  await otherGame(visitor);
}

/** A record of KIF calls its game in its own words: it is offered as that, or played as the chosen one all the same. */
async function recordsOfOthers(visitor) {
  const { page } = visitor;
  const moves = "手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 ３四歩(33)\n";
  for (const [chosen, head, game] of [
    ["suzumu", "手合割：平手\n", "shogi"],
    ["ito", "手合割：二枚落ち\n", "shogi"],
    ["shogi", "手合割：中将棋\n", "chu"],
    ["own", "手合割：平手\n", "shogi"],
  ]) {
    await visitor.toLobby();
    if (chosen === "own") await page.evaluate(() => localStorage.clear());
    await visitor.toLobby(() => page.reload()); // what was written and chosen is forgotten
    await page.check(`#game-${chosen}`);
    await page.check("#opponent-human");
    await visitor.fillRules({}, head + (game === "shogi" ? moves.replace(/ {3}2.*/, "") : ""));
    await page.click(".new-game button[type=submit]");
    const offer = page.locator(`.problem button[data-game="${game}"]`);
    await offer.waitFor();
    const said = await page.textContent(".problem");
    const title = parseVariant(game, null, {}).variant.title;
    check(
      said.startsWith(`This is a record of ${title}. Play it as ${title}?`),
      `${head}: ${said}`,
    );
    if (head !== "手合割：平手\n") continue;
    visitor.message = null;
    await offer.click();
    await visitor.until(() => visitor.message?.game === game, "the record is played as what it is");
    equal(visitor.message.moves.join(), "7g7f", "with its moves");
    await page.waitForSelector("svg.board");
  }
  await visitor.toLobby(() => page.goto(`${visitor.url}#/`));
  await page.check("#game-suzumu");
  await visitor.fillRules({}, `手合割：平手\n${moves}`);
  await page.click(".new-game button[type=submit]");
  await page.click('.problem button[data-game="suzumu"]');
  await settles(
    async () => (await page.locator(".problem button").count()) === 0,
    true,
    "as the chosen game it is tried",
  );
  await page.fill("#start-text", "");
}

/** What a record reader could not use is told with its line before the game is looked at. */
async function notices(visitor) {
  const { page } = visitor;
  const record =
    "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\nこの行は何でもない\n   2 ３四歩(33)\n";
  await visitor.toLobby(() => page.reload());
  await page.check("#game-shogi");
  await page.check("#opponent-human");
  await visitor.fillRules({}, record);
  visitor.message = null;
  await page.click(".new-game button[type=submit]");
  const dialog = page.locator("dialog[open]:has(.notices)");
  await dialog.waitFor();
  const lines = await dialog.locator(".notices li").allTextContents();
  equal(lines.length, 1, `one line could not be used: ${lines.join(" | ")}`);
  check(lines[0].startsWith("Line 4: "), `its line: ${lines[0]}`);
  await dialog.locator("button.main").click();
  await settles(() => dialog.count(), 0, "read, it is closed");
  await visitor.until(() => visitor.message, "the game");
  equal(visitor.message.moves.join(" "), "7g7f 3c3d", "the rest is played");
}

/** A record names its game: it is read by that, whichever card is chosen. */
async function otherGame(visitor) {
  const { page } = visitor;
  await visitor.newGame({ game: "suzumu", rules: { jumpRank: "off" } });
  await visitor.act("share");
  await page.waitForSelector("dialog.sharing[open]");
  check(
    !(await page.inputValue("#share-1")).includes("moves"),
    `the USI line of a start: ${await page.inputValue("#share-1")}`,
  );
  const record = await page.inputValue("#share-2");
  await page.click("dialog[open] .main");
  await visitor.newGame({ game: "shogi" });
  await visitor.act("share");
  await page.waitForSelector("dialog.sharing[open]");
  const kif = await page.inputValue("#share-3");
  check(
    kif.includes("手合割") || kif.includes("先手"),
    `shogi can be copied as KIF: ${kif.slice(0, 80)}`,
  );
  await page.click("dialog[open] .main");
  await visitor.newGame({ game: "okisaki", sfen: record });
  equal(
    `${visitor.message.game}, ${visitor.message.settings.jumpRank}`,
    "suzumu, off",
    "a record of another game is played by its own rules",
  );
  await visitor.newGame({ game: "okisaki", sfen: kif });
  equal(visitor.message.game, "shogi", "a KIF too");
  await visitor.toLobby();
  const begins = () => page.textContent(".chosen-game");
  await page.click(".start-from summary");
  await page.fill("#start-text", record);
  equal(await begins(), "Suzumu Shogi", "the game of the record is named beside the button");
  await page.check("#game-shinogi");
  equal(await begins(), "Suzumu Shogi", "whichever card is chosen then");
  await page.fill("#start-text", "");
  equal(await begins(), "Shinogi", "without a record it is the chosen game");
  await page
    .locator(".start-from input[type=file]")
    .setInputFiles([{ name: "suzumu.txt", mimeType: "text/plain", buffer: Buffer.from(record) }]);
  await settles(begins, "Suzumu Shogi", "the same with a file");
  await page.fill("#start-text", "");
  await page.check("#game-okisaki");
  check(await page.isChecked("#game-okisaki"), "the game chosen last is chosen again");
}

async function seats(visitor) {
  const { page } = visitor;
  await visitor.toLobby();
  await page.check("#game-shogi");
  await page.check("#opponent-human");
  await page.check("#seats-toss");
  visitor.message = null;
  await page.click(".new-game button[type=submit]");
  await page.locator(".verdict", { hasText: "you play" }).waitFor();
  await page.click("dialog[open] .main");
  await visitor.until(() => visitor.message, "a game of two people after furigoma");
  await page.waitForSelector("svg.board"); // the page shows it a moment after the message has come
  equal(`${visitor.message.sente}, ${visitor.message.gote}`, "human, human", "both are people");
}

async function letGo(visitor) {
  const { page } = visitor;
  await visitor.newGame({ game: "shogi" });
  await visitor.taps("7g");
  equal(await page.locator(".entry strong").count(), 1, "a piece is chosen");
  await page.locator(".hand.far").click({ position: { x: 3, y: 3 } });
  equal(await page.locator(".entry strong").count(), 0, "a click beside the board lets go of it");
  await visitor.taps("8i");
  await settles(
    () => visitor.notice(),
    "The knight on 8i has no legal move: every path is blocked.",
    "why a piece can't move",
  );
  await visitor.newGame({ game: "shogi", sfen: "4k4/4r4/9/9/9/9/9/9/P3K4 b - 1" });
  await visitor.taps("9i");
  await settles(
    () => visitor.notice(),
    "The pawn on 9i has no legal move: it leaves your king in check.",
    "in check",
  );
}

/** What is wrong, which game is chosen and the button lie beside each other or below each other, and the button can be pressed. */
async function startBar(visitor) {
  const { page } = visitor;
  await visitor.toLobby();
  await page.check("#game-rutherford");
  await page.check("#opponent-human");
  await page.click(".start-from summary");
  await page.fill("#start-text", "nonsense");
  await page.click(".new-game button[type=submit]");
  await page.locator(".problem", { hasText: /./ }).waitFor();
  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ]) {
    await page.setViewportSize({ width, height });
    const found = await page.$eval(".start-row", (row) => {
      const parts = [...row.querySelectorAll("p, button")].map((part) => {
        const words = document.createRange();
        words.selectNodeContents(part);
        return words.getBoundingClientRect();
      });
      const over = parts.flatMap((a, i) =>
        parts
          .slice(i + 1)
          .filter((b) => a.left < b.right && b.left < a.right)
          .filter((b) => a.top < b.bottom && b.top < a.bottom),
      );
      const { left, right } = row.getBoundingClientRect();
      const outside = parts.filter((part) => part.left < left || part.right > right);
      return `${parts.length} parts, ${over.length} over others, ${outside.length} outside`;
    });
    equal(found, "3 parts, 0 over others, 0 outside", `the bar that starts, ${width} px`);
    const last = page.locator(".start-from .field-hint").last();
    await last.scrollIntoViewIfNeeded();
    await page.evaluate(() => scrollBy(0, 400));
    const [end, row] = [await last.boundingBox(), await page.locator(".start-row").boundingBox()];
    check(end.y + end.height <= row.y, `which covers nothing, ${width} px: ${end.y}, ${row.y}`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.fill("#start-text", "");
}

/** A position of another game than the chosen one is offered there. */
async function elsewhere(visitor) {
  const { page } = visitor;
  const fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await visitor.toLobby();
    await page.check("#game-shogi");
    await page.check("#opponent-human");
    if (!(await page.isVisible("#start-text"))) await page.click(".start-from summary");
    await page.fill("#start-text", fen);
    await page.click(".new-game button[type=submit]");
    const play = page.getByRole("button", { name: "Play it as Chess" });
    await play.waitFor();
    const told = await page.textContent(".problem");
    check(
      told.startsWith("This position is from a game other than Shogi."),
      `${width} px: ${told}`,
    );
    equal(await page.locator(".problem button").count(), 1, `${width} px: of that one alone`);
    check(visitor.sent.at(-1).t !== "new", `${width} px: nothing began`);
    equal(await sticksOut(page, ".start-row"), "", `${width} px: all of it is in sight`);
    visitor.message = null;
    await play.click();
    await visitor.until(() => visitor.message, "the game that was offered");
    await page.waitForSelector("svg.board");
    equal(visitor.message.game, "chess", `${width} px: it begins as that game`);
    equal(visitor.message.sfen.split(" ")[0], fen.split(" ")[0], `${width} px: from there`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

async function badPosition(visitor) {
  const { page } = visitor;
  await visitor.toLobby();
  await page.check("#game-shogi");
  await page.click(".start-from summary");
  await page.fill("#start-text", "4k4/9/9 b - 1");
  await page.click(".new-game button[type=submit]");
  await page.locator(".problem", { hasText: /./ }).waitFor();
  check(
    /^Line 1, column \d+: .{10}/.test(await page.textContent(".problem")),
    `a bad SFEN is refused: ${await page.textContent(".problem")}`,
  );
  equal(await visitor.notice(), "", "and that is told once");
  await page.$eval("#start-text", (field) => (field.value = "▲７六歩 ".repeat(45000)));
  await page.click(".new-game button[type=submit]");
  await page.locator(".problem", { hasText: "The limit is 512 KB" }).waitFor();
  check(await page.isHidden("#line"), "what is too long isn't sent, and the line stays");
  for (const [text, part] of [
    ["V2.2\nN+NAKAHARA\nPI\n+\n+7776FU\n", "his is a CSA record, which isn't read"],
    ['[Event "a game"]\n\n1. P-7f P-3d *\n', "his is a PGN record, which isn't read"],
    ["手合割：平手\n   1 ９九石打\n", 'found "石打"'],
  ]) {
    await page.fill("#start-text", text);
    await page.click(".new-game button[type=submit]");
    await page.locator(".problem", { hasText: part }).waitFor();
    check(true, `${part}: ${text}`);
  }
}

async function preferences(visitor) {
  const { page } = visitor;
  await visitor.newGame({ game: "shogi" });
  await visitor.plays("7g", "7f");
  const { id } = visitor.message;
  await page.click("#open-settings");
  await page.selectOption("#set-pieces", "western");
  await page.selectOption("#set-theme", "dark");
  await page.click("dialog[open] .main");
  equal(await page.textContent('.cell[data-square="2h"] text'), "R", "western letters");
  equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark", "dark colours");
  await page.reload();
  await page.waitForSelector("svg.board");
  equal(await page.textContent('.cell[data-square="2h"] text'), "R", "settings are kept");
  await visitor.act("flip");
  const top = await visitor.cell("2h").boundingBox();
  const bottom = await visitor.cell("8b").boundingBox();
  check(top.y < bottom.y, "the board turns");
  await page.goto(`${visitor.server.url}#/`);
  for (const [set, look] of [
    ["western", /^[A-Z+]+$/],
    ["kanji1", /^\p{Script=Han}+$/u],
  ]) {
    if (set !== "western") {
      await page.click("#open-settings");
      await page.selectOption("#set-pieces", set);
      await page.click("dialog[open] .main");
    }
    for (const place of [
      ".card:has(#game-shogi) .little-board",
      `.earlier a[href="#/g/${id}"] .little-board`,
    ]) {
      const written = () => page.locator(`${place} text`).allTextContents();
      await settles(
        async () => look.test((await written()).join("")),
        true,
        `the chosen pieces, ${set}, in ${place}`,
      );
    }
  }
}

async function strict(visitor) {
  await visitor.newGame({ game: "shinogi", rules: { strict: "on" } });
  await visitor.taps("8i");
  equal(
    await visitor.page.locator(".cell.origin").count(),
    1,
    "any piece of one's own can be chosen",
  );
  await visitor.taps("7g", "7e");
  check(!(await visitor.dialogOpen()), "nobody warns before an illegal move");
  await visitor.until(() => visitor.message.result, "the end");
  equal(
    `${visitor.message.result.reason}, ${visitor.message.result.winner}`,
    "illegal move, gote",
    "under strict play an illegal move loses",
  );
  await visitor.act("again");
  await visitor.until(() => !visitor.message.result, "another game");
  equal(visitor.message.settings.strict, "on", "by the same rules");
}

/** The squares and the words are those of the server's hint. */
async function hintIs(visitor, words) {
  const sign = await visitor.page.evaluate(() => {
    const button = document.querySelector("[data-act=hint]");
    button.click();
    return `${button.textContent}, ${button.disabled}`;
  });
  equal(sign, "Thinking…, true", "the button says that a hint is thought about");
  await visitor.page.waitForSelector(".cell.hinted");
  const { usi } = visitor.heard.hint;
  const game = visitor.take();
  const move = game.readMove(usi);
  const name = (square) => game.variant.squareNames[square];
  const shown = await visitor.page
    .locator(".cell.hinted")
    .evaluateAll((cells) => cells.map((cell) => cell.dataset.square));
  const meant = new Set([move.from, move.to, ...move.victims].map(name));
  equal(shown.sort().join(), [...meant].sort().join(), `squares of the hint ${usi}`);
  const piece = game.variant.type(move.type).name;
  const expected = words ?? `Hint: ${piece} ${name(move.from)} to ${name(move.to)}`;
  await settles(() => visitor.notice(), expected, `words of the hint ${usi}`);
}

/** The chip beside the house rules, and what a press on it says. */
async function chipInGame(visitor, text, kanji) {
  const chip = visitor.page.locator(".play .chips .chip", { hasText: text });
  await chip.waitFor();
  const words = await chip.getAttribute("aria-description");
  check((await chip.textContent()).includes(kanji), "the chip has the kanji");
  check(words.endsWith("moves first."), `the chip is explained: ${words}`);
}

/** The sides have other names in a handicap game, wherever they are named; the rules list what there is. */
async function uwateAndShitate(visitor) {
  const { page } = visitor;
  await settles(() => page.textContent(".status .turn"), "Shitate to move.", "whose turn it is");
  equal(
    (await page.locator(".person-strip .about").allTextContents()).join(),
    "Uwate,Shitate",
    "the strips",
  );
  equal(
    (await page.$$eval(".hand", (all) => all.map((each) => each.ariaLabel))).join(),
    "Uwate’s hand,Shitate’s hand",
    "the hands",
  );
  const attacks = page.locator("[data-act=attacks]");
  await visitor.act("attacks");
  await settles(
    () => attacks.textContent(),
    "Attacked by uwate",
    "whose attacked squares are shown",
  );
  const label = () => visitor.cell("5d").getAttribute("aria-label");
  const isTold = async () => (await label()).includes("attacked by uwate");
  await settles(isTold, true, `a square in words: ${await label()}`);
  await visitor.act("attacks");
  await settles(() => attacks.textContent(), "Attacked by shitate", "and one's own");
  await visitor.act("attacks");
  await settles(() => attacks.textContent(), "Attacked by shitate and uwate", "and both");
  await visitor.act("attacks");
  await visitor.act("rules");
  await page.waitForSelector("#rules-title");
  const words = await page.locator("dialog[open] .in-words").allTextContents();
  check(words.join().includes("9 files by 9 ranks"), "the rules in words");
  check(
    !words.join().includes("飛香落ち"),
    `say handicaps, which stand in a list below: ${words[0]}`,
  );
  const names = await page.locator(".handicaps dt").allTextContents();
  const without = await page.locator(".handicaps dd").allTextContents();
  equal(names.length, visitor.variant.handicaps.length, "the rules list every handicap");
  equal(
    `${names[4]}: ${without[4]}`,
    "rook-lance · 飛香落ち: 香飛without lance and rook",
    "what is left out",
  );
  check(
    without.some((text) => /lance ×2/.test(text)),
    "two of a kind are counted",
  );
  await page.click("dialog[open] .close");
  await visitor.act("resign");
  check(
    (await page.textContent("dialog[open] h2")).includes("Resign as shitate"),
    "who resigns is asked by that name",
  );
  await page.click("dialog[open] .danger");
  await settles(
    () => page.locator(".status .result").textContent(),
    "You lost by resignation",
    "and who wins told by it",
  );
}

/** A list where the game has handicaps, within reach of the keyboard; the program gives it and begins. */
async function handicap(visitor) {
  const { page } = visitor;
  await visitor.toLobby();
  await page.check("#game-ito");
  equal(await page.locator("#handicap").count(), 0, "no list where there is none");
  await page.check("#game-okisaki");
  await page.selectOption("#handicap", "queen");
  await page.check("#game-shogi");
  equal(await page.inputValue("#handicap"), "", "another game has others");
  check(!(await page.isVisible("#handicap-hint")), "nothing is explained");
  equal(
    (await page.locator("#handicap option").allTextContents()).slice(0, 3).join(", "),
    "None, lance · 香落ち, right-lance · 右香落ち",
    "by name and kanji",
  );
  await page.check("#opponent-engine");
  await page.check("#side-sente");
  await page.fill("#level", "1");
  await page.focus("#level");
  const focused = () => page.evaluate(() => document.activeElement?.id);
  for (let i = 0; i < 12 && (await focused()) !== "handicap"; i++) await page.keyboard.press("Tab");
  equal(await focused(), "handicap", "Tab leads to it");
  for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowDown");
  equal(await page.inputValue("#handicap"), "bishop", "arrows choose");
  check(await page.isVisible("#handicap-hint"), "what it means");
  await page.locator(".card .chip", { hasText: "handicap: bishop" }).waitFor();
  const sides = () => page.locator("fieldset.side label").allTextContents();
  equal((await sides()).slice(0, 2).join(), "Shitate (second),Uwate (first)", "the sides");
  await page.selectOption("#handicap", "");
  equal((await sides()).slice(0, 2).join(), "Sente (first),Gote (second)", "without a handicap");
  await page.selectOption("#handicap", "bishop");

  await page.click(".start-from summary");
  await page.fill("#start-text", "4k4/9/9/9/9/9/9/9/4K4 b - 1");
  visitor.message = null;
  const before = visitor.sent.length;
  await page.click(".new-game button[type=submit]");
  await page.locator(".problem", { hasText: "A game can start with" }).waitFor();
  check(!visitor.sent.slice(before).some(({ t }) => t === "new"), "nothing is begun");
  await page.fill("#start-text", "");
  await page.click(".new-game button[type=submit]");
  await visitor.until(() => visitor.message?.moves.length === 1, "the program begins");
  await page.waitForSelector("svg.board");
  check(visitor.message.sfen.startsWith("lnsgkgsnl/1r7/"), `it starts at ${visitor.message.sfen}`);
  const game = visitor.take();
  await visitor.enter(game.moves[0]);
  await visitor.until(() => visitor.message.moves.length === 3, "its answer");
  await chipInGame(visitor, "handicap: bishop", "角落ち");
  await uwateAndShitate(visitor);
  visitor.message = null;
  await visitor.act("again");
  await visitor.until(() => visitor.message, "another game");
  check(visitor.message.sfen.startsWith("lnsgkgsnl/1r7/"), "from the same start");
  await page.goto(`${visitor.server.url}#/`);
  await page.locator(".earlier .chip", { hasText: "handicap: bishop" }).first().waitFor();
}

async function hint(visitor) {
  await visitor.newGame({ game: "ito" });
  await hintIs(visitor);
  await visitor.newGame({ game: "shogi", sfen: "4k4/9/9/4r4/4R4/9/9/9/4K4 b - 1" });
  await hintIs(visitor, "Hint: rook 5e to 5d, takes rook on 5d");
  await visitor.newGame({ game: "shogi", sfen: "7rl/9/9/4k4/9/9/9/9/8K b P 1" }); // only a pawn helps
  await visitor.act("hint");
  await visitor.page.waitForSelector(".cell.hinted");
  equal(
    await visitor.page.$$eval(".held.hinted", (all) =>
      all.map(({ dataset }) => dataset.kind).join(),
    ),
    "P",
    "what a hint drops is marked in the hand",
  );
}

async function fullStrength(visitor) {
  const { page } = visitor;
  await visitor.newGame({ game: "ito", opponent: "engine", level: 11 });
  equal(visitor.message.level, 0, "right of level 10 lies full strength");
  check(
    (await page.textContent(".play")).includes("Henka, full strength"),
    "and the players' names say so",
  );
  await page.goto(`${visitor.server.url}#/`);
  await page.waitForSelector(".cards .card");
  equal(await page.inputValue("#level"), "11", "the choice is kept");
  equal(await page.textContent(".level-words"), "full strength", "in words");
  await page.fill("#level", "10");
  equal(await page.textContent(".level-words"), "10: very strong", "and level 10 is below it");
}

/** Two strangers: the one who gives the handicap calls, and moves first. */
async function givenToWhoeverComes(browser, server) {
  const [host, guest] = [await Visitor.come(browser, server), await Visitor.come(browser, server)];
  await host.page.check("#game-shogi");
  await host.page.check("#opponent-anyone");
  await host.page.check("#side-gote");
  await host.page.selectOption("#handicap", "2-piece");
  await host.page.click(".new-game button[type=submit]");
  const call = guest.page.locator(".challenges li", { hasText: "you play shitate" });
  await call.locator(".chip", { hasText: "handicap: 2-piece" }).waitFor();
  await call.locator("button.main").click();
  for (const each of [host, guest]) {
    await each.until(() => each.message, "the game of two");
    await each.page.waitForSelector("svg.board");
    await chipInGame(each, "handicap: 2-piece", "二枚落ち");
  }
  await host.taps("7a", "6b");
  await guest.until(() => guest.message.moves.length === 1, "the giver's move, the first");
  await guest.taps("7g", "7f");
  await host.until(() => host.message.moves.length === 2, "the answer");
  equal(host.message.moves.join(), "7a6b,7g7f", "two moves");
  equal(host.message.you.join(), "gote", "the caller gives it");
  await host.page.goto(`${server.url}#/`);
  await host.page.locator(".earlier .chip", { hasText: "handicap: 2-piece" }).waitFor();
  await host.leave();
  await guest.leave();
}

/** Whoever comes first finds a game that he knows, a close-up and a kanji name on each card, and games to replay. */
async function firstVisit(browser, server, colorScheme) {
  const visitor = await Visitor.come(browser, server, { colorScheme });
  const { page } = visitor;
  equal(await page.inputValue(".card:first-child > input"), "shogi", "the first card");
  check(await page.isChecked("#game-shogi"), "is chosen");
  equal(
    (await page.locator(".card-title .kanji").allTextContents()).slice(0, 2).join(),
    "本将棋,糸将棋",
    "names in kanji",
  );
  const places = page.locator(".card-board");
  const last = places.last().locator(".little-board");
  await places.first().locator(".little-board").waitFor();
  await page.setViewportSize({ width: 390, height: 300 });
  await page.reload();
  await places.first().locator(".little-board").waitFor();
  equal(await last.count(), 0, "a board far below the screen isn't drawn");
  await places.last().scrollIntoViewIfNeeded();
  await last.waitFor();
  await page.setViewportSize({ width: 1280, height: 1600 });
  await settles(
    () => page.locator(".card .little-board").count(),
    await places.count(),
    "in sight each card has its board",
  );
  const sizes = await page.$$eval(".card .little-board", (all) =>
    all.map((each) => each.querySelector(".body").getBoundingClientRect().height),
  );
  await page.setViewportSize({ width: 1280, height: 800 });
  check(Math.min(...sizes) > 28, `pieces on the cards can be read: ${sizes.map(Math.round)}`);
  await page.waitForSelector(".models li");
  check(await page.isHidden(".earlier"), "no empty list of games");
  equal(await page.locator(".models li").count(), 3, "three games to replay");
  await audit(visitor, `games to replay, ${colorScheme}`);
  await page.locator(".models a").nth(1).click();
  await page.waitForSelector("svg.board");
  const past = () => page.textContent(".status .past");
  check((await past()).startsWith("Move 0 of "), `it begins at its start: ${await past()}`);
  const count = Number((await past()).match(/of (\d+)/)[1]);
  equal(await page.locator(".moves li").count(), count, "all of its moves are legal");
  await page.keyboard.press("ArrowRight");
  check((await past()).startsWith("Move 1 of "), "an arrow goes on");
  equal(
    await page.locator("[data-act=resign]:visible, [data-act=undo]:visible").count(),
    0,
    "nobody plays",
  );
  await audit(visitor, `a game replayed, ${colorScheme}`);
  await page.getByRole("button", { name: "Latest position" }).click();
  check(/won|Draw/.test(await page.textContent(".status .result")), "and how it ended");
  await visitor.act("share");
  await page.waitForSelector("dialog.sharing[open]");
  equal(await page.locator("dialog.sharing textarea").count(), 2, "its texts, but no record");
  await page.click("dialog[open] .main");
  await page.goto(`${server.url}#/model/none`);
  await page.getByRole("heading", { name: "Game not found" }).waitFor();
  await page.goto(`${server.url}#/`);
  await page.check("#opponent-human");
  await page
    .locator(".card", { has: page.locator("#game-okisaki") })
    .locator(".play-card")
    .click();
  await visitor.until(() => visitor.message, "a game by the button on its card");
  equal(visitor.message.game, "okisaki", "which is that game");
  await visitor.leave();
}

/** Behind the first games stand others: named, and shown when somebody asks; the one that was played last is in sight. */
async function moreGames(browser, server) {
  const visitor = await Visitor.come(browser, server);
  const { page } = visitor;
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  const more = page.locator(".more-games");
  const names = more.locator(".more-names");
  await names.scrollIntoViewIfNeeded();
  await names.filter({ hasText: "Minishogi, Kyoto Shogi" }).waitFor();
  equal(await more.locator(".card").count(), 0, "their cards are not drawn before");
  await more.locator("summary").click();
  await settles(
    async () => (await page.locator(".card > input").count()) - 1,
    shippedNames().length,
    "then every game that ships has its card",
  );
  const xiangqi = more.locator(".card:has(#game-xiangqi)");
  await xiangqi.scrollIntoViewIfNeeded();
  await xiangqi.locator(".little-board").waitFor();
  await page.evaluate(() => document.fonts.ready);
  const font = (name) => asked.filter((url) => url.endsWith(`henka-${name}.woff2`)).length;
  await settles(() => font("more"), 1, "what only their pieces have comes with them");
  await audit(visitor, "more games");
  await page.check("#opponent-human");
  await xiangqi.locator(".play-card").click();
  await visitor.until(() => visitor.message, "a game of those behind");
  equal(visitor.message.game, "xiangqi", "which is that game");
  await page.goto(`${server.url}#/`);
  await page.waitForSelector(".more-games[open]");
  check(await page.isChecked("#game-xiangqi"), "it is chosen again, and in sight");
  await visitor.leave();
}

/** The games to go on with are drawn as they stand, and drawn anew when they go on. */
async function thumbnails(visitor) {
  const { page } = visitor;
  await visitor.newGame({ game: "shogi" });
  await visitor.plays("7g", "7f");
  const { id } = visitor.message;
  await page.goto(`${visitor.server.url}#/`);
  const picture = page.locator(`.earlier a[href="#/g/${id}"] .little-board`);
  await picture.waitFor();
  equal(await page.textContent("#earlier-title"), "Continue", "the list is of games to go on with");
  equal(await picture.locator(".piece").count(), 40, "with all its pieces");
  const lit = () =>
    picture.locator(".lit").evaluateAll((all) => all.map((each) => each.getAttribute("y")).join());
  const first = await lit();
  equal(first.split(",").length, 2, "the last move is lit");
  await visitor.say({ t: "move", id, usi: "3c3d", ply: 1 });
  await page.locator(`.earlier li:has(a[href="#/g/${id}"])`, { hasText: "2 moves" }).waitFor();
  await page.waitForFunction(
    ([game, before]) => {
      const all = document.querySelectorAll(`.earlier a[href="#/g/${game}"] .lit`);
      return all.length === 2 && [...all].map((each) => each.getAttribute("y")).join() !== before;
    },
    [id, first],
  );
  check(true, "a new move is drawn");
}

const LONGER =
  "7g7f 3c3d 2g2f 8c8d 9g9f 1c1d 1g1f 9c9d 6g6f 4c4d 5g5f 5c5d 3g3f 7c7d 8g8f 2c2d".split(" ");

/** While a long game of the list is replayed for its picture, the page goes on: every slice is a task of its own. */
async function thumbnailsInSlices(visitor) {
  const { page } = visitor;
  await page.evaluate(() => {
    let later = 0; // as on a machine on which nothing takes less than 20 ms
    const now = performance.now.bind(performance);
    performance.now = () => now() + (later += 20);
    const wait = window.setTimeout;
    window.slices = 0;
    window.setTimeout = (what, delay, ...more) => {
      if (!delay) window.slices++;
      return wait(what, delay, ...more);
    };
  });
  await visitor.newGame({ game: "shogi", sfen: `position startpos moves ${LONGER.join(" ")}` });
  await page.goto(`${visitor.server.url}#/`);
  await page
    .locator(`.earlier a[href="#/g/${visitor.message.id}"] .little-board .piece`)
    .first()
    .waitFor();
  const slices = await page.evaluate(() => window.slices);
  check(slices >= LONGER.length, `${slices} slices of ${LONGER.length} moves`);
  await page.reload();
}

export default async function lobby(browser, server) {
  for (const scheme of ["light", "dark"]) await firstVisit(browser, server, scheme);
  await moreGames(browser, server);
  await givenToWhoeverComes(browser, server);
  await findings(browser, server);
  await pasted(browser, server);
  const visitor = await Visitor.come(browser, server);
  for (const each of [
    own,
    houseRules,
    handicap,
    thumbnails,
    thumbnailsInSlices,
    furigoma,
    fullStrength,
    records,
    recordsOfOthers,
    notices,
    startBar,
    seats,
    letGo,
    preferences,
    strict,
    hint,
  ]) {
    await each(visitor);
  }
  await visitor.leave();
}
