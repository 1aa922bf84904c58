#include <stdlib.h>

#include "lab/study_print.h"

MessageArg study_openings_arg(StudySet set) {
    static const Message names[STUDY_SETS] = {[STUDY_RANDOM] = {.key = MSG_STUDY_OPENINGS_RANDOM},
                                              [STUDY_START] = {.key = MSG_STUDY_OPENINGS_START}};
    return arg_message(&names[set]);
}

/* What all sentences are made from. */
typedef struct Saying {
    const StudyReport *report;
    StudySay *say;
    void *context;
    uint64_t nodes; /* of the greatest strength */
} Saying;

#define say_so(saying, ...) (saying)->say((saying)->context, &MESSAGE_OF(__VA_ARGS__))

static const StudyCell *strongest(const Saying *saying, StudySet set) {
    return &saying->report->cells[saying->report->plan->strengths - 1][set];
}

static void say_favoured(const Saying *saying, StudySet set) {
    static const MessageKey keys[] = {[STUDY_FAVOURS_SENTE] = MSG_STUDY_SENTE_FAVOURED,
                                      [STUDY_FAVOURS_GOTE] = MSG_STUDY_GOTE_FAVOURED,
                                      [STUDY_EVEN] = MSG_STUDY_SIDES_EVEN,
                                      [STUDY_OPEN] = MSG_STUDY_SIDES_OPEN};
    const Share *share = &strongest(saying, set)->share;
    StudyVerdict verdict = study_verdict(share);
    if (!share->games) {
        say_so(saying, MSG_STUDY_NO_GAMES, study_openings_arg(set),
               arg_number((int64_t)saying->nodes));
        return;
    }
    Message said =
        MESSAGE_OF(keys[verdict], study_openings_arg(set), arg_decimal(100 * share->share, 1),
                   arg_decimal(100 * share->low, 1), arg_decimal(100 * share->high, 1),
                   arg_number(share->games), arg_number((int64_t)saying->nodes));
    if (verdict == STUDY_OPEN)
        said.args[6] =
            arg_number(statistics_games_needed(share, STUDY_MARGIN_PERCENT / 100.0) - share->games);
    saying->say(saying->context, &said);
}

static void say_change(const Saying *saying, StudySet set) {
    const StudyPlan *plan = saying->report->plan;
    double low, high;
    if (plan->strengths < 2) return;
    const Share *share = &strongest(saying, set)->share,
                *weaker = &saying->report->cells[plan->strengths - 2][set].share;
    if (!share->games || !weaker->games) return;
    study_difference(share, weaker, &low, &high);
    say_so(saying, low > 0 || high < 0 ? MSG_STUDY_CHANGES : MSG_STUDY_STAYS,
           study_openings_arg(set), arg_signed(100 * (share->share - weaker->share), 1),
           arg_signed(100 * low, 1), arg_signed(100 * high, 1),
           arg_number((int64_t)plan->nodes[plan->strengths - 2]),
           arg_number((int64_t)saying->nodes));
}

static void say_length(const Saying *saying, StudySet set) {
    const StudyQuartiles *length = &strongest(saying, set)->length;
    if (length->count)
        say_so(saying, MSG_STUDY_LASTS, study_openings_arg(set), arg_decimal(length->median, 0),
               arg_decimal(length->lower, 0), arg_decimal(length->upper, 0),
               arg_decimal(length->least, 0), arg_decimal(length->most, 0));
}

static void say_course(const Saying *saying, StudySet set) {
    const StudyCell *cell = strongest(saying, set);
    if (cell->decided.count)
        say_so(saying, MSG_STUDY_COURSE, study_openings_arg(set),
               arg_decimal(cell->lead_changes, 1), arg_decimal(100 * cell->decided.median, 0));
}

/* An ending and how many games had it. */
typedef struct End {
    HenkaReason reason;
    int games;
} End;

static int by_games(const void *a, const void *b) {
    const End *x = a, *y = b;
    return x->games != y->games ? y->games - x->games : (int)x->reason - (int)y->reason;
}

static void say_ends(const Saying *saying) {
    const StudyReport *report = saying->report;
    End ends[STUDY_REASONS] = {0};
    Message shares[STUDY_REASONS];
    MessageArg items[STUDY_REASONS];
    size_t count = 0;
    for (int reason = 1; reason < STUDY_REASONS; reason++) {
        End *end = &ends[reason];
        end->reason = (HenkaReason)reason;
        for (int strength = 0; strength < report->plan->strengths; strength++)
            for (int set = 0; set < STUDY_SETS; set++)
                end->games += report->cells[strength][set].ends[reason];
    }
    qsort(ends, STUDY_REASONS, sizeof *ends, by_games);
    for (; count < STUDY_REASONS && ends[count].games; count++) {
        shares[count] = MESSAGE_OF(MSG_STUDY_END_SHARE, arg_reason(ends[count].reason),
                                   arg_decimal(100.0 * ends[count].games / report->finished, 1));
        items[count] = arg_message(&shares[count]);
    }
    if (count) say_so(saying, MSG_STUDY_ENDS, arg_list(items, count));
}

/* The kinds of which something is never seen. */
static bool is_unmoved(const StudyPiece *piece, const HenkaType *kind, const HenkaVariant *variant,
                       int type) {
    (void)kind, (void)variant, (void)type;
    return !piece->moves;
}
static bool is_undropped(const StudyPiece *piece, const HenkaType *kind,
                         const HenkaVariant *variant, int type) {
    return henka_variant_has_hands(variant) && kind->in_hand == type && !piece->drops;
}
static bool is_unpromoted(const StudyPiece *piece, const HenkaType *kind,
                          const HenkaVariant *variant, int type) {
    (void)variant, (void)type;
    return kind->promoted && !piece->promotions;
}

static bool say_never(const Saying *saying, MessageKey key,
                      bool (*is_so)(const StudyPiece *, const HenkaType *, const HenkaVariant *,
                                    int type)) {
    const HenkaVariant *variant = saying->report->plan->variant;
    MessageArg names[HENKA_MAX_TYPES];
    size_t count = 0;
    for (int type = 1; type <= henka_variant_type_count(variant); type++) {
        HenkaType kind = henka_variant_type(variant, type);
        if (is_so(&saying->report->pieces[type], &kind, variant, type))
            names[count++] = arg_text(kind.name);
    }
    if (count) say_so(saying, key, arg_list(names, count));
    return count > 0;
}

void study_sentences(const StudyReport *report, StudySay *say, void *context) {
    const StudyPlan *plan = report->plan;
    const Saying saying = {report, say, context, plan->nodes[plan->strengths - 1]};
    int unfinished = report->distinct - report->finished,
        repeated = report->games->count - report->distinct;
    say_so(&saying, MSG_STUDY_LEAD, arg_number(report->games->count),
           arg_text(henka_variant_title(plan->variant)), arg_number(report->distinct),
           arg_number(report->finished));
    if (plan->shards > 1)
        say_so(&saying, MSG_STUDY_SHARD, arg_number(plan->shard + 1), arg_number(plan->shards));
    if (report->games->count < study_wanted(plan))
        say_so(&saying, MSG_STUDY_CUT_SHORT, arg_number(report->games->count),
               arg_number(study_wanted(plan)));
    for (int set = STUDY_SETS; set-- > 0;) say_favoured(&saying, (StudySet)set);
    for (int set = STUDY_SETS; set-- > 0;) say_change(&saying, (StudySet)set);
    say_length(&saying, STUDY_START);
    say_ends(&saying);
    say_course(&saying, STUDY_START);
    if (unfinished)
        say_so(&saying, MSG_STUDY_CUT_OFF, arg_number(unfinished), arg_number(plan->max_plies));
    if (repeated) say_so(&saying, MSG_STUDY_REPEATED, arg_number(repeated));
    if (!report->distinct) return;
    bool unused = say_never(&saying, MSG_STUDY_NEVER_MOVED, is_unmoved);
    unused |= say_never(&saying, MSG_STUDY_NEVER_DROPPED, is_undropped);
    unused |= say_never(&saying, MSG_STUDY_NEVER_PROMOTED, is_unpromoted);
    if (!unused) say_so(&saying, MSG_STUDY_ALL_USED);
}
