// The rules of a game as elements for a page or a dialog: story, starting position, rules in words, house rules, and each piece
// with its moves.

import { littleArray } from "../board/littleboard.ts";
import { pieceIcon } from "../board/pieces.ts";
import { styleOf } from "../board/style.ts";
import { say, typeName } from "../language/catalogue.ts";
import { joinedFacts } from "../language/words.ts";
import { announce, closeButton, h, openBeside, openDialog } from "../lib/dom.ts";
import { legend, moveDiagram } from "./diagram.ts";
import { handicapList } from "./handicaplist.ts";
import { pieceSlug, rulesAddress } from "./rulesaddress.ts";
import { titleParts } from "./titles.ts";
import type { PieceType, Variant, VariantOption } from "../core/index.ts";
import type { Child } from "../lib/domtypes.ts";
import type { RulesAddress } from "./rulesaddress.ts";

/** The kind that a piece promotes to, or else the kind that promotes to it, in words; "" if there is none. */
function becomes(variant: Variant, type: PieceType) {
  const other = type.promoted || type.unpromoted;
  if (!other) return "";
  const name = typeName(variant.type(other));
  if (variant.eitherFace) return say("about.otherSide", { name });
  return type.promoted ? say("about.promotesTo", { name }) : say("about.promotedFrom", { name });
}

/** The program's estimate of the kind's worth, relative to the weakest kind, in words. */
const worth = ({ royal, value }: PieceType) =>
  royal ? say("about.royal") : say("about.worth", { worth: Math.round(value / 10) / 10 });

/**
 * The card of a kind of piece: facts, diagram, moves in words.
 * @param link shown in place of the kind's name
 */
export function pieceCard(variant: Variant, kind: number, link?: Child) {
  const type = variant.type(kind);
  const name = typeName(type);
  const kanji = name === type.kanji ? "" : type.kanji;
  const facts = [kanji, worth(type), becomes(variant, type), say("about.written", { id: type.id })];
  return h(
    "article",
    { class: `piece-card ${variant.isStrip ? "wide" : ""}` },
    h(
      "header",
      null,
      pieceIcon(type, { set: styleOf(variant.family) }),
      h(
        "div",
        null,
        h("h3", null, link ?? name),
        h("p", { class: "facts", text: joinedFacts(facts) }),
      ),
    ),
    moveDiagram(variant, kind, styleOf(variant.family)),
    h("p", { text: type.words }),
  );
}

/** The short card of a kind of piece, shown in a tip beside a piece on the board. */
export function pieceTip(variant: Variant, kind: number) {
  const type = variant.type(kind);
  return [
    h("p", { class: "tip-name", text: typeName(type) }),
    moveDiagram(variant, kind, styleOf(variant.family)),
    h("p", { class: "tip-words", text: type.words }),
    type.promoted ? h("p", { class: "tip-words", text: becomes(variant, type) }) : null,
  ];
}

// ---- the pieces, by families

/** A kind, the kind that it promotes to, the kind that this one promotes to, and so on. */
function chainFrom(kinds: readonly PieceType[], kind: number) {
  const chain = [kind];
  for (;;) {
    const next = kinds[chain[chain.length - 1] - 1].promoted;
    if (!next || chain.includes(next)) return chain;
    chain.push(next);
  }
}

/**
 * All kinds in families; a family is a list of a kind and its promotions. Families of royals are first, then the others by the
 * value of their first kind, the greatest first. Of families with the same names and moves only the first one is listed.
 */
export function families({ kinds }: Variant) {
  const all = kinds.map((_, i) => i + 1);
  const heads = all.filter((kind) => !kinds[kind - 1].unpromoted);
  const chains = heads.map((kind) => chainFrom(kinds, kind));
  const alone = all.filter((kind) => !chains.some((chain) => chain.includes(kind)));
  chains.push(...alone.map((kind) => [kind]));
  const distinct: Map<string, number[]> = new Map();
  for (const chain of chains) {
    const told = chain.map((kind) => `${kinds[kind - 1].name}|${kinds[kind - 1].words}`).join(">");
    if (!distinct.has(told)) distinct.set(told, chain);
  }
  const rank = ([kind]: number[]) => (kinds[kind - 1].royal ? Infinity : kinds[kind - 1].value);
  return [...distinct.values()].sort((a, b) =>
    rank(a) < rank(b) ? 1 : rank(a) > rank(b) ? -1 : 0,
  );
}

/** The text about a kind of piece in which the search field looks for the typed words. */
const searched = (type: PieceType) =>
  [typeName(type), type.name, type.kanji, type.kanji1, type.id, type.western, type.words]
    .join("\n")
    .toLowerCase();

/** A search field that hides the families in which no piece has all typed words. */
function searchField(variant: Variant, shown: { chain: number[]; element: HTMLElement }[]) {
  const count = h("span", { class: "found" });
  const field = h("input", {
    type: "search",
    id: "find-piece",
    autocomplete: "off",
    spellcheck: "false",
  });
  field.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const { chain, element } of shown) {
      const texts = chain.map((kind) => searched(variant.type(kind)));
      element.hidden = !texts.some((text) => words.every((word) => text.includes(word)));
      if (!element.hidden) found++;
    }
    count.textContent = words.length ? say("about.found", { count: found }) : "";
    announce(count.textContent);
  });
  return h(
    "p",
    { class: "piece-search" },
    h("label", { for: field.id, text: say("about.search") }),
    field,
    count,
  );
}

/**
 * The part of the rules on the pieces: legend, search field, and cards in families.
 * @param address of the game's rules, to which links of the pieces lead; null: the pieces' names are no links
 */
function pieces(variant: Variant, address: RulesAddress | null) {
  const chains = families(variant);
  const shown = chains.map((chain) => {
    const cards = chain.map((kind) => {
      const piece = pieceSlug(variant, kind);
      const href = address && rulesAddress({ ...address, piece });
      const link = href ? h("a", { href, text: typeName(variant.type(kind)) }) : null;
      const card = pieceCard(variant, kind, link);
      card.dataset.piece = piece;
      return card;
    });
    const element = h("div", { class: `family ${variant.isStrip ? "wide" : ""}` }, cards);
    element.dataset.cards = String(cards.length);
    return { chain, element };
  });
  const signs = legend(variant, chains.flat());
  return [
    h("p", { class: "by", text: say("about.sorted") }),
    h(
      "ul",
      { class: "legend", "aria-label": say("about.legend") },
      signs.map(({ icon, words }) => h("li", null, icon, words)),
    ),
    searchField(variant, shown),
    h(
      "div",
      { class: "families" },
      shown.map(({ element }) => element),
    ),
  ];
}

// ---- story, rules in words, house rules

function authorship({ about: { author, year: text } }: Variant) {
  const year = /^\d+$/.test(text) ? say("about.year", { year: text }) : text;
  if (author && year) return say("about.byIn", { author, year });
  return author ? say("about.by", { author }) : year;
}

function story(variant: Variant) {
  const { story: text, source, note } = variant.about;
  const by = authorship(variant);
  const link = /^https?:/.test(source)
    ? h("a", { href: source, rel: "noreferrer noopener", target: "_blank", text: source })
    : source;
  return [
    by ? h("p", { class: "by", text: by }) : null,
    [...text.split("\n"), ...note.split("\n")].map((line) => line && h("p", { text: line })),
    source ? h("p", { class: "source" }, say("about.source"), " ", link) : null,
  ];
}

/** A picture of the game's starting position; null if it can't be drawn. */
function arrayPicture(variant: Variant) {
  const board = littleArray(variant);
  return board && h("div", { class: "array", role: "img", "aria-label": say("own.board") }, board);
}

function ruling({ name, help, value, choices, default: standard }: VariantOption) {
  return [
    h("dt", { text: help || name }),
    choices.map((choice) => {
      const words = choice.help || choice.value;
      const own = choice.value === value;
      const isStandard = choice.value === standard;
      const said = own && !isStandard ? "about.houseRule" : isStandard ? "about.standard" : null;
      const tick = h(
        "span",
        { class: "tick", role: "img", "aria-label": say("about.inForce") },
        "✓",
      );
      return h(
        "dd",
        { class: own ? "in-force" : "" },
        own ? tick : null,
        said ? say(said, { ruling: words }) : words,
      );
    }),
  ];
}

const rulings = ({ options }: Variant) =>
  options.length ? h("dl", { class: "rulings" }, options.map(ruling)) : null;

/**
 * A list of lines.
 * @param lines a line that begins with a space is indented
 */
const inWords = (lines: readonly string[]) =>
  h(
    "ul",
    { class: "in-words" },
    lines.map((line) => h("li", { class: line.startsWith(" ") ? "sub" : "", text: line.trim() })),
  );

/** The parts of a game's rules, each with its heading. */
function rulesParts(
  variant: Variant,
  address: RulesAddress | null,
): { title: string; content: Child }[] {
  const [board, ...rest] = variant.sections;
  const house = rulings(variant);
  const handicaps = handicapList(variant);
  return [
    { title: board.title, content: [arrayPicture(variant), inWords(board.lines)] },
    ...rest.map(({ title, lines }) => ({ title, content: inWords(lines) })),
    ...(house ? [{ title: say("rules.title"), content: house }] : []),
    ...(handicaps ? [{ title: say("handicap.list"), content: handicaps }] : []),
    { title: say("about.pieces"), content: pieces(variant, address) },
  ];
}

/**
 * The rules of a game: the story, a button that leads to each part, and the parts.
 * @param address of the game's rules, to which links of the pieces lead; null: the pieces' names are no links
 */
export function rulesBody(variant: Variant, address: RulesAddress | null) {
  const sections = rulesParts(variant, address).map(({ title, content }) =>
    h("section", null, h("h2", { tabindex: -1, text: title }), content),
  );
  const jumps = sections.map((section) => {
    const heading = section.querySelector("h2") as HTMLElement;
    const onclick = () => {
      heading.scrollIntoView();
      heading.focus({ preventScroll: true });
    };
    return h("button", { type: "button", onclick, text: heading.textContent });
  });
  return [
    story(variant),
    h("nav", { class: "rules-nav", "aria-label": say("about.contents") }, jumps),
    sections,
  ];
}

/**
 * Opens the rules of a game in a dialog; if `place` already has such a dialog, closes it.
 * @param address of the page with the same rules
 * @param place element beside the board for a dialog that doesn't block the game; null: the dialog is over the page
 */
export function showRules(
  variant: Variant,
  address: Partial<RulesAddress>,
  place: Element | null = null,
) {
  const shown = place?.querySelector("dialog.rules");
  if (shown instanceof HTMLDialogElement) return shown.close();
  const attributes = { class: "rules", "aria-labelledby": "rules-title" };
  const parts = [
    h(
      "header",
      { class: "dialog-head" },
      h("h1", { id: "rules-title" }, titleParts("", variant.title, variant.about.version)),
      h("a", {
        class: "as-page",
        href: rulesAddress(address),
        target: "_blank",
        text: say("about.asPage"),
      }),
      closeButton({ class: "close", "aria-label": say("dialog.close"), text: "×" }),
    ),
    h("div", { class: "dialog-body", tabindex: 0 }, rulesBody(variant, null)),
  ];
  if (place) openBeside(place, attributes, ...parts);
  else openDialog(attributes, ...parts);
}

export function showPiece(variant: Variant, piece: number) {
  openDialog(
    { class: "one-piece", "aria-label": typeName(variant.type(piece)) },
    pieceCard(variant, Math.abs(piece)),
    h("div", { class: "buttons" }, closeButton({ text: say("dialog.close") })),
  );
}

/**
 * Scrolls to the card of a piece; returns false if there is none.
 * @param piece slug of the piece (pieceSlug)
 */
export function showCard(root: Element, piece: string) {
  root.querySelectorAll(".wanted").forEach((card) => card.classList.remove("wanted"));
  const cards = [...root.querySelectorAll("[data-piece]")];
  const card = cards.find((each) => each instanceof HTMLElement && each.dataset.piece === piece);
  if (!card) return false;
  const field = root.querySelector("#find-piece");
  if (field instanceof HTMLInputElement && field.value) {
    field.value = "";
    field.dispatchEvent(new Event("input"));
  }
  card.classList.add("wanted");
  card.scrollIntoView({ block: "center" });
  const link = card.querySelector("h3 a");
  if (link instanceof HTMLElement) link.focus({ preventScroll: true });
  return true;
}
