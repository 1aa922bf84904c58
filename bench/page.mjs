// page - how much the page loads and how quick it is. node bench/page.mjs HENKA [--runs N] [--loading]
//
// Chromium without a head on this machine, a server on a fresh database. Prints a row for each figure of docs/page.md: transfers, times from the
// start of the navigation to a page or board that can be used (median of N), from a click to the frame that shows it, the engine's answers,
// sizes of squares and of pages; with --loading the transfers and the times of loading alone. Times are upper bounds while other programs run: the load is printed first.
import os from "node:os";
import { openBrowser, Server, Visitor } from "../tests/web/harness.mjs";

const [henka, ...rest] = process.argv.slice(2);
const at = rest.indexOf("--runs");
const RUNS = at < 0 ? 5 : Number(rest[at + 1]);
const DESK = { width: 1400, height: 900 };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** Lines: round trip in milliseconds, megabits a second. */
const LINES = [
  [60, 9],
  [150, 1.6],
];
const SLOWER = 4; // a phone's processor beside this one

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
/** What else the machine does makes a time longer, never shorter: the least is told too. */
const ms = (values) =>
  `${Math.round(median(values))} ms` +
  (values.length > 1 ? ` (least ${Math.round(Math.min(...values))})` : "");
const row = (what, figure) => console.log(`| ${what} | ${figure} |`);

const server = await Server.start(henka);
const browser = await openBrowser();
row("load of the machine", os.loadavg()[0].toFixed(1));

/** A page, and what it fetched. */
async function open(options, address, ready, arrange) {
  const context = await browser.newContext({ viewport: DESK, ...options });
  const page = await context.newPage();
  await arrange?.(page);
  const visits = [];
  const visit = async () => {
    const sizes = [];
    const add = (request) => {
      const font = request.resourceType() === "font";
      const size = request.sizes().then((each) => ({ ...each, font }));
      sizes.push(size.catch(() => null));
    };
    page.on("requestfinished", add);
    const started = performance.now();
    await page.goto("about:blank");
    const from = performance.now();
    await page.goto(address, { waitUntil: "commit" });
    await page.waitForSelector(ready);
    const time = performance.now() - from;
    await page.waitForLoadState("networkidle");
    page.off("requestfinished", add);
    // What the browser had kept has no bytes on the line, which comes out as less than none.
    const known = (await Promise.all(sizes)).filter((each) => each?.responseBodySize >= 0);
    const bytes = known.reduce((sum, each) => sum + each.responseBodySize, 0);
    const fonts = known.reduce((sum, each) => sum + (each.font ? each.responseBodySize : 0), 0);
    const paint = await page.evaluate(
      () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
    );
    visits.push({ time, bytes, fonts, requests: known.length, paint, started });
  };
  await visit();
  await visit();
  await context.close();
  return visits;
}

async function visits(what, options, address, ready, arrange) {
  const [cold, warm] = [[], []];
  for (let run = 0; run < RUNS; run++) {
    const [first, second] = await open(options, address, ready, arrange);
    cold.push(first);
    warm.push(second);
  }
  const times = (all) => ms(all.map(({ time }) => time));
  row(`${what}, cold / warm`, `${times(cold)} / ${times(warm)}`);
  return { cold: cold[0], warm: warm[0], paint: ms(cold.map(({ paint }) => paint)) };
}

/** A phone's processor and line. */
const slow =
  ([latency, megabits]) =>
  async (page) => {
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency,
      downloadThroughput: (megabits * 1e6) / 8,
      uploadThroughput: (megabits * 1e6) / 8,
    });
  };

// ---- loading

const lobby = await visits("lobby ready", {}, server.url, ".cards .card");
const transfer = ({ bytes, fonts, requests }) =>
  `${bytes} bytes, ${fonts} of them fonts, ${requests} requests`;
row("transfer, first visit", transfer(lobby.cold));
row("transfer, second visit", transfer(lobby.warm));
row("first paint of the lobby", lobby.paint);
const maker = await Visitor.come(browser, server, { viewport: DESK });
const links = {};
for (const game of ["shogi", "suzumu"]) {
  await maker.newGame({ game });
  links[game] = `${server.url}#/g/${maker.message.id}`;
  const { cold } = await visits(`${game}, board by link`, {}, links[game], "svg.board .piece");
  row(`${game} by link, transfer`, transfer(cold));
}
for (const line of LINES) {
  const what = `phone, ${SLOWER}× slower processor, ${line[0]} ms, ${line[1]} Mb/s`;
  await visits(`${what}, lobby`, PHONE, server.url, ".cards .card", slow(line));
  await visits(`${what}, shogi by link`, PHONE, links.shogi, "svg.board .piece", slow(line));
}
await visits("rules of Suzumu", {}, `${server.url}#/rules/suzumu`, ".piece-card .diagram");

if (rest.includes("--loading")) {
  await browser.close();
  await server.close();
  process.exit();
}

// ---- answers to a person

/** Milliseconds from a click on a square to the frame that shows what it did. */
const clickToFrame = (page, square) =>
  page.evaluate(
    (name) =>
      new Promise((resolve) => {
        const cell = document.querySelector(`.cell[data-square="${name}"]`);
        requestAnimationFrame(() => {
          const from = performance.now();
          cell.dispatchEvent(new MouseEvent("click", { bubbles: true }));
          requestAnimationFrame(() => {
            const channel = new MessageChannel();
            channel.port1.onmessage = () => resolve(performance.now() - from);
            channel.port2.postMessage(0);
          });
        });
      }),
    square,
  );

async function clicks(what, visitor) {
  for (const [game, from, to] of [
    ["shogi", "7g", "7f"],
    ["suzumu", "8l", "8k"],
  ]) {
    const [picks, moves] = [[], []];
    for (let run = 0; run < RUNS; run++) {
      await visitor.newGame({ game });
      picks.push(await clickToFrame(visitor.page, from));
      moves.push(await clickToFrame(visitor.page, to));
    }
    row(`${what}, ${game}: click to painted, pick / move`, `${ms(picks)} / ${ms(moves)}`);
  }
}
await clicks("desk", maker);
const phone = await Visitor.come(browser, server, PHONE);
await slow(LINES[0])(phone.page);
await clicks(`phone, ${SLOWER}× slower`, phone);

// What the browser does while a piece glides: events of its trace, and the longest task.
{
  const gliding = await Visitor.come(browser, server, { reducedMotion: "no-preference" });
  const { page } = gliding;
  await gliding.newGame({ game: "suzumu" });
  await gliding.taps("8l");
  await browser.startTracing(page, {
    categories: ["devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing"],
  });
  await gliding.taps("8k");
  await page.evaluate(async () => {
    const [animation] = document.querySelector(".flight").getAnimations();
    await animation.ready;
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    performance.mark("glide-begins");
    await new Promise((resolve) => setTimeout(resolve, 100));
    performance.mark("glide-ends");
  });
  const { traceEvents } = JSON.parse(String(await browser.stopTracing()));
  const mark = (name) => traceEvents.find((each) => each.name === name);
  const { ts: from, pid, tid } = mark("glide-begins");
  const { ts: to } = mark("glide-ends");
  const here = traceEvents.filter((each) => each.pid === pid && each.tid === tid);
  const during = here.filter(({ ts }) => ts > from && ts < to);
  const count = (name) => during.filter((each) => each.name === name).length;
  const tasks = here.filter(({ name }) => name === "RunTask");
  /** Wall time and processor time of the longest. */
  const longest = (all) => {
    const most = (/** @type {"dur" | "tdur"} */ key) =>
      Math.max(0, ...all.map((each) => each[key] ?? 0));
    return `${Math.round(most("dur") / 1000)} ms (of the processor ${Math.round(most("tdur") / 1000)})`;
  };
  row("a glide on Suzumu: layouts, paints", `${count("Layout")}, ${count("Paint")}`);
  const inGlide = tasks.filter(({ ts, dur = 0 }) => ts < to && ts + dur > from);
  row("its longest task", longest(inGlide));
  row("the longest task of the move, with its glide", longest(tasks.filter(({ ts }) => ts < to)));
  await gliding.context.close();
}

for (const game of ["shogi", "suzumu"]) {
  const times = [];
  for (let run = 0; run < RUNS; run++) {
    const { page } = maker;
    await page.goto(`${server.url}#/`);
    await page.waitForSelector(".cards .card");
    await page.check(`#game-${game}`);
    const from = performance.now();
    await page.click(".new-game button[type=submit]");
    await page.waitForSelector("svg.board .piece");
    times.push(performance.now() - from);
  }
  row(`form sent to board shown, ${game}`, ms(times));
}

for (const level of [1, 5, 11]) {
  const times = [];
  for (let run = 0; run < Math.min(3, RUNS); run++) {
    await maker.newGame({ game: "shogi", opponent: "engine", level });
    const from = performance.now();
    await maker.taps("7g", "7f");
    await maker.until(() => maker.message.moves.length >= 2, "the program's move", 60000);
    times.push(performance.now() - from);
  }
  row(
    level > 10 ? "the program's reply, full strength" : `the program's reply, level ${level}`,
    ms(times),
  );
}

const [first, later] = [performance.now(), []];
await server.restart();
await maker.page.waitForFunction(() => document.querySelector("#line").hidden);
later.push(performance.now() - first);
row("reconnected after the server was started again", ms(later));

// ---- sizes

for (const [name, options] of [
  ["1400 × 900", { viewport: DESK }],
  ["1280 × 720", { viewport: { width: 1280, height: 720 } }],
  ["820 × 1180", { viewport: { width: 820, height: 1180 } }],
  ["390 × 844", PHONE],
  ["844 × 390", { ...PHONE, viewport: { width: 844, height: 390 } }],
]) {
  const visitor = await Visitor.come(browser, server, options);
  await visitor.newGame({ game: "suzumu" });
  const { width } = await visitor.cell("8h").locator(".hit").boundingBox();
  await visitor.newGame({ game: "ito" });
  const strip = await visitor.cell("1k").locator(".hit").boundingBox();
  const ito = `${Math.round(strip.width)} × ${Math.round(strip.height)} px`;
  row(`square on 16 × 16, and of Ito, ${name}`, `${Math.round(width)} px, ${ito}`);
  await visitor.page.goto(`${server.url}#/`);
  await visitor.page.waitForSelector(".cards .card");
  const button = await visitor.page.locator(".new-game button[type=submit]").boundingBox();
  const inSight = button.y + button.height <= visitor.page.viewportSize().height;
  row(
    `the button that starts a game, ${name}`,
    inSight ? "in sight" : `at y = ${Math.round(button.y)}`,
  );
  await visitor.page.goto(`${server.url}#/rules/suzumu`);
  await visitor.page.waitForSelector(".piece-card");
  const tall = await visitor.page.evaluate(() => document.documentElement.scrollHeight);
  const cards = await visitor.page.locator(".piece-card").count();
  row(`rules of Suzumu, ${name}`, `${cards} cards, ${tall} px`);
  await visitor.context.close();
}
await browser.close();
await server.close();
