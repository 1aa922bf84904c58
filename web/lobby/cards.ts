// The cards of the games to choose from. A card's board is drawn when the card comes into sight.

import { littleBoard } from "../board/littleboard.ts";
import { firstGames, moreGames } from "../core/index.ts";
import { say } from "../language/catalogue.ts";
import { firstSentence, gameFacts } from "../language/words.ts";
import { h, replace } from "../lib/dom.ts";
import { OWN, rulesAddress } from "../rules/rulesaddress.ts";
import { titleParts } from "../rules/titles.ts";
import type { Variant } from "../core/index.ts";
import type { LobbyState } from "./state.ts";

/** The cards that are always visible: those of the first games and of the visitor's own game. */
export const firstCards = (state: LobbyState) =>
  h(
    "div",
    { class: "cards", role: "radiogroup", "aria-label": say("lobby.game") },
    firstGames().map((variant) => card(state, variant)),
    ownCard(state),
  );

function gameRadio({ on }: LobbyState, name: string) {
  const onchange = () => on.pick(name);
  return h("input", { type: "radio", name: "game", id: `game-${name}`, value: name, onchange });
}

function card(state: LobbyState, variant: Variant) {
  const { name, title } = variant;
  const radio = gameRadio(state, name);
  return h(
    "div",
    { class: "card" },
    radio,
    h(
      "label",
      { for: radio.id },
      cardBoard(state, variant),
      h("span", { class: "card-title" }, titleParts(name, title)),
      h("span", { class: "card-size", text: gameFacts(variant) }),
      h("span", { class: "card-story", text: firstSentence(variant) }),
    ),
    h("a", {
      class: "quiet",
      "aria-label": say("card.rulesOf", { game: title }),
      href: rulesAddress({ game: name }),
      text: say("card.rules"),
    }),
    h("button", {
      type: "button",
      class: "play-card",
      "aria-label": say("card.playOf", { game: title }),
      onclick: () => state.on.play(name),
      text: say("lobby.start"),
    }),
  );
}

function ownCard(state: LobbyState) {
  const radio = gameRadio(state, OWN);
  return h(
    "div",
    { class: "card own" },
    radio,
    h(
      "label",
      { for: radio.id },
      h("span", { class: "plus", "aria-hidden": "true", text: "＋" }),
      h("span", { class: "card-title", text: say("own.title") }),
      h("span", { class: "card-story", text: say("own.explained") }),
    ),
  );
}

function cardBoard({ undrawn, sight }: LobbyState, variant: Variant) {
  const place = h("span", { class: "card-board" });
  undrawn.set(place, variant);
  sight.observe(place);
  return place;
}

/** Draws the boards of the cards that came into sight. On a phone, drawing the boards of all cards takes longer than the rest of the lobby. */
export function drawSeen(state: LobbyState, seen: readonly IntersectionObserverEntry[]) {
  const { undrawn, sight, dom } = state;
  for (const { target, isIntersecting } of seen) {
    if (isIntersecting && target === dom.moreNames) showMoreNames(state);
    const variant = isIntersecting && undrawn.get(target);
    if (!variant) continue;
    sight.unobserve(target);
    undrawn.delete(target);
    replace(target, littleBoard(variant, { close: true }));
  }
}

/** Draws the boards of the cards again after the visitor has chosen another piece set; boards that were not drawn yet are left out. */
export function redrawBoards({ dom }: LobbyState) {
  for (const variant of [...firstGames(), ...(isMoreDrawn(dom) ? moreGames() : [])]) {
    const label = dom.form.querySelector(`label[for="game-${variant.name}"]`);
    const drawn = label?.querySelector(".little-board");
    drawn?.replaceWith(littleBoard(variant, { close: true }));
  }
}

// ---- more games: their cards are made when the visitor opens them ----

/** Fills the foldable part of the lobby with the games that are shown only on demand. */
export function fillMore(state: LobbyState) {
  const { more, moreCards, moreNames } = state.dom;
  const title = h("h2", { text: say("lobby.more") });
  replace(more, h("summary", null, title, " ", moreNames), moreCards);
  more.addEventListener("toggle", () => more.open && drawMore(state));
  state.sight.observe(moreNames);
}

function showMoreNames({ sight, dom }: LobbyState) {
  sight.unobserve(dom.moreNames);
  const games = moreGames().map(({ title }) => title);
  dom.moreNames.textContent = say("lobby.moreNames", { games });
}

const isMoreDrawn = ({ moreCards }: LobbyState["dom"]) => moreCards.childElementCount > 0;

export function drawMore(state: LobbyState) {
  if (isMoreDrawn(state.dom)) return;
  replace(
    state.dom.moreCards,
    moreGames().map((variant) => card(state, variant)),
  );
}
