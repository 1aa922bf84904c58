// The settings dialog.

import { languages, say } from "../language/catalogue.ts";
import { closeButton, h, notice, openDialog } from "../lib/dom.ts";
import { NAME_CHARACTERS } from "../lib/limits.ts";
import { mayNotify } from "../people/notifications.ts";
import { keyList } from "../table/keysheet.ts";
import { changeSetting, settings } from "./settings.ts";
import { feetField, styleFields } from "./stylechoice.ts";
import type { Notation } from "../core/index.ts";
import type { PlainKey } from "../language/keys.ts";
import type { Confirm, Coordinates, Settings } from "./settings.ts";

const THEMES: [Settings["theme"], PlainKey][] = [
  ["auto", "theme.auto"],
  ["light", "theme.light"],
  ["dark", "theme.dark"],
];

const COORDINATES: [Coordinates, PlainKey][] = [
  ["letters", "coordinates.letters"],
  ["kanji", "coordinates.kanji"],
  ["numbers", "coordinates.numbers"],
];

const NOTATIONS: [Notation, PlainKey][] = [
  ["usual", "notation.usual"],
  ["western", "notation.western"],
  ["japanese", "notation.japanese"],
  ["usi", "notation.usi"],
];

const CONFIRMS: [Confirm, PlainKey][] = [
  ["days", "confirm.days"],
  ["always", "confirm.always"],
  ["never", "confirm.never"],
];

/** The values of a setting with their names, whose keys are replaced by the texts in the language of the page. */
const said = <V>(values: [V, PlainKey][]): [V, string][] =>
  values.map(([value, key]) => [value, say(key)]);

/** The languages, each by its own name. */
const languageNames = (): [string, string][] =>
  languages.map((name) => [
    name,
    new Intl.DisplayNames(name, { type: "language" }).of(name) ?? name,
  ]);

/** Changes the language: loads the page again, because every sentence changes. Games are on the server, so nothing is lost. */
function languageChoice() {
  const field = choice("language", "setting.language", [
    ["auto", say("language.auto")],
    ...languageNames(),
  ]);
  field.addEventListener("change", () => location.reload());
  return field;
}

function choice<K extends "language" | "theme" | "notation" | "coordinates" | "confirm">(
  name: K,
  label: PlainKey,
  values: [Settings[K], string][],
) {
  const id = `set-${name}`;
  const options = values.map(([value, text]) =>
    h("option", { value, text, selected: settings[name] === value }),
  );
  const select = h("select", { id }, options);
  select.addEventListener("change", () => changeSetting(name, values[select.selectedIndex][0]));
  return h("p", { class: "field" }, h("label", { for: id, text: say(label) }), select);
}

/**
 * A checkbox for a setting that is on or off.
 * @param allowed returns whether the setting may be changed
 */
function toggle(
  name: "dots" | "tips" | "turnBoard" | "premove" | "wheel" | "letters" | "sound" | "notify",
  label: PlainKey,
  allowed: (on: boolean) => Promise<boolean> | boolean = () => true,
) {
  const id = `set-${name}`;
  const box = h("input", { type: "checkbox", id, checked: settings[name] });
  box.addEventListener("change", async () => {
    box.checked = box.checked && (await allowed(box.checked));
    changeSetting(name, box.checked);
  });
  return h("p", { class: "field check" }, box, h("label", { for: id, text: say(label) }));
}

function nameField() {
  const input = h("input", {
    type: "text",
    id: "set-name",
    maxlength: NAME_CHARACTERS,
    autocomplete: "nickname",
    value: settings.name,
    placeholder: say("strip.nameless"),
  });
  input.addEventListener("change", () => changeSetting("name", input.value.trim()));
  const label = h("label", { for: input.id, text: say("setting.name") });
  return h("p", { class: "field" }, label, input);
}

async function notifyAllowed() {
  const allowed = await mayNotify();
  if (!allowed) notice(say("setting.notifyRefused"), "bad");
  return allowed;
}

export function showSettings() {
  const [pieces, ...others] = styleFields();
  openDialog(
    { class: "ask", "aria-labelledby": "settings-title" },
    h("h2", { id: "settings-title", text: say("setting.title") }),
    nameField(),
    languageChoice(),
    choice("theme", "setting.theme", said(THEMES)),
    pieces,
    choice("notation", "setting.notation", said(NOTATIONS)),
    choice("coordinates", "setting.coordinates", said(COORDINATES)),
    choice("confirm", "setting.confirm", said(CONFIRMS)),
    toggle("premove", "setting.premove"),
    feetField(),
    toggle("dots", "setting.dots"),
    toggle("tips", "setting.tips"),
    toggle("turnBoard", "setting.turnBoard"),
    toggle("wheel", "setting.wheel"),
    toggle("letters", "setting.letters"),
    toggle("sound", "setting.sound"),
    toggle("notify", "setting.notify", notifyAllowed),
    h("details", null, h("summary", { text: say("setting.otherPieces") }), others),
    h("details", null, h("summary", { text: say("keys.title") }), keyList()),
    h("p", null, h("a", { href: "privacy.html", target: "_blank", text: say("page.privacy") })),
    h("div", { class: "buttons" }, closeButton({ class: "main", text: say("dialog.done") })),
  );
}
