// server - every message of docs/web-messages.md against a running `henka serve`, garbage included. node server.mjs HENKA
import crypto from "node:crypto";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import zlib from "node:zlib";
import net from "node:net";
import { fieldsOf, kindsOf } from "./pagetypes.mjs";
import {
  BINARY,
  CONTINUATION,
  Client,
  PING,
  TEXT,
  check,
  exchange,
  frame,
  get,
  runTests,
  readLoop,
  startServer,
} from "./wire.mjs";

const henka = path.resolve(process.argv[2]);
const only = process.argv[3];
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "henka-server-"));

function isError(message, about, words) {
  check(
    message.t === "error" && message.for === about && words.test(message.message),
    `expected an error for ${about} like ${words}, got ${JSON.stringify(message).slice(0, 300)}`,
  );
}

const db = path.join(folder, "deep/er/games.db");
let server = await startServer(henka, ["--db", db]);
if (!server.port) (console.log("the server did not start:", server.errors), process.exit(1));

async function connect(options, port = server.port) {
  const client = await Client.connect(port, options);
  if (client.status === 101) client.hello = await client.next("hello");
  return client;
}
const newGame = (client, fields) =>
  client.ask({ t: "new", game: "shogi", ...fields }, (m) => m.t === "game" || m.t === "error");

const tests = {
  async hello() {
    const client = await connect();
    const { hello } = client;
    check(/^\d+\.\d+/.test(hello.version), `version ${hello.version}`);
    const bytes = JSON.stringify(hello).length;
    check(bytes < 200, `every connection begins with hello: ${bytes} bytes`);
    check((await client.ask({ t: "ping" })).t === "pong", "a ping is answered");
    const { games } = await client.ask({ t: "shipped" });
    const names = games.map((game) => game.name);
    check(
      ["ito", "rutherford", "suzumu", "shinogi", "okisaki", "shogi"].every((name) =>
        names.includes(name),
      ),
      `games ${names}`,
    );
    const suzumu = games.find((game) => game.name === "suzumu");
    check(
      suzumu.files === 16 &&
        suzumu.ranks === 16 &&
        suzumu.title &&
        suzumu.author &&
        suzumu.options.length > 0,
      JSON.stringify(suzumu).slice(0, 300),
    );
    for (const option of suzumu.options) {
      check(
        option.default === option.choices[0].value && option.value === option.default,
        `an option as its file has it: ${JSON.stringify(option)}`,
      );
    }
    client.close();
  },

  async play() {
    const client = await connect();
    const game = await newGame(client);
    check(
      game.t === "game" &&
        /^[0-9a-z]{12}$/.test(game.id) &&
        game.moves.length === 0 &&
        game.result === null &&
        game.thinking === false &&
        game.offer === null,
      JSON.stringify(game),
    );
    check(
      game.sente === "human" && game.gote === "human" && game.sfen.startsWith("lnsgkgsnl/"),
      JSON.stringify(game),
    );
    const { id } = game;
    const moved = await client.ask({ t: "move", id, usi: "7g7f" });
    check(moved.t === "game" && moved.moves.join() === "7g7f", JSON.stringify(moved));
    for (const usi of ["7f7e", "", "x".repeat(100000)]) {
      isError(await client.ask({ t: "move", id, usi }), "move", /./);
    }
    const again = await client.ask({ t: "open", id });
    check(again.moves.join() === "7g7f", `errors changed the game: ${JSON.stringify(again)}`);
    const reply = await client.ask({ t: "move", id, usi: "3c3d", ply: 1 });
    check(reply.moves.join() === "7g7f,3c3d", JSON.stringify(reply));
    const back = await client.ask({ t: "undo", id });
    check(back.moves.join() === "7g7f", JSON.stringify(back));
    await client.ask({ t: "undo", id });
    isError(await client.ask({ t: "undo", id }), "undo", /no earlier position/);
    client.close();
  },

  async everyoneSees() {
    const one = await connect();
    const two = await connect();
    const { id } = await newGame(one);
    check((await two.ask({ t: "open", id }, "game")).id === id, "open");
    one.send({ t: "move", id, usi: "2g2f" });
    const seen = await two.next((m) => m.t === "game" && m.moves.length === 1);
    check(seen.moves[0] === "2g2f", JSON.stringify(seen));
    two.send({ t: "close", id });
    isError(await two.ask({ t: "nix" }), "message", /known kind/);
    await one.ask({ t: "move", id, usi: "8c8d" }, "game");
    const list = await two.ask({ t: "list" });
    check(list.t === "games", `a closed game still told: ${JSON.stringify(list).slice(0, 200)}`);
    const row = list.games.find((game) => game.id === id);
    check(
      row &&
        row.plies === 2 &&
        row.game === "shogi" &&
        row.result === null &&
        list.games[0].id === id,
      JSON.stringify(row),
    );
    await two.ask({ t: "open", id }, "game");
    one.send({ t: "delete", id });
    check(
      (await two.next("deleted")).id === id && (await one.next("deleted")).id === id,
      "deleted",
    );
    isError(await two.ask({ t: "open", id }), "open", /no game has the id/);
    isError(await two.ask({ t: "delete", id }), "delete", /no game has the id/);
    (one.close(), two.close());
  },

  async engine() {
    const client = await connect();
    const game = await newGame(client, { gote: "engine", level: 1 });
    const { id } = game;
    check(game.thinking === false && game.level === 1, JSON.stringify(game));
    const moved = await client.ask({ t: "move", id, usi: "7g7f" }, "game");
    check(moved.thinking === true && moved.moves.length === 1, JSON.stringify(moved));
    isError(await client.ask({ t: "move", id, usi: "3c3d" }, "error"), "move", /engine/);
    const answered =
      (await client.next((m) => m.t === "game" && m.moves.length === 2, 15000).catch(() => null)) ??
      (await client.ask({ t: "open", id }, "game"));
    check(answered.thinking === false && answered.moves.length === 2, JSON.stringify(answered));
    const back = await client.ask({ t: "undo", id }, "game");
    check(back.moves.length === 0 && back.thinking === false, JSON.stringify(back));
    isError(await client.ask({ t: "resign", id, side: "gote" }), "resign", /engine/);
    isError(await client.ask({ t: "go", id }), "go", /not played by the engine/);
    const first = await newGame(client, { sente: "engine", level: 1 });
    check(first.thinking === true, "the engine begins");
    await client.next((m) => m.id === first.id && m.t === "game" && m.moves.length === 1, 15000);
    isError(await client.ask({ t: "undo", id: first.id }), "undo", /no earlier position/);
    client.close();
  },

  async undoWhileThinking() {
    const client = await connect();
    const { id } = await newGame(client, { gote: "engine", level: 0 });
    client.send({ t: "move", id, usi: "7g7f" });
    const news = await client.next((m) => m.t === "thinking", 10000);
    check(
      news.id === id &&
        news.depth >= 1 &&
        Number.isInteger(news.score) &&
        news.nodes > 0 &&
        news.pv.length >= 1,
      JSON.stringify(news),
    );
    const back = await client.ask({ t: "undo", id }, "game");
    check(back.moves.length === 0 && !back.thinking, JSON.stringify(back));
    const late = await client
      .next((m) => m.t === "game" || m.t === "thinking", 1500)
      .catch(() => null);
    check(late === null, `the cancelled search still spoke: ${JSON.stringify(late)}`);
    client.send({ t: "move", id, usi: "7g7f" });
    await client.next("thinking");
    const over = await client.ask({ t: "resign", id, side: "sente" }, "game");
    check(
      over.result?.reason === "resignation" && over.result.winner === "gote" && !over.thinking,
      JSON.stringify(over),
    );
    const lifted = await client.ask({ t: "undo", id }, "game");
    check(lifted.result === null && lifted.moves.length === 0, JSON.stringify(lifted));
    client.send({ t: "move", id, usi: "7g7f" });
    await client.next("thinking");
    check((await client.ask({ t: "delete", id }, "deleted")).id === id, "deleted while thinking");
    client.close();
  },

  async hint() {
    const client = await connect();
    const { id } = await newGame(client);
    const hint = await client.ask({ t: "hint", id }, "hint");
    check(
      /^\d[a-i]\d[a-i]\+?$/.test(hint.usi) &&
        hint.id === id &&
        hint.ply === 0 &&
        Number.isInteger(hint.score),
      JSON.stringify(hint),
    );
    check(
      (await client.ask({ t: "move", id, usi: hint.usi })).moves.length === 1,
      "the hint is legal",
    );
    (client.send({ t: "hint", id }),
      client.send({ t: "hint", id }),
      client.send({ t: "undo", id }));
    const late = await client.next("hint", 2500).catch(() => null);
    check(late === null, `a hint for a position that is gone: ${JSON.stringify(late)}`);
    client.send({ t: "hint", id });
    client.close();
  },

  async restart() {
    const client = await connect();
    const { id } = await newGame(client);
    const thinking = await newGame(client, { gote: "engine", level: 0 });
    const house = await newGame(client, {
      game: "suzumu",
      settings: await someSetting(client, "suzumu"),
    });
    const gone = await newGame(client);
    await client.ask({ t: "move", id, usi: "7g7f" });
    await client.ask({ t: "draw", id, side: "gote" });
    await client.ask({ t: "resign", id: gone.id, side: "sente" });
    const before = await client.ask({ t: "open", id });
    await readLoop(server.port);
    client.send({ t: "move", id: thinking.id, usi: "7g7f" });
    await client.next("thinking");
    server.child.kill("SIGKILL");
    await server.exit;
    server = await startServer(henka, ["--db", db]);
    const fresh = await connect();
    const after = await fresh.ask({ t: "open", id }, "game");
    check(
      JSON.stringify(after) === JSON.stringify(before),
      `before ${JSON.stringify(before)} after ${JSON.stringify(after)}`,
    );
    fresh.send({ t: "open", id: thinking.id });
    check(
      (await fresh.next((m) => m.t === "game" && m.moves.length === 2, 15000)).id === thinking.id,
      "the engine goes on",
    );
    const same = await fresh.ask({ t: "open", id: house.id }, "game");
    check(
      Object.keys(house.settings).length === 1 &&
        JSON.stringify(same.settings) === JSON.stringify(house.settings),
      JSON.stringify(same.settings),
    );
    const resigned = await fresh.ask({ t: "open", id: gone.id }, "game");
    check(
      resigned.result?.reason === "resignation" && resigned.result.winner === "gote",
      JSON.stringify(resigned.result),
    );
    check((await server.stop("SIGINT")) === 0, `SIGINT: exit code; ${server.errors}`);
    server = await startServer(henka, ["--db", db]);
    check(
      (await (await connect()).ask({ t: "open", id }, "game")).moves.length === 1,
      "after a clean end",
    );
  },

  async strictPlay() {
    const client = await connect();
    const { id } = await newGame(client, { settings: { strict: "on" } });
    for (const usi of ["", "7g", "hello", "5e5d", "0a1a", "7g7f++", "G-5h"]) {
      isError(await client.ask({ t: "move", id, usi }), "move", /./);
    }
    for (const usi of ["P*5e", "3c3d", "7g7f7e7d7c7b", "P-8e", "▲8五歩"]) {
      const answer = await client.ask({ t: "move", id, usi });
      check(answer.result?.reason === "illegal move", `${usi}: ${JSON.stringify(answer)}`);
      await client.ask({ t: "undo", id }, "game");
    }
    await client.ask({ t: "move", id, usi: "7g7f" });
    const lost = await client.ask({ t: "move", id, usi: "3c3e" });
    check(
      lost.result?.reason === "illegal move" &&
        lost.result.winner === "sente" &&
        lost.moves.length === 1,
      JSON.stringify(lost),
    );
    const lifted = await client.ask({ t: "undo", id });
    check(lifted.result === null && lifted.moves.length === 1, JSON.stringify(lifted));
    const dropped = await newGame(client, {
      settings: { strict: "on" },
      sfen: "4k4/9/9/9/9/9/4P4/9/4K4 b P 1",
    });
    const nifu = await client.ask({ t: "move", id: dropped.id, usi: "P*5e" });
    check(
      nifu.result?.reason === "illegal move" && nifu.result.winner === "gote",
      JSON.stringify(nifu),
    );
    client.close();
  },

  async ownVariant() {
    const client = await connect();
    const shogi = (await get(server.port, "/api/variants/shogi.ini")).text;
    const own = shogi.replace(/^title=.*$/m, "title=My shogi").replace(/^name=.*$/m, "name=mine");
    const checked = await client.ask(
      { t: "check", variantText: own },
      (m) => m.t === "checked" || m.t === "error",
    );
    check(
      checked.title === "My shogi" &&
        checked.name === "mine" &&
        checked.diagnostics.every((d) => !d.fatal),
      JSON.stringify(checked),
    );
    const broken = await client.ask(
      { t: "check", variantText: `${own}\nnixkey=1\n` },
      (m) => m.t === "checked",
    );
    const entry = broken.diagnostics.find((d) => d.fatal);
    check(
      broken.name === null && entry?.line > 1 && entry.column >= 1 && /nixkey/.test(entry.message),
      JSON.stringify(broken),
    );
    const refused = await newGame(client, { game: undefined, variantText: `${own}\nnixkey=1\n` });
    isError(refused, "new", /line \d+/);
    check(
      refused.diagnostics?.some((d) => d.fatal),
      JSON.stringify(refused),
    );
    const game = await newGame(client, {
      game: undefined,
      variantText: own,
      gote: "engine",
      level: 1,
    });
    check(
      game.variantText === own && game.title === "My shogi",
      JSON.stringify(game).slice(0, 200),
    );
    client.send({ t: "move", id: game.id, usi: "7g7f" });
    await client.next((m) => m.t === "game" && m.moves.length === 2, 15000);
    isError(
      await client.ask({ t: "check", variantText: "x=1\n".repeat(100000) }, () => true),
      "check",
      /at most 262144 bytes/,
    );
    for (const text of [
      "",
      "\0",
      "files=9",
      "files=99999999999999999999\nranks=-1",
      "a:b:c:d:e",
      "K".repeat(10000),
      `files=9\nranks=9\nking:K:${"(".repeat(5000)}`,
    ]) {
      const answer = await client.ask({ t: "check", variantText: text }, () => true);
      check(
        answer.t === "error" || answer.diagnostics.some((d) => d.fatal),
        `${JSON.stringify(text.slice(0, 40))}: ${JSON.stringify(answer).slice(0, 200)}`,
      );
    }
    client.close();
  },

  async wholeGames() {
    const client = await connect();
    const open = new Map();
    const started = Date.now();
    for (const game of ["ito", "rutherford", "okisaki", "shinogi", "suzumu"]) {
      open.set(
        (await newGame(client, { game, sente: "engine", gote: "engine", level: 1 })).id,
        game,
      );
    }
    // The strips to their end, the boards for some moves.
    const enough = (m) =>
      m.result ||
      (m.moves.length >= 12 && !["ito", "rutherford"].includes(m.game)) ||
      m.moves.length >= 300;
    while (open.size && Date.now() - started < 240000) {
      const news = await client
        .next((m) => (m.t === "game" && open.has(m.id)) || m.t === "error", 30000)
        .catch((error) => error);
      if (news instanceof Error || news.t === "error") {
        return check(false, `${news.message} ${[...open.values()]}`);
      }
      if (!enough(news)) continue;
      if (!news.result) client.send({ t: "delete", id: news.id });
      else check(news.result.reason !== "playing", JSON.stringify(news.result));
      open.delete(news.id);
    }
    check(open.size === 0, `unfinished: ${[...open.values()]}`);
    client.close();
  },

  async garbage() {
    const client = await connect();
    for (const text of [
      "",
      "{",
      "[]",
      "null",
      "7",
      '"t"',
      "{}",
      '{"t":1}',
      '{"t":""}',
      '{"t":"new","t":"new"}',
      "[".repeat(100000),
      '{"a":'.repeat(50000),
      '{"t":"open","id":"\\u0000"}',
      '{"t":"open","id":"\\ud800"}',
      "1e999",
      '{"t":"new","level":1e400}',
      " ".repeat(100000),
      "nul",
      '{"t":"open"}x',
    ]) {
      isError(await client.ask(text), "message", /expected/);
    }
    for (const id of [
      "",
      "x",
      "../../etc/passwd",
      "'; DROP TABLE games;--",
      "x".repeat(100000),
      "%s%s%n",
      "\u0001",
    ]) {
      for (const t of [
        "open",
        "move",
        "undo",
        "resign",
        "draw",
        "decline",
        "go",
        "hint",
        "delete",
      ]) {
        isError(await client.ask({ t, id, usi: "7g7f", side: "sente" }), t, /no game has the id/);
      }
    }
    for (const id of [7, null, [], {}, true]) {
      isError(await client.ask({ t: "open", id }), "open", /"id": expected a text/);
    }
    for (let i = 0; i < 300; i++) client.raw(frame(TEXT, crypto.randomBytes(i).toString("latin1")));
    isError(
      await client.ask({ t: "nix" }, (m) => /"nix"/.test(m.message)),
      "message",
      /known kind/,
    );
    const long = `x${"歩".repeat(80)}`;
    isError(await client.ask({ t: long }), "message", /known kind of message, found "x歩+"/);
    isError(await client.ask({ t: "new", game: long }), "new", /shipped game, found "x歩+"/);
    isError(
      await client.ask({ t: "new", game: "shogi", settings: { [long]: "1" } }),
      "new",
      /x歩+/,
    );
    client.raw(frame(PING, "x"));
    client.raw(
      Buffer.concat([frame(TEXT, '{"t":', { fin: false }), frame(0, '"list"}', { fin: true })]),
    );
    check((await client.next("games")).t === "games", "a message in two fragments");
    client.close();
    for (const bytes of [
      frame(TEXT, Buffer.from([0xff, 0xfe])),
      frame(BINARY, "{}"),
      frame(TEXT, "x".repeat(600000)),
      frame(TEXT, "{}", { masked: false }),
      frame(3, "x"),
      crypto.randomBytes(5000),
      frame(0, "x"),
      Buffer.concat(Array(60).fill(frame(TEXT, "x".repeat(10000), { fin: false }))),
    ]) {
      const bad = await connect();
      bad.raw(bytes);
      await bad.gone(1500);
      bad.close();
    }
    check(
      (await (await connect()).ask({ t: "list" }, "games")).t === "games",
      "the server still answers",
    );
  },

  // Valid messages and game definitions with a few bytes changed: always an answer, and soon.
  // A message of 512 KiB is read, one byte more closes the connection: 1009, message too big (RFC 6455, 7.4.1).
  async longMessages() {
    const MOST = 512 << 10;
    const head = '{"t":"check","variantText":"';
    const tail = '"}';
    const message = (length) => head + "x".repeat(length - head.length - tail.length) + tail;
    const client = await connect();
    const answer = await client.ask(message(MOST), () => true);
    isError(answer, "check", /at most 262144 bytes/);
    client.send(message(MOST + 1));
    check(
      (await client.gone()) && client.closeCode === 1009,
      `${MOST + 1} bytes: closed with ${client.closeCode}`,
    );
    const parts = await connect();
    parts.raw(frame(TEXT, "x".repeat(MOST / 2), { fin: false }));
    parts.raw(frame(CONTINUATION, "x".repeat(MOST / 2 + 1)));
    check(
      (await parts.gone()) && parts.closeCode === 1009,
      `${MOST + 1} bytes in two fragments: closed with ${parts.closeCode}`,
    );
  },

  // The rows of messages.def, the page's types and the document name the same kinds and fields.
  async kinds() {
    const read = (file) => fs.readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
    const rows = messageRows(read("src/connections/messages.def"));
    const typed = [...kindsOf("ClientMessage").keys()].sort();
    check(rows.length >= 30, `the rows of messages.def are found: ${rows.length}`);
    const known = rows.map(({ kind }) => kind).sort();
    check(typed.join() === known.join(), `the page has ${typed}, messages.def ${known}`);
    for (const { kind, fields } of rows) {
      const own = fields.map(({ name, needed, type }) => `${name}${needed ? "" : "?"}: ${type}`);
      const page = fieldsOf(kind);
      const [expected, found] = [own, page].map((each) => each.sort().join("; "));
      check(found === expected, `${kind}: the page has ${found}, messages.def ${expected}`);
    }
    const lines = rows.map(
      ({ kind, right, fields }) =>
        `| \`${kind}\` | ${RIGHTS[right]} | ${fields.map(({ name, needed }) => `\`${name}${needed ? "" : "?"}\``).join(", ")} |`,
    );
    const page = read("docs/web-messages.md");
    const missing = lines.filter((line) => !page.includes(`${line}\n`));
    check(!missing.length, `docs/web-messages.md lacks the lines:\n${missing.join("\n")}`);
    const listed = page.match(/^\| `\w+` \| .* \| .*\|$/gm).filter((line) => lines.includes(line));
    check(listed.length === lines.length, `docs/web-messages.md has each line once`);
    const client = await connect();
    const fieldless = ["list", "ping", "shipped"]; // these are answered
    for (const kind of typed.filter((each) => !fieldless.includes(each))) {
      isError(await client.ask({ t: kind }, "error"), kind, /./);
    }
    // What has a wrong type is refused by its name.
    for (const { kind, fields } of rows.filter(({ right }) => right === "ANYBODY")) {
      for (const [place, { name }] of fields.entries()) {
        const before = fields.slice(0, place).filter(({ needed }) => needed && kind !== "hello");
        const message = Object.fromEntries(before.map((field) => [field.name, "x"]));
        const answer = await client.ask({ t: kind, ...message, [name]: [] }, "error");
        isError(answer, kind, new RegExp(`\\b${name}\\b`));
      }
    }
    isError(await client.ask({ t: "nix" }, "error"), "message", /nix/);
    client.close();
  },

  async mutations() {
    const client = await connect();
    const { id } = await newGame(client);
    const random = generator(20260501);
    const seeds = [
      { t: "open", id },
      { t: "move", id, usi: "7g7f", ply: 0 },
      { t: "undo", id },
      { t: "draw", id, side: "sente" },
      { t: "decline", id },
      { t: "list" },
      { t: "import", game: "shogi", record: "position startpos moves 7g7f 3c3d" },
      { t: "check", variantText: "files=9\nranks=9\nking:K:K:k:e1" },
    ].map((m) => JSON.stringify(m));
    const mutate = (text, edits) => {
      for (let n = 1 + random(edits); n--; ) {
        const at = random(text.length + 1);
        const piece = '{}[]",:=+*/()-.0123456789abcKBRNWFD \n\u00e9'[random(40)] ?? "";
        text = [
          text.slice(0, at) + piece + text.slice(at + 1),
          text.slice(0, at) + piece + text.slice(at),
          text.slice(0, at) + text.slice(at + random(9)),
          text + text.slice(at, at + 40),
        ][random(4)];
      }
      return text;
    };
    let unanswered = 0;
    for (let i = 0; i < 1500; i++) {
      if (
        !(await client.ask(mutate(seeds[i % seeds.length], 4), undefined, 3000).catch(() => null))
      ) {
        unanswered++;
      }
    }
    check(unanswered === 0, `${unanswered} messages without an answer`);
    let slowest = 0;
    for (const game of ["shogi", "suzumu", "ito"]) {
      const { text } = await get(server.port, `/api/variants/${game}.ini`);
      for (let i = 0; i < 150; i++) {
        const started = performance.now();
        const answer = await client
          .ask({ t: "check", variantText: mutate(text, 8) }, undefined, 5000)
          .catch(() => null);
        slowest = Math.max(slowest, performance.now() - started);
        check(["checked", "error"].includes(answer?.t), `check ${game} ${i}: ${answer}`);
      }
    }
    check(slowest < 3000, `the slowest check took ${slowest.toFixed()} ms`);
    client.close();
  },

  async slowReader() {
    const { id } = await newGame(await connect());
    const slow = await connect();
    slow.socket.pause();
    for (let i = 0; i < 4000; i++) slow.send({ t: "list" });
    const other = await connect();
    const started = Date.now();
    check(
      (await other.ask({ t: "open", id }, "game")).id === id && Date.now() - started < 3000,
      "others are served",
    );
    (slow.close(), other.close());
  },

  async http() {
    const { port } = server;
    const page = await get(port, "/");
    check(
      page.status === 200 &&
        /^text\/html/.test(page.headers["content-type"]) &&
        /<!doctype html>/i.test(page.text),
      page.text.slice(0, 100),
    );
    const packed = await get(port, "/fonts/OFL.txt", { headers: { "accept-encoding": "gzip" } });
    const plain = await get(port, "/fonts/OFL.txt");
    check(
      packed.headers["content-encoding"] === "gzip" &&
        zlib.gunzipSync(packed.bytes).equals(plain.bytes),
      "gzip",
    );
    const lasting = page.text.match(/src="([0-9a-f]{12})\/app\.js"/)?.[1];
    check(lasting, "the page's parts lie in a folder that a hash names");
    for (const [encodings, coding, unpack] of [
      ["gzip, deflate, br", "br", zlib.brotliDecompressSync],
      ["br;q=1.0, gzip", "br", zlib.brotliDecompressSync],
      ["gzip,br;q=0", "gzip", zlib.gunzipSync],
      ["gzip;q=0.5, br;q=0.0", "gzip", zlib.gunzipSync],
      ["GZIP", "gzip", zlib.gunzipSync],
      ["xbr, brx", undefined, (bytes) => bytes],
      ["br;q=0, gzip;q=0", undefined, (bytes) => bytes],
    ]) {
      const headers = { "accept-encoding": encodings };
      const part = await get(port, `/${lasting}/fonts/OFL.txt`, { headers });
      check(
        part.headers["content-encoding"] === coding && unpack(part.bytes).equals(plain.bytes),
        `${encodings}: ${part.status}, ${part.headers["content-encoding"]}`,
      );
      check(
        /\bimmutable\b/.test(part.headers["cache-control"]),
        "a part in that folder may be kept",
      );
    }
    check(plain.headers["cache-control"] === "no-cache", "elsewhere it is asked for again");
    const gone = await get(port, "/0123456789ab/app.js");
    check(
      gone.status === 404 && gone.headers["cache-control"] === "no-store",
      `the folder of another version: ${gone.status}`,
    );
    for (const bytes of [
      "\r\n\r\n",
      "GET\r\n\r\n",
      "GET / HTTP/1.1\r\n\r\n",
      "NIX / HTTP/1.1\r\nHost: localhost\r\n\r\n",
      "GET / HTTP/9.9\r\n\r\n",
      crypto.randomBytes(3000),
      "GET /%00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
      `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${"y".repeat(100000)}\r\n\r\n`,
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ]) {
      await exchange(port, bytes, 400);
    }
    const idle = Array.from({ length: 100 }, () =>
      net.connect(port, "127.0.0.1").on("error", () => {}),
    );
    idle.forEach((socket) => socket.write("GET / HT"));
    check((await get(port, "/")).status === 200, "100 half requests don't hinder others");
    idle.forEach((socket) => socket.destroy());
    const many = await Promise.all(Array.from({ length: 200 }, () => get(port, "/")));
    check(
      many.every((answer) => answer.status === 200),
      "200 at once",
    );
  },

  async files() {
    const text = path.join(folder, "text.db");
    const other = path.join(folder, "other.db");
    fs.writeFileSync(
      text,
      "this is no database, but it is long enough to look like a file\n".repeat(50),
    );
    let bad = await startServer(henka, ["--db", text]);
    check((await bad.exit) === 1 && /text\.db.*not a database/.test(bad.errors), bad.errors);
    bad = await startServer(henka, ["--db", folder]);
    check((await bad.exit) === 1 && /cannot open/.test(bad.errors), bad.errors);
    bad = await startServer(henka, ["--db", "/proc/nix/games.db"]);
    check((await bad.exit) === 1 && /folder \/proc\/nix/.test(bad.errors), bad.errors);
    bad = await startServer(henka, ["--db", other, "--port", String(server.port)]);
    check((await bad.exit) === 1 && /port \d+.*in use/.test(bad.errors), bad.errors);
    const home = await startServer(henka, [], { XDG_DATA_HOME: path.join(folder, "share") });
    check(
      home.port &&
        home.port !== server.port &&
        fs.existsSync(path.join(folder, "share/henka/henka.db")),
      "standard place, next free port",
    );
    check((await home.stop()) === 0, `SIGTERM: ${home.errors}`);
    const crowd = await Promise.all(
      [1, 2, 3, 4].map((n) => startServer(henka, ["--db", path.join(folder, `crowd${n}.db`)])),
    );
    check(
      new Set(crowd.map((each) => each.port)).size === 4 && crowd.every((each) => each.port),
      `four at once: ${crowd.map((each) => each.port + each.errors)}`,
    );
    await Promise.all(crowd.map((each) => each.stop()));
    // What another program has written is not written over.
    const a = await connect();
    const { id } = await newGame(a);
    const change = `import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
db.execute("UPDATE games SET moves = '7g7f', plies = 1, turn = 1, version = version + 1 WHERE id = ?", [sys.argv[2]])
db.commit()`;
    execFileSync("python3", ["-c", change, db, id]);
    isError(await a.ask({ t: "move", id, usi: "2g2f" }, "error"), "move", /another program/);
    const stands = await a.ask({ t: "open", id }, "game");
    check(stands.moves.join() === "7g7f", "the other program's move stands");
    a.close();
  },

  async memory() {
    if (process.platform !== "linux") return;
    const rest = await startServer(henka, ["--db", path.join(folder, "rest.db")]);
    await get(rest.port, "/");
    const client = await connect({}, rest.port);
    const { id } = await client.ask({ t: "new", game: "suzumu", gote: "engine", level: 3 }, "game");
    const hint = await client.ask({ t: "hint", id }, "hint");
    client.send({ t: "move", id, usi: hint.usi });
    await client.next((m) => m.t === "game" && m.moves.length === 2, 15000);
    client.close();
    await new Promise((done) => setTimeout(done, 300));
    const rss =
      Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${rest.child.pid}/status`, "utf8"))[1]) /
      1024;
    console.log(`memory at rest after a search: ${rss.toFixed(1)} MB`);
    check(rss < 64 || fs.readFileSync(henka).includes("__asan_init"), `at rest ${rss} MB`);
    check((await rest.stop()) === 0, rest.errors);
  },
};

// Pseudo-random numbers below n, the same in every run.
function generator(state) {
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

// One setting of a game that isn't standard.
async function someSetting(client, name) {
  const fresh = await connect();
  const { games } = await fresh.ask({ t: "shipped" });
  const option = games.find((game) => game.name === name).options[0];
  fresh.close();
  return { [option.name]: option.choices.find((choice) => choice.value !== option.default).value };
}

// How docs/web-messages.md calls the rights of messages.def.
const RIGHTS = {
  ANYBODY: "everyone",
  LOBBY: "a browser, where there is a lobby",
  GAME: "everyone",
  HOLDER: "a holder of the game",
  SEAT: "a player of a game of two",
  CHAT: "a player of a game of two, with `--chat`",
  SIDE: "the player of `side`",
};
const FIELD_TYPES = {
  NUMBER: "number",
  BOOLEAN: "boolean",
  SIDE: "SideName",
  SEAT: "Seat",
  OFFER: "OfferKind",
  CLOCK: "ClockRules",
  OBJECT: "Settings",
};

/** The rows of messages.def: of each kind its right and its fields, with the types that the page has for them. */
function messageRows(text) {
  const types = Object.fromEntries(
    [...text.matchAll(/^FIELD\((\w+), (\w+),/gm)].map(([, name, type]) => [
      name,
      FIELD_TYPES[type] ?? "string",
    ]),
  );
  return [...text.matchAll(/^MESSAGE\((\w+), (\w+), (.*)\)$/gm)].map(([, kind, right, uses]) => ({
    kind,
    right,
    fields: [...uses.matchAll(/(NEEDS|MAY|ASKS)\((\w+)\)/g)].map(([, how, name]) => ({
      name,
      needed: how !== "MAY",
      type: types[name],
    })),
  }));
}

// Kinds that only two people hear: seats.mjs hears them. Who waits for the engine is heard in holds.mjs; what is declined, and notices, in answers.mjs.
const TOLD = new Set(
  "presence tokens chat changed challenged challenges matched feed queue declined notices".split(
    " ",
  ),
);

// The server sent each kind of the page's types in all tests together, and no other.
function checkHeardKinds() {
  const typed = [...kindsOf("ServerMessage").keys()].filter((kind) => !TOLD.has(kind)).sort();
  const heard = [...Client.kinds].filter((kind) => !TOLD.has(kind)).sort();
  check(typed.join() === heard.join(), `the page has ${typed}, the server sent ${heard}`);
}

async function serverAgain(name) {
  const { exitCode, signalCode } = server.child;
  if (exitCode === null && !signalCode) return;
  check(false, `${name}: the server ended (${signalCode ?? exitCode}): ${server.errors}`);
  server = await startServer(henka, ["--db", db]);
}

await runTests(tests, {
  folder,
  only,
  after: serverAgain,
  async last() {
    if (!only) checkHeardKinds();
    check((await server.stop()) === 0, `clean end: ${server.errors}`);
  },
});
