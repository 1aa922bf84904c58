// The choice of a handicap for a new game, if the game's file has any.

import { say } from "../language/catalogue.ts";
import { h } from "../lib/dom.ts";
import { handicapName } from "../rules/rulechips.ts";
import type { HandicapStart, Variant } from "../core/index.ts";

export class HandicapField {
  game: string | null;
  handicaps: HandicapStart[];
  select: HTMLSelectElement;
  hint: HTMLParagraphElement = h("p", {
    class: "field-hint",
    id: "handicap-hint",
    text: say("handicap.help"),
  });
  root: HTMLDivElement | null;

  /**
   * @param game name of the chosen game, or OWN for the visitor's own; null: none is chosen yet
   * @param chosen name of the handicap that is selected at first; "" for none
   */
  constructor(
    game: string | null,
    variant: Variant | null | undefined,
    chosen: string,
    onChange: () => void,
  ) {
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

  /** The name of the chosen handicap; "" for none. */
  get name() {
    return this.select.value;
  }

  /** The SFEN of the position from which a game with the chosen handicap starts; "": no handicap. */
  get start() {
    return this.handicaps.find(({ name }) => name === this.name)?.start ?? "";
  }
}
