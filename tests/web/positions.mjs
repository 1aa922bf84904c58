// SFEN from a list of pieces by square: {"8h": "FD", "7g": "p"}.

export function sfen(files, ranks, pieces, { side = "b", hands = "-", skipped = null } = {}) {
  const rows = [];
  for (let rank = 0; rank < ranks; rank++) {
    let row = "";
    let empty = 0;
    for (let file = files; file >= 1; file--) {
      const id = pieces[`${file}${String.fromCharCode(97 + rank)}`];
      if (!id) {
        empty++;
        continue;
      }
      row +=
        (empty || "") +
        (/^\+?[A-Za-z]$/.test(id) ? id : id.startsWith("+") ? `+{${id.slice(1)}}` : `{${id}}`);
      empty = 0;
    }
    rows.push(row + (empty || ""));
  }
  return `${rows.join("/")} ${side} ${hands} 1${skipped ? ` ${skipped}` : ""}`;
}
