// The offer of pieces that stand upright in two colours, made once to readers whose language has no kanji, beside the first game of shogi's kin.

import { chooseStyle, styleOf } from "../board/style.ts";
import { currentLanguage, say } from "../language/catalogue.ts";
import { h, replace } from "../lib/dom.ts";
import { changeSetting, settings } from "../settings/settings.ts";
import type { Table } from "./table.ts";

const WITH_KANJI = ["ja", "zh"]; // languages whose readers know kanji

/** Is the visitor to be asked? He is not if he has answered, or has chosen a piece set himself. */
const isOpen = ({ variant: { family } }: Table) =>
  family === "wedge" &&
  !settings.offered &&
  styleOf(family) === "auto" &&
  !WITH_KANJI.includes(currentLanguage());

export const buildOffer = () => h("p", { class: "style-offer", hidden: true });

export function showOffer(box: HTMLElement, table: Table) {
  box.hidden = !isOpen(table);
  if (box.hidden || box.childElementCount) return;
  const answer = (isTaken: boolean) => {
    changeSetting("offered", true);
    if (isTaken) chooseStyle("wedge", "upright");
  };
  const button = (key: "offer.take" | "offer.leave") =>
    h("button", { type: "button", text: say(key), onclick: () => answer(key === "offer.take") });
  replace(
    box,
    h("span", { text: say("offer.upright") }),
    button("offer.take"),
    button("offer.leave"),
  );
}
