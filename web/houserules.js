// The rulings of a game that may be chosen, made from the options of its file.

import { h } from "./dom.js";

export class HouseRules {
  constructor(variant) {
    this.fields = variant.options.map((option) => this.field(option));
    const changed = () =>
      this.fields.some(({ select, option }) => select.value !== option.standard);
    this.badge = h("span", { class: "badge", hidden: true, text: "changed" });
    this.root = variant.options.length
      ? h(
          "details",
          null,
          h("summary", null, "House rules ", this.badge),
          this.fields.map(({ root }) => root),
        )
      : null;
    this.root?.addEventListener("change", () => (this.badge.hidden = !changed()));
  }

  field(option) {
    const id = `rule-${option.name}`;
    const help = h("span", { class: "choice-help", id: `${id}-help` });
    const select = h(
      "select",
      { id, "aria-describedby": `${id}-help` },
      option.choices.map(({ value }) =>
        h("option", {
          value,
          selected: value === option.value,
          text: value === option.standard ? `${value} (standard)` : value,
        }),
      ),
    );
    const show = () =>
      (help.textContent = option.choices.find(({ value }) => value === select.value)?.help ?? "");
    select.addEventListener("change", show);
    show();
    return {
      option,
      select,
      root: h(
        "div",
        { class: "rule" },
        h("label", { for: id }, h("strong", { text: option.name }), ` ${option.help}`),
        select,
        help,
      ),
    };
  }

  /** Only what differs from the standard. */
  values() {
    return Object.fromEntries(
      this.fields
        .filter(({ select, option }) => select.value !== option.standard)
        .map(({ select, option }) => [option.name, select.value]),
    );
  }
}
