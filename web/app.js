// The page: loads the rules, keeps the line to the server, shows the lobby or a game as the address says.

import { chooseLanguage, say } from "./catalogue.js";
import { Connection } from "./connection.js";
import { byId, h, notice, replace } from "./dom.js";
import { Lobby, lobbyHandlers } from "./lobby.js";
import { takePendingElsewhere } from "./pending.js";
import { Play, playHandlers } from "./play.js";
import { showSettings } from "./preferences.js";
import { loadRules } from "./rules.js";
import { applyTheme, onSetting } from "./settings.js";

/** @import { PlainKey } from "./catalogue.types.js" */
/** @import { GameState, Import, New, ServerKind, ServerMessage } from "./messages.js" */

/**
 * What fills the page.
 * @typedef {object} View
 * @property {string} [id] of the game shown
 * @property {() => void} enter the line to the server is up
 * @property {() => void} leave
 * @property {() => void} lineChanged the line came up or broke; when it came up, enter was called before
 * @property {() => void} settingChanged
 * @property {(message: ServerMessage) => unknown} take true for an error of which nothing more need be said
 */

/** Kinds of messages that no part of the page deals with yet. */
const UNUSED = {
  changed: null,
  tokens: null,
  chat: null,
  presence: null,
  challenged: null,
  challenges: null,
  matched: null,
};

/**
 * The kinds of messages the page knows. The type says that every kind of messages.d.ts is among them.
 * @type {Record<ServerKind, unknown>}
 */
const KNOWN = { ...UNUSED, ...lobbyHandlers, ...playHandlers };

class Page {
  constructor() {
    this.main = byId("main");
    /** @type {"new" | "import" | null} */
    this.waitingFor = null; // the message that was sent and will open a new game
    this.connection = new Connection(
      (message) => this.take(message),
      (up) => this.lineChanged(up),
    );
    this.view = this.newView();
    onSetting(() => this.view.settingChanged());
    window.addEventListener("hashchange", () => this.route());
    this.view.enter();
  }

  get idInAddress() {
    return location.hash.match(/^#\/game\/([\w-]+)$/)?.[1];
  }

  /** @returns {View} */
  newView() {
    const id = this.idInAddress;
    if (!id && !["", "#", "#/"].includes(location.hash)) notice(say("page.unknownAddress"));
    const start = (/** @type {New | Import} */ message) => this.start(message);
    return id
      ? new Play(this.main, this.connection, id, start)
      : new Lobby(this.main, this.connection, start);
  }

  /** Shows what the address names. */
  route() {
    const id = this.idInAddress;
    if (id && this.view.id === id) return;
    this.view.leave();
    document.querySelectorAll("dialog").forEach((dialog) => dialog.close());
    this.view = this.newView();
    this.view.enter();
    window.scrollTo(0, 0);
    this.main.focus({ preventScroll: true });
  }

  /**
   * A new game is wanted; the server answers `game` with its id.
   * @param {New | Import} message
   */
  start(message) {
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
    if (!(message.t in KNOWN)) {
      console.error(`A message of an unknown kind: ${JSON.stringify(message)}`);
      return notice(say("page.unknownMessage"), "bad");
    }
    if (message.t === "game") this.gameCame(message);
    if (message.t === "error" && message.for === this.waitingFor) this.waitingFor = null;
    const done = this.view.take(message);
    if (message.t === "error" && !done) notice(message.message, "bad");
  }

  /**
   * The game that was asked for is opened.
   * @param {GameState} message
   */
  gameCame({ id }) {
    if (!this.waitingFor || id === this.view.id) return;
    this.waitingFor = null;
    location.hash = `#/game/${id}`;
    this.route();
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
  chooseLanguage();
  translatePage();
  applyTheme();
  byId("open-settings").addEventListener("click", showSettings);
  try {
    await loadRules(await fetch("henka.wasm"));
  } catch (error) {
    const reason = /** @type {Error} */ (error).message;
    const text = say("page.noRules", { reason });
    return replace(byId("main"), h("p", { class: "loading", text }));
  }
  new Page();
}

begin();
