/* Writes KIF and KI2. Other programs ignore two headers of Henka: 棋種 (game), 設定 (a setting). */
#include "notation/kif.h"

#include <string.h>

#include "notation/move_text.h"

bool kif_possible(const HenkaVariant *v) {
    return v->files <= 9 && v->ranks <= 9 && !v->holed && v->hands && !v->drop_either_face &&
           !turns_over(v);
}

/* ---- headers --------------------------------------------------------------------------------- */

/* The game's handicap, if KIF has a name for it. */
static const Handicap *named_handicap(const HenkaGame *game) {
    const Handicap *handicap = record_handicap(game);
    return handicap && *handicap->kanji ? handicap : NULL;
}

/* The Japanese name of a side. In handicap games 下手 receives the handicap and 上手 gives it. */
static const char *side_name(const HenkaGame *game, int side) {
    static const char *const names[2][2] = {{"先手", "後手"}, {"下手", "上手"}};
    return names[named_handicap(game) != NULL][side];
}

bool kif_names(const HenkaVariant *v, Scan name) {
    const char *known = henka_variant_about(v, "kif"); /* names for 手合割, separated by commas */
    size_t length = (size_t)(name.end - name.at);
    while (*known) {
        size_t size = strcspn(known, ",");
        if (size == length && !memcmp(known, name.at, length)) return true;
        known += size + (known[size] == ',');
    }
    return false;
}

static void headers_write(const HenkaGame *game, const HenkaPlayers *players, Out *out) {
    const HenkaVariant *v = game->variant;
    record_write_header("開始日時", "：", players->date, out);
    record_write_header("棋戦", "：", players->event, out);
    record_write_header("棋種", "：", v->name, out);
    for (int i = 0; i < v->option_count; i++)
        if (strcmp(v->options[i].value, v->options[i].choices[0]) != 0)
            out_format(out, "設定：%s=%s\n", v->options[i].name, v->options[i].value);
    const Handicap *handicap = named_handicap(game);
    if (handicap)
        record_write_header("手合割", "：", handicap->kanji, out);
    else if (record_from_start(game)) {
        /* KIF's name of the game, such as 平手 for shogi */
        const char *names = henka_variant_about(v, "kif");
        int length = (int)strcspn(names, ",");
        out_format(out, "手合割：%.*s\n", length ? length : (int)sizeof "その他",
                   length ? names : "その他");
    } else if (kif_board_possible(v))
        kif_board_write(game, out);
    else {
        out_text(out, "開始局面：");
        sfen_write(&game->first, game->first_number, out);
        out_char(out, '\n');
    }
    record_write_header(side_name(game, HENKA_SENTE), "：", players->sente, out);
    record_write_header(side_name(game, HENKA_GOTE), "：", players->gote, out);
}

/* ---- moves ----------------------------------------------------------------------------------- */

bool kif_write_moves(const HenkaGame *game, int from, HenkaRecordFormat format, Out *out) {
    enum { ON_A_LINE = 6 }; /* number of moves on a line of KI2 */
    HenkaGame *replay = game_from(&game->first, game->first_number);
    bool good = replay != NULL;
    for (int ply = 0; good && ply < game->plies; ply++) {
        Move move = game->history[ply].move;
        if (ply >= from && format == HENKA_RECORD_KI2) {
            char text[128];
            bool last = ply + 1 == game->plies || (ply - from) % ON_A_LINE == ON_A_LINE - 1;
            henka_move_text(replay, move, HENKA_JAPANESE, text, sizeof text);
            out_format(out, "%s%s", text, last ? "\n" : "    ");
        } else if (ply >= from) {
            out_format(out, "%4d ", ply + 1);
            japanese_write_kif(replay, move, out);
            out_char(out, '\n');
        }
        good = henka_game_play(replay, move);
    }
    henka_game_free(replay);
    return good;
}

void kif_write_end(const HenkaGame *game, HenkaRecordFormat format, Out *out) {
    HenkaOutcome outcome = henka_game_outcome(game);
    const char *word = kif_end_word(outcome, game->position.side);
    if (!*word) return;
    if (format != HENKA_RECORD_KI2) {
        out_format(out, "%4d %s\n", game->plies + 1, word);
        if (outcome.winner >= 0)
            out_format(out, "まで%d手で%sの勝ち\n", game->plies, side_name(game, outcome.winner));
        return;
    }
    out_format(out, "まで%d手で", game->plies);
    if (outcome.winner < 0)
        out_text(out, word);
    else if (outcome.reason == HENKA_ILLEGAL_MOVE || outcome.reason == HENKA_PERPETUAL_CHECK)
        out_format(out, "%sの反則負け", side_name(game, !outcome.winner));
    else if (outcome.reason == HENKA_TIME)
        out_format(out, "時間切れにより%sの勝ち", side_name(game, outcome.winner));
    else if (outcome.reason == HENKA_IMPASSE)
        out_format(out, "%sの入玉勝ち", side_name(game, outcome.winner));
    else if (outcome.reason == HENKA_ABSENCE)
        out_format(out, "%sの不戦勝", side_name(game, outcome.winner));
    else
        out_format(out, "%sの勝ち", side_name(game, outcome.winner));
    out_char(out, '\n');
}

bool kif_write(const HenkaGame *game, const HenkaPlayers *players, HenkaRecordFormat format,
               Out *out) {
    headers_write(game, players, out);
    out_text(out, format == HENKA_RECORD_KI2 ? "\n" : "手数----指手---------消費時間--\n");
    if (!kif_write_moves(game, 0, format, out)) return false;
    kif_write_end(game, format, out);
    return true;
}
