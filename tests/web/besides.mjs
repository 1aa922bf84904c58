// What two persons do besides moving: talk, claim a game that the other has left, wait for a program that is busy, declare an impasse, are called
// when it is their turn; and what can't be done now says so. The server's time is the test's (Server.wait).

import { check, equal, Server, settles, Visitor } from "./harness.mjs";
import { inviteFriend, over, sitDown, strip, threeOfThem } from "./two.mjs";

const MINUTE = 60000;
const NOT_NOW = "The server can’t be reached right now. Try again later.";
const BYOYOMI = { kind: "byoyomi", amounts: { main: 10, byoyomi: 30, periods: 1 } };

const game = async (visitors, name, how) =>
  sitDown(visitors, await inviteFriend(visitors.host, name, how));

/** Moves by clicks, which everybody hears of. */
async function move(visitors, mover, ...squares) {
  const count = mover.message.moves.length;
  await mover.taps(...squares);
  for (const each of Object.values(visitors)) {
    await each.until(() => each.message.moves.length > count, `${squares} everywhere`);
  }
}

const said = (visitor, text) => visitor.page.locator(".chat-log li", { hasText: text }).waitFor();

/** The two talk, by name; who watches reads. Nothing is lost that couldn't be sent. */
async function chat(visitors, _, wires) {
  const { host, guest, watcher } = visitors;
  await game(visitors, "shogi", { clock: BYOYOMI });
  await host.page.fill(".chat-form input", "よろしくお願いします");
  await host.page.keyboard.press("Enter");
  for (const each of [host, guest, watcher]) await said(each, "Hanako よろしくお願いします");
  equal(await host.page.inputValue(".chat-form input"), "", "what was sent leaves the field");
  await guest.page.fill(".chat-form input", "<b>hello</b>");
  await guest.page.click(".chat-form button");
  for (const each of [host, guest, watcher]) await said(each, "Gote <b>hello</b>");
  check(await watcher.page.isVisible(".chat-log"), "who watches reads it");
  check(!(await watcher.page.isVisible(".chat-form")), "and doesn't write");
  // Who mutes the other neither reads nor hears him, until he unmutes him.
  await guest.page.click(".chat > button");
  await host.page.fill(".chat-form input", "unheard");
  await host.page.keyboard.press("Enter");
  await said(host, "unheard");
  await said(watcher, "unheard");
  await guest.page.click(".chat > button");
  await host.page.fill(".chat-form input", "heard");
  await host.page.keyboard.press("Enter");
  await said(guest, "Hanako heard");
  equal(await guest.page.locator(".chat-log li", { hasText: "unheard" }).count(), 0, "muted");
  const before = await host.page.locator(".chat-log li").count();
  wires.host.cut();
  await host.page.waitForSelector("#line:not([hidden])");
  await host.page.fill(".chat-form input", "still there?");
  await host.page.keyboard.press("Enter");
  equal(await host.notice(), NOT_NOW, "nothing is said now");
  equal(
    await host.page.inputValue(".chat-form input"),
    "still there?",
    "what couldn't be sent stays",
  );
  wires.host.mend();
  await host.page.waitForSelector("#line", { state: "hidden" });
  await host.page.press(".chat-form input", "Enter");
  for (const each of [host, guest]) await said(each, "still there?");
  equal(await host.page.locator(".chat-log li").count(), before + 1, "said once");
}

/** Who has left for a minute has lost, if the other wants it so; this machine's time is another than the server's. */
async function claim(visitors, server, wires) {
  const { host, guest } = visitors;
  await game(visitors, "shogi", { clock: BYOYOMI });
  await move(visitors, host, "7g", "7f");
  await move(visitors, guest, "3c", "3d");
  await guest.page.goto(`${guest.url}#/`);
  server.wait(1000); // who is there is told twice a second at most
  const about = strip(host, "far").locator(".about");
  await about.filter({ hasText: /^left; you can claim the win in \d+ s$/ }).waitFor();
  server.wait(MINUTE - 1000);
  await host.page.reload();
  await strip(host, "far").locator("[data-act=claim]").waitFor(); // the page counts on by itself
  server.wait(1000);
  await host.act("claim");
  await over({ host, watcher: visitors.watcher }, "absence");
  equal(host.message.result.winner, "sente", "who claims it has won");
  await guest.page.locator(".earlier li", { hasText: "Lost by forfeit" }).waitFor();
  await afterwards(visitors, wires);
}

/** Another game is offered to somebody who has left: who offers it sees that, and the other finds it in his list. */
async function rematch(visitors) {
  const { host, guest } = visitors;
  await game(visitors, "shogi", { clock: BYOYOMI });
  await move(visitors, host, "7g", "7f");
  await move(visitors, guest, "3c", "3d");
  await guest.act("resign");
  await guest.page.click("dialog[open] .danger");
  await over(visitors, "resignation");
  const { id } = host.message;
  await guest.page.goto(`${guest.url}#/`);
  await host.act("rematch");
  await host.until(() => host.message.offers.rematch === "sente", "the offer");
  await strip(host, "far")
    .locator(".about", { hasText: /^left the game$/ })
    .waitFor();
  const item = guest.page.locator(`.earlier li.yours:has(a[href="#/g/${id}"])`);
  await item.locator(".badge", { hasText: "Rematch?" }).waitFor();
  await item.locator("a").click();
  await strip(guest, "far").locator("[data-act=accept]").click();
  for (const each of [host, guest]) {
    await each.until(() => each.message.id !== id, "both are at the next game");
  }
  equal(guest.message.you.join(), "sente", "with the sides exchanged");
  await move({ host, guest }, guest, "7g", "7f");
}

const LEFT = "button[data-act]:not([hidden], :disabled)";

/** After the end the buttons that are left do something, the board says why it doesn't. */
async function afterwards({ host, watcher }, wires) {
  const left = ({ page }) =>
    page.$$eval(LEFT, (all) => all.map((each) => each.getAttribute("data-act")).join());
  equal(
    await left(host),
    "rematch,look,new,shareEnd,replay,more,flip,pen,attacks,pieces,rules,share",
    "what a player can still do",
  );
  equal(
    await left(watcher),
    "look,new,shareEnd,replay,more,flip,pen,attacks,pieces,rules,share",
    "and who watches",
  );
  await host.tap("2g");
  equal(await host.notice(), "The game is over.", "nor move");
  wires.host.cut();
  await host.page.waitForSelector("#line:not([hidden])");
  await host.act("rematch");
  await host.page.locator("#notice", { hasText: NOT_NOW }).waitFor();
  wires.host.mend();
  await host.page.waitForSelector("#line", { state: "hidden" });
  await host.act("rematch");
  await strip(host, "near").locator(".about", { hasText: "offers a rematch" }).waitFor();
  await host.act("withdraw");
  await host.page.waitForSelector("[data-act=rematch]");
}

/** The program is busy with other visitors' games: the page shows how many come first, and that is one fewer when one of them is given up. */
async function queue({ host, guest, watcher }) {
  const { page } = guest;
  const longest = { t: "new", game: "shogi", sente: "engine", level: 0, movetimeMs: 600000 };
  const begin = async (visitor) => {
    const before = visitor.message?.id;
    await visitor.say(longest);
    await visitor.until(() => visitor.message?.id !== before, "a game that takes long");
    return visitor.message;
  };
  const busy = [];
  for (let next = await begin(host); !next.queue; next = await begin(host)) busy.push(next.id);
  await host.say({ t: "delete", id: host.message.id }); // that one found no thread
  const { id } = await begin(watcher);
  await guest.newGame({ game: "shogi", opponent: "engine", side: "gote" });
  const about = strip(guest, "far").locator(".about");
  await settles(() => about.innerText(), "2 games ahead in the queue", "the program's place");
  equal(await page.locator("[data-act=now]").count(), 0, "what hasn't begun can't be ended now");
  await watcher.say({ t: "delete", id });
  await settles(
    () => about.innerText(),
    "1 game ahead in the queue",
    "the place when one has gone",
  );
  for (const each of busy) await host.say({ t: "delete", id: each });
  await guest.until(() => guest.message.moves.length === 1, "the program's move");
  await settles(() => about.innerText(), "Sente", "the program has played");
  await guest.taps("3c", "3d");
  await guest.until(() => guest.message.moves.length === 3, "and plays on");
  await remove(guest);
}

/** Deletes the game that is looked at, which leads to the lobby. */
const remove = (visitor) =>
  visitor.toLobby(() => visitor.say({ t: "delete", id: visitor.message.id }));

/** Against the program: it thinks as long a move as was chosen, moves at once when told to, and plays both sides for who watches. */
async function program({ guest }) {
  const { page } = guest;
  await guest.toLobby();
  await page.check("#opponent-engine");
  await page.selectOption("#movetime", { label: "60\u00a0s" });
  await guest.newGame({ game: "shogi", opponent: "engine", side: "gote", level: 11 });
  equal(guest.message.movetimeMs, MINUTE, "the time that was chosen");
  await guest.act("now");
  await guest.until(() => guest.message.moves.length === 1, "the move at once");
  await remove(guest);
  await page.selectOption("#movetime", { index: 0 });
  await guest.newGame({ game: "ito", opponent: "engine", side: "watch" });
  await guest.until(() => guest.message.moves.length >= 4, "four moves of the program");
  equal(guest.message.you.join(), "", "who watches has no side");
  await remove(guest);
}

/** What a server doesn't offer, its page doesn't either. */
async function quietServer(browser, binary) {
  const server = await Server.start(binary, { args: ["--no-lobby"] });
  const visitors = {};
  for (const who of ["host", "guest", "watcher"]) {
    visitors[who] = await Visitor.come(browser, server);
  }
  const { host } = visitors;
  const anyone = () => host.page.isVisible("#opponent-anyone");
  await settles(anyone, false, "nobody to be met"); // as the server says when the line is up
  await host.page.check("#opponent-friend");
  equal(
    await host.page.locator(".quick-clocks:visible, .challenges:visible").count(),
    0,
    "no public challenges",
  );
  await game(visitors, "ito", {});
  equal(await host.page.isVisible(".chat-form"), false, "nor is there a chat");
  for (const each of Object.values(visitors)) await each.leave();
  await server.close();
}

/** An impasse is declared: refused while its conditions don't hold, else won. */
async function declare(visitors) {
  const { host, guest } = visitors;
  const rules = { impasse: "points" };
  const start = async (sfen) => {
    await game(visitors, "shogi", { rules, sfen, clock: BYOYOMI });
    await host.act("declare");
    await host.page.locator("dialog[open]", { hasText: "Declare an impasse?" }).waitFor();
    await host.page.click("dialog[open] .main");
  };
  await start("K8/RB+P+P+P+P+P+P+P/9/9/9/9/9/9/4k4 b RB 1"); // nine pieces in the zone
  await host.page.locator("#notice.bad", { hasText: "no impasse to declare" }).waitFor();
  equal(host.message.result, null, "the game goes on");
  await start("K8/RB+P+P+P+P+P+P+P/8+P/9/9/9/9/9/4k4 b RB 1");
  await over(visitors, "impasse");
  equal(host.message.result.winner, "sente", "who declares has won");
  check(
    (await guest.page.textContent(".result")).startsWith("You lost "),
    "and the other hears it",
  );
}

/** Whose turn it is: title, icon, badge, sound, and a notification while the tab is hidden. */
async function called(visitors) {
  const { host, guest, watcher } = visitors;
  const { page } = guest;
  await page.addInitScript(() => {
    window.calls = [];
    const hear = (what) => window.calls.push(what);
    Object.defineProperty(document, "hidden", { get: () => window.away === true });
    window.Notification = class extends EventTarget {
      static permission = "granted";
      static requestPermission = async () => "granted";
      constructor(title, { body }) {
        super();
        hear(`notification: ${title}, ${body}`);
        window.told = this;
      }
      close() {}
    };
    navigator.setAppBadge = async (count) => hear(`badge ${count}`);
    navigator.clearAppBadge = async () => hear("no badge");
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (...when) {
      hear(`sound ${this.frequency.value}`);
      start.apply(this, when);
    };
  });
  await page.reload();
  const calls = (wanted) =>
    page.waitForFunction((each) => window.calls.includes(each), wanted).then(() => check(true));
  await game(visitors, "shogi", { clock: BYOYOMI });
  await page.click("#open-settings");
  await page.check("#set-sound");
  await page.check("#set-notify");
  await page.click("dialog[open] .buttons .main");
  equal(await page.title(), "Shogi – Henka", "the other's turn");
  equal(await host.page.title(), "Your turn – Shogi – Henka", "and one's own");
  await page.evaluate(() => ((window.away = true), (window.calls = [])));
  await move(visitors, host, "7g", "7f");
  await page.waitForFunction(() => document.title === "Your turn – Shogi – Henka");
  equal(await page.getAttribute("#icon", "href"), "icon-turn.svg", "the icon");
  await calls("badge 1");
  await calls("notification: It’s your turn, Shogi");
  await calls("sound 880"); // the bell
  await calls("sound 620"); // and wood on wood
  equal(await watcher.page.title(), "Shogi – Henka", "who watches isn't called");
  await page.evaluate(() => ((window.away = false), (window.calls = [])));
  await move(visitors, guest, "3c", "3d");
  await page.waitForFunction(() => document.title === "Shogi – Henka");
  equal(await page.getAttribute("#icon", "href"), "icon.svg", "the icon afterwards");
  await calls("no badge");
  // Elsewhere on the page: a line of words, and a notification that leads there.
  const { id } = guest.message;
  await page.evaluate(() => (location.hash = "#/"));
  await page.waitForSelector(".earlier li.waits");
  await page.evaluate(() => ((window.away = true), (window.calls = [])));
  await move({ host, watcher }, host, "2g", "2f");
  const turn = page.locator(".earlier li.yours", { hasText: "Your turn" });
  await turn.waitFor();
  check(/\d:\d\d/.test(await turn.innerText()), `with the time left: ${await turn.innerText()}`);
  await calls("notification: It’s your turn, Shogi");
  await page.evaluate(() => window.told.dispatchEvent(new Event("click")));
  await page.waitForSelector("svg.board");
  check(page.url().endsWith(`#/g/${id}`), "the notification leads to the game");
}

/** A browser whose pages may show no notification, as Chrome on Android: a service worker shows it, and leads to the game. */
async function calledByWorker(visitors) {
  const { host, guest } = visitors;
  const { page } = guest;
  await guest.context.grantPermissions(["notifications"]);
  await page.addInitScript(() => {
    const permission = "granted";
    window.Notification = class {
      static permission = permission;
      static requestPermission = async () => permission;
      constructor() {
        throw new TypeError("Illegal constructor");
      }
    };
  });
  await page.reload();
  await game(visitors, "shogi", { clock: BYOYOMI });
  await page.click("#open-settings");
  await page.check("#set-notify");
  await page.click("dialog[open] .buttons .main");
  await page.evaluate(() => (window.away = true));
  await move(visitors, host, "7g", "7f");
  await page.waitForFunction(() => document.title === "Your turn – Shogi – Henka");
  const shown = () =>
    page.evaluate(async () => {
      const [worker] = await navigator.serviceWorker.getRegistrations();
      const told = (await worker?.getNotifications()) ?? [];
      return told.map(({ title, body, data }) => [title, body, data].join()).join(" ");
    });
  await settles(shown, `It’s your turn,Shogi,#/g/${guest.message.id}`, "a worker's notification");
  await page.evaluate(() => (window.away = false));
}

/** Every button of a game of two while the server is away: nothing is silent, and nothing is done behind one's back. */
async function away(visitors, _, wires) {
  const { host, guest, watcher } = visitors;
  await game(visitors, "shogi", { clock: BYOYOMI, rules: { impasse: "points" } });
  await move(visitors, host, "7g", "7f");
  await move(visitors, guest, "3c", "3d");
  await guest.act("draw");
  await strip(host, "far").locator("[data-act=accept]").waitFor();
  const count = host.sent.length;
  wires.host.cut();
  wires.watcher.cut();
  for (const each of [host, watcher]) await each.page.waitForSelector("#line:not([hidden])");
  const refused = async (what, press) => {
    await host.page.evaluate(() => (document.querySelector("#notice").textContent = ""));
    await press();
    await host.page.locator("#notice", { hasText: NOT_NOW }).waitFor();
    check(true, what);
  };
  for (const act of ["undo", "draw", "accept", "decline"]) await refused(act, () => host.act(act));
  await refused("resign", async () => {
    await host.act("resign");
    await host.page.click("dialog[open] .danger");
  });
  await refused("declare", async () => {
    await host.act("declare");
    await host.page.click("dialog[open] .main");
  });
  await host.act("flip");
  await host.page.waitForSelector(".near-strip .side-1"); // what needs no server works
  await host.act("flip");
  await host.act("rules");
  await host.page.locator("dialog[open]", { hasText: "Shogi" }).waitFor();
  await host.page.keyboard.press("Escape");
  await refused("share", () => host.act("share")); // that dialog comes when it is first wanted
  await watcher.act("share");
  await watcher.page.locator("#notice", { hasText: NOT_NOW }).waitFor();
  wires.host.mend();
  wires.watcher.mend();
  await host.page.waitForSelector("#line", { state: "hidden" });
  await watcher.page.waitForSelector("#line", { state: "hidden" });
  const kinds = host.sent.map(({ t }) => t).slice(count);
  equal(
    kinds.filter((kind) => kind !== "ping").join(),
    "hello,open",
    "nothing of it is sent later",
  );
  equal(host.message.offers.draw, "gote", "the offer still stands");
}

async function named({ host }) {
  await host.page.click("#open-settings");
  await host.page.fill("#set-name", "Hanako");
  await host.page.click("dialog[open] .buttons .main");
}

export default async function besides(browser, { binary }) {
  await threeOfThem(browser, binary, [
    named,
    chat,
    claim,
    rematch,
    queue,
    program,
    declare,
    away,
    called,
    calledByWorker,
  ]);
  await quietServer(browser, binary);
}
