// The chat of the two players, if the server allows it.

import { say } from "../language/catalogue.ts";
import { announce, h } from "../lib/dom.ts";
import { keep, keptObject } from "../lib/kept.ts";
import { CHAT_CHARACTERS } from "../lib/limits.ts";

const MUTED = "henka-muted"; // key under which the browser keeps the ids of games whose chat is muted
const MOST_MUTED = 100;
const MOST_LINES = 200; // maximum number of lines in the log; older lines are removed

export class Chat {
  id = ""; // id of the game whose chat is shown
  muted = false; // the lines of the other player are neither shown nor read out
  mute: HTMLButtonElement;
  log: HTMLOListElement = h("ol", {
    class: "chat-log",
    tabindex: 0,
    "aria-label": say("chat.log"),
  });
  field: HTMLInputElement = h("input", {
    type: "text",
    maxlength: CHAT_CHARACTERS,
    autocomplete: "off",
    "aria-label": say("chat.field"),
    placeholder: say("chat.field"),
  });
  form: HTMLFormElement;
  root: HTMLElement;

  /** @param send sends a line to the server; returns false if it can't be sent now */
  constructor(send: (text: string) => boolean) {
    this.mute = h("button", { type: "button", class: "quiet", onclick: () => this.toggle() });
    this.form = h(
      "form",
      { class: "chat-form" },
      this.field,
      h("button", { type: "submit", text: say("chat.send") }),
    );
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.field.value.trim();
      if (text && send(text)) this.field.value = "";
    });
    this.root = h("section", { class: "chat", "aria-label": say("chat.title"), hidden: true }, [
      this.log,
      this.form,
      this.mute,
    ]);
  }

  name() {
    this.mute.textContent = say(this.muted ? "chat.unmute" : "chat.mute");
    this.mute.setAttribute("aria-pressed", String(this.muted));
  }

  /** Mutes the other player, or shows his lines again. */
  toggle() {
    this.muted = !this.muted;
    const games = keptObject(MUTED);
    delete games[this.id];
    if (this.muted) games[this.id] = true;
    for (const old of Object.keys(games).slice(0, -MOST_MUTED)) delete games[old];
    keep(MUTED, JSON.stringify(games));
    this.name();
  }

  /**
   * @param shown the chat is visible
   * @param seated the visitor plays, so he may write
   * @param id of the game
   */
  show(shown: boolean, seated: boolean, id: string) {
    if (id !== this.id) {
      this.id = id;
      this.muted = Boolean(keptObject(MUTED)[id]);
      this.name();
    }
    this.root.hidden = !shown;
    this.form.hidden = !seated;
  }

  /** Is the log in the visible part of the page? On a small screen the visitor has to scroll to it. */
  get inSight() {
    const { top, bottom } = this.log.getBoundingClientRect();
    return top < bottom && bottom <= innerHeight;
  }

  /**
   * Adds a line to the log, and has it read out.
   * @param name of the player that has sent the line
   */
  add(name: string, text: string) {
    this.log.append(
      h("li", null, h("strong", null, h("bdi", { text: name })), " ", h("bdi", { text })),
    );
    while (this.log.childElementCount > MOST_LINES) this.log.firstElementChild?.remove();
    this.log.scrollTop = this.log.scrollHeight;
    announce(say("chat.said", { name, text }));
  }
}
