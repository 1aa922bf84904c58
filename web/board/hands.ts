// Pieces in hand: a place for each kind, strong kinds first. A kind that the side doesn't hold is drawn faintly.

import { say, typeName } from "../language/catalogue.ts";
import { h, replace } from "../lib/dom.ts";
import { pieceIcon } from "./pieces.ts";
import type { Variant } from "../core/rules.ts";
import type { Side } from "../core/types.ts";

export interface HandView {
  variant: Variant;
  side: Side;
  /** name of the side, within a sentence */
  owner: string;
  /** every kind that can be held */
  slots: [kind: number, count: number][];
  /** a piece may be picked now */
  usable: boolean;
  /** the kind that is picked */
  chosen: number | null;
  /** the kind whose drop is hinted */
  hinted: number | null;
  set: string;
  /** one character a piece */
  small: boolean;
  /** degrees the pieces are turned */
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

/** The place of a kind that the side doesn't hold. */
const emptySlot = ({ variant, side, set, small, turn }: HandView, kind: number) =>
  h(
    "span",
    { class: "slot", "aria-hidden": "true" },
    pieceIcon(variant.type(kind), { side, turn, set, small }),
  );

/** Draws one side's hand into its box. A button that had the focus keeps it. */
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
