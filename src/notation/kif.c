#define _GNU_SOURCE
/* KIF, the text records of shogi programs, and KI2, which has the same headers and writes moves as
 * people do, several on a line: it is read only. Two header lines of our own, 棋種 (the game) and
 * 設定 (a setting), are ignored by others.
 *
 * Source   The files of Kifu for Windows and of the programs that write its format; UTF-8 only. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/utf8.h"
#include "notation/move_text.h"
#include "notation/record.h"
#include "notation/sfen.h"

bool kif_possible(const HenkaVariant *v) {
    return v->files <= 9 && v->ranks <= 9 && !v->holed && v->hands && !v->drop_either_face &&
           !turns_over(v);
}

/* ---- how games end ------------------------------------------------------------------------- */

/* Who wins, seen from the side that would be to move when the word is written. */
typedef enum { MOVER, OTHER, NOBODY, BY_RULE /* whoever wins by the rules */ } EndWinner;

static const struct {
    const char *word;
    HenkaReason reason;
    EndWinner winner;
} ENDS[] = {
    {"投了", HENKA_RESIGNATION, OTHER},         {"切れ負け", HENKA_TIME, OTHER},
    {"反則負け", HENKA_ILLEGAL_MOVE, OTHER},    {"反則勝ち", HENKA_ILLEGAL_MOVE, MOVER},
    {"反則勝ち", HENKA_PERPETUAL_CHECK, MOVER}, {"反則負け", HENKA_PERPETUAL_CHECK, OTHER},
    {"入玉勝ち", HENKA_IMPASSE, MOVER},         {"持将棋", HENKA_DRAW_AGREED, NOBODY},
    {"持将棋", HENKA_IMPASSE, NOBODY},          {"千日手", HENKA_REPETITION, NOBODY},
    {"中断", HENKA_ABANDONED, NOBODY},          {"不戦敗", HENKA_ABSENCE, OTHER},
    {"不戦勝", HENKA_ABSENCE, MOVER},           {"詰み", HENKA_CHECKMATE, BY_RULE},
    {"詰み", HENKA_STALEMATE, BY_RULE},         {"詰み", HENKA_NO_LEGAL_MOVE, BY_RULE},
    {"詰み", HENKA_ROYAL_CAPTURED, BY_RULE},
};

/* The word for this ending, "" when KIF has none. */
static const char *end_word(HenkaOutcome outcome, int side_to_move) {
    EndWinner winner = outcome.winner < 0 ? NOBODY : outcome.winner == side_to_move ? MOVER : OTHER;
    for (size_t i = 0; i < sizeof ENDS / sizeof *ENDS; i++)
        if (ENDS[i].reason == outcome.reason &&
            (ENDS[i].winner == winner || ENDS[i].winner == BY_RULE))
            return ENDS[i].word;
    return "";
}

/* The ending that a word stands for; false when it is none. 詰み: whatever the rules say of the
 * position. */
static bool end_read(Scan *s, int side_to_move, HenkaOutcome *outcome) {
    for (size_t i = 0; i < sizeof ENDS / sizeof *ENDS; i++) {
        if (!scan_text(s, ENDS[i].word)) continue;
        EndWinner winner = ENDS[i].winner;
        outcome->reason = winner == BY_RULE ? HENKA_PLAYING : ENDS[i].reason;
        outcome->winner = winner == MOVER ? side_to_move : winner == OTHER ? !side_to_move : -1;
        return true;
    }
    return false;
}

/* ---- the picture of the board: writing ------------------------------------------------------ */

static const char *const HANDS[] = {"先手の持駒：", "後手の持駒："};
static const char *const HANDS_HANDICAP[] = {"下手の持駒：", "上手の持駒："};

static const char *glyph(const HenkaVariant *v, int type) {
    return v->types[type].kanji1 ? v->types[type].kanji1 : "";
}

/* Do all kinds have different one-character names on the board? */
static bool board_possible(const HenkaVariant *v) {
    for (int type = 1; type <= v->type_count; type++) {
        const char *one = glyph(v, type);
        if (!*one || one[utf8_character(one, strlen(one))]) return false;
        for (int other = 1; other < type; other++)
            if (strcmp(one, glyph(v, other)) == 0) return false;
    }
    return true;
}

static void hand_write(const Position *p, int side, Out *out) {
    bool none = true;
    out_text(out, HANDS[side]);
    for (int i = 0; i < p->variant->hand_count; i++) {
        if (!p->hand[side][i]) continue;
        out_text(out, none ? "" : "　");
        none = false;
        out_text(out, glyph(p->variant, p->variant->hand_types[i]));
        if (p->hand[side][i] > 1) japanese_write_number(p->hand[side][i], out);
    }
    out_text(out, none ? "なし\n" : "\n");
}

static void row_write(const Position *p, int rank, Out *out) {
    out_char(out, '|');
    for (int file = p->variant->files; file >= 1; file--) {
        Piece piece = p->board[square_of(p->variant, file, rank)];
        out_char(out, piece && piece_side(piece) == HENKA_GOTE ? 'v' : ' ');
        out_text(out, piece ? glyph(p->variant, piece_type(piece)) : "・");
    }
    out_char(out, '|');
    japanese_write_number(rank, out);
    out_char(out, '\n');
}

static void border_write(const HenkaVariant *v, Out *out) {
    out_char(out, '+');
    for (int i = 0; i < 3 * v->files; i++) out_char(out, '-');
    out_text(out, "+\n");
}

/* Hands, board and side to move of the first position. */
static void board_write(const HenkaGame *game, Out *out) {
    static const char *const wide[] = {"１", "２", "３", "４", "５", "６", "７", "８", "９"};
    const Position *p = &game->first;
    hand_write(p, HENKA_GOTE, out);
    for (int file = game->variant->files; file >= 1; file--) out_format(out, " %s", wide[file - 1]);
    out_char(out, '\n');
    border_write(game->variant, out);
    for (int rank = 1; rank <= game->variant->ranks; rank++) row_write(p, rank, out);
    border_write(game->variant, out);
    hand_write(p, HENKA_SENTE, out);
    out_text(out, p->side == HENKA_SENTE ? "先手番\n" : "後手番\n");
    if (game->first_number > 1) out_format(out, "手数＝%d\n", game->first_number - 1);
}

/* ---- the picture of the board: reading ------------------------------------------------------ */

static int glyph_read(const HenkaVariant *v, Scan *s) {
    for (int type = 1; type <= v->type_count; type++)
        if (*glyph(v, type) && scan_text(s, glyph(v, type))) return type;
    TypeSet types = japanese_scan_name(v, s, 4); /* characters written either way */
    return types ? bb_lsb(types) : 0;
}

static bool hand_read(const HenkaVariant *v, Scan s, int line, int side, Setup *setup,
                      HenkaError *error) {
    if (scan_text(&s, "なし")) return true;
    while (!scan_done(&s)) {
        if (scan_text(&s, "　") || scan_char(&s, ' ')) continue;
        Scan before = s;
        int type = glyph_read(v, &s), count = japanese_scan_number(&s);
        int index = type ? v->hand_index[type] : HAND_NONE;
        if (index == HAND_NONE || count > HAND_MOST)
            return error_say(error, line, scan_column(&before), MSG_KIF_HELD,
                             arg_number(HAND_MOST));
        setup->hand[side][index] = count ? count : 1;
    }
    return true;
}

static bool row_read(const HenkaVariant *v, Scan s, int line, int rank, Setup *setup,
                     HenkaError *error) {
    if (rank > v->ranks)
        return error_say(error, line, 1, MSG_KIF_BOARD_ROWS_MANY, arg_number(v->ranks));
    for (int file = v->files; file >= 1; file--) {
        Scan before = s;
        int side = scan_char(&s, 'v') || scan_char(&s, 'V') ? HENKA_GOTE : HENKA_SENTE;
        if (side == HENKA_SENTE && !scan_text(&s, "^")) scan_char(&s, ' ');
        if (scan_text(&s, "・")) continue;
        int type = glyph_read(v, &s);
        if (!type)
            return error_say(error, line, scan_column(&before), MSG_KIF_BOARD_CELL,
                             arg_number(v->files));
        setup->board[square_of(v, file, rank)] = piece_make(side, type);
    }
    return scan_char(&s, '|') ||
           error_say(error, line, scan_column(&s), MSG_KIF_BOARD_ROW_END, arg_number(v->files));
}

/* Reads one line of the picture into the setup. Answers whether the line was one; on a mistake
 * *good becomes false. rank: rows so far. */
static bool board_read(const HenkaVariant *v, Scan line, int number, int *rank, Setup *setup,
                       bool *good, HenkaError *error) {
    for (int side = 0; side < 2; side++)
        if (scan_text(&line, HANDS[side]) || scan_text(&line, HANDS_HANDICAP[side])) {
            *good = hand_read(v, line, number, side, setup, error);
            return true;
        }
    if (scan_char(&line, '|')) {
        *good = row_read(v, line, number, ++*rank, setup, error);
        return true;
    }
    bool gote = scan_text(&line, "後手番") || scan_text(&line, "上手番");
    if (gote || scan_text(&line, "先手番") || scan_text(&line, "下手番")) {
        setup->side = gote ? HENKA_GOTE : HENKA_SENTE;
        return true;
    }
    if (scan_text(&line, "手数＝") && ascii_is_digit(scan_peek(&line))) {
        int played = scan_number(&line);
        setup->number = 1 + (played < 999999 ? played : 999998);
        return true;
    }
    return scan_char(&line, '+');
}

/* ---- records: writing ----------------------------------------------------------------------- */

static void header(const char *key, const char *value, Out *out) {
    if (!*value) return;
    out_format(out, "%s：", key);
    for (; *value; value++) out_char(out, (unsigned char)*value < ' ' ? ' ' : *value);
    out_char(out, '\n');
}

/* A handicap that KIF has a name for. */
static const Handicap *named_handicap(const HenkaGame *game) {
    const Handicap *handicap = record_handicap(game);
    return handicap && *handicap->kanji ? handicap : NULL;
}

/* With a handicap the sides have other names: the lower player receives it. */
static const char *side_name(const HenkaGame *game, int side) {
    static const char *const names[2][2] = {{"先手", "後手"}, {"下手", "上手"}};
    return names[named_handicap(game) != NULL][side];
}

static void headers_write(const HenkaGame *game, const HenkaPlayers *players, Out *out) {
    const HenkaVariant *v = game->variant;
    header("開始日時", players->date, out);
    header("棋戦", players->event, out);
    header("棋種", v->name, out);
    for (int i = 0; i < v->option_count; i++)
        if (strcmp(v->options[i].value, v->options[i].choices[0]) != 0)
            out_format(out, "設定：%s=%s\n", v->options[i].name, v->options[i].value);
    const Handicap *handicap = named_handicap(game);
    if (record_from_start(game) || handicap)
        header("手合割", handicap ? handicap->kanji : "平手", out);
    else if (board_possible(v))
        board_write(game, out);
    else {
        out_text(out, "開始局面：");
        sfen_write(&game->first, game->first_number, out);
        out_char(out, '\n');
    }
    header(side_name(game, HENKA_SENTE), players->sente, out);
    header(side_name(game, HENKA_GOTE), players->gote, out);
    out_text(out, "手数----指手---------消費時間--\n");
}

bool kif_write(const HenkaGame *game, const HenkaPlayers *players, Out *out) {
    HenkaGame *replay = record_replay(game);
    if (!replay) return false;
    headers_write(game, players, out);
    bool good = true;
    for (int ply = 0; good && ply < game->plies; ply++) {
        out_format(out, "%4d ", ply + 1);
        japanese_write_kif(replay, game->history[ply].move, out);
        out_text(out, "   ( 0:00/00:00:00)\n");
        good = henka_game_play(replay, game->history[ply].move);
    }
    henka_game_free(replay);
    if (!good) return false;
    HenkaOutcome outcome = henka_game_outcome(game);
    const char *word = end_word(outcome, game->position.side);
    if (!*word) return true;
    out_format(out, "%4d %s\n", game->plies + 1, word);
    if (outcome.winner >= 0)
        out_format(out, "まで%d手で%sの勝ち\n", game->plies, side_name(game, outcome.winner));
    return true;
}

/* ---- records: reading ----------------------------------------------------------------------- */

/* A record while it is read. */
typedef struct Kif {
    const HenkaVariant *given; /* what the caller says it is of; NULL: the record names its game */
    HenkaVariant *variant;     /* known from the first line of a board or move on; owned */
    RecordHead *head;          /* the caller's: players, settings, result */
    Setup setup;               /* the picture of the board so far */
    int rank;                  /* its rows read */
    Scan handicap;             /* what stands behind 手合割; it counts where there is no board */
    int handicap_line;         /* 0: not said, or none */
    HenkaGame *game;           /* from the first move on; what is answered */
    HenkaOutcome end;          /* what the word after the last move says; side and winner */
    int end_line;              /* where it stands; 0: the moves just stop */
    HenkaError *error;         /* the caller's; may be NULL */
} Kif;

static bool header_is(Scan *s, const char *key) {
    Scan saved = *s;
    if (scan_text(s, key) && (scan_text(s, "：") || scan_char(s, ':'))) return true;
    *s = saved;
    return false;
}

/* Which it is, is asked when the game is known. */
static void handicap_read(Kif *k, Scan s, int line) {
    scan_blanks(&s);
    Scan other = s;
    if (scan_text(&other, "平手") || scan_text(&other, "その他")) return;
    k->handicap = s;
    k->handicap_line = line;
}

/* Header lines we know; *known: it was one of them. */
static bool head_read(Kif *k, Scan s, int line, bool *known) {
    RecordHead *head = k->head;
    const struct {
        const char *key;
        char *to;
        size_t cap;
    } texts[] = {
        {"棋種", head->game, sizeof head->game},
        {"先手", head->players.sente, sizeof head->players.sente},
        {"下手", head->players.sente, sizeof head->players.sente},
        {"後手", head->players.gote, sizeof head->players.gote},
        {"上手", head->players.gote, sizeof head->players.gote},
        {"棋戦", head->players.event, sizeof head->players.event},
        {"開始日時", head->players.date, sizeof head->players.date},
    };
    *known = true;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (header_is(&s, texts[i].key)) {
            record_text(s, texts[i].to, texts[i].cap);
            if (texts[i].to == head->game) head->game_line = line;
            return true;
        }
    if (header_is(&s, "設定")) return record_read_setting(head, s, line, k->error);
    if (header_is(&s, "手合割")) {
        handicap_read(k, s, line);
        return true;
    }
    *known = false;
    return true;
}

static bool variant_known(Kif *k, int line) {
    if (k->variant) return true;
    k->variant = record_variant(k->head, k->given, k->error);
    if (!k->variant) return false;
    if (!kif_possible(k->variant))
        return error_say(k->error, line, 1, MSG_KIF_IMPOSSIBLE, arg_text(k->variant->name));
    memset(&k->setup, 0, sizeof k->setup);
    k->setup.number = 1;
    if (k->handicap_line) k->setup.side = HENKA_GOTE; /* unless the picture says who moves */
    return true;
}

static HenkaGame *game_of_board(Kif *k, int line) {
    if (k->rank != k->variant->ranks) {
        error_say(k->error, line, 1, MSG_KIF_BOARD_ROWS, arg_number(k->variant->ranks),
                  arg_number(k->rank));
        return NULL;
    }
    Position p;
    sfen_setup_place(k->variant, &k->setup, &p);
    char sfen[1024]; /* by way of text, so that what is checked there is checked here */
    Out out = out_to(sfen, sizeof sfen);
    sfen_write(&p, k->setup.number, &out);
    HenkaGame *game = henka_game_new(k->variant, sfen, k->error);
    if (!game && k->error && k->error->line) k->error->line = line, k->error->column = 1;
    return game;
}

/* The name ends at a blank, of either width. */
static HenkaGame *game_of_handicap(Kif *k) {
    char name[64];
    Scan value = k->handicap, end = value;
    while (!scan_done(&end) && !scan_is_blank(*end.at)) {
        Scan wide = end;
        if (scan_text(&wide, "　")) break;
        end.at++;
    }
    value.end = end.at;
    record_text(value, name, sizeof name);
    HenkaGame *game = record_from_handicap(k->variant, name, k->error);
    if (!game) record_error_at(k->error, k->handicap_line, scan_column(&value));
    return game;
}

static bool game_begun(Kif *k, int line) {
    if (k->game) return true;
    if (!variant_known(k, line)) return false;
    k->game = k->rank            ? game_of_board(k, line)
              : k->handicap_line ? game_of_handicap(k)
                                 : henka_game_new(k->variant, NULL, k->error);
    return k->game != NULL;
}

static bool start_read(Kif *k, Scan s, int line) {
    char sfen[512];
    if (!variant_known(k, line)) return false;
    record_text(s, sfen, sizeof sfen);
    k->game = henka_game_new(k->variant, sfen, k->error);
    if (!k->game) record_error_at(k->error, line, scan_column(&s));
    return k->game != NULL;
}

/* Past 同 and the blank after it a word goes on. */
static bool play_read(Kif *k, Scan s, int line) {
    Scan word = s;
    char text[128] = "";
    if (scan_text(&word, "同")) {
        while (scan_text(&word, "　") || scan_char(&word, ' ')) {}
        strcpy(text, "同");
    }
    size_t length = strlen(text);
    scan_take_word(&word, text + length, sizeof text - length);
    HenkaMove move;
    if (henka_move_parse(k->game, text, &move, k->error))
        return henka_game_play(k->game, move) || error_say(k->error, 0, 0, MSG_NO_MEMORY);
    record_error_at(k->error, line, scan_column(&s));
    return false;
}

static bool numbered_read(Kif *k, Scan s, int line) {
    if (!game_begun(k, line)) return false;
    int column = scan_column(&s), number = scan_number(&s);
    if (number != k->game->plies + 1)
        return error_say(k->error, line, column, MSG_RECORD_MOVE_NUMBER,
                         arg_number(k->game->plies + 1));
    scan_blanks(&s);
    Scan word = s;
    if (!end_read(&word, k->game->position.side, &k->end)) return play_read(k, s, line);
    k->end_line = line;
    return true;
}

/* The first move of what is left of a line of KI2: what stands between two signs of the sides,
 * without the blanks at its end. */
static Scan marked_move(Scan *s) {
    Scan move = *s, mark = *s;
    for (; !scan_done(s) && !japanese_scan_mark(&mark); mark = *s) s->at++;
    move.end = s->at;
    for (bool blank = true; blank && !scan_done(&move);) {
        static const char wide[] = "　";
        size_t length = (size_t)(move.end - move.at), w = strlen(wide);
        bool is_wide = length >= w && memcmp(move.end - w, wide, w) == 0;
        blank = is_wide || scan_is_blank(move.end[-1]);
        if (blank) move.end -= is_wide ? w : 1;
    }
    return move;
}

/* A line of KI2: moves, each behind the sign of its side. */
static bool marked_read(Kif *k, Scan s, int line) {
    bool good = game_begun(k, line);
    while (good && japanese_scan_mark(&s)) good = play_read(k, marked_move(&s), line);
    return good;
}

/* まで5手で先手の勝ち names the winner where the word left it open or someone resigned out of turn.
 */
static void summary_read(Kif *k, Scan s) {
    bool sente = false, gote = false;
    while (!scan_done(&s))
        if (scan_text(&s, "先手の勝ち") || scan_text(&s, "下手の勝ち"))
            sente = true;
        else if (scan_text(&s, "後手の勝ち") || scan_text(&s, "上手の勝ち"))
            gote = true;
        else
            s.at++;
    if (sente != gote && k->end.winner >= 0) /* nobody, until a word has ended the game */
        k->end.winner = sente ? HENKA_SENTE : HENKA_GOTE;
}

static bool line_read(Kif *k, Scan s, int line) {
    bool known, good = true;
    scan_blanks(&s);
    if (scan_done(&s) || strchr("#*&", *s.at)) return true;
    Scan mark = s;
    bool marked = japanese_scan_mark(&mark);
    if (marked || ascii_is_digit(*s.at)) {
        if (k->end_line) return error_say(k->error, line, 1, MSG_KIF_MOVE_AFTER_END);
        return marked ? marked_read(k, s, line) : numbered_read(k, s, line);
    }
    if (scan_text(&s, "まで")) {
        summary_read(k, s);
        return true;
    }
    if (k->game) return true;
    if (header_is(&s, "開始局面")) return start_read(k, s, line);
    if (!head_read(k, s, line, &known)) return false;
    if (known) return true;
    bool board = *s.at == '|' || *s.at == '+' ||
                 memmem(s.at, (size_t)(s.end - s.at), "持駒", strlen("持駒")) != NULL;
    if (board && !variant_known(k, line)) return false;
    if (k->variant) board_read(k->variant, s, line, &k->rank, &k->setup, &good, k->error);
    return good;
}

/* The result as KIF has it: the rules' own verdict wins where both speak of the same thing in
 * other words. */
static bool end_applied(Kif *k) {
    HenkaOutcome is = henka_game_outcome(k->game);
    if (!k->end_line) return true;
    if (is.reason != HENKA_PLAYING &&
        (k->end.reason == HENKA_PLAYING || k->end.winner == is.winner))
        return true;
    if (k->end.reason == HENKA_PLAYING)
        return error_say(k->error, k->end_line, 1, MSG_KIF_NOT_MATE);
    k->head->result = k->end;
    k->head->result_line = k->end_line;
    return record_apply_result(k->head, k->game, k->error);
}

HenkaGame *kif_read(const char *text, size_t length, const HenkaVariant *given, RecordHead *head,
                    HenkaError *error) {
    if (utf8_valid_length(text, length) < length) {
        error_say(error, 1, 1, MSG_KIF_NOT_UTF8);
        return NULL;
    }
    Kif k = {.given = given, .head = head, .error = error, .end = {HENKA_PLAYING, -1}};
    RecordLines lines = record_lines(text, length);
    bool good = true;
    while (good && record_next_line(&lines)) {
        Scan variation = lines.line;
        if (scan_text(&variation, "変化")) break; /* the main line only */
        good = line_read(&k, lines.line, lines.number);
    }
    good = good && game_begun(&k, lines.number ? lines.number : 1) && end_applied(&k);
    henka_variant_free(k.variant);
    if (good) return k.game;
    henka_game_free(k.game);
    return NULL;
}
