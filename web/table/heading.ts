// The line above a game: its title, and the facts that both players should have in sight.

import { gameText, say } from "../language/catalogue.ts";
import { h, replace } from "../lib/dom.ts";
import { laterOrNull } from "../lib/later.ts";
import { handicapRule, ruleChips } from "../rules/rulechips.ts";
import { titleParts } from "../rules/titles.ts";
import { clockWords } from "./clock.ts";
import type { Table } from "./table.ts";

export interface Heading {
  readonly line: HTMLElement;
  readonly title: HTMLElement;
  readonly facts: HTMLElement;
  /** the result of the toss, shown until the first move */
  readonly toss: HTMLElement;
}

export function buildHeading(): Heading {
  const title = h("h1", { class: "game-title" });
  const facts = h("ul", { class: "chips", "aria-label": say("frame.facts") });
  const toss = h("p", { class: "toss-told", hidden: true });
  const line = h("div", { class: "title-line" }, title, facts);
  return { line, title, facts, toss };
}

export function showHeading(heading: Heading, table: Table) {
  const { title, facts } = heading;
  const { message, variant } = table;
  if (title.dataset.of !== message.id) {
    title.dataset.of = message.id;
    const name = message.variantText ? "" : message.game;
    replace(title, titleParts(name, gameText(message.title), variant.about.version));
  }
  showChips(facts, table);
  showToss(heading, table);
}

async function showToss({ toss }: Heading, { message, played }: Table) {
  const { toss: tossed, names } = message;
  toss.hidden = !tossed || played.length > 0;
  if (!tossed || toss.hidden || toss.childElementCount) return;
  const coming = await laterOrNull(import("./furigoma.ts"));
  if (coming) replace(toss, coming.tossTold(tossed, names[tossed.by] ?? say("strip.nameless")));
}

/**
 * Shows the clock, the house rules in force and the number of watchers as chips. They are drawn only when they change, so that the
 * explanation of a chip stays open.
 */
function showChips(box: HTMLElement, { message, variant }: Table) {
  const { clock, presence } = message;
  const { watchers } = presence;
  const key = JSON.stringify([message.id, clock?.rules, watchers]);
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  replace(
    box,
    clock ? h("li", { class: "chip", text: clockWords(clock.rules) }) : null,
    ruleChips([...handicapRule(variant.handicaps, message.sfen), ...variant.options]),
    watchers ? h("li", { class: "chip", text: say("chip.watchers", { count: watchers }) }) : null,
  );
}
