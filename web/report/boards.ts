// Boards of a study's report: how often each kind of piece went to each square, and games to step through.

import { Board } from "../board/board.ts";
import { Layout } from "../board/layout.ts";
import { pieceIcon, setsOf } from "../board/pieces.ts";
import { say, typeName } from "../language/catalogue.ts";
import { callingOf, sideName, sideWord } from "../language/words.ts";
import { h, replace, s } from "../lib/dom.ts";
import { placesAt } from "./study.ts";
import type { BoardActions, BoardView } from "../board/board.ts";
import type { Side, Variant } from "../core/index.ts";
import type { PlainKey } from "../language/keys.ts";
import type { Position } from "./study.ts";

const SHADES = 4; // number of shades; each stands for a quarter of the number of visits to the most visited square
const LARGE = 10; // boards with at least this number of files are drawn wide, with two characters on a piece
const FOLDS = "(max-width: 700px)"; // media query of a narrow screen, on which a strip is folded into rows
const SIDES: readonly Side[] = [0, 1];

/** The board for one kind of piece: the darker a square, the more often pieces of this kind went there. */
function heat(variant: Variant, visits: readonly number[], caption: string) {
  const layout = new Layout(variant, { shape: variant.isStrip ? "along" : "grid" });
  const { cell, columns, rows, edges } = layout;
  const most = Math.max(...visits);
  const squares = visits.map((count, square) => {
    if (variant.holes.has(square)) return null;
    const [x, y] = [layout.x(square) - cell.width / 2, layout.y(square) - cell.height / 2];
    const shade = Math.ceil((count * SHADES) / most);
    return s("rect", { class: `shade h${shade}`, x, y, width: cell.width, height: cell.height });
  });
  const viewBox = [edges.left, edges.top, columns * cell.width, rows * cell.height].join(" ");
  return h(
    "figure",
    { class: variant.isStrip ? "strip" : "" },
    s("svg", { viewBox, role: "img", "aria-label": caption }, squares),
    h("figcaption", { "aria-hidden": "true", text: caption }),
  );
}

/** Draws a board for each kind of piece that moved. Their names are read from the table before `box`, which has a row for each of these kinds. */
export function drawHeats(
  box: HTMLElement,
  variant: Variant,
  pieces: readonly { visits: number[] }[],
) {
  const rows = [...(box.previousElementSibling?.querySelectorAll("tbody th") ?? [])];
  const seen = pieces.filter(({ visits }) => visits.some(Boolean));
  replace(
    box,
    seen.map(({ visits }, i) => heat(variant, visits, rows[i]?.textContent ?? "")),
  );
}

/** The actions of a board that ignores every input. */
const WATCHED: BoardActions = {
  square: () => {},
  lift: () => {},
  drop: () => {},
  canDrag: () => false,
  hover: () => {},
  about: () => {},
  cancel: () => {},
  letGo: () => false,
  roll: () => {},
};

/** What the board shows of the position after `ply` plies. */
function viewOf(variant: Variant, positions: readonly Position[], ply: number, title: string) {
  const places = placesAt(positions, ply);
  const { squares, kinds } = variant;
  const calling = callingOf(variant);
  const at = (first: number, count: number) =>
    Array.from({ length: count }, (_, i) => places[first + i] ?? 0);
  const { set } = positions[ply];
  const changed = set.filter((place, i) => i % 2 === 0 && place < squares);
  const view: BoardView = {
    variant,
    state: {
      side: 0,
      plies: ply,
      check: false,
      reason: "playing",
      winner: -1,
      board: at(0, squares),
      frozen: [],
      hands: SIDES.map((side) => at(squares + side * kinds.length, kinds.length)),
    },
    title,
    flip: false,
    shape: variant.isStrip ? (matchMedia(FOLDS).matches ? "folded" : "along") : "grid",
    slim: true,
    set: setsOf(variant.family)[0].name,
    small: variant.files < LARGE,
    coordinates: "letters",
    last: ply ? { squares: changed, taken: [] } : null,
    origin: null,
    clicks: [],
    targets: null,
    victims: [],
    check: null,
    hint: [],
    premove: [],
    attacked: [new Set(), new Set()],
    sides: [sideWord(0, calling), sideWord(1, calling)],
    owner: (side) => sideName(side, calling),
  };
  return view;
}

/** The pieces in a side's hand. */
function hand({ variant, state }: BoardView, side: Side, turn: number) {
  const held = variant.heldKinds.filter((kind) => state.hands[side][kind - 1]);
  const calling = callingOf(variant);
  const owner = sideWord(side, calling);
  const pieces = held.map((kind) => {
    const [type, count] = [variant.type(kind), state.hands[side][kind - 1]];
    const label = say("hand.piece", { count, name: typeName(type), side: owner });
    return h(
      "span",
      { role: "img", "aria-label": label },
      pieceIcon(type, { side, turn, set: setsOf(variant.family)[0].name, small: true }),
      count > 1 && h("span", { class: "count", text: String(count) }),
    );
  });
  return pieces.length
    ? pieces
    : h("span", { text: `${sideName(side, calling)}: ${say("hand.empty")}` });
}

const BUTTONS: [sign: string, name: PlainKey, ply: (now: number, last: number) => number][] = [
  ["«", "step.first", () => 0],
  ["‹", "step.back", (now) => now - 1],
  ["›", "step.on", (now) => now + 1],
  ["»", "step.latest", (_, last) => last],
];

/** Draws a game to step through by buttons, a slider and the slider's keys. The last position is shown first. */
export function drawGame(figure: HTMLElement, variant: Variant, positions: readonly Position[]) {
  const last = positions.length - 1;
  const caption = figure.querySelector("figcaption") as HTMLElement;
  const box = h("div", { class: "game-board" });
  const hands = SIDES.map(() => h("div", { class: "hand", hidden: !variant.hands }));
  const slider = h("input", { type: "range", min: 0, max: last, "aria-label": say("step.title") });
  let now = last;
  const said = (ply: number) => (ply ? `${ply}. ${positions[ply].move}` : say("spoken.start"));
  const view = () => viewOf(variant, positions, now, said(now));
  const board = new Board(box, view(), WATCHED);
  const show = (ply: number) => {
    now = Math.max(0, Math.min(last, ply));
    const shown = view();
    board.show(shown);
    SIDES.forEach((side) => replace(hands[side], hand(shown, side, board.layout.turn(side))));
    caption.textContent = said(now);
    slider.value = String(now);
    slider.setAttribute("aria-valuetext", said(now));
  };
  const buttons = BUTTONS.map(([sign, name, ply]) =>
    h("button", {
      type: "button",
      "aria-label": say(name),
      text: sign,
      onclick: () => show(ply(now, last)),
    }),
  );
  slider.addEventListener("input", () => show(Number(slider.value)));
  caption.setAttribute("aria-live", "polite");
  if (!variant.isStrip) figure.classList.add(variant.files < LARGE ? "upright" : "large");
  figure.append(hands[1], box, hands[0], h("div", { class: "controls" }, buttons, slider), caption);
  figure.hidden = false;
  show(last);
}
