// Draws the pieces in hand: a place for each kind of piece that the hand can have, strong kinds first. Places without a piece are drawn
// faintly.

import { say, typeName } from "../language/catalogue.ts";
import { h, replace } from "../lib/dom.ts";
import { pieceIcon } from "./pieces.ts";
import type { Side, Variant } from "../core/index.ts";

export interface HandView {
  variant: Variant;
  side: Side;
  /** name of the hand's side, for use within a sentence */
  owner: string;
  /** every kind of piece that can be in the hand, with the number of such pieces in it */
  slots: [kind: number, count: number][];
  /** the visitor may choose a piece of this hand to drop now */
  usable: boolean;
  /** the kind of piece that is chosen to be dropped; null: none */
  chosen: number | null;
  /** the kind of piece whose drop the engine's hint recommends; null: none */
  hinted: number | null;
  set: string;
  /** pieces have one character instead of two, if the piece set allows both */
  small: boolean;
  /** degrees clockwise by which the pieces are turned */
  turn: number;
  onPick: (kind: number) => void;
  onAbout: (kind: number) => void;
}

function heldPiece(
  { variant, side, owner, usable, chosen, hinted, set, small, turn, onPick, onAbout }: HandView,
  kind: number,
  count: number,
) {
  const type = variant.type(kind);
  const name =
    variant.eitherFace && type.promoted
      ? say("hand.eitherFace", {
          front: typeName(type),
          back: typeName(variant.type(type.promoted)),
        })
      : typeName(type);
  return h(
    "button",
    {
      type: "button",
      class: hinted === kind ? "held hinted" : "held",
      "data-kind": type.id,
      "aria-pressed": chosen === kind ? "true" : "false",
      "aria-label": say("hand.piece", { count, name, side: owner }),
      title: name,
      "aria-disabled": usable ? null : "true",
      onclick: () => usable && onPick(kind),
      oncontextmenu: (event: Event) => {
        event.preventDefault();
        onAbout(kind);
      },
    },
    pieceIcon(type, { side, turn, set, small }),
    count > 1 ? h("span", { class: "count", text: String(count) }) : null,
  );
}

/** The empty place of a kind of piece that is not in the hand. */
const emptySlot = ({ variant, side, set, small, turn }: HandView, kind: number) =>
  h(
    "span",
    { class: "slot", "aria-hidden": "true" },
    pieceIcon(variant.type(kind), { side, turn, set, small }),
  );

/** Draws the hand of a side into its element. The button of a kind of piece that had the focus keeps it. */
export function showHand(box: HTMLElement, view: HandView) {
  const active = document.activeElement as HTMLElement | null;
  const focused = box.contains(active) ? active?.dataset.kind : undefined;
  const places = view.slots.map(([kind, count]) =>
    count > 0 ? heldPiece(view, kind, count) : emptySlot(view, kind),
  );
  const isEmpty = view.slots.every(([, count]) => count === 0);
  const empty = h("span", { class: "visually-hidden", text: say("hand.empty") });
  replace(box, places, isEmpty ? empty : null);
  box.classList.toggle("to-move", view.usable);
  if (!focused) return;
  const again = box.querySelector(`[data-kind="${CSS.escape(focused)}"]`);
  (again as HTMLElement | null)?.focus();
}
