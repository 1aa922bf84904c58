/* parse - reads a text into a checked, frozen variant. The choices that are not in force are tried
 * too, so a text is only accepted if it has no error with any choice. */
#include "format/draft.h"
#include "format/extends.h"
#include "format/values.h"
#include "tables/tables.h"
#include "variant/array.h"

#include <stdlib.h>

/* Steps that a text may cost if the caller gives no budget (base/budget.h). The shipped games take
 * 0.2 to 1.2 million. */
enum { PARSE_STEPS = 8000000 };
#include <string.h>

/* ---- settings: which choice of each option is in force --------------------------------------- */

static const Place nowhere = {0, 0};

/* Sets selected[option] to the choice, by the text "NAME=VALUE" of an option's setting. */
static void option_select(const Items *items, const char *text, int *selected, Findings *findings) {
    MessageArg known[MAX_OPTIONS > MAX_CHOICES ? MAX_OPTIONS : MAX_CHOICES];
    const char *equals = strchr(text, '=');
    Slice name = equals ? slice_between(text, equals) : slice_of(text);
    int option = reader_setting_find(items, name);
    if (!equals) {
        finding_error(findings, nowhere, MSG_SETTING_FORM, arg_slice(name));
    } else if (option < 0 && !items->setting_count) {
        finding_error(findings, nowhere, MSG_OPTION_UNKNOWN_NONE, arg_slice(name));
    } else if (option < 0) {
        for (int i = 0; i < items->setting_count; i++)
            known[i] = arg_slice(items->settings[i].name);
        finding_error(findings, nowhere, MSG_OPTION_UNKNOWN, arg_slice(name),
                      arg_list(known, (size_t)items->setting_count));
    } else {
        const Setting *setting = &items->settings[option];
        int choice = reader_choice_find(setting, slice_of(equals + 1));
        if (choice >= 0) selected[option] = choice;
        for (int i = 0; i < setting->count; i++) known[i] = arg_slice(setting->choices[i].name);
        if (choice < 0)
            finding_error(findings, nowhere, MSG_CHOICE_UNKNOWN, arg_slice(name),
                          arg_text(equals + 1), arg_list(known, (size_t)setting->count));
    }
}

/* Lists the items of the text that are in force: those outside of options' choices, then those of
 * the selected choices. Returns their number. out has space for all items. */
static int options_items(const Items *items, const int *selected, const Item **out) {
    int count = 0;
    for (int option = -1; option < items->setting_count; option++)
        for (int i = 0; i < items->count; i++) {
            const Item *item = &items->list[i];
            if (item->option == option && (option < 0 || item->choice == selected[option]))
                out[count++] = item;
        }
    return count;
}

/* ---- a text to a variant --------------------------------------------------------------------- */

typedef struct Parse {
    Items items;
    Findings findings;
    Arena *scratch;
    int selected[MAX_OPTIONS];
} Parse;

static void read_keys(Draft *draft, const Item *const *items, int count, bool names_types) {
    for (int i = 0; i < count; i++)
        if (items[i]->key && key_names_types(items[i]->key) == names_types)
            key_read_value(draft, items[i]);
}

/* Reports the keys that only concern drawing in one note for the whole text. */
static void drawing_report(Parse *parse) {
    enum { NAMES = 64 };
    const Key *keys[NAMES];
    MessageArg names[NAMES];
    Place first = nowhere;
    size_t count = 0;
    for (int i = 0; i < parse->items.count; i++) {
        const Item *item = &parse->items.list[i];
        size_t known = 0;
        if (!item->key || item->key->kind != KEY_DRAWS || item->below) continue;
        while (known < count && keys[known] != item->key) known++;
        if (known < count || count == NAMES) continue;
        if (!count) first = item->at;
        keys[count] = item->key;
        names[count++] = arg_text(arena_format(parse->scratch, "`%s`", item->key->name));
    }
    if (count)
        finding_note(&parse->findings, first, MSG_KEYS_DRAWING, arg_list(names, count),
                     arg_number((int64_t)count));
}

/* Reads the whole text with these choices into a new draft. */
static Draft *draft_build(Parse *parse, Arena *arena, const int *selected) {
    enum { STEPS = 50000, STEPS_PER_ITEM = 100 };
    findings_spend(&parse->findings, STEPS + STEPS_PER_ITEM * parse->items.count);
    Draft *draft = arena_take(parse->scratch, sizeof *draft);
    const Item **items =
        arena_take(parse->scratch, (size_t)(parse->items.count + 1) * sizeof *items);
    int count = options_items(&parse->items, selected, items);
    HenkaVariant *v = &draft->v;
    draft->arena = arena;
    draft->findings = &parse->findings;
    v->name = "untitled";
    keys_set_standard(draft);
    draft->items = &parse->items;
    draft->lost_pieces = parse->items.lost_pieces;
    read_keys(draft, items, count, false);
    v->squares = v->files * v->ranks;
    pieces_read(draft, items, count);
    read_keys(draft, items, count, true);
    value_unknown_report(draft);
    pieces_promote(draft);
    pieces_royal(draft);
    pieces_hand(draft);
    pieces_rules(v);
    if (!v->title) v->title = v->name;
    if (v->repeat == REPEAT_NONE) v->repeat_count = 0;
    if (v->squares <= MAX_SQUARES) {
        array_read(draft);
        pieces_royal_rule(draft);
        if (draft->format == 1) array_homes(draft);
        shuffle_array(draft);
        value_unknown_report(draft); /* reports ids in the value of `shuffle` */
        v->start_sfen = array_sfen(draft, v->start_board, HENKA_SENTE);
    }
    if (findings_exhausted(&parse->findings)) return draft; /* checks need all pieces */
    checks_run(draft);
    array_handicaps(draft);
    return draft;
}

static void try_choices(Parse *parse) {
    Findings *findings = &parse->findings;
    findings->trial_late = findings->fatal_count > 0;
    for (int option = 0; option < parse->items.setting_count; option++) {
        const Setting *setting = &parse->items.settings[option];
        for (int choice = 0; choice < setting->count; choice++) {
            int selected[MAX_OPTIONS];
            if (choice == parse->selected[option] || findings_exhausted(findings)) continue;
            memcpy(selected, parse->selected, sizeof selected);
            selected[option] = choice;
            findings->trial_option = slice_copy(parse->scratch, setting->name);
            findings->trial_choice = slice_copy(parse->scratch, setting->choices[choice].name);
            findings->trial_line = setting->at.line;
            draft_build(parse, parse->scratch, selected);
        }
    }
}

static HenkaVariant *freeze(Parse *parse, const Draft *draft, Arena *arena) {
    HenkaVariant *v = arena_take(arena, sizeof *v);
    *v = draft->v;
    v->references = 1;
    v->arena = arena;
    v->option_count = parse->items.setting_count;
    for (int i = 0; i < parse->items.setting_count; i++) {
        const Setting *setting = &parse->items.settings[i];
        VariantOption *option = &v->options[i];
        option->name = slice_copy(arena, setting->name);
        option->help = slice_copy(arena, setting->help);
        option->choice_count = (uint8_t)setting->count;
        for (int j = 0; j < setting->count; j++) {
            option->choices[j] = slice_copy(arena, setting->choices[j].name);
            option->choice_help[j] = slice_copy(arena, setting->choices[j].help);
        }
        option->value = option->choices[parse->selected[i]];
    }
    tables_build(v);
    array_finish_sfen(v);
    return v;
}

/* Reports that the budget is spent, at the line of the piece type that used the most of it. */
static void exhausted_report(Parse *parse, const Draft *draft) {
    Findings *findings = &parse->findings;
    int type = henka_budget_type(findings->budget);
    findings->trial_option = NULL;
    if (findings->budget->ended)
        finding_error(findings, nowhere, MSG_BUDGET_CANCELLED);
    else if (type && type <= draft->v.type_count)
        finding_error(findings, draft->type_at[type], MSG_TEXT_TYPE_TOO_COSTLY,
                      arg_text(draft->v.types[type].id));
    else
        finding_error(findings, nowhere, MSG_TEXT_TOO_COSTLY);
}

static HenkaVariant *text_parse(Parse *parse, Arena *arena, const char *text, size_t length,
                                const char *const *settings, size_t count, HenkaReport *report) {
    parse->findings.arena = parse->scratch;
    const char *copy = arena_text(arena, text, length);
    const char *whole;
    if (!extends_items(parse->scratch, copy, length, &parse->items, &parse->findings, &whole))
        return findings_report(&parse->findings, report), NULL;
    drawing_report(parse);
    for (size_t i = 0; i < count; i++)
        option_select(&parse->items, settings[i], parse->selected, &parse->findings);
    Draft *draft = draft_build(parse, arena, parse->selected);
    draft->v.text = whole == copy ? copy : arena_text(arena, whole, strlen(whole));
    try_choices(parse);
    if (findings_exhausted(&parse->findings)) exhausted_report(parse, draft);
    findings_report(&parse->findings, report);
    return parse->findings.fatal_count ? NULL : freeze(parse, draft, arena);
}

/* All memory is from two arenas, so that running out of it leaves nothing else to free. */
HenkaVariant *henka_variant_parse_within(HenkaBudget *budget, const char *text, size_t length,
                                         const char *const *settings, size_t count,
                                         HenkaReport *report) {
    HenkaBudget own = {0};
    if (!budget) budget_fill(&own, PARSE_STEPS);
    ArenaFailure failure;
    Arena *const arena = arena_new(&failure), *const scratch = arena_new(&failure);
    if (!arena || !scratch || arena_catches(failure)) {
        error_report(report, &MESSAGE_OF(MSG_NO_MEMORY));
        arena_free(scratch);
        arena_free(arena);
        return NULL;
    }
    Parse parse = {.scratch = scratch, .findings.budget = budget ? budget : &own};
    HenkaVariant *v = text_parse(&parse, arena, text, length, settings, count, report);
    arena_free(scratch);
    if (!v) arena_free(arena);
    return v;
}

HenkaVariant *henka_variant_parse(const char *text, size_t length, const char *const *settings,
                                  size_t count, HenkaReport *report) {
    return henka_variant_parse_within(NULL, text, length, settings, count, report);
}
