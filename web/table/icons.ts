// The signs on a game's buttons: one family, drawn with one pen on a field of 24 by 24. css/page.css has the pen.

import { s } from "../lib/dom.ts";

/** The strokes of each sign. */
const STROKES = {
  first: "M11 17l-5-5 5-5M18 17l-5-5 5-5",
  back: "M14.5 17l-5-5 5-5",
  on: "M9.5 17l5-5-5-5",
  play: "M8 5.5v13l10.5-6.5z",
  pause: "M8.5 5.5v13M15.5 5.5v13",
  latest: "M13 17l5-5-5-5M6 17l5-5-5-5",
  zoomIn: "M12 5.5v13M5.5 12h13",
  zoomOut: "M5.5 12h13",
  whole: "M14.5 4.5h5v5M19.5 4.5l-6 6M9.5 19.5h-5v-5M4.5 19.5l6-6",
  flip: "M8 19.5v-15M4 8.5l4-4 4 4M16 4.5v15M12 15.5l4 4 4-4",
  undo: "M8.5 13.5L4 9l4.5-4.5M4 9h10.5a5.25 5.25 0 0 1 0 10.5H9",
  resign: "M6 20.5v-17M6 4.5c4-2 7.5 2 12.5 0v9c-5 2-8.5-2-12.5 0",
  hint: "M9.5 20.5h5M9.5 17.5h5v-1c0-1 .4-1.7 1.2-2.4a5.8 5.8 0 1 0-7.4 0c.8.7 1.2 1.4 1.2 2.4z",
  draw: "M4.5 5.5L7 4v6.5M18 4.5l-12 15M14 15.5a2.3 2.3 0 1 1 4.1 1.4L14 20.5h5",
  declare:
    "M12 4v16M8.5 20h7M5.5 7h13M5.5 7l-3 7a3.1 3.1 0 0 0 6 0zM18.5 7l-3 7a3.1 3.1 0 0 0 6 0z",
  abort: "M6 6l12 12M18 6L6 18",
  type: "M4.5 6.5h15a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-15a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2zM6.5 10.5h.01M10.2 10.5h.01M13.8 10.5h.01M17.5 10.5h.01M8 14h8",
  pen: "M4 20l1-4.5L16.2 4.3a1.9 1.9 0 0 1 2.7 0l.8.8a1.9 1.9 0 0 1 0 2.7L8.5 19zM14 6.5l3.5 3.5",
  attacks: "M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM12 2.5V8M12 16v5.5M2.5 12H8M16 12h5.5",
  rules:
    "M12 6.5c-2-1.5-4.8-2-8.5-2v13c3.7 0 6.5.5 8.5 2 2-1.5 4.8-2 8.5-2v-13c-3.7 0-6.5.5-8.5 2zM12 6.5v13",
  share: "M12 4v11.5M7 10.5l5 5 5-5M4.5 20h15",
};

export type IconName = keyof typeof STROKES;

/** What a button shows beside its words, or in their place; whoever hears the page isn't told of it. */
export const icon = (name: IconName) =>
  s(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    s("path", { d: STROKES[name] }),
  );
