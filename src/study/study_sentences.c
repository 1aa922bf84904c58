#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "study/study_print.h"

enum { STUDY_SETTINGS = 32 }; /* number of changed options that a sentence names, at most */

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

/* The input of all sentences. */
typedef struct Saying {
    const StudyReport *report;
    StudySay *say;
    void *context;
    uint64_t nodes; /* nodes a move of the greatest strength */
    int *said;      /* receives the number of sentences said so far; may be NULL */
} Saying;

static void say_message(const Saying *saying, const Message *message) {
    if (saying->said) ++*saying->said;
    saying->say(saying->context, message);
}
#define say_so(saying, ...) say_message(saying, &MESSAGE_OF(__VA_ARGS__))

/* Says a message with six arguments, and with this seventh one if its row has a place for it. */
static void say_seventh(const Saying *saying, Message message, MessageArg seventh) {
    if (message_row(message.key)->parameters[6].name) message.args[6] = seventh;
    say_message(saying, &message);
}

static const StudyCell *strongest(const Saying *saying, StudySet set) {
    return &saying->report->cells[saying->report->plan->strengths - 1][set];
}

static void say_favoured(const Saying *saying, StudySet set) {
    static const MessageKey keys[] = {[STUDY_FAVOURS_SENTE] = MSG_STUDY_SENTE_FAVOURED,
                                      [STUDY_FAVOURS_GOTE] = MSG_STUDY_GOTE_FAVOURED,
                                      [STUDY_LEANS_SENTE] = MSG_STUDY_SENTE_LEANS,
                                      [STUDY_LEANS_GOTE] = MSG_STUDY_GOTE_LEANS,
                                      [STUDY_EVEN] = MSG_STUDY_SIDES_EVEN,
                                      [STUDY_OPEN] = MSG_STUDY_SIDES_OPEN};
    const StudyPlan *plan = saying->report->plan;
    const Share *share = &strongest(saying, set)->share;
    StudyVerdict verdict = study_verdict(share, study_effect(plan));
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
    say_seventh(
        saying,
        MESSAGE_OF(keys[verdict], study_openings_arg(set), arg_decimal(100 * share->share, 1),
                   arg_decimal(100 * share->low, 1), arg_decimal(100 * share->high, 1),
                   arg_number(share->games), arg_number((int64_t)saying->nodes)),
        arg_number(verdict == STUDY_OPEN ? study_more(share, study_effect(plan)) : plan->effect));
}

static void say_change(const Saying *saying, StudySet set) {
    static const MessageKey keys[] = {[STUDY_SETTLED] = MSG_STUDY_SETTLED,
                                      [STUDY_MOVING] = MSG_STUDY_CHANGES,
                                      [STUDY_UNSETTLED] = MSG_STUDY_STAYS};
    const StudyPlan *plan = saying->report->plan;
    const StudyChange *change = &saying->report->changes[set];
    if (plan->strengths < 2 || isnan(change->share.low)) return;
    say_seventh(saying,
                MESSAGE_OF(keys[change->verdict], study_openings_arg(set),
                           arg_signed(100 * change->share.difference, 1),
                           arg_signed(100 * change->share.low, 1),
                           arg_signed(100 * change->share.high, 1),
                           arg_number((int64_t)change->from), arg_number((int64_t)change->to)),
                arg_number(plan->effect));
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

/* Says a value with its bounds, and the number of games or positions; nothing without bounds. */
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

static void said_average(const Saying *saying, MessageKey key, const double *average) {
    if (!isnan(*average))
        say_so(saying, key, study_openings_arg(STUDY_START), arg_number((int64_t)saying->nodes),
               arg_decimal(*average, 1));
}

#define MSG_STUDY_SAID_NONE MSG_NONE
#define said_ratio(saying, key, value) ((void)0)

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

/* The items of a list within a sentence. */
typedef struct Naming {
    Message said[HENKA_MAX_TYPES];     /* [count] */
    MessageArg items[HENKA_MAX_TYPES]; /* [count]: items[i] points to said[i] */
    size_t count;
} Naming;

static void list_add(Naming *list, Message said) {
    list->said[list->count] = said;
    list->items[list->count] = arg_message(&list->said[list->count]);
    list->count++;
}

/* Says the sentence with the list; nothing if the list is empty. */
static void say_list(const Saying *saying, MessageKey key, const Naming *list) {
    if (list->count) say_so(saying, key, arg_list(list->items, list->count));
}

/* A way in which games end, or a type of piece, with the share that orders the list. */
typedef struct Ranked {
    double share;
    int of; /* the HenkaReason, or the type of piece */
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

/* Can pieces of this type be held in hand? */
static bool is_held(const HenkaVariant *variant, int type) {
    return henka_variant_has_hands(variant) && henka_variant_type(variant, type).in_hand == type;
}

/* Is it certain of any type of piece that a side with one more of it wins more often? If not, the
 * study is too small to say of a type that it is of no use. */
static bool tells_worth(const StudyReport *report) {
    for (int type = 1; type < HENKA_MAX_TYPES; type++)
        for (int place = 0; place < STUDY_PLACES; place++) {
            const StudyWorth *worth = &report->pieces[type].worth[place];
            if (worth->determined && worth->chance_low > 0.5) return true;
        }
    return false;
}

/* Does the sentence name this type of piece? */
static bool is_named(const StudyReport *report, int type, MessageKey sentence) {
    const HenkaVariant *variant = report->plan->variant;
    const HenkaType kind = henka_variant_type(variant, type);
    const StudyPiece *piece = &report->pieces[type];
    const StudyWorth *board = &report->pieces[type].worth[STUDY_BOARD],
                     *hand = &report->pieces[type].worth[STUDY_HAND];
    switch ((int)sentence) {
    case MSG_STUDY_WORTH_DUD_BOARD:
        return board->determined && board->chance_low <= 0.5 && tells_worth(report);
    case MSG_STUDY_WORTH_DUD_HAND:
        return is_held(variant, type) && hand->determined && hand->chance_low <= 0.5 &&
               tells_worth(report);
    case MSG_STUDY_WORTH_OPEN_BOARD: /* no royals: the sides have equal numbers */
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
    default: /* sentence is MSG_STUDY_NEVER_PROMOTED */
        return kind.promoted && !piece->promotions;
    }
}

/* Says the sentence with the types of pieces that it names; nothing if there are none. */
static void say_kinds(const Saying *saying, MessageKey sentence) {
    const StudyReport *report = saying->report;
    Naming list = {.count = 0};
    for (int type = 1; type <= henka_variant_type_count(report->plan->variant); type++)
        if (is_named(report, type, sentence))
            list_add(&list, study_kind(report->plan->variant, type));
    say_list(saying, sentence, &list);
}

/* Was some type of piece never moved, dropped or promoted, though it can be? */
static bool is_unused(const StudyReport *report) {
    bool unused = false;
    for (int type = 1; type <= henka_variant_type_count(report->plan->variant); type++)
        unused |= is_named(report, type, MSG_STUDY_NEVER_MOVED) ||
                  is_named(report, type, MSG_STUDY_NEVER_DROPPED) ||
                  is_named(report, type, MSG_STUDY_NEVER_PROMOTED);
    return unused;
}

/* Says which possible endings no game had, and which rules that forbid moves never forbade one. */
static void say_unseen(const Saying *saying) {
    const StudyReport *report = saying->report;
    const HenkaVariant *variant = report->plan->variant;
    MessageArg ends[STUDY_REASONS], bars[HENKA_BARS];
    size_t end_count = 0, bar_count = 0;
    for (int reason = HENKA_CHECKMATE; reason <= HENKA_NO_LEGAL_MOVE; reason++) {
        int games = 0;
        for (int strength = 0; strength < report->plan->strengths; strength++)
            for (int set = 0; set < STUDY_SETS; set++)
                games += report->cells[strength][set].ends[reason];
        if (!games && henka_variant_can_end(variant, (HenkaReason)reason))
            ends[end_count++] = arg_reason((HenkaReason)reason);
    }
    for (int bar = 0; bar < HENKA_BARS; bar++)
        if (henka_variant_bars(variant) >> bar & 1 && !report->bars[bar])
            bars[bar_count++] = study_bar_arg((HenkaBar)bar);
    if (end_count) say_so(saying, MSG_STUDY_NEVER_ENDED, arg_list(ends, end_count));
    if (bar_count && report->quiet)
        say_so(saying, MSG_STUDY_NEVER_BARRED, arg_number(report->quiet),
               arg_list(bars, bar_count));
}

/* Says which types go with winning most, by lower bound, and of which the games show nothing. */
static void say_worth(const Saying *saying, StudyPlace place) {
    enum { NAMED = 3 };
    const HenkaVariant *variant = saying->report->plan->variant;
    Ranked ranked[HENKA_MAX_TYPES];
    Message kinds[NAMED];
    Naming list = {.count = 0};
    int count = 0;
    for (int type = 1; type <= henka_variant_type_count(variant); type++) {
        const StudyWorth *worth = &saying->report->pieces[type].worth[place];
        /* Lists only types with which a win is surely likelier: lower bound above one half. */
        if (worth->determined && (place == STUDY_BOARD || is_held(variant, type)) &&
            worth->chance_low > 0.5 && !is_named(saying->report, type, MSG_STUDY_NEVER_WON))
            ranked[count++] = (Ranked){worth->chance_low, type};
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
    say_kinds(saying,
              place == STUDY_BOARD ? MSG_STUDY_WORTH_OPEN_BOARD : MSG_STUDY_WORTH_OPEN_HAND);
}

/* ---- trials ---- */

/* Says the results of the games from each first move, their scores, and where the two disagree. */
static void say_tried(const Saying *saying) {
    const StudyReport *report = saying->report;
    Naming shares = {.count = 0}, scores = {.count = 0}, disagree = {.count = 0};
    uint64_t nodes = 0;
    for (int i = 0; i < report->tried_count; i++) {
        const StudyTried *tried = &report->tried[i];
        const Share *share = &tried->share;
        MessageArg part = arg_decimal(100 * share->share, 1), move = arg_text(tried->name),
                   games = arg_number(share->games);
        if (share->games)
            list_add(&shares, isnan(share->low)
                                  ? MESSAGE_OF(MSG_STUDY_TRIED_UNKNOWN, part, move, games)
                                  : MESSAGE_OF(MSG_STUDY_TRIED_MOVE, part, move,
                                               arg_decimal(100 * share->low, 1),
                                               arg_decimal(100 * share->high, 1), games));
        nodes = tried->nodes;
        if (!isnan(tried->score))
            list_add(&scores, MESSAGE_OF(MSG_STUDY_TRIED_SCORE, arg_signed(tried->score, 0), move,
                                         arg_number(tried->depth)));
        if (tried->disagrees) list_add(&disagree, MESSAGE_OF(MSG_STUDY_TRIED_AFTER, move));
    }
    if (shares.count)
        say_so(saying, MSG_STUDY_TRIED, arg_number((int64_t)saying->nodes),
               arg_list(shares.items, shares.count));
    if (scores.count)
        say_so(saying, MSG_STUDY_TRIED_SEARCH, arg_number((int64_t)nodes),
               arg_list(scores.items, scores.count));
    say_list(saying, MSG_STUDY_TRIED_DISAGREE, &disagree);
}

/* Says which of two kinds is worth more by exchange, and where the association says otherwise. */
static void say_exchanges(const Saying *saying) {
    static const MessageKey keys[] = {[STUDY_FAVOURS_SENTE] = MSG_STUDY_EXCHANGE_LESS,
                                      [STUDY_FAVOURS_GOTE] = MSG_STUDY_EXCHANGE_MORE,
                                      [STUDY_LEANS_SENTE] = MSG_STUDY_EXCHANGE_LESS,
                                      [STUDY_LEANS_GOTE] = MSG_STUDY_EXCHANGE_MORE,
                                      [STUDY_EVEN] = MSG_STUDY_EXCHANGE_EVEN,
                                      [STUDY_OPEN] = MSG_STUDY_EXCHANGE_OPEN};
    const StudyPlan *plan = saying->report->plan;
    for (int i = 0; i < saying->report->exchange_count; i++) {
        const StudyExchange *exchange = &saying->report->exchanges[i];
        const Share *share = &exchange->share;
        const Message kinds[] = {study_kind(plan->variant, exchange->types[0]),
                                 study_kind(plan->variant, exchange->types[1])};
        MessageArg piece = arg_message(&kinds[0]), other = arg_message(&kinds[1]);
        if (!share->games) continue;
        if (isnan(share->low)) {
            say_so(saying, MSG_STUDY_EXCHANGE_UNKNOWN, piece, other);
            continue;
        }
        say_seventh(saying,
                    MESSAGE_OF(keys[exchange->verdict], piece, other,
                               arg_decimal(100 * share->share, 1), arg_decimal(100 * share->low, 1),
                               arg_decimal(100 * share->high, 1), arg_number(share->games)),
                    arg_number(plan->effect));
        bool more = keys[exchange->verdict] == MSG_STUDY_EXCHANGE_MORE;
        if (exchange->differs)
            say_so(saying, MSG_STUDY_ASSOCIATION_DIFFERS, more ? other : piece,
                   more ? piece : other);
    }
}

/* ---- what to mend ---- */

/* Says which pieces of the array are undefended: those attacked at once, then the kinds of all. */
static void say_array(const Saying *saying) {
    const StudyReport *report = saying->report;
    enum { MOST = 12 }; /* pieces that a sentence names */
    Message names[HENKA_MAX_TYPES];
    Naming first = {.count = 0}, second = {.count = 0}, kinds = {.count = 0};
    bool named[HENKA_MAX_TYPES] = {0};
    for (int type = 1; type <= henka_variant_type_count(report->plan->variant); type++)
        names[type] = study_kind(report->plan->variant, type);
    for (int i = 0; i < report->undefended_count; i++) {
        const StudyUndefended *piece = &report->undefended[i];
        MessageArg name = arg_message(&names[piece->type]), square = arg_text(piece->square);
        if (piece->attacked && piece->side == HENKA_GOTE && first.count < MOST)
            list_add(&first,
                     MESSAGE_OF(MSG_STUDY_HANGING_PIECE, name, square, arg_number(piece->taken),
                                arg_number(study_from_start(report))));
        if (piece->attacked && piece->side == HENKA_SENTE && second.count < MOST)
            list_add(&second, MESSAGE_OF(MSG_STUDY_PIECE_ON, name, square));
        if (!named[piece->type]) list_add(&kinds, names[piece->type]);
        named[piece->type] = true;
    }
    say_list(saying, MSG_STUDY_HANGING_FIRST, &first);
    say_list(saying, MSG_STUDY_HANGING_GOTE, &second);
    if (kinds.count)
        say_so(saying, MSG_STUDY_UNDEFENDED, arg_number(report->array),
               arg_list(kinds.items, kinds.count));
}

/* Says with which moves nearly all games from the start begin. */
static void say_forced(const Saying *saying) {
    const StudyReport *report = saying->report;
    const StudyBranch *forced = NULL;
    int all = study_from_start(report);
    for (int i = 0; i < report->branch_count; i++)
        if (report->branches[i].games * 100 >= all * STUDY_FORCED_PER_CENT)
            forced = &report->branches[i]; /* the last is longest: after its beginning */
    if (!forced || all < STUDY_FORCED_GAMES) return;
    Out moves = out_growing();
    study_moves_text(&moves, report, forced->game, forced->depth, HENKA_WESTERN);
    char *text = out_take(&moves);
    if (text)
        say_so(saying, MSG_STUDY_FORCED, arg_number(forced->games), arg_number(all),
               arg_text(text));
    free(text);
}

/* Says which options differ from the game's own settings. */
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

/* Says the evaluation by name and hash, and whether random openings were quiet. */
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
    if (plan->family > 1)
        say_so(&saying, MSG_STUDY_TOGETHER_FAMILY, arg_number(plan->family),
               arg_number(report->figures));
    else
        say_so(&saying, MSG_STUDY_TOGETHER, arg_number(report->figures));
    say_settings(&saying);
    if (plan->shards > 1)
        say_so(&saying, MSG_STUDY_SHARD, arg_number(plan->shard + 1), arg_number(plan->shards));
    if (report->games->count < study_wanted(plan))
        say_so(&saying, MSG_STUDY_CUT_SHORT, arg_number(report->games->count),
               arg_number(study_wanted(plan)));
    for (int set = STUDY_SETS; set-- > 0;) say_favoured(&saying, (StudySet)set);
    if (study_enough(report)) say_so(&saying, MSG_STUDY_MORE, arg_number(study_enough(report)));
    for (int set = STUDY_SETS; set-- > 0;) say_change(&saying, (StudySet)set);
    /* The measures of the games from the starting position at the greatest strength. */
    const StudyCell *cell = strongest(&saying, STUDY_START);
#define GAME(of, SAID, csv, type, member, ...)                                                     \
    if (MSG_STUDY_SAID_##SAID) said_##type(&saying, MSG_STUDY_SAID_##SAID, &cell->member);
#define POSITION(SAID, type, member, ...)                                                          \
    said_##type(&saying, MSG_STUDY_SAID_##SAID, &cell->member);
#include "study/measures.def"
    say_ends(&saying);
    say_skill(&saying);
    if (unfinished)
        say_so(&saying, MSG_STUDY_CUT_OFF, arg_number(unfinished), arg_number(plan->max_plies));
    if (repeated) say_so(&saying, MSG_STUDY_REPEATED, arg_number(repeated));
    if (!report->distinct) return;
    if (!tells_worth(report)) say_so(&saying, MSG_STUDY_WORTH_OPEN);
    for (int place = 0; tells_worth(report) && place < STUDY_PLACES; place++)
        say_worth(&saying, (StudyPlace)place);
    say_tried(&saying);
    say_exchanges(&saying);
    if (!is_unused(report)) say_so(&saying, MSG_STUDY_ALL_USED);
}

void study_mend(const StudyReport *report, StudySay *say, void *context) {
    static const MessageKey kinds[] = {MSG_STUDY_NEVER_MOVED,     MSG_STUDY_NEVER_DROPPED,
                                       MSG_STUDY_NEVER_PROMOTED,  MSG_STUDY_NEVER_ELSEWHERE,
                                       MSG_STUDY_WORTH_DUD_BOARD, MSG_STUDY_WORTH_DUD_HAND,
                                       MSG_STUDY_NEVER_WON};
    Saying saying = {report, say, context, report->plan->nodes[report->plan->strengths - 1],
                     .said = &(int){0}};
    say_array(&saying);
    say_forced(&saying);
    for (size_t i = 0; report->distinct && i < sizeof kinds / sizeof *kinds; i++)
        say_kinds(&saying, kinds[i]);
    if (report->distinct) say_unseen(&saying);
    if (!*saying.said) say_so(&saying, MSG_STUDY_MEND_NONE);
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

/* Names any choices because of which none uses the network, or the fitted numbers. */
static void say_misfits(const Saying *saying, const StudyComparison *comparison, MessageKey key,
                        uint32_t misfits) {
    Naming list = {.count = 0};
    for (int i = 0; i < comparison->count; i++)
        if (misfits >> i & 1)
            list_add(&list, MESSAGE_OF(MSG_STUDY_SETTING, arg_text(comparison->option.name),
                                       arg_text(comparison->option.choices[i])));
    say_list(saying, key, &list);
}

/* Says sente's share by each judge, and the verdict of all of them together. */
static void say_judges(const Saying *saying, const StudyComparison *comparison, StudySet set) {
    static const MessageKey keys[] = {[STUDY_FAVOURS_SENTE] = MSG_STUDY_JUDGED_SENTE,
                                      [STUDY_FAVOURS_GOTE] = MSG_STUDY_JUDGED_GOTE,
                                      [STUDY_LEANS_SENTE] = MSG_STUDY_JUDGED_LEANS_SENTE,
                                      [STUDY_LEANS_GOTE] = MSG_STUDY_JUDGED_LEANS_GOTE,
                                      [STUDY_EVEN] = MSG_STUDY_JUDGED_EVEN,
                                      [STUDY_OPEN] = MSG_STUDY_JUDGED_OPEN};
    const StudyPlan *plan = saying->report->plan;
    const Share *spread = &comparison->spread[set];
    Naming list = {.count = 0};
    bool above = false, below = false;
    for (int i = 0; i < comparison->count; i++) {
        const Share *own = &comparison->reports[i].cells[plan->strengths - 1][set].share;
        if (!own->games || isnan(own->low)) continue;
        list_add(&list, MESSAGE_OF(MSG_STUDY_JUDGE, arg_text(comparison->option.choices[i]),
                                   arg_decimal(100 * own->share, 1), arg_decimal(100 * own->low, 1),
                                   arg_decimal(100 * own->high, 1), arg_number(own->games)));
        above |= own->low > 0.5, below |= own->high < 0.5;
    }
    if (list.count)
        say_so(saying, MSG_STUDY_JUDGES, study_openings_arg(set),
               arg_number((int64_t)saying->nodes), arg_list(list.items, list.count));
    if (isnan(spread->low) || isnan(spread->high)) {
        say_so(saying, MSG_STUDY_JUDGED_UNKNOWN, study_openings_arg(set));
        return;
    }
    StudyVerdict verdict = study_verdict(spread, study_effect(plan));
    Message judged = {.key = keys[verdict]};
    if (message_row(judged.key)->parameters[0].name) judged.args[0] = arg_number(plan->effect);
    say_so(saying, MSG_STUDY_JUDGED, study_openings_arg(set), arg_message(&judged),
           arg_decimal(100 * spread->low, 1), arg_decimal(100 * spread->high, 1));
    if (above && below) say_so(saying, MSG_STUDY_JUDGES_DISAGREE, study_openings_arg(set));
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
    if (comparison->judges) {
        say_so(&saying, MSG_STUDY_JUDGES_LEAD, arg_text(henka_variant_title(plan->variant)),
               arg_list(choices, (size_t)comparison->count), arg_number(study_wanted(plan)));
        if (missing) say_so(&saying, MSG_STUDY_COMPARE_CUT_SHORT, arg_number(missing));
        for (int set = STUDY_SETS; set-- > 0;) say_judges(&saying, comparison, (StudySet)set);
        return;
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
