// The line to the server: one WebSocket that comes back by itself.

/** @import { ClientMessage, Handlers, ServerMessage } from "./messages.js" */

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 5000;

/**
 * Gives a message to a part of the page, which may have no handler for its kind: then another part has one. Kinds
 * that no part handles are reported by Page.take in app.js.
 * @template Part
 * @param {Handlers<Part>} handlers
 * @param {Part} part
 * @param {ServerMessage} message
 */
export function handle(handlers, part, message) {
  const handler = /** @type {((part: Part, message: ServerMessage) => unknown) | undefined} */ (
    handlers[message.t]
  );
  return handler?.(part, message);
}

export class Connection {
  /**
   * @param {(message: ServerMessage) => void} onMessage
   * @param {(up: boolean) => void} onLine the line came up or broke
   */
  constructor(onMessage, onLine) {
    this.onMessage = onMessage;
    this.onLine = onLine;
    this.wait = FIRST_WAIT_MS;
    /** @type {ClientMessage[]} */
    this.queue = []; // what was said while the line was down
    this.socket = this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws`, "henka");
    socket.addEventListener("open", () => this.opened());
    socket.addEventListener("message", (event) => this.onMessage(JSON.parse(event.data)));
    socket.addEventListener("close", () => this.closed());
    return socket;
  }

  get up() {
    return this.socket.readyState === WebSocket.OPEN;
  }

  opened() {
    this.wait = FIRST_WAIT_MS;
    this.onLine(true);
    for (const message of this.queue.splice(0)) this.send(message);
  }

  closed() {
    this.onLine(false);
    setTimeout(() => (this.socket = this.open()), this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT_MS);
  }

  /**
   * Kept until the line is up again. Moves carry their ply, so one that comes late is refused, not misplaced.
   * @param {ClientMessage} message
   */
  send(message) {
    const text = JSON.stringify(message);
    if (this.up) this.socket.send(text);
    else if (!this.queue.some((waiting) => JSON.stringify(waiting) === text)) {
      this.queue.push(message);
    }
  }
}
