/* Texts of Interactive Diagrams as they are found on pages: what they leave out is filled in, and
 * what a page puts around and between is no part of them. The games are made up. */
#include "check.h"
#include "format/markup.h"
#include "henka.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static HenkaDiagnostic entries[32];
static HenkaReport report;

static HenkaVariant *read_text(const char *text) {
    report = (HenkaReport){.entries = entries, .cap = 32};
    return henka_variant_parse(text, strlen(text), NULL, 0, &report);
}

/* Everything found, for a failing check. */
static const char *all_found(void) {
    static char text[4096];
    size_t length = 0;
    *text = '\0';
    for (size_t i = 0; i < report.count && i < report.cap && length < 3500; i++)
        length += (size_t)sprintf(text + length, "\n      %d:%d: %s", entries[i].at.line,
                                  entries[i].at.column, entries[i].at.message);
    return text;
}

static bool is_said(const char *words) { return strstr(all_found(), words); }

/* `ID moves` of every piece. */
static void write_pieces(const HenkaVariant *v, char *out) {
    *out = '\0';
    for (int type = 1; type <= henka_variant_type_count(v); type++) {
        HenkaType piece = henka_variant_type(v, type);
        out += sprintf(out, "%s%s %s", type > 1 ? ", " : "", piece.id, piece.betza);
    }
}

/* The text is read without an error as these pieces and this position. */
static void check_game(const char *text, const char *pieces, const char *start) {
    char found[2048];
    HenkaVariant *v = read_text(text);
    CHECK_ABOUT("%s", text);
    CHECK(v, "refused:%s", all_found());
    if (!v) return;
    write_pieces(v, found);
    CHECK(!strcmp(found, pieces), "pieces: %s", found);
    CHECK(!strcmp(henka_variant_start(v), start), "start: %s", henka_variant_start(v));
    henka_variant_free(v);
}

/* ---- names */

static void check_names(void) {
    static const char start[] = "kn2/4/4/KN2 b - 1";
    check_game("files=4 ranks=4 royal=MAN Man:MAN:::a1 knight::::b1", "MAN K, K N",
               "{man}k2/4/4/{MAN}K2 b - 1");
    check_game("files=4 ranks=4 royal=1 commoner:K:::a1 Knight:N:::b1", "K K, N N", start);
    CHECK(is_said("Knight:N:N") || is_said("commoner:K:K"), "told of:%s", all_found());
    check_game("files=4 ranks=4 royal=1 king:K:K::a1 knight:N:N::b1", "K K, N N", start);
    CHECK(!report.count, "of a whole text this is said:%s", all_found());
    /* Moves that look like a square, at the end of a line and in the middle. */
    check_game("files=4 ranks=4 royal=1 king:K:K::a1 long:L:R2::b1 +long:+L:Q2 far:F:B3:F:c1",
               "K K, L R2, +L Q2, F B3", "klf1/4/4/KLF1 b - 1");
    check_game("files=4 ranks=4 royal=1 king:K:K::a1 long:L:R2::b1 +long:+L:fW far:F:B3",
               "K K, L R2, +L fW, F B3", "kl2/4/4/KL2 b - 1");
    /* Once for a text. */
    check_game("files=4 ranks=4 royal=1 king:K:K::a1 rook::::b1 bishop::::c1 queen::::d1",
               "K K, R R, B B, Q Q", "krbq/4/4/KRBQ b - 1");
    CHECK(report.count == 1 && entries[0].at.line == 1 && entries[0].at.column == 38 &&
              is_said("for 3 pieces") && is_said("rook:R:R, bishop:B:B, queen:Q:Q"),
          "told of:%s", all_found());
}

/* Pieces without moves, fields that are empty, a blank before the squares; both sides written out
 * without a word on symmetry, where what is written comes after what symmetry puts there. */
static void check_as_published(void) {
    check_game("files=4 ranks=4 royal=1 king:K:K:k:a1:: stone:S:-:s: b1, c1", "K K, S -",
               "kss1/4/4/KSS1 b - 1");
    CHECK(!report.count, "this is said:%s", all_found());
    check_game("files=4 ranks=4 royal=King king:K:K:k:a1,,a4 rook:R:R:r:b1 knight:N:N:n:,,b4",
               "K K, R R, N N", "kn2/4/4/KR2 b - 1");
    CHECK(report.count == 1 && entries[0].at.column == 75 && !entries[0].fatal &&
              is_said("`rook` and `knight` both stand on b4") && is_said("symmetry=none"),
          "this is said:%s", all_found());
    HenkaVariant *v =
        read_text("files=4 ranks=4 royal=1 king:K:K:k:a1,,a4 knight:N:N:n:,,b4 rook:R:R:r:b1");
    CHECK(!v && report.count == 1, "a written piece gave way to symmetry:%s", all_found());
    v = read_text("files=4 ranks=4 royal=1 king:K:K:k:a1 rook:R:R:r:b1 knight:N:N:n:,,b4");
    CHECK(!v && report.count == 1, "the king is not written out:%s", all_found());
    /* Nothing promotes, and the list of choices is empty. */
    check_game("files=4 ranks=4 royal=1 maxPromote=0 promoChoice= king:K:K:k:a1", "K K",
               "k3/4/4/K3 b - 1");
}

/* Every name, and what it stands for; two lines of one piece are one. */
static void check_standard_pieces(void) {
    static const char *const rows[][2] = {
        {"knight", "N"},      {"bishop", "B"},          {"rook", "R"},         {"queen", "Q"},
        {"archbishop", "BN"}, {"cardinal", "BN"},       {"chancellor", "RN"},  {"marshall", "RN"},
        {"amazon", "QN"},     {"lion", "KNADcaKmcabK"}, {"mao", "afsW"},       {"horse", "afsW"},
        {"elephant", "mafF"}, {"cannon", "mRcpR"},      {"pao", "mRcpR"},      {"advisor", "F"},
        {"lance", "fR"},      {"copper", "vWfF"},       {"silver", "FfW"},     {"gold", "WfF"},
        {"man", "K"},         {"commoner", "K"},        {"ferz", "F"},         {"camel", "C"},
        {"zebra", "Z"},       {"nightrider", "NN"},     {"grasshopper", "gQ"}, {"griffon", "yafsF"},
        {"gryphon", "yafsF"}, {"wizard", "FC"},         {"champion", "WAD"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[256], pieces[256];
        snprintf(text, sizeof text, "files=4 ranks=4 royal=X x:X:K::a1 %s:Y:::b1", rows[i][0]);
        snprintf(pieces, sizeof pieces, "X K, Y %s", rows[i][1]);
        check_game(text, pieces, "xy2/4/4/XY2 b - 1");
    }
}

/* The destinations of a falcon on an empty board: those of a camel and a zebra. */
static void check_falcon(void) {
    HenkaMark marks[64];
    HenkaVariant *v = read_text("files=8 ranks=8 royal=K king:K:K::a1 falcon::::b1");
    CHECK(v, "refused:%s", all_found());
    if (!v) return;
    size_t count = henka_variant_diagram(v, 2, marks, 64), ends = 0;
    for (size_t i = 0; i < count; i++) {
        int x = abs(marks[i].dx), y = abs(marks[i].dy), far = x > y ? x : y;
        if (!(marks[i].kinds & HENKA_MARK_MOVE)) continue;
        ends++;
        CHECK(far == 3 && (x + y == 4 || x + y == 5), "it goes to %d, %d", marks[i].dx,
              marks[i].dy);
    }
    CHECK(ends == 16, "%zu destinations", ends);
    henka_variant_free(v);
}

/* What is filled in but cannot be played is one error, which says so. */
static void check_refused_filling(void) {
    HenkaVariant *v = read_text("files=4 ranks=4 royal=K king:K:K::a1 zebbra::::b1");
    CHECK(!v && report.count == 1 && is_said("did you mean `zebra`?"), "found:%s", all_found());
    v = read_text("files=4 ranks=4 royal=K king:K:K::a1 thing::::b1");
    CHECK(!v && report.count == 1 && entries[0].at.column == 45, "found:%s", all_found());
}

/* ---- ids */

static void check_ids(void) {
    check_game("files=4 ranks=4 royal=K king:K:K::a1 pike::fW::b1 prince::F::c1 pony::W::d1",
               "K K, P fW, PR F, PO W", "kp{pr}{po}/4/4/KP{PR}{PO} b - 1");
    CHECK(is_said("prince:PR, pony:PO"), "told of:%s", all_found());
    /* What is written comes first. */
    check_game("files=4 ranks=4 royal=K king:K:K::a1 pike::fW::b1 boat:P:F::c1", "K K, PI fW, P F",
               "k{pi}p1/4/4/K{PI}P1 b - 1");
    /* Names without a letter left get a number. */
    check_game("files=4 ranks=4 royal=K king:K:K::a1 p (1)::fW::b1 p (2)::F::c1 p (3)::W::d1",
               "K K, P fW, P2 F, P3 W", "kp{p2}{p3}/4/4/KP{P2}{P3} b - 1");
    check_game("files=4 ranks=4 royal=K king:K:K::a1 pike:P:vW::b1 boat:P:F::c1", "K K, P vW, PO F",
               "kp{po}1/4/4/KP{PO}1 b - 1");
    CHECK(report.count == 1 && is_said("the id `P` is taken by `pike`") && is_said("`PO`"),
          "told of:%s", all_found());
    /* A piece of the same name and moves is the same piece. */
    check_game("files=4 ranks=4 royal=K king:K:K::a1 pike::fW::b1 pike::fW::c1", "K K, P fW",
               "kpp1/4/4/KPP1 b - 1");
}

/* ---- both sides, stock, keys that draw */

static void check_both_sides(void) {
    static const char start[] = "k1r1/4/4/K1R1 b - 1";
    check_game("files=4 ranks=4 royal=K king:K:K::a1,,a4 rook:R:R::c1,,c4", "K K, R R", start);
    check_game("files=4 ranks=4 symmetry=mirror royal=K king:K:K::a1,,a4 rook:R:R::c1,,c4",
               "K K, R R", start);
    check_game("files=4 ranks=4 symmetry=none royal=K king:K:K::a1,,d4 rook:R:R::d1,,a4",
               "K K, R R", "r2k/4/4/K2R b - 1");
    /* Turned, but not said so: one error. */
    HenkaVariant *v = read_text("files=4 ranks=4 royal=K king:K:K::a1,,d4 rook:R:R::d1,,a4 "
                                "bishop:B:B::b1,,c4 queen:Q:Q::c1,,b4");
    CHECK(!v && report.count == 1 && is_said("symmetry=none"), "found:%s", all_found());
}

static void check_stock(void) {
    check_game("files=4 ranks=4 holdingsType=1 royal=K king:K:K::a1 rook:R:R::c1:2 bishop:B:B:::1",
               "K K, R R, B B", "k1r1/4/4/K1R1 b - 1");
    CHECK(report.count == 2 && is_said("nothing is dropped in this game"), "found:%s", all_found());
}

/* One number in hand for both sides, or one each. */
static void check_hands(void) {
    static const char *const rows[][2] = {{"2", "2R2r"}, {"2,1", "2Rr"}, {"2,,1", "2Rr"},
                                          {"0,2", "2r"}, {",2", "2r"},   {"1,0", "R"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[128], start[64];
        snprintf(text, sizeof text,
                 "files=4 ranks=4 holdingsType=-1 royal=K king:K:K::a1 rook:R:R:::%s", rows[i][0]);
        snprintf(start, sizeof start, "k3/4/4/K3 b %s 1", rows[i][1]);
        check_game(text, "K K, R R", start);
    }
}

/* Which pieces may be chosen: of the letters that diagrams have by default those that the game has. */
static void check_choices(void) {
    static const char game[] = "files=4 ranks=4 royal=K maxPromote=1 pawn:P:fW::a2 rook:R:R::b1 "
                               "queen:Q:Q::c1 king:K:K::a1";
    static const struct {
        const char *list;
        int errors, warnings; /* of these about letters */
    } rows[] = {{"QRBN", 0, 2},  {"Q,R,B", 0, 1}, {"QRX", 1, 0},
                {"!R2*B", 0, 1}, {"BN", 1, 0},    {"QR", 0, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[256];
        snprintf(text, sizeof text, "promoChoice=%s %s", rows[i].list, game);
        henka_variant_free(read_text(text));
        int warnings = 0;
        for (size_t n = 0; n < report.count; n++)
            warnings += !entries[n].fatal && strstr(entries[n].at.message, "it can't be chosen");
        CHECK_ABOUT("%s", text);
        CHECK((int)report.fatal_count == rows[i].errors && warnings == rows[i].warnings,
              "%zu errors, %d letters left out:%s", report.fatal_count, warnings, all_found());
    }
}

/* Who promotes to what is in hand, and has nothing there: only captures with holdingsType=1 could. */
static void check_empty_stock(void) {
    static const struct {
        const char *text;
        bool warned;
    } rows[] = {{"promoChoice=*R rook:R:R::b1", true},
                {"promoChoice=*R*Q rook:R:R::b1 queen:Q:Q:::0,1", false},
                {"promoChoice=*R holdingsType=1 rook:R:R::b1", false},
                {"promoChoice=*R holdingsType=0 rook:R:R::b1", true},
                {"promoChoice=R rook:R:R::b1", false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[256];
        snprintf(text, sizeof text,
                 "files=4 ranks=4 royal=K maxPromote=1 pawn:P:fW::a2 %s king:K:K::a1",
                 rows[i].text);
        HenkaVariant *v = read_text(text);
        CHECK_ABOUT("%s", text);
        CHECK(v && is_said("did you mean `holdingsType=1`?") == rows[i].warned, "found:%s",
              all_found());
        henka_variant_free(v);
    }
}

/* Nothing stands where a partner would: the king has none. */
static void check_no_partner(void) {
    for (char file = 'a'; file <= 'd'; file++) {
        char text[96], start[32];
        int left = file - 'a', right = 'd' - file;
        snprintf(text, sizeof text, "files=4 ranks=4 maxPromote=0 royal=K king:K:KsjO1sO2::%c1",
                 file);
        char row[8] = "", *out = row;
        if (left) *out++ = (char)('0' + left);
        *out++ = 'K';
        if (right) *out++ = (char)('0' + right);
        *out = '\0';
        snprintf(start, sizeof start, "/4/4/%s b - 1", row);
        HenkaVariant *v = read_text(text);
        CHECK_ABOUT("%s", text);
        CHECK(v && strstr(henka_variant_start(v), start), "%s%s",
              v ? henka_variant_start(v) : "refused:", all_found());
        henka_variant_free(v);
    }
}

/* ---- shuffled arrays */

/* How many arrays there are, and one of them. */
static void check_shuffle(void) {
#define ROW                                                                                        \
    "files=8 ranks=4 maxPromote=0 royal=K knight:N:N::b1,g1 bishop:B:B::c1,f1 "                    \
    "rook:R:R::a1,h1 queen:Q:Q::d1 "
    static const struct {
        const char *text;
        int arrays; /* 0: refused */
    } rows[] = {{"shuffle=N!BRQK " ROW "king:K:KisO2::e1", 960},
                {"shuffle=N!BRQK " ROW "king:K:K::e1", 2880},
                {"shuffle=N!B!RQK " ROW "king:K:KisO2::e1", 1728},
                {"shuffle=!BRQK " ROW "king:K:KisO2::e1", 36},
                {"shuffle=NBRQ " ROW "king:K:KisO2::e1", 630},
                {"shuffle=NK " ROW "king:K:KisO2::e1", 3},
                {"shuffle=N:BRQK " ROW "king:K:KisO2::e1", 0},
                /* groups that share kinds: the array is what counts */
                {"shuffle=QK,QN " ROW "king:K:K::e1", 6},
                {"shuffle=QNN,NQQ " ROW "king:K:K::e1", 3},
                {"shuffle=N!BRQK,QK " ROW "king:K:K::e1", 2880},
                {"shuffle=RK,RKQ " ROW "king:K:KisO2::e1", 4},
                /* a king between two of three rooks */
                {"shuffle=RK files=6 ranks=4 maxPromote=0 royal=K rook:R:R::a1,c1,f1 "
                 "king:K:KisO2::e1",
                 2}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char words[8192], wanted[64];
        CHECK_ABOUT("%s", rows[i].text);
        HenkaVariant *v = read_text(rows[i].text);
        CHECK(!v == !rows[i].arrays, "found:%s", all_found());
        if (!v) CHECK(report.count == 1 && is_said("mirror each other"), "found:%s", all_found());
        if (!v) continue;
        henka_variant_describe(v, HENKA_ENGLISH, words, sizeof words);
        snprintf(wanted, sizeof wanted, ", in %d ways.", rows[i].arrays);
        CHECK(strstr(words, wanted), "%s", strstr(words, "shuffled"));
        henka_variant_free(v);
    }
    /* Between its rooks in every array, and none twice. */
    static char seen[960][16];
    for (int n = 0; n < 960; n++) {
        char text[256];
        snprintf(text, sizeof text, "array=%d %s", n + 1, rows[0].text);
        HenkaVariant *v = read_text(text);
        CHECK(v, "refused:%s", all_found());
        if (!v) return;
        const char *row = strrchr(henka_variant_start(v), '/') + 1;
        snprintf(seen[n], sizeof seen[n], "%.8s", row);
        const char *left = strchr(seen[n], 'R'), *king = strchr(seen[n], 'K');
        CHECK(left && king && left < king && strrchr(seen[n], 'R') > king, "%s", seen[n]);
        for (int other = 0; other < n; other++)
            CHECK(strcmp(seen[other], seen[n]) != 0, "%d and %d: %s", other, n, seen[n]);
        CHECK(!strncasecmp(henka_variant_start(v), row, 8), "%s", henka_variant_start(v));
        henka_variant_free(v);
    }
    /* Every array of groups that share kinds has one number. */
    static char shared[18][16];
    for (int n = 0; n <= 18; n++) {
        char text[256];
        snprintf(text, sizeof text,
                 "files=6 ranks=4 maxPromote=0 royal=K shuffle=QRK,QRN array=%d queen:Q:Q::a1 "
                 "rook:R:R::b1 knight:N:N::e1 king:K:K::d1",
                 n + 1);
        HenkaVariant *v = read_text(text);
        CHECK(!v == (n == 18), "%d:%s", n, all_found());
        if (!v) continue;
        const char *row = strrchr(henka_variant_start(v), '/') + 1;
        snprintf(shared[n], sizeof shared[n], "%.6s", row);
        for (int other = 0; other < n; other++)
            CHECK(strcmp(shared[other], shared[n]) != 0, "%d and %d: %s", other, n, shared[n]);
        henka_variant_free(v);
    }
    CHECK(!read_text("files=12 ranks=4 maxPromote=0 royal=K shuffle=QRBNCAZ,QRBN queen:Q:Q::a1 "
                     "rook:R:R::b1 bishop:B:B::c1 knight:N:N::d1 c:C:C::e1 a:A:A::f1 m:Z:Z::g1 "
                     "king:K:K::h1") &&
              is_said("can't be counted"),
          "%s", all_found());
    /* On two ranks the middle one is counted along the first rank, then the second. */
    static const char *const starts[] = {"2R2/N1R1K", "2R2/R1N1K", "2N2/R1K1R", "2R2/R1K1N"};
    for (int n = 0; n < 4; n++) {
        char text[256];
        snprintf(text, sizeof text,
                 "files=5 ranks=5 maxPromote=0 royal=K shuffle=NRK array=%d knight:N:N::c2 "
                 "rook:R:R::a1,e1 king:K:KisO1::c1",
                 n + 1);
        HenkaVariant *v = read_text(text);
        CHECK(v, "refused:%s", all_found());
        if (!v) return;
        const char *start = strchr(henka_variant_start(v), '5') + 2;
        CHECK(!strncmp(start, starts[n], strlen(starts[n])), "%d: %s", n, henka_variant_start(v));
        henka_variant_free(v);
    }
#undef ROW
}

static void check_drawing(void) {
    check_game("startShade=#fff shady=1 noCounts=1 files=4 ranks=4 graphicsDir= startShade=#000 "
               "royal=K king:K:K::a1",
               "K K", "k3/4/4/K3 b - 1");
    CHECK(report.count == 1 &&
              is_said("`startShade`, `shady`, `noCounts` and `graphicsDir` only concern"),
          "found:%s", all_found());
}

/* ---- royals */

/* Is a check to be answered? With `royal=` of two kinds it is where each side has one of them, and
 * can have no other. */
static void check_royal_kinds(void) {
    static const struct {
        const char *text;
        bool answered;
    } rows[] = {
        {"symmetry=none royal=K royal=E king:K:K::a1 elf:E:K::,,a4 rook:R:R::b1", true},
        {"symmetry=none royal=K royal=E king:K:K::a1 elf:E:K::,,a4 pawn:P:fW::b1 "
         "promoChoice=E maxPromote=3",
         false},
        {"symmetry=none royal=K royal=E king:K:K::a1 elf:E:K::,,a4 pike:P:W:::1,,0 +:+P:F:: "
         "holdingsType=-1",
         true},
        {"symmetry=none royal=K royal=+P king:K:K::a1,,a4 pike:P:W:::1,,0 +:+P:F:: "
         "holdingsType=-1",
         false},
        {"symmetry=none royal=K royal=E royal=F king:K:K::a1 elf:E:K::,,a4 fay:F:F::,,b4", false},
        {"royal=K royal=F king:K:K::a1 fay:F:F::b1", false},
        {"royal=K royal=F royalRule=checkmate king:K:K::a1 fay:F:F::b1", true},
        /* One royal, which becomes another; and two of them. */
        {"royal=1 royal=2 promoOffset=1 king:K:K::a1 god:G:Q2::", true},
        {"royal=1 royal=2 promoOffset=1 king:K:K::a1,c1 god:G:Q2::", false},
        {"royal=K royal=G king:K:K::a1 pike:P:fW::b1 god:G:Q2:: promotes=P:G", false},
        {"format=1 royal=1 royal=2 promoOffset=1 king:K:K::a1 god:G:Q2::", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[256], words[4096];
        snprintf(text, sizeof text, "files=4 ranks=4 %s", rows[i].text);
        HenkaVariant *v = read_text(text);
        CHECK_ABOUT("%s", text);
        CHECK(v, "refused:%s", all_found());
        if (!v) continue;
        henka_variant_describe(v, HENKA_ENGLISH, words, sizeof words);
        CHECK(!strstr(words, "A check need not be answered") == rows[i].answered,
              "a check is answered: %s", rows[i].answered ? "no" : "yes");
        henka_variant_free(v);
    }
}

/* What is said of royals that a side may lose while it has others; and `royal=0` is none. */
static void check_spare_royals(void) {
    static const struct {
        const char *text, *said;
    } rows[] = {
        {"royal=K king:K:K::a1,b1 rook:R:R::c1", "While a side has several royals"},
        {"symmetry=none royal=K king:K:K::a1,b1,,a4 rook:R:R::c1", "While Sente has several"},
        {"symmetry=none royal=K king:K:K::a1,,a4,b4 rook:R:R::c1", "While Gote has several"},
        {"symmetry=none royal=K extinction=1 king:K:K::a1,b1,,a4,b4 rook:R:R::c1",
         "While Sente has several"},
        {"royal=K extinction=0 king:K:K::a1,b1 rook:R:R::c1", NULL},
        {"royal=K dupleCheck=yes king:K:K::a1,b1 rook:R:R::c1",
         "While a side has several royals, a"},
        {"royal=K king:K:K::a1 rook:R:R::c1", NULL},
        {"royal=0 king:K:K::a1,b1 rook:R:R::c1", "No piece is royal"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[256], words[4096];
        snprintf(text, sizeof text, "files=4 ranks=4 maxPromote=0 %s", rows[i].text);
        HenkaVariant *v = read_text(text);
        CHECK_ABOUT("%s", text);
        CHECK(v, "refused:%s", all_found());
        if (!v) continue;
        henka_variant_describe(v, HENKA_ENGLISH, words, sizeof words);
        CHECK(rows[i].said ? strstr(words, rows[i].said) != NULL : !strstr(words, "several royals"),
              "%s", words);
        henka_variant_free(v);
    }
}

/* The last piece is royal, but nobody has it: one finding. */
static void check_no_royal(void) {
    HenkaVariant *v = read_text("files=4 ranks=4 maxPromote=0 king:K:K::a1 rook:R:R:::");
    CHECK(!v && report.count == 1 && is_said("neither side has it"), "found:%s", all_found());
}

/* ---- pages */

static void check_pages(void) {
    static const char *const texts[] = {
        "files=4\nranks=4\nroyal=K\nking:K:K::a1\nrook:R:R::c1",
        "<p>files=4 ranks=4 royal=K king:K:K::a1 rook:R:R::c1</p>",
        "<div class=\"idiagram\">\nfiles=4<br>\nranks=4<br />\nroyal=K<BR>king:K:K::a1<br>"
        "rook:R:R::c1\n</div>\n",
        "files=4&nbsp;ranks=4&#160;royal=K\xC2\xA0king:K:K::a1&#32;rook:R:R::c1",
        "<!-- a game\n of mine --><pre>files=4 ranks=4 royal=K <b>king</b>:K:K::a1 rook:R:R::c1",
        "<script>var x = 1;\nfunction f() { return x < 2; }</script>files=4 ranks=4 royal=K\n"
        "king:K:K::a1 rook:R:R::c1<style>p { color: red }</style>",
        "<div class=\"idiagram\"\n  style=\"float: left; margin: 40px;\">\n<img alt='a > b'\n"
        "src=x.png>files=4 ranks=4 royal=K\nking:K:K::a1 rook:R:R::c1</div>",
        "files=4 ranks=4 # a <remark>: of mine\nroyal=K king:K:K::a1 rook&#58;R&#x3a;R::c1"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        check_game(texts[i], "K K, R R", "k1r1/4/4/K1R1 b - 1");
        CHECK(report.count <= 1 && (!report.count || is_said("left over from a web page")),
              "found:%s", all_found());
    }
}

/* Texts keep their `<` and `&`, and places are those of the page. */
static void check_places(void) {
    HenkaVariant *v = read_text("title=Q&amp;A &lt;b&gt; 1 < 2 & <i>three</i><br>files=4 ranks=4 "
                                "royal=K king:K:K::a1");
    CHECK(v && !strcmp(henka_variant_title(v), "Q&A <b> 1 < 2 & three"), "title: %s%s",
          v ? henka_variant_title(v) : "", all_found());
    henka_variant_free(v);
    v = read_text("<p>\nfiles=4&nbsp;<br>ranks=4 <i>foo</i>=1\nroyal=K king:K:K::a1");
    CHECK(!v && is_said("2:29: unknown key `foo`"), "found:%s", all_found());
    v = read_text("<div\nfiles=4 ranks=4 royal=K king:K:K::a1 &#7; <br");
    CHECK(!v, "accepted");
}

/* ---- markup by itself */

/* A text as it is given, and what is left of it without its markup. */
static const struct {
    const char *given, *plain;
} stripped[] = {
    {"&#65;&#x42;&#X43;", "ABC"},
    {"&#xE9;&#x20ac;&#x1F600;", "\u00e9\u20ac\U0001F600"},
    {"&#128;&#159;&#161;&#255;&#256;", "&#128;&#159;\u00a1\u00ff\u0100"},
    {"&#x7ff;&#x800;&#xffff;&#x10000;", "\u07ff\u0800\uffff\U00010000"},
    {"&#xD7FF;&#xD800;&#xDFFF;&#xE000;", "\ud7ff&#xD800;&#xDFFF;\ue000"},
    {"&#x10FFFF;&#x110000;&#0000065;&#00000065;", "\U0010ffff&#x110000;A&#00000065;"},
    {"&#7;&#31;&#32;&#126;&#127;", "&#7;&#31; ~&#127;"},
    {"&#;&#x;&#65&#6a;&#xfg;&#-1;&#6 5;", "&#;&#x;&#65&#6a;&#xfg;&#-1;&#6 5;"},
    {"&#160;&nbsp;&ensp;&emsp;&thinsp;\u00a0", "      "},
    {"&lt;&gt;&amp;&quot;&apos;&ndash;&mdash;", "<>&\"'\u2013\u2014"},
    {"&LT;&Amp;&lt&amp &foo;&", "<&&lt&amp &foo;&"},
    {"&amp;lt;", "&lt;"},
    {"1<2 a<b>c</b>d<br>e< f<", "1<2 acd\ne< f<"},
    {"<p>a<P>b</p>c<br/>d<!x>e", "\na\nb\nc\nd\ne"},
    {"<big>a<bigg>b<i/>c<im>d<strong>e", "a\nbc\nde"},
    {"<B>a</SPAN>b<a href='x>y'>c", "abc"},
    {"<p\n>a<b", "\na<b"},
    {"<div class=\"d\"\r\n style='a: \"b>c\";'\n\tid=e hidden/>f", "\nf"},
    {"<p a=b='c'>d<p a= >e<p a=>f<i/>g", "\nd\ne\nfg"},
    {"<p a='b>c<p a='b", "\nc<p a='b"},
    {"<p\na:b>c<p\nd<p\n", "<p\na:b>c<p\nd<p\n"},
    {"<p a='", "<p a='"},
    {"<p a=", "<p a="},
    {"<p a", "<p a"},
    {"<p <b\n<i>a", "<p <b\na"},
    {"a<!--b>c<d-->e-->f", "a\ne-->f"},
    {"a<!--b>c", "a\nc"},
    {"a<!--b\nc", "a<!--b\nc"},
    {"a<script>x<y></script>b<STYLE>c</Style>d", "a\nb\nd"},
    {"a<script>b<script>c</script", "a\nb\nc</script"},
    {"# a<b> <br>c<b>d", "# a<b> \ncd"},
    {"a#<b>b //<b>c\n<b>d", "a#b //<b>c\nd"},
    {"a/ /<b>b\n//<b>\n#<b>\t#<b>", "a/ /b\n//<b>\n#<b>\t#<b>"},
    {"a\t#<b>\n/<b>/<b>&amp;", "a\t#<b>\n//&"},
    {"&nbsp;#<b>", " #<b>"},
    {"<br>#<b><p>", "\n#<b><p>"},
    {"\xC2", "\xC2"},
    {"\xC2\xA1&amp;\xC2", "\xC2\xA1&\xC2"},
};

/* A text, the bytes of it that are written, and how they are. */
static const struct {
    const char *text;
    int length;
    const char *written;
} written_texts[] = {
    {"a & b &1 < 2 &;", 15, "a & b &1 < 2 &;"},
    {"&a&Z&#", 6, "&amp;a&amp;Z&amp;#"},
    {"&a", 1, "&"},
    {"&#", 1, "&"},
    {"<a</<!<1", 8, "&#60;a&#60;/&#60;!<1"},
    {"<a", 1, "<"},
    {"x<", 2, "x<"},
    {"&lt;", 4, "&amp;lt;"},
};

static void check_markup(void) {
    Arena *arena = arena_new(NULL);
    for (size_t i = 0; i < sizeof stripped / sizeof *stripped; i++) {
        const char *given = stripped[i].given;
        size_t length = strlen(given), room = strlen(stripped[i].plain);
        char *exact = malloc(length); /* nothing behind it, for the sanitizers */
        if (!exact) abort();
        memcpy(exact, given, length);
        Plain plain = markup_remove(arena, exact, length);
        CHECK(plain.length == room && !memcmp(plain.text, stripped[i].plain, room),
              "`%s` is read as `%.*s`", given, (int)plain.length, plain.text);
        for (size_t at = 0, last = 0; plain.origin && at < plain.length;
             last = plain.origin[at++]) {
            char from = given[plain.origin[at]];
            CHECK(plain.origin[at] >= last && plain.origin[at] < length &&
                      (from == plain.text[at] || from == '<' || from == '&' || from == '\xC2'),
                  "`%s`: byte %zu is said to be from %u", given, at, plain.origin[at]);
        }
        CHECK(!plain.origin || plain.origin[plain.length] == length, "`%s` ends elsewhere", given);
        free(exact);
    }
    for (size_t i = 0; i < sizeof written_texts / sizeof *written_texts; i++) {
        char text[64];
        size_t length = (size_t)written_texts[i].length;
        Out out = out_to(text, sizeof text);
        markup_write(&out, written_texts[i].text, length);
        CHECK(!strcmp(text, written_texts[i].written), "%.*s is written as %s", (int)length,
              written_texts[i].text, text);
        Plain plain = markup_remove(arena, text, out.length);
        CHECK(plain.length == length && !memcmp(plain.text, written_texts[i].text, length),
              "%s is read as %.*s", text, (int)plain.length, plain.text);
    }
    arena_free(arena);
}

int main(void) {
    check_markup();
    check_names();
    check_as_published();
    check_standard_pieces();
    check_falcon();
    check_refused_filling();
    check_ids();
    check_both_sides();
    check_stock();
    check_hands();
    check_choices();
    check_empty_stock();
    check_no_partner();
    check_shuffle();
    check_drawing();
    check_royal_kinds();
    check_no_royal();
    check_spare_royals();
    check_pages();
    check_places();
    return check_done();
}
