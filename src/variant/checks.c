/* checks - what no single line shows: rules that contradict each other, pieces nobody can get, an
 * array without a royal. */
#include "variant/draft.h"

#include "variant/piece.h"

#include <stdlib.h>
#include <string.h>

/* Where a key was set, or the start of the text. */
static Place blame(const Draft *draft, const char *key) {
    Place at = key_place(draft, key);
    return at.line ? at : place_start;
}

static int royals_of(const HenkaVariant *v, int side) {
    int count = 0;
    for (int square = 0; square < v->squares; square++) {
        Piece piece = v->start_board[square];
        count += piece && piece_side(piece) == side && v->types[piece_type(piece)].royal;
    }
    return count;
}

/* The squares of the only royal, else the key that makes it royal: what is promoted to has none. */
static Place blame_royal(const Draft *draft) {
    const PieceLine *only = NULL;
    int count = 0;
    for (int i = 1; i <= draft->line_count; i++)
        if (draft->v.types[draft->lines[i].type].royal) count++, only = &draft->lines[i];
    bool promoted = only && draft->v.types[only->type].unpromoted;
    return count == 1 && (only->fields[FIELD_SQUARES].length || !promoted) ? only->at[FIELD_SQUARES]
                                                                           : blame(draft, "royal");
}

static void check_royals(Draft *draft) {
    static const MessageKey sides[] = {MSG_FIRST_SIDE, MSG_SECOND_SIDE};
    bool has[2];
    if (!draft->v.type_count) return;
    for (int side = HENKA_SENTE; side <= HENKA_GOTE; side++)
        has[side] = royals_of(&draft->v, side) > 0;
    if (!has[0] && !has[1])
        finding_error(draft->findings, blame_royal(draft), MSG_ARRAY_NO_ROYALS);
    else if (!has[0] || !has[1])
        finding_error(draft->findings, blame_royal(draft), MSG_ARRAY_NO_ROYAL,
                      ARG_SAY(sides[has[0]]));
}

static bool in_array(const HenkaVariant *v, int type) {
    for (int square = 0; square < v->squares; square++)
        if (piece_type(v->start_board[square]) == type) return true;
    for (int index = 0; index < v->hand_count; index++)
        if (v->hand_types[index] == type && (v->start_hand[0][index] || v->start_hand[1][index]))
            return true;
    return false;
}

static bool is_choice(const HenkaVariant *v, int type) {
    for (int i = 1; i <= v->type_count; i++)
        for (int j = 0; j < v->types[i].choice_count; j++)
            if (v->types[i].choices[j] == type) return true;
    return false;
}

static bool is_renamed(const Draft *draft, int type) {
    for (int i = 1; i <= draft->line_count; i++)
        if (draft->lines[i].type == type && draft->lines[i].renamed) return true;
    return false;
}

static void check_reachable(Draft *draft) {
    const HenkaVariant *v = &draft->v;
    for (int type = 1; type <= v->type_count; type++)
        if (!is_renamed(draft, type) && !v->types[type].unpromoted && !in_array(v, type) &&
            !is_choice(v, type))
            finding_warning(draft->findings, draft->type_at[type], MSG_ARRAY_UNREACHABLE,
                            arg_text(v->types[type].id));
}

static void check_last_ranks(Draft *draft) {
    const HenkaVariant *v = &draft->v;
    for (int type = 1; type <= v->type_count; type++) {
        const PieceType *t = &v->types[type];
        if (t->no_move_ranks && !t->promoted && !t->choice_count)
            finding_error(draft->findings,
                          blame(draft, key_given(draft, "noMoveRanks") ? "noMoveRanks" : "morph"),
                          MSG_PIECE_MUST_PROMOTE_TO_NOTHING, arg_text(t->id));
        else if (t->no_move_ranks && v->promote != PROMOTE_FLIP && t->no_move_ranks > v->zone_ranks)
            finding_error(draft->findings, blame(draft, "noMoveRanks"),
                          MSG_PIECE_MUST_PROMOTE_OUTSIDE_ZONE, arg_text(t->id),
                          arg_number(t->no_move_ranks), arg_number(v->zone_ranks));
    }
}

static void check_board(Draft *draft) {
    const HenkaVariant *v = &draft->v;
    if (v->files * v->ranks > MAX_SQUARES)
        finding_error(draft->findings, blame(draft, "ranks"), MSG_BOARD_TOO_LARGE,
                      arg_number(v->files), arg_number(v->ranks), arg_number(v->files * v->ranks),
                      arg_number(MAX_SQUARES));
    if (v->zone_ranks > v->ranks && key_given(draft, "promoZone"))
        finding_error(draft->findings, blame(draft, "promoZone"), MSG_ZONE_TOO_DEEP,
                      arg_number(v->zone_ranks), arg_number(v->ranks));
}

static void check_flip(Draft *draft) {
    if (draft->v.promote != PROMOTE_FLIP) return;
    const HenkaVariant *v = &draft->v;
    if (key_given(draft, "promoZone"))
        finding_warning(draft->findings, key_place(draft, "promoZone"), MSG_KEY_IDLE_WHEN_FLIPPING,
                        arg_text("promoZone"));
    static const char *const ranks[] = {"noMoveRanks", "morph"};
    for (size_t i = 0; i < sizeof ranks / sizeof *ranks; i++)
        if (key_given(draft, ranks[i]))
            finding_warning(draft->findings, key_place(draft, ranks[i]),
                            MSG_KEY_BARS_DROPS_WHEN_FLIPPING, arg_text(ranks[i]));
    for (int type = 1; type <= v->type_count; type++)
        if (!v->types[type].promoted && !v->types[type].unpromoted && !v->types[type].royal)
            finding_warning(draft->findings, draft->type_at[type], MSG_PIECE_ONE_FACE,
                            arg_text(v->types[type].id));
}

/* Does the piece move on a board of this size? least: the fewest ranks it goes forward, by its
 * diagram, which shows eight squares to each side: who leaps farther is let through, with 0. */
static bool moves_forward(Draft *draft, int type, int *least) {
    const HenkaVariant *v = &draft->v;
    static const uint8_t ends =
        HENKA_MARK_MOVE | HENKA_MARK_CAPTURE | HENKA_MARK_VICTIM | HENKA_MARK_AREA;
    enum { DIAGRAM_REACH = 8, DIAGRAM_SIDE = 2 * DIAGRAM_REACH + 1 };
    HenkaMark marks[DIAGRAM_SIDE * DIAGRAM_SIDE];
    size_t count =
        diagram_draw(v, type, marks, sizeof marks / sizeof *marks, &draft->findings->work_left);
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        int far = marks[i].dx < 0 ? -marks[i].dx : marks[i].dx;
        if (!(marks[i].kinds & ends) || far >= v->files || abs(marks[i].dy) >= v->ranks) continue;
        if (!any || marks[i].dy < *least) *least = marks[i].dy;
        any = true;
    }
    bool large = v->files > DIAGRAM_REACH + 1 || v->ranks > DIAGRAM_REACH + 1;
    return any || (large && v->types[type].power.term_count);
}

/* Pieces without a move, and pieces that only go forward and so get stuck where nothing makes
 * them promote. */
static void check_moves(Draft *draft) {
    const HenkaVariant *v = &draft->v;
    bool spoken = key_given(draft, "noMoveRanks") || key_given(draft, "morph"), any_ranks = false;
    for (int type = 1; type <= v->type_count; type++) any_ranks |= v->types[type].no_move_ranks > 0;
    for (int type = 1; type <= v->type_count; type++) {
        const PieceType *t = &v->types[type];
        int least = 0;
        if (findings_exhausted(draft->findings)) return;
        if (!moves_forward(draft, type, &least)) {
            finding_warning(draft->findings, draft->type_at[type], MSG_PIECE_NEVER_MOVES,
                            arg_text(t->id));
            continue;
        }
        if (least <= 0 || t->no_move_ranks >= least || v->promote == PROMOTE_FLIP ||
            (spoken && !any_ranks) || (!t->promoted && !t->choice_count))
            continue;
        finding_warning(draft->findings, draft->type_at[type], MSG_PIECE_GETS_STUCK,
                        arg_text(t->id), arg_number(least));
    }
}

/* The keys about drops: those of the section of holdingsType, but for itself. */
static void check_idle_drops(Draft *draft) {
    bool inside = false;
    const Key *key;
    for (int i = 0; !draft->v.hands && (key = key_at(i)); i++) {
        if (key->kind == KEY_SECTION) inside = !strcmp(key->name, "Hands and drops");
        if (inside && draft->key_item[i] && !key_is(key, "holdingsType"))
            finding_warning(draft->findings, key_place(draft, key->name),
                            MSG_KEY_IDLE_WITHOUT_DROPS, arg_text(key->name));
    }
}

/* Rules about checkmate contradict a game in which the royal is captured. */
static void check_royal_rule(Draft *draft) {
    if (draft->v.royal == ROYAL_CAPTURE && draft->v.stalemate == STALEMATE_ILLEGAL)
        finding_error(draft->findings, blame(draft, "stalemate"),
                      MSG_KEY_STALEMATE_NEEDS_CHECKMATE);
}

static void check_royal_idle(Draft *draft) {
    if (draft->v.royal == ROYAL_CAPTURE && key_given(draft, "noDropMate"))
        finding_warning(draft->findings, key_place(draft, "noDropMate"), MSG_KEY_NO_DROP_MATE_IDLE);
}

static void check_hands(Draft *draft) {
    HenkaVariant *v = &draft->v;
    if (v->hands && draft->holdings == -1) return;
    if (v->drop_either_face && v->hands)
        finding_error(draft->findings, blame(draft, "dropFaces"), MSG_KEY_DROP_FACES_NEEDS_HANDS);
}

static void check_promotes(Draft *draft) {
    if (!key_given(draft, "promotes")) return;
    static const char *const others[] = {"promoOffset", "promoChoice"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (key_given(draft, others[i]))
            finding_error(draft->findings, blame(draft, "promotes"), MSG_KEY_PROMOTES_TWICE,
                          arg_text(others[i]));
}

static void check_names(Draft *draft) {
    for (int i = 1; i <= draft->v.type_count; i++)
        for (int j = 1; j < i; j++) {
            const PieceType *a = &draft->v.types[i], *b = &draft->v.types[j];
            if (*a->kanji1 && !a->unpromoted == !b->unpromoted && !strcmp(a->kanji1, b->kanji1))
                finding_warning(draft->findings, blame(draft, "kanji"), MSG_PIECE_SAME_KANJI,
                                arg_text(b->id), arg_text(a->id), arg_text(a->kanji1));
        }
}

/* All of this may follow from an error that was reported already, and a warning from an error
 * here. */
void checks_run(Draft *draft) {
    const int *errors = &draft->findings->fatal_count;
    if (*errors) return;
    check_board(draft);
    if (*errors) return;
    check_royals(draft);
    check_last_ranks(draft);
    check_royal_rule(draft);
    check_hands(draft);
    check_promotes(draft);
    if (*errors) return;
    if (!draft->findings->trial_option) pieces_report_fillings(draft);
    check_reachable(draft);
    check_flip(draft);
    check_moves(draft);
    check_idle_drops(draft);
    check_royal_idle(draft);
    check_names(draft);
}
