// The rules of games as pages: an index, a page for each game, an address for each piece; search, keys, print, both languages and themes.

import { audit } from "./access.mjs";
import { check, equal, settles, Visitor } from "./harness.mjs";
import { families } from "../../web/rules/about.ts";
import { parseVariant, shippedNames } from "../../web/core/index.ts";
import {
  kindOfSlug,
  pieceSlug,
  readRulesAddress,
  rulesAddress,
} from "../../web/rules/rulesaddress.ts";

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1400, height: 900 };
const ODD = `title=Odd Pieces
files=9
ranks=9
promoZone=3
promoOffset=1
maxPromote=1
royal=K
pawn:P:mfWcfF:歩:a3-i3
cannon:C:mRcpR:砲:b2
turner:H:FyafsF:鉤:c2
rider:R:NNDD:走:d2
walker:A:KaK:犬:e2
grabber:G:WcabF:虎:f2
king:K:K:K:e1
tokin:+P:WfF:と:
`;

/** Addresses are read as they are written; whatever else is no address of rules. */
function addresses() {
  const settings = { jumpRank: "off", strict: "on" };
  const all = { game: "a b/c", piece: "+P?", settings, text: "files=9\nranks=9 & 駒" };
  equal(
    JSON.stringify(readRulesAddress(rulesAddress(all))),
    JSON.stringify(all),
    "an address with all its parts",
  );
  equal(rulesAddress({}), "#/rules", "of all games");
  equal(rulesAddress({ game: "ito" }), "#/rules/ito", "of a game");
  equal(rulesAddress({ game: "ito", piece: "gold" }), "#/rules/ito/gold", "of a piece");
  equal(readRulesAddress("#/rules").game, "", "all games");
  equal(readRulesAddress("#/rules/own").text, null, "no text");
  equal(readRulesAddress("#/rules/%E0%A4%A").game, "%E0%A4%A", "a broken escape stays");
  for (const other of ["", "#/", "#/g/rules", "#/rulesets", "#/rules/a/b/c"]) {
    equal(readRulesAddress(other), null, `"${other}" is no address of rules`);
  }
}

/** Every kind of piece of every game has an address of its own, which leads back to it. */
function slugs() {
  for (const game of shippedNames()) {
    const { variant } = parseVariant(game, null);
    const kinds = variant.kinds.map((_, i) => i + 1);
    const names = kinds.map((kind) => pieceSlug(variant, kind));
    equal(new Set(names).size, names.length, `${game}: each kind has an address: ${names}`);
    for (const kind of kinds) {
      equal(kindOfSlug(variant, names[kind - 1]), kind, `${game}: ${names[kind - 1]}`);
    }
    variant.free();
  }
  const { variant } = parseVariant("suzumu", null);
  equal(pieceSlug(variant, kindOfSlug(variant, "FD")), "fire-demon", "a piece by its letters");
  equal(variant.type(kindOfSlug(variant, "Fire Demon")).id, "FD", "or by its name");
  equal(variant.type(kindOfSlug(variant, "+WB")).id, "+WB", "a namesake by its letters");
  equal(kindOfSlug(variant, "nix"), 0, "no piece");
  variant.free();
}

/** Royals first, then by value; beside each what it becomes; nothing twice, nothing left out. */
function order() {
  for (const game of shippedNames()) {
    const { variant } = parseVariant(game, null);
    const chains = families(variant);
    const ranks = chains.map(([kind]) => {
      const { royal, value } = variant.type(kind);
      return royal ? Infinity : value;
    });
    check(
      ranks.every((rank, i) => !i || ranks[i - 1] >= rank),
      `${game}: strongest first: ${ranks}`,
    );
    for (const [kind, next = 0] of chains) {
      equal(next, variant.type(kind).promoted, `${game}: what ${kind} becomes stands beside it`);
    }
    const told = new Set(chains.flat().map((kind) => variant.type(kind).name));
    const missing = variant.kinds.filter(({ name }) => !told.has(name));
    equal(missing.map(({ name }) => name).join(), "", `${game}: every kind is there`);
    equal(new Set(chains.flat()).size, chains.flat().length, `${game}: and once`);
    variant.free();
  }
  const { variant } = parseVariant("shogi", null);
  const names = families(variant).map((chain) =>
    chain.map((kind) => variant.type(kind).id).join(">"),
  );
  equal(names[0], "K", "the king comes first");
  equal(names.slice(1, 3).join(), "R>+R,B>+B", "then rook and bishop, with what they promote to");
  equal(names.at(-1), "P>+P", "the pawn is last");
  variant.free();
}

/** The rules in words are those of the description, without the parts that the page shows otherwise. */
function sections() {
  for (const game of shippedNames()) {
    const { variant } = parseVariant(game, null);
    const text = variant.describe();
    for (const { title, lines } of variant.sections) {
      check(text.includes(`\n${title}\n  ${lines[0]}\n`), `${game}: ${title}: ${lines[0]}`);
      check(!lines.some((line) => line.includes(variant.start)), `${game}: no SFEN`);
    }
    const titles = variant.sections.map(({ title }) => title);
    equal(titles[0], "Board", `${game}: the first`);
    check(titles.includes("End of the game"), `${game}: ${titles}`);
    check(!titles.some((title) => /^(Pieces|House rules)/.test(title)), `${game}: ${titles}`);
    variant.free();
  }
  const { variant } = parseVariant("", ODD);
  equal(variant.options.length, 0, "a game without house rules");
  equal(variant.sections.at(-1).title, "End of the game", "ends with how it ends");
  variant.free();
}

const overflow = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Opens an address of rules, anew: what was shown before is gone. */
async function open(visitor, path) {
  const { page } = visitor;
  await page.goto("about:blank");
  await page.goto(`${visitor.server.url}#/rules${path}`);
  await page.waitForSelector(".rules-page h1");
}

async function index(visitor) {
  const { page } = visitor;
  await page.goto(visitor.server.url);
  await page.waitForSelector(".cards .card");
  await page.click("#to-rules");
  await page.waitForSelector(".rules-index li");
  equal(
    await page.locator(".rules-index li").count(),
    shippedNames().length,
    "every game is listed",
  );
  await settles(() => page.title(), "Rules of the games – Henka", "the title");
  await page.getByRole("link", { name: "Suzumu Shogi" }).click();
  await settles(() => page.textContent(".rules-page h1"), "Suzumu Shogi", "a link leads to a game");
  await settles(() => page.title(), "Rules of Suzumu Shogi – Henka", "and its title");
  await page.goBack();
  await page.waitForSelector(".rules-index li");
  await page.goBack();
  await page.waitForSelector(".cards .card");
  await page.getByRole("link", { name: "Rules of Okisaki shogi" }).click();
  await settles(() => page.textContent(".rules-page h1"), "Okisaki shogi", "from a game's tile");
  await page.reload();
  await settles(() => page.textContent(".rules-page h1"), "Okisaki shogi", "and by its address");
  await open(visitor, "/nix");
  await page.locator("#notice.shown", { hasText: "no game at this address" }).waitFor();
  await page.waitForSelector(".rules-index li");
}

/** A game's page: what it says, in its order, with one sign on a square. */
async function gamePage(visitor, name) {
  const { page } = visitor;
  const { variant } = parseVariant(name, null);
  await open(visitor, `/${name}`);
  await settles(() => page.textContent(".rules-page h1"), variant.title, `${name}: the title`);
  const text = await page.innerText(".rules-page");
  for (const { title, lines } of variant.sections) {
    for (const part of [title, ...lines]) check(text.includes(part.trim()), `${name}: ${part}`);
  }
  for (const { help, choices } of variant.options) {
    for (const part of [help, ...choices.map((choice) => choice.help)]) {
      check(text.includes(part), `${name}: ${part}`);
    }
  }
  const shown = await page.$$eval(".piece-card", (all) => all.map((each) => each.dataset.piece));
  const wanted = families(variant).flat();
  equal(
    shown.join(),
    wanted.map((kind) => pieceSlug(variant, kind)).join(),
    `${name}: the pieces, in their order`,
  );
  check((await page.locator(".array .piece").count()) > 7, `${name}: the array is drawn`);
  const crowded = await page.$$eval(
    "svg.diagram",
    (all) =>
      all.filter((diagram) => {
        const places = [...diagram.querySelectorAll(":scope > g:has(> .d-mark)")];
        const own = new Set(places.map((place) => place.getAttribute("transform")));
        return (
          !places.length || own.size !== places.length || places.some((g) => g.children.length > 1)
        );
      }).length,
  );
  equal(crowded, 0, `${name}: diagrams without a sign, or with two on a square`);
  const explained = await page.$$eval(".legend li", (all) => all.map((each) => each.textContent));
  equal(new Set(explained).size, explained.length, `${name}: the legend: ${explained}`);
  for (const size of [PHONE, { width: 844, height: 390 }, DESK]) {
    await page.setViewportSize(size);
    await settles(() => overflow(page), 0, `${name}: as wide as the screen of ${size.width}`);
  }
  variant.free();
}

/** What stands on the squares around a piece: form and filling, by how far to the side and forwards. */
const signs = (page, piece) =>
  page.$eval(`[data-piece="${piece}"] svg.diagram`, (diagram) =>
    Object.fromEntries(
      [...diagram.querySelectorAll(":scope > g:has(> .d-mark)")].map((place) => {
        const [x, y] = place.getAttribute("transform").match(/-?\d+/g).map(Number);
        return [`${x / 40},${-y / 40}`, place.firstChild.getAttribute("class").slice(7)];
      }),
    ),
  );

async function diagrams(visitor) {
  const { page } = visitor;
  await open(visitor, "/suzumu");
  const pawn = await signs(page, "pawn");
  equal(JSON.stringify(pawn), '{"0,1":"d-step end-both"}', "a pawn");
  const lion = await signs(page, "lion");
  equal(Object.keys(lion).length, 24, "squares of a lion");
  equal(lion["1,1"], "d-victim end-both", "beside it it may take and go on");
  equal(lion["1,2"], "d-jump end-both", "two squares away it jumps");
  const hawk = await signs(page, "lion-hawk");
  equal(hawk["1,1"], "d-victim end-both", "where a lion hawk may take and go on");
  equal(hawk["2,2"], "d-jump end-both", "where it may jump");
  equal(hawk["3,3"], "d-slide end-both", "where it slides on");
  const buffalo = await signs(page, "water-buffalo");
  equal(buffalo["0,2"], "d-slide end-both", "a slide of two squares");
  equal(buffalo["0,3"], undefined, "ends there");
  check((await signs(page, "rook"))["0,3"], "one without an end goes on");
  const general = await signs(page, "great-general");
  equal(general["0,3"].split(" ")[0], "d-overtake", "a general that takes what it passes over");
  const demon = await page.locator('[data-piece="fire-demon"] .d-cell.burnt').count();
  check(demon > 8, `squares beside which a demon burns have another ground: ${demon}`);
  await open(visitor, rulesAddress({ game: "own", text: ODD }).replace("#/rules", ""));
  equal(await page.textContent(".rules-page h1"), "Odd Pieces", "a game of one's own text");
  const odd = await signs(page, "pawn");
  equal(odd["0,1"], "d-step end-move", "moves only");
  equal(odd["1,1"], "d-step end-capture", "captures only");
  equal((await signs(page, "cannon"))["0,3"], "d-cannon end-both", "over one piece");
  equal((await signs(page, "turner"))["1,2"], "d-turn end-both", "round a corner");
  for (const square of ["1,2", "0,2"]) {
    equal((await signs(page, "rider"))[square], "d-slide end-both", `in leaps, ${square}`);
  }
  const walker = await signs(page, "walker");
  equal(walker["1,2"], "d-walk end-both", "through empty squares");
  equal(walker["1,1"], "d-step end-both", "a step is a step");
  equal((await signs(page, "grabber"))["1,1"], "d-victim end-pass", "takes without going there");
  const legend = await page.$$eval(".legend li", (all) => all.map((each) => each.textContent));
  for (const words of ["moves and captures", "moves only", "captures only", "can’t stop here"]) {
    check(legend.includes(words), `the legend has "${words}": ${legend}`);
  }
  check(!legend.includes("may burn pieces next to this square"), "and no more than is needed");
}

/** A piece's address shows it, has the focus there, and a link to another leaves the page as it is. */
async function pieces(visitor) {
  const { page } = visitor;
  const wanted = () =>
    page.$$eval(".piece-card.wanted", (all) => all.map((each) => each.dataset.piece).join());
  await open(visitor, "/suzumu/fire-demon");
  await settles(wanted, "fire-demon", "the piece of the address");
  const card = page.locator('[data-piece="fire-demon"]');
  await settles(
    () => card.evaluate((each) => each.contains(document.activeElement)),
    true,
    "has the focus",
  );
  const { y, height } = await card.boundingBox();
  const { height: screen } = page.viewportSize();
  check(y >= -height && y < screen, `and is in sight: ${y}`);
  await page.evaluate(() => (document.querySelector(".rules-page").kept = true));
  await page.locator('[data-piece="+WB"] h3 a').click();
  await settles(wanted, "+WB", "another one");
  check(page.url().endsWith("#/rules/suzumu/%2BWB"), `its address: ${page.url()}`);
  check(
    await page.evaluate(() => document.querySelector(".rules-page").kept),
    "the page is still the same",
  );
  await page.fill("#find-piece", "pawn");
  await page.goBack();
  await settles(wanted, "fire-demon", "back");
  check(await card.isVisible(), "it is shown whatever was searched for");
  await open(visitor, "/suzumu/unicorn");
  await page.locator("#notice.shown", { hasText: "no piece with that name" }).waitFor();
}

async function searching(visitor) {
  const { page } = visitor;
  await open(visitor, "/suzumu");
  const shown = () =>
    page.$$eval(".family:not([hidden]) .piece-card", (all) =>
      all.map((each) => each.dataset.piece).join(),
    );
  const all = await shown();
  const found = () => page.textContent(".found");
  await page.fill("#find-piece", "fire DEMON");
  await settles(shown, "fire-demon,water-buffalo,+WB", "a family is found by any of its names");
  equal(await found(), "2 entries found", "how many");
  await page.fill("#find-piece", "麒麟");
  await settles(shown, "kirin,+KY", "by kanji");
  equal(await found(), "1 entry found", "one");
  await page.fill("#find-piece", "qqq");
  await settles(shown, "", "nothing");
  await settles(() => page.textContent("#live"), "0 entries found", "is read out");
  await page.fill("#find-piece", "");
  await settles(shown, all, "all again");
  equal(await found(), "", "and no number");
}

/** House rules are in the address; unknown ones are told. */
async function houseRules(visitor) {
  const { page } = visitor;
  await open(visitor, "/suzumu?jumpRank=off");
  await page.waitForSelector(".rules-head .chip");
  equal(await page.textContent(".rules-head .chip"), "jump rank: off", "a house rule is a chip");
  const inForce = await page.$$eval(".rulings .in-force", (each) => each.map((dd) => dd.innerText));
  check(
    inForce.some((text) => text.includes("2024 (house rule)")),
    `and marked among the rulings: ${inForce}`,
  );
  check(
    inForce.some((text) => text.includes("(standard)")),
    "beside the standard ones",
  );
  equal(inForce.length, 2, "one choice of each is in force");
  await open(visitor, "/suzumu");
  equal(await page.locator(".rules-head .chip").count(), 0, "no chip without");
  await open(visitor, "/suzumu?nix=1");
  await page.locator("#notice.shown", { hasText: "no game at this address" }).waitFor();
}

/** From a game the rules open over it, with a link to them as a page: by its house rules, or with its text. */
async function fromGames(visitor) {
  const { page } = visitor;
  await visitor.newGame({ game: "suzumu", rules: { jumpRank: "off" } });
  await visitor.act("rules");
  equal(await page.locator("dialog.rules h3 a").count(), 0, "no link leads away from the game");
  const asPage = () => page.getAttribute("dialog.rules .as-page", "href");
  equal(await asPage(), "#/rules/suzumu?jumpRank=off", "the same rules as a page");
  equal(
    await page.getAttribute("dialog.rules .as-page", "target"),
    "_blank",
    "in a tab of its own",
  );
  await page.click("dialog[open] .close");
  await page.goto(`${visitor.server.url}#/`);
  await page.check("#game-own");
  await page.fill("#own-text", ODD);
  await page.locator("#own-verdict.good").waitFor();
  await page.getByRole("button", { name: "See the rules" }).click();
  await page.waitForSelector("dialog.rules");
  equal(await asPage(), "#/rules/own", "the text that is being written");
  await page.click("dialog[open] .close");
  await open(visitor, "");
  await page.getByRole("link", { name: "Odd Pieces" }).click();
  await settles(() => page.textContent(".rules-page h1"), "Odd Pieces", "is in the index");
  await page.getByRole("button", { name: "Play this game" }).click();
  await page.waitForSelector(".cards .card");
  check(await page.isChecked("#game-own"), "and can be played from there");
  await page.check("#opponent-human");
  await visitor.begins();
  await visitor.act("rules");
  const address = readRulesAddress(await asPage());
  equal(address.game, "own", "a game of one's own");
  equal(address.text, ODD, "takes its text along");
  await page.click("dialog[open] .close");
  await page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith("henka-shelf"))
      .forEach((key) => localStorage.removeItem(key)),
  );
  await open(visitor, "/own");
  await page.locator("#notice.shown", { hasText: "Your own game isn’t saved" }).waitFor();
  await open(visitor, "/shogi");
  await page.getByRole("button", { name: "Play this game" }).click();
  await page.waitForSelector(".cards .card");
  check(await page.isChecked("#game-shogi"), "a shipped game is chosen in the lobby");
}

/** By keys from heading to heading; on paper without what can be pressed. */
async function keysAndPrint(visitor) {
  const { page } = visitor;
  await open(visitor, "/shogi");
  const jump = page.locator(".rules-nav button", { hasText: "End of the game" });
  await jump.focus();
  await page.keyboard.press("Enter");
  await settles(
    () => page.evaluate(() => document.activeElement.textContent),
    "End of the game",
    "the heading has the focus",
  );
  await page.emulateMedia({ media: "print" });
  for (const hidden of [".top", ".rules-nav", ".piece-search", ".rules-head .buttons"]) {
    check(await page.locator(hidden).isHidden(), `${hidden} is not printed`);
  }
  check(await page.locator(".piece-card").first().isVisible(), "the pieces are");
  await page.emulateMedia({ media: "screen" });
}

async function round(browser, server, colorScheme, locale) {
  const visitor = await Visitor.come(browser, server, { colorScheme, locale });
  const { page } = visitor;
  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size);
    for (const path of ["", "/ito", "/okisaki"]) {
      await open(visitor, path);
      await settles(() => overflow(page), 0, `${path} at ${size.width}, ${locale}`);
      await audit(visitor, `rules${path}, ${size.width}, ${colorScheme}, ${locale}`);
    }
  }
  const title = { en: "Okisaki shogi", ja: "御妃将棋（おきさきしょうぎ）" }[locale];
  const end = { en: "End of the game", ja: "対局の終わり" }[locale];
  await settles(() => page.textContent(".rules-page h1"), title, "the title");
  check((await page.innerText(".rules-page")).includes(end), `${locale}: ${end}`);
  await visitor.leave();
}

export default async function rulebook(browser, server) {
  for (const each of [addresses, slugs, order, sections]) each();
  const visitor = await Visitor.come(browser, server);
  await index(visitor);
  for (const name of shippedNames()) await gamePage(visitor, name);
  for (const each of [diagrams, pieces, searching, houseRules, fromGames, keysAndPrint]) {
    await each(visitor);
  }
  await visitor.leave();
  await round(browser, server, "light", "ja");
  await round(browser, server, "dark", "en");
}
