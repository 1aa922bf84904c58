// A game's title, with what it is called in Japanese and the version of its rules beside it.

import { say } from "../language/catalogue.ts";
import { kanjiNames } from "../language/ja.names.ts";
import { h } from "../lib/dom.ts";

/**
 * @param game its name, if it ships
 * @param title in the language of the page
 * @param version as its text names it; "" for none
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
