// Furigoma: five pawns are tossed; more tokin up, and the one who tossed moves second.

import { h } from "./dom.js";
import { pieceShape } from "./pieces.js";
import { s } from "./dom.js";

const PAWNS = 5;
const TOSS_MS = 1100;
const FACES = [
  { kanji: "歩兵", kanji1: "歩", western: "P", id: "P", unpromoted: 0 },
  { kanji: "と", kanji1: "と", western: "+P", id: "+P", unpromoted: 1 },
];

function pawn(face, i) {
  const turn = (crypto.getRandomValues(new Uint8Array(1))[0] % 70) - 35;
  const shape = pieceShape(FACES[face], { small: true });
  return s(
    "svg",
    { class: `tossed toss-${i}`, viewBox: "-60 -60 120 120", "aria-hidden": "true" },
    s("g", { transform: `rotate(${turn})` }, shape),
  );
}

/** Answers the side of the person who tosses, null when the dialog was left. */
export function furigoma() {
  return new Promise((resolve) => {
    const faces = [...crypto.getRandomValues(new Uint8Array(PAWNS))].map((byte) => byte & 1);
    const tokin = faces.reduce((sum, face) => sum + face, 0);
    const side = tokin > PAWNS / 2 ? "gote" : "sente";
    const verdict = h("p", { class: "verdict", role: "status" });
    const button = h("button", { type: "button", class: "main", disabled: true, text: "Play" });
    const dialog = h(
      "dialog",
      { class: "ask furigoma", "aria-labelledby": "toss-title" },
      h("h2", { id: "toss-title", text: "Furigoma" }),
      h("p", { text: "You toss five pawns. More pawns up: you move first; more tokin: second." }),
      h("div", { class: "toss" }, faces.map(pawn)),
      verdict,
      h("div", { class: "buttons" }, button),
    );
    let answer = null;
    const settle = () => {
      verdict.textContent = `${PAWNS - tokin} pawns, ${tokin} tokin: you play ${side}.`;
      button.disabled = false;
      button.focus();
    };
    button.addEventListener("click", () => ((answer = side), dialog.close()));
    dialog.addEventListener("close", () => (dialog.remove(), resolve(answer)));
    document.body.append(dialog);
    dialog.showModal();
    setTimeout(settle, matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : TOSS_MS);
  });
}
