/* The rows of measures.def as documents have them: the tables of keys in docs/json.md and the records in the schemas beside the
 * studies. `test-study-documents JSON.MD REPORT.SCHEMA COMPARISON.SCHEMA --write` writes them anew. */
#include "base/out.h"
#include "check.h"
#include "files.h"

#include <stdlib.h>
#include <string.h>

/* A row of a record, and the records. */
typedef struct Row {
    const char *type, *key, *meaning;
} Row;
static const Row cell[] = {
#define CELL(type, member, key, table, HEAD, meaning) {#type, key, meaning},
#include "study/measures.def"
    {0}};
static const Row skill[] = {
#define SKILL(type, member, key, HEAD, meaning) {#type, key, meaning},
#include "study/measures.def"
    {0}};
static const Row choice[] = {
#define CHOICE(type, member, key, HEAD, shown, meaning) {#type, key, meaning},
#include "study/measures.def"
    {0}};
static const Row piece[] = {
#define PIECE(type, member, key, HEAD, meaning) {#type, key, meaning},
#include "study/measures.def"
    {0}};
static const Row worth[] = {
#define WORTH(type, member, key, meaning) {#type, key, meaning},
#include "study/measures.def"
    {0}};
static const Row change[] = {
#define CHANGE(type, member, key, meaning) {#type, key, meaning},
#include "study/measures.def"
    {0}};
static const Row tried[] = {
#define TRIED(type, member, key, HEAD, meaning) {#type, key, meaning},
#include "study/measures.def"
    {0}};
static const Row exchange[] = {
#define EXCHANGE(type, member, key, HEAD, meaning) {#type, key, meaning},
#include "study/measures.def"
    {0}};
static const Row undefended[] = {
#define UNDEFENDED(type, member, key, meaning) {#type, key, meaning},
#include "study/measures.def"
    {0}};
static const Row contrast[] = {
#define CONTRAST(type, member, key, HEAD, meaning) {#type, key, meaning},
#include "study/measures.def"
    {0}};

/* What a schema says of a type: `bound` is of KEYLow and KEYHigh, which some types have. */
#define COUNT "{\"type\": \"integer\", \"minimum\": 0}"
#define SHARE "{\"type\": [\"number\", \"null\"], \"minimum\": 0, \"maximum\": 1}"
#define AMOUNT "{\"type\": [\"number\", \"null\"], \"minimum\": 0}"
#define REFER(file, name) "{\"$ref\": \"" file ".schema.json#/$defs/" name "\"}"
static const struct {
    const char *type, *schema, *bound;
    bool optional;
} types[] = {
    {"nodes", "{\"type\": \"integer\", \"minimum\": 1}"},
    {"openings", REFER("report", "openings")},
    {"count", COUNT},
    {"more", COUNT, NULL, true},
    {"total", COUNT},
    {"text", "{\"type\": \"string\"}"},
    {"real", "{\"type\": [\"number\", \"null\"]}"},
    {"ratio", "{\"type\": \"number\", \"minimum\": 0, \"maximum\": 1}"},
    {"known", "{\"type\": \"number\", \"minimum\": 0, \"maximum\": 1}", NULL, true},
    {"logit", "{\"type\": \"number\"}", NULL, true},
    {"share", REFER("report", "share")},
    {"points", REFER("report", "share")},
    {"mean", AMOUNT, AMOUNT},
    {"part", "{\"type\": \"number\", \"minimum\": 0, \"maximum\": 1}", SHARE, true},
    {"quartiles", REFER("report", "quartiles")},
    {"moments", REFER("report", "quartiles")},
    {"verdict", REFER("report", "verdict")},
    {"settling", "{\"enum\": [\"settled\", \"moving\", \"open\"]}"},
    {"exchange", "{\"enum\": [\"without\", \"against\", \"even\", \"open\"]}"},
    {"flag", "{\"type\": \"boolean\"}"},
    {"side", "{\"enum\": [\"sente\", \"gote\"]}"},
    {"average", "{\"type\": \"number\", \"minimum\": 0}", NULL, true},
    {"score", "{\"type\": \"integer\"}", NULL, true},
    {"ends", REFER("report", "ends")},
    {"bins", "{\"type\": \"array\", \"items\": " COUNT ", \"minItems\": 24, \"maxItems\": 24}"},
    {"visits", "{\"type\": \"array\", \"items\": " COUNT "}"},
    {"worth",
     "{\"type\": \"object\", \"properties\": {\"board\": " REFER(
         "report", "worth") ", \"hand\": " REFER("report",
                                                 "worth") "}, \"required\": [\"board\", \"hand\"], "
                                                          "\"additionalProperties\": false}"},
    {"difference", REFER("report", "difference")},
};

static size_t type_of(const Row *row) {
    size_t at = 0;
    while (at < sizeof types / sizeof *types && strcmp(types[at].type, row->type) != 0) at++;
    CHECK(at < sizeof types / sizeof *types, "the type %s is not known here", row->type);
    return at;
}

static void write_table(Out *out, const Row *rows) {
    out_text(out, "| key | meaning |\n|---|---|\n");
    for (const Row *row = rows; row->key; row++) {
        out_format(out, "| `%s`", row->key);
        if (types[type_of(row)].bound) out_format(out, ", `%sLow`, `%sHigh`", row->key, row->key);
        out_format(out, " | %s |\n", row->meaning);
    }
}

static void write_schema(Out *out, const Row *rows) {
    const char *comma = "";
    out_text(out, "      \"type\": \"object\",\n      \"properties\": {");
    for (const Row *row = rows; row->key; row++) {
        size_t type = type_of(row);
        out_format(out, "%s\n        \"%s\": %s", comma, row->key, types[type].schema);
        comma = ",";
        for (int high = 0; types[type].bound && high < 2; high++)
            out_format(out, ",\n        \"%s%s\": %s", row->key, high ? "High" : "Low",
                       types[type].bound);
    }
    out_text(out, "\n      },\n      \"required\": [");
    comma = "";
    for (const Row *row = rows; row->key; row++) {
        size_t type = type_of(row);
        if (types[type].optional) continue;
        out_format(out, "%s\"%s\"", comma, row->key);
        comma = ", ";
        if (types[type].bound) out_format(out, ", \"%sLow\", \"%sHigh\"", row->key, row->key);
    }
    out_text(out, "],\n      \"additionalProperties\": false\n");
}

enum { JSON_MD, REPORT, COMPARISON, DOCUMENTS };

/* Where a record stands in a document: after the line `before` and the next line `begin`, up to the
 * line `end`. */
static const struct {
    int document;
    const Row *rows;
    const char *before, *end;
} places[] = {
    {JSON_MD, cell, "### `cells`\n\n", "\n"},
    {JSON_MD, skill, "### `skill`\n\n", "\n"},
    {JSON_MD, choice, "### `choice`\n\n", "\n"},
    {JSON_MD, piece, "### `pieces`\n\n", "\n"},
    {JSON_MD, worth, "It has\n\n", "\n"},
    {JSON_MD, change, "### `changes`\n\n", "\n"},
    {JSON_MD, undefended, "### `undefended`\n\n", "\n"},
    {JSON_MD, tried, "### `tried`\n\n", "\n"},
    {JSON_MD, exchange, "### `exchanges`\n\n", "\n"},
    {JSON_MD, contrast, "An entry of `contrasts` has\n\n", "\n"},
    {REPORT, cell, "    \"cell\": {\n", "    }"},
    {REPORT, skill, "    \"skill\": {\n", "    }"},
    {REPORT, choice, "    \"choice\": {\n", "    }"},
    {REPORT, piece, "    \"piece\": {\n", "    }"},
    {REPORT, worth, "    \"worth\": {\n", "    }"},
    {REPORT, change, "    \"change\": {\n", "    }"},
    {REPORT, undefended, "    \"undefended\": {\n", "    }"},
    {REPORT, tried, "    \"tried\": {\n", "    }"},
    {REPORT, exchange, "    \"exchange\": {\n", "    }"},
    {COMPARISON, contrast, "    \"contrast\": {\n", "    }"},
};

/* The document with the rows in their place, or as it is where it has none for them. */
static char *with_rows(char *text, size_t place) {
    Out rows = out_growing(), whole = out_growing();
    (places[place].document == JSON_MD ? write_table : write_schema)(&rows, places[place].rows);
    char *made = out_take(&rows), *begin = strstr(text, places[place].before);
    CHECK(begin, "no place for %s", places[place].before);
    if (!begin) return free(made), text;
    begin += strlen(places[place].before);
    const char *end = begin; /* the first line that begins so */
    while (*end && strncmp(end, places[place].end, strlen(places[place].end)) != 0)
        end += strcspn(end, "\n") + 1;
    CHECK(!strncmp(begin, made, strlen(made)) && (size_t)(end - begin) == strlen(made),
          "the rows after %s are not those of measures.def:\n%.*sbut\n%s", places[place].before,
          (int)(end - begin), begin, made);
    out_format(&whole, "%.*s%s%s", (int)(begin - text), text, made, end);
    free(made), free(text);
    return out_take(&whole);
}

int main(int argc, char **argv) {
    bool write = argc > DOCUMENTS + 1 && !strcmp(argv[DOCUMENTS + 1], "--write");
    if (argc <= DOCUMENTS) return 1;
    for (int document = 0; document < DOCUMENTS; document++) {
        char *text = file_text(argv[document + 1]);
        for (size_t place = 0; place < sizeof places / sizeof *places; place++)
            if (places[place].document == document) text = with_rows(text, place);
        FILE *file = write ? fopen(argv[document + 1], "wb") : NULL;
        if (file) fputs(text, file), fclose(file);
        /* A value of each game has a column of games.csv. */
#define GAME(of, SAID, csv, type, member, key, ...)                                                \
    if (document == JSON_MD) CHECK(strstr(text, "`" key "`"), "no column %s", key);
#include "study/measures.def"
        free(text);
    }
    return check_done();
}
