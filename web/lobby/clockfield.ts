// The choice of a clock: a preset, or the visitor's own numbers.

import { say } from "../language/catalogue.ts";
import { h } from "../lib/dom.ts";
import { DAYS, MAIN_MINUTES, PERIODS, STEP_SECONDS } from "../lib/limits.ts";
import { clockWords, PRESETS } from "../table/clock.ts";
import type { PlainKey } from "../language/keys.ts";
import type { ClockRules } from "../lib/gametypes.ts";

const OWN = "own";
const SECOND = 1000;
const MINUTE = 60000;

export type Amount = "main" | "inc" | "byoyomi" | "periods" | "days";

const AMOUNTS: Record<Amount, { key: PlainKey; least: number; most: number; value: number }> = {
  main: { key: "clock.mainField", least: 0, most: MAIN_MINUTES, value: 15 },
  inc: { key: "clock.incField", least: 1, most: STEP_SECONDS, value: 10 },
  byoyomi: { key: "clock.byoyomiField", least: 1, most: STEP_SECONDS, value: 30 },
  periods: { key: "clock.periodsField", least: 1, most: PERIODS, value: 3 },
  days: { key: "clock.daysField", least: 1, most: DAYS, value: 2 },
};

const KINDS: { kind: ClockRules["kind"]; key: PlainKey; amounts: Amount[] }[] = [
  { kind: "byoyomi", key: "clock.kindByoyomi", amounts: ["main", "byoyomi", "periods"] },
  { kind: "fischer", key: "clock.kindFischer", amounts: ["main", "inc"] },
  { kind: "plain", key: "clock.kindPlain", amounts: ["main"] },
  { kind: "days", key: "clock.kindDays", amounts: ["days"] },
];

/** A key that is equal for equal clocks, whatever the order of their members. */
const keyOf = ({ kind, mainMs = 0, incMs = 0, byoyomiMs = 0, periods = 1, days = 0 }: ClockRules) =>
  [kind, mainMs, incMs, byoyomiMs, periods, days].join();

export class ClockField {
  select: HTMLSelectElement;
  kind: HTMLSelectElement;
  amounts: [Amount, HTMLInputElement, HTMLElement][];
  own: HTMLDivElement;
  root: HTMLFieldSetElement;

  constructor(chosen: ClockRules = { kind: "none" }) {
    const place = PRESETS.findIndex((each) => keyOf(each) === keyOf(chosen));
    this.select = h(
      "select",
      { id: "clock", onchange: () => this.changed() },
      PRESETS.map((each, i) =>
        h("option", { value: i, selected: i === place, text: clockWords(each) }),
      ),
      h("option", { value: OWN, selected: place < 0, text: say("clock.own") }),
    );
    this.kind = h(
      "select",
      { id: "clock-kind", "aria-label": say("clock.kind"), onchange: () => this.changed() },
      KINDS.map(({ kind, key }) =>
        h("option", { value: kind, selected: kind === chosen.kind, text: say(key) }),
      ),
    );
    const { mainMs, incMs, byoyomiMs, periods, days } = place < 0 ? chosen : { ...PRESETS[0] };
    const given: Record<Amount, number | undefined> = {
      main: mainMs === undefined ? undefined : mainMs / MINUTE,
      inc: incMs && incMs / SECOND,
      byoyomi: byoyomiMs && byoyomiMs / SECOND,
      periods,
      days,
    };
    this.amounts = Object.entries(AMOUNTS).map(([name, { key, least, most, value }]) => {
      const amount = name as Amount;
      const input = h("input", {
        type: "number",
        id: `clock-${name}`,
        min: least,
        max: most,
        step: "any",
        required: true,
        value: given[amount] ?? value,
      });
      const label = h("label", { for: input.id, text: say(key) });
      return [amount, input, h("span", { class: "amount" }, label, input)];
    }) as [Amount, HTMLInputElement, HTMLElement][];
    this.own = h(
      "div",
      { class: "own-clock" },
      this.kind,
      this.amounts.map(([, , field]) => field),
    );
    this.root = h(
      "fieldset",
      { class: "clock-field" },
      h("legend", null, h("label", { for: "clock", text: say("lobby.clock") })),
      this.select,
      this.own,
    );
    this.changed();
  }

  /** Shows only the fields that the chosen kind of clock needs. The values of hidden fields are not checked. */
  changed() {
    this.own.hidden = this.select.value !== OWN;
    const { amounts } = KINDS[this.kind.selectedIndex];
    for (const [name, input, field] of this.amounts) {
      field.hidden = !amounts.includes(name);
      input.disabled = this.own.hidden || field.hidden;
    }
  }

  get value(): ClockRules {
    if (this.select.value !== OWN) return PRESETS[Number(this.select.value)];
    const { kind, amounts } = KINDS[this.kind.selectedIndex];
    const amount: (name: Amount, unit?: number) => number | undefined = (name, unit = 1) => {
      const input = this.amounts.find(([each]) => each === name)?.[1];
      return amounts.includes(name) ? Math.round(Number(input?.value) * unit) : undefined;
    };
    const all = {
      kind,
      mainMs: amount("main", MINUTE),
      incMs: amount("inc", SECOND),
      byoyomiMs: amount("byoyomi", SECOND),
      periods: amount("periods"),
      days: amount("days"),
    };
    return JSON.parse(JSON.stringify(all)); // a copy without the members that are undefined
  }
}
