// The board: an SVG grid that a mouse, a finger, arrow keys and a screen reader can use. Knows squares and pictures, not rules.

import { sideOf } from "../core/rules.ts";
import { say, squareName } from "../language/catalogue.ts";
import { kanjiNumber } from "../language/words.ts";
import { announce, replace, s } from "../lib/dom.ts";
import { Drawn } from "./drawn.ts";
import { ground, zones } from "./ground.ts";
import { Layout } from "./layout.ts";
import { pieceName, pieceShape } from "./pieces.ts";
import { wood } from "./wood.ts";
import { TAP_PX, Zoom } from "./zoom.ts";
import type { Variant } from "../core/rules.ts";
import type { PositionState, Side } from "../core/types.ts";
import type { Target } from "../entry/entry.ts";
import type { PlainKey } from "../language/keys.ts";
import type { Coordinates } from "../settings/settings.ts";
import type { Shape } from "./layout.ts";

/** What the board shows. */
export interface BoardView {
  variant: Variant;
  state: PositionState;
  /** read out when the board gets the focus */
  title: string;
  /** gote sits at the bottom */
  flip: boolean;
  shape: Shape;
  /** the board's border is narrow */
  slim: boolean;
  /** of pieces */
  set: string;
  /** one character a piece, where the set leaves the choice */
  small: boolean;
  coordinates: Coordinates;
  /** squares of the last move, and where else it captured */
  last: { squares: number[]; taken: number[] } | null;
  /** the square whose piece is chosen */
  origin: number | null;
  /** squares clicked so far for the move being entered */
  clicks: number[];
  /** the squares that may be clicked next */
  targets: Map<number, Target> | null;
  /** squares whose pieces the move would capture */
  victims: number[];
  /** the square of a royal in check */
  check: number | null;
  /** squares of a hinted move */
  hint: number[];
  /** squares of the premove, which waits for the player's turn */
  premove: number[];
  /** by side: the attacked squares that are shown */
  attacked: readonly Set<number>[];
  /** the name of each side */
  sides: readonly [string, string];
  /** the name of a piece's owner */
  owner: (side: Side) => string;
}

/** What a person does with the board. */
export interface BoardActions {
  /** clicked, or chosen by key */
  square: (square: number) => void;
  /** a piece is being dragged */
  lift: (square: number) => void;
  /** the piece was dropped there, or beside the board */
  drop: (square: number | null) => void;
  canDrag: (square: number) => boolean;
  hover: (square: number | null, byMouse: boolean) => void;
  /** the user asks about the piece on a square */
  about: (square: number, byFinger: boolean) => void;
  /** clicked beside the squares */
  cancel: () => void;
  /** the right button was pressed; returns true if it cancelled something */
  letGo: () => boolean;
  /** the wheel was turned without Ctrl */
  roll: (event: WheelEvent) => void;
}

/** a square's element, and what it shows */
export interface Cell {
  group: SVGGElement;
  key: string;
  label: string;
}

/** a button or finger that is down; ghost: the piece it drags */
export interface Press {
  square: number;
  x: number;
  y: number;
  hold?: ReturnType<typeof setTimeout>;
  ghost?: SVGGElement;
}

const MANY = 40; // with more targets than this, a tint is shown instead of dots
const CHEVRON = "M-13,7L0,-7L13,7";
const FRAME = 3.5; // units from a square's line to the middle of a frame in it
const BRACKET = 24; // length of a corner's arms
const CORNER = 26; // sides of the filled corner of an attacked square
/** Whose attack fills which corner: the near side's the lower left, the far side's the upper right. */
const ATTACKS: [string, number][] = [
  ["attacked-near", 1],
  ["attacked-far", -1],
];
/** Marks drawn as frames. If a square has several, the first of these is drawn. */
const FRAMES = ["check", "clicked", "origin", "premoved", "hinted", "last", "taken"];
const ARROWS: Record<string, [dx: number, dy: number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};
const LARGE = 11; // boards with more columns have small squares
const BEYOND = 9; // units by which the edge extends beyond the visible part, so that the outer lines stay free
const LINE = 24; // units between two kanji of a rank's name, one below the other
const KANJI = "一"; // the least of their characters
const HOLD_MS = 550;
const TAP_CLICK_MS = 400; // how long after a tap its click may still arrive

/**
 * A rank's name in kanji, one below the other: there is no room beside the board for two.
 * @param y of its middle
 */
function stacked(y: number, name: string) {
  const top = y - ((name.length - 1) * LINE) / 2;
  const parts = [...name].map((text, i) => s("tspan", { x: 0, y: top + i * LINE, text }));
  return s("text", { class: "coordinate", x: 0, y }, parts);
}

/** What is read out of a square, by its classes; the order is that of the words. */
const CLASS_WORDS: [string, PlainKey][] = [
  ["frozen", "square.frozen"],
  ["check", "square.check"],
  ["origin", "square.chosen"],
  ["victim", "square.victim"],
  ["premoved", "square.premoved"],
];

export class Board {
  box: HTMLElement;
  on: BoardActions;
  view: BoardView;
  zoom: Zoom;
  cursor = -1; // the square that has the tab stop
  hovered: number | null = null;
  press: Press | null = null;
  clickIgnored = false;
  drawn = new Drawn();
  drawing = false; // drawing mode: the left button and a finger draw
  pen: { from: number; to: number } | null = null; // the stroke being drawn
  pointed = false; // the last input was by mouse or finger, not by keys
  hasTapped = false; // the finger being lifted has already counted as a click
  layout: Layout;
  cells: Cell[] = []; // by square
  squares: Map<Element, number> = new Map(); // of the cells' elements
  over: SVGGElement = s("g", { class: "over", "aria-hidden": "true" });
  rim: SVGGElement = s("g", { class: "rim", "aria-hidden": "true" });
  svg: SVGSVGElement;

  constructor(box: HTMLElement, view: BoardView, on: BoardActions) {
    this.box = box;
    this.on = on;
    this.view = view;
    this.zoom = new Zoom(this);
    this.layout = new Layout(view.variant, view);
    this.svg = this.build();
    this.show(view);
  }

  show(view: BoardView) {
    const { variant, flip, shape, slim, coordinates } = this.view;
    if (this.view.state.plies !== view.state.plies) this.drawn.clear();
    this.view = view;
    const drawn = view.variant === variant && view.coordinates === coordinates;
    if (!drawn || view.flip !== flip || view.shape !== shape || view.slim !== slim) {
      this.layout = new Layout(view.variant, view);
      this.svg = this.build();
    }
    this.svg.setAttribute("aria-label", view.title);
    this.svg.classList.toggle("many", (view.targets?.size ?? 0) > MANY);
    this.cells.forEach((cell, square) => this.showCell(cell, square));
    this.drawn.show(this.layout, this.pen);
  }

  build() {
    const { layout, view } = this;
    if (this.cells.length !== view.variant.squares) this.cursor = this.firstCursor();
    const { columns, rows, width, height } = layout;
    const cells = this.buildRows();
    this.over.replaceChildren();
    replace(this.rim, this.drawCoordinates());
    const svg = s(
      "svg",
      {
        class: `board ${layout.shape} ${columns > LARGE ? "large" : ""}`,
        viewBox: `0 0 ${width} ${height}`,
        preserveAspectRatio: "xMidYMid meet",
        role: "group",
      },
      s("g", { class: "ground", "aria-hidden": "true" }, [
        wood(width, height, layout.lying),
        ground(layout),
        zones(layout),
      ]),
      s(
        "g",
        {
          role: "grid",
          "aria-label": say("board.label"),
          "aria-rowcount": rows,
          "aria-colcount": columns,
        },
        cells,
      ),
      this.rim,
      this.drawn.group,
      this.over,
    );
    this.svg = svg;
    svg.classList.toggle("drawing", this.drawing);
    this.listen();
    this.box.replaceChildren(svg);
    this.zoom.reset();
    return svg;
  }

  /** The square where the keyboard starts: the middle of the near edge, or the near end of a strip. */
  firstCursor() {
    const { columns, rows, lying } = this.layout;
    return this.layout.squareAt(lying ? 0 : Math.floor(columns / 2), rows - 1) ?? 0;
  }

  /** Two characters tell the pieces of so many kinds apart better, where there is room for them. */
  get isLarge() {
    return this.layout.columns > LARGE && !this.layout.lying;
  }

  // ---- drawing ----

  /** Keeps the coordinates at the edges of the visible part of the board. */
  placeRim({
    x,
    y,
    width,
    height,
    scale,
  }: {
    x: number;
    y: number;
    width: number;
    height: number;
    scale: number;
  }) {
    const { layout, rim } = this;
    rim.style.setProperty("--shrink", String(1 / scale));
    if (layout.shape === "folded") return;
    const [side, top] = [layout.right / scale, layout.top / scale];
    const planks = {
      ".by-rank": [x + width - side + 1, y - BEYOND, side + BEYOND, height + 2 * BEYOND],
      ".by-file": [x - BEYOND, y - BEYOND, width + 2 * BEYOND, top + BEYOND - 1],
    };
    for (const [group, lengths] of Object.entries(planks)) {
      const plank = rim.querySelector(`${group} rect`);
      plank?.classList.toggle("shown", scale > 1);
      ["x", "y", "width", "height"].forEach((name, i) =>
        plank?.setAttribute(name, String(lengths[i])),
      );
    }
    const put = (texts: string, name: string, at: number) =>
      rim.querySelectorAll(texts).forEach((text) => text.setAttribute(name, String(at)));
    put(".by-rank :is(text, tspan)", "x", x + width - side / 2);
    put(".by-file text", "y", y + top / 2);
  }

  /**
   * What a rank is called. Numbers of a strip count from sente's end, as moves may be typed.
   * @param rank from 1
   */
  rankName(rank: number) {
    const { variant, coordinates } = this.view;
    if (coordinates === "letters") return variant.squareNames[rank - 1].replace(/^\d+/, "");
    if (coordinates === "kanji") return kanjiNumber(rank);
    return String(variant.isStrip ? variant.ranks + 1 - rank : rank);
  }

  drawCoordinates() {
    const { layout } = this;
    const { variant } = this.view;
    const put: (x: number, y: number, text: string) => SVGElement = (x, y, text) =>
      s("text", { class: "coordinate", x, y, text });
    const ranks = Array.from({ length: variant.ranks }, (_, i) => i + 1);
    const at = (rank: number) => variant.square(1, rank);
    const plank = () => s("rect", { class: "plank" });
    if (layout.shape === "folded") {
      const { width, height } = layout.cell;
      return ranks.map((rank) => {
        const [x, y] = [layout.x(at(rank)) - width / 2 + 6, layout.y(at(rank)) - height / 2 + 14];
        return s("text", { class: "coordinate inside", x, y, text: this.rankName(rank) });
      });
    }
    if (layout.shape === "along") {
      const names = ranks.map((rank) => put(layout.x(at(rank)), 0, this.rankName(rank)));
      return s("g", { class: "by-file" }, plank(), names);
    }
    const files = Array.from({ length: variant.files }, (_, i) => i + 1);
    return [
      s(
        "g",
        { class: "by-rank" },
        plank(),
        ranks.map((rank) => {
          const name = this.rankName(rank);
          return name > KANJI && name.length > 1
            ? stacked(layout.y(at(rank)), name)
            : put(0, layout.y(at(rank)), name);
        }),
      ),
      s(
        "g",
        { class: "by-file" },
        plank(),
        files.map((file) => put(layout.x(variant.square(file, 1)), 0, String(file))),
      ),
    ];
  }

  buildRows() {
    const { layout } = this;
    this.cells = new Array(this.view.variant.squares);
    this.squares.clear();
    return Array.from({ length: layout.rows }, (_row, r) =>
      s(
        "g",
        { role: "row", "aria-rowindex": r + 1 },
        Array.from({ length: layout.columns }, (_cell, c) => this.buildCell(c, r)),
      ),
    );
  }

  /** Builds the element of a spot. null: a spot of a folded strip without a square. */
  buildCell(column: number, row: number) {
    const { layout } = this;
    const { width, height } = layout.cell;
    const square = layout.squareAt(column, row);
    if (square === null) return null;
    const group = s(
      "g",
      {
        role: "gridcell",
        class: "cell",
        tabindex: square === this.cursor ? 0 : -1,
        "aria-colindex": column + 1,
        "data-square": this.view.variant.squareNames[square],
        transform: `translate(${layout.x(square)},${layout.y(square)})`,
      },
      s("rect", { class: "hit", x: -width / 2, y: -height / 2, width, height }),
    );
    this.cells[square] = { group, key: "", label: "" };
    this.squares.set(group, square);
    return group;
  }

  showCell(cell: Cell, square: number) {
    const { view } = this;
    const piece = view.state.board[square];
    const classes = this.cellClasses(square, piece);
    const key = [piece, ...classes, view.set, view.small].join();
    if (cell.key !== key) {
      cell.key = key;
      cell.group.setAttribute("class", ["cell", ...classes].join(" "));
      while (cell.group.childNodes.length > 1) cell.group.lastChild?.remove();
      if (piece) cell.group.append(this.pieceAt(piece, classes.has("frozen")));
      cell.group.append(...this.marksFor(classes));
    }
    const label = this.labelFor(square, piece, classes);
    if (cell.label === label) return;
    cell.label = label;
    cell.group.setAttribute("aria-label", label);
  }

  cellClasses(square: number, piece: number) {
    const { view } = this;
    const target = view.targets?.get(square);
    const classes: Record<string, boolean | undefined> = {
      last: view.last?.squares.includes(square),
      taken: view.last?.taken.includes(square),
      check: view.check === square,
      origin: view.origin === square,
      clicked: view.clicks.includes(square),
      victim: view.victims.includes(square),
      frozen: piece !== 0 && view.state.frozen.includes(square),
      movable: piece !== 0 && this.on.canDrag(square),
      hinted: view.hint.includes(square),
      premoved: view.premove.includes(square),
      ends: target?.ends,
      "goes-on": target?.goesOn,
      takes: target?.takes,
      "attacked-near": view.attacked[view.flip ? 1 : 0].has(square),
      "attacked-far": view.attacked[view.flip ? 0 : 1].has(square),
    };
    return new Set(Object.keys(classes).filter((name) => classes[name]));
  }

  pieceAt(piece: number, frozen: boolean) {
    const { view, layout } = this;
    const side = sideOf(piece);
    const { set, small } = view;
    const look = { side, turn: layout.turn(side), set, small, frozen };
    return s(
      "g",
      {
        class: "piece-place",
        transform:
          layout.shape === "folded" ? "translate(0,8)" : layout.lying ? null : "scale(1.01)",
      },
      pieceShape(view.variant.type(piece), look),
    );
  }

  marksFor(classes: Set<string>) {
    const marks = [];
    const [x, y] = [this.layout.cell.width / 2 - FRAME, this.layout.cell.height / 2 - FRAME];
    for (const [name, sign] of ATTACKS) {
      if (!classes.has(name)) continue;
      const d = `M${-sign * x},${sign * y}h${sign * CORNER}L${-sign * x},${sign * (y - CORNER)}Z`;
      marks.push(s("path", { class: `mark ${name}`, d }));
    }
    const frame = FRAMES.find((name) => classes.has(name));
    if (frame) {
      marks.push(
        s("rect", { class: `mark frame ${frame}`, x: -x, y: -y, width: 2 * x, height: 2 * y }),
      );
    }
    if (classes.has("frozen")) {
      const d = "M-14,0H14M-7,-12L7,12M-7,12L7,-12";
      marks.push(s("path", { class: "frost", d, transform: "translate(26,-30)" }));
    }
    if (classes.has("takes") && (classes.has("ends") || classes.has("goes-on"))) {
      const corner = (h: number, v: number) =>
        `M${h * x},${v * (y - BRACKET)}V${v * y}H${h * (x - BRACKET)}`;
      const d = corner(-1, -1) + corner(1, -1) + corner(1, 1) + corner(-1, 1);
      marks.push(s("path", { class: "mark brackets", d }));
    } else if (classes.has("ends")) {
      marks.push(s("circle", { class: "mark dot", r: 13 }));
    }
    if (classes.has("goes-on")) {
      const alone = !classes.has("takes") && !classes.has("ends");
      const transform = alone ? "scale(1.4)" : `translate(0,${20 - y})`;
      marks.push(s("path", { class: "mark chevron", d: CHEVRON, transform }));
    }
    if (classes.has("victim")) {
      marks.push(s("path", { class: "mark cross", d: "M-26,-26L26,26M-26,26L26,-26" }));
    }
    return marks;
  }

  /** A square in words: its name, what stands there, what a click can do. */
  labelFor(square: number, piece: number, classes: Set<string>) {
    const { view } = this;
    const words = [squareName(view.variant, square)];
    if (piece) {
      const name = pieceName(view.variant.type(piece));
      words.push(say("square.piece", { owner: view.owner(sideOf(piece)), name }));
    } else words.push(say(view.variant.holes.has(square) ? "square.hole" : "square.empty"));
    for (const [name, key] of CLASS_WORDS) if (classes.has(name)) words.push(say(key));
    if (classes.has("ends")) {
      words.push(say(classes.has("takes") ? "square.capture" : "square.move"));
    } else if (classes.has("goes-on")) words.push(say("square.goOn"));
    if (classes.has("last")) words.push(say("square.last"));
    view.attacked.forEach((squares, side) => {
      if (squares.has(square)) words.push(say("square.attacked", { side: view.sides[side] }));
    });
    for (const { from, to } of this.drawn.strokes) {
      if (from !== square) continue;
      const name = squareName(view.variant, to);
      words.push(from === to ? say("square.marked") : say("square.arrow", { square: name }));
    }
    return say("square.label", { words });
  }

  // ---- hands on it ----

  listen() {
    const { svg } = this;
    svg.addEventListener("click", (event) => this.clicked(event));
    svg.addEventListener("keydown", (event) => this.keyed(event));
    svg.addEventListener("pointerdown", (event) => this.pressed(event));
    svg.addEventListener("pointermove", (event) => this.moved(event));
    svg.addEventListener("pointerup", (event) => this.released(event));
    svg.addEventListener("pointercancel", () => this.pressLost());
    svg.addEventListener("touchend", (event) => this.touchEnded(event), { passive: false });
    svg.addEventListener("pointerleave", () => this.hover(null));
    svg.addEventListener("contextmenu", (event) => event.preventDefault());
    svg.addEventListener("focusin", ({ target }) => {
      if (target instanceof Element && target.matches(":focus-visible")) this.pointed = false;
    });
    this.zoom.listen(svg);
  }

  /** The square that an element belongs to, or null. */
  squareOf(element: EventTarget | null) {
    const cell = element instanceof Element ? element.closest(".cell") : null;
    return (cell && this.squares.get(cell)) ?? null;
  }

  /** A square on the screen. */
  rect(square: number) {
    const { group } = this.cells[square];
    return (group.firstElementChild as Element).getBoundingClientRect();
  }

  squareUnder(event: PointerEvent) {
    const elements = document.elementsFromPoint(event.clientX, event.clientY);
    const square = elements.map((each) => this.squareOf(each)).find((each) => each !== null);
    return square ?? null;
  }

  /**
   * Ignores the click that the browser makes of the end of a drag or a pan.
   * @param ms for so long
   */
  ignoreNextClick(ms: number) {
    this.clickIgnored = true;
    setTimeout(() => (this.clickIgnored = false), ms);
  }

  clicked(event: MouseEvent) {
    if (this.clickIgnored || this.drawing) {
      this.clickIgnored = false;
      return;
    }
    const square = this.squareOf(event.target);
    if (square === null) return this.on.cancel();
    this.moveCursor(square, false);
    this.on.square(square);
  }

  keyed(event: KeyboardEvent) {
    const square = this.squareOf(event.target);
    if (square === null) return;
    const { view, layout } = this;
    const row = layout.row(square);
    if (this.pointed && (event.key === "ArrowLeft" || event.key === "ArrowRight")) return; // the arrow keys step through the game then
    this.pointed = false;
    if (ARROWS[event.key]) this.moveCursor(this.stepFrom(square, ...ARROWS[event.key]), true);
    else if (event.key === "Home") this.moveCursor(layout.squareAt(0, row), true);
    else if (event.key === "End") this.moveCursor(layout.squareAt(layout.columns - 1, row), true);
    else if (event.key === "Enter" || event.key === " ") this.on.square(square);
    else if ("iI".includes(event.key) && view.state.board[square]) this.on.about(square, false);
    else if ("xX".includes(event.key)) this.stroke({ from: square, to: square });
    else if ("vV".includes(event.key)) this.penByKey(square);
    else return;
    event.preventDefault();
  }

  /** On a strip in one row both pairs of arrows walk along it. */
  stepFrom(square: number, dx: number, dy: number) {
    const { layout } = this;
    if (layout.rows === 1) return layout.neighbour(square, dx || -dy, 0);
    return layout.neighbour(square, dx, dy);
  }

  /** @param focus the keyboard went there */
  moveCursor(square: number | null, focus: boolean) {
    if (square === null) return;
    this.cells[this.cursor]?.group.setAttribute("tabindex", "-1");
    this.cursor = square;
    const { group } = this.cells[square];
    group.setAttribute("tabindex", "0");
    if (!focus) return;
    group.focus();
    this.on.hover(square, false);
    this.zoom.reveal(this.layout.x(square), this.layout.y(square));
  }

  focus() {
    this.cells[this.cursor]?.group.focus();
  }

  pressed(event: PointerEvent) {
    this.clickIgnored = false;
    this.pointed = true;
    const square = this.squareOf(event.target);
    if (event.button === 2 && this.on.letGo()) return;
    if (event.button === 2 || (this.drawing && !event.button)) return this.penDown(square);
    if (event.button) return;
    this.pen = null;
    this.wipe();
    if (square === null) return;
    if (this.zoom.busy) return this.endPress();
    this.press = { square, x: event.clientX, y: event.clientY };
    if (event.pointerType !== "mouse") this.press.hold = setTimeout(() => this.held(), HOLD_MS);
  }

  /** Called when a finger rests on a piece. */
  held() {
    if (!this.press || this.press.ghost) return;
    const { square } = this.press;
    this.press = null;
    if (!this.view.state.board[square]) return;
    this.clickIgnored = true;
    this.on.about(square, true);
  }

  moved(event: PointerEvent) {
    const { press } = this;
    if (this.pen) return this.penMoved(event);
    if (!press) {
      if (event.pointerType === "mouse") this.hover(this.squareOf(event.target), true);
      return;
    }
    const way = Math.hypot(event.clientX - press.x, event.clientY - press.y);
    if (!press.ghost && way < TAP_PX) return;
    clearTimeout(press.hold);
    if (this.zoom.busy || (!press.ghost && !this.on.canDrag(press.square))) return this.endPress();
    const ghost = (press.ghost ??= this.startDrag(press, event));
    const at = this.zoom.toBoard(event);
    ghost.setAttribute("transform", `translate(${at.x},${at.y}) scale(1.05)`);
    this.hover(this.squareUnder(event));
  }

  startDrag({ square }: Press, event: PointerEvent) {
    const piece = this.view.state.board[square];
    const ghost = s("g", { class: "ghost" }, this.pieceAt(piece, false));
    this.over.append(ghost);
    this.cells[square].group.classList.add("lifted");
    this.svg.setPointerCapture(event.pointerId);
    this.on.lift(square);
    return ghost;
  }

  released(event: PointerEvent) {
    const { press } = this;
    if (this.pen) return this.penUp();
    this.endPress();
    if (press && !press.ghost && event.pointerType === "touch") return this.tapped(press.square);
    if (!press?.ghost) return;
    this.ignoreNextClick(0);
    const square = this.squareUnder(event);
    if (square !== press.square) this.on.drop(square);
  }

  /**
   * A finger's tap counts when the finger leaves the board: a browser swallows the click of a tap that stops a board still
   * rolling from a flick.
   */
  tapped(square: number) {
    this.hasTapped = true;
    this.ignoreNextClick(TAP_CLICK_MS);
    this.moveCursor(square, false);
    this.on.square(square);
  }

  /** Prevents the click that would follow a tap, because it could hit a dialog that the tap has opened. */
  touchEnded(event: TouchEvent) {
    if (!this.hasTapped) return;
    this.hasTapped = false;
    if (!event.cancelable) return;
    event.preventDefault();
    this.clickIgnored = false;
  }

  endPress() {
    if (!this.press) return;
    clearTimeout(this.press.hold);
    this.press.ghost?.remove();
    this.cells[this.press.square]?.group.classList.remove("lifted");
    this.press = null;
  }

  hover(square: number | null, byMouse = false) {
    if (square === this.hovered) return;
    this.hovered = square;
    this.on.hover(square, byMouse);
  }

  pressLost() {
    this.pen = null;
    this.drawn.show(this.layout);
    this.endPress();
  }

  // ---- arrows and marks ----

  /** @param on the left button and a finger draw */
  setDrawing(on: boolean) {
    this.drawing = on;
    this.svg.classList.toggle("drawing", on);
  }

  /** Removes everything drawn. Returns true if there was something. */
  wipe() {
    if (!this.drawn.clear()) return false;
    this.show(this.view);
    return true;
  }

  stroke(stroke: import("./drawn.ts").Stroke) {
    const { variant } = this.view;
    const [from, to] = [squareName(variant, stroke.from), squareName(variant, stroke.to)];
    const there = this.drawn.toggle(stroke);
    this.show(this.view);
    if (!there) announce(say("drawn.gone"));
    else {
      announce(
        from === to ? say("drawn.mark", { square: from }) : say("drawn.arrow", { from, to }),
      );
    }
  }

  /** Begins an arrow at the square; the second call ends it there. */
  penByKey(square: number) {
    const { pen } = this;
    this.pen = pen ? null : { from: square, to: square };
    if (pen) this.stroke({ from: pen.from, to: square });
    else announce(say("drawn.begun", { square: squareName(this.view.variant, square) }));
  }

  penDown(square: number | null) {
    if (square === null) return;
    this.pen = { from: square, to: square };
  }

  penMoved(event: PointerEvent) {
    const square = this.squareUnder(event);
    if (!this.pen || square === null || square === this.pen.to || !event.buttons) return;
    this.pen = { ...this.pen, to: square };
    this.drawn.show(this.layout, this.pen);
  }

  penUp() {
    const { pen } = this;
    this.pen = null;
    if (pen) this.stroke(pen);
  }
}
