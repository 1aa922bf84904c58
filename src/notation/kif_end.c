/* The words of KIF and KI2 for the end of a game. */
#include "notation/kif.h"

#include <string.h>

/* The winner, relative to the side that would be to move where the word stands. */
typedef enum {
    MOVER,
    OTHER,
    NOBODY,
    BY_RULE, /* the winner follows from the rules */
    PAUSED   /* no winner: play was interrupted */
} EndWinner;

/* The words for ends of games. Of several words for the same end, the writer uses the first. */
static const struct {
    const char *word;
    HenkaReason reason;
    EndWinner winner;
} ENDS[] = {
    {"投了", HENKA_RESIGNATION, OTHER},
    {"切れ負け", HENKA_TIME, OTHER},
    {"切れ勝ち", HENKA_TIME, MOVER},
    {"時間切れ負け", HENKA_TIME, OTHER},
    {"時間切れ勝ち", HENKA_TIME, MOVER},
    {"時間切れ", HENKA_TIME, OTHER},
    {"時間負け", HENKA_TIME, OTHER},
    {"反則負け", HENKA_ILLEGAL_MOVE, OTHER},
    {"反則勝ち", HENKA_ILLEGAL_MOVE, MOVER},
    {"反則勝ち", HENKA_PERPETUAL_CHECK, MOVER},
    {"反則負け", HENKA_PERPETUAL_CHECK, OTHER},
    {"反則", HENKA_ILLEGAL_MOVE, OTHER},
    {"入玉勝ち", HENKA_IMPASSE, MOVER},
    {"入玉宣言勝ち", HENKA_IMPASSE, MOVER},
    {"入玉宣言", HENKA_IMPASSE, MOVER},
    {"宣言勝ち", HENKA_IMPASSE, MOVER},
    {"勝ち宣言", HENKA_IMPASSE, MOVER},
    {"入玉", HENKA_IMPASSE, MOVER},
    {"トライ勝ち", HENKA_IMPASSE, MOVER},
    {"トライ", HENKA_IMPASSE, MOVER},
    {"持将棋", HENKA_DRAW_AGREED, NOBODY},
    {"持将棋", HENKA_IMPASSE, NOBODY},
    {"引き分け", HENKA_DRAW_AGREED, NOBODY},
    {"引分け", HENKA_DRAW_AGREED, NOBODY},
    {"引分", HENKA_DRAW_AGREED, NOBODY},
    {"千日手", HENKA_REPETITION, NOBODY},
    {"最大手数", HENKA_MOVE_LIMIT, NOBODY},
    {"手数制限", HENKA_MOVE_LIMIT, NOBODY},
    {"不戦敗", HENKA_ABSENCE, OTHER},
    {"不戦勝", HENKA_ABSENCE, MOVER},
    {"不戦勝ち", HENKA_ABSENCE, MOVER},
    {"不戦負け", HENKA_ABSENCE, OTHER},
    {"接続切れ", HENKA_ABSENCE, OTHER},
    {"切断", HENKA_ABSENCE, OTHER},
    {"詰み", HENKA_CHECKMATE, BY_RULE},
    {"詰み", HENKA_STALEMATE, BY_RULE},
    {"詰み", HENKA_NO_LEGAL_MOVE, BY_RULE},
    {"詰み", HENKA_ROYAL_CAPTURED, BY_RULE},
    {"詰", HENKA_CHECKMATE, BY_RULE},
    {"中断", HENKA_ABANDONED, PAUSED},
    {"封じ手", HENKA_PLAYING, PAUSED},
    {"封手", HENKA_PLAYING, PAUSED},
    {"指し掛け", HENKA_PLAYING, PAUSED},
    {"指掛け", HENKA_PLAYING, PAUSED},
    {"指掛", HENKA_PLAYING, PAUSED},
    {"不詰み", HENKA_PLAYING, PAUSED},
    {"不詰", HENKA_PLAYING, PAUSED},
    {"%TORYO", HENKA_RESIGNATION, OTHER},
    {"Resigns", HENKA_RESIGNATION, OTHER},
    {"Resign", HENKA_RESIGNATION, OTHER},
    {"resigns", HENKA_RESIGNATION, OTHER},
    {"resign", HENKA_RESIGNATION, OTHER},
};
enum { END_COUNT = sizeof ENDS / sizeof *ENDS };

const char *kif_end_word(HenkaOutcome outcome, int side_to_move) {
    EndWinner winner = outcome.winner < 0 ? NOBODY : outcome.winner == side_to_move ? MOVER : OTHER;
    for (size_t i = 0; i < END_COUNT; i++)
        if (ENDS[i].reason == outcome.reason &&
            (ENDS[i].winner == winner || ENDS[i].winner == BY_RULE ||
             (ENDS[i].winner == PAUSED && outcome.reason != HENKA_PLAYING)))
            return ENDS[i].word;
    return "";
}

bool kif_end_scan(Scan *s, int side_to_move, KifEnd *end) {
    for (size_t i = 0; i < END_COUNT; i++) {
        Scan at = *s;
        if (!scan_text(&at, ENDS[i].word)) continue;
        /* The word must end here: at any blank, a time in brackets, or the mark of a branch. */
        Scan after = at;
        if (!scan_done(&after) && !scan_is_blank(*after.at) && *after.at != '(' &&
            *after.at != '+' && !scan_text(&after, "　") && !scan_text(&after, "（"))
            continue;
        EndWinner winner = ENDS[i].winner;
        bool goes_on = winner == BY_RULE || winner == PAUSED;
        *end = (KifEnd){.reason = goes_on ? HENKA_PLAYING : ENDS[i].reason,
                        .winner = winner == MOVER   ? side_to_move
                                  : winner == OTHER ? !side_to_move
                                                    : -1,
                        .by_rule = winner == BY_RULE,
                        .paused = winner == PAUSED,
                        .word = ENDS[i].word};
        *s = at;
        return true;
    }
    return false;
}

int kif_side_scan(Scan *s) {
    static const char *const names[] = {"先手", "下手", "後手", "上手"};
    for (int i = 0; i < 4; i++)
        if (scan_text(s, names[i])) return i / 2;
    return -1;
}

/* Finds the winners: the text from a side's name to the next says if it won (勝) or lost (負). */
static void winner_scan(Scan s, bool wins[2]) {
    while (!scan_done(&s)) {
        int side = kif_side_scan(&s);
        if (side < 0) {
            s.at++;
            continue;
        }
        Scan said = s, next = s;
        while (!scan_done(&s) && kif_side_scan(&next) < 0) next.at = ++s.at;
        said.end = s.at;
        if (record_holds(said, "勝"))
            wins[side] = true;
        else if (record_holds(said, "負"))
            wins[!side] = true;
    }
}

KifEnd kif_summary_read(Scan s) {
    static const struct {
        const char *word;
        HenkaReason reason;
    } REASONS[] = {
        {"反則", HENKA_ILLEGAL_MOVE},   {"時間", HENKA_TIME},        {"切れ負", HENKA_TIME},
        {"切れ勝", HENKA_TIME},         {"入玉", HENKA_IMPASSE},     {"宣言", HENKA_IMPASSE},
        {"トライ", HENKA_IMPASSE},      {"不戦", HENKA_ABSENCE},     {"千日手", HENKA_REPETITION},
        {"持将棋", HENKA_DRAW_AGREED},  {"引分", HENKA_DRAW_AGREED}, {"引き分", HENKA_DRAW_AGREED},
        {"最大手数", HENKA_MOVE_LIMIT},
    };
    static const char *const pauses[] = {"中断", "封じ手", "指し掛け", "指掛", "不詰"};
    KifEnd end = {.reason = HENKA_PLAYING, .winner = -1};
    bool wins[2] = {false, false};
    scan_text(&s, "、");
    record_blanks(&s);
    Scan counted = s;
    int count = record_number(&counted);
    if (count > 0 && scan_text(&counted, "手")) end.count = count, s = counted;
    winner_scan(s, wins);
    if (wins[0] != wins[1]) end.winner = wins[0] ? HENKA_SENTE : HENKA_GOTE;
    for (size_t i = 0; i < sizeof pauses / sizeof *pauses; i++)
        if (record_holds(s, pauses[i])) return end.paused = true, end.word = pauses[i], end;
    for (size_t i = 0; i < sizeof REASONS / sizeof *REASONS; i++) {
        if (!record_holds(s, REASONS[i].word)) continue;
        end.reason = REASONS[i].reason;
        end.word = REASONS[i].word;
        return end;
    }
    if (record_holds(s, "詰")) return end.by_rule = true, end.word = "詰み", end;
    if (end.winner >= 0 || record_holds(s, "投了"))
        end.reason = HENKA_RESIGNATION, end.word = "投了";
    return end;
}
