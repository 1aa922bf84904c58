// The strip of each player: name, clock, turn, lost pieces, offers, and whether the player has left.

import { pieceIcon } from "../board/pieces.ts";
import { styleOf } from "../board/style.ts";
import { say, typeName } from "../language/catalogue.ts";
import { counted, otherSide, playerWords, SIDES } from "../language/words.ts";
import { h, replaceUnpressed } from "../lib/dom.ts";
import { tellBelow } from "../rules/rulechips.ts";
import { buttonsAt } from "./actions.ts";
import { offerOf } from "./buttons.ts";
import { losses } from "./position.ts";
import {
  callingIn,
  isAway,
  isMine,
  isShared,
  nameOfSide,
  sideToMove,
  untilClaim,
} from "./seats.ts";
import { newStripClock, showTime } from "./stripclock.ts";
import { isAtEnd, isOver } from "./table.ts";
import type { Side } from "../core/index.ts";
import type { PlainKey } from "../language/keys.ts";
import type { OfferKind } from "../lib/gametypes.ts";
import type { Frame } from "./frame.ts";
import type { Play } from "./state.ts";
import type { StripClock } from "./stripclock.ts";
import type { Table } from "./table.ts";

const OFFERED: Record<OfferKind, PlainKey> = {
  draw: "strip.draw",
  undo: "strip.undo",
  rematch: "strip.rematch",
};

export interface Strips {
  readonly clock: StripClock;
  /** timer until the strips are drawn again, each second of the countdown until the game of a player that left may be claimed */
  claimTimer: ReturnType<typeof setTimeout> | undefined;
  /** observes the width of the rows of lost pieces, on which the number of pieces that fit depends */
  readonly room: ResizeObserver;
}

export const newStrips = (): Strips => ({
  clock: newStripClock(),
  claimTimer: undefined,
  room: new ResizeObserver((boxes) => {
    for (const { target } of boxes) fitLosses(target as HTMLElement);
  }),
});

export function closeStrips({ clock, claimTimer, room }: Strips) {
  clearTimeout(clock.timer);
  clearTimeout(claimTimer);
  room.disconnect();
}

/**
 * Draws the strips of both players.
 * @param flip gote sits at the bottom, so the near strip is gote's
 */
export function showStrips(strips: Strips, frame: Frame, play: Play, table: Table, flip: boolean) {
  strips.clock.boxes = [];
  strips.room.disconnect();
  lookAgainAtClaim(strips, play, table);
  const near = flip ? 1 : 0;
  fill(strips, frame.nearStrip, play, table, near);
  fill(strips, frame.farStrip, play, table, otherSide(near));
  showTime(strips.clock, play);
}

function fill({ clock, room }: Strips, box: HTMLElement, play: Play, table: Table, side: Side) {
  const { message, game, played } = table;
  const toMove = sideToMove(table);
  const mover = play.held ? otherSide(toMove) : toMove;
  const moves = !isOver(table) && message.moves.length === played.length && mover === side;
  box.classList.toggle("to-move", moves);
  box.classList.toggle("away", isAway(table, side));
  box.classList.toggle("told", newsOf(table, side) !== "");
  box.classList.toggle("won", isAtEnd(table) && message.result?.winner === SIDES[side]);
  box.setAttribute("aria-label", say("strip.label", { side: nameOfSide(table, side) }));
  const time = message.clock ? h("span", { class: "clock", role: "timer" }) : null;
  if (time) clock.boxes[side] = time;
  const checked = game.state.check && isAtEnd(table) && game.state.side === side;
  const lost = lossesOf(table, side);
  if (lost) room.observe(lost);
  replaceUnpressed(
    box,
    h("span", { class: `mark-side side-${side} ${callingIn(table)}`, "aria-hidden": "true" }),
    h(
      "span",
      { class: "person" },
      h("bdi", { class: "name", text: nameOf(table, side) }),
      h("span", { class: "about" }, about(play, table, side, checked)),
      lost,
    ),
    h("span", { class: "answers" }, buttonsAt(play, table, ["strip"], side)),
    time,
  );
}

/**
 * The text below the player's name: an offer or absence, the engine's search, check, or the side.
 * @param checked the side is in check
 */
function about({ engine }: Play, table: Table, side: Side, checked: boolean) {
  const { message } = table;
  const news = newsOf(table, side);
  if (news) return news;
  if (message.thinking && sideToMove(table) === side) {
    const { thinking } = engine;
    if (message.queue) return say("strip.queue", { count: message.queue });
    return thinking ? say("strip.depth", { depth: thinking.depth }) : say("strip.thinks");
  }
  const words = nameOfSide(table, side);
  if (checked) return say("strip.check", { side: words });
  return nameOf(table, side) === words ? "" : words;
}

/** Sets the timer that draws the strips again each second, until the game of a player that left may be claimed. */
function lookAgainAtClaim(strips: Strips, play: Play, table: Table) {
  clearTimeout(strips.claimTimer);
  const wait = untilClaim(table);
  if (wait === null) return;
  strips.claimTimer = setTimeout(() => play.redraw(), (wait % 1000) + 20);
}

/** The row of small pictures of the pieces that a side has lost; null: none. */
function lossesOf(table: Table, side: Side) {
  const lost = losses(table, side);
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
        pieceIcon(variant.type(kind), { side, set: styleOf(variant.family), small: true }),
        count > 1 ? h("small", { text: String(count) }) : null,
      ),
    ),
    h("span", { class: "more", hidden: true }),
  );
  box.addEventListener("click", () => tellBelow(box, words));
  return box;
}

/** Shows the lost pieces that fit into the row, and the number of the hidden ones: "+3". */
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

function awayWords(table: Table) {
  const wait = untilClaim(table);
  if (wait === null) return say("strip.away");
  return say("strip.awayUntil", { count: Math.ceil(wait / 1000) });
}

/** The news about a side in words: its offer, or that its player has left; "": neither. */
function newsOf(table: Table, side: Side) {
  const kind = offerOf(table, side);
  if (kind) return say(OFFERED[kind]);
  const { offers } = table.message;
  return isAway(table, side) && (!isOver(table) || offers.rematch) ? awayWords(table) : "";
}

function nameOf(table: Table, side: Side) {
  const { message } = table;
  const name = message.names[SIDES[side]];
  if (message.open === SIDES[side]) return say("strip.open");
  if (message[SIDES[side]] === "engine") return playerWords("engine", message.level);
  const own = isMine(table, side) && !isShared(table);
  if (name) return own ? say("strip.nameYou", { name }) : name;
  if (own) return say("strip.you");
  return message.two ? say("strip.nameless") : nameOfSide(table, side);
}
