// A game's texts to copy and to save: SFEN, USI line, record, KIF.

import { gameText, say } from "./catalogue.js";
import { fetchText } from "./connection.js";
import { closeButton, h, notice, openDialog } from "./dom.js";
import { linkField } from "./invite.js";
import { OWN } from "./rulesaddress.js";
import { save } from "./save.js";
import { offerNext } from "./settings.js";
import { takeIn } from "./shelf.js";
import { linkTo, linkToMove, tokensOf } from "./tokens.js";

/** @import { Board, BoardView } from "./board.js" */
/** @import { Table } from "./table.js" */
/** @import { Variant } from "./rules.js" */

/** @typedef {{title: string, text: string, rows: number}} SharedText */

/** @param {string} text */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    notice(say("share.copied"));
  } catch {
    notice(say("share.selected"));
  }
}

/**
 * Spares asking for what KIF can't hold; the server decides.
 * @param {Variant} variant
 */
const maybeKif = ({ files, ranks, hands, eitherFace }) =>
  files <= 9 && ranks <= 9 && hands && !eitherFace;

/** @param {Table} table */
function usiLine({ message, viewed }) {
  const moves = message.moves.slice(0, viewed);
  const line = ["position sfen", message.sfen, ...(moves.length ? ["moves", ...moves] : [])];
  return line.join(" ");
}

/**
 * @param {SharedText} text
 * @param {number} i
 */
function sharedField({ title, text, rows }, i) {
  const id = `share-${i}`;
  const area = h("textarea", { id, readonly: true, rows, spellcheck: "false", text });
  const select = () => {
    area.select();
    copy(text);
  };
  return h(
    "div",
    { class: "share" },
    h("label", { for: id, text: title }),
    h("button", { type: "button", onclick: select, text: say("share.copy") }),
    area,
  );
}

/**
 * A seat's own link, and a way to put out whoever has it.
 * @param {string} link
 * @param {() => void} alone
 */
function otherDevice(link, alone) {
  const button = closeButton({ text: say("invite.alone"), "data-act": "alone" });
  button.addEventListener("click", alone);
  return h(
    "details",
    null,
    h("summary", { text: say("invite.device") }),
    h("p", { text: say("invite.deviceExplained") }),
    linkField(link, say("invite.device")),
    h("p", { text: say("invite.aloneExplained") }),
    button,
  );
}

/**
 * The position as a picture, and the game as one that moves, drawn when they are asked for.
 * @param {Table} table
 * @param {BoardView} view as the board shows it
 */
function pictureField(table, view) {
  const { message, viewed, played } = table;
  const title = gameText(message.title);
  const name = `${message.game}-${message.id.replace("/", "-")}`;
  /** @param {() => Promise<unknown>} make */
  const made = (make) => async () => {
    try {
      await make();
    } catch {
      notice(say("share.noPicture"), "bad");
    }
  };
  const drawn = async () => {
    const { positionFile, pixels } = await import("./picture.js");
    return { ...(await positionFile(table, view, title)), pixels };
  };
  /** @param {(file: string, png: () => Promise<Blob>) => unknown} use */
  const position = (use) =>
    made(async () => {
      const { file, size, pixels } = await drawn();
      await use(file, () => pixels(file, size));
    });
  /** @type {(act: string, text: string, onclick: () => void) => HTMLElement} */
  const button = (act, text, onclick) =>
    h("button", { type: "button", "data-act": act, onclick, text });
  /** @type {(file: string, end: string) => void} */
  const saveSvg = (file, end) =>
    save(new Blob([file], { type: "image/svg+xml" }), `${name}${end}.svg`);
  const asSvg = position((file) => saveSvg(file, `-${viewed}`));
  const asPng = position(async (_, png) => save(await png(), `${name}-${viewed}.png`));
  const asFilm = made(async () => {
    const { gameFile } = await import("./animation.js");
    saveSvg(await gameFile(table, view, title), "");
  });
  // WebKit copies only what is handed over in the click itself: the picture follows by its promise.
  const toClipboard = async () => {
    const png = drawn().then(({ file, size, pixels }) => pixels(file, size));
    try {
      await navigator.clipboard.write([new ClipboardItem({ "image/png": png })]);
      notice(say("share.copied"));
    } catch {
      const isDrawn = await png.then(Boolean, () => false);
      notice(say(isDrawn ? "share.notCopied" : "share.noPicture"), "bad");
    }
  };
  return h(
    "div",
    { class: "picture", role: "group", "aria-label": say("share.picture") },
    h("p", { text: say("share.picture") }),
    h(
      "div",
      { class: "buttons" },
      button("svg", say("share.svg"), asSvg),
      button("png", say("share.png"), asPng),
      "ClipboardItem" in window ? button("copy-png", say("share.copyPng"), toClipboard) : null,
      played.length ? button("film", say("share.film"), asFilm) : null,
    ),
  );
}

/**
 * Opens the text of a game of one's own in the lobby.
 * @param {string} text
 */
function editButton(text) {
  const button = closeButton({ text: say("share.edit"), "data-act": "edit" });
  button.addEventListener("click", () => {
    const trouble = takeIn(text);
    if (trouble) return notice(trouble, "bad");
    offerNext(OWN);
    location.hash = "#/";
  });
  return button;
}

/**
 * The record comes from the server: it knows the players and how the game ended.
 * @param {Table} table
 * @param {Board} board whose picture is wanted
 * @param {boolean} served the server has this game
 * @param {() => void} alone puts every other device out of one's own seat
 */
export async function showTexts(table, board, served, alone) {
  const { message, variant, game } = table;
  const { sfen } = game;
  const line = usiLine(table);
  const where = `api/games/${message.id}.txt`;
  const [record, kif] = await Promise.all([
    served ? fetchText(where) : null,
    served && maybeKif(variant) ? fetchText(`${where}?format=kif`) : null,
  ]);
  const texts = [
    { title: say("share.sfen"), text: sfen, rows: 3 },
    { title: say("share.usi"), text: line, rows: 3 },
  ];
  if (served) {
    texts.push({ title: say("share.record"), text: record ?? say("share.noRecord"), rows: 8 });
  }
  const definition = message.variantText;
  if (definition) texts.push({ title: say("own.text"), text: definition, rows: 8 });
  if (kif) texts.push({ title: say("share.kif"), text: kif, rows: 8 });
  if (served) {
    texts.push({ title: say("share.link"), text: linkToMove(message.id, table.viewed), rows: 2 });
  }
  const seat = tokensOf(message.id)?.seat;
  const device = seat ? otherDevice(linkTo(message.id, seat), alone) : null;
  const download = `${message.game}-${message.id}.txt`;
  openDialog(
    { class: "sharing", "aria-labelledby": "share-title" },
    h("h2", { id: "share-title", text: say("share.title") }),
    pictureField(table, board.view),
    texts.map(sharedField),
    device,
    h(
      "div",
      { class: "buttons" },
      served ? h("a", { class: "button", href: where, download, text: say("share.save") }) : null,
      definition ? editButton(definition) : null,
      closeButton({ class: "main", text: say("dialog.close") }),
    ),
  );
}
