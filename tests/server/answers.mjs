// What the server answers, word by word: every message with every field right and wrong, and every kind of request over HTTP.
//
//     node answers.mjs HENKA [--write]
//
// The answers stand in answers.txt: a line "> message" or "> METHOD address", then each answer on a line, or "(nothing)". Calls one below the other have
// the same answer each; of values with a | between, each in turn gives the answers below. Over HTTP the answer is the status, the headers that not every
// answer has ("a text": A_TEXT), and the body. Ids, times and what else differs from run to run are named,
// not said. --write writes them anew: read the difference. No engine's move is waited for here; server.mjs does that.
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { check, equal, finish } from "../check.mjs";
import { BINARY, CONTINUATION, Client, TEXT, frame, get, startServer, loopHolds } from "./wire.mjs";

const henka = path.resolve(process.argv[2]);
const ANSWERS = new URL("answers.txt", import.meta.url);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "henka-answers-"));
const db = path.join(folder, "games.db");
const heard = [];

/* ---- names for what differs from run to run */

const ids = new Map();
const NOBODY = "nothing12345"; // no game has this id
const named = (text) => {
  for (const [id, name] of ids) text = text.replaceAll(id, name);
  return text
    .replace(/"(created|updated)":\d{13}\b/g, '"$1":TIME')
    .replace(/("variantText":")(?:[^"\\]|\\.){400,}"/g, '$1LONG"')
    .replace(/(an error at line \d+, column \d+: )(?:[^"\\]|\\.)*/g, "$1WHY");
};
function tell(call, answer) {
  const last = heard.at(-1);
  if (last?.answer === answer) last.calls.push(`> ${named(call)}`);
  else heard.push({ calls: [`> ${named(call)}`], answer });
}
const NOTHING = "(nothing)";
const written = (answers) =>
  answers.map((answer) => named(JSON.stringify(answer))).join("\n") || NOTHING;

let server = await startServer(henka, ["--db", db]);
if (!server.port) (console.log("the server did not start:", server.errors), process.exit(1));

async function connect() {
  const client = await Client.connect(server.port);
  client.hello = await client.next("hello");
  return client;
}

// Sends the message, if any, and one that is refused. Answers what came before the refusal: news of games that the client follows, and the answers.
async function answersTo(client, message) {
  if (message !== undefined) client.send(message);
  client.send({ t: "end of answers" });
  const answers = [];
  for (;;) {
    const answer = await client.next(() => true);
    if (answer.for === "message" && /end of answers/.test(answer.message)) return answers;
    answers.push(answer);
  }
}

// The same without what only some runs hear. Games get names.
async function gamesNamed(client, message) {
  const answers = (await answersTo(client, message)).filter(
    ({ t }) => t !== "thinking" && t !== "queue",
  );
  for (const { id } of answers) {
    if (id?.length === 12 && id !== NOBODY && !ids.has(id)) ids.set(id, `GAME${ids.size + 1}`);
  }
  return answers;
}

// The same, for the file. Answers the first answer.
async function ask(client, message, label) {
  const answers = await gamesNamed(client, message);
  tell(
    label ?? (typeof message === "string" ? message : JSON.stringify(message)),
    written(answers),
  );
  return answers[0] ?? {};
}

// Asks with each of these values of a field, and tells it as one call.
async function askEach(client, message, field, values) {
  const answers = [];
  for (const value of values) {
    answers.push(written(await gamesNamed(client, { ...message, [field]: value })));
  }
  const told = values.map((value) => (JSON.stringify(value) ?? "undefined").slice(0, 80));
  const call = JSON.stringify({ ...message, [field]: "VALUES" });
  tell(call.replace('"VALUES"', told.join(" | ")), answers.join("\n"));
}
const one = await connect();

/* ---- hello */

equal(Object.keys(one.hello).join(), "t,version,lobby,chat", "fields of hello");
await ask(one, { t: "ping" });
one.send({ t: "shipped" });
const shipped = await one.next("shipped");
equal(Object.keys(shipped).join(), "t,games", "fields of shipped");
const strip = shipped.games.find(({ name }) => name === "rutherford");
tell("shipped, rutherford", written([strip]));
for (const game of shipped.games) {
  equal(
    Object.keys(game).join(),
    "name,title,files,ranks,author,year,source,story,options",
    `fields of ${game.name}`,
  );
}

/* ---- messages that can't be read */

for (const text of [
  "",
  "{",
  "[]",
  "null",
  "7",
  "1.5",
  "true",
  "false",
  '"x"',
  '{"t":1}',
  '{"t":"nix"}',
  "{}",
]) {
  await ask(one, text);
}
await ask(one, '{"t":"new","t":"new"}');

/* ---- new, field by field */

const WRONG = [7, 1.5, true, false, [], {}];
await askEach(one, { t: "new" }, "game", [undefined, null]);
for (const name of ["game", "variantText", "sfen", "handicap", "sente", "gote"]) {
  await askEach(one, { t: "new", game: "shogi" }, name, WRONG);
}
await askEach(one, { t: "new", game: "shogi" }, "level", [-1, 11, "5", 1.5, true, 4294967296]);
await askEach(one, { t: "new", game: "shogi" }, "settings", [
  7,
  "x",
  [],
  { strict: 1 },
  { strict: "nix" },
  { nix: "on" },
  { strict: "x".repeat(200) },
]);
await ask(one, { t: "new", game: "nix" });
await ask(one, { t: "new", game: "shogi", gote: "robot" });
await ask(one, { t: "new", game: "shogi", sente: "robot" });
await ask(one, { t: "new", game: "shogi", sfen: "9/9/4q4 b - 1" });
await ask(one, { t: "new", variantText: "files=3\nranks=3\nking:K:K:k:b1\ncolour=red\n" });
const settings = Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`nix${i}`, "on"]));
await ask(one, { t: "new", game: "shogi", settings });
const exact = (length) => ({ strict: "x".repeat(length - "strict=".length) });
await ask(one, { t: "new", game: "shogi", settings: exact(159) });
await ask(one, { t: "new", game: "shogi", settings: exact(160) });
const nulls = { settings: null, sfen: null, sente: null, gote: null, level: null };
const { id } = await ask(one, { t: "new", game: "shogi", ...nulls });
await ask(one, { t: "new", game: "shogi", sfen: "4k4/9/9/9/9/9/9/9/4K4 w R 7", level: 0 });
await ask(one, {
  t: "new",
  game: "shogi",
  settings: { strict: "on", impasse: "points" },
  level: 10,
  sente: "human",
});
const TINY = `name=tiny\ntitle=Tiny "game"\nfiles=3\nranks=4\nsymmetry=rotate\nholdingsType=-1\nroyal=K\nking:K:K:k:b1\npawn:P:fW:p:b2\n`;
const tiny = await ask(one, { t: "new", game: "shogi", variantText: TINY });
await ask(one, { t: "new", variantText: TINY, settings: { strict: "on" } });

/* ---- open, move, undo */

const ABOUT_GAMES = "open close move undo resign draw decline go hint delete declare".split(" ");
for (const t of ABOUT_GAMES) {
  await askEach(one, { t, usi: "7g7f", side: "sente" }, "id", [7, null, NOBODY]);
}
await ask(one, { t: "open", id });
await ask(one, { t: "undo", id });
await ask(one, { t: "move", id, usi: "7g7f" });
await ask(one, { t: "move", id, usi: "7g7f" });
await ask(one, { t: "move", id, usi: 7 });
await ask(one, { t: "move", id });
await askEach(one, { t: "move", id, usi: "3c3d" }, "ply", [0, 2, -1, 6000, 6001, "1"]);
await ask(one, { t: "move", id, usi: "P-3d", ply: 1 });
await ask(one, { t: "move", id, usi: "8h2b+", ply: null });
await ask(one, { t: "undo", id });
await ask(one, { t: "open", id });
await ask(one, { t: "move", id, usi: "2g2f" });
await ask(one, { t: "undo", id });
await ask(one, { t: "undo", id });
await ask(one, { t: "undo", id });
await ask(one, { t: "undo", id });
await ask(one, { t: "move", id: tiny.id, usi: "2c2b" });
await ask(one, { t: "move", id: tiny.id, usi: "2a2b" });

/* ---- offers, resignation, impasse */

for (const t of ["resign", "draw", "declare"]) {
  await askEach(one, { t, id }, "side", ["both", 7, null, undefined]);
}
await ask(one, { t: "decline", id });
await ask(one, { t: "draw", id, side: "sente" });
await ask(one, { t: "draw", id, side: "sente" });
await ask(one, { t: "open", id });
await ask(one, { t: "decline", id });
await ask(one, { t: "draw", id, side: "gote" });
await ask(one, { t: "move", id, usi: "7g7f" });
await ask(one, { t: "draw", id, side: "gote" });
await ask(one, { t: "move", id, usi: "3c3d" });
await ask(one, { t: "undo", id });
await ask(one, { t: "draw", id, side: "gote" });
await ask(one, { t: "draw", id, side: "sente" });
for (const t of ["move", "resign", "draw", "declare", "go", "hint", "decline"]) {
  await ask(one, { t, id, usi: "3c3d", side: "gote" });
}
await ask(one, { t: "undo", id });
await ask(one, { t: "declare", id, side: "sente" });
await ask(one, { t: "go", id });
await ask(one, { t: "draw", id, side: "sente" });
await ask(one, { t: "resign", id, side: "sente" });
await ask(one, { t: "undo", id });
await ask(one, { t: "resign", id, side: "gote" });
const entering = {
  t: "new",
  game: "shogi",
  settings: { impasse: "points" },
  sfen: "1K+R+B+P+P+P+P+P/+P+P+P6/9/9/9/9/9/9/4k4 b RB 1",
};
const impasse = await ask(one, entering);
await ask(one, { t: "declare", id: impasse.id, side: "gote" });
await ask(one, { t: "declare", id: impasse.id, side: "sente" });
await ask(one, { t: "undo", id: impasse.id });
const strict = await ask(one, { t: "new", game: "shogi", settings: { strict: "on" } });
await ask(one, { t: "move", id: strict.id, usi: "7g" });
await ask(one, { t: "move", id: strict.id, usi: "7g7f" });
await ask(one, { t: "move", id: strict.id, usi: "3c3e" });
const mate = await ask(one, { t: "new", game: "shogi", sfen: "4k4/9/4P4/9/9/9/9/9/4K4 b G 1" });
await ask(one, { t: "move", id: mate.id, usi: "G*5b" });
await ask(one, { t: "undo", id: mate.id });

/* ---- beside an engine, before it moves */

const engine = await ask(one, { t: "new", game: "shogi", gote: "engine", level: 1 });
for (const t of ["resign", "draw", "declare", "go"]) {
  await ask(one, { t, id: engine.id, side: "gote" });
}
await ask(one, { t: "draw", id: engine.id, side: "sente" });
await ask(one, { t: "resign", id: engine.id, side: "sente" });
await ask(one, { t: "undo", id: engine.id });
const both = await ask(one, {
  t: "new",
  game: "shogi",
  gote: "engine",
  sfen: "4k4/9/9/9/9/9/9/9/RRBBGKGSS b - 1",
});
await ask(one, { t: "draw", id: both.id, side: "sente" });
const better = await ask(one, {
  t: "new",
  game: "shogi",
  gote: "engine",
  sfen: "rrbbgkgss/9/9/9/9/9/9/9/4K4 b - 1",
});
await ask(one, { t: "draw", id: better.id, side: "sente" });
// Sixty moves on, an even game is drawn too. Each king goes round, one a square longer than the other, so that nothing repeats.
const round = (squares, count) =>
  Array.from(
    { length: count },
    (_, i) => squares[i % squares.length] + squares[(i + 1) % squares.length],
  );
const sente = round(["5i", "4i", "3i", "2i", "2h", "3h", "4h", "5h"], 30);
const gote = round(["5a", "6a", "7a", "8a", "9a", "9b", "8b", "7b", "6b", "5b"], 30);
const walked = sente.flatMap((move, i) => [move, gote[i]]);
for (const plies of [58, 60]) {
  const record = `position sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1 moves ${walked.slice(0, plies).join(" ")}`;
  const long = await ask(
    one,
    { t: "import", game: "shogi", gote: "engine", record },
    `import after ${plies} moves`,
  );
  await ask(one, { t: "draw", id: long.id, side: "sente" });
}

/* ---- records */

await askEach(one, { t: "import" }, "record", [
  7,
  {},
  null,
  undefined,
  "hello",
  "Henka record 1\ngame: shogi\nresult: gote wins by time\n\n1. 7g7f\n",
  "Henka record 1\ngame: shogi\n\n1. 7g7e\n",
]);
await ask(one, { t: "import", game: "nix", record: "position startpos" });
await ask(one, { t: "import", variantText: "x=1", record: "position startpos" });
await ask(one, {
  t: "import",
  game: "shogi",
  settings: { strict: "nix" },
  record: "position startpos",
});
await ask(one, { t: "import", game: "ito", record: "Henka record 1\ngame: shogi\n" });
await ask(one, { t: "import", variantText: TINY, record: "position startpos moves 2c2b 2a2b" });
await ask(one, {
  t: "import",
  record:
    "Henka record 1\ngame: shogi\nsetting: strict=on\nresult: draw by draw agreed\n\n1. 7g7f\n",
});

// What of a record can't be used is told before the game, in the visitor's language.
const NOTED = "手合割：平手\n1 ７六歩(77)\n2 投了\n3 中断\n\n変化：1手\n1 ２六歩(27)\n";
await ask(one, { t: "import", game: "shogi", record: NOTED });
await ask(one, { t: "import", game: "shogi", record: "V2.2\nN+甲\nPI\n+\n+7776FU\n" });
const reads = await connect();
reads.send({ t: "hello", browser: "j".repeat(22), name: "", language: "ja" });
await ask(reads, { t: "import", game: "shogi", record: NOTED }, "import, in Japanese");

// A mate in a record is taken back by a move, an end that was agreed is lifted.
const POSED = "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1 moves G*5b";
const mated = await ask(one, { t: "import", game: "shogi", record: POSED });
await ask(one, { t: "undo", id: mated.id });
const RESIGNED = "Henka record 1\ngame: shogi\nresult: sente wins by resignation\n\n1. 7g7f\n";
const resigned = await ask(one, { t: "import", record: RESIGNED });
await ask(one, { t: "undo", id: resigned.id });

/* ---- check */

await askEach(one, { t: "check" }, "variantText", [
  7,
  null,
  undefined,
  "",
  "files=9",
  TINY,
  `${TINY}colour=red\n`,
  "x=1\n".repeat(70000),
]);
await ask(one, { t: "check", variantText: `${TINY}lightShade=red\n` });
await askEach(one, { t: "check", variantText: TINY }, "settings", [
  7,
  { strict: "on" },
  { strict: "nix" },
  { strict: 1 },
]);
const findings = (await answersTo(one, { t: "check", variantText: "nix=1\n".repeat(300) }))[0];
equal(findings.diagnostics.length, 200, "findings that are sent");
const LONGEST = 256 << 10;
for (const length of [LONGEST, LONGEST + 1]) {
  const [answer] = await answersTo(one, { t: "check", variantText: "#".repeat(length) });
  equal(answer.t, length > LONGEST ? "error" : "checked", `a definition of ${length} bytes`);
}

/* ---- who follows what */

const two = await connect();
const others = async (client) => {
  const answers = await answersTo(client);
  return answers
    .map(({ t, id: about, moves }) => `${t} ${ids.get(about) ?? about} ${moves ?? ""}`)
    .join();
};
await ask(two, { t: "undo", id }, "undo by a client that does not follow the game");
await ask(two, { t: "open", id });
await ask(one, { t: "undo", id });
equal(await others(two), `game ${ids.get(id)} `, "a follower hears of a change");
await ask(two, { t: "close", id });
await ask(one, { t: "move", id, usi: "7g7f" });
equal(await others(two), "", "who closed the game hears nothing");
await ask(two, { t: "delete", id: NOBODY });
const games = [];
for (let i = 0; i < 17; i++) games.push((await answersTo(two, { t: "new", game: "shogi" }))[0].id);
for (const i of [0, 1, 16]) await answersTo(one, { t: "move", id: games[i], usi: "7g7f" });
games.forEach((game, i) => ids.set(game, `FOLLOWED${i}`));
equal(
  await others(two),
  "game FOLLOWED1 7g7f,game FOLLOWED16 7g7f",
  "the last sixteen games are followed",
);
await answersTo(two, { t: "open", id: games[1] });
await answersTo(two, { t: "open", id: games[0] });
for (const i of [0, 1, 2]) {
  await answersTo(one, { t: "move", id: games[i], usi: i < 2 ? "3c3d" : "7g7f" });
}
equal(
  await others(two),
  "game FOLLOWED0 7g7f,3c3d,game FOLLOWED1 7g7f,3c3d",
  "the game opened longest ago makes room",
);
await ask(one, { t: "delete", id: games[3] });
equal(await others(two), "deleted FOLLOWED3 ", "a follower hears of the end");
await ask(two, { t: "delete", id: games[4] });
for (const game of games.filter((_, i) => i !== 3 && i !== 4)) {
  await answersTo(two, { t: "delete", id: game });
}

/* ---- the list, and the same after the server was ended */

const [list] = await answersTo(one, { t: "list" });
check(
  list.games.every((row, i) => !i || row.updated <= list.games[i - 1].updated),
  "the last changed is first",
);
const every = async (client) => {
  const all = [];
  for (const game of list.games) {
    const [shown] = await answersTo(client, { t: "open", id: game.id });
    all.push(shown);
  }
  return all;
};
const before = await every(one);
for (const [i, game] of before.entries()) {
  const row = list.games[i];
  const same = ["id", "game", "title", "sfen", "sente", "gote", "level", "updated"];
  check(
    same.every((key) => row[key] === game[key]) && row.plies === game.moves.length,
    `${JSON.stringify(row)} lists ${JSON.stringify(game)}`,
  );
  equal(JSON.stringify(row.result), JSON.stringify(game.result), `result of ${row.id}`);
  check(game.created <= game.updated && Math.abs(Date.now() - game.created) < 600000, "created");
}
tell("list, its first game", written([list.games[0]]));
equal(
  Object.keys(list.games[0]).join(),
  "id,game,title,settings,sfen,sente,gote,level,plies,you,two,open,names,turn,clock,result,rematchOffer,updated",
  "fields of a row",
);

/* ---- HTTP */

const { port } = server;
const ALWAYS = {
  server: "henka",
  connection: "close",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-resource-policy": "same-origin",
};
const A_TEXT = "content-type: text/plain; charset=utf-8\ncache-control: no-store";
async function request(method, address, headers = {}) {
  const answer = await get(port, address, { method, headers });
  const call = `${method} ${address}`;
  for (const [name, value] of Object.entries(ALWAYS)) {
    equal(answer.headers[name], value, `${call}: ${name}`);
  }
  check(/^default-src 'none'/.test(answer.headers["content-security-policy"]), `${call}: a policy`);
  const size = Number(answer.headers["content-length"] ?? 0);
  check(method === "HEAD" ? size > 0 : size === answer.bytes.length, `${call}: ${size} bytes told`);
  const seen = Object.entries(answer.headers)
    .filter(
      ([name]) =>
        !(name in ALWAYS) && !["content-security-policy", "content-length"].includes(name),
    )
    .map(([name, value]) => `${name}: ${name === "etag" ? "ETAG" : value}`);
  const told = Object.entries(headers).map(([name, value]) => ` ${name}: ${value}`);
  const body =
    answer.bytes.length > 1000
      ? "MANY BYTES"
      : answer.text.replace(/\d{4}-\d\d-\d\d|Henka [\d.]+/g, "SOME");
  const asked = `${call}${told.join("")}`.replace(/"[0-9a-f]+"/g, "ETAG");
  const head = seen.join("\n");
  tell(
    asked.replaceAll(port, "PORT"),
    `${answer.status}${head === A_TEXT ? ", a text" : `\n${head}`}\n\n${body}`.trimEnd(),
  );
  return answer;
}
const page = await request("GET", "/");
equal(page.headers["content-length"], String(page.bytes.length), "length of the page");
equal(
  page.headers["content-security-policy"],
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; media-src 'self'; " +
    `connect-src 'self' ws://localhost:${port}; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  "policy",
);
const { etag } = page.headers;
await request("HEAD", "/");
await request("GET", "/index.html", { "if-none-match": etag });
await request("GET", "/", { "if-none-match": `"nix", ${etag}` });
await request("GET", "/", { "if-none-match": '"nix"' });
const packed = await request("GET", "/app.js", { "accept-encoding": "br, gzip" });
const plain = await request("GET", "/app.js", { "accept-encoding": "deflate" });
check(packed.bytes.length < plain.bytes.length / 2, "a packed file is shorter");
await request("GET", "/fonts/henka-serif.woff2", { "accept-encoding": "gzip" });
await request("HEAD", "/henka.wasm");
equal(
  (await get(port, "/api/variants/ito.ini")).text,
  fs.readFileSync(new URL("../../variants/ito.ini", import.meta.url), "utf8"),
  "a game's definition",
);
await request("GET", "/api/variants/shogi.ini");
for (const address of [
  "/nix",
  "/../../etc/passwd",
  "/%2e%2e/x",
  "/index.html/",
  "/api/variants/nix.ini",
  "/api/variants/.ini",
  "/api/variants/shog.ini",
  "/api/variants/shogi.txt",
  "/api/variants/shogi",
  "/api/variants/",
  "/api/games/",
  "/api/games/nothing12345.txt",
  "/api/games/x.txt",
  "/ws",
  "/api/nix",
]) {
  await request("GET", address);
}
for (const method of ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"]) await request(method, "/");
const kept = await connect();
const shown = await ask(kept, {
  t: "import",
  record: "Henka record 1\ngame: shogi\nresult: sente wins by resignation\n\n1. 7g7f\n",
});
const { id: full } = await ask(kept, { t: "new", game: "shogi", gote: "engine", level: 0 });
const { id: fifth } = await ask(kept, {
  t: "new",
  game: "okisaki",
  sente: "human",
  gote: "engine",
  level: 5,
});
for (const format of [
  "",
  "?format=henka",
  "?format=usi",
  "?format=kif",
  "?format=pgn",
  "?format=",
  "?x=kif",
]) {
  await request("GET", `/api/games/${shown.id}.txt${format}`);
}
await request("HEAD", `/api/games/${shown.id}.txt`);
await request("GET", `/api/games/${shown.id}.ini`);
await request("GET", `/api/games/${shown.id}x.txt`);
await request("GET", `/api/games/${full}.txt`);
await request("GET", `/api/games/${fifth}.txt`);
await request("GET", `/api/games/${fifth}.txt?format=kif`);
await request("GET", "/", { host: "evil.example" });
for (const host of [
  `127.0.0.1:${port}`,
  "localhost",
  `LOCALHOST:${port}`,
  `[::1]:${port}`,
  "[::1]",
]) {
  equal((await get(port, "/", { headers: { host } })).status, 200, `Host ${host}`);
}
for (const host of ["127.0.0.1.evil.example", "localhos", "::1", "evil.example:localhost"]) {
  equal((await get(port, "/", { headers: { host } })).status, 400, `Host ${host}`);
}
for (const length of [900, 2000]) {
  const { status } = await get(port, `/${"x".repeat(length)}`);
  check([400, 404, 414].includes(status), `an address of ${length} bytes: ${status}`);
}
for (const address of ["/", "/app.js", "/css/page.css"]) {
  const file = await get(port, address, { headers: { "if-none-match": "x" } });
  equal(file.headers["content-length"] ?? "0", String(file.bytes.length), `${address} whole`);
}

/* ---- in the language of who asks */

const reader = await connect();
const browser = "reader-of-japanese-xxxx";
const nothing = { t: "open", id: NOBODY };
await ask(reader, nothing);
await ask(reader, { t: "hello", browser, language: 7 });
for (const language of ["ja-JP", "fr", "ja"]) {
  await ask(reader, { t: "hello", browser, language });
  await ask(reader, nothing);
}
await ask(reader, { t: "new", game: "nix" });
await ask(reader, { t: "move", id: shown.id, usi: "7g7f" });
await ask(reader, { t: "import", game: "shogi", record: "Henka record 2" });
await ask(reader, { t: "import", game: "shogi", record: "position startpos moves 7g7f 7g7f" });
await ask(reader, { t: "check", variantText: "files=9\nfiles=9\n" });
await ask(reader, { t: "nix" });
reader.close();
for (const language of ["ja", "ja-JP,en;q=0.5", "ja;q=0.9", "en,ja", "fr"]) {
  await request("GET", "/nix", { "accept-language": language });
}
await request("GET", "/api/games/nix.txt", { "accept-language": "ja" });
await request("GET", `/api/games/${NOBODY}.txt`, { "accept-language": "ja" });
// Records: their reader's language.
for (const game of [full, fifth]) {
  await request("GET", `/api/games/${game}.txt`, { "accept-language": "ja" });
}

/* ---- upgrades */

async function upgrade(options, status) {
  const client = await Client.connect(port, options).catch(() => ({ status: "closed" }));
  equal(client.status, status, `an upgrade with ${JSON.stringify(options)}`);
  client.close?.();
}
await upgrade({ origin: `http://127.0.0.1:${port}` }, 101);
await upgrade({ origin: `HTTP://LOCALHOST:${port}`, host: `localhost:${port}` }, 101);
await upgrade({ origin: `http://localhost:${port}` }, 403);
await upgrade({ origin: `127.0.0.1:${port}` }, 403);
await upgrade({ origin: `http://127.0.0.1:${port}.evil.example` }, 403);
await upgrade({ origin: "null" }, 403);
await upgrade({ origin: `http://127.0.0.1:${port + 1}` }, 403);
await upgrade({ host: "evil.example" }, 400);
await upgrade({ host: "evil.example", origin: "http://evil.example" }, 400);
await upgrade({ path: "/" }, 400);
await upgrade({ path: "/wsx" }, 400);
await upgrade({ protocol: "chat" }, 400);
await upgrade({ protocol: "" }, 400);

/* ---- a client that sends what it must not, or does not read */

async function closes(bytes, code, what) {
  const client = await connect();
  client.raw(bytes);
  check(
    (await client.gone()) && client.closeCode === code,
    `${what}: closed with ${client.closeCode}, expected ${code}`,
  );
}
await closes(frame(BINARY, "{}"), 1003, "a binary message");
await closes(frame(TEXT, "x".repeat((512 << 10) + 1)), 1009, "a message too long");
const parts = await connect();
parts.raw(
  Buffer.concat([
    frame(TEXT, '{"t":', { fin: false }),
    frame(CONTINUATION, '"nix', { fin: false }),
    frame(CONTINUATION, '"}'),
  ]),
);
equal(
  (await parts.next("error")).message,
  (await answersTo(parts, { t: "nix" }))[0].message,
  "a message in three parts",
);

// Whoever does not read is not read from, and loses nothing: the answers are more than the sockets hold and 8 MiB
// beyond, and the other client, which is served in turn, has waited for as many.
const slow = await connect();
slow.socket.pause();
const COUNT = 1200;
const many = `{"t":"check","variantText":${JSON.stringify("nix=1\n".repeat(300))}}`;
for (let i = 0; i < COUNT; i++) slow.send(many);
for (let i = 0; i < COUNT; i++) {
  one.send(many);
  await one.next("checked", 20000);
}
slow.socket.resume();
let answered = 0;
while (answered < COUNT && (await slow.next("checked", 20000).catch(() => null))) answered++;
equal(answered, COUNT, "answers to a client that read late");
slow.close();

/* ---- the same games after the server was killed, and how it starts */

const ended = await connect();
const asLeft = JSON.stringify(await every(ended));
equal(asLeft, JSON.stringify(before), "games that nobody changed");
await server.stop("SIGKILL");
server = await startServer(henka, ["--db", db]);
equal(JSON.stringify(await every(await connect())), asLeft, "games after the server was killed");
equal(
  fs.statSync(path.join(folder, "games.db")).mode & 0o077 & 0o022,
  0,
  "others can't write the file",
);

async function start(args, env, code, words) {
  const other = await startServer(henka, args, env);
  if (other.port) await other.stop();
  equal(other.port ? 0 : await other.exit, code, `${args} ends with`);
  check(words.test(other.errors + other.output), `${args}: ${other.errors}${other.output}`);
  return other;
}
const elsewhere = ["--db", path.join(folder, "other.db")];
await start([...elsewhere, "--port", "65536"], {}, 2, /65535/);
await start(
  [...elsewhere, "--port", String(server.port)],
  {},
  1,
  new RegExp(`port ${server.port}`),
);
const free = await new Promise((found) => {
  const probe = net.createServer().listen(0, "127.0.0.1", () => {
    const { port: number } = probe.address();
    probe.close(() => found(number));
  });
});
await start([...elsewhere, "--port", String(free)], {}, 0, new RegExp(`http://127.0.0.1:${free}/`));
await start([], { XDG_DATA_HOME: "", HOME: "" }, 1, /HOME|folder/);
await start([], { XDG_DATA_HOME: "relative", HOME: path.join(folder, "home") }, 0, /http/);
check(
  fs.existsSync(path.join(folder, "home/.local/share/henka/henka.db")),
  "the file in the home folder",
);
equal(
  fs.statSync(path.join(folder, "home/.local/share/henka")).mode & 0o777,
  0o700,
  "rights of its folder",
);
equal(await server.stop(), 0, `a clean end: ${server.errors}`);

const found = heard.map(({ calls, answer }) => `${calls.join("\n")}\n${answer}\n`);
if (process.argv[3] === "--write") fs.writeFileSync(ANSWERS, found.join("\n"));
const expected = fs.readFileSync(ANSWERS, "utf8").split(/\n(?=\n> )/);
for (const [i, answer] of found.entries()) {
  equal(answer.trim(), (expected[i] ?? "nothing").trim(), "answers.txt");
}
equal(found.length, expected.length, "answers");
fs.rmSync(folder, { recursive: true });
check(loopHolds(), "the loop was away for too long");
process.exit(finish());
