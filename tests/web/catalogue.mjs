// The page's sentences: every language has them (a few new ones may wait), with the same arguments, and index.html says what English says.

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { check, equal } from "./harness.mjs";
import gameTexts from "../../languages/ja/games.po";
import rules from "../../languages/ja/rules.po";
import {
  chooseLanguage,
  gameText,
  languages,
  loadLaterSentences,
  say,
} from "../../web/language/catalogue.ts";
import { ruleName } from "../../web/rules/rulechips.ts";
import { constants, parseVariant, shippedNames } from "../../web/core/index.ts";
import { later, sentences as first } from "../../web/language/en.ts";
import firstJapanese from "../../languages/ja/page.po";
import laterJapanese from "../../languages/ja/page.po?later";
import {
  counted,
  fullWidth,
  joinedFacts,
  kanjiNumber,
  resultWords,
  sideName,
} from "../../web/language/words.ts";

const english = { ...first, ...(await later()) };
const nihongo = { ...firstJapanese, ...laterJapanese };

const WEB = new URL("../../web/", import.meta.url);

/** The arguments of a template, each once: names, and whether each is a list. Plural forms and how a list is joined are each language's own. */
function argumentsOf(template) {
  const found = [...template.matchAll(/\{(\w+)(:(?:and|unit))?[^}]*\}/g)];
  return [...new Set(found.map(([, name, kind]) => (kind ? `${name}, a list` : name)))]
    .sort()
    .join(", ");
}

/** The template with the arguments that English has: a language may say who lost, and a handicap by its kanji alone. */
const asEnglish = (key, found) =>
  key === "handicap.named"
    ? found.replace(/^\{kanji\}$/, "{kanji}{name}")
    : /^reason\./.test(key)
      ? found.replace("{loser}", "")
      : found;

/** What is the same in every language: names, signs, keys of a keyboard. */
const SAME =
  /^(page\.title(Of)?|strip\.label|clock\.left|notation\.usi|lobby\.moreNames|coordinates\.\w+|share\.kif|setting\.language|keys\.\w+)$/;

/** New sentences may wait for their translation, and are said in English so long; but few may. */
const WAITING_MAX = 20;

async function complete() {
  const files = readdirSync(new URL("language/", WEB)).filter((file) => /^\w{2}\.ts$/.test(file));
  const named = files.map((file) => file.replace(/\.ts$/, "")).sort();
  equal(
    named.join(),
    [...languages].sort().join(),
    "every file of web/language named by a code is a language",
  );
  for (const file of files) {
    const spoken = await import(new URL(`language/${file}`, WEB));
    const { typeName } = spoken;
    const sentences = { ...spoken.sentences, ...(await spoken.later()) };
    check(typeName({ name: "pawn", kanji: "歩兵" }), `${file}: the name of a kind of piece`);
    equal(
      typeName({ name: "pawn", kanji: "" }),
      "pawn",
      `${file}: the name where there is one only`,
    );
    const waiting = Object.keys(english).filter((key) => !(key in sentences));
    if (waiting.length) console.log(`${file}: wait for their translation: ${waiting.join(", ")}`);
    check(waiting.length <= WAITING_MAX, `${file}: ${waiting.length} sentences are missing`);
    for (const [key, found] of Object.entries(sentences)) {
      const wanted = english[key];
      check(wanted !== undefined, `${file}: "${key}" is a sentence of the page`);
      if (wanted === undefined) continue;
      equal(
        argumentsOf(asEnglish(key, found)),
        argumentsOf(wanted),
        `${file}: "${key}": arguments`,
      );
      equal(found, found.trim(), `${file}: "${key}" begins and ends with its words`);
      const left = file !== "en.ts" && found === wanted && !SAME.test(key);
      check(!left, `${file}: "${key}" is still English: "${found}"`);
    }
  }
}

/** The English in a file of gettext is what the page and the library say: else the translation is of a sentence that was. */
function current() {
  const po = fileURLToPath(new URL("../tools/po", WEB));
  const stale = execFileSync(po, ["--stale"], { encoding: "utf8" }).trim();
  equal(stale, "", "entries whose English has changed (tools/po --update)");
}

/** A sentence that nobody says is to go. Keys that are put together from parts are named here by their beginning. */
function used() {
  const scripts = readdirSync(WEB, { recursive: true }).filter(
    (file) => /\.(ts|html)$/.test(file) && !/^language\/en\//.test(file),
  );
  const text = scripts.map((file) => readFileSync(new URL(file, WEB), "utf8")).join("\n");
  for (const key of Object.keys(english)) {
    check(COMPOSED.test(key) || text.includes(`"${key}"`), `"${key}" is said somewhere`);
  }
}

/** Keys that are put together from parts. */
const COMPOSED = /^(move\.(go|stay)|reason\.)|\.begins$/;

/** The modules of the first views: what app.ts and play.ts import, and what they load without the later sentences. */
function firstModules() {
  const found = new Map();
  const waiting = ["app.ts", "table/play.ts"];
  for (const file of waiting) {
    if (found.has(file) || file.startsWith("language/en")) continue;
    const url = new URL(file, WEB);
    const text = readFileSync(url, "utf8");
    found.set(file, text);
    const code = text.replace(/typeof import\(/g, "").replace(/^import type [^;]*;/gm, "");
    const early = code.replace(/later(OrNull)?\(\s*(Promise\.all\(\[\s*)?import\(/g, "");
    for (const [, address] of early.matchAll(/(?:\bfrom |\bimport\()"(\.[^"]*\.ts)"/g)) {
      const imported = new URL(address, url).href.slice(WEB.href.length);
      waiting.push(imported);
    }
  }
  return found;
}

/** A sentence is loaded with the first views if, and only if, one of their modules says it. */
function divided() {
  const modules = firstModules();
  check(modules.size > 90, `modules of the first views: ${modules.size}`);
  check(!modules.has("rules/about.ts"), "the rules in words are loaded later");
  modules.set("index.html", readFileSync(new URL("index.html", WEB), "utf8"));
  for (const key of Object.keys(english)) {
    const by = [...modules].find(([, text]) => text.includes(`"${key}"`))?.[0];
    if (key in first) check(by || COMPOSED.test(key), `"${key}" belongs into en/later.ts`);
    else check(!by, `${by} says "${key}": it belongs into en/page.ts or en/table.ts`);
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
  const types = readFileSync(new URL("core/types.ts", WEB), "utf8");
  const [, union = ""] = /export type Reason =([^;]+);/.exec(types) ?? [];
  const typed = [...union.matchAll(/"([^"]+)"/g)].map(([, reason]) => reason);
  equal(typed.join(), constants.reasons.join(), "the type of a reason in core/types.ts");
  const library = readFileSync(new URL("../src/base/messages.def", WEB), "utf8");
  const rows = [...library.matchAll(/^MESSAGE\(REASON_(\w+), "([^"]*)"/gm)];
  const played = rows.filter(([, key]) => key !== "PLAYING");
  equal(played.length, constants.reasons.length, "the library's words for the reasons");
  const said = played.map(([, key]) => rules[`REASON_${key}`]);
  const here = constants.reasons.map((reason) => nihongo[`reason.${reason}`]);
  const plain = here.map((words) => words.replace("{loser}の", ""));
  equal(said.sort().join(), plain.sort().join(), "and in Japanese, where the page says whose");
}

function saying() {
  equal(say("page.title"), "Henka", "no arguments");
  equal(say("status.past", { ply: 2, plies: 7 }), "Move 2 of 7.", "numbers in their places");
  equal(
    say("pick.chosen", { piece: "pawn", count: 1 }),
    "pawn selected. 1 square available.",
    "one thing",
  );
  equal(
    say("pick.chosen", { piece: "lion", count: 24 }),
    "lion selected. 24 squares available.",
    "several things",
  );
  equal(
    say("move.goTakes", { piece: "lion", from: "8h", to: "8f", victims: ["a", "b", "c"] }),
    "lion 8h to 8f, takes a, b, and c",
    "a list",
  );
  equal(say("square.label", { words: ["5e", "empty"] }), "5e, empty", "words of a label");
}

/** Everything that the shipped games say has its Japanese, and nothing else has. */
function games() {
  const said = new Set();
  for (const name of shippedNames()) {
    const { variant } = parseVariant(name, null);
    for (const text of [variant.title, variant.about.story, variant.about.note]) {
      for (const line of text.split("\n")) if (line) said.add(line);
    }
    const { author, source, year } = variant.about;
    if (source) said.add(source);
    if (/, [a-z]/.test(author)) said.add(author); // more than a name
    if (/\D/.test(year)) said.add(year); // more than a number
    for (const { name: rule, help, choices } of variant.options) {
      for (const text of [ruleName(rule), help]) said.add(text);
      for (const each of choices) {
        if (/[a-z]/i.test(each.value)) said.add(each.value);
        said.add(each.help);
      }
    }
    variant.free();
  }
  for (const text of said) check(text in gameTexts, `Japanese of a game's "${text}"`);
  for (const [text, own] of Object.entries(gameTexts)) {
    check(said.has(text), `a game says "${text}"`);
    check(/[ぁ-んァ-ヶ一-龠]/.test(own), `"${own}" is Japanese`);
  }
}

/** Japanese, as the page speaks it once it is chosen. */
async function japanese() {
  const letters = Object.entries(nihongo);
  for (const [key, text] of letters) {
    const own = text.replace(/\{[^}]*\}/g, "");
    check(
      SAME.test(key) || !/[A-Za-z]/.test(own) || /[ぁ-ん]|[ァ-ヶ]|[一-龠]/.test(own),
      `Japanese "${key}": "${text}"`,
    );
    check(
      !/[,.!] |[a-z]{3} [a-z]{3}|[（）].*[()]/.test(own) || SAME.test(key),
      `its signs "${key}": "${text}"`,
    );
  }
  const own = firstJapanese["pick.chosen"];
  delete firstJapanese["pick.chosen"];
  await chooseLanguage(["fr-FR", "ja-JP", "en"]);
  equal(
    say("pick.chosen", { piece: "歩", count: 1 }),
    "歩 selected. 1 square available.",
    "a sentence that waits for its Japanese, with the plural of English",
  );
  firstJapanese["pick.chosen"] = own;
  await chooseLanguage(["fr-FR", "ja-JP", "en"]);
  equal(say("dialog.close"), english["dialog.close"], "a later sentence before it is loaded");
  await loadLaterSentences();
  equal(say("dialog.close"), nihongo["dialog.close"], "and after it");
  equal(say("status.past", { ply: 2, plies: 1024 }), "2手目（全1,024手）", "numbers as there");
  equal(say("entry.takes", { victims: ["銀", "歩"] }), "銀、歩を取る", "a list as there");
  equal(sideName(0) + say("gote"), "先手後手", "the sides");
  const results = [
    [{ reason: "resignation", winner: "gote" }, "先手の投了により後手の勝ち"],
    [{ reason: "impasse", winner: "sente" }, "入玉宣言により先手の勝ち"],
    [{ reason: "impasse", winner: null }, "持将棋により引き分け"],
  ];
  for (const [result, words] of results) equal(resultWords(result), words, "how a game ended");
  const lost = { reason: "time", winner: "gote" };
  equal(resultWords(lost, "shitate"), "下手の時間切れにより上手の勝ち", "and in a handicap game");
  equal(joinedFacts(["", "９×９", "作者"]), "９×９・作者", "facts on one line");
  equal(counted("馬", 2) + counted("馬", 1), "馬2枚馬", "counted");
  equal(say("square.label", { words: ["５五", "空き"] }), "５五、空き", "words of a label");
  equal(
    gameText("Ito Shogi\nMine"),
    "糸将棋\nMine",
    "a shipped game's texts, another's as they are",
  );
  equal(fullWidth(16) + kanjiNumber(16), "１６十六", "a square's name");
  equal(kanjiNumber(20) + kanjiNumber(7), "二十七", "tens alone, ones alone");
  await chooseLanguage(["fr", "de-AT"]);
  equal(say("dialog.close"), "Close", "English where none of the wanted is spoken");
  equal(say("people.none"), english["people.none"], "and all of it");
  await chooseLanguage(["en-GB", "ja"]);
  equal(sideName(1) + say("gote"), "Gotegote", "the first of the wanted");
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
  current();
  used();
  divided();
  levels();
  reasons();
  await chooseLanguage(["en"]);
  equal(say("dialog.close"), "", "a later sentence before it is loaded");
  await loadLaterSentences();
  saying();
  games();
  await japanese();
  html();
}
