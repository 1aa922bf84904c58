// A strip for each person at the table: who sits there, the clock, whose turn it is, what was lost, what is offered, who has left.

import { pieceIcon } from "../board/pieces.ts";
import { say, typeName } from "../language/catalogue.ts";
import { counted, otherSide, playerWords, SIDES } from "../language/words.ts";
import { announce, h, replace, replaceUnpressed } from "../lib/dom.ts";
import { tellBelow } from "../rules/rulechips.ts";
import { settings } from "../settings/settings.ts";
import { timeNow, timeText } from "./clock.ts";
import type { Side } from "../core/types.ts";
import type { PlainKey } from "../language/keys.ts";
import type { OfferKind, Thinking } from "../lib/messages.ts";
import type { Table } from "./table.ts";

export interface StripActions {
  accept: (kind: OfferKind) => void;
  /** another's offer, or one's own */
  decline: (kind: OfferKind) => void;
  /** the game of somebody who has left */
  claim: () => void;
  /** the engine is to end its thinking */
  moveNow: () => void;
  /** one's own time runs out */
  lowTime: () => void;
  /** something may be done now that might not before */
  redraw: () => void;
}
export interface StripExtras {
  /** what the engine said last */
  thinking: Thinking | null;
  /** the move that waits for a yes; "" for none */
  unconfirmed: string;
  /** when the clock was told, by the clock of this machine */
  toldAt: number;
}

const URGENT_MS = 10000;
const TICK_MS = 100;
const CALM_TICK_MS = 250;

const OFFERS: OfferKind[] = ["draw", "undo", "rematch"];

const OFFERED: Record<OfferKind, PlainKey> = {
  draw: "strip.draw",
  undo: "strip.undo",
  rematch: "strip.rematch",
};

const button: (
  text: string,
  onclick: () => void,
  act: string,
  className?: string,
) => HTMLElement = (text, onclick, act, className) =>
  h("button", { type: "button", onclick, text, class: className, "data-act": act });

/** A button without words, for a strip has little room. */
const signButton: (sign: string, label: string, onclick: () => void, act: string) => HTMLElement = (
  sign,
  label,
  onclick,
  act,
) =>
  h("button", {
    type: "button",
    onclick,
    text: sign,
    class: `sign ${act}`,
    title: label,
    "aria-label": label,
    "data-act": act,
  });

/** What is said of one's own clock, once each: the page's spoken words are few. */
const SPOKEN: { below: number; key: PlainKey }[] = [
  { below: 60000, key: "spoken.oneMinute" },
  { below: URGENT_MS, key: "spoken.tenSeconds" },
];

export class Strips {
  boxes: { far: HTMLElement; near: HTMLElement };
  on: StripActions;
  table: Table | null = null;
  extras: StripExtras = { thinking: null, unconfirmed: "", toldAt: 0 };
  clocks: HTMLElement[] = []; // by side; empty without a clock
  timer: ReturnType<typeof setTimeout> | undefined = undefined;
  claimTimer: ReturnType<typeof setTimeout> | undefined = undefined;
  inByoyomi = false; // one's own main time was used up when the clock was looked at last
  spokenFrom: number = Infinity; // one's own time when the clock was looked at last
  room: ResizeObserver;

  constructor(far: HTMLElement, near: HTMLElement, on: StripActions) {
    this.boxes = { far, near };
    this.on = on;
    this.room = new ResizeObserver((boxes) => {
      for (const { target } of boxes) fitLosses(target as HTMLElement);
    });
  }

  close() {
    clearTimeout(this.timer);
    clearTimeout(this.claimTimer);
    this.room.disconnect();
    this.table = null;
  }

  /** @param flip gote sits at the near side */
  show(table: Table, extras: StripExtras, flip: boolean) {
    this.table = table;
    this.extras = extras;
    this.clocks = [];
    this.room.disconnect();
    this.lookAgainAtClaim(table);
    const near = flip ? 1 : 0;
    this.fill(this.boxes.near, table, near);
    this.fill(this.boxes.far, table, otherSide(near));
    this.tick();
  }

  fill(box: HTMLElement, table: Table, side: Side) {
    const { message, state, over, atEnd } = table;
    const mover = this.extras.unconfirmed ? otherSide(table.sideToMove) : table.sideToMove;
    const toMove = !over && message.moves.length === table.played.length && mover === side;
    const away = table.isAway(side);
    box.classList.toggle("to-move", toMove);
    box.classList.toggle("away", away);
    box.classList.toggle("told", newsOf(table, side) !== "");
    box.classList.toggle("won", message.result?.winner === SIDES[side]);
    box.setAttribute("aria-label", say("strip.label", { side: table.sideName(side) }));
    const clock = message.clock ? h("span", { class: "clock", role: "timer" }) : null;
    if (clock) this.clocks[side] = clock;
    const checked = state.check && atEnd && state.side === side;
    const losses = lossesOf(table, side);
    if (losses) this.room.observe(losses);
    replaceUnpressed(
      box,
      h("span", { class: `mark-side side-${side}`, "aria-hidden": "true" }),
      h(
        "span",
        { class: "person" },
        h("bdi", { class: "name", text: nameOf(table, side) }),
        h("span", { class: "about" }, this.about(table, side, checked)),
        losses,
      ),
      h("span", { class: "answers" }, this.answers(table, side)),
      clock,
    );
  }

  /** The line below the name. */
  about(table: Table, side: Side, checked: boolean) {
    const { message } = table;
    const news = newsOf(table, side);
    if (news) return news;
    if (message.thinking && table.sideToMove === side) {
      const { thinking } = this.extras;
      if (message.queue) return say("strip.queue", { count: message.queue });
      return thinking ? say("strip.depth", { depth: thinking.depth }) : say("strip.thinks");
    }
    const words = table.sideName(side);
    if (checked) return say("strip.check", { side: words });
    return nameOf(table, side) === words ? "" : words;
  }

  answers(table: Table, side: Side) {
    const { message, over } = table;
    const { on } = this;
    const kind = OFFERS.find((each) => message.offers[each] === SIDES[side]);
    if (kind && table.canAnswer(side)) {
      return [
        signButton("✓", say("status.accept"), () => on.accept(kind), "accept"),
        signButton("✕", say("status.decline"), () => on.decline(kind), "decline"),
      ];
    }
    if (kind && table.mine(side)) {
      return signButton("✕", say("strip.withdraw"), () => on.decline(kind), "withdraw");
    }
    if (!over && table.mayClaim(side)) {
      return button(say("strip.claim"), () => on.claim(), "claim", "yes");
    }
    if (message.thinking && table.sideToMove === side && !message.queue && !table.watching) {
      return button(say("act.now"), () => on.moveNow(), "now");
    }
    return null;
  }

  /** Who has left may be claimed against some time later; till then the seconds are counted. */
  lookAgainAtClaim(table: Table) {
    clearTimeout(this.claimTimer);
    const wait = table.untilClaim;
    if (wait === null) return;
    this.claimTimer = setTimeout(() => this.on.redraw(), (wait % 1000) + 20);
  }

  /** The time as it is now, and when to look again. */
  tick() {
    clearTimeout(this.timer);
    const { table } = this;
    if (!table?.message.clock) return;
    const { clock } = table.message;
    const since = Date.now() - this.extras.toldAt;
    let again = 0;
    for (const [side, box] of this.clocks.entries()) {
      const { ms, byoyomi, periods } = timeNow(clock, SIDES[side], since);
      const runs = clock.running === SIDES[side];
      const urgent = ms < URGENT_MS && clock.rules.kind !== "none";
      const text = timeText(ms, clock.rules.kind === "days");
      const left = byoyomi && periods ? say("clock.left", { count: periods }) : "";
      if (box.dataset.text !== text + left) {
        box.dataset.text = text + left;
        replace(box, text, left ? h("small", { text: left }) : null);
      }
      box.classList.toggle("running", runs);
      box.classList.toggle("urgent", urgent && runs);
      if (!runs) continue;
      if (ms > 0) again = ms < 2 * URGENT_MS ? TICK_MS : CALM_TICK_MS;
      if (table.mine(side === 1 ? 1 : 0) && !table.people) this.speak(ms, byoyomi);
    }
    if (again) this.timer = setTimeout(() => this.tick(), again);
  }

  /** One's own time, read out as it passes a mark. */
  speak(ms: number, byoyomi: boolean) {
    const before = this.spokenFrom;
    this.spokenFrom = ms;
    if (ms > before + 1000) return; // a new move
    for (const { below, key } of SPOKEN) {
      if (before < below || ms >= below || before === Infinity) continue;
      announce(say(key));
      if (below === URGENT_MS) this.on.lowTime();
    }
    if (byoyomi && !this.inByoyomi) announce(say("spoken.byoyomi"));
    this.inByoyomi = byoyomi;
  }
}

/** In small pictures; null: none. */
function lossesOf(table: Table, side: Side) {
  const lost = table.losses(side);
  if (!lost.length) return null;
  const { variant } = table;
  const pieces = lost.map(({ kind, count }) => counted(typeName(variant.type(kind)), count));
  const words = say("strip.lost", { pieces });
  const box = h(
    "button",
    { type: "button", class: "losses", "aria-label": words, title: words },
    lost.map(({ kind, count }) =>
      h(
        "span",
        { class: "lost", "data-count": count },
        pieceIcon(variant.type(kind), { side, set: settings.pieces, small: true }),
        count > 1 ? h("small", { text: String(count) }) : null,
      ),
    ),
    h("span", { class: "more", hidden: true }),
  );
  box.addEventListener("click", () => tellBelow(box, words));
  return box;
}

/** As many pieces as there is room for; of the others it is said how many they are. */
function fitLosses(box: HTMLElement) {
  const more = box.lastElementChild as HTMLElement;
  const lost = [...box.children].slice(0, -1) as HTMLElement[];
  for (const each of box.children) (each as HTMLElement).hidden = each === more;
  const { bottom } = box.getBoundingClientRect();
  const beyond = (each: Element) => each.getBoundingClientRect().bottom > bottom + 1;
  let shown = lost.length;
  while (shown && beyond(lost[shown - 1])) shown--;
  if (shown === lost.length) return;
  for (const each of lost.slice(shown)) each.hidden = true;
  const tell = () => {
    const gone = lost.slice(shown).reduce((sum, { dataset }) => sum + Number(dataset.count), 0);
    more.textContent = `+${gone}`;
  };
  more.hidden = false;
  for (tell(); shown > 1 && beyond(more); tell()) lost[--shown].hidden = true;
}

function awayWords({ untilClaim }: Table) {
  if (untilClaim === null) return say("strip.away");
  return say("strip.awayUntil", { count: Math.ceil(untilClaim / 1000) });
}

/** What somebody offers, or that he has left; "" for neither. */
function newsOf(table: Table, side: Side) {
  const { message, over } = table;
  const kind = OFFERS.find((each) => message.offers[each] === SIDES[side]);
  if (kind) return say(OFFERED[kind]);
  return table.isAway(side) && (!over || message.offers.rematch) ? awayWords(table) : "";
}

export function nameOf(table: Table, side: Side) {
  const { message } = table;
  const name = message.names[SIDES[side]];
  if (message.open === SIDES[side]) return say("strip.open");
  if (message[SIDES[side]] === "engine") return playerWords("engine", message.level);
  const own = table.mine(side) && !table.people;
  if (name) return own ? say("strip.nameYou", { name }) : name;
  if (own) return say("strip.you");
  return message.two ? say("strip.nameless") : table.sideName(side);
}
