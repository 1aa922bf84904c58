// The choice of a piece set: a field of the settings for each family of games, and a dialog beside the board with pictures of the game's pieces.

import { FEET, footOf } from "../board/foot.ts";
import { pieceIcon, setsOf } from "../board/pieces.ts";
import { chooseStyle, hasFeet, styleOf } from "../board/style.ts";
import { say } from "../language/catalogue.ts";
import { closeButton, h, openDialog, s } from "../lib/dom.ts";
import { changeSetting, settings } from "./settings.ts";
import type { Foot } from "../board/foot.ts";
import type { Family, Variant } from "../core/index.ts";
import type { PlainKey } from "../language/keys.ts";

/** Keys of the names of the piece sets. */
const SET_NAMES: Record<string, PlainKey> = {
  stupa: "pieces.stupa",
  figure: "pieces.figure",
  disc: "pieces.disc",
  discFigure: "pieces.discFigure",
  animal: "pieces.animal",
  auto: "pieces.auto",
  print: "pieces.print",
  brush: "pieces.brush",
  kanji1: "pieces.kanji1",
  kanji2: "pieces.kanji2",
  "two-tone": "pieces.twoTone",
  upright: "pieces.upright",
  western: "pieces.western",
  moves: "pieces.moves",
};

/** Keys of the labels of the settings, by family. */
const FAMILIES: [Family, PlainKey][] = [
  ["wedge", "setting.pieces"],
  ["figure", "setting.figures"],
  ["disc", "setting.discs"],
  ["stupa", "setting.stupas"],
  ["animal", "setting.animals"],
];

const FOOT_WORDS: Record<Foot, PlainKey> = {
  step: "foot.step",
  slide: "foot.slide",
  jump: "foot.jump",
  lion: "foot.lion",
  burn: "foot.burn",
};

const nameOf = (set: string) => say(SET_NAMES[set]);

/** A field for the piece set of each family. */
export const styleFields = () =>
  FAMILIES.map(([family, label]) => {
    const id = family === "wedge" ? "set-pieces" : `set-pieces-${family}`;
    const chosen = styleOf(family);
    const options = setsOf(family).map(({ name }) =>
      h("option", { value: name, text: nameOf(name), selected: name === chosen }),
    );
    const select = h("select", { id }, options);
    select.addEventListener("change", () => chooseStyle(family, select.value));
    return h("p", { class: "field" }, h("label", { for: id, text: say(label) }), select);
  });

/** A checkbox for the feet of pieces on large boards. */
export function feetField() {
  const box = h("input", { type: "checkbox", id: "set-feet", checked: settings.feet });
  box.addEventListener("change", () => changeSetting("feet", box.checked));
  return h(
    "p",
    { class: "field check" },
    box,
    h("label", { for: box.id, text: say("setting.feet") }),
  );
}

const SAMPLES = 4; // number of kinds whose pictures show a set

/** Kinds that look different: the royal, the strongest ones, and the weakest. */
function samples({ kinds }: Variant) {
  const plain = kinds.filter(({ unpromoted }) => !unpromoted);
  const worth = (i: number) => (plain[i].royal ? Infinity : plain[i].value);
  const order = [...plain.keys()].sort((a, b) => worth(b) - worth(a) || a - b);
  const last = order.length > SAMPLES ? [order[order.length - 1]] : [];
  return [...order.slice(0, SAMPLES - last.length), ...last].map((i) => plain[i]);
}

function option(variant: Variant, set: string) {
  const { family } = variant;
  const id = `style-${set}`;
  const onchange = () => chooseStyle(family, set);
  const checked = styleOf(family) === set;
  const sides = [0, 1, 0, 1] as const;
  const pictures = samples(variant).map((kind, i) =>
    pieceIcon(kind, { set, side: sides[i], turn: 180 * sides[i], small: true }),
  );
  return h(
    "p",
    { class: "style-option" },
    h("input", { type: "radio", name: "style", id, value: set, checked, onchange }),
    h("label", { for: id }, h("span", { class: "style-pieces" }, pictures), nameOf(set)),
  );
}

/** What the foot of a piece means, for each family of movement that the game has. */
function feetLegend({ kinds }: Variant) {
  const there = new Set(kinds.map(footOf));
  return h(
    "ul",
    { class: "feet" },
    FEET.filter((foot) => there.has(foot)).map((foot) =>
      h(
        "li",
        null,
        s(
          "svg",
          { viewBox: "-40 25 80 20", "aria-hidden": "true" },
          s("path", { d: "M-36,35H36", class: `foot ${foot}` }),
        ),
        say(FOOT_WORDS[foot]),
      ),
    ),
  );
}

/** Shows the dialog for the pieces of a game. A choice is kept for all games of its family. */
export function showStyles(variant: Variant) {
  openDialog(
    { class: "ask styles", "aria-labelledby": "styles-title" },
    h("h2", { id: "styles-title", text: say("styles.title") }),
    h(
      "fieldset",
      null,
      h("legend", { class: "visually-hidden", text: say("styles.title") }),
      setsOf(variant.family).map(({ name }) => option(variant, name)),
    ),
    hasFeet(variant) ? [feetField(), feetLegend(variant)] : null,
    h("div", { class: "buttons" }, closeButton({ class: "main", text: say("dialog.done") })),
  );
}
