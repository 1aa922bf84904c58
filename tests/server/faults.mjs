// faults - the faults that are known of libwebsockets 4.1.6, each attacked by the path on which a visitor could reach it (docs/decisions/023). node faults.mjs HENKA [TEST]
//
// Under address sanitizer a use of freed memory ends the server; libwebsockets' own reads are seen where it is compiled so too.
import crypto from "node:crypto";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { Client, TEXT, check, exchange, frame, get, runTests, startServer } from "./wire.mjs";

const henka = path.resolve(process.argv[2]);
const only = process.argv[3];
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "henka-faults-"));
const server = await startServer(henka, [
  ...["--db", path.join(folder, "games.db")],
  ...["--limit", "messages-per-second-per-address=100000"],
]);
if (!server.port) (console.log("the server did not start:", server.errors), process.exit(1));
const { port } = server;

const request = (line, ...headers) =>
  [line, `Host: 127.0.0.1:${port}`, ...headers, "", ""].join("\r\n");
const GET = "GET /healthz HTTP/1.1";
const upgradeTo = (what, ...more) =>
  request(GET, `Upgrade: ${what}`, "Connection: Upgrade", ...more);
const statuses = (text) =>
  [...text.matchAll(/HTTP\/1\.[01] (\d+)/g)].map((each) => Number(each[1]));

// What comes for pieces that are written one after another, each when something has come for the one before; "closed" where the server ended it.
function converse(pieces, ms = 2000) {
  return new Promise((resolve) => {
    let text = "";
    let next = 0;
    const socket = net.connect(port, "127.0.0.1", () => socket.write(pieces[next++]));
    const timer = setTimeout(() => (socket.destroy(), resolve({ text, closed: false })), ms);
    socket.on("data", (data) => {
      text += data.toString("latin1");
      if (next < pieces.length) socket.write(pieces[next++]);
    });
    socket.on("error", () => {});
    socket.on("close", () => (clearTimeout(timer), resolve({ text, closed: true })));
  });
}

async function alive(what) {
  const { exitCode, signalCode } = server.child;
  const answer = await get(port, "/healthz").catch(() => null);
  check(
    answer?.status === 200,
    `${what}: ${signalCode ?? exitCode ?? "no answer"} ${server.errors}`,
  );
}

const tests = {
  // CVE-2025-11677: what is neither a WebSocket nor h2c was answered and its headers freed, and then they were read. It took a second request on a
  // connection that is kept.
  async upgradeFreed() {
    const good = request(GET);
    for (const what of ["foo", "TLS/1.0", "websocket2", "h2", "h2c, websocket", "x".repeat(3000)]) {
      for (const pieces of [
        [upgradeTo(what)],
        [good + upgradeTo(what)],
        [good, upgradeTo(what)],
        [good, upgradeTo(what), upgradeTo(what)],
        [request("HEAD / HTTP/1.1", "Connection: keep-alive") + upgradeTo(what)],
        [request("GET / HTTP/1.1", "Connection: keep-alive"), upgradeTo(what)],
      ]) {
        const { text, closed } = await converse(pieces);
        const found = statuses(text);
        check(closed && found.length <= 1, `${what.slice(0, 20)}: ${found}, closed: ${closed}`);
      }
    }
    await alive("an upgrade that nobody knows");
  },

  // A request that also asks for h2c is answered by HTTP/1.1; HTTP/2 is never spoken, so none of the faults of its frames can be reached.
  async noHttp2() {
    const settings = "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA";
    for (const [line, status] of [
      ["GET / HTTP/1.1", 200],
      ["HEAD / HTTP/1.1", 200],
      ["GET /healthz HTTP/1.1", 200],
      ["GET /nothing HTTP/1.1", 404],
      ["GET /ws HTTP/1.1", 400],
      ["POST / HTTP/1.1", 405],
    ]) {
      for (const name of ["h2c", "H2C"]) {
        const asked = request(
          line,
          `Upgrade: ${name}`,
          "Connection: Upgrade, HTTP2-Settings",
          settings,
        );
        const { text, closed } = await converse([asked]);
        check(
          closed && statuses(text).join() === `${status}`,
          `${line}, ${name}: ${statuses(text)}`,
        );
        check(
          text.startsWith("HTTP/1.1 ") && !/^upgrade:/im.test(text),
          `${line}: ${text.slice(0, 300)}`,
        );
      }
    }
    const whole = await converse([upgradeTo("h2c", settings)]);
    check(whole.text.endsWith("\r\n\r\nok\n"), whole.text);
    const preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";
    const { text } = await converse([Buffer.from(preface, "latin1")]);
    check(!text.includes("\0\0") && !text.startsWith("\0"), `a preface of HTTP/2: ${text}`);
    await alive("HTTP/2");
  },

  // What comes behind a request is never taken for another one, however its length is said: nothing can be smuggled past a proxy that reads it otherwise.
  async oneRequest() {
    const hidden = request("GET /api/variants/shogi.ini HTTP/1.1");
    for (const headers of [
      [],
      ["Connection: keep-alive"],
      ["Transfer-Encoding: chunked"],
      ["Transfer-Encoding : chunked"],
      ["Transfer-Encoding\t: chunked"],
      ["Transfer-Encoding  \t : chunked"],
      ["Transfer-Encoding: x, chunked"],
      ["Content-Length: 5"],
      ["Content-Length : 5"],
      ["Content-Length: 0"],
      ["Content-Length: 0, 5"],
      ["Content-Length: 0", "Content-Length: 5"],
      ["Content-Length: -1"],
      ["Content-Length: -9223372036854775808"],
      ["Content-Length: 99999999999999999999"],
      ["Content-Length: 5", "Transfer-Encoding: chunked"],
    ]) {
      for (const method of ["GET", "HEAD", "POST", "PUT", "OPTIONS"]) {
        const first = request(`${method} /healthz HTTP/1.1`, ...headers);
        for (const pieces of [[`${first}0\r\n\r\n${hidden}`], [first, `0\r\n\r\n${hidden}`]]) {
          const { text, closed } = await converse(pieces);
          const what = `${method} ${headers.join()}`;
          check(
            closed && statuses(text).length <= 1,
            `${what}: ${statuses(text)}, closed: ${closed}`,
          );
          check(!text.includes("name=shogi"), `${what}: what comes behind it is answered`);
        }
      }
    }
    const plain = await converse([request(GET)]);
    check(/^connection: close$/im.test(plain.text.replaceAll("\r", "")), plain.text);
    await alive("lengths");
  },

  // CONNECT made a silent connection of raw bytes, without a timeout.
  async connect() {
    for (const line of ["CONNECT 127.0.0.1:22 HTTP/1.1", "CONNECT / HTTP/1.1"]) {
      const { text, closed } = await converse([request(line), "bytes"], 4000);
      check(closed && !statuses(text).includes(200), `${line}: ${text}, closed: ${closed}`);
    }
    await alive("CONNECT");
  },

  // The place of an argument, of an unknown header and of a name at the end of the room for headers (4096 bytes): one byte was not looked at before it was
  // stepped over.
  async endOfRoom() {
    for (let length = 3900; length <= 4110; length += 3) {
      const answers = await Promise.all([
        exchange(
          port,
          request(`GET /?${"a&".repeat(30)}${"b".repeat(length - 100)}&c&d HTTP/1.1`),
          3000,
        ),
        exchange(port, request(GET, `X: ${"y".repeat(length - 60)}`, "Z:1"), 3000),
        exchange(port, request(GET, `${"n".repeat(length - 60)}: 1`), 3000),
      ]);
      const odd = answers.filter((text) => text && !/^HTTP\/1\.1 [234]\d\d/.test(text));
      check(!odd.length, `${length}: ${odd.map((text) => text.slice(0, 60))}`);
    }
    await alive("headers that fill the room");
  },

  // A NUL among headers: what is behind it is not believed, and nothing else is.
  async nul() {
    for (const header of ["Host: 127.0.0.1\0.evil.example", "X-Forwarded-For: 127.0.0.1\0, x"]) {
      const { text } = await converse([`GET /healthz HTTP/1.1\r\n${header}\r\n\r\n`]);
      check(statuses(text).length <= 1, `${JSON.stringify(header)}: ${text}`);
    }
    await alive("a NUL");
  },

  // Extensions of WebSockets: none is taken, so that none of the faults of permessage-deflate can be reached. A frame with its bit closes the connection.
  async noExtensions() {
    const key = crypto.randomBytes(16).toString("base64");
    const headers = [
      "Upgrade: websocket",
      "Connection: Upgrade",
      "Sec-WebSocket-Version: 13",
      `Sec-WebSocket-Key: ${key}`,
      "Sec-WebSocket-Protocol: henka",
    ];
    for (const offered of [
      "permessage-deflate",
      "permessage-deflate; client_max_window_bits=99, permessage-deflate, x",
      `${"permessage-deflate, ".repeat(60)}x`,
    ]) {
      const asked = request("GET /ws HTTP/1.1", ...headers, `Sec-WebSocket-Extensions: ${offered}`);
      const deflated = frame(TEXT, crypto.randomBytes(300));
      deflated[0] |= 0x40;
      const { text, closed } = await converse([asked, deflated], 6000);
      check(!text || statuses(text)[0] === 101, `${offered.slice(0, 40)}: ${text.slice(0, 40)}`);
      check(!/^sec-websocket-extensions:/im.test(text), `${offered.slice(0, 40)} is taken`);
      check(closed, `${offered.slice(0, 40)}: a frame with the bit of an extension`);
    }
    await alive("extensions");
  },

  // Frames as clients must not send them: without a mask, of a size that nobody has, fragments of control frames.
  async frames() {
    const huge = Buffer.from([
      0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 2, 3, 4, 5,
    ]);
    const wide = Buffer.from([0x81, 0xff, 0, 0, 0, 1, 0, 0, 0, 0, 1, 2, 3, 4, 5]);
    const badClose = frame(8, Buffer.from([3]));
    for (const bytes of [
      huge,
      wide,
      badClose,
      frame(TEXT, '{"t":"list"}', { masked: false }),
      frame(9, "x".repeat(100), { fin: false }),
      frame(9, "x".repeat(200)),
      frame(0, "goes on from nothing"),
      frame(3, "an opcode of nobody"),
      frame(8, Buffer.alloc(125, 0xff)),
    ]) {
      const client = await Client.connect(port);
      await client.next("hello");
      for (let i = 0; i < 20; i++) client.raw(bytes);
      await client.gone(300);
      client.close();
    }
    await alive("frames");
  },
};

await runTests(tests, {
  folder,
  only,
  last: async () => check((await server.stop()) === 0, `the end: ${server.errors}`),
});
