/* variant - the public calls that look into a checked variant. */
#include "variant/variant.h"
#include "base/memory.h"

#include "base/arena.h"
#include "base/budget.h"
#include "base/error.h"
#include "base/utf8.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* References are counted atomically, because threads share a variant. The call that drops the last
 * reference frees it. */
HenkaVariant *henka_variant_retain(const HenkaVariant *variant) {
    HenkaVariant *v = (HenkaVariant *)variant;
    __atomic_add_fetch(&v->references, 1, __ATOMIC_RELAXED);
    return v;
}

void henka_variant_free(HenkaVariant *v) {
    if (!v || __atomic_sub_fetch(&v->references, 1, __ATOMIC_ACQ_REL)) return;
    memory_give(v->evaluator);
    memory_give(v->derived_evaluator);
    memory_give(v->network);
    arena_free(v->arena);
}

HenkaVariant *henka_variant_shipped(const char *name, const char *const *settings, size_t count,
                                    HenkaReport *report) {
    const char *shipped;
    for (size_t i = 0; (shipped = henka_shipped_name(i)); i++) {
        size_t length;
        if (strcmp(shipped, name)) continue;
        const char *text = henka_shipped_text(i, &length);
        return henka_variant_parse(text, length, settings, count, report);
    }
    error_report(report, &MESSAGE_OF(MSG_GAME_UNKNOWN, arg_text(name)));
    return NULL;
}

bool henka_budget_error(const HenkaBudget *budget, const HenkaVariant *v, HenkaError *error) {
    int type = henka_budget_type(budget);
    if (budget->ended) return error_set(error, MSG_BUDGET_CANCELLED);
    return v && type && type <= v->type_count
               ? error_set(error, MSG_BUDGET_SPENT_TYPE, arg_text(v->types[type].id))
               : error_set(error, MSG_BUDGET_SPENT);
}

const char *henka_variant_name(const HenkaVariant *v) { return v->name; }
const char *henka_variant_title(const HenkaVariant *v) { return v->title; }
const char *henka_variant_about(const HenkaVariant *v, const char *key) {
    for (int i = 0; i < v->about_count; i++)
        if (!strcmp(v->about_keys[i], key)) return v->about_values[i];
    return "";
}
int henka_variant_files(const HenkaVariant *v) { return v->files; }
int henka_variant_ranks(const HenkaVariant *v) { return v->ranks; }
int henka_variant_zone(const HenkaVariant *v) {
    return v->zone_squares[0] || v->zone_squares[1] ? 0 : v->zone_ranks;
}
bool henka_variant_in_zone(const HenkaVariant *v, int side, int square) {
    return square >= 0 && square < v->squares && (unsigned)side <= HENKA_GOTE &&
           in_zone(v, side, square);
}
bool henka_variant_in_region(const HenkaVariant *v, int type, int side, int square) {
    return type >= 1 && type <= v->type_count && (unsigned)side <= HENKA_GOTE && square >= 0 &&
           square < v->squares && in_region(v, side, type, square);
}
const char *henka_variant_board(const HenkaVariant *v) {
    static const char *const words[] = {"plain", "checkered", "points",
                                        "notched"}; /* the words of `board` in schema.def */
    return words[v->board];
}
bool henka_variant_is_hole(const HenkaVariant *v, int square) {
    return square >= 0 && square < v->squares && v->hole[square];
}
bool henka_variant_has_hands(const HenkaVariant *v) { return v->hands; }
bool henka_variant_drops_either_face(const HenkaVariant *v) {
    return v->hands && v->drop_either_face;
}
bool henka_variant_counts_skips(const HenkaVariant *v) { return v->skip_not_twice; }
const char *henka_variant_start(const HenkaVariant *v) { return v->start_sfen; }
int henka_variant_type_count(const HenkaVariant *v) { return v->type_count; }

size_t henka_variant_option_count(const HenkaVariant *v) { return (size_t)v->option_count; }
HenkaOption henka_variant_option(const HenkaVariant *v, size_t index) {
    if (index >= (size_t)v->option_count) return (HenkaOption){"", "", "", "", NULL, NULL, 0};
    const VariantOption *option = &v->options[index];
    return (HenkaOption){option->name,        option->help,    option->value,
                         option->choices[0],  option->choices, option->choice_help,
                         option->choice_count};
}

size_t henka_variant_handicap_count(const HenkaVariant *v) { return (size_t)v->handicap_count; }
HenkaHandicap henka_variant_handicap(const HenkaVariant *v, size_t index) {
    if (index >= (size_t)v->handicap_count) return (HenkaHandicap){"", "", ""};
    const Handicap *handicap = &v->handicaps[index];
    return (HenkaHandicap){handicap->name, handicap->kanji, handicap->start_sfen};
}

const char *henka_variant_handicap_start(const HenkaVariant *v, const char *name,
                                         HenkaError *error) {
    MessageArg names[HANDICAPS_MOST], given = arg_bytes(name, utf8_cut(name, strlen(name), 40));
    for (int i = 0; i < v->handicap_count; i++) {
        const Handicap *handicap = &v->handicaps[i];
        if (*name && (!strcmp(name, handicap->name) || !strcmp(name, handicap->kanji)))
            return handicap->start_sfen;
        names[i] = arg_text(handicap->name);
    }
    if (v->handicap_count)
        error_say(error, 1, 1, MSG_HANDICAP_UNKNOWN, arg_text(v->name), given,
                  arg_list(names, (size_t)v->handicap_count));
    else
        error_say(error, 1, 1, MSG_HANDICAP_UNKNOWN_NONE, arg_text(v->name), given);
    return NULL;
}

HenkaType henka_variant_type(const HenkaVariant *v, int type) {
    if (type < 1 || type > v->type_count)
        return (HenkaType){"", "", "", "", "", "", 0, 0, 0, false, "", ""};
    const PieceType *t = &v->types[type];
    return (HenkaType){t->id,      t->name,  t->kanji,      t->kanji1,
                       t->western, t->betza, t->promoted,   t->unpromoted,
                       t->in_hand, t->royal, t->kanji_gote, t->kanji1_gote};
}
