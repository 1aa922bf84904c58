// The line above a game: its title, the notation of its moves, the replay, and the facts that both players should have in sight.

import { gameText, say } from "../language/catalogue.ts";
import { NOTATIONS } from "../language/words.ts";
import { h, replace } from "../lib/dom.ts";
import { handicapRule, ruleChips } from "../rules/rulechips.ts";
import { titleParts } from "../rules/titles.ts";
import { changeSetting, settings } from "../settings/settings.ts";
import { clockWords } from "./clock.ts";
import { tossTold } from "./furigoma.ts";
import { icon, SIGNS } from "./icons.ts";
import { toggleReplay } from "./replay.ts";
import { isSelfPlay } from "./seats.ts";
import { isOver } from "./table.ts";
import type { Play } from "./state.ts";
import type { Table } from "./table.ts";

const PACES = [0.5, 1, 2, 4]; // seconds a move

export interface Heading {
  readonly line: HTMLElement;
  readonly title: HTMLElement;
  readonly notation: HTMLSelectElement;
  /** the button of the replay and the choice of its pace */
  readonly playback: HTMLElement;
  readonly player: HTMLElement;
  readonly facts: HTMLElement;
  /** how the toss fell, until the first move */
  readonly toss: HTMLElement;
}

function notationChoice() {
  const options = NOTATIONS.map(([value, title]) =>
    h("option", { value, text: say(title), selected: settings.notation === value }),
  );
  const select = h("select", { "aria-label": say("setting.notation") }, options);
  select.addEventListener("change", () =>
    changeSetting("notation", NOTATIONS[select.selectedIndex][0]),
  );
  return select;
}

/** How long each move stays while a game plays itself. */
function paceChoice() {
  const options = PACES.map((count) =>
    h("option", {
      value: count,
      text: say("step.seconds", { count }),
      selected: settings.pace === count,
    }),
  );
  const select = h("select", { class: "pace", "aria-label": say("step.pace") }, options);
  select.addEventListener("change", () => changeSetting("pace", PACES[select.selectedIndex]));
  return select;
}

export function buildHeading(play: Play): Heading {
  const title = h("h1", { class: "game-title" });
  const notation = notationChoice();
  const onclick = () => toggleReplay(play);
  const player = h("button", { type: "button", "data-act": "replay", onclick });
  const playback = h("span", { class: "playback", hidden: true }, player, paceChoice());
  const facts = h("ul", { class: "chips", "aria-label": say("frame.facts") });
  const toss = h("p", { class: "toss-told", hidden: true });
  const line = h("div", { class: "title-line" }, title, notation, playback, facts);
  return { line, title, notation, playback, player, facts, toss };
}

export function showHeading(heading: Heading, play: Play, table: Table) {
  const { title, notation, facts } = heading;
  const { message, variant } = table;
  showPlayback(heading, play, table);
  if (title.dataset.of !== message.id) {
    title.dataset.of = message.id;
    const name = message.variantText ? "" : message.game;
    replace(title, titleParts(name, gameText(message.title), variant.about.version));
  }
  showChips(facts, table);
  showToss(heading, table);
  notation.value = settings.notation;
}

function showPlayback({ playback, player }: Heading, { replay }: Play, table: Table) {
  playback.hidden = !(isOver(table) || isSelfPlay(table)) || !table.played.length;
  const sign = replay.on ? "pause" : "play";
  if (player.dataset.sign === sign) return;
  player.dataset.sign = sign;
  player.setAttribute("aria-label", say(replay.on ? "step.pause" : "step.play"));
  replace(player, icon(SIGNS[sign]));
}

function showToss({ toss }: Heading, { message, played }: Table) {
  const { toss: tossed, names } = message;
  if (tossed && !toss.childElementCount) {
    replace(toss, tossTold(tossed, names[tossed.by] ?? say("strip.nameless")));
  }
  toss.hidden = !tossed || played.length > 0;
}

/** The clock, the house rules in force and the number of watchers. Drawn only when they change, so that the explanation of a chip stays. */
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
