// A picture of the position: board, hands and who is to move, as a file that needs nothing but itself, and the same in pixels.

import { say } from "../language/catalogue.ts";
import { resultWords } from "../language/words.ts";
import { h, s } from "../lib/dom.ts";
import { isHandicap, nameOfSide } from "../table/seats.ts";
import { isAtEnd } from "../table/table.ts";
import { Board } from "./board.ts";
import { Layout } from "./layout.ts";
import { pieceShape } from "./pieces.ts";
import { wood } from "./wood.ts";
import type { Variant } from "../core/rules.ts";
import type { Side } from "../core/types.ts";
import type { Table } from "../table/table.ts";
import type { BoardActions, BoardView } from "./board.ts";

/** What is on pieces: of the first games, and of more games besides. */
const FONTS = [
  { family: "Henka Kanji", file: new URL("../fonts/henka-pieces.woff2", import.meta.url) },
  { family: "Henka More", file: new URL("../fonts/henka-more.woff2", import.meta.url) },
];
const SERIF = "serif"; // for what the fonts lack
const WIDTH = 1200; // pixels of the picture in pixels
const FONTS_MS = 200; // after it was drawn once Chromium has read the fonts of a picture, and draws what is written on pieces
const GROUP_TAGS = "g, svg, use, defs";
const NOT_DRAWN = "title, animate, animateTransform"; // have no styles

/** What style sheets say of the board's parts, written onto the parts. */
const PROPERTIES = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "opacity",
  "font-size",
  "font-weight",
  "text-anchor",
  "dominant-baseline",
  "vector-effect",
  "stop-color",
  "stop-opacity",
];
const TEXT_ONLY = /^(font|text|dominant)/;
const STOP_ONLY = /^stop/;

/**
 * @param from as it is drawn
 * @param to its copy
 */
function writeStyles(from: Element, to: Element) {
  if (from.matches(NOT_DRAWN)) return;
  const styles = getComputedStyle(from);
  const tag = from.localName;
  for (const name of PROPERTIES) {
    if (TEXT_ONLY.test(name) && tag !== "text") continue;
    if (STOP_ONLY.test(name) !== (tag === "stop")) continue;
    if (from.matches(GROUP_TAGS) && name !== "opacity") continue;
    const value = styles.getPropertyValue(name);
    if (name === "opacity" && value === "1") continue;
    if (value && value !== "none") {
      to.setAttribute(name, value.replace(/url\(.*#(.*?)"?\)/, "url(#$1)"));
    } else if (name === "fill" || name === "stroke") to.setAttribute(name, "none");
  }
  if (tag === "text") {
    const family = from.matches(".letters, .coordinate, .words")
      ? "sans-serif"
      : [...FONTS.map((font) => `"${font.family}"`), SERIF].join(", ");
    to.setAttribute("font-family", family);
  }
  [...from.children].forEach((child, i) => writeStyles(child, to.children[i]));
}

async function fontFace({ family, file }: (typeof FONTS)[number]) {
  const answer = await fetch(file);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return `@font-face{font-family:"${family}";src:url(data:font/woff2;base64,${btoa(binary)})}`;
}

/** As text: a style element of this document's own would be against its policy. */
async function fontStyle({ about }: Variant) {
  const fonts = FONTS.slice(0, about.shelf ? 2 : 1);
  return `<style>${(await Promise.all(fonts.map(fontFace))).join("")}</style>`;
}

/** The light on wooden things, from the page. */
const lights = () =>
  [...document.querySelectorAll("linearGradient, radialGradient")].map((light) => {
    const lit = light.cloneNode(true) as SVGElement;
    writeStyles(light, lit);
    return lit;
  });

// ---- what lies where ----

const GAP = 8; // units between the board and a stand
const STAND = 108; // width of a stand beside the board
const EDGE = 8; // of wood around the pieces on a stand
const FOOT = 62; // height of the line of words below the board
const MARGIN = 16; // around everything
const PIECE = 100; // height of the largest piece

/** Board, stands and the line below them. Lengths are units of the picture. */
export class Stage {
  variant: Variant;
  view: BoardView;
  layout: Layout;
  x: number; // of the board
  y: number;
  width: number;
  height: number;
  foot: number; // the middle of the words

  constructor(view: BoardView) {
    this.variant = view.variant;
    this.view = view;
    this.layout = new Layout(view.variant, view);
    const { width, height, lying } = this.layout;
    const beside = this.variant.hands ? STAND + GAP : 0;
    this.x = MARGIN + (lying ? 0 : beside);
    this.y = MARGIN + (lying ? beside : 0);
    this.width = 2 * this.x + width;
    this.height = this.y + height + (lying ? beside : 0) + FOOT;
    this.foot = this.height - FOOT / 2;
  }

  isNear(side: Side) {
    return (side === 1) === this.layout.flip;
  }

  /** The stand of a side. */
  stand(side: Side) {
    const { layout, x, y } = this;
    if (layout.lying) {
      const top = this.isNear(side) ? y + layout.height + GAP : MARGIN;
      return { x, y: top, width: layout.width, height: STAND };
    }
    const left = this.isNear(side) ? x + layout.width + GAP : MARGIN;
    return { x: left, y, width: STAND, height: layout.height };
  }

  /**
   * The middle of a kind's place on a stand, and how large pieces are there. The last kind lies at the near side's outer
   * end; the far stand is the near one turned by half a circle.
   */
  place(side: Side, kind: number) {
    const { layout, variant } = this;
    const { heldKinds } = variant;
    const { x, y, width, height } = this.stand(side);
    const near = this.isNear(side);
    const length = (layout.lying ? width : height) - 2 * EDGE;
    const step = Math.min(PIECE, length / heldKinds.length);
    const scale = step / PIECE;
    const fromFirst = heldKinds.indexOf(kind) + 0.5;
    const number = near ? fromFirst : heldKinds.length - fromFirst;
    if (layout.lying) {
      const from = near ? x + EDGE : x + width - EDGE - heldKinds.length * step;
      return { x: from + number * step, y: y + height / 2, scale };
    }
    const from = near ? y + height - EDGE - heldKinds.length * step : y + EDGE;
    return { x: x + width / 2, y: from + number * step, scale };
  }

  square(square: number) {
    return { x: this.x + this.layout.x(square), y: this.y + this.layout.y(square) };
  }

  /** So many pieces of a kind on a side's stand. */
  held(side: Side, kind: number, count: number) {
    const { view, layout, variant } = this;
    const { x, y, scale } = this.place(side, kind);
    const look = { side, turn: layout.turn(side), set: view.set, small: view.small };
    return s(
      "g",
      { class: "in-hand", transform: `translate(${x.toFixed(1)},${y.toFixed(1)})` },
      s("g", { transform: `scale(${scale.toFixed(3)})` }, pieceShape(variant.type(kind), look)),
      count > 1
        ? s(
            "g",
            { transform: `translate(${30 * scale},${30 * scale})` },
            s("circle", { class: "count-ground", r: 17 }),
            s("text", { class: "count-words words", y: 1, text: String(count) }),
          )
        : null,
    );
  }

  /** Paper, stands, the board without what is marked for whoever plays, and the title. */
  ground() {
    const { view, layout, x, y, width, height, foot, variant } = this;
    const bare = { targets: null, origin: null, clicks: [], victims: [], hint: [], premove: [] };
    const { svg } = new Board(h("div"), { ...view, ...bare }, NOBODY);
    for (const [name, value] of Object.entries({ x, y, ...lengths(layout) })) {
      svg.setAttribute(name, String(value));
    }
    return [
      s("rect", { class: "picture-ground", width, height }),
      variant.hands
        ? SIDES.map((side) => {
            const box = this.stand(side);
            return s(
              "svg",
              box,
              wood(box.width, box.height, layout.lying),
              s("rect", { class: "stand-ground", ...lengths(box) }),
            );
          })
        : null,
      svg,
      s("text", { class: "title-words words", x, y: foot, text: view.title }),
    ];
  }

  /** What is said at the right below the board. */
  words(text: string) {
    const { x, foot, layout } = this;
    return s("text", { class: "said-words words", x: x + layout.width, y: foot, text });
  }
}

const SIDES: readonly Side[] = [0, 1];

const lengths = ({ width, height }: { width: number; height: number }) => ({ width, height });

/** Nobody plays on a picture. */
const NOBODY: BoardActions = {
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

/**
 * The parts as an SVG file with all that it needs.
 * @param scales it is as large as the place it is shown in; else a unit is a pixel
 */
export async function stageFile(
  stage: Stage,
  parts: import("../lib/domtypes.ts").Child[],
  scales: boolean,
) {
  const { width, height } = stage;
  const title = s("title", { text: stage.view.title });
  const size = scales ? {} : { width, height };
  const drawn = s("svg", { viewBox: `0 0 ${width} ${height}`, ...size }, title, parts);
  const place = h("div", { class: "visually-hidden", "aria-hidden": "true" }, drawn);
  document.body.append(place); // styles are those of what stands in the document
  // A copy's style attribute would be against the policy of Firefox; what it says here is what the sheets say without it.
  drawn.querySelectorAll("[style]").forEach((part) => part.removeAttribute("style"));
  const copy = drawn.cloneNode(true) as SVGSVGElement;
  writeStyles(drawn, copy);
  place.remove();
  copy.querySelectorAll(".over").forEach((part) => part.remove());
  for (const hit of copy.querySelectorAll(".hit")) {
    if (!hit.parentElement?.matches(".last, .check, .taken")) hit.remove();
  }
  copy.querySelector("title")?.after(s("defs", null, lights()));
  for (const part of copy.querySelectorAll("*")) {
    for (const { name } of [...part.attributes]) {
      if (/^(aria-|data-|role$|tabindex$|class$)/.test(name)) part.removeAttribute(name);
    }
  }
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const file = new XMLSerializer().serializeToString(copy);
  return file.replace("<defs>", `<defs>${await fontStyle(stage.variant)}`);
}

/**
 * The position on the table as a file, and its size.
 * @param view as it is shown
 */
export async function positionFile(table: Table, view: BoardView, title: string) {
  const { variant, game } = table;
  const { state } = game;
  const stage = new Stage({ ...view, title });
  const hands = SIDES.flatMap((side) =>
    variant.heldKinds.map((kind) => {
      const count = state.hands[side][kind - 1];
      return count ? stage.held(side, kind, count) : null;
    }),
  );
  const { result } = table.message;
  const said =
    result && isAtEnd(table)
      ? resultWords(result, isHandicap(table))
      : say(state.check ? "status.turnCheck" : "status.turn", {
          side: nameOfSide(table, state.side),
        });
  const file = await stageFile(stage, [stage.ground(), hands, stage.words(said)], false);
  return { file, size: lengths(stage) };
}

/** The same in pixels. */
export async function pixels(
  file: string,
  { width, height }: { width: number; height: number },
): Promise<Blob> {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([file], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = Math.round((WIDTH * height) / width);
  const draw = () => canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  draw();
  await new Promise((resolve) => setTimeout(resolve, FONTS_MS));
  draw();
  URL.revokeObjectURL(image.src);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
  );
}
