// The rules as the page loads them: a fault is heard of, and what the page reads from henka.h is there.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { check, equal } from "./harness.mjs";
import * as limits from "../../web/lib/limits.ts";
import { MODELS } from "../../web/lobby/models.ts";
import { burns, constants, Game, loadRules, parseVariant } from "../../web/core/index.ts";

/** A module that calls env.nix as it is loaded: (import "env" "nix" (func)) (export "_initialize" (func 0)), and a memory. */
const FAULTY = [
  [0, ...Buffer.from("asm"), 1, 0, 0, 0],
  [1, 4, 1, 0x60, 0, 0],
  [2, 11, 1, 3, ...Buffer.from("env"), 3, ...Buffer.from("nix"), 0, 0],
  [5, 3, 1, 0, 1],
  [7, 24, 2, 6, ...Buffer.from("memory"), 2, 0, 11, ...Buffer.from("_initialize"), 0, 0],
].flat();

async function faults() {
  const loading = loadRules(new Uint8Array(FAULTY)); // fails, so the others go on with the real rules
  const message = await loading.then(
    () => "nothing",
    (error) => error.message,
  );
  equal(message, "the rules called nix, which a page does not have", "a call that nobody answers");
}

function numbers() {
  const bits = Object.values(constants.marks);
  equal(bits.length, 8, "kinds of marks");
  equal(
    new Set(bits).size,
    bits.filter((bit) => bit > 0 && (bit & (bit - 1)) === 0).length,
    `each mark is a bit of its own: ${bits}`,
  );
  equal(Object.keys(constants.notations).sort().join(), "japanese,usi,usual,western", "notations");
}

function suzumu() {
  const { variant } = parseVariant("suzumu", null);
  const burning = new Set(variant.kinds.filter(burns).map(({ name }) => name));
  equal([...burning].join(), "fire demon", "kinds that burn, promoted or not");
  const game = new Game(variant);
  const [usi] = game.moves.map((move) => move.usi);
  for (const notation of Object.keys(constants.notations)) {
    check(game.moveText(usi, notation).length > 1, `${usi} has a text in ${notation}`);
  }
  check(game.moveText(usi, "usi") === usi, `${usi} in USI: ${game.moveText(usi, "usi")}`);
  check(!variant.isStrict, "standard play is not strict");
  check(parseVariant("suzumu", null, { strict: "on" }).variant.isStrict, "strict play");
  game.free();
}

/** The pictures of the games to replay show what their moves lead to. */
function models() {
  for (const { game: name, moves, shown } of MODELS) {
    const { variant } = parseVariant(name, null);
    const made = moves.split(" ").slice(0, shown.plies);
    const game = new Game(variant);
    for (const usi of made.slice(0, -1)) game.play(usi);
    const { from, to } = game.readMove(made.at(-1));
    game.play(made.at(-1));
    equal(shown.sfen, game.sfen, `${name}: the picture of the game to replay`);
    const last = [from, to].map((square) => variant.squareNames[square]);
    equal(shown.last.join(), last.join(), `${name}: its last move`);
    game.free();
    variant.free();
  }
}

/** What the fields of the page take is what the server takes. */
function serverLimits() {
  const files =
    "connections/client.h connections/messages.c games/games.h store/gameclock.h store/seat.h";
  const text = files
    .split(" ")
    .map((file) => readFileSync(new URL(`../../src/${file}`, import.meta.url), "utf8"))
    .join("\n");
  const constant = (name) => {
    const [, number, shift = 0] = new RegExp(`\\b${name} = (\\d+)(?: << (\\d+))?`).exec(text) ?? [];
    return number << shift;
  };
  const expected = {
    NAME_CHARACTERS: constant("SEAT_NAME_CHARACTERS"),
    CHAT_CHARACTERS: constant("CHAT_CHARACTERS"),
    MAIN_MINUTES: constant("GAMECLOCK_MOST_MAIN_MS") / 60000,
    STEP_SECONDS: constant("GAMECLOCK_MOST_STEP_MS") / 1000,
    PERIODS: constant("GAMECLOCK_MOST_PERIODS"),
    DAYS: constant("GAMECLOCK_MOST_DAYS"),
    TOSS_PIECES: constant("TOSS_PIECES"),
    TOKEN_LEAST: constant("TOKEN_LEAST"),
    TOKEN_LENGTH: constant("TOKEN_LENGTH"),
    MESSAGE_BYTES: constant("CLIENT_MESSAGE_BYTES"),
  };
  equal(JSON.stringify({ ...limits }), JSON.stringify(sorted(expected)), "limits of the server");
}

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** A program with the wrong type for an SFEN, so that the compiler must know the types. */
const TYPED = `import { Game, parseVariant } from "henka-core";
const { variant } = parseVariant("shogi", null);
export const sfen: number = variant ? new Game(variant).sfen : 0;
`;

/** The package is built and installed in an empty folder, where the example of its README prints what the README says. */
async function corePackage(server) {
  const folder = mkdtempSync(join(tmpdir(), "henka-core-"));
  const put = (name, data) => {
    writeFileSync(join(folder, name), data);
    return join(folder, name);
  };
  const wasm = await Promise.all(
    ["henka.wasm", "rules.wasm"].map(async (name) => {
      const answer = await fetch(`${server.url}${name}`);
      return put(name, new Uint8Array(await answer.arrayBuffer()));
    }),
  );
  mkdirSync(join(folder, "node_modules"));
  const installed = join(folder, "node_modules", "henka-core");
  execFileSync(join(ROOT, "tools/core_package"), [installed, ...wasm]);
  const readme = readFileSync(join(installed, "README.md"), "utf8");
  const [, example, expected] = /```js\n(.*\n)\/\/ (.*)\n```/s.exec(readme) ?? [];
  const printed = execFileSync("node", [put("example.mjs", example)], { encoding: "utf8" });
  equal(printed.trim(), expected, "the example of henka-core's README");
  const tsc = join(ROOT, "tests/node_modules/.bin/tsc");
  const options = ["--noEmit", "--strict", "--skipLibCheck", "false", "--module", "nodenext"];
  let refusal = "";
  try {
    execFileSync(tsc, [...options, "--target", "es2022", put("typed.mts", TYPED)], { cwd: folder });
  } catch (error) {
    refusal = String(error.stdout).trim();
  }
  const wrong = "Type 'string | 0' is not assignable to type 'number'";
  check(refusal.split("\n").length === 2 && refusal.includes(wrong), `henka-core: ${refusal}`);
  rmSync(folder, { recursive: true });
}

/** As a module's names are: by the alphabet. */
const sorted = (object) => Object.fromEntries(Object.entries(object).sort());

export default async function rules(_browser, server) {
  await faults();
  serverLimits();
  numbers();
  suzumu();
  models();
  await corePackage(server);
}
