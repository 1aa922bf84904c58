#define _GNU_SOURCE
/* KIF, the text records of shogi programs. Two header lines of our own, 棋種 (the game) and 設定 (a
 * setting), are ignored by others. */
#include "notation/kif.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/utf8.h"
#include "notation/moves.h"

bool kif_possible(const HenkaVariant *v) {
    return v->files <= 9 && v->ranks <= 9 && v->hands && !v->drop_either_face &&
           v->promote != PROMOTE_FLIP;
}

/* ---- writing ---- */

static void header(const char *key, const char *value, Out *out) {
    if (!*value) return;
    out_format(out, "%s：", key);
    for (; *value; value++) out_char(out, (unsigned char)*value < ' ' ? ' ' : *value);
    out_char(out, '\n');
}

static void headers_write(const HenkaGame *game, const HenkaPlayers *players, Out *out) {
    const HenkaVariant *v = game->variant;
    header("開始日時", players->date, out);
    header("棋戦", players->event, out);
    header("棋種", v->name, out);
    for (int i = 0; i < v->option_count; i++)
        if (strcmp(v->options[i].value, v->options[i].choices[0]) != 0)
            out_format(out, "設定：%s=%s\n", v->options[i].name, v->options[i].value);
    if (record_from_start(game))
        header("手合割", "平手", out);
    else if (kif_board_possible(v))
        kif_board_write(game, out);
    else {
        out_text(out, "開始局面：");
        sfen_write(&game->first, game->first_number, out);
        out_char(out, '\n');
    }
    header("先手", players->sente, out);
    header("後手", players->gote, out);
    out_text(out, "手数----指手---------消費時間--\n");
}

void kif_text_write(const HenkaGame *game, const HenkaPlayers *players, Out *out) {
    headers_write(game, players, out);
    HenkaGame *replay = record_replay(game);
    for (int ply = 0; ply < game->plies; ply++) {
        out_format(out, "%4d ", ply + 1);
        kif_write(replay, game->history[ply].move, out);
        out_text(out, "   ( 0:00/00:00:00)\n");
        henka_game_play(replay, game->history[ply].move);
    }
    henka_game_free(replay);
    HenkaOutcome outcome = henka_game_outcome(game);
    const char *word = kif_end_word(outcome, game->position.side);
    if (!*word) return;
    out_format(out, "%4d %s\n", game->plies + 1, word);
    if (outcome.winner >= 0)
        out_format(out, "まで%d手で%sの勝ち\n", game->plies,
                   outcome.winner == HENKA_SENTE ? "先手" : "後手");
}

/* ---- reading ---- */

typedef struct Kif {
    const HenkaVariant *given;
    HenkaVariant *variant; /* known from the first line of a board or move on; owned */
    RecordHead *head;
    Setup setup;
    int rank; /* rows of a board read */
    HenkaGame *game;
    HenkaOutcome end;
    int end_line; /* 0: the moves just stop */
    HenkaError *error;
} Kif;

static bool header_is(Scan *s, const char *key) {
    Scan saved = *s;
    if (scan_text(s, key) && (scan_text(s, "：") || scan_char(s, ':'))) return true;
    *s = saved;
    return false;
}

static bool handicap_read(Kif *k, Scan s, int line) {
    if (scan_text(&s, "平手") || scan_text(&s, "その他")) return true;
    return error_at(k->error, line, scan_column(&s),
                    "expected 平手 or a picture of the board, found another handicap");
}

/* Header lines we know; *known tells whether it was one. */
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
            head_text(s, texts[i].to, texts[i].cap);
            return true;
        }
    if (header_is(&s, "設定")) return head_setting(head, s, line, k->error);
    if (header_is(&s, "手合割")) return handicap_read(k, s, line);
    *known = false;
    return true;
}

static bool variant_known(Kif *k, int line) {
    if (k->variant) return true;
    k->variant = head_variant(k->head, k->given, k->error);
    if (!k->variant) return false;
    if (!kif_possible(k->variant))
        return error_at(k->error, line, 1,
                        "expected a game KIF can hold (9 files and ranks at most, hands), found %s",
                        k->variant->name);
    memset(&k->setup, 0, sizeof k->setup);
    k->setup.number = 1;
    return true;
}

static HenkaGame *game_of_board(Kif *k, int line) {
    if (k->rank != k->variant->ranks) {
        error_at(k->error, line, 1, "expected %d rows of the board before the moves, found %d",
                 k->variant->ranks, k->rank);
        return NULL;
    }
    Position p;
    setup_place(k->variant, &k->setup, &p);
    char sfen[1024]; /* by way of text, so that what is checked there is checked here */
    Out out = out_to(sfen, sizeof sfen);
    sfen_write(&p, k->setup.number, &out);
    HenkaGame *game = henka_game_new(k->variant, sfen, k->error);
    if (!game && k->error) k->error->line = line, k->error->column = 1;
    return game;
}

static bool game_begun(Kif *k, int line) {
    if (k->game) return true;
    if (!variant_known(k, line)) return false;
    k->game = k->rank ? game_of_board(k, line) : henka_game_new(k->variant, NULL, k->error);
    return k->game != NULL;
}

static bool start_read(Kif *k, Scan s, int line) {
    char sfen[512];
    if (!variant_known(k, line)) return false;
    head_text(s, sfen, sizeof sfen);
    k->game = henka_game_new(k->variant, sfen, k->error);
    if (!k->game && k->error) k->error->line = line, k->error->column += scan_column(&s) - 1;
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
    while (!scan_done(&word) && !is_blank(*word.at) && length < sizeof text - 1)
        text[length++] = *word.at++;
    text[length] = '\0';
    HenkaMove move;
    if (henka_move_parse(k->game, text, &move, k->error)) return henka_game_play(k->game, move);
    if (k->error) k->error->line = line, k->error->column += scan_column(&s) - 1;
    return false;
}

static bool numbered_read(Kif *k, Scan s, int line) {
    if (!game_begun(k, line)) return false;
    int column = scan_column(&s), number = scan_number(&s);
    if (number != k->game->plies + 1)
        return error_at(k->error, line, column, "expected move number %d, found another",
                        k->game->plies + 1);
    scan_blanks(&s);
    Scan word = s;
    if (!kif_end_read(&word, k->game->position.side, &k->end)) return play_read(k, s, line);
    k->end_line = line;
    return true;
}

/* まで5手で先手の勝ち tells the winner where the word left it open or someone resigned out of turn.
 */
static void summary_read(Kif *k, Scan s) {
    bool sente = false, gote = false;
    for (; !scan_done(&s); s.at++) {
        if (scan_text(&s, "先手の勝ち") || scan_text(&s, "下手の勝ち")) sente = true;
        if (scan_text(&s, "後手の勝ち") || scan_text(&s, "上手の勝ち")) gote = true;
        if (scan_done(&s)) break;
    }
    if (sente != gote && k->end_line && k->end.winner >= 0)
        k->end.winner = sente ? HENKA_SENTE : HENKA_GOTE;
}

static bool line_read(Kif *k, Scan s, int line) {
    bool known, good = true;
    scan_blanks(&s);
    if (scan_done(&s) || *s.at == '#' || *s.at == '*' || *s.at == '&') return true;
    if (is_digit(*s.at))
        return k->end_line
                   ? error_at(k->error, line, 1, "expected no move after the end of the game")
                   : numbered_read(k, s, line);
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
    if (k->variant) kif_board_read(k->variant, s, line, &k->rank, &k->setup, &good, k->error);
    return good;
}

/* The result as KIF tells it: the rules' own verdict wins where both speak of the same thing in
 * other words. */
static bool end_applied(Kif *k) {
    HenkaOutcome is = henka_game_outcome(k->game);
    if (!k->end_line) return true;
    if (is.reason != HENKA_PLAYING && (k->end.reason == HENKA_PLAYING ||
                                       k->end.reason == is.reason || k->end.winner == is.winner))
        return true;
    if (is.reason == HENKA_PLAYING && k->end.reason == HENKA_PLAYING)
        return error_at(k->error, k->end_line, 1,
                        "the record says 詰み, but the side to move has legal moves");
    k->head->result = k->end;
    k->head->result_line = k->end_line;
    return head_apply_result(k->head, k->game, k->error);
}

HenkaGame *kif_text_read(const char *text, size_t length, const HenkaVariant *given,
                         RecordHead *head, HenkaError *error) {
    if (utf8_valid_length(text, length) < length) {
        error_at(error, 1, 1,
                 "expected UTF-8 text, found another encoding (Shift JIS?): convert it first");
        return NULL;
    }
    Kif k = {.given = given, .head = head, .error = error, .end = {HENKA_PLAYING, -1}};
    RecordLines lines = lines_of(text, length);
    bool good = true;
    while (good && lines_next(&lines)) {
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
