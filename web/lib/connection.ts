// The line to the server: one WebSocket that comes back by itself.

import { say } from "../language/catalogue.ts";
import { introduction } from "../people/identity.ts";
import { notice } from "./dom.ts";
import type { ClientMessage, Handlers, Hello, ServerMessage } from "./messages.ts";

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 5000;

/**
 * Gives a message to a part of the page, which may have no handler for its kind: then another part has one. Kinds
 * that no part handles are reported by Page.take in app.ts.
 */
export function handle<Part>(handlers: Handlers<Part>, part: Part, message: ServerMessage) {
  const handler = handlers[message.t] as
    | ((part: Part, message: ServerMessage) => unknown)
    | undefined;
  return handler?.(part, message);
}

/** A part of the page that comes only when it is wanted; null, and a word about it, while the server can't be reached. */
export async function fetched<Module>(coming: Promise<Module>) {
  try {
    return await coming;
  } catch {
    if (await isOutdated()) location.reload();
    else notice(say("page.notNow"), "bad");
    return null;
  }
}

/** The server now has another version than this page, and no longer serves the page's parts. */
const isOutdated = () =>
  fetch(import.meta.url, { method: "HEAD", cache: "no-store" }).then(
    ({ status }) => status === 404,
    () => false,
  );

/** null: the server can't be reached, or there is no such text. */
export async function fetchText(where: string) {
  try {
    const answer = await fetch(where);
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}

/**
 * Messages that the server answers at once, with a time in milliseconds. If no answer arrives in that time, the connection is
 * dead, even if nobody closed it.
 */
const PROMPT = new Map([
  ["open", 10000],
  ["move", 10000],
  ["ping", 3000],
]);
const BEAT_MS = 20000; // between pings while a clock runs
const GREETING_MS = 10000; // a new connection on which the server is silent for this time is dead

export class Connection {
  onMessage: (message: ServerMessage) => void;
  onLine: (up: boolean) => void;
  isGreeted = false; // the server's hello has come on this line
  hello: Hello | null = null; // what the server said of itself
  wait: number = FIRST_WAIT_MS;
  retry: ReturnType<typeof setTimeout> | undefined = undefined; // timer of the next attempt to connect
  answerDue: ReturnType<typeof setTimeout> | undefined = undefined; // timer that ends when the answer is overdue
  socket: WebSocket | null = null; // null: not connected
  isTimed = false; // a clock runs on the page, so a dead connection must be noticed soon

  /** @param onLine the line came up or broke */
  constructor(onMessage: (message: ServerMessage) => void, onLine: (up: boolean) => void) {
    this.onMessage = onMessage;
    this.onLine = onLine;
    this.open();
    window.addEventListener("offline", () => this.closed());
    window.addEventListener("online", () => this.again());
    // The connection of a phone that wakes up, or of a page that is shown again, may be dead.
    document.addEventListener("visibilitychange", () => document.hidden || this.ping());
    window.addEventListener("pageshow", ({ persisted }) => persisted && this.ping());
    setInterval(() => this.isTimed && this.ping(), BEAT_MS);
  }

  /** Checks that the connection still works; reconnects at once if it is closed. */
  ping() {
    if (this.socket) this.send({ t: "ping" });
    else this.open();
  }

  /** The device has a network again, perhaps another one. */
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
    /** Ignores events of a connection that was replaced. */
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

  /** The server has greeted; until then nothing is sent. */
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

  /** Sends a message that the user asked for, or tells him that it can't be sent now. */
  ask(message: ClientMessage) {
    const sent = this.send(message);
    if (!sent) notice(say("page.notNow"), "bad");
    return sent;
  }
}
