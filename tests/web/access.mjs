// axe-core finds nothing: lobby, games, dialogs, light and dark.

import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { check, Visitor } from "./harness.mjs";
import { sfen } from "./positions.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The kanji on a piece are its picture; its name in words is the label, so the two differ on purpose. */
const PIECES = ["svg.board", ".hand", ".faces", ".losses", ".piece-card", ".diagram"];

export async function audit(visitor, what) {
  await visitor.page.evaluate(AXE); // as an evaluated script: the page allows no foreign ones
  const violations = await visitor.page.evaluate(async (pieces) => {
    const names = "label-content-name-mismatch";
    const resultTypes = ["violations"];
    const all = await globalThis.axe.run(document, {
      resultTypes,
      rules: { [names]: { enabled: false } },
    });
    const named = await globalThis.axe.run(
      { exclude: pieces.map((each) => [each]) },
      { resultTypes, runOnly: { type: "rule", values: [names] } },
    );
    return [...all.violations, ...named.violations];
  }, PIECES);
  const words = violations
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map(({ html }) => html.slice(0, 160))
          .join(" | ")}`,
    )
    .join("\n    ");
  check(!violations.length, `${what}: ${words}`);
}

async function round(browser, server, colorScheme) {
  const visitor = await Visitor.come(browser, server, { colorScheme });
  const { page } = visitor;
  await audit(visitor, `lobby, ${colorScheme}`);
  await page.check("#game-own");
  await page.waitForSelector(".shelf", { state: "attached" }); // what comes above the text
  await page.fill("#own-text", "files=9\nranks=9\npawn:P:fW:P:a3-i3\nking:K:K:K:e1\n");
  await page.click("[data-act=own-rules]:enabled");
  await page.waitForSelector("dialog.rules .piece-card");
  await audit(visitor, `rules over the page, ${colorScheme}`);
  await page.click("dialog[open] .close");
  await page.fill("#own-text", "files=9\nranks=9\nnonsense=1\n");
  await page.waitForSelector(".findings .fatal");
  await audit(visitor, `a game of one's own, ${colorScheme}`);
  for (const game of ["ito", "suzumu", "okisaki"]) {
    await visitor.newGame({ game });
    const { from } = visitor.game.moves[0];
    await visitor.tap(from);
    await audit(visitor, `${game}, a piece chosen, ${colorScheme}`);
  }
  await page.keyboard.press("Escape");
  await page.click("#open-settings");
  await page.waitForSelector("dialog[open] #set-name");
  await audit(visitor, `settings, ${colorScheme}`);
  await visitor.leave();
  await twoPersons(browser, server, colorScheme);
}

/** The form for a friend, the invitation, a game of two with an offer as both see it and who watches. */
async function twoPersons(browser, server, colorScheme) {
  const [host, guest] = [
    await Visitor.come(browser, server, { colorScheme }),
    await Visitor.come(browser, server, { colorScheme }),
  ];
  await host.page.check("#game-okisaki");
  await host.page.check("#opponent-friend");
  await host.page.selectOption("#clock", "own");
  await host.page.selectOption("#handicap", "queen");
  if (colorScheme === "light") await audit(host, "a friend, a clock of one's own and a handicap");
  await host.page.click(".new-game button[type=submit]");
  await host.page.waitForSelector(".invitation .qr");
  if (colorScheme === "light") await audit(host, "an invitation");
  await guest.page.goto(await host.page.inputValue(".invitation .link"));
  await host.page.waitForSelector(".invitation", { state: "detached" });
  await host.act("draw");
  await guest.page.waitForSelector("[data-act=accept]");
  await audit(guest, `an offer, ${colorScheme}`);
  await guest.act("accept");
  await host.page.waitForSelector(".status .result");
  await host.page.click("#to-lobby");
  await host.page.waitForSelector(".earlier li");
  await audit(host, `my games, ${colorScheme}`);
  await host.leave();
  await guest.leave();
}

/** More games in the lobby; a move of several clicks, a choice of faces, attacked squares, texts to copy, an end. */
async function atTheBoard(browser, server, size, how) {
  const visitor = await Visitor.come(browser, server, how);
  const { page } = visitor;
  const kings = { "16p": "K", "1a": "k" };
  const army = { "8h": "FD", "7d": "p", "9d": "s", "8d": "g", "10h": "LN" };
  await page.check("#game-own");
  await page.waitForSelector(".shelf", { state: "attached" });
  await audit(visitor, `a game of one's own, ${size}`);
  await page.click(".more-games > summary");
  await page.waitForSelector(".more-games .card .little-board");
  await audit(visitor, `more games, ${size}`);
  await visitor.newGame({
    game: "suzumu",
    sfen: sfen(16, 16, { ...kings, ...army }, { skipped: "-" }),
  });
  await visitor.taps("8h", "8e", "7d");
  await audit(visitor, `a burn being entered, ${size}`);
  await visitor.newGame({ game: "shogi", sfen: "4k4/9/9/9/4N4/9/9/9/4K4 b - 1" });
  await visitor.taps("5e", "4c");
  await audit(visitor, `a choice of faces, ${size}`);
  await visitor.newGame({ game: "shogi", sfen: "4k4/9/4P4/9/9/9/9/9/4K4 b G 1" });
  await visitor.act("attacks");
  await audit(visitor, `attacked squares, ${size}`);
  await visitor.say({ t: "move", id: visitor.message.id, ply: 0, usi: "G*5b" });
  await page.waitForSelector(".status .result");
  await audit(visitor, `an end, ${size}`);
  await visitor.act("share");
  await page.waitForSelector(".sharing");
  await audit(visitor, `texts to copy, ${size}`);
  await visitor.leave();
}

export default async function access(browser, server) {
  for (const scheme of ["light", "dark"]) await round(browser, server, scheme);
  const phone = { width: 390, height: 844 };
  await atTheBoard(browser, server, "desk, light", { colorScheme: "light" });
  await atTheBoard(browser, server, "phone, dark", {
    colorScheme: "dark",
    viewport: phone,
    hasTouch: true,
    isMobile: true,
  });
  const across = { width: 844, height: 390 };
  await atTheBoard(browser, server, "across, light, Japanese", {
    colorScheme: "light",
    locale: "ja",
    viewport: across,
    hasTouch: true,
    isMobile: true,
  });
}
