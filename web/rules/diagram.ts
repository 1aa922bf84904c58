// A diagram of a piece's moves, drawn from the Marks that the rules compute. Each square has at most one sign. The form of a sign
// shows how the piece gets to the square, and its filling what the piece may do there.

import { pieceShape } from "../board/pieces.ts";
import { constants } from "../core/index.ts";
import { say, typeName } from "../language/catalogue.ts";
import { s } from "../lib/dom.ts";
import type { Mark, Variant } from "../core/index.ts";
import type { PlainKey } from "../language/keys.ts";

/**
 * How a piece gets to a square: the form of a sign. over: a slide over other pieces; overtake: a slide that captures on its way;
 * turn: a slide that changes direction; walk: an area move; victim: the piece captures there from another square.
 */
export type Way =
  | "step"
  | "jump"
  | "slide"
  | "over"
  | "overtake"
  | "cannon"
  | "turn"
  | "hop"
  | "walk"
  | "victim";
/** What a piece may do on a square: the filling of a sign. both: move and capture; pass: no move ends there. */
export type End = "both" | "move" | "capture" | "pass";
export interface Sign {
  way: Way;
  end: End;
  /** the piece may burn (capture by moving to this square) the pieces beside the square */
  burn: boolean;
}

const REACH = 3; // minimum number of squares that a diagram shows to each side of the piece
const FAR = 5; // maximum number of squares to each side of the piece
const STRIP_REACH = 8; // number of squares forwards and backwards of the piece in a game on a strip (a board of one file)
const DRAWN = 8; // the rules compute Marks up to this number of squares to each side of the piece
const CELL = 40;
const CIRCLE = "M-7,0A7,7 0 1 1 7,0A7,7 0 1 1 -7,0Z";
const ARROW = "M-8,6L0,-8L8,6Z";

/** The SVG path of each form, pointing forwards, and the key of the sentence with its meaning, in the order of the legend. */
const WAYS: Record<Way, { d: string; words: PlainKey }> = {
  step: { d: CIRCLE, words: "way.step" },
  jump: { d: "M0,-11L11,0L0,11L-11,0Z", words: "way.jump" },
  slide: { d: ARROW, words: "way.slide" },
  over: { d: "M-8,0L0,-12L8,0ZM-8,12L0,0L8,12Z", words: "way.over" },
  overtake: { d: "M-8,0L0,-12L8,0ZM-9,3H9V6H-9ZM-9,9H9V12H-9Z", words: "way.overtake" },
  cannon: { d: "M-8,12L0,0L8,12ZM-12,0A12,12 0 0 1 12,0H8A8,8 0 0 0 -8,0Z", words: "way.cannon" },
  turn: { d: "M-9,11V-2H1V-9L12,1L1,11V4H-3V11Z", words: "way.turn" },
  hop: { d: "M-12,7A12,12 0 0 1 12,7H6A6,6 0 0 0 -6,7Z", words: "way.hop" },
  walk: { d: "M-8,-8H8V8H-8Z", words: "way.walk" },
  victim: { d: "M0,-15L4,-5L15,-5L6,2L9,13L0,6L-9,13L-6,2L-15,-5L-4,-5Z", words: "way.victim" },
};

/** The forms that are turned to the direction of the move. */
const POINTING: readonly Way[] = ["slide", "over", "overtake", "cannon"];

const ENDS: [End, PlainKey][] = [
  ["both", "end.both"],
  ["move", "end.move"],
  ["capture", "end.capture"],
  ["pass", "end.pass"],
];

const distance = (dx: number, dy: number) => Math.max(Math.abs(dx), Math.abs(dy));

/** Is the square dx to the side and dy forwards on a rank, file or diagonal through the piece? */
const onLine = (dx: number, dy: number) => !dx || !dy || Math.abs(dx) === Math.abs(dy);

/** Returns a function that says whether the square dx to the side and dy forwards has all wanted bits of a Mark. */
function squaresOf(marks: readonly Mark[]) {
  const kinds = new Map(marks.map(([dx, dy, each]) => [`${dx},${dy}`, each]));
  return (dx: number, dy: number, wanted: number) =>
    ((kinds.get(`${dx},${dy}`) ?? 0) & wanted) === wanted;
}

/**
 * Has a slide changed its direction on the way to this square? It has if the square and a square beside it are off the piece's
 * rank, file and diagonals, and a slide reaches both. Riders (slides in leaps) skip the squares beside theirs.
 */
function hasTurned(has: ReturnType<typeof squaresOf>, dx: number, dy: number) {
  if (onLine(dx, dy)) return false;
  const beside: [number, number][] = [
    [dx - 1, dy],
    [dx + 1, dy],
    [dx, dy - 1],
    [dx, dy + 1],
  ];
  return beside.some(([x, y]) => !onLine(x, y) && has(x, y, constants.marks.slide));
}

/**
 * The form for a square that a slide reaches. If the square has a further bit, which the square before or behind it on the slide
 * also has, the bit describes the slide; otherwise it describes another way to the square.
 */
function slideOf([dx, dy, kinds]: Mark, has: ReturnType<typeof squaresOf>): Way {
  const { slide, jump, victim, hop } = constants.marks;
  const [x, y] = [Math.sign(dx), Math.sign(dy)];
  const onRay = onLine(dx, dy) && has(x, y, slide); // the slide begins on the square beside the piece and goes from square to square
  const isAlong = (bit: number) =>
    onRay && (has(dx - x, dy - y, slide | bit) || has(dx + x, dy + y, slide | bit));
  if (hasTurned(has, dx, dy)) return "turn";
  if (kinds & victim) return isAlong(victim) ? "overtake" : "victim";
  if (kinds & jump && onRay) return isAlong(jump) ? "over" : "jump";
  return kinds & hop ? "cannon" : "slide";
}

/** The form for a square; if there are several ways to it, the most special one. */
function wayOf(mark: Mark, has: ReturnType<typeof squaresOf>): Way {
  const [dx, dy, kinds] = mark;
  const { slide, jump, hop, victim, area } = constants.marks;
  if (kinds & slide) return slideOf(mark, has);
  if (kinds & victim) return "victim";
  if (kinds & hop) return "hop";
  if (distance(dx, dy) === 1) return "step";
  return kinds & jump ? "jump" : kinds & area ? "walk" : "step";
}

function endOf(kinds: number): End {
  const { move, capture } = constants.marks;
  if (kinds & move) return kinds & capture ? "both" : "move";
  return kinds & capture ? "capture" : "pass";
}

/** The signs in the diagram of a piece, one for each square, with the square's distance from the piece: dx to the side, dy forwards. */
function signsOf(marks: readonly Mark[]): (Sign & { dx: number; dy: number })[] {
  const has = squaresOf(marks);
  return marks
    .filter(([dx, dy]) => dx || dy)
    .map((mark) => {
      const [dx, dy, kinds] = mark;
      const burn = (kinds & constants.marks.burn) !== 0;
      return { way: wayOf(mark, has), end: endOf(kinds), burn, dx, dy };
    });
}

function drawSign({ way, end, dx, dy }: Sign & { dx: number; dy: number }) {
  const angle = POINTING.includes(way) ? (Math.atan2(dx, dy) * 180) / Math.PI : 0;
  return s("path", {
    class: `d-mark d-${way} end-${end}`,
    d: WAYS[way].d,
    transform: angle ? `rotate(${angle})` : null,
  });
}

/** The legend for the signs in the diagrams of these kinds: first forms, then fillings, then the background of squares with a burn. */
export function legend(
  variant: Variant,
  kinds: readonly number[],
): { icon: SVGElement; words: string }[] {
  const signs = kinds.flatMap((kind) => signsOf(variant.type(kind).marks));
  const icon = (way: Way, end: End, burn = false) =>
    s(
      "svg",
      {
        class: `mark-icon ${burn ? "burnt" : ""}`,
        viewBox: "-20 -20 40 40",
        "aria-hidden": "true",
      },
      burn ? null : drawSign({ way, end, burn, dx: 0, dy: 1 }),
    );
  const ways = (Object.keys(WAYS) as Way[])
    .filter((way) => signs.some((sign) => sign.way === way))
    .map((way) => ({ icon: icon(way, "both"), words: say(WAYS[way].words) }));
  const ends = ENDS.filter(([end]) => signs.some((sign) => sign.end === end)).map(
    ([end, words]) => ({ icon: icon("step", end), words: say(words) }),
  );
  const burnt = signs.some(({ burn }) => burn)
    ? [{ icon: icon("step", "both", true), words: say("mark.burn") }]
    : [];
  return [...ways, ...ends, ...burnt];
}

/**
 * The number of squares that a diagram shows to each side of the piece, from REACH to FAR: enough for all jumps and walks, and
 * for one square beyond the end of a slide of limited length. Slides to the edge of the board need only REACH.
 */
function reachOf({ files, ranks }: Variant, marks: readonly Mark[]) {
  const { slide, hop, victim } = constants.marks;
  const has = squaresOf(marks);
  const [width, height] = [Math.min(DRAWN, files - 1), Math.min(DRAWN, ranks - 1)];
  const wanted = marks.map(([dx, dy, kinds]) => {
    const far = distance(dx, dy);
    if (!(kinds & slide)) return kinds & (hop | victim) ? 0 : far;
    const [x, y] = [dx + Math.sign(dx), dy + Math.sign(dy)];
    const ends = onLine(dx, dy) && Math.abs(x) <= width && Math.abs(y) <= height;
    return ends && !has(x, y, slide) ? far + 1 : 0;
  });
  return Math.max(REACH, Math.min(FAR, Math.max(0, ...wanted)));
}

/**
 * The diagram of a kind's moves. In a game on a strip it is a row, with forwards to the right.
 * @param set name of the piece set
 */
export function moveDiagram(variant: Variant, kind: number, set: string = "auto") {
  const type = variant.type(kind);
  const strip = variant.isStrip;
  const across = strip ? 0 : reachOf(variant, type.marks);
  const along = strip ? STRIP_REACH : across;
  const place: (dx: number, dy: number) => [number, number] = (dx, dy) =>
    strip ? [dy * CELL, 0] : [dx * CELL, -dy * CELL];
  const signs = signsOf(type.marks).filter(
    ({ dx, dy }) => Math.abs(dx) <= across && Math.abs(dy) <= along,
  );
  const cells = [];
  for (let dy = -along; dy <= along; dy++) {
    for (let dx = -across; dx <= across; dx++) {
      const [x, y] = place(dx, dy);
      const burns = signs.some((sign) => sign.burn && sign.dx === dx && sign.dy === dy);
      const corner = { x: x - CELL / 2, y: y - CELL / 2 };
      cells.push(
        s("rect", {
          class: burns ? "d-cell burnt" : "d-cell",
          ...corner,
          width: CELL,
          height: CELL,
        }),
      );
    }
  }
  const drawn = signs.map((sign) => {
    const { dx, dy } = sign;
    const turned = strip ? { ...sign, dx: dy, dy: 0 } : sign;
    return s("g", { transform: `translate(${place(dx, dy).join()})` }, drawSign(turned));
  });
  const [columns, rows] = strip ? [2 * along + 1, 1] : [2 * across + 1, 2 * along + 1];
  const [width, height] = [columns * CELL, rows * CELL];
  return s(
    "svg",
    {
      class: `diagram ${strip ? "strip" : ""}`,
      viewBox: `${-width / 2 - 2} ${-height / 2 - 2} ${width + 4} ${height + 4}`,
      role: "img",
      "aria-label": say("diagram.label", { piece: typeName(type), moves: type.words }),
    },
    cells,
    s("g", { transform: "scale(.38)" }, pieceShape(type, { set, turn: strip ? 90 : 0 })),
    drawn,
  );
}
