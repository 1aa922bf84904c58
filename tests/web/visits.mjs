// Who goes to and fro all day leaves nothing behind: nodes and listeners of a view that was left are freed.

import { check, Visitor } from "./harness.mjs";

const VISITS = 20;
const MORE = 1.2; // of what the first visits left, at most

/** How many nodes and listeners the page has, after what nobody holds any more was collected. */
async function counts(line) {
  await line.send("HeapProfiler.collectGarbage");
  const { metrics } = await line.send("Performance.getMetrics");
  const of = (wanted) => metrics.find(({ name }) => name === wanted).value;
  return { nodes: of("Nodes"), listeners: of("JSEventListeners") };
}

export default async function visits(browser, server) {
  const visitor = await Visitor.come(browser, server);
  const { page } = visitor;
  const line = await visitor.context.newCDPSession(page);
  const ids = [];
  for (const game of ["shogi", "rutherford"]) {
    await visitor.newGame({ game });
    ids.push(visitor.message.id);
  }
  await page.reload(); // what Playwright holds of the page before would be counted
  await line.send("Performance.enable");
  await line.send("HeapProfiler.enable");
  // A handle of an element would keep it, and all that it stood in.
  const shown = async (wanted) => {
    const there = (each) => Boolean(document.querySelector(each));
    await (await page.waitForFunction(there, wanted)).dispose();
  };
  const go = async (hash, wanted) => {
    await page.evaluate((to) => (location.hash = to), hash);
    await shown(wanted);
  };
  const lobby = () => go("#/", ".lobby .cards .little-board");
  const ways = {
    "a game": () => go(`#/g/${ids[0]}`, "svg.board"),
    "a game on a strip": () => go(`#/g/${ids[1]}`, '.play[data-strip="yes"] svg.board'),
    "a game to replay": () => go("#/model/suzumu", '.play[data-strip="no"] svg.board'),
    "rules of a game": () => go("#/rules/suzumu", ".rules-head"),
    "all rules": () => go("#/rules", ".rules-index"),
    "an address without a game": () => go("#/g/nothing0", ".lobby > h1"),
    "the lobby": lobby,
    "the field of one's own game": async () => {
      await page.evaluate(() => document.querySelector("#game-own").click());
      await shown(".shelf-box .shelf");
    },
  };
  const round = async () => {
    for (const way of Object.values(ways)) await way();
    await go("#/rules", ".rules-index");
  };
  await round();
  await round(); // all that is fetched or kept once is there
  const first = await counts(line);
  for (let i = 0; i < VISITS; i++) await round();
  const last = await counts(line);
  for (const what of ["nodes", "listeners"]) {
    const said = `${first[what]} ${what} after the first visits, ${last[what]} after ${VISITS} more`;
    check(last[what] <= MORE * first[what], said);
    console.log(said);
  }
  for (const [name, way] of Object.entries(ways)) {
    if (last.nodes <= MORE * first.nodes) break;
    const before = await counts(line);
    for (let i = 0; i < VISITS / 4; i++) {
      await way();
      await go("#/rules", ".rules-index");
    }
    const { nodes, listeners } = await counts(line);
    console.log(
      `${name}: ${nodes - before.nodes} nodes, ${listeners - before.listeners} listeners`,
    );
  }
  await visitor.leave();
}
