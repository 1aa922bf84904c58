// The fields in which the visitor chooses the house rules of a new game, one for each option of the game's file.

import { gameText, say } from "../language/catalogue.ts";
import { h } from "../lib/dom.ts";
import { ruleName } from "./rulechips.ts";
import type { Settings, Variant, VariantOption } from "../core/index.ts";

export class HouseRules {
  onChange: () => void;
  fields: { option: VariantOption; select: HTMLSelectElement; root: HTMLDivElement }[];
  badge: HTMLSpanElement = h("span", { class: "badge", hidden: true, text: say("rules.changed") });
  root: HTMLDetailsElement | null;

  constructor(variant: Variant, onChange: () => void) {
    this.onChange = onChange;
    this.fields = variant.options.map((option) => this.field(option));
    this.root = this.fields.length ? this.details() : null;
  }

  details() {
    const details = h(
      "details",
      null,
      h("summary", null, say("rules.title"), " ", this.badge),
      this.fields.map(({ root }) => root),
    );
    details.addEventListener("change", () => {
      this.badge.hidden = !Object.keys(this.values()).length;
      this.onChange();
    });
    return details;
  }

  field(option: VariantOption) {
    const id = `rule-${option.name}`;
    const help = h("span", { class: "choice-help", id: `${id}-help` });
    const choices = option.choices.map(({ value }) =>
      h("option", {
        value,
        selected: value === option.value,
        text:
          value === option.default
            ? say("rules.standard", { value: gameText(value) })
            : gameText(value),
      }),
    );
    const select = h("select", { id, "aria-describedby": help.id }, choices);
    const show = () => {
      const chosen = option.choices.find(({ value }) => value === select.value);
      help.textContent = chosen?.help ?? "";
    };
    select.addEventListener("change", show);
    show();
    const name = h("strong", { text: ruleName(option.name) });
    const label = h("label", { for: id }, name, " ", option.help);
    return { option, select, root: h("div", { class: "rule" }, label, select, help) };
  }

  /** The options of the game's file, with the values that the visitor has chosen. */
  get chosen() {
    return this.fields.map(({ option, select }) => ({ ...option, value: select.value }));
  }

  /** The chosen settings that differ from the defaults. */
  values(): Settings {
    const changed = this.fields.filter(({ select, option }) => select.value !== option.default);
    return Object.fromEntries(changed.map(({ select, option }) => [option.name, select.value]));
  }
}
