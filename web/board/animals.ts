// The animals of dobutsu shogi, on square tiles with a dot for each step. The tile points to the enemy, as in the game's box.

import { s } from "../lib/dom.ts";
import type { Face, PieceLook } from "./pieces.ts";

type Shape = [d: string, fill: string, stroke?: number];

const INK = "#3b2413";
const EYES: Shape = ["M-9,-4a3.2,3.2 0 1 0 .1,0zM9,-4a3.2,3.2 0 1 0 .1,0z", INK, 0];
const BLUSH: Shape = ["M-17,5a4,3 0 1 0 .1,0zM17,5a4,3 0 1 0 .1,0z", "#f29a86", 0];

/** A circle or an ellipse as an SVG path. */
const oval = (x: number, y: number, rx: number, ry = rx) =>
  `M${x - rx},${y}a${rx},${ry} 0 1 0 ${2 * rx},0a${rx},${ry} 0 1 0 ${-2 * rx},0z`;

/** The mane of a lion: a ring of tufts. */
const mane = Array.from({ length: 10 }, (_, i) => {
  const angle = (i * Math.PI) / 5;
  return oval(Math.round(22 * Math.sin(angle)), Math.round(1 - 21 * Math.cos(angle)), 9);
}).join("");

/** The shapes of each animal, the lowest first: a path, its colour, the width of its outline (2 if left out). Without "none" they are filled. */
const ANIMALS: Record<string, Shape[]> = {
  lion: [
    [mane, "#d9761c"],
    [oval(-15, -16, 6) + oval(15, -16, 6), "#f4b942"],
    [oval(0, 1, 22, 21), "#f9cf62"],
    EYES,
    BLUSH,
    ["M-4,5H4L0,10Z", INK],
    ["M0,10V13M-7,13Q-3.5,17 0,13Q3.5,17 7,13", "none"],
  ],
  elephant: [
    [oval(-22, -2, 12, 16) + oval(22, -2, 12, 16), "#8fa3bd"],
    [oval(-22, 0, 6, 10) + oval(22, 0, 6, 10), "#e7b5bd", 0],
    [oval(0, -3, 20, 20), "#a9bbd1"],
    ["M-6,6C-6,16-4,25 4,27C10,28 14,25 14,20L9,19C8,22 5,22 5,17L6,6Z", "#a9bbd1"],
    EYES,
    ["M-5,12H5M-4,17H4", "none", 1.4],
    BLUSH,
  ],
  giraffe: [
    ["M-9,-18L-11,-31M9,-18L11,-31", "none", 5],
    [oval(-11, -31, 4.5) + oval(11, -31, 4.5), "#8a4b1d"],
    [
      "M-17,-12C-28,-20-32,-14-29,-8C-26,-3-20,-4-16,-5ZM17,-12C28,-20 32,-14 29,-8C26,-3 20,-4 16,-5Z",
      "#f1c75b",
    ],
    ["M-17,-6C-17,-26 17,-26 17,-6C17,2 16,8 16,14C16,28-16,28-16,14C-16,8-17,2-17,-6Z", "#f6d56f"],
    [
      "M-14,-11C-10,-17-4,-17-6,-11C-8,-8-12,-7-14,-11ZM6,-12C8,-18 14,-14 13,-10C11,-7 6,-8 6,-12ZM-3,-4L3,-5L2,1L-3,2Z",
      "#c07a2c",
      0,
    ],
    [oval(0, 17, 15, 10), "#fbe9b8"],
    EYES,
    ["M-6,14V15M6,14V15M-6,20Q0,24 6,20", "none", 2.4],
  ],
  chick: [
    ["M-3,-20C-8,-30-1,-32 0,-25C2,-33 9,-29 4,-20Z", "#f7d23e"],
    [oval(-24, 8, 7, 9) + oval(24, 8, 7, 9), "#f2c22e"],
    [oval(0, 3, 24, 23), "#fbdf5a"],
    EYES,
    BLUSH,
    ["M-6,5L0,1L6,5L0,11Z", "#ef8a1d"],
  ],
  hen: [
    ["M-10,-16C-18,-28-8,-33-5,-26C-4,-35 6,-35 5,-26C10,-33 18,-27 10,-16Z", "#d8342b"],
    ["M-8,10C-10,22-2,24 0,16C2,24 10,22 8,10Z", "#d8342b"],
    [oval(-25, 7, 7, 10) + oval(25, 7, 7, 10), "#e9e1d2"],
    [oval(0, 2, 25, 22), "#fffaf0"],
    EYES,
    BLUSH,
    ["M-8,5L0,0L8,5L0,12Z", "#f0a01e"],
    ["M-4,13C-6,21 0,21 0,17C0,21 6,21 4,13Z", "#d8342b"],
  ],
};

/** Other names of the animals. */
const ALSO: Record<string, string> = { bird: "chick", chicken: "hen" };

export const hasAnimal = (name: string) => name in ANIMALS || name in ALSO;

const TILE =
  "M-36,-33L0,-43L36,-33Q39,-32 39,-28V36Q39,41 34,41H-34Q-39,41-39,36V-28Q-39,-32-36,-33Z";
const TILES = ["#fdf3d8", "#d5e8d0"]; // colour of the tiles, by side
const [DOT_X, DOT_TOP, DOT_BOTTOM] = [32, -28, 34]; // the places of the dots, from the middle of the tile

/** A dot for each neighbouring square to which the piece goes. */
const dots = ({ marks = [] }: Face) =>
  marks
    .filter(([dx, dy]) => Math.max(Math.abs(dx), Math.abs(dy)) === 1)
    .map(([dx, dy]) => {
      const y =
        dy > 0 ? (dx ? DOT_TOP : DOT_TOP - 6) : dy ? DOT_BOTTOM : (DOT_TOP + DOT_BOTTOM) / 2;
      return s("circle", { cx: dx * DOT_X, cy: y, r: 3.6, fill: "#c8261c" });
    });

const INSIDE = "translate(0,4) scale(.86)"; // of the animal, which leaves room for the dots

/** The elements of a tile. The caller turns them. */
export function animalTile(face: Face, { side = 0, frozen }: PieceLook) {
  const name = face.name ?? "";
  const shapes = ANIMALS[name] ?? ANIMALS[ALSO[name]] ?? [];
  return [
    s("path", {
      class: "tile",
      d: TILE,
      fill: frozen ? "#cfe6f5" : TILES[side],
      stroke: INK,
      "stroke-width": 1.8,
    }),
    ...dots(face),
    s(
      "g",
      { class: "drawn", transform: INSIDE },
      shapes.map(([d, fill, width = 2]) =>
        s("path", {
          d,
          fill,
          stroke: INK,
          "stroke-width": width,
          "stroke-linecap": "round",
          "stroke-linejoin": "round",
        }),
      ),
    ),
  ];
}
