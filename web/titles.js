// A game's title, with what it is called in Japanese beside it.

import { kanjiNames } from "./catalogue/ja.names.js";
import { h } from "./dom.js";

/**
 * @param {string} game its name, if it ships
 * @param {string} title in the language of the page
 */
export function titleParts(game, title) {
  const kanji = kanjiNames[game];
  return [
    h("span", { text: title }),
    kanji && !title.includes(kanji)
      ? [" ", h("span", { class: "kanji", lang: "ja", text: kanji })]
      : null,
  ];
}
