// Nothing is lost: reload, restart of the server, leaving and coming back; two watch one game.

import { check, equal, Visitor } from "./harness.mjs";

const label = (visitor, square) => visitor.cell(square).getAttribute("aria-label");

async function reload(visitor) {
  await visitor.newGame({ game: "okisaki" });
  await visitor.plays("6h", "6g");
  await visitor.page.reload();
  await visitor.page.waitForSelector(".moves li");
  check((await label(visitor, "6g")).includes("pawn"), "a reload brings the position back");
  check(visitor.page.url().includes(visitor.message.id), "the address names the game");
}

async function restart(visitor, server) {
  const { page } = visitor;
  await server.stop();
  await page.waitForSelector("#line:not([hidden])");
  check(await page.isVisible("#line"), "a lost line is told");
  await visitor.taps("5c", "5d"); // entered while the server is away: sent when it is back
  await server.run();
  await page.waitForSelector("#line", { state: "hidden" });
  await visitor.until(() => visitor.message.moves.length === 2, "the move entered meanwhile");
  check((await label(visitor, "5d")).includes("pawn"), "a restart loses nothing");
  await visitor.plays("4h", "4g");
}

async function watching(browser, server, visitor) {
  const other = await Visitor.come(browser, server);
  await other.page.goto(visitor.page.url());
  await other.page.waitForSelector(".moves li");
  await visitor.taps("4c", "4d");
  await other.until(() => other.message?.moves.length === 4, "the other page hearing of it");
  await other.page.waitForSelector(".moves li:nth-child(4)");
  check((await label(other, "4d")).includes("pawn"), "a second page follows");
  await other.leave();
}

async function continuing(visitor) {
  const { page } = visitor;
  const { id } = visitor.message;
  await page.click("#to-lobby");
  await page.waitForSelector(`.earlier a[href="#/g/${id}"]`);
  await page.click(`.earlier a[href="#/g/${id}"]`);
  await page.waitForSelector(".moves li:nth-child(4)");
  const pawn = await label(visitor, "4d");
  check(pawn.includes("pawn"), `an earlier game goes on where it was: ${pawn}`);
  await page.click("#to-lobby");
  const item = page.locator(".earlier li", { has: page.locator(`a[href="#/g/${id}"]`) });
  await item.locator("button").click();
  await page.click("dialog[open] .danger");
  await item.waitFor({ state: "detached" });
  const record = await fetch(`${visitor.server.url}api/games/${id}.txt`);
  equal(record.status, 404, "a game that was deleted on the page is gone from the server");
  await page.goto(`${visitor.server.url}#/g/${id}`);
  await page.getByRole("heading", { name: "Game not found" }).waitFor();
  equal(await page.locator("svg.board").count(), 0, "a deleted game shows no board");
}

async function takingBack(visitor) {
  await visitor.newGame({ game: "shinogi" });
  await visitor.plays("7g", "7f");
  await visitor.act("undo");
  await visitor.until(() => visitor.message.moves.length === 0, "taking back");
  await visitor.page.waitForSelector(".moves li", { state: "detached" });
  check((await label(visitor, "7g")).includes("pawn"), "a move is taken back");
  await visitor.act("draw");
  await visitor.until(() => visitor.message.offer === "sente", "an offer");
  await visitor.page.getByRole("button", { name: "Decline" }).click();
  await visitor.until(() => visitor.message.offer === null, "declining");
  await visitor.act("draw");
  await visitor.page.getByRole("button", { name: "Accept" }).click();
  await visitor.until(() => visitor.message.result, "a draw");
  equal(visitor.message.result.reason, "draw agreed", "a draw by agreement");
}

/** A message of a kind that the page doesn't know is told to the person and to the console, in the lobby and in a game. */
async function unknownKind(browser, server) {
  const visitor = await Visitor.come(browser, server);
  const { page } = visitor;
  let line;
  await page.routeWebSocket(/\/ws$/, (opened) => {
    line = opened;
    line.connectToServer();
  });
  const told = async (message) => {
    line.send(message);
    await page.locator("#notice", { hasText: "an unknown message" }).waitFor();
    await visitor.until(() => visitor.faults.length, "a word on the console");
    const [fault] = visitor.faults.splice(0);
    check(fault?.includes(message), `an unknown message is reported: ${fault}`);
  };
  await page.reload();
  await page.waitForSelector(".cards .card");
  await visitor.until(() => line, "the line");
  await told('{"t":"nix"}');
  await visitor.newGame({ game: "shogi" });
  await page.waitForSelector("svg.board");
  await told(`{"t":"nix","id":"${visitor.message.id}"}`);
  await visitor.leave();
}

export default async function keeping(browser, server) {
  await unknownKind(browser, server);
  const visitor = await Visitor.come(browser, server);
  await reload(visitor);
  await restart(visitor, server);
  await watching(browser, server, visitor);
  await continuing(visitor);
  await takingBack(visitor);
  await visitor.leave();
}
