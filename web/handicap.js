// The handicap of a new game: a list, where the game's file has any.

import { say } from "./catalogue.js";
import { h } from "./dom.js";
import { handicapName } from "./rulechips.js";

/** @import { Variant } from "./rules.js" */

export class HandicapField {
  /**
   * @param {string | null} game as the lobby calls it
   * @param {Variant | null | undefined} variant
   * @param {string} chosen name of a handicap; "" for none
   * @param {() => void} onChange
   */
  constructor(game, variant, chosen, onChange) {
    this.game = game;
    this.handicaps = variant?.handicaps ?? [];
    const options = this.handicaps.map((handicap) =>
      h("option", {
        value: handicap.name,
        selected: handicap.name === chosen,
        text: handicapName(handicap),
      }),
    );
    const none = h("option", { value: "", text: say("handicap.none") });
    this.select = h(
      "select",
      { id: "handicap", "aria-describedby": "handicap-hint" },
      none,
      options,
    );
    this.hint = h("p", { class: "field-hint", id: "handicap-hint", text: say("handicap.help") });
    this.select.addEventListener("change", () => {
      this.show();
      onChange();
    });
    this.root = options.length
      ? h(
          "div",
          { class: "handicap" },
          h(
            "p",
            { class: "field" },
            h("label", { for: "handicap", text: say("handicap.title") }),
            this.select,
          ),
          this.hint,
        )
      : null;
    this.show();
  }

  show() {
    this.hint.hidden = !this.name;
  }

  /** Of the handicap chosen; "" for none. */
  get name() {
    return this.select.value;
  }

  /** Where the game starts, as SFEN; "" without a handicap. */
  get start() {
    return this.handicaps.find(({ name }) => name === this.name)?.start ?? "";
  }
}
