#!/usr/bin/env node
// picture.mjs HENKA: draws docs/board.png, a game of the page played some moves by the program itself. Needs the npm packages of tests/.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Server, Visitor, openBrowser } from "../tests/web/harness.mjs";

const henka = process.argv[2];
const GAME = "suzumu";
const PLIES = 14;
const NODES = 20000;

/** The program's own moves from the start. */
function moves() {
  const found = [];
  while (found.length < PLIES) {
    const commands = [
      "usi",
      `setoption name USI_Variant value ${GAME}`,
      "isready",
      `position startpos moves ${found.join(" ")}`,
      `go nodes ${NODES}`,
    ];
    const script = `{ printf '%s\\n' ${commands.map((line) => `'${line}'`).join(" ")}; sleep 2; } | '${henka}' usi`;
    found.push(
      spawnSync("sh", ["-c", script], { encoding: "utf8" }).stdout.match(/bestmove (\S+)/)[1],
    );
  }
  return found;
}

const played = moves();
const server = await Server.start(henka);
const browser = await openBrowser();
const visitor = await Visitor.come(browser, server, { viewport: { width: 1280, height: 860 } });
await visitor.newGame({ game: GAME });
for (const usi of played) {
  await visitor.enter(visitor.take().moves.find((move) => move.usi === usi));
  await visitor
    .until(
      () => visitor.message.moves.at(-1) === usi || visitor.message.moves.at(-1)?.usi === usi,
      usi,
    )
    .catch(() => {});
}
await visitor.page.screenshot({
  path: fileURLToPath(new URL("../docs/board.png", import.meta.url)),
});
await browser.close();
await server.close();
