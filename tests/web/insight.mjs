// What a person must know is in sight: house rules, the text of one's own game, what of a record is lost; a tap is never lost.

import { check, equal, settles, Visitor } from "./harness.mjs";

const OWN = "files=9\nranks=9\npawn:P:fsW:pawn:a3-i3\nking:K:K:king:e1\n"; // without a royal line: a warning
const KIF = `手合割：平手
先手：羽生
後手：谷川
手数----指手---------消費時間--
   1 ７六歩(77)   ( 0:00/00:00:00)
*a good move
   2 ３四歩(33)   ( 0:00/00:00:00)

変化：2手
   2 ８四歩(83)   ( 0:00/00:00:00)
`;

const texts = (page, selector) => page.$$eval(selector, (all) => all.map((each) => each.innerText));

/** Under the title, with what it means by click and by key; on the chosen card; in my games. */
async function chips(visitor) {
  const { page } = visitor;
  await visitor.newGame({ game: "shogi" });
  await settles(
    () => page.locator("button.chip").count(),
    0,
    "a game by its standard has no chips",
  );
  await visitor.newGame({ game: "suzumu", rules: { jumpRank: "off", strict: "on" } });
  equal((await texts(page, "button.chip")).join("; "), "jump rank: off; strict play", "the chips");
  const chip = page.getByRole("button", { name: "jump rank: off" });
  await chip.click();
  const tip = page.locator(".chip-tip");
  check((await tip.innerText()).includes("(standard: on)"), `it says: ${await tip.innerText()}`);
  await page.keyboard.press("Escape");
  await settles(() => tip.count(), 0, "Esc ends what is said");
  await chip.press("Enter");
  await settles(() => tip.count(), 1, "a key says it as well");
  await visitor.plays("8l", "8k");
  await settles(() => page.locator("button.chip").count(), 2, "the chips stay");
  await page.goto(`${visitor.server.url}#/`);
  await page.locator(".earlier .chip").first().waitFor();
  equal(
    (await texts(page, ".earlier li:first-child .chip")).join("; "),
    "jump rank: off; strict play",
    "my games show them",
  );
}

async function lobbyChips(visitor) {
  const { page } = visitor;
  await page.goto(`${visitor.server.url}#/`);
  await page.check("#game-suzumu");
  await page.click(".house-rules summary");
  await page.selectOption("#rule-jumpRank", "off");
  equal(
    (await texts(page, ".card:has(#game-suzumu) .chip")).join(),
    "jump rank: off",
    "a rule chosen is on the card",
  );
  await page.selectOption("#rule-jumpRank", "on");
  await settles(() => page.locator(".card .chip").count(), 0, "the standard is not");
  await page.selectOption("#rule-jumpRank", "off");
  await page.check("#game-shogi");
  await settles(() => page.locator(".card .chip").count(), 0, "nor is another game's");
}

/** Whoever is invited or called knows by which rules. */
async function invitations(visitor, other) {
  const { page } = visitor;
  await page.goto(`${visitor.server.url}#/`);
  await page.check("#game-suzumu");
  await page.click(".house-rules summary");
  await page.selectOption("#rule-jumpRank", "off");
  await page.check("#opponent-anyone");
  await page.click(".new-game button[type=submit]");
  await other.page.locator(".challenges .chip").waitFor();
  equal(
    (await texts(other.page, ".challenges .chip")).join(),
    "jump rank: off",
    "a challenge shows the rules",
  );
  await page.getByRole("button", { name: "Cancel the challenge" }).click();
  await page.check("#opponent-friend");
  await page.click(".new-game button[type=submit]");
  await page.locator(".invitation .chip").waitFor();
  equal((await texts(page, ".invitation .chip")).join(), "jump rank: off", "so does an invitation");
  await page.getByRole("button", { name: "Close" }).click();
}

/** One's own text is there again, says that it is ready, shows its board, and asks for a name where it has none. */
async function ownText(visitor) {
  const { page } = visitor;
  await visitor.toLobby();
  await page.check("#game-own");
  await page.fill("#own-text", OWN);
  await page.locator("#own-verdict.good").waitFor();
  await settles(() => page.locator(".findings .warning").count(), 1, "there is a warning");
  check(
    (await page.locator("#own-verdict.good").innerText()).includes("ready to play"),
    "and yet it is ready",
  );
  await settles(() => page.locator(".own-board .piece").count(), 20, "its array is drawn");
  await visitor.toLobby(() => page.reload());
  await page.check("#game-own");
  await settles(() => page.inputValue("#own-text"), OWN, "the text is there after a reload");
  await page.fill("#own-name", "Pawns at home");
  await page.press("#own-name", "Tab");
  await page.locator(".good", { hasText: "Pawns at home is ready" }).waitFor();
  check(await page.isHidden("#own-name"), "a name is asked for once");
  await page.check("#opponent-human");
  await visitor.begins();
  await settles(() => page.textContent(".game-title"), "Pawns at home", "its name is its title");
  await page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith("henka-shelf"))
      .forEach((key) => localStorage.removeItem(key)),
  );
  await visitor.act("share");
  await visitor.toLobby(() => visitor.act("edit"));
  check(await page.isChecked("#game-own"), "a game leads back to its text");
  await settles(
    () => page.inputValue("#own-text"),
    `title=Pawns at home\n${OWN}`,
    "which it has kept",
  );
}

async function leftOut(visitor) {
  const { page } = visitor;
  await page.goto(`${visitor.server.url}#/`);
  await page.check("#game-shogi");
  await page.click(".start-from summary");
  const said = () => page.textContent(".left-out");
  await page.fill("#start-text", KIF);
  equal(
    await said(),
    "These parts of the record won’t be kept: player names, comments, and variations.",
    "what a KIF loses is told",
  );
  await page.fill("#start-text", KIF.replace(/^先手.*\n後手.*\n|^\*.*\n/gm, ""));
  await settles(
    said,
    "These parts of the record won’t be kept: variations.",
    "and no more than that",
  );
  await page.fill("#start-text", KIF.slice(0, KIF.indexOf("先手")));
  await settles(said, "", "nothing is told of a record that loses nothing");
  await page.fill("#start-text", "");
}

/** A finger that stops a board still rolling from a flick has tapped all the same. */
async function tapAfterFlick(browser, server) {
  const visitor = await Visitor.come(browser, server, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const { page } = visitor;
  await visitor.newGame({ game: "suzumu" });
  await page.getByRole("button", { name: "Zoom in" }).tap();
  const session = await page.context().newCDPSession(page);
  const touch = (type, at) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: at ? [{ x: at[0], y: at[1], id: 0 }] : [],
    });
  for (let time = 1; time <= 4; time++) {
    const { x, y, width, height } = await page.locator("svg.board").boundingBox();
    const [cx, cy] = [x + width / 2, y + height / 2];
    await touch("touchStart", [cx, cy]);
    for (let step = 1; step <= 4; step++) await touch("touchMove", [cx, cy - 12 * step]);
    await touch("touchEnd");
    const square = await page.evaluate(
      ([px, py]) => {
        const cells = [...document.querySelectorAll(".cell.movable")];
        const near = (cell) => {
          const box = cell.firstElementChild.getBoundingClientRect();
          return Math.hypot(box.x + box.width / 2 - px, box.y + box.height / 2 - py);
        };
        const cell = cells.sort((a, b) => near(a) - near(b))[0];
        const box = cell.firstElementChild.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2, cell.dataset.square];
      },
      [cx, cy],
    );
    await touch("touchStart", square);
    await touch("touchEnd");
    await visitor.cell(square[2]).and(page.locator(".origin")).waitFor({ state: "attached" });
    check(true, `tap ${time} after a flick counts`);
    await touch("touchStart", square);
    await touch("touchEnd");
    await page.locator(".cell.origin").waitFor({ state: "detached" });
  }
  await visitor.leave();
}

export default async function insight(browser, server) {
  const visitor = await Visitor.come(browser, server);
  const other = await Visitor.come(browser, server);
  for (const each of [chips, lobbyChips, invitations, ownText, leftOut]) await each(visitor, other);
  await other.leave();
  await visitor.leave();
  await tapAfterFlick(browser, server);
}
