// wire - a WebSocket client that can also misbehave, a server to talk to, and the runner of tests that do so. Node's own client is missing before version 22, and polite.
import crypto from "node:crypto";
import fs from "node:fs";
import http from "node:http";
import net from "node:net";
import os from "node:os";
import { join, resolve as absolute } from "node:path";
import { execFileSync, spawn } from "node:child_process";
import { check, finish } from "../check.mjs";

export { check };

export const CONTINUATION = 0;
export const TEXT = 1;
export const BINARY = 2;
export const CLOSE = 8;
export const PING = 9;
export const PONG = 10;

export function frame(opcode, payload, { masked = true, fin = true } = {}) {
  const data = Buffer.from(payload);
  const length = data.length;
  const mask = crypto.randomBytes(4);
  const head =
    length < 126 ? Buffer.from([0, length]) : length < 65536 ? Buffer.alloc(4) : Buffer.alloc(10);
  if (length >= 65536) ((head[1] = 127), head.writeBigUInt64BE(BigInt(length), 2));
  else if (length >= 126) ((head[1] = 126), head.writeUInt16BE(length, 2));
  head[0] = (fin ? 128 : 0) | opcode;
  if (!masked) return Buffer.concat([head, data]);
  head[1] |= 128;
  for (let i = 0; i < length; i++) data[i] ^= mask[i & 3];
  return Buffer.concat([head, mask, data]);
}

// Processor time that a round of the server's loop may take. A busy machine counts some of what others take.
const LOOP_MOST_MS = 50;

export class Client {
  static kinds = new Set(); // of all messages from servers, so far
  messages = [];
  waiting = [];
  bytes = Buffer.alloc(0);
  closed = false;

  static connect(
    port,
    { path = "/ws", protocol = "henka", origin, forwarded, host = `127.0.0.1:${port}` } = {},
  ) {
    return new Promise((resolve, reject) => {
      const socket = net.connect(port, "127.0.0.1");
      const client = new Client();
      let head = Buffer.alloc(0);
      client.socket = socket;
      socket.on("error", () => {});
      socket.on("close", () => (client.end(), reject(new Error("closed"))));
      socket.on("connect", () =>
        socket.write(
          `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
            `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${crypto.randomBytes(16).toString("base64")}\r\n${
              protocol ? `Sec-WebSocket-Protocol: ${protocol}\r\n` : ""
            }${origin ? `Origin: ${origin}\r\n` : ""}${
              forwarded ? `X-Forwarded-For: ${forwarded}\r\n` : ""
            }\r\n`,
        ),
      );
      const shake = (data) => {
        head = Buffer.concat([head, data]);
        const length = head.indexOf("\r\n\r\n");
        if (length < 0) return;
        socket.off("data", shake);
        client.status = Number(head.toString("latin1", 9, 12));
        if (client.status !== 101) return (socket.destroy(), resolve(client));
        socket.on("data", (more) => client.receive(more));
        client.receive(head.subarray(length + 4));
        resolve(client);
      };
      socket.on("data", shake);
    });
  }

  receive(data) {
    this.bytes = Buffer.concat([this.bytes, data]);
    for (;;) {
      if (this.bytes.length < 2) return;
      let length = this.bytes[1] & 127;
      let start = 2;
      if (length === 126) {
        ((length = this.bytes.length < 4 ? Infinity : this.bytes.readUInt16BE(2)), (start = 4));
      } else if (length === 127) {
        ((length = this.bytes.length < 10 ? Infinity : Number(this.bytes.readBigUInt64BE(2))),
          (start = 10));
      }
      if (this.bytes.length < start + length) return;
      const opcode = this.bytes[0] & 15;
      const payload = this.bytes.subarray(start, start + length);
      this.bytes = this.bytes.subarray(start + length);
      if (opcode === TEXT || opcode === 0) this.text = (this.text ?? "") + payload.toString();
      if (opcode === CLOSE) this.closeCode = payload.length >= 2 ? payload.readUInt16BE(0) : 1005;
      if ((opcode === TEXT || opcode === 0) && !(this.text === undefined)) {
        const message = JSON.parse(this.text);
        Client.kinds.add(message.t);
        this.messages.push(message);
        this.text = undefined;
      }
      this.serve();
    }
  }

  end() {
    this.closed = true;
    this.serve();
  }

  serve() {
    this.waiting = this.waiting.filter((each) => !each.try());
  }

  raw(bytes) {
    this.socket.write(bytes);
  }

  send(message) {
    this.raw(frame(TEXT, typeof message === "string" ? message : JSON.stringify(message)));
  }

  // The next message that fits; those before it are dropped.
  next(fits, ms = 10000) {
    const wanted = typeof fits === "string" ? (m) => m.t === fits : fits;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no message fits ${fits}`)), ms);
      const attempt = () => {
        const place = this.messages.findIndex(wanted);
        if (place < 0 && !this.closed) return false;
        clearTimeout(timer);
        place < 0 ? reject(new Error("closed")) : resolve(this.messages.splice(0, place + 1).pop());
        return true;
      };
      if (!attempt()) this.waiting.push({ try: attempt });
    });
  }

  ask(message, fits, ms) {
    this.messages = [];
    this.send(message);
    return this.next(fits ?? (() => true), ms);
  }

  gone(ms = 5000) {
    if (this.closed) return Promise.resolve(true);
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), ms);
      this.socket.once("close", () => (clearTimeout(timer), resolve(true)));
    });
  }

  close() {
    this.socket.destroy();
  }
}

// Servers that run: a test that fails takes its own with it.
const running = new Set();
const killAll = () => running.forEach(({ child }) => child.kill("SIGKILL"));
process.on("exit", killAll);

// { port, child, stop() → exit code, kill() }; stderr gathers in `errors`.
export function startServer(henka, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(henka, ["serve", ...args], { env: { ...process.env, ...env } });
    const server = { child, errors: "", output: "" };
    running.add(server);
    child.on("exit", () => running.delete(server));
    server.exit = new Promise((done) => child.on("exit", (code, signal) => done(signal ?? code)));
    server.stop = async (signal = "SIGTERM") => {
      await readLoop(server.port);
      child.kill(signal);
      return server.exit;
    };
    child.stderr.on("data", (data) => (server.errors += data));
    child.stdout.on("data", (data) => {
      server.output += data;
      const found = /http:\/\/127\.0\.0\.1:(\d+)\//.exec(server.output);
      if (found) ((server.port = Number(found[1])), resolve(server));
    });
    server.exit.then(() => resolve(server));
  });
}

let files = 0;

// A server on a database of its own.
export async function startFresh({ henka, folder }, args = [], { db, env } = {}) {
  const file = db ?? join(folder, `${++files}.db`);
  const server = await startServer(henka, ["--db", file, ...args], env);
  if (!server.port) throw new Error(`${args}: ${server.errors}`);
  return Object.assign(server, { db: file });
}

// The same with a clock of its own: `at` moves it to so many milliseconds after the start (HENKA_CLOCK, src/games/watch.h).
export async function startClocked(of, args = [], { db, from = 0 } = {}) {
  const clock = join(of.folder, `${++files}.clock`);
  const file = fs.openSync(clock, "w+");
  const at = (ms) =>
    fs.writeSync(file, new BigInt64Array([1_800_000_000_000n + BigInt(ms)]), 0, 8, 0);
  at(from);
  return Object.assign(await startFresh(of, args, { db, env: { HENKA_CLOCK: clock } }), { at });
}

export async function end(server) {
  check((await server.stop()) === 0, `the end: ${server.child.signalCode} ${server.errors}`);
}

// How the browser of this name says who it is.
export const token = (name) => `${name}-of-a-browser`.padEnd(30, "x");

// A connection that was greeted, of the browser with this name; without one it doesn't say who it is.
export async function connect(server, name = null, options = {}) {
  const client = await Client.connect(server.port, options);
  if (client.status !== 101) return client;
  client.hello = await client.next("hello");
  if (name) client.send({ t: "hello", browser: token(name), name });
  return client;
}

// What most messages are answered with.
export const answer = (m) => m.t === "game" || m.t === "error";

// Pseudo-random numbers below n, the same for one seed.
export function randomOf(seed) {
  let state = Number(seed);
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

export const show = (value) => JSON.stringify(value)?.slice(0, 400);

// Runs SQL on the file by another program.
export const sql = (db, text) =>
  execFileSync("python3", [
    "-c",
    "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute(sys.argv[2]); c.commit()",
    db,
    text,
  ]);

export function get(port, path, { method = "GET", headers = {}, body } = {}) {
  return new Promise((resolve, reject) => {
    const request = http.request({ port, path, method, headers, agent: false }, (reply) => {
      const parts = [];
      reply.on("data", (part) => parts.push(part));
      reply.on("end", () =>
        resolve({
          status: reply.statusCode,
          headers: reply.headers,
          bytes: Buffer.concat(parts),
          text: Buffer.concat(parts).toString(),
        }),
      );
    });
    request.on("error", reject);
    request.end(body);
  });
}

// Bytes in, bytes out, until the server closes or the time is over.
export function exchange(port, bytes, ms = 1500) {
  return new Promise((resolve) => {
    let heard = "";
    const socket = net.connect(port, "127.0.0.1", () => socket.write(bytes));
    const done = () => (socket.destroy(), resolve(heard));
    socket.on("data", (data) => (heard += data.toString("latin1")));
    socket.on("close", done);
    socket.on("error", done);
    setTimeout(done, ms);
  });
}

/* ---- the server's loop */

// The longest rounds of the loops of all servers that were stopped here: its processor time, which other programs don't lengthen, and the part of its
// work that took longest.
const loop = { servers: 0, ms: 0, part: "", partMs: 0 };

// Keeps what a server that is still there says of its loop; nothing when it doesn't answer.
export async function readLoop(port) {
  const told = await get(port, "/metrics").catch(() => null);
  if (told?.status !== 200) return;
  const longest = /^henka_loop_busy_longest_seconds (\S+)$/m.exec(told.text)[1];
  loop.servers++;
  loop.ms = Math.max(loop.ms, 1000 * Number(longest));
  for (const [, part, seconds] of told.text.matchAll(
    /^henka_loop_part_longest_seconds\{part="([^"]*)"\} (\S+)$/gm,
  )) {
    if (1000 * seconds > loop.partMs) [loop.part, loop.partMs] = [part, 1000 * seconds];
  }
}

// Prints what readLoop kept. False: a loop was away from its connections for longer than it may be.
export function loopHolds() {
  if (!loop.servers) return true;
  const words = `${loop.ms.toFixed(1)} ms, ${loop.partMs.toFixed(1)} ms in "${loop.part}"`;
  console.log(`the loop of ${loop.servers} servers was away, at the longest: ${words}`);
  return loop.ms < LOOP_MOST_MS || process.env.HENKA_SANITIZED === "1";
}

// What a file of tests is given: the program, the one test that is asked for, and a folder, which runTests removes.
export function given(name) {
  const [, , henka, only] = process.argv;
  const folder = fs.mkdtempSync(join(os.tmpdir(), `henka-${name}-`));
  return { henka: absolute(henka), only, folder };
}

// Runs the tests of a table of functions one after another, or the one named `only`. `after` comes after each test,
// `last` after all; with `ends` the servers that a test leaves are ended after it. Then the folder is removed, the counts
// are printed and the process ends.
export async function runTests(
  tests,
  { folder, only, ends = false, after = () => {}, last = () => {} },
) {
  if (only && !tests[only]) check(false, `no test is called ${only}: ${Object.keys(tests)}`);
  for (const [name, test] of Object.entries(tests)) {
    if (only && only !== name) continue;
    try {
      await test();
      if (ends) for (const server of [...running]) await end(server);
    } catch (error) {
      check(false, `${name}: ${error.stack}`);
      if (ends) killAll();
    }
    await after(name);
  }
  await last();
  check(loopHolds(), "the server's loop was away for too long");
  fs.rmSync(folder, { recursive: true, force: true });
  process.exit(finish());
}
