// The board of a variant: squares by number, name, file and rank.

import type { Family, VariantData } from "./types.ts";

/** Squares are numbered from 0 along the files: first those of file 1, from rank 1 to the last rank, then those of file 2. */
export class Geometry {
  files: number;
  ranks: number;
  squares: number; // the number of squares
  squareNames: string[]; // name of each square, by its number: "7g"
  holes: Set<number>; // squares of the grid of files and ranks that are no part of the board
  board: VariantData["board"];
  family: Family; // by which the pieces are drawn, and squares, sides and moves are named
  zone: number; // number of ranks in each side's promotion zone; 0: there is no zone, or it is in zoneSquares
  zoneSquares: number[][];
  regions: number[][]; // the regions to which pieces are confined, such as a palace: a list of squares for each side of each confined kind

  constructor(data: VariantData, squareName: (square: number) => string) {
    this.files = data.files;
    this.ranks = data.ranks;
    this.squares = data.files * data.ranks;
    this.squareNames = Array.from({ length: this.squares }, (_, square) => squareName(square));
    this.holes = new Set(data.holes);
    this.board = data.board;
    this.family = data.family;
    this.zone = data.zone;
    this.zoneSquares = data.zoneSquares;
    this.regions = data.regions;
  }

  /** The number of the square at a file and a rank, both counted from 1. */
  square(file: number, rank: number) {
    return (file - 1) * this.ranks + rank - 1;
  }
  file(square: number) {
    return Math.floor(square / this.ranks) + 1;
  }
  rank(square: number) {
    return (square % this.ranks) + 1;
  }

  /** Is the board a strip: has it only one file? */
  get isStrip() {
    return this.files === 1;
  }
}
