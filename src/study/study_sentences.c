#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "study/study_print.h"

enum { STUDY_SETTINGS = 32 }; /* at most so many are named */

MessageArg study_openings_arg(StudySet set) {
    static const Message names[STUDY_SETS] = {[STUDY_RANDOM] = {.key = MSG_STUDY_OPENINGS_RANDOM},
                                              [STUDY_START] = {.key = MSG_STUDY_OPENINGS_START}};
    return arg_message(&names[set]);
}

MessageArg study_bar_arg(HenkaBar bar) {
#define NAME(bar, name) [HENKA_BAR_##bar] = {.key = MSG_STUDY_BAR_##bar},
    static const Message names[HENKA_BARS] = {STUDY_BARS(NAME)};
#undef NAME
    return arg_message(&names[bar]);
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
    if (isnan(share->low)) {
        say_so(saying, MSG_STUDY_SIDES_UNKNOWN, study_openings_arg(set),
               arg_decimal(100 * share->share, 1), arg_number(share->games),
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

/* How the games that are missing are played, where so many can be asked for. Of the games that were
 * played some are duplicates or unfinished, and so will be some of those to come. */
static void say_more(const Saying *saying) {
    const StudyPlan *plan = saying->report->plan;
    int64_t wanted = 0;
    for (int set = 0; set < STUDY_SETS; set++) {
        const StudyCell *cell = strongest(saying, (StudySet)set);
        const Share *share = &cell->share;
        if (!share->games || isnan(share->low) || study_verdict(share) != STUDY_OPEN) continue;
        int64_t needed = statistics_games_needed(share, STUDY_MARGIN_PERCENT / 100.0),
                played = (needed * cell->played + share->games - 1) / share->games;
        if (played * STUDY_SETS > wanted) wanted = played * STUDY_SETS;
    }
    if (wanted && wanted < plan->games) wanted = plan->games;
    if (wanted && wanted <= STUDY_MAX_GAMES && plan->shards <= 1)
        say_so(saying, MSG_STUDY_MORE, arg_number(wanted));
}

static void say_change(const Saying *saying, StudySet set) {
    const StudyPlan *plan = saying->report->plan;
    double low, high;
    if (plan->strengths < 2) return;
    const Share *share = &strongest(saying, set)->share,
                *weaker = &saying->report->cells[plan->strengths - 2][set].share;
    if (!share->games || !weaker->games || isnan(share->low) || isnan(weaker->low)) return;
    study_difference(share, weaker, &low, &high);
    say_so(saying, low > 0 || high < 0 ? MSG_STUDY_CHANGES : MSG_STUDY_STAYS,
           study_openings_arg(set), arg_signed(100 * (share->share - weaker->share), 1),
           arg_signed(100 * low, 1), arg_signed(100 * high, 1),
           arg_number((int64_t)plan->nodes[plan->strengths - 2]),
           arg_number((int64_t)saying->nodes));
}

/* ---- a measure, by the type of its row in measures.def ---- */

static void said_quartiles(const Saying *saying, MessageKey key, const StudyQuartiles *q) {
    if (q->count)
        say_so(saying, key, study_openings_arg(STUDY_START), arg_decimal(q->median, 0),
               isnan(q->low)
                   ? ARG_SAY(MSG_STUDY_NO_BOUNDS)
                   : ARG_SAY(MSG_STUDY_BETWEEN, arg_decimal(q->low, 0), arg_decimal(q->high, 0)),
               arg_decimal(q->lower, 0), arg_decimal(q->upper, 0), arg_decimal(q->least, 0),
               arg_decimal(q->most, 0));
}

/* A value with its bounds, of so many games or positions. Without bounds nothing is said. */
static void say_bounded(const Saying *saying, MessageKey key, int digits, double value, double low,
                        double high, int count) {
    if (count && !isnan(low))
        say_so(saying, key, study_openings_arg(STUDY_START), arg_decimal(value, digits),
               arg_decimal(low, digits), arg_decimal(high, digits), arg_number(count));
}
static void said_moments(const Saying *saying, MessageKey key, const StudyQuartiles *q) {
    say_bounded(saying, key, 0, 100 * q->median, 100 * q->low, 100 * q->high, q->count);
}
static void said_mean(const Saying *saying, MessageKey key, const Share *mean) {
    say_bounded(saying, key, 1, mean->share, mean->low, mean->high, mean->games);
}
static void said_part(const Saying *saying, MessageKey key, const Share *part) {
    say_bounded(saying, key, 0, 100 * part->share, 100 * part->low, 100 * part->high, part->games);
}

#define MSG_STUDY_SAID_NONE MSG_NONE
#define said_ratio(saying, key, value) ((void)0)

/* The measures of games from the start, at the greatest strength. */
static void say_measures(const Saying *saying) {
    const StudyCell *cell = strongest(saying, STUDY_START);
#define GAME(of, SAID, csv, type, member, ...)                                                     \
    if (MSG_STUDY_SAID_##SAID) said_##type(saying, MSG_STUDY_SAID_##SAID, &cell->member);
#define POSITION(SAID, type, member, ...) said_##type(saying, MSG_STUDY_SAID_##SAID, &cell->member);
#include "study/measures.def"
}

static void say_skill(const Saying *saying) {
    const StudyReport *report = saying->report;
    int games = 0;
    for (int strength = 0; strength < report->plan->strengths; strength++)
        games += report->skill[strength].share.games;
    MessageArg weaker = arg_number((int64_t)report->skill[0].weaker),
               nodes = arg_number((int64_t)saying->nodes), steps = arg_decimal(report->steps, 1);
    if (games && report->steps_low > 0)
        say_so(saying, MSG_STUDY_STEPS, weaker, nodes, steps, arg_decimal(report->steps_low, 1),
               arg_number(games));
    else if (games)
        say_so(saying, MSG_STUDY_STEPS_OPEN, weaker, nodes, steps, arg_number(games));
}

/* Messages that a sentence names one after another. */
typedef struct Naming {
    Message said[HENKA_MAX_TYPES];     /* [count] */
    MessageArg items[HENKA_MAX_TYPES]; /* [count], each a pointer to its place in said */
    size_t count;
} Naming;

static void list_add(Naming *list, Message said) {
    list->said[list->count] = said;
    list->items[list->count] = arg_message(&list->said[list->count]);
    list->count++;
}

/* Nothing where there are none. */
static void say_list(const Saying *saying, MessageKey key, const Naming *list) {
    if (list->count) say_so(saying, key, arg_list(list->items, list->count));
}

/* An ending or a kind, with a share by which it is ordered. */
typedef struct Ranked {
    double share;
    int of; /* the HenkaReason, the kind */
} Ranked;

static int by_share(const void *a, const void *b) {
    const Ranked *x = a, *y = b;
    if (x->share != y->share) return x->share < y->share ? 1 : -1;
    return x->of - y->of;
}

static void say_ends(const Saying *saying) {
    const Share *ends = saying->report->ends;
    Ranked ranked[STUDY_REASONS];
    Naming list = {.count = 0};
    int count = 0;
    for (int reason = 1; reason < STUDY_REASONS; reason++)
        if (ends[reason].games) ranked[count++] = (Ranked){ends[reason].share, reason};
    qsort(ranked, (size_t)count, sizeof *ranked, by_share);
    for (int i = 0; i < count; i++) {
        const Share *share = &ends[ranked[i].of];
        MessageArg reason = arg_reason((HenkaReason)ranked[i].of),
                   part = arg_decimal(100 * share->share, 1);
        list_add(&list, isnan(share->low) ? MESSAGE_OF(MSG_STUDY_END_UNKNOWN, reason, part)
                                          : MESSAGE_OF(MSG_STUDY_END_SHARE, reason, part,
                                                       arg_decimal(100 * share->low, 1),
                                                       arg_decimal(100 * share->high, 1)));
    }
    say_list(saying, MSG_STUDY_ENDS, &list);
}

/* ---- kinds of pieces ---- */

Message study_kind(const HenkaVariant *variant, int type) {
    HenkaType kind = henka_variant_type(variant, type);
    for (int other = 1; other <= henka_variant_type_count(variant); other++)
        if (other != type && !strcmp(henka_variant_type(variant, other).name, kind.name))
            return MESSAGE_OF(MSG_STUDY_KIND_ID, arg_text(kind.name), arg_text(kind.id));
    return MESSAGE_OF(MSG_STUDY_KIND, arg_text(kind.name));
}

static bool can_take_elsewhere(const HenkaVariant *variant, int type) {
    HenkaMark marks[HENKA_MAX_SQUARES];
    size_t count = henka_variant_diagram(variant, type, marks, HENKA_MAX_SQUARES);
    bool can = false;
    for (size_t i = 0; i < count && i < HENKA_MAX_SQUARES; i++)
        can |= (marks[i].kinds & (HENKA_MARK_VICTIM | HENKA_MARK_BURN)) != 0;
    return can;
}

/* Can the kind be held in hand? */
static bool is_held(const HenkaVariant *variant, int type) {
    return henka_variant_has_hands(variant) && henka_variant_type(variant, type).in_hand == type;
}

/* Does the sentence name the kind? */
static bool is_named(const StudyReport *report, int type, MessageKey sentence) {
    const HenkaVariant *variant = report->plan->variant;
    const HenkaType kind = henka_variant_type(variant, type);
    const StudyPiece *piece = &report->pieces[type];
    const StudyWorth *board = &report->pieces[type].worth[STUDY_BOARD],
                     *hand = &report->pieces[type].worth[STUDY_HAND];
    switch ((int)sentence) {
    case MSG_STUDY_WORTH_DUD_BOARD:
        return board->determined && board->chance_low <= 0.5;
    case MSG_STUDY_WORTH_DUD_HAND:
        return is_held(variant, type) && hand->determined && hand->chance_low <= 0.5;
    case MSG_STUDY_WORTH_OPEN_BOARD: /* a royal never differs, and needs no word */
        return !board->determined && !kind.royal;
    case MSG_STUDY_WORTH_OPEN_HAND:
        return is_held(variant, type) && !hand->determined && !kind.royal;
    case MSG_STUDY_NEVER_WON:
        return board->ahead + hand->ahead >= STUDY_AHEAD_GAMES &&
               !(board->ahead_won + hand->ahead_won);
    case MSG_STUDY_NEVER_ELSEWHERE:
        return !piece->elsewhere && can_take_elsewhere(variant, type);
    case MSG_STUDY_NEVER_MOVED:
        return !piece->moves;
    case MSG_STUDY_NEVER_DROPPED:
        return is_held(variant, type) && !piece->drops;
    default: /* MSG_STUDY_NEVER_PROMOTED */
        return kind.promoted && !piece->promotions;
    }
}

/* The kinds that the sentence names, if there are any. */
static bool say_kinds(const Saying *saying, MessageKey sentence) {
    const StudyReport *report = saying->report;
    Naming list = {.count = 0};
    for (int type = 1; type <= henka_variant_type_count(report->plan->variant); type++)
        if (is_named(report, type, sentence))
            list_add(&list, study_kind(report->plan->variant, type));
    say_list(saying, sentence, &list);
    return list.count > 0;
}

/* Endings of the rules that no game had. */
static void say_ends_unseen(const Saying *saying) {
    const StudyReport *report = saying->report;
    MessageArg names[STUDY_REASONS];
    size_t count = 0;
    for (int reason = HENKA_CHECKMATE; reason <= HENKA_NO_LEGAL_MOVE; reason++) {
        int games = 0;
        for (int strength = 0; strength < report->plan->strengths; strength++)
            for (int set = 0; set < STUDY_SETS; set++)
                games += report->cells[strength][set].ends[reason];
        if (!games && henka_variant_can_end(report->plan->variant, (HenkaReason)reason))
            names[count++] = arg_reason((HenkaReason)reason);
    }
    if (count) say_so(saying, MSG_STUDY_NEVER_ENDED, arg_list(names, count));
}

/* Rules of the game that forbade nothing. */
static void say_bars_unseen(const Saying *saying) {
    const StudyReport *report = saying->report;
    uint32_t has = henka_variant_bars(report->plan->variant);
    MessageArg names[HENKA_BARS];
    size_t count = 0;
    for (int bar = 0; bar < HENKA_BARS; bar++)
        if (has >> bar & 1 && !report->bars[bar]) names[count++] = study_bar_arg((HenkaBar)bar);
    if (count && report->quiet)
        say_so(saying, MSG_STUDY_NEVER_BARRED, arg_number(report->quiet), arg_list(names, count));
}

/* The kinds that are worth most, those that may be worth nothing, and those of which the games do
 * not tell. */
static void say_worth(const Saying *saying, StudyPlace place) {
    enum { NAMED = 3 };
    const HenkaVariant *variant = saying->report->plan->variant;
    Ranked ranked[HENKA_MAX_TYPES];
    Message kinds[NAMED];
    Naming list = {.count = 0};
    int count = 0;
    for (int type = 1; type <= henka_variant_type_count(variant); type++) {
        const StudyWorth *worth = &saying->report->pieces[type].worth[place];
        if (worth->determined && (place == STUDY_BOARD || is_held(variant, type)))
            ranked[count++] = (Ranked){worth->chance, type};
    }
    qsort(ranked, (size_t)count, sizeof *ranked, by_share);
    for (int i = 0; i < count && i < NAMED; i++) {
        const StudyWorth *worth = &saying->report->pieces[ranked[i].of].worth[place];
        kinds[i] = study_kind(variant, ranked[i].of);
        list_add(&list, MESSAGE_OF(MSG_STUDY_WORTH_SHARE, arg_message(&kinds[i]),
                                   arg_decimal(100 * worth->chance, 0),
                                   arg_decimal(100 * worth->chance_low, 0),
                                   arg_decimal(100 * worth->chance_high, 0)));
    }
    say_list(saying, place == STUDY_BOARD ? MSG_STUDY_WORTH_BOARD : MSG_STUDY_WORTH_HAND, &list);
    say_kinds(saying, place == STUDY_BOARD ? MSG_STUDY_WORTH_DUD_BOARD : MSG_STUDY_WORTH_DUD_HAND);
    say_kinds(saying,
              place == STUDY_BOARD ? MSG_STUDY_WORTH_OPEN_BOARD : MSG_STUDY_WORTH_OPEN_HAND);
}

/* Do the games tell of any kind what it is worth? */
static bool tells_worth(const StudyReport *report) {
    for (int type = 1; type < HENKA_MAX_TYPES; type++)
        for (int place = 0; place < STUDY_PLACES; place++)
            if (report->pieces[type].worth[place].determined) return true;
    return false;
}

/* Options that aren't as the game has them. */
static void say_settings(const Saying *saying) {
    const HenkaVariant *variant = saying->report->plan->variant;
    Naming list = {.count = 0};
    for (size_t i = 0; i < henka_variant_option_count(variant) && list.count < STUDY_SETTINGS;
         i++) {
        HenkaOption option = henka_variant_option(variant, i);
        if (strcmp(option.value, option.standard) != 0)
            list_add(&list,
                     MESSAGE_OF(MSG_STUDY_SETTING, arg_text(option.name), arg_text(option.value)));
    }
    say_list(saying, MSG_STUDY_SETTINGS, &list);
}

/* What evaluates the positions, by name and hash, and which random openings they are. */
static void say_evaluation(const Saying *saying, MessageKey key) {
    const StudyPlan *plan = saying->report->plan;
    const HenkaEvaluation evaluation = henka_variant_evaluation(plan->variant);
    char hash[20];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)evaluation.hash);
    const Message name =
        evaluation.network  ? MESSAGE_OF(MSG_STUDY_EVALUATION_NETWORK, arg_text(hash))
        : evaluation.fitted ? MESSAGE_OF(MSG_STUDY_EVALUATION_FITTED, arg_text(hash))
                            : MESSAGE_OF(MSG_STUDY_EVALUATION_DERIVED);
    say_so(saying, key, arg_message(&name));
    if (plan->random.quiet) say_so(saying, MSG_STUDY_QUIET_OPENINGS);
}

void study_sentences(const StudyReport *report, StudySay *say, void *context) {
    const StudyPlan *plan = report->plan;
    const Saying saying = {report, say, context, plan->nodes[plan->strengths - 1]};
    int unfinished = report->distinct - report->finished,
        repeated = report->played - report->distinct;
    say_so(&saying, MSG_STUDY_LEAD, arg_number(report->played),
           arg_text(henka_variant_title(plan->variant)), arg_number(report->distinct),
           arg_number(report->finished));
    say_evaluation(&saying, MSG_STUDY_EVALUATION);
    say_settings(&saying);
    if (plan->shards > 1)
        say_so(&saying, MSG_STUDY_SHARD, arg_number(plan->shard + 1), arg_number(plan->shards));
    if (report->games->count < study_wanted(plan))
        say_so(&saying, MSG_STUDY_CUT_SHORT, arg_number(report->games->count),
               arg_number(study_wanted(plan)));
    for (int set = STUDY_SETS; set-- > 0;) say_favoured(&saying, (StudySet)set);
    say_more(&saying);
    for (int set = STUDY_SETS; set-- > 0;) say_change(&saying, (StudySet)set);
    say_measures(&saying);
    say_ends(&saying);
    say_skill(&saying);
    if (unfinished)
        say_so(&saying, MSG_STUDY_CUT_OFF, arg_number(unfinished), arg_number(plan->max_plies));
    if (repeated) say_so(&saying, MSG_STUDY_REPEATED, arg_number(repeated));
    if (!report->distinct) return;
    if (!tells_worth(report)) say_so(&saying, MSG_STUDY_WORTH_OPEN);
    for (int place = 0; tells_worth(report) && place < STUDY_PLACES; place++)
        say_worth(&saying, (StudyPlace)place);
    say_kinds(&saying, MSG_STUDY_NEVER_WON);
    say_ends_unseen(&saying);
    say_bars_unseen(&saying);
    say_kinds(&saying, MSG_STUDY_NEVER_ELSEWHERE);
    bool unused = say_kinds(&saying, MSG_STUDY_NEVER_MOVED);
    unused |= say_kinds(&saying, MSG_STUDY_NEVER_DROPPED);
    unused |= say_kinds(&saying, MSG_STUDY_NEVER_PROMOTED);
    if (!unused) say_so(&saying, MSG_STUDY_ALL_USED);
}

/* ---- a comparison ---- */

static void say_contrast(const Saying *saying, const StudyComparison *comparison, int choice,
                         StudySet set) {
    const StudyPlan *plan = saying->report->plan;
    int strongest = plan->strengths - 1;
    const StudyContrast *contrast = &comparison->contrasts[choice][strongest][set];
    const StudyDifference *share = &contrast->share, *drawn = &contrast->drawn;
    const Share *own = &comparison->reports[choice].cells[strongest][set].share,
                *other = &comparison->reports[0].cells[strongest][set].share;
    int apart = own->games < other->games ? own->games : other->games,
        games = comparison->common ? contrast->pairs : apart;
    MessageArg with = ARG_SAY(MSG_STUDY_SETTING, arg_text(comparison->option.name),
                              arg_text(comparison->option.choices[choice])),
               standard = ARG_SAY(MSG_STUDY_SETTING, arg_text(comparison->option.name),
                                  arg_text(comparison->option.choices[0]));
    if (!games) {
        say_so(saying, MSG_STUDY_COMPARE_NO_GAMES, study_openings_arg(set), with, standard);
        return;
    }
    if (isnan(share->low)) {
        say_so(saying, MSG_STUDY_COMPARE_UNKNOWN, study_openings_arg(set), with, standard);
        return;
    }
    say_so(saying,
           share->low > 0    ? MSG_STUDY_COMPARE_SENTE
           : share->high < 0 ? MSG_STUDY_COMPARE_GOTE
                             : MSG_STUDY_COMPARE_OPEN,
           study_openings_arg(set), with, standard, arg_signed(100 * share->difference, 1),
           arg_signed(100 * share->low, 1), arg_signed(100 * share->high, 1), arg_number(games),
           arg_number((int64_t)saying->nodes));
    if (drawn->low > 0 || drawn->high < 0)
        say_so(saying, MSG_STUDY_COMPARE_DRAWN, study_openings_arg(set), with, standard,
               arg_signed(100 * drawn->difference, 1), arg_signed(100 * drawn->low, 1),
               arg_signed(100 * drawn->high, 1));
    if (contrast->same)
        say_so(saying, MSG_STUDY_COMPARE_SAME, study_openings_arg(set), with, standard,
               arg_number(contrast->same), arg_number(games));
}

/* The choices for which all are played without something; nothing where there are none. */
static void say_misfits(const Saying *saying, const StudyComparison *comparison, MessageKey key,
                        uint32_t misfits) {
    Naming list = {.count = 0};
    for (int i = 0; i < comparison->count; i++)
        if (misfits >> i & 1)
            list_add(&list, MESSAGE_OF(MSG_STUDY_SETTING, arg_text(comparison->option.name),
                                       arg_text(comparison->option.choices[i])));
    say_list(saying, key, &list);
}

void study_compare_sentences(const StudyComparison *comparison, StudySay *say, void *context) {
    const StudyPlan *plan = comparison->reports->plan;
    const HenkaOption *option = &comparison->option;
    const Saying saying = {comparison->reports, say, context, plan->nodes[plan->strengths - 1]};
    MessageArg choices[OPENING_COMMON];
    int missing = 0;
    for (int i = 0; i < comparison->count; i++) {
        choices[i] = arg_text(option->choices[i]);
        missing += study_wanted(plan) - comparison->reports[i].games->count;
    }
    say_so(&saying, MSG_STUDY_COMPARE_LEAD, arg_text(henka_variant_title(plan->variant)),
           arg_text(option->name), arg_text(option->help),
           arg_list(choices, (size_t)comparison->count), arg_number(study_wanted(plan)));
    say_evaluation(&saying, MSG_STUDY_COMPARE_EVALUATION);
    say_misfits(&saying, comparison, MSG_STUDY_COMPARE_NO_NETWORK, comparison->network_misfits);
    say_misfits(&saying, comparison, MSG_STUDY_COMPARE_NO_NUMBERS, comparison->numbers_misfits);
    if (missing) say_so(&saying, MSG_STUDY_COMPARE_CUT_SHORT, arg_number(missing));
    if (comparison->common)
        say_so(&saying, MSG_STUDY_COMPARE_COMMON,
               ARG_SAY(MSG_STUDY_SETTING, arg_text(option->name), arg_text(option->choices[0])));
    else
        say_so(&saying, MSG_STUDY_COMPARE_APART);
    for (int choice = 1; choice < comparison->count; choice++)
        for (int set = STUDY_SETS; set-- > 0;)
            say_contrast(&saying, comparison, choice, (StudySet)set);
}
