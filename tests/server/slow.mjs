// slow - games that somebody made up so that their moves take long to find, or for ever: who sent one is refused in words, and keeps nobody else waiting. node slow.mjs HENKA [TEST]
//
// What comes before what is tested, no time: the slow work takes a second or so of processor time on any machine, what others ask for takes some milliseconds.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { check, connect, end, get, given, runTests, startFresh, startServer } from "./wire.mjs";

const { henka, only, folder } = given("slow");
const start = () => startFresh({ henka, folder });
const isAnswer = (m) => m.t === "game" || m.t === "error" || m.t === "refused";
const newGame = (client, fields) => client.ask({ t: "new", ...fields }, isAnswer);

// Walks of `legs` legs over whatever stands there, round a torus, in so many ways: each leg multiplies the paths by five.
function walks(legs, ways) {
  const atoms = ["N", "C", "Z", "NX", "CX", "NY", "CY", "ZX"];
  const modes = ["mp", "p", "mcp", "m"];
  return atoms
    .flatMap((atom) => modes.map((mode) => `oo${mode}a${"mpa".repeat(legs)}k${atom}`))
    .slice(0, ways)
    .join("");
}

const head = "files=16\nranks=16\nsymmetry=rotate\nroyalRule=capture\nroyal=K\nrepetition=none\n";

// Sixty kinds of such pieces.
function slowText() {
  const lines = [`name=slow\n${head}king:K:K:k:p8`];
  for (let i = 0; i < 60; i++) {
    const id = String.fromCharCode(65 + Math.floor(i / 26), 65 + (i % 26));
    lines.push(
      `p${i}:${id}:${walks(4, 32)}:x:${String.fromCharCode(97 + (i % 16))}${1 + (i >> 4)}`,
    );
  }
  return lines.join("\n");
}

// One such piece, that moves slowly, but not too slowly to begin.
const heavyText = `name=heavy\n${head}king:K:K:k:p8\nheavy:HH:${walks(3, 10)}:x:a1\n`;
// A pawn that turns into one: nobody sees at the beginning what is to come.
const turningText =
  `name=turns\nfiles=16\nranks=16\nsymmetry=rotate\nroyal=K\nrepetition=none\npromoZone=15\n` +
  `pawn:P:fWfcF:x:h8\nking:K:W:k:a1\nslow:+P:${walks(4, 32)}\n`;

const tooMuch = (m, piece) =>
  m.t === "error" && /too much work/.test(m.message) && m.message.includes(`\`${piece}\``);

const tests = {
  // A new game whose moves nobody can list; others' new games, stored games and records meanwhile.
  async building() {
    const server = await start();
    const [evil, other, third] = [
      await connect(server),
      await connect(server),
      await connect(server),
    ];
    const shogi = await newGame(other, { game: "shogi" });
    const heavy = await newGame(other, { variantText: heavyText });
    check(shogi.t === "game" && heavy.t === "game", JSON.stringify(heavy));
    for (const { id } of [shogi, heavy]) other.send({ t: "close", id });
    evil.send({ t: "new", variantText: slowText() });
    evil.send({ t: "new", variantText: slowText() });
    const fresh = await newGame(third, { game: "suzumu" });
    const opened = await third.ask({ t: "open", id: shogi.id }, isAnswer);
    const made = await third.ask({ t: "open", id: heavy.id }, isAnswer);
    const record = await get(server.port, `/api/games/${shogi.id}.txt`);
    const slower = await get(server.port, `/api/games/${heavy.id}.txt`);
    check(!evil.messages.some(isAnswer), "others waited for it");
    check(fresh.t === "game", JSON.stringify(fresh));
    check(opened.id === shogi.id && made.id === heavy.id, JSON.stringify([opened, made]));
    check(/Henka record/.test(record.text) && /Henka record/.test(slower.text), record.text);
    const refused = await evil.next(isAnswer, 120000);
    check(
      refused.t === "error" && /too much work: the moves of `[A-C][A-Z]`/.test(refused.message),
      JSON.stringify(refused),
    );
    // In Japanese too, and of a challenge.
    const japanese = await connect(server);
    japanese.send({ t: "hello", browser: "b".repeat(32), name: "", language: "ja" });
    const said = await japanese.ask({ t: "challenge", variantText: slowText() }, isAnswer, 120000);
    check(/「[A-C][A-Z]」の動き/.test(said.message), JSON.stringify(said));
  },

  // A record of a slow game, of which each move is played: none of others' games waits, made up or not.
  async replaying() {
    const server = await start();
    const [evil, other] = [await connect(server), await connect(server)];
    const forth = ["1i1h", "16h16i", "1h1i", "16i16h"];
    const moves = Array.from({ length: 2000 }, (_, i) => forth[i % 4]).join(" ");
    const record = `position startpos moves ${moves}`;
    evil.send({ t: "import", variantText: heavyText, record });
    const shogi = await newGame(other, { game: "shogi" });
    const made = await newGame(other, { variantText: turningText });
    const moved = await other.ask({ t: "move", id: made.id, usi: "16p15p", ply: 0 }, isAnswer);
    check(!evil.messages.some(isAnswer), "others waited for it");
    check(shogi.t === "game" && moved.moves?.length === 1, JSON.stringify(moved));
    const refused = await evil.next(isAnswer, 120000);
    check(tooMuch(refused, "HH"), JSON.stringify(refused));
    const short = `position startpos moves ${forth.join(" ")}`;
    const kept = await evil.ask({ t: "import", variantText: heavyText, record: short }, isAnswer);
    check(kept.moves?.length === 4, JSON.stringify(kept));
    // A quick game may last long, but each move is compared with all before it.
    const quick = `name=quick\n${head}king:K:K:k:p8\n`;
    const long = Array.from({ length: 40000 }, (_, i) => forth[i % 4]).join(" ");
    evil.send({ t: "import", variantText: quick, record: `position startpos moves ${long}` });
    const longest = await evil.next(isAnswer, 120000);
    check(/too much work/.test(longest.message), JSON.stringify(longest).slice(0, 300));
  },

  // What a text is checked for is what a new game of it is refused for.
  async checking() {
    const server = await start();
    const client = await connect(server);
    const listText = `name=list\n${head}king:K:K:k:p8\nslow:HH:${walks(4, 32)}:x:a1\n`;
    for (const [variantText, piece] of [
      [slowText(), null],
      [listText, "HH"],
      [heavyText, undefined],
      [turningText, undefined],
    ]) {
      const isChecked = (m) => m.t === "checked" || m.t === "error";
      const checked = await client.ask({ t: "check", variantText }, isChecked, 60000);
      const made = await client.ask({ t: "new", variantText }, isAnswer, 60000);
      const name = /^name=(.*)/.exec(variantText)[1];
      if (piece === undefined) {
        check(checked.name === name && made.t === "game", name);
      } else {
        check(
          checked.t === "error" && made.t === "error" && checked.message === made.message,
          `${name}: checked ${JSON.stringify(checked)}, made ${JSON.stringify(made)}`,
        );
      }
      if (piece) check(tooMuch(checked, piece), JSON.stringify(checked));
    }
  },

  // A move into a position whose moves take too long is refused, and the game goes on without it.
  async moving() {
    const server = await start();
    const client = await connect(server);
    const { id } = await newGame(client, { variantText: turningText });
    const refused = await client.ask({ t: "move", id, usi: "9i9h+", ply: 0 }, isAnswer, 60000);
    check(tooMuch(refused, "+P"), JSON.stringify(refused));
    const moved = await client.ask({ t: "move", id, usi: "9i9h", ply: 0 }, isAnswer, 60000);
    check(moved.moves?.length === 1 && moved.moves[0] === "9i9h", JSON.stringify(moved));
    // The engine looks at such moves too, and ends in time.
    client.send({ t: "hint", id });
    const hint = await client.next((m) => m.t === "hint" || m.t === "error", 60000);
    check(hint.t === "hint" && hint.ply === 1, JSON.stringify(hint));
    const back = await client.ask({ t: "undo", id }, isAnswer, 60000);
    check(back.moves?.length === 0, JSON.stringify(back));
    const engine = { variantText: turningText, gote: "engine", level: 1 };
    const against = await newGame(client, engine);
    client.send({ t: "move", id: against.id, usi: "9i9h", ply: 0 });
    const answered = await client.next((m) => m.moves?.length === 2 || m.t === "error", 60000);
    check(answered.t !== "error" || /takes too much work/.test(answered.message), answered.message);
  },

  // Exported, imported and exported again: what is played here stays as it is, what is too slow is refused by the piece that makes it slow.
  async archived() {
    const db = path.join(folder, "archived.db");
    const server = await startServer(henka, ["--db", db]);
    const client = await connect(server);
    const { id } = await newGame(client, { variantText: heavyText });
    const moved = await client.ask({ t: "move", id, usi: "1i1h", ply: 0 }, isAnswer, 60000);
    check(moved.moves?.length === 1, JSON.stringify(moved));
    await end(server);
    const run = (input, ...args) => spawnSync(henka, args, { encoding: "utf8", input });
    const whole = run("", "export", "--db", db);
    check(whole.stdout.includes(`"id":"${id}"`), whole.stderr);
    const other = path.join(folder, "imported.db");
    const back = run(whole.stdout, "import", "--db", other);
    check(back.status === 0, back.stderr);
    check(run("", "export", "--db", other).stdout === whole.stdout, "the round trip");
    const good = { ...JSON.parse(whole.stdout), id: undefined };
    const forth = ["1i1h", "16h16i", "1h1i", "16i16h"];
    const moves = Array.from({ length: 20000 }, (_, i) => forth[i % 4]).join(" ");
    const long = JSON.stringify({ ...good, record: `position startpos moves ${moves}` });
    const refused = run(`${long}\n`, "import", "--db", other);
    check(/^1: .*the moves of `HH`/m.test(refused.stderr), refused.stderr);
    // As if an older server had let it be played.
    const change =
      "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('UPDATE definitions SET text = ?', (sys.argv[2],)); c.execute('UPDATE games SET start = ?', (sys.argv[3],)); c.commit()";
    const crowd = `15k/${`${"{HH}".repeat(16)}/`.repeat(14)}K15 b - 1`;
    const changed = [other, heavyText.replace(walks(3, 10), walks(4, 32)), crowd];
    check(spawnSync("python3", ["-c", change, ...changed]).status === 0, "another text");
    const left = run("", "export", "--db", other);
    check(left.stdout === "" && /the moves of `HH`/.test(left.stderr), left.stderr);
  },

  // The end comes in the midst of all that.
  async ending() {
    const server = await start();
    const [evil, other] = [await connect(server), await connect(server)];
    const forth = ["1i1h", "16h16i", "1h1i", "16i16h"];
    const moves = Array.from({ length: 2000 }, (_, i) => forth[i % 4]).join(" ");
    evil.send({ t: "new", variantText: slowText() });
    other.send({ t: "import", variantText: heavyText, record: `position startpos moves ${moves}` });
    const third = await connect(server);
    check((await newGame(third, { game: "shogi" })).t === "game", "a game meanwhile");
    check(!evil.messages.some(isAnswer), "the slow game was built before");
    for (const client of [evil, other, third]) client.onclose = () => client.socket.destroy();
  },
};

await runTests(tests, { folder, only, ends: true });
