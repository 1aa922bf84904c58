// load - moves a second, and how long a move takes to the other client, with many clients on this machine. node bench/load.mjs HENKA [--clients N] [--seconds S] [--rate R] [--idle N]
// node bench/load.mjs HENKA --games N [--seconds S] [--rate R] [--idle N]
//
// Clients come in pairs with a game each: whoever is to move moves, the other waits for the move. --rate R: each game makes R moves a second, else as fast as it can.
// --games N: instead, N games of two players who hold their seats, each with a clock and a watcher beside, R moves a second a game (1 where nothing is said). Each move is
// expected by all three, once and in order: what is missing or too much is counted.
// --idle N: so many connections beside that do nothing. Prints one line: moves a second, median and 99th percentile from the move sent to the other
// client's message in milliseconds, the machine's load, the server's processor time, its memory, the longest that its loop was away, and the time that this machine's disk takes for one synchronous write.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Client, get, startServer } from "../tests/server/wire.mjs";

const [henka, ...rest] = process.argv.slice(2);
const option = (name, standard) => {
  const at = rest.indexOf(`--${name}`);
  return at < 0 ? standard : Number(rest[at + 1]);
};
const clients = option("clients", 16);
const seconds = option("seconds", 10);
const games = option("games", 0);
const rate = option("rate", games ? 1 : 0);
const idle = option("idle", 0);
const folder = fs.mkdtempSync(
  path.join(process.env.HENKA_LOAD_FOLDER ?? os.tmpdir(), "henka-load-"),
);
// Kings and rooks walk to and fro: no game ends, the list of moves stays short.
const CYCLE = ["2h3h", "8b7b", "3h2h", "7b8b"];

// The older servers know no limits: they are started without.
const lifted = [
  "connections=40000",
  "connections-per-address=40000",
  "messages-per-second=1000000",
  "messages-per-second-per-address=10000000",
  "games-per-hour-per-address=10000000",
].flatMap((limit) => ["--limit", limit]);
const db = path.join(folder, "load.db");
let server = await startServer(henka, ["--db", db, ...lifted]);
if (!server.port) server = await startServer(henka, ["--db", db]);
if (!server.port) throw new Error(server.errors);

function fsyncMs() {
  const file = fs.openSync(path.join(folder, "sync"), "w");
  const times = [];
  for (let i = 0; i < 100; i++) {
    const started = performance.now();
    fs.writeSync(file, "x".repeat(4096));
    fs.fdatasyncSync(file);
    times.push(performance.now() - started);
  }
  fs.closeSync(file);
  return times.sort((a, b) => a - b)[50];
}

const connect = async () => {
  for (;;) {
    const client = await Client.connect(server.port).catch(() => null);
    if (client) return (await client.next("hello", 60000), client);
  }
};

const latencies = [];
let moves = 0;
let running = true;

// Two clients play one game until time is up.
class Pair {
  async begin() {
    this.players = [await connect(), await connect()];
    await this.renew();
  }

  async renew() {
    const [one, two] = this.players;
    if (this.id) one.send({ t: "delete", id: this.id });
    const game = await one.ask(
      { t: "new", game: "shogi" },
      (m) => m.t === "game" && !m.moves.length,
      120000,
    );
    this.id = game.id;
    await two.ask({ t: "open", id: this.id }, (m) => m.t === "game" && m.id === this.id, 120000);
  }

  async move(ply) {
    const [mover, other] = ply % 2 ? [this.players[1], this.players[0]] : this.players;
    const fits = (m) => m.t === "game" && m.id === this.id && m.moves.length === ply + 1;
    mover.messages = [];
    other.messages = [];
    const started = performance.now();
    mover.send({ t: "move", id: this.id, usi: CYCLE[ply % 4], ply });
    await other.next(fits, 120000);
    if (running) {
      latencies.push(performance.now() - started);
      moves++;
    }
    await mover.next(fits, 120000);
  }

  // Shogi ends a game by the fourth repetition: so every 12 moves it is begun anew, by taking back.
  async play() {
    let ply = 0;
    let due = performance.now() + (rate ? (Math.random() * 1000) / rate : 0);
    while (running) {
      if (rate) {
        await new Promise((done) => setTimeout(done, Math.max(0, due - performance.now())));
        due += 1000 / rate;
      }
      if (ply === 12) {
        await this.renew();
        ply = 0;
      }
      await this.move(ply++);
    }
  }
}

// Two kings walk around in rings of 18 and 16 squares: the position comes back for the fourth time after 864 moves.
const START = "1k7/9/9/9/9/9/9/9/K8 b - 1";
const FILES = "123456789";
const ring = (files, far, near) => [
  ...[...files].reverse().map((file) => file + far),
  ...[...files].map((file) => file + near),
];
const RINGS = [ring(FILES, "i", "h"), ring(FILES.slice(0, 8), "a", "b")];
function ringMove(ply) {
  const squares = RINGS[ply % 2];
  const at = (ply >> 1) % squares.length;
  return squares[at] + squares[(at + 1) % squares.length];
}

const watched = []; // milliseconds from a move sent to the watcher's message
let expected = 0; // messages that are due
let wrong = 0; // that came twice, or not in order
let arrived = 0;

// Two players with seats and a watcher; nobody waits for an answer before he moves, but for the move before.
class Table {
  async begin() {
    const number = Table.count++;
    this.clients = [await connect(), await connect(), await connect()];
    const [sente, gote, watcher] = this.clients;
    const token = (side) => `${number}${side}`.padStart(32, "x");
    for (const [i, client] of [sente, gote].entries()) {
      client.send({ t: "hello", browser: token("ab"[i]), name: "" });
    }
    sente.send({
      t: "new",
      game: "shogi",
      sfen: START,
      gote: "open",
      clock: { kind: "fischer", mainMs: 3600000, incMs: 5000 },
    });
    const { id, invitation } = await sente.next("tokens", 120000);
    this.id = id;
    await gote.ask(
      { t: "open", id, token: invitation },
      (m) => m.t === "game" && m.you.includes("gote"),
      120000,
    );
    await watcher.ask({ t: "open", id }, "game", 120000);
    await sente.next((m) => m.t === "game" && !m.open, 120000);
    this.seen = [0, 0, 0];
    for (const [i, client] of this.clients.entries()) {
      client.messages = { push: (message) => this.receive(i, message) };
    }
  }

  receive(who, message) {
    if (message.t === "error") throw new Error(JSON.stringify(message));
    if (message.t !== "game" || message.moves.length < 1) return;
    const ply = message.moves.length;
    arrived++;
    if (ply !== ++this.seen[who]) wrong++;
    const took = performance.now() - this.sent;
    if (who === 2) watched.push(took);
    else if (who === ply % 2) {
      latencies.push(took);
      moves++;
    }
    if (this.seen.every((count) => count >= ply)) this.all?.();
  }

  async play() {
    let due = performance.now() + (Math.random() * 1000) / rate;
    for (let ply = 0; running; ply++) {
      await new Promise((done) => setTimeout(done, Math.max(0, due - performance.now())));
      due += 1000 / rate;
      const whole = new Promise((done, broken) => {
        this.all = done;
        setTimeout(
          () => broken(new Error(`a message of move ${ply + 1} is missing`)),
          60000,
        ).unref();
      });
      expected += 3;
      this.sent = performance.now();
      this.clients[ply % 2].send({ t: "move", id: this.id, usi: ringMove(ply), ply });
      await whole;
    }
  }
}
Table.count = 0;

const pairs = games
  ? Array.from({ length: games }, () => new Table())
  : Array.from({ length: Math.max(1, clients >> 1) }, () => new Pair());
for (let at = 0; at < pairs.length; at += 50) {
  await Promise.all(pairs.slice(at, at + 50).map((pair) => pair.begin()));
}
const status = () => fs.readFileSync(`/proc/${server.child.pid}/status`, "utf8");
const rss = () => Number(/VmRSS:\s+(\d+)/.exec(status())[1]);
const cpu = () =>
  fs
    .readFileSync(`/proc/${server.child.pid}/stat`, "utf8")
    .split(" ")
    .slice(13, 15)
    .reduce((sum, ticks) => sum + Number(ticks) / 100, 0);
const before = rss();
const idlers = [];
for (let at = 0; at < idle; at += 100) {
  const more = await Promise.all(Array.from({ length: Math.min(100, idle - at) }, connect));
  idlers.push(...more);
}
const each = idle ? ((rss() - before) / idle).toFixed(1) : 0;
const used = cpu();
const started = performance.now();
const playing = Promise.allSettled(pairs.map((pair) => pair.play()));
await new Promise((done) => setTimeout(done, seconds * 1000));
running = false;
const took = (performance.now() - started) / 1000;
const load = (cpu() - used) / took;
const outcome = await playing;
const lost = outcome.filter((each) => each.status === "rejected");
latencies.sort((a, b) => a - b);
// Servers before this figure was kept don't have it.
const away = /^henka_loop_away_longest_seconds (.*)$/m.exec(
  (await get(server.port, "/metrics")).text,
)?.[1];
watched.sort((a, b) => a - b);
const busy = /^henka_loop_busy_longest_seconds (.*)$/m.exec(
  (await get(server.port, "/metrics")).text,
)?.[1];
const at = (share, of = latencies) => (of[Math.floor(of.length * share)] ?? NaN).toFixed(1);
console.log(
  `${games ? `${games} games with a watcher each` : `${clients} clients`}${idle ? `, ${idle} idle` : ""}${rate ? `, ${rate} a second a game` : ""}: ${(moves / took).toFixed(0)} moves/s, median ${at(0.5)} ms, 99 % ${at(0.99)} ms, slowest ${at(0.99999)} ms; ` +
    (games
      ? `to the watcher ${at(0.5, watched)} and ${at(0.99, watched)} ms; ${expected - arrived} of ${expected} messages lost, ${wrong} out of order; `
      : "") +
    `load ${os.loadavg()[0].toFixed(1)}; ` +
    `server ${(100 * load).toFixed(0)} % of a core, ${(rss() / 1024).toFixed(0)} MB${idle ? `, ${each} KB an idle client` : ""}${away ? `, its loop away for ${(1000 * away).toFixed(1)} ms at the longest${busy ? `, ${(1000 * busy).toFixed(1)} ms of it its own work` : ""}` : ""}; disk ${fsyncMs().toFixed(2)} ms; ${lost.length} games broke off ${lost[0]?.reason ?? ""}`,
);
server.child.kill();
await server.exit;
fs.rmSync(folder, { recursive: true });
process.exit(lost.length || expected !== arrived || wrong ? 1 : 0);
