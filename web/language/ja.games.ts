// What the shipped games say of themselves (variants/*.ini), in Japanese: by the English text, line by line. What isn't here is shown as the file
// has it; tests/web/catalogue.mjs finds texts that lack and texts that no game has.

import { kanjiNames } from "./ja.names.ts";

export const gameTexts: Record<string, string> = {
  // ---- titles, stories, notes, house rules and their choices, in the order of the games
  "Ito Shogi": kanjiNames.ito,
  "Also called String Shogi: the whole board is one file of 21 squares, and every piece comes from another Shogi game, its move folded onto that line. A sideways move is lost, a diagonal step becomes a leap of two. Only the king's move is weaker than that: it steps back, but does not leap back.":
    "盤は21マスの一筋だけで、どの駒もほかの将棋の駒の動きをその一筋に折りたたんだものです（英語ではString Shogiとも）。横への動きはなくなり、斜めの一歩は2マスの跳びになります。玉だけはそれより弱く、後ろへは1マス下がれるだけで、跳べません。",
  "It grew out of the same author's 1-dimensional Shogi, with fewer exceptions. A piece turns over whenever it captures (the king never does), so each exchange changes what stands on the board, and captured pieces come back with either face up.":
    "同じ作者の一次元将棋から生まれ、例外が少なくなりました。駒は取るたびに裏返り（玉を除く）、駒の取り合いのたびに盤上の駒が変わります。取った駒は表でも裏でも打てます。",
  "The author's own trials with a computer suggest that at higher levels of play the second player has a significant advantage; at lower levels it is hardly noticeable.":
    "作者がコンピュータで試したところでは、高いレベルでは後手がかなり有利で、低いレベルではそれほど目立たないようです。",
  "These are the rules of 2008. In 2022 the author announced a revision on a longer board that replaces them; its details are not preserved.":
    "2008年のルールです。作者は2022年に、これに代わる、より長い盤の改訂版を予告しましたが、その内容は残っていません。",
  "A piece may be moved or dropped to a square from which it can never move again.":
    "二度と動けなくなるマスへ動かすことも、打つこともできます。",
  "Every second square of the board has notches in its corners: without a checkered pattern they make leaps of two easier to see, an idea of Larry L. Smith's.":
    "盤は一マスおきに角に切れ込みがあり、市松模様の代わりに、2マスの跳びを見やすくしています（ラリー・L・スミスの案）。",
  'Rulings, where the author is silent. "Stalemates are illegal" is read as: no move may bring one about. A side left with no legal move at all loses, in check or not, as in shogi. The starting position counts as the first occurrence, and perpetual check is no exception.':
    "作者が述べていない点の裁定：「ステイルメイトは反則」は、ステイルメイトを生じさせる手は指せないと解します。それでも指せる手がなくなった側は、将棋と同じく、王手でもそうでなくても負けです。初期配置は一度目の出現に数え、連続王手も例外としません。",
  "what becomes of a side that has no move but is not in check":
    "王手ではないのに指せる手がないとき",
  'a move may not stalemate the opponent (the author: "stalemates are illegal")':
    "相手をステイルメイトにする手は指せない（作者の「ステイルメイトは反則」）",
  "the side without a move loses": "指せる手のない側の負け",
  "the game is drawn": "引き分け",
  "what an illegal move costs": "反則手を指したとき",
  "it is refused, and the player tries again": "指し直しになる",
  "the game; but a move that brings a position about for the third time is taken back, as the author has it":
    "負けになる。ただし、三度目の同一局面は作者のルールどおり指し直し",
  "Rutherford's 1-dimensional Shogi (reconstructed array)": `ラザフォードの${kanjiNames.rutherford}（初期配置は復元）`,
  "An attempt at a chess of one dimension that neither trades itself empty nor locks up. Shogi's drops keep the material alive; to keep the kings from hiding forever, a king only walks forward, and no drop may stand behind one's own king, next to it, or give mate.":
    "駒を交換しきって終わることも、膠着することもない一次元の将棋を目指したものです。将棋の持ち駒が戦力を保ちます。玉がいつまでも隠れていられないように、玉は前にしか進めず、自玉の後ろや隣に打つことも、打って詰ませることもできません。",
  "Pieces turn over at every capture, as in micro shogi, and may be dropped with either face up. Ranges are short: they follow what the piece could reach on one line of an ordinary board.":
    "五分摩訶将棋のように、駒は取るたびに裏返り、表でも裏でも打てます。走る距離は短く、ふつうの盤の一列で届く範囲に合わせてあります。",
  "The starting array is reconstructed: the page shows it only in a picture that is lost. Order (king at the back, pawn in front) follows the author's own lists, the gap of five squares follows his later Ito Shogi. Both are options.":
    "初期配置は復元です。元のページでは図でしか示されず、その図は失われました。並び順（玉が最後尾、歩が先頭）は作者の駒の一覧に、5マスの間隔は作者ののちの糸将棋に従いました。どちらもハウスルールで変えられます。",
  "Pieces may be dropped behind the enemy king, a drop may stalemate, and pieces on the board may move behind their own king or next to it.":
    "相手の玉の後ろに打つこと、打ってステイルメイトにすること、盤上の駒を自玉の後ろや隣へ動かすことはできます。",
  'As delivered (see house rules), rulings where the author is silent: the bishop goes both ways, the cannon captures within eight squares, "at least two spaces" bars the square next to the king, the third occurrence of a position is illegal.':
    "作者が述べていない点の裁定（ハウスルールで変えられます）：角は前後に進み、大砲は8マス以内の駒を取り、「少なくとも2マス」は玉の隣のマスを禁じ、三度目の同一局面は反則です。",
  "which way the bishop rides": "角の進む方向",
  "forward and backward, as its namesake on a plane": "ふつうの角のように、前後とも",
  "forward only, like most pieces of this game": "この将棋の多くの駒と同じく、前だけ",
  "how near its own king a piece may be dropped": "自玉からどれだけ離して打つか",
  "not on the square next to it": "隣のマスには打てない",
  "two squares stay free between them": "間を2マス空ける",
  "empty squares between the armies": "両軍の間の空きマス",
  "as in Ito Shogi: 17 squares": "糸将棋と同じ：全17マス",
  "15 squares": "全15マス",
  "16 squares": "全16マス",
  "18 squares": "全18マス",
  "19 squares": "全19マス",
  "20 squares": "全20マス",
  "21 squares": "全21マス",
  "how the pieces stand, from the back": "後ろからの駒の並び",
  "king, lance, bishop, knight, silver, pawn": "玉、香、角、桂、銀、歩",
  "king, bishop, lance, knight, silver, pawn": "玉、角、香、桂、銀、歩",
  "how far the cannon captures": "大砲が取れる距離",
  "as far as it moves: eight squares": "動ける距離と同じ8マスまで",
  "any distance": "何マスでも",
  "what a repeated position brings": "同じ局面が繰り返されたとき",
  "it may not be brought about a third time": "三度目を生じさせる手は指せない",
  "the fourth time is a draw, but perpetual check loses":
    "四度目で引き分け。ただし、連続王手をかけた側は負け",
  "the game; but a repetition that is illegal is taken back":
    "負けになる。ただし、禁じられた繰り返しは指し直し",
  "Suzumu Shogi": kanjiNames.suzumu,
  'The name, 進将棋, means "advance shogi", in the sense of "hexadecimal shogi": sixteen files, sixteen ranks, seventy-eight pieces a side. Army and array are those of Tenjiku Shogi; the strongest pieces are weakened and the weakest boosted, so that it takes more than one to win.':
    "名前は「進む将棋」と、十六進の将棋という意味を掛けたものです。16筋16段の盤に、双方78枚ずつの駒を並べます。駒と配置は天竺将棋のものですが、最も強い駒を弱め、最も弱い駒を強めて、一枚の駒だけでは勝てないようにしてあります。",
  "A fire demon chooses what it burns, two pieces at most, and never another demon; jumping generals clear two pieces at most and take those they choose. The chariot soldier promotes to the heavenly tetrarch, which freezes the enemies beside it.":
    "火鬼は焼く駒を二枚まで選びますが、火鬼どうしは焼けません。飛び越える将は二枚まで越えて、選んだ駒を取ります。車兵は四天王に成り、四天王は隣の敵を動けなくします。",
  "A check need not be answered: kings and princes may be left or moved into attack, and whoever has lost the last one has lost.":
    "王手を防ぐ義務はありません。玉将と太子は取られる場所に置くことも動かすこともでき、最後の一枚を失うと負けです。",
  "Who is sente is decided by furigoma (a toss of five pawns), by another game of chance or by agreement.":
    "先手は、振り駒（歩五枚）やほかのくじ、または話し合いで決めます。",
  "A player may resign at any time. Besides the fourth occurrence of a position there is one draw, the impasse: if neither side can hope to force checkmate or stalemate or to gain material, the players may agree to it.":
    "いつでも投了できます。四度目の同一局面のほかに、引き分けは一つだけあります。どちらも詰みもステイルメイトも駒得も望めない行き詰まりでは、合意により引き分けにできます。",
  "The board is read from the diagram, the rules it cannot say (freezing, no burning of fire demons, no two skips running) from the text, which knows no drops. A later revision of the page lifts the rank limit on jumps: an option here.":
    "盤と駒は作者の図から、図に表せないルール（動けなくする力、火鬼が焼けない駒、二手続けてのじっとの禁止）は本文から読み取りました。本文に持ち駒はありません。のちの改訂では飛び越しの位の制限がなくなっており、ハウスルールで選べます。",
  "whether generals jump only pieces of lower rank": "将が飛び越えられるのは、位の低い駒だけか",
  "king and prince, great general, vice general, the two other generals, all else: a general jumps only what ranks below it":
    "玉将と太子、大将、副将、ほかの二種の将、そのほかの駒の順で、将は自分より位の低い駒だけを飛び越えられる",
  "generals jump anything, as in the page's revision of 2024":
    "将は何でも飛び越えられる（2024年の改訂）",
  "the game, as the author has it": "作者のルールどおり、負けになる",
  Shinogi: kanjiNames.shinogi,
  "Shogi with pieces of Shinobi+ chess: each side is split in half, the left mostly shogi pieces, the right mostly pieces of Shinobi+ chess. The fox stands on the left, for with the rook it is the most valuable piece and so has its place on the second rank.":
    "Shinobi+ Chessの駒を加えた将棋です。両軍とも左半分はおもに将棋の駒、右半分はおもにShinobi+ Chessの駒です。霊狐は飛車と並んで最も価値が高いので、左の二段目に置かれます。",
  "The other rules are mostly shogi's. Everything taken can be dropped anywhere on the board, as in shogi.":
    "ほかのルールはおおむね将棋と同じです。取った駒は、将棋のように盤のどこにでも打てます。",
  "The fox moves like a dragon horse, yet is a piece of its own: it turns into a ninja, and captured it stays a fox. The captain moves like a king, but is never in check: it may be taken like any other piece.":
    "霊狐は竜馬と同じ動きですが、独立した駒です。忍者に成り、取られると霊狐に戻ります。軍は玉と同じ動きですが、王手はかからず、ほかの駒と同じように取れます。",
  "The king is royal and the captain is not, as the text says; the diagram alone would make its last piece royal. Shogi pawns may not be doubled or dropped to give mate; pawns (as in chess, without the double step) may do both.":
    "本文にあるとおり、詰みの対象は玉だけで、軍は違います（図だけでは最後の駒になります）。将棋の歩兵は二歩も打ち歩詰めもできませんが、兵士（二歩進みのないチェスのポーン）はどちらもできます。",
  'The source says that the rules are "mostly the same as in Shogi" and does not speak of stalemate, repetition or impasse. That a side without a legal move loses and that the fourth occurrence of a position draws are rulings after shogi.':
    "出典は「おおむね将棋と同じ」と述べるだけで、ステイルメイト、千日手、持将棋には触れていません。指せる手のない側の負け、四度目の同一局面で引き分けは、将棋にならった裁定です。",
  "The source knows no handicaps. Those here are a suggestion after shogi (a ruling): a piece alone, the two of the second rank, and the bishop with them.":
    "出典に駒落ちはありません。ここにある手合割は、将棋にならった提案です（裁定）。一枚落ち、二段目の二枚を落とす二枚落ち、角も落とす三枚落ちです。",
  "the game": "負けになる",
  "Okisaki shogi": kanjiNames.okisaki,
  "Queen shogi: the board grows to ten by ten to make room for a queen beside each king. Knights leap to all eight sides as in chess, and lances run backward too, so only a pawn can ever get stuck.":
    "盤を10×10に広げ、玉の隣に妃将を置いた将棋です。桂馬に代わる跳馬はチェスのように八方へ跳び、香車は後ろへも走るので、動けなくなりうるのは歩兵だけです。",
  "Otherwise it is shogi, with drops, promotion in the farthest three ranks, and the two rules about dropping pawns.":
    "ほかは将棋と同じで、持ち駒、奥の三段での成り、二歩と打ち歩詰めの禁止があります。",
  "The source also lets a side win by taking every piece but the king, and marks that as unsupported. It is an option, off as delivered; pieces in hand count as pieces.":
    "出典は相手を玉一枚にする勝ちも挙げ、裏付けがないと注記しています。ここではハウスルールで、標準では用いません。持ち駒も枚数に数えます。",
  'The source calls the fourth occurrence of a position "no contest"; here it counts as a draw (a ruling). It says nothing of a side without a legal move: that side loses, as in shogi (a ruling).':
    "出典は四度目の同一局面を「無勝負」としますが、ここでは引き分けに数えます（裁定）。指せる手のない側については述べていませんが、将棋と同じく負けとします（裁定）。",
  "An impasse is reached when both kings stand in their promotion zones and neither side can hope to mate or to gain material. The source gives no count and no result: as delivered it is a draw, if both players agree. The count by points is a house rule: queen, rook and bishop 5, the others 1, the king 0, 66 in all.":
    "双方の玉が敵陣に入り、どちらも詰みも駒得も望めないとき、持将棋になります。出典に点数と結果の定めはなく、標準では両者の合意で引き分けです。点数による判定はハウスルールで、妃・飛・角が5点、そのほかが1点、玉は0点、合計66点です。",
  "The source knows no handicaps. Those here are a suggestion after shogi (a ruling): a piece alone, rook and bishop, the queen with them, and the lances too.":
    "出典に駒落ちはありません。ここにある手合割は、将棋にならった提案です（裁定）。一枚落ち、飛角の二枚落ち、妃も落とす三枚落ち、さらに両方の香も落とす五枚落ちです。",
  "The king of the challenger, who moves first, is inscribed 玉将 (jade general), the reigning king 王将 (royal general).":
    "先手となる挑戦者の玉は「玉将」、受けて立つ側は「王将」です。",
  "whether a bare king loses": "玉一枚になったら負けか",
  no: "負けではない",
  "a side with nothing left but its king, on the board or in hand, loses, unless it bares the other at once: then a draw":
    "盤上にも持ち駒にも玉しか残らなくなった側は負け。ただし、すぐに相手も玉だけにすれば引き分け",
  "what becomes of a game where both kings are safe in the enemy camp":
    "双方の玉が敵陣で安全になったとき",
  "a draw, if the players agree": "合意により引き分け",
  "while both kings stand in their promotion zones, a side that is not in check and has 34 points, pieces in hand included, may declare: it wins, or draws if the other side has 34 too":
    "双方の玉が敵陣にあるとき、王手をかけられておらず、持ち駒を含めて34点ある側は宣言でき、勝ちになる。相手も34点なら引き分け",
  "the game, as the rules have it": "ルールどおり、負けになる",
  Shogi: kanjiNames.shogi,
  "The game all the others here descend from: nine files, nine ranks, captured pieces drop in again on the captor's side. Its present form is about four hundred years old.":
    "取った駒を打てる、ここにあるほかの将棋の源です。盤は9筋9段です。今の形になって約四百年になります。",
  "what becomes of a game where the kings are safe in the enemy camp": "玉が敵陣で安全になったとき",
  "a side may declare by the 27-point rule of the Computer Shogi Association and wins":
    "コンピュータ将棋協会の27点法で宣言した側の勝ち",
  Minishogi: kanjiNames.minishogi,
  "Shogi with a board of five by five and one piece of each kind. It was found again, or invented, in Osaka about 1970.":
    "5×5の盤に、各種の駒を一枚ずつ並べた将棋です。1970年ごろ、大阪で考案されたとも、再発見されたともいわれます。",
  "The source knows no handicaps. Those here are a suggestion after shogi (a ruling): bishop, rook, or both.":
    "出典に駒落ちはありません。ここにある手合割は、将棋にならった提案です（裁定）。角落ち、飛車落ち、二枚落ちです。",
  "Kyoto Shogi": kanjiNames.kyoto,
  "Five pieces a side on five by five, and every piece but the king turns over whenever it moves. What was captured may be dropped with either face up.":
    "5×5の盤に双方5枚の駒を並べ、玉を除く駒は動くたびに裏返ります。持ち駒は表でも裏でも打てます。",
  "Tori Shogi": kanjiNames.tori,
  "Sixteen birds a side on seven by seven, from the time of Edo, with drops as in shogi. Two swallows of a side may stand on a file.":
    "7×7の盤に双方16羽の鳥を並べる、江戸時代の将棋です。取った駒は将棋のように打てます。燕は一筋に二枚まで置けます。",
  "Dobutsu Shogi": kanjiNames.dobutsu,
  "Four animals a side on three by four: who takes the lion wins, and so does a lion that reaches the far rank safely. It was made for children, and its pieces show pictures and dots for their moves.":
    "3×4の盤に双方4匹のどうぶつを並べ、ライオンを捕まえるか、自分のライオンが無事に一番奥の段に着くと勝ちです。子どものために作られ、もとの駒には絵と、動ける方向を示す点が描かれています。",
  "Chu Shogi": kanjiNames.chu,
  "The great shogi of the middle ages, twelve by twelve with 46 pieces a side and no drops, played for longer than shogi itself. Its lion moves twice in one turn.":
    "中世に盛んだった将棋で、12×12の盤に双方46枚ずつの駒を並べ、持ち駒はありません。今の将棋よりも長く指されてきました。獅子は一手で二度動けます。",
  "A lion may not take a lion that could be taken back, unless they stand side by side or it takes another piece with it that is neither pawn nor go-between. When a lion was taken by another piece, no other piece may take a lion in the next move.":
    "取り返される獅子を獅子で取ることはできません。ただし、隣どうしのとき、または歩兵・仲人以外の駒を一緒に取るときは取れます。獅子がほかの駒に取られたとき、次の一手で獅子以外の駒が獅子を取ることはできません。",
  "A pawn that went into the zone unpromoted and comes to the last rank may promote there in some descriptions; here it may not.":
    "不成で敵陣に入った歩兵が最奥の段で成れるとする説明もありますが、ここでは成れません。",
  "the rules about lions": "獅子についての規則",
  "a lion may not be traded for a lion": "獅子どうしの交換はできない",
  "lions are taken like other pieces": "獅子もほかの駒と同じように取れる",
  Chess: kanjiNames.chess,
  "The game of the West, from the same Indian root as shogi: eight files, eight ranks, and what is taken is gone. Its present form, with the queen's and the bishop's long moves, is some five hundred years old.":
    "将棋と同じくインドに源をもつ、西洋の遊びです。8×8の盤で、取られた駒は戻りません。クイーンとビショップが長く走る今の形になって、約五百年になります。",
  "The king castles with either rook while both have not moved, out of, through and into no check. A pawn's first double step may be captured in passing by the very next move. A pawn that reaches the last rank becomes a queen, rook, bishop or knight.":
    "キングは、自分もルークもまだ動いていないとき、取られるマスから、取られるマスを通って、または取られるマスへでなければ、どちらのルークともキャスリングできます。初手で2マス進んだポーンは、直後の手で通過取りできます。最奥の段に着いたポーンは、クイーン、ルーク、ビショップ、ナイトのいずれかに成ります。",
  "Fifty moves of each side without a capture or a pawn's move are a draw at once, as is the third occurrence of a position; a draw for want of material is left to the players.":
    "駒を取る手もポーンを動かす手もないまま双方が50手ずつ指すか、同じ局面が三度現れると、ただちに引き分けです。戦力不足による引き分けは対局者に任せます。",

  Xiangqi: kanjiNames.xiangqi,
  "The chess of China, in its present form about nine hundred years old. Kings and advisors keep to their palaces, elephants to their own bank of the river.":
    "中国の将棋です。今の形になって約九百年になります。帥（將）と仕（士）は宮殿から出られず、相（象）は川を渡れません。",
  "The source knows no handicaps. Those here are a suggestion after what players in China give (a ruling): one horse, or both.":
    "出典に駒落ちはありません。ここにある手合割は、中国での慣習にならった提案です（裁定）。馬を一枚、または二枚とも落とします。",
  Makruk: kanjiNames.makruk,
  "The chess of Thailand, near to the old Indian game. Pawns begin on the third rank and promote on the sixth.":
    "タイの将棋で、古いインドの遊びに近いものです。貝は三段目から始まり、六段目で成ります。",
  "The rules about counting moves, by which a stronger side must mate in time, are not in this file; the players keep them.":
    "優勢な側が決められた手数のうちに詰ませなければならない、手数を数えるルールは、このプログラムには入っていません。対局者が守ってください。",
  "The signs on the pieces are ours, after the meaning of their names.":
    "駒の文字は、駒の名の意味からこのプログラムで定めたものです。",
  "Grand Chess": kanjiNames.grand,
  "Ten by ten with two more pieces, the marshall and the cardinal, and the rooks free behind the others from the first move on.":
    "10×10の盤に、元帥と枢機という二種の駒を加えたチェスです。ルークは初めからほかの駒の後ろで自由に動けます。",
  "A pawn may promote on the eighth and ninth rank, and must on the tenth, to a piece that the other side has taken. Where none was taken it may not go there, but gives check all the same.":
    "ポーンは八段目と九段目で成ることができ、十段目では成らなければなりません。成れるのは相手に取られた自分の駒だけです。取られた駒がなければ十段目には進めませんが、それでも王手はかけられます。",

  // ---- sources, and an author who isn't only a name
  "Masayuki Nakayachi, from suggestions by Ralph Blockhaus":
    "Masayuki Nakayachi（Ralph Blockhausの提案による）",
  'chessvariants.com, page "Ito Shogi", 2008-01-25':
    "chessvariants.comのページ「Ito Shogi」（2008年1月25日）",
  'chessvariants.com, page "Rutherford\'s 1-dimensional Shogi", 2002-03-20':
    "chessvariants.comのページ「Rutherford's 1-dimensional Shogi」（2002年3月20日）",
  'chessvariants.com, page "Suzumu Shogi", revision of 2023-02-08':
    "chessvariants.comのページ「Suzumu Shogi」（2023年2月8日の版）",
  'chessvariants.com, page "Shinogi"': "chessvariants.comのページ「Shinogi」",
  'Wikipedia, article "Okisaki shogi"': "ウィキペディア英語版の記事「Okisaki shogi」",
  "Japan Shogi Association, rules of shogi": "日本将棋連盟の将棋のルール",
  'Encyclopedia article "Minishogi"': "百科事典の記事「Minishogi」",
  'Encyclopedia article "Kyoto shogi"': "百科事典の記事「Kyoto shogi」",
  'Encyclopedia article "Tori shogi"': "百科事典の記事「Tori shogi」",
  'Encyclopedia article "Dobutsu shogi"': "百科事典の記事「Dobutsu shogi」",
  'Encyclopedia article "Chu shogi"; rules of the Japanese Chu Shogi Association':
    "百科事典の記事「Chu shogi」、日本中将棋連盟のルール",
  "FIDE Laws of Chess, in force since 1 January 2023": "FIDEのチェス規則（2023年1月1日施行）",
  "World Xiangqi Federation, World XiangQi Rules, 2018 edition":
    "世界象棋連盟の世界象棋規則（2018年版）",
  'Encyclopedia article "Makruk"': "百科事典の記事「Makruk」",
  'Encyclopedia article "Grand chess"; rules as its author published them':
    "百科事典の記事「Grand chess」、作者の発表したルール",

  // ---- names of house rules, and of choices
  stalemate: "ステイルメイト",
  strict: "反則即負け",
  bishop: "角行",
  "drop distance": "打てる距離",
  gap: "両軍の間隔",
  order: "並び順",
  cannon: "大砲",
  repetition: "同一局面",
  "jump rank": "飛び越しの位",
  bare: "裸玉負け",
  impasse: "持将棋",
  lions: "獅子の規則",
  illegal: "指せない",
  loss: "負け",
  draw: "引き分け",
  off: "なし",
  on: "あり",
  both: "前後",
  forward: "前のみ",
  KLBNSP: "玉香角桂銀歩",
  KBLNSP: "玉角香桂銀歩",
  unlimited: "無制限",
  shogi: "将棋と同じ",
  agreement: "合意",
  points: "点数",
};
