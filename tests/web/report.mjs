// The report of a study and that of a comparison, as files: both themes, a phone, without script, the games stepped through.

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { samePlots } from "../study/forms.mjs";
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

const gameOf = (page) => page.locator('figure[data-draw="game"]').first();

/** What stands on a board's squares, in their order. */
const standing = (game) =>
  game
    .locator(".cell")
    .evaluateAll((cells) => cells.map((cell) => cell.textContent.trim()).join(" "));

async function withoutScript(browser, path) {
  const { page, close } = await open(browser, path, { javaScriptEnabled: false });
  equal(await page.locator("figure:visible").count(), 0, "pictures without script");
  await page.locator("details summary").first().click();
  check(/\d/.test(await page.locator(".moves").first().textContent()), "the moves as text");
  await close();
}

/** First, back, on, last and the slider, by mouse and keyboard; the end again is the end as it was. */
async function steps(browser, path) {
  const { page, faults, close } = await open(browser, path);
  const json = JSON.parse(readFileSync(path.replace("report.html", "report.json"), "utf8"));
  samePlots(check, await page.content(), json);
  const game = gameOf(page);
  const caption = () => game.locator("figcaption").textContent();
  const moved = () => game.locator(".cell.last").count();
  const press = (name) => game.getByRole("button", { name, exact: true }).click();
  const last = await standing(game);
  const end = await caption();
  check(/^\d+\. \S/.test(end), `at the end: ${end}`);
  await press("First position");
  await settles(caption, "Starting position.", "after the first button");
  equal(await moved(), 0, "squares marked at the beginning");
  equal(await game.getByText("nothing in hand").count(), 2, "hands at the beginning");
  check((await standing(game)) !== last, "the beginning looks as the end");
  await press("Previous move");
  equal(await caption(), "Starting position.", "back from the beginning");
  const start = await standing(game);
  await press("Next move");
  await settles(async () => (await caption()).slice(0, 3), "1. ", "after one step");
  check((await moved()) >= 1, "no square is marked");
  check((await standing(game)) !== start, "the first move changes nothing");
  await press("Previous move");
  equal(await standing(game), start, "there and back");
  equal(await moved(), 0, "marks after there and back");
  await game.getByRole("slider").focus();
  await page.keyboard.press("ArrowRight");
  await settles(async () => (await caption()).slice(0, 3), "1. ", "after a key");
  await press("Latest position");
  await settles(caption, end, "after the last button");
  equal(await standing(game), last, "the end again");
  await press("Next move");
  equal(await caption(), end, "on from the end");
  const held = await game.locator('.hand [role="img"]').count();
  const empty = await game.getByText("nothing in hand").count();
  check(held > 0 || empty === 2, "hands at the end");
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
