// QR codes of links: ISO/IEC 18004, byte mode, error correction level M, versions 1 to 10 (up to 213 bytes).

import { s } from "./dom.ts";

/**
 * The blocks of a symbol, by version - 1: number of error correction codewords in each block, and a list with the number of data
 * codewords of each block.
 */
const BLOCKS: [number, number[]][] = [
  [10, [16]],
  [16, [28]],
  [26, [44]],
  [18, [32, 32]],
  [24, [43, 43]],
  [16, [27, 27, 27, 27]],
  [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]],
  [22, [36, 36, 36, 37, 37]],
  [26, [43, 43, 43, 43, 44]],
];

/** By version - 1: the row and column numbers at whose crossings the alignment patterns have their middles. */
const ALIGNED = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];

const FIELD = 0x11d; // the polynomial of the field with 256 elements: x^8 + x^4 + x^3 + x^2 + 1
const FORMAT_CODE = 0x537;
const FORMAT_MASK = 0x5412;
const VERSION_CODE = 0x1f25;
const QUIET = 4; // width of the light margin around the symbol, in modules

/** The eight masks: each returns true if the mask inverts the module at this row and column. */
const MASKS: ((row: number, column: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (r, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

/** The product of two elements of the field with 256 elements. */
function times(a: number, b: number) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * FIELD);
    product ^= ((b >> bit) & 1) * a;
  }
  return product;
}

/** The Reed-Solomon error correction codewords of a block: the remainder of the data divided by the generator polynomial of this degree. */
function correction(data: number[], degree: number) {
  const generator = new Array(degree).fill(0);
  generator[degree - 1] = 1;
  for (let i = 0, root = 1; i < degree; i++, root = times(root, 2)) {
    for (let j = 0; j < degree; j++) {
      generator[j] = times(generator[j], root) ^ (generator[j + 1] ?? 0);
    }
  }
  const rest = new Array(degree).fill(0);
  for (const byte of data) {
    const factor = byte ^ rest.shift();
    rest.push(0);
    generator.forEach((each, i) => (rest[i] ^= times(each, factor)));
  }
  return rest;
}

/** All codewords of a symbol in their final order: the blocks' data codewords, interleaved, then their error correction codewords, interleaved. */
function codewords(bytes: Uint8Array, version: number) {
  const [degree, lengths] = BLOCKS[version - 1];
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const bits: number[] = [];
  const put: (value: number, count: number) => void = (value, count) => {
    for (let i = count - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  put(4, 4); // the mode indicator of byte mode, in four bits
  put(bytes.length, version < 10 ? 8 : 16);
  bytes.forEach((byte) => put(byte, 8));
  put(0, Math.min(4, total * 8 - bits.length));
  put(0, -bits.length & 7);
  const data: number[] = [];
  for (let i = 0; i < bits.length; i += 8) data.push(parseInt(bits.slice(i, i + 8).join(""), 2));
  for (let pad = 0xec; data.length < total; pad ^= 0xec ^ 0x11) data.push(pad);
  let at = 0;
  const blocks = lengths.map((length) => data.slice(at, (at += length)));
  const corrections = blocks.map((block) => correction(block, degree));
  const interleaved: (rows: number[][]) => number[] = (rows) =>
    Array.from({ length: Math.max(...rows.map(({ length }) => length)) }, (_, i) =>
      rows.flatMap((row) => row[i] ?? []),
    ).flat();
  return [...interleaved(blocks), ...interleaved(corrections)];
}

/** A value followed by its `degree` error correction bits, the remainder of a BCH code. */
function protectedBits(value: number, code: number, degree: number) {
  let rest = value;
  for (let i = 0; i < degree; i++) rest = (rest << 1) ^ ((rest >> (degree - 1)) * code);
  return (value << degree) | rest;
}

/** A symbol (QR code) while it is drawn: its modules by row and column. `taken` marks the modules of function patterns, which hold no data. */
class Drawing {
  version: number;
  size: number;
  dark: boolean[][];
  taken: boolean[][];

  constructor(version: number) {
    this.version = version;
    this.size = 17 + 4 * version;
    this.dark = Array.from({ length: this.size }, () => new Array(this.size).fill(false));
    this.taken = this.dark.map((row) => [...row]);
    this.drawPatterns();
  }

  set(row: number, column: number, dark: boolean) {
    if (row < 0 || column < 0 || row >= this.size || column >= this.size) return;
    this.dark[row][column] = dark;
    this.taken[row][column] = true;
  }

  /** Draws square rings around a module: rings[distance] is true for a dark ring. */
  rings(row: number, column: number, rings: boolean[]) {
    const far = rings.length - 1;
    for (let dr = -far; dr <= far; dr++) {
      for (let dc = -far; dc <= far; dc++) {
        this.set(row + dr, column + dc, rings[Math.max(Math.abs(dr), Math.abs(dc))]);
      }
    }
  }

  drawPatterns() {
    const { size, version } = this;
    for (let i = 0; i < size; i++) {
      this.set(6, i, i % 2 === 0);
      this.set(i, 6, i % 2 === 0);
    }
    const last = size - 7;
    const finders = [
      [3, 3],
      [3, size - 4],
      [size - 4, 3],
    ];
    for (const [row, column] of finders) this.rings(row, column, [true, true, false, true, false]);
    const middles = ALIGNED[version - 1];
    for (const row of middles) {
      for (const column of middles) {
        const corner = (row === 6 || row === last) && (column === 6 || column === last);
        if (corner && !(row === last && column === last)) continue;
        this.rings(row, column, [true, false, true]);
      }
    }
    this.drawFormat(0);
    if (version < 7) return;
    const bits = protectedBits(version, VERSION_CODE, 12);
    for (let i = 0; i < 18; i++) {
      const dark = ((bits >> i) & 1) === 1;
      this.set(Math.floor(i / 3), size - 11 + (i % 3), dark);
      this.set(size - 11 + (i % 3), Math.floor(i / 3), dark);
    }
  }

  drawFormat(mask: number) {
    const { size } = this;
    const bits = protectedBits(mask, FORMAT_CODE, 10) ^ FORMAT_MASK; // the two bits of error correction level M before the mask's number are 00
    const dark = (i: number) => ((bits >> i) & 1) === 1;
    for (let i = 0; i < 15; i++) {
      const along = i < 6 ? i : i < 8 ? i + 1 : size - 15 + i;
      this.set(along, 8, dark(i));
      const across = i < 8 ? size - 1 - i : i < 9 ? 7 : 14 - i;
      this.set(8, across, dark(i));
    }
    this.set(size - 8, 8, true);
  }

  /** Fills the codewords into the modules that are not taken, from the lower right corner, up and down in columns two modules wide. */
  drawData(words: number[]) {
    const { size } = this;
    let at = 0;
    for (let right = size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      const up = ((right + 1) & 2) === 0;
      for (let step = 0; step < size; step++) {
        const row = up ? size - 1 - step : step;
        for (const column of [right, right - 1]) {
          if (this.taken[row][column]) continue;
          this.dark[row][column] = ((words[at >> 3] >> (7 - (at & 7))) & 1) === 1;
          at++;
        }
      }
    }
  }

  turnedBy(number: number) {
    this.drawFormat(number);
    return this.dark.map((row, r) =>
      row.map((dark, c) => dark !== (!this.taken[r][c] && MASKS[number](r, c))),
    );
  }
}

/**
 * The penalty of a masked symbol: for runs of one colour, blocks of one colour, patterns that look like a finder pattern, and an
 * excess of one colour. The mask with the least penalty is used.
 */
function penalty(modules: boolean[][]) {
  const size = modules.length;
  const columns = modules.map((_, c) => modules.map((row) => row[c]));
  let sum = 0;
  for (const line of [...modules, ...columns]) {
    const text = line.map(Number).join("");
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
    sum += 40 * [...text.matchAll(/(?=00001011101|10111010000)/g)].length;
  }
  for (let r = 1; r < size; r++) {
    for (let c = 1; c < size; c++) {
      const dark = modules[r][c];
      if (
        modules[r - 1][c] === dark &&
        modules[r][c - 1] === dark &&
        modules[r - 1][c - 1] === dark
      ) {
        sum += 3;
      }
    }
  }
  const share = modules.flat().filter(Boolean).length / (size * size);
  return sum + 10 * Math.floor(Math.abs(share - 0.5) * 20);
}

/** The modules of the QR code for a text, row by row; true is dark. null: the text is too long. */
export function qrModules(text: string) {
  const bytes = new TextEncoder().encode(text);
  const version =
    1 +
    BLOCKS.findIndex(([, lengths], i) => {
      const room = lengths.reduce((sum, length) => sum + length, 0);
      return bytes.length + (i < 9 ? 2 : 3) <= room;
    });
  if (version === 0) return null;
  const symbol = new Drawing(version);
  symbol.drawData(codewords(bytes, version));
  const drawn = MASKS.map((_, number) => symbol.turnedBy(number));
  return drawn.reduce((best, each) => (penalty(each) < penalty(best) ? each : best));
}

/** A picture of the QR code for a text; null: the text is too long. */
export function qrPicture(text: string, label: string) {
  const modules = qrModules(text);
  if (!modules) return null;
  const size = modules.length + 2 * QUIET;
  const d = modules
    .flatMap((row, r) => row.map((dark, c) => (dark ? `M${c + QUIET},${r + QUIET}h1v1h-1z` : "")))
    .join("");
  return s(
    "svg",
    { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label },
    s("rect", { class: "qr-light", width: size, height: size }),
    s("path", { class: "qr-dark", d, "shape-rendering": "crispEdges" }),
  );
}
