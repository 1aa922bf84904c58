// The page: loads the rules, keeps the connection to the server, and shows the view that the address names.

import { loadRules, speak, wholeRules } from "./core/index.ts";
import { chooseLanguage, currentLanguage, gameText, say, standards } from "./language/catalogue.ts";
import { sentence } from "./language/words.ts";
import { allowSounds, call } from "./lib/attention.ts";
import { Connection, fetched, handle } from "./lib/connection.ts";
import { byId, h, notice, replace, watchPresses } from "./lib/dom.ts";
import { later, laterOrNull } from "./lib/later.ts";
import { Lobby, lobbyHandlers } from "./lobby/lobby.ts";
import { standing } from "./lobby/standing.ts";
import { takeDrops } from "./own/filebutton.ts";
import { keepTokens } from "./people/tokens.ts";
import { OWN, readRulesAddress } from "./rules/rulesaddress.ts";
import { applyTheme, onSetting, settings, takeStandards } from "./settings/settings.ts";
import { takePendingElsewhere } from "./table/pending.ts";
import type { PlainKey } from "./language/keys.ts";
import type { Import, New } from "./lib/clientmessages.ts";
import type { Handlers, ServerKind, ServerMessage } from "./lib/messages.ts";
import type { GameState, GameSummary, Notices } from "./lib/servermessages.ts";
import type { Desk } from "./lobby/state.ts";
import type { ReadFile } from "./own/files.ts";

const ADDRESS = /^#\/(?:g|game)\/([\w-]+)(?:\/([\w-]*))?(?:\?move=(\d+))?$/;
const MODEL = /^#\/model\/(\w+)$/;

/** One of the views that fill the page: the lobby, a game or a page of rules. */
export interface View {
  /** id of the game that this view shows; undefined: it shows no game */
  id?: string;
  /** called when the connection to the server is up */
  enter: () => void;
  leave: () => void;
  /** called when the connection came up or broke; when it came up, after `enter` */
  lineChanged: () => void;
  settingChanged: () => void;
  /** handles a message of the server; returns true if the message is an error that the page need not show */
  take: (message: ServerMessage) => unknown;
  /** shows the position of the game after `ply` moves */
  goTo?: (ply: number) => void;
  /**
   * called when the address has changed; returns true if this view already shows the page at the
   * new address
   */
  readdress?: () => boolean;
}

const handlers = {
  matched: (page, { id }) => go(page, id),
  tokens: (_, message) => keepTokens(message),
  changed: (page, { game }) => gameChanged(page, game),
  pong: () => {}, // the answer to a ping, which connection.ts handles
  notices: (page, { notices }) => (page.notices = notices), // kept until the server has sent the imported game, which it does next
} satisfies Handlers<Page>;

/**
 * The kinds of messages that the page or the lobby handles, also while play.ts is not loaded. This type has tsc report a kind of
 * messages.ts that neither they nor play.ts handle.
 */
const KNOWN: Record<
  Exclude<ServerKind, keyof typeof import("./table/incoming.ts").playHandlers>,
  unknown
> = { ...handlers, ...lobbyHandlers };

/** The state of the page: one record, which the functions of this file change. */
interface Page {
  readonly main: HTMLElement;
  readonly connection: Connection;
  view: View;
  /** the module that shows games, loaded with the first game; null: not loaded */
  play: typeof import("./table/play.ts") | null;
  /** the module that shows model games, loaded with the first of them; null: not loaded */
  models: typeof import("./lobby/models.ts") | null;
  /**
   * the module of own games, loaded before the lobby if the visitor's last game was an own game; null: it could not be loaded;
   * undefined: not asked for
   */
  desk?: Desk | null;
  /** the module that shows pages of rules, loaded with the first such page; null: not loaded */
  RulesPage: typeof import("./rules/rulespage.ts").RulesPage | null;
  /** the kind of the message that was sent to begin a game, until the server answers; null: none */
  waitingFor: "new" | "import" | null;
  /** the parts of the imported record that the server could not use */
  notices: Notices["notices"];
}

/**
 * The empty view that is shown until the module of a view is loaded.
 * @param id of the view's game; undefined: none
 * @param enter loads the module; called again after each reconnect
 */
const blankView = (id: string | undefined, enter: () => void): View => ({
  id,
  enter,
  leave: () => {},
  lineChanged: () => {},
  settingChanged: () => {},
  take: () => false,
});

function openPage() {
  const page: Page = {
    main: byId("main"),
    connection: new Connection(
      (message) => take(page, message),
      (up) => lineChanged(page, up),
    ),
    view: blankView(undefined, () => {}),
    play: null,
    models: null,
    RulesPage: null,
    waitingFor: null,
    notices: [],
  };
  page.view = newView(page);
  let { name } = settings;
  onSetting(() => {
    if (settings.name !== name) page.connection.introduce();
    ({ name } = settings);
    page.view.settingChanged();
  });
  window.addEventListener("hashchange", () => route(page));
  takeDrops((read) => takeFiles(page, read));
  page.view.enter();
}

// ---- views by address ----

/**
 * The parts of a game's address: id, secret of a seat or an invitation, ply to show; for a model game its name. Parts that the
 * address lacks are undefined.
 */
function readAddress() {
  const [, model] = location.hash.match(MODEL) ?? [];
  if (model) return { id: `model/${model}`, model };
  const [, id, token, move] = location.hash.match(ADDRESS) ?? [];
  return { id, token, ply: move === undefined ? undefined : Number(move) };
}

function newView(page: Page): View {
  const { main, connection, play, models } = page;
  const { id, token, model, ply } = readAddress();
  if (readRulesAddress(location.hash)) return rulesView(page);
  if (!id && !["", "#", "#/"].includes(location.hash)) notice(say("page.unknownAddress"));
  const startGame = (message: New | Import) => start(page, message);
  if (!id) return lobbyView(page, startGame);
  if (play && models && model) return models.modelView(play.playView, main, model, startGame);
  if (play && !model) return play.playView(main, connection, id, startGame, { token, ply });
  return viewToCome(page, id, async () => {
    const isPlay = await loadPlay(page);
    if (model) page.models ??= await fetched(import("./lobby/models.ts"));
    return isPlay && (!model || Boolean(page.models));
  });
}

function lobbyView(page: Page, startGame: (message: New | Import) => void): View {
  const { main, connection, desk } = page;
  if (desk !== undefined || settings.last?.game !== OWN) {
    return new Lobby(main, connection, startGame, desk ?? null);
  }
  return viewToCome(page, undefined, async () => {
    page.desk = await laterOrNull(import("./own/desk.ts"));
    return true;
  });
}

function rulesView(page: Page): View {
  if (page.RulesPage) return new page.RulesPage(page.main);
  return viewToCome(page, undefined, async () => {
    const parts = fetched(later(Promise.all([import("./rules/rulespage.ts"), wholeRules()])));
    const [coming] = (await parts) ?? [];
    if (coming) ({ RulesPage: page.RulesPage } = coming);
    return Boolean(coming);
  });
}

/**
 * Returns an empty view, which loads a module and then replaces itself by the view that the module shows.
 * @param id of the view's game; undefined: none
 * @param load loads the module; returns false if it can't be fetched
 */
function viewToCome(page: Page, id: string | undefined, load: () => Promise<boolean>) {
  const blank = blankView(id, async () => {
    if (!(await load()) || page.view !== blank) return; // the module can't be fetched, or the visitor has left the view
    page.view = newView(page);
    page.view.enter();
  });
  return blank;
}

async function loadPlay(page: Page) {
  page.play = (await fetched(import("./table/play.ts"))) ?? page.play;
  return Boolean(page.play);
}

/** Shows the view that the address names; called when the address has changed. */
function route(page: Page) {
  if (page.view.readdress?.()) return;
  const { id, token, ply } = readAddress();
  if (id && page.view.id === id && token === undefined) {
    if (ply !== undefined) page.view.goTo?.(ply);
    return;
  }
  page.view.leave();
  closeDialogs();
  page.view = newView(page);
  page.view.enter();
  window.scrollTo(0, 0);
  page.main.focus({ preventScroll: true });
}

const closeDialogs = () => document.querySelectorAll("dialog").forEach((dialog) => dialog.close());

/**
 * Shows a game under its own address.
 * @param id of the game
 */
function go(page: Page, id: string) {
  location.hash = `#/g/${id}`;
  route(page);
}

/** Opens the lobby and gives it the files that were dropped on the page. */
function takeFiles(page: Page, read: ReadFile[]) {
  const give = () => page.view instanceof Lobby && page.view.takeFiles(read);
  closeDialogs();
  if (give() !== false) return;
  window.addEventListener("hashchange", give, { once: true }); // openPage's listener of the same event is older, so it shows the lobby first
  location.hash = "#/";
}

// ---- the connection to the server ----

/** Asks the server for a new game; it answers `game` with the id. */
function start(page: Page, message: New | Import) {
  loadPlay(page);
  if (page.connection.ask(message)) page.waitingFor = message.t;
}

function lineChanged(page: Page, up: boolean) {
  byId("line").hidden = up;
  if (!up && page.waitingFor) {
    page.waitingFor = null; // the connection broke before the answer: a game that arrives later must not replace another view
    notice(say("page.notStarted"), "bad");
  }
  if (up) {
    sendPending(page);
    page.view.enter();
  }
  page.view.lineChanged();
}

/** Sends the pending moves of games that the visitor has left: moves that he made while the connection was down. */
function sendPending({ connection, view }: Page) {
  for (const { id, moves } of takePendingElsewhere(view.id)) {
    connection.send({ t: "open", id });
    for (const move of moves) connection.send({ t: "move", id, ...move });
    connection.send({ t: "close", id });
  }
}

/** Handles a message of the server: the page's part of it, then the part of the view shown. */
function take(page: Page, message: ServerMessage) {
  if (!knows(page, message)) {
    console.error(`A message of an unknown kind: ${JSON.stringify(message)}`);
    return notice(say("page.unknownMessage"), "bad");
  }
  handle(handlers, page, message);
  if (message.t === "game") gameCame(page, message);
  if (message.t === "error" && message.for === page.waitingFor) page.waitingFor = null;
  const done = page.view.take(message);
  const late = message.t === "error" && message.for === "withdraw"; // the server refused to withdraw a challenge, because an opponent had already accepted it
  if (message.t === "error" && !done && !late) notice(sentence(message.message), "bad");
}

/** Does a part of the page handle this kind of message? Until play.ts is loaded, every message with the id of a game counts as handled. */
const knows = ({ play }: Page, message: ServerMessage) =>
  message.t in KNOWN || (play ? play.takes(message.t) : "id" in message);

/** Opens the game of a `game` message if the visitor has asked to begin or import a game. */
function gameCame(page: Page, { id }: GameState) {
  if (id === page.view.id) forgetToken(id);
  if (!page.waitingFor || id === page.view.id) return;
  page.waitingFor = null;
  go(page, id);
  const { notices } = page;
  page.notices = [];
  if (notices.length) import("./lobby/leftout.ts").then(({ tell }) => tell(notices));
}

/** Removes the secret of a seat or an invitation from the address, after the server has accepted it. */
function forgetToken(id: string) {
  if (readAddress().token !== undefined) history.replaceState(null, "", `#/g/${id}`);
}

/** Notifies the visitor if it is his turn in another game than the one on the page. */
function gameChanged({ view }: Page, game: GameSummary) {
  if (standing(game) !== "turn" || game.you.length !== 1) return;
  const { id } = game;
  const title = gameText(game.title);
  call(id, title);
  if (view.id && view.id !== id) notice(say("attention.turnIn", { game: title }));
}

/** Translates the sentences of index.html to the language of the page. */
function translatePage() {
  for (const element of document.querySelectorAll("[data-say]")) {
    const key = element.getAttribute("data-say") as PlainKey;
    const attribute = element.getAttribute("data-say-into");
    if (attribute) element.setAttribute(attribute, say(key));
    else element.textContent = say(key);
  }
}

async function begin() {
  watchPresses();
  allowSounds();
  const { language } = settings;
  await chooseLanguage(language === "auto" ? navigator.languages : [language]);
  document.documentElement.lang = currentLanguage();
  takeStandards(standards());
  translatePage();
  applyTheme();
  byId("open-settings").addEventListener("click", async () =>
    (await fetched(later(import("./settings/preferences.ts"))))?.showSettings(),
  );
  try {
    await loadRules(await rulesFile("henka.wasm"), {
      whole: () => rulesFile("rules.wasm"),
      translate: gameText,
    });
    speak(currentLanguage());
  } catch (error) {
    const reason = (error as Error).message;
    const text = say("page.noRules", { reason });
    return replace(byId("main"), h("p", { class: "loading", text }));
  }
  openPage();
}

const rulesFile = (name: string) => fetch(new URL(name, import.meta.url));

begin();
