// Every special move of Suzumu, entered by clicks.

import { check, equal, settles, Visitor } from "./harness.mjs";
import { sfen } from "./positions.mjs";
import { Game } from "../../web/core/index.ts";

export const DONE = "done";
const HOME = "8h";

/** name, pieces beside the kings, clicks (squares, DONE, or {pick: usi} in a dialog), the move that must be sent. */
export const SCENES = [
  ["fire demon burns nothing", { [HOME]: "FD", "7d": "p", "9d": "p" }, ["8h", "8e", DONE], "8h8e"],
  [
    "fire demon burns one",
    { [HOME]: "FD", "7d": "p", "9d": "p" },
    ["8h", "8e", "7d", DONE],
    "8h7d8e",
  ],
  [
    "fire demon burns two",
    { [HOME]: "FD", "7d": "p", "9d": "p" },
    ["8h", "8e", "7d", "9d"],
    "8h7d9d8e",
  ],
  [
    "fire demon: burnt squares first, destination last",
    { [HOME]: "FD", "7d": "p", "9d": "p" },
    ["8h", "9d", "7d", "8e"],
    "8h7d9d8e",
  ],
  [
    "fire demon: a burnt square taken back",
    { [HOME]: "FD", "7d": "p", "9d": "p" },
    ["8h", "8e", "7d", "7d", "9d", DONE],
    "8h9d8e",
  ],
  [
    "fire demon: the piece again ends the burn",
    { [HOME]: "FD", "7d": "p", "9d": "p" },
    ["8h", "8e", "7d", "8h"],
    "8h7d8e",
  ],
  [
    "fire demon lands on one and burns another",
    { [HOME]: "FD", "8e": "s", "7d": "p", "9d": "p" },
    ["8h", "8e", "7d", "8e"],
    "8h7d8e",
  ],
  [
    "fire demon captures a fire demon by landing",
    { [HOME]: "FD", "8e": "fd", "7d": "p", "9d": "p" },
    ["8h", "8e", "7d", "9d"],
    "8h7d9d8e",
  ],
  ["fire demon igui", { [HOME]: "FD", "8g": "p", "9g": "p" }, ["8h", "8g", "8h"], "8h8g8h"],
  [
    "fire demon double igui",
    { [HOME]: "FD", "8g": "p", "9g": "s" },
    ["8h", "9g", "8g", "8h"],
    "8h8g9g8h",
  ],
  ["fire demon skips", { [HOME]: "FD" }, ["8h", "8h", { pick: "8h8h" }], "8h8h"],
  ["lion jumps", { [HOME]: "LN", "8g": "p" }, ["8h", "8f", { pick: "8h8f" }], "8h8f"],
  ["lion captures beside it", { [HOME]: "LN", "8g": "p" }, ["8h", "8g", "8g"], "8h8g"],
  ["lion hits and runs", { [HOME]: "LN", "8g": "p" }, ["8h", "8g", "9g"], "8h8g9g"],
  ["lion captures two", { [HOME]: "LN", "8g": "p", "8f": "s" }, ["8h", "8g", "8f"], "8h8g8f"],
  [
    "lion captures two beside it",
    { [HOME]: "LN", "8g": "p", "9g": "s" },
    ["8h", "8g", "9g"],
    "8h8g9g",
  ],
  ["lion igui", { [HOME]: "LN", "8g": "p" }, ["8h", "8g", "8h"], "8h8g8h"],
  ["lion skips", { [HOME]: "LN" }, ["8h", "8h", { pick: "8h8h" }], "8h8h"],
  ["lion hawk hits and runs", { [HOME]: "LH", "7g": "p" }, ["8h", "7g", "6g"], "8h7g6g"],
  [
    "horned falcon stings two",
    { [HOME]: "HF", "8g": "p", "8f": "r" },
    ["8h", "8g", "8f"],
    "8h8g8f",
  ],
  ["horned falcon igui", { [HOME]: "HF", "8g": "p", "8f": "r" }, ["8h", "8g", "8h"], "8h8g8h"],
  [
    "horned falcon jumps",
    { [HOME]: "HF", "8g": "p", "8f": "r" },
    ["8h", "8f", { pick: "8h8f" }],
    "8h8f",
  ],
  ["horned falcon skips", { [HOME]: "HF" }, ["8h", "8h", { pick: "8h8h" }], "8h8h"],
  ["soaring eagle stings and goes on", { [HOME]: "SE", "7g": "p" }, ["8h", "7g", "6f"], "8h7g6f"],
  ["soaring eagle igui", { [HOME]: "SE", "9g": "p" }, ["8h", "9g", "8h"], "8h9g8h"],
  [
    "bishop general jumps two, takes none of them",
    { "8i": "BG", "7h": "p", "6g": "p", "5f": "r" },
    ["8i", "5f", { pick: "8i5f" }],
    "8i5f",
  ],
  [
    "bishop general takes one on its way",
    { "8i": "BG", "7h": "p", "6g": "p", "5f": "r" },
    ["8i", "6g", "5f"],
    "8i6g5f",
  ],
  [
    "bishop general takes two on its way",
    { [HOME]: "BG", "7g": "p", "6f": "p", "5e": "r" },
    ["8h", "7g", "6f", "5e", { pick: "8h6f7g5e+" }],
    "8h6f7g5e+",
  ],
  ["rook general jumps a friend", { [HOME]: "RG", "8g": "P", "8f": "r" }, ["8h", "8f"], "8h8f"],
  [
    "great general takes on its way",
    { [HOME]: "GG", "8g": "p", "8e": "fe" },
    ["8h", "8g", "8e"],
    "8h8g8e",
  ],
  ["free eagle hits and runs", { [HOME]: "FE", "7g": "p" }, ["8h", "7g", "7g"], "8h7g"],
  ["free eagle goes on diagonally", { [HOME]: "FE", "7g": "p" }, ["8h", "7g", "8f"], "8h7g8f"],
  ["free eagle igui", { [HOME]: "FE", "7g": "p" }, ["8h", "7g", "8h"], "8h7g8h"],
  ["free eagle skips", { [HOME]: "FE" }, ["8h", "8h", { pick: "8h8h" }], "8h8h"],
  ["vice general walks round a corner", { [HOME]: "VG", "8g": "P" }, ["8h", "8f"], "8h8f"],
  ["vice general skips", { [HOME]: "VG" }, ["8h", "8h", { pick: "8h8h" }], "8h8h"],
  ["heavenly tetrarch goes over its neighbour", { [HOME]: "+CS", "8g": "P" }, ["8h", "8d"], "8h8d"],
  ["heavenly tetrarch igui", { [HOME]: "+CS", "8g": "p", "9g": "s" }, ["8h", "8g", "8h"], "8h8g8h"],
  [
    "heavenly tetrarch double igui",
    { [HOME]: "+CS", "8g": "p", "9g": "s" },
    ["8h", "8g", "9g"],
    "8h8g9g8h",
  ],
  ["promotion in place", { "8c": "LN" }, ["8c", "8c", { pick: "8c8c+" }], "8c8c+"],
  [
    "promotion asked after a double capture",
    { "8f": "LN", "8e": "p", "8d": "s" },
    ["8f", "8e", "8d", { pick: "8f8e8d+" }],
    "8f8e8d+",
  ],
  ["promotion declined", { "8f": "P" }, ["8f", "8e", { pick: "8f8e" }], "8f8e"],
];

async function begin(visitor, pieces, options) {
  await visitor.newGame({
    game: "suzumu",
    sfen: sfen(16, 16, { "16p": "K", "1a": "k", ...pieces }, { skipped: "-", ...options }),
  });
}

async function scene(visitor, [name, pieces, clicks, usi]) {
  await begin(visitor, pieces);
  const count = visitor.sent.length;
  for (const click of clicks) {
    if (click === DONE) await visitor.act("done");
    else if (click.pick) await visitor.choose(click.pick);
    else await visitor.tap(click);
  }
  await visitor
    .until(() => visitor.sent.slice(count).some(({ t }) => t === "move"), `${name}: a move`)
    .catch(() => {});
  const found = visitor.sent.slice(count).find(({ t }) => t === "move")?.usi ?? "nothing";
  equal(found, usi, name);
  if (found === "nothing") return;
  await visitor
    .until(() => visitor.message.moves.length === 1, `${name}: the server's answer`)
    .catch(() => {});
  check(visitor.message.moves[0] === usi, `${name}: the server took it`);
}

async function marks(visitor) {
  await begin(visitor, { [HOME]: "LN", "8g": "p", "8f": "s", "7g": "p" });
  await visitor.tap(HOME);
  const near = await visitor.classes("8g");
  const far = await visitor.classes("8f");
  const own = await visitor.classes(HOME);
  check(own.includes("origin"), "the chosen piece is marked");
  const loud = () => visitor.page.locator("[data-act=done].main").count();
  equal(await loud(), 0, "to skip the turn is no loud button");
  check(
    near.includes("ends") && near.includes("goes-on") && near.includes("takes"),
    "a victim beside a lion ends or goes on",
  );
  check(far.includes("ends") && !far.includes("goes-on"), "a victim two squares away only ends");
  await visitor.tap("8g");
  equal(await loud(), 1, "to end a move that was begun is one");
  const stands = await visitor.cell("8g").getAttribute("aria-label");
  check(stands.includes("lion"), `the lion stands where it took: ${stands}`);
  await visitor.page.hover('.cell[data-square="8f"]');
  const crossed = async () => (await visitor.classes("8f")).includes("victim");
  await settles(crossed, true, "what the pointer would take is crossed");
  await visitor.page.keyboard.press("Escape");
  check(
    (await visitor.cell(HOME).getAttribute("aria-label")).includes("lion") &&
      !(await visitor.classes(HOME)).includes("origin"),
    "Esc cancels",
  );
  await begin(visitor, { [HOME]: "+CS", "8g": "p", "9g": "p" });
  await visitor.tap(HOME);
  const star = await visitor.classes("8g");
  check(star.includes("goes-on"), "a heavenly tetrarch's victim has a star");
}

/** What a side has lost stands in its strip, by fronts, the strongest first, as of the position looked at. */
async function losses(visitor) {
  const { page } = visitor;
  const lost = () =>
    page
      .locator(".far-strip .losses")
      .evaluateAll((all) => all.map((each) => each.ariaLabel).join());
  await begin(visitor, { [HOME]: "LN", "8g": "p", "8f": "+cs", "7f": "p" });
  equal(await lost(), "", "nothing is lost yet");
  await visitor.plays(HOME, "8g", "8f");
  await settles(lost, "lost chariot soldier and pawn", "two pieces");
  await visitor.plays("1a", "1b");
  await visitor.plays("8f", "7f", "7f");
  await settles(lost, "lost chariot soldier and pawn ×2", "two of a kind");
  equal(await page.locator(".far-strip .losses .piece").count(), 2, "as pictures");
  equal(await page.locator(".near-strip .losses").count(), 0, "and nothing of one's own");
  await page.getByRole("button", { name: "First position" }).click();
  await settles(lost, "", "at the start nothing was lost");
  await visitor.newGame({ game: "chess", sfen: "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1" });
  const queen = visitor.game.moves.find(({ victims, usi }) => victims.length && /q/i.test(usi));
  await visitor.enter(queen);
  await visitor.until(() => visitor.message.moves.length === 1, "a pawn takes and becomes a queen");
  await settles(lost, "lost knight", "what it took is lost");
  equal(await page.locator(".near-strip .losses").count(), 0, "the pawn is not");
  await visitor.newGame({ game: "shogi" });
  await visitor.taps("7g", "7f", "3c", "3d", "8h", "2b");
  await visitor.choose("8h2b+");
  await visitor.until(() => visitor.message.moves.length === 3, "a capture");
  equal(await page.locator(".losses").count(), 0, "in a game with hands they are in hand");
}

async function frozen(visitor) {
  await begin(visitor, { [HOME]: "FD", "8g": "+cs", "3n": "P" });
  check((await visitor.classes(HOME)).includes("frozen"), "a frozen piece is marked");
  check(
    (await visitor.cell(HOME).getAttribute("aria-label")).includes("frozen"),
    "and called frozen",
  );
  await visitor.tap(HOME);
  const isFrozen = async () => (await visitor.notice()).includes("frozen");
  await settles(isFrozen, true, "a click on it says so");
  check(!(await visitor.classes("3n")).includes("frozen"), "others are not frozen");
}

/** Why a click is refused, which the rules say when they have come. */
const refused = (visitor, word, what) =>
  settles(async () => (await visitor.notice()).includes(word), true, what);

async function secondSkip(visitor) {
  await begin(visitor, { [HOME]: "FD", "2c": "fd" });
  await visitor.taps(HOME, HOME);
  await visitor.choose("8h8h");
  await visitor.until(() => visitor.message.moves.length === 1, "the skip");
  await visitor.plays("1a", "1b");
  await visitor.taps(HOME, HOME);
  check(!(await visitor.dialogOpen()), "no second skip is offered");
  await refused(visitor, "skip", "the reason is given");
  await begin(visitor, { [HOME]: "FD" }, { skipped: "b" });
  await visitor.taps(HOME, HOME);
  await refused(visitor, "skip", "also from an SFEN that remembers the skip");
}

async function illegal(visitor) {
  await begin(visitor, { [HOME]: "BG", "7g": "gg", "6f": "p" });
  await visitor.taps(HOME, "6f");
  const isAnswered = async () => (await visitor.notice()).length > 10;
  await settles(isAnswered, true, "an illegal try is answered");
  check(visitor.message.moves.length === 0, "and changes nothing");
}

/** Two enemies that can both be landed on: the button says which it will be, and that happens. */
async function landing(visitor) {
  const words = () => visitor.page.textContent("[data-act=done]");
  for (const [first, second, text, sent] of [
    ["8g", "7g", "Done: end on 8g", "8h7g8g"],
    ["7g", "8g", "Done: end on 7g", "8h8g7g"],
  ]) {
    await begin(visitor, { [HOME]: "FD", "8g": "p", "7g": "p", "9g": "p" });
    await visitor.taps(HOME, first, second);
    equal(await words(), text, "where Done lands");
    await visitor.act("done");
    await visitor.until(() => visitor.message.moves.length === 1, "the landing");
    equal(visitor.message.moves[0], sent, "and there it lands");
  }
}

async function list(visitor) {
  await begin(visitor, { [HOME]: "LN", "8g": "p" });
  await visitor.taps(HOME, "8g");
  await visitor.act("list");
  await visitor.choose("8h8g8h");
  await visitor.until(() => visitor.message.moves.length === 1, "a move from the list");
  equal(visitor.message.moves[0], "8h8g8h", "a move chosen from the list");
}

/** In the list a move of many captures breaks between its squares, never within the name of one. */
async function longMoves(visitor) {
  const { page } = visitor;
  const pieces = { "16p": "K", "1a": "k", "10p": "RG", "11p": "s", "12p": "p", "13p": "p" };
  await visitor.newGame({ game: "suzumu", sfen: sfen(16, 16, pieces, { skipped: "-" }) });
  const [move] = [...visitor.game.moves].sort((a, b) => b.victims.length - a.victims.length);
  await visitor.say({ t: "move", id: visitor.message.id, ply: 0, usi: move.usi });
  const button = page.locator(".moves li button").first();
  await button.waitFor();
  for (const width of [150, 100, 80]) {
    const lines = await button.evaluate((each, px) => {
      each.style.cssText = `flex: none; width: ${px}px`;
      const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      const tops = new Map();
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        for (let i = 0; i < text.length; i++) {
          range.setStart(text, i);
          range.setEnd(text, i + 1);
          const top = Math.round(range.getBoundingClientRect().top);
          tops.set(top, (tops.get(top) ?? "") + text.data[i]);
        }
      }
      return [...tops.values()];
    }, width);
    equal(lines.join(""), await button.textContent(), "all of it");
    const torn = lines.filter((line, i) => i && !line.startsWith("x"));
    equal(torn.join(), "", `${width} px: lines that begin within a square's name: ${lines}`);
    check(width > 100 || lines.length > 1, `${width} px: several lines: ${lines}`);
  }
}

/** What has no room in a strip is counted, and a press tells all of it. */
async function manyLosses(visitor) {
  const { page } = visitor;
  await visitor.newGame({ game: "suzumu" });
  for (let ply = 0; ply < 50; ply++) {
    const { moves } = visitor.take();
    const { usi } = moves.find(({ capture }) => capture) ?? moves[(ply * 37 + 11) % moves.length];
    await visitor.say({ t: "move", id: visitor.message.id, usi, ply });
    await visitor.until(() => visitor.message.moves.length > ply, usi);
  }
  const own = (board, side) =>
    board.filter((piece) => piece && (piece < 0 ? 1 : 0) === side).length;
  const { board } = visitor.take().state;
  const { board: array } = new Game(visitor.variant, visitor.message.sfen).state;
  for (const [width, height] of [
    [390, 844],
    [1024, 768],
    [1280, 800],
  ]) {
    await page.setViewportSize({ width, height });
    for (const [side, strip] of [".near-strip", ".far-strip"].entries()) {
      const what = `${strip} at ${width} px`;
      const told = () =>
        page.$eval(`${strip} .losses`, (box) => {
          const { right, bottom } = box.getBoundingClientRect();
          const shown = [...box.children].filter((each) => !each.hidden);
          const cut = shown.some((each) => {
            const edge = each.getBoundingClientRect();
            return edge.right > right + 1 || edge.bottom > bottom + 1;
          });
          const sum = shown.reduce(
            (all, { dataset, textContent }) => all + Number(dataset.count ?? textContent),
            0,
          );
          return `${sum}${cut ? ", some are cut" : ""}`;
        });
      await settles(told, String(own(array, side) - own(board, side)), `${what}: all are told`);
    }
    if (width === 390) {
      check(await page.isVisible(".near-strip .losses .more"), "some have no room");
    }
  }
  const box = page.locator(".near-strip .losses");
  await box.focus();
  await page.keyboard.press("ArrowLeft");
  check(
    await box.evaluate((each) => each === document.activeElement),
    "the focus stays when a step draws the strip again",
  );
  await page.keyboard.press("Enter");
  equal(
    await page.textContent(".chip-tip"),
    await box.getAttribute("aria-label"),
    "a press tells all of it",
  );
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 1280, height: 800 });
}

export default async function suzumu(browser, server) {
  const visitor = await Visitor.come(browser, server);
  for (const each of SCENES) await scene(visitor, each);
  for (const each of [
    marks,
    losses,
    manyLosses,
    frozen,
    secondSkip,
    illegal,
    landing,
    list,
    longMoves,
  ]) {
    await each(visitor);
  }
  await visitor.leave();
}
