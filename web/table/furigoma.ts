// Furigoma: one player tosses five pawns to decide the sides. If most of them show their back (tokin), he plays gote and moves second.

import { pieceShape } from "../board/pieces.ts";
import { say } from "../language/catalogue.ts";
import { h, openDialog, s } from "../lib/dom.ts";
import { TOSS_PIECES } from "../lib/limits.ts";
import type { Face } from "../board/pieces.ts";
import type { SideName } from "../lib/gametypes.ts";

const TOSS_MS = 1100;
const MOST_TURN = 35; // maximum number of degrees by which a tossed pawn is drawn turned

const PAWN: Face = { kanji: "歩兵", kanji1: "歩", western: "P", id: "P", unpromoted: 0 };
const TOKIN: Face = { kanji: "と", kanji1: "と", western: "+P", id: "+P", unpromoted: 1 };

const randomBytes = (count: number) => [...crypto.getRandomValues(new Uint8Array(count))];

function tossedPawn(tokin: boolean, i: number) {
  const turn = (randomBytes(1)[0] % (2 * MOST_TURN)) - MOST_TURN;
  const shape = pieceShape(tokin ? TOKIN : PAWN, { small: true });
  return s(
    "svg",
    { class: `tossed toss-${i}`, viewBox: "-60 -60 120 120", "aria-hidden": "true" },
    s("g", { transform: `rotate(${turn})` }, shape),
  );
}

/**
 * Elements that show both players the result of a toss by the server.
 * @param name of the player that counts as the tosser
 */
export function tossTold({ up, by }: { up: boolean[]; by: SideName }, name: string) {
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

/** Tosses in a dialog. Returns the side of the player that tosses; null if the visitor closed the dialog. */
export async function furigoma(): Promise<SideName | null> {
  const faces = randomBytes(TOSS_PIECES).map((byte) => (byte & 1) === 1);
  const tokin = faces.filter(Boolean).length;
  const side = tokin > TOSS_PIECES / 2 ? "gote" : "sente";
  let answer: SideName | null = null;
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
