// The page: loads the rules, keeps the line to the server, shows the lobby or a game as the address says.

import { loadRules, speak, wholeRules } from "./core/rules.ts";
import { chooseLanguage, currentLanguage, gameText, say, standards } from "./language/catalogue.ts";
import { sentence } from "./language/words.ts";
import { call } from "./lib/attention.ts";
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

/** What fills the page. */
export interface View {
  /** of the game shown */
  id?: string;
  /** the line to the server is up */
  enter: () => void;
  leave: () => void;
  /** the line came up or broke; when it came up, enter was called before */
  lineChanged: () => void;
  settingChanged: () => void;
  /** true for an error of which nothing more need be said */
  take: (message: ServerMessage) => unknown;
  /** shows a game as it stood after so many moves */
  goTo?: (ply: number) => void;
  /** the address is another; true: the view has shown what it names */
  readdress?: () => boolean;
}

const handlers = {
  matched: (page, { id }) => page.go(id),
  tokens: (_, message) => keepTokens(message),
  changed: (page, { game }) => page.gameChanged(game),
  pong: () => {}, // Connection has heard it
  notices: (page, { notices }) => (page.notices = notices), // of the game that comes next
} satisfies Handlers<Page>;

/**
 * The kinds of messages the page knows without play.ts, which comes with the first game. The type says that together they know
 * every kind of messages.ts.
 */
const KNOWN: Record<
  Exclude<ServerKind, keyof typeof import("./table/play.ts").playHandlers>,
  unknown
> = { ...handlers, ...lobbyHandlers };

/**
 * What stands for a view until its module has come.
 * @param id of a game
 * @param enter asks for it, and again when the line is back
 */
const blankView = (id: string | undefined, enter: () => void): View => ({
  id,
  enter,
  leave: () => {},
  lineChanged: () => {},
  settingChanged: () => {},
  take: () => false,
});

class Page {
  Play: typeof import("./table/play.ts").Play | null = null; // comes with the first game
  models: typeof import("./lobby/models.ts") | null = null; // come with the first game to replay
  RulesPage: typeof import("./rules/rulespage.ts").RulesPage | null = null; // comes when somebody reads rules
  main: HTMLElement = byId("main");
  waitingFor: "new" | "import" | null = null; // the message that was sent and will open a new game
  notices: Notices["notices"] = []; // what could not be used of the record that this message holds
  connection: Connection;
  view: View;

  constructor() {
    this.connection = new Connection(
      (message) => this.take(message),
      (up) => this.lineChanged(up),
    );
    this.view = this.newView();
    let { name } = settings;
    onSetting(() => {
      if (settings.name !== name) this.connection.introduce();
      ({ name } = settings);
      this.view.settingChanged();
    });
    window.addEventListener("hashchange", () => this.route());
    takeDrops((read) => this.takeFiles(read));
    this.view.enter();
  }

  /** What the address names: a game, and perhaps the secret of a seat or of an invitation, or a move of it; or a game to replay. */
  get inAddress() {
    const [, model] = location.hash.match(MODEL) ?? [];
    if (model) return { id: `model/${model}`, model };
    const [, id, token, move] = location.hash.match(ADDRESS) ?? [];
    return { id, token, ply: move === undefined ? undefined : Number(move) };
  }

  newView(): View {
    const { id, token, model, ply } = this.inAddress;
    if (readRulesAddress(location.hash)) return this.rulesView();
    if (!id && !["", "#", "#/"].includes(location.hash)) notice(say("page.unknownAddress"));
    const start = (message: New | Import) => this.start(message);
    if (!id) return new Lobby(this.main, this.connection, start);
    if (this.Play && this.models && model) {
      return this.models.modelView(this.Play, this.main, model, start);
    }
    if (this.Play && !model) {
      return new this.Play(this.main, this.connection, id, start, token, ply);
    }
    return this.viewToCome(id, async () => {
      const isPlay = await this.loadPlay();
      if (model) this.models ??= await fetched(import("./lobby/models.ts"));
      return isPlay && (!model || Boolean(this.models));
    });
  }

  rulesView(): View {
    if (this.RulesPage) return new this.RulesPage(this.main);
    return this.viewToCome(undefined, async () => {
      const parts = fetched(Promise.all([import("./rules/rulespage.ts"), wholeRules()]));
      const [coming] = (await parts) ?? [];
      if (coming) ({ RulesPage: this.RulesPage } = coming);
      return Boolean(coming);
    });
  }

  /**
   * Stands for a view until its module is there.
   * @param id of a game
   * @param load false: it couldn't be had
   */
  viewToCome(id: string | undefined, load: () => Promise<boolean>) {
    const blank = blankView(id, async () => {
      if (!(await load()) || this.view !== blank) return; // somebody went on meanwhile
      this.view = this.newView();
      this.view.enter();
    });
    return blank;
  }

  async loadPlay() {
    const coming = await fetched(import("./table/play.ts"));
    if (coming) ({ Play: this.Play } = coming);
    return Boolean(this.Play);
  }

  /** Shows what the address names. */
  route() {
    if (this.view.readdress?.()) return;
    const { id, token, ply } = this.inAddress;
    if (id && this.view.id === id && token === undefined) {
      if (ply !== undefined) this.view.goTo?.(ply);
      return;
    }
    this.view.leave();
    document.querySelectorAll("dialog").forEach((dialog) => dialog.close());
    this.view = this.newView();
    this.view.enter();
    window.scrollTo(0, 0);
    this.main.focus({ preventScroll: true });
  }

  /** Files that were dropped are the lobby's. */
  takeFiles(read: ReadFile[]) {
    const take = () => this.view instanceof Lobby && this.view.takeFiles(read);
    document.querySelectorAll("dialog").forEach((dialog) => dialog.close());
    if (take() !== false) return;
    window.addEventListener("hashchange", take, { once: true }); // after the one above
    location.hash = "#/";
  }

  /** A new game is wanted; the server answers `game` with its id. */
  start(message: New | Import) {
    this.loadPlay();
    if (this.connection.ask(message)) this.waitingFor = message.t;
  }

  lineChanged(up: boolean) {
    byId("line").hidden = up;
    if (!up && this.waitingFor) this.notStarted();
    if (up) {
      this.sendPending();
      this.view?.enter();
    }
    this.view?.lineChanged();
  }

  /** Moves of games that somebody left while the line was down. */
  sendPending() {
    for (const { id, moves } of takePendingElsewhere(this.view?.id)) {
      this.connection.send({ t: "open", id });
      for (const move of moves) this.connection.send({ t: "move", id, ...move });
      this.connection.send({ t: "close", id });
    }
  }

  /** The line broke before the answer: nobody is torn out of another game later. */
  notStarted() {
    this.waitingFor = null;
    notice(say("page.notStarted"), "bad");
  }

  /** What the server says goes to the view. */
  take(message: ServerMessage) {
    if (!this.knows(message)) {
      console.error(`A message of an unknown kind: ${JSON.stringify(message)}`);
      return notice(say("page.unknownMessage"), "bad");
    }
    handle(handlers, this, message);
    if (message.t === "game") this.gameCame(message);
    if (message.t === "error" && message.for === this.waitingFor) this.waitingFor = null;
    const done = this.view.take(message);
    const late = message.t === "error" && message.for === "withdraw"; // somebody had joined
    if (message.t === "error" && !done && !late) notice(sentence(message.message), "bad");
  }

  /** Has some part of the page a handler for it? Until the first game has come, what is about a game is taken for known. */
  knows(message: ServerMessage) {
    return message.t in KNOWN || (this.Play ? this.Play.takes(message.t) : "id" in message);
  }

  /** The game that was asked for is opened. */
  gameCame({ id }: GameState) {
    if (id === this.view.id) this.forgetToken(id);
    if (!this.waitingFor || id === this.view.id) return;
    this.waitingFor = null;
    this.go(id);
    const { notices } = this;
    this.notices = [];
    if (notices.length) import("./lobby/leftout.ts").then(({ tell }) => tell(notices));
  }

  /** @param id of a game */
  go(id: string) {
    location.hash = `#/g/${id}`;
    this.route();
  }

  /** A secret that has done its work doesn't stay in the address. */
  forgetToken(id: string) {
    if (this.inAddress.token !== undefined) history.replaceState(null, "", `#/g/${id}`);
  }

  /** Elsewhere it is one's turn. */
  gameChanged(game: GameSummary) {
    if (standing(game) !== "turn" || game.you.length !== 1) return;
    const { id } = game;
    const title = gameText(game.title);
    call(id, title);
    if (this.view.id && this.view.id !== id) notice(say("attention.turnIn", { game: title }));
  }
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
  new Page();
}

begin();
