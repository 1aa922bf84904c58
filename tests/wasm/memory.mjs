// The page's module without memory. node memory.mjs FAILING.WASM
//
// Every allocation of what a page asks fails in its turn. The call may end by a trap, which a page meets as an exception, or refuse; it never
// answers otherwise than with memory, and the same instance answers everything rightly afterwards. FAILING.WASM is rules.wasm linked with failing.c.
import fs from "node:fs";
import { check, finish } from "../check.mjs";

const module = await WebAssembly.compile(fs.readFileSync(process.argv[2]));

class Refused extends Error {}

// A new instance, which has used no memory yet.
function instance() {
  const imports = {};
  for (const { module: room, name } of WebAssembly.Module.imports(module)) {
    (imports[room] ??= {})[name] = () => {
      throw new Error(`${name} was called`);
    };
  }
  const c = new WebAssembly.Instance(module, imports).exports;
  c._initialize?.();
  return c;
}

function read(c, at) {
  const bytes = new Uint8Array(c.memory.buffer);
  return Buffer.from(bytes.subarray(at, bytes.indexOf(0, at))).toString();
}

// As web/core/module.ts calls a function: texts are placed and released.
function call(c, name, ...values) {
  const places = values.map((value) => {
    if (typeof value !== "string") return value ?? 0;
    const bytes = Buffer.from(`${value}\0`);
    const at = c.henka_alloc(bytes.length);
    check(at > 0, `${name}: a text is placed at ${at}`);
    new Uint8Array(c.memory.buffer).set(bytes, at);
    return at;
  });
  try {
    return c[`henka_${name}`](...places);
  } finally {
    values.forEach((value, i) => typeof value === "string" && c.henka_release(places[i]));
  }
}
const text = (c, ...values) => read(c, call(c, ...values));

const OWN = "files=5\nranks=5\nking:K:K:k:c1\nlion:L:KNAD:l:b1\nrook:R:R:r:a1\n";

// What a page asks, as one text; a handle that is 0 is a refusal.
function ask(c) {
  const said = [];
  const handle = (value) => {
    if (!value) throw new Refused();
    return value;
  };
  for (const [name, own] of [
    ["shogi", null],
    ["own", OWN],
  ]) {
    const variant = handle(JSON.parse(text(c, "parse", name, own, "")).variant);
    said.push(text(c, "variant", variant), text(c, "describe", variant), text(c, "words", variant));
    const game = handle(call(c, "game_new", variant, ""));
    said.push(text(c, "state", game), text(c, "moves", game), text(c, "explain", game, "1a1b"));
    const [first] = JSON.parse(said.at(-2));
    handle(call(c, "play", game, first.usi));
    said.push(text(c, "state", game), text(c, "sfen", game));
    c.henka_game_free(game);
    c.henka_variant_free(variant);
  }
  return said.join("\n");
}

const whole = instance();
whole.test_fail(0, 0);
const right = ask(whole);
const most = whole.test_made();
check(most > 50, `only ${most} allocations`);

// What is answered while memory fails so; then with memory, by the same instance.
function tried(number, each) {
  const c = instance();
  const what = number ? `allocation ${number} of ${most} fails` : `every ${each}th fails`;
  let answer = null;
  c.test_fail(number, each);
  try {
    answer = ask(c);
  } catch (error) {
    const expected = error instanceof WebAssembly.RuntimeError || error instanceof Refused;
    check(expected, `${what}: ${error.stack}`);
  }
  c.test_fail(0, 0);
  // A diagram that can't be drawn is answered without marks.
  const marks = (said) => said?.replace(/"marks":\[[^{}"]*\]/g, "");
  check(answer === null || marks(answer) === marks(right), `${what}: another answer`);
  check(ask(c) === right, `${what}: the next answers are others`);
}

for (let number = 1; number <= most; number++) tried(number, 0);
for (const each of [2, 3, 5, 7, 11, 50]) tried(0, each);
process.exit(finish());
