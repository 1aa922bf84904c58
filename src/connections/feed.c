#include "connections/feed.h"

#include "base/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FEED_ENDING_BYTES = 16 };
static const char before[] = "/api/feed/";
/* How a feed's address ends: ".xml" for English, else ".TAG.xml" with the language's tag. */
static void ending_of(char ending[FEED_ENDING_BYTES], HenkaLanguage language) {
    bool english = language == HENKA_ENGLISH;
    snprintf(ending, FEED_ENDING_BYTES, "%s%s.xml", english ? "" : ".",
             english ? "" : message_table(language)->tag);
}

void feed_path(char path[FEED_PATH_BYTES], const char *token, HenkaLanguage language) {
    char ending[FEED_ENDING_BYTES];
    ending_of(ending, language);
    snprintf(path, FEED_PATH_BYTES, "%s%s%s", before, token, ending);
}

HenkaLanguage feed_token(char token[TOKEN_MOST + 1], const char *path) {
    char ending[FEED_ENDING_BYTES];
    size_t start = sizeof before - 1, length = strncmp(path, before, start) ? 0 : strlen(path);
    for (unsigned language = 0; language < HENKA_LANGUAGES; language++) {
        ending_of(ending, language);
        size_t tail = strlen(ending);
        if (length <= start + tail || length - start - tail > TOKEN_MOST) continue;
        if (strcmp(path + length - tail, ending) != 0) continue;
        memcpy(token, path + start, length - start - tail);
        token[length - start - tail] = 0;
        if (seat_token_is_well_formed(token)) return (HenkaLanguage)language;
    }
    *token = 0;
    return HENKA_ENGLISH;
}

/* ---- XML ------------------------------------------------------------------------------------- */

/* Text with XML's special characters escaped. Characters that XML 1.0 does not permit (controls,
 * U+FFFE and U+FFFF) are left out. */
static void xml_text(Out *out, const char *text) {
    char *good = strdup(text);
    if (!good) return;
    utf8_mend(good);
    for (const char *at = good; *at; at++) {
        const char *escaped = *at == '&'   ? "&amp;"
                              : *at == '<' ? "&lt;"
                              : *at == '>' ? "&gt;"
                              : *at == '"' ? "&quot;"
                                           : NULL;
        if (!strncmp(at, "\xef\xbf\xbe", 3) || !strncmp(at, "\xef\xbf\xbf", 3))
            at += 2;
        else if (escaped)
            out_text(out, escaped);
        else if ((unsigned char)*at >= ' ')
            out_char(out, *at);
    }
    free(good);
}

/* A link to a path of the server; rel NULL: the default relation, to the feed's own page. */
static void xml_link(Out *out, const char *rel, const char *home, const char *path) {
    out_text(out, "<link");
    if (rel) out_format(out, " rel=\"%s\"", rel);
    out_format(out, " %s=\"", "href");
    xml_text(out, home);
    xml_text(out, path);
    out_text(out, "\"/>\n");
}

static void xml_moment(Out *out, const char *tag, int64_t at_ms) {
    char text[40];
    time_t at_s = (time_t)(at_ms / 1000);
    struct tm moment;
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&at_s, &moment));
    out_format(out, "<%s>%s</%s>\n", tag, text, tag);
}

/* ---- the feed -------------------------------------------------------------------------------- */

Feed feed_begin(const char *home, const char *path, HenkaLanguage language) {
    Feed feed = {.out = out_growing(), .language = language, .home = home};
    Out *out = &feed.out;
    out_text(out, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
                  "<feed xmlns=\"http://www.w3.org/2005/Atom\">\n<title>");
    out_say(out, language, MSG_FEED_TITLE);
    out_text(out, "</title>\n<author><name>Henka</name></author>\n<id>");
    xml_text(out, home);
    xml_text(out, path);
    out_text(out, "</id>\n");
    xml_link(out, "self", home, path);
    xml_link(out, NULL, home, "/");
    return feed;
}

/* Writes an entry about the game, with the sentence `said`. `part` distinguishes the entry's id
 * from those of the game's other entries. */
static void entry_write(Feed *feed, const GameRow *row, const char *part, const Message *said) {
    Out *out = &feed->out, line = out_growing();
    char path[GAME_ID_LENGTH + 8];
    out_message(&line, feed->language, said);
    char *text = out_take(&line);
    if (!text) return;
    if (row->updated_ms > feed->updated_ms) feed->updated_ms = row->updated_ms;
    out_text(out, "<entry>\n<title>");
    xml_text(out, text);
    out_format(out, "</title>\n<id>tag:henka,2026:%s/%d%s</id>\n", row->id, row->plies, part);
    xml_moment(out, "updated", row->updated_ms);
    snprintf(path, sizeof path, "/#/g/%s", row->id);
    xml_link(out, NULL, feed->home, path);
    out_text(out, "<content>");
    xml_text(out, text);
    out_text(out, "</content>\n</entry>\n");
    free(text);
}

void feed_game(Feed *feed, const GameRow *row) {
    int own = row->holders[0].sides, offers = row->offer[OFFER_REMATCH];
    bool over = row->outcome.reason != HENKA_PLAYING;
    const char *name = row->name[own & SEAT_SENTE ? HENKA_GOTE : HENKA_SENTE];
    MessageArg title = arg_text(row->title ? row->title : ""), other = arg_text(*name ? name : "?");
    if (!row->two || row->open >= 0) return;
    /* An entry's id has the number of moves, so that feed readers announce each turn. */
    if (!over && row->turn >= 0 && own >> row->turn & 1)
        entry_write(feed, row, "",
                    &MESSAGE_OF(MSG_FEED_TURN, title, other, arg_number(row->plies + 1)));
    Message declared = MESSAGE_OF(MSG_FEED_DECLARED); /* the reason named for a won impasse */
    if (over && row->outcome.winner >= 0)
        entry_write(feed, row, "/over",
                    &MESSAGE_OF(MSG_FEED_WON, title, other, arg_side(row->outcome.winner),
                                row->outcome.reason == HENKA_IMPASSE
                                    ? arg_message(&declared)
                                    : arg_reason(row->outcome.reason)));
    else if (over)
        entry_write(feed, row, "/over",
                    &MESSAGE_OF(MSG_FEED_DRAWN, title, other, arg_reason(row->outcome.reason)));
    if (over && offers >= 0 && !(own >> offers & 1))
        entry_write(feed, row, "/rematch", &MESSAGE_OF(MSG_FEED_REMATCH, title, other));
}

char *feed_end(Feed *feed) {
    xml_moment(&feed->out, "updated", feed->updated_ms);
    out_text(&feed->out, "</feed>\n");
    return out_take(&feed->out);
}
