// The page: loads the rules, keeps the line to the server, shows the lobby or a game as the address says.

import { Connection } from "./connection.js";
import { byId, h, notice, replace } from "./dom.js";
import { Lobby } from "./lobby.js";
import { Play } from "./play.js";
import { loadRules } from "./rules.js";
import { applyTheme, onSetting } from "./settings.js";
import { showSettings } from "./preferences.js";

const main = byId("main");
let view = null; // what is shown: a Lobby or a Play
let connection = null;
let waitingFor = null; // the kind of message that will open a new game

function route() {
  const id = location.hash.match(/^#\/game\/([\w-]+)$/)?.[1];
  if (id && view instanceof Play && view.id === id) return;
  view?.leave();
  document.querySelectorAll("dialog[open]").forEach((dialog) => dialog.close());
  view = id ? new Play(main, connection, id, start) : new Lobby(main, connection, start);
  view.enter();
  window.scrollTo(0, 0);
  main.focus({ preventScroll: true });
}

/** The lobby asks for a game; the server answers `game` with its id. */
function start(message) {
  waitingFor = message.t;
  connection.send(message);
}

function gameCame(message) {
  if (waitingFor && message.id !== view?.id) {
    waitingFor = null;
    location.hash = `#/game/${message.id}`;
    route();
  }
  view.game?.(message);
}

function lineChanged(up) {
  byId("line").hidden = up;
  if (up) view?.enter();
}

function failed(message) {
  if (message.for === waitingFor) waitingFor = null;
  if (!view.error?.(message)) notice(message.message, "bad");
}

function connect() {
  connection = new Connection();
  connection.on("line", lineChanged);
  connection.on("game", gameCame);
  connection.on("error", failed);
  for (const kind of ["hello", "games", "thinking", "hint", "declined", "deleted"]) {
    connection.on(kind, (message) => view[kind]?.(message));
  }
}

async function begin() {
  applyTheme();
  byId("open-settings").addEventListener("click", () => showSettings(view));
  try {
    await loadRules(await fetch("henka.wasm"));
  } catch (error) {
    return replace(
      main,
      h("p", { class: "loading", text: `The rules could not be loaded: ${error.message}` }),
    );
  }
  connect();
  onSetting(() => view.settingChanged?.());
  window.addEventListener("hashchange", route);
  route();
}

begin();
