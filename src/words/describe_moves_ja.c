/* describe_moves_ja - the clauses of a piece's moves in Japanese: where first, then how far, then
 * what it does there. */
#include "words/move_clauses.h"
#include "words/piece_name.h"

#include <string.h>

/* ---- directions ------------------------------------------------------------------------------ */

/* Names the sets that lie wholly within dirs, in the order of the table, each direction once. */
static void directions_write(Out *out, uint8_t dirs, const NamedDirections *names, int count,
                             const char *joiner) {
    bool any = false;
    for (int i = 0; i < count; i++)
        if ((dirs & names[i].dirs) == names[i].dirs) {
            if (any) out_text(out, joiner);
            out_text(out, names[i].name);
            any = true;
            dirs &= (uint8_t)~names[i].dirs;
        }
}

/* Directions of a first leg. */
static void describe_directions(Out *out, uint8_t dirs) {
    static const NamedDirections names[] = {
        {0xFF, "全方向"},     {0x55, "縦横"},     {0x11, "前後"},     {0x01, "前"},
        {0x10, "後ろ"},       {0x44, "左右"},     {0x04, "右"},       {0x40, "左"},
        {0xAA, "斜め"},       {0x82, "斜め前"},   {0x28, "斜め後ろ"}, {0x0A, "右斜め前後"},
        {0xA0, "左斜め前後"}, {0x02, "右斜め前"}, {0x80, "左斜め前"}, {0x08, "右斜め後ろ"},
        {0x20, "左斜め後ろ"},
    };
    directions_write(out, dirs, names, sizeof names / sizeof *names, "・");
}

/* Directions of a later leg, as seen from the leg before. */
static void describe_turns(Out *out, uint8_t dirs) {
    static const NamedDirections names[] = {
        {0xFF, "どの向きにも"},       {0xEF, "戻る以外の向きに"},  {0x01, "まっすぐ"},
        {0x82, "45度曲がって"},       {0x44, "直角に曲がって"},    {0x28, "135度曲がって"},
        {0x02, "右へ45度曲がって"},   {0x80, "左へ45度曲がって"},  {0x04, "右へ直角に曲がって"},
        {0x40, "左へ直角に曲がって"}, {0x08, "右へ135度曲がって"}, {0x20, "左へ135度曲がって"},
        {0x10, "真後ろへ"},
    };
    directions_write(out, dirs, names, sizeof names / sizeof *names, "、または");
}

/* Directions of an oblique leap: those of a high and of a wide rectangle. */
static void describe_oblique_directions(Out *out, uint8_t dirs) {
    static const NamedDirections names[] = {
        {0x81, "前（縦長）"},     {0x18, "後ろ（縦長）"},   {0x42, "前（横長）"},
        {0x24, "後ろ（横長）"},   {0x01, "右前（縦長）"},   {0x80, "左前（縦長）"},
        {0x02, "右前（横長）"},   {0x40, "左前（横長）"},   {0x08, "右後ろ（縦長）"},
        {0x10, "左後ろ（縦長）"}, {0x04, "右後ろ（横長）"}, {0x20, "左後ろ（横長）"},
    };
    directions_write(out, dirs, names, sizeof names / sizeof *names, "・");
}

/* ---- leaps and distances --------------------------------------------------------------------- */

/* 前へ2マス、左右へ1マスの位置へ where that is all of it, else the leap and its directions. */
static void describe_oblique_leap(Out *out, const Term *t, uint8_t dirs) {
    int large = t->dy[0], small = t->dx[0];
    const char *ahead = dirs == 0x81 || dirs == 0x42   ? "前"
                        : dirs == 0x18 || dirs == 0x24 ? "後ろ"
                        : dirs == 0x99                 ? "前か後ろ"
                                                       : NULL;
    bool wide = dirs == 0x42 || dirs == 0x24;
    if (ahead)
        out_format(out, "%sへ%dマス、左右へ%dマスの位置へ", ahead, wide ? small : large,
                   wide ? large : small);
    else {
        if (dirs != 0xFF) {
            describe_oblique_directions(out, dirs);
            out_text(out, "に、");
        }
        out_format(out, "縦横の一方へ%dマス、他方へ%dマスの位置へ", large, small);
    }
}

/* Where a leap goes, before its verb. */
static void describe_leap_target(Out *out, const Term *t) {
    uint8_t dirs = t->legs[0].dirs;
    if (!term_is_straight(t)) {
        describe_oblique_leap(out, t, dirs);
        return;
    }
    /* For a leap of several squares 全方向 would include oblique directions. */
    if (dirs == 0xFF && term_leap(t) > 1)
        out_text(out, "縦横・斜め");
    else
        describe_directions(out, dirs);
    if (term_leap(t) == 1)
        out_text(out, "に1マス");
    else
        out_format(out, "の%dマス先へ", term_leap(t));
}

static void describe_leap(Out *out, const Term *t) {
    describe_leap_target(out, t);
    out_text(out, term_is_straight_step(t) ? "動く" : "跳ぶ");
}

static void describe_distance(Out *out, const Term *t) {
    describe_directions(out, t->legs[0].dirs);
    if (t->legs[0].range >= RANGE_UNLIMITED)
        out_text(out, "に何マスでも");
    else
        out_format(out, "に%dマスまで", t->legs[0].range * term_leap(t));
}

static void describe_captures(Out *out, uint8_t modes) {
    if (modes == LEG_EMPTY)
        out_text(out, "（駒は取れない）");
    else if (modes == LEG_CAPTURE)
        out_text(out, "（駒を取るときだけ）");
}

static void describe_rider(Out *out, const Term *t) {
    describe_directions(out, t->legs[0].dirs);
    out_format(out, "に%dマスずつ", term_leap(t));
    if (t->legs[0].range >= RANGE_UNLIMITED)
        out_text(out, "何回でも");
    else
        out_format(out, "%d回まで", t->legs[0].range);
    out_text(out, "続けて跳ぶ（途中で着くマスは空いていること）");
}

static void describe_ski_slide(Out *out, const Term *t) {
    const Leg *l = &t->legs[0];
    describe_directions(out, l->dirs);
    out_text(out, "の隣のマスを何があっても飛び越えて、2マス目へ");
    if (l->range == 2)
        out_text(out, "跳ぶ");
    else if (l->range >= RANGE_UNLIMITED)
        out_text(out, "跳び、そこから何マスでも走れる");
    else
        out_format(out, "跳び、そこから合わせて%dマスまで走れる", l->range);
}

static void describe_hop(Out *out, const Term *t) {
    const Leg *over = &t->legs[0], *to = &t->legs[1];
    describe_directions(out, over->dirs);
    out_text(out, "に、敵味方を問わずちょうど1枚の駒を飛び越えて");
    out_text(out, to->modes == LEG_CAPTURE ? "駒を取る"
                  : to->modes == LEG_EMPTY ? "動く（駒は取れない）"
                                           : "動くか駒を取る");
    if (t->conditions.total_range)
        out_format(out, "（%dマス先まで）", t->conditions.total_range);
    else if (over->range < RANGE_UNLIMITED)
        out_format(out, "（その駒まで%dマス以内、越えた先も同じ）", over->range);
}

/* ---- taking neighbours ----------------------------------------------------------------------- */

static void describe_neighbour(Out *out, uint8_t dirs) {
    if (dirs != 0xFF) {
        describe_directions(out, dirs);
        out_text(out, "の");
    }
    out_text(out, "隣の駒を取");
}

static void describe_take_and_go(Out *out, const Term *t) {
    uint8_t onward = t->legs[1].dirs & 0xEF;
    describe_neighbour(out, t->legs[0].dirs);
    out_text(out, "り、");
    if (onward == 0x45)
        out_text(out, "まっすぐか直角に");
    else if (onward != 0xEF)
        describe_turns(out, onward);
    out_text(out, "もう1マス進める");
    if ((t->legs[1].modes & (LEG_EMPTY | LEG_CAPTURE)) == (LEG_EMPTY | LEG_CAPTURE))
        out_text(out, "（そこの駒も取れる）");
    if (t->legs[1].dirs & 0x10) out_text(out, "。取って元のマスに戻ってもよい（居喰い）");
}

static void describe_skip(Out *out, uint8_t dirs) {
    if (dirs != 0xFF) {
        describe_directions(out, dirs);
        out_text(out, "の");
    }
    out_text(out, "隣に空いたマスがあれば、動かずに手番を渡せる（じっと）");
}

/* ---- names of pieces ------------------------------------------------------------------------- */

static const char *type_name(const HenkaVariant *v, int type) {
    return piece_name(&v->types[type], HENKA_NIHONGO);
}

/* Whether a piece of lower number in the row is called the same. */
static bool is_namesake(const HenkaVariant *v, const uint8_t *types, int type) {
    for (int other = 1; other < type; other++)
        if (type_bit(types, other) && v->types[other].name &&
            !strcmp(type_name(v, other), type_name(v, type)))
            return true;
    return false;
}

/* The names of the types in a row, each once, between `before` and `after`; nothing when there are
 * none. */
static void describe_names(Out *out, const HenkaVariant *v, const uint8_t *types,
                           const char *before, const char *after) {
    bool any = false;
    for (int type = 1; type <= v->type_count; type++) {
        if (!type_bit(types, type) || !v->types[type].name || is_namesake(v, types, type)) continue;
        out_text(out, any ? "、" : before);
        out_text(out, type_name(v, type));
        any = true;
    }
    if (any) out_text(out, after);
}

static void describe_burn(Out *out, const HenkaVariant *v, const MoveClause *clause) {
    out_format(out, "あと、着いたマスの隣の敵を%d枚まで焼ける", clause->most);
    describe_names(out, v, clause->types, "（", "は焼けない）");
}

/* ---- leg by leg ------------------------------------------------------------------------------ */

/* How far a leg goes, and its verb: 動き or, of the last leg, 動く. */
static void describe_leg_distance(Out *out, const Term *t, const Leg *leg, bool last) {
    bool straight = term_is_straight(t);
    if (!straight)
        out_format(out, "縦横の一方へ%dマス、他方へ%dマス%s", t->dy[0], t->dx[0],
                   leg->range > 1 ? "ずつ" : "");
    else if (leg->range == 1)
        out_format(out, "%dマス", term_leap(t));
    else if (term_leap(t) > 1)
        out_format(out, "%dマスずつ", term_leap(t));
    if (leg->range >= RANGE_UNLIMITED)
        out_text(out, straight && term_leap(t) == 1 ? "何マスでも" : "何回でも");
    else if (leg->range > 1)
        out_format(out, straight && term_leap(t) == 1 ? "%dマスまで" : "%d回まで", leg->range);
    out_text(out, term_leap(t) > 1 ? "跳" : leg->range > 1 ? "走" : "動");
    out_text(out, term_leap(t) > 1 ? (last ? "ぶ" : "び")
                  : leg->range > 1 ? (last ? "る" : "り")
                                   : (last ? "く" : "き"));
}

/* The remarks in brackets behind a leg. */
typedef struct Remarks {
    Out *out;
    const char *joiner;
    bool any;
} Remarks;

static void remark(Remarks *remarks, bool holds, const char *text) {
    if (!holds) return;
    out_text(remarks->out, remarks->any ? remarks->joiner : "（");
    out_text(remarks->out, text);
    remarks->any = true;
}

static void remark_conditions(Remarks *r, const Leg *leg) {
    remark(r, leg->skip, "最初のマスは何があっても越える");
    remark(r, leg->lame, "間のマスが空いているときだけ");
    remark(r, leg->must_jump, "駒を飛び越えるときだけ");
    remark(r, leg->same_length, "前と同じマス数");
    remark(r, leg->bend == 1, "左右交互に曲がりながら");
    remark(r, leg->bend == 2, "同じ側へ曲がりながら");
}

/* What the square may hold where a leg ends, and what happens to it. */
static void remark_end(Remarks *r, uint8_t modes, bool last) {
    if (last && (modes & ~LEG_HOP_FRIEND_ONLY) == CLAUSE_MOVES) return;
    remark(r, modes & LEG_EMPTY, "空いたマスへ");
    remark(r, modes & LEG_CAPTURE,
           modes & LEG_ROYAL_ONLY  ? "敵の玉を取る"
           : modes & LEG_NOT_ROYAL ? "玉以外の敵を取る"
                                   : "敵を取る");
    remark(r, modes & LEG_CAPTURE_OWN, "味方の駒を取る");
    remark(r, modes & LEG_EN_PASSANT, "通過取りをする");
    remark(r, modes & LEG_HOP,
           modes & LEG_HOP_FRIEND_ONLY ? "味方の駒を越える" : "どちらかの駒を越える");
}

static void describe_leg(Out *out, const Term *t, int index) {
    const Leg *leg = &t->legs[index];
    bool last = index == t->leg_count - 1;
    if (index)
        describe_turns(out, leg->dirs);
    else {
        if (term_is_straight(t))
            describe_directions(out, leg->dirs);
        else if (leg->dirs != 0xFF)
            describe_oblique_directions(out, leg->dirs);
        if (term_is_straight(t) || leg->dirs != 0xFF) out_text(out, "に");
    }
    describe_leg_distance(out, t, leg, last);
    Remarks conditions = {.out = out, .joiner = "、"}, end = {.out = out, .joiner = "、または"};
    remark_conditions(&conditions, leg);
    if (conditions.any) out_text(out, "）");
    remark_end(&end, leg->modes, last);
    if (end.any) out_text(out, "）");
}

static void describe_legs(Out *out, const HenkaVariant *v, const Term *t) {
    for (int i = 0; i < t->leg_count; i++) {
        if (i) out_text(out, "、続いて");
        describe_leg(out, t, i);
    }
    if (t->conditions.total_range)
        out_format(out, "（全部で%dマスまで）", t->conditions.total_range);
    if (t->conditions.own_half)
        out_text(out, "（盤の自分側の半分の、前に残る段の数まで。1マスはいつでも）");
    if (t->conditions.virgin) out_text(out, "（まだ動いていないときだけ）");
    if (t->conditions.rights && move_clauses_passing(v))
        out_text(out, "（次の手で通過取りされうる）");
    if (t->conditions.torus)
        out_text(out, "（盤の向かい合う端はつながっている）");
    else if (t->conditions.cylinder)
        out_text(out, "（盤の左右の端はつながっている）");
}

static void describe_castling(Out *out, const HenkaVariant *v, const Term *t) {
    const char *partner = v->types[v->shuffled_partner].name;
    describe_directions(out, t->legs[0].dirs);
    out_format(out, "へ%dマス、段でいちばん%s%s%sとキャスリングする（%s動いていないときだけ）",
               t->conditions.castling, v->shuffled_partner ? "近い" : "端の",
               v->shuffled_partner ? partner : "駒",
               t->conditions.partner_inside ? "の一つ内側の駒" : "",
               t->conditions.virgin ? "どちらも" : "その駒が");
}

/* ---- clauses --------------------------------------------------------------------------------- */

static void describe_clause(Out *out, const HenkaVariant *v, const MoveClause *clause) {
    const Term *t = &clause->term;
    uint8_t dirs = t->legs[0].dirs, modes = t->legs[0].modes;
    switch (clause->kind) {
    case CLAUSE_WALK:
        out_format(out, "空いたマスを%d歩まで自由に曲がりながら歩き、最後の一歩で駒を取れる%s",
                   clause->most, clause->ends_on_start ? "（元のマスで終わってもよい）" : "");
        break;
    case CLAUSE_LEAP:
        describe_leap(out, t);
        describe_captures(out, modes);
        break;
    case CLAUSE_RING_OF_TWO:
        out_text(out, "2マス先のどのマスへも跳ぶ");
        break;
    case CLAUSE_SLIDE:
        describe_distance(out, t);
        out_text(out, "走る");
        describe_captures(out, modes);
        break;
    case CLAUSE_RIDER:
        describe_rider(out, t);
        describe_captures(out, modes);
        break;
    case CLAUSE_SKI_SLIDE:
        describe_ski_slide(out, t);
        describe_captures(out, modes);
        break;
    case CLAUSE_HOP:
        describe_hop(out, t);
        break;
    case CLAUSE_LINE_JUMPS:
        describe_directions(out, dirs);
        out_format(out,
                   "に何マスでも、途中の駒を%d枚まで越えて駒を取る"
                   "（越えた駒は、残しても、敵なら取ってもよい）",
                   clause->most);
        break;
    case CLAUSE_IGUI:
        out_format(out, "動かずに隣の駒を%d枚まで取れる（居喰い）", clause->most);
        break;
    case CLAUSE_TAKE_AND_GO:
        describe_take_and_go(out, t);
        break;
    case CLAUSE_TAKE_AND_RETURN:
        describe_neighbour(out, dirs);
        out_text(out, "って元のマスに戻れる（居喰い）");
        break;
    case CLAUSE_SKIP:
        describe_skip(out, dirs);
        break;
    case CLAUSE_SLIDE_BURN:
        if (t->legs[0].range < RANGE_UNLIMITED)
            describe_distance(out, t);
        else {
            describe_directions(out, dirs);
            out_text(out, "に");
        }
        out_text(out, "走った");
        describe_burn(out, v, clause);
        break;
    case CLAUSE_WALK_BURN:
        out_format(out, "%d歩まで歩いた", clause->longest);
        describe_burn(out, v, clause);
        break;
    case CLAUSE_PASSING:
        describe_leap_target(out, t);
        out_text(out, "動いて通過取りができる（アンパッサン）");
        break;
    case CLAUSE_CASTLING:
        describe_castling(out, v, t);
        break;
    case CLAUSE_LEGS:
        describe_legs(out, v, t);
        break;
    case CLAUSE_NEVER_JUMPS:
        describe_names(out, v, clause->types, "", "を飛び越えることも途中で取ることもできない");
        break;
    case CLAUSE_NEVER_BURNS:
        describe_names(out, v, clause->types, "動かずに取る場合のほかは、通り道の脇で",
                       "を取れない");
        break;
    case CLAUSE_FREEZES:
        out_text(out, "隣の敵は動けない（同じ力を持つ駒を除く）");
        break;
    }
}

/* Does the term have only modifiers that are described above? A modifier that is added to legs.h
 * later shows up here as a byte that is not 0. */
static bool has_words(const Term *t) {
    const Conditions *c = &t->conditions, said = {.total_range = c->total_range,
                                                  .virgin = c->virgin,
                                                  .rights = c->rights,
                                                  .own_half = c->own_half,
                                                  .castling = c->castling,
                                                  .partner_inside = c->partner_inside,
                                                  .cylinder = c->cylinder,
                                                  .torus = c->torus,
                                                  .free_of_matrix = c->free_of_matrix};
    if (!conditions_same(c, &said)) return false;
    for (int i = 0; i < t->leg_count; i++) {
        const Leg *leg = &t->legs[i], described = {.dirs = leg->dirs,
                                                   .modes = leg->modes,
                                                   .range = leg->range,
                                                   .skip = leg->skip,
                                                   .lame = leg->lame,
                                                   .must_jump = leg->must_jump,
                                                   .same_length = leg->same_length,
                                                   .bend = leg->bend <= 2 ? leg->bend : 0,
                                                   .turn = leg->turn};
        if (memcmp(leg, &described, sizeof described) != 0) return false;
    }
    return true;
}

bool describe_moves_ja(Out *out, const HenkaVariant *v, const MoveClause *clauses, int count) {
    for (int i = 0; i < count; i++)
        if (!has_words(&clauses[i].term)) return false;
    if (!count) out_text(out, "動けない");
    for (int i = 0; i < count; i++) {
        if (i) out_text(out, "。");
        describe_clause(out, v, &clauses[i]);
    }
    return true;
}
