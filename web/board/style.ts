// The look that the visitor has chosen for the pieces of each family of games.

import { changeSetting, settings } from "../settings/settings.ts";
import { setsOf } from "./pieces.ts";
import type { Family, Variant } from "../core/index.ts";

const FEET_FROM = 12; // minimum number of files and ranks of a board whose pieces have a foot

/** Has the board so many squares that pieces are small, and need a foot to be told apart? */
export const hasFeet = ({ files, ranks }: Variant) => Math.min(files, ranks) >= FEET_FROM;

/** The name of the piece set with which games of a family are drawn. */
export function styleOf(family: Family) {
  const wanted = family === "wedge" ? settings.pieces : settings.styles[family];
  const sets = setsOf(family);
  return (sets.find(({ name }) => name === wanted) ?? sets[0]).name;
}

/** Draws games of a family with this piece set from now on. */
export function chooseStyle(family: Family, name: string) {
  if (family === "wedge") changeSetting("pieces", name);
  else changeSetting("styles", { ...settings.styles, [family]: name });
}

/** All choices as a text, which changes when a board has to be drawn again. */
export const stylesKey = () => JSON.stringify([settings.pieces, settings.styles, settings.feet]);

/** Do pieces on the board have a foot that shows how they move? */
export const showsFeet = (variant: Variant) => settings.feet && hasFeet(variant);
