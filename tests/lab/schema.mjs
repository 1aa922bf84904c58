// schema - report.json of every kind of study against its schema (docs/studies/*.schema.json). node schema.mjs HENKA
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import Ajv from "ajv/dist/2020.js";

const henka = resolve(process.argv[2]);
const here = new URL(".", import.meta.url);
const folder = mkdtempSync(join(tmpdir(), "henka-schema-"));
let passed = 0;
let failed = 0;
function check(condition, what) {
  if (condition) return passed++;
  failed++;
  console.log(`FAIL ${what}`);
}

const read = (path) => JSON.parse(readFileSync(path, "utf8"));
const schema = (name) => read(new URL(`../../docs/studies/${name}.schema.json`, here));
const ajv = new Ajv({ allErrors: true });
const fits = {
  report: ajv.compile(schema("report")),
  comparison: ajv.compile(schema("comparison")),
};

function fitting(kind, document, what) {
  const good = fits[kind](document);
  check(good, `${what}: ${ajv.errorsText(fits[kind].errors)}`);
}

function study(name, ...words) {
  const out = join(folder, name);
  const { status, stderr } = spawnSync(henka, ["study", ...words, "--quiet", "--out", out], {
    encoding: "utf8",
  });
  check(status === 0, `${words.join(" ")}: ${stderr}`);
  return join(out, "report.json");
}

const whole = read(study("whole", "rutherford", "--nodes", "20,60", "--games", "7"));
fitting("report", whole, "a study");
check(whole.settings.gap === "5" && whole.settings.cannon === "8", "its settings");
const set = read(study("set", "rutherford", "--nodes", "20", "--games", "4", "--set", "gap=3"));
fitting("report", set, "a study with a setting");
check(set.settings.gap === "3", "the setting");
const SMALL = ["shogi", "--nodes", "20", "--games", "3", "--max-plies", "20"];
fitting("report", read(study("unfinished", ...SMALL)), "no game finished");
fitting("report", read(study("one", "ito", "--nodes", "20", "--games", "1")), "one game");
const shard = study("shard", "okisaki", "--nodes", "20", "--games", "4", "--shard", "2/3");
fitting("report", read(shard), "a shard");

for (const option of ["cannon", "order"]) {
  const words = ["rutherford", "--nodes", "20,60", "--games", "5", "--compare", option];
  const path = study(option, ...words);
  const compared = read(path);
  fitting("comparison", compared, `${option} compared`);
  check(compared.commonOpenings === (option === "cannon"), `common openings of ${option}`);
  for (const { folder: choice } of compared.choices) {
    fitting("report", read(path.replace("report.json", `${choice}/report.json`)), choice);
  }
}

// Reports that are kept, of larger studies, and those of the shipped games.
for (const place of ["study/", "../../docs/studies/"]) {
  for (const name of readdirSync(new URL(place, here)).filter((each) =>
    /(?<!schema)\.json$/.test(each),
  )) {
    const kept = read(new URL(place + name, here));
    fitting(kept.choices ? "comparison" : "report", kept, name);
  }
}

// The schema refuses what is no report: a key too few, one too many, a figure out of its range.
const spoilt = (spoil) => {
  const copy = structuredClone(whole);
  spoil(copy);
  return fits.report(copy);
};
check(!spoilt((copy) => delete copy.cells), "no cells");
check(!spoilt((copy) => (copy.more = 1)), "a key too many");
check(!spoilt((copy) => (copy.cells[0].share.low = -0.1)), "a bound below 0");
check(!spoilt((copy) => (copy.cells[0].played = null)), "a count that is null");
check(!spoilt((copy) => (copy.evaluation.hash = "none")), "a hash that is none");
check(!spoilt((copy) => (copy.cells[0].verdict = "maybe")), "another verdict");
check(!spoilt((copy) => (copy.format = "henka-study-report 1")), "another format");

rmSync(folder, { recursive: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
