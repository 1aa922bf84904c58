/* options - setting them by name, and announcing them, for all three protocols. */
#include "base/out.h"
#include "protocol/state.h"

#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <unistd.h>

#define RULE_PREFIX "Rule_"
enum { RULE_LIMIT = 64, CHOICE_LIMIT = 16 };

int hash_limit(const Session *session) {
    if (session->config.hash_limit_mib) return session->config.hash_limit_mib;
    int64_t mib = (int64_t)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE) >> 20;
    return mib < 64 ? 64 : mib > HENKA_MAX_HASH_MIB ? HENKA_MAX_HASH_MIB : (int)mib;
}

int thread_limit(const Session *session) {
    return session->config.thread_limit ? session->config.thread_limit : HENKA_MAX_THREADS;
}

void options_standard(Session *session) {
    Options *options = &session->options;
#define SPIN(field, usi, uci, standard, low, high)                                                 \
    options->field = standard > high ? high : standard;
#define CHECK(field, usi, uci, standard) options->field = standard;
#include "protocol/options.def"
#undef SPIN
#undef CHECK
}

/* ---- rulings: one option for each name any game has, its choices those of all games together - */

typedef struct Rule {
    char name[64], standard[64], choices[CHOICE_LIMIT][64];
    int choice_count;
} Rule;

static Rule *rule_named(Rule *rules, size_t *count, const HenkaOption *option) {
    for (size_t i = 0; i < *count; i++)
        if (!strcmp(rules[i].name, option->name)) return &rules[i];
    if (*count == RULE_LIMIT) return NULL;
    Rule *rule = &rules[(*count)++];
    memset(rule, 0, sizeof *rule);
    snprintf(rule->name, sizeof rule->name, "%s", option->name);
    snprintf(rule->standard, sizeof rule->standard, "%s", option->standard);
    return rule;
}

static void rule_choice(Rule *rule, const char *choice) {
    for (int i = 0; i < rule->choice_count; i++)
        if (!strcmp(rule->choices[i], choice)) return;
    if (rule->choice_count < CHOICE_LIMIT)
        snprintf(rule->choices[rule->choice_count++], sizeof *rule->choices, "%s", choice);
}

static void rules_of(const HenkaVariant *variant, Rule *rules, size_t *count) {
    for (size_t i = 0; i < henka_variant_option_count(variant); i++) {
        HenkaOption option = henka_variant_option(variant, i);
        Rule *rule = rule_named(rules, count, &option);
        for (size_t k = 0; rule && k < option.choice_count; k++)
            rule_choice(rule, option.choices[k]);
    }
}

static Rule *rules_collect(const Session *session, size_t *count) {
    Rule *rules = calloc(RULE_LIMIT, sizeof *rules);
    *count = 0;
    for (size_t i = 0; rules && i < catalogue_count(session->catalogue); i++) {
        HenkaVariant *variant = catalogue_open(session->catalogue, i, NULL, 0, NULL);
        if (!variant) continue;
        rules_of(variant, rules, count);
        henka_variant_free(variant);
    }
    return rules;
}

/* ---- announcing ------------------------------------------------------------------------------ */

static void games_write(const Session *session, Out *out, const char *before) {
    for (size_t i = 0; i < catalogue_count(session->catalogue); i++)
        out_format(out, "%s%s", before, catalogue_name(session->catalogue, i));
}

static void variant_option_say(Session *session, const char *name) {
    char games[8192];
    Out out = out_to(games, sizeof games);
    games_write(session, &out, " var ");
    say(session, "option name %s type combo default %s%s", name,
        catalogue_name(session->catalogue, session->variant_index), games);
}

static void rules_say(Session *session) {
    size_t count;
    Rule *rules = rules_collect(session, &count);
    for (size_t i = 0; i < count; i++) {
        char choices[2048];
        Out out = out_to(choices, sizeof choices);
        for (int k = 0; k < rules[i].choice_count; k++)
            out_format(&out, " var %s", rules[i].choices[k]);
        say(session, "option name " RULE_PREFIX "%s type combo default %s%s", rules[i].name,
            rules[i].standard, choices);
    }
    free(rules);
}

void options_say(Session *session, bool uci_names) {
    const Options *options = &session->options;
#define SPIN(field, usi, uci, standard, low, high)                                                 \
    say(session, "option name %s type spin default %lld min %lld max %lld", uci_names ? uci : usi, \
        (long long)options->field, (long long)low, (long long)high);
#define CHECK(field, usi, uci, standard)                                                           \
    say(session, "option name %s type check default %s", uci_names ? uci : usi,                    \
        options->field ? "true" : "false");
#include "protocol/options.def"
#undef SPIN
#undef CHECK
    if (!uci_names) variant_option_say(session, "USI_Variant");
    variant_option_say(session, "UCI_Variant");
    say(session, "option name VariantPath type string default <empty>");
    rules_say(session);
}

/* In CECP the names are USI's; the memory and the threads have commands of their own. */
void options_feature(Session *session) {
    say(session, "feature option=\"Level -spin %lld 0 %d\"", (long long)session->options.level,
        HENKA_MAX_LEVEL);
    say(session, "feature option=\"MultiPV -spin %lld %d %d\"",
        (long long)session->options.multi_pv, HENKA_MIN_MULTI_PV, HENKA_MAX_MULTI_PV);
    say(session, "feature option=\"VariantPath -string \"");
    size_t count;
    Rule *rules = rules_collect(session, &count);
    for (size_t i = 0; i < count; i++) {
        char choices[2048];
        Out out = out_to(choices, sizeof choices);
        for (int k = 0; k < rules[i].choice_count; k++)
            out_format(&out, "%s%s%s", k ? " /// " : "",
                       strcmp(rules[i].choices[k], rules[i].standard) ? "" : "*",
                       rules[i].choices[k]);
        say(session, "feature option=\"" RULE_PREFIX "%s -combo %s\"", rules[i].name, choices);
    }
    free(rules);
}

/* ---- setting --------------------------------------------------------------------------------- */

static void spin_set(Session *session, const char *name, const char *value, int64_t low,
                     int64_t high, int64_t *field) {
    char *end;
    long long number = strtoll(value, &end, 10);
    if (end == value || *end || number < low || number > high)
        complain(session, "option %s: expected a number from %lld to %lld, found \"%.80s\"", name,
                 (long long)low, (long long)high, value);
    else
        *field = number;
}

static void check_set(Session *session, const char *name, const char *value, bool *field) {
    bool yes = !strcasecmp(value, "true") || !strcmp(value, "1"),
         no = !strcasecmp(value, "false") || !strcmp(value, "0");
    if (yes || no)
        *field = yes;
    else
        complain(session, "option %s: expected true or false, found \"%.80s\"", name, value);
}

static void variant_set(Session *session, const char *value) {
    int index = catalogue_find(session->catalogue, value);
    const char *near = index < 0 ? catalogue_near(session->catalogue, value) : NULL;
    if (index < 0)
        complain(session, "no game is called \"%.80s\"%s%s%s", value, near ? "; did you mean " : "",
                 near ? near : "", near ? "?" : "");
    else if (session_choose(session, (size_t)index) && session->protocol)
        session->protocol->variant_changed(session);
}

static void path_set(Session *session, const char *path) {
    HenkaError error;
    if (!*path || !strcmp(path, "<empty>")) return;
    if (session->config.files_barred)
        complain(session, "VariantPath: not here");
    else if (!catalogue_add(session->catalogue, path, &error))
        complain(session, "%s", error.message);
    else
        variant_option_say(session,
                           session->protocol == &protocol_uci ? "UCI_Variant" : "USI_Variant");
}

static bool setting_matches(const char *setting, const char *name) {
    size_t length = strcspn(setting, "=");
    return strlen(name) == length && !strncmp(setting, name, length);
}

static char **setting_place(Session *session, const char *name) {
    for (size_t i = 0; i < session->setting_count; i++)
        if (setting_matches(session->settings[i], name)) return &session->settings[i];
    if (session->setting_count == SETTING_LIMIT) return NULL;
    session->settings[session->setting_count] = NULL;
    return &session->settings[session->setting_count++];
}

/* A ruling that some game has; games that don't know the value refuse it when they are chosen. */
static void rule_set(Session *session, const char *name, const char *value) {
    size_t count, found;
    Rule *rules = rules_collect(session, &count);
    for (found = 0; found < count && strcmp(rules[found].name, name);) found++;
    bool good = false;
    for (int k = 0; found < count && k < rules[found].choice_count; k++)
        good |= !strcmp(rules[found].choices[k], value);
    free(rules);
    char setting[192];
    snprintf(setting, sizeof setting, "%.80s=%.100s", name, value);
    char **place = good ? setting_place(session, name) : NULL, *old = place ? *place : NULL;
    if (!place || !(*place = strdup(setting))) {
        if (place) *place = old;
        complain(session, "no ruling %.80s with the value \"%.80s\"", name, value);
    } else if (!session_choose(session, session->variant_index)) {
        free(*place);
        *place = old ? old : strdup("");
    } else {
        free(old);
        if (session->protocol) session->protocol->variant_changed(session);
    }
}

/* One of options.def; false: none is called so. */
static bool plain_set(Session *session, const char *name, const char *value) {
    Options *options = &session->options;
#define SPIN(field, usi, uci, standard, low, high)                                                 \
    if (!strcasecmp(name, usi) || !strcasecmp(name, uci))                                          \
        return spin_set(session, name, value, low, high, &options->field), true;
#define CHECK(field, usi, uci, standard)                                                           \
    if (!strcasecmp(name, usi) || !strcasecmp(name, uci))                                          \
        return check_set(session, name, value, &options->field), true;
#include "protocol/options.def"
#undef SPIN
#undef CHECK
    return false;
}

void option_set(Session *session, const char *name, const char *value) {
    if (!strcasecmp(name, "USI_Variant") || !strcasecmp(name, "UCI_Variant"))
        return variant_set(session, value);
    if (!strcasecmp(name, "VariantPath")) return path_set(session, value);
    if (!strncmp(name, RULE_PREFIX, strlen(RULE_PREFIX)))
        return rule_set(session, name + strlen(RULE_PREFIX), value);
    if (!plain_set(session, name, value)) complain(session, "no option is called \"%.80s\"", name);
}
