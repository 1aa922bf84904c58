// holds - what visitors can do to the server and to each other: limits, turns, hostile games, slow requests, a database that is locked, damaged, removed or replaced. node holds.mjs HENKA [TEST]
//
// No test waits for time: the server's clock is a file that the test moves (HENKA_CLOCK, src/games/watch.h).
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import {
  Client,
  TEXT,
  answer,
  check,
  connect,
  end,
  exchange,
  frame,
  get,
  given,
  runTests,
  sql,
  startClocked,
} from "./wire.mjs";

const { henka, only, folder } = given("holds");

// A server with these limits.
const start = (limits = [], db = undefined, more = []) =>
  startClocked({ henka, folder }, [...more, ...limits.flatMap((limit) => ["--limit", limit])], {
    db,
  });

const newGame = (client, fields) => client.ask({ t: "new", game: "shogi", ...fields }, answer);

// The samples of /metrics, by name.
async function figures(server) {
  const { text } = await get(server.port, "/metrics");
  return new Map([...text.matchAll(/^(henka_\S+) (\S+)$/gm)].map((m) => [m[1], Number(m[2])]));
}

// Options that multiply with kinds of piece whose paths are long: minutes of work for whoever does all of it.
function hostileText() {
  const lines = ["files=16", "ranks=16", "royal=K", "king:K:K:K:a1"];
  for (let i = 0; i < 100; i++) {
    const id = String.fromCharCode(65 + (i % 26), 65 + Math.floor(i / 26));
    lines.push(
      `p${i}:${id}:QaQaQaQ:${id}:${String.fromCharCode(97 + ((i + 1) % 16))}${1 + ((i + 1) >> 4)}`,
    );
  }
  for (let i = 0; i < 16; i++) {
    lines.push(`option=o${i} help`);
    for (let j = 0; j < 8; j++) lines.push(`choice=c${j} help`, "files=16");
  }
  return lines.join("\n");
}

// Connections that stay open: each becomes a WebSocket, for the server closes a connection whose request it has
// answered. Resolves to a socket for each that was admitted and null for each that was closed.
function stay(port, count, localAddress = "127.0.0.1") {
  const one = () =>
    new Promise((done) => {
      const socket = net.connect({ port, host: "127.0.0.1", localAddress });
      socket.on("error", () => {});
      socket.on("close", () => done(null));
      socket.on("data", () => done(socket));
      socket.write(
        "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" +
          "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
          "Sec-WebSocket-Protocol: henka\r\n\r\n",
      );
    });
  return Promise.all(Array.from({ length: count }, one));
}

const tests = {
  async connections() {
    const server = await start(["connections=8", "connections-per-address=5"]);
    const from = (address, count) => stay(server.port, count, address);
    const first = (await from("127.0.0.1", 9)).filter(Boolean);
    check(first.length === 5, `${first.length} of 5 connections from one address`);
    const second = (await from("127.0.0.2", 5)).filter(Boolean);
    check(second.length === 3, `${second.length} of 3 that are left in all`);
    first.pop().destroy();
    // The place is free as soon as the server has seen the end.
    let again = [];
    for (let i = 0; i < 1000 && !again.length; i++) {
      again = (await from("127.0.0.3", 1)).filter(Boolean);
    }
    check(again.length === 1, "a place that became free is taken");
    [...first, ...second, ...again].forEach((socket) => socket.destroy());
  },

  // A server that has few descriptors admits fewer connections, and goes on serving.
  async descriptors() {
    const db = path.join(folder, "descriptors.db");
    const child = spawn("sh", ["-c", `ulimit -n 256; exec "$0" serve --db "$1"`, henka, db]);
    const port = await new Promise((done) =>
      child.stdout.on("data", (data) => done(Number(/:(\d+)\//.exec(data)[1]))),
    );
    const admitted = (await stay(port, 400)).filter(Boolean);
    check(admitted.length === 192, `${admitted.length} of 400 connections were admitted`);
    admitted.forEach((socket) => socket.destroy());
    let served;
    for (let i = 0; i < 1000 && !served; i++) served = await get(port, "/").catch(() => null);
    check(served?.status === 200, "it serves those who come later");
    const gone = new Promise((done) => child.on("exit", done));
    child.kill();
    check((await gone) === 0, "a clean end");
  },

  async messageRate() {
    const server = await start(["messages-per-second=2"]);
    const client = await connect(server);
    const other = await connect(server);
    for (let i = 0; i < 30; i++) client.send({ t: `nix${i}` });
    await client.next((m) => /nix19"/.test(m.message));
    // The others are served meanwhile, and what is too much waits.
    check((await other.ask({ t: "nix" })).t === "error", "another client is answered");
    check(client.messages.length === 0, "more than ten seconds' worth is handled at once");
    server.at(2500);
    await client.next((m) => /nix24"/.test(m.message));
    check((await other.ask({ t: "nix" })).t === "error", "another client is answered");
    check(client.messages.length === 0, "more is handled than the time that passed allows");
    server.at(60000);
    await client.next((m) => /nix29"/.test(m.message));
    (client.close(), other.close());
  },

  async requestRate() {
    const server = await start(["messages-per-second-per-address=1"]);
    const ask = async (count) => {
      const answers = [];
      for (let i = 0; i < count; i++) answers.push((await get(server.port, "/")).status);
      return answers.join(" ");
    };
    check((await ask(12)) === `${"200 ".repeat(10)}429 429`, "ten seconds' worth of requests");
    server.at(2500);
    check((await ask(3)) === "200 200 429", "two more, two seconds later");
  },

  async gameRate() {
    const server = await start(["games-per-hour-per-address=3"]);
    const client = await connect(server);
    for (let i = 0; i < 3; i++) check((await newGame(client)).t === "game", `game ${i}`);
    const refused = await newGame(client);
    check(/try again in 1\d\d\d seconds/.test(refused.message), JSON.stringify(refused));
    server.at(21 * 60000);
    check((await newGame(client)).t === "game", "twenty minutes later one more");
    client.close();

    // Another game of the same two is one more game too.
    server.at(3 * 3600000);
    const two = [await connect(server), await connect(server)];
    for (const [i, each] of two.entries()) each.send({ t: "hello", browser: `${i}`.repeat(22) });
    two[0].send({ t: "new", game: "shogi", gote: "open" });
    const { id, invitation } = await two[0].next("tokens");
    await two[1].ask({ t: "open", id, token: invitation }, "game");
    let played = id;
    for (let begun = 2; begun <= 4; begun++) {
      const [one, other] = two;
      one.send({ t: "resign", id: played, side: begun % 2 ? "gote" : "sente" });
      await one.ask({ t: "offer", id: played, kind: "rematch" }, (m) => m.offers?.rematch);
      const accept = { t: "accept", id: played, kind: "rematch" };
      const found = await other.ask(accept, (m) => m.t === "error" || m.rematch);
      check((found.key === "VISITOR_TOO_MANY_GAMES") === begun > 3, `${begun}: ${found.key}`);
      if (found.t === "error") break;
      played = found.rematch;
      for (const each of two) await each.ask({ t: "open", id: played }, "game");
    }
    for (const each of two) each.close();
  },

  // Whoever asks at the same moment is counted at that moment, and not when what was asked for is done.
  async atOnce() {
    const server = await start(["challenges-per-address=3", "games-per-hour-per-address=1000"]);
    const crowd = await Promise.all(Array.from({ length: 30 }, () => connect(server)));
    for (const [i, each] of crowd.entries()) {
      each.send({ t: "hello", browser: `${i}`.padStart(22, "x") });
      // Made-up games take the worker a while.
      const variantText = `name=n${i}\nfiles=5\nranks=5\nroyal=K\nking:K:K:K:c1\nrook:R:R:R:a1\n`;
      each.send({ t: "challenge", variantText });
    }
    const said = await Promise.all(
      crowd.map((each) => each.next((m) => m.t === "challenged" || m.t === "error")),
    );
    const waits = said.filter((m) => m.t === "challenged").length;
    check(waits === 3, `${waits} challenges wait, 3 may`);
    check(
      said.every((m) => m.t === "challenged" || m.key === "CHALLENGES_TOO_MANY"),
      "the others are refused",
    );
    // One that is withdrawn makes room, and so does one whose connection has ended.
    const own = crowd[said.findIndex((m) => m.t === "challenged")];
    own.close();
    const last = crowd[said.findIndex((m) => m.t === "error")];
    let again = { t: "error" };
    for (let i = 0; i < 200 && again.t === "error"; i++) {
      again = await last.ask({ t: "challenge", game: "shogi" });
    }
    check(again.t === "challenged", JSON.stringify(again));
    for (const each of crowd) each.close();
  },

  // Many addresses of one network are limited together, by the /48 of IPv6 and the /24 of IPv4.
  async networks() {
    const limits = [
      "games-per-hour-per-network=3",
      "challenges-per-network=2",
      "connections-per-network=6",
    ];
    for (const address of [(i) => `2001:db8:1:${i.toString(16)}::1`, (i) => `198.51.100.${i}`]) {
      const server = await start(limits, undefined, ["--trust-proxy", "127.0.0.1"]);
      const near = [];
      for (let i = 1; i <= 6; i++) {
        near.push(await connect(server, null, { forwarded: address(i) }));
        near[i - 1].send({ t: "hello", browser: `${i}`.repeat(22) });
      }
      const seventh = await Client.connect(server.port, { forwarded: address(7) });
      check(seventh.status === 429, `${address(7)}: ${seventh.status}`);
      const challenged = (m) => m.t === "challenged" || m.t === "error";
      const said = [];
      for (const each of near.slice(0, 3)) {
        said.push((await each.ask({ t: "challenge", game: "shogi" }, challenged)).t);
      }
      check(said.join() === "challenged,challenged,error", `${address(0)}: ${said}`);
      check((await newGame(near[3])).t === "game", "the third game of the hour");
      const refused = await newGame(near[4]);
      check(refused.key === "VISITOR_TOO_MANY_GAMES", JSON.stringify(refused));
      const far = await connect(server, null, { forwarded: "2001:db8:2::1" });
      check((await newGame(far)).t === "game", "another network");
      for (const each of [...near, far]) each.close();
      await end(server);
    }
  },

  // A full store is refused in words and is well; games that are over make room, the oldest first, but none that somebody has open.
  async fullStore() {
    const server = await start(["games-kept=4"]);
    const clients = [];
    const begin = async (fields) => {
      const client = await connect(server);
      clients.push(client);
      client.send({ t: "hello", browser: `${clients.length}`.padStart(22, "b"), ...fields });
      return { client, ...(await newGame(client)) };
    };
    const games = [];
    for (let i = 0; i < 4; i++) {
      games.push(await begin());
      server.at(i * 1000);
    }
    const refused = await begin();
    check(refused.key === "STORE_FULL" && !/\d/.test(refused.message), JSON.stringify(refused));
    const japanese = await begin({ language: "ja" });
    check(/空きがありません/.test(japanese.message), japanese.message);
    const health = await get(server.port, "/healthz");
    check(health.status === 200 && health.text === "ok\n", `${health.status} ${health.text}`);
    // Those that ask at once are refused too, each by itself, and others' moves are kept.
    const { client, id } = games[0];
    for (const each of clients.slice(4)) each.send({ t: "new", game: "shogi" });
    check((await client.ask({ t: "move", id, usi: "7g7f" })).moves?.length === 1, "a move");
    const failing = async () => (await figures(server)).get("henka_store_failing");
    check((await failing()) === 0, "the store is well");
    // The second and the third are over; the second is still open somewhere.
    for (const [i, game] of [games[1], games[2]].entries()) {
      server.at(5000 + i * 1000);
      await game.client.ask({ t: "resign", id: game.id, side: "sente" }, (m) => m.result);
    }
    games[2].client.close();
    server.at(20_000);
    let begun = refused;
    for (let i = 0; i < 1000 && begun.t === "error"; i++) {
      server.at(20_000 + i * 1000);
      begun = await newGame(clients[4]);
      await new Promise((done) => setTimeout(done, 10));
    }
    check(begun.t === "game", JSON.stringify(begun));
    check((await client.ask({ t: "open", id: games[1].id }, "game")).result, "what is open stays");
    const gone = await client.ask({ t: "open", id: games[2].id }, "error");
    check(gone.key === "STORE_NO_GAME", JSON.stringify(gone));
    check((await client.ask({ t: "open", id: games[3].id }, "game")).id, "what goes on stays");
    for (const each of clients) each.close();
  },

  // Lists are quick however many games there are, nobody's or one browser's.
  async longLists() {
    const MANY = 20_000;
    const first = await start();
    const client = await connect(first);
    const nobodys = await newGame(client);
    client.send({ t: "hello", browser: "o".repeat(22) });
    const own = await newGame(client);
    client.close();
    await end(first);
    const columns = `definition, game, title, settings, start, moves, plies, sente_engine, gote_engine, level, created, agreed, engine_turn, version, held`;
    for (const [of, letter, updated] of [
      [nobodys, "y", "updated + i"],
      [own, "z", "updated - i"],
    ]) {
      const rows = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MANY})`;
      sql(
        first.db,
        `INSERT INTO games (id, ${columns}, updated) ${rows} SELECT printf('${letter}%011d', i), ${columns}, ${updated} FROM n, games WHERE id = '${of.id}'`,
      );
      if (of === own) {
        sql(
          first.db,
          `INSERT INTO holders (browser, game, sides, listed, updated) SELECT browser, games.id, sides, 1, games.updated FROM holders, games WHERE games.id LIKE 'z00%'`,
        );
      }
    }
    const server = await start(["games-kept=100000"], first.db);
    const holder = await connect(server);
    holder.send({ t: "hello", browser: "o".repeat(22) });
    const { games } = await holder.ask({ t: "list" }, "games");
    check(games.length === 500, `${games.length} games`);
    const times = games.map((game) => game.updated);
    check(
      times.every((ms, i) => !i || ms <= times[i - 1]),
      "the last changed first",
    );
    check(
      games.every((game) => game.id.startsWith("y")),
      "nobody's are the later ones here",
    );
    await holder.ask({ t: "open", id: own.id }, "game");
    await holder.ask({ t: "move", id: own.id, usi: "7g7f" }, "game");
    server.at(365 * 24 * 3600000);
    await holder.ask({ t: "move", id: own.id, usi: "3c3d" }, "game");
    const top = (await holder.ask({ t: "list" }, "games")).games[0];
    check(top.id === own.id, `what was changed last is first: ${top.id}`);
    holder.close();
    await end(server);
    const plan = execFileSync("python3", [
      "-c",
      "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); print([r[3] for r in c.execute('EXPLAIN QUERY PLAN SELECT game FROM holders WHERE browser = ? AND listed ORDER BY updated DESC LIMIT 500', (b'x',))])",
      first.db,
    ]).toString();
    check(/holders_by_time/.test(plan) && !/TEMP B-TREE/.test(plan), plan);
  },

  // A move that is sent once more, because the answer was lost, is answered and not made twice.
  async repeatedMove() {
    const server = await start();
    for (const strict of ["off", "on"]) {
      const [one, two] = [await connect(server), await connect(server)];
      const { id } = await newGame(one, { settings: { strict } });
      await two.ask({ t: "open", id }, "game");
      await one.ask({ t: "move", id, usi: "7g7f", ply: 0 }, "game");
      await two.next((m) => m.t === "game" && m.moves.length === 1);
      const again = await one.ask({ t: "move", id, usi: "P-7f", ply: 0 });
      check(again.t === "game" && again.moves.join() === "7g7f", JSON.stringify(again));
      const wrong = await one.ask({ t: "move", id, usi: "2g2f", ply: 0 });
      check(/expected a move after 1/.test(wrong.message), JSON.stringify(wrong));
      const heard = await two.ask({ t: "nix" });
      check(heard.t === "error", `the other hears of a repeated move: ${JSON.stringify(heard)}`);
      await two.ask({ t: "move", id, usi: "3c3d", ply: 1 }, "game");
      await one.next((m) => m.t === "game" && m.moves.length === 2);
      const late = await one.ask(
        { t: "move", id, usi: "7g7f", ply: 0 },
        (m) => m.t !== "game" || m.moves.length > 1,
      );
      check(late.t === "game" && late.moves.length === 2, JSON.stringify(late));
      if (strict === "on") {
        for (let i = 0; i < 2; i++) {
          const lost = await one.ask({ t: "move", id, usi: "1a1b", ply: 2 });
          check(lost.result?.reason === "illegal move", `${i}: ${JSON.stringify(lost)}`);
        }
      }
      (one.close(), two.close());
    }
  },

  // Twenty games of one visitor at full strength; another's move comes after what is being searched, not after all.
  async engineTurns() {
    const server = await start();
    const [many, one] = [await connect(server), await connect(server)];
    const threads = Math.max(1, os.cpus().length - 1);
    const order = [];
    for (let i = 0; i < 20; i++) {
      // The level's time is short, so that the test is.
      many.send({ t: "new", game: "shogi", sente: "engine", level: 1 });
    }
    await many.next((m) => m.t === "game" && m.thinking);
    const created = await newGame(one, { sente: "engine", level: 1 });
    check(created.thinking, JSON.stringify(created));
    const counts = (m) => m.t === "game" && m.moves.length === 1 && order.push("many");
    const before = many.messages.filter(counts).length;
    many.messages = [];
    await one.next((m) => m.t === "game" && m.moves.length === 1, 60000);
    const during = many.messages.filter(counts).length;
    check(
      during <= 2 * threads + 1,
      `${before} and ${during} of the other's moves came first, ${threads} threads`,
    );
    (many.close(), one.close());
  },

  async engineBound() {
    const server = await start(["searches-waiting-per-visitor=3"]);
    const client = await connect(server);
    const games = [];
    for (let i = 0; i < 40; i++) games.push(await newGame(client, { sente: "engine", level: 0 }));
    const threads = Math.max(1, os.cpus().length - 1);
    const thinking = games.filter((game) => game.thinking).length;
    check(thinking >= 3 && thinking <= 3 + threads, `${thinking} of 40 games think or wait`);
    const { id } = games[39];
    const refused = await client.ask(
      { t: "go", id },
      (m) => m.t === "error" && m.for === "go" && m.id === id,
    );
    check(/has 3 of your requests to answer first/.test(refused.message), JSON.stringify(refused));
    client.close();
  },

  // Who has had his hour's share of the engine's time waits for it: hints are refused, games go on by themselves. Nobody else notices.
  async engineTime() {
    const server = await start(["thinking-seconds-per-hour-per-visitor=1", "searches-waiting=2"]);
    const [one, other] = [await connect(server), await connect(server)];
    const answered = (m) => m.t === "game" || m.t === "error";
    const { id } = await newGame(one, { gote: "engine", level: 1 });
    const refused = async () => {
      for (let i = 0; i < 60; i++) {
        const said = await one.ask({ t: "hint", id }, (m) => m.t === "hint" || m.t === "error");
        if (said.t === "error") return said;
      }
    };
    const hint = await refused();
    check(
      hint?.key === "ENGINE_TIME_USED" && / try again in \d+ seconds?$/.test(hint.message),
      JSON.stringify(hint),
    );
    // The move is made and stored, the engine's own has to wait, and who asks for it or looks on hears how long, each in his language.
    const reader = await connect(server);
    reader.send({ t: "hello", browser: "r".repeat(22), language: "ja" });
    await reader.ask({ t: "open", id }, "game");
    one.send({ t: "move", id, usi: "7g7f" });
    const rests = await one.next((m) => m.t === "error");
    const read = await reader.next((m) => m.t === "error");
    check(
      read.key === "ENGINE_RESTS" &&
        /上限に達しました。\d+秒後に続きを考えます$/.test(read.message),
      read.message,
    );
    reader.close();
    check(rests.key === "ENGINE_RESTS" && rests.for === "go", JSON.stringify(rests));
    const seconds = Number(/ it goes on in (\d+) seconds?$/.exec(rests.message)?.[1]);
    check(hint.message.includes(` in ${seconds} second`), `${hint.message}: ${seconds}`);
    const shown = await one.ask({ t: "open", id }, "game");
    check(shown.moves.length === 1 && !shown.thinking, JSON.stringify(shown));
    check((await one.next("error")).key === "ENGINE_RESTS", "whoever opens the game hears it");
    const again = await one.ask({ t: "go", id }, answered);
    check(again.key === "ENGINE_RESTS" && again.message === rests.message, JSON.stringify(again));
    const theirs = await newGame(other, { sente: "engine", level: 1 });
    check(theirs.thinking, JSON.stringify(theirs));
    await other.next((m) => m.t === "game" && m.moves.length === 1, 60000);
    // A game that is given up while it rests is gone; one that nobody looks at goes on too.
    const granted = await newGame(one, { sente: "engine", level: 1 });
    check(granted.t === "game" && !granted.thinking, JSON.stringify(granted));
    check((await one.ask({ t: "delete", id: granted.id }, "deleted")).id === granted.id, "deleted");
    const alone = await newGame(one, { sente: "engine", level: 1 });
    one.send({ t: "close", id: alone.id });
    // Where too many rest, the next one waits until it is asked to go on.
    one.send({ t: "new", game: "shogi", sente: "engine", level: 1 });
    const third = await one.next((m) => m.t === "game" && ![id, alone.id].includes(m.id));
    const ofThird = (m) => answered(m) && m.id === third.id;
    const paused = await one.ask({ t: "go", id: third.id }, ofThird);
    check(paused.key === "ENGINE_TIME_USED" && paused.for === "go", JSON.stringify(paused));
    server.at((seconds - 1) * 1000 - 1);
    const early = await one.ask({ t: "go", id }, (m) => answered(m) && m.id === id);
    check(early.key === "ENGINE_RESTS", JSON.stringify(early));
    one.messages = [];
    server.at(seconds * 1000);
    const thinks = await one.next((m) => m.t === "game" && m.id === id, 60000);
    check(thinks.thinking && thinks.moves.length === 1, JSON.stringify(thinks));
    await one.next((m) => m.t === "game" && m.id === id && m.moves.length === 2, 60000);
    server.at(seconds * 1000 + 3600000); // the time of the first was counted when it began
    let plies = 0;
    for (const until = Date.now() + 60000; !plies && Date.now() < until; ) {
      const { games } = await other.ask({ t: "list" }, "games");
      plies = games.find((game) => game.id === alone.id).plies;
      await new Promise((done) => setTimeout(done, 10));
    }
    check(plies === 1, "a game that nobody looks at goes on too");
    server.at(seconds * 1000 + 10 * 3600000);
    const asked = await one.ask({ t: "go", id: third.id }, ofThird);
    check(asked.thinking && !asked.moves.length, JSON.stringify(asked));
    (one.close(), other.close());
  },

  // The engine's time is that of who plays: whoever only looks on, or reads the record, neither gives nor takes any.
  async engineWatched() {
    const server = await start(["thinking-seconds-per-hour-per-visitor=4"]);
    const [one, watcher] = [await connect(server), await connect(server)];
    for (const each of [one, watcher]) {
      each.send({ t: "hello", browser: (each === one ? "o" : "w").repeat(22) });
    }
    const own = await newGame(watcher, { gote: "engine", level: 1 });
    const hint = { t: "hint", id: own.id };
    const said = (m) => m.t === "hint" || m.t === "error";
    let used = { t: "hint" };
    while (used.t === "hint") used = await watcher.ask(hint, said);
    check(used.key === "ENGINE_TIME_USED", JSON.stringify(used));
    const both = { sente: "engine", gote: "engine" };
    const { id } = await newGame(one, { ...both, level: 1 });
    const shown = await watcher.ask({ t: "open", id }, (m) => m.t === "game" && m.id === id);
    const later = await one.next(
      (m) => m.t === "error" || m.moves?.length > shown.moves.length + 1,
    );
    check(later.t === "game", `a watcher without time: ${JSON.stringify(later)}`);
    (one.close(), watcher.close());
    await end(server);

    const thinking = ["thinking-seconds-per-hour-per-visitor=1"];
    const behind = await start(thinking, undefined, ["--trust-proxy=127.0.0.1"]);
    const forwarded = "198.51.100.1";
    const reader = await connect(behind, null, { forwarded });
    const begun = await newGame(reader, { ...both, level: 0, movetimeMs: 400 });
    const headers = { "x-forwarded-for": forwarded };
    let rests = null;
    for (let i = 0; i < 400 && !rests; i++) {
      check((await get(behind.port, `/api/games/${begun.id}.txt`, { headers })).status === 200, i);
      await new Promise((done) => setTimeout(done, 10));
      rests = reader.messages.find((m) => m.t === "error");
    }
    check(rests?.key === "ENGINE_RESTS", `who reads the record too: ${JSON.stringify(rests)}`);
    reader.close();
  },

  // The texts that take longest to read; and what others do meanwhile.
  async hostileTexts() {
    const server = await start();
    const [hostile, other] = [await connect(server), await connect(server)];
    const { id } = await newGame(other);
    const morph = `files=9\nranks=9\nmorph=${"|/".repeat(100000)}\nking:K:K:k:e1\n`;
    const texts = [hostileText(), morph, hostileText(), hostileText()];
    for (const variantText of texts) hostile.send({ t: "check", variantText });
    await hostile.next("checked", 60000);
    const moved = await other.ask({ t: "move", id, usi: "7g7f" });
    check(moved.moves?.length === 1, JSON.stringify(moved));
    const left = texts.length - 1 - hostile.messages.filter((m) => m.t === "checked").length;
    check(left > 0, "a move waits for everything that another visitor has to read");
    for (let i = 0; i < 3; i++) await hostile.next("checked", 60000);
    const checked = await hostile.ask({ t: "check", variantText: hostileText() }, "checked", 60000);
    check(
      checked.diagnostics.some((d) => d.fatal && /too much work/.test(d.message)),
      JSON.stringify(checked).slice(0, 300),
    );
    // Moves that take long to find are found elsewhere too, or the game is refused.
    const before = await figures(server);
    const slow = hostileText().split("\n").slice(0, 104).join("\n");
    hostile.send({ t: "new", variantText: slow, sente: "human", gote: "human" });
    const second = await other.ask({ t: "move", id, usi: "3c3d" });
    check(second.moves?.length === 2, JSON.stringify(second));
    await hostile.next(answer, 60000);
    // What the loop did for it is little beside what the worker did; by processor time, so that other programs don't count.
    const after = await figures(server);
    const name = "henka_work_busy_seconds_total";
    const worked = after.get(name) - before.get(name);
    const part = after.get('henka_loop_part_longest_seconds{part="worked"}');
    check(
      part < worked / 16,
      `the loop took ${part} s of a game that takes the worker ${worked} s`,
    );
    (hostile.close(), other.close());
  },

  // Many who follow a game and never read are sent away, before what waits for them fills the memory.
  async unread() {
    const server = await start(["unread-bytes-per-address=8000000"]);
    const one = await connect(server);
    const shogi = (await get(server.port, "/api/variants/shogi.ini")).text;
    const long = `${shogi.replace(/^name=.*$/m, "name=long")}\n${`# ${"x".repeat(77)}\n`.repeat(2500)}`;
    const { id } = await newGame(one, { game: undefined, variantText: long });
    const slow = [];
    for (let i = 0; i < 12; i++) {
      slow.push(await connect(server));
      slow[i].socket.pause();
      slow[i].send({ t: "open", id });
    }
    const moves =
      "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 3i3h 7a7b 5i6h 5a4b 4g4f 7c7d 3h4g 7b7c 4g5f 7c6d " +
      "9g9f 9c9d 1g1f 1c1d 8h2b+ 3a2b 7i8h 6a5b 8h7g 5c5d 6g6f 4c4d 4i4h 5d5e 5f4g 5b4c";
    for (const [ply, usi] of moves.split(" ").entries()) {
      const made = (m) => m.t === "error" || m.moves?.length > ply;
      const moved = await one.ask({ t: "move", id, usi, ply }, made);
      check(moved.t === "game", `${usi}: ${JSON.stringify(moved).slice(0, 200)}`);
    }
    const left = async () => (await figures(server)).get("henka_websockets");
    for (let i = 0; i < 50 && (await left()) > 1 + slow.length / 2; i++) {
      await new Promise((done) => setTimeout(done, 100));
    }
    check((await left()) <= 1 + slow.length / 2, `${await left()} connections are left`);
    check((await one.ask({ t: "open", id }, "game")).id === id, "who reads stays");
    for (const each of [one, ...slow]) each.close();
    await end(server);

    // The same of messages that are never finished; what was given up is counted no more.
    const other = await start(["unread-bytes-per-address=1000000"]);
    const player = await connect(other);
    const unfinished = [];
    for (let i = 0; i < 10; i++) {
      unfinished.push(await connect(other));
      unfinished[i].raw(frame(TEXT, "x".repeat(200_000), { fin: false }));
    }
    const open = async () => (await figures(other)).get("henka_websockets");
    for (let i = 0; i < 50 && (await open()) > 7; i++) {
      await new Promise((done) => setTimeout(done, 100));
    }
    check((await open()) <= 7, `${await open()} connections are left`);
    check((await newGame(player)).t === "game", "whoever says little is heard");
    for (const each of unfinished) each.close();
    while ((await open()) > 1) await new Promise((done) => setTimeout(done, 10));
    const whole = { t: "check", variantText: "# ".padEnd(200_000, "x") };
    for (let i = 0; i < 8; i++) {
      const found = await player.ask(whole, (m) => m.t === "checked" || m.t === "error");
      check(found.t === "checked", JSON.stringify(found));
    }
    player.close();
  },

  // Who waits for the engine hears his place, and each place that he moves up or back.
  async places() {
    const server = await start();
    const threads = os.cpus().length > 2 ? os.cpus().length - 1 : 1;
    const [busy, one, other] = [
      await connect(server),
      await connect(server),
      await connect(server),
    ];
    const engine = { sente: "engine", level: 0, movetimeMs: 600000 };
    const began = [];
    for (let i = 0; i < threads; i++) began.push(await newGame(busy, engine));
    check(
      began.every((game) => game.thinking && game.queue === 0),
      JSON.stringify(began),
    );
    const place = (client, { id }, queue) =>
      client.next((m) => m.t === "queue" && m.id === id && m.queue === queue, 60000);
    const [first, second] = [await newGame(one, engine), await newGame(one, engine)];
    check(first.queue === 1 && second.queue === 2, `${first.queue} ${second.queue}`);
    // Another visitor's comes before the second of the first one's.
    const third = await newGame(other, engine);
    check(third.queue === 2, `${third.queue}`);
    await place(one, second, 3);
    // What somebody gives up leaves its place to the next.
    await other.ask({ t: "delete", id: third.id }, "deleted");
    await place(one, second, 2);
    // One search ends: the first begins, the second is next.
    await busy.ask({ t: "delete", id: began[0].id }, "deleted");
    await place(one, first, 0);
    await place(one, second, 1);
    one.send({ t: "delete", id: first.id }); // its search ends before that is stored
    await place(one, second, 0);
    for (const client of [busy, one, other]) client.close();
  },

  // A long message is read by the worker: what it costs to read depends on who writes it. Messages are answered in their order all the same.
  async longMessages() {
    const server = await start();
    const client = await connect(server);
    const jobs = async () => (await figures(server)).get("henka_work_seconds_count");
    const kinds = async (count) => {
      const answers = [];
      while (answers.length < count) answers.push((await client.next(() => true)).message);
      return answers;
    };
    check((await jobs()) === 0, "no job yet");
    client.send(`[${"1,".repeat(200000)}1]`);
    client.send({ t: "short" });
    client.send(JSON.stringify({ t: "long", more: "x".repeat(9000) }));
    client.send(`{"t":"broken","more":"${"x".repeat(9000)}`);
    client.send({ t: "last" });
    const [list, short, long, broken, last] = await kinds(5);
    check(/expected an object, found a list/.test(list), list);
    check(/found "short"/.test(short) && /found "long"/.test(long), `${short} ${long}`);
    check(/not JSON|JSON/.test(broken) && /found "last"/.test(last), `${broken} ${last}`);
    check((await jobs()) === 3, `${await jobs()} jobs for three long messages`);
    // Whoever goes while his message is being read is not waited for.
    client.send(JSON.stringify({ t: "long", more: "x".repeat(9000) }));
    client.close();
    const other = await connect(server);
    check((await newGame(other)).id, "another one is served");
    other.close();
  },

  // In a made-up game, whose moves are found beside the loop, a refused or repeated move doesn't keep the engine from moving.
  async madeUpGames() {
    const server = await start();
    const client = await connect(server);
    const shogi = (await get(server.port, "/api/variants/shogi.ini")).text;
    const variantText = shogi.replace(/^name=.*$/m, "name=mine");
    const { id } = await newGame(client, {
      game: undefined,
      variantText,
      gote: "engine",
      level: 2,
    });
    client.send({ t: "move", id, usi: "7g7f", ply: 0 });
    await client.next((m) => m.t === "game" && m.moves.length === 1);
    client.send({ t: "move", id, usi: "3c3d", ply: 1 });
    client.send({ t: "move", id, usi: "7g7f", ply: 0 });
    // Whether the engine has moved before that move came or not: it is refused.
    const refused = await client.next("error");
    check(/gote is played|expected a move after 2/.test(refused.message), JSON.stringify(refused));
    let moved = await client.ask({ t: "open", id }, "game");
    if (moved.moves.length < 2) {
      moved = await client.next((m) => m.t === "game" && m.moves.length === 2, 60000);
    }
    check(moved.moves.length === 2 && !moved.result, "the engine moves after all");
    const wrong = await client.ask({ t: "move", id, usi: "1a1b", ply: 2 });
    check(wrong.t === "error" && wrong.for === "move", JSON.stringify(wrong));
    for (const message of [
      { t: "undo", id },
      { t: "move", id, usi: "2g2f", ply: 0 },
      { t: "resign", id, side: "sente" },
    ]) {
      const made = await client.ask(message, answer);
      check(made.t === "game", JSON.stringify(made));
    }
    client.close();
  },

  // A body that never ends is not waited for.
  async slowBodies() {
    const server = await start();
    for (const [name, text] of Object.entries({
      post: "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\nx",
      chunked: "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nx",
      get: "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\nx",
      record:
        "GET /api/games/0123456789ab.txt HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\nx",
    })) {
      const closed = await new Promise((done) => {
        const socket = net.connect(server.port, "127.0.0.1", () => socket.write(text));
        let head = "";
        const drip = setInterval(() => socket.write("x"), 50);
        const stop = (how) => (
          clearInterval(drip),
          socket.destroy(),
          done(`${how} ${head.slice(0, 30)}`)
        );
        const late = setTimeout(() => stop("open"), 30000);
        socket.on("data", (data) => (head += data));
        socket.on("error", () => {});
        socket.on("close", () => (clearTimeout(late), stop("closed")));
      });
      check(/^closed/.test(closed), `${name}: the connection is still ${closed}`);
    }
    check((await get(server.port, "/")).status === 200, "others are served");
    check(
      /405/.test(
        await exchange(
          server.port,
          "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc",
        ),
      ),
      "a short body is answered",
    );
  },

  // While another program holds the database, moves wait for it, and nothing else does.
  async locked() {
    const server = await start();
    const [one, two] = [await connect(server), await connect(server)];
    const { id } = await newGame(one);
    const holder = spawn("python3", [
      "-c",
      "import sqlite3, sys; c = sqlite3.connect(sys.argv[1], isolation_level=None); c.execute('BEGIN IMMEDIATE'); print('held', flush=True); sys.stdin.readline(); c.execute('ROLLBACK')",
      server.db,
    ]);
    await new Promise((done) => holder.stdout.on("data", done));
    one.send({ t: "move", id, usi: "7g7f" });
    for (let i = 0; i < 20; i++) {
      check((await two.ask({ t: "nix" })).t === "error", "others are answered");
    }
    // One whose request waits behind the move goes away before it is answered.
    const feed = `GET /api/feed/${"nobodys-feed".padEnd(22, "x")}.xml HTTP/1.1\r\nHost: localhost\r\n\r\n`;
    const gone = net.connect(server.port, "127.0.0.1");
    await new Promise((done) => gone.write(feed, done));
    await two.ask({ t: "nix" });
    gone.destroy();
    const shown = await two.ask({ t: "open", id });
    check(shown.t !== "game" || shown.moves.length === 0, "a move is shown before it is stored");
    holder.stdin.end("\n");
    const moved = await one.next(answer);
    check(moved.t === "error" || moved.moves.length === 1, JSON.stringify(moved));
    (one.close(), two.close());
  },

  // A database that somebody took away: no move is acknowledged any more.
  async vanished() {
    for (const what of ["deleted", "replaced"]) {
      const server = await start();
      const client = await connect(server);
      const { id } = await newGame(client);
      check((fs.statSync(server.db).mode & 0o777) === 0o600, "nobody else may read the games");
      fs.rmSync(server.db);
      if (what === "replaced") fs.writeFileSync(server.db, "");
      const refused = await client.ask({ t: "move", id, usi: "7g7f" });
      check(
        refused.t === "error" && /removed or replaced/.test(refused.message),
        `${what}: ${JSON.stringify(refused)}`,
      );
      check(!refused.message.includes(server.db), `it says where: ${refused.message}`);
      const shown = await client.ask({ t: "open", id });
      check(shown.t === "game" && shown.moves.length === 0, `${what}: ${JSON.stringify(shown)}`);
      check(
        /removed or replaced/.test((await newGame(client)).message),
        `${what}: a new game is refused`,
      );
      client.close();
      await end(server);
    }
  },

  // Rows that another program wrote, whatever they hold, never end the server.
  async damagedRows() {
    const server = await start();
    const columns =
      "game title settings start moves plies sente_engine gote_engine level created updated reason winner agreed offer engine_turn version id definition".split(
        " ",
      );
    const values = [
      "x'fffe00ff'",
      "'{'",
      "-1",
      "9223372036854775807",
      "'checkmate'",
      "'7g7f 7g7f'",
    ];
    const client = await connect(server);
    for (const column of columns) {
      const ids = [];
      for (let i = 0; i < values.length; i++) ids.push((await newGame(client)).id);
      for (const id of ids) client.send({ t: "close", id });
      await client.ask({ t: "nix" });
      const script = ids.map(
        (id, i) => `UPDATE OR IGNORE games SET ${column} = ${values[i]} WHERE id = '${id}'`,
      );
      execFileSync("python3", [
        "-c",
        "import sqlite3, sys\nc = sqlite3.connect(sys.argv[1])\nfor s in sys.argv[2:]: c.execute(s)\nc.commit()",
        server.db,
        ...script,
      ]);
      for (const id of ids) {
        for (const message of [
          { t: "open", id },
          { t: "move", id, usi: "7g7f" },
          { t: "draw", id, side: "sente" },
          { t: "resign", id, side: "gote" },
          { t: "undo", id },
        ]) {
          const said = await client.ask(message).catch(() => null);
          if (!said) {
            return check(
              false,
              `${column}: no answer to ${JSON.stringify(message)}; ${server.child.signalCode} ${server.errors}`,
            );
          }
        }
        await get(server.port, `/api/games/${id}.txt`);
      }
      const list = await client.ask({ t: "list" }, "games");
      check(list.t === "games", column);
      for (const id of ids) await client.ask({ t: "delete", id });
      sql(server.db, "DELETE FROM games");
    }
    client.close();
    await end(server);
    const again = await start([], server.db);
    check((await get(again.port, "/")).status === 200, "it starts again");
  },

  // A client that asks and goes at once: what it asked for comes to nobody, and nothing is left behind.
  async leavers() {
    const server = await start();
    const stays = await connect(server);
    const { id } = await newGame(stays);
    const asks = [
      { t: "list" },
      { t: "new", game: "suzumu", sente: "engine" },
      { t: "check", variantText: hostileText() },
      { t: "import", game: "shogi", record: "position startpos moves 7g7f" },
      { t: "open", id },
      { t: "open", id: "0123456789ab" },
      { t: "hint", id },
      { t: "draw", id, side: "sente" },
      { t: "delete", id: "0123456789ab" },
      { t: "undo", id },
    ];
    for (let round = 0; round < 3; round++) {
      for (const ask of asks) {
        const client = await connect(server);
        client.raw(Buffer.concat([frame(TEXT, JSON.stringify(ask)), frame(TEXT, '{"t":"list"}')]));
        client.socket.write("", () => client.socket.resetAndDestroy());
        const socket = net.connect(server.port, "127.0.0.1", () =>
          socket.write(`GET /api/games/${id}.txt HTTP/1.1\r\nHost: localhost\r\n\r\n`, () =>
            socket.resetAndDestroy(),
          ),
        );
        socket.on("error", () => {});
      }
    }
    check(
      (await stays.ask({ t: "open", id }, (m) => m.t === "game" && m.id === id)).t === "game",
      "the game is still there",
    );
    stays.close();
  },
};

await runTests(tests, { folder, only, ends: true });
