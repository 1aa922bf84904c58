// A small picture of a game's starting position.

import { s } from "./dom.js";
import { boardLayout } from "./layout.js";
import { pieceShape } from "./pieces.js";
import { Game } from "./rules.js";

export function littleBoard(variant) {
  const layout = boardLayout(variant, { shape: variant.isStrip ? "along" : "grid" });
  const game = new Game(variant);
  const { board } = game.state;
  game.free();
  const { left, top, cell, columns, rows } = layout;
  const width = columns * cell.width;
  const height = rows * cell.height;
  const parts = [s("rect", { class: "field", x: left, y: top, width, height })];
  for (let c = 0; c <= columns; c++) {
    parts.push(s("path", { class: "line", d: `M${left + c * cell.width},${top}v${height}` }));
  }
  for (let r = 0; r <= rows; r++) {
    parts.push(s("path", { class: "line", d: `M${left},${top + r * cell.height}h${width}` }));
  }
  board.forEach((piece, square) => {
    if (!piece) return;
    const shape = pieceShape(variant.types[Math.abs(piece)], {
      side: piece < 0 ? 1 : 0,
      turn: layout.turn(piece < 0 ? 1 : 0) % 360,
      small: true,
    });
    shape.setAttribute("transform", `translate(${layout.x(square)},${layout.y(square)})`);
    parts.push(shape);
  });
  return s(
    "svg",
    {
      class: `little-board ${variant.isStrip ? "strip" : ""}`,
      viewBox: `${left - 6} ${top - 6} ${width + 12} ${height + 12}`,
      "aria-hidden": "true",
    },
    parts,
  );
}
