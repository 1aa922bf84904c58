// The rules of a game: its story, the rulings in force, each piece with its moves.

import { h } from "./dom.js";
import { LEGEND, markIcon, moveDiagram } from "./diagram.js";
import { pieceIcon } from "./pieces.js";
import { settings } from "./settings.js";

function becomes(variant, type) {
  const other = type.promoted || type.unpromoted;
  if (variant.eitherFace && other) return `other side: ${variant.types[other].name}`;
  if (type.promoted) return `promotes to ${variant.types[type.promoted].name}`;
  if (type.unpromoted) return `promoted ${variant.types[type.unpromoted].name}`;
  return "";
}

export function pieceCard(variant, kind) {
  const type = variant.types[kind];
  const strip = variant.isStrip;
  const facts = [type.royal ? "royal" : "", becomes(variant, type)].filter(Boolean).join(", ");
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
        h("h3", { text: type.name }),
        h("p", { class: "facts", text: [type.kanji, facts].filter(Boolean).join(" · ") }),
      ),
    ),
    moveDiagram(type, { set: settings.pieces, strip }),
    h("p", { text: type.words }),
  );
}

function rulings(variant) {
  if (!variant.options.length) return [];
  const rows = variant.options.map((option) => {
    const choice = option.choices.find(({ value }) => value === option.value);
    const changed = option.value !== option.standard ? " (house rule)" : "";
    return [
      h("dt", { text: option.help || option.name }),
      h("dd", { text: (choice?.help || option.value) + changed }),
    ];
  });
  return [h("h2", { text: "Rulings in force" }), h("dl", { class: "rulings" }, rows)];
}

function story(variant) {
  const { author, year, source, note } = variant.about;
  const by = [author && `by ${author}`, year].filter(Boolean).join(", ");
  const link = /^https?:/.test(source)
    ? h("a", { href: source, rel: "noreferrer noopener", target: "_blank", text: source })
    : source;
  return [
    by ? h("p", { class: "by", text: by }) : null,
    variant.about.story ? h("p", { text: variant.about.story }) : null,
    note ? h("p", { text: note }) : null,
    source ? h("p", { class: "source" }, "Source: ", link) : null,
  ];
}

/** Every kind once: namesakes with one name and one picture are one card. */
function kindsOf(variant) {
  const seen = new Set();
  const kinds = [];
  for (let kind = 1; kind < variant.types.length; kind++) {
    const { name, words, promoted, unpromoted } = variant.types[kind];
    const key = [name, words, promoted > 0, unpromoted > 0].join("|");
    if (!seen.has(key)) (seen.add(key), kinds.push(kind));
  }
  return kinds;
}

export function showRules(variant) {
  const used = new Set(
    variant.types.slice(1).flatMap((type) => type.marks.map(([, , kinds]) => kinds)),
  );
  const legend = LEGEND.filter(([, , shows]) => [...used].some(shows)).map(([kinds, text]) =>
    h("li", null, markIcon(kinds), text),
  );
  const dialog = h(
    "dialog",
    { class: "rules", "aria-labelledby": "rules-title" },
    h(
      "header",
      { class: "dialog-head" },
      h("h1", { id: "rules-title", text: variant.title }),
      h("button", {
        type: "button",
        class: "close",
        "aria-label": "Close",
        onclick: () => dialog.close(),
        text: "×",
      }),
    ),
    h(
      "div",
      { class: "dialog-body", tabindex: 0 },
      story(variant),
      rulings(variant),
      h("h2", { text: "Pieces" }),
      h("ul", { class: "legend" }, legend),
      h(
        "div",
        { class: "piece-cards" },
        kindsOf(variant).map((kind) => pieceCard(variant, kind)),
      ),
      h(
        "details",
        null,
        h("summary", { text: "The whole game in words" }),
        h("pre", { class: "describe", text: variant.describe() }),
      ),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
}

export function showPiece(variant, kind) {
  const dialog = h(
    "dialog",
    { class: "one-piece", "aria-label": variant.types[kind].name },
    pieceCard(variant, kind),
    h(
      "div",
      { class: "buttons" },
      h("button", { type: "button", onclick: () => dialog.close(), text: "Close" }),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
}
