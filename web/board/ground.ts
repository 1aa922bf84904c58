// Draws the parts of the board between the wood and the pieces, as the game's file describes the board: shades, lines, holes and palaces.

import { boardAt } from "../core/index.ts";
import { s } from "../lib/dom.ts";
import type { Layout } from "./layout.ts";

const FEW = 1 / 4; // regions to which pieces are confined are drawn as palaces if they have at most this share of the board's squares
const [GAP, ARM] = [7, 15]; // units of the SVG from a point of the board to the corner signs around it, and length of a corner sign's arms
const POINT = 5; // radius of a star point (dot on the lines where promotion zones begin)
const NOTCH = 0.14; // length of a notch in a square's corner along the sides, as a fraction of the square's shorter side

/** The outline of a square as a part of an SVG path. */
function box(layout: Layout, square: number) {
  const { width, height } = layout.cell;
  const [x, y] = [layout.x(square) - width / 2, layout.y(square) - height / 2];
  return `M${x},${y}h${width}v${height}h${-width}z`;
}

/** An SVG path made of these parts; equal parts are drawn once. */
const path = (className: string, parts: string[]) =>
  parts.length ? s("path", { class: className, d: [...new Set(parts)].join("") }) : null;

const hasPoints = ({ variant }: Layout) => variant.board === "points";

/** Every second square, as on a chessboard, beginning with sente's left corner. */
function everySecond({ variant }: Layout) {
  const isDark = (square: number) =>
    (variant.file(square) + variant.rank(square) + variant.files + variant.ranks) % 2 === 0;
  return [...variant.squareNames.keys()].filter(isDark);
}

/** The dark squares of a board in two shades (checkered); null for other boards. */
function shades(layout: Layout) {
  if (layout.variant.board !== "checkered") return null;
  return path(
    "shaded",
    everySecond(layout).map((square) => box(layout, square)),
  );
}

/** The notches in the corners of every second square, which mark the squares on a board of one shade. */
function notches(layout: Layout) {
  if (layout.variant.board !== "notched") return null;
  const { width, height } = layout.cell;
  const leg = NOTCH * Math.min(width, height);
  const corners = [
    [1, 1],
    [1, -1],
    [-1, 1],
    [-1, -1],
  ];
  return path(
    "notch",
    everySecond(layout).flatMap((square) =>
      corners.map(
        ([x, y]) =>
          `M${layout.x(square) - (x * width) / 2},${layout.y(square) - (y * height) / 2}` +
          `h${x * leg}l${-x * leg},${y * leg}z`,
      ),
    ),
  );
}

/**
 * The lines between the squares. On a board of points (pieces stand on crossings of lines) they go through the points, and the files stop
 * at the river: where the promotion zones of both sides meet.
 */
function lines(layout: Layout) {
  const { cell, variant, lying } = layout;
  const less = hasPoints(layout) ? 1 : 0;
  const [columns, rows] = [layout.columns - less, layout.rows - less];
  const [x, y] = [
    layout.edges.left + (less * cell.width) / 2,
    layout.edges.top + (less * cell.height) / 2,
  ];
  const [width, height] = [columns * cell.width, rows * cell.height];
  const bank = (height - cell.height) / 2;
  const hasRiver = less && !lying && 2 * variant.zone === variant.ranks;
  const down = hasRiver ? `v${bank}m0,${cell.height}v${bank}` : `v${height}`;
  const parts = [];
  for (let c = 1; c < columns; c++) parts.push(`M${x + c * cell.width},${y}${down}`);
  for (let r = 1; r < rows; r++) parts.push(`M${x},${y + r * cell.height}h${width}`);
  const edge = s("rect", { class: "line edge", x, y, width, height });
  return variant.board === "checkered" ? edge : [path("line", parts), edge];
}

/** The edges of an area of squares as parts of an SVG path, without those on the board's edge. */
function outline(layout: Layout, area: readonly number[]) {
  const { width, height } = layout.cell;
  const inside = new Set(area);
  return area.flatMap((square) => {
    const [column, row] = [layout.column(square), layout.row(square)];
    const [x, y] = [layout.x(square) - width / 2, layout.y(square) - height / 2];
    const edges: [dx: number, dy: number, line: string][] = [
      [-1, 0, `M${x},${y}v${height}`],
      [1, 0, `M${x + width},${y}v${height}`],
      [0, -1, `M${x},${y}h${width}`],
      [0, 1, `M${x},${y + height}h${width}`],
    ];
    return edges.flatMap(([dx, dy, line]) => {
      const other = layout.squareAt(column + dx, row + dy);
      return other === null || inside.has(other) ? [] : [line];
    });
  });
}

/**
 * Both diagonals of an area of points, as parts of an SVG path; if it is no full square, its edges instead.
 * @param area the squares of the area by number
 */
function diagonals(layout: Layout, area: readonly number[]) {
  const { variant } = layout;
  const [first, last] = [area[0], area[area.length - 1]];
  const wide = variant.file(last) - variant.file(first) + 1;
  const high = variant.rank(last) - variant.rank(first) + 1;
  if (wide !== high || area.length !== wide * high) return outline(layout, area);
  const across = variant.square(variant.file(first), variant.rank(last));
  const back = variant.square(variant.file(last), variant.rank(first));
  const at = (square: number) => `${layout.x(square)},${layout.y(square)}`;
  return [`M${at(first)}L${at(last)}M${at(across)}L${at(back)}`];
}

/** The palaces: small areas to which some kinds of pieces are confined. */
const palaces = ({ variant: { regions, squares } }: Layout) =>
  regions.filter(({ length }) => length <= squares * FEW);

/** Corner signs around the points on which pieces stand in the starting position, except in the palaces and on the first and last rank. */
function signs(layout: Layout) {
  const { variant } = layout;
  const inside = new Set(palaces(layout).flat());
  const stands = boardAt(variant).flatMap((piece, square) => {
    const rank = variant.rank(square);
    const isFront = rank > 1 && rank < variant.ranks && !inside.has(square);
    return piece && isFront ? [square] : [];
  });
  return stands.flatMap((square) =>
    [-1, 1].flatMap((h) =>
      layout.squareAt(layout.column(square) + h, layout.row(square)) === null
        ? []
        : [-1, 1].map((v) => {
            const [x, y] = [layout.x(square) + h * GAP, layout.y(square) + v * GAP];
            return `M${x},${y + v * ARM}V${y}h${h * ARM}`;
          }),
    ),
  );
}

/** All parts of this file except the promotion zones, which little boards don't show. */
export function ground(layout: Layout) {
  const holes = [...layout.variant.holes];
  const areas = layout.lying ? [] : palaces(layout);
  const outlined = [holes, ...(hasPoints(layout) ? [] : areas)];
  return [
    shades(layout),
    notches(layout),
    lines(layout),
    path(
      "hole",
      holes.map((square) => box(layout, square)),
    ),
    path(
      "line edge",
      outlined.flatMap((area) => outline(layout, area)),
    ),
    hasPoints(layout) &&
      path("line", [...areas.flatMap((area) => diagonals(layout, area)), ...signs(layout)]),
  ];
}

/** The promotion zones: the edges of zones made of single squares, or star points on the lines where zones of whole ranks begin. */
export function zones(layout: Layout) {
  const { variant, cell, columns, rows, lying } = layout;
  const { left, top } = layout.edges;
  if (lying) return null;
  if (!variant.zone) {
    return path(
      "line zone",
      variant.zoneSquares.flatMap((zone) => outline(layout, zone)),
    );
  }
  if (variant.board === "checkered" || hasPoints(layout)) return null;
  const third = Math.max(1, Math.round(columns / 3));
  return [variant.zone, rows - variant.zone].flatMap((r) =>
    [third, columns - third].map((c) =>
      s("circle", {
        class: "point",
        cx: left + c * cell.width,
        cy: top + r * cell.height,
        r: POINT,
      }),
    ),
  );
}
