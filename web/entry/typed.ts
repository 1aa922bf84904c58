// A field for a move in any notation. The rules read the text; a move in CSA's format is translated first. The field shows the
// meaning while the visitor types, and the error after Enter.

import { say } from "../language/catalogue.ts";
import { h } from "../lib/dom.ts";
import { csaReadings } from "./csa.ts";

export interface TypedActions {
  /** examples of moves in this position, as they could be typed */
  examples: string;
  /** returns the move that the text means, in words; "" if the text is no legal move */
  meaning: (text: string) => string;
  /** plays the move of the text and returns ""; returns the reason if it can't be played */
  play: (text: string) => Promise<string>;
  /** called after the field was closed */
  close: () => void;
}

/**
 * Opens the field, or gives it the focus if it is open.
 * @param text what the visitor has typed already; a new line in it counts as Enter
 */
export function openTyped(place: Element, text: string, actions: TypedActions) {
  const { examples, meaning, play, close } = actions;
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
    placeholder: examples,
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
  /** The typed text; a move in CSA's format in the Japanese notation, which the rules read. */
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
