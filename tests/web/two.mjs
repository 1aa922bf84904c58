// Two persons with a third watching: how they come to one game, play and end it. For the suites that need them.

import { choose } from "./games.mjs";
import { check, equal, Server, Visitor, Wire } from "./harness.mjs";

/**
 * Runs the parts of a suite one after the other on a server of their own, whose time is the test's, each with the two
 * persons, the one who watches, and the lines between them and the server.
 */
export async function threeOfThem(browser, binary, parts) {
  const server = await Server.start(binary, { args: ["--chat"], clock: true });
  const visitors = {};
  const wires = {};
  for (const who of ["host", "guest", "watcher"]) {
    wires[who] = await Wire.to(server);
    visitors[who] = await Visitor.come(browser, server, { url: wires[who].url });
  }
  for (const each of parts) {
    const begun = Date.now();
    await each(visitors, server, wires);
    console.log(`  ${each.name}: ${((Date.now() - begun) / 1000).toFixed(1)} s`);
  }
  for (const each of Object.values(visitors)) await each.leave();
  for (const each of Object.values(wires)) each.close();
  await server.close();
}

/** Starts a game by the form, for a friend; answers the link of the invitation. */
export async function inviteFriend(
  visitor,
  game,
  { side = "sente", clock = null, rules = {}, sfen = "" } = {},
) {
  const { page } = visitor;
  visitor.message = null;
  await visitor.toLobby();
  await page.check(`#game-${game}`);
  await page.check("#opponent-friend");
  await page.check(`#side-${side}`);
  if (clock) {
    await page.selectOption("#clock", "own");
    await page.selectOption("#clock-kind", clock.kind);
    for (const [name, value] of Object.entries(clock.amounts)) {
      await page.fill(`#clock-${name}`, String(value));
    }
  } else await page.selectOption("#clock", { label: "10\u00a0min, then 30\u00a0s byoyomi" });
  await visitor.fillRules(rules, sfen);
  await page.click(".new-game button[type=submit]");
  await page.waitForSelector(".invitation .qr");
  return page.inputValue(".invitation .link");
}

/** A friend takes the seat by the link, and somebody comes to watch. */
export async function sitDown({ host, guest, watcher }, link) {
  guest.message = watcher.message = null;
  await guest.page.goto(link.replace(host.url, guest.url));
  await guest.until(() => guest.message?.you.length === 1, "the friend's seat");
  await guest.page.waitForSelector("svg.board");
  await host.page.waitForSelector(".invitation", { state: "detached" });
  await host.until(() => !host.message.open, "the host hearing of it");
  await watcher.page.goto(`${watcher.url}#/g/${host.message.id}`);
  await watcher.until(() => watcher.message?.id === host.message.id, "the watcher's game");
  await watcher.page.waitForSelector(".watching");
  check(!guest.page.url().includes(link.split("/").at(-1)), "the secret leaves the address");
  equal(watcher.message.you.length, 0, "who comes by the address watches");
}

/** Plays some moves by clicks; both and the watcher see each. */
export async function play({ host, guest, watcher }, plies, random) {
  const total = host.message.moves.length + plies;
  while (host.message.moves.length < total && !host.message.result) {
    const count = host.message.moves.length;
    const players = [host, guest];
    const rules = players.map((each) => each.take());
    const at = players.findIndex(
      (each, i) => each.message.you[0] === ["sente", "gote"][rules[i].state.side],
    );
    const move = choose(rules[at], random);
    const sent = await players[at].enter(move);
    equal(sent, move.usi, `${host.message.game}: the move entered`);
    for (const each of [host, guest, watcher]) {
      await each.until(() => each.message.moves.length > count, `${move.usi} everywhere`);
    }
  }
}

export const strip = (visitor, which) => visitor.page.locator(`.${which}-strip`);

export async function over(visitors, reason) {
  for (const each of Object.values(visitors)) {
    await each.until(() => each.message.result, `the end: ${reason}`);
    equal(each.message.result.reason, reason, "the same end for all");
    await each.page.waitForSelector(".status .result");
  }
}
