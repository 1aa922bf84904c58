// Furigoma: five pawns are tossed; more tokin up, and the one who tossed moves second.

import { say } from "./catalogue.js";
import { h, openDialog, s } from "./dom.js";
import { TOSS_PIECES } from "./limits.js";
import { pieceShape } from "./pieces.js";

/** @import { SideName } from "./messages.js" */
/** @import { Face } from "./pieces.js" */

const TOSS_MS = 1100;
const MOST_TURN = 35; // degrees a tossed pawn lies turned, at most

/** @type {Face} */
const PAWN = { kanji: "歩兵", kanji1: "歩", western: "P", id: "P", unpromoted: 0 };
/** @type {Face} */
const TOKIN = { kanji: "と", kanji1: "と", western: "+P", id: "+P", unpromoted: 1 };

/** @param {number} count */
const randomBytes = (count) => [...crypto.getRandomValues(new Uint8Array(count))];

/**
 * @param {boolean} tokin
 * @param {number} i
 */
function tossedPawn(tokin, i) {
  const turn = (randomBytes(1)[0] % (2 * MOST_TURN)) - MOST_TURN;
  const shape = pieceShape(tokin ? TOKIN : PAWN, { small: true });
  return s(
    "svg",
    { class: `tossed toss-${i}`, viewBox: "-60 -60 120 120", "aria-hidden": "true" },
    s("g", { transform: `rotate(${turn})` }, shape),
  );
}

/**
 * How the server's toss fell, for both to see.
 * @param {{up: boolean[], by: SideName}} toss
 * @param {string} name of who tossed
 */
export function tossTold({ up, by }, name) {
  const pawns = up.filter(Boolean).length;
  const words = say("toss.told", {
    name,
    pawns,
    tokin: up.length - pawns,
    side: say(by),
  });
  return [
    h(
      "span",
      { class: "toss" },
      up.map((pawn, i) => tossedPawn(!pawn, i)),
    ),
    h("span", { text: words }),
  ];
}

/**
 * The side of the person who tosses; null when the dialog was left.
 * @returns {Promise<SideName | null>}
 */
export async function furigoma() {
  const faces = randomBytes(TOSS_PIECES).map((byte) => (byte & 1) === 1);
  const tokin = faces.filter(Boolean).length;
  const side = tokin > TOSS_PIECES / 2 ? "gote" : "sente";
  /** @type {SideName | null} */
  let answer = null;
  const verdict = h("p", { class: "verdict", role: "status" });
  const button = h("button", {
    type: "button",
    class: "main",
    disabled: true,
    text: say("toss.play"),
  });
  const { dialog, closed } = openDialog(
    { class: "ask furigoma", "aria-labelledby": "toss-title", closedby: "closerequest" },
    h("h2", { id: "toss-title", text: say("toss.title") }),
    h("p", { text: say("toss.rule", { count: TOSS_PIECES }) }),
    h("div", { class: "toss" }, faces.map(tossedPawn)),
    verdict,
    h("div", { class: "buttons" }, button),
  );
  button.addEventListener("click", () => {
    answer = side;
    dialog.close();
  });
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  setTimeout(
    () => {
      verdict.textContent = say("toss.verdict", {
        pawns: TOSS_PIECES - tokin,
        tokin,
        side: say(side),
      });
      button.disabled = false;
      button.focus();
    },
    still ? 0 : TOSS_MS,
  );
  await closed;
  return answer;
}
