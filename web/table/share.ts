// The dialog with a game to copy and to save: SFEN, USI line, record, KIF, link, pictures.

import { gameText, say } from "../language/catalogue.ts";
import { fetchText } from "../lib/connection.ts";
import { closeButton, h, notice, openDialog } from "../lib/dom.ts";
import { save } from "../lib/save.ts";
import { takeIn } from "../own/shelf.ts";
import { linkField } from "../people/invite.ts";
import { linkTo, linkToMove, tokensOf } from "../people/tokens.ts";
import { OWN } from "../rules/rulesaddress.ts";
import { offerNext } from "../settings/settings.ts";
import type { Board, BoardView } from "../board/board.ts";
import type { Variant } from "../core/index.ts";
import type { Table } from "./table.ts";

export interface SharedText {
  title: string;
  text: string;
  rows: number;
}

async function copy(text: string) {
  try {
    await navigator.clipboard.writeText(text);
    notice(say("share.copied"));
  } catch {
    notice(say("share.selected"));
  }
}

/** Can KIF perhaps hold a game of this variant? If not, KIF isn't offered; otherwise the server decides. */
const maybeKif = ({ files, ranks, hands, eitherFace }: Variant) =>
  files <= 9 && ranks <= 9 && hands && !eitherFace;

function usiLine({ message, viewed }: Table) {
  const moves = message.moves.slice(0, viewed);
  const line = ["position sfen", message.sfen, ...(moves.length ? ["moves", ...moves] : [])];
  return line.join(" ");
}

function sharedField({ title, text, rows }: SharedText, i: number) {
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
 * The link with which another device can play the visitor's seat, and a button that takes the seat from all other devices.
 * @param alone called when the button is pressed
 */
function otherDevice(link: string, alone: () => void) {
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
 * The buttons that save the position as a picture and the game as an animation, which are drawn when a button is pressed.
 * @param view the position as the board shows it
 */
function pictureField(table: Table, view: BoardView) {
  const { message, viewed, played } = table;
  const title = gameText(message.title);
  const name = `${message.game}-${message.id.replace("/", "-")}`;
  const made = (make: () => Promise<unknown>) => async () => {
    try {
      await make();
    } catch {
      notice(say("share.noPicture"), "bad");
    }
  };
  const drawn = async () => {
    const { positionFile, pixels } = await import("../board/picture.ts");
    return { ...(await positionFile(table, view, title)), pixels };
  };
  const position = (use: (file: string, png: () => Promise<Blob>) => unknown) =>
    made(async () => {
      const { file, size, pixels } = await drawn();
      await use(file, () => pixels(file, size));
    });
  const button: (act: string, text: string, onclick: () => void) => HTMLElement = (
    act,
    text,
    onclick,
  ) => h("button", { type: "button", "data-act": act, onclick, text });
  const saveSvg: (file: string, end: string) => void = (file, end) =>
    save(new Blob([file], { type: "image/svg+xml" }), `${name}${end}.svg`);
  const asSvg = position((file) => saveSvg(file, `-${viewed}`));
  const asPng = position(async (_, png) => save(await png(), `${name}-${viewed}.png`));
  const asFilm = made(async () => {
    const { gameFile } = await import("../board/animation.ts");
    saveSvg(await gameFile(table, view, title), "");
  });
  // WebKit copies only an item that the page hands over during the click. The item contains a promise of the picture, which is drawn
  // afterwards.
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
 * A button that opens the text of an own game in the lobby, to be changed.
 * @param text of the game
 */
function editButton(text: string) {
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
 * Opens the dialog. The record is fetched from the server, which knows the players and the result.
 * @param board the view that is drawn as a picture
 * @param served the server has this game; false for a model game
 * @param alone takes the visitor's seat from all other devices
 */
export async function showTexts(table: Table, board: Board, served: boolean, alone: () => void) {
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
