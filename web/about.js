// The rules of a game: its story, the rulings in force, each piece with its moves.

import { say, typeName } from "./catalogue.js";
import { legend, markIcon, moveDiagram } from "./diagram.js";
import { closeButton, h, openDialog } from "./dom.js";
import { handicapList } from "./handicaplist.js";
import { pieceIcon } from "./pieces.js";
import { settings } from "./settings.js";

/** @import { PieceType } from "./core.js" */
/** @import { Variant } from "./rules.js" */

/**
 * What the piece turns into, or what it is when it is promoted.
 * @param {Variant} variant
 * @param {PieceType} type
 */
function becomes(variant, type) {
  const other = type.promoted || type.unpromoted;
  if (!other) return "";
  const name = typeName(variant.type(other));
  if (variant.eitherFace) return say("about.otherSide", { name });
  return type.promoted ? say("about.promotesTo", { name }) : say("about.promotedFrom", { name });
}

/**
 * @param {Variant} variant
 * @param {number} kind
 */
export function pieceCard(variant, kind) {
  const type = variant.type(kind);
  const strip = variant.isStrip;
  const name = typeName(type);
  const kanji = name === type.kanji ? "" : type.kanji;
  const facts = [kanji, type.royal ? say("about.royal") : "", becomes(variant, type)];
  return h(
    "article",
    { class: `piece-card ${strip ? "wide" : ""}` },
    h(
      "header",
      null,
      pieceIcon(type, { set: settings.pieces }),
      h(
        "div",
        null,
        h("h3", { text: name }),
        h("p", { class: "facts", text: facts.filter(Boolean).join(" · ") }),
      ),
    ),
    moveDiagram(type, { set: settings.pieces, strip }),
    h("p", { text: type.words }),
  );
}

/** @param {Variant} variant */
function rulings(variant) {
  if (!variant.options.length) return [];
  const rows = variant.options.map((option) => {
    const { name, help, value, choices } = option;
    const ruling = choices.find((choice) => choice.value === value)?.help || value;
    const text = value === option.default ? ruling : say("about.houseRule", { ruling });
    return [h("dt", { text: help || name }), h("dd", { text })];
  });
  return [h("h2", { text: say("about.rulings") }), h("dl", { class: "rulings" }, rows)];
}

/** @param {Variant} variant */
function authorship({ about: { author, year } }) {
  if (author && year) return say("about.byIn", { author, year });
  return author ? say("about.by", { author }) : year;
}

/** @param {Variant} variant */
function story(variant) {
  const { story: text, source, note } = variant.about;
  const by = authorship(variant);
  const link = /^https?:/.test(source)
    ? h("a", { href: source, rel: "noreferrer noopener", target: "_blank", text: source })
    : source;
  return [
    by ? h("p", { class: "by", text: by }) : null,
    text ? h("p", { text }) : null,
    note ? h("p", { text: note }) : null,
    source ? h("p", { class: "source" }, say("about.source"), " ", link) : null,
  ];
}

/**
 * Every kind once: namesakes with one name and one picture are one card.
 * @param {Variant} variant
 */
function distinctKinds({ kinds }) {
  /** @type {Map<string, number>} */
  const found = new Map();
  kinds.forEach(({ name, words, promoted, unpromoted }, i) => {
    const key = [name, words, promoted > 0, unpromoted > 0].join("|");
    if (!found.has(key)) found.set(key, i + 1);
  });
  return [...found.values()];
}

/** @param {Variant} variant */
export function showRules(variant) {
  openDialog(
    { class: "rules", "aria-labelledby": "rules-title" },
    h(
      "header",
      { class: "dialog-head" },
      h("h1", { id: "rules-title", text: variant.title }),
      closeButton({ class: "close", "aria-label": say("dialog.close"), text: "×" }),
    ),
    h(
      "div",
      { class: "dialog-body", tabindex: 0 },
      story(variant),
      rulings(variant),
      handicapList(variant),
      h("h2", { text: say("about.pieces") }),
      h(
        "ul",
        { class: "legend" },
        legend(variant.kinds).map(({ kinds, words }) => h("li", null, markIcon(kinds), words)),
      ),
      h(
        "div",
        { class: "piece-cards" },
        distinctKinds(variant).map((kind) => pieceCard(variant, kind)),
      ),
      h(
        "details",
        null,
        h("summary", { text: say("about.inWords") }),
        h("pre", { class: "describe", text: variant.describe() }),
      ),
    ),
  );
}

/**
 * @param {Variant} variant
 * @param {number} piece
 */
export function showPiece(variant, piece) {
  openDialog(
    { class: "one-piece", "aria-label": typeName(variant.type(piece)) },
    pieceCard(variant, piece),
    h("div", { class: "buttons" }, closeButton({ text: say("dialog.close") })),
  );
}
