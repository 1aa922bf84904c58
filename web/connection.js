// The line to the server: one WebSocket that comes back by itself.

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 5000;

export class Connection extends EventTarget {
  constructor() {
    super();
    this.wait = FIRST_WAIT_MS;
    this.queue = [];
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/ws`, "henka");
    this.socket.addEventListener("open", () => this.opened());
    this.socket.addEventListener("message", (event) => this.received(event.data));
    this.socket.addEventListener("close", () => this.closed());
  }

  get up() {
    return this.socket.readyState === WebSocket.OPEN;
  }

  opened() {
    this.wait = FIRST_WAIT_MS;
    this.dispatchEvent(new CustomEvent("line", { detail: true }));
    for (const message of this.queue.splice(0)) this.send(message);
  }

  closed() {
    this.dispatchEvent(new CustomEvent("line", { detail: false }));
    setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT_MS);
  }

  received(text) {
    const message = JSON.parse(text);
    this.dispatchEvent(new CustomEvent(message.t, { detail: message }));
  }

  /** Kept until the line is up again. Moves carry their ply, so one that comes late is refused, not misplaced. */
  send(message) {
    if (this.up) return this.socket.send(JSON.stringify(message));
    const same = JSON.stringify(message);
    if (!this.queue.some((waiting) => JSON.stringify(waiting) === same)) this.queue.push(message);
  }

  on(kind, handler) {
    this.addEventListener(kind, (event) => handler(event.detail));
  }
}
