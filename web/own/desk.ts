// The elements of the visitor's own game: the shelf, the field of the text, the findings, the board, and help.

import { say } from "../language/catalogue.ts";
import { fetched } from "../lib/connection.ts";
import { h } from "../lib/dom.ts";
import { later } from "../lib/later.ts";
import { OWN } from "../rules/rulesaddress.ts";
import { fileButton } from "./filebutton.ts";
import { beginText, nameGame, textChanged } from "./owngame.ts";
import { newOwnText } from "./owntext.ts";
import { openText, shelf } from "./shelf.ts";
import type { OwnActions, OwnElements, OwnGame } from "./state.ts";

export {
  drawOwn,
  leaveOwn,
  ownText,
  reopen,
  showDiagnostics,
  showOwn,
  showWhyNot,
} from "./owngame.ts";
export { takeIn } from "./shelf.ts";

const EXAMPLE = "files=9\nranks=9\n…\npawn:P:fW:pawn:a3-i3"; // shown in the empty field for a game's text: how a definition begins

/** Makes the visitor's own game for a new lobby. Its field has the text that is open on the shelf. */
export function newOwnGame(on: OwnActions): OwnGame {
  const whole = openText();
  const own: OwnGame = {
    id: shelf().open,
    whole,
    variant: null,
    timer: undefined,
    hasLeft: false,
    field: newOwnText(whole, EXAMPLE, (pasted) => textChanged(own, pasted)),
    shelf: null,
    on,
    dom: newElements(),
  };
  listen(own);
  fillRoot(own);
  return own;
}

function newElements(): OwnElements {
  const board = { class: "own-board", role: "img", "aria-label": say("own.board"), hidden: true };
  return {
    root: h("section", { class: "own-game", "aria-label": say("own.title") }),
    rules: h("button", {
      type: "button",
      class: "quiet",
      "data-act": "own-rules",
      disabled: true,
      text: say("own.rules"),
    }),
    board: h("div", board),
    title: h("input", { type: "text", id: "own-name", maxlength: 60 }),
    titleField: h("p", { class: "field", hidden: true }),
    unkept: h("p", { class: "unkept", role: "alert" }),
    shelfBox: h("div", { class: "shelf-box" }),
    help: h("details", { class: "own-help" }, h("summary", { text: say("help.open") })),
  };
}

function listen(own: OwnGame) {
  const { rules, title, help } = own.dom;
  const name = () => nameGame(own, title.value.trim());
  rules.addEventListener("click", () => showRules(own));
  title.addEventListener("change", name);
  title.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault(); // keeps Enter from submitting the form of the lobby, which would begin a game
    name();
  });
  help.addEventListener("toggle", () => showHelp(own));
}

function fillRoot(own: OwnGame) {
  const { field, on, dom } = own;
  dom.titleField.append(h("label", { for: "own-name", text: say("own.name") }), dom.title);
  const begin = h("button", {
    type: "button",
    "data-act": "own-new",
    onclick: () => beginText(own, ""),
    text: say("own.new"),
  });
  const drop = h("span", { class: "field-hint", text: say("own.drop") });
  dom.root.append(
    dom.shelfBox,
    h("div", { class: "own-tools" }, begin, fileButton(on.files), drop),
    h(
      "div",
      { class: "own-desk" },
      h(
        "div",
        { class: "own-writing" },
        h("label", { for: "own-text", text: say("own.text") }),
        field.dom.root,
        field.dom.verdict,
        dom.unkept,
        dom.titleField,
      ),
      h("div", { class: "own-seen" }, field.dom.list, dom.board, dom.rules),
    ),
    dom.help,
  );
}

async function showRules(own: OwnGame) {
  const coming = await fetched(later(import("../rules/about.ts")));
  if (own.variant) coming?.showRules(own.variant, { game: OWN });
}

async function showHelp(own: OwnGame) {
  const { help } = own.dom;
  if (!help.open || help.childElementCount > 1) return;
  const coming = await fetched(later(import("./examples.ts")));
  if (!coming || help.childElementCount > 1) return;
  help.append(...coming.examples((text) => beginText(own, text)));
}
