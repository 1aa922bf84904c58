/* What each setting of the shipped games changes, and that nothing else does. */
#include "check.h"
#include "variant/variant.h"

#include <string.h>

static HenkaVariant *game(const char *name, const char *setting) {
    HenkaVariant *v = henka_variant_shipped(name, &setting, setting != NULL, NULL);
    CHECK(v, "%s %s is refused", name, setting);
    return v;
}

static const PieceType *type_of(const HenkaVariant *v, const char *id) {
    for (int type = 1; type <= v->type_count; type++)
        if (!strcmp(v->types[type].id, id)) return &v->types[type];
    return &v->types[0];
}

#define WITH(name, setting, condition)                                                             \
    do {                                                                                           \
        HenkaVariant *v = game(name, setting);                                                     \
        if (v) CHECK(condition, "%s %s: not %s", name, #setting, #condition);                      \
        henka_variant_free(v);                                                                     \
    } while (0)

static void check_ito(void) {
    WITH("ito", NULL,
         v->stalemate == STALEMATE_ILLEGAL && v->repeat == REPEAT_ILLEGAL && v->repeat_count == 3);
    WITH("ito", "stalemate=loss", v->stalemate == STALEMATE_LOSS);
    WITH("ito", "stalemate=draw", v->stalemate == STALEMATE_DRAW);
    WITH("ito", "strict=on", v->strict);
    WITH("ito", NULL,
         !v->strict && v->promote == PROMOTE_FLIP && v->drop_either_face &&
             v->drop_not_behind_royal && !v->drop_royal_distance && !v->drop_mate_barred_all);
    WITH("ito", NULL,
         v->hand_count == 7 && type_of(v, "+P")->can_drop && type_of(v, "P")->can_drop &&
             !type_of(v, "K")->can_drop && !type_of(v, "K")->promoted);
}

static void check_rutherford(void) {
    WITH("rutherford", NULL,
         v->ranks == 17 && v->drop_royal_distance == 2 && v->drop_mate_barred_all &&
             v->stalemate == STALEMATE_LOSS);
    WITH("rutherford", NULL, strstr(v->title, "reconstructed"));
    WITH("rutherford", "bishop=forward", !strcmp(type_of(v, "B")->betza, "fD4"));
    WITH("rutherford", "bishop=forward", !strcmp(type_of(v, "+B")->betza, "vmR8vcpR8!"));
    WITH("rutherford", "dropDistance=3", v->drop_royal_distance == 3);
    WITH("rutherford", "gap=3",
         v->ranks == 15 && !strcmp(v->start_sfen, "k/l/b/n/s/p/1/1/1/P/S/N/B/L/K b - 1"));
    WITH("rutherford", "gap=9", v->ranks == 21);
    WITH("rutherford", "order=KBLNSP",
         !strcmp(v->start_sfen, "k/b/l/n/s/p/1/1/1/1/1/P/S/N/L/B/K b - 1"));
    WITH("rutherford", "cannon=unlimited", !strcmp(type_of(v, "+B")->betza, "vmR8vcpR"));
    WITH("rutherford", "repetition=shogi",
         v->repeat == REPEAT_DRAW_PERPETUAL_LOSES && v->repeat_count == 4);
}

static bool bars(const HenkaVariant *v, const char *mover, const char *victim) {
    return type_bit(v->no_jump[type_of(v, mover) - v->types], (int)(type_of(v, victim) - v->types));
}

static bool burns(const HenkaVariant *v, const char *mover, const char *victim) {
    return !type_bit(v->no_burn[type_of(v, mover) - v->types],
                     (int)(type_of(v, victim) - v->types));
}

/* The ranking of the document's text, against what its captureMatrix says: a mover that jumps may
 * not jump its equals and betters. */
static int rank_of_id(const char *id) {
    static const char *const ranks[][2] = {{"K", "4"},   {"+DE", "4"}, {"GG", "3"}, {"+RG", "3"},
                                           {"VG", "2"},  {"+BG", "2"}, {"RG", "1"}, {"BG", "1"},
                                           {"+HF", "1"}, {"+SE", "1"}};
    for (size_t i = 0; i < sizeof ranks / sizeof *ranks; i++)
        if (!strcmp(ranks[i][0], id)) return *ranks[i][1] - '0';
    return 0;
}

static void check_jump_table(void) {
    HenkaVariant *v = game("suzumu", NULL);
    for (int mover = 1; v && mover <= v->type_count; mover++)
        for (int victim = 1; victim <= v->type_count; victim++) {
            int rank = rank_of_id(v->types[mover].id);
            bool barred = rank && rank < 4 && rank_of_id(v->types[victim].id) >= rank;
            CHECK(type_bit(v->no_jump[mover], victim) == barred, "%s jumping %s",
                  v->types[mover].id, v->types[victim].id);
        }
    henka_variant_free(v);
}

static void check_suzumu(void) {
    check_jump_table();
    WITH("suzumu", NULL,
         v->type_count == 66 && v->skip_not_twice && v->freezing && v->jump_ranked && !v->hands &&
             v->royal == ROYAL_CAPTURE);
    WITH("suzumu", NULL,
         v->promote == PROMOTE_ZONE && v->zone_ranks == 5 && v->stalemate == STALEMATE_LOSS &&
             v->repeat == REPEAT_DRAW && v->repeat_count == 4);
    WITH("suzumu", NULL,
         type_of(v, "+CS")->freezes && !type_of(v, "CS")->freezes &&
             type_of(v, "CS")->promoted == type_of(v, "+CS") - v->types);
    WITH("suzumu", NULL,
         type_of(v, "+DE")->royal && type_of(v, "K")->royal && !type_of(v, "DE")->royal &&
             !type_of(v, "FD")->promoted);
    WITH("suzumu", NULL,
         bars(v, "BG", "RG") && bars(v, "VG", "+BG") && !bars(v, "GG", "VG") &&
             bars(v, "+RG", "+DE") && !bars(v, "LN", "K"));
    WITH("suzumu", NULL,
         !burns(v, "FD", "+WB") && !burns(v, "+WB", "FD") && burns(v, "FD", "P") &&
             burns(v, "LN", "FD"));
    WITH("suzumu", "jumpRank=off", !v->jump_ranked && !bars(v, "BG", "RG"));
    WITH("suzumu", "strict=on", v->strict && v->jump_ranked);
}

static void check_others(void) {
    WITH("shinogi", NULL,
         type_of(v, "K")->royal && !type_of(v, "C")->royal && type_of(v, "C")->can_drop);
    WITH("shinogi", NULL,
         type_of(v, "N")->no_move_ranks == 2 && type_of(v, "O")->no_move_ranks == 1 &&
             !type_of(v, "O")->drop_file_limit && type_of(v, "P")->drop_file_limit == 1);
    WITH("shinogi", NULL,
         type_of(v, "P")->drop_mate_barred && !type_of(v, "O")->drop_mate_barred &&
             type_of(v, "F")->in_hand == type_of(v, "+F")->in_hand);
    WITH("okisaki", NULL,
         !v->bare_loses && !v->impasse_points && type_of(v, "L")->no_move_ranks == 0 &&
             type_of(v, "P")->no_move_ranks == 1);
    WITH("okisaki", "bare=on", v->bare_loses && v->bare_draw_if_bared_back);
    WITH("okisaki", "impasse=points",
         v->impasse_points == 34 && type_of(v, "+R")->impasse_value == 5 &&
             type_of(v, "+P")->impasse_value == 1 && type_of(v, "K")->impasse_value == 0);
    WITH("shogi", "impasse=points",
         v->impasse_points == 28 && v->impasse_pieces == 10 &&
             type_of(v, "+B")->impasse_value == 5 && type_of(v, "G")->impasse_value == 1);
    WITH("shogi", NULL,
         v->repeat == REPEAT_DRAW_PERPETUAL_LOSES && v->stalemate == STALEMATE_LOSS &&
             type_of(v, "L")->no_move_ranks == 1);
}

/* Several settings at once, and what the public calls say about them. */
static void check_public(void) {
    static const char *const both[] = {"gap=7", "bishop=forward"};
    HenkaVariant *v = henka_variant_shipped("rutherford", both, 2, NULL);
    CHECK(v, "two settings are refused");
    if (!v) return;
    CHECK(henka_variant_ranks(v) == 19 && !strcmp(henka_variant_option(v, 0).value, "forward"),
          "two settings");
    CHECK(!strcmp(henka_variant_option(v, 0).standard, "both") && *henka_variant_option(v, 0).help,
          "an option's standard and help");
    HenkaVariant *kept = henka_variant_retain(v);
    henka_variant_free(v);
    CHECK(!strcmp(henka_variant_about(kept, "year"), "2002") &&
              !*henka_variant_about(kept, "nothing"),
          "about");
    CHECK(henka_variant_has_hands(kept) && henka_variant_drops_either_face(kept) &&
              !henka_variant_counts_skips(kept),
          "public facts");
    henka_variant_free(kept);
}

int main(void) {
    check_ito();
    check_rutherford();
    check_suzumu();
    check_others();
    check_public();
    return check_done();
}
