// Two persons in two browsers play over the server, and a third watches: seats, clocks, offers, ends.

import jsQR from "jsqr";
import { qrModules } from "../../web/lib/qr.ts";
import { timeAfter, timeText } from "../../web/table/clock.ts";
import { dice } from "./games.mjs";
import { check, equal, Visitor } from "./harness.mjs";
import { inviteFriend, over, play, sitDown, strip } from "./two.mjs";

const PLIES = 8; // of each game, before it is ended

/** Other eyes than ours read the codes that the page draws. */
function codes() {
  for (const length of [1, 14, 15, 62, 84, 107, 122, 152, 180, 213]) {
    const text = "https://henka.example/#/g/".padEnd(length, "aB3-_9xQ").slice(0, length);
    const modules = qrModules(text);
    const scale = 3;
    const margin = 4;
    const size = (modules.length + 2 * margin) * scale;
    const pixels = new Uint8ClampedArray(size * size * 4).fill(255);
    for (let y = 0; y < size; y++) {
      for (let x = 0; x < size; x++) {
        const row = modules[Math.floor(y / scale) - margin];
        if (row?.[Math.floor(x / scale) - margin]) {
          pixels.fill(0, (y * size + x) * 4, (y * size + x) * 4 + 3);
        }
      }
    }
    const read = (jsQR.default ?? jsQR)(pixels, size, size);
    equal(read?.data, text, `a QR code of ${length} bytes`);
  }
  equal(qrModules("x".repeat(214)), null, "a text too long for a code");
}

/** What a clock shows as time goes by. */
function clocks() {
  for (const [ms, text] of [
    [176400000, "2\u00a0d 1\u00a0h"],
    [86400000, "1\u00a0d 0\u00a0h"],
    [86398000, "23\u00a0h 59\u00a0min"],
    [3599000, "59\u00a0min 59\u00a0s"],
    [59001, "1\u00a0min 0\u00a0s"],
    [9949, "10.0"],
  ]) {
    equal(timeText(ms, true), text, `${ms} ms on a clock that counts days`);
  }
  for (const [ms, text] of [
    [90000000, "25:00:00"],
    [3723000, "1:02:03"],
    [600000, "10:00"],
    [59001, "1:00"],
    [10000, "0:10"],
    [9949, "10.0"],
    [8201, "8.3"],
    [0, "0.0"],
  ]) {
    equal(timeText(ms), text, `${ms} ms on a clock`);
  }
  const rules = { kind: "byoyomi", mainMs: 60000, byoyomiMs: 30000, periods: 3 };
  const full = { leftMs: 5000, periods: 3 };
  const begun = { leftMs: 0, periods: 2, byoyomiLeftMs: 4000 };
  for (const [time, spent, expected] of [
    [full, 4000, "1000 false 3"],
    [full, 6000, "29000 true 3"],
    [full, 35000, "30000 true 2"],
    [full, 95000, "0 true 1"],
    [begun, 1000, "3000 true 2"],
    [begun, 5000, "29000 true 1"],
  ]) {
    const { ms, byoyomi, periods } = timeAfter(rules, time, spent);
    equal(`${ms} ${byoyomi} ${periods}`, expected, `${JSON.stringify(time)} after ${spent} ms`);
  }
  const plain = timeAfter({ kind: "fischer" }, { leftMs: 2000 }, 3000);
  equal(`${plain.ms} ${plain.byoyomi}`, "0 false", "a flag that has fallen");
}

/** What the other offers, and who that is, is read whole on every screen, and makes his strip no taller. */
async function readWhole({ page }, words) {
  for (const [width, height, tall] of [
    [390, 844, 34],
    [390, 664, 28],
    [844, 390, 40],
    [1280, 800, 58],
  ]) {
    await page.setViewportSize({ width, height });
    const what = `${words}, ${width} × ${height}`;
    const about = page.locator(".far-strip .about", { hasText: words });
    await about.waitFor();
    const found = await page.$eval(".far-strip", (other) => {
      const { right } = other.querySelector(".about").getBoundingClientRect();
      const cut = [...other.querySelectorAll(".name, .about")].filter(
        (each) => each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight,
      );
      return {
        cut: cut.map((each) => each.textContent).join(),
        tall: other.offsetHeight,
        free: other.querySelector(".answers").getBoundingClientRect().left - right,
      };
    });
    equal(found.cut, "", `${what}: what is cut off`);
    equal(found.tall, tall, `${what}: the height of the strip`);
    check(found.free >= 0, `${what}: room between the words and the buttons: ${found.free}`);
  }
}

/** Shinogi: names, whose turn, take back and draw by offers, a reload in the middle, resignation, rematch. */
async function offers(visitors, random) {
  const { host, guest, watcher } = visitors;
  await sitDown(visitors, await inviteFriend(host, "shinogi"));
  equal(await strip(host, "near").locator(".name").textContent(), "Hanako (you)", "one's own name");
  equal(await strip(guest, "far").locator(".name").textContent(), "Hanako", "the other's");
  await host.page.locator(".chip", { hasText: "1 watching" }).waitFor();
  check(!(await watcher.page.isVisible("[data-act=resign]")), "who watches can't resign");
  await play(visitors, 3, random);
  await watcher.tap("5g");
  equal(await watcher.notice(), "You are watching this game.", "nor move");
  equal(
    await strip(guest, "near")
      .getAttribute("class")
      .then((all) => all.includes("to-move")),
    true,
    "whose turn",
  );
  await host.act("undo");
  await readWhole(guest, "asks to take back");
  await strip(guest, "far").locator("[data-act=accept]").click();
  await host.until(() => host.message.moves.length < 3, "the move taken back");
  await host.act("draw");
  await readWhole(guest, "offers a draw");
  await strip(guest, "far").locator("[data-act=decline]").click();
  await host.page.locator("#notice", { hasText: "declines" }).waitFor();
  await guest.page.waitForSelector("[data-act=decline]", { state: "detached" });
  check(!(await guest.notice()).includes("declines"), "who declines isn't told of it");
  await guest.page.reload();
  await guest.page.waitForSelector("svg.board");
  guest.gameId = null;
  await guest.until(() => guest.message.you.length === 1, "the seat after a reload");
  await play(visitors, PLIES, random);
  await guest.act("resign");
  await guest.page.click("dialog[open] .danger");
  await over(visitors, "resignation");
  check((await host.page.textContent(".result")).startsWith("You won "), "who won hears it");
  check((await guest.page.textContent(".result")).startsWith("You lost "), "and who lost");
  const { id, you } = host.message;
  await host.act("rematch");
  await readWhole(guest, "offers a rematch");
  await strip(guest, "far").locator("[data-act=accept]").click();
  for (const each of [host, guest]) {
    await each.until(() => each.message.id !== id, "the next game");
    await each.page.waitForFunction((old) => !location.hash.includes(old), id);
  }
  check(host.message.you[0] !== you[0], "with colours changed");
  await host.act("abort");
  await guest.page.waitForSelector(".cards .card");
  equal(
    await guest.notice(),
    `${host.message.you[0] === "sente" ? "Sente" : "Gote"} aborted the game.`,
    "aborted",
  );
}

/** A link whose end is missing, one that is wrong and one that was used lead to the game, and say why one watches. */
async function seatless(visitors) {
  const { host, watcher } = visitors;
  const { page } = watcher;
  const link = await inviteFriend(host, "shogi");
  const open = async (address, reason, what) => {
    await page.goto(`${watcher.url}#/`);
    watcher.message = null;
    await page.goto(address);
    await page.locator("#notice.shown", { hasText: reason }).waitFor();
    await page.waitForSelector("svg.board");
    equal(watcher.message.you.length, 0, `${what}: one watches`);
    const { id } = watcher.message;
    check(page.url().endsWith(`#/g/${id}`), `${what}: the address is the game's: ${page.url()}`);
  };
  for (const cut of [1, 8, 25, 26]) {
    await open(link.slice(0, -cut), "This link is incomplete", `-${cut}`);
  }
  await open(`${link.slice(0, -5)}wrong`, "You can only watch: someone else", "another secret");
  await sitDown(visitors, link);
  await open(link, "You can only watch: someone else", "a used invitation");
  await host.act("abort");
}

/** Rutherford's game: a seat moves to another device; the old one watches on. */
async function anotherDevice(visitors, browser, random) {
  const { host, guest } = visitors;
  await sitDown(visitors, await inviteFriend(host, "rutherford", { side: "gote" }));
  await play(visitors, 4, random);
  await guest.act("share");
  await guest.page.click(".sharing details summary");
  const link = await guest.page.inputValue(".sharing .link");
  await guest.page.click("dialog[open] .buttons .main");
  const phone = await Visitor.come(browser, host.server);
  await phone.page.goto(link);
  await phone.until(() => phone.message?.you.length === 1, "the seat on the phone");
  await phone.page.waitForSelector("svg.board");
  equal(phone.message.you[0], "sente", "it is the same seat");
  await play({ ...visitors, guest: phone }, PLIES, random);
  if (!host.message.result) {
    await phone.act("resign");
    await phone.page.click("dialog[open] .danger");
    await over({ ...visitors, guest: phone }, "resignation");
  }
  await phone.leave();
}

/** Okisaki, strictly: the rule stands beside the board, and an illegal move loses. */
async function strictly(visitors, random) {
  const { host, guest } = visitors;
  await sitDown(visitors, await inviteFriend(host, "okisaki", { rules: { strict: "on" } }));
  for (const each of [host, guest]) {
    equal(await each.page.textContent(".chip.strict"), "strict play", "the chip");
  }
  await play(visitors, PLIES, random);
  const { moves, state } = host.take();
  const { from } = moves.find((move) => !move.drop);
  const to = state.board.findIndex((piece, at) => !piece && !moves.some((move) => move.to === at));
  await host.taps(from, to);
  await over(visitors, "illegal move");
  equal(host.message.result.winner, "gote", "the illegal move loses");
}

/** Suzumu with the server's furigoma: both see the same pawns; a draw is agreed. */
async function tossed(visitors, random) {
  const { host, guest } = visitors;
  await sitDown(visitors, await inviteFriend(host, "suzumu", { side: "toss" }));
  const pawns = [];
  for (const each of [host, guest]) {
    await each.page.waitForSelector(".toss-told:not([hidden])");
    pawns.push(await each.page.textContent(".toss-told > span:last-child"));
  }
  equal(pawns[0], pawns[1], "both see the toss");
  check(pawns[1].startsWith("Furigoma by Hanako: "), `and who tossed: ${pawns[1]}`);
  const up = host.message.toss.up.filter(Boolean).length;
  equal(host.message.toss.by, up >= 3 ? "sente" : "gote", "more pawns: who tossed begins");
  await play(visitors, 8, random);
  await host.act("draw");
  await strip(guest, "far").locator("[data-act=accept]").click();
  await over(visitors, "draw agreed");
}

/** My games: whose turn, and a game of two is only taken from one's own list. */
async function myGames({ host, guest }) {
  const { page } = host;
  const count = async (visitor) => {
    await visitor.page.goto(`${visitor.server.url}#/`);
    await visitor.page.waitForSelector(".earlier li");
    const all = visitor.page.getByRole("button", { name: /^All \d+ games$/ });
    if (await all.isVisible()) await all.click();
    return visitor.page.locator(".earlier li").count();
  };
  const before = [await count(host), await count(guest)];
  check(before[0] >= 4 && before[1] >= 4, `both find their games: ${before}`);
  await page.locator(".earlier li button").first().click();
  await page
    .locator("dialog[open]", { hasText: "Your opponent will still have the game" })
    .waitFor();
  await page.click("dialog[open] .danger");
  await page.waitForFunction((n) => document.querySelectorAll(".earlier li").length < n, before[0]);
  equal(await count(guest), before[1], "the other's list keeps it");
}

/** Opponents find each other: by the same clock and game, and by a challenge that waits in the list. */
async function strangers({ host, guest }) {
  const lobby = async (visitor, game) => {
    visitor.message = null;
    await visitor.toLobby();
    await visitor.page.waitForSelector(".quick-clocks button");
    await visitor.page.check(`#game-${game}`);
  };
  const begun = async () => {
    for (const each of [host, guest]) {
      await each.until(() => each.message?.you.length === 1, "the game begun");
      await each.page.waitForSelector("svg.board");
      const told = await each.notice();
      check(!told.includes("your turn"), `nobody is called to the game on his screen: ${told}`);
    }
    equal(host.message.id, guest.message.id, "both in the same game");
    check(host.message.you[0] !== guest.message.you[0], "at its two sides");
  };
  for (const each of [host, guest]) await lobby(each, "ito");
  await host.page.locator(".quick-clocks button").first().click();
  equal(
    await host.page.textContent(".people .awaiting span:not(.pulse)"),
    "Waiting for an opponent: Ito Shogi · 3\u00a0min + 2\u00a0s per move",
    "what is waited for",
  );
  equal(
    await host.page.textContent(".people .none"),
    "There are no open challenges.",
    "to who waits",
  );
  const join = guest.page.getByRole("button", { name: "Play Ito Shogi against Hanako" });
  await join.waitFor();
  equal(
    await guest.page.textContent(".challenges li .challenge-words > span"),
    "Hanako · 3\u00a0min + 2\u00a0s per move · Furigoma",
    "who waits by quick pairing is listed",
  );
  await host.page.getByRole("button", { name: "Cancel the challenge" }).click();
  await join.waitFor({ state: "detached" });
  check(
    (await guest.page.textContent(".people .none")).startsWith(
      "There are no open challenges. Pick a",
    ),
    "and no longer once he has stopped",
  );
  await host.page.locator(".quick-clocks button").first().click();
  await join.click();
  await begun();
  for (const each of [host, guest]) await lobby(each, "ito");
  await host.page.locator(".quick-clocks button").first().click();
  await join.waitFor();
  await guest.page.locator(".quick-clocks button").first().click();
  await begun();
  equal(host.message.clock.rules.kind, "fischer", "by the clock of the button");
  for (const each of [host, guest]) await lobby(each, "okisaki");
  await host.page.check("#opponent-anyone");
  await host.page.check("#side-gote");
  await host.page.click(".new-game button[type=submit]");
  await host.page.getByRole("button", { name: "Cancel the challenge" }).waitFor();
  await guest.page.getByRole("button", { name: "Play Okisaki shogi against Hanako" }).click();
  await begun();
  equal(host.message.you[0], "gote", "the challenger has the side he chose");
  for (const each of [host, guest]) await lobby(each, "ito");
  await host.page.locator(".quick-clocks button").first().hover();
  await host.page.mouse.down();
  await guest.page.check("#opponent-anyone");
  await guest.page.click(".new-game button[type=submit]");
  await host.until(() => host.heard.challenges.challenges.length, "a challenge under a press");
  await host.page.evaluate(() => new Promise(requestAnimationFrame));
  await host.page.mouse.up();
  await host.page.getByRole("button", { name: "Cancel the challenge" }).click();
  await host.page.getByRole("button", { name: "Play Ito Shogi against Anonymous" }).waitFor();
  await guest.page.getByRole("button", { name: "Cancel the challenge" }).click();
  await host.page.waitForSelector(".quick-clocks button");
}

/** The address of the feed is shown, to be copied: the same each time, and without the browser's own secret. */
async function feed({ host }) {
  const { page } = host;
  const shown = async () => {
    await page.goto(`${host.server.url}#/`);
    await page.reload();
    await page.click(".earlier .feed");
    return page.inputValue("dialog[open] .link");
  };
  const link = await shown();
  const answer = await fetch(link);
  const text = await answer.text();
  equal(answer.status, 200, "the feed is there");
  check(/^<\?xml[^]*<feed[^]*<\/feed>\s*$/.test(text), `a feed: ${text.slice(0, 300)}`);
  equal(await shown(), link, "its address stays");
  const own = await page.evaluate(() => localStorage.getItem("henka-browser"));
  check(own && !link.includes(own), "the browser's secret is not in it");
}

export default async function people(browser, server) {
  codes();
  clocks();
  const visitors = {};
  for (const who of ["host", "guest", "watcher"]) {
    visitors[who] = await Visitor.come(browser, server);
  }
  await visitors.host.page.click("#open-settings");
  await visitors.host.page.fill("#set-name", "Hanako");
  await visitors.host.page.click("dialog[open] .main");
  const random = dice(7);
  await offers(visitors, random);
  await seatless(visitors);
  await anotherDevice(visitors, browser, random);
  await strictly(visitors, random);
  await tossed(visitors, random);
  await strangers(visitors);
  await myGames(visitors);
  await feed(visitors);
  for (const each of Object.values(visitors)) await each.leave();
}
