// What a move looks like while it happens: where pieces fly, that nothing is drawn anew meanwhile, and that nobody sees it who doesn't want to.

import { check, equal, Visitor } from "./harness.mjs";
import { sfen } from "./positions.mjs";

const LATEST = '.steps [aria-label="Latest position"]';
const MOVING = { reducedMotion: "no-preference" };

const flying = (page) => page.locator(".flights .flight").count();
/** Clicks the last square, and answers what flies just then. */
async function fly(visitor, squares) {
  await visitor.taps(...squares.slice(0, -1));
  return clickAndSee(visitor.page, `.cell[data-square="${squares.at(-1)}"]`);
}

function clickAndSee(page, selector) {
  return page.evaluate(async (wanted) => {
    document.querySelector(wanted).dispatchEvent(new MouseEvent("click", { bubbles: true }));
    for (let i = 0; i < 20 && !document.querySelector(".flight"); i++) {
      await new Promise((resolve) => setTimeout(resolve)); // a dialog closes a moment later
    }
    const flights = [...document.querySelectorAll(".flight")];
    const frames = flights.map((each) => {
      const animations = each.getAnimations();
      return animations.flatMap(({ effect }) =>
        effect.getKeyframes().flatMap(({ transform }) => transform ?? []),
      );
    });
    return {
      flights: flights.length,
      frames: frames.flat(),
      ends: frames.map((of) =>
        of
          .at(-1)
          .match(/-?[\d.]+(?=px)/g)
          .map(Number),
      ),
      chills: document.querySelectorAll(".chill").length,
      trails: document.querySelectorAll(".trail").length,
      embers: document.querySelectorAll(".ember").length,
      arriving: [...document.querySelectorAll(".cell.arriving")].map((each) => each.dataset.square),
    };
  }, selector);
}

async function landed(visitor, what) {
  const { page } = visitor;
  await page.waitForFunction(() => !document.querySelector(".flights"));
  equal(await page.locator(".cell.arriving").count(), 0, `${what}: every piece is there`);
}

async function scenes(visitor) {
  const { page } = visitor;
  await visitor.newGame({ game: "shogi", sfen: "4k4/9/4p4/9/4R4/9/9/9/4K4 b P 1" });
  const capture = await fly(visitor, ["5e", "4e"]);
  equal(capture.flights, 1, "a move: the piece glides");
  equal(capture.arriving.join(), "4e", "and isn't on its square yet");
  await landed(visitor, "a move");
  await visitor.newGame({ game: "shogi", sfen: "4k4/9/9/4p4/4R4/9/9/9/4K4 b P 1" });
  const taken = await fly(visitor, ["5e", "5d"]);
  equal(taken.flights, 2, "what it takes flies as well");
  const stand = await page.locator(".hand.near").boundingBox();
  const inStand = taken.ends.filter(
    ([x, y]) =>
      x > stand.x && x < stand.x + stand.width && y > stand.y && y < stand.y + stand.height,
  );
  equal(inStand.length, 1, `to the stand: ${JSON.stringify([taken.ends, stand])}`);
  await landed(visitor, "a capture");
  await page.getByRole("button", { name: "Previous move" }).click();
  equal(await flying(page), 0, "a step back glides nowhere");
  const forward = await clickAndSee(page, LATEST);
  equal(forward.flights, 2, "a step forward does");
  await landed(visitor, "a step");

  await visitor.newGame({ game: "shogi", sfen: "4k4/9/9/4S4/9/9/9/9/4K4 b - 1" });
  await visitor.taps("5d", "5c");
  const turned = await clickAndSee(page, 'dialog[open] button:has([data-usi="5d5c+"])');
  equal(turned.flights, 2, "a promotion: the one face, then the other");
  check(
    turned.frames.some((each) => each.includes("scaleX(0)")),
    `it turns over: ${turned.frames}`,
  );
  await landed(visitor, "a promotion");

  const big = (pieces) => sfen(16, 16, { "16p": "K", "1b": "k", ...pieces }, { skipped: "-" });
  await visitor.newGame({
    game: "suzumu",
    sfen: big({ "8h": "LN", "8g": "p", "8f": "p" }),
  });
  const legs = await fly(visitor, ["8h", "8g", "8f"]);
  equal(`${legs.flights}, ${legs.trails}`, "3, 1", "two legs: three pieces, and a trail");
  await landed(visitor, "two legs");
  await visitor.newGame({ game: "suzumu", sfen: big({ "8h": "+CS", "8c": "p", "3c": "p" }) });
  equal((await fly(visitor, ["8h", "8d"])).chills, 1, "what is frozen now frosts over");
  await landed(visitor, "a freeze");
  await visitor.newGame({ game: "suzumu", sfen: big({ "8h": "FD", "7d": "p", "9d": "p" }) });
  await visitor.taps("8h", "8e", "7d");
  const burnt = await clickAndSee(page, "[data-act=done]");
  check(burnt.embers > 0, `what burns glows: ${burnt.embers}`);
  await landed(visitor, "a burn");
}

/**
 * While a piece glides nothing is laid out and nothing painted: only the compositor works. A step through the game shows
 * that, for no answer of the server falls into it.
 */
async function quiet(visitor) {
  const { page } = visitor;
  await visitor.newGame({ game: "suzumu" });
  await visitor.plays("8l", "8k");
  await landed(visitor, "a move of Suzumu");
  await page.getByRole("button", { name: "Previous move" }).click();
  const session = await page.context().newCDPSession(page);
  const events = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["devtools.timeline", "blink.user_timing"] },
  });
  await page.evaluate(async (latest) => {
    document.querySelector(latest).click();
    const flight = document.querySelector(".flight");
    const [animation] = flight.getAnimations();
    animation.playbackRate = 0.5; // for a machine that shows few frames a second
    while (animation.currentTime < 60) await new Promise(requestAnimationFrame);
    performance.mark("glide-begins");
    while (animation.currentTime < 150) await new Promise(requestAnimationFrame);
    performance.mark("glide-ends");
  }, LATEST);
  await session.send("Tracing.end");
  await complete;
  const mark = (name) => events.find((event) => event.name === name)?.ts;
  const [from, to] = [mark("glide-begins"), mark("glide-ends")];
  check(from && to && to > from, `the glide was seen: ${from}, ${to}`);
  for (const name of ["Layout", "Paint"]) {
    check(
      events.some((event) => event.name === name && event.ts < from),
      `${name} is seen before`,
    );
    const during = events.filter(
      (event) => event.name === name && event.ts > from && event.ts < to,
    );
    equal(during.length, 0, `${name} while a piece glides`);
  }
}

async function reduced(browser, server) {
  const visitor = await Visitor.come(browser, server);
  await visitor.newGame({ game: "shogi" });
  equal((await fly(visitor, ["7g", "7f"])).flights, 0, "reduced motion: nothing flies");
  await visitor.leave();
}

export default async function motion(browser, server) {
  const visitor = await Visitor.come(browser, server, MOVING);
  await scenes(visitor);
  await quiet(visitor);
  await visitor.leave();
  await reduced(browser, server);
}
