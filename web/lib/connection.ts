// The connection to the server: one WebSocket, which reconnects by itself.

import { say } from "../language/catalogue.ts";
import { introduction } from "../people/identity.ts";
import { notice } from "./dom.ts";
import type { ClientMessage, Handlers, ServerMessage } from "./messages.ts";
import type { Hello } from "./servermessages.ts";

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 5000;

/**
 * Passes a message to the handler that a part of the page has for the message's kind. A part without such a handler ignores the
 * message. app.ts reports kinds for which no part has a handler.
 */
export function handle<Part>(handlers: Handlers<Part>, part: Part, message: ServerMessage) {
  const handler = handlers[message.t] as
    | ((part: Part, message: ServerMessage) => unknown)
    | undefined;
  return handler?.(part, message);
}

/** Awaits the import of a module. If the server can't be reached, shows a notice and returns null. */
export async function fetched<Module>(coming: Promise<Module>) {
  try {
    return await coming;
  } catch {
    if (await isOutdated()) location.reload();
    else notice(say("page.notNow"), "bad");
    return null;
  }
}

/** Has the server a newer version of the page, so that it no longer has the files of this one? */
const isOutdated = () =>
  fetch(import.meta.url, { method: "HEAD", cache: "no-store" }).then(
    ({ status }) => status === 404,
    () => false,
  );

/** Fetches a text from the server; null: the server can't be reached, or has no such text. */
export async function fetchText(where: string) {
  try {
    const answer = await fetch(where);
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}

/**
 * The longest time in milliseconds until the server's answer, by kind of message: for messages that the server answers at once.
 * If no answer arrives in that time, the connection is dead, even without a close event.
 */
const PROMPT = new Map([
  ["open", 10000],
  ["move", 10000],
  ["ping", 3000],
]);
const BEAT_MS = 20000; // time between two pings while a clock of the game on the page runs
const GREETING_MS = 10000; // a new connection on which the server is silent for this time is dead

export class Connection {
  onMessage: (message: ServerMessage) => void;
  onLine: (up: boolean) => void;
  isGreeted = false; // the server's hello has arrived on this connection
  hello: Hello | null = null; // the `hello` that the server sent last; null: none yet
  wait: number = FIRST_WAIT_MS;
  retry: ReturnType<typeof setTimeout> | undefined = undefined; // timer of the next attempt to connect
  answerDue: ReturnType<typeof setTimeout> | undefined = undefined; // timer that ends when the server's answer is overdue; undefined: no answer is awaited
  socket: WebSocket | null = null; // the WebSocket, which may still be connecting; null: the connection is down
  isTimed = false; // a clock runs on the page, so a dead connection must be noticed soon

  /**
   * @param onMessage called for each message of the server
   * @param onLine called when the connection came up or broke
   */
  constructor(onMessage: (message: ServerMessage) => void, onLine: (up: boolean) => void) {
    this.onMessage = onMessage;
    this.onLine = onLine;
    this.open();
    window.addEventListener("offline", () => this.closed());
    window.addEventListener("online", () => this.again());
    // When a phone wakes up or the page is shown again, the connection may be dead, so it is checked.
    document.addEventListener("visibilitychange", () => document.hidden || this.ping());
    window.addEventListener("pageshow", ({ persisted }) => persisted && this.ping());
    setInterval(() => this.isTimed && this.ping(), BEAT_MS);
  }

  /** Checks that the connection still works; reconnects at once if it is closed. */
  ping() {
    if (this.socket) this.send({ t: "ping" });
    else this.open();
  }

  /** Called when the device has a network again: reconnects, or checks the connection, which may have died with a change of network. */
  again() {
    if (this.up) return this.ping();
    this.closed();
    this.open();
  }

  open() {
    if (this.socket) return;
    clearTimeout(this.retry);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws`, "henka");
    this.socket = socket;
    this.answerDue = setTimeout(() => this.socket === socket && this.closed(), GREETING_MS);
    /** Calls a listener, unless its event belongs to a connection that was replaced. */
    const heard: (f: () => void) => void = (f) => {
      if (this.socket === socket) f();
    };
    socket.addEventListener("close", () => heard(() => this.closed()));
    socket.addEventListener("message", ({ data }) =>
      heard(() => {
        clearTimeout(this.answerDue);
        this.answerDue = undefined;
        const message = JSON.parse(data);
        if (message.t === "hello") this.greeted(message);
        this.onMessage(message);
      }),
    );
  }

  /** Has the server sent `hello` on this connection? Before that the page sends nothing. */
  get up() {
    return this.isGreeted && this.socket?.readyState === WebSocket.OPEN;
  }

  greeted(hello: Hello) {
    this.hello = hello;
    this.isGreeted = true;
    this.wait = FIRST_WAIT_MS;
    this.introduce();
    this.onLine(true);
  }

  introduce() {
    this.send(introduction());
  }

  closed() {
    const { socket } = this;
    if (!socket) return;
    this.socket = null;
    this.isGreeted = false;
    socket.close();
    clearTimeout(this.answerDue);
    this.answerDue = undefined;
    this.onLine(false);
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT_MS);
  }

  /** Sends a message. While the connection is down, returns false and neither sends nor keeps it: the caller repeats it later. */
  send(message: ClientMessage) {
    if (!this.socket || !this.up) return false;
    this.socket.send(JSON.stringify(message));
    const due = PROMPT.get(message.t);
    if (due) this.answerDue ??= setTimeout(() => this.closed(), due);
    return true;
  }

  /** Sends a message that the visitor asked for; shows a notice if it can't be sent now. */
  ask(message: ClientMessage) {
    const sent = this.send(message);
    if (!sent) notice(say("page.notNow"), "bad");
    return sent;
  }
}
