// Whole games of two persons to their ends by the rules, a third watching: clocks that run, lines that break, a flag that falls, a game of days
// over a restart. The server's time is the test's (Server.wait): nothing here depends on how fast anything is.

import { readFileSync } from "node:fs";
import { timeText } from "../../web/table/clock.ts";
import { pieceName } from "../../web/board/pieces.ts";
import { sideOf } from "../../web/core/index.ts";
import { check, equal } from "./harness.mjs";
import { inviteFriend, over, sitDown, strip, threeOfThem } from "./two.mjs";

const SIDES = ["sente", "gote"];
const MINUTE = 60000;
const DAY = 24 * 60 * MINUTE;
const LAG = 500; // of a move's time at most, that isn't charged: GAMECLOCK_LAG_MS
const CLICK_EVERY = 9; // plies; and whatever is more than a step
const LOOK_EVERY = 4; // plies at least the boards and clocks of all pages are compared

/** Games from whole_games.txt, by name. */
const GAMES = new Map(
  readFileSync(new URL("whole_games.txt", import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line && !line.startsWith("#"))
    .map((line) => {
      const [game, end, moves] = line.split(": ");
      const [winner, reason] = end.split(", ");
      return [game, { winner, reason, moves: moves.split(" ") }];
    }),
);

// ---- what a page shows ----

/**
 * The pieces on the squares and in the hands of a page that shows so many plies and, of the side whose time stands,
 * this time; null: it never did.
 */
const shown = ({ page }, wanted) =>
  page.evaluate(
    ({ plies, stopped, time }) =>
      new Promise((resolve) => {
        const settled = () => {
          const clock = document.querySelector(`.person-strip:has(.side-${stopped}) .clock`);
          return (
            document.querySelectorAll(".moves li").length === plies &&
            (time === null || clock?.firstChild?.textContent === time)
          );
        };
        const pieces = () => [
          ...[...document.querySelectorAll(".cell")].map((cell) =>
            cell.getAttribute("aria-label").split(", ").slice(0, 2).join(" "),
          ),
          ...[...document.querySelectorAll(".held")].map((held) => {
            const [, count, side] = /×(\d+) in (\w+)’s hand$/.exec(held.getAttribute("aria-label"));
            return `${side} holds ${count} ${held.dataset.kind}`;
          }),
        ];
        const observer = new MutationObserver(() => look());
        const look = () => settled() && (observer.disconnect(), resolve(pieces().sort()));
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
        look();
        setTimeout(() => resolve(null), 30000);
      }),
    wanted,
  );

/** The same, as the rules here have it, for somebody who plays these sides. */
function expected({ variant, game }, you) {
  const { board, hands } = game.state;
  const whose = (side) =>
    you.length === 1 ? (you[0] === SIDES[side] ? "your" : "enemy") : SIDES[side];
  const words = [];
  for (const [square, piece] of board.entries()) {
    const name = variant.squareNames[square];
    if (piece) words.push(`${name} ${whose(sideOf(piece))} ${pieceName(variant.type(piece))}`);
    else words.push(`${name} ${variant.holes.has(square) ? "off the board" : "empty"}`);
  }
  for (const kind of variant.hands ? variant.heldKinds : []) {
    for (const side of [0, 1]) {
      const count = hands[side][kind - 1];
      if (count) words.push(`${SIDES[side]} holds ${count} ${variant.type(kind).id}`);
    }
  }
  return words.sort();
}

// ---- playing ----

/** A game under way: the visitors, what is to be played, and the time that each side must have. */
class Contest {
  constructor(visitors, server, { moves, step = 1500 }) {
    this.visitors = visitors;
    this.server = server;
    this.moves = moves;
    this.step = step;
    this.spent = [0, 0];
    this.made = [0, 0];
  }

  get all() {
    return Object.values(this.visitors);
  }
  get id() {
    return this.visitors.host.message.id;
  }
  /** Whose turn it is after so many moves; the first side begins. */
  mover(ply) {
    const { host, guest } = this.visitors;
    return host.message.you[0] === SIDES[ply % 2] ? host : guest;
  }

  /** Plays on to the ply given. */
  async playTo(last) {
    for (let ply = this.visitors.host.message.moves.length; ply < last; ply++) await this.play(ply);
  }

  async play(ply, byClicks = false) {
    const { server, visitors, moves, all } = this;
    const { game } = visitors.host.message;
    const mover = this.mover(ply);
    const usi = moves[ply];
    const thought = ply ? 200 + ((ply * 7919) % this.step) : 0; // before the first move no time runs
    server.wait(thought);
    const move = mover.take().moves.find((each) => each.usi === usi);
    const special = move.drop || move.promotes || move.victims.some((at) => at !== move.to);
    const clicked = byClicks || special || ply % CLICK_EVERY === 0;
    if (clicked) {
      await shown(mover, { plies: ply, stopped: 0, time: null });
      equal(await mover.enter(move), usi, `${game}: the move entered`);
    } else await mover.say({ t: "move", id: this.id, usi, ply });
    for (const each of all) {
      await each.until(() => each.message.moves.length > ply, `${game}: ${usi} everywhere`);
    }
    this.spent[ply % 2] += thought;
    this.made[ply % 2]++;
    this.checkClock(ply);
    if (clicked || ply % LOOK_EVERY === 0 || ply + 1 === moves.length) await this.checkBoards();
  }

  checkClock(ply) {
    const { clock, game, result } = this.visitors.watcher.message;
    const side = ply % 2;
    const { kind, mainMs, incMs = 0, periods, days } = clock.rules;
    const where = `${game}, ply ${ply + 1}, ${JSON.stringify(clock)}`;
    equal(clock.running, result ? null : SIDES[1 - side], `${where}: whose time runs`);
    const { leftMs } = clock[SIDES[side]];
    if (kind === "days") return void equal(leftMs, days * DAY, where);
    const left =
      mainMs +
      (kind === "fischer" ? incMs * (this.made[side] - (side ? 0 : 1)) : 0) -
      this.spent[side];
    const most = left + LAG * this.made[side];
    check(leftMs >= Math.max(0, left) && leftMs <= Math.max(0, most), `${where}: ${left}–${most}`);
    if (kind === "byoyomi") equal(clock[SIDES[side]].periods, periods, `${where}: periods`);
  }

  /** Every page shows what the rules say, and so the same. */
  async checkBoards() {
    const { host, watcher } = this.visitors;
    const { moves, clock, game } = host.message;
    const stopped = (moves.length + 1) % 2;
    const { kind } = clock.rules;
    const left = clock[SIDES[stopped]].leftMs;
    const time = kind === "byoyomi" ? null : timeText(left, kind === "days");
    watcher.take();
    const found = await Promise.all(
      this.all.map((each) => shown(each, { plies: moves.length, stopped, time })),
    );
    for (const [i, each] of this.all.entries()) {
      const right = expected(watcher, each.message.you);
      const wrong = found[i]?.filter((word) => !right.includes(word)) ?? ["never so far"];
      const who = Object.keys(this.visitors)[i];
      equal(wrong.join(), "", `${game}, ply ${moves.length}, what ${who} sees`);
      equal(found[i]?.length, right.length, `${game}, ply ${moves.length}, squares of ${who}`);
    }
  }

  /** How it ends for all of them, and that no time runs any more. */
  async end({ winner, reason }) {
    const { visitors, server } = this;
    const { host, guest, watcher } = visitors;
    await over(visitors, reason);
    equal(host.message.result.winner, winner, `${host.message.game}: who has won`);
    for (const each of [host, guest]) {
      const word = each.message.you[0] === winner ? "You won " : "You lost ";
      const words = await each.page.textContent(".result");
      check(words.startsWith(word), `${host.message.game}: ${word} ${words}`);
    }
    const words = await watcher.page.textContent(".result");
    check(words.startsWith(winner === "sente" ? "Sente won" : "Gote won"), words);
    equal(watcher.take().state.reason, reason, "the rules see the same end");
    server.wait(2 * DAY);
    watcher.message = null;
    await watcher.page.reload();
    await watcher.until(() => watcher.message, "the game read again");
    equal(watcher.message.result.reason, reason, "no flag falls after the end");
  }
}

const lineOf = (visitor, down) =>
  visitor.page.waitForSelector("#line", { state: down ? "visible" : "hidden" });

async function begin(visitors, server, game, how) {
  const link = await inviteFriend(visitors.host, game, how);
  await sitDown(visitors, link);
  return new Contest(visitors, server, { ...GAMES.get(game), ...how });
}

// ---- the five ----

/** Shinogi: the friend's line is cut while a draw is offered; he comes back to the offer, and declines. */
async function shinogi(visitors, server, wires) {
  const { host, guest } = visitors;
  const clock = { kind: "fischer", amounts: { main: 3, inc: 2 } };
  const contest = await begin(visitors, server, "shinogi", { clock });
  await contest.playTo(12);
  wires.guest.cut();
  await lineOf(guest, true);
  await strip(host, "far").locator(".about", { hasText: "left" }).waitFor();
  await host.act("draw");
  wires.guest.mend();
  await lineOf(guest, false);
  await strip(guest, "far").locator("[data-act=decline]").click();
  await host.page.locator("#notice", { hasText: "declines" }).waitFor();
  await contest.playTo(contest.moves.length);
  await contest.end(GAMES.get("shinogi"));
}

/** Okisaki: a move is taken back with the other's leave; the host's line is cut in the middle of a move, which stays. */
async function okisaki(visitors, server, wires) {
  const { host, guest } = visitors;
  const clock = { kind: "plain", amounts: { main: 5 } };
  const contest = await begin(visitors, server, "okisaki", { clock });
  await contest.playTo(9);
  await host.act("undo");
  await strip(guest, "far").locator("[data-act=accept]").click();
  for (const each of contest.all) {
    await each.until(() => each.message.moves.length === 8, "the move taken back");
  }
  contest.spent[0] = 5 * MINUTE - host.message.clock.sente.leftMs; // what was thought for it stays gone
  contest.made[0]--;
  await contest.checkBoards();
  await contest.playTo(20);
  const [from] = host.take().moves.filter(({ usi }) => usi === contest.moves[20]);
  await host.tap(from.from);
  wires.host.cut();
  await lineOf(host, true);
  wires.host.mend();
  await lineOf(host, false);
  await host.page.waitForSelector(".cell.origin");
  await host.tap(from.from); // put down again
  await contest.playTo(contest.moves.length);
  await contest.end(GAMES.get("okisaki"));
}

/** Rutherford's game: a move made while the friend's device is offline waits, and is sent once. */
async function rutherford(visitors, server) {
  const { host, guest } = visitors;
  const clock = { kind: "byoyomi", amounts: { main: 0.5, byoyomi: 30, periods: 3 } };
  const contest = await begin(visitors, server, "rutherford", { clock, side: "gote", step: 9000 });
  await contest.playTo(6);
  await guest.context.setOffline(true);
  await lineOf(guest, true);
  const count = guest.sent.length;
  const move = guest.take().moves.find(({ usi }) => usi === contest.moves[6]);
  await guest.taps(move.from, move.to);
  await guest.page.locator(".waiting", { hasText: "1 move is waiting" }).waitFor();
  await guest.context.setOffline(false);
  await lineOf(guest, false);
  for (const each of contest.all) {
    await each.until(() => each.message.moves.length === 7, "the move that waited");
  }
  contest.made[0]++;
  equal(guest.sent.slice(count).filter(({ t }) => t === "move").length, 1, "it was sent once");
  await contest.checkBoards();
  await contest.playTo(contest.moves.length);
  check(host.message.clock.sente.byoyomiLeftMs > 0, "byoyomi had begun");
  await contest.end(GAMES.get("rutherford"));
}

/** Suzumu, by days: the server is restarted in the middle, and a week goes by meanwhile. */
async function suzumu(visitors, server) {
  const { host, guest } = visitors;
  const clock = { kind: "days", amounts: { days: 2 } };
  const step = 30 * 60 * MINUTE;
  const contest = await begin(visitors, server, "suzumu", { clock, step });
  await contest.playTo(10);
  server.wait(DAY);
  await server.stop();
  server.wait(7 * DAY);
  for (const each of contest.all) each.message = null;
  await server.run();
  for (const each of contest.all) await each.until(() => each.message, "everybody back");
  const { running, sente } = host.message.clock;
  equal(running, "sente", "whose time runs");
  check(
    sente.leftMs >= DAY && sente.leftMs <= 2 * DAY,
    `nobody pays for that week: ${sente.leftMs}`,
  );
  equal(guest.message.you[0], "gote", "the seat is kept");
  await contest.playTo(contest.moves.length);
  await contest.end(GAMES.get("suzumu"));
}

/** Ito: whatever somebody who watches sends is refused, and changes nothing. */
async function ito(visitors, server) {
  const { host, watcher } = visitors;
  const contest = await begin(visitors, server, "ito", {
    clock: { kind: "byoyomi", amounts: { main: 5, byoyomi: 30, periods: 1 } },
  });
  await contest.playTo(7);
  const { id } = contest;
  await host.act("draw");
  await host.until(() => host.message.offers.draw, "an offer");
  const side = "gote";
  for (const message of [
    { t: "move", usi: contest.moves[7], ply: 7 },
    { t: "undo" },
    ...SIDES.map((each) => ({ t: "resign", side: each })),
    { t: "declare", side },
    { t: "draw", side },
    ...["draw", "undo", "rematch"].flatMap((kind) =>
      ["offer", "accept", "decline"].map((t) => ({ t, kind })),
    ),
    ...["abort", "claim", "go", "now", "hint", "delete", "tokens"].map((t) => ({ t })),
    { t: "chat", text: "move the rook" },
  ]) {
    delete watcher.heard.error;
    await watcher.say({ id, ...message });
    await watcher.until(() => watcher.heard.error, `an answer to ${message.t}`);
    equal(watcher.heard.error.for, message.t, `${JSON.stringify(message)} is refused`);
  }
  for (const act of ["undo", "draw", "resign", "abort", "declare", "hint", "accept", "decline"]) {
    check(!(await watcher.page.isVisible(`[data-act=${act}]`)), `no button "${act}" for a watcher`);
  }
  equal(host.message.moves.length, 7, "nothing has changed");
  equal(host.message.offers.draw, host.message.you[0], "the offer stands");
  await contest.playTo(contest.moves.length);
  await contest.end(GAMES.get("ito"));
}

// ---- time alone ----

/** Who doesn't move loses by time, half a second after it is up, and everybody sees it. */
async function flag(visitors, server) {
  const { host } = visitors;
  const clock = { kind: "byoyomi", amounts: { main: 1, byoyomi: 10, periods: 2 } };
  const contest = await begin(visitors, server, "ito", { clock });
  await host.page.locator(".chip", { hasText: "1 min, then 2 × 10 s byoyomi" }).waitFor();
  await contest.playTo(1);
  server.wait(MINUTE + 15000);
  await visitors.watcher.page.reload();
  const near = strip(visitors.guest, "near").locator(".clock");
  await visitors.guest.page.reload();
  await near.locator("small", { hasText: "× 1" }).waitFor();
  server.wait(5000);
  await over(visitors, "time");
  equal(host.message.result.winner, "sente", "who moved has won");
}

export default async function whole(browser, { binary }) {
  await threeOfThem(browser, binary, [ito, rutherford, suzumu, shinogi, okisaki, flag]);
}
