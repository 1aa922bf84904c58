// What a player is asked and told before a move counts, and games that play themselves.

import { check, equal, settles, Visitor } from "./harness.mjs";

/** Why a piece can't move is said by the rules: no game has a rule that only the page knows. */
async function reasons(visitor) {
  const { page } = visitor;
  const told = (text, what) => settles(() => visitor.notice(), text, what);
  await visitor.newGame({ game: "suzumu" });
  await visitor.tap("10n");
  await told("The fire demon on 10n has no legal move: every path is blocked.", "at the start");
  const sfen = "r14k/16/16/16/16/16/16/16/16/16/16/16/16/16/8P7/K7L7 b - 1 -";
  await visitor.newGame({ game: "suzumu", sfen });
  await visitor.tap("8p");
  await told("The lance on 8p has no legal move: every path is blocked.", "a royal attacked");
  await visitor.newGame({ game: "shogi", sfen: "4k4/9/9/9/9/9/3n5/9/4K4 b P 1" });
  await page.click('.hand.to-move .held[data-kind="P"]');
  await told(
    "The pawn cannot be dropped anywhere: it leaves your king in check.",
    "a piece in hand",
  );
}

/** A jumping general's end square leaves several sets of victims open: the player is asked there, the best first. */
async function victims(visitor) {
  const { page } = visitor;
  const sfen = "k15/16/16/16/16/8p7/16/8p7/16/8p7/16/16/8{RG}7/16/16/K15 b - 1 -";
  const choices = async () => {
    await visitor.newGame({ game: "suzumu", sfen });
    await visitor.taps("8m", "8f");
    await page.waitForSelector("dialog.ways[open]");
    return page.locator(".ways button").allTextContents();
  };
  const ways = await choices();
  equal(ways.length, 4, `with two pawns on the way: ${ways.join(" / ")}`);
  equal(ways[0], "Captures 3 pieces: pawn 8j, pawn 8h, and pawn 8f", "the most is offered first");
  equal(ways.at(-1), "Captures only the pawn on the target square", "and the least last");
  const at = await page.locator(".ways").boundingBox();
  const cell = await visitor.cell("8f").boundingBox();
  const near = Math.min(Math.abs(at.y - cell.y - cell.height), Math.abs(at.y + at.height - cell.y));
  check(near < 10 && at.x < cell.x + cell.width && at.x + at.width > cell.x, "at the square");
  await page.keyboard.press("Escape");
  await settles(() => page.locator(".cell.origin").count(), 0, "left: nothing is chosen");
  equal(visitor.lastSent(), null, "and nothing played");
  await choices();
  await page.click(".ways button >> nth=0");
  await visitor.until(() => visitor.message.moves.length === 1, "the move");
  await settles(
    () => page.locator(".board .cell .piece").count(),
    3,
    "three are taken, two kings and the general are left",
  );
}

/** A move that waits for a yes looks so everywhere, and is asked about at its square. */
async function unconfirmed(visitor) {
  const { page } = visitor;
  await page.click("#open-settings");
  await page.selectOption("#set-confirm", "always");
  await page.click("dialog[open] .buttons .main");
  await visitor.newGame({ game: "shogi", opponent: "engine" });
  await visitor.taps("7g", "7f");
  await page.waitForSelector("[data-act=confirm]");
  equal(await page.textContent(".status .turn"), "Confirm your move.", "the status");
  check(await page.locator(".near-strip.to-move").count(), "it is still one's own turn");
  equal(await page.locator(".far-strip.to-move").count(), 0, "and not the other's");
  equal(await page.locator(".moves .unplayed").count(), 1, "the list");
  const [box, cell] = [
    await page.locator(".confirm").boundingBox(),
    await visitor.cell("7f").boundingBox(),
  ];
  const gap = Math.min(
    Math.abs(box.y - cell.y - cell.height),
    Math.abs(cell.y - box.y - box.height),
  );
  check(gap < 12 && box.x < cell.x + cell.width && box.x + box.width > cell.x, "beside its square");
  equal(visitor.message.moves.length, 0, "nothing is sent yet");
  await page.click("[data-act=revoke]");
  await page.waitForSelector(".confirm", { state: "hidden" });
  equal(await page.locator(".moves li").count(), 0, "it is taken off");
  await visitor.taps("7g", "7f");
  await page.click("[data-act=confirm]");
  await visitor.until(() => visitor.lastSent() === "7g7f", "the move");
  await settles(() => page.locator(".moves .unplayed").count(), 0, "then it is played");
  await page.click("#open-settings");
  await page.selectOption("#set-confirm", "days");
  await page.click("dialog[open] .buttons .main");
}

/** A game of one's own has its picture among those to go on with. */
async function pictures(visitor) {
  const { page } = visitor;
  await visitor.toLobby();
  await page.check("#game-own");
  await page.fill(
    "#own-text",
    "title=Tiny\nfiles=3\nranks=4\nroyal=K\npawn:P:fW:P:b2\nking:K:K:K:b1\n",
  );
  await page.locator("#own-verdict.good").waitFor();
  await page.check("#opponent-human");
  await visitor.begins();
  await visitor.plays("2c", "2b");
  await visitor.toLobby(() => page.reload().then(() => page.goto(`${visitor.url}#/`)));
  const thumb = page.locator(".earlier li", { hasText: "Tiny" }).locator(".thumb .little-board");
  await thumb.waitFor();
  equal(await thumb.locator(".piece").count(), 3, "with its pieces as they stand");
}

/** A game that is over plays itself at a pace, can be held, and doesn't tell its end before. */
async function replays(visitor) {
  const { page } = visitor;
  await page.goto(`${visitor.url}#/model/shogi`);
  await page.waitForSelector("svg.board");
  const viewed = () => page.locator(".moves [aria-current]").textContent();
  equal(await page.locator(".status .result").count(), 0, "how it ends isn't told at once");
  equal(await page.textContent(".status .past button"), "Go to the end", "it is over");
  await page.selectOption(".pace", "0.5");
  await page.click("[data-act=replay]");
  equal(await page.getAttribute("[data-act=replay]", "aria-label"), "Pause", "it can be held");
  await page
    .locator(".moves [aria-current]", { hasText: "G-3b" })
    .or(page.locator(".moves li:nth-child(3) [aria-current]"))
    .waitFor();
  await page.click("[data-act=replay]");
  const held = await viewed();
  await page.waitForTimeout(1200);
  equal(await viewed(), held, "held");
  await page.getByRole("button", { name: "Latest position" }).click();
  equal(await page.locator(".status .result").count(), 1, "at the end it is told");
  await page.click("[data-act=replay]");
  check(
    await page
      .locator(".moves li:nth-child(1) [aria-current], .moves .start[aria-current]")
      .count(),
    "from its end it begins anew",
  );
}

/** The program against itself can be watched: each move stays as long as the pace says, however quick it thinks. */
async function selfPlay(visitor) {
  const { page } = visitor;
  await visitor.toLobby();
  await page.check("#game-shinogi");
  await page.check("#opponent-engine");
  await page.check("#side-watch");
  await page.fill("#level", "1");
  visitor.message = null;
  await page.click(".new-game button[type=submit]");
  await page.waitForSelector("svg.board");
  await page.selectOption(".pace", "1");
  await visitor.until(() => visitor.message?.moves.length > 12, "a dozen moves of the program");
  const shown = await page
    .locator(".moves li:has(~ li [aria-current]), .moves li:has([aria-current])")
    .count();
  check(shown < visitor.message.moves.length, `moves are shown one by one: ${shown}`);
  await page.click("[data-act=replay]");
  equal(await page.getAttribute("[data-act=replay]", "aria-label"), "Play the moves", "held");
}

export default async function asked(browser, server) {
  const visitor = await Visitor.come(browser, server);
  for (const each of [reasons, victims, unconfirmed, pictures, replays, selfPlay]) {
    try {
      await each(visitor);
    } catch (error) {
      check(false, `${each.name}: ${error.stack}`);
      if (process.env.SHOT) {
        await visitor.page.screenshot({ path: `${process.env.SHOT}-${each.name}.png` });
      }
      await visitor.page.keyboard.press("Escape");
    }
  }
  await visitor.leave();
}
