// How the page speaks Japanese. Its sentences are languages/ja/page.po, the texts of the shipped games languages/ja/games.po.

import gameTexts from "../../languages/ja/games.po";
import sentences from "../../languages/ja/page.po";
import { fullWidth, kanjiNumber } from "./words.ts";
import type { Variant } from "../core/rules.ts";
import type { PieceType } from "../core/types.ts";

export const standards = { notation: "japanese", coordinates: "kanji" } as const;

/** What a kind of piece is called: what stands on it, where the game's file says that. */
export const typeName = (type: PieceType) => type.kanji || type.name;

/** A square as the Japanese notation writes it. */
export const squareName = (variant: Variant, square: number) =>
  fullWidth(variant.file(square)) + kanjiNumber(variant.rank(square));

export { gameTexts, sentences };
