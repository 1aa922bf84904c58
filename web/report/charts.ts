// Charts of a study's report: each is an SVG, drawn into a figure element that has the caption. The table beside the chart has
// its numbers.

import { s } from "../lib/dom.ts";
import type { Bin, Cell, Position } from "./study.ts";
import type { Child } from "../lib/domtypes.ts";

const WIDTH = 420;
const LEFT = 32; // width of the margin at the left, where the greatest value is written
const TOP = 24; // height of the margin at the top, where the legend stands
const HEIGHT = 120; // height of the area of a chart in which values are drawn
const BOTTOM = TOP + HEIGHT;
const NAMES = 54; // width of the margin at the right, where the names of the curves stand
const ROW = 26; // height of a row in the chart of sente's shares (drawShares)
const [SHARE_LEFT, SHARE_WIDTH] = [122, 270];
const COURSE = { top: 6, height: 90 };
const SETS = ["random", "start"] as const;

/** Puts a chart into its figure element, and makes the figure visible. */
function put(figure: HTMLElement, width: number, height: number, ...children: Child[]) {
  const label = figure.querySelector("figcaption")?.textContent ?? "";
  const box = { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label };
  figure.prepend(s("svg", { class: "chart", ...box }, children));
  figure.hidden = false;
}

const namesOf = (figure: HTMLElement) => figure.dataset.names?.split("|") ?? [];

const label = (x: number, y: number, anchor: string, text: string) =>
  s("text", { x, y, "text-anchor": anchor, text });
const line = (className: string, x1: number, x2: number, y1: number, y2: number) =>
  s("line", { class: className, x1, x2, y1, y2 });
const curve = (className: string, points: number[][]) =>
  s("polyline", { class: className, points: points.map((point) => point.join()).join(" ") });

/** The axes of a chart by plies: the base line, the greatest value as a number, and below every fourth bin the number of its first ply. */
function axes(most: number, bins: number, plies: number, step: number, anchor: string) {
  const marked = Array.from({ length: Math.ceil(bins / 4) }, (_, i) => 4 * i);
  return [
    line("axis", LEFT, WIDTH, BOTTOM, BOTTOM),
    label(LEFT - 6, TOP + 10, "end", most.toFixed(0)),
    marked.map((bin) => label(LEFT + step * bin, BOTTOM + 18, anchor, String(bin * plies))),
  ];
}

/**
 * Draws sente's share of the points: a row for each strength of the engine and set of openings, with a dot for the share and a
 * line for its confidence interval.
 */
export function drawShares(figure: HTMLElement, cells: readonly Cell[]) {
  const names = namesOf(figure);
  const height = 40 + ROW * cells.length;
  const at = (share: number) => SHARE_LEFT + SHARE_WIDTH * share;
  const rows = cells.map(({ nodes, openings, share: { share, low, high } }, i) => {
    const y = 24 + ROW * i;
    return [
      label(0, y + 4, "start", `${nodes} · ${names[SETS.indexOf(openings)]}`),
      low !== null && high !== null && line(openings, at(low), at(high), y, y),
      share !== null && s("circle", { class: openings, cx: at(share), cy: y, r: 5 }),
    ];
  });
  const marks = [0, 0.25, 0.5, 0.75, 1].map((share) => [
    line(share === 0.5 ? "half" : "axis", at(share), at(share), 10, height - 22),
    label(at(share), height - 6, "middle", `${100 * share} %`),
  ]);
  put(figure, WIDTH, height, marks, rows);
}

/**
 * Draws a bar for each bin of plies: the number of games that ended in it, played at the greatest strength of the engine. The
 * bars of the two sets of openings stand beside each other.
 */
export function drawLengths(figure: HTMLElement, cells: readonly Cell[], binPlies: number) {
  const names = namesOf(figure);
  const sets = cells.slice(-SETS.length);
  const most = Math.max(1, ...sets.flatMap(({ histogram }) => histogram));
  const full = (bin: number) => sets.some(({ histogram }) => histogram[bin]);
  const bins = 1 + Math.max(0, ...[...sets[0].histogram.keys()].filter(full));
  const step = (WIDTH - LEFT) / bins;
  const bars = sets.map(({ openings, histogram }, set) => [
    s("rect", { class: openings, x: WIDTH - 140 + 80 * set, y: 4, width: 10, height: 10 }),
    label(WIDTH - 125 + 80 * set, 14, "start", names[set]),
    histogram.map((games, bin) => {
      const height = (HEIGHT * games) / most;
      const x = LEFT + bin * step + 1 + (set * (step - 2)) / 2;
      const size = { width: (step - 2) / 2, height };
      return games > 0 && s("rect", { class: `bar ${openings}`, x, y: BOTTOM - height, ...size });
    }),
  ]);
  put(figure, WIDTH, BOTTOM + 30, axes(most, bins, binPlies, step, "start"), bars);
}

/** Draws averages over the positions of each bin of plies, with a curve for each of `keys`. */
export function drawCurves(
  figure: HTMLElement,
  bins: readonly Bin[],
  binPlies: number,
  keys: readonly ("legal" | "filled" | "held")[],
) {
  if (bins.length < 2) return;
  const names = namesOf(figure);
  const curves = keys.map((key) => bins.map((bin) => bin[key] / bin.positions));
  const most = Math.max(1, ...curves.flat());
  const width = WIDTH - LEFT - (names.length ? NAMES : 0);
  const step = width / (bins.length - 1);
  const y = (value: number) => TOP + HEIGHT * (1 - value / most);
  const drawn = curves.map((values, i) => [
    curve(
      i ? "curve second" : "curve",
      values.map((value, bin) => [LEFT + step * bin, y(value)]),
    ),
    names[i] && label(LEFT + width + 6, y(values[values.length - 1]) + 4, "start", names[i]),
  ]);
  put(figure, WIDTH, BOTTOM + 30, axes(most, bins.length, binPlies, step, "middle"), drawn);
}

/** Draws the curve of sente's chance to win during a game: at the top sente is sure to win, at the bottom gote. */
export function drawCourse(figure: HTMLElement, positions: readonly Position[]) {
  const { top, height } = COURSE;
  const plies = positions.length - 1;
  const points = positions.flatMap(({ chance }, ply) =>
    chance === undefined ? [] : [[(WIDTH * ply) / plies, top + height * (1 - chance / 1000)]],
  );
  put(
    figure,
    WIDTH,
    height + 2 * top,
    s("rect", { class: "axis", x: 0, y: top, width: WIDTH, height }),
    line("half", 0, WIDTH, top + height / 2, top + height / 2),
    curve("curve", points),
  );
}
