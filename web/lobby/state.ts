// The state of the lobby: one plain record. cards.ts, choose.ts, records.ts and begin.ts are functions on it.

import { parseVariant, shippedGame, shippedNames } from "../core/index.ts";
import { say } from "../language/catalogue.ts";
import { h } from "../lib/dom.ts";
import { OWN } from "../rules/rulesaddress.ts";
import { leftOut } from "./leftout.ts";
import type { Variant } from "../core/index.ts";
import type { Connection } from "../lib/connection.ts";
import type { Import, New } from "../lib/clientmessages.ts";
import type { Rules } from "../lib/gametypes.ts";
import type { GameSummary } from "../lib/servermessages.ts";
import type { OwnGame } from "../own/state.ts";
import type { HouseRules } from "../rules/houserules.ts";
import type { Challenges } from "./challenges.ts";
import type { HandicapField } from "./handicap.ts";
import type { OpponentFields, OwnSide } from "./opponent.ts";

/** The state of the lobby. */
export interface LobbyState {
  connection: Connection;
  /** sends the message that begins a game, and opens the game when the server answers */
  start: (message: New | Import) => void;
  /** the chosen game: name of a shipped game, or OWN for the visitor's own; null: none is chosen yet */
  game: string | null;
  /** the piece sets with which the boards were drawn (stylesKey) */
  styles: string;
  /** the fields for the settings of the chosen game; null: it is the visitor's own, and its text is no game */
  house: HouseRules | null;
  handicap: HandicapField;
  /** the visitor's own game, with its text and the shelf; null until it is first chosen */
  own: OwnPart | null;
  /** the visitor's games, under way or over, as the server has sent them */
  games: GameSummary[];
  /** toldAt: time when the server sent them; all: the visitor asked for the whole list */
  mine: { toldAt: number; all: boolean };
  challenges: Challenges;
  opponent: OpponentFields;
  /** the cards' places for boards that are not drawn yet, with their variants */
  undrawn: Map<Element, Variant>;
  /** observes which of the places in `undrawn` come into sight */
  sight: IntersectionObserver;
  on: LobbyActions;
  dom: LobbyElements;
}

/** The module of own games, which is loaded on demand. */
export type Desk = typeof import("../own/desk.ts");

/** The visitor's own game, and its module. */
export interface OwnPart {
  desk: Desk;
  game: OwnGame;
}

/** Functions that the cards of games call. */
export interface LobbyActions {
  /** called when the visitor chooses a game */
  pick: (game: string) => void;
  /** called when the visitor presses the button on a card that begins the card's game at once */
  play: (game: string) => void;
}

/** The elements of the lobby whose contents change. */
export interface LobbyElements {
  form: HTMLFormElement;
  /** the place of the visitor's games */
  mine: HTMLElement;
  /** the part of the form that contains the visitor's own game, if that is chosen */
  ownBox: HTMLDivElement;
  handicapBox: HTMLDivElement;
  rulesBox: HTMLDivElement;
  /** settings and handicap of the chosen game, as chips on its card */
  chips: HTMLUListElement;
  /** field for the text of a position or a record from which the game begins */
  position: HTMLTextAreaElement;
  /** sentence about the parts of the record that a game on this server can't have */
  leftOut: HTMLParagraphElement;
  /** the reason why the game can't begin */
  problem: HTMLParagraphElement;
  /** title of the chosen game, beside the start button */
  chosen: HTMLParagraphElement;
  startButton: HTMLButtonElement;
  /** the foldable part with the games that are shown only on demand */
  more: HTMLDetailsElement;
  moreCards: HTMLDivElement;
  moreNames: HTMLSpanElement;
  /** games to replay, for a visitor without games */
  models: HTMLElement;
}

export function newElements(): LobbyElements {
  const position: HTMLTextAreaElement = h("textarea", {
    id: "start-text",
    rows: 3,
    spellcheck: "false",
    "aria-describedby": "start-hint",
    placeholder: say("start.placeholder"),
  });
  const dom = {
    form: h("form", { class: "new-game", "aria-labelledby": "new-title" }),
    mine: h("section", { class: "earlier", "aria-labelledby": "earlier-title", hidden: true }),
    ownBox: h("div", { class: "own-box", hidden: true }),
    handicapBox: h("div"),
    rulesBox: h("div", { class: "house-rules" }),
    chips: h("ul", { class: "chips", "aria-label": say("rules.title") }),
    position,
    leftOut: h("p", { class: "left-out", role: "status" }),
    problem: h("p", { class: "problem", role: "alert" }),
    chosen: h("p", { class: "chosen-game" }),
    startButton: h("button", { type: "submit", class: "main big" }),
    more: h("details", { class: "more-games" }),
    moreCards: h("div", { class: "cards", role: "radiogroup", "aria-label": say("lobby.more") }),
    moreNames: h("span", { class: "more-names" }),
    models: h("section", { class: "models", "aria-labelledby": "models-title", hidden: true }),
  };
  return dom;
}

// ---- the chosen game ----

/** The variant of the chosen game; null: it is the visitor's own, and its text is no game or was not read yet. */
export const chosenVariant = ({ game, own }: LobbyState) =>
  (game === OWN ? own?.game.variant : shippedGame(game ?? "")) ?? null;

/** The rules of the chosen game, as a message has them. */
export function chosenRules({ game, own, house }: LobbyState): Rules {
  const text = own ? own.desk.ownText(own.game) : "";
  const rules = game === OWN ? { variantText: text } : { game: game ?? undefined };
  return { ...rules, settings: house?.values() ?? {} };
}

/** A new Variant of the chosen game with the chosen settings; the caller has to free it. */
export function chosenCopy(state: LobbyState, { name }: Variant) {
  const { variantText, settings } = chosenRules(state);
  return parseVariant(name, variantText ?? null, settings).variant;
}

export function chosenHandicap({ handicap: { name } }: LobbyState): { handicap?: string } {
  return name ? { handicap: name } : {};
}

/** The game for quick pairing; null: the visitor's own game is chosen, which other visitors don't have. */
export function gameToPair(state: LobbyState) {
  const { game, house } = state;
  const variant = chosenVariant(state);
  return variant && game && game !== OWN
    ? { rules: { game, settings: house?.values() ?? {} }, title: variant.title }
    : null;
}

// ---- the text to begin from ----

const GAME_LINE = /^(?:game:|棋種[:：])\s*(\S+)/m; // matches the line of a record that names its game
const RECORD_START = /^(position|\[|Game|#|Henka|[▲△▼▽☗☖])/i;

/** Is the text a record? If it is not, it is taken for the SFEN of a position. */
export const isRecord = (text: string) => RECORD_START.test(text) || text.includes("\n");

/** The name of the game that a record gives in one of its lines; "": no line names it. */
const gameNamed = (text: string) => text.match(GAME_LINE)?.[1] ?? "";

/**
 * Does the record name its game, so that the server needs no rules? With an own game chosen only the name of a shipped game
 * counts, because the server does not know own games by name.
 */
export function recordNamesItsGame({ game, dom }: LobbyState) {
  const name = gameNamed(dom.position.value);
  return name !== "" && (game !== OWN || shippedNames().includes(name));
}

/** Shows beside the start button which game would begin, and which parts of a record the game can't have. */
export function showStart(state: LobbyState) {
  const { dom } = state;
  const name = gameNamed(dom.position.value);
  const named = shippedNames().includes(name) ? shippedGame(name) : null;
  dom.chosen.textContent = (named ?? chosenVariant(state))?.title ?? say("own.title");
  dom.leftOut.textContent = leftOut(dom.position.value);
}

/**
 * The message that begins the game with the choices of the lobby.
 * @param side of the visitor
 */
export function request(state: LobbyState, side: OwnSide | "agreed"): New | Import {
  const rules = recordNamesItsGame(state) ? {} : chosenRules(state);
  const rest = { ...rules, ...state.opponent.seatsFor(side) };
  const text = state.dom.position.value.trim();
  if (!text) return { t: "new", ...chosenHandicap(state), ...rest };
  if (isRecord(text)) return { t: "import", record: text, ...rest };
  return { t: "new", sfen: text, ...rest };
}
