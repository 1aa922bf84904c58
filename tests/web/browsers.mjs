// What other browsers than Chromium need, as far as it can be seen without them: sheets, signs, names that break between words.

import { check, equal, sticksOut, Visitor } from "./harness.mjs";

/** WebKit drops the shorthand with a style or a colour: each part is said by itself. */
async function underlines({ page }) {
  const sheets = await page.evaluate(async () => {
    const links = [...document.querySelectorAll("link[rel=stylesheet]")];
    const texts = await Promise.all(links.map(async ({ href }) => (await fetch(href)).text()));
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

export default async function browsers(browser, server) {
  const visitor = await Visitor.come(browser, server);
  await underlines(visitor);
  await installed(visitor, server);
  await names(visitor);
  await visitor.leave();
}
