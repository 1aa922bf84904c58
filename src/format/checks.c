/* checks - finds mistakes that no single line shows: contradicting rules, pieces that never enter
 * the game, an array without a royal. */
#include "betza/betza.h"
#include "format/draft.h"

#include "format/reach.h"
#include "variant/piece.h"

#include <stdlib.h>
#include <string.h>

/* The place of a key, or the start of the text if the key was not given. */
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

/* The place of the error that royals are missing: the squares of the royal's line if exactly one
 * line should have royals in the array, else the key `royal`. A line whose type other pieces
 * promote to needs no squares. */
static Place blame_royal(const Draft *draft) {
    const PieceLine *only = NULL;
    int count = 0;
    for (int i = 1; i <= draft->line_count; i++) {
        const PieceLine *line = &draft->lines[i];
        const PieceType *type = &draft->v.types[line->type];
        if (type->royal && (line->fields[FIELD_SQUARES].length || !type->unpromoted))
            count++, only = line;
    }
    return count == 1 ? only->at[FIELD_SQUARES] : blame(draft, "royal");
}

/* side: the key of the sentence that names the side without royals; MSG_NONE: neither side has
 * any. */
static void no_royals_report(Draft *draft, MessageKey side) {
    MessageArg ids[MAX_TYPES];
    size_t count = 0;
    for (int type = 1; type <= draft->v.type_count; type++)
        if (draft->v.types[type].royal)
            ids[count++] = arg_text(arena_format(draft->arena, "`%s`", draft->v.types[type].id));
    if (side)
        finding_error(draft->findings, blame_royal(draft), MSG_ARRAY_NO_ROYAL, ARG_SAY(side),
                      arg_list(ids, count));
    else
        finding_error(draft->findings, blame_royal(draft), MSG_ARRAY_NO_ROYALS,
                      arg_list(ids, count));
}

static void check_royals(Draft *draft) {
    static const MessageKey sides[] = {MSG_FIRST_SIDE, MSG_SECOND_SIDE};
    bool has[2];
    if (!draft->v.type_count || draft->royal_none) return;
    for (int side = HENKA_SENTE; side <= HENKA_GOTE; side++) {
        has[side] = royals_of(&draft->v, side) > 0;
        if (!is_royalless(&draft->v, side)) continue;
        if (has[side])
            finding_error(draft->findings, key_place(draft, "royalSides"), MSG_ARRAY_ROYAL_OF_OTHER,
                          ARG_SAY(sides[side]));
        has[side] = true; /* this side needs none, so it is not reported as missing */
    }
    int last = draft->lines[draft->line_count].type;
    if (!has[0] && !has[1] && !draft->royal_given)
        finding_error(draft->findings, draft->type_at[last], MSG_ARRAY_NO_ROYAL_KEY,
                      arg_text(draft->v.types[last].id));
    else if (!has[0] && !has[1])
        no_royals_report(draft, MSG_NONE);
    else if ((!has[0] || !has[1]) && !draft->royal_given)
        finding_error(draft->findings, draft->type_at[last], MSG_ARRAY_NO_ROYAL_KEY_SIDE,
                      arg_text(draft->v.types[last].id), ARG_SAY(sides[has[0]]));
    else if (!has[0] || !has[1])
        no_royals_report(draft, sides[has[0]]);
}

static void check_royal_by_default(Draft *draft) {
    int last = draft->lines[draft->line_count].type;
    if (!draft->royal_given)
        finding_warning(draft->findings, draft->type_at[last], MSG_ROYAL_BY_DEFAULT,
                        arg_text(draft->v.types[last].id));
}

static bool is_choice(const HenkaVariant *v, int type) {
    for (int i = 1; i <= v->type_count; i++)
        for (int j = 0; j < v->types[i].choice_count; j++)
            if (v->types[i].choices[j].type == type && i != type) return true;
    return false;
}

static bool is_renamed(const Draft *draft, int type) {
    for (int i = 1; i <= draft->line_count; i++)
        if (draft->lines[i].type == type && draft->lines[i].asked) return true;
    return false;
}

/* Does its line say `none` for squares? So a text removes a piece of a game that it extends. */
static bool is_left_out(const Draft *draft, int type) {
    for (int i = 1; i <= draft->line_count; i++)
        if (draft->lines[i].type == type && slice_is(draft->lines[i].fields[FIELD_SQUARES], "none"))
            return true;
    return false;
}

/* Reports a type that must promote and has nothing to promote to. */
static void no_face_report(Draft *draft, Place at, int type) {
    const char *id = draft->v.types[type].id;
    bool others = *id == '+' || draft->promo_offset || key_given(draft, "promotes") ||
                  key_given(draft, "promoChoice") || key_given(draft, "promoChoiceOf");
    finding_error(draft->findings, at,
                  others ? MSG_PIECE_MUST_PROMOTE_TO_NOTHING : MSG_PIECE_MUST_PROMOTE_WITHOUT_FACE,
                  arg_text(id));
}

static void check_last_ranks(Draft *draft) {
    const HenkaVariant *v = &draft->v;
    for (int type = 1; type <= v->type_count; type++) {
        const PieceType *t = &v->types[type];
        Place at = blame(draft, key_given(draft, "noMoveRanks") ? "noMoveRanks" : "morph");
        if (t->no_move_ranks && !t->promoted && !t->choice_count && draft->promo_offset &&
            draft->max_promote < 0) {
            finding_error(draft->findings, at, MSG_PIECE_MUST_PROMOTE_NOT_FIRST, arg_text(t->id));
            return;
        }
        if (t->no_move_ranks && !t->promoted && !t->choice_count)
            no_face_report(draft, at, type);
        else if (t->no_move_ranks && !turns_over(v) && t->no_move_ranks > v->zone_ranks)
            finding_error(draft->findings, blame(draft, "noMoveRanks"),
                          MSG_PIECE_MUST_PROMOTE_OUTSIDE_ZONE, arg_text(t->id),
                          arg_number(t->no_move_ranks), arg_number(v->zone_ranks));
    }
}

/* Each type in `mustPromote` must be able to promote, and the ranks must lie in the zone. In games
 * whose pieces turn over by themselves the key has no effect. */
static void check_must_promote(Draft *draft) {
    const HenkaVariant *v = &draft->v;
    for (int type = 1; type <= v->type_count; type++) {
        const PieceType *t = &v->types[type];
        bool told = t->no_move_ranks && !t->promoted && !t->choice_count; /* by check_last_ranks */
        if (!t->must_promote_ranks || told) continue;
        if (turns_over(v))
            finding_warning(draft->findings, blame(draft, "mustPromote"),
                            MSG_KEY_IDLE_WHEN_FLIPPING, arg_text("mustPromote"));
        else if (!t->promoted && !t->choice_count)
            no_face_report(draft, blame(draft, "mustPromote"), type);
        else if (t->must_promote_ranks > v->zone_ranks)
            finding_error(draft->findings, blame(draft, "mustPromote"),
                          MSG_PIECE_MUST_PROMOTE_OUTSIDE_ZONE, arg_text(t->id),
                          arg_number(t->must_promote_ranks), arg_number(v->zone_ranks));
        else
            continue;
        return;
    }
}

/* Warns of a piece that the array puts outside the region of its type. */
static void check_regions(Draft *draft) {
    const HenkaVariant *v = &draft->v;
    for (int square = 0; square < v->squares; square++) {
        Piece piece = v->start_board[square];
        if (!piece || in_region(v, piece_side(piece), piece_type(piece), square)) continue;
        finding_warning(draft->findings, draft->type_at[piece_type(piece)], MSG_PIECE_OUT_OF_REGION,
                        arg_text(v->types[piece_type(piece)].id));
        return;
    }
}

/* Warns of a type that has home squares but no first moves. */
static void check_homes(Draft *draft) {
    const HenkaVariant *v = &draft->v;
    for (int type = 1; type <= v->type_count; type++) {
        if (!has_home(v, type) || power_has_first_move(&v->types[type].power)) continue;
        finding_warning(draft->findings, blame(draft, "home"), MSG_PIECE_NO_FIRST_MOVE,
                        arg_text(v->types[type].id));
        return;
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
    if (!turns_over(&draft->v)) return;
    const HenkaVariant *v = &draft->v;
    static const char *const idle[] = {"promoZone", "promoSquares", "declinePromotion"};
    for (size_t i = 0; i < sizeof idle / sizeof *idle; i++)
        if (key_given(draft, idle[i]))
            finding_warning(draft->findings, key_place(draft, idle[i]), MSG_KEY_IDLE_WHEN_FLIPPING,
                            arg_text(idle[i]));
    static const char *const ranks[] = {"noMoveRanks", "morph"};
    for (size_t i = 0; i < sizeof ranks / sizeof *ranks; i++)
        if (key_given(draft, ranks[i]))
            finding_warning(draft->findings, key_place(draft, ranks[i]),
                            MSG_KEY_BARS_DROPS_WHEN_FLIPPING, arg_text(ranks[i]));
    for (int type = 1; type <= v->type_count; type++)
        if (v->promote == PROMOTE_FLIP && !v->types[type].promoted && !v->types[type].unpromoted &&
            !v->types[type].royal)
            finding_warning(draft->findings, draft->type_at[type], MSG_PIECE_ONE_FACE,
                            arg_text(v->types[type].id));
}

/* Warns of a type that never enters the game. A type that others promote to is not reported,
 * because the warning is about those. */
static void check_absent(Draft *draft, int type, const Reach *reach) {
    const PieceType *t = &draft->v.types[type];
    if (is_renamed(draft, type) || is_left_out(draft, type) || t->unpromoted ||
        is_choice(&draft->v, type))
        return;
    if (t->promoted && reach[t->promoted].ranks)
        finding_warning(draft->findings, draft->type_at[type], MSG_PIECE_FACE_NEVER_SHOWN,
                        arg_text(t->id), arg_text(draft->v.types[t->promoted].id));
    else {
        finding_warning(draft->findings, draft->type_at[type], MSG_ARRAY_UNREACHABLE,
                        arg_text(t->id));
        draft->absent_type = type;
        draft->absent_types++;
    }
}

/* Warns of a piece that can move and has a face to promote to, but never promotes. */
static void check_promotion(Draft *draft, int type) {
    const HenkaVariant *v = &draft->v;
    const PieceType *t = &v->types[type];
    const char *other = v->types[t->promoted ? t->promoted : t->choices[0].type].id;
    if (turns_over(v))
        finding_warning(draft->findings, draft->type_at[type], MSG_PIECE_NEVER_TURNS,
                        arg_text(t->id), arg_text(other));
    else if (v->zone_ranks)
        finding_warning(draft->findings, draft->type_at[type], MSG_PIECE_NEVER_PROMOTES,
                        arg_text(t->id), arg_text(other));
    else
        finding_warning(draft->findings, blame(draft, "promoZone"), MSG_ZONE_EMPTY);
}

/* The number of farthest ranks on which a piece must promote. */
static int forced_ranks(const HenkaVariant *v, const PieceType *t) {
    int must = t->no_move_ranks > t->must_promote_ranks ? t->no_move_ranks : t->must_promote_ranks;
    if (v->promotion_forced && (t->promoted || t->choice_count)) return v->zone_ranks;
    if (v->promote != PROMOTE_LAND || !t->choice_count) return must;
    for (int i = 0; i < t->choice_count; i++)
        if (&v->types[t->choices[i].type] == t)
            return t->choices[i].before_last && !must ? 1 : must;
    return v->zone_ranks;
}

/* Can the piece reach the last rank and have no move there? It cannot promote, since this is asked
 * of pieces that only move forward. Boards of one file are not checked, because there pieces block
 * each other. A piece with a goal wins when it arrives. */
static bool stays_stuck(const Draft *draft, int type, const Reach *reach) {
    const HenkaVariant *v = &draft->v;
    const PieceType *t = &v->types[type];
    bool promotable = t->promoted || t->choice_count, wins = t->goal[0] || t->goal[1];
    for (int i = 1; i <= v->type_count; i++) /* `+X` without a partner gets its own warning */
        promotable |= *v->types[i].id == '+' && !strcmp(v->types[i].id + 1, t->id);
    return !promotable && !wins && !t->royal && v->files > 1 && !is_renamed(draft, type) &&
           reach->ranks >> (v->ranks - 1) & 1;
}

/* Warns of pieces that never enter the game or never move, of promotions that never happen, and of
 * pieces that only move forward and get stuck on the last ranks because no rule makes them
 * promote. */
static void check_moves(Draft *draft) {
    const HenkaVariant *v = &draft->v;
    Reach reach[MAX_TYPES];
    bool spoken = key_given(draft, "noMoveRanks") || key_given(draft, "morph"), any_ranks = false;
    if (!reach_find(draft, reach)) return;
    for (int type = 1; type <= v->type_count; type++) any_ranks |= v->types[type].no_move_ranks > 0;
    for (int type = 1; type <= v->type_count; type++) {
        const PieceType *t = &v->types[type];
        int least = reach[type].least_forward;
        bool promotable = t->promoted || t->choice_count;
        if (!reach[type].ranks) check_absent(draft, type, reach);
        if (!t->power.term_count) continue; /* the author gave it no moves */
        if (!reach[type].moves_at_all)
            finding_warning(draft->findings, draft->type_at[type], MSG_PIECE_NEVER_MOVES,
                            arg_text(t->id));
        else if (reach[type].ranks && !reach[type].moves)
            finding_warning(draft->findings, draft->type_at[type], MSG_PIECE_NEVER_MOVES_THERE,
                            arg_text(t->id));
        else if (reach[type].ranks && promotable && !reach[type].promotes)
            check_promotion(draft, type);
        else if (least > 0 && forced_ranks(v, t) < least && !turns_over(v) &&
                 (!spoken || any_ranks) && promotable)
            finding_warning(draft->findings, draft->type_at[type], MSG_PIECE_GETS_STUCK,
                            arg_text(t->id), arg_number(least));
        else if (least > 0 && (!spoken || any_ranks) && stays_stuck(draft, type, &reach[type]))
            finding_warning(draft->findings, draft->type_at[type], MSG_PIECE_STAYS_STUCK,
                            arg_text(t->id));
    }
}

/* Warns of keys about drops in a game without drops: those in the section of holdingsType, except
 * holdingsType. */
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

/* Rules about checkmate contradict a game in which the royal is captured. told: an error about
 * royals was reported, which may be the cause of these errors. */
static void check_royal_rule(Draft *draft, bool told) {
    const HenkaVariant *v = &draft->v;
    if (draft->v.royal != ROYAL_CHECKMATE && draft->v.stalemate == STALEMATE_ILLEGAL)
        finding_error(draft->findings, blame(draft, "stalemate"),
                      MSG_KEY_STALEMATE_NEEDS_CHECKMATE);
    static const char *const about_checks[] = {"checksToWin", "dupleCheck", "royalSides",
                                               "giveCheck", "fleeCheck"};
    const bool in_force[] = {v->checks_to_win > 0, v->duple_check, v->royal_sides > 0, v->no_checks,
                             v->no_flight};
    for (size_t i = 0; v->royal != ROYAL_CHECKMATE && i < sizeof in_force && !told; i++) {
        if (!in_force[i]) continue;
        finding_error(draft->findings, blame(draft, about_checks[i]), MSG_KEY_CHECKS_NEED_CHECKMATE,
                      arg_text(about_checks[i]));
        told = true; /* the others have the same cause */
    }
    if (draft->v.royal == ROYAL_NONE && draft->v.may_pass)
        finding_error(draft->findings, blame(draft, "pass"), MSG_KEY_PASS_NEEDS_ROYAL);
}

static void check_royal_idle(Draft *draft) {
    if (draft->v.royal != ROYAL_CHECKMATE && key_given(draft, "noDropMate"))
        finding_warning(draft->findings, key_place(draft, "noDropMate"), MSG_KEY_NO_DROP_MATE_IDLE);
}

static void check_hands(Draft *draft) {
    HenkaVariant *v = &draft->v;
    if (v->hands && draft->holdings == -1) return;
    if (v->drop_either_face && v->hands)
        finding_error(draft->findings, blame(draft, "dropFaces"), MSG_KEY_DROP_FACES_NEEDS_HANDS);
}

/* Warns if pieces promote only to pieces in hand, but the hands are empty and captured pieces leave
 * the game. */
static void check_stock(Draft *draft) {
    const HenkaVariant *v = &draft->v;
    MessageArg ids[MAX_TYPES];
    size_t count = 0;
    if (!v->stock || !v->captures_gone) return;
    for (int i = 0; i < v->hand_count; i++) {
        if (v->start_hand[0][i] || v->start_hand[1][i]) return;
        ids[count++] = arg_text(v->types[v->hand_types[i]].id);
    }
    Place at = key_given(draft, "holdingsType")  ? key_place(draft, "holdingsType")
               : key_given(draft, "promoChoice") ? key_place(draft, "promoChoice")
                                                 : key_place(draft, "promoChoiceOf");
    finding_warning(draft->findings, at, MSG_PROMO_CHOICE_OUT_OF_STOCK, arg_list(ids, count));
}

static void check_promotes(Draft *draft) {
    if (!key_given(draft, "promotes")) return;
    static const char *const others[] = {"promoOffset", "promoChoice", "promoChoiceOf"};
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

/* Warns of pieces with so many paths that generating their moves dominates the work. The most in a
 * shipped game is 20,000. */
static void check_speed(Draft *draft) {
    enum { SLOW = 30000 };
    const HenkaVariant *v = &draft->v;
    int longest = (v->files > v->ranks ? v->files : v->ranks) - 1;
    for (int type = 1; type <= v->type_count; type++) {
        const Power *power = &v->types[type].power;
        double most = 0;
        for (int i = 0; i < power->term_count; i++) {
            double paths = betza_paths(&power->terms[i], longest);
            if (paths > most) most = paths;
        }
        if (most > SLOW)
            finding_warning(draft->findings, draft->type_at[type], MSG_PIECE_SLOW,
                            arg_text(v->types[type].id), arg_number((int64_t)most));
    }
}

/* Warns of a royal that promotes to a piece that is not royal. This happens in diagrams, where the
 * first lines promote even if they are royal. */
static void check_royal_becomes(Draft *draft) {
    const HenkaVariant *v = &draft->v;
    for (int type = 1; v->royal == ROYAL_CHECKMATE && type <= v->type_count; type++) {
        const PieceType *t = &v->types[type];
        int other = t->promoted;
        for (int i = 0; i < t->choice_count && !other; i++)
            if (!v->types[t->choices[i].type].royal) other = t->choices[i].type;
        if (!t->royal || !other || v->types[other].royal) continue;
        finding_warning(draft->findings, draft->type_at[type], MSG_ROYAL_BECOMES, arg_text(t->id),
                        arg_text(v->types[other].id));
        return;
    }
}

/* In a game without royals another rule must let a side win. Warns if there is none. */
static void check_winnable(Draft *draft) {
    static const MessageKey sides[] = {MSG_FIRST_SIDE, MSG_SECOND_SIDE};
    const HenkaVariant *v = &draft->v;
    bool otherwise = v->bare_loses || v->impasse_points || v->stalemate == STALEMATE_LOSS ||
                     v->stalemate == STALEMATE_WIN || v->stalemate == STALEMATE_FEWER ||
                     v->draw_wins,
         wins[2];
    if (v->royal != ROYAL_NONE || otherwise) return;
    for (int side = HENKA_SENTE; side <= HENKA_GOTE; side++) {
        wins[side] = false;
        for (int type = 1; type <= v->type_count; type++)
            wins[side] |= v->types[type].goal[side] != NULL;
    }
    if (!wins[0] && !wins[1])
        finding_warning(draft->findings, blame(draft, "royal"), MSG_NOBODY_CAN_WIN);
    else if (!wins[0] || !wins[1])
        finding_warning(draft->findings, blame(draft, "goal"), MSG_SIDE_CANNOT_WIN,
                        ARG_SAY(sides[wins[0]]));
}

/* The checks after a `return` are skipped because their findings could follow from an error
 * above. */
void checks_run(Draft *draft) {
    const int *errors = &draft->findings->fatal_count;
    if (*errors) return;
    check_board(draft);
    if (*errors) return;
    check_royals(draft);
    bool royals_told = *errors > 0;
    check_last_ranks(draft);
    check_must_promote(draft);
    check_royal_rule(draft, royals_told);
    check_hands(draft);
    check_promotes(draft);
    if (*errors) return;
    if (!draft->findings->trial_option) pieces_report_fillings(draft);
    if (draft->format == 1)
        finding_warning(draft->findings, key_place(draft, "format"), MSG_FORMAT_OLD);
    check_royal_by_default(draft);
    check_winnable(draft);
    check_royal_becomes(draft);
    check_speed(draft);
    check_flip(draft);
    check_regions(draft);
    check_homes(draft);
    check_moves(draft);
    check_idle_drops(draft);
    check_stock(draft);
    check_royal_idle(draft);
    check_names(draft);
}
