/* parse - reads a text into a checked, frozen variant. The choices that are not in force are tried
 * too, so a file without errors has none in any of its choices. */
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

/* Fills in the names of the options as arguments of a message and returns their number. */
static size_t name_settings(const Items *items, MessageArg names[MAX_OPTIONS]) {
    for (int i = 0; i < items->setting_count; i++) names[i] = arg_slice(items->settings[i].name);
    return (size_t)items->setting_count;
}

static size_t name_choices(const Setting *setting, MessageArg names[MAX_CHOICES]) {
    for (int i = 0; i < setting->count; i++) names[i] = arg_slice(setting->choices[i].name);
    return (size_t)setting->count;
}

static void select_one(const Items *items, const char *text, int *selected, Findings *findings) {
    MessageArg known[MAX_OPTIONS > MAX_CHOICES ? MAX_OPTIONS : MAX_CHOICES];
    const char *equals = strchr(text, '=');
    Slice name = {text, (int)(equals ? (size_t)(equals - text) : strlen(text))};
    int option = reader_setting_find(items, name);
    if (!equals) {
        finding_error(findings, nowhere, MSG_SETTING_FORM, arg_slice(name));
        return;
    }
    Slice value = {equals + 1, (int)strlen(equals + 1)};
    if (option < 0) {
        size_t count = name_settings(items, known);
        if (count)
            finding_error(findings, nowhere, MSG_OPTION_UNKNOWN, arg_slice(name),
                          arg_list(known, count));
        else
            finding_error(findings, nowhere, MSG_OPTION_UNKNOWN_NONE, arg_slice(name));
        return;
    }
    int choice = reader_choice_find(&items->settings[option], value);
    if (choice >= 0) {
        selected[option] = choice;
        return;
    }
    size_t count = name_choices(&items->settings[option], known);
    finding_error(findings, nowhere, MSG_CHOICE_UNKNOWN, arg_slice(name), arg_slice(value),
                  arg_list(known, count));
}

/* Sets the selected choice of each option, by index; the first is the default. settings:
 * "NAME=VALUE". */
static void options_select(const Items *items, const char *const *settings, size_t count,
                           int *selected, Findings *findings) {
    for (size_t i = 0; i < count; i++) select_one(items, settings[i], selected, findings);
}

/* Lists the items in force, those outside of choices first, and returns their number. out has space
 * for all items. */
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

static const char *keep(Arena *arena, Slice text) {
    return arena_text(arena, text.at, (size_t)text.length);
}

/* Copies the options with their choices and the selected values into the variant. */
static void options_keep(const Items *items, const int *selected, HenkaVariant *v, Arena *arena) {
    v->option_count = items->setting_count;
    for (int i = 0; i < items->setting_count; i++) {
        const Setting *setting = &items->settings[i];
        VariantOption *option = &v->options[i];
        option->name = keep(arena, setting->name);
        option->help = keep(arena, setting->help);
        option->choice_count = (uint8_t)setting->count;
        for (int j = 0; j < setting->count; j++) {
            option->choices[j] = keep(arena, setting->choices[j].name);
            option->choice_help[j] = keep(arena, setting->choices[j].help);
        }
        option->value = option->choices[selected[i]];
    }
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

static void draft_start(Draft *draft, Arena *arena, Findings *findings) {
    draft->arena = arena;
    draft->findings = findings;
    draft->v.name = "untitled";
    keys_set_standard(draft);
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

static void titles(HenkaVariant *v) {
    if (!v->title) v->title = v->name;
    if (v->repeat == REPEAT_NONE) v->repeat_count = 0;
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
    draft_start(draft, arena, &parse->findings);
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
    pieces_jump_ranks(v);
    pieces_goals(v);
    titles(v);
    if (v->squares <= MAX_SQUARES) {
        array_read(draft);
        pieces_royal_rule(draft);
        if (draft->format == 1) array_homes(draft);
        shuffle_array(draft);
        value_unknown_report(draft); /* the ids in the value of `shuffle` */
        v->start_sfen = array_sfen(draft, v->start_board, HENKA_SENTE);
    }
    if (findings_exhausted(&parse->findings)) return draft; /* pieces may be missing */
    checks_run(draft);
    array_handicaps(draft);
    return draft;
}

static void try_choice(Parse *parse, int option, int choice) {
    int selected[MAX_OPTIONS];
    memcpy(selected, parse->selected, sizeof selected);
    selected[option] = choice;
    const Setting *setting = &parse->items.settings[option];
    parse->findings.trial_option =
        arena_text(parse->scratch, setting->name.at, (size_t)setting->name.length);
    parse->findings.trial_choice = arena_text(parse->scratch, setting->choices[choice].name.at,
                                              (size_t)setting->choices[choice].name.length);
    parse->findings.trial_line = setting->at.line;
    draft_build(parse, parse->scratch, selected);
}

static void try_choices(Parse *parse) {
    parse->findings.trial_late = parse->findings.fatal_count > 0;
    for (int option = 0; option < parse->items.setting_count; option++)
        for (int choice = 0; choice < parse->items.settings[option].count; choice++)
            if (choice != parse->selected[option] && !findings_exhausted(&parse->findings))
                try_choice(parse, option, choice);
}

static HenkaVariant *freeze(Parse *parse, const Draft *draft, Arena *arena) {
    HenkaVariant *v = arena_take(arena, sizeof *v);
    *v = draft->v;
    v->references = 1;
    v->arena = arena;
    options_keep(&parse->items, parse->selected, v, arena);
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
    options_select(&parse->items, settings, count, parse->selected, &parse->findings);
    Draft *draft = draft_build(parse, arena, parse->selected);
    draft->v.text = whole == copy ? copy : arena_text(arena, whole, strlen(whole));
    try_choices(parse);
    if (findings_exhausted(&parse->findings)) exhausted_report(parse, draft);
    findings_report(&parse->findings, report);
    return parse->findings.fatal_count ? NULL : freeze(parse, draft, arena);
}

static void memory_report(HenkaReport *report) {
    HenkaDiagnostic entry = {.fatal = true};
    if (!report) return;
    error_set(&entry.at, MSG_NO_MEMORY);
    if (report->cap) report->entries[0] = entry;
    report->count = report->fatal_count = 1;
}

/* All memory comes from two arenas, so that running out of memory at any point leaves nothing else
 * to free. */
static HenkaVariant *parse_caught(HenkaBudget *budget, const char *text, size_t length,
                                  const char *const *settings, size_t count, HenkaReport *report) {
    ArenaFailure failure;
    Arena *const arena = arena_new(&failure), *const scratch = arena_new(&failure);
    if (!arena || !scratch || arena_catches(failure)) {
        memory_report(report);
        arena_free(scratch);
        arena_free(arena);
        return NULL;
    }
    Parse parse = {.scratch = scratch, .findings.budget = budget};
    HenkaVariant *v = text_parse(&parse, arena, text, length, settings, count, report);
    arena_free(scratch);
    if (!v) arena_free(arena);
    return v;
}

HenkaVariant *henka_variant_parse_within(HenkaBudget *budget, const char *text, size_t length,
                                         const char *const *settings, size_t count,
                                         HenkaReport *report) {
    HenkaBudget own = {0};
    if (!budget) budget_fill(&own, PARSE_STEPS);
    return parse_caught(budget ? budget : &own, text, length, settings, count, report);
}

HenkaVariant *henka_variant_parse(const char *text, size_t length, const char *const *settings,
                                  size_t count, HenkaReport *report) {
    return henka_variant_parse_within(NULL, text, length, settings, count, report);
}
