// Signs on the buttons of a game, drawn as strokes on a field of 24 by 24 units. css/page.css sets the width and form of all strokes
// (.icon). The signs of the buttons in buttons.ts are in its rows.

import { s } from "../lib/dom.ts";

/** The strokes of each sign, as an SVG path. */
export const SIGNS = {
  first: "M11 17l-5-5 5-5M18 17l-5-5 5-5",
  back: "M14.5 17l-5-5 5-5",
  on: "M9.5 17l5-5-5-5",
  latest: "M13 17l5-5-5-5M6 17l5-5-5-5",
  play: "M8 5.5v13l10.5-6.5z",
  pause: "M8.5 5.5v13M15.5 5.5v13",
  more: "M4.4 12a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0M11.4 12a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0M18.4 12a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0",
  turn: "M8 19.5v-15M4 8.5l4-4 4 4M16 4.5v15M12 15.5l4 4 4-4",
  again: "M5.5 9.5a7.2 7.2 0 1 1-.6 4.5M5 4.5v5h5",
  next: "M5 12h13.5M13 6.5l5.5 5.5-5.5 5.5",
  new: "M12 5v14M5 12h14",
  close: "M6 6l12 12M18 6L6 18",
  zoomIn: "M12 5.5v13M5.5 12h13",
  zoomOut: "M5.5 12h13",
  whole: "M14.5 4.5h5v5M19.5 4.5l-6 6M9.5 19.5h-5v-5M4.5 19.5l6-6",
};

/**
 * The element of a sign on a button, beside words or instead of them; screen readers skip it.
 * @param strokes SVG path
 */
export const icon = (strokes: string) =>
  s(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    s("path", { d: strokes }),
  );
