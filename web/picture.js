// A picture of the position as it stands on the board: a file that needs nothing but itself, and the same in pixels.

import { s } from "./dom.js";

const FONT = "Henka Kanji";
const FONT_FILE = "fonts/henka-pieces.woff2"; // what is on pieces
const SERIF = "serif"; // for what the font lacks
const WIDTH = 1200; // pixels of the picture in pixels
const GROUP_TAGS = "g, svg";

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
 * @param {Element} from as it is drawn
 * @param {Element} to its copy
 */
function writeStyles(from, to) {
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
    const family = from.matches(".letters, .coordinate") ? "sans-serif" : `"${FONT}", ${SERIF}`;
    to.setAttribute("font-family", family);
  }
  [...from.children].forEach((child, i) => writeStyles(child, to.children[i]));
}

/** Parts that are hints for whoever plays, not the position. */
const NOT_THE_POSITION =
  ".over, .dot, .chevron, .brackets, .cross, .frame.origin, .frame.clicked, .frame.hinted, .frame.premoved";

/** As text: a style element of this document's own would be against its policy. */
async function fontStyle() {
  const answer = await fetch(FONT_FILE);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  const text = `@font-face{font-family:"${FONT}";src:url(data:font/woff2;base64,${btoa(binary)})}`;
  return `<style>${text}</style>`;
}

/** The light on wooden things, from the page. */
const lights = () =>
  [...document.querySelectorAll("linearGradient, radialGradient")].map((light) => {
    const lit = /** @type {SVGElement} */ (light.cloneNode(true));
    writeStyles(light, lit);
    return lit;
  });

/**
 * The board as an SVG file.
 * @param {SVGSVGElement} board
 * @param {{width: number, height: number}} size of the whole board, in units of the picture
 * @param {string} title
 */
export async function boardFile(board, { width, height }, title) {
  const copy = /** @type {SVGSVGElement} */ (board.cloneNode(true));
  writeStyles(board, copy);
  copy.querySelectorAll(NOT_THE_POSITION).forEach((part) => part.remove());
  copy.querySelectorAll("[style]").forEach((part) => part.removeAttribute("style"));
  for (const hit of copy.querySelectorAll(".hit")) {
    const last = hit.parentElement?.matches(".last, .check, .taken");
    if (!last) hit.remove();
  }
  copy.prepend(s("title", { text: title }), s("defs", null, lights()));
  for (const part of copy.querySelectorAll("*")) {
    for (const { name } of [...part.attributes]) {
      if (/^(aria-|data-|role$|tabindex$|class$)/.test(name)) part.removeAttribute(name);
    }
  }
  for (const name of ["class", "role", "aria-label", "style"]) copy.removeAttribute(name);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("viewBox", `0 0 ${width} ${height}`);
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  const file = new XMLSerializer().serializeToString(copy);
  return file.replace("<defs>", `<defs>${await fontStyle()}`);
}

/**
 * The same in pixels.
 * @param {string} file
 * @param {{width: number, height: number}} size
 * @returns {Promise<Blob>}
 */
export async function pixels(file, { width, height }) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([file], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = Math.round((WIDTH * height) / width);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
  );
}
