// Moves as CSA's records write them (`+2726FU`), and without the square where they begin (`26FU`), translated to the Japanese notation.
// Source: the CSA standard game record format 2.2, "Moves".

import { fullWidth, kanjiNumber } from "../language/words.ts";

const MOVE = /^[+-]?(\d\d)?([1-9])([1-9])([a-z]{2})$/i;
const IN_HAND = "00";

const PIECES: Record<string, string> = {
  FU: "歩",
  KY: "香",
  KE: "桂",
  GI: "銀",
  KI: "金",
  KA: "角",
  HI: "飛",
  OU: "玉",
  TO: "と",
  NY: "成香",
  NK: "成桂",
  NG: "成銀",
  UM: "馬",
  RY: "竜",
};

/**
 * CSA's name of the unpromoted piece, by that of the promoted one. CSA names a piece as it is after the move, so a move of RY
 * may be a promotion of HI.
 */
const FRONTS: Record<string, string> = {
  TO: "FU",
  NY: "KY",
  NK: "KE",
  NG: "GI",
  UM: "KA",
  RY: "HI",
};

/** The moves that the text may mean, in Japanese notation; empty if the text is no move in CSA's format. */
export function csaReadings(text: string): string[] {
  const [, from, file, rank, word = ""] = text.match(MOVE) ?? [];
  const name = PIECES[word.toUpperCase()];
  if (!name) return [];
  const to = fullWidth(Number(file)) + kanjiNumber(Number(rank));
  if (from === IN_HAND) return [`${to}${name}打`];
  const origin = from ? `(${from})` : "";
  const front = PIECES[FRONTS[word.toUpperCase()]];
  return [`${to}${name}${origin}`, ...(front ? [`${to}${front}成${origin}`] : [])];
}
