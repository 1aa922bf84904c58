// What can be done with a game beside moving.

import { h, notice } from "./dom.js";

/** The side a button speaks for: the person's own, or whoever is to move when both are people. */
export function onlySide(table) {
  if (table.people) return table.state.side;
  return table.isHuman(0) ? 0 : 1;
}

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    notice(`${what} copied.`);
  } catch {
    notice("The browser didn't allow copying; the text is selected instead.");
  }
}

/** null: the server can't be reached, or there is no such text. */
const fetched = (where) =>
  fetch(where).then(
    (answer) => (answer.ok ? answer.text() : null),
    () => null,
  );

/** Spares asking for what KIF can't hold; the server decides. */
const maybeKif = ({ files, ranks, hands, eitherFace }) =>
  files <= 9 && ranks <= 9 && hands && !eitherFace;

/** The record comes from the server: it knows the players and how the game ended. */
export async function sharing({ table, id }) {
  const { game, message, variant } = table;
  const where = `api/games/${id}.txt`;
  const [record, kif] = await Promise.all([
    fetched(where),
    maybeKif(variant) ? fetched(`${where}?format=kif`) : null,
  ]);
  const moves = message.moves.slice(0, table.viewed);
  const texts = [
    ["SFEN of this position", game.sfen],
    [
      "USI line",
      ["position sfen", message.sfen, ...(moves.length ? ["moves", ...moves] : [])].join(" "),
    ],
    ["Record", record ?? "The server gave no record."],
    ...(kif ? [["KIF", kif]] : []),
  ];
  const fields = texts.map(([what, text], i) => {
    const area = h("textarea", {
      id: `share-${i}`,
      readonly: true,
      rows: i < 2 ? 3 : 8,
      spellcheck: "false",
      text,
    });
    const button = h("button", {
      type: "button",
      onclick: () => (area.select(), copy(text, what)),
      text: "Copy",
    });
    return h(
      "div",
      { class: "share" },
      h("label", { for: `share-${i}`, text: what }),
      button,
      area,
    );
  });
  const dialog = h(
    "dialog",
    { class: "sharing", "aria-labelledby": "share-title" },
    h("h2", { id: "share-title", text: "Copy and save" }),
    fields,
    h(
      "div",
      { class: "buttons" },
      h("a", {
        class: "button",
        href: where,
        download: `${message.game}-${id}.txt`,
        text: "Save the record",
      }),
      h("button", { type: "button", class: "main", onclick: () => dialog.close(), text: "Close" }),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
}
