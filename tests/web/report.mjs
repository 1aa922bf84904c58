// The report of a study and that of a comparison, as files: both themes, a phone, without script, the games stepped through.

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { audit } from "./access.mjs";
import { check, equal, settles } from "./harness.mjs";

const STUDY = ["--nodes", "20,60", "--games", "6", "--seed", "2", "--quiet"];

/** A report in a tab of its own; what it asks for and what goes wrong is kept. */
async function open(browser, path, options = {}) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const faults = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("request", (request) => faults.push(request.url()));
  await page.goto(pathToFileURL(path).href);
  faults.shift(); // the page itself
  return { page, faults, close: () => context.close() };
}

/** What stands on a board's squares, in their order. */
const standing = (board) =>
  board.locator("use").evaluateAll((uses) => uses.map((use) => use.getAttribute("href")).join(" "));

async function withoutScript(browser, path) {
  const { page, close } = await open(browser, path, { javaScriptEnabled: false });
  const board = page.locator("figure.replay").first();
  check(!(await board.locator(".controls").isVisible()), "controls without script");
  equal(await board.locator("figcaption").textContent(), "The last position", "without script");
  const sfen = (await board.locator("svg desc").textContent()).split(": ")[1];
  const pieces = sfen.split(" ")[0].replace(/\{[^}]*\}|[A-Za-z]/g, "x");
  const drawn = (await standing(board)).split(" ").filter((href) => href !== "#k0");
  equal(drawn.length, pieces.split("x").length - 1, `pieces of ${sfen}`);
  await page.locator("details summary").first().click();
  check(/\d/.test(await page.locator(".moves").first().textContent()), "the moves as text");
  await close();
}

/** First, back, on, last and the slider, by mouse and keyboard; the end again is the end as it was. */
async function steps(browser, path) {
  const { page, faults, close } = await open(browser, path);
  const board = page.locator("figure.replay").first();
  const caption = () => board.locator("figcaption").textContent();
  const moved = () => board.locator(".moved").count();
  const press = (name) => board.getByRole("button", { name, exact: true }).click();
  const last = await standing(board);
  const sfen = await board.locator("desc").textContent();
  await settles(() => board.locator(".controls").isVisible(), true, "the controls are there");
  const end = await caption();
  check(/^\d+\. \S/.test(end), `at the end: ${end}`);
  await press("To the beginning");
  await settles(caption, "The beginning", "after the first button");
  equal(await moved(), 0, "squares marked at the beginning");
  check((await standing(board)) !== last, "the beginning looks as the end");
  await press("One move back");
  equal(await caption(), "The beginning", "back from the beginning");
  const start = await standing(board);
  await press("One move on");
  await settles(async () => (await caption()).slice(0, 3), "1. ", "after one step");
  check((await moved()) >= 1, "no square is marked");
  check((await standing(board)) !== start, "the first move changes nothing");
  await press("One move back");
  equal(await standing(board), start, "there and back");
  equal(await moved(), 0, "marks after there and back");
  await board.getByRole("slider").focus();
  await page.keyboard.press("ArrowRight");
  await settles(async () => (await caption()).slice(0, 3), "1. ", "after a key");
  await press("To the end");
  await settles(caption, end, "after the last button");
  equal(await standing(board), last, "the end again");
  equal(await board.locator("desc").textContent(), sfen, "the end again, as SFEN");
  await press("One move on");
  equal(await caption(), end, "on from the end");
  equal(faults.join(", "), "", "what the page asked for, and its errors");
  await close();
}

async function looks(browser, path, what) {
  for (const colorScheme of ["light", "dark"]) {
    const { page, close } = await open(browser, path, { colorScheme });
    await audit({ page }, `${what}, ${colorScheme}`);
    await close();
  }
  const { page, close } = await open(browser, path, { viewport: { width: 390, height: 800 } });
  equal(
    await page.evaluate(() => document.scrollingElement.scrollWidth),
    390,
    `${what}: its width on a phone`,
  );
  await close();
}

async function comparison(browser, folder) {
  const path = join(folder, "report.html");
  const { page, faults, close } = await open(browser, path);
  const links = await page
    .locator("tbody a")
    .evaluateAll((found) => found.map((link) => link.getAttribute("href")));
  equal(new Set(links).size, 2, "choices that are linked");
  for (const link of new Set(links)) check(existsSync(join(folder, link)), `there is no ${link}`);
  const rows = (table) => page.locator("table").nth(table).locator("tbody tr").count();
  equal(await rows(0), 8, "rows of two strengths, two sets, two choices");
  equal(await rows(1), 4, "rows of two strengths, two sets, one difference");
  equal(faults.join(", "), "", "what the page asked for, and its errors");
  await close();
  await looks(browser, path, "a comparison");
}

export default async function report(browser, server) {
  const folder = mkdtempSync(join(tmpdir(), "henka-report-"));
  const study = (name, ...words) => {
    const out = join(folder, name);
    const { status, stderr } = spawnSync(
      server.binary,
      ["study", ...words, ...STUDY, "--out", out],
      { encoding: "utf8" },
    );
    equal(status, 0, `a study: ${stderr}`);
    return out;
  };
  for (const game of ["shogi", "rutherford"]) {
    const path = join(study(game, game), "report.html");
    await withoutScript(browser, path);
    await steps(browser, path);
    await looks(browser, path, `the report of ${game}`);
  }
  await comparison(browser, study("compared", "rutherford", "--compare", "cannon"));
  rmSync(folder, { recursive: true });
}
