// Signs on a game's buttons: one family, drawn with one pen on a field of 24 by 24. css/page.css has the pen. The signs of acts are in
// their rows of buttons.ts.

import { s } from "../lib/dom.ts";

/** The strokes of each sign. */
export const SIGNS = {
  first: "M11 17l-5-5 5-5M18 17l-5-5 5-5",
  back: "M14.5 17l-5-5 5-5",
  on: "M9.5 17l5-5-5-5",
  latest: "M13 17l5-5-5-5M6 17l5-5-5-5",
  play: "M8 5.5v13l10.5-6.5z",
  pause: "M8.5 5.5v13M15.5 5.5v13",
  zoomIn: "M12 5.5v13M5.5 12h13",
  zoomOut: "M5.5 12h13",
  whole: "M14.5 4.5h5v5M19.5 4.5l-6 6M9.5 19.5h-5v-5M4.5 19.5l6-6",
};

/** A sign beside the words of a button, or in their place; screen readers skip it. */
export const icon = (strokes: string) =>
  s(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    s("path", { d: strokes }),
  );
