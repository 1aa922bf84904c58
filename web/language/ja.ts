// How the page speaks Japanese. Its sentences are languages/ja/page.po, the texts of the shipped games languages/ja/games.po.

import gameTexts from "../../languages/ja/games.po";
import sentences from "../../languages/ja/page.po";
import { fullWidth, kanjiNumber } from "./words.ts";
import type { PieceType, Variant } from "../core/index.ts";

export const standards = { coordinates: "kanji" } as const;
export const notation = "japanese";

/** The name of a kind of piece: its kanji, if the game's file has them. */
export const typeName = (type: PieceType) => type.kanji || type.name;

/** Pronunciation in kana of titles whose kanji not every reader knows, by title. */
export const readings = {
  糸将棋: "いとしょうぎ",
  進将棋: "すすむしょうぎ",
  御妃将棋: "おきさきしょうぎ",
  禽将棋: "とりしょうぎ",
  "5五将棋": "ごごしょうぎ",
  象棋: "シャンチー",
};

/** The Japanese name of a square, as in the Japanese notation: ７七. */
export const squareName = (variant: Variant, square: number) =>
  fullWidth(variant.file(square)) + kanjiNumber(variant.rank(square));

export { gameTexts, sentences };

export const later = async () => (await import("../../languages/ja/page.po?later")).default;
