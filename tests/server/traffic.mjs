// traffic - everything that visitors do, by many at once: games against the engine and between people, hints, takebacks, offers, pairing, texts of games,
// records, lists, chat, feeds, pages, garbage. node traffic.mjs HENKA [ROUNDS]
//
// Nothing of the answers is checked but that they come (other tests do that): the server lives, answers to the last, and ends when it is told to, with
// nothing to say. Under ThreadSanitizer, whose report makes it end with another code, that is the test.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Client, TEXT, check, frame, get, randomOf, runTests, startServer } from "./wire.mjs";

const henka = path.resolve(process.argv[2]);
const rounds = Number(process.argv[3] ?? 12);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "henka-traffic-"));
const VISITORS = 12;
const GAMES = ["shogi", "ito", "suzumu", "chess", "minishogi"];
const TEXTS = [
  "files=3\nranks=3\nking:K:K:k:b1\npawn:P:fW:p:b2\n",
  "files=5\nranks=5\nking:K:K:k:c1\nlion:L:KNAD:l:b1\nrook:R:R:r:a1\n",
  "colour=red\n",
];

// What one visitor does in one round; `ids` are all games so far.
async function visit(server, client, chance, ids) {
  const pick = (list) => list[chance(list.length)];
  const id = () => pick(ids) ?? "none";
  const side = () => pick(["sente", "gote"]);
  const clock = { kind: "fischer", mainMs: 60000, incMs: 1000 };
  const kinds = [
    () => ({ t: "new", game: pick(GAMES), gote: "engine", level: 1 + chance(3), movetimeMs: 50 }),
    () => ({ t: "new", game: pick(GAMES), gote: pick(["open", "human"]), clock }),
    () => ({ t: "new", variantText: pick(TEXTS) }),
    () => ({ t: "import", record: "position startpos moves 7g7f 3c3d 2g2f", game: "shogi" }),
    () => ({ t: "open", id: id() }),
    () => ({ t: "close", id: id() }),
    () => ({ t: "move", id: id(), usi: pick(["7g7f", "2g2f", "3c3d", "e2e4", "1a1b"]) }),
    () => ({ t: "undo", id: id() }),
    () => ({ t: "go", id: id() }),
    () => ({ t: "hint", id: id() }),
    () => ({ t: "now", id: id() }),
    () => ({ t: "resign", id: id(), side: side() }),
    () => ({ t: "offer", id: id(), kind: pick(["draw", "undo", "rematch"]) }),
    () => ({ t: "accept", id: id(), kind: pick(["draw", "undo", "rematch"]) }),
    () => ({ t: "challenge", game: pick(GAMES), clock }),
    () => ({ t: "pair", game: pick(GAMES), clock }),
    () => ({ t: "lobby" }),
    () => ({ t: "list" }),
    () => ({ t: "join", id: id() }),
    () => ({ t: "check", variantText: pick(TEXTS) }),
    () => ({ t: "draw", id: id(), side: side() }),
    () => ({ t: "delete", id: id() }),
    () => ({ t: "feed" }),
    () => ({ t: "chat", id: id(), text: "hello" }),
    () => ({ t: "tokens", id: id() }),
    () => "{",
  ];
  for (let i = 0; i < 8; i++) client.send(pick(kinds)());
  const made = await client.ask(
    kinds[chance(2)](),
    (m) => m.t === "game" || m.t === "error",
    60000,
  );
  if (made.id) ids.push(made.id);
  const paths = ["/", "/healthz", "/metrics", "/api/variants/shogi.ini", `/api/games/${id()}.txt`];
  await get(server.port, pick(paths));
}

const tests = {
  async everything() {
    const db = path.join(folder, "games.db");
    const server = await startServer(henka, ["--db", db, "--limit", "messages-per-second=10000"]);
    check(server.port, `no server: ${server.errors}`);
    const ids = [];
    const visitor = async (number) => {
      const chance = randomOf(number + 1);
      for (let round = 0; round < rounds; round++) {
        const client = await Client.connect(server.port);
        await client.next("hello", 60000);
        client.send({
          t: "hello",
          browser: `visitor-${number}`.padEnd(30, "x"),
          name: `V${number}`,
        });
        await visit(server, client, chance, ids);
        if (chance(4) === 0) client.raw(frame(TEXT, "x".repeat(300)).subarray(0, 100));
        client.close();
      }
    };
    await Promise.all([...Array(VISITORS).keys()].map(visitor));
    const health = await get(server.port, "/healthz");
    check(health.status === 200, `its health is ${health.status}: ${health.text}`);
    check(ids.length >= VISITORS, `only ${ids.length} games`);
    const code = await server.stop();
    check(code === 0, `it ended with ${code}: ${server.errors.slice(0, 6000)}`);
    check(!/Sanitizer/.test(server.errors), server.errors.slice(0, 6000));
  },
};

await runTests(tests, { folder });
