// The page in a browser: node run.mjs PATH-TO-HENKA [SUITE…]. Ends with "N passed, N failed".

import { readFileSync } from "node:fs";
import { loopHolds } from "../server/wire.mjs";
import { check, finish, openBrowser, Server } from "./harness.mjs";

// Each is a test of its own in meson, so that two run at once.
const SUITES = readFileSync(new URL("suites.txt", import.meta.url), "utf8")
  .trim()
  .split("\n");
const [binary = process.env.HENKA, ...wanted] = process.argv.slice(2);

const server = await Server.start(binary);
const browser = await openBrowser();
for (const name of wanted.length ? wanted : SUITES) {
  const started = Date.now();
  const { default: suite } = await import(`./${name}.mjs`);
  try {
    await suite(browser, server);
  } catch (error) {
    check(false, `${name}: ${error.stack}`);
  }
  console.log(`${name}: ${((Date.now() - started) / 1000).toFixed(1)} s`);
}
await browser.close();
await server.close();
check(loopHolds(), "the server's loop was away for too long");
process.exit(finish());
