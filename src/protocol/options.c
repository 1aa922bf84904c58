/* options - the settings of a session: one table (options.def) gives what USI, UCI and XBoard
 * announce, what they accept, and the table in docs/protocols.md. */
#include "base/out.h"
#include "protocol/file.h"
#include "protocol/state.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define RULE_PREFIX "Rule_"
#define EVAL_FILE "EvalFile"
enum { RULE_LIMIT = 64, CHOICE_LIMIT = 16, RULE_TEXT = 64 };
/* The default under a GUI, which can spare more memory than a program that links the library. */
enum { GUI_HASH_MIB = 64 };
/* A score in centipawns that no search reaches, so that the engine never resigns. */
enum { NEVER_RESIGNS = 99999 };
/* Stockfish's Skill Level: 20 is full strength, and two of its steps make one of our levels. */
enum { SKILL_FULL = 20, SKILL_STEPS = 2 };

typedef enum { SPIN, CHECK, BUTTON, FILE_PATH } OptionType;

typedef struct OptionRow {
    OptionType type;                   /* type of the option, as USI and UCI call it */
    const char *names[PROTOCOL_COUNT]; /* name in each protocol; NULL: not announced */
    size_t field;                      /* SPIN, CHECK: offset in Options of the int to set */
    int standard, low, high;           /* SPIN, CHECK: default and range; see limit */
    int (*limit)(const Session *);     /* returns the value for `high` at run time; NULL: `high` */
} OptionRow;

#define FIELD(name) offsetof(Options, name)
#define ENGINE_RANGE(NAME) HENKA_MIN_##NAME, HENKA_MAX_##NAME
#define ABSENT(why) NULL
/* ENGINE_RANGE becomes two arguments only when OPTION passes it on to OPTION_ROW. */
#define OPTION(type, usi, uci, xboard, ...) OPTION_ROW(type, usi, uci, xboard, __VA_ARGS__)
#define OPTION_ROW(type, usi, uci, xboard, field, standard, low, high, limit, sets)                \
    {type, {usi, uci, xboard}, field, standard, low, high, limit},
static const OptionRow rows[] = {
#include "protocol/options.def"
};
#undef OPTION
enum { ROW_COUNT = sizeof rows / sizeof *rows };
/* The option that chooses the game; XBoard has the command `variant` instead. */
static const char *const variant_names[PROTOCOL_COUNT] = {"USI_Variant", "UCI_Variant", NULL};

int options_hash_limit(const Session *session) {
    if (session->config.hash_limit_mib) return session->config.hash_limit_mib;
    int64_t mib = (int64_t)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE) >> 20;
    return mib < GUI_HASH_MIB         ? GUI_HASH_MIB
           : mib > HENKA_MAX_HASH_MIB ? HENKA_MAX_HASH_MIB
                                      : (int)mib;
}

int options_thread_limit(const Session *session) {
    return session->config.thread_limit ? session->config.thread_limit : HENKA_MAX_THREADS;
}

static int row_high(const Session *session, const OptionRow *row) {
    return row->limit ? row->limit(session) : row->high;
}

static int row_standard(const Session *session, const OptionRow *row) {
    int high = row_high(session, row);
    return row->standard < high ? row->standard : high;
}

static int *row_value(Session *session, const OptionRow *row) {
    return (int *)((char *)&session->options + row->field);
}

void options_standard(Session *session) {
    session->options.engine = (HenkaEngineOptions)HENKA_ENGINE_DEFAULTS;
    for (int i = 0; i < ROW_COUNT; i++)
        if (rows[i].type == SPIN || rows[i].type == CHECK)
            *row_value(session, &rows[i]) = row_standard(session, &rows[i]);
}

/* ---- rulings: one option for each, with the choices of all games that have it ---------------- */

typedef struct Rule {
    char name[RULE_TEXT];
    char standard[RULE_TEXT]; /* the default in the first game that has the ruling */
    char choices[CHOICE_LIMIT][RULE_TEXT];
    int choice_count;
} Rule;

/* Collects all games' rulings (rules that a user can change). The caller frees. NULL: no memory. */
static Rule *rules_collect(const Session *session, size_t *count) {
    Rule *rules = calloc(RULE_LIMIT, sizeof *rules);
    *count = 0;
    for (size_t i = 0; rules && i < registry_count(session->registry); i++) {
        HenkaVariant *variant = registry_open(session->registry, i, NULL, 0, NULL);
        for (size_t k = 0; variant && k < henka_variant_option_count(variant); k++) {
            HenkaOption option = henka_variant_option(variant, k);
            size_t found = 0;
            while (found < *count && strcmp(rules[found].name, option.name)) found++;
            if (found == RULE_LIMIT) continue;
            Rule *rule = &rules[found];
            if (found == *count) {
                snprintf(rule->name, sizeof rule->name, "%s", option.name);
                snprintf(rule->standard, sizeof rule->standard, "%s", option.standard);
                ++*count;
            }
            for (size_t c = 0; c < option.choice_count; c++) {
                int same = 0;
                while (same < rule->choice_count && strcmp(rule->choices[same], option.choices[c]))
                    same++;
                if (same < rule->choice_count || same == CHOICE_LIMIT) continue;
                snprintf(rule->choices[rule->choice_count++], RULE_TEXT, "%s", option.choices[c]);
            }
        }
        henka_variant_free(variant);
    }
    return rules;
}

/* ---- announcing ------------------------------------------------------------------------------ */

/* Announces the option `prefix` + `name`. `values`, which follows its type, begins with a blank. */
static void option_say(Session *session, ProtocolIndex protocol, const char *prefix,
                       const char *name, const char *type, const char *values) {
    session_say(session,
                protocol == CECP ? "feature option=\"%s%s -%s%s\"" : "option name %s%s type %s%s",
                prefix, name, type, values);
}

/* Announces the choice of games. Its default is the game that the session began with, not the game
 * chosen since, because a GUI that sends the defaults back means the former. */
static void variant_say(Session *session, ProtocolIndex protocol) {
    char games[8192];
    Out out = out_to(games, sizeof games);
    out_format(&out, " default %s", registry_name(session->registry, session->first_index));
    for (size_t i = 0; i < registry_count(session->registry); i++)
        out_format(&out, " var %s", registry_name(session->registry, i));
    option_say(session, protocol, "", variant_names[protocol], "combo", games);
}

static void row_say(Session *session, const OptionRow *row, ProtocolIndex protocol) {
    static const char *const types[][PROTOCOL_COUNT] = {
        [SPIN] = {"spin", "spin", "spin"},
        [CHECK] = {"check", "check", "check"},
        [BUTTON] = {"button", "button", "button"},
        [FILE_PATH] = {"filename", "string", "file"}};
    int standard = row_standard(session, row);
    bool cecp = protocol == CECP;
    char values[64];
    Out out = out_to(values, sizeof values);
    if (row->type == SPIN)
        out_format(&out, cecp ? " %d %d %d" : " default %d min %d max %d", standard, row->low,
                   row_high(session, row));
    else if (row->type == CHECK && cecp)
        out_format(&out, " %d", standard);
    else if (row->type == CHECK)
        out_format(&out, " default %s", standard ? "true" : "false");
    else if (row->type == FILE_PATH)
        out_text(&out, cecp ? " " : " default <empty>");
    option_say(session, protocol, "", row->names[protocol], types[row->type][protocol], values);
}

static void rule_say(Session *session, const Rule *rule, ProtocolIndex protocol) {
    char values[2048];
    Out out = out_to(values, sizeof values);
    if (protocol == CECP)
        out_char(&out, ' ');
    else
        out_format(&out, " default %s", rule->standard);
    for (int k = 0; k < rule->choice_count; k++)
        if (protocol == CECP)
            out_format(&out, "%s%s%s", k ? " /// " : "",
                       strcmp(rule->choices[k], rule->standard) ? "" : "*", rule->choices[k]);
        else
            out_format(&out, " var %s", rule->choices[k]);
    option_say(session, protocol, RULE_PREFIX, rule->name, "combo", values);
}

void options_say(Session *session, ProtocolIndex protocol) {
    for (int i = 0; i < ROW_COUNT; i++)
        if (rows[i].names[protocol]) row_say(session, &rows[i], protocol);
    if (variant_names[protocol]) variant_say(session, protocol);
    size_t count;
    Rule *rules = rules_collect(session, &count);
    if (!rules) session_complain(session, MSG_NO_MEMORY);
    for (size_t i = 0; i < count; i++) rule_say(session, &rules[i], protocol);
    free(rules);
}

/* ---- setting --------------------------------------------------------------------------------- */

/* Compares two names of options. Ignores case; a blank is equal to "_". */
static bool name_matches(const char *a, const char *b) {
    for (; *a && *b; a++, b++) {
        char one = *a == ' ' ? '_' : (char)tolower((unsigned char)*a),
             two = *b == ' ' ? '_' : (char)tolower((unsigned char)*b);
        if (one != two) return false;
    }
    return *a == *b;
}

static void number_set(Session *session, const OptionRow *row, const char *name,
                       const char *value) {
    char *end;
    long long number = strtoll(value, &end, 10);
    int high = row_high(session, row);
    if (row->type == CHECK && (name_matches(value, "true") || name_matches(value, "false")))
        number = name_matches(value, "true"), end = "", value = NULL;
    if (end == value || *end || number < row->low || number > high) {
        if (row->type == CHECK)
            session_complain(session, MSG_SESSION_SETOPTION_NOT_BOOLEAN, arg_text(name),
                             arg_text(value));
        else
            session_complain(session, MSG_SESSION_SETOPTION_OUT_OF_RANGE, arg_text(name),
                             arg_number(row->low), arg_number(high), arg_text(value));
        return;
    }
    *row_value(session, row) = (int)number;
    if (row->field == FIELD(skill))
        session->options.level = number == SKILL_FULL ? 0 : 1 + (int)number / SKILL_STEPS;
}

static void variant_set(Session *session, const char *value) {
    int index = registry_find(session->registry, value);
    const char *near = index < 0 ? registry_near(session->registry, value) : NULL;
    snprintf(session->wanted_variant, sizeof session->wanted_variant, "%s", index < 0 ? value : "");
    if (near)
        session_complain(session, MSG_SESSION_VARIANT_UNKNOWN_NEAR, arg_text(value),
                         arg_text(near));
    else if (index < 0)
        session_complain(session, MSG_SESSION_VARIANT_UNKNOWN, arg_text(value));
    else if (session_choose(session, (size_t)index)) {
        session->game_chosen = true;
        if (session->protocol) session->protocol->variant_changed(session);
    }
}

/* Sets VariantPath or EvalFile. GUIs send options in any order. So whether EvalFile fits is checked
 * only when the engine loads it for the game chosen then, and a game that was chosen before
 * VariantPath added it is set up now. */
static void path_set(Session *session, const char *name, const char *path) {
    bool empty = !*path || !strcmp(path, "<empty>") || !strcmp(path, "<none>"),
         eval = !strcmp(name, EVAL_FILE);
    HenkaError error;
    if (session->config.files_barred && !empty) {
        session_complain(session, MSG_SESSION_PATH_BARRED, arg_text(name));
    } else if (eval) {
        size_t length;
        char *bytes = empty ? NULL : file_read(path, &length, &error);
        char *wanted = bytes ? strdup(path) : NULL;
        free(bytes);
        if (!empty && !bytes) return session_complain_error(session, &error);
        if (!empty && !wanted) return session_complain(session, MSG_NO_MEMORY);
        session->eval_waits |= wanted || session->eval_path;
        free(session->eval_path);
        session->eval_path = wanted;
    } else if (!empty && !registry_add(session->registry, path, &error)) {
        session_complain_error(session, &error);
    } else if (!empty) {
        ProtocolIndex protocol = state_protocol(session)->index;
        char wanted[sizeof session->wanted_variant];
        snprintf(wanted, sizeof wanted, "%s", session->wanted_variant);
        if (variant_names[protocol]) variant_say(session, protocol);
        if (registry_find(session->registry, wanted) >= 0) variant_set(session, wanted);
    }
}

/* Returns the entry of session->settings for a ruling: the ruling's present entry, else a free
 * entry. NULL: no entry is left. */
static char **setting_place(Session *session, const char *name) {
    size_t length = strlen(name);
    char **unused = NULL;
    for (size_t i = 0; i < session->setting_count; i++) {
        char **place = &session->settings[i];
        if (!strncmp(*place, name, length) && (*place)[length] == '=') return place;
        if (!**place) unused = place;
    }
    if (unused || session->setting_count == SETTING_LIMIT) return unused;
    char **place = &session->settings[session->setting_count];
    if (!(*place = strdup(""))) return NULL;
    session->setting_count++;
    return place;
}

/* Sets a ruling. Games without the ruling or the value ignore it. Setting the announced default
 * removes the setting, because another game may have another default for the same ruling. */
static void rule_set(Session *session, const char *name, const char *value) {
    size_t count, found;
    Rule *rules = rules_collect(session, &count);
    for (found = 0; found < count && strcmp(rules[found].name, name);) found++;
    bool known = false, standard = found < count && !strcmp(rules[found].standard, value);
    for (int k = 0; found < count && k < rules[found].choice_count; k++)
        known |= !strcmp(rules[found].choices[k], value);
    free(rules);
    if (!rules) return session_complain(session, MSG_NO_MEMORY);
    if (!known)
        return session_complain(session, MSG_SESSION_RULING_UNKNOWN, arg_text(name),
                                arg_text(value));
    char setting[2 * RULE_TEXT + 2];
    snprintf(setting, sizeof setting, "%s=%s", name, value);
    char *wanted = strdup(standard ? "" : setting);
    char **place = wanted ? setting_place(session, name) : NULL;
    if (!wanted) return session_complain(session, MSG_NO_MEMORY);
    if (!place) return free(wanted), session_complain(session, MSG_SESSION_RULINGS_TOO_MANY);
    char *before = *place;
    *place = wanted;
    if (session_choose(session, session->variant_index)) {
        free(before);
        if (session->protocol) session->protocol->variant_changed(session);
    } else {
        free(wanted);
        *place = before;
    }
}

void option_set(Session *session, const char *name, const char *value) {
    for (int i = 0; i < PROTOCOL_COUNT; i++)
        if (variant_names[i] && name_matches(name, variant_names[i]))
            return variant_set(session, value);
    if (!strncmp(name, RULE_PREFIX, strlen(RULE_PREFIX)))
        return rule_set(session, name + strlen(RULE_PREFIX), value);
    for (int i = 0; i < ROW_COUNT; i++)
        for (int p = 0; p < PROTOCOL_COUNT; p++) {
            if (!rows[i].names[p] || !name_matches(name, rows[i].names[p])) continue;
            if (rows[i].type == FILE_PATH) return path_set(session, rows[i].names[USI], value);
            if (rows[i].type != BUTTON) return number_set(session, &rows[i], name, value);
            if (session->engine) henka_engine_new_game(session->engine);
            return;
        }
    session_complain(session, MSG_SESSION_SETOPTION_UNKNOWN, arg_text(name));
}
