// The rulings of a game that may be chosen, made from the options of its file.

import { gameText, say } from "./catalogue.js";
import { h } from "./dom.js";
import { ruleName } from "./rulechips.js";

/** @import { VariantOption } from "./core.js" */
/** @import { Settings } from "./messages.js" */
/** @import { Variant } from "./rules.js" */

export class HouseRules {
  /**
   * @param {Variant} variant
   * @param {() => void} onChange
   */
  constructor(variant, onChange) {
    this.onChange = onChange;
    this.fields = variant.options.map((option) => this.field(option));
    this.badge = h("span", { class: "badge", hidden: true, text: say("rules.changed") });
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

  /** @param {VariantOption} option */
  field(option) {
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

  /** The rulings as chosen. */
  get chosen() {
    return this.fields.map(({ option, select }) => ({ ...option, value: select.value }));
  }

  /**
   * Only what differs from the standard.
   * @returns {Settings}
   */
  values() {
    const changed = this.fields.filter(({ select, option }) => select.value !== option.default);
    return Object.fromEntries(changed.map(({ select, option }) => [option.name, select.value]));
  }
}
