// A move is typed, in any notation: the rules read it, CSA's after a translation. What it means is said while one writes, what is wrong when it is sent.

import { say } from "../language/catalogue.ts";
import { h } from "../lib/dom.ts";
import { csaReadings } from "./csa.ts";

export interface TypedActions {
  /** of the text so far, in words; "" while it is no move */
  meaning: (text: string) => string;
  /** why it can't be played, or "" when it was */
  play: (text: string) => Promise<string>;
  /** the field has gone */
  close: () => void;
}

/**
 * Opens the field in its place, or goes to it where it is open.
 * @param text that is written already; with a new line it is sent
 */
export function openTyped(place: Element, text: string, { meaning, play, close }: TypedActions) {
  const open = place.querySelector("input");
  if (open) return open.focus();
  const said = h("p", { class: "typed-said", id: "typed-said", role: "status" });
  const input = h("input", {
    type: "text",
    id: "typed",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    maxlength: 80,
    placeholder: say("typed.examples"),
    "aria-label": say("typed.label"),
    "aria-describedby": said.id,
  });
  const form = h(
    "form",
    { class: "typed" },
    input,
    h("button", { type: "submit", class: "main", text: say("typed.play") }),
    h("button", { type: "button", "aria-label": say("dialog.close"), onclick: leave, text: "✕" }),
    said,
  );
  function leave() {
    form.remove();
    close();
  }
  const tell = (words: string, bad = false) => {
    said.textContent = words;
    said.classList.toggle("bad", bad);
  };
  /** What is written, in a notation that the rules read. */
  const written = () => {
    const typed = input.value.trim();
    const readings = csaReadings(typed);
    return readings.find(meaning) ?? readings[0] ?? typed;
  };
  input.addEventListener("input", () => tell(meaning(written())));
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    leave();
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const move = written();
    const problem = move ? await play(move) : say("typed.empty");
    tell(problem, true);
    if (problem) return input.select();
    input.value = "";
  });
  place.append(form);
  [input.value] = text.split("\n");
  input.focus();
  if (text.includes("\n")) form.requestSubmit();
  else if (text) tell(meaning(written()));
}
