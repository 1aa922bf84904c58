// What the shipped games are called in Japanese, by the names of their files: shown on their cards in every language.

/** @type {Record<string, string>} */
export const kanjiNames = {
  ito: "糸将棋",
  rutherford: "一次元将棋",
  suzumu: "進将棋",
  shinogi: "シノギ",
  okisaki: "お妃将棋",
  shogi: "本将棋",
  chess: "チェス",
};
