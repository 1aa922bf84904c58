// The move being entered, in words, and buttons to end it, to list what is left, to let go.

import { h, replace } from "./dom.js";

/** May the move end with what was clicked? Before any click: may the piece stay where it is? */
export const canEnd = (entry) =>
  entry.canFinish() || (entry.clicks.length === 0 && entry.exact().length > 0);

function words({ entry, variant, state }) {
  const nameAt = (square) => variant.types[Math.abs(state.board[square])].name;
  const kind = entry.origin.hand ?? Math.abs(state.board[entry.origin.square]);
  const way = entry.clicks.map((square) => ` ${variant.squareNames[square]}`).join("");
  const dead = entry.clicks.length
    ? entry.doomed().map((square) => `${nameAt(square)} ${variant.squareNames[square]}`)
    : [];
  const takes = dead.length
    ? h("span", { class: "dead", text: ` takes ${dead.join(", ")}` })
    : null;
  return h("p", { class: "tip" }, h("strong", { text: variant.types[kind].name }), way, takes);
}

/** Where Done will land is said when more than one of the clicked squares would do. */
function doneWords({ entry, variant }, may) {
  if (!may) return "Done";
  if (!entry.clicks.length) return "Stay here";
  const lands = new Set(entry.exact().map((move) => move.to));
  const [end] = entry.endMoves();
  return lands.size > 1 ? `Done: end on ${variant.squareNames[end.to]}` : "Done";
}

function buttons(table, { done, list, cancel }) {
  const { entry } = table;
  const may = canEnd(entry);
  const button = (act, text, onclick, more) =>
    h("button", { type: "button", "data-act": act, onclick, text, ...more });
  return h(
    "div",
    { class: "buttons" },
    button("done", doneWords(table, may), done, { class: "main", disabled: !may }),
    button("list", `List (${entry.candidates.length})`, list),
    button("cancel", "Cancel", cancel),
  );
}

function fill(box, table, acts) {
  const { entry } = table;
  box.classList.toggle("active", entry.active);
  if (entry.active) replace(box, words(table), buttons(table, acts));
  else {
    replace(
      box,
      h("p", {
        class: "tip",
        text: table.myTurn
          ? "Choose a piece. Right click, hold or ? shows its moves; all keys: Settings."
          : "",
      }),
    );
  }
}

/** Whoever pressed a button here by key finds himself on it again, or back on the board. */
export function showEntry(box, table, acts, focusBoard) {
  const act = box.contains(document.activeElement) ? document.activeElement.dataset.act : null;
  fill(box, table, acts);
  if (!act) return;
  const again = box.querySelector(`[data-act="${act}"]:not(:disabled)`);
  if (again) again.focus();
  else focusBoard();
}
