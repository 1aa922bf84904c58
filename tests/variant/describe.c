/* The game in words: every piece and setting is named, and what a setting changes is said. */
#include "check.h"
#include "henka.h"
#include "words/describe_moves.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_BYTES = 1 << 16 };
static char text[TEXT_BYTES];

static const char *describe(const char *game, const char *setting) {
    HenkaVariant *v = henka_variant_shipped(game, &setting, setting != NULL, NULL);
    CHECK(v, "%s %s is refused", game, setting);
    *text = '\0';
    if (v) henka_variant_describe(v, HENKA_ENGLISH, text, sizeof text);
    henka_variant_free(v);
    return text;
}

static void check_says(const char *game, const char *setting, const char *words, bool says) {
    bool found = strstr(describe(game, setting), words);
    CHECK(found == says, "%s %s %s `%s`", game, setting ? setting : "",
          says ? "does not say" : "says", words);
}

static void check_change(const char *game, const char *setting, const char *standard,
                         const char *changed) {
    if (*standard)
        check_says(game, NULL, standard, true), check_says(game, setting, standard, false);
    if (*changed) check_says(game, NULL, changed, false), check_says(game, setting, changed, true);
}

static void check_names(const char *game) {
    HenkaVariant *v = henka_variant_shipped(game, NULL, 0, NULL);
    if (!v) return;
    size_t length = henka_variant_describe(v, HENKA_ENGLISH, text, sizeof text),
           again = henka_variant_describe(v, HENKA_ENGLISH, NULL, 0);
    CHECK(length < sizeof text && length == strlen(text) && again == length,
          "%s: lengths %zu and %zu", game, length, again);
    for (int type = 1; type <= henka_variant_type_count(v); type++) {
        HenkaType t = henka_variant_type(v, type);
        CHECK(strstr(text, t.name) && strstr(text, t.kanji), "%s: %s is not described", game, t.id);
    }
    for (size_t i = 0; i < henka_variant_option_count(v); i++)
        CHECK(strstr(text, henka_variant_option(v, i).help), "%s: option %zu", game, i);
    CHECK(strstr(text, henka_variant_start(v)) && strstr(text, henka_variant_about(v, "source")),
          "%s: start or source", game);
    henka_variant_free(v);
}

/* Every language has every template, and its slots are closed. */
static void check_templates(const MoveWords *words, const char *tag) {
    for (int key = 0; key < SAY_COUNT; key++) {
        const char *template = words->say[key];
        CHECK(template, "%s has no template %d", tag, key);
        int open = 0;
        for (const char *at = template; at && *at && open >= 0 && open <= 1; at++)
            open += (*at == '{') - (*at == '}');
        CHECK(!open, "%s: the braces of `%s` do not match", tag, template);
    }
}

static void check_small_buffer(void) {
    HenkaVariant *v = henka_variant_shipped("shogi", NULL, 0, NULL);
    char small[8] = "xxxxxxx";
    CHECK(henka_variant_describe(v, HENKA_ENGLISH, small, 6) > 6 && !strcmp(small, "Shogi") &&
              small[6] == 'x',
          "a small buffer holds `%s`", small);
    henka_variant_free(v);
}

/* Where captures turn pieces over, noMoveRanks bars drops and nothing else; describe says so, and
 * so the rules are. */
static void check_flip(void) {
    static const char game[] = "files=5\nranks=5\nsymmetry=rotate\nroyal=K\nholdingsType=-1\n"
                               "promotion=flip\nnoMoveRanks=P:1\npawn:P:fW:P:a2\n"
                               "tokin:+P:WfF:+P:\nking:K:K:K:a1\n";
    HenkaVariant *v = henka_variant_parse(game, strlen(game), NULL, 0, NULL);
    CHECK(v, "a game of pieces that turn over is refused");
    if (!v) return;
    henka_variant_describe(v, HENKA_ENGLISH, text, sizeof text);
    CHECK(strstr(text, "The pawn may not be dropped on the last rank.") &&
              !strstr(text, "must promote"),
          "describe says:\n%s", text);
    HenkaGame *position = henka_game_new(v, "2k2/P4/5/5/2K2 b P 1", NULL);
    HenkaMove move;
    CHECK(position && henka_move_parse(position, "5b5a", &move, NULL), "the pawn may not move on");
    CHECK(position && !henka_move_parse(position, "P*1a", &move, NULL), "the pawn may be dropped");
    henka_game_free(position);
    henka_variant_free(v);
}

/* The first piece of the text counts like every other: here it alone goes to the hand as another. */
static void check_first_piece(void) {
    static const char game[] = "files=5\nranks=5\nsymmetry=rotate\nroyal=K\nholdingsType=-1\n"
                               "promoZone=1\nfreezes=+P\ntokin:+P:WfF:+P:\npawn:P:fW:P:a2\n"
                               "king:K:K:K:a1\noption=calm whether tokins have their power\n"
                               "choice=off they do\nchoice=on they do not\nfreezes=none\n";
    for (int calm = 0; calm < 2; calm++) {
        const char *setting = calm ? "calm=on" : "calm=off";
        HenkaVariant *v = henka_variant_parse(game, strlen(game), &setting, 1, NULL);
        CHECK(v, "a game that begins with a promoted piece is refused");
        if (!v) return;
        henka_variant_describe(v, HENKA_ENGLISH, text, sizeof text);
        CHECK(strstr(text, "unpromoted."), "describe says:\n%s", text);
        CHECK((strstr(text, "frozen") == NULL) == calm, "%s: describe says:\n%s", setting, text);
        henka_variant_free(v);
    }
}

/* Squares that bound the kinds of one side only are said too. */
static void check_region(void) {
    for (int side = 0; side < 2; side++) {
        char game[256];
        snprintf(game, sizeof game,
                 "files=3\nranks=5\nsymmetry=none\nroyal=K\nking:K:K:K:b1,,b5\nregion=K>%s\n",
                 side ? ",,a4-c5" : "a1-c2");
        HenkaVariant *v = henka_variant_parse(game, strlen(game), NULL, 0, NULL);
        CHECK(v, "a game is refused:\n%s", game);
        if (!v) return;
        henka_variant_describe(v, HENKA_ENGLISH, text, sizeof text);
        CHECK(strstr(text, side ? "Gote's king may move only to 3a-1b."
                                : "Sente's king may move only to 3d-1e."),
              "describe says:\n%s", text);
        henka_variant_free(v);
    }
}

/* The mark of a ruling stands within its sentence. */
static void check_ruling_of_baring(void) {
    static const char game[] = "files=5\nranks=5\nroyal=none\nbaring=1\nruling=baring\n"
                               "pawn:P:fW:P:a2\nking:K:K:K:a1\n";
    HenkaVariant *v = henka_variant_parse(game, strlen(game), NULL, 0, NULL);
    CHECK(v, "a game whose baring is a ruling is refused");
    if (!v) return;
    henka_variant_describe(v, HENKA_ENGLISH, text, sizeof text);
    CHECK(strstr(text, "in hand, loses (a ruling).\n"), "describe says:\n%s", text);
    henka_variant_free(v);
}

/* A royal whose only move is a first one; castling alone is said elsewhere. */
static void check_first_moves_in_check(void) {
    static const struct {
        const char *king;
        bool said;
    } rows[] = {{"imD", true}, {"KisO2", false}, {"KimN", true}, {"K", false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char game[256];
        snprintf(game, sizeof game, "files=5\nranks=5\nroyal=K\nrook:R:R:R:a1,e1\nking:K:%s:K:c1\n",
                 rows[i].king);
        HenkaVariant *v = henka_variant_parse(game, strlen(game), NULL, 0, NULL);
        CHECK(v, "a game is refused:\n%s", game);
        if (!v) return;
        henka_variant_describe(v, HENKA_ENGLISH, text, sizeof text);
        CHECK((strstr(text, "A royal may not make its special first moves") != NULL) ==
                  rows[i].said,
              "%s: describe says:\n%s", rows[i].king, text);
        henka_variant_free(v);
    }
}

/* The next word of the text, letters, digits and `+`: its length, 0 at the end. */
static size_t next_word(const char **at) {
    while (**at && !isalnum((unsigned char)**at) && **at != '+') ++*at;
    size_t length = 0;
    while (isalnum((unsigned char)(*at)[length]) || (*at)[length] == '+') length++;
    return length;
}

static bool is_id(const HenkaVariant *v, const char *word, size_t length) {
    for (int type = 1; type <= henka_variant_type_count(v); type++) {
        const char *id = henka_variant_type(v, type).id;
        if (strlen(id) == length && !strncmp(id, word, length)) return true;
    }
    return false;
}

/* Whoever learns a game knows no ids: a sentence names pieces by what they are called. An id stands
 * in the array and before the sentence of its piece. */
static void check_no_ids(const HenkaVariant *v, const char *game, HenkaLanguage language) {
    henka_variant_describe(v, language, text, sizeof text);
    const char *rules = strchr(strstr(text, henka_variant_start(v)), '\n');
    bool article = language == HENKA_ENGLISH; /* "A piece turns over": a word that is an id too */
    for (const char *at = rules; *at; at += strcspn(at, "\n") + 1) {
        size_t line = strcspn(at, "\n");
        const char *word = at;
        size_t length = next_word(&word);
        bool of_piece = !strncmp(at, "  ", 2) && word == at + 2 && word[length] == ' ' &&
                        is_id(v, word, length) && !(article && !strncmp(word, "A ", 2));
        for (word += of_piece ? length : 0; (length = next_word(&word)) && word < at + line;
             word += length)
            CHECK(!is_id(v, word, length) || (article && !strncmp(word, "A ", 2)),
                  "%s: an id is in `%.*s`", game, (int)line, at);
        if (!at[line]) break;
    }
}

static void check_no_ids_of(const char *game) {
    HenkaVariant *v = henka_variant_shipped(game, NULL, 0, NULL);
    for (int language = 0; v && language < HENKA_LANGUAGES; language++)
        check_no_ids(v, game, (HenkaLanguage)language);
    for (size_t i = 0; v && i < henka_variant_option_count(v); i++) {
        HenkaOption option = henka_variant_option(v, i);
        for (size_t j = 0; j < option.choice_count; j++) {
            char setting[128];
            const char *settings = setting;
            snprintf(setting, sizeof setting, "%s=%s", option.name, option.choices[j]);
            HenkaVariant *other = henka_variant_shipped(game, &settings, 1, NULL);
            for (int language = 0; other && language < HENKA_LANGUAGES; language++)
                check_no_ids(other, setting, (HenkaLanguage)language);
            henka_variant_free(other);
        }
    }
    henka_variant_free(v);
}

/* The same of rules that no game that ships has. */
static void check_no_ids_of_own(void) {
    static const char game[] =
        "files=5\nranks=5\nsymmetry=rotate\nroyal=K\nholdingsType=-1\npromoZone=2\n"
        "promoChoiceOf=P>G\nnoMoveRanks=P:1\nmustPromote=P:2\ndropFileLimit=P:1,L:2\n"
        "noDropMate=P,L\nfreezes=G\nregion=L>a1-e3\ndropSquares=G>a1-e2\ngoal=K>a5-e5\n"
        "moveLimit=20\nmoveLimitRestarts=P,L\nprotected=G\ntradeMinor=P\ncounterStrike=G\n"
        "noBurn=G>G\nendsFirstMoves=G\nbaring=3\nshuffle=LGK\nhome=K>c1\njumpRank=K:2,G:1\n"
        "pawn:P:fW:P:a2\nlance:L:fR:L:b1\ngold general:G:WfFjR2:G:d1\nking:K:KimD:K:c1\n";
    HenkaVariant *v = henka_variant_parse(game, strlen(game), NULL, 0, NULL);
    CHECK(v, "a game of many rules is refused:\n%s", game);
    for (int language = 0; v && language < HENKA_LANGUAGES; language++)
        check_no_ids(v, "a game of many rules", (HenkaLanguage)language);
    henka_variant_free(v);
}

/* Castling between shuffled pieces names the kind of its partner. */
static void check_shuffled_partner(void) {
    static const char game[] = "shuffle=RK\nroyal=K\nsymmetry=mirror\n"
                               "rook:R:R:rook:a1,h1\nking:K:KisO2:king:e1\n";
    HenkaVariant *v = henka_variant_parse(game, strlen(game), NULL, 0, NULL);
    CHECK(v, "a game with a shuffled king is refused:\n%s", game);
    for (int language = 0; v && language < HENKA_LANGUAGES; language++) {
        char moves[1000];
        henka_variant_describe_type(v, 2, (HenkaLanguage)language, moves, sizeof moves);
        CHECK(strstr(moves, "rook"), "language %d: %s", language, moves);
    }
    henka_variant_free(v);
}

int main(void) {
    check_no_ids_of_own();
    check_shuffled_partner();
    for (size_t i = 0; henka_shipped_name(i); i++) check_no_ids_of(henka_shipped_name(i));
    check_flip();
    check_first_moves_in_check();
    check_ruling_of_baring();
    check_region();
    check_first_piece();
    for (size_t i = 0; henka_shipped_name(i); i++) check_names(henka_shipped_name(i));
#define LANGUAGE(name, tag) check_templates(&move_words_##tag, #tag);
    HENKA_LANGUAGE_LIST(LANGUAGE)
#undef LANGUAGE
    check_small_buffer();
    check_change("ito", "stalemate=loss", "may not leave the opponent without a legal move",
                 "A side without a legal move loses, in check or not");
    check_change("ito", "stalemate=draw", "", "not in check) is a draw");
    check_says("ito", NULL, "A side that has no legal move anyway loses (a ruling).", true);
    check_says("ito", NULL, "for the third time.", true);
    check_says("ito", NULL, "the king never does", true);
    check_says("ito", NULL, "can never move again", true);
    check_says("ito", NULL, "does not leap back", true);
    check_says("ito", NULL, "larger shogi", false);
    check_says("shinogi", NULL, "loses, in check or not (a ruling).", true);
    check_says("shinogi", NULL, "since its first occurrence loses instead (a ruling).", true);
    check_says("shinogi", NULL, "By W ishere, 2024.", true);
    check_says("shinogi", NULL, "mostly shogi pieces", true);
    check_says("okisaki", NULL,
               "By Masayuki Nakayachi, from suggestions by Ralph Blockhaus, c. 1996.", true);
    check_says("okisaki", NULL, "loses, in check or not (a ruling).", true);
    check_says("okisaki", NULL, "here it counts as a draw (a ruling)", true);
    check_says("okisaki", NULL, "玉将, gote's 王将 king", true);
    check_says("shogi", NULL, "a ruling", false);
    check_says("shogi", NULL, "our own decision", false);
    check_says("suzumu", NULL, "There is no check", false);
    check_says("suzumu", NULL, "A check need not be answered", true);
    check_says("suzumu", NULL, "the impasse", true);
    check_says("suzumu", NULL, "resign at any time", true);
    check_says("suzumu", NULL, "furigoma", true);
    check_says("suzumu", NULL, "promotion is new", false);
    check_says("suzumu", "jumpRank=off", "below their rank", false);
    check_says("rutherford", NULL, "a side left with no legal move loses", false);
    check_says("rutherford", NULL, "dropped behind the enemy king", true);
    check_change("ito", "strict=on", "", "only taken back");
    check_change("rutherford", "dropDistance=3", "less than 2 squares", "less than 3 squares");
    check_change("rutherford", "gap=9", "by 17 ranks", "by 21 ranks");
    check_change("rutherford", "repetition=shogi", "for the third time",
                 "for the fourth time. A side that has given check");
    check_change("suzumu", "jumpRank=off", "may not jump over these", "");
    check_change("okisaki", "bare=on", "", "left with nothing but royals");
    check_change("okisaki", "impasse=points", "",
                 "34 points, on the board and in hand, may declare. It wins, or draws if the "
                 "other side has as many points (a ruling).");
    check_change("shogi", "strict=on", "An illegal move is refused", "An illegal move loses");
    check_says("rutherford", NULL, "(reconstructed array)", true);
    check_says("suzumu", NULL,
               "The fire demon may not burn these pieces after a move: fire demon. They can be "
               "captured on the last",
               true);
    check_says("suzumu", NULL, "The bishop general and rook general may not jump over these", true);
    check_says("shinogi", NULL, "A dropped shogi pawn may not give checkmate", true);
    check_says("shinogi", NULL,
               "The knight must promote on the last 2 ranks and may not be dropped there", true);
    check_says("suzumu", "jumpRank=off", "The fire demon may not burn these pieces after a move",
               true);
    check_says("suzumu", NULL, "the walk may end where it began", false);
    check_says("shogi", NULL, "captor's hand, unpromoted", true);
    check_says("ito", NULL, "unpromoted", false);
    check_says(
        "shogi", NULL,
        "No pawn may be dropped on a file that already holds an unpromoted one of its own side.",
        true);
    return check_done();
}
