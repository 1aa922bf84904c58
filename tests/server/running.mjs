// running - how a server is run: where it listens, under which names it is reached, whom it believes, what it tells about itself, how it ends. node running.mjs HENKA [TEST]
import { execFileSync, spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import {
  Client,
  check,
  connect,
  end,
  exchange,
  get,
  given,
  runTests,
  startFresh,
  startServer,
} from "./wire.mjs";

const { henka, only, folder } = given("running");

// A port that nobody listens on at the moment.
const freePort = () =>
  new Promise((found) => {
    const probe = net.createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => found(port));
    });
  });

const start = (args, env) => startFresh({ henka, folder }, args, { env });

const statusOf = (text) => Number(/^HTTP\/1\.[01] (\d+)/.exec(text)?.[1]);
const ask = async (port, lines, path_ = "/") =>
  statusOf(
    await exchange(port, `GET ${path_} HTTP/1.1\r\nConnection: close\r\n${lines}\r\n\r\n`, 3000),
  );

// Asks for the WebSocket. [the status, or 0 when the connection is closed; the socket]
const upgrade = (port, lines) =>
  new Promise((done) => {
    const socket = net.connect(port, "127.0.0.1", () =>
      socket.write(
        "GET /ws HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n" +
          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: henka\r\n" +
          `${lines.join("\r\n")}\r\n\r\n`,
      ),
    );
    socket.once("data", (data) => done([statusOf(data.toString("latin1")), socket]));
    socket.once("error", () => done([0, socket]));
    socket.once("close", () => done([0, socket]));
  });

const contributed = (name) =>
  fs.readFileSync(new URL(`../../contrib/${name}`, import.meta.url), "utf8");

// A server behind another one, which `configured(its port, the server's)` gives the arguments for: the page, a game, what is refused. Left out
// where the program isn't there.
async function behind(name, configured) {
  const program = [...process.env.PATH.split(":"), "/usr/sbin"]
    .map((directory) => path.join(directory, name))
    .find((file) => fs.existsSync(file));
  if (!program) return console.log(`there is no ${name} here: its example is not tried`);
  const port = await freePort();
  const server = await start(["--base-url", `http://127.0.0.1:${port}`, "--trust-proxy=127.0.0.1"]);
  const home = { HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder };
  const proxy = spawn(program, configured(port, server.port), {
    env: { ...process.env, ...home },
  });
  let said = "";
  proxy.stderr.on("data", (data) => (said += data));
  const gone = new Promise((done) => proxy.on("exit", done));
  let page;
  for (let i = 0; i < 400 && page?.status !== 200 && proxy.exitCode === null; i++) {
    page = await get(port, "/").catch(() => new Promise((done) => setTimeout(done, 25)));
  }
  check(/^<!doctype html>/.test(page?.text), `the page: ${page?.status} ${said}`);
  if (page?.status === 200) {
    const origin = `http://127.0.0.1:${port}`;
    const client = await Client.connect(port, { origin });
    check(client.status === 101, `the WebSocket: ${client.status}`);
    const { id } = await client.ask({ t: "new", game: "shogi" }, "game");
    client.send({ t: "move", id, usi: "7g7f", ply: 0 });
    await client.next((m) => m.t === "game" && m.moves.length === 1);
    check((await get(port, `/api/games/${id}.txt`)).text.includes("7g7f"), "the record");
    check((await Client.connect(port, { origin: "http://evil.example" })).status === 403, "Origin");
    check((await get(port, "/metrics")).status === 404, "the figures are not passed on");
    check((await get(port, "/healthz")).status === 200, "its health is");
    client.close();
  }
  proxy.kill();
  await gone;
  await end(server);
}

const tests = {
  // Words that are no addresses, and addresses that need a word more.
  async refused() {
    const db = ["--db", path.join(folder, "refused.db")];
    for (const [args, code, words] of [
      [["--listen", "nowhere.example"], 2, /--listen: expected ADDRESS/],
      [["--listen", "127.0.0.1:0"], 2, /--listen/],
      [["--listen", ""], 2, /--listen/],
      [["--listen"], 2, /--listen/],
      [Array(9).fill("--listen=127.0.0.1"), 2, /--listen/],
      [["--listen", "192.0.2.1:8642", "--insecure"], 1, /port 8642 on 192\.0\.2\.1: /],
      [["--listen", "0.0.0.0"], 1, /plain HTTP.*--insecure/],
      [["--listen", "127.0.0.1", "--listen", "[::]:8642"], 1, /plain HTTP.*--insecure/],
      [["--listen", "0.0.0.0", "--base-url", "https://example.org"], 1, /--insecure/],
      [["--base-url", "example.org"], 2, /--base-url: expected http/],
      [["--base-url", "https://example.org/henka"], 2, /--base-url/],
      [["--trust-proxy", "proxy"], 2, /--trust-proxy: expected ADDRESS/],
      [["--trust-proxy", "10.0.0.0/33"], 2, /--trust-proxy/],
      [Array(17).fill("--trust-proxy=10.0.0.1"), 2, /--trust-proxy/],
    ]) {
      const server = await startServer(henka, [...db, ...args]);
      if (server.port) await server.stop("SIGKILL");
      check(!server.port && (await server.exit) === code, `${args}: ${await server.exit}`);
      check(words.test(server.errors), `${args}: ${server.errors}`);
    }
  },

  // Two addresses at once; a port that is taken is said.
  async addresses() {
    const [one, two] = [await freePort(), await freePort()];
    const server = await start(["--listen", `127.0.0.1:${one}`, "--listen", `127.0.0.2:${two}`]);
    check(
      server.output === `http://127.0.0.1:${one}/\nhttp://127.0.0.2:${two}/\n`,
      `it prints ${server.output}`,
    );
    check((await get(one, "/")).status === 200, "the first address");
    const second = await new Promise((done) => {
      const socket = net.connect(two, "127.0.0.2", () =>
        socket.write("GET / HTTP/1.0\r\nHost: 127.0.0.2\r\n\r\n"),
      );
      socket.once("data", (data) => (socket.destroy(), done(data.toString())));
      socket.once("error", (error) => done(error.message));
    });
    check(statusOf(second) === 200, `the second: ${second.slice(0, 40)}`);
    const late = await startServer(henka, [
      "--db",
      path.join(folder, "late.db"),
      `--listen=127.0.0.1:${one}`,
    ]);
    check(!late.port && (await late.exit) === 1, "a port is taken twice");
    check(late.errors.includes(`port ${one} on 127.0.0.1: `), late.errors);
  },

  // Who may ask under which name, from which page.
  async names() {
    const server = await start(["--base-url", "https://henka.example.org"]);
    const { port } = server;
    check(server.output.endsWith("\nhttps://henka.example.org/\n"), server.output);
    for (const [host, status] of [
      ["henka.example.org", 200],
      ["HENKA.example.org:443", 200],
      [`127.0.0.1:${port}`, 200],
      ["henka.example.org:8642", 400],
      ["evil.example", 400],
      ["10.0.0.1", 400],
      ["henka.example.org.evil.example", 400],
    ]) {
      check((await ask(port, `Host: ${host}`)) === status, `Host ${host}`);
    }
    for (const [origin, host, status] of [
      ["https://henka.example.org", "henka.example.org", 101],
      ["https://henka.example.org", `127.0.0.1:${port}`, 101],
      [`http://127.0.0.1:${port}`, `127.0.0.1:${port}`, 101],
      ["http://henka.example.org", "henka.example.org", 403],
      ["https://evil.example", "henka.example.org", 403],
      ["https://evil.example", "evil.example", 400],
      ["null", "henka.example.org", 403],
    ]) {
      const [found, socket] = await upgrade(port, [`Host: ${host}`, `Origin: ${origin}`]);
      socket.destroy();
      check(found === status, `Origin ${origin}, Host ${host}: ${found}`);
    }
    const { headers } = await get(port, "/");
    check(
      headers["content-security-policy"].includes("'self' wss://henka.example.org ws://localhost"),
      headers["content-security-policy"],
    );
  },

  // Whom a proxy asks for is believed of the proxies that were named, and of nobody else.
  async proxies() {
    const limit = ["--limit", "connections-per-address=2"];
    const trusting = await start(["--trust-proxy", "127.0.0.1", ...limit]);
    const more = (address) => ({ headers: { "x-forwarded-for": address } });
    const open = (port, address, proto = "http") =>
      upgrade(port, [
        "Host: localhost",
        `Origin: ${proto}://localhost`,
        `X-Forwarded-For: ${address}`,
        `X-Forwarded-Proto: ${proto}`,
      ]);
    const sockets = [];
    for (const [address, status] of [
      ["198.51.100.1", 101],
      ["198.51.100.1", 101],
      ["198.51.100.1", 429],
      ["198.51.100.9, 198.51.100.1", 429],
      ["198.51.100.2", 101],
      ["2001:db8::1", 101],
      ["2001:db8::2", 101],
      ["2001:db8::3", 429],
      ["2001:db8:0:1::3", 101],
    ]) {
      const [found, socket] = await open(trusting.port, address);
      check(found === status, `${address}: ${found}, expected ${status}`);
      sockets.push(socket);
    }
    check(
      (await get(trusting.port, "/", more("198.51.100.1"))).status === 429,
      "a page for one who has too many connections",
    );
    check((await get(trusting.port, "/", more("198.51.100.7"))).status === 200, "for another");
    // What a visitor himself says before that is nothing to us, however much of it there is.
    for (const said of ["127.0.0.1", "x".repeat(1100), Array(300).fill("127.0.0.1").join(", ")]) {
      const found = await get(trusting.port, "/metrics", more(`${said}, 198.51.100.7`));
      check(found.status !== 200, `a visitor who says ${said.length} bytes is no proxy`);
    }
    const [https, last] = await open(trusting.port, "198.51.100.8", "https");
    check(https === 101, "over HTTPS");
    sockets.push(last);
    for (const socket of sockets) socket.destroy();
    await end(trusting);

    const wary = await start(["--trust-proxy", "10.0.0.0/8", ...limit]);
    const later = [];
    for (const [i, status] of [101, 101, 429].entries()) {
      const [found, socket] = await open(wary.port, `198.51.100.${i}`);
      check(found === status, `not believed: ${found}, expected ${status}`);
      later.push(socket);
    }
    for (const client of later) client.destroy();
    await end(wary);
    // What can't be read gives fewer rights: nobody's games and figures are for this machine, whoever asks for somebody is not it.
    for (const args of [["--trust-proxy", "127.0.0.1"], []]) {
      const server = await start(args);
      const local = await connect(server);
      local.send({ t: "new", game: "shogi" });
      const { id } = await local.next("game");
      const said = ["nonsense", "127.0.0.1, unknown", ",", "x".repeat(1500), "::1, _hidden"];
      if (!args.length) said.push("127.0.0.1", "198.51.100.1");
      for (const forwarded of said) {
        const stranger = await connect(server, null, { forwarded });
        const { games } = await stranger.ask({ t: "list" }, "games");
        check(games.length === 0, `${forwarded.slice(0, 40)} lists nobody's games`);
        const refused = await stranger.ask({ t: "delete", id }, "error");
        check(refused.key === "NOT_YOUR_GAME", `${forwarded.slice(0, 40)}: ${refused.key}`);
        const { status } = await get(server.port, "/metrics", more(forwarded));
        check(status === 404, `${forwarded.slice(0, 40)}: the figures are not for everybody`);
        stranger.close();
      }
      check((await local.ask({ t: "list" }, "games")).games.length === 1, "this machine does");
      check((await get(server.port, "/metrics")).status === 200, "and has the figures");
      local.close();
      await end(server);
    }
    // Behind a proxy that isn't believed all are one visitor, for the engine too.
    const one = ["--limit", "searches-waiting-per-visitor=1"];
    const shared = await start(one);
    const players = [];
    let thinking = 0;
    for (let i = 0; i < os.cpus().length + 3; i++) {
      players.push(await connect(shared, null, { forwarded: `198.51.100.${i}` }));
      players[i].send({ t: "new", game: "shogi", sente: "engine", movetimeMs: 600_000 });
      thinking += (await players[i].next("game")).thinking ? 1 : 0;
    }
    const threads = Math.max(1, os.cpus().length - 1);
    check(thinking <= threads + 1, `${thinking} of ${players.length} games think or wait`);
    for (const player of players) player.close();
    await end(shared);
    const strict = await start();
    check((await open(strict.port, "198.51.100.1", "https"))[0] === 403, "HTTPS is not believed");
    await end(strict);
  },

  // All limits with what they mean, as they are set; the documentation names each with its standard.
  limits() {
    const print = (...args) =>
      execFileSync(henka, ["serve", "--limits", ...args])
        .toString()
        .trim()
        .split("\n");
    const lines = print();
    check(lines.length >= 30, `${lines.length} limits`);
    const page = fs.readFileSync(new URL("../../docs/web-messages.md", import.meta.url), "utf8");
    const table = page.slice(page.indexOf("## Limits"), page.indexOf("## HTTP"));
    const named = [...table.matchAll(/`([a-z]+(?:-[a-z]+)+|connections|challenges)`/g)];
    const names = lines.map((line) => {
      const [, name, number, standard] =
        /^([a-z-]+)=(\d+): [a-z].*; standard (\d+)$/.exec(line) ?? [];
      check(number && number === standard, line);
      return name;
    });
    check(
      names.slice().sort().join() === [...new Set(named.map((m) => m[1]))].sort().join(),
      `in the documentation: ${named.map((m) => m[1])}`,
    );
    check(print("--limit", `${names[3]}=7`)[3].startsWith(`${names[3]}=7: `), "as it is set");
  },

  // The answer to HEAD is a head, whatever it says.
  async heads() {
    const server = await start();
    for (const [path_, host, status] of [
      ["/", "localhost", 200],
      ["/nix", "localhost", 404],
      ["/ws", "localhost", 400],
      ["/", "evil.example", 400],
      ["/api/games/0123456789ab.txt", "localhost", 404],
      ["/api/games/x", "localhost", 404],
      ["/api/games/0123456789ab.txt?format=nix", "localhost", 400],
      [`/${"x".repeat(600)}`, "localhost", 400],
    ]) {
      const answer = await exchange(
        server.port,
        `HEAD ${path_} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
        3000,
      );
      const [head, ...body] = answer.split("\r\n\r\n");
      check(statusOf(head) === status, `${path_.slice(0, 40)}: ${head.slice(0, 40)}`);
      check(body.join("") === "", `${path_.slice(0, 40)} of ${host}: a body "${body}"`);
    }
  },

  // Is it well, and what does it do? Figures for those who run it, in the form that Prometheus reads.
  async figures() {
    const server = await start(["--log", "--trust-proxy=127.0.0.1", "--trust-proxy=10.0.0.1"]);
    const health = await get(server.port, "/healthz");
    check(health.status === 200 && health.text === "ok\n", `${health.status} ${health.text}`);
    const client = await Client.connect(server.port);
    await client.next("hello");
    await client.ask({ t: "list" });
    await client.ask({ t: "list" });
    await client.ask({ t: "nix" });
    await client.ask({ t: "check", variantText: "files=3" }, "checked");
    const { id } = await client.ask({ t: "new", game: "shogi", sente: "engine", level: 1 }, "game");
    await client.next((m) => m.t === "game" && m.moves.length === 1, 60000);
    const answer = await get(server.port, "/metrics");
    check(
      answer.headers["content-type"] === "text/plain; version=0.0.4; charset=utf-8",
      answer.headers["content-type"],
    );
    check(answer.text.endsWith("\n") && !answer.text.includes(id), "the end; no game is named");
    const values = new Map();
    const types = new Map();
    for (const line of answer.text.trim().split("\n")) {
      const head = /^# (HELP|TYPE) (henka_[a-z_]+) (.+)$/.exec(line);
      if (head?.[1] === "TYPE") {
        check(!types.has(head[2]), `${line}: twice`);
        types.set(head[2], head[3]);
      }
      if (head) continue;
      const sample = /^(henka_[a-z_]+)(\{[a-z]+="[\w.+-]+"\})? (-?[0-9.]+(?:e[-+][0-9]+)?)$/.exec(
        line,
      );
      check(sample, `not of the format: ${line}`);
      if (!sample) continue;
      const family = types.has(sample[1])
        ? sample[1]
        : sample[1].replace(/_(bucket|sum|count)$/, "");
      check(types.has(family), `${line}: no TYPE`);
      check((types.get(family) === "counter") === family.endsWith("_total"), `${line}: its name`);
      values.set(sample[1] + (sample[2] ?? ""), Number(sample[3]));
    }
    for (const [name, expected] of [
      ['henka_messages_total{kind="list"}', 2],
      ['henka_messages_total{kind="unknown"}', 1],
      ['henka_messages_total{kind="new"}', 1],
      ['henka_http_answers_total{status="2xx"}', 1],
      ["henka_websockets", 1],
      ["henka_connections", 2],
      ["henka_games_in_memory", 1],
      ["henka_store_failing", 0],
      ["henka_search_seconds_count", 1],
      ["henka_searches_running", 0],
      ['henka_queue_length{of="store"}', 0],
      ['henka_loop_info{waits="libuv"}', process.env.HENKA_LOOP === "poll" ? undefined : 1],
    ]) {
      check(values.get(name) === expected, `${name} is ${values.get(name)}`);
    }
    check(values.get("henka_work_seconds_count") >= 2, "the worker's jobs");
    check(values.get("henka_store_commit_seconds_count") >= 2, "the store's transactions");
    check(values.get("henka_loop_rounds_total") > 5, "the loop's rounds");
    const busy = values.get("henka_loop_busy_longest_seconds");
    check(busy > 0 && busy <= values.get("henka_loop_busy_seconds_total"), `busy for ${busy} s`);
    for (const part of ["message-list", "message-new", "stored", "worked", "searched", "receive"]) {
      const longest = values.get(`henka_loop_part_longest_seconds{part="${part}"}`);
      check(longest > 0 || longest === 0, `no figure of ${part}`);
    }
    for (const [name, type] of types) {
      if (type !== "histogram") continue;
      const buckets = [...values].filter(([key]) => key.startsWith(`${name}_bucket`));
      check(buckets.length === 14, `${name}: ${buckets.length} buckets`);
      check(
        buckets.every(([, count], i) => !i || count >= buckets[i - 1][1]),
        `${name}: ${buckets}`,
      );
      check(buckets.at(-1)[1] === values.get(`${name}_count`), `${name}: the last bucket`);
    }
    for (const [address, status] of [
      ["198.51.100.1", 404],
      ["127.0.0.2", 200],
      ["10.0.0.1", 200],
      ["10.0.0.2", 404],
    ]) {
      const other = await get(server.port, "/metrics", {
        headers: { "x-forwarded-for": address },
      });
      check(other.status === status, `/metrics for ${address}: ${other.status}`);
    }
    fs.rmSync(server.db);
    await client.ask({ t: "move", id, usi: "3c3d", ply: 1 });
    const ill = await get(server.port, "/healthz");
    check(ill.status === 503, `games that can't be stored: ${ill.status}`);
    check(ill.text === "games cannot be stored at the moment\n", ill.text);
    client.close();
    await end(server);
    const failed = server.errors.split("\n").filter((line) => line.includes('"event":"failure"'));
    check(/removed or replaced/.test(failed[0] && JSON.parse(failed[0]).why), server.errors);
  },

  // One server serves a file. What is left of one that was killed, and a copy, keep nobody out.
  async alone() {
    const db = path.join(folder, "alone.db");
    const first = await startServer(henka, ["--db", db]);
    const second = await startServer(henka, ["--db", db]);
    check((await second.exit) === 1, "a second server on the same file");
    check(
      /^henka serve: another henka serve has .*alone\.db open: /.test(second.errors),
      second.errors,
    );
    check((await get(first.port, "/healthz")).status === 200, "the first one serves on");
    const copy = path.join(folder, "alone-copy.db");
    fs.copyFileSync(db, copy);
    const other = await startServer(henka, ["--db", copy]);
    check(other.port, `a copy of the file: ${other.errors}`);
    await end(other);
    first.child.kill("SIGKILL");
    await first.exit;
    const next = await startServer(henka, ["--db", db]);
    check(next.port, `after a server that was killed: ${next.errors}`);
    await end(next);
    for (const name of ["", "serve"]) {
      const refused = spawnSync(henka, [name || "export", "--db", ""], { encoding: "utf8" });
      check(
        refused.status === 1 && /expected the name of a file/.test(refused.stderr),
        refused.stderr,
      );
    }
  },

  // The log has every event on a line of JSON, and nobody's secrets.
  async log() {
    const server = await start(["--log"]);
    const secret = "s3cr3ts3cr3t";
    const client = await Client.connect(server.port, { path: `/ws?token=${secret}` });
    await client.next("hello");
    const { id } = await client.ask({ t: "new", game: "shogi" }, "game");
    await client.ask({ t: "open", id: secret });
    for (const place of ["/", `/?t=${secret}`, `/${secret}`, `/api/games/${secret}.txt?t=${id}`]) {
      await get(server.port, place);
    }
    await get(server.port, "/", { headers: { host: secret, cookie: secret, referer: secret } });
    await get(server.port, "/", { method: "POST", body: secret });
    client.close();
    await end(server);
    const lines = server.errors.trim().split("\n");
    const events = lines.map((line) => JSON.parse(line));
    check(
      events.every((each) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(each.time)),
      server.errors,
    );
    const kinds = events.map((each) => (each.route ? `${each.route} ${each.status}` : each.event));
    for (const kind of "start,connect,disconnect,leave,end,page 200,other 404,other 400,other 405,record 404".split(
      ",",
    )) {
      check(kinds.includes(kind), `${kind} is not in ${kinds}`);
    }
    check(!server.errors.includes(secret) && !server.errors.includes(id), server.errors);

    // Nobody reads the log: the server doesn't wait for him, neither now nor at its end.
    const unread = await start(["--log"]);
    unread.child.stderr.pause();
    const many = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(50);
    for (let i = 0; i < 60; i++) await exchange(unread.port, many, 20);
    check((await get(unread.port, "/healthz")).status === 200, "it still answers");
    await end(unread);
  },

  // The example for nginx, as it stands but for the certificate and the ports.
  async nginx() {
    await behind("nginx", (port, behindIt) => {
      const example = contributed("nginx.conf")
        .replace(/^ *(ssl_certificate|listen \[).*\n/gm, "")
        .replace("listen 443 ssl http2;", `listen 127.0.0.1:${port};`)
        .replace("proxy_set_header Host $host;", "proxy_set_header Host $http_host;")
        .replaceAll("127.0.0.1:8642", `127.0.0.1:${behindIt}`);
      const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
        .join("\n");
      const file = path.join(folder, "nginx.conf");
      fs.writeFileSync(
        file,
        `daemon off; pid ${folder}/nginx.pid; error_log stderr;\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${example}}\n`,
      );
      return ["-c", file, "-p", folder, "-e", "stderr"];
    });
  },

  // The example for Caddy, as it stands but for the name, which would get a certificate, and the ports.
  async caddy() {
    await behind("caddy", (port, behindIt) => {
      const example = contributed("Caddyfile")
        .replace(
          /^henka\.example\.org \{$/m,
          `http://127.0.0.1:${port}, http://localhost:${port} {`,
        )
        .replaceAll("127.0.0.1:8642", `127.0.0.1:${behindIt}`);
      const file = path.join(folder, "Caddyfile");
      fs.writeFileSync(file, `{\n\tadmin off\n}\n${example}`);
      return ["run", "--adapter", "caddyfile", "--config", file];
    });
  },

  // The command that sets a club's server up: what it writes, with stand-ins for the programs that build, install and start.
  async club() {
    const [etc, bin, done] = ["etc", "bin", "done"].map((name) => path.join(folder, name));
    for (const each of ["default", "caddy"]) {
      fs.mkdirSync(path.join(etc, each), { recursive: true });
    }
    fs.mkdirSync(bin);
    const standIn = (name, lines) =>
      fs.writeFileSync(path.join(bin, name), `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
    for (const name of ["apt-get", "systemctl"]) standIn(name, `echo "${name} $*" >>"$DONE"`);
    standIn("dpkg-buildpackage", "[ -f debian/control ] && : >../henka_1_all.deb");
    standIn("id", "echo 0");
    const club = (...args) =>
      spawnSync(fileURLToPath(new URL("../../contrib/henka-club", import.meta.url)), args, {
        env: { ...process.env, PATH: `${bin}:${process.env.PATH}`, HENKA_ETC: etc, DONE: done },
        encoding: "utf8",
      });
    const kept = (name) => fs.readFileSync(path.join(etc, name), "utf8");
    const options = () => /^HENKA_OPTIONS="(.*)"$/m.exec(kept("default/henka"))?.[1];
    for (const args of [[], ["a", "b"], [""], ["https://a"], ["a b"], ["-a"], ["a/b"], ['a"b']]) {
      const { status, stderr } = club(...args);
      check(status === 2 && stderr && !fs.existsSync(done), `${args}: ${status} ${stderr}`);
    }
    fs.writeFileSync(path.join(etc, "default/henka"), contributed("henka.default"));
    fs.writeFileSync(path.join(etc, "caddy/Caddyfile"), ":80 {\n}");
    const first = club("play.example.org");
    check(first.status === 0 && first.stdout.includes("https://play.example.org/"), first.stderr);
    const proxied = "--trust-proxy 127.0.0.1";
    check(options() === `--port 8642 --base-url https://play.example.org ${proxied}`, options());
    check(
      /^#HENKA_OPTIONS=.*henka\.example\.org/m.test(kept("default/henka")),
      "the example stays",
    );
    check(kept("caddy/Caddyfile") === ":80 {\n}\nimport henka.caddy\n", kept("caddy/Caddyfile"));
    const site = contributed("Caddyfile").replace("\nhenka.example.org", "\nplay.example.org");
    check(kept("caddy/henka.caddy") === site, kept("caddy/henka.caddy"));
    const did = fs.readFileSync(done, "utf8");
    for (const line of [
      /^apt-get build-dep .*\/henka$/m,
      /^apt-get install .*\/henka_1_all\.deb$/m,
      /^apt-get install --yes caddy$/m,
      /^systemctl enable henka caddy$/m,
      /^systemctl restart henka$/m,
      /^systemctl reload-or-restart caddy$/m,
    ]) {
      check(line.test(did), `${line}: ${did}`);
    }
    // Another name, and an option that somebody added.
    const chatting = kept("default/henka").replace(/^(HENKA_OPTIONS=".*)"$/m, '$1 --chat"');
    fs.writeFileSync(path.join(etc, "default/henka"), chatting);
    check(club("club.example.org").status === 0, "another name");
    const now = `--port 8642 --base-url https://club.example.org ${proxied} --chat`;
    check(options() === now, options());
    check(kept("caddy/Caddyfile") === ":80 {\n}\nimport henka.caddy\n", kept("caddy/Caddyfile"));
    check(kept("caddy/henka.caddy").includes("\nclub.example.org {"), kept("caddy/henka.caddy"));
    // A service that doesn't run is said.
    standIn("systemctl", '[ "$1" != is-active ] || [ "$3" != caddy ]');
    const failing = club("club.example.org");
    check(failing.status === 1 && !failing.stdout, `${failing.status} ${failing.stdout}`);
    check(/caddy doesn't run; journalctl -u caddy/.test(failing.stderr), failing.stderr);
  },

  // Games as records, out of one database and into another, and a copy of it, all while the server runs.
  async archive() {
    const server = await start();
    const { db } = server;
    const client = await Client.connect(server.port);
    await client.next("hello");
    const shogi = (await get(server.port, "/api/variants/shogi.ini")).text;
    const made = { variantText: shogi.replace(/^name=.*$/m, "name=mine") };
    const games = [
      { game: "shogi" },
      { game: "ito" },
      { game: "shogi", settings: { strict: "on" } },
    ];
    // A game whose clock runs is among them.
    games[0].clock = { kind: "byoyomi", mainMs: 600000, byoyomiMs: 30000, periods: 1 };
    const ids = [];
    for (const fields of [...games, { ...made, settings: { strict: "on" } }]) {
      const game = await client.ask({ t: "new", ...fields }, "game");
      if (fields.game !== "ito") {
        client.send({ t: "move", id: game.id, usi: "7g7f", ply: 0 });
        await client.next((m) => m.t === "game" && m.moves.length === 1);
      }
      ids.push(game.id);
    }
    await client.ask({ t: "resign", id: ids[2], side: "gote" }, (m) => m.t === "game" && m.result);
    const run = (...args) => spawnSync(henka, args, { encoding: "utf8" });
    const copy = path.join(folder, "copy.db");
    check(run("backup", "--db", db, copy).status === 0, "a backup while the server runs");
    check((fs.statSync(copy).mode & 0o777) === 0o600, "nobody else may read the copy");
    check(!fs.existsSync(`${copy}.part`), "nothing else is left");
    const again = run("backup", "--db", db, copy);
    check(again.status === 1 && /is there already/.test(again.stderr), again.stderr);
    const whole = run("export", "--db", db);
    check(whole.status === 0 && whole.stdout.trim().split("\n").length === 4, whole.stderr);
    check(
      ids.every((id) => whole.stdout.includes(`"id":"${id}"`)),
      "every game is there",
    );
    check(run("export", "--db", copy).stdout === whole.stdout, "the copy has the same games");
    const file = path.join(folder, "games.jsonl");
    check(run("export", "--db", db, file).status === 0, "into a file");
    check(fs.readFileSync(file, "utf8") === whole.stdout, "the same");
    check(run("export", "--db", db, file).status === 1, "over a file that is there");
    const other = path.join(folder, "other.db");
    check(run("import", "--db", other, file).status === 0, "into a new database");
    check(run("export", "--db", other, "-").stdout === whole.stdout, "the round trip");
    const known = run("import", "--db", other, file);
    check(/^0 games done, 4 known/.test(known.stderr), known.stderr);
    client.close();
    await end(server);
    const second = await startServer(henka, ["--db", other]);
    const reader = await Client.connect(second.port);
    for (const id of ids) {
      const game = await reader.ask({ t: "open", id }, (m) => m.t === "game" || m.t === "error");
      check(
        game.t === "game" && game.moves.length === (id === ids[1] ? 0 : 1),
        JSON.stringify(game),
      );
      check(
        (game.result?.reason === "resignation") === (id === ids[2]),
        JSON.stringify(game.result),
      );
    }
    reader.close();
    await end(second);
    const good = JSON.parse(whole.stdout.split("\n")[0]);
    const lines = [
      "",
      "nonsense",
      "[]",
      "{}",
      JSON.stringify({ ...good, id: "no id" }),
      JSON.stringify({ ...good, id: undefined, record: "nonsense" }),
      JSON.stringify({ ...good, id: undefined, definition: "nonsense" }),
      JSON.stringify({ ...good, id: undefined, settings: 1 }),
      ...[
        '"updated":9223372036854775807',
        '"updated":-9223372036854775808',
        '"updated":9223372036854775808',
        '"created":253402300800000',
        '"created":-1',
        '"created":1.5',
        '"created":"1"',
      ].map((time) =>
        JSON.stringify({ ...good, id: undefined }).replace(
          new RegExp(`${time.slice(0, 9)}:\\d+`),
          time,
        ),
      ),
      JSON.stringify({ ...good, id: undefined, record: good.record.replace("7g7f", "1a1b") }),
      JSON.stringify({ ...good, id: undefined }),
    ];
    const mixed = spawnSync(henka, ["import", "--db", path.join(folder, "mixed.db")], {
      input: lines.join("\n"),
      encoding: "utf8",
    });
    check(
      mixed.status === 1 && /^1 game done, 0 known already, 16 refused$/m.test(mixed.stderr),
      mixed.stderr,
    );
    // A person without a name has none again, in whichever language and version the record was written.
    const unnamed = ["Human", "名無しさん", "人", "Humans"].map((name) =>
      JSON.stringify({
        ...good,
        id: undefined,
        record: good.record.replace("sente: Human", `sente: ${name}`),
      }),
    );
    const people = path.join(folder, "people.db");
    spawnSync(henka, ["import", "--db", people], { input: unnamed.join("\n") });
    const names = run("export", "--db", people)
      .stdout.match(/sente: [^\\]*/g)
      ?.sort();
    check(`${names}` === "sente: Human,sente: Human,sente: Human,sente: Humans", names);
    // A file may hold 33,280 bytes: of 36,000 only those that are written as it is closed have no room.
    const first = whole.stdout.split("\n")[0];
    const many = Math.floor(36000 / (Buffer.byteLength(first) + 1));
    const crowded = path.join(folder, "crowded.db");
    const taken = spawnSync(henka, ["import", "--db", crowded], {
      input: `${JSON.stringify({ ...good, id: undefined })}\n`.repeat(many),
      encoding: "utf8",
    });
    check(taken.status === 0, taken.stderr);
    const small = path.join(folder, "small.jsonl");
    const limited = 'ulimit -f 65; trap "" XFSZ; exec "$0" "$@"';
    const cut = spawnSync("sh", ["-c", limited, henka, "export", "--db", crowded, small], {
      encoding: "utf8",
    });
    check(
      cut.status === 1 && cut.stderr === `henka: ${small}: File too large\n`,
      `${many} games in a file without room: ${cut.status} ${cut.stderr}`,
    );
    fs.writeFileSync(path.join(folder, "foreign.db"), "not a database");
    for (const args of [
      ["backup", "--db", path.join(folder, "foreign.db"), path.join(folder, "x.db")],
      ["backup", "--db", path.join(folder, "nix.db"), path.join(folder, "x.db")],
      ["backup", "--db", copy, path.join(folder, "nix/x.db")],
      ["export", "--db", path.join(folder, "foreign.db")],
      ["export", "--db", path.join(folder, "nix.db")],
      ["import", "--db", other, path.join(folder, "nix")],
    ]) {
      const { status, stderr } = run(...args);
      check(status === 1 && stderr.startsWith("henka: "), `${args}: ${status} ${stderr}`);
    }
    check(!fs.existsSync(path.join(folder, "x.db")), "no copy where there was nothing to copy");
    check(!fs.existsSync(path.join(folder, "nix.db")), "reading makes no database");
  },

  // Who is connected is told to come again; what was sent before is stored.
  async restart() {
    for (const env of [{}, { HENKA_LOOP: "poll" }]) {
      const server = await start([], env);
      const clients = [];
      for (let i = 0; i < 20; i++) clients.push(await Client.connect(server.port));
      for (const client of clients) await client.next("hello");
      const { id } = await clients[0].ask({ t: "new", game: "shogi" }, "game");
      clients[0].send({ t: "move", id, usi: "7g7f", ply: 0 });
      await clients[0].next((m) => m.t === "game" && m.moves.length === 1);
      for (const client of clients.slice(10)) client.socket.pause(); // they never hear of it
      const idle = net.connect(server.port, "127.0.0.1");
      idle.on("error", () => {});
      check((await server.stop()) === 0, `${JSON.stringify(env)}: ${server.errors}`);
      for (const client of clients.slice(0, 10)) {
        await client.gone();
        check(client.closeCode === 1012, `closed with ${client.closeCode}`);
      }
      for (const client of clients) client.close();
      idle.destroy();
      const again = await startServer(henka, ["--db", server.db], env);
      const client = await Client.connect(again.port);
      const game = await client.ask({ t: "open", id }, "game");
      check(game.moves.join() === "7g7f", JSON.stringify(game.moves));
      client.close();
      await end(again);
    }
  },
};

await runTests(tests, { folder, only, ends: true });
