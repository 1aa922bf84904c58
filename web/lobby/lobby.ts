// The lobby: the setup of a new game, the visitor's games, and other visitors that look for an opponent. Its state is one record
// (state.ts).

import { stylesKey } from "../board/style.ts";
import { firstGames, shippedNames } from "../core/index.ts";
import { say } from "../language/catalogue.ts";
import { sentence } from "../language/words.ts";
import { noTurn } from "../lib/attention.ts";
import { handle } from "../lib/connection.ts";
import { h, replace } from "../lib/dom.ts";
import { later } from "../lib/later.ts";
import { OWN } from "../rules/rulesaddress.ts";
import { settings } from "../settings/settings.ts";
import { playCard, begin } from "./begin.ts";
import { drawSeen, fillMore, firstCards, redrawBoards } from "./cards.ts";
import { Challenges } from "./challenges.ts";
import { opponentChanged, pick } from "./choose.ts";
import { HandicapField } from "./handicap.ts";
import { askGames, change, drawMine, showGames } from "./mine.ts";
import { OpponentFields } from "./opponent.ts";
import { placeOwn } from "./ownpart.ts";
import { reserve } from "./place.ts";
import { positionField, takeFiles } from "./records.ts";
import { gameToPair, newElements } from "./state.ts";
import type { Connection } from "../lib/connection.ts";
import type { Import, New } from "../lib/clientmessages.ts";
import type { Handlers, ServerMessage } from "../lib/messages.ts";
import type { Failure, GameSummary, Hello } from "../lib/servermessages.ts";
import type { ReadFile } from "../own/files.ts";
import type { Desk, LobbyState } from "./state.ts";

const NEAR = "200px"; // a card's board is drawn once the card is this close to the visible part of the page

export const lobbyHandlers = {
  hello: (lobby, message) => takeHello(lobby, message),
  games: (lobby, message) => takeGames(lobby, message.games),
  changed: (lobby, message) => change(lobby, message.game),
  challenged: (lobby, message) => lobby.challenges.named(message.challenge),
  challenges: (lobby, message) => lobby.challenges.show(message.challenges),
  feed: async (_, { path }) => (await later(import("../people/invite.ts"))).showFeed(path),
  deleted: (lobby) => askGames(lobby.connection),
  checked: () => {}, // answer to `check`, which the page never sends: it checks definitions by rules.wasm
  shipped: () => {}, // answer to `shipped`, which the page never sends: its WebAssembly module has the list of games
  error: (lobby, message) => takeError(lobby, message),
} satisfies Handlers<LobbyState>;

function newState(connection: Connection, start: LobbyState["start"]) {
  const dom = newElements();
  const { game: _, ...last } = settings.last ?? {};
  const state: LobbyState = {
    connection,
    start,
    game: null,
    styles: stylesKey(),
    house: null,
    handicap: new HandicapField(null, null, "", () => {}),
    own: null,
    games: [],
    mine: { toldAt: 0, all: false },
    challenges: new Challenges(connection, () => gameToPair(state)),
    opponent: new OpponentFields(last, (opponent) => opponentChanged(dom, opponent)),
    undrawn: new Map(),
    sight: new IntersectionObserver((seen) => drawSeen(state, seen), { rootMargin: NEAR }),
    on: { pick: (name) => pick(state, name), play: (name) => playCard(state, name) },
    dom,
  };
  return state;
}

/** The lobby as a view of the page (app.ts). */
export class Lobby {
  state: LobbyState;

  /** @param desk the module of own games; null: not loaded yet */
  constructor(
    main: HTMLElement,
    connection: Connection,
    start: (message: New | Import) => void,
    desk: Desk | null,
  ) {
    const state = newState(connection, start);
    const { dom, challenges } = state;
    this.state = state;
    fillMore(state);
    fillForm(state);
    reserve(dom.mine);
    replace(main, h("div", { class: "lobby" }, dom.mine, dom.form, challenges.root, dom.models));
    noTurn();
    const game = settings.last?.game;
    const own = desk && placeOwn(state, desk);
    const isOwn = game === OWN && own !== null && own.desk.ownText(own.game).trim() !== "";
    const known = isOwn || (game && shippedNames().includes(game));
    pick(state, game && known ? game : (firstGames()[0]?.name ?? OWN));
    takeHello(state, connection.hello);
  }

  /** Called when the connection is up. */
  enter() {
    askGames(this.state.connection);
  }

  leave() {
    const { own, sight, challenges } = this.state;
    own?.desk.leaveOwn(own.game);
    sight.disconnect();
    challenges.leave();
  }

  lineChanged() {}

  /** Called when a setting has changed: draws all boards again if it was the piece set. */
  settingChanged() {
    const { state } = this;
    if (state.styles === stylesKey()) return;
    state.styles = stylesKey();
    redrawBoards(state);
    state.own?.desk.drawOwn(state.own.game);
    drawMine(state);
    if (state.dom.models.childElementCount) drawModels(state);
  }

  take(message: ServerMessage) {
    return handle(lobbyHandlers, this.state, message);
  }

  takeFiles(read: ReadFile[]) {
    takeFiles(this.state, read);
  }
}

function fillForm(state: LobbyState) {
  const { dom, opponent } = state;
  replace(
    dom.form,
    h(
      "div",
      { class: "choose-game" },
      h("h1", { id: "new-title", text: say("lobby.title") }),
      firstCards(state),
      dom.ownBox,
      dom.more,
    ),
    h(
      "div",
      { class: "setup" },
      opponent.root,
      dom.handicapBox,
      dom.rulesBox,
      positionField(state),
    ),
    h("div", { class: "start-row" }, dom.chosen, dom.problem, dom.startButton),
  );
  dom.form.addEventListener("submit", (event) => {
    event.preventDefault();
    begin(state);
  });
}

// ---- messages of the server ----

function takeHello({ opponent, challenges }: LobbyState, hello: Hello | null) {
  if (!hello) return;
  opponent.offerAnyone(hello.lobby);
  challenges.enter(hello.lobby);
}

/** Shows the list of the visitor's games; if it is empty, shows model games to replay. */
async function takeGames(state: LobbyState, games: readonly GameSummary[]) {
  const { dom } = state;
  showGames(state, games);
  dom.models.hidden = state.games.length > 0;
  if (dom.models.hidden || dom.models.childElementCount) return;
  await drawModels(state);
}

async function drawModels({ dom }: LobbyState) {
  const coming = await import("./models.ts").catch(() => null); // null: the server can't be reached
  if (coming) replace(dom.models, coming.modelCards());
}

/** Handles an error of the server. Returns true if it has shown the error beside the start button, because it is about beginning a game. */
function takeError(
  { challenges, own, dom }: LobbyState,
  { for: kind, message, line, column = 1, diagnostics = [] }: Failure,
) {
  if (kind === "challenge" || kind === "pair") challenges.failed();
  else if (kind !== "new" && kind !== "import") return false;
  if (diagnostics.length) own?.desk.showDiagnostics(own.game, diagnostics);
  const text =
    line && !diagnostics.length ? say("error.place", { line, column, message }) : message;
  dom.problem.textContent = sentence(text);
  return true;
}
