/* describe - the game in words: board, pieces, promotion, drops, endings, settings, source.
 * Everything is read from the checked variant. */
#include "base/out.h"
#include "variant/piece.h"
#include "variant/variant.h"

#include <string.h>

static void write_paragraphs(Out *out, const char *text) {
    for (; *text; text++) *text == '\n' ? out_text(out, "\n\n") : out_char(out, *text);
}

static int men_of(const HenkaVariant *v, int side) {
    int count = 0;
    for (int square = 0; square < v->squares; square++)
        count += v->start_board[square] && piece_side(v->start_board[square]) == side;
    return count;
}

/* Is this rule one that the game's source leaves open? */
static bool is_ruling(const HenkaVariant *v, const char *key) {
    size_t length = strlen(key);
    for (const char *at = henka_variant_about(v, "ruling"); (at = strstr(at, key)); at += length)
        if ((at == henka_variant_about(v, "ruling") || at[-1] == ',' || at[-1] == ' ') &&
            (!at[length] || at[length] == ',' || at[length] == ' '))
            return true;
    return false;
}

/* Stands after the sentence that tells a rule. */
static const char *mark_of(const HenkaVariant *v, const char *key) {
    return is_ruling(v, key) ? " (a ruling)" : "";
}

static void write_heading(Out *out, const HenkaVariant *v) {
    const char *author = henka_variant_about(v, "author"), *year = henka_variant_about(v, "year");
    out_format(out, "%s\n\n", v->title);
    if (*author) out_format(out, "By %s%s%s.\n\n", author, *year ? ", " : "", year);
    const char *texts[] = {"story", "note"};
    for (int i = 0; i < 2; i++) {
        const char *text = henka_variant_about(v, texts[i]);
        write_paragraphs(out, text);
        if (*text) out_text(out, "\n\n");
    }
}

static void write_board(Out *out, const HenkaVariant *v) {
    out_format(out,
               "Board\n  %d file%s by %d ranks; %d pieces a side.\n  Start: %s\n  Sente, capital "
               "letters and below, begins.\n\n",
               v->files, v->files > 1 ? "s" : "", v->ranks, men_of(v, HENKA_SENTE), v->start_sfen);
}

/* ---- pieces */

static void write_marks(Out *out, const HenkaVariant *v, const PieceType *t) {
    if (t->royal) out_text(out, " Royal.");
    if (t->promoted)
        out_format(out, " %s %s (%s).", v->promote == PROMOTE_FLIP ? "Turns into" : "Promotes to",
                   v->types[t->promoted].name, v->types[t->promoted].id);
    for (int i = 0; i < t->choice_count; i++)
        out_format(out, "%s%s%s", i ? ", " : " May become ", v->types[t->choices[i]].name,
                   i + 1 == t->choice_count ? "." : "");
}

static void write_type(Out *out, const HenkaVariant *v, int type) {
    const PieceType *t = &v->types[type];
    char moves[2048];
    henka_variant_describe_type(v, type, moves, sizeof moves);
    bool two_names = strcmp(t->kanji, t->kanji_gote) != 0;
    out_format(out, "  %-4s %s%s%s%s%s: %s.", t->id, t->kanji, two_names ? ", gote's " : "",
               two_names ? t->kanji_gote : "", *t->kanji ? " " : "", t->name, moves);
    write_marks(out, v, t);
    out_char(out, '\n');
}

static void write_pieces(Out *out, const HenkaVariant *v) {
    out_text(out, "Pieces\n");
    for (int type = 1; type <= v->type_count; type++) write_type(out, v, type);
    out_char(out, '\n');
}

/* ---- lists of pieces */

static bool drop_mate_barred(const PieceType *t) { return t->drop_mate_barred; }
static bool freezes(const PieceType *t) { return t->freezes; }

static int write_those(Out *out, const HenkaVariant *v, bool (*holds)(const PieceType *)) {
    int count = 0;
    for (int type = 1; type <= v->type_count; type++)
        if (holds(&v->types[type])) out_format(out, "%s%s", count++ ? ", " : "", v->types[type].id);
    return count;
}

static int count_of(const HenkaVariant *v, bool (*holds)(const PieceType *)) {
    Out nowhere = out_to(NULL, 0);
    return write_those(&nowhere, v, holds);
}

static int write_row(Out *out, const HenkaVariant *v, const uint8_t *row) {
    int count = 0;
    for (int type = 1; type <= v->type_count; type++)
        if (type_bit(row, type)) out_format(out, "%s%s", count++ ? ", " : "", v->types[type].id);
    return count;
}

/* The movers whose row is the same as this one's; false when an earlier mover said it already. */
static bool write_movers(Out *out, const HenkaVariant *v, const uint8_t (*rows)[MAX_TYPES / 8],
                         int mover) {
    for (int type = 1; type < mover; type++)
        if (!memcmp(rows[type], rows[mover], sizeof *rows)) return false;
    out_text(out, "  ");
    for (int type = mover, count = 0; type <= v->type_count; type++)
        if (!memcmp(rows[type], rows[mover], sizeof *rows))
            out_format(out, "%s%s", count++ ? ", " : "", v->types[type].id);
    return true;
}

static void write_rows(Out *out, const HenkaVariant *v, const uint8_t (*rows)[MAX_TYPES / 8],
                       const char *what, const char *end) {
    static const uint8_t none[MAX_TYPES / 8];
    for (int mover = 1; mover <= v->type_count; mover++) {
        if (!memcmp(rows[mover], none, sizeof none) || !write_movers(out, v, rows, mover)) continue;
        out_text(out, what);
        write_row(out, v, rows[mover]);
        out_text(out, end);
    }
}

/* ---- promotion and drops */

static void write_last_ranks(Out *out, const HenkaVariant *v) {
    for (int type = 1; type <= v->type_count; type++) {
        const PieceType *t = &v->types[type];
        if (!t->no_move_ranks) continue;
        bool forced = v->promote != PROMOTE_FLIP;
        if (!forced && !v->hands) continue;
        out_format(out, "  %s %s on the last ", t->id,
                   forced ? "must promote" : "may not be dropped");
        if (t->no_move_ranks > 1)
            out_format(out, "%d ranks", t->no_move_ranks);
        else
            out_text(out, "rank");
        out_text(out, forced && v->hands ? ", and may not be dropped there.\n" : ".\n");
    }
}

static void write_promotion(Out *out, const HenkaVariant *v) {
    bool any = false;
    for (int type = 1; type <= v->type_count; type++)
        any |= v->types[type].promoted || v->types[type].choice_count;
    if (!any) return;
    out_text(out, "Promotion\n");
    if (v->promote == PROMOTE_FLIP)
        out_text(out, "  A piece turns over whenever it captures, each time, back as well as "
                      "forth; a piece that has one face never does. There is no other "
                      "promotion.\n");
    else {
        out_format(out, "  The farthest %d rank%s are the promotion zone. ", v->zone_ranks,
                   v->zone_ranks == 1 ? "" : "s");
        out_text(out, v->promote == PROMOTE_ZONE
                          ? "A move that starts or ends there may promote.\n"
                          : "A move that enters it, or captures inside, may promote.\n");
    }
    write_last_ranks(out, v);
    out_char(out, '\n');
}

static void write_drop_mates(Out *out, const HenkaVariant *v) {
    if (v->drop_mate_barred_all)
        out_text(out, "  No drop may give checkmate.\n");
    else if (count_of(v, drop_mate_barred)) {
        out_text(out, "  A drop of ");
        write_those(out, v, drop_mate_barred);
        out_text(out, " may not give checkmate.\n");
    }
}

static void write_file_limits(Out *out, const HenkaVariant *v) {
    for (int type = 1; type <= v->type_count; type++)
        if (v->types[type].drop_file_limit == 1)
            out_format(out,
                       "  A %s may not be dropped on a file that already holds an unpromoted %s of "
                       "its side.\n",
                       v->types[type].id, v->types[type].id);
        else if (v->types[type].drop_file_limit)
            out_format(out,
                       "  A %s may not be dropped on a file that already holds %d unpromoted ones "
                       "of its side.\n",
                       v->types[type].id, v->types[type].drop_file_limit);
}

static bool hands_revert(const HenkaVariant *v) {
    for (int type = 1; type <= v->type_count; type++)
        if (v->types[type].in_hand && v->types[type].in_hand != type) return !v->drop_either_face;
    return false;
}

static void write_drops(Out *out, const HenkaVariant *v) {
    out_text(out, "Captures and drops\n");
    if (!v->hands) {
        out_text(out, "  Captured pieces leave the game. There are no drops.\n\n");
        return;
    }
    out_text(out, "  Captured pieces go to the captor's hand");
    out_text(out, hands_revert(v) ? ", turned back to their unpromoted side." : ".");
    out_text(out, " Instead of moving, a side may drop one on an empty square");
    out_text(out, v->drop_either_face ? ", with either face up.\n" : ".\n");
    if (v->drop_not_behind_royal)
        out_text(out, "  Nothing may be dropped behind one's own royal.\n");
    if (v->drop_royal_distance)
        out_format(
            out,
            "  Nothing may be dropped less than %d squares from one's own royal on its file%s.\n",
            v->drop_royal_distance, mark_of(v, "dropDistance"));
    write_file_limits(out, v);
    write_drop_mates(out, v);
    out_char(out, '\n');
}

/* ---- endings */

static void write_repetition(Out *out, const HenkaVariant *v) {
    static const char *const ordinals[] = {"",      "first", "second",  "third",  "fourth",
                                           "fifth", "sixth", "seventh", "eighth", "ninth"};
    if (v->repeat == REPEAT_NONE) return;
    out_text(out, v->repeat == REPEAT_ILLEGAL
                      ? "  A move may not bring a position about for the "
                      : "  The game is drawn when a position comes up for the ");
    out_format(out, "%s time", ordinals[v->repeat_count]);
    if (v->repeat == REPEAT_DRAW_PERPETUAL_LOSES)
        out_text(out, "; but a side that gave check with every move since the first loses");
    out_format(out, "%s.\n", mark_of(v, "repetition"));
}

static void write_stalemate(Out *out, const HenkaVariant *v) {
    static const char *const mate[] = {
        "  Without a legal move and not in check: the game is drawn",
        "  Without a legal move, in check or not: that side loses",
        "  Without a legal move and not in check: that side wins",
        ("  A move may not leave the opponent without any move unless it gives check. A side that "
         "has no legal move anyway loses")};
    out_format(out, "%s%s.\n", mate[v->stalemate], mark_of(v, "stalemate"));
}

static void write_endings(Out *out, const HenkaVariant *v) {
    out_text(out, "End of the game\n");
    if (v->royal == ROYAL_CHECKMATE)
        out_text(out, "  Checkmate wins. A move may not leave one's own royal attacked.\n");
    else
        out_format(out,
                   "  A check need not be answered: royals may stay attacked or move into attack. "
                   "A side that has lost %s royal piece loses.\n",
                   v->any_royal_loses ? "a" : "its last");
    write_stalemate(out, v);
    write_repetition(out, v);
    if (v->bare_loses)
        out_format(
            out, "  A side with nothing left but royals, on the board and in hand, loses%s%s.\n",
            v->bare_draw_if_bared_back ? ", unless it bares the other at once: then a draw" : "",
            mark_of(v, "baring"));
    if (v->impasse_points)
        out_format(out,
                   "  Impasse: while the royals of both sides stand in their promotion zones, a "
                   "side that is not in check and has %d points, on the board and in hand, may "
                   "declare. It wins, or draws if the other side has as many%s.\n",
                   v->impasse_points, mark_of(v, "impassePoints"));
    if (v->strict)
        out_format(out, "  An illegal move loses%s.\n",
                   v->repeat == REPEAT_ILLEGAL
                       ? "; but one that would repeat a position is only taken back"
                       : "");
    else
        out_text(out, "  An illegal move is refused.\n");
    if (*henka_variant_about(v, "ruling"))
        out_text(out, "  A ruling is ours: the source leaves the point open.\n");
    out_char(out, '\n');
}

static bool pair256_any(const HenkaVariant *v, const uint8_t (*rows)[MAX_TYPES / 8]) {
    for (int type = 1; type <= v->type_count; type++)
        for (int i = 0; i < MAX_TYPES / 8; i++)
            if (rows[type][i]) return true;
    return false;
}

static void write_powers(Out *out, const HenkaVariant *v) {
    if (!v->skip_not_twice && !v->freezing && !pair256_any(v, v->no_jump) &&
        !pair256_any(v, v->no_burn))
        return;
    out_text(out, "Other rules\n");
    if (v->freezing) {
        out_text(out, "  A piece next to an enemy of these kinds is frozen, unless it is such a "
                      "piece itself: ");
        write_those(out, v, freezes);
        out_text(out, ". What is frozen still blocks, but may not move, skip, take or promote.\n");
    }
    write_rows(out, v, v->no_jump, " may not jump, nor take on the way: ", ".\n");
    write_rows(out, v, v->no_burn, " may not burn these after a move: ",
               "; they may take them where they land, or without moving (igui).\n");
    if (v->skip_not_twice)
        out_text(out,
                 "  A side may not skip its turn twice running; to promote in place is no skip.\n");
    out_char(out, '\n');
}

static void write_options(Out *out, const HenkaVariant *v) {
    if (v->option_count) out_text(out, "House rules (* in force)\n");
    for (int i = 0; i < v->option_count; i++) {
        const VariantOption *option = &v->options[i];
        out_format(out, "  %s: %s\n", option->name, option->help);
        for (int j = 0; j < option->choice_count; j++)
            out_format(out, "    %c %s: %s\n",
                       strcmp(option->choices[j], option->value) ? ' ' : '*', option->choices[j],
                       option->choice_help[j]);
    }
    if (v->option_count) out_char(out, '\n');
}

size_t henka_variant_describe(const HenkaVariant *v, char *buf, size_t cap) {
    Out out = out_to(buf, cap);
    write_heading(&out, v);
    write_board(&out, v);
    write_pieces(&out, v);
    write_promotion(&out, v);
    write_drops(&out, v);
    write_powers(&out, v);
    write_endings(&out, v);
    write_options(&out, v);
    if (*henka_variant_about(v, "source"))
        out_format(&out, "Source: %s\n", henka_variant_about(v, "source"));
    return out.length;
}
