// schema - report.json of every kind of study against its schema (docs/studies/*.schema.json), and its other forms against it
// (forms.mjs). node schema.mjs HENKA
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import Ajv from "ajv/dist/2020.js";
import { check, finish } from "../check.mjs";
import { sameComparison, sameStudy } from "./forms.mjs";

const henka = resolve(process.argv[2]);
const here = new URL(".", import.meta.url);
const folder = mkdtempSync(join(tmpdir(), "henka-schema-"));

const read = (path) => JSON.parse(readFileSync(path, "utf8"));
const schema = (name) => read(new URL(`../../docs/studies/${name}.schema.json`, here));
const ajv = new Ajv({ allErrors: true });
ajv.addSchema(schema("report")).addSchema(schema("comparison"));
const fits = {
  report: ajv.getSchema("report.schema.json"),
  comparison: ajv.getSchema("comparison.schema.json"),
};

function fitting(kind, document, what) {
  const good = fits[kind](document);
  check(good, `${what}: ${ajv.errorsText(fits[kind].errors)}`);
}

function study(name, ...words) {
  const out = join(folder, name);
  const { status, stderr, stdout } = spawnSync(
    henka,
    ["study", ...words, "--quiet", "--out", out],
    {
      encoding: "utf8",
    },
  );
  check(status === 0, `${words.join(" ")}: ${stderr}`);
  const same = /--compare|--judges/.test(words) ? sameComparison : sameStudy;
  const shard = words.includes("--shard") ? [2, 3] : [];
  same((condition, what) => check(condition, `${name}, ${what}`), out, stdout, shard);
  return join(out, "report.json");
}

const whole = read(study("whole", "rutherford", "--nodes", "20,60", "--games", "7"));
fitting("report", whole, "a study");
check(whole.settings.gap === "5" && whole.settings.cannon === "8", "its settings");
const set = read(study("set", "rutherford", "--nodes", "20", "--games", "4", "--set", "gap=3"));
fitting("report", set, "a study with a setting");
check(set.settings.gap === "3", "the setting");
const TRIALS = ["--first-moves", "6", "--first-nodes", "300", "--exchanges", "4"];
const tried = read(
  study("tried", "rutherford", "--nodes", "20", "--games", "4", ...TRIALS, "--effect", "5"),
);
fitting("report", tried, "a study with trials");
check(
  tried.tried.length > 0 && tried.tried.every(({ share, nodes }) => share.games && nodes === 300),
  "games from each first move",
);
check(tried.exchanges.length > 2 && tried.effect === 5, "exchanges");
const SMALL = ["shogi", "--nodes", "20", "--games", "3", "--max-plies", "20"];
fitting("report", read(study("unfinished", ...SMALL)), "no game finished");
fitting("report", read(study("one", "ito", "--nodes", "20", "--games", "1")), "one game");
const CUT = ["shogi", "--nodes", "20,200", "--games", "8", "--max-plies", "120", "--seed", "2"];
fitting("report", read(study("cut", ...CUT)), "some games cut off, some repeated");
fitting("report", read(study("ito", "ito", "--nodes", "20,100", "--games", "10")), "Ito shogi");
fitting("report", read(study("large", "suzumu", "--nodes", "20", "--games", "2")), "a large board");
const shard = study("shard", "okisaki", "--nodes", "20", "--games", "4", "--shard", "2/3");
fitting("report", read(shard), "a shard");

const judged = read(study("judged", "rutherford", "--nodes", "20,60", "--games", "6", "--judges"));
fitting("comparison", judged, "judges");
check(
  judged.judges && judged.choices.map(({ value }) => value).join() === "network,fitted,derived",
  "three judges",
);

for (const option of ["cannon", "order"]) {
  const words = ["rutherford", "--nodes", "20,60", "--games", "5", "--compare", option];
  const path = study(option, ...words);
  const compared = read(path);
  fitting("comparison", compared, `${option} compared`);
  check(compared.commonOpenings === (option === "cannon"), `common openings of ${option}`);
  for (const { folder: choice } of compared.choices) {
    fitting("report", read(path.replace("report.json", `${choice}/report.json`)), choice);
    sameStudy(check, path.replace("report.json", choice));
  }
}

// Reports that are kept: of the shipped games, of many games.
const place = new URL("../../docs/studies/", here);
for (const name of readdirSync(place).filter((each) => /(?<!schema)\.json$/.test(each))) {
  const kept = read(new URL(name, place));
  fitting(kept.choices ? "comparison" : "report", kept, name);
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
check(!spoilt((copy) => (copy.tried = [{}])), "a first move without figures");
check(!spoilt((copy) => (copy.format = "henka-study-report 1")), "another format");

rmSync(folder, { recursive: true });
process.exit(finish());
