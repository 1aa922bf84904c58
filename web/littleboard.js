// A small picture of a game's starting position.

import { s } from "./dom.js";
import { Layout } from "./layout.js";
import { pieceShape } from "./pieces.js";
import { Game, sideOf } from "./rules.js";

/** @import { Variant } from "./rules.js" */

/** @param {Variant} variant */
function startingBoard(variant) {
  const game = new Game(variant);
  const { board } = game.state;
  game.free();
  return board;
}

/** @param {Variant} variant */
export function littleBoard(variant) {
  const layout = new Layout(variant, { shape: variant.isStrip ? "along" : "grid" });
  const { left, top, cell, columns, rows } = layout;
  const width = columns * cell.width;
  const height = rows * cell.height;
  const edge = 20;
  const ground = {
    x: left - edge,
    y: top - edge,
    width: width + 2 * edge,
    height: height + 2 * edge,
  };
  /** @type {SVGElement[]} */
  const parts = [
    s("rect", { class: "wood", ...ground }),
    s("rect", { class: "line edge", x: left, y: top, width, height }),
  ];
  /** @param {string} d */
  const line = (d) => parts.push(s("path", { class: "line", d }));
  for (let c = 0; c <= columns; c++) line(`M${left + c * cell.width},${top}v${height}`);
  for (let r = 0; r <= rows; r++) line(`M${left},${top + r * cell.height}h${width}`);
  startingBoard(variant).forEach((piece, square) => {
    if (!piece) return;
    const side = sideOf(piece);
    const shape = pieceShape(variant.type(piece), { side, turn: layout.turn(side), small: true });
    shape.setAttribute("transform", `translate(${layout.x(square)},${layout.y(square)})`);
    parts.push(shape);
  });
  return s(
    "svg",
    {
      class: `little-board ${variant.isStrip ? "strip" : ""}`,
      viewBox: Object.values(ground).join(" "),
      "aria-hidden": "true",
    },
    parts,
  );
}
