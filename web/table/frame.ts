// The parts of the page around a game: boxes that others fill, and the buttons.

import { UPRIGHT } from "../board/layout.ts";
import { gameText, say } from "../language/catalogue.ts";
import { NOTATIONS, SIDES, sideWord } from "../language/words.ts";
import { h, replace } from "../lib/dom.ts";
import { handicapRule, ruleChips } from "../rules/rulechips.ts";
import { titleParts } from "../rules/titles.ts";
import { changeSetting, settings } from "../settings/settings.ts";
import { clockWords } from "./clock.ts";
import { tossTold } from "./furigoma.ts";
import { icon } from "./icons.ts";
import type { Side } from "../core/types.ts";
import type { PlainKey } from "../language/keys.ts";
import type { Extras } from "./gameview.ts";
import type { IconName } from "./icons.ts";
import type { Table } from "./table.ts";

/** The acts that are a message about the game and say no more: `{t, id}`. A new one needs its button and its state below, and nothing in play.ts. */
export const PLAIN_ACTS = ["undo", "hint", "abort"] as const;

/** Always: what anybody can do at any time. When another act can be done stands in `states` below. */
export type Always = "flip" | "pen" | "attacks" | "rules" | "share";
export type Act = (typeof PLAIN_ACTS)[number] | "draw" | "resign" | "declare" | "type" | Always;

export interface FrameActions {
  /** a button was pressed */
  act: (act: Act) => void;
  /** so many moves on, or back when negative */
  step: (plies: number) => void;
  /** the game plays itself, or no longer */
  replay: () => void;
  zoomBy: (factor: number) => void;
  zoomReset: () => void;
  /** beside the board and the hands */
  clickBeside: () => void;
}

/** Each with its words, and what a phone has room for. */
const ACTS: [Act, PlainKey, short: PlainKey][] = [
  ["undo", "act.undo", "act.undo"],
  ["hint", "act.hint", "act.hint"],
  ["draw", "act.draw", "act.drawShort"],
  ["declare", "act.declare", "act.declareShort"],
  ["resign", "act.resign", "act.resign"],
  ["abort", "act.abort", "act.abort"],
  ["flip", "act.flip", "act.flipShort"],
  ["type", "act.type", "act.typeShort"],
  ["pen", "act.pen", "act.penShort"],
  ["attacks", "act.attacks", "act.attacksShort"],
  ["rules", "act.rules", "act.rules"],
  ["share", "act.share", "act.shareShort"],
];

const STEPS: [PlainKey, sign: IconName, plies: number][] = [
  ["step.first", "first", -Infinity],
  ["step.back", "back", -1],
  ["step.on", "on", 1],
  ["step.latest", "latest", Infinity],
];

/** On a phone held upright these lie in one row with the steps, where the thumb is; not beside the buttons for zooming. */
const BY_THUMB: Act[] = ["flip", "undo", "resign"];
const ONE_ROW = 7; // of the other buttons there, at most

const ZOOM_FACTOR = 1.5;

/** A group of buttons without words, each with its label. */
const signGroup = (
  className: string,
  title: PlainKey,
  buttons: [PlainKey, sign: IconName, onclick: () => void][],
) =>
  h(
    "div",
    { class: className, role: "group", "aria-label": say(title) },
    buttons.map(([label, sign, onclick]) =>
      h("button", { type: "button", "aria-label": say(label), onclick }, icon(sign)),
    ),
  );

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

const PACES = [0.5, 1, 2, 4]; // seconds a move

/** How long each move stays where a game plays itself. */
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

/**
 * Whose attacked squares are shown.
 * @param handicap in a handicap game
 */
export const attackWords = (sides: readonly Side[], handicap: boolean) =>
  sides.length
    ? say("act.attacksBy", { sides: sides.map((side) => sideWord(side, handicap)) })
    : say("act.attacks");

/**
 * The same where there is little room.
 * @param handicap in a handicap game
 */
const shortAttackWords = (sides: readonly Side[], handicap: boolean) =>
  sides.length === 1
    ? sideWord(sides[0], handicap)
    : say(sides.length ? "act.attacksBoth" : "act.attacksShort");

/**
 * The clock and the house rules in force, and how many watch: what both should have in sight. Drawn anew only when they
 * change, so that what is said of a chip stays.
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

export function buildFrame(
  chat: HTMLElement,
  { act, step, replay, zoomBy, zoomReset, clickBeside }: FrameActions,
) {
  const board = h("div", { class: "board-box" });
  const farHand = h("div", { class: "hand far", role: "group" });
  const nearHand = h("div", { class: "hand near", role: "group" });
  const status = h("div", { class: "status", role: "status" });
  const entry = h("div", { class: "entry" });
  const confirm = h("div", { class: "confirm", role: "group", hidden: true });
  const words = h("div", { class: "words" }, entry); // messages join the move being entered
  const moves = h("div", {
    class: "moves",
    role: "region",
    "aria-label": say("frame.moves"),
  });
  const title = h("h1", { class: "game-title" });
  const facts = h("ul", { class: "chips", "aria-label": say("frame.facts") });
  const toss = h("p", { class: "toss-told", hidden: true });
  const farStrip = h("section", { class: "person-strip far-strip" });
  const nearStrip = h("section", { class: "person-strip near-strip" });
  const zoom = signGroup("zoom", "zoom.title", [
    ["zoom.in", "zoomIn", () => zoomBy(ZOOM_FACTOR)],
    ["zoom.out", "zoomOut", () => zoomBy(1 / ZOOM_FACTOR)],
    ["zoom.whole", "whole", zoomReset],
  ]);
  const steps = signGroup(
    "steps",
    "step.title",
    STEPS.map(([label, sign, plies]) => [label, sign, () => step(plies)]),
  );
  const player = h("button", {
    type: "button",
    "data-act": "replay",
    onclick: replay,
  });
  const playback = h("span", { class: "playback", hidden: true }, player, paceChoice());
  const notation = notationChoice();
  const buttons = new Map(
    ACTS.map(([name, label, short]) => [
      name,
      h(
        "button",
        { type: "button", "data-act": name, "data-short": say(short), onclick: () => act(name) },
        icon(name),
        h("span", { text: say(label) }),
      ),
    ]),
  );
  const call: (name: Act, text: string, short: string) => void = (name, text, short) => {
    const button = buttons.get(name);
    const said = button?.querySelector("span");
    if (!button || !said) return;
    button.dataset.short = short;
    if (said.textContent !== text) said.textContent = text;
  };
  const actions = h(
    "div",
    { class: "actions", role: "group", "aria-label": say("frame.game") },
    ...buttons.values(),
  );
  const head = h("div", { class: "list-head" }, steps, zoom);
  const arrange = () => {
    const [first] = actions.children;
    const thumb = matchMedia(UPRIGHT).matches && root.dataset.large !== "yes";
    for (const name of BY_THUMB) {
      const button = buttons.get(name);
      if (!button || thumb === (button.parentElement === head)) continue;
      if (thumb) head.append(button);
      else actions.insertBefore(button, first);
    }
    const shown = actions.querySelectorAll("button:not([hidden])").length;
    const columns = shown > ONE_ROW ? Math.ceil(shown / 2) : shown;
    actions.style.setProperty("--acts", String(columns));
    actions.style.setProperty("--all", String(shown));
  };
  const table = h(
    "section",
    { class: "table", "aria-label": say("frame.table") },
    farHand,
    h("div", { class: "board-frame" }, board, confirm),
    nearHand,
  );
  table.addEventListener("click", (event) => {
    // The path as clicked: a click may have redrawn its target.
    const parts = event.composedPath().filter((part) => part instanceof Element);
    if (!parts.some((part) => part.matches("svg.board, .held, .confirm"))) clickBeside();
  });
  const root = h(
    "div",
    { class: "play" },
    farStrip,
    table,
    nearStrip,
    h(
      "section",
      { class: "side", "aria-label": say("frame.game") },
      h("div", { class: "title-line" }, title, notation, playback, facts),
      toss,
      status,
      words,
      moves,
      chat,
      head,
      actions,
    ),
  );
  let played = false; // the game has been shown before
  const enable: (name: Act, enabled: boolean, shown: boolean, keepsPlace: boolean) => void = (
    name,
    enabled,
    shown,
    keepsPlace,
  ) => {
    const button = buttons.get(name);
    if (!button) return;
    const gone = keepsPlace && !shown && !button.hidden; // what goes leaves its place, for nothing else to move
    button.classList.toggle("gone", gone);
    button.disabled = gone || !enabled;
    button.hidden = !shown && !gone;
  };
  return {
    root,
    board,
    farHand,
    nearHand,
    farStrip,
    nearStrip,
    status,
    entry,
    confirm,
    words,
    moves,
    zoomed: (scale: number) => zoom.classList.toggle("in", scale > 1),
    /** @param on the board is drawn on */
    drawing: (on: boolean) => buttons.get("pen")?.setAttribute("aria-pressed", String(on)),
    update(shown: Table, { hinting, attacks, replaying }: Extras) {
      const replays = shown.over || shown.isSelfPlay;
      playback.hidden = !replays || !shown.played.length;
      const sign = replaying ? "pause" : "play";
      if (player.dataset.sign !== sign) {
        player.dataset.sign = sign;
        player.setAttribute("aria-label", say(replaying ? "step.pause" : "step.play"));
        replace(player, icon(sign));
      }
      const { message, over, watching } = shown;
      const { two, toss: tossed, offers } = message;
      const own = SIDES[shown.ownSide];
      const name = message.variantText ? "" : message.game;
      if (title.dataset.of !== message.id) {
        title.dataset.of = message.id;
        const { version } = shown.variant.about;
        replace(title, titleParts(name, gameText(message.title), version));
      }
      showChips(facts, shown);
      if (tossed && !toss.childElementCount) {
        replace(toss, tossTold(tossed, message.names[tossed.by] ?? say("strip.nameless")));
      }
      toss.hidden = !tossed || shown.played.length > 0;
      notation.value = settings.notation;
      const playing = !over && !message.open;
      const ended = over && !watching;
      const plays = !over && !watching;
      const something = shown.played.length > 0 || over;
      /** Which buttons can be pressed, and which are there. */
      const states: Record<Exclude<Act, Always>, [enabled: boolean, there: boolean]> = {
        undo: [two ? something && playing && offers.undo !== own : something, ended ? !two : plays],
        hint: [shown.myTurn && !hinting, plays && !two],
        draw: [playing && (!two || offers.draw !== own), plays],
        declare: [shown.myTurn, plays && shown.canDeclare],
        resign: [playing, plays && !shown.canAbort],
        abort: [true, shown.canAbort],
        type: [shown.myTurn, plays],
      };
      for (const [each, [enabled, there]] of Object.entries(states)) {
        enable(each as Act, enabled, there, ended && played);
      }
      played = true;
      const hint = say(hinting ? "act.hinting" : "act.hint");
      call("hint", hint, hint);
      buttons.get("attacks")?.setAttribute("aria-pressed", String(attacks.length > 0));
      call(
        "attacks",
        attackWords(attacks, shown.handicap),
        shortAttackWords(attacks, shown.handicap),
      );
      call("undo", say(two ? "act.askUndo" : "act.undo"), say("act.undo"));
      arrange();
    },
  };
}
