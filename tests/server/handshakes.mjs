// handshakes - connections that ask for the WebSocket in every broken way, and go: the server holds. node handshakes.mjs HENKA [COUNT of each kind, 40] [FIRST kind]
import crypto from "node:crypto";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { Client, TEXT, frame, startServer, loopHolds } from "./wire.mjs";

const [, , henka, count = "40", first = ""] = process.argv;
const AT_ONCE = 20;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "henka-handshakes-"));
const server = await startServer(henka, [
  ...["--db", path.join(folder, "games.db")],
  ...["connections-per-address=1000000", "connections=8192"].flatMap((limit) => ["--limit", limit]),
]);
if (!server.port) (console.log("the server did not start:", server.errors), process.exit(1));

const key = `Sec-WebSocket-Key: ${crypto.randomBytes(16).toString("base64")}`;
const version = "Sec-WebSocket-Version: 13";
const protocol = "Sec-WebSocket-Protocol: henka";
const request = (...headers) =>
  [
    "GET /ws HTTP/1.1",
    `Host: 127.0.0.1:${server.port}`,
    "Upgrade: websocket",
    "Connection: Upgrade",
    ...headers,
    "",
    "",
  ].join("\r\n");
const good = request(version, key, protocol);
const message = frame(TEXT, '{"t":"new","game":"shogi"}');

// What is written, piece by piece; then how the connection ends: "reset" or "end" at once, "answer" and a reset at the first byte of the answer.
const kinds = {
  resetAtOnce: [[good], "reset"],
  endAtOnce: [[good], "end"],
  resetAtTheAnswer: [[good], "answer"],
  resetBeforeAnything: [[], "reset"],
  endBeforeAnything: [[], "end"],
  halfARequest: [[good.slice(0, good.length >> 1)], "reset"],
  halfARequestEnded: [[good.slice(0, good.length >> 1)], "end"],
  allButTheLastByte: [[good.slice(0, -1)], "reset"],
  byteByByte: [[...good], "reset"],
  messageInTheSameBreath: [[Buffer.concat([Buffer.from(good), message])], "reset"],
  messageBehindIt: [[good, message], "answer"],
  halfAFrameBehindIt: [[Buffer.concat([Buffer.from(good), message.subarray(0, 9)])], "reset"],
  twoRequests: [[good + good], "answer"],
  noneOfThem: [[request()], "answer"],
  protocolAlone: [[request(protocol)], "answer"],
  noKey: [[request(version, protocol)], "answer"],
  noKeyReset: [[request(version, protocol)], "reset"],
  emptyKey: [[request(version, protocol, "Sec-WebSocket-Key: ")], "answer"],
  longKey: [[request(version, protocol, `Sec-WebSocket-Key: ${"A".repeat(300)}`)], "answer"],
  noVersion: [[request(key, protocol)], "answer"],
  oldVersion: [[request("Sec-WebSocket-Version: 8", key, protocol)], "answer"],
  noProtocol: [[request(version, key)], "answer"],
  otherProtocol: [[request(version, key, "Sec-WebSocket-Protocol: chat")], "answer"],
  longerProtocol: [[request(version, key, "Sec-WebSocket-Protocol: henkanix")], "answer"],
  manyProtocols: [
    [request(version, key, `Sec-WebSocket-Protocol: ${"x, ".repeat(200)}henka`)],
    "answer",
  ],
  extensions: [
    [request(version, key, protocol, "Sec-WebSocket-Extensions: nix; nix=nix, nix")],
    "answer",
  ],
  otherUpgrade: [[good.replace("Upgrade: websocket", "Upgrade: h2c")], "answer"],
  foreignOrigin: [[request(version, key, protocol, "Origin: http://evil.example")], "answer"],
  foreignOriginReset: [[request(version, key, protocol, "Origin: http://evil.example")], "reset"],
  foreignHost: [[good.replace("127.0.0.1", "evil.example")], "answer"],
  otherPath: [[good.replace("/ws", "/wsx")], "answer"],
  post: [[good.replace("GET", "POST")], "answer"],
  withABody: [[request(version, key, protocol, "Content-Length: 1000000")], "answer"],
  manyHeaders: [[request(version, key, protocol, ...Array(100).fill("X: y"))], "answer"],
  longHeader: [[request(version, key, protocol, `X: ${"y".repeat(10000)}`)], "answer"],
  nulBytes: [[good.replace("websocket", "web\0socket")], "answer"],
  noise: [[crypto.randomBytes(500)], "reset"],
};

// One broken handshake; resolves when the connection is gone.
function attempt([pieces, ending]) {
  return new Promise((resolve) => {
    const socket = net.connect({ port: server.port, host: "127.0.0.1", noDelay: true }, () => {
      for (const piece of pieces) socket.write(piece);
      if (ending === "end") socket.end();
      if (ending === "reset") socket.resetAndDestroy();
    });
    socket.on("data", () => ending === "answer" && socket.resetAndDestroy());
    socket.on("error", () => {});
    socket.on("close", resolve);
  });
}

let tried = 0;
let failed = 0;
for (const [name, kind] of Object.entries(kinds)) {
  if (first && name !== first) continue;
  for (let at = 0; at < Number(count); at += AT_ONCE) {
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, Number(count) - at) }, () => attempt(kind)),
    );
  }
  tried++;
  const client = await Client.connect(server.port).catch(() => null);
  const hello = await client?.next("hello").catch(() => null);
  client?.close();
  const { exitCode, signalCode } = server.child;
  if (hello && exitCode === null && signalCode === null) continue;
  failed++;
  console.log(`${name}: ${signalCode ?? exitCode ?? "no greeting after it"} ${server.errors}`);
  if (signalCode || exitCode !== null) break;
}
const code = await server.stop();
if (code !== 0 && !failed) (failed++, console.log(`the end: ${code} ${server.errors}`));
fs.rmSync(folder, { recursive: true });
if (!loopHolds()) failed++;
console.log(`${tried - failed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
