// The page's sentences: every language has all of them, with the same arguments, and index.html says what English says.

import { readdirSync, readFileSync } from "node:fs";
import { check, equal } from "./harness.mjs";
import { languages, say } from "../../web/catalogue.js";
import { constants } from "../../web/rules.js";
import { sentences as english } from "../../web/catalogue/en.js";

const WEB = new URL("../../web/", import.meta.url);

/** The arguments of a template: names, and whether each is a list or chooses by a number. */
const argumentsOf = (template) =>
  [...template.matchAll(/\{(\w+)(:and|\|)?[^}]*\}/g)]
    .map(([, name, kind = ""]) => name + kind)
    .sort()
    .join(", ");

async function complete() {
  const files = readdirSync(new URL("catalogue/", WEB));
  const named = files.map((file) => file.replace(/\.js$/, "")).sort();
  equal(named.join(), [...languages].sort().join(), "every file of web/catalogue is a language");
  for (const file of files) {
    const { sentences, typeName } = await import(new URL(`catalogue/${file}`, WEB));
    check(typeName({ name: "pawn", kanji: "歩兵" }), `${file}: the name of a kind of piece`);
    for (const key of new Set([...Object.keys(english), ...Object.keys(sentences)])) {
      const [wanted, found] = [english[key], sentences[key]];
      check(wanted !== undefined && found !== undefined, `${file}: "${key}" stands in both`);
      if (wanted === undefined || found === undefined) continue;
      equal(argumentsOf(found), argumentsOf(wanted), `${file}: "${key}": arguments`);
    }
  }
}

/** A sentence that nobody says is to go. Keys that are put together from parts are named here by their beginning. */
function used() {
  const scripts = readdirSync(WEB).filter((file) => file.endsWith(".js") || file.endsWith(".html"));
  const text = scripts.map((file) => readFileSync(new URL(file, WEB), "utf8")).join("\n");
  for (const key of Object.keys(english)) {
    const composed = /^(move\.(go|stay)|reason\.)/.test(key);
    check(composed || text.includes(`"${key}"`), `"${key}" is said somewhere`);
  }
}

/** The program has as many levels as the page has words for. */
function levels() {
  check(constants.maxLevel >= 10, `levels of the program: ${constants.maxLevel}`);
  const keys = Object.keys(english).filter((key) => /^level\.\d+$/.test(key));
  equal(keys.length, constants.maxLevel, "words for the levels");
}

/** Every way a game can end, as the server and the rules name it, has its words. */
function reasons() {
  check(constants.reasons.length >= 14, `reasons: ${constants.reasons}`);
  const keys = Object.keys(english).filter((key) => key.startsWith("reason."));
  const wanted = constants.reasons.map((reason) => `reason.${reason}`);
  equal(keys.sort().join(), wanted.sort().join(), "words for the reasons");
}

function saying() {
  equal(say("page.title"), "Henka", "no arguments");
  equal(say("status.past", { ply: 2, plies: 7 }), "Move 2 of 7.", "numbers in their places");
  equal(
    say("pick.chosen", { piece: "pawn", count: 1 }),
    "pawn chosen, 1 square to choose from.",
    "one thing",
  );
  equal(
    say("pick.chosen", { piece: "lion", count: 24 }),
    "lion chosen, 24 squares to choose from.",
    "several things",
  );
  equal(
    say("move.goTakes", { piece: "lion", from: "8h", to: "8f", victims: ["a", "b", "c"] }),
    "lion 8h to 8f, takes a, b, and c",
    "a list",
  );
}

/** What stands in the file until the page's language is known. */
function html() {
  const text = readFileSync(new URL("index.html", WEB), "utf8");
  const elements = [...text.matchAll(/<(\w+)([^>]*?)data-say="([^"]+)"([^>]*)>([^<]*)/g)];
  check(elements.length >= 8, `index.html has sentences: ${elements.length}`);
  for (const [, , before, key, after, content] of elements) {
    const into = /data-say-into="([^"]+)"/.exec(after)?.[1];
    const found = into ? new RegExp(`\\s${into}="([^"]*)"`).exec(before)?.[1] : content.trim();
    equal(found, english[key], `index.html says "${key}" as the catalogue does`);
  }
}

export default async function catalogue() {
  await complete();
  used();
  levels();
  reasons();
  saying();
  html();
}
