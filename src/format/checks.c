/* checks - finds mistakes that no single line shows: contradicting rules, pieces that never enter
 * the game, a starting position without a royal. */
#include "betza/betza.h"
#include "format/draft.h"

#include "format/reach.h"
#include "variant/piece.h"

#include <stdlib.h>
#include <string.h>

/* Warns about a type of piece, at the place of its piece line. */
#define type_warning(draft, type, ...) draft_warning(draft, (draft)->type_at[type], __VA_ARGS__)

/* The place of a key, or the start of the text if the text does not have the key. */
static Place blame(const Draft *draft, const char *key) {
    Place at = key_place(draft, key);
    return at.line ? at : place_start;
}

/* The place at which missing royals are reported. If exactly one piece line should put royals on
 * the board, the place is its field of squares, else the key `royal`. A line needs no squares if
 * other pieces promote to its type. */
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

/* Reports missing royals. side: message that names the side without; MSG_NONE: neither has any. */
static void no_royals_report(Draft *draft, MessageKey side) {
    MessageArg ids[MAX_TYPES];
    size_t count = 0;
    for (int type = 1; type <= draft->v.type_count; type++)
        if (draft->v.types[type].royal)
            ids[count++] = arg_text(arena_format(draft->arena, "`%s`", draft->v.types[type].id));
    if (side)
        draft_error(draft, blame_royal(draft), MSG_ARRAY_NO_ROYAL, ARG_SAY(side),
                    arg_list(ids, count));
    else
        draft_error(draft, blame_royal(draft), MSG_ARRAY_NO_ROYALS, arg_list(ids, count));
}

static void check_royals(Draft *draft) {
    static const MessageKey sides[] = {MSG_FIRST_SIDE, MSG_SECOND_SIDE};
    bool has[2];
    if (!draft->v.type_count || draft->royal_none) return;
    for (int side = HENKA_SENTE; side <= HENKA_GOTE; side++) {
        has[side] = royals_in_array(&draft->v, side) > 0;
        if (!is_royalless(&draft->v, side)) continue;
        if (has[side])
            draft_error(draft, key_place(draft, "royalSides"), MSG_ARRAY_ROYAL_OF_OTHER,
                        ARG_SAY(sides[side]));
        has[side] = true; /* this side needs no royal, so a missing royal is not reported */
    }
    int last = draft->lines[draft->line_count].type;
    if (!has[0] && !has[1] && !draft->royal_given)
        draft_error(draft, draft->type_at[last], MSG_ARRAY_NO_ROYAL_KEY,
                    arg_text(draft->v.types[last].id));
    else if (!has[0] && !has[1])
        no_royals_report(draft, MSG_NONE);
    else if ((!has[0] || !has[1]) && !draft->royal_given)
        draft_error(draft, draft->type_at[last], MSG_ARRAY_NO_ROYAL_KEY_SIDE,
                    arg_text(draft->v.types[last].id), ARG_SAY(sides[has[0]]));
    else if (!has[0] || !has[1])
        no_royals_report(draft, sides[has[0]]);
}

static bool is_renamed(const Draft *draft, int type) {
    for (int i = 1; i <= draft->line_count; i++)
        if (draft->lines[i].type == type && draft->lines[i].asked) return true;
    return false;
}

/* Reports a type that must promote but has no type to promote to. */
static void no_face_report(Draft *draft, Place at, int type) {
    const char *id = draft->v.types[type].id;
    bool others = *id == '+' || draft->promo_offset || key_given(draft, "promotes") ||
                  key_given(draft, "promoChoice") || key_given(draft, "promoChoiceOf");
    draft_error(draft, at,
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
            draft_error(draft, at, MSG_PIECE_MUST_PROMOTE_NOT_FIRST, arg_text(t->id));
            return;
        }
        if (t->no_move_ranks && !t->promoted && !t->choice_count)
            no_face_report(draft, at, type);
        else if (t->no_move_ranks && !turns_over(v) && t->no_move_ranks > v->zone_ranks)
            draft_error(draft, blame(draft, "noMoveRanks"), MSG_PIECE_MUST_PROMOTE_OUTSIDE_ZONE,
                        arg_text(t->id), arg_number(t->no_move_ranks), arg_number(v->zone_ranks));
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
            draft_warning(draft, blame(draft, "mustPromote"), MSG_KEY_IDLE_WHEN_FLIPPING,
                          arg_text("mustPromote"));
        else if (!t->promoted && !t->choice_count)
            no_face_report(draft, blame(draft, "mustPromote"), type);
        else if (t->must_promote_ranks > v->zone_ranks)
            draft_error(draft, blame(draft, "mustPromote"), MSG_PIECE_MUST_PROMOTE_OUTSIDE_ZONE,
                        arg_text(t->id), arg_number(t->must_promote_ranks),
                        arg_number(v->zone_ranks));
        else
            continue;
        return;
    }
}

/* Warns of the first piece whose starting square is outside the region of its type, and of the
 * first type that has home squares, the squares for first moves, but no first moves. */
static void check_squares(Draft *draft) {
    const HenkaVariant *v = &draft->v;
    int outside = 0, idle = 0;
    for (int square = v->squares - 1; square >= 0; square--) {
        Piece piece = v->start_board[square];
        if (piece && !in_region(v, piece_side(piece), piece_type(piece), square))
            outside = piece_type(piece);
    }
    for (int type = v->type_count; type > 0; type--)
        if (has_home(v, type) && !power_has_first_move(&v->types[type].power)) idle = type;
    if (outside)
        type_warning(draft, outside, MSG_PIECE_OUT_OF_REGION, arg_text(v->types[outside].id));
    if (idle)
        draft_warning(draft, blame(draft, "home"), MSG_PIECE_NO_FIRST_MOVE,
                      arg_text(v->types[idle].id));
}

static void check_board(Draft *draft) {
    const HenkaVariant *v = &draft->v;
    if (v->files * v->ranks > MAX_SQUARES)
        draft_error(draft, blame(draft, "ranks"), MSG_BOARD_TOO_LARGE, arg_number(v->files),
                    arg_number(v->ranks), arg_number(v->files * v->ranks), arg_number(MAX_SQUARES));
    if (v->zone_ranks > v->ranks && key_given(draft, "promoZone"))
        draft_error(draft, blame(draft, "promoZone"), MSG_ZONE_TOO_DEEP, arg_number(v->zone_ranks),
                    arg_number(v->ranks));
}

/* Warns of keys without effect: keys about drops (the section of holdingsType in schema.def) in a
 * game without drops, noDropMate in a game without checkmate, and keys about the promotion zone in
 * a game whose pieces turn over. */
static void check_idle(Draft *draft) {
    const HenkaVariant *v = &draft->v;
    bool inside = false;
    const Key *key;
    for (int i = 0; !v->hands && (key = key_at(i)); i++) {
        if (key->kind == KEY_SECTION) inside = !strcmp(key->name, "Hands and drops");
        if (inside && draft->key_item[i] && !key_is(key, "holdingsType"))
            draft_warning(draft, key_place(draft, key->name), MSG_KEY_IDLE_WITHOUT_DROPS,
                          arg_text(key->name));
    }
    if (v->royal != ROYAL_CHECKMATE && key_given(draft, "noDropMate"))
        draft_warning(draft, key_place(draft, "noDropMate"), MSG_KEY_NO_DROP_MATE_IDLE);
    if (!turns_over(v)) return;
    static const char *const idle[] = {"promoZone", "promoSquares", "declinePromotion"};
    for (size_t i = 0; i < sizeof idle / sizeof *idle; i++)
        if (key_given(draft, idle[i]))
            draft_warning(draft, key_place(draft, idle[i]), MSG_KEY_IDLE_WHEN_FLIPPING,
                          arg_text(idle[i]));
    static const char *const ranks[] = {"noMoveRanks", "morph"};
    for (size_t i = 0; i < sizeof ranks / sizeof *ranks; i++)
        if (key_given(draft, ranks[i]))
            draft_warning(draft, key_place(draft, ranks[i]), MSG_KEY_BARS_DROPS_WHEN_FLIPPING,
                          arg_text(ranks[i]));
    for (int type = 1; type <= v->type_count; type++)
        if (v->promote == PROMOTE_FLIP && !v->types[type].promoted && !v->types[type].unpromoted &&
            !v->types[type].royal)
            type_warning(draft, type, MSG_PIECE_ONE_FACE, arg_text(v->types[type].id));
}

/* Warns of a type that never enters the game. A type that other types promote to is not reported,
 * because the warning is about the types that promote. */
static void check_absent(Draft *draft, int type, const Reach *reach) {
    const PieceType *t = &draft->v.types[type];
    const HenkaVariant *v = &draft->v;
    bool chosen = false;
    for (int i = 1; i <= v->type_count; i++)
        for (int j = 0; j < v->types[i].choice_count; j++)
            chosen |= v->types[i].choices[j].type == type && i != type;
    bool left_out = false; /* squares `none`: the text removes an extended game's piece */
    for (int i = 1; i <= draft->line_count; i++)
        left_out |=
            draft->lines[i].type == type && slice_is(draft->lines[i].fields[FIELD_SQUARES], "none");
    if (is_renamed(draft, type) || left_out || t->unpromoted || chosen) return;
    if (t->promoted && reach[t->promoted].ranks)
        type_warning(draft, type, MSG_PIECE_FACE_NEVER_SHOWN, arg_text(t->id),
                     arg_text(draft->v.types[t->promoted].id));
    else {
        type_warning(draft, type, MSG_ARRAY_UNREACHABLE, arg_text(t->id));
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
        type_warning(draft, type, MSG_PIECE_NEVER_TURNS, arg_text(t->id), arg_text(other));
    else if (v->zone_ranks)
        type_warning(draft, type, MSG_PIECE_NEVER_PROMOTES, arg_text(t->id), arg_text(other));
    else
        draft_warning(draft, blame(draft, "promoZone"), MSG_ZONE_EMPTY);
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

/* For a piece that only moves forward: Can it reach the last rank, and does it stay there without a
 * move because it cannot promote? Boards of one file are not checked, because there pieces block
 * each other. A piece with goal squares may win instead. */
static bool stays_stuck(const Draft *draft, int type, const Reach *reach) {
    const HenkaVariant *v = &draft->v;
    const PieceType *t = &v->types[type];
    bool promotable = t->promoted || t->choice_count, wins = t->goal[0] || t->goal[1];
    for (int i = 1; i <= v->type_count; i++) /* another warning reports a face without promotion */
        promotable |= is_face_of(&v->types[i], t);
    return !promotable && !wins && !t->royal && v->files > 1 && !is_renamed(draft, type) &&
           reach->ranks >> (v->ranks - 1) & 1;
}

/* Warns of pieces that never enter the game or move, of promotions that never happen, and of pieces
 * that only move forward and get stuck on the last ranks because no rule makes them promote. */
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
        if (!t->power.term_count) continue; /* the author gave the piece no moves */
        if (!reach[type].moves_at_all)
            type_warning(draft, type, MSG_PIECE_NEVER_MOVES, arg_text(t->id));
        else if (reach[type].ranks && !reach[type].moves)
            type_warning(draft, type, MSG_PIECE_NEVER_MOVES_THERE, arg_text(t->id));
        else if (reach[type].ranks && promotable && !reach[type].promotes)
            check_promotion(draft, type);
        else if (least > 0 && forced_ranks(v, t) < least && !turns_over(v) &&
                 (!spoken || any_ranks) && promotable)
            type_warning(draft, type, MSG_PIECE_GETS_STUCK, arg_text(t->id), arg_number(least));
        else if (least > 0 && (!spoken || any_ranks) && stays_stuck(draft, type, &reach[type]))
            type_warning(draft, type, MSG_PIECE_STAYS_STUCK, arg_text(t->id));
    }
}

/* Reports keys that contradict one another. Rules about checkmate contradict a game in which the
 * royal is captured. told: an error about royals was reported, so contradictions about checkmate,
 * which may follow from it, are not reported. */
static void check_contradictions(Draft *draft, bool told) {
    const HenkaVariant *v = &draft->v;
    if (draft->v.royal != ROYAL_CHECKMATE && draft->v.stalemate == STALEMATE_ILLEGAL)
        draft_error(draft, blame(draft, "stalemate"), MSG_KEY_STALEMATE_NEEDS_CHECKMATE);
    static const char *const about_checks[] = {"checksToWin", "dupleCheck", "royalSides",
                                               "giveCheck", "fleeCheck"};
    const bool in_force[] = {v->checks_to_win > 0, v->duple_check, v->royal_sides > 0, v->no_checks,
                             v->no_flight};
    for (size_t i = 0; v->royal != ROYAL_CHECKMATE && i < sizeof in_force && !told; i++) {
        if (!in_force[i]) continue;
        draft_error(draft, blame(draft, about_checks[i]), MSG_KEY_CHECKS_NEED_CHECKMATE,
                    arg_text(about_checks[i]));
        told = true; /* one such error is enough: further errors have the same cause */
    }
    if (draft->v.royal == ROYAL_NONE && draft->v.may_pass)
        draft_error(draft, blame(draft, "pass"), MSG_KEY_PASS_NEEDS_ROYAL);
    if (v->drop_either_face && v->hands && draft->holdings != -1)
        draft_error(draft, blame(draft, "dropFaces"), MSG_KEY_DROP_FACES_NEEDS_HANDS);
    static const char *const others[] = {"promoOffset", "promoChoice", "promoChoiceOf"};
    for (size_t i = 0; i < sizeof others / sizeof *others && key_given(draft, "promotes"); i++)
        if (key_given(draft, others[i]))
            draft_error(draft, blame(draft, "promotes"), MSG_KEY_PROMOTES_TWICE,
                        arg_text(others[i]));
}

/* Warns if pieces promote only to held ones, but hands are empty and captures leave the game. */
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
    draft_warning(draft, at, MSG_PROMO_CHOICE_OUT_OF_STOCK, arg_list(ids, count));
}

static void check_names(Draft *draft) {
    for (int i = 1; i <= draft->v.type_count; i++)
        for (int j = 1; j < i; j++) {
            const PieceType *a = &draft->v.types[i], *b = &draft->v.types[j];
            if (*a->kanji1 && !a->unpromoted == !b->unpromoted && !strcmp(a->kanji1, b->kanji1))
                draft_warning(draft, blame(draft, "kanji"), MSG_PIECE_SAME_KANJI, arg_text(b->id),
                              arg_text(a->id), arg_text(a->kanji1));
        }
}

/* Warns of pieces with more than SLOW paths, because generating their moves would dominate the
 * engine's work. No piece of a shipped game has more than 20,000 paths. */
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
            type_warning(draft, type, MSG_PIECE_SLOW, arg_text(v->types[type].id),
                         arg_number((int64_t)most));
    }
}

/* Warns of a royal that promotes to a piece that is not royal. This happens in Interactive
 * Diagrams, where the first piece lines promote even if they are royal. */
static void check_royal_becomes(Draft *draft) {
    const HenkaVariant *v = &draft->v;
    for (int type = 1; v->royal == ROYAL_CHECKMATE && type <= v->type_count; type++) {
        const PieceType *t = &v->types[type];
        int other = t->promoted;
        for (int i = 0; i < t->choice_count && !other; i++)
            if (!v->types[t->choices[i].type].royal) other = t->choices[i].type;
        if (!t->royal || !other || v->types[other].royal) continue;
        type_warning(draft, type, MSG_ROYAL_BECOMES, arg_text(t->id), arg_text(v->types[other].id));
        return;
    }
}

/* Warns of a royal that no type may capture. */
static void check_royal_spared(Draft *draft) {
    const HenkaVariant *v = &draft->v;
    for (int type = 1; type <= v->type_count; type++) {
        bool spared = v->types[type].royal;
        for (int mover = 1; mover <= v->type_count; mover++)
            spared &= type_bit(v->no_capture[mover], type);
        if (!spared) continue;
        draft_warning(draft, blame(draft, key_given(draft, "iron") ? "iron" : "captureForbidden"),
                      MSG_ROYAL_SPARED, arg_text(v->types[type].id));
    }
}

/* In a game without royals another rule must let a side win. Warns if no rule does. */
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
        draft_warning(draft, blame(draft, "royal"), MSG_NOBODY_CAN_WIN);
    else if (!wins[0] || !wins[1])
        draft_warning(draft, blame(draft, "goal"), MSG_SIDE_CANNOT_WIN, ARG_SAY(sides[wins[0]]));
}

/* Stops after checks with errors, because later findings could follow from these errors. */
void checks_run(Draft *draft) {
    const int *errors = &draft->findings->fatal_count;
    if (*errors) return;
    check_board(draft);
    if (*errors) return;
    check_royals(draft);
    bool royals_told = *errors > 0;
    check_last_ranks(draft);
    check_must_promote(draft);
    check_contradictions(draft, royals_told);

    if (*errors) return;
    if (!draft->findings->trial_option) pieces_report_fillings(draft);
    if (draft->format == 1) draft_warning(draft, key_place(draft, "format"), MSG_FORMAT_OLD);
    int last = draft->lines[draft->line_count].type;
    if (!draft->royal_given)
        type_warning(draft, last, MSG_ROYAL_BY_DEFAULT, arg_text(draft->v.types[last].id));
    check_winnable(draft);
    check_royal_becomes(draft);
    check_royal_spared(draft);
    check_speed(draft);
    check_idle(draft);
    check_squares(draft);
    check_moves(draft);
    check_stock(draft);
    check_names(draft);
}
