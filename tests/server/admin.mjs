// admin - what an operator does with games and people, while the server runs and without it: `henka admin`. node admin.mjs HENKA [TEST]
//
// No test waits for time: the server's clock is a file that the test moves (HENKA_CLOCK, src/games/watch.h).
import { spawnSync } from "node:child_process";
import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import {
  answer,
  check,
  connect,
  end,
  get,
  given,
  runTests,
  show,
  startClocked,
  token,
} from "./wire.mjs";

const { henka, only, folder } = given("admin");
const hashOf = (name) => crypto.createHash("sha256").update(token(name)).digest("hex");

// A server whose clock goes on by three seconds with each deed, so that it looks what was done.
async function start(args = [], db = undefined) {
  const server = await startClocked({ henka, folder }, ["--log", ...args], { db });
  let now = 0;
  return Object.assign(server, { goOn: (ms) => server.at((now += ms)) });
}

function run(server, ...words) {
  const done = spawnSync(henka, ["admin", "--db", server.db, ...words], { encoding: "utf8" });
  if (server.goOn) server.goOn(3000);
  return done;
}

const deedsOf = (server) => (server.errors?.match(/"event":"admin"/g) ?? []).length;

// Does it, and waits until a server that runs has followed. The lines that are printed, their parts.
async function admin(server, ...words) {
  const before = deedsOf(server);
  const done = run(server, ...words);
  check(done.status === 0 && done.stderr === "", `${words}: ${done.status} ${done.stderr}`);
  const deeds =
    server.port && /^(end|delete|forget|(un)?(ban|mute))$/.test(words[0]) ? words.length - 1 : 0;
  for (let i = 0; i < 1000 && deedsOf(server) < before + deeds; i++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const lines = done.stdout.split("\n").filter(Boolean);
  return lines.map((line) => line.split("\t"));
}

async function two(server) {
  const one = await connect(server, "one");
  const other = await connect(server, "other");
  one.send({ t: "new", game: "shogi", gote: "open" });
  const { id, invitation } = await one.next("tokens");
  other.send({ t: "open", id, token: invitation });
  await other.next("game");
  await one.next((m) => m.t === "game" && m.open === null);
  return { one, other, id };
}

const tests = {
  // Games are listed, ended and deleted; who has them open hears it.
  async games() {
    const server = await start();
    const { one, other, id } = await two(server);
    const [line, ...more] = await admin(server, "games");
    check(
      !more.length && line[0] === id && line[1] === "shogi" && line[4] === "under way",
      show(line),
    );
    check(line[7] === "one" && line[8] === "other", show(line));
    check(line[9].includes(hashOf("one")) && line[9].includes(hashOf("other")), show(line));
    check((await admin(server, "games", "name:OTHER")).length === 1, "by name");
    check((await admin(server, "games", `token:${token("one")}`)).length === 1, "by token");
    check((await admin(server, "games", `browser:${hashOf("one")}`)).length === 1, "by hash");
    check((await admin(server, "games", "name:nobody")).length === 0, "of nobody");
    await admin(server, "end", id);
    const ended = await one.next((m) => m.t === "game" && m.result);
    check(ended.result.reason === "abandoned" && ended.result.winner === null, show(ended.result));
    await other.next((m) => m.t === "game" && m.result);
    one.send({ t: "move", id, usi: "7g7f", ply: 0 });
    check((await one.next("error")).key === "GAME_OVER", "it is over");
    const again = run(server, "end", id);
    check(again.status === 1 && /under way/.test(again.stderr), again.stderr);
    await admin(server, "delete", id);
    check((await one.next("deleted")).id === id, "who has it open hears it");
    check((await other.ask({ t: "open", id }, answer)).key === "STORE_NO_GAME", "it is gone");
    check((await admin(server, "games")).length === 0, "none is left");
    const deeds = await admin(server, "log");
    check(deeds.map(([, what]) => what).join() === "end,delete", show(deeds));
  },

  // The engine's own move and a move on its way don't bring a game back that was ended.
  async beside() {
    const server = await start();
    const one = await connect(server, "one");
    const { id } = await one.ask(
      { t: "new", game: "shogi", gote: "engine", movetimeMs: 600000, level: 0 },
      "game",
    );
    one.send({ t: "move", id, usi: "7g7f", ply: 0 });
    await one.next((m) => m.t === "game" && m.thinking);
    await admin(server, "end", id);
    const ended = await one.next((m) => m.t === "game" && m.result);
    check(ended.result.reason === "abandoned" && !ended.thinking, show(ended.result));
  },

  // Who is banned is turned away at once, and after a restart; who is muted writes nothing.
  async bans() {
    const server = await start(["--chat", "--trust-proxy", "127.0.0.1"]);
    const { one, other, id } = await two(server);
    const far = await connect(server, "far", { forwarded: "192.0.2.7" });
    const near = await connect(server, "near", { forwarded: "192.0.3.7" });
    const six = await connect(server, "six", { forwarded: "2001:db8:1:2::9" });
    await admin(server, "mute", "name:one");
    await one.ask({ t: "list" }, "games");
    one.send({ t: "chat", id, text: "x" });
    check(
      (await one.next((m) => m.t === "error" || m.t === "chat")).key === "MUTED",
      "a name is muted",
    );
    other.send({ t: "chat", id, text: "y" });
    check((await one.next("chat")).text === "y", "the other one is not");
    await admin(server, "unmute", "name:ONE");
    await one.ask({ t: "list" }, "games");
    one.send({ t: "chat", id, text: "x" });
    check(
      (await other.next((m) => m.t === "chat" && m.text === "x")).side === "sente",
      "nor is he now",
    );
    await admin(
      server,
      "ban",
      "address:192.0.2.0/24",
      "address:2001:db8:1:2::1",
      `token:${token("other")}`,
    );
    for (const client of [far, six, other]) check(await client.gone(), "a connection is closed");
    check(far.closeCode === 1008, `by ${far.closeCode}`);
    near.send({ t: "list" });
    check((await near.next("games")).t === "games", "another address stays");
    check(
      (await connect(server, "x", { forwarded: "192.0.2.99" })).status === 403,
      "a socket of its network",
    );
    const page = await get(server.port, "/", { headers: { "x-forwarded-for": "192.0.2.99" } });
    check(page.status === 403 && /keeps you out/.test(page.text), page.text);
    const back = await connect(server);
    back.send({ t: "hello", browser: token("other") });
    check((await back.next("error")).key === "BANNED", "the browser comes back");
    await end(server);
    const next = await start(["--trust-proxy", "127.0.0.1"], server.db);
    const soon = await connect(next); // perhaps before the server has read who is banned
    soon.send({ t: "hello", browser: token("other") });
    const refused = soon.next("error").then(
      ({ key }) => key === "BANNED",
      () => true,
    );
    check(await refused, "after a restart");
    const late = await connect(next);
    check((await admin(next, "bans")).length === 3, "they are listed");
    await admin(next, "unban", `browser:${hashOf("other")}`, "address:192.0.2.0/24");
    await late.ask({ t: "list" }, "games");
    late.send({ t: "hello", browser: token("other"), name: "other" });
    check((await late.ask({ t: "open", id }, answer)).you.join() === "gote", "he may again");
    check(
      (await connect(next, "x", { forwarded: "192.0.2.99" })).status === 101,
      "and so may the address",
    );
    const twice = run(next, "unban", "name:nobody");
    check(twice.status === 1 && /is not there/.test(twice.stderr), twice.stderr);
  },

  // What is stored about somebody is printed, and deleted: also from the bytes of the file.
  async forget() {
    const server = await start();
    const { one, id } = await two(server);
    const own = await one.ask({ t: "new", game: "ito" }, "game");
    await one.ask({ t: "feed", token: token("feed") }, "feed");
    await admin(server, "mute", "name:one", "address:198.51.100.9");
    const shown = await admin(server, "show", `token:${token("one")}`);
    check(
      shown.some((line) => line[0] === own.id) && shown.some((line) => line[0] === id),
      show(shown),
    );
    check(
      shown.some(([what]) => what === "feed"),
      show(shown),
    );
    check((await admin(server, "show", "address:198.51.100.9"))[0]?.[0] === "mute", "an address");
    await admin(server, "forget", `token:${token("one")}`);
    check((await one.next("deleted")).id === own.id, "his own game goes");
    const left = await admin(server, "games");
    check(
      left.length === 1 && left[0][0] === id && left[0][7] === "" && left[0][8] === "other",
      show(left),
    );
    const watches = await one.ask({ t: "open", id }, answer);
    check(watches.you.length === 0 && watches.names.sente === null, show(watches.names));
    await admin(server, "forget", "name:other", "name:one", "address:198.51.100.9");
    check((await admin(server, "games"))[0][8] === "", "a name");
    check((await admin(server, "bans")).length === 0, "bans too");
    await end(server);
    const bytes = [server.db, `${server.db}-wal`]
      .filter((file) => fs.existsSync(file))
      .map((file) => fs.readFileSync(file, "latin1"))
      .join("");
    check(
      !bytes.includes(Buffer.from(hashOf("one"), "hex").toString("latin1")),
      "the hash is left",
    );
    check(!bytes.includes("198.51.100.9"), "the address is left");
    const log = await admin({ db: server.db }, "log");
    check(
      log.every((line) => !/one|198/.test(line.join())),
      "nor in the log",
    );
  },

  // What can't be understood is refused, and nothing is done.
  async refused() {
    const db = path.join(folder, "refused.db");
    await end(await start([], db));
    for (const [words, status, said] of [
      [[], 2, /usage/i],
      [["nonsense"], 2, /usage/i],
      [["end"], 2, /usage/i],
      [["bans", "x"], 2, /usage/i],
      [["ban", "1.2.3.4"], 1, /expected address:/],
      [["ban", "address:nowhere"], 1, /expected address:/],
      [["ban", "address:1.2.3.4/33"], 1, /expected address:/],
      [["ban", "name:\u200B"], 1, /expected address:/],
      [["ban", "token:short"], 1, /expected address:/],
      [["ban", "browser:12"], 1, /expected address:/],
      [["delete", "000000000000"], 1, /no game has the id/],
    ]) {
      const done = run({ db }, ...words);
      check(
        done.status === status && said.test(done.stderr),
        `${words}: ${done.status} ${done.stderr}`,
      );
    }
    const none = run({ db: path.join(folder, "none.db") }, "games");
    check(none.status === 1 && !fs.existsSync(path.join(folder, "none.db")), none.stderr);
    check(run({ db }, "log").stdout === "", "nothing was done");
  },
};

await runTests(tests, { folder, only, ends: true });
