// What the shipped games are called in Japanese, by the names of their files: shown on their cards in every language.

export const kanjiNames: Record<string, string> = {
  ito: "糸将棋",
  rutherford: "一次元将棋",
  suzumu: "進将棋",
  shinogi: "シノギ",
  okisaki: "御妃将棋",
  shogi: "本将棋",
  minishogi: "5五将棋",
  kyoto: "京都将棋",
  tori: "禽将棋",
  dobutsu: "どうぶつしょうぎ",
  chu: "中将棋",
  chess: "チェス",
  xiangqi: "象棋",
  makruk: "マークルック",
  grand: "グランドチェス",
};
