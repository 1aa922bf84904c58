// Pieces in hand: a place for each kind, strong ones first; kinds that a side doesn't hold are hinted at.

import { say, typeName } from "./catalogue.js";
import { h, replace } from "./dom.js";
import { pieceIcon } from "./pieces.js";

/** @import { Side } from "./core.js" */
/** @import { Variant } from "./rules.js" */

/**
 * @typedef {object} HandView
 * @property {Variant} variant
 * @property {Side} side
 * @property {string} owner what the side is called, within a sentence
 * @property {[kind: number, count: number][]} slots every kind that can be held
 * @property {boolean} usable a piece may be picked now
 * @property {number | null} chosen the kind that is picked
 * @property {number | null} hinted the kind whose drop is hinted
 * @property {string} set
 * @property {boolean} small one character a piece
 * @property {number} turn degrees the pieces are turned
 * @property {(kind: number) => void} onPick
 * @property {(kind: number) => void} onAbout
 */

/**
 * @param {HandView} view
 * @param {number} kind
 * @param {number} count
 */
function heldPiece(
  { variant, side, owner, usable, chosen, hinted, set, small, turn, onPick, onAbout },
  kind,
  count,
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
      oncontextmenu: (/** @type {Event} */ event) => {
        event.preventDefault();
        onAbout(kind);
      },
    },
    pieceIcon(type, { side, turn, set, small }),
    count > 1 ? h("span", { class: "count", text: String(count) }) : null,
  );
}

/**
 * The place of a kind that isn't held.
 * @param {HandView} view
 * @param {number} kind
 */
const emptySlot = ({ variant, side, set, small, turn }, kind) =>
  h(
    "span",
    { class: "slot", "aria-hidden": "true" },
    pieceIcon(variant.type(kind), { side, turn, set, small }),
  );

/**
 * Draws one side's hand into its box. A button that had the focus keeps it.
 * @param {HTMLElement} box
 * @param {HandView} view
 */
export function showHand(box, view) {
  const active = /** @type {HTMLElement | null} */ (document.activeElement);
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
  /** @type {HTMLElement | null} */ (again)?.focus();
}
