// Words the page uses again and again.

export const SIDES = ["sente", "gote"];
export const SIDE_NAMES = ["Sente", "Gote"];

export const LEVELS = [
  "knows how the pieces move, little else",
  "takes what it sees",
  "looks one move ahead, often slips",
  "looks a little further, sometimes slips",
  "plays sensibly",
  "seldom overlooks a capture",
  "thinks ahead",
  "punishes mistakes",
  "strong",
  "very strong",
  "full strength: plays its best",
];
/** The last place of the slider; in messages full strength is level 0. */
export const FULL_STRENGTH = LEVELS.length;

export const playerWord = (player, level) =>
  player !== "engine" ? "a person" : level ? `Henka, level ${level}` : "Henka, full strength";

export function resultWords(result) {
  if (!result) return "";
  const { reason, winner } = result;
  if (winner === null || winner === undefined) return `Draw: ${reason}`;
  return `${SIDE_NAMES[SIDES.indexOf(winner)]} wins: ${reason}`;
}

export function when(time) {
  return new Date(time).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}
