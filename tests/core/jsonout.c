/* jsonout - JSON that is JSON whatever the texts hold, into a buffer or into memory that grows. */
#include "base/jsonout.h"
#include "check.h"

#include <stdlib.h>
#include <string.h>

static void write_all(Out *out) {
    jsonout_open(out, NULL, '{');
    jsonout_text(out, "plain", "a");
    jsonout_text(out, "escaped", "\"\\\n\x01 三");
    jsonout_text(out, "broken", "a\xff\xe4\xb8z\xc0\x80");
    jsonout_text(out, "none", NULL);
    jsonout_number(out, "number", -9007199254740993);
    jsonout_bool(out, "yes", true);
    jsonout_null(out, "null");
    jsonout_raw(out, "raw", "{\"a\":[]}");
    jsonout_open(out, "list", '[');
    jsonout_number(out, NULL, 1);
    jsonout_open(out, NULL, '[');
    jsonout_close(out, ']');
    jsonout_text(out, NULL, "[");
    jsonout_text(out, NULL, "{");
    jsonout_close(out, ']');
    jsonout_close(out, '}');
}

static const char expected[] = "{\"plain\":\"a\",\"escaped\":\"\\\"\\\\\\u000a\\u0001 "
                               "三\",\"broken\":\"a\xEF\xBF\xBD\xEF\xBF\xBD"
                               "\xEF\xBF\xBDz\xEF\xBF\xBD\xEF\xBF\xBD\",\"none\":null,\"number\":-"
                               "9007199254740993,\"yes\":true,"
                               "\"null\":null,\"raw\":{\"a\":[]},\"list\":[1,[],\"[\",\"{\"]}";

int main(void) {
    char buf[1024];
    Out out = out_to(buf, sizeof buf);
    write_all(&out);
    CHECK(!strcmp(buf, expected), "expected %s\nfound %s", expected, buf);
    size_t whole = out.length;
    CHECK(whole == strlen(expected), "length %zu of %zu", whole, strlen(expected));

    for (size_t cap = 1; cap < 64; cap++) {
        out = out_to(buf, cap);
        write_all(&out);
        CHECK(!strncmp(buf, expected, cap - 1) && strlen(buf) == cap - 1, "%zu bytes: %s", cap,
              buf);
        CHECK(out.length >= whole, "%zu bytes: the whole needs %zu, said %zu", cap, whole,
              out.length);
    }

    static const char *const choices[] = {"off", "on"}, *const helps[] = {"no", "\"yes\""};
    const HenkaOption option = {"rule", "what it decides", "on", "off", choices, helps, 2};
    const char *const written = "{\"name\":\"rule\",\"help\":\"what it decides\",\"value\":\"on\","
                                "\"default\":\"off\",\"choices\":[{\"value\":\"off\",\"help\":"
                                "\"no\"},{\"value\":\"on\",\"help\":\"\\\"yes\\\"\"}]}";
    out = out_to(buf, sizeof buf);
    jsonout_option(&out, &option);
    CHECK(!strcmp(buf, written), "an option: expected %s\nfound %s", written, buf);

    const HenkaHandicap handicap = {"lance", "香落ち", "8l/9 w - 1"};
    const char *const start = "{\"name\":\"lance\",\"kanji\":\"香落ち\",\"start\":\"8l/9 w - 1\"}";
    out = out_to(buf, sizeof buf);
    jsonout_handicap(&out, &handicap);
    CHECK(!strcmp(buf, start), "a handicap: expected %s\nfound %s", start, buf);

    out = out_growing();
    for (int i = 0; i < 100; i++) write_all(&out);
    char *text = out_take(&out);
    CHECK(text && !strncmp(text, expected, whole) && strlen(text) == 100 * (whole + 1) - 1,
          "a hundred times: %zu bytes, %.40s", text ? strlen(text) : 0, text ? text : "(nothing)");
    free(text);
    out = out_growing();
    text = out_take(&out);
    CHECK(text && !*text, "nothing written: %s", text ? text : "(nothing)");
    free(text);
    return check_done();
}
