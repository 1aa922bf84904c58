// kills - kill -9 while moves are made: after it every move that was acknowledged is there. node kills.mjs HENKA [KILLS, 10] [SEED] [SYNCED]
//
// SYNCED is the library of synced.c: after each kill what was written and not synced is lost as well, as when the power fails.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { connect, loopHolds, randomOf, startServer } from "./wire.mjs";

const [, , henka, kills = "10", seed = "1", synced = ""] = process.argv;
const GAMES = 6;
const MOVES = ["2h3h", "8b7b", "3h2h", "7b8b"];
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "henka-kills-"));
const db = path.join(folder, "games.db");
const limits = [
  "--limit",
  "messages-per-second=1000000",
  "--limit",
  "messages-per-second-per-address=1000000",
];
const random = randomOf(seed);
let passed = 0;
let failed = 0;

// Every file of the database as it was when it was last synced; one that never was is gone.
function loseUnsynced() {
  for (const name of [db, `${db}-wal`]) {
    fs.rmSync(name, { force: true });
    if (fs.existsSync(`${name}.synced`)) fs.copyFileSync(`${name}.synced`, name);
  }
  fs.rmSync(`${db}-shm`, { force: true }); // memory that is shared, made anew from the log
}

// Plays to and fro, twelve moves and all taken back, until the server is gone; `known` is what was acknowledged last, `asked` what was asked for.
async function play(client, game, acknowledged) {
  for (let forth = true; ; ) {
    const ply = game.known.length;
    if (ply === 0) forth = true;
    if (ply === 12) forth = false;
    game.asked = forth ? [...game.known, MOVES[ply % 4]] : game.known.slice(0, -1);
    const message = forth ? { t: "move", usi: MOVES[ply % 4], ply } : { t: "undo" };
    const answer = await client.ask({ ...message, id: game.id }, "game", 60000).catch(() => null);
    if (!answer) return;
    if (answer.moves.join() !== game.asked.join()) {
      failed++;
      console.log(`seed ${seed}, ${game.id}: asked for ${game.asked}, found ${answer.moves}`);
    }
    game.known = answer.moves;
    acknowledged();
  }
}

const games = [];
for (let round = 0; round <= Number(kills); round++) {
  const server = await startServer(
    henka,
    ["--db", db, ...limits],
    synced ? { LD_PRELOAD: path.resolve(synced) } : {},
  );
  if (!server.port) (console.log(`round ${round}:`, server.errors), process.exit(1));
  const clients = [];
  for (let i = 0; i < GAMES; i++) {
    clients.push(await connect(server));
    if (!games[i]) {
      const game = await clients[i].ask({ t: "new", game: "shogi" }, "game");
      games.push({ id: game.id, known: [], asked: [] });
      continue;
    }
    // What was asked for last may have been stored or not; what was acknowledged is there.
    const found = await clients[i].ask({ t: "open", id: games[i].id });
    const moves = found.moves?.join();
    if (moves === games[i].known.join() || moves === games[i].asked.join()) passed++;
    else {
      failed++;
      console.log(
        `seed ${seed}, kill ${round}, ${games[i].id}: ${games[i].known} was acknowledged, ${games[i].asked} asked for, found ${moves ?? found.message}`,
      );
    }
    if (!found.moves) (server.stop("SIGKILL"), process.exit(1)); // nothing to go on with
    games[i].known = games[i].asked = found.moves;
  }
  if (round === Number(kills)) {
    if ((await server.stop()) !== 0) (failed++, console.log(`the end: ${server.errors}`));
    break;
  }
  let left = 1 + random(300);
  await Promise.all(
    games.map((game, i) => play(clients[i], game, () => --left || server.child.kill("SIGKILL"))),
  );
  await server.exit;
  if (synced) loseUnsynced();
}
if (synced && !fs.existsSync(`${db}.synced`)) (failed++, console.log("nothing was ever synced"));
fs.rmSync(folder, { recursive: true });
if (!loopHolds()) failed++;
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed || !passed ? 1 : 0);
