// How the page speaks English. The sentences stand in en/: those of the first views in page.ts and table.ts, those of the views that are
// loaded on demand in later.ts. catalogue.ts says how they are written.

import { page } from "./en/page.ts";
import { table } from "./en/table.ts";
import type { PieceType, Variant } from "../core/index.ts";

/** The default settings for a visitor with English. */
export const standards = { coordinates: "letters" } as const;
export const notation = "western";

/** The English name of a kind of piece, from the game's file. */
export const typeName = (type: PieceType) => type.name;

/** The English name of a square: "7g". */
export const squareName = (variant: Variant, square: number) => variant.squareNames[square];

/** Translations of lines of the games' files: none, because the files are in English. */
export const gameTexts: Record<string, string> = {};

export const sentences = { ...page, ...table };

export const later = async () => (await import("./en/later.ts")).later;
