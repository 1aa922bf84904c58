// Pieces in hand: a row of buttons a side.

import { h, replace } from "./dom.js";
import { pieceIcon } from "./pieces.js";

/** held: [[kind, count]…]. usable: may be picked now. chosen: kind or null. */
export function showHand(
  box,
  { variant, side, held, usable, chosen, set, turn, word, onPick, onAbout },
) {
  const focused = box.contains(document.activeElement) ? document.activeElement.dataset.kind : null;
  const buttons = held.map(([kind, count]) => {
    const type = variant.types[kind];
    const name =
      variant.eitherFace && type.promoted
        ? `${type.name} or ${variant.types[type.promoted].name}`
        : type.name;
    return h(
      "button",
      {
        type: "button",
        class: "held",
        "data-kind": type.id,
        "aria-pressed": chosen === kind ? "true" : "false",
        "aria-label": `${count} ${name} in ${word}'s hand`,
        title: name,
        "aria-disabled": usable ? null : "true",
        onclick: () => usable && onPick(kind),
        oncontextmenu: (event) => (event.preventDefault(), onAbout(kind)),
      },
      pieceIcon(type, { side, turn, set, small: true }),
      count > 1 ? h("span", { class: "count", text: String(count) }) : null,
    );
  });
  replace(
    box,
    buttons.length ? buttons : h("span", { class: "empty-hand", text: "nothing in hand" }),
  );
  box.classList.toggle("to-move", usable);
  if (focused) box.querySelector(`[data-kind="${CSS.escape(focused)}"]`)?.focus();
}
