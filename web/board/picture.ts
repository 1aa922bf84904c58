// A picture of the position to be saved: board, hands and the side to move, as one SVG file that contains its fonts, or as a PNG.

import { say } from "../language/catalogue.ts";
import { resultWords } from "../language/words.ts";
import { h, s } from "../lib/dom.ts";
import { callingIn, nameOfSide } from "../table/seats.ts";
import { isAtEnd } from "../table/table.ts";
import { Board } from "./board.ts";
import { Layout } from "./layout.ts";
import { pieceShape } from "./pieces.ts";
import { wood } from "./wood.ts";
import type { Side, Variant } from "../core/index.ts";
import type { Table } from "../table/table.ts";
import type { BoardActions, BoardView } from "./board.ts";

/** The fonts of the kanji. Games without the key `shelf` in their file need only the first one, all others both. */
const FONTS = [
  { family: "Henka Kanji", file: new URL("../fonts/henka-pieces.woff2", import.meta.url) },
  { family: "Henka More", file: new URL("../fonts/henka-more.woff2", import.meta.url) },
];
const SERIF = "serif"; // font for characters that the other fonts lack
const WIDTH = 1200; // width of the PNG in pixels
const FONTS_MS = 200; // time between two drawings of a picture: Chromium loads its fonts after the first one, so that only the second has the kanji
const GROUP_TAGS = "g, svg, use, defs";
const NOT_DRAWN = "title, animate, animateTransform"; // elements that are not drawn, so that they need no styles

/**
 * Properties of the style sheets that are copied to attributes, because the SVG file has no style
 * sheet.
 */
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
 * Writes the computed styles of an element and its children as attributes of the copies.
 * @param from the element, which is in the document
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

/** A style element with the fonts, as text to be inserted into the SVG file: the page's content security policy forbids the page to make such an element. */
async function fontStyle({ about }: Variant) {
  const fonts = FONTS.slice(0, about.shelf ? 2 : 1);
  return `<style>${(await Promise.all(fonts.map(fontFace))).join("")}</style>`;
}

/** Copies of the page's gradients, which light the wood and the pieces. */
const lights = () =>
  [...document.querySelectorAll("linearGradient, radialGradient")].map((light) => {
    const lit = light.cloneNode(true) as SVGElement;
    writeStyles(light, lit);
    return lit;
  });

// ---- places ----

const GAP = 8; // units of the picture between the board and a stand
const STAND = 108; // width of the stand of a hand
const EDGE = 8; // units of wood between the ends of a stand and its pieces
const FOOT = 62; // height of the line with the title and the side to move, below the board
const MARGIN = 16; // width of the margin around the board and the stands
const PIECE = 100; // height of a piece of the largest kind, in units of the picture

/** The layout of the picture: the board, the stands of the hands, and the line of words below them. Lengths are in units of the picture. */
export class Stage {
  variant: Variant;
  view: BoardView;
  layout: Layout;
  x: number; // x, y: left and upper edge of the board
  y: number;
  width: number;
  height: number;
  foot: number; // vertical position of the middle of the words below the board

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

  /** Place and size of the stand of a side's hand. */
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
   * The middle of the place of a kind of piece on a side's stand, and the scale at which the piece is drawn. On the near stand the last
   * kind is at the lower or right end; the far stand is the near one turned by 180 degrees.
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

  /** The picture of a kind of piece on a side's stand, with the number of such pieces in hand. */
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

  /** The background, the stands, the board without the marks of a move being entered, and the title. */
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

  /** The element of a text below the board, at the right. */
  words(text: string) {
    const { x, foot, layout } = this;
    return s("text", { class: "said-words words", x: x + layout.width, y: foot, text });
  }
}

const SIDES: readonly Side[] = [0, 1];

const lengths = ({ width, height }: { width: number; height: number }) => ({ width, height });

/** The actions of a board that ignores every input. */
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
 * The text of an SVG file with these parts of a picture, with styles and fonts.
 * @param scales the picture is scaled to the place in which it is shown; if false, a unit is a pixel
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
  document.body.append(place); // only elements in the document have computed styles
  // Removes style attributes, because Firefox applies the content security policy to those of a copy. The style sheets give the same
  // styles.
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
 * The picture of the position shown as the text of an SVG file, and its size.
 * @param view of the board on the page
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
      ? resultWords(result, callingIn(table))
      : say(state.check ? "status.turnCheck" : "status.turn", {
          side: nameOfSide(table, state.side),
        });
  const file = await stageFile(stage, [stage.ground(), hands, stage.words(said)], false);
  return { file, size: lengths(stage) };
}

/**
 * Draws an SVG file as a PNG.
 * @param file text of the SVG file
 */
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
