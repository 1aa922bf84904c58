// The handicap of a new game: a list, where the game's file has any.

import { say } from "../language/catalogue.ts";
import { h } from "../lib/dom.ts";
import { handicapName } from "../rules/rulechips.ts";
import type { Variant } from "../core/rules.ts";
import type { HandicapStart } from "../core/types.ts";

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
   * @param game as the lobby calls it
   * @param chosen name of a handicap; "" for none
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

  /** Of the handicap chosen; "" for none. */
  get name() {
    return this.select.value;
  }

  /** Where the game starts, as SFEN; "" without a handicap. */
  get start() {
    return this.handicaps.find(({ name }) => name === this.name)?.start ?? "";
  }
}
