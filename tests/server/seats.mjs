// seats - two people, one server: seats and their tokens, who may do what, lists, clocks, offers, the lobby. node seats.mjs HENKA [TEST]
//
// No test waits for time: the server's clock is a file that the test moves (HENKA_CLOCK, src/games/watch.h).
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fieldsOf, kindsOf } from "./pagetypes.mjs";
import {
  Client,
  PONG,
  answer,
  check,
  connect,
  end,
  frame,
  get,
  given,
  runTests,
  show,
  sql,
  startClocked,
  token,
} from "./wire.mjs";

const { henka, only, folder } = given("seats");
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const start = (args, how) => startClocked({ henka, folder }, args, how);

function isError(message, key) {
  check(message.t === "error" && message.key === key, `expected ${key}, found ${show(message)}`);
}

// What another program reads in a feed.
function feedOf(answered) {
  check(answered.headers["content-type"] === "application/atom+xml; charset=utf-8", "its type");
  const script = `import json, sys, xml.etree.ElementTree as tree
at = "{http://www.w3.org/2005/Atom}"
feed = tree.parse(sys.stdin.buffer).getroot()
entries = feed.findall(at + "entry")
print(json.dumps({"titles": [e.find(at + "title").text for e in entries], "ids": [e.find(at + "id").text for e in entries],
    "links": [e.find(at + "link").get("href") for e in entries], "updated": feed.find(at + "updated").text,
    "about": [[e.get("rel"), e.get("href")] for e in feed.findall(at + "link")],
    "id": feed.find(at + "id").text, "author": feed.find(at + "author").find(at + "name").text}))`;
  return JSON.parse(execFileSync("python3", ["-c", script], { input: answered.bytes }).toString());
}

const game = (client, fits = () => true) => client.next((m) => m.t === "game" && fits(m));

// A game that one begins as sente, and another one takes gote's seat of.
async function two(server, fields = {}) {
  const one = await connect(server, "one");
  const other = await connect(server, "other");
  one.send({ t: "new", game: "shogi", gote: "open", ...fields });
  const tokens = await one.next("tokens");
  const { id } = await game(one);
  other.send({ t: "open", id, token: tokens.invitation });
  const taken = await other.next("tokens");
  await game(other);
  await game(one, (m) => m.open === null);
  return { one, other, id, tokens, taken };
}

// Moves in turn, each answered.
async function play({ one, other, id }, moves, from = 0) {
  let last;
  for (const [i, usi] of moves.entries()) {
    const ply = from + i;
    const [mover, waiter] = ply % 2 ? [other, one] : [one, other];
    mover.send({ t: "move", id, usi, ply });
    last = await mover.next((m) => (m.t === "game" && m.moves.length > ply) || m.t === "error");
    if (last.t === "error") return last;
    await game(waiter, (m) => m.moves.length > ply);
  }
  return last;
}

const BYOYOMI = { kind: "byoyomi", mainMs: 10_000, byoyomiMs: 30_000, periods: 2 };
const PLAIN = { kind: "plain", mainMs: 5 * MINUTE };

const tests = {
  async seats() {
    const server = await start();
    const one = await connect(server, "one");
    one.send({ t: "new", game: "shogi", gote: "open" });
    const tokens = await one.next("tokens");
    const begun = await game(one);
    const { id } = begun;
    check(
      /^[0-9a-z]{26}$/.test(tokens.seat) && /^[0-9a-z]{26}$/.test(tokens.invitation),
      show(tokens),
    );
    check(begun.two && begun.open === "gote" && begun.you.join() === "sente", show(begun));
    check(begun.names.sente === "one" && begun.names.gote === null, show(begun.names));
    isError(await one.ask({ t: "move", id, usi: "7g7f" }, answer), "SEAT_IS_OPEN");
    isError(await one.ask({ t: "resign", id, side: "sente" }, answer), "SEAT_IS_OPEN");
    const own = await one.ask({ t: "open", id, token: tokens.invitation }, answer);
    check(own.open === "gote", "one's own invitation takes no seat");

    const stranger = await connect(server);
    isError(await stranger.ask({ t: "open", id, token: tokens.invitation }, answer), "HELLO_FIRST");
    const other = await connect(server, "other");
    other.send({ t: "open", id, token: tokens.invitation });
    const taken = await other.next("tokens");
    const joined = await game(other);
    check(taken.id === id && taken.seat && taken.invitation === null, show(taken));
    check(joined.you.join() === "gote" && joined.open === null, show(joined));
    check(joined.names.gote === "other", show(joined.names));
    const told = await game(one, (m) => m.open === null);
    check(told.you.join() === "sente" && told.names.gote === "other", show(told));

    const third = await connect(server, "third");
    const watched = await third.ask({ t: "open", id, token: tokens.invitation }, answer);
    check(watched.t === "game" && watched.you.length === 0, `a used invitation: ${show(watched)}`);
    isError(await third.ask({ t: "move", id, usi: "7g7f" }, answer), "NOT_YOUR_GAME");
    isError(await other.ask({ t: "move", id, usi: "7g7f" }, answer), "NOT_YOUR_SIDE");
    const moved = await play({ one, other, id }, ["7g7f", "3c3d"]);
    check(moved.moves.join() === "7g7f,3c3d", show(moved));
    const seen = await game(third, (m) => m.moves.length === 2);
    check(seen.you.length === 0, "a watcher sees it");

    // The same move for the same ply once more gets the same answer, though it is the other's turn.
    one.send({ t: "move", id, usi: "2g2f", ply: 2 });
    await game(one, (m) => m.moves.length === 3);
    const again = await one.ask({ t: "move", id, usi: "2g2f", ply: 2 }, answer);
    check(again.t === "game" && again.moves.length === 3, show(again));
    isError(await one.ask({ t: "move", id, usi: "2f2e", ply: 3 }, answer), "NOT_YOUR_SIDE");

    // The seat on another device, and from another connection of the same browser.
    const device = await connect(server, "device");
    const resumed = await device.ask({ t: "open", id, token: tokens.seat }, answer);
    check(resumed.you?.join() === "sente", show(resumed));
    const tab = await connect(server, "other");
    const same = await tab.ask({ t: "open", id }, answer);
    check(same.you?.join() === "gote", show(same));

    // New tokens void those of before.
    const fresh = await one.ask({ t: "tokens", id }, "tokens");
    check(fresh.seat !== tokens.seat && fresh.invitation === null, show(fresh));
    const late = await connect(server, "late");
    check((await late.ask({ t: "open", id, token: tokens.seat }, answer)).you.length === 0, "void");
    check(
      (await late.ask({ t: "open", id, token: fresh.seat }, answer)).you.join() === "sente",
      "new",
    );
    await end(server);

    // Everything of it survives a restart.
    const next = await start([], { db: server.db });
    const back = await connect(next, "other");
    const after = await back.ask({ t: "open", id }, answer);
    check(after.you.join() === "gote" && after.names.sente === "one", show(after));
    const record = await get(next.port, `/api/games/${id}.txt`);
    check(/\bone\b/.test(record.text) && /\bother\b/.test(record.text), `names: ${record.text}`);
    const back2 = await connect(next, "nobody");
    const by = await back2.ask({ t: "open", id, token: taken.seat }, answer);
    check(by.you.join() === "gote", "by its token");
  },

  // So many browsers have a seat and no more, but those at one seat take no place from the other.
  async devices() {
    const server = await start();
    const { id, tokens, taken } = await two(server);
    const sit = async (name, seat) =>
      (await connect(server, name)).ask({ t: "open", id, token: seat }, answer);
    for (let i = 2; i <= 8; i++) {
      const there = await sit(`device-${i}`, tokens.seat);
      check(there.you?.join() === "sente", `browser ${i} of one: ${show(there)}`);
    }
    isError(await sit("device-9", tokens.seat), "SEAT_TOO_MANY");
    for (let i = 2; i <= 8; i++) {
      const there = await sit(`phone-${i}`, taken.seat);
      check(there.you?.join() === "gote", `browser ${i} of the other: ${show(there)}`);
    }
    isError(await sit("phone-9", taken.seat), "SEAT_TOO_MANY");
    await end(server);
    const next = await start([], { db: server.db });
    for (const [name, side] of [
      ["one", "sente"],
      ["device-8", "sente"],
      ["other", "gote"],
      ["phone-8", "gote"],
    ]) {
      const there = await (await connect(next, name)).ask({ t: "open", id }, answer);
      check(there.you?.join() === side, `${name} after a restart: ${show(there)}`);
    }
  },

  async wrongSeats() {
    const server = await start();
    const one = await connect(server, "one");
    const begin = (fields) => one.ask({ t: "new", game: "shogi", ...fields }, answer);
    isError(await begin({ sente: "open", gote: "open" }), "SEATS_WRONG");
    isError(await begin({ sente: "engine", gote: "open" }), "SEATS_WRONG");
    isError(await begin({ sente: "x" }), "FIELD_EXPECTED");
    isError(await begin({ movetimeMs: 49 }), "FIELD_EXPECTED");
    isError(await begin({ toss: "yes" }), "FIELD_EXPECTED");
    isError(await begin({ clock: 7 }), "FIELD_EXPECTED");
    isError(await begin({ clock: {} }), "FIELD_EXPECTED");
    isError(await begin({ clock: { kind: "sand" } }), "FIELD_EXPECTED");
    isError(await begin({ clock: { kind: "plain" } }), "CLOCK_SHORT");
    isError(await begin({ clock: { kind: "fischer", mainMs: 1000 } }), "CLOCK_SHORT");
    isError(await begin({ clock: { kind: "days", days: 61 } }), "FIELD_EXPECTED");
    // Secrets that were made for a game which was refused are told of no other one.
    const { id } = await begin({});
    isError(await begin({ gote: "open", sfen: "startpos", handicap: "rook" }), "ONE_START");
    one.send({ t: "open", id });
    const opened = await one.next((m) => m.t === "tokens" || m.t === "game");
    check(opened.t === "game", show(opened));
    const stranger = await connect(server);
    isError(await stranger.ask({ t: "new", game: "shogi", gote: "open" }, answer), "HELLO_FIRST");
    for (const browser of [undefined, null]) {
      isError(await stranger.ask({ t: "hello", browser }, "error"), "HELLO_FIRST");
    }
    for (const browser of ["", "short", 7, "x".repeat(87), `${token("x")}!`]) {
      const refused = await stranger.ask({ t: "hello", browser }, "error");
      isError(refused, "FIELD_NO_TOKEN");
      check(!/short|xxxx/.test(refused.message), `a token is repeated: ${refused.message}`);
    }
    isError(
      await stranger.ask({ t: "hello", browser: token("x"), name: "x".repeat(41) }, "error"),
      "FIELD_TOO_LONG",
    );
    isError(
      await stranger.ask({ t: "hello", browser: token("x"), name: "a\nb" }, "error"),
      "FIELD_TOO_LONG",
    );
  },

  // Whatever a watcher or a stranger says about a game of others is refused, and changes nothing.
  async refused() {
    const server = await start(["--chat"]);
    const { one, other, id } = await two(server, { clock: PLAIN });
    await play({ one, other, id }, ["7g7f"]);
    const local = await connect(server, "local");
    const alone = await game((local.send({ t: "new", game: "shogi" }), local));
    const before = await one.ask({ t: "open", id }, answer);
    const kinds = [...kindsOf("ClientMessage").keys()];
    const about = kinds.filter((kind) => fieldsOf(kind).includes("id: string"));
    check(about.length >= 18, `kinds about a game: ${about}`);
    const fields = { usi: "3c3d", side: "gote", kind: "draw", text: "hello" };
    for (const name of ["watcher", undefined]) {
      const client = await connect(server, name);
      for (const [played, open] of [
        [id, true],
        [id, false],
        [alone.id, true],
      ]) {
        client.send({ t: open ? "open" : "close", id: played });
        for (const kind of about.filter((each) => each !== "open" && each !== "close")) {
          for (const side of ["sente", "gote"]) {
            const refused = await client.ask({ ...fields, t: kind, id: played, side }, "error");
            check(
              refused.for === kind && refused.key === "NOT_YOUR_GAME" && refused.id === played,
              `${kind} by ${name ?? "a stranger"}: ${show(refused)}`,
            );
          }
        }
      }
      check(!(await list(client)).some((row) => [id, alone.id].includes(row.id)), "not listed");
      client.close();
    }
    const after = await one.ask({ t: "open", id }, answer);
    check(after.updated === before.updated && after.moves.join() === "7g7f", show(after));
  },

  // No secret is in anybody else's messages, in the log, or in the database.
  async secrets() {
    const server = await start();
    const watcher = await connect(server, "watcher");
    const heard = [];
    const { one, other, id, tokens, taken } = await two(server);
    for (const client of [watcher, other, one]) {
      const old = client.receive.bind(client);
      client.receive = (data) => (heard.push(data.toString("latin1")), old(data));
    }
    await watcher.ask({ t: "open", id }, answer);
    await play({ one, other, id }, ["7g7f", "3c3d"]);
    for (const client of [one, other, watcher]) await list(client);
    other.send({ t: "resign", id, side: "gote" });
    await game(one, (m) => m.result);
    const secrets = [tokens.seat, tokens.invitation, taken.seat, token("one"), token("other")];
    await end(server);
    const kept = fs
      .readdirSync(folder)
      .filter((name) => name.startsWith(path.basename(server.db)))
      .map((name) => fs.readFileSync(path.join(folder, name), "latin1"));
    check(heard.join("").includes(id), "the test hears");
    for (const secret of secrets) {
      check(!heard.join("").includes(secret), "a secret in a message");
      check(!(server.errors + server.output).includes(secret), "a secret in the log");
      check(!kept.some((text) => text.includes(secret)), "a secret in the database");
    }
  },

  async lists() {
    const server = await start();
    const { one, other, id } = await two(server);
    server.at(1000);
    one.send({ t: "new", game: "shogi" });
    const { id: alone } = await game(one, (m) => !m.two);
    const ids = async (client) => (await list(client)).map((row) => row.id).join();
    check((await ids(one)) === [alone, id].join(), "my games, the last changed first");
    const [row] = await list(other);
    check(row.id === id && row.two && row.you.join() === "gote" && row.turn === "sente", show(row));
    check(row.names.sente === "one" && row.open === null && row.clock === null, show(row));

    // Who lists his games hears of those that he hasn't opened.
    const tab = await connect(server, "other");
    await list(tab);
    one.send({ t: "move", id, usi: "7g7f" });
    const changed = await tab.next("changed");
    check(changed.game.id === id && changed.game.turn === "gote", show(changed));
    check(changed.game.you.join() === "gote", show(changed));

    // A game of two is taken from one's own list; the other goes on.
    check((await one.ask({ t: "delete", id }, "deleted")).id === id, "deleted");
    check((await ids(one)) === alone, "off the list");
    check((await ids(other)).includes(id), "still on the other's");
    other.send({ t: "move", id, usi: "3c3d" });
    await game(other, (m) => m.moves.length === 2);
    check((await other.ask({ t: "delete", id }, "deleted")).id === id, "deleted by both");
    isError(await other.ask({ t: "open", id }, answer), "STORE_NO_GAME");
    const own = (m) => m.t === "deleted" && m.id === alone; // of the other game it may hear still
    check((await one.ask({ t: "delete", id: alone }, own)).id === alone, "one's own");
    check((await ids(one)) === "", "nothing is left");
    isError(await one.ask({ t: "delete", id: alone }, "error"), "STORE_NO_GAME");

    // A game that can't be replayed any more is deleted by its holder alone.
    await end(server);
    await start([], { db: server.db });
  },

  async clocks() {
    const server = await start();
    const pair = await two(server, { clock: BYOYOMI });
    const { one, id } = pair;
    const first = await one.ask({ t: "open", id }, answer);
    check(
      first.clock.running === null &&
        first.clock.sente.leftMs === 10_000 &&
        first.clock.gote.periods === 2,
      show(first.clock),
    );
    check(JSON.stringify(first.clock.rules) === JSON.stringify(BYOYOMI), show(first.clock.rules));
    server.at(60_000); // before the first move nobody's time runs
    let now = await play(pair, ["7g7f"]);
    check(now.clock.running === "gote" && now.clock.sente.leftMs === 10_000, show(now.clock));
    server.at(64_000);
    now = await play(pair, ["3c3d"], 1);
    check(now.clock.gote.leftMs === 6000 && now.clock.running === "sente", show(now.clock));
    server.at(64_000 + 15_000);
    now = await one.ask({ t: "open", id }, answer);
    check(
      now.clock.sente.leftMs === 0 &&
        now.clock.sente.byoyomiLeftMs === 25_000 &&
        now.clock.sente.periods === 2,
      show(now.clock),
    );
    server.at(64_000 + 45_000);
    now = await play(pair, ["2g2f"], 2);
    check(now.clock.sente.periods === 1, `a period is gone: ${show(now.clock)}`);
    // Gote does not move, and nobody looks.
    pair.one.close();
    pair.other.close();
    server.at(109_000 + 6000 + 60_000 - 1);
    const watcher = await connect(server, "watcher");
    now = await watcher.ask({ t: "open", id }, answer);
    check(
      now.result === null && now.clock.gote.periods === 1,
      `a millisecond is left: ${show(now)}`,
    );
    watcher.close();
    server.at(109_000 + 6000 + 60_000);
    const later = await connect(server, "watcher");
    now = await later.ask({ t: "open", id }, answer);
    if (!now.result) now = await game(later, (m) => m.result);
    check(now.result.reason === "time" && now.result.winner === "sente", show(now.result));
    check(now.clock.running === null, show(now.clock));
  },

  // A move on its way when the time was up counts, as far as the lag was measured.
  async lag() {
    const server = await start();
    const pair = await two(server, { clock: PLAIN });
    const { other, id } = pair;
    await play(pair, ["7g7f"]);
    const late = 5 * MINUTE + 300;
    server.at(late);
    other.send({ t: "move", id, usi: "3c3d", ply: 1 });
    let now = await game(other, (m) => m.result);
    check(now.result.reason === "time" && now.result.winner === "sente", show(now.result));
    check(now.moves.length === 1, "a late move without lag is not played");

    const second = await two(server, { clock: PLAIN });
    // Its next ping is answered 400 ms late.
    const answered = new Promise((done) => (second.other.pinged = done));
    const receive = second.other.receive.bind(second.other);
    second.other.receive = (data) => {
      if (data[0] === 0x89) second.other.pinged();
      receive(data);
    };
    server.at(late + 6000);
    await play(second, ["7g7f"]);
    await answered;
    server.at(late + 6400);
    second.other.raw(frame(PONG, "h"));
    await second.other.ask({ t: "open", id: second.id }, answer); // the server has read it
    server.at(late + 6000 + 5 * MINUTE + 300);
    second.other.send({ t: "move", id: second.id, usi: "3c3d", ply: 1 });
    now = await game(second.other, (m) => m.result || m.moves.length === 2);
    check(now.moves.length === 2 && now.clock.gote.leftMs === 100, `lag: ${show(now)}`);
  },

  // Who answers pings late gains a second at once and five in a minute, however many moves he makes; and nothing by coming back.
  async lateLag() {
    const server = await start();
    const pair = await two(server, { clock: PLAIN });
    let now = 0;
    // All pings of the other are answered 900 ms late, and whatever he says comes after that.
    const slow = async (client) => {
      client.raw = () => {};
      const pinged = new Promise((done) => (client.pinged = done));
      const receive = client.receive.bind(client);
      client.receive = (data) => (data.includes(0x89) && client.pinged(), receive(data));
      const raw = Client.prototype.raw.bind(client);
      client.pong = async () => {
        await pinged;
        server.at((now += 900));
        client.raw = (bytes) => (bytes[0] & 15) !== PONG && raw(bytes);
        raw(frame(PONG, "h"));
        await client.ask({ t: "open", id: pair.id }, answer);
      };
      client.raw = (bytes) => (bytes[0] & 15) !== PONG && raw(bytes);
    };
    await slow(pair.other);
    await play(pair, ["7g7f"]);
    await pair.other.pong();
    // The rooks walk to and fro, and every eighth move is a pawn's, so that no position comes four times.
    const pawns = ["9g9f 1g1f 5g5f 9f9e 1f1e 4g4f 6g6f", "9c9d 1c1d 5c5d 3c3d 7c7d 4c4d 6c6d"];
    const walk = (side, n) => {
      if (n % 8 === 7) return pawns[side].split(" ")[n >> 3];
      const [steps, rank, from] = side ? [4, "b", (i) => 8 - i] : [5, "h", (i) => 2 + i];
      const at = (i) => from(Math.abs(((i + steps) % (2 * steps)) - steps));
      const i = n - (n >> 3);
      return `${at(i)}${rank}${at(i + 1)}${rank}`;
    };
    for (let ply = 1; ply <= 120; ply++) {
      if (ply % 2) server.at((now += 1000)); // only the other thinks
      const moved = await play(pair, [walk(ply % 2, (ply - 1) >> 1)], ply);
      check(moved.moves?.length === ply + 1 && !moved.result, show(moved));
    }
    const over = await pair.one.ask({ t: "open", id: pair.id }, answer);
    const gained = over.clock.gote.leftMs - (5 * MINUTE - now);
    check(gained > 3000 && gained <= 5000, `${gained} ms gained in ${now} ms`);
  },

  // Nothing happens in a game whose time is up except that it ends, whoever asks for what; but a move that came before counts.
  async timeIsUp() {
    const server = await start();
    const late = 5 * MINUTE + 1000; // these clients answer no pings: that is a second of lag
    const acts = [
      { t: "resign", side: "sente" },
      { t: "resign", side: "gote" },
      { t: "offer", kind: "draw" },
      { t: "offer", kind: "undo" },
      { t: "accept", kind: "draw" },
      { t: "accept", kind: "undo" },
      { t: "decline", kind: "draw" },
      { t: "draw", side: "gote" },
      { t: "declare", side: "gote" },
      { t: "claim" },
      { t: "abort" },
      { t: "tokens" },
      { t: "move", usi: "8c8d", ply: 3 },
      { t: "open" },
      { t: "delete" },
    ];
    let now = 0;
    for (const act of acts) {
      const pair = await two(server, { clock: PLAIN });
      const { one, other, id } = pair;
      await play(pair, act.t === "abort" ? ["7g7f"] : ["7g7f", "3c3d", "2g2f"]);
      if (act.t === "accept" || act.t === "decline") {
        await one.ask({ t: "offer", id, kind: act.kind }, "game");
      }
      server.at((now += late));
      const who = act.side === "sente" || act.t === "claim" ? one : other;
      who.send({ ...act, id });
      const over = await game(one, (m) => m.id === id && m.result);
      check(
        over.result.reason === "time" && over.result.winner === "sente",
        `${JSON.stringify(act)}: ${show(over.result)}`,
      );
      for (const client of [one, other]) client.close();
    }
    // The record waits for the end too.
    const pair = await two(server, { clock: PLAIN });
    await play(pair, ["7g7f"]);
    server.at((now += late));
    const record = (await get(server.port, `/api/games/${pair.id}.txt`)).text;
    check(record.includes("\nresult: sente wins by time\n"), record);
  },

  // A move that came before the time was up counts, though others' messages were there first and the store was slow.
  async moveThatCame() {
    const server = await start();
    const pair = await two(server, { clock: PLAIN });
    const { one, other, id } = pair;
    const tab = await connect(server, "one");
    await tab.ask({ t: "open", id }, answer);
    await play(pair, ["7g7f"]);
    const lock = await locked(server.db);
    server.at(5 * MINUTE - 1000);
    one.send({ t: "offer", id, kind: "draw" });
    await settled(server); // it waits for the disk, and these for it
    tab.send({ t: "resign", id, side: "sente" });
    await settled(server);
    other.send({ t: "move", id, usi: "3c3d", ply: 1 });
    await settled(server);
    server.at(6 * MINUTE);
    lock.kill();
    const moved = await game(other, (m) => m.result || m.moves.length === 2);
    check(moved.moves.length === 2 && !moved.result, show(moved));
    const over = await game(other, (m) => m.result);
    check(over.result.reason === "resignation" && over.result.winner === "gote", show(over.result));
  },

  // The last of the moves that a game may have draws it, and nobody loses by his clock for that.
  async lastMove() {
    const LAST = 6000;
    const TEXT =
      "name=small\nfiles=3\nranks=5\nroyal=K\nrepetition=none\nrook:R:R:R:a1\nking:K:K:K:c1\n";
    const cycle = ["3e3d", "1a1b", "3d3e", "1b1a"];
    const first = await start();
    const pair = await two(first, { game: undefined, variantText: TEXT, clock: PLAIN });
    await play(pair, ["3e3d", "1a1b"]);
    await end(first);
    const moves = Array.from({ length: LAST - 2 }, (_, i) => cycle[i % 4]).join(" ");
    sql(first.db, `UPDATE games SET moves = '${moves}', plies = ${LAST - 2}`);
    const server = await start([], { db: first.db });
    const [one, other] = [await connect(server, "one"), await connect(server, "other")];
    const { id } = pair;
    for (const client of [one, other]) await client.ask({ t: "open", id }, answer);
    await play({ one, other, id }, [cycle[2]], LAST - 2);
    other.send({ t: "move", id, usi: cycle[3], ply: LAST - 1 });
    const drawn = await game(one, (m) => m.result);
    check(drawn.result.reason === "move limit" && drawn.result.winner === null, show(drawn.result));
    check(drawn.moves.length === LAST && drawn.clock.running === null, show(drawn.clock));
    const record = (await get(server.port, `/api/games/${id}.txt`)).text;
    check(record.includes("\nresult: draw by move limit\n"), record.slice(-200));
    const again = await one.ask({ t: "import", record, variantText: TEXT }, answer);
    check(again.result?.reason === "move limit", show(again));
    await end(server);

    // A game of an older version that has them all and goes on is drawn when the time is up.
    sql(first.db, `UPDATE games SET reason = NULL, agreed = 0 WHERE id = '${id}'`);
    sql(
      first.db,
      `UPDATE games SET clock_running = 0, deadline = clock_since + sente_left WHERE id = '${id}'`,
    );
    const last = await start([], { db: first.db, from: DAY });
    const looker = await connect(last, "one");
    let shown = await looker.ask({ t: "open", id }, answer);
    last.at(2 * DAY);
    if (!shown.result) shown = await game(looker, (m) => m.result);
    check(shown.result.reason === "move limit" && !shown.result.winner, show(shown.result));
  },

  // What stands is answered and changes nothing; what is offered and withdrawn again and again is refused.
  async offersStand() {
    const server = await start();
    const pair = await two(server);
    const { one, other, id } = pair;
    await play(pair, ["7g7f", "3c3d"]);
    const first = await one.ask({ t: "offer", id, kind: "draw" }, answer);
    await game(other, (m) => m.offers.draw);
    other.messages = [];
    for (const again of [
      { t: "offer", kind: "draw" },
      { t: "draw", side: "sente" },
    ]) {
      const same = await one.ask({ ...again, id }, answer);
      check(same.offers?.draw === "sente" && same.updated === first.updated, show(same));
    }
    check((await other.ask({ t: "nix" })).t === "error", "the other hears of it once");
    const told = await offerUntilRefused(pair);
    check(told.offers === 9, `${told.offers} more offers in a minute`);
    isError(told.refused, "OFFERS_TOO_MANY");
    check(/try again in 7 seconds$/.test(told.refused.message), told.refused.message);
    server.at(6001);
    const later = await one.ask({ t: "offer", id, kind: "draw" }, answer);
    check(later.offers?.draw === "sente", show(later));
  },

  // Weeks of correspondence over restarts: what ran while the server was there counts, the rest doesn't.
  async days() {
    const server = await start();
    const pair = await two(server, { clock: { kind: "days", days: 3 } });
    await play(pair, ["7g7f"]);
    server.at(DAY);
    let now = await pair.one.ask({ t: "open", id: pair.id }, answer);
    check(now.clock.gote.leftMs === 2 * DAY, show(now.clock));
    await end(server);
    const next = await start([], { db: server.db, from: 11 * DAY });
    const other = await connect(next, "other");
    now = await other.ask({ t: "open", id: pair.id }, answer);
    check(now.clock.running === "gote" && now.clock.gote.leftMs === 2 * DAY, show(now.clock));
    other.send({ t: "move", id: pair.id, usi: "3c3d", ply: 1 });
    now = await game(other, (m) => m.moves.length === 2);
    check(now.clock.running === "sente" && now.clock.gote.leftMs === 3 * DAY, show(now.clock));
    other.close();
    next.at(12 * DAY);
    await list(await connect(next, "one"));
    next.child.kill("SIGKILL"); // what ran since the server last noted that it is there is not charged
    await next.exit;
    const third = await start([], { db: server.db, from: 30 * DAY });
    const one = await connect(third, "one");
    now = await one.ask({ t: "open", id: pair.id }, answer);
    check(
      now.clock.sente.leftMs >= 2 * DAY && now.clock.sente.leftMs <= 2 * DAY + 20_000,
      show(now.clock),
    );
    one.close();
    // The flag falls though nobody has the game open.
    third.at(30 * DAY + 2 * DAY + 30_000);
    const looker = await connect(third, "looker");
    now = await looker.ask({ t: "open", id: pair.id }, answer);
    if (!now.result) now = await game(looker, (m) => m.result);
    check(now.result.reason === "time" && now.result.winner === "gote", show(now.result));
  },

  async offers() {
    const server = await start();
    const pair = await two(server);
    const { one, other, id } = pair;
    const say = (client, t, kind) => client.send({ t, id, kind });
    isError(await one.ask({ t: "offer", id, kind: "undo" }, "error"), "NOTHING_TO_UNDO");
    isError(await one.ask({ t: "offer", id, kind: "rematch" }, "error"), "GAME_NOT_OVER");
    isError(await one.ask({ t: "offer", id, kind: "money" }, "error"), "FIELD_EXPECTED");
    isError(await one.ask({ t: "accept", id, kind: "draw" }, "error"), "NO_SUCH_OFFER");
    isError(await one.ask({ t: "decline", id, kind: "undo" }, "error"), "NO_SUCH_OFFER");
    await play(pair, ["7g7f", "3c3d", "2g2f"]);
    isError(await one.ask({ t: "undo", id }, "error"), "UNDO_IS_OFFERED");
    isError(await one.ask({ t: "hint", id }, "error"), "NO_HINT_BETWEEN");

    // A take-back of one's own last move, and of the last two.
    say(one, "offer", "undo");
    check((await game(other, (m) => m.offers.undo)).offers.undo === "sente", "offered");
    isError(await one.ask({ t: "accept", id, kind: "undo" }, "error"), "NO_SUCH_OFFER");
    say(other, "accept", "undo");
    let now = await game(one, (m) => !m.offers.undo);
    check(now.moves.join() === "7g7f,3c3d", show(now.moves));
    say(one, "offer", "undo");
    await game(other, (m) => m.offers.undo);
    say(other, "decline", "undo");
    const declined = await one.next("declined");
    check(declined.kind === "undo" && declined.side === "gote", show(declined));
    say(one, "offer", "undo");
    await game(other, (m) => m.offers.undo);
    say(other, "offer", "undo"); // both want it
    now = await game(one, (m) => !m.offers.undo && m.moves.length < 2);
    check(now.moves.length === 0, show(now.moves));

    // Lapses by a move; is withdrawn; a draw.
    await play(pair, ["7g7f"]);
    say(one, "offer", "undo");
    await game(other, (m) => m.offers.undo);
    other.send({ t: "move", id, usi: "3c3d" });
    now = await game(one, (m) => m.moves.length === 2);
    check(now.offers.undo === null, "lapsed");
    say(one, "offer", "draw");
    check((await game(other, (m) => m.offer)).offers.draw === "sente", "a draw is offered");
    say(one, "decline", "draw");
    await game(other, (m) => !m.offer);
    say(one, "offer", "draw");
    await game(other, (m) => m.offer);
    say(other, "accept", "draw");
    now = await game(one, (m) => m.result);
    check(now.result.reason === "draw agreed" && now.result.winner === null, show(now.result));
    isError(await one.ask({ t: "offer", id, kind: "undo" }, "error"), "GAME_OVER");

    // Another game with the sides exchanged, for both and for their tokens. Who has left finds the offer in his list.
    const line = (games) => games.find((each) => each.id === id).rematchOffer;
    check(line((await other.ask({ t: "list" }, "games")).games) === null, "nothing is offered yet");
    other.send({ t: "close", id });
    await one.next((m) => m.t === "presence" && m.away.gote);
    say(one, "offer", "rematch");
    const told = await other.next((m) => m.t === "changed" && m.game.id === id);
    check(told.game.rematchOffer === "sente", show(told));
    other.close();
    const back = await connect(server, "other");
    check(
      line((await back.ask({ t: "list" }, "games")).games) === "sente",
      "who comes back sees it",
    );
    const seen = await back.ask({ t: "open", id }, answer);
    check(seen.offers.rematch === "sente", show(seen));
    say(back, "accept", "rematch");
    now = await game(one, (m) => m.rematch);
    check(line((await back.ask({ t: "list" }, "games")).games) === null, "accepted");
    const next = await one.ask({ t: "open", id: now.rematch }, answer);
    check(next.you.join() === "gote" && next.two && next.moves.length === 0, show(next));
    check(next.names.sente === "other" && next.names.gote === "one", show(next.names));
    const mirrored = await back.ask({ t: "open", id: now.rematch }, answer);
    check(mirrored.you.join() === "sente", show(mirrored));
    const device = await connect(server, "device");
    const there = await device.ask({ t: "open", id: now.rematch, token: pair.tokens.seat }, answer);
    check(there.you.join() === "gote", `a seat's token: ${show(there)}`);
    isError(await one.ask({ t: "offer", id, kind: "rematch" }, "error"), "REMATCH_BEGUN");
  },

  // Of two acceptances at once, from two tabs of one browser, one begins the next game; who accepts and is gone has accepted.
  async oneRematch() {
    const server = await start();
    for (const leaves of [false, true]) {
      const { one, other, id } = await two(server);
      const tab = await connect(server, "other");
      await tab.ask({ t: "open", id }, answer);
      one.send({ t: "resign", id, side: "sente" });
      await game(one, (m) => m.result);
      const before = (await list(one)).length;
      one.send({ t: "offer", id, kind: "rematch" });
      for (const each of [other, tab]) await game(each, (m) => m.offers.rematch);
      one.messages = [];
      other.send({ t: "accept", id, kind: "rematch" });
      if (leaves) {
        other.socket.destroySoon();
      } else {
        await game(other, (m) => m.id === id && m.rematch); // two connections have no order
        isError(await tab.ask({ t: "accept", id, kind: "rematch" }, "error"), "REMATCH_BEGUN");
      }
      const told = await game(one, (m) => m.id === id && m.rematch);
      check(told.offers.rematch === null, show(told));
      const ids = (await list(one)).map((row) => row.id);
      check(ids.length === before + 1 && ids.includes(told.rematch), `${told.rematch}: ${ids}`);
    }
  },

  async endings() {
    const server = await start();
    // Aborted before the second move.
    const first = await two(server);
    await play(first, ["7g7f"]);
    first.one.send({ t: "abort", id: first.id });
    const gone = await first.other.next("deleted");
    check(gone.id === first.id && gone.by === "sente", show(gone));
    check((await first.one.next("deleted")).by === "sente", "both hear of it");
    isError(await first.one.ask({ t: "open", id: first.id }, answer), "STORE_NO_GAME");
    const second = await two(server, { clock: PLAIN });
    await play(second, ["7g7f", "3c3d"]);
    isError(await second.one.ask({ t: "abort", id: second.id }, "error"), "TOO_LATE_TO_ABORT");
    isError(
      await second.one.ask({ t: "resign", id: second.id, side: "gote" }, "error"),
      "NOT_YOUR_SIDE",
    );

    // Claimed when the other has been away for a minute.
    isError(await second.other.ask({ t: "claim", id: second.id }, "error"), "NOT_LEFT");
    second.one.messages = [];
    second.other.close();
    const away = await second.one.next((m) => m.t === "presence" && m.away.gote);
    check(away.away.sente === null && away.claim.gote === away.away.gote + MINUTE, show(away));
    server.at(MINUTE - 1);
    isError(await second.one.ask({ t: "claim", id: second.id }, "error"), "NOT_LEFT");
    const back = await connect(server, "other");
    await back.ask({ t: "open", id: second.id }, answer);
    await second.one.next((m) => m.t === "presence" && !m.away.gote);
    server.at(MINUTE);
    isError(await second.one.ask({ t: "claim", id: second.id }, "error"), "NOT_LEFT");
    back.send({ t: "close", id: second.id });
    await second.one.next((m) => m.t === "presence" && m.away.gote);
    server.at(2 * MINUTE);
    second.one.send({ t: "claim", id: second.id });
    const won = await game(second.one, (m) => m.result);
    check(won.result.reason === "absence" && won.result.winner === "sente", show(won.result));
    const record = (await get(server.port, `/api/games/${second.id}.txt`)).text;
    check(record.includes("\nresult: sente wins by absence\n"), record);

    // Watchers are counted.
    const third = await two(server);
    const watcher = await connect(server, "watcher");
    const shown = await watcher.ask({ t: "open", id: third.id }, answer);
    check(shown.presence.watchers === 1, show(shown.presence));
    check((await third.one.next((m) => m.t === "presence" && m.watchers)).watchers === 1, "told");
    isError(await third.one.ask({ t: "claim", id: third.id }, "error"), "NOT_LEFT");
    // A game without a clock may wait for ever.
    third.other.close();
    server.at(2 * MINUTE + 1000);
    const left = await third.one.next((m) => m.t === "presence" && m.away.gote);
    check(left.claim.gote === null, `without a clock: ${show(left)}`);
    await end(server);

    // A game that was claimed is still won when the server comes back.
    const again = await start([], { db: server.db });
    const looker = await connect(again);
    const kept = await looker.ask({ t: "open", id: second.id }, answer);
    check(kept.result?.reason === "absence" && kept.result.winner === "sente", show(kept));
  },

  // Under strict play an illegal move loses in whatever notation, and so does a second move in one turn.
  async strict() {
    const server = await start();
    const settings = { strict: "on" };
    const lost = async (moves, by, usi, ply) => {
      const pair = await two(server, { settings });
      await play(pair, moves);
      const client = by === "sente" ? pair.one : pair.other;
      client.send({ t: "move", id: pair.id, usi, ply });
      return { ...(await client.next(answer, 3000)), pair };
    };
    for (const usi of ["3c3e", "▲３五歩", "P-3e", "P*5e"]) {
      const over = await lost(["7g7f"], "gote", usi);
      check(
        over.result?.reason === "illegal move" && over.result.winner === "sente",
        `${usi}: ${show(over)}`,
      );
    }
    for (const ply of [1, undefined]) {
      const over = await lost(["7g7f"], "sente", "2g2f", ply);
      check(
        over.result?.reason === "illegal move" && over.result.winner === "gote",
        `second: ${show(over)}`,
      );
    }
    const late = await lost(["7g7f"], "sente", "2g2f", 0);
    isError(late, "NOT_YOUR_SIDE");
    const nothing = await lost(["7g7f"], "sente", "hello", 1);
    isError(nothing, "NOT_YOUR_SIDE");
    const first = await lost([], "gote", "3c3d", 0);
    isError(first, "NOT_YOUR_SIDE");
    // The third occurrence of a position "must be retracted", says Ito's document: it is refused, and costs nothing.
    const sfen = "1/1/k/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/K/1/1 b - 1";
    const ito = await two(server, { game: "ito", sfen, settings });
    const cycle = ["1s1t", "1c1b", "1t1s", "1b1c"];
    await play(ito, [...cycle, ...cycle.slice(0, 3)]);
    const third = await ito.other.ask({ t: "move", id: ito.id, usi: cycle[3] }, answer);
    check(third.t === "error", `a third occurrence: ${show(third)}`);
    const another = await ito.other.ask({ t: "move", id: ito.id, usi: "1b1a" }, answer);
    check(another.moves?.length === 8 && !another.result, `another move: ${show(another)}`);
    const lenient = await two(server);
    await play(lenient, ["7g7f"]);
    isError(
      await lenient.one.ask({ t: "move", id: lenient.id, usi: "2g2f" }, answer),
      "NOT_YOUR_SIDE",
    );
  },

  // Furigoma: the server tosses, both see how it fell, and the seats follow them.
  async toss() {
    const server = await start();
    const seen = new Set();
    for (let i = 0; i < 40 && seen.size < 2; i++) {
      const one = await connect(server, "one");
      one.send({ t: "new", game: "shogi", gote: "open", toss: true });
      const tokens = await one.next("tokens");
      const begun = await game(one);
      const up = begun.toss.up.filter(Boolean).length;
      const side = up >= 3 ? "sente" : "gote";
      check(begun.toss.up.length === 5 && begun.toss.by === side, show(begun.toss));
      check(begun.you.join() === side && begun.open !== side, show(begun));
      check(begun.names[side] === "one", show(begun.names));
      const device = await connect(server, "device");
      const resumed = await device.ask({ t: "open", id: begun.id, token: tokens.seat }, answer);
      check(resumed.you.join() === side, "the token is of the seat that was tossed");
      check(JSON.stringify(resumed.toss) === JSON.stringify(begun.toss), "shown to both");
      seen.add(side);
      (one.close(), device.close());
    }
    check(seen.size === 2, "either side comes");
  },

  async engine() {
    const server = await start();
    const one = await connect(server, "one");
    one.send({ t: "new", game: "shogi", gote: "engine", level: 0, movetimeMs: 600_000 });
    const begun = await game(one);
    check(begun.movetimeMs === 600_000 && begun.you.join() === "sente" && !begun.two, show(begun));
    one.send({ t: "move", id: begun.id, usi: "7g7f" });
    await one.next("thinking");
    one.send({ t: "now", id: begun.id });
    const moved = await game(one, (m) => m.moves.length === 2);
    check(!moved.thinking, "the engine moves now");
    // A second search of the same visitor waits behind the first where there is but one thread.
    const both = await one.ask(
      { t: "new", game: "shogi", sente: "engine", gote: "engine", level: 1 },
      answer,
    );
    check(both.you.length === 0 && both.thinking && both.queue >= 0, show(both));
    check(
      (await one.ask({ t: "delete", id: both.id }, "deleted")).id === both.id,
      "its holder deletes it",
    );
  },

  async chat() {
    const server = await start(["--chat"]);
    const { one, other, id } = await two(server);
    check(one.hello.chat === true, "hello tells");
    one.send({ t: "chat", id, text: "よろしくお願いします" });
    const said = await other.next("chat");
    check(
      said.text === "よろしくお願いします" && said.side === "sente" && said.id === id,
      show(said),
    );
    isError(await one.ask({ t: "chat", id, text: "x".repeat(301) }, "error"), "FIELD_TOO_LONG");
    isError(await one.ask({ t: "chat", id, text: "" }, "error"), "FIELD_EXPECTED");
    isError(
      await one.ask({ t: "chat", id, text: "\u200b\u2066 \u3164" }, "error"),
      "FIELD_EXPECTED",
    );
    one.send({ t: "chat", id, text: "a\u202Eb\u200Bc \u0645\u200Cx \u{1F468}\u200D\u{1F469}" });
    const clean = (await other.next("chat")).text;
    check(clean === "abc \u0645\u200Cx \u{1F468}\u200D\u{1F469}", `what turns: ${show(clean)}`);
    // Ten lines at once, and then one a second, however many connections write them.
    const again = await connect(server, "one");
    for (let i = 0; i < 8; i++) {
      (i % 2 ? one : again).send({ t: "chat", id, text: `line ${i}` });
      await other.next((m) => m.t === "chat" && m.text === `line ${i}`);
    }
    for (const client of [one, again]) {
      isError(await client.ask({ t: "chat", id, text: "more" }, "error"), "CHAT_TOO_FAST");
    }
    other.send({ t: "chat", id, text: "my own" });
    check((await one.next("chat")).text === "my own", "the other side has a rate of its own");
    server.at(1001);
    one.send({ t: "chat", id, text: "later" });
    await other.next((m) => m.t === "chat" && m.text === "later");
    isError(await one.ask({ t: "chat", id, text: "more" }, "error"), "CHAT_TOO_FAST");
    again.close();
    await end(server);
    const quiet = await start();
    const pair = await two(quiet);
    check(pair.one.hello.chat === false, "hello tells");
    isError(await pair.one.ask({ t: "chat", id: pair.id, text: "x" }, "error"), "NO_CHAT");
    await end(quiet);
  },

  // Names that others could not see, or that turn what stands behind them.
  async names() {
    const server = await start();
    for (const [name, shown] of [
      ["\u202Eeno", "eno"],
      ["\u200B\u2060\uFEFF", null],
      ["\u3164\u115F \u3000", null],
      ["A\u00ADd\u200Bmin", "Admin"],
      ["\u2067\u05D0\u05D1\u2069", "\u05D0\u05D1"],
      ["\u{E0041}x\u0085", "x"],
      ["佐藤　花子", "佐藤　花子"],
      ["\u{1F3F4}\u200D☠\uFE0F", "\u{1F3F4}\u200D☠\uFE0F"],
    ]) {
      const client = await connect(server);
      client.send({ t: "hello", browser: token("named"), name });
      client.send({ t: "new", game: "shogi", gote: "open" });
      const { names } = await game(client);
      check(names.sente === shown, `${show(name)}: ${show(names.sente)}`);
      client.close();
    }
    const client = await connect(server, "one");
    for (const sign of ["\u202E", "\u2066", "\u0085", "\u2028", "&#x202E;"]) {
      const text = `files=3\nranks=3\ntitle=a${sign}b\nking:K:K:b1:b3`;
      const said = await client.ask({ t: "check", variantText: text }, (m) => m.t === "checked");
      const refused = said.diagnostics.some((d) => d.fatal);
      const told = said.diagnostics.some((d) => d.line === 3 && /U\+[0-9A-F]{4}/.test(d.message));
      if (sign[0] !== "&") check(refused && told, `${show(sign)} in a title: ${show(said)}`);
      check(!said.title?.includes("\u202E"), `a title turns: ${show(said.title)}`);
    }
  },

  // Who follows is told twice a second at most who is there.
  async crowds() {
    const server = await start();
    const { one, other, id } = await two(server);
    const passer = await connect(server);
    one.messages = [];
    for (let i = 0; i < 50; i++) passer.send({ t: i % 2 ? "close" : "open", id });
    passer.send({ t: "open", id });
    await passer.ask({ t: "list" }, "games");
    await one.ask({ t: "list" }, "games");
    server.at(1000);
    const told = await one.next((m) => m.t === "presence" && m.watchers === 1);
    check(told.watchers === 1, "what is true at the end is told");
    server.at(1999);
    let count = 0;
    one.messages = [];
    for (let i = 0; i < 50; i++) passer.send({ t: i % 2 ? "open" : "close", id });
    await passer.ask({ t: "list" }, "games");
    one.send({ t: "list" });
    await one.next((m) => ((count += m.t === "presence"), m.t === "games"));
    check(count <= 2, `${count} times in a second`);
    other.close();
  },

  // Whoever makes a new link to a seat puts every other browser out of it; one that asks to keep them doesn't.
  async voided() {
    const server = await start();
    const { one, other, id, tokens } = await two(server);
    const guests = [];
    for (let i = 0; i < 7; i++) {
      const guest = await connect(server, `guest${i}`);
      const sat = await guest.ask({ t: "open", id, token: tokens.seat }, answer);
      check(sat.you?.join() === "sente", show(sat));
      guests.push(guest);
    }
    const late = await connect(server, "late");
    isError(await late.ask({ t: "open", id, token: tokens.seat }, answer), "SEAT_TOO_MANY");
    const lister = await connect(server, "guest0");
    check((await lister.ask({ t: "list" }, "games")).games.length === 1, "a guest lists it");
    await one.ask({ t: "tokens", id, keep: true }, "tokens");
    isError(await one.ask({ t: "tokens", id, keep: 1 }, answer), "FIELD_EXPECTED");
    check((await guests[0].ask({ t: "open", id }, answer)).you.join() === "sente", "kept");
    const fresh = await one.ask({ t: "tokens", id }, "tokens");
    const watches = await game(guests[0], (m) => !m.you.length);
    check(watches.id === id, "who is put out watches");
    check((await lister.next("deleted")).id === id, "and lists it no more");
    check((await lister.ask({ t: "list" }, "games")).games.length === 0, "nor later");
    for (const guest of guests) {
      isError(await guest.ask({ t: "move", id, usi: "7g7f", ply: 0 }, answer), "NOT_YOUR_GAME");
      isError(await guest.ask({ t: "tokens", id }, "error"), "NOT_YOUR_GAME");
      guest.close();
    }
    const sat = await late.ask({ t: "open", id, token: fresh.seat }, answer);
    check(sat.you?.join() === "sente", `there is room again: ${show(sat)}`);
    await play({ one, other, id }, ["7g7f", "3c3d"]);
    await end(server);
    // It holds after a restart too.
    const next = await start([], { db: server.db });
    const back = await connect(next, "guest1");
    check((await back.ask({ t: "open", id }, answer)).you.length === 0, "after a restart");
    check(
      (await (await connect(next, "one")).ask({ t: "open", id }, answer)).you.length === 1,
      "one",
    );
  },

  async lobby() {
    const server = await start(["--limit", "challenges-per-address=3"]);
    const [one, other, watcher] = await Promise.all(
      ["one", "other", "watcher"].map((name) => connect(server, name)),
    );
    check(one.hello.lobby === true, "hello tells");
    watcher.send({ t: "lobby", on: true });
    check((await watcher.next("challenges")).challenges.length === 0, "nothing yet");
    const clock = { kind: "fischer", mainMs: 3 * MINUTE, incMs: 2000 };
    const wish = {
      t: "challenge",
      game: "rutherford",
      settings: { gap: "7" },
      clock,
      side: "gote",
    };
    const { challenge } = await one.ask(wish, "challenged");
    server.at(1000);
    const [listed] = (await watcher.next((m) => m.challenges?.length)).challenges;
    check(
      listed.challenge === challenge && listed.game === "rutherford" && listed.title && !listed.own,
      show(listed),
    );
    check(
      listed.settings.gap === "7" && listed.side === "gote" && listed.name === "one",
      show(listed),
    );
    check(JSON.stringify(listed.clock) === JSON.stringify(clock), show(listed.clock));
    one.send({ t: "lobby", on: true });
    check((await one.next("challenges")).challenges[0].own === true, "one's own");
    isError(await one.ask({ t: "join", challenge }, "error"), "CHALLENGE_OWN");
    isError(await other.ask({ t: "withdraw", challenge }, "error"), "CHALLENGE_GONE");
    isError(await other.ask({ t: "join", challenge: "nix" }, "error"), "CHALLENGE_GONE");
    const stranger = await connect(server);
    for (const t of ["challenge", "pair", "join", "withdraw"]) {
      const refused = await stranger.ask({ t, challenge, game: "shogi" }, "error");
      isError(refused, "HELLO_FIRST");
    }
    other.send({ t: "join", challenge });
    const matched = await other.next("matched");
    check((await one.next("matched")).id === matched.id && matched.challenge === challenge, "both");
    const begun = await other.ask({ t: "open", id: matched.id }, answer);
    check(begun.you.join() === "sente" && begun.two && begun.names.gote === "one", show(begun));
    check(begun.settings.gap === "7" && begun.clock.gote.leftMs === 3 * MINUTE, show(begun));
    check(
      (await one.ask({ t: "open", id: matched.id }, answer)).you.join() === "gote",
      "the other",
    );
    server.at(2000);
    check((await watcher.next("challenges")).challenges.length === 0, "it is gone");
    isError(await watcher.ask({ t: "join", challenge }, "error"), "CHALLENGE_GONE");

    // Withdrawn, ended with the connection, refused, too many.
    const second = await one.ask({ t: "challenge", game: "shogi" }, "challenged");
    one.send({ t: "withdraw", challenge: second.challenge });
    await list(one); // the server has read it
    isError(await other.ask({ t: "join", challenge: second.challenge }, "error"), "CHALLENGE_GONE");
    const third = await one.ask({ t: "challenge", game: "shogi" }, "challenged");
    one.close();
    let gone = { t: "matched" };
    for (let i = 0; i < 100 && gone.key !== "CHALLENGE_GONE"; i++) {
      gone = await watcher.ask({ t: "withdraw", challenge: third.challenge }, "error");
    }
    isError(
      await watcher.ask({ t: "join", challenge: third.challenge }, "error"),
      "CHALLENGE_GONE",
    );
    isError(await other.ask({ t: "challenge", game: "nix" }, "error"), "FIELD_EXPECTED");
    isError(await other.ask({ t: "challenge", variantText: "x" }, "error"), "DEFINITION_AT");
    isError(await other.ask({ t: "challenge" }, "error"), "NO_GAME_NAMED");
    isError(
      await other.ask({ t: "challenge", game: "shogi", side: "both" }, "error"),
      "FIELD_EXPECTED",
    );
    for (let i = 0; i < 3; i++) await other.ask({ t: "challenge", game: "shogi" }, "challenged");
    isError(await other.ask({ t: "challenge", game: "shogi" }, "error"), "CHALLENGES_TOO_MANY");
    await end(server);
    const none = await start(["--no-lobby"]);
    const alone = await connect(none, "one");
    check(alone.hello.lobby === false, "hello tells");
    for (const t of ["lobby", "challenge", "pair", "join", "withdraw"]) {
      const refused = await alone.ask({ t, on: true, challenge, game: "shogi" }, "error");
      isError(refused, "NO_LOBBY");
    }
    await end(none);
  },

  // A handicap is named when a game is begun or wished for; gote begins, and gives it in the next game too.
  async handicaps() {
    const BISHOP = "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    const server = await start();
    const pair = await two(server, { handicap: "bishop" });
    const { one, other, id } = pair;
    const begun = await one.ask({ t: "open", id }, answer);
    check(begun.sfen === BISHOP && begun.moves.length === 0, show(begun));
    isError(await one.ask({ t: "move", id, usi: "7g7f" }, "error"), "NOT_YOUR_SIDE");
    await play({ one: other, other: one, id }, ["3c3d", "7g7f"]);
    const rows = await list(other);
    check(rows.length === 1 && rows[0].sfen === BISHOP && rows[0].turn === "gote", show(rows));
    other.send({ t: "resign", id, side: "gote" });
    check((await game(one, (m) => m.result)).result.winner === "sente", "resigned");
    const record = (await get(server.port, `/api/games/${id}.txt`)).text;
    check(record.includes(`\nhandicap: bishop\nstart: ${BISHOP}\n`), record);
    const kif = (await get(server.port, `/api/games/${id}.txt?format=kif`)).text;
    check(kif.includes("\n手合割：角落ち\n下手：one\n上手：other\n"), kif);
    one.send({ t: "offer", id, kind: "rematch" });
    await game(other, (m) => m.offers.rematch);
    other.send({ t: "accept", id, kind: "rematch" });
    const { rematch } = await game(one, (m) => m.rematch);
    const next = await one.ask({ t: "open", id: rematch }, answer);
    check(next.you.join() === "sente" && next.sfen === BISHOP, show(next));
    check(next.names.sente === "one" && next.names.gote === "other", show(next.names));
    const there = await other.ask({ t: "open", id: rematch }, answer);
    check(there.you.join() === "gote", show(there));
    const device = await connect(server, "device");
    const seat = await device.ask({ t: "open", id: rematch, token: pair.tokens.seat }, answer);
    check(seat.you.join() === "sente", `a seat's token: ${show(seat)}`);

    // In the lobby; by its kanji too.
    const watcher = await connect(server, "watcher");
    watcher.send({ t: "lobby", on: true });
    await watcher.next("challenges");
    server.at(1000);
    const wish = { t: "challenge", game: "shogi", handicap: "角落ち", side: "gote" };
    const { challenge } = await one.ask(wish, "challenged");
    const [listed] = (await watcher.next((m) => m.challenges?.length)).challenges;
    check(listed.sfen === BISHOP && listed.side === "gote", show(listed));
    other.send({ t: "join", challenge });
    const matched = await other.next("matched");
    const joined = await other.ask({ t: "open", id: matched.id }, answer);
    check(joined.sfen === BISHOP && joined.you.join() === "sente", show(joined));
    await one.next("matched");

    // Refused; null and "" are none. Quick pairing knows none.
    for (const t of ["new", "challenge"]) {
      const wrong = async (fields) => one.ask({ t, game: "shogi", ...fields }, "error");
      const unknown = await wrong({ handicap: "pawns" });
      isError(unknown, "HANDICAP_UNKNOWN");
      check(unknown.line === undefined && /called "pawns": expected lance, /.test(unknown.message));
      isError(await wrong({ game: "ito", handicap: "rook" }), "HANDICAP_UNKNOWN_NONE");
      isError(await wrong({ handicap: 1 }), "FIELD_EXPECTED");
    }
    const both = { t: "new", game: "shogi", handicap: "rook", sfen: BISHOP };
    isError(await one.ask(both, "error"), "ONE_START");
    isError(await one.ask({ ...both, sfen: "startpos" }, "error"), "ONE_START");
    for (const handicap of [null, ""]) {
      const plain = await one.ask({ ...both, handicap, sfen: BISHOP }, answer);
      check(plain.sfen === BISHOP, show(plain));
      const even = await one.ask({ ...both, handicap, sfen: null }, answer);
      check(even.sfen.endsWith(" b - 1"), show(even));
    }
    const engine = await one.ask({ ...both, sfen: null, gote: "engine", level: 1 }, answer);
    check(engine.sfen.startsWith("lnsgkgsnl/7b1/"), show(engine));
    const answered = await game(one, (m) => m.id === engine.id && m.moves.length === 1);
    check(answered.sente === "human" && answered.gote === "engine", show(answered));
    const quick = { t: "pair", game: "shogi", handicap: "rook", clock: PLAIN };
    await one.ask(quick, "challenged");
    other.send({ ...quick, handicap: "lance" });
    const found = await other.next("matched");
    const met = await other.ask({ t: "open", id: found.id }, answer);
    check(met.sfen.endsWith(" b - 1"), show(met));
  },

  // Who asks for the same plays each other; who asks for something else waits.
  async pairing() {
    const server = await start();
    const clients = await Promise.all(["a", "b", "c", "d"].map((name) => connect(server, name)));
    const [a, b, c, d] = clients;
    const wish = { t: "pair", game: "shogi", clock: BYOYOMI };
    await a.ask(wish, "challenged");
    await b.ask({ ...wish, clock: PLAIN }, "challenged");
    await c.ask({ ...wish, settings: { strict: "on" } }, "challenged");
    const same = await connect(server, "a");
    await same.ask(wish, "challenged"); // nobody plays himself
    d.send({ ...wish, clock: { ...BYOYOMI, incMs: 5000 }, settings: { strict: "off" } });
    const matched = await d.next((m) => m.t === "matched" || m.t === "challenged");
    check(matched.t === "matched" && (await a.next("matched")).id === matched.id, show(matched));
    const begun = await d.ask({ t: "open", id: matched.id }, answer);
    check(
      begun.two && begun.toss && begun.you.length === 1 && begun.clock.rules.kind === "byoyomi",
      show(begun),
    );
    // They are listed, and can be joined by whoever sees them.
    d.send({ t: "lobby", on: true });
    const { challenges } = await d.next("challenges");
    const waiting = challenges.map(({ name, clock, settings, side }) =>
      [name, clock.kind, settings.strict ?? "off", side].join(" "),
    );
    check(
      waiting.join() === `b ${PLAIN.kind} off ,c byoyomi on ,a byoyomi off `,
      `listed: ${waiting.join()}`,
    );
    d.send({ t: "join", challenge: challenges[0].challenge });
    check((await d.next("matched")).id === (await b.next("matched")).id, "joined");
    // Who asks for the same as a challenge, whose sides are tossed, plays that; not one that names a side or a handicap.
    for (const other of [{ side: "sente" }, { handicap: "rook" }, {}]) {
      await b.ask({ ...wish, t: "challenge", clock: PLAIN, ...other }, "challenged");
    }
    d.send({ ...wish, clock: PLAIN });
    const met = await d.next((m) => m.t === "matched" || m.t === "challenged");
    check(met.t === "matched" && (await b.next("matched")).id === met.id, show(met));
    d.send({ t: "open", id: met.id });
    const played = await game(d, (m) => m.id === met.id);
    check(played.toss && played.sfen.endsWith(" b - 1"), show(played));
    d.send({ ...wish, clock: PLAIN });
    const left = await d.next((m) => m.t === "matched" || m.t === "challenged");
    check(left.t === "challenged", "what names a side or a handicap isn't met");
  },

  async keep() {
    const server = await start(["--keep", "30"]);
    const pair = await two(server);
    await play(pair, ["7g7f"]);
    const one = await connect(server, "one");
    const inUse = []; // more than the server reads at once, and all of them older
    for (let i = 0; i < 65; i++) {
      inUse.push(await connect(server, `user${i}`));
      await game((inUse[i].send({ t: "new", game: "ito" }), inUse[i]));
    }
    server.at(1000);
    const { id } = await game((one.send({ t: "new", game: "shogi" }), one));
    await one.ask({ t: "move", id, usi: "7g7f" }, "game");
    for (const client of [pair.one, pair.other, one]) client.close();
    server.at(20 * DAY);
    const other = await connect(server, "other");
    other.send({ t: "open", id: pair.id });
    await game(other);
    await other.ask({ t: "move", id: pair.id, usi: "3c3d" }, "game");
    other.close();
    server.at(31 * DAY);
    const looker = await connect(server, "one");
    let rows = [];
    for (let i = 0; i < 500; i++) {
      server.at(31 * DAY + i * 100);
      rows = (await list(looker)).map((row) => row.id);
      if (!rows.includes(id)) break;
      await new Promise((done) => setTimeout(done, 10));
    }
    check(rows.join() === pair.id, `left: ${rows}`);
  },

  // Games in which somebody is waited for in vain: nobody has joined for an hour where the clock is live, for seven days where it counts days or
  // there is none; nobody has moved for a day where both seats are taken. What somebody has open stays.
  async waited() {
    const server = await start();
    const HOUR = 60 * MINUTE;
    const begin = async (name, fields, open = false) => {
      const client = await connect(server, name);
      const { id } = await game((client.send({ t: "new", game: "shogi", ...fields }), client));
      if (!open) client.close();
      return { id, client };
    };
    const joined = await two(server, { clock: PLAIN });
    const moved = await two(server, { clock: PLAIN });
    await play(moved, ["7g7f", "3c3d"]);
    moved.one.send({ t: "resign", id: moved.id, side: "sente" });
    await game(moved.one, (m) => m.result);
    for (const { one, other } of [joined, moved]) for (const each of [one, other]) each.close();
    const played = await begin("p", {}, true);
    await played.client.ask({ t: "move", id: played.id, usi: "7g7f" }, "game");
    played.client.close();
    const games = {
      live: (await begin("a", { gote: "open", clock: PLAIN })).id,
      kept: (await begin("b", { gote: "open", clock: PLAIN }, true)).id,
      days: (await begin("c", { gote: "open", clock: { kind: "days", days: 3 } })).id,
      none: (await begin("d", { gote: "open" })).id,
      alone: (await begin("e", { gote: "engine" })).id,
      joined: joined.id,
      over: moved.id,
      played: played.id,
    };
    const left = () => {
      const rows = execFileSync("python3", [
        "-c",
        "import sqlite3, sys; print(' '.join(r[0] for r in sqlite3.connect(sys.argv[1]).execute('SELECT id FROM games')))",
        server.db,
      ]);
      const ids = rows.toString().trim().split(" ");
      return Object.keys(games)
        .filter((name) => ids.includes(games[name]))
        .join(" ");
    };
    for (const [ms, names] of [
      [HOUR - 1, "live kept days none alone joined over played"],
      [HOUR + 10 * MINUTE, "kept days none alone joined over played"],
      [DAY - 1, "kept days none alone joined over played"],
      [DAY + 10 * MINUTE, "kept days none over played"],
      [7 * DAY - 1, "kept days none over played"],
      [7 * DAY + 10 * MINUTE, "kept over played"],
    ]) {
      server.at(ms);
      let found = "";
      for (let i = 0; i < 100 && (found = left()) !== names; i++) {
        await new Promise((done) => setTimeout(done, 20));
      }
      check(found === names, `${ms / HOUR} hours: ${found}, expected ${names}`);
    }
  },

  // Messages of every kind with some bytes changed: the server goes on, and the game that it kept is sane.
  async mutations() {
    const limits = ["", "-per-address"].flatMap((of) => [
      "--limit",
      `messages-per-second${of}=1000000`,
    ]);
    const server = await start(["--chat", ...limits]);
    const { one, other, id, tokens } = await two(server, { clock: BYOYOMI });
    const { challenge } = await other.ask({ t: "challenge", game: "shogi" }, "challenged");
    const clock = { kind: "fischer", mainMs: 1000, incMs: 2000 };
    const seeds = [
      { t: "hello", browser: token("one"), name: "one" },
      { t: "new", game: "rutherford", gote: "open", toss: true, clock },
      { t: "new", game: "rutherford", gote: "engine", level: 1, movetimeMs: 50 },
      { t: "open", id, token: tokens.seat },
      { t: "tokens", id },
      { t: "move", id, usi: "7g7f", ply: 0 },
      ...["draw", "undo", "rematch"].flatMap((kind) =>
        ["offer", "accept", "decline"].map((t) => ({ t, id, kind })),
      ),
      { t: "claim", id },
      { t: "chat", id, text: "hello" },
      { t: "now", id },
      { t: "list" },
      { t: "lobby", on: true },
      { t: "challenge", game: "rutherford", clock, side: "gote" },
      { t: "pair", game: "rutherford", clock },
      { t: "join", challenge },
      { t: "withdraw", challenge },
    ].map((message) => JSON.stringify(message));
    let state = 20261122;
    const random = (n) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * n);
    };
    for (let i = 0; i < 40 * seeds.length; i++) {
      let text = seeds[i % seeds.length];
      for (let edits = random(4); edits--; ) {
        const at = random(text.length + 1);
        text = text.slice(0, at) + '{}[]",:-.019aé\n'[random(16)] + text.slice(at + random(3));
      }
      (i % 3 ? one : other).send(text);
      if (i % 100 === 0) server.at(i);
    }
    const last = await connect(server, "watcher");
    const answers = await Promise.all(
      [one, other].map((client) =>
        client.ask({ t: "the end" }, (m) => /the end/.test(m.message), 60_000),
      ),
    );
    check(answers.length === 2, "both are answered");
    const left = await last.ask({ t: "open", id }, answer);
    check(left.t === "game" && left.two && left.clock.sente.leftMs <= 10_000, show(left));
  },

  // A feed at a secret address says whose turn it is; its secret is not the browser's, and plays nothing.
  async feed() {
    const server = await start();
    const TITLE = 'Small <&"> game';
    const variantText = `name=small\ntitle=${TITLE}\nfiles=3\nranks=5\nroyal=K\nrook:R:R:R:a1\nking:K:K:K:c1\n`;
    const secret = "feed-of-one".padEnd(22, "x");
    const path_ = `/api/feed/${secret}.xml`;
    const read = async () => feedOf(await get(server.port, path_));
    const stranger = await connect(server);
    isError(await stranger.ask({ t: "feed", token: secret }, "error"), "HELLO_FIRST");
    const { one, other, id } = await two(server, { game: undefined, variantText });
    isError(await one.ask({ t: "feed", token: "short" }, "error"), "FIELD_NO_TOKEN");
    isError(await one.ask({ t: "feed" }, "error"), "FIELD_EXPECTED");
    check((await get(server.port, path_)).status === 404, "nobody has this feed yet");
    check((await one.ask({ t: "feed", token: secret }, "feed")).path === path_, "the path");
    for (const wrong of [`${secret}y`, secret.slice(0, -1), token("one"), "", "a/b"]) {
      const found = await get(server.port, `/api/feed/${wrong}.xml`);
      check(found.status === 404 && !found.text.includes(id), `${wrong}: ${found.status}`);
    }

    const first = await read();
    check(first.titles.join() === `${TITLE} against other: your turn, move 1`, show(first));
    const home = `http://localhost:${server.port}`;
    check(first.links.join() === `${home}/#/g/${id}`, show(first.links));
    check(
      show(first.about) ===
        show([
          ["self", home + path_],
          [null, `${home}/`],
        ]),
      `the feed's own address and its server's: ${show(first.about)}`,
    );
    server.at(60_000);
    await play({ one, other, id }, ["3e3d"]);
    const waiting = await read();
    check(waiting.titles.length === 0, show(waiting));
    await play({ one, other, id }, ["1a1b"], 1);
    const second = await read();
    check(second.titles.join() === `${TITLE} against other: your turn, move 3`, show(second));
    check(second.ids.join() !== first.ids.join(), "each turn is an entry of its own");
    check(second.updated === "2027-01-15T08:01:00Z", second.updated);
    await one.ask({ t: "resign", id, side: "sente" }, "game");
    const over = await read();
    check(over.titles.join() === `${TITLE} against other: gote wins (resignation)`, show(over));
    check((await get(server.port, path_, { method: "POST" })).status === 405, "only read");

    // An offer of another game is an entry beside; one's own is none.
    await one.ask({ t: "offer", id, kind: "rematch" }, "game");
    check((await read()).titles.length === 1, "one's own offer");
    await one.ask({ t: "decline", id, kind: "rematch" }, "game");
    await other.ask({ t: "offer", id, kind: "rematch" }, "game");
    const offered = await read();
    const offer = `${TITLE} against other: another game is offered`;
    check(offered.titles.join("|") === `${over.titles[0]}|${offer}`, show(offered));
    check(offered.ids[0] === over.ids[0] && offered.ids[1] !== over.ids[0], show(offered.ids));

    // Whoever reads Japanese gets another path, and reads it there; the one of before still speaks English.
    one.send({ t: "hello", browser: token("one"), name: "one", language: "ja" });
    const other_ = (await one.ask({ t: "feed", token: secret }, "feed")).path;
    check(other_ === `/api/feed/${secret}.ja.xml`, other_);
    const japanese = feedOf(await get(server.port, other_));
    const lines = ["投了により後手の勝ち", "再戦の申し込みがあります"];
    check(
      japanese.titles.every((title, i) => title.includes(TITLE) && title.endsWith(lines[i])) &&
        japanese.titles.length === 2,
      show(japanese),
    );
    check((await read()).titles.join() === offered.titles.join(), "in English as before");
    for (const wrong of [
      `${secret}.ja`,
      `${secret}.xx.xml`,
      `.ja.xml`,
      `${secret.slice(1)}.ja.xml`,
    ]) {
      check((await get(server.port, `/api/feed/${wrong}`)).status === 404, wrong);
    }

    // It is nobody's turn while a seat is free, whichever seat that is.
    const before = (await read()).titles.length;
    for (const free of ["sente", "gote"]) {
      const handicap = free === "sente" ? { handicap: "bishop" } : {}; // gote begins, and sits there
      one.send({ t: "new", game: "shogi", [free]: "open", ...handicap });
      await game(one, (m) => m.open === free);
    }
    check((await read()).titles.length === before, `free seats: ${show((await read()).titles)}`);

    // A game that nobody has won.
    const drawn = await two(server);
    await play(drawn, ["7g7f", "3c3d"]);
    await drawn.one.ask({ t: "offer", id: drawn.id, kind: "draw" }, "game");
    await drawn.other.ask(
      { t: "accept", id: drawn.id, kind: "draw" },
      (m) => m.t === "game" && m.result,
    );
    const draw = "Shogi against other: a draw (draw agreed)";
    check((await read()).titles.includes(draw), show((await read()).titles));

    // Who knows another's address can't make it his own.
    isError(await other.ask({ t: "feed", token: secret }, (m) => m.t !== "game"), "FEED_TAKEN");
    check((await read()).titles.includes(draw), "the feed is whose it was");
    check((await get(server.port, "/healthz")).status === 200, "that is no failure of the store");

    // Another token in its place; the store has no token.
    const next = "another-feed-of-one-xxx";
    await one.ask({ t: "feed", token: next }, "feed");
    check((await get(server.port, path_)).status === 404, "the address of before is void");
    const longest = (await one.ask({ t: "feed", token: "x".repeat(86) }, "feed")).path;
    check((await get(server.port, longest)).status === 200, "the longest token");
    await end(server);
    const kept = fs.readFileSync(server.db).toString("latin1");
    check(!kept.includes(next) && !kept.includes(secret), "no token is kept");
  },

  // Games that a server of schema 1 kept are nobody's: who has the link plays them, on this machine they are listed.
  async before() {
    const server = await start();
    const stranger = await connect(server);
    stranger.send({ t: "new", game: "shogi" });
    const { id } = await game(stranger);
    const one = await connect(server, "one");
    const shown = await one.ask({ t: "open", id }, answer);
    check(shown.you.length === 2 && !shown.two, show(shown));
    const moved = await one.ask({ t: "move", id, usi: "7g7f" }, answer);
    check(moved.moves?.length === 1, show(moved));
    check(
      (await list(one)).some((row) => row.id === id && row.you.length === 2),
      "listed",
    );
    check((await one.ask({ t: "delete", id }, "deleted")).id === id, "deleted");
  },
};

// Another program that holds the file's lock until it is killed.
async function locked(db) {
  const script =
    "import sqlite3, sys, time; c = sqlite3.connect(sys.argv[1], isolation_level=None); c.execute('BEGIN IMMEDIATE'); print('held', flush=True); time.sleep(60)";
  const child = spawn("python3", ["-c", script, db]);
  await new Promise((done) => child.stdout.once("data", done));
  return child;
}

// The server has read what was sent to it before.
async function settled(server) {
  const client = await connect(server);
  await client.ask({ t: "nix" }, "error");
  client.close();
}

async function offerUntilRefused({ one, id }) {
  for (let offers = 0; ; offers++) {
    const gone = await one.ask({ t: "decline", id, kind: "draw" }, answer);
    if (gone.t === "error") return { offers, refused: gone };
    const refused = await one.ask({ t: "offer", id, kind: "draw" }, answer);
    if (refused.t === "error") return { offers, refused };
  }
}

async function list(client) {
  const answers = await client.ask({ t: "list" }, (m) => m.t === "games" || m.t === "error");
  return answers.games ?? [];
}

// What only two people hear, which server.mjs leaves out.
function checkHeardKinds() {
  for (const kind of "presence tokens chat changed challenged challenges matched feed".split(" ")) {
    check(Client.kinds.has(kind), `no server said ${kind}`);
  }
}

await runTests(tests, { folder, only, ends: true, last: only ? undefined : checkHeardKinds });
