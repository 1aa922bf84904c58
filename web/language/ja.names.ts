// The Japanese titles of the shipped games, by the names of the games' files. The cards of the lobby show them in every language.

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
