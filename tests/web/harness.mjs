// What every browser test needs: a real server on a temporary database, a browser, and hands to click with.

import { spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { register } from "node:module";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { check, equal, finish } from "../check.mjs";
import { readLoop } from "../server/wire.mjs";

export { check, equal, finish };

// Modules imported from here on may be TypeScript.
register("./typescript.mjs", import.meta.url);
const { burns, Game, loadRules, parseVariant } = await import("../../web/core/index.ts");

const START_MS = 8000;
const CLOCK_FROM = 1_800_000_000_000; // milliseconds since 1970, where a test's own clock begins
const WAIT_MS = 30000;

/** What is read becomes what is expected, if need be after a while: a page shows much of what it does in its next task. */
export async function settles(read, expected, what) {
  const end = Date.now() + WAIT_MS;
  let found = await read();
  while (found !== expected && Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 15));
    found = await read();
  }
  equal(found, expected, what);
}

const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

let loading = null; // of the rules, once

export class Server {
  /**
   * A server on a database of its own; with `clock` its time stands still but for what the test moves it by
   * (`wait`, HENKA_CLOCK in src/games/watch.h).
   */
  static async start(binary, { args = [], clock = false } = {}) {
    const server = new Server();
    server.binary = binary;
    server.args = args;
    server.folder = mkdtempSync(join(tmpdir(), "henka-"));
    server.port = await freePort();
    server.url = `http://127.0.0.1:${server.port}/`;
    server.env = process.env;
    if (clock) {
      const path = join(server.folder, "clock");
      server.clock = openSync(path, "w+");
      server.env = { ...process.env, HENKA_CLOCK: path };
      server.now = CLOCK_FROM;
      server.wait(0);
    }
    await server.run();
    loading ??= loadRules(await fetch(`${server.url}rules.wasm`));
    await loading;
    return server;
  }
  /** So many milliseconds later by the server's own clock. */
  wait(ms) {
    this.now += ms;
    writeSync(this.clock, new BigInt64Array([BigInt(this.now)]), 0, 8, 0);
  }
  async run() {
    const db = join(this.folder, "games.db");
    this.process = spawn(
      this.binary,
      ["serve", "--port", String(this.port), "--db", db, ...this.args],
      { stdio: ["ignore", "ignore", "inherit"], env: this.env },
    );
    const { process: child } = this;
    process.once("exit", () => child.kill()); // should a suite fail half-way
    this.ended = new Promise((resolve) => this.process.on("exit", resolve));
    for (let waited = 0; waited < START_MS; waited += 50) {
      if (
        await fetch(this.url).then(
          (answer) => answer.ok,
          () => false,
        )
      ) {
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`no server at ${this.url}`);
  }
  async stop() {
    await readLoop(this.port);
    this.process.kill();
    await this.ended;
  }
  async restart() {
    await this.stop();
    await this.run();
  }
  async close() {
    await this.stop();
    if (this.clock) closeSync(this.clock);
    rmSync(this.folder, { recursive: true });
  }
}

/** A wire between a browser and the server that can be cut, as by a router that goes down: nobody says goodbye. */
export class Wire {
  static async to(server) {
    const wire = new Wire();
    wire.down = false;
    wire.ends = new Set();
    wire.listener = createServer((near) => wire.join(near, server.port));
    await new Promise((resolve) => wire.listener.listen(0, "127.0.0.1", resolve));
    wire.url = `http://127.0.0.1:${wire.listener.address().port}/`;
    return wire;
  }
  join(near, port) {
    if (this.down) return near.destroy();
    const far = connect(port, "127.0.0.1");
    for (const [one, other] of [
      [near, far],
      [far, near],
    ]) {
      this.ends.add(one);
      one.on("error", () => {});
      one.on("close", () => (this.ends.delete(one), other.destroy()));
      one.pipe(other);
    }
  }
  cut() {
    this.down = true;
    for (const end of this.ends) end.resetAndDestroy();
  }
  mend() {
    this.down = false;
  }
  close() {
    this.cut();
    this.listener.close();
  }
}

export const openBrowser = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });

/**
 * What lies beyond the screen's right edge, but for what is scrolled or clipped. A page on a phone grows with what sticks
 * out, so its own width tells nothing.
 */
export const sticksOut = (page, within = "body") =>
  page.$$eval(
    `${within} *`,
    (all, width) => {
      const clipped = (each) => {
        for (let box = each.parentElement; box && box !== document.body; box = box.parentElement) {
          if (getComputedStyle(box).overflowX !== "visible") return true;
        }
        return false;
      };
      return all
        .filter((each) => each.getBoundingClientRect().right > width + 0.5)
        .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !clipped(each))
        .map(
          (each) =>
            `${each.getAttribute("class") ?? each.tagName} ${each.textContent.slice(0, 20)}`,
        )
        .join("; ");
    },
    page.viewportSize().width,
  );

/** A page with its messages heard, and the game it shows replayed here with the same rules. */
export class Visitor {
  static async come(browser, server, { url = server.url, ...options } = {}) {
    const visitor = new Visitor();
    visitor.server = server;
    visitor.url = url; // the server's, or of a wire to it
    visitor.context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      reducedMotion: "reduce",
      ...options,
    });
    visitor.page = await visitor.context.newPage();
    visitor.page.setDefaultTimeout(WAIT_MS);
    visitor.sent = [];
    visitor.heard = {}; // the last message of each kind
    visitor.message = null;
    visitor.faults = [];
    visitor.page.on("websocket", (socket) => visitor.hear(socket));
    visitor.page.on("pageerror", (error) => visitor.faults.push(error.stack ?? String(error)));
    visitor.page.on(
      "console",
      (line) =>
        line.type() === "error" &&
        !line.text().includes("WebSocket") &&
        !line.text().includes("net::ERR_") && // lines that a test cuts
        visitor.faults.push(line.text()),
    );
    await visitor.page.addInitScript(() => {
      window.WebSocket = class extends WebSocket {
        constructor(...how) {
          super(...how);
          window.line = this; // for Visitor.say
        }
        send(text) {
          super.send(text);
          if (JSON.parse(text).t === "move") window.movesSent = (window.movesSent ?? 0) + 1;
        }
      };
    });
    await visitor.page.goto(url);
    await visitor.page.waitForSelector(".cards .card");
    return visitor;
  }

  hear(socket) {
    socket.on("framesent", ({ payload }) => this.sent.push(JSON.parse(payload)));
    socket.on("framereceived", ({ payload }) => {
      const message = JSON.parse(payload);
      this.heard[message.t] = message;
      if (message.t === "game") this.message = message;
    });
  }

  /** Sends a message as this browser, whatever the page has buttons for. */
  say(message) {
    return this.page.evaluate((text) => window.line.send(text), JSON.stringify(message));
  }

  async leave() {
    for (const fault of this.faults) check(false, `the page reported: ${fault}`);
    await this.context.close();
  }

  async until(condition, what, limit = WAIT_MS) {
    for (let waited = 0; !condition(); waited += 15) {
      if (waited > limit) throw new Error(`waited too long: ${what}`);
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
  }

  // ---- starting ----

  /**
   * Goes to the lobby, by its address or another way. One's own games come a moment after the form and push it down: a
   * click on it waits for them.
   */
  async toLobby(go = null) {
    const { page } = this;
    if (go || !page.url().endsWith("#/")) {
      this.heard.games = null;
      await (go ? go() : page.goto(`${this.url}#/`));
      await this.until(() => this.heard.games, "the list of one's own games");
    }
    await page.waitForSelector(".cards .card");
  }

  /** Through the form: game, opponent, side, level, position. */
  async newGame({ game, opponent = "human", side = "sente", level = 1, sfen = null, rules = {} }) {
    const { page } = this;
    const before = this.message?.id; // of which an answer may still be under way
    await this.toLobby();
    await page.evaluate(() => (document.querySelector("#start-text").value = ""));
    const radio = page.locator(`#game-${game}`);
    if (!(await radio.count())) await page.click(".more-games > summary");
    await radio.check();
    await page.check(`#opponent-${opponent}`);
    if (opponent === "engine") {
      await page.check(`#side-${side}`);
      await page.fill("#level", String(level));
    }
    await this.fillRules(rules, sfen);
    await this.begins(before);
    this.take();
  }

  /** Presses the form's button; the game is there, another one than `before`. */
  async begins(before = null) {
    this.message = null;
    await this.page.click(".new-game button[type=submit]");
    await this.until(() => this.message && this.message.id !== before, "a new game");
    await this.page.waitForSelector("svg.board");
  }

  /** Chooses house rules and the position that a game begins with, in the form of a new game. */
  async fillRules(rules, sfen) {
    const { page } = this;
    if (Object.keys(rules).length) await page.click(".house-rules summary");
    for (const [name, value] of Object.entries(rules)) {
      await page.selectOption(`#rule-${name}`, value);
    }
    if (!sfen) return;
    await page.click(".start-from summary");
    await page.fill("#start-text", sfen);
  }

  /** Replays what the server said. */
  take() {
    const { message } = this;
    if (this.gameId !== message.id) {
      this.game?.free();
      this.variant?.free();
      this.variant = parseVariant(
        message.game,
        message.variantText ?? null,
        message.settings,
      ).variant;
      this.game = new Game(this.variant, message.sfen);
      this.gameId = message.id;
    }
    while (this.game.state.plies > message.moves.length) this.game.undo();
    while (this.game.state.plies < message.moves.length) {
      if (!this.game.play(message.moves[this.game.state.plies])) {
        throw new Error(`${message.moves[this.game.state.plies]} is no legal move`);
      }
    }
    return this.game;
  }

  // ---- clicking ----

  cell(square) {
    return this.page.locator(
      `.cell[data-square="${typeof square === "string" ? square : this.variant.squareNames[square]}"]`,
    );
  }
  /** Straight to the element: a finger's or mouse's way is tested where it matters. */
  tap(square) {
    const name = typeof square === "string" ? square : this.variant.squareNames[square];
    return this.page.evaluate(
      (wanted) =>
        document
          .querySelector(`.cell[data-square="${wanted}"]`)
          .dispatchEvent(new MouseEvent("click", { bubbles: true })),
      name,
    );
  }
  async taps(...names) {
    for (const name of names) await this.tap(name);
  }
  /** A move by these squares, which the server has heard of and told. */
  async plays(...names) {
    const count = this.message.moves.length;
    await this.taps(...names);
    await this.until(() => this.message.moves.length > count, `${names} being played`);
  }
  async pickHand(kind) {
    await this.page.click(`.hand.to-move .held[data-kind="${kind}"]`);
  }
  dialogOpen() {
    return this.page.evaluate(() => Boolean(document.querySelector("dialog[open]")));
  }
  /** Presses a button of the game; one of the menu after opening it. */
  async act(name) {
    const item = this.page.locator(`.menu [data-act="${name}"]`);
    if (!(await item.count())) return this.page.click(`[data-act="${name}"]`);
    if (!(await item.isVisible())) await this.page.click("[data-act=more]");
    return item.click();
  }
  choose(usi) {
    return this.page.click(`dialog[open] button:has([data-usi="${usi}"])`);
  }
  lastSent() {
    return this.sent.filter(({ t }) => t === "move").at(-1)?.usi ?? null;
  }
  notice() {
    return this.page.textContent("#notice");
  }
  async classes(square) {
    return (await this.cell(square).getAttribute("class")).split(" ");
  }

  /** Enters a legal move as a person would. */
  async enter(move) {
    const count = this.sent.length;
    const told = () => this.page.evaluate(() => window.movesSent ?? 0);
    const before = await told();
    const type = this.variant.type(move.type);
    const heard = () => this.sent.slice(count).some(({ t }) => t === "move");
    const done = async () => heard() || (await told()) > before; // the page knows first
    const others = move.victims.filter((square) => square !== move.to);
    const burning = !move.drop && burns(type);
    if (move.drop) await this.pickHand(this.variant.type(type.inHand).id);
    else await this.tap(move.from);
    const away = move.drop || move.to !== move.from;
    for (const square of burning && away ? [move.to, ...others] : [...others, move.to]) {
      if (!(await done())) await this.tap(square);
    }
    const asked = () => this.page.locator("[data-act=confirm]").count(); // in a game of days
    if (!(await done()) && !(await this.dialogOpen()) && !(await asked())) await this.act("done");
    // First which pieces are taken, where that is open, then whether the piece promotes.
    const taking = this.page.locator(`.ways button:has([data-usi="${move.usi.replace("+", "")}"])`);
    if (!(await done()) && (await taking.count())) await taking.click();
    if (!(await done()) && (await this.dialogOpen())) await this.choose(move.usi);
    if (!(await done()) && (await asked())) await this.act("confirm");
    await this.until(heard, `${move.usi} being sent`);
    return this.lastSent();
  }
}
