// What the persons at the table say to each other, where the server allows it.

import { say } from "./catalogue.js";
import { announce, h } from "./dom.js";
import { CHAT_CHARACTERS } from "./limits.js";

export class Chat {
  /** @param {(text: string) => boolean} send false: it can't be sent now */
  constructor(send) {
    this.log = h("ol", { class: "chat-log", tabindex: 0, "aria-label": say("chat.log") });
    this.field = h("input", {
      type: "text",
      maxlength: CHAT_CHARACTERS,
      autocomplete: "off",
      "aria-label": say("chat.field"),
      placeholder: say("chat.field"),
    });
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
    ]);
  }

  /**
   * @param {boolean} shown
   * @param {boolean} seated who watches only reads
   */
  show(shown, seated) {
    this.root.hidden = !shown;
    this.form.hidden = !seated;
  }

  /** On a small screen the log lies below what is shown. */
  get inSight() {
    const { top, bottom } = this.log.getBoundingClientRect();
    return top < bottom && bottom <= innerHeight;
  }

  /**
   * @param {string} name of who says it
   * @param {string} text
   */
  add(name, text) {
    this.log.append(h("li", null, h("strong", { text: name }), " ", text));
    this.log.scrollTop = this.log.scrollHeight;
    announce(say("chat.said", { name, text }));
  }
}
