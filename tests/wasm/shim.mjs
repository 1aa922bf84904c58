// Every function that src/wasm exports, called with texts and handles as the page does, and the answers that it must give.
//
//     node shim.mjs HENKA.WASM RULES.WASM [--write]
//
// HENKA.WASM is the page's first module, RULES.WASM the whole one: what both have must answer alike.
// The answers stand in answers.txt: a line "> function arguments", then what it says. --write writes them anew: read the difference.
import fs from "node:fs";
import { check, equal, finish } from "../check.mjs";

const [, , firstPath, path, option] = process.argv;
const ANSWERS = new URL("answers.txt", import.meta.url);
const firstModule = await WebAssembly.compile(fs.readFileSync(firstPath));
const module = await WebAssembly.compile(fs.readFileSync(path));

// The module by itself: its own memory, texts in and out as C strings.
class Rules {
  constructor(of = module) {
    const missing = (name) => () => {
      throw new Error(`${name} was called`);
    };
    const imports = {};
    for (const { module: room, name } of WebAssembly.Module.imports(of)) {
      (imports[room] ??= {})[name] = missing(name);
    }
    this.c = new WebAssembly.Instance(of, imports).exports;
    this.c._initialize?.();
  }
  place(text) {
    const bytes = Buffer.from(`${text}\0`);
    const at = this.c.henka_alloc(bytes.length);
    new Uint8Array(this.c.memory.buffer).set(bytes, at);
    return at;
  }
  read(at) {
    const bytes = new Uint8Array(this.c.memory.buffer);
    return Buffer.from(bytes.subarray(at, bytes.indexOf(0, at))).toString();
  }
  // Texts are placed and released, numbers and null go as they are. Answers a number.
  number(name, ...values) {
    const texts = [];
    const places = values.map((value) => {
      if (typeof value !== "string") return value ?? 0;
      texts.push(this.place(value));
      return texts[texts.length - 1];
    });
    const answer = this.c[`henka_${name}`](...places);
    for (const at of texts) this.c.henka_release(at);
    return answer;
  }
  text(name, ...values) {
    return this.read(this.number(name, ...values));
  }
  // The handle of a variant; 0 when it is refused.
  parse(name, text, settings = "") {
    return JSON.parse(this.text("parse", name, text, settings)).variant;
  }
}

// A game that has a bit of everything that a variant tells.
const HANDFUL = `name=handful
title=Handful "Shogi"
author=You
year=2024
source=a book
story=An example.
note=Nothing.
files=5
ranks=6
symmetry=rotate
holdingsType=-1
promoZone=2
royal=K
noMoveRanks=P:1
dropFileLimit=P:1
stalemate=loss
repetition=perpetual
handicap=jumper:飛落ち>a1
handicap=jumpers>a1,e1
pawn:P:fW:p:a2-e2
silver general:S:FfW:s:b1,d1
jumper:J:vD:j:a1,e1
king:K:K:k:c1
tokin:+P:WfF:p2:
promoted silver:+S:WfF:s2:
dragon:+J:vDcpR:j2:
kanji=P:歩兵:歩,S:銀将:銀,J:飛兵:飛,K:玉将:玉
kanji=+P:と金:と,+S:成銀:全,+J:飛竜:竜
western=S:G
option=jumper how far the jumper leaps
choice=two two squares, forward and back
choice=three
:J:vH
option=strict what an illegal move costs
choice=off it is refused
choice=on the game
strict=on
`;
const SPLIT = /(?<=[\]}],)(?=\{)|(?="(?:about|marks)":)/; // between objects, and before long members
const heard = [];

function say(call, answer) {
  heard.push(`> ${call}\n${answer.split(SPLIT).join("\n").trimEnd()}\n`);
}

const rules = new Rules();
const tell = (name, label, ...values) => {
  const answer = rules.text(name, ...values).replace(/("variant":)[1-9]\d*/, "$1HANDLE");
  say(`${name} ${label}`.trim(), answer);
};

/* ---- variants */

tell("constants", "");
tell("shipped", "");
check(/^\d+\.\d+/.test(rules.text("version")), `version ${rules.text("version")}`);
tell("parse", "shogi", "shogi", null, "");
tell("parse", "nix", "nix", null, "");
tell("parse", "handful, jumper=three strict=on", "", HANDFUL, "jumper=three\nstrict=on");
tell("parse", "handful, jumper=four", "", HANDFUL, "jumper=four");
tell(
  "parse",
  "a key that only draws, a piece that gets stuck",
  "",
  "files=3\nranks=4\nlightShade=red\npawn:P:fW:P:a1\nking:K:K:K:b1\n",
  "",
);
tell("parse", "a text with errors", "", "files=3\nranks=x\ncolour=red\nking:K:K\n", "");
const handful = rules.parse("", HANDFUL, "jumper=three");
tell("variant", "handful, jumper=three", handful);
tell("words", "handful, jumper=three", handful);
tell("describe", "handful, jumper=three", handful);
const SQUARES =
  "files=3\nranks=3\nboard=checkered\nroyal=K\npromoSquares=a3,c2\nregion=K>a1-c2\nking:K:K:K:b1\npawn:P:fW:P:a1\ngold:+P:WfF:+P:\nhole::::b2\n";
tell("variant", "zones of single squares, a hole, a region", rules.parse("", SQUARES, ""));
for (const square of [0, 4, 5, 29]) tell("square", `handful ${square}`, handful, square);
equal(rules.text("square", handful, 30), "", "a square behind the last");
equal(rules.text("square", handful, -1), "", "a square before the first");

// A hundred mistakes: the first 64 are told.
const many = Array.from({ length: 100 }, (_, i) => `nix${i}=1`).join("\n");
const told = JSON.parse(rules.text("parse", "", many, "")).diagnostics;
equal(told.length, 64, "diagnostics told of a hundred and more");
check(
  told.every(({ line, column, message }) => line > 0 && column > 0 && message),
  `places and words: ${JSON.stringify(told[63])}`,
);

// A piece that walks round the board in so many ways that nobody can follow them, on a board that wraps: the page's thread would stand still.
const FOUR = "mpampampampa";
const ATOMS = ["N", "C", "Z", "NX", "CX", "NY", "CY", "ZX"];
const SLOW = ATOMS.flatMap((atom) =>
  ["mp", "p", "mcp", "m"].map((first) => `oo${first}a${FOUR}k${atom}`),
).join("");
const wheels = (count) =>
  [
    "name=wheels\nfiles=16\nranks=16\nsymmetry=rotate\nroyalRule=capture\nroyal=K\nrepetition=none",
    `wheel:W:${SLOW}:w:${[..."abcdefghijklmnop"].slice(0, count).map((file) => `${file}1`)}`,
    "king:K:K:k:a2\n",
  ].join("\n");
{
  const slow = JSON.parse(rules.text("parse", "", wheels(16), ""));
  equal(slow.variant, 0, "a game whose first moves take too long");
  const [{ message }] = slow.diagnostics.filter(({ fatal }) => fatal);
  equal(
    message,
    "this takes too much work: the moves of `W` take the longest to find",
    "which piece makes it slow",
  );
  const one = rules.parse("", wheels(0), "");
  check(one > 0, "the same with the piece in nobody's army");
  equal(
    rules.number("game_new", one, `${"W15/".repeat(15)}K14k b - 1`),
    0,
    "a position whose moves take too long",
  );
  check(rules.text("error").includes("the moves of `W` take the longest"), rules.text("error"));
  const kings = rules.number("game_new", one, `15k/${"16/".repeat(14)}K15 b - 1`);
  equal(JSON.parse(rules.text("moves", kings)).length, 3, "afterwards others are found as before");
  rules.number("game_free", kings);
  rules.number("variant_free", one);
}

// 64 settings are read.
const settings = (count) => `${"jumper=three\n".repeat(count)}jumper=four`;
equal(rules.parse("", HANDFUL, settings(63)), 0, "the 64th setting is refused");
check(rules.parse("", HANDFUL, settings(64)) > 0, "the 65th setting is not read");

// What the page needs of every game that ships.
for (const name of JSON.parse(rules.text("shipped"))) {
  const variant = rules.parse(name, null);
  const data = JSON.parse(rules.text("variant", variant));
  equal(data.name, name, "name");
  const words = JSON.parse(rules.text("words", variant));
  data.types.forEach((type, i) =>
    check(words[i] && type.marks.length && type.id && type.kanji, `${name} ${type.name}`),
  );
  check(rules.text("describe", variant).length > 500, `${name} is described`);
  rules.number("variant_free", variant);
}

/* ---- games */

const state = (label, game) => tell("state", label, game);
const ARMY = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
const game = rules.number("game_new", handful, "");
state("handful", game);
tell("moves", "handful", game);
tell("sfen", "handful", game);
tell("explain", "handful a2a4", game, "a2a4");
tell("explain", "handful e3e4", game, "e3e4");
equal(rules.text("explain", game, "a2a3"), "", "nothing speaks against a legal move");
equal(rules.number("play", game, "a2a4"), 0, "an illegal move is played");
tell("error", "after a2a4");
equal(rules.number("undo", game), 0, "no move to take back");
for (const move of ["a2a3", "a5a4", "a3a4", "d5d4"]) {
  equal(rules.number("play", game, move), 1, `${move} is played`);
}
state("handful after a2a3 a5a4 a3a4 d5d4", game);
tell("moves", "handful after a2a3 a5a4 a3a4 d5d4", game);
equal(rules.number("undo", game), 1, "a move is taken back");
tell("sfen", "handful after a2a3 a5a4 a3a4", game);
rules.number("game_free", game);

equal(rules.number("game_new", handful, "5/5/5/5/5/4X b - 1"), 0, "an SFEN with an unknown piece");
tell("error", "after 5/5/5/5/5/4X b - 1");

// Captures beside the destination, igui, a skip, an enemy that freezes; promotion declined.
const suzumu = rules.parse("suzumu", null);
const lion = rules.number(
  "game_new",
  suzumu,
  "k15/16/16/16/16/16/16/16/7pp7/7{LN}8/16/16/16/16/16/15K b - 1 -",
);
for (const move of ["9j9i9j", "9j9i8i", "9j9j", "9j9h", "9j9e", "9i9j"]) {
  tell("read_move", `suzumu ${move}`, lion, move);
  const texts = [0, 1, 2].map((notation) => rules.text("move_text", lion, move, notation));
  say(`move_text suzumu ${move} in 0, 1, 2`, JSON.stringify(texts));
}
const squaresOf = (variant, list) =>
  list.map((square) => rules.text("square", variant, square)).join();
const besideTetrarchs = rules.number(
  "game_new",
  suzumu,
  "k14{LN}/15+{cs}/16/16/16/16/16/16/7+{cs}8/7{LN}8/16/16/16/16/16/+{cs}14K b - 1 -",
);
const frozenState = JSON.parse(rules.text("state", besideTetrarchs));
equal(squaresOf(suzumu, frozenState.frozen), "1a,9j", "frozen squares");
equal(frozenState.board.length, 256, "squares");
const shogi = rules.parse("shogi", null);
const hands = rules.number("game_new", shogi, "4k4/9/9/9/9/9/9/4r4/4K4 b 2P3rb 1");
state("shogi with hands, in check", hands);
for (const side of [0, 1]) tell("attacked", `shogi with hands, in check, by ${side}`, hands, side);
tell("moves", "shogi with hands, in check", hands);
const flip = rules.parse("rutherford", null);
const strip = rules.number("game_new", flip, "");
tell("moves", "rutherford", strip);
const mate = rules.number("game_new", shogi, "4k4/4+P4/4G4/9/9/9/9/9/4K4 w - 1");
state("shogi, mated", mate);
equal(rules.text("moves", mate), "[]", "moves of a game that is over");
const start = rules.number("game_new", shogi, `${ARMY} w - 12`);
tell("sfen", "shogi from an SFEN", start);

/* ---- Japanese */

rules.number("speak", "ja-JP");
const lost = rules.number("game_new", handful, "");
tell("explain", "handful a2a4 in Japanese", lost, "a2a4");
tell("describe", "handful in Japanese", handful);
equal(rules.number("game_new", handful, "4X"), 0, "an SFEN with an unknown piece");
tell("error", "in Japanese");
const words = (name) => JSON.parse(rules.text("words", rules.parse(name, null)))[0];
equal(words("shogi"), "前に1マス動く", "a pawn's moves in Japanese");
rules.number("speak", "en");
equal(words("shogi"), "steps one square forward", "and in English again");

/* ---- the first module */

{
  const first = new Rules(firstModule);
  const both = [first, rules];
  const whole = Object.keys(rules.c).filter((name) => !(name in first.c));
  equal(whole.join(), "henka_speak,henka_words,henka_describe,henka_explain", "only the whole has");
  let seed = 1;
  const random = (n) => (seed = (seed * 48271) % 0x7fffffff) % n;
  /** What both answer; they are told apart by what they are called with. */
  const alike = (what, name, handles, ...more) => {
    const [a, b] = both.map((each, i) => each.text(name, handles[i], ...more));
    if (a !== b) equal(a, b, `${what}: ${name} ${more}`);
    return b;
  };
  const playBoth = (name, chosen, plies) => {
    const what = `${name} ${chosen}`;
    const variants = both.map((each) => each.parse(name, null, chosen));
    check(variants[0] > 0 && variants[1] > 0, `${what} is read`);
    alike(what, "variant", variants);
    const games = both.map((each, i) => each.number("game_new", variants[i], ""));
    for (let ply = 0; ply < plies; ply++) {
      const list = JSON.parse(alike(what, "moves", games));
      alike(what, "state", games);
      alike(what, "sfen", games);
      if (ply % 8 === 0) for (const side of [0, 1]) alike(what, "attacked", games, side);
      if (!list.length) break;
      const { usi } = list[random(list.length)];
      for (const notation of [0, 1, 2]) alike(what, "move_text", games, usi, notation);
      both.forEach((each, i) => equal(each.number("play", games[i], usi), 1, `${what}: ${usi}`));
    }
    both.forEach((each, i) => each.number("game_free", games[i]));
    both.forEach((each, i) => each.number("variant_free", variants[i]));
  };
  for (const name of JSON.parse(alike("both", "shipped", []))) {
    playBoth(name, "", 40);
    const { options } = JSON.parse(rules.text("variant", rules.parse(name, null)));
    for (const { name: house, choices } of options) {
      for (const { value } of choices.slice(1)) playBoth(name, `${house}=${value}`, 8);
    }
  }
  // What it can't do it refuses, without a word.
  equal(first.parse("nix", null), 0, "a game that doesn't ship");
  equal(first.parse("shogi", null, "nix=1"), 0, "a setting that isn't there");
  const small = first.parse("shogi", null);
  equal(first.number("game_new", small, "4X"), 0, "an SFEN with an unknown piece");
  equal(JSON.parse(first.text("error")).message, "", "of which it says nothing");
  const begun = first.number("game_new", small, "");
  equal(first.text("read_move", begun, "5i5e"), "null", "an illegal move");
  equal(first.number("play", begun, "5i5e"), 0, "is not played");
}

/* ---- memory */

// What is freed comes back: the memory doesn't grow. What a leak of any of these would take is more than a page of 64 KiB.
function steady(what, times, act) {
  const before = rules.c.memory.buffer.byteLength;
  for (let i = 0; i < times; i++) act();
  const grown = rules.c.memory.buffer.byteLength - before;
  check(grown <= 1 << 20, `${what}, ${times} times: ${grown} bytes more`);
}
steady("a variant parsed and freed", 40, () =>
  rules.number("variant_free", rules.parse("", HANDFUL)),
);
steady("a game begun and freed", 2000, () =>
  rules.number("game_free", rules.number("game_new", shogi, "")),
);
steady("room taken and released", 2000, () => rules.number("release", rules.number("alloc", 4096)));

// Each answer a byte longer than the longest before it: all come whole.
const apart = new Rules();
for (let length = 1000; length < 1010; length++) {
  const variant = apart.parse("", HANDFUL.replace("An example.", "x".repeat(length)));
  const text = apart.text("describe", variant);
  check(
    text.includes(`\n${"x".repeat(length)}\n`) && text.endsWith("\nSource: a book\n"),
    `a story of ${length} bytes ends with ${text.slice(-40)}`,
  );
}

// Without memory for an answer the call fails; it does not write where there is no room.
const full = new Rules();
const large = full.parse("", HANDFUL.replace("An example.", "x".repeat(1 << 16)));
check(large > 0, "a long story");
for (let size = 1 << 26; size >= 8; size >>= 1) {
  try {
    for (;;) full.c.henka_alloc(size);
  } catch {
    continue; // no room for so much
  }
}
let stopped = false;
try {
  full.text("describe", large);
} catch {
  stopped = true;
}
check(stopped, "an answer without memory");

const found = heard.join("\n");
if (option === "--write") fs.writeFileSync(ANSWERS, found);
const expected = fs.readFileSync(ANSWERS, "utf8").split(/^(?=> )/m);
for (const [i, answer] of found.split(/^(?=> )/m).entries()) {
  equal(answer.trim(), (expected[i] ?? "nothing").trim(), "answers.txt");
}
equal(heard.length, expected.length, "answers");
process.exit(finish());
