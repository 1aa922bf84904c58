// memory - the server without memory: every so many-th allocation fails while a dozen visitors do what they do. node memory.mjs HENKA-FAILING [EACH…]
//
// An answer may be an error, a connection may be closed, and a server that can't begin says why and ends with 1. It never ends by itself later, never
// leaves a client without an end to waiting, and afterwards it is there and ends when it is told to. HENKA-FAILING is linked with failing_allocations.c.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Client, check, get, runTests, startServer } from "./wire.mjs";

const henka = path.resolve(process.argv[2]);
const steps = process.argv.length > 3 ? process.argv.slice(3).map(Number) : [2, 3, 7, 20, 61, 200];
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "henka-memory-"));
const TEXT = "files=3\nranks=3\nking:K:K:K:b1\npawn:P:fW:P:b2\n";

// Every step of a visitor may come to nothing.
const quietly = (promise) => promise.then(() => true).catch(() => false);

async function visit(port, number) {
  const client = await Client.connect(port);
  const answer = (m) => m.t === "game" || m.t === "error";
  client.send({ t: "hello", browser: `visitor-${number}`.padEnd(30, "x"), name: `V${number}` });
  for (const message of [
    {
      t: "new",
      game: ["shogi", "ito", "suzumu"][number % 3],
      gote: "engine",
      level: 1,
      movetimeMs: 50,
    },
    { t: "new", variantText: TEXT },
    { t: "import", record: "position startpos moves 7g7f 3c3d", game: "shogi" },
  ]) {
    const made = await client.ask(message, answer, 3000);
    if (!made.id) continue;
    for (const usi of ["7g7f", "2b2c", "2g2f"]) client.send({ t: "move", id: made.id, usi });
    for (const t of ["hint", "go", "undo", "tokens", "list", "lobby"]) {
      client.send({ t, id: made.id });
    }
    client.send({ t: "chat", id: made.id, text: "hello" });
    client.send({ t: "challenge", game: "shogi", clock: { kind: "none" } });
    await quietly(get(port, `/api/games/${made.id}.txt`));
  }
  client.close();
}

async function served(each) {
  const db = path.join(folder, `${each}.db`);
  const server = await startServer(henka, ["--db", db], { HENKA_TEST_FAIL_EACH: String(each) });
  if (!server.port) {
    const code = await server.exit;
    const reason = /memory/i.test(server.errors);
    return check(code === 1 && reason, `every ${each}th: ended with ${code}: ${server.errors}`);
  }
  for (let round = 0; round < 3; round++) {
    await Promise.all([...Array(12).keys()].map((n) => quietly(visit(server.port, n))));
    await quietly(get(server.port, "/"));
  }
  check(
    server.child.exitCode === null && server.child.signalCode === null,
    `every ${each}th: gone`,
  );
  server.child.kill("SIGTERM");
  const code = await Promise.race([
    server.exit,
    new Promise((done) => setTimeout(done, 20000, "late")),
  ]);
  check(
    code === 0 || code === 1,
    `every ${each}th: ended with ${code}: ${server.errors.slice(-3000)}`,
  );
}

const tests = {};
for (const each of steps) tests[`each ${each}`] = () => served(each);
await runTests(tests, { folder });
