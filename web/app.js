// The page: loads the rules, keeps the line to the server, shows the lobby or a game as the address says.

import { call } from "./attention.js";
import { chooseLanguage, currentLanguage, gameText, say, standards } from "./catalogue.js";
import { Connection, fetched, handle } from "./connection.js";
import { byId, h, notice, replace, watchPresses } from "./dom.js";
import { takeDrops } from "./filebutton.js";
import { Lobby, lobbyHandlers } from "./lobby.js";
import { standing } from "./mygames.js";
import { takePendingElsewhere } from "./pending.js";
import { loadRules, speak, wholeRules } from "./rules.js";
import { readRulesAddress } from "./rulesaddress.js";
import { applyTheme, onSetting, settings, takeStandards } from "./settings.js";
import { keepTokens } from "./tokens.js";
import { sentence } from "./words.js";

/** @import { PlainKey } from "./catalogue.types.js" */
/** @import { ReadFile } from "./files.js" */
/** @import { GameState, GameSummary, Handlers, Import, New, Notices, ServerKind } from "./messages.js" */
/** @import { ServerMessage } from "./messages.js" */

const ADDRESS = /^#\/(?:g|game)\/([\w-]+)(?:\/([\w-]*))?(?:\?move=(\d+))?$/;
const MODEL = /^#\/model\/(\w+)$/;

/**
 * What fills the page.
 * @typedef {object} View
 * @property {string} [id] of the game shown
 * @property {() => void} enter the line to the server is up
 * @property {() => void} leave
 * @property {() => void} lineChanged the line came up or broke; when it came up, enter was called before
 * @property {() => void} settingChanged
 * @property {(message: ServerMessage) => unknown} take true for an error of which nothing more need be said
 * @property {(ply: number) => void} [goTo] shows a game as it stood after so many moves
 * @property {() => boolean} [readdress] the address is another; true: the view has shown what it names
 */

const handlers = /** @satisfies {Handlers<Page>} */ ({
  matched: (page, { id }) => page.go(id),
  tokens: (_, message) => keepTokens(message),
  changed: (page, { game }) => page.gameChanged(game),
  pong: () => {}, // Connection has heard it
  notices: (page, { notices }) => (page.notices = notices), // of the game that comes next
});

/**
 * The kinds of messages the page knows without play.js, which comes with the first game. The type says that together they know
 * every kind of messages.d.ts.
 * @type {Record<Exclude<ServerKind, keyof typeof import("./play.js").playHandlers>, unknown>}
 */
const KNOWN = { ...handlers, ...lobbyHandlers };

/**
 * What stands for a view until its module has come.
 * @param {string | undefined} id of a game
 * @param {() => void} enter asks for it, and again when the line is back
 * @returns {View}
 */
const blankView = (id, enter) => ({
  id,
  enter,
  leave: () => {},
  lineChanged: () => {},
  settingChanged: () => {},
  take: () => false,
});

class Page {
  constructor() {
    /** @type {typeof import("./play.js").Play | null} */
    this.Play = null; // comes with the first game
    /** @type {typeof import("./models.js") | null} */
    this.models = null; // come with the first game to replay
    /** @type {typeof import("./rulespage.js").RulesPage | null} */
    this.RulesPage = null; // comes when somebody reads rules
    this.main = byId("main");
    /** @type {"new" | "import" | null} */
    this.waitingFor = null; // the message that was sent and will open a new game
    /** @type {Notices["notices"]} */
    this.notices = []; // what could not be used of the record that this message holds
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

  /** @returns {View} */
  newView() {
    const { id, token, model, ply } = this.inAddress;
    if (readRulesAddress(location.hash)) return this.rulesView();
    if (!id && !["", "#", "#/"].includes(location.hash)) notice(say("page.unknownAddress"));
    const start = (/** @type {New | Import} */ message) => this.start(message);
    if (!id) return new Lobby(this.main, this.connection, start);
    if (this.Play && this.models && model) {
      return this.models.modelView(this.Play, this.main, model, start);
    }
    if (this.Play && !model) {
      return new this.Play(this.main, this.connection, id, start, token, ply);
    }
    return this.viewToCome(id, async () => {
      const isPlay = await this.loadPlay();
      if (model) this.models ??= await fetched(import("./models.js"));
      return isPlay && (!model || Boolean(this.models));
    });
  }

  /** @returns {View} */
  rulesView() {
    if (this.RulesPage) return new this.RulesPage(this.main);
    return this.viewToCome(undefined, async () => {
      const parts = fetched(Promise.all([import("./rulespage.js"), wholeRules()]));
      const [coming] = (await parts) ?? [];
      if (coming) ({ RulesPage: this.RulesPage } = coming);
      return Boolean(coming);
    });
  }

  /**
   * Stands for a view until its module is there.
   * @param {string | undefined} id of a game
   * @param {() => Promise<boolean>} load false: it couldn't be had
   */
  viewToCome(id, load) {
    const blank = blankView(id, async () => {
      if (!(await load()) || this.view !== blank) return; // somebody went on meanwhile
      this.view = this.newView();
      this.view.enter();
    });
    return blank;
  }

  async loadPlay() {
    const coming = await fetched(import("./play.js"));
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

  /**
   * Files that were dropped are the lobby's.
   * @param {ReadFile[]} read
   */
  takeFiles(read) {
    const take = () => this.view instanceof Lobby && this.view.takeFiles(read);
    document.querySelectorAll("dialog").forEach((dialog) => dialog.close());
    if (take() !== false) return;
    window.addEventListener("hashchange", take, { once: true }); // after the one above
    location.hash = "#/";
  }

  /**
   * A new game is wanted; the server answers `game` with its id.
   * @param {New | Import} message
   */
  start(message) {
    this.loadPlay();
    if (this.connection.ask(message)) this.waitingFor = message.t;
  }

  /** @param {boolean} up */
  lineChanged(up) {
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

  /**
   * What the server says goes to the view.
   * @param {ServerMessage} message
   */
  take(message) {
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

  /**
   * Has some part of the page a handler for it? Until the first game has come, what is about a game is taken for known.
   * @param {ServerMessage} message
   */
  knows(message) {
    return message.t in KNOWN || (this.Play ? this.Play.takes(message.t) : "id" in message);
  }

  /**
   * The game that was asked for is opened.
   * @param {GameState} message
   */
  gameCame({ id }) {
    if (id === this.view.id) this.forgetToken(id);
    if (!this.waitingFor || id === this.view.id) return;
    this.waitingFor = null;
    this.go(id);
    const { notices } = this;
    this.notices = [];
    if (notices.length) import("./leftout.js").then(({ tell }) => tell(notices));
  }

  /** @param {string} id of a game */
  go(id) {
    location.hash = `#/g/${id}`;
    this.route();
  }

  /**
   * A secret that has done its work doesn't stay in the address.
   * @param {string} id
   */
  forgetToken(id) {
    if (this.inAddress.token !== undefined) history.replaceState(null, "", `#/g/${id}`);
  }

  /**
   * Elsewhere it is one's turn.
   * @param {GameSummary} game
   */
  gameChanged(game) {
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
    const key = /** @type {PlainKey} */ (element.getAttribute("data-say"));
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
    (await fetched(import("./preferences.js")))?.showSettings(),
  );
  try {
    await loadRules(await fetch(new URL("henka.wasm", import.meta.url)));
    speak(currentLanguage());
  } catch (error) {
    const reason = /** @type {Error} */ (error).message;
    const text = say("page.noRules", { reason });
    return replace(byId("main"), h("p", { class: "loading", text }));
  }
  new Page();
}

begin();
