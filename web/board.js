// The board: an SVG grid that a mouse, a finger, arrow keys and a screen reader can use. Knows squares and pictures, not rules.

import { s } from "./dom.js";
import { boardLayout, neighbour } from "./layout.js";
import { pieceShape, pieceName } from "./pieces.js";
import { Zoom } from "./zoom.js";

const STAR = "M0,-20 L5.5,-6.5 L20,-6 L8.5,3 L12.5,17 L0,9 L-12.5,17 L-8.5,3 L-20,-6 L-5.5,-6.5 Z";
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const LARGE = 11; // columns beyond which squares get small
const DRAG_PX = 8;
const HOLD_MS = 550;

export class Board {
  /** on: {square(n), drag(from, to), canDrag(n), hover(n or null, by mouse?), about(n), cancel()} */
  constructor(box, on) {
    this.box = box;
    this.on = on;
    this.cursor = 0;
    this.svg = null;
    this.cells = [];
    this.key = "";
    this.zoom = new Zoom(this);
  }

  /** view: {variant, state, flip, shape, set, small, last, origin, clicks, targets, doomed, check, title} */
  show(view) {
    this.view = view;
    const key = [view.variant.handle, view.flip, view.shape].join();
    if (key !== this.key) this.build(key);
    this.svg.setAttribute("aria-label", view.title);
    this.cells.forEach((cell, square) => this.showCell(cell, square));
  }

  build(key) {
    const { variant, flip, shape } = this.view;
    this.key = key;
    this.layout = boardLayout(variant, { flip, shape });
    this.cursor = this.cells.length === variant.squares ? this.cursor : this.firstCursor();
    const { width, height } = this.layout;
    this.ground = s("g", { class: "ground", "aria-hidden": "true" }, this.drawGround());
    this.over = s("g", { class: "over", "aria-hidden": "true" });
    const rows = this.buildRows();
    this.svg = s(
      "svg",
      {
        class: `board ${this.layout.shape} ${this.layout.columns > LARGE ? "large" : ""}`,
        viewBox: `0 0 ${width} ${height}`,
        preserveAspectRatio: "xMidYMid meet",
      },
      this.ground,
      s(
        "g",
        {
          role: "grid",
          "aria-label": "Board",
          "aria-rowcount": this.layout.rows,
          "aria-colcount": this.layout.columns,
        },
        rows,
      ),
      this.over,
    );
    this.svg.setAttribute("role", "group");
    this.listen();
    this.box.replaceChildren(this.svg);
    this.box.style.setProperty("--ratio", width / height);
    this.zoom.reset();
  }

  /** Where a keyboard begins: in the middle of the near edge, at the near end of a strip. */
  firstCursor() {
    const { columns, rows } = this.layout;
    return this.layout.squareAt(rows === 1 ? 0 : Math.floor(columns / 2), rows - 1);
  }

  drawGround() {
    const { layout } = this;
    const { cell, columns, rows, left, top } = layout;
    const right = left + columns * cell.width;
    const bottom = top + rows * cell.height;
    const parts = [
      s("rect", { class: "wood", x: 0, y: 0, width: layout.width, height: layout.height, rx: 10 }),
    ];
    parts.push(
      s("rect", { class: "field", x: left, y: top, width: right - left, height: bottom - top }),
    );
    for (let c = 0; c <= columns; c++) {
      parts.push(s("path", { class: "line", d: `M${left + c * cell.width},${top}V${bottom}` }));
    }
    for (let r = 0; r <= rows; r++) {
      parts.push(s("path", { class: "line", d: `M${left},${top + r * cell.height}H${right}` }));
    }
    return [...parts, ...this.drawZone(), ...this.drawCoordinates()];
  }

  /** Points on the lines where the promotion zones begin. */
  drawZone() {
    const { variant } = this.view;
    const { cell, columns, rows, left, top } = this.layout;
    if (!variant.zone || variant.isStrip) return [];
    const third = Math.max(1, Math.round(columns / 3));
    return [variant.zone, rows - variant.zone].flatMap((r) =>
      [third, columns - third].map((c) =>
        s("circle", { class: "point", cx: left + c * cell.width, cy: top + r * cell.height, r: 6 }),
      ),
    );
  }

  drawCoordinates() {
    const { variant } = this.view;
    const { layout } = this;
    const texts = [];
    const put = (x, y, text) => texts.push(s("text", { class: "coordinate", x, y, text }));
    for (let rank = 1; rank <= variant.ranks; rank++) {
      const square = variant.square(1, rank);
      const name = variant.squareNames[square].replace(/^\d+/, "");
      if (layout.shape === "along") {
        put(layout.x(square), layout.top - 18, variant.squareNames[square]);
      } else if (layout.shape === "upright") {
        put(layout.left - 32, layout.y(square), variant.squareNames[square]);
      } else put(layout.width - layout.right / 2, layout.y(square), name);
    }
    if (layout.shape === "grid") {
      for (let file = 1; file <= variant.files; file++) {
        put(layout.x(variant.square(file, 1)), layout.top / 2, String(file));
      }
    }
    return texts;
  }

  buildRows() {
    const { variant } = this.view;
    const { layout } = this;
    this.cells = new Array(variant.squares);
    return Array.from({ length: layout.rows }, (_, r) => {
      const row = s("g", { role: "row", "aria-rowindex": r + 1 });
      for (let c = 0; c < layout.columns; c++) row.append(this.buildCell(layout.squareAt(c, r), c));
      return row;
    });
  }

  buildCell(square, c) {
    const { layout } = this;
    const { width, height } = layout.cell;
    const group = s("g", {
      role: "gridcell",
      class: "cell",
      tabindex: square === this.cursor ? 0 : -1,
      "aria-colindex": c + 1,
      "data-square": this.view.variant.squareNames[square],
      transform: `translate(${layout.x(square)},${layout.y(square)})`,
    });
    group.append(s("rect", { class: "hit", x: -width / 2, y: -height / 2, width, height }));
    this.cells[square] = { group, key: "" };
    group.squareNumber = square;
    return group;
  }

  showCell(cell, square) {
    const { view } = this;
    const piece = view.state.board[square];
    const classes = this.cellClasses(square, piece);
    const key = [piece, classes, view.set, view.small].join();
    if (cell.key !== key) {
      cell.key = key;
      cell.group.setAttribute("class", classes);
      while (cell.group.childNodes.length > 1) cell.group.lastChild.remove();
      if (piece) cell.group.append(this.pieceAt(piece, classes.includes(" frozen")));
      cell.group.append(...this.marksFor(classes));
    }
    const label = this.labelFor(square, piece, classes);
    if (cell.label !== label) cell.group.setAttribute("aria-label", (cell.label = label));
  }

  cellClasses(square, piece) {
    const { view } = this;
    const mark = view.targets?.get(square);
    const classes = ["cell"];
    if (view.last?.squares.includes(square)) classes.push("last");
    if (view.last?.taken.includes(square)) classes.push("taken");
    if (view.check === square) classes.push("check");
    if (view.origin === square) classes.push("origin");
    if (view.clicks?.includes(square)) classes.push("clicked");
    if (view.doomed?.includes(square)) classes.push("doomed");
    if (piece && view.state.frozen.includes(square)) classes.push("frozen");
    if (piece && this.on.canDrag(square)) classes.push("movable");
    if (view.hint?.includes(square)) classes.push("hinted");
    if (mark?.ends) classes.push("ends");
    if (mark?.goesOn) classes.push("goes-on");
    if (mark?.takes) classes.push("takes");
    return classes.join(" ");
  }

  pieceAt(piece, frozen) {
    const { view, layout } = this;
    const side = piece < 0 ? 1 : 0;
    const turn = layout.turn(side) % 360;
    const shape = pieceShape(view.variant.types[Math.abs(piece)], {
      side,
      turn,
      set: view.set,
      small: view.small,
      frozen,
    });
    if (layout.shape === "along") shape.setAttribute("transform", "scale(.98)");
    else shape.setAttribute("transform", layout.shape === "upright" ? "scale(.98)" : "scale(.95)");
    return shape;
  }

  marksFor(classes) {
    const has = (name) => classes.includes(` ${name}`);
    const marks = [];
    if (has("frozen")) {
      marks.push(
        s("path", {
          class: "frost",
          d: "M-14,0H14M-7,-12L7,12M-7,12L7,-12",
          transform: "translate(26,-30)",
        }),
      );
    }
    if (has("ends") && has("takes")) marks.push(s("circle", { class: "mark ring", r: 42 }));
    else if (has("ends")) marks.push(s("circle", { class: "mark dot", r: 14 }));
    if (has("goes-on")) {
      marks.push(
        s("path", {
          class: "mark star",
          d: STAR,
          transform: has("ends") ? "translate(27,-29) scale(.8)" : "scale(1.1)",
        }),
      );
    }
    if (has("doomed")) {
      marks.push(s("path", { class: "mark cross", d: "M-26,-26L26,26M-26,26L26,-26" }));
    }
    return marks;
  }

  labelFor(square, piece, classes) {
    const { view } = this;
    const has = (name) => classes.includes(` ${name}`);
    const words = [view.variant.squareNames[square]];
    if (piece) {
      words.push(
        `${view.ownerWord(piece < 0 ? 1 : 0)} ${pieceName(view.variant.types[Math.abs(piece)])}`,
      );
    } else words.push("empty");
    if (has("frozen")) words.push("frozen");
    if (has("check")) words.push("in check");
    if (has("origin")) words.push("chosen");
    if (has("doomed")) words.push("would be captured");
    if (has("ends")) words.push(has("takes") ? "capture here" : "move here");
    else if (has("goes-on")) words.push("go on from here");
    if (has("last")) words.push("last move");
    return words.join(", ");
  }

  // ---- hands on it ----

  listen() {
    const { svg } = this;
    svg.addEventListener("click", (event) => this.clicked(event));
    svg.addEventListener("keydown", (event) => this.keyed(event));
    svg.addEventListener("pointerdown", (event) => this.pressed(event));
    svg.addEventListener("pointermove", (event) => this.moved(event));
    svg.addEventListener("pointerup", (event) => this.released(event));
    svg.addEventListener("pointercancel", () => this.dropDrag());
    svg.addEventListener("pointerleave", () => this.hover(null));
    svg.addEventListener("contextmenu", (event) => this.menu(event));
    this.zoom.listen(svg);
  }

  squareOf(event) {
    const cell = event.target.closest?.(".cell");
    return cell ? cell.squareNumber : -1;
  }
  squareUnder(event) {
    const cell = document
      .elementsFromPoint(event.clientX, event.clientY)
      .map((element) => element.closest?.(".cell"))
      .find(Boolean);
    return cell ? cell.squareNumber : -1;
  }

  clicked(event) {
    if (this.swallow) return void (this.swallow = false);
    const square = this.squareOf(event);
    if (square < 0) return this.on.cancel();
    this.moveCursor(square, false);
    this.on.square(square);
  }

  keyed(event) {
    const square = this.squareOf(event);
    if (square < 0) return;
    const { view, layout } = this;
    if (ARROWS[event.key]) this.moveCursor(this.stepFrom(square, ...ARROWS[event.key]), true);
    else if (event.key === "Home") this.moveCursor(layout.squareAt(0, layout.row(square)), true);
    else if (event.key === "End") {
      this.moveCursor(layout.squareAt(layout.columns - 1, layout.row(square)), true);
    } else if (event.key === "Enter" || event.key === " ") this.on.square(square);
    else if ((event.key === "?" || event.key.toLowerCase() === "i") && view.state.board[square]) {
      this.on.about(square);
    } else return;
    event.preventDefault();
  }

  /** On a strip both pairs of arrows walk along it. */
  stepFrom(square, dx, dy) {
    const { layout, view } = this;
    if (layout.rows === 1) [dx, dy] = [dx || -dy, 0];
    else if (layout.columns === 1) [dx, dy] = [0, dy || -dx];
    return neighbour(layout, view.variant, square, dx, dy);
  }

  moveCursor(square, focus) {
    this.cells[this.cursor]?.group.setAttribute("tabindex", -1);
    this.cursor = square;
    const { group } = this.cells[square];
    group.setAttribute("tabindex", 0);
    if (focus) {
      group.focus();
      this.on.hover(square, false);
      this.zoom.reveal(this.layout.x(square), this.layout.y(square));
    }
  }
  focus() {
    this.cells[this.cursor]?.group.focus();
  }

  pressed(event) {
    this.swallow = false;
    const square = this.squareOf(event);
    if (square < 0 || event.button) return;
    if (this.zoom.busy) return this.dropDrag();
    this.press = { square, x: event.clientX, y: event.clientY, id: event.pointerId };
    if (event.pointerType !== "mouse") this.press.hold = setTimeout(() => this.held(), HOLD_MS);
  }
  held() {
    if (!this.press || this.press.ghost) return;
    const { square } = this.press;
    this.press = null;
    if (!this.view.state.board[square]) return;
    this.swallow = true;
    this.on.about(square);
  }

  moved(event) {
    const { press } = this;
    if (!press) {
      return event.pointerType === "mouse" ? this.hover(this.squareOf(event), true) : undefined;
    }
    if (!press.ghost && Math.hypot(event.clientX - press.x, event.clientY - press.y) < DRAG_PX) {
      return;
    }
    clearTimeout(press.hold);
    if (this.zoom.busy || (!press.ghost && !this.on.canDrag(press.square))) return this.dropDrag();
    if (!press.ghost) this.startDrag(event);
    const at = this.zoom.toBoard(event);
    press.ghost.setAttribute("transform", `translate(${at.x},${at.y}) scale(1.05)`);
    this.hover(this.squareUnder(event));
  }

  startDrag(event) {
    const { press } = this;
    const piece = this.view.state.board[press.square];
    press.ghost = s("g", { class: "ghost" }, this.pieceAt(piece, false));
    this.over.append(press.ghost);
    this.cells[press.square].group.classList.add("lifted");
    this.svg.setPointerCapture(event.pointerId);
    this.on.drag(press.square, null);
  }

  released(event) {
    const { press } = this;
    clearTimeout(press?.hold);
    if (press?.ghost) {
      this.swallow = true;
      setTimeout(() => (this.swallow = false));
      const square = this.squareUnder(event);
      this.dropDrag();
      if (square !== press.square) this.on.drag(press.square, square);
    }
    this.press = null;
  }

  dropDrag() {
    if (!this.press) return;
    clearTimeout(this.press.hold);
    this.press.ghost?.remove();
    this.cells[this.press.square]?.group.classList.remove("lifted");
    this.press = null;
  }

  hover(square, byMouse = false) {
    const now = square === null || square < 0 ? null : square;
    if (now === this.hovered) return;
    this.hovered = now;
    this.on.hover(now, byMouse);
  }

  menu(event) {
    const square = this.squareOf(event);
    event.preventDefault();
    if (square >= 0 && this.view.state.board[square]) this.on.about(square);
  }
}
