/* cecp_setup - a game as XBoard wants to hear it: features, board, pieces, position. */
#include "base/error.h"
#include "base/out.h"
#include "protocol/cecp.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

/* Limits of XBoard 4.9: its board with the columns of the hands, and pairs of a piece and its
 * promoted face. */
enum { BOARD_FILES = 16, HAND_FILES = 4, BOARD_RANKS = 16, PAIRS = 11 };

/* XBoard's places for its shogi pieces: the same letter gets the same picture. Where `moves` is
 * given, XBoard bars drops of what stands there as shogi bars those of its own piece, so only a
 * piece that moves alike may have the place. */
static const struct Place {
    char letter;
    const char *moves;
} places[PAIRS] = {{'P', "fW"}, {'N', "fN"}, {'B', NULL}, {'R', NULL}, {'L', "fR"}, {'S', NULL},
                   {0, NULL},   {0, NULL},   {0, NULL},   {'G', NULL}, {0, NULL}};

static bool id_fits(const char *id) {
    return isalpha((unsigned char)id[*id == '+']) && !id[(*id == '+') + 1];
}

static int place_of(const int *pairs, int type) {
    for (int i = 0; i < PAIRS; i++)
        if (pairs[i] == type) return i;
    return -1;
}

/* Its own place, a free one, or one that XBoard has a rule for; -1: none left. The last has no
 * promoted face beside it. */
static int place_find(const int *pairs, const HenkaType *piece) {
    for (int i = 0; i < PAIRS; i++)
        if (!pairs[i] && places[i].letter == *piece->id &&
            (!places[i].moves || !strcmp(places[i].moves, piece->betza)))
            return i;
    for (int ruled = 0; ruled < 2; ruled++)
        for (int i = PAIRS - 1 - (piece->promoted != 0); i >= 0; i--)
            if (!pairs[i] && (ruled || (!places[i].moves && !places[i].letter))) return i;
    return -1;
}

/* Places of the unpromoted kinds in XBoard's table: those with a letter of their own, those that
 * promote, the others. */
static bool pairs_place(const HenkaVariant *variant, int *pairs, int *royal) {
    int count = henka_variant_type_count(variant);
    memset(pairs, 0, PAIRS * sizeof *pairs);
    *royal = 0;
    for (int type = count; type >= 1; type--)
        if (henka_variant_type(variant, type).royal) *royal = type;
    for (int pass = 0; pass < 3; pass++)
        for (int type = 1; type <= count; type++) {
            HenkaType piece = henka_variant_type(variant, type);
            if (piece.unpromoted || type == *royal || place_of(pairs, type) >= 0) continue;
            int place = place_find(pairs, &piece);
            bool own = place >= 0 && places[place].letter == *piece.id;
            if ((pass == 0 && !own) || (pass == 1 && !piece.promoted)) continue;
            if (place < 0) return false;
            pairs[place] = type;
        }
    return *royal != 0;
}

static bool xboard_fits(const HenkaVariant *variant) {
    int pairs[PAIRS], royal, hands = henka_variant_has_hands(variant) ? HAND_FILES : 0;
    bool good = henka_variant_files(variant) + hands <= BOARD_FILES &&
                henka_variant_ranks(variant) <= BOARD_RANKS && pairs_place(variant, pairs, &royal);
    for (int type = 1; type <= henka_variant_type_count(variant); type++)
        good = good && id_fits(henka_variant_type(variant, type).id);
    return good;
}

void cecp_features(Session *session) {
    char games[4096];
    Out out = out_to(games, sizeof games);
    say(session, "feature done=0");
    for (size_t i = 0; i < catalogue_count(session->catalogue); i++) {
        HenkaVariant *variant = catalogue_open(session->catalogue, i, NULL, 0, NULL);
        if (!variant) continue;
        if (xboard_fits(variant))
            out_format(&out, "%s%s", out.length ? "," : "", catalogue_name(session->catalogue, i));
        henka_variant_free(variant);
    }
    say(session, "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 "
                 "sigterm=0 reuse=1 analyze=1 colors=0 ics=0");
    say(session, "feature name=1 pause=0 nps=0 debug=1 memory=1 smp=1 highlight=1 exclude=1 "
                 "setscore=0 myname=\"Henka " HENKA_VERSION "\"");
    say(session, "feature variants=\"%s\"", games);
    options_feature(session);
    say(session, "feature done=1");
}

static void half_table(const HenkaVariant *variant, const int *pairs, int royal, bool gote,
                       char *table) {
    size_t used = 0;
    for (int face = 0; face < 2; face++)
        for (int i = 0; i < PAIRS - face; i++) {
            HenkaType piece =
                pairs[i] ? henka_variant_type(variant, pairs[i]) : (HenkaType){.id = "."};
            table[used++] = face ? (piece.promoted ? '+' : '.') : *piece.id;
        }
    table[used++] = *henka_variant_type(variant, royal).id;
    table[used] = '\0';
    for (char *c = table; gote && *c; c++) *c = (char)tolower((unsigned char)*c);
}

void cecp_setup_say(Session *session) {
    const HenkaVariant *variant = session->variant;
    int pairs[PAIRS], royal, files = henka_variant_files(variant),
                             ranks = henka_variant_ranks(variant);
    char sente[64] = "", gote[64] = "", fen[4096];
    bool hands = henka_variant_has_hands(variant),
         fits = xboard_fits(variant) && pairs_place(variant, pairs, &royal);
    HenkaGame *start = henka_game_new(variant, NULL, NULL);
    henka_game_fen(start, fen, sizeof fen);
    henka_game_free(start);
    if (fits) {
        half_table(variant, pairs, royal, false, sente),
            half_table(variant, pairs, royal, true, gote);
        say(session, "setup (%s%s) %dx%d+%d_%s %s", sente, gote, files, ranks,
            henka_variant_hand_kinds(variant), hands ? "shogi" : "fairy", fen);
    } else
        say(session, "setup %s", fen);
    for (int type = 1; type <= henka_variant_type_count(variant); type++) {
        HenkaType piece = henka_variant_type(variant, type);
        say(session, "piece %s& %s", piece.id, piece.betza);
    }
}

/* XBoard's FEN, "board[hands] w 0 1" or "board w 0 1", or our own SFEN, where the first to move is
 * b and the hands are a field. */
HenkaGame *cecp_position(const HenkaVariant *variant, const char *fen, HenkaError *error) {
    const char *at = words_rest(fen), *rest = at + strcspn(at, " \t");
    Word side, third;
    if (!*at) return error_at(error, 1, 1, "expected a position, found nothing"), NULL;
    word_next(&rest, &side), word_next(&rest, &third);
    if (*third.text || strchr(at, '[')) return henka_game_new(variant, at, error);
    error_at(error, 1, (int)strlen(at) + 1,
             "expected the side to move and a number (XBoard's FEN: w 0 1) or hands (SFEN: b - "
             "1), found the end");
    return NULL;
}
