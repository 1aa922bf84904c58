#include "format/reach.h"

#include "variant/piece.h"

enum { FAR = 8, WIDE = 2 * FAR + 1 }; /* squares that a diagram shows to each side, and in all */
enum { WALK_WORK = WIDE * WIDE / 4 }; /* steps of the budget for one type in one round */

/* A type's moves as bit sets: a row for each dy + FAR, a bit for each dx + FAR. */
typedef struct Steps {
    uint32_t empty[WIDE], takes[WIDE];
    uint32_t stays[WIDE]; /* squares on which the type may take a piece without moving */
    bool unknown;         /* the type may reach squares beyond the diagram */
} Steps;

/* The search: rounds over all types, until a round adds nothing. */
typedef struct ReachWalk {
    const HenkaVariant *v;       /* the game whose pieces are followed */
    Reach *reach;                /* the result, by type, in the caller's array */
    uint64_t ranks, files, zone; /* bits: all ranks, all files, ranks of the promotion zone */
    bool changed;                /* this round found a new rank or file for some type */
} ReachWalk;

static uint64_t shifted(uint64_t bits, int by) { return by < 0 ? bits >> -by : bits << by; }
static uint64_t lowest(int count) { return ((uint64_t)1 << count) - 1; }
/* The bits of the `count` farthest ranks. */
static uint64_t farthest(const HenkaVariant *v, int count) {
    return count < v->ranks ? lowest(count) << (v->ranks - count) : lowest(v->ranks);
}

/* Fills `steps` from the type's diagram. Returns false if memory runs out. */
static bool steps_draw(const Draft *draft, int type, Steps *steps) {
    const HenkaVariant *v = &draft->v;
    HenkaMark marks[WIDE * WIDE];
    size_t count = diagram_draw(v, type, marks, WIDE * WIDE, draft->findings->budget);
    if (count == DIAGRAM_NO_MEMORY) return false;
    const Power *power = &v->types[type].power;
    bool large = v->files > FAR + 1 || v->ranks > FAR + 1;
    *steps = (Steps){.unknown = false};
    for (int i = 0; i < power->term_count; i++) {
        const Term *term = &power->terms[i];
        /* the piece may cross an edge of the board, or move or leap beyond the diagram */
        steps->unknown |= term->conditions.cylinder || term->conditions.torus ||
                          (large && (term->leg_count > 1 || term_leap(term) > FAR));
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t bit = (uint32_t)1 << (marks[i].dx + FAR);
        int row = marks[i].dy + FAR;
        if (marks[i].kinds & (HENKA_MARK_MOVE | HENKA_MARK_AREA)) steps->empty[row] |= bit;
        if (marks[i].kinds & HENKA_MARK_CAPTURE) steps->takes[row] |= bit;
        if (marks[i].kinds & HENKA_MARK_VICTIM) steps->stays[row] |= bit;
    }
    return true;
}

static void stands(ReachWalk *walk, int type, uint64_t ranks, uint64_t files);

/* Adds the squares where the type can be dropped. This is called when a piece first stands on the
 * board, because it may then be captured. */
static void dropped(ReachWalk *walk, int type) {
    const PieceType *t = &walk->v->types[type];
    if (!walk->v->hands || !type) return;
    uint64_t ranks = walk->ranks & ~farthest(walk->v, t->no_move_ranks);
    stands(walk, type, ranks, walk->files);
    if (walk->v->drop_either_face && t->promoted)
        stands(walk, t->promoted, walk->ranks, walk->files);
}

static void stands(ReachWalk *walk, int type, uint64_t ranks, uint64_t files) {
    Reach *reach = &walk->reach[type];
    if (!ranks || !files || !((ranks & ~reach->ranks) | (files & ~reach->files))) return;
    bool first = !reach->ranks;
    reach->ranks |= ranks;
    reach->files |= files;
    walk->changed = true;
    if (first && !walk->v->captures_gone) dropped(walk, walk->v->types[type].in_hand);
}

/* Records that the type moves dy ranks forward to these ranks, and that it promotes if this move
 * allows that. takes: the move captures. */
static void arrives(ReachWalk *walk, int type, uint64_t ranks, int dy, uint64_t files, bool takes) {
    const HenkaVariant *v = walk->v;
    const PieceType *t = &v->types[type];
    Reach *reach = &walk->reach[type];
    reach->moves = true;
    if (turns_over(v)) {
        int other = other_face(v, type);
        bool turns = other && (takes || v->promote == PROMOTE_TURN);
        reach->promotes |= turns;
        stands(walk, turns ? other : type, ranks, files);
        return;
    }
    int must = t->no_move_ranks > t->must_promote_ranks ? t->no_move_ranks : t->must_promote_ranks;
    uint64_t zone = walk->zone, stays = farthest(v, must);
    if (v->promote == PROMOTE_ZONE) zone |= shifted(zone, dy);
    if ((t->promoted || t->choice_count) && (ranks & zone)) {
        reach->promotes = true;
        if (t->promoted) stands(walk, t->promoted, ranks & zone, files);
        for (int i = 0; i < t->choice_count; i++) {
            const PromotionChoice *choice = &t->choices[i];
            uint64_t barred = choice->before_last ? farthest(v, 1) : 0;
            stands(walk, choice->type, ranks & zone & farthest(v, choice->ranks) & ~barred, files);
        }
        if (v->promotion_forced || (v->promote == PROMOTE_LAND && t->choice_count)) stays |= zone;
    }
    stands(walk, type, ranks & ~stays, files);
}

static void walks(ReachWalk *walk, int type, const Steps *steps) {
    Reach *reach = &walk->reach[type];
    if (!reach->ranks) return;
    for (int row = 0; row < WIDE; row++) {
        int dy = row - FAR;
        uint64_t ranks = shifted(reach->ranks, dy) & walk->ranks;
        uint32_t bits = steps->empty[row] | steps->takes[row] | steps->stays[row];
        for (int column = 0; ranks && bits >> column; column++) {
            uint64_t files = shifted(reach->files, column - FAR) & walk->files;
            uint32_t bit = (uint32_t)1 << column;
            if (!files) continue;
            if (steps->empty[row] & bit) arrives(walk, type, ranks, dy, files, false);
            if (steps->takes[row] & bit) arrives(walk, type, ranks, dy, files, true);
            if (steps->stays[row] & bit) arrives(walk, type, reach->ranks, 0, reach->files, true);
        }
    }
    if (steps->unknown) {
        arrives(walk, type, walk->ranks, 0, walk->files, false);
        arrives(walk, type, walk->ranks, 0, walk->files, true);
    }
}

/* Fills moves_at_all and least_forward, which do not depend on where the piece may stand. */
static void moves_anywhere(const HenkaVariant *v, const Steps *steps, Reach *reach) {
    reach->moves_at_all = steps->unknown;
    for (int row = WIDE - 1; row >= 0; row--) {
        int dy = row - FAR;
        uint32_t bits = steps->empty[row] | steps->takes[row] | steps->stays[row];
        for (int column = 0; bits >> column; column++) {
            int dx = column - FAR;
            if (!(bits >> column & 1) || (dx < 0 ? -dx : dx) >= v->files) continue;
            if ((dy < 0 ? -dy : dy) >= v->ranks) continue;
            reach->moves_at_all = true;
            reach->least_forward = dy;
        }
    }
    if (steps->unknown) reach->least_forward = 0;
}

bool reach_find(const Draft *draft, Reach reach[MAX_TYPES]) {
    const HenkaVariant *v = &draft->v;
    Steps steps[MAX_TYPES];
    ReachWalk walk = {v,   reach, lowest(v->ranks), lowest(v->files), farthest(v, v->zone_ranks),
                      true};
    for (int type = 1; type <= v->type_count; type++) {
        reach[type] = (Reach){0};
        if (!steps_draw(draft, type, &steps[type])) return false;
        if (findings_exhausted(draft->findings)) return false;
        moves_anywhere(v, &steps[type], &reach[type]);
    }
    for (int square = 0; square < v->squares; square++) {
        Piece piece = v->start_board[square];
        if (!piece) continue;
        bool own = piece_side(piece) == HENKA_SENTE;
        int file = square / v->ranks, rank = square % v->ranks; /* from 0, file 0 on the right */
        stands(&walk, piece_type(piece), (uint64_t)1 << (own ? v->ranks - 1 - rank : rank),
               (uint64_t)1 << (own ? v->files - 1 - file : file));
    }
    for (int i = 0; i < v->hand_count; i++)
        if (v->start_hand[0][i] || v->start_hand[1][i]) dropped(&walk, v->hand_types[i]);
    while (walk.changed && !findings_exhausted(draft->findings)) {
        walk.changed = false;
        for (int type = 1; type <= v->type_count; type++) walks(&walk, type, &steps[type]);
        findings_spend(draft->findings, WALK_WORK * (int64_t)v->type_count);
    }
    return !walk.changed;
}
