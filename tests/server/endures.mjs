// endures - what a server outlives: a full disk, damaged database files, ends in mid-thought, a clock that jumps. node endures.mjs HENKA [FULL] [TEST] [COUNT] [SEED]
//
// FULL is the library of full.c; "" leaves that test out. COUNT is how often each test repeats itself: the standard takes seconds, 150 some minutes.
// No test waits for time: the server's clock is a file that the test moves (HENKA_CLOCK, src/games/watch.h).
import crypto from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import {
  answer,
  check,
  connect,
  get,
  randomOf,
  runTests,
  show,
  startFresh,
  startServer,
} from "./wire.mjs";

const [, , binary, full = "", only, count, seed = "1"] = process.argv;
const henka = path.resolve(binary);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "henka-endures-"));
const MOVES = ["2h3h", "8b7b", "3h2h", "7b8b"];
const PLENTY = 2n ** 60n;
const DAY = 86_400_000;
const random = randomOf(seed);

// Eight bytes that another program reads: a clock, or what is left of a disk.
function number(name, first) {
  const at = path.join(folder, name);
  const file = fs.openSync(at, "w+");
  const set = (value) => fs.writeSync(file, new BigInt64Array([BigInt(value)]), 0, 8, 0);
  set(first);
  return { path: at, set, close: () => fs.closeSync(file) };
}

const start = (db, env = {}) => startServer(henka, ["--db", db], env);
const started = (db, env) => startFresh({ henka }, [], { db, env });

async function end(server, what) {
  const code = await server.stop();
  check(code === 0, `${what}: the end: ${code} ${server.errors}`);
}

const hashOf = (file) => crypto.createHash("sha256").update(fs.readFileSync(file)).digest("hex");

// Plays to and fro, eight moves and all taken back: asks for the next change and compares what comes of it. True: it was acknowledged.
async function move(client, game) {
  const ply = game.known.length;
  if (ply % 8 === 0) game.forth = ply === 0;
  const wanted = game.forth ? [...game.known, MOVES[ply % 4]] : game.known.slice(0, -1);
  const message = game.forth ? { t: "move", usi: MOVES[ply % 4], ply } : { t: "undo" };
  const said = await client.ask({ ...message, id: game.id }, answer, 60000);
  if (said.t === "game") {
    check(said.moves.join() === wanted.join(), `asked for ${wanted}: ${show(said)}`);
    game.known = said.moves;
  } else {
    check(said.key === "STORE_CANNOT_KEEP", `a refusal with its reason: ${show(said)}`);
    check(said.line === undefined && said.column === undefined, `no place: ${show(said)}`);
    check(!said.message.includes(folder), `where the games are is nobody's: ${said.message}`);
  }
  return said.t === "game";
}

async function shown(client, game, what) {
  const said = await client.ask({ t: "open", id: game.id }, answer, 60000);
  check(said.moves?.join() === game.known.join(), `${what}: ${game.known} was kept, ${show(said)}`);
}

const tests = {
  // Each round the disk gets full after some bytes more, and later has room again; every other round the server is killed in between.
  async full() {
    if (!full) return;
    const db = path.join(folder, "full.db");
    const room = number("full.left", PLENTY);
    const env = { LD_PRELOAD: path.resolve(full), HENKA_FULL: room.path };
    let server = await started(db, env);
    const clients = [];
    const games = [];
    for (let i = 0; i < 3; i++) {
      clients.push(await connect(server));
      const { id } = await clients[i].ask({ t: "new", game: "shogi" }, "game");
      games.push({ id, known: [] });
    }
    let refusals = 0;
    const rounds = Number(count ?? 4);
    for (let round = 0; round < rounds; round++) {
      room.set(random(60000));
      // Until each of them has been refused.
      await Promise.all(
        clients.map(async (client, i) => {
          let moves = 0;
          while (moves < 2000 && (await move(client, games[i]))) moves++;
          check(moves < 2000, `${moves} moves, and the disk isn't full`);
          refusals++;
          await shown(client, games[i], "after a refusal");
        }),
      );
      const lost = await clients[0].ask({ t: "new", game: "shogi" }, answer);
      check(lost.key === "STORE_CANNOT_KEEP", `a new game: ${show(lost)}`);
      const health = await get(server.port, "/healthz");
      check(health.status === 503, `health on a full disk: ${health.status} ${health.text}`);
      if (round % 2) {
        server.child.kill(random(2) ? "SIGKILL" : "SIGTERM");
        const code = await server.exit;
        check(code === "SIGKILL" || code === 0, `the end on a full disk: ${code} ${server.errors}`);
        const tried = await start(db, env);
        check(tried.port || /full|cannot/.test(tried.errors), `the start: ${tried.errors}`);
        if (tried.port) await end(tried, "a server on a full disk");
        room.set(PLENTY);
        server = await started(db, env);
        for (let i = 0; i < clients.length; i++) clients[i] = await connect(server);
      }
      room.set(PLENTY);
      for (let i = 0; i < clients.length; i++) {
        await shown(clients[i], games[i], "when there is room again");
        check(await move(clients[i], games[i]), "a move when there is room again");
      }
      const well = await get(server.port, "/healthz");
      check(well.status === 200, `health when there is room again: ${well.status} ${well.text}`);
    }
    await end(server, "full");
    check(refusals >= 3 * rounds, `${refusals} refusals`);
    console.log(`  full: ${refusals} refusals in ${rounds} rounds`);
    room.close();
  },

  // Files that are damaged: either they are refused with a reason and left as they are, or the server runs, and what can't be read says so.
  async damaged() {
    const whole = path.join(folder, "whole.db");
    const made = await started(whole);
    const client = await connect(made);
    const ids = [];
    for (const name of ["shogi", "ito", "suzumu", "rutherford", "shinogi", "okisaki"]) {
      for (let i = 0; i < 4; i++) {
        ids.push((await client.ask({ t: "new", game: name }, "game")).id);
      }
    }
    client.close();
    await end(made, "the server that wrote it");
    const bytes = fs.readFileSync(whole);
    let refused = 0;
    const rounds = Number(count ?? 8);
    for (let round = 0; round < rounds; round++) {
      const db = path.join(folder, `damaged${round}.db`);
      const copy = Buffer.from(bytes);
      const kind = round % 4;
      let left = copy;
      if (kind === 0) left = copy.subarray(0, 1 + random(copy.length - 1));
      // In the head, in the pages of the schema, anywhere.
      const within = kind === 1 ? 100 : kind === 2 ? 3 * 4096 : copy.length;
      for (let i = 0; kind && i < 1 + random(kind === 3 ? 2000 : 12); i++) {
        copy[random(within)] = random(256);
      }
      fs.writeFileSync(db, left);
      const before = hashOf(db);
      const server = await start(db);
      const what = `round ${round}, kind ${kind}`;
      if (!server.port) {
        refused++;
        const code = await server.exit;
        check(code === 1, `${what}: ends by ${code} ${server.errors}`);
        const reason = new RegExp(`^henka serve: .*damaged${round}\\.db.{10}`);
        check(reason.test(server.errors), `${what}: ${server.errors}`);
        check(!/not an error/.test(server.errors), `${what}: ${server.errors}`);
        check(hashOf(db) === before, `${what}: the file was changed`);
      } else {
        const looker = await connect(server);
        for (const id of ids) {
          const said = await looker.ask({ t: "open", id }, answer);
          check(said.t === "game" || said.message.length > 10, `${what}: ${show(said)}`);
        }
        const list = await looker.ask({ t: "list" }, (m) => m.t === "games" || m.t === "error");
        check(list.games || list.message.length > 10, `${what}: ${show(list)}`);
        for (const message of [
          { t: "new", game: "shogi" },
          { t: "move", id: ids[0], usi: "7g7f" },
          { t: "delete", id: ids[1] },
        ]) {
          const said = await looker.ask(message, (m) => answer(m) || m.t === "deleted");
          check(said.t !== "error" || said.message.length > 10, `${what}: ${show(said)}`);
        }
        looker.close();
        await end(server, what);
      }
      for (const tail of ["", "-wal", "-shm"]) fs.rmSync(db + tail, { force: true });
    }
    check(refused > 0, `none of ${rounds} files is refused`);
    console.log(`  damaged: ${refused} of ${rounds} files were refused at the start`);
  },

  // SIGTERM while the engine thinks: a clean end, the clients are told to come again, every acknowledged move is there, and the engine goes on.
  async ends() {
    const db = path.join(folder, "ends.db");
    const engine = { gote: "engine", level: 0, movetimeMs: 600_000 };
    let game;
    const rounds = Number(count ?? 2);
    for (let round = 0; round <= rounds; round++) {
      const server = await started(db);
      const client = await connect(server);
      if (!game) {
        const { id } = await client.ask({ t: "new", game: "shogi", ...engine }, "game");
        game = { id, known: [] };
      }
      let found = await client.ask({ t: "open", id: game.id }, "game");
      const known = found.moves.slice(0, game.known.length).join();
      check(known === game.known.join(), `end ${round}: ${game.known}, ${show(found)}`);
      check(
        found.moves.length <= game.known.length + 1,
        `end ${round}: ${game.known}, ${show(found)}`,
      );
      if (found.moves.length % 2) {
        check(found.thinking, `end ${round}: the engine goes on: ${show(found)}`);
        client.send({ t: "now", id: game.id });
        found = await client.next((m) => m.t === "game" && !(m.moves.length % 2), 60000);
      }
      game.known = found.moves;
      if (round < rounds) {
        // Any move of the rook's or the king's that it finds legal.
        for (const usi of [
          "2h3h",
          "3h2h",
          "5i5h",
          "5h5i",
          "5i4h",
          "4h5i",
          "9g9f",
          "9f9e",
          "1g1f",
        ]) {
          const said = await client.ask({ t: "move", id: game.id, usi }, answer);
          if (said.t === "error") continue;
          game.known = said.moves;
          break;
        }
        // Half the time it ends when the engine has begun, or has answered a check already.
        const answers = (m) => m.t === "game" && m.moves.length > game.known.length;
        const begun = (m) => m.t === "thinking" || answers(m);
        if (random(2) && game.known.length % 2) await client.next(begun, 60000);
      }
      const gone = client.gone(60000);
      await end(server, `end ${round}`);
      check(
        (await gone) && client.closeCode === 1012,
        `end ${round}: closed by ${client.closeCode}`,
      );
      if (found.result || game.known.length % 2 === 0) game = undefined; // it is over, or none of the moves fits
    }
  },

  // The machine's clock jumps by days, forward and back: moves are made and kept, nobody has more time than there is, and only a flag ends a game.
  async jumps() {
    const db = path.join(folder, "jumps.db");
    const machine = number("jumps.clock", 1_800_000_000_000);
    let now = 1_800_000_000_000;
    const jump = (ms) => machine.set((now += ms));
    let server = await started(db, { HENKA_CLOCK: machine.path });
    let client = await connect(server);
    const rules = [
      { kind: "none" },
      { kind: "days", days: 60 },
      { kind: "plain", mainMs: 5 * 60000 },
      { kind: "fischer", mainMs: 60000, incMs: 5000 },
      { kind: "byoyomi", mainMs: 60000, byoyomiMs: 30000, periods: 3 },
    ];
    const begun = new Set();
    const begin = async (clock) => {
      const fresh = (m) => m.t === "game" && !begun.has(m.id);
      const { id } = await client.ask({ t: "new", game: "shogi", clock }, fresh);
      begun.add(id);
      return { id, known: [], clock };
    };
    const games = [];
    for (const each of rules) games.push(await begin(each));
    let flags = 0;
    let moved = 0;
    const rounds = Number(count ?? 17);
    for (let round = 0; round < rounds; round++) {
      const far = random(3) === 0 ? 20 * DAY : 20000;
      jump((random(2) ? 1 : -1) * random(far));
      for (const [i, game] of games.entries()) {
        const ply = game.known.length;
        const said = await client.ask(
          { t: "move", id: game.id, usi: MOVES[ply % 4], ply },
          (m) =>
            answer(m) && m.id === game.id && (m.t === "error" || m.result || m.moves.length > ply),
        );
        const what = `jump ${round}, ${game.clock.kind}: ${show(said)}`;
        const over = said.result ?? (said.key === "GAME_OVER" ? { reason: "time" } : null);
        if (over) {
          const repeats = over.reason === "repetition" && said.moves.length === 12;
          check(repeats || (over.reason === "time" && i > 1), what);
          flags += !repeats;
          games[i] = await begin(game.clock);
          continue;
        }
        check(said.t === "game" && said.moves.length === ply + 1, what);
        moved++;
        game.known = said.moves;
        const most = game.clock.kind === "days" ? 60 * DAY : (game.clock.mainMs ?? 0);
        for (const side of ["sente", "gote"]) {
          const left = said.clock?.[side].leftMs ?? 0;
          const more = game.clock.incMs ? game.clock.incMs * (ply + 1) : 0;
          check(left >= 0 && left <= most + more, `${left} ms of ${most + more}: ${what}`);
        }
      }
      if (round % 16 === 15) {
        await end(server, `jump ${round}`);
        jump((random(2) ? 1 : -1) * random(30 * DAY));
        server = await started(db, { HENKA_CLOCK: machine.path });
        client = await connect(server);
        for (const game of games) await shown(client, game, `after jump ${round}`);
      }
    }
    check(moved > rounds, `${moved} moves, ${flags} flags`);
    console.log(`  jumps: ${moved} moves, ${flags} flags fell in ${rounds} jumps`);
    await end(server, "jumps");
    machine.close();
  },
};

await runTests(tests, { folder, only: only || undefined });
