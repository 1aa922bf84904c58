// forms - report.json, report.html, report.md, games.csv and the lines that the command prints are five forms of one study. The same figures
// stand in each: every table of the page against the JSON document, and that against the games; charts in tests/web/report.mjs.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const ENTITIES = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" };
const plain = (html) =>
  html
    .replace(/<[^>]*>/g, "")
    .replace(/&\w+;/g, (entity) => ENTITIES[entity])
    .trim();
const all = (text, expression) => [...text.matchAll(expression)].map((found) => found[1]);

/** The tables of a page in Markdown, likewise. */
const tablesOfMarkdown = (text) =>
  all(text, /((?:^.+\n\n)?(?:^\|.*\n)+)/gm).map((block) => {
    const unescaped = (line) => line.replace(/\\(.)/g, "$1");
    const [caption, , head, , ...rows] = block.trim().split("\n");
    const cells = (line) =>
      line
        .slice(2, -1)
        .split(/ ?(?<!\\)\|(?: |$)/)
        .map((cell) => unescaped(cell.replace(/^\[(.*)\]\(.*\)$/, "$1")).trim());
    return { caption: unescaped(caption), heads: cells(head), rows: rows.map(cells) };
  });

/** Both forms of the page have the same tables and begin with the same sentences. */
function sameMarkdown(check, markdown, html) {
  const [one, other] = [tablesOf(html), tablesOfMarkdown(markdown)];
  check(one.length === other.length, `${one.length} and ${other.length} tables`);
  one.forEach((table, at) => {
    const cells = (from) => JSON.stringify(from).replace(/(?<=\w)\s+(?=")/g, "");
    check(cells(table) === cells(other[at]), `Markdown: ${cells(other[at])}, not ${cells(table)}`);
  });
}

/** The tables of a page: caption, heads, and the texts of the cells by row. */
const tablesOf = (html) =>
  all(html, /<table>(.*?)<\/table>/gs).map((table) => ({
    caption: plain(/<caption>(.*?)<\/caption>/s.exec(table)[1]),
    heads: all(/<thead>(.*?)<\/thead>/s.exec(table)[1], /<th[^>]*>(.*?)<\/th>/gs).map(plain),
    rows: all(/<tbody>(.*?)<\/tbody>/s.exec(table)[1], /<tr>(.*?)<\/tr>/gs).map((row) =>
      all(row, /<t[hd][^>]*>(.*?)<\/t[hd]>/gs).map(plain),
    ),
  }));

const OPENINGS = { random: "random openings", start: "well-played openings" };
const digits = (count, of) => ({ count, of });
/** Sente's share and the like: the cell, and that of the bounds which follows it. */
const share = (of) => [
  digits(1, (item) => 100 * (of(item).share ?? NaN)),
  (item) => bounds(of(item)),
];
const bounds = ({ games, low, high }) =>
  games === 0 ? "" : low === null ? "not known" : [100 * low, 100 * high];

const CELL_HEADS = {
  "nodes a move": (cell) => cell.nodes,
  from: (cell) => OPENINGS[cell.openings],
};
const [SHARE, SHARE_BOUNDS] = share((item) => item.share);
/** By caption: the items of the JSON document that the rows are of, and by head the figure of a cell. */
const TABLES = {
  "Results by strength": {
    items: (json) => json.cells,
    heads: {
      ...CELL_HEADS,
      games: (cell) => cell.played,
      "sente won": (cell) => cell.sente,
      "gote won": (cell) => cell.gote,
      drawn: (cell) => cell.drawn,
      unfinished: (cell) => cell.unfinished,
      repeated: (cell) => cell.duplicates,
      "sente's share": SHARE,
      bounds: SHARE_BOUNDS,
    },
  },
  "Plies of finished": {
    items: (json) => json.cells,
    heads: {
      ...CELL_HEADS,
      games: (cell) => cell.plies.count,
      shortest: digits(0, (cell) => cell.plies.least),
      "lower quarter": digits(0, (cell) => cell.plies.lower),
      median: digits(0, (cell) => cell.plies.median),
      "upper quarter": digits(0, (cell) => cell.plies.upper),
      longest: digits(0, (cell) => cell.plies.most),
    },
  },
  "The course of": {
    items: (json) => json.cells,
    heads: {
      ...CELL_HEADS,
      "changes of lead a game": digits(2, (cell) => cell.leadChanges ?? NaN),
      drama: digits(2, (cell) => cell.drama),
      "decided after, % of the game": digits(0, (cell) => 100 * cell.decided.median),
      "depth in plies": digits(1, (cell) => cell.depth ?? NaN),
      "one good move, %": digits(1, (cell) => 100 * (cell.oneGood ?? NaN)),
      bounds: (cell) =>
        bounds({ games: cell.sampled, low: cell.oneGoodLow, high: cell.oneGoodHigh }),
    },
  },
  "Each strength against": {
    items: (json) => json.skill,
    heads: {
      "nodes a move": (skill) => skill.nodes,
      against: (skill) => skill.weaker,
      games: (skill) => skill.share.games,
      "the stronger's share": SHARE,
      bounds: SHARE_BOUNDS,
      "steps of 60 %": digits(1, (skill) => skill.steps ?? NaN),
      "at least": digits(1, (skill) => skill.stepsLow ?? NaN),
    },
  },
  "A position's legal": {
    items: (json) => json.choice,
    heads: {
      plies: (bin, json) => `${bin.ply + 1} – ${bin.ply + json.binPlies}`,
      "legal moves": digits(1, (bin) => bin.legal / bin.positions),
      "drops, %": digits(1, (bin) => (100 * bin.dropped) / bin.positions),
      "captures, %": digits(1, (bin) => (100 * bin.captured) / bin.positions),
      "promotions, %": digits(1, (bin) => (100 * bin.promoted) / bin.positions),
      "board filled, %": digits(
        1,
        (bin, json) => (100 * bin.filled) / bin.positions / json.pieces[0].visits.length,
      ),
      "pieces in hand": digits(1, (bin) => bin.held / bin.positions),
    },
  },
  "What each kind": {
    items: (json) => json.pieces,
    heads: {
      piece: (piece) => new RegExp(`^${piece.name}`),
      moves: (piece) => piece.moves,
      takes: (piece) => piece.captures,
      "takes several": (piece) => piece.several,
      "takes elsewhere": (piece) => piece.elsewhere,
      dropped: (piece) => piece.drops,
      promoted: (piece) => piece.promotions,
      lost: (piece) => piece.lost,
    },
  },
  "The squares that": {
    items: (json) => json.pieces.filter(({ visits }) => visits.some((count) => count)),
    heads: {
      piece: (piece) => new RegExp(`^${piece.name}`),
      "moves and drops": (piece) => piece.visits.reduce((a, b) => a + b),
      "most often to": ({ visits }) => {
        const sum = visits.reduce((a, b) => a + b);
        const shares = [...visits]
          .sort((a, b) => b - a)
          .slice(0, 3)
          .filter(Boolean);
        const said = shares.map((count) => {
          const part = (100 * count) / sum; // halves are rounded either way
          return `\\w+ \\((?:${Math.round(part - 1e-6)}|${Math.round(part + 1e-6)}) %\\)`;
        });
        return new RegExp(`^${said.join(", ")}$`);
      },
    },
  },
  "Distinct games by": {
    items: (json) =>
      Object.entries(json.ends).map(([reason, of]) => ({
        reason,
        share: of,
        games: json.cells.reduce((sum, cell) => sum + (cell.ends[reason] ?? 0), 0),
      })),
    heads: {
      ending: (end) => end.reason,
      games: (end) => end.games,
      "per cent": SHARE,
      bounds: SHARE_BOUNDS,
    },
  },
  "Rules that forbid": {
    items: (json) => Object.values(json.bars).map((positions) => ({ positions })),
    heads: {
      rule: () => /^\w/,
      positions: (bar) => bar.positions,
      "per cent": digits(1, (bar, json) => (100 * bar.positions) / json.quiet),
    },
  },
  "Results by first": {
    items: (json) => json.firstMoves,
    heads: {
      "first move": () => /./,
      games: (first) => first.share.games,
      "sente's share": SHARE,
      bounds: SHARE_BOUNDS,
    },
  },
  "First moves played": {
    items: (json) => json.tried,
    heads: {
      "first move": (tried) => tried.move,
      games: (tried) => tried.share.games,
      "sente's share": SHARE,
      bounds: SHARE_BOUNDS,
      score: (tried) =>
        tried.score === undefined ? "" : (tried.score < 0 ? "" : "+") + tried.score,
      depth: (tried) => tried.depth,
    },
  },
  "One side begins": {
    items: (json) => json.exchanges,
    heads: {
      without: (pair, json) => new RegExp(`^${named(json, pair.without)}`),
      "against without": (pair, json) => new RegExp(`^${named(json, pair.against)}`),
      games: (pair) => pair.share.games,
      "points, %": SHARE,
      bounds: SHARE_BOUNDS,
    },
  },
  "The most frequent": {
    items: (json) => json.tree,
    heads: {
      moves: () => /./,
      games: (branch) => branch.share.games,
      "per cent": digits(0, (branch, json) => (100 * branch.share.games) / fromStart(json)),
      "sente's share": SHARE,
      bounds: SHARE_BOUNDS,
    },
  },
};
const named = (json, id) => json.pieces.find((piece) => piece.id === id).name;
const fromStart = (json) =>
  json.cells
    .filter((cell) => cell.openings === "start")
    .reduce((sum, cell) => sum + cell.share.games, 0);

const sameNumber = (text, value, count) =>
  Number.isNaN(value)
    ? text === ""
    : (text.split(".")[1] ?? "").length === count &&
      Math.abs(text - value) <= 0.5 * 10 ** -count + 1e-5 * Math.abs(value) + 1e-9;

/** Is this the text of the figure? */
function same(text, figure) {
  if (figure instanceof RegExp) return figure.test(text);
  if (!Array.isArray(figure)) return text === String(figure);
  const [low, high] = text.split(" – ");
  return sameNumber(low, figure[0], 1) && sameNumber(high, figure[1], 1);
}

function sameTable(check, table, { items, heads }, json, what) {
  const expected = items(json);
  check(table.rows.length === expected.length, `${what}: ${table.rows.length} rows`);
  check(
    Object.keys(heads).sort().join() === [...table.heads].sort().join(),
    `${what}: the heads ${table.heads}`,
  );
  table.rows.forEach((row, at) =>
    table.heads.forEach((head, column) => {
      const figure = heads[head];
      if (!figure || !expected[at]) return;
      const good =
        figure.count === undefined
          ? same(row[column], figure(expected[at], json))
          : sameNumber(row[column], figure.of(expected[at], json), figure.count);
      check(good, `${what}, row ${at}, ${head}: "${row[column]}"`);
    }),
  );
}

/** The kinds that differed, with a row for the board and one for the hand. */
function sameWorth(check, table, json) {
  const rows = json.pieces.flatMap(({ name, worth }) =>
    ["board", "hand"].map((place) => ({ name, place, ...worth[place] })),
  );
  for (const row of table.rows) {
    const [name, place] = row;
    const at = rows.findIndex((each) => each.place === place && name.startsWith(each.name));
    check(at >= 0, `worth of ${name}`);
    if (at < 0) continue;
    const [found] = rows.splice(at, 1);
    const told = found.chance !== undefined;
    const [differed, won] = row.slice(4);
    check(
      told
        ? sameNumber(row[2], 100 * found.chance, 1) &&
            same(row[3], [100 * found.low, 100 * found.high])
        : row[2] === "not determined",
      `worth of ${name}: ${row}`,
    );
    check(
      differed === String(found.games) &&
        sameNumber(won, found.ahead ? (100 * found.aheadWon) / found.ahead : NaN, 0),
      `worth of ${name}: ${row}`,
    );
  }
  for (const { name, place, games } of rows) {
    check(place === "hand" || games === 0, `no row of ${name}, ${place}`);
  }
}

/** The figures of this study's greatest strength and of the games beside it, in the order of the document. */
function sameBeside(check, table, json) {
  const own = json.figures.at(-1);
  const keys = Object.keys(own).filter((key) => key !== "nodes" && key !== "games");
  const columns = [own, ...json.beside];
  check(table.rows.length === keys.length, `beside: ${table.rows.length} rows`);
  check(
    table.heads.slice(2).join() === json.beside.map(({ title }) => title).join(),
    `beside: ${table.heads}`,
  );
  table.rows.forEach(([, ...texts], at) =>
    texts.forEach((text, column) =>
      check(
        sameNumber(text, columns[column][keys[at]] ?? NaN, (text.split(".")[1] ?? "").length),
        `beside, ${keys[at]}: ${text}`,
      ),
    ),
  );
}

/** Charts and boards as the script drew them: a mark for every figure, and the marks are as far apart as the figures. */
export function samePlots(check, html, json) {
  const figures = (name) =>
    all(html, new RegExp(`(<figure[^>]* data-draw="${name}".*?</figure>)`, "gs"));
  const plot = (name) => figures(name)[0] ?? "";
  const numbers = (text, expression) => all(text, expression).map(Number);
  const shares = json.cells.filter((cell) => cell.share.games);
  const dots = numbers(plot("shares"), /<circle[^>]* cx="([\d.]+)"/g);
  check(dots.length === shares.length, `${dots.length} dots of shares`);
  const [zero, , , , hundred] = numbers(
    plot("shares"),
    /<line class="(?:axis|half)" x1="([\d.]+)"/g,
  );
  shares.forEach(({ share: { share: of } }, at) =>
    check(Math.abs(dots[at] - (zero + (hundred - zero) * of)) < 0.1, `the dot of ${of}`),
  );
  const lines = all(plot("shares"), /<line class="(?:random|start)"([^>]*)>/g);
  check(
    lines.length === shares.filter((cell) => cell.share.low !== null).length,
    `${lines.length} lines of bounds`,
  );
  const lengths = json.cells.slice(-2);
  const most = Math.max(1, ...lengths.flatMap((cell) => cell.histogram));
  for (const { openings, histogram } of lengths) {
    const bar = new RegExp(`<rect class="bar ${openings}"[^>]* height="([\\d.]+)"`, "g");
    const bars = numbers(plot("lengths"), bar);
    const columns = histogram.filter((games) => games);
    check(bars.length === columns.length, `${bars.length} bars of ${columns.length} bins`);
    columns.forEach((games, at) =>
      check(
        Math.abs(bars[at] - (120 * games) / most) < 0.1,
        `a bar of ${games} games: ${bars[at]}`,
      ),
    );
  }
  const curves = (figure) =>
    all(figure, /<polyline[^>]*points="([^"]*)"/g).map((points) =>
      points.split(" ").map((point) => point.split(",").map(Number)),
    );
  const means = (key) => json.choice.map((bin) => bin[key] / bin.positions);
  const sameCurves = (name, ...wanted) => {
    const drawn = curves(plot(name));
    if (json.choice.length < 2) return check(drawn.length === 0, `${name} of one bin`);
    const top = Math.max(1, ...wanted.flat());
    check(drawn.length === wanted.length, `${name}: ${drawn.length} curves`);
    wanted.forEach((values, at) =>
      check(
        drawn[at].length === values.length &&
          values.every((value, i) => Math.abs(drawn[at][i][1] - (144 - (120 * value) / top)) < 0.1),
        `${name}, curve ${at}`,
      ),
    );
  };
  sameCurves("choice", means("legal"));
  sameCurves("filled", means("filled"), means("held"));
  const games = Object.values(json.games);
  const [courses, boards] = [figures("course"), figures("game")];
  check(courses.length === games.length && boards.length === games.length, "games to look at");
  for (const [at, { moves }] of games.entries()) {
    const [course] = curves(courses[at]);
    check(
      course.every(([x, y]) => x >= 0 && x <= 420 && y >= 5.9 && y <= 96.1),
      `the course of game ${at} leaves its frame`,
    );
    const end = moves.split(" ").length;
    check(new RegExp(`<figcaption[^>]*>${end}\\. `).test(boards[at]), `the end of game ${at}`);
  }
  const heats = all(html, /(<figure[^>]*><svg[^>]*><rect class="shade.*?<\/figure>)/gs);
  const seen = json.pieces.filter(({ visits }) => visits.some((count) => count));
  check(heats.length === seen.length, `${heats.length} pictures of ${seen.length} kinds`);
  for (const [at, { name, visits }] of seen.entries()) {
    const heat = heats[at] ?? "";
    const shaded = (shades) => all(heat, new RegExp(`class="(shade h[${shades}])"`, "g")).length;
    const top = Math.max(...visits);
    check(shaded("1-4") === visits.filter(Boolean).length, `squares of ${name}`);
    check(
      shaded("4") === visits.filter((count) => count && 4 * count > 3 * top).length,
      `the darkest squares of ${name}: ${shaded("4")}`,
    );
    check(plain(heat).startsWith(name), `the caption of ${name}`);
  }
}

/** What the script draws from: the document, and games with as many positions as moves, none of them the one before it. */
function samePictured(check, html, json) {
  const drawn = /<script type="application\/json" id="study">(.*?)<\/script>/s.exec(html)[1];
  const [report, rules, names, games] = JSON.parse(drawn);
  check(JSON.stringify(report) === JSON.stringify(json), "the document in the page");
  check(names.length === rules.files * rules.ranks, `${names.length} squares`);
  check(rules.types.length === json.pieces.length, `${rules.types.length} kinds`);
  for (const [at, { moves }] of Object.values(json.games).entries()) {
    const positions = games[at];
    check(positions.length === moves.split(" ").length + 1, `positions of game ${at}`);
    check(
      positions.every(({ move, set }, ply) => (move !== "") === ply > 0 && set.length > 0),
      `the moves of game ${at}`,
    );
  }
}

const mean = (values) => values.reduce((a, b) => a + b, 0) / values.length;
function quantile(values, part) {
  const rising = [...values].sort((a, b) => a - b);
  const at = (rising.length - 1) * part;
  const below = Math.floor(at);
  return rising[below] + (at - below) * ((rising[below + 1] ?? 0) - rising[below] || 0);
}

/** The cells of the document once more, from the lines of games.csv. */
function sameGames(check, csv, json) {
  const [heads, ...lines] = csv
    .trim()
    .split("\n")
    .map((line) => line.split(","));
  const games = lines.map((line) => Object.fromEntries(line.map((text, at) => [heads[at], text])));
  check(new Set(games.map((game) => game.number)).size === games.length, "numbers of games");
  for (const cell of json.cells) {
    const own = games.filter(
      (game) => game.nodes === String(cell.nodes) && game.openings === cell.openings,
    );
    const distinct = own.filter((game) => game.duplicate === "0");
    const finished = distinct.filter((game) => game.reason !== "playing");
    const won = finished.filter((game) => game.winner);
    const sente = won.filter((game) => game.winner === "sente").length;
    const column = (list, key) => list.map((game) => Number(game[key]));
    const what = `${cell.nodes} nodes, ${cell.openings}`;
    const equal = (found, value, key) =>
      check(
        found === value ||
          Math.abs(found - value) < 1e-3 * Math.max(1, value) ||
          (Number.isNaN(value) && !found),
        `${what}, ${key}: ${found}, not ${value}`,
      );
    equal(cell.played, own.length, "played");
    equal(cell.duplicates, own.length - distinct.length, "duplicates");
    equal(cell.unfinished, distinct.length - finished.length, "unfinished");
    equal(cell.sente, sente, "sente");
    equal(cell.gote, won.length - sente, "gote");
    equal(cell.drawn, finished.length - won.length, "drawn");
    equal(cell.share.games, finished.length, "games");
    equal(
      cell.share.share,
      (sente + (finished.length - won.length) / 2) / finished.length,
      "share",
    );
    equal(cell.leadChanges, mean(column(finished, "leadChanges")), "leadChanges");
    equal(cell.drama, won.length ? mean(column(won, "drama")) : 0, "drama");
    const deep = column(finished, "depth").filter((depth) => depth > 0);
    equal(cell.depth ?? NaN, mean(deep), "depth");
    for (const [key, list, field] of [
      ["plies", finished, "plies"],
      ["decided", won, "decided"],
    ]) {
      equal(cell[key].count, list.length, `${key}.count`);
      const parts = { least: 0, lower: 0.25, median: 0.5, upper: 0.75, most: 1 };
      for (const [part, of] of Object.entries(parts)) {
        equal(
          cell[key][part],
          list.length ? quantile(column(list, field), of) : 0,
          `${key}.${part}`,
        );
      }
    }
    for (const reason of new Set(distinct.map((game) => game.reason))) {
      if (reason !== "playing") {
        equal(
          cell.ends[reason],
          distinct.filter((game) => game.reason === reason).length,
          `ends.${reason}`,
        );
      }
    }
    const bins = Array(24).fill(0);
    for (const plies of column(finished, "plies")) {
      bins[Math.min(23, Math.floor(plies / json.binPlies))]++;
    }
    equal(cell.histogram.join(), bins.join(), "histogram");
  }
  const counted = games.filter((game) => game.openings !== "skill" && game.duplicate === "0");
  const plies = counted.reduce((sum, game) => sum + Number(game.plies), 0);
  const sum = (list, key) => list.reduce((so, each) => so + each[key], 0);
  check(sum(json.choice, "positions") === plies, `positions: ${plies} plies`);
  for (const [events, played] of [
    ["drops", "dropped"],
    ["promotions", "promoted"],
  ]) {
    check(
      sum(json.pieces, events) === sum(json.choice, played),
      `${events} of pieces and of plies`,
    );
  }
  check(sum(json.pieces, "moves") + sum(json.pieces, "drops") === plies, "moves and drops");
  check(sum(json.pieces, "captures") === sum(json.pieces, "lost"), "captured and lost pieces");
  check(
    json.pieces.every(
      ({ visits, moves, drops }) => visits.reduce((a, b) => a + b) === moves + drops,
    ),
    "visits",
  );
}

const files = (folder) => (name) => readFileSync(join(folder, name), "utf8");

/** The sentences of both sections at the beginning of the page. */
const sentencesOf = (html) => [
  ...all(/<section class="short">(.*?)<\/section>/s.exec(html)[1], /<p>(.*?)<\/p>/gs).map(plain),
  ...(html.includes('class="mend"') ? ["What to mend:"] : []),
  ...all(/<section class="mend">(.*?)<\/section>/s.exec(html)?.[1] ?? "", /<p>(.*?)<\/p>/gs).map(
    plain,
  ),
];

/** The sentences that the command printed begin the page. */
function sameSentences(check, html, said) {
  const sentences = sentencesOf(html).join("\n");
  check(
    sentences === said.trim().split("\n").slice(0, -1).join("\n"),
    `other sentences: ${sentences}`,
  );
}

/** Every number of these sentences is a figure of the document, rounded; a share is in per cent there.
 * `sums`: numbers that are sums or differences of figures. */
export function sameNumbers(check, html, json, sums = []) {
  const figures = [95, 60, 10, ...sums]; // per cent of bounds and of a step, points of one good move
  const texts = [];
  const collect = (value) => {
    if (typeof value === "number") figures.push(value, 100 * value);
    else if (typeof value === "string") (/^\d+$/.test(value) ? figures : texts).push(value);
    else if (value) Object.values(value).forEach(collect);
  };
  collect(json);
  const rest = texts
    .filter((text) => /\d/.test(text))
    .sort((a, b) => b.length - a.length)
    .reduce((left, text) => left.replaceAll(text, " "), sentencesOf(html).join("\n"));
  for (const [text] of rest.matchAll(/(?<![\w*+=-])[+-]?\d+(?:\.\d+)?(?![\w*+-]|\.\d)/g)) {
    const count = (text.split(".")[1] ?? "").length;
    check(
      figures.some((figure) => sameNumber(text.replace(/^\+/, ""), figure, count)),
      `${text} is no figure of the document: ${sentencesOf(html).find((each) => each.includes(text))}`,
    );
  }
}

/** The page needs nothing else, and is whole. */
function whole(check, page) {
  const html = page.replace(/<(style|script)[^>]*>.*?<\/\1>/gs, "");
  check(/^<!doctype html>\n<html lang="en">/.test(html) && html.endsWith("</html>\n"), "the page");
  check(
    !/https?:|src=|import|\bnan\b|\binf\b/.test(html),
    "the page needs something, or has no number",
  );
  for (const tag of ["table", "figure", "svg", "section", "p", "h2", "h3", "td", "dl", "details"]) {
    check(
      html.match(new RegExp(`<${tag}[ >]`, "g"))?.length ===
        html.match(new RegExp(`</${tag}>`, "g"))?.length,
      `<${tag}> is not closed`,
    );
  }
}

/** A study's folder, and what the command printed (none for a choice of a comparison). */
export function sameStudy(check, folder, said, partial = []) {
  const read = files(folder);
  const [json, html] = [JSON.parse(read("report.json")), read("report.html")];
  whole(check, html);
  sameMarkdown(check, read("report.md"), html);
  samePictured(check, html, json);
  if (said) sameSentences(check, html, said);
  sameNumbers(check, html, json, [
    json.played - json.distinct,
    json.distinct - json.finished,
    ...[(of) => of.share.games, (of) => of.steps ?? 0, (of) => of.stepsLow ?? 0].map((of) =>
      json.skill.reduce((sum, each) => sum + of(each), 0),
    ),
    ...partial,
  ]);
  sameGames(check, read("games.csv"), json);
  const rest = { ...TABLES };
  if (!Object.keys(json.bars).length || !json.quiet) delete rest["Rules that forbid"];
  if (!json.tree.length) delete rest["The most frequent"];
  if (!json.tried.length) delete rest["First moves played"];
  if (!json.exchanges.length) delete rest["One side begins"];
  for (const table of tablesOf(html)) {
    const name = Object.keys(TABLES).find((begin) => table.caption.startsWith(begin));
    if (name) sameTable(check, table, TABLES[name], json, name);
    else if (table.caption.startsWith("The points, in")) sameWorth(check, table, json);
    else if (table.caption.startsWith("The figures of")) sameBeside(check, table, json);
    else check(false, `the table "${table.caption}" is not known`);
    delete rest[name];
  }
  check(!Object.keys(rest).length, `tables that are missing: ${Object.keys(rest)}`);
}

const signed = (value) => (value === null ? "" : (value < 0 ? "" : "+") + value.toFixed(1));

/** A comparison's folder: its two tables, and its sentences. */
export function sameComparison(check, folder, said) {
  const read = files(folder);
  const [json, html] = [JSON.parse(read("report.json")), read("report.html")];
  whole(check, html);
  sameMarkdown(check, read("report.md"), html);
  sameSentences(check, html, said);
  sameNumbers(check, html, json);
  const [choices, contrasts, figures] = tablesOf(html);
  for (const [at, choice] of json.choices.entries()) {
    const shown = figures.rows.map((row) => row[at + 1]).filter((text) => text !== "");
    const keys = Object.keys(choice.figures).filter((key) => !["nodes", "games"].includes(key));
    check(
      shown.length === keys.length &&
        keys.every((key, i) =>
          sameNumber(shown[i], choice.figures[key], (shown[i].split(".")[1] ?? "").length),
        ),
      `the figures of ${choice.value}: ${shown}`,
    );
  }
  const cells = json.choices[0].cells.flatMap((_, at) =>
    json.choices.map((choice) => ({ value: choice.value, ...choice.cells[at] })),
  );
  sameTable(
    check,
    choices,
    {
      items: () => cells,
      heads: {
        ...CELL_HEADS,
        choice: (cell) => cell.value,
        games: (cell) => cell.share.games,
        "sente's share": SHARE,
        bounds: SHARE_BOUNDS,
        "drawn, %": digits(1, (cell) =>
          cell.share.games ? (100 * cell.drawn) / cell.share.games : 0,
        ),
        median: digits(0, (cell) => cell.plies.median),
      },
    },
    json,
    "choices",
  );
  const differences = json.choices[0].cells.flatMap((_, at) =>
    json.choices.slice(1).map((choice) => ({ value: choice.value, ...choice.contrasts[at] })),
  );
  check(contrasts.rows.length === differences.length, `${contrasts.rows.length} differences`);
  const between = ({ low, high }) =>
    low === null ? "not known" : `${signed(100 * low)} – ${signed(100 * high)}`;
  const near = (text, value) =>
    text.replace(/[\d.]+/g, (number) => Number(number).toFixed(0)) ===
    value.replace(/[\d.]+/g, (number) => Number(number).toFixed(0));
  contrasts.rows.forEach((row, at) => {
    const { value, nodes, openings, share: of, drawn, pairs, same: alike } = differences[at];
    const wanted = [
      value,
      String(nodes),
      OPENINGS[openings],
      String(pairs),
      String(alike),
      signed(of.difference && 100 * of.difference),
      between(of),
      signed(drawn.difference && 100 * drawn.difference),
      between(drawn),
    ];
    check(
      row.length === wanted.length && row.every((text, column) => near(text, wanted[column])),
      `a difference: ${row}, not ${wanted}`,
    );
  });
  check(
    all(html, /<dt>(.*?)<\/dt>/gs)
      .map(plain)
      .join("\n") === json.choices.map(({ value }) => value).join("\n") &&
      all(html, /<dd>(.*?)<\/dd>/gs)
        .map(plain)
        .join("\n") === json.choices.map(({ help }) => help).join("\n"),
    "the choices and their texts",
  );
}
