// What other browsers than Chromium need, as far as it can be seen without them: sheets, signs, names that break between words.

import { check, equal, settles, sticksOut, Visitor } from "./harness.mjs";

/** WebKit drops the shorthand with a style or a colour: each part is said by itself. */
async function underlines({ page }) {
  const sheets = await page.evaluate(async () => {
    const links = [...document.querySelectorAll("link[rel=stylesheet]")].map(({ href }) => href);
    links.push(links[0].replace(/[^/]*$/, "later.css")); // the styles that later views load
    const texts = await Promise.all(links.map(async (href) => (await fetch(href)).text()));
    return texts.join("\n");
  });
  const shorthands = [...sheets.matchAll(/text-decoration:([^;}]*)/g)].map(([, value]) => value);
  check(shorthands.length > 0, "there are underlines");
  equal(shorthands.filter((value) => value.trim().includes(" ")).join(), "", "shorthands");
  check(sheets.includes("text-decoration-style:wavy"), "errors are underlined by a wave");
}

/** What a phone that keeps the page asks for. */
async function installed({ page }, server) {
  const found = await page.evaluate(async () => {
    const address = document.querySelector("link[rel=manifest]").href;
    const answer = await fetch(address);
    const manifest = await answer.json();
    const touch = document.querySelector("link[rel=apple-touch-icon]").href;
    const icons = [touch, ...manifest.icons.map(({ src }) => new URL(src, address).href)];
    const sizes = icons.map(async (src) => {
      const picture = Object.assign(new Image(), { src });
      await picture.decode();
      return `${picture.naturalWidth}`;
    });
    const start = new URL(manifest.start_url, address).href;
    const type = answer.headers.get("content-type");
    return { type, start, sizes: (await Promise.all(sizes)).join() };
  });
  equal(found.type, "application/manifest+json", "the manifest");
  equal(found.start, server.url, "an installed page begins with the lobby");
  equal(found.sizes.replace(/^(\d+),\d+,/, "$1,SVG,"), "180,SVG,180,512", "its icons");
  const bars = () =>
    page.$$eval("meta[name=theme-color]", (all) => all.map(({ content }) => content).join());
  equal(await bars(), "#efe8da,#171412", "a browser's bar has the page's colour");
  await page.click("#open-settings");
  await page.selectOption("#set-theme", "dark");
  equal(await bars(), "#171412,#171412", "of the theme that was chosen");
  const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  equal(paper, "rgb(23, 20, 18)", "which is the page's");
  await page.selectOption("#set-theme", "auto");
  await page.click("dialog[open] .buttons .main");
}

/** In the bar with the button that starts a game its name breaks between words alone. */
async function names({ page }) {
  for (const [width, height] of [
    [1280, 720],
    [1060, 700],
    [820, 1180],
    [600, 900],
    [390, 844],
    [320, 568],
  ]) {
    await page.setViewportSize({ width, height });
    for (const game of ["rutherford", "suzumu", "okisaki"]) {
      await page.check(`#game-${game}`);
      const broken = await page.$eval(".chosen-game", (box) => {
        const text = box.firstChild;
        return [...text.data.matchAll(/[^\s-]+/g)]
          .filter(({ index, 0: word }) => {
            const range = new Range();
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            return range.getClientRects().length > 1;
          })
          .map(([word]) => word)
          .join();
      });
      equal(broken, "", `words of ${game} that break on ${width} px`);
      equal(await sticksOut(page, ".start-row"), "", `what sticks out on ${width} px`);
    }
  }
}

/** Firefox takes a style attribute that is copied for one that the page's policy forbids. */
async function copies(visitor) {
  const { page } = visitor;
  await page.evaluate(() => {
    window.styled = 0;
    const copy = Node.prototype.cloneNode;
    Node.prototype.cloneNode = function (deep) {
      if (this.matches?.("[style]") || this.querySelector?.("[style]")) window.styled++;
      return copy.call(this, deep);
    };
    document.addEventListener("securitypolicyviolation", () => window.styled++);
  });
  await visitor.newGame({ game: "shogi" });
  await visitor.plays("7g", "7f");
  await visitor.act("share");
  for (const act of ["film", "svg"]) {
    const coming = page.waitForEvent("download");
    await page.click(`dialog[open] [data-act=${act}]`);
    await coming;
  }
  equal(await page.evaluate(() => window.styled), 0, "style attributes copied for a picture");
  await page.keyboard.press("Escape");
}

/** Sounds are made ready within a press, and what was silenced is heard again after the next. */
async function sounds(browser, server) {
  const visitor = await Visitor.come(browser, server);
  const { page } = visitor;
  await page.evaluate(() => {
    window.made = [];
    window.AudioContext = class extends AudioContext {
      constructor() {
        super();
        window.made.push(window.event?.type ?? "nothing");
      }
      resume() {
        window.made.push(`again ${window.event?.type ?? "nothing"}`);
        return super.resume();
      }
      get state() {
        return window.asleep ? "interrupted" : super.state;
      }
    };
  });
  await page.click("#open-settings");
  await page.check("#set-sound");
  await page.click("dialog[open] .buttons .main");
  await visitor.newGame({ game: "shogi" });
  await page.locator('.cell[data-square="7g"]').click();
  const made = () => page.evaluate(() => window.made.join());
  check(/^(pointerup|click|keydown)(,|$)/.test(await made()), `made by ${await made()}`);
  await page.evaluate(() => ((window.asleep = true), (window.made.length = 0)));
  await page.locator('.cell[data-square="7f"]').click();
  check(/^again (pointerup|click)/.test(await made()), `after a pause: ${await made()}`);
  await visitor.leave();
}

/** Fingers: nothing is selected by a long press, nothing zooms the page by itself. */
async function fingers(browser, server) {
  const visitor = await Visitor.come(browser, server, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const { page } = visitor;
  const small = () =>
    page.$$eval("input:not([type=radio], [type=checkbox], [type=range]), select, textarea", (all) =>
      all
        .filter((each) => parseFloat(getComputedStyle(each).fontSize) < 16)
        .map(({ id, name, className }) => id || name || className)
        .join(),
    );
  await page.check("#game-own");
  await page.waitForSelector(".shelf", { state: "attached" });
  equal(await small(), "", "fields of the lobby below 16 px");
  await visitor.newGame({ game: "shogi", sfen: "4k4/9/9/4S4/9/9/9/9/4K4 b RP 1" });
  equal(await small(), "", "fields of a game below 16 px");
  const style = (selector, name) =>
    page.$eval(selector, (each, wanted) => getComputedStyle(each)[wanted], name);
  for (const selector of [".hand", ".held", ".actions button", ".steps button", "svg.board"]) {
    equal(await style(selector, "userSelect"), "none", `${selector}: a long press selects nothing`);
  }
  for (const selector of [".hand", ".actions button", ".steps button", "#to-lobby"]) {
    equal(await style(selector, "touchAction"), "manipulation", `${selector}: two taps`);
  }
  const prevented = await page.evaluate(() => {
    const event = new Event("gesturestart", { bubbles: true, cancelable: true });
    document.querySelector(".cell").dispatchEvent(event);
    return event.defaultPrevented;
  });
  check(prevented, "WebKit's pinch on the board doesn't zoom the page");
  const width = () => page.$eval("svg.board", (each) => each.viewBox.baseVal.width);
  const before = await width();
  await page.evaluate(() => {
    const { x, y } = document.querySelector("svg.board").getBoundingClientRect();
    const at = { clientX: x + 50, clientY: y + 50, scale: 2 };
    const event = new Event("gesturechange", { bubbles: true, cancelable: true });
    document.querySelector(".cell").dispatchEvent(Object.assign(event, at));
  });
  check((await width()) < before, "it zooms the board");
  await visitor.leave();
}

/** What a notch and a bar at the foot cover is left free. */
async function corners(browser, server) {
  for (const [game, viewport, insets] of [
    ["shogi", { width: 844, height: 390 }, { left: 47, right: 47, bottom: 21, top: 0 }],
    ["suzumu", { width: 390, height: 844 }, { left: 0, right: 0, bottom: 34, top: 47 }],
    ["ito", { width: 844, height: 390 }, { left: 47, right: 47, bottom: 21, top: 0 }],
  ]) {
    const phone = { viewport, hasTouch: true, isMobile: true };
    const visitor = await Visitor.come(browser, server, phone);
    const { page } = visitor;
    const client = await page.context().newCDPSession(page);
    const set = await client.send("Emulation.setSafeAreaInsetsOverride", { insets }).then(
      () => true,
      () => false, // an older Chromium
    );
    if (set) {
      await visitor.newGame({ game });
      const { left, right } = await page.$eval("svg.board", (each) => each.getBoundingClientRect());
      const inside = left >= insets.left - 1 && right <= viewport.width - insets.right + 1;
      check(inside, `${game}: the board from ${left} to ${right} of ${viewport.width}`);
      const top = await page.$eval("#to-lobby", (each) => each.getBoundingClientRect());
      check(
        top.top >= insets.top && top.right <= viewport.width - insets.right,
        `${game}: the page's buttons from ${top.top}, to ${top.right}`,
      );
      equal(await sticksOut(page), "", `${game}: nothing sticks out`);
    }
    await visitor.leave();
  }
}

/** Letters that do something are no search of the browser's. */
async function letters(visitor) {
  const { page } = visitor;
  await visitor.newGame({ game: "suzumu", sfen: LION });
  await page.evaluate(() => {
    window.prevented = [];
    document.addEventListener("keydown", (event) =>
      setTimeout(() => event.defaultPrevented && window.prevented.push(event.key)),
    );
  });
  await visitor.taps("8h", "8g");
  await page.focus('.cell[tabindex="0"]');
  for (const key of ["f", "f", "a", "+", "-", "q", "d"]) await page.keyboard.press(key);
  await settles(
    () => page.evaluate(() => window.prevented.join("")),
    "ffa+-d",
    "letters kept from the browser",
  );
}

const LION = "k15/16/16/16/16/8s7/8p7/8{LN}7/16/16/16/16/16/16/16/K15 b - 1 -";

export default async function browsers(browser, server) {
  const visitor = await Visitor.come(browser, server);
  await underlines(visitor);
  await installed(visitor, server);
  await names(visitor);
  await visitor.page.setViewportSize({ width: 1280, height: 800 });
  await copies(visitor);
  await letters(visitor);
  await visitor.leave();
  await sounds(browser, server);
  await fingers(browser, server);
  await corners(browser, server);
}
