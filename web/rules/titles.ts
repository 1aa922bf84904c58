// A game's title, with the Japanese title and the version of the rules beside it.

import { say } from "../language/catalogue.ts";
import { kanjiNames } from "../language/ja.names.ts";
import { h } from "../lib/dom.ts";

/**
 * @param game name of the shipped game whose Japanese title is shown; "": shows none
 * @param title in the language of the page
 * @param version of the rules, from the game's file; "" for none
 */
export function titleParts(game: string, title: string, version: string = "") {
  const kanji = kanjiNames[game];
  const [, name, aside] = /^(.*?)(\s*[(（][^()（）]+[)）])?$/s.exec(title) ?? [];
  return [
    h("span", { text: name }),
    aside ? h("span", { class: "aside", text: aside }) : null,
    kanji && !title.includes(kanji)
      ? [" ", h("span", { class: "kanji", lang: "ja", text: kanji })]
      : null,
    version
      ? [" ", h("span", { class: "version", text: say("title.version", { version }) })]
      : null,
  ];
}
