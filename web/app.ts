// The page: loads the rules, keeps the line to the server, and shows the view that the address names.

import { loadRules, speak, wholeRules } from "./core/rules.ts";
import { chooseLanguage, currentLanguage, gameText, say, standards } from "./language/catalogue.ts";
import { sentence } from "./language/words.ts";
import { allowSounds, call } from "./lib/attention.ts";
import { Connection, fetched, handle } from "./lib/connection.ts";
import { byId, h, notice, replace, watchPresses } from "./lib/dom.ts";
import { Lobby, lobbyHandlers } from "./lobby/lobby.ts";
import { standing } from "./lobby/mygames.ts";
import { takeDrops } from "./own/filebutton.ts";
import { keepTokens } from "./people/tokens.ts";
import { readRulesAddress } from "./rules/rulesaddress.ts";
import { applyTheme, onSetting, settings, takeStandards } from "./settings/settings.ts";
import { takePendingElsewhere } from "./table/pending.ts";
import type { PlainKey } from "./language/keys.ts";
import type {
  GameState,
  GameSummary,
  Handlers,
  Import,
  New,
  Notices,
  ServerKind,
  ServerMessage,
} from "./lib/messages.ts";
import type { ReadFile } from "./own/files.ts";

const ADDRESS = /^#\/(?:g|game)\/([\w-]+)(?:\/([\w-]*))?(?:\?move=(\d+))?$/;
const MODEL = /^#\/model\/(\w+)$/;

/** The lobby, a game or a page of rules. */
export interface View {
  /** id of the game shown */
  id?: string;
  /** the line to the server is up */
  enter: () => void;
  leave: () => void;
  /** the line came up or broke; when it came up, enter was called before */
  lineChanged: () => void;
  settingChanged: () => void;
  /** takes a message of the server; returns true for an error that need not be shown */
  take: (message: ServerMessage) => unknown;
  /** shows a game after that number of moves */
  goTo?: (ply: number) => void;
  /** the address has changed; returns true if the view shows what it names now */
  readdress?: () => boolean;
}

const handlers = {
  matched: (page, { id }) => go(page, id),
  tokens: (_, message) => keepTokens(message),
  changed: (page, { game }) => gameChanged(page, game),
  pong: () => {}, // Connection has heard it
  notices: (page, { notices }) => (page.notices = notices), // of the game that comes next
} satisfies Handlers<Page>;

/**
 * The kinds of messages that the page knows without play.ts, which comes with the first game. The type says that together they know
 * every kind of messages.ts.
 */
const KNOWN: Record<
  Exclude<ServerKind, keyof typeof import("./table/incoming.ts").playHandlers>,
  unknown
> = { ...handlers, ...lobbyHandlers };

/** The page: one record, which the functions below change. */
interface Page {
  readonly main: HTMLElement;
  readonly connection: Connection;
  view: View;
  /** comes with the first game */
  play: typeof import("./table/play.ts") | null;
  /** come with the first game to replay */
  models: typeof import("./lobby/models.ts") | null;
  /** comes when somebody reads rules */
  RulesPage: typeof import("./rules/rulespage.ts").RulesPage | null;
  /** the message that was sent and will open a new game */
  waitingFor: "new" | "import" | null;
  /** the parts of its record that could not be used */
  notices: Notices["notices"];
}

/**
 * A view until its module has come.
 * @param id of the game
 * @param enter asks for the module, and again when the line is back
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

/** What the address names: a game, and perhaps the secret of a seat or of an invitation, or a move of it; or a game to replay. */
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
  if (!id) return new Lobby(main, connection, startGame);
  if (play && models && model) return models.modelView(play.playView, main, model, startGame);
  if (play && !model) return play.playView(main, connection, id, startGame, { token, ply });
  return viewToCome(page, id, async () => {
    const isPlay = await loadPlay(page);
    if (model) page.models ??= await fetched(import("./lobby/models.ts"));
    return isPlay && (!model || Boolean(page.models));
  });
}

function rulesView(page: Page): View {
  if (page.RulesPage) return new page.RulesPage(page.main);
  return viewToCome(page, undefined, async () => {
    const parts = fetched(Promise.all([import("./rules/rulespage.ts"), wholeRules()]));
    const [coming] = (await parts) ?? [];
    if (coming) ({ RulesPage: page.RulesPage } = coming);
    return Boolean(coming);
  });
}

/**
 * Stands for a view until its module is there.
 * @param id of a game
 * @param load returns false if the module can't be fetched
 */
function viewToCome(page: Page, id: string | undefined, load: () => Promise<boolean>) {
  const blank = blankView(id, async () => {
    if (!(await load()) || page.view !== blank) return; // somebody went on meanwhile
    page.view = newView(page);
    page.view.enter();
  });
  return blank;
}

async function loadPlay(page: Page) {
  page.play = (await fetched(import("./table/play.ts"))) ?? page.play;
  return Boolean(page.play);
}

/** Shows what the address names. */
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

/** @param id of a game */
function go(page: Page, id: string) {
  location.hash = `#/g/${id}`;
  route(page);
}

/** Files that were dropped go to the lobby. */
function takeFiles(page: Page, read: ReadFile[]) {
  const give = () => page.view instanceof Lobby && page.view.takeFiles(read);
  closeDialogs();
  if (give() !== false) return;
  window.addEventListener("hashchange", give, { once: true }); // after the one above
  location.hash = "#/";
}

// ---- the line to the server ----

/** Asks the server for a new game; it answers `game` with the id. */
function start(page: Page, message: New | Import) {
  loadPlay(page);
  if (page.connection.ask(message)) page.waitingFor = message.t;
}

function lineChanged(page: Page, up: boolean) {
  byId("line").hidden = up;
  if (!up && page.waitingFor) {
    page.waitingFor = null; // the line broke before the answer: nobody is torn out of another game later
    notice(say("page.notStarted"), "bad");
  }
  if (up) {
    sendPending(page);
    page.view.enter();
  }
  page.view.lineChanged();
}

/** Sends moves of games that somebody left while the line was down. */
function sendPending({ connection, view }: Page) {
  for (const { id, moves } of takePendingElsewhere(view.id)) {
    connection.send({ t: "open", id });
    for (const move of moves) connection.send({ t: "move", id, ...move });
    connection.send({ t: "close", id });
  }
}

/** Gives a message of the server to the page and to the view. */
function take(page: Page, message: ServerMessage) {
  if (!knows(page, message)) {
    console.error(`A message of an unknown kind: ${JSON.stringify(message)}`);
    return notice(say("page.unknownMessage"), "bad");
  }
  handle(handlers, page, message);
  if (message.t === "game") gameCame(page, message);
  if (message.t === "error" && message.for === page.waitingFor) page.waitingFor = null;
  const done = page.view.take(message);
  const late = message.t === "error" && message.for === "withdraw"; // somebody had joined
  if (message.t === "error" && !done && !late) notice(sentence(message.message), "bad");
}

/** Some part of the page has a handler for the message. Until the first game has come, messages about a game are taken for known. */
const knows = ({ play }: Page, message: ServerMessage) =>
  message.t in KNOWN || (play ? play.takes(message.t) : "id" in message);

/** Opens the game that was asked for. */
function gameCame(page: Page, { id }: GameState) {
  if (id === page.view.id) forgetToken(id);
  if (!page.waitingFor || id === page.view.id) return;
  page.waitingFor = null;
  go(page, id);
  const { notices } = page;
  page.notices = [];
  if (notices.length) import("./lobby/leftout.ts").then(({ tell }) => tell(notices));
}

/** Takes a secret that has done its work out of the address. */
function forgetToken(id: string) {
  if (readAddress().token !== undefined) history.replaceState(null, "", `#/g/${id}`);
}

/** Tells that it is one's turn in another game. */
function gameChanged({ view }: Page, game: GameSummary) {
  if (standing(game) !== "turn" || game.you.length !== 1) return;
  const { id } = game;
  const title = gameText(game.title);
  call(id, title);
  if (view.id && view.id !== id) notice(say("attention.turnIn", { game: title }));
}

/** The sentences of index.html, in the language of the page. */
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
    (await fetched(import("./settings/preferences.ts")))?.showSettings(),
  );
  try {
    await loadRules(await fetch(new URL("henka.wasm", import.meta.url)));
    speak(currentLanguage());
  } catch (error) {
    const reason = (error as Error).message;
    const text = say("page.noRules", { reason });
    return replace(byId("main"), h("p", { class: "loading", text }));
  }
  openPage();
}

begin();
