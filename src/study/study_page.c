/* Writes the report as a page: its headings, sentences and tables, as HTML or Markdown from the
 * same code. The HTML needs no other file: a script (web/report) draws its charts and boards from
 * the report's JSON inside the page. All texts are rows of base/messages.def. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/jsonout.h"
#include "study/report_parts.h"
#include "study/study_games.h"
#include "study/study_print.h"
#include "wasm/variant_json.h"

/* The page that is being written. */
typedef struct Page {
    Out *out;
    bool markdown; /* true: the page is Markdown; false: HTML */
    int heads;     /* number of column heads of the current table so far */
    int cells;     /* number of cells of the current row so far */
    uint32_t left; /* columns aligned to the left: 1 << column */
} Page;

/* ---- text ---- */

#define SAID(...) (&MESSAGE_OF(__VA_ARGS__))

static void markup(Page *page, const char *html, const char *markdown) {
    out_text(page->out, page->markdown ? markdown : html);
}

/* Writes a text of a variant or a person, with characters of markup escaped. */
static void text(Page *page, const char *words) {
    static const char *const entities[] = {
        ['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;"};
    for (; words && *words; words++)
        if (page->markdown && strchr("\\`*_[]<>|", *words))
            out_format(page->out, "\\%c", *words);
        else if (!page->markdown && strchr("&<>\"", *words))
            out_text(page->out, entities[(int)*words]);
        else
            out_char(page->out, *words);
}

static void said(Page *page, const Message *message) {
    Out plain = out_growing();
    out_message(&plain, HENKA_ENGLISH, message);
    char *words = out_take(&plain);
    text(page, words);
    free(words);
}

static void heading(Page *page, int level, const Message *message) {
    out_format(page->out, page->markdown ? "\n%.*s " : "<h%d>", level, "###");
    said(page, message);
    out_format(page->out, page->markdown ? "\n\n" : "</h%d>\n", level);
}

static void paragraph(Page *page, const Message *message) {
    markup(page, "<p>", "");
    said(page, message);
    markup(page, "</p>\n", "\n\n");
}

static void sentence(void *context, const Message *message) {
    markup(context, "<p>", "- ");
    said(context, message);
    markup(context, "</p>\n", "\n");
}

/* Writes the place where the script draws a picture. first, second: the names of the two things
 * that it shows, or MSG_NONE. Markdown has no picture, but the table beside it has the figures. */
static void picture(Page *page, const char *what, const Message *caption, MessageKey first,
                    MessageKey second) {
    if (page->markdown) return;
    out_format(page->out, "<figure hidden data-draw=\"%s\"", what);
    if (first) {
        out_text(page->out, " data-names=\"");
        said(page, SAID(first)), out_char(page->out, '|'), said(page, SAID(second));
        out_char(page->out, '"');
    }
    out_text(page->out, "><figcaption>");
    if (caption) said(page, caption);
    out_text(page->out, "</figcaption></figure>\n");
}

/* ---- tables ---- */

static void head_text(Page *page, const char *words) {
    markup(page,
           page->left >> page->heads & 1 ? "<th scope=\"col\" class=\"left\">"
                                         : "<th scope=\"col\">",
           page->heads ? " " : "| ");
    text(page, words);
    markup(page, "</th>\n", " |");
    page->heads++;
}

static void head(Page *page, MessageKey key) {
    char words[80];
    Out out = out_to(words, sizeof words);
    out_message(&out, HENKA_ENGLISH, SAID(key));
    if (!page->heads || key == MSG_STUDY_T_OPENINGS || key == MSG_STUDY_T_WHERE ||
        key == MSG_STUDY_T_SQUARES)
        page->left |= 1u << page->heads;
    head_text(page, words);
}

/* Begins a table: title (MSG_NONE: without one), caption, and heads, which end with MSG_NONE. */
static void table_open(Page *page, MessageKey title, const Message *caption,
                       const MessageKey *heads) {
    if (title) heading(page, 2, SAID(title));
    page->heads = page->cells = 0;
    page->left = 0;
    markup(page, "<div class=\"wide\" tabindex=\"0\"><table>\n<caption>", "");
    said(page, caption);
    markup(page, "</caption>\n<thead><tr>", "\n\n");
    while (*heads) head(page, *heads++);
}
static void table_body(Page *page) {
    markup(page, "</tr></thead>\n<tbody>\n", "\n|");
    for (int i = 0; page->markdown && i < page->heads; i++)
        out_text(page->out, page->left >> i & 1 ? "---|" : "---:|");
    markup(page, "", "\n");
}

/* Begins a table with these column heads and no others. */
#define table_begin(page, title, caption, ...)                                                     \
    (table_open(page, title, caption, (const MessageKey[]){__VA_ARGS__, MSG_NONE}),                \
     table_body(page))

static void cell_begin(Page *page) {
    markup(page,
           !page->cells                    ? "<tr><th scope=\"row\">"
           : page->left >> page->cells & 1 ? "<td class=\"left\">"
                                           : "<td>",
           page->cells ? " " : "| ");
}

/* Ends a cell, and the row after its last cell. */
static void cell_end(Page *page) {
    markup(page, page->cells++ ? "</td>" : "</th>", " |");
    if (page->cells < page->heads) return;
    page->cells = 0;
    markup(page, "</tr>\n", "\n");
}

static void table_end(Page *page) { markup(page, "</tbody></table></div>\n", "\n"); }

static void cell(Page *page, const Message *message) {
    cell_begin(page);
    said(page, message);
    cell_end(page);
}

/* Writes the cell of a value. It is empty if the value is unknown (NAN). */
static void cell_decimal(Page *page, double value, int digits) {
    cell_begin(page);
    if (!isnan(value)) out_format(page->out, "%.*f", digits, value);
    cell_end(page);
}

static void cell_bounds(Page *page, MessageArg low, MessageArg high) {
    cell(page, isnan(low.decimal) ? SAID(MSG_STUDY_UNBOUNDED) : SAID(MSG_STUDY_BOUNDS, low, high));
}

/* ---- a column of a table, by the type of its row in measures.def ---- */

/* Writes the head of the column if there is a key, else the cell of the value. */
static void column_decimal(Page *page, MessageKey key, double value, int digits) {
    key ? head(page, key) : cell_decimal(page, value, digits);
}
#define column_count(page, key, count) column_decimal(page, key, count, 0)
#define column_nodes(page, key, nodes) column_decimal(page, key, (double)(nodes), 0)
#define column_real(page, key, value) column_decimal(page, key, value, 1)
#define column_ratio(page, key, value) column_decimal(page, key, value, 2)
#define column_average(page, key, value) column_decimal(page, key, value, 1)
#define column_mean(page, key, mean) column_decimal(page, key, (mean).share, 2)
#define column_moments(page, key, q) column_decimal(page, key, 100 * (q).median, 0)

static void column_openings(Page *page, MessageKey key, StudySet set) {
    key ? head(page, key) : cell(page, study_openings_arg(set).message);
}

/* Writes the columns of a share in per cent and its bounds. */
static void column_share(Page *page, MessageKey key, Share share) {
    column_decimal(page, key, 100 * share.share, 1);
    if (key)
        head(page, MSG_STUDY_T_BOUNDS);
    else if (share.games)
        cell_bounds(page, arg_decimal(100 * share.low, 1), arg_decimal(100 * share.high, 1));
    else
        cell_decimal(page, NAN, 0);
}
#define column_part column_share

static void column_points(Page *page, MessageKey key, Share share) {
    column_count(page, key ? MSG_STUDY_T_GAMES : MSG_NONE, share.games);
    column_share(page, key, share);
}

static void column_quartiles(Page *page, MessageKey key, StudyQuartiles q) {
    static const MessageKey heads[] = {MSG_STUDY_T_SHORTEST, MSG_STUDY_T_LOWER, MSG_STUDY_T_MEDIAN,
                                       MSG_STUDY_T_UPPER, MSG_STUDY_T_LONGEST};
    const double values[] = {q.least, q.lower, q.median, q.upper, q.most};
    column_count(page, key, q.count);
    for (int i = 0; i < 5; i++) column_decimal(page, key ? heads[i] : MSG_NONE, values[i], 0);
}

/* Writes the columns of a difference of shares, in percentage points, and its bounds. */
static void column_difference(Page *page, MessageKey key, StudyDifference of) {
    if (key) {
        head(page, key), head(page, MSG_STUDY_T_BOUNDS);
        return;
    }
    cell_begin(page);
    if (!isnan(of.difference)) out_format(page->out, "%+.1f", 100 * of.difference);
    cell_end(page);
    cell_bounds(page, arg_signed(100 * of.low, 1), arg_signed(100 * of.high, 1));
}

/* Writes the column of a score, with its sign. */
static void column_score(Page *page, MessageKey key, double score) {
    if (key) {
        head(page, key);
        return;
    }
    cell_begin(page);
    if (!isnan(score)) out_format(page->out, "%+.0f", score);
    cell_end(page);
}

/* Types of measures that no table shows as a column. */
#define MSG_STUDY_T_NONE MSG_NONE
#define column_verdict(page, key, value) ((void)0)
#define column_flag column_verdict
#define column_more column_verdict
#define column_exchange column_verdict
#define column_ends column_verdict
#define column_bins column_verdict
#define column_text column_verdict
#define column_visits column_verdict
#define column_worth column_verdict

/* ---- the tables of the report ---- */

static double percent(long part, long whole) {
    return whole ? 100.0 * (double)part / (double)whole : 0;
}

static const MessageKey none[] = {MSG_NONE};

/* The tables with a row for each StudyCell: bits of the `table` of a row of measures.def. */
enum { NOWHERE, RESULTS = 1, LENGTH = 2, COURSE = 4, EVERY = RESULTS | LENGTH | COURSE };

static void write_cells(Page *page, const StudyReport *report, int in, MessageKey title,
                        MessageKey caption) {
    table_open(page, title, SAID(caption), none);
    for (int row = -1; row < report->plan->strengths * STUDY_SETS; row++) {
        const StudyCell *cell =
            &report->cells[row < 0 ? 0 : row / STUDY_SETS][row < 0 ? 0 : row % STUDY_SETS];
#define CELL(type, member, key, table, HEAD, ...)                                                  \
    if ((table) & in) column_##type(page, row < 0 ? MSG_STUDY_T_##HEAD : MSG_NONE, cell->member);
#include "study/measures.def"
        if (row < 0) table_body(page);
    }
    table_end(page);
}

static void write_skill(Page *page, const StudyReport *report) {
    table_open(page, MSG_STUDY_H_SKILL, SAID(MSG_STUDY_C_SKILL), none);
    for (int row = -1; row < report->plan->strengths; row++) {
        const StudySkill *skill = &report->skill[row < 0 ? 0 : row];
#define SKILL(type, member, key, HEAD, ...)                                                        \
    if (MSG_STUDY_T_##HEAD)                                                                        \
        column_##type(page, row < 0 ? MSG_STUDY_T_##HEAD : MSG_NONE, skill->member);
#include "study/measures.def"
        if (row < 0) table_body(page);
    }
    table_end(page);
}

static void write_choice(Page *page, const StudyReport *report) {
    int squares = study_squares(report->plan->variant);
    const StudyChoice *end = report->choices + STUDY_BINS;
    table_open(page, MSG_STUDY_H_CHOICE, SAID(MSG_STUDY_C_CHOICE),
               (const MessageKey[]){MSG_STUDY_T_PLIES, MSG_NONE});
#define CHOICE(type, member, key, HEAD, ...)                                                       \
    if (MSG_STUDY_T_##HEAD) head(page, MSG_STUDY_T_##HEAD);
#include "study/measures.def"
    table_body(page);
    for (const StudyChoice *bin = report->choices; bin < end && bin->plies; bin++) {
        cell_bounds(page, arg_decimal(bin->ply + 1, 0),
                    arg_decimal(bin->ply + report->bin_plies, 0));
#define CHOICE(type, member, key, HEAD, shown, ...)                                                \
    if (MSG_STUDY_T_##HEAD) cell_decimal(page, (double)(shown) / bin->plies, 1);
#include "study/measures.def"
    }
    table_end(page);
    picture(page, "choice", SAID(MSG_STUDY_P_CHOICE), MSG_NONE, MSG_NONE);
    picture(page, "filled", SAID(MSG_STUDY_P_FILLED), MSG_STUDY_ON_BOARD, MSG_STUDY_IN_HAND);
}

/* Begins the row of a type of piece with its name. */
static void row_of_kind(Page *page, const HenkaVariant *variant, int type) {
    const Message name = study_kind(variant, type);
    cell_begin(page);
    said(page, &name);
    markup(page, " <span lang=\"ja\">", " ");
    text(page, henka_variant_type(variant, type).kanji);
    markup(page, "</span>", "");
    cell_end(page);
}

static void write_pieces(Page *page, const StudyReport *report) {
    table_open(page, MSG_STUDY_H_PIECES, SAID(MSG_STUDY_C_PIECES),
               (const MessageKey[]){MSG_STUDY_T_PIECE, MSG_NONE});
    for (int type = 0; type <= henka_variant_type_count(report->plan->variant); type++) {
        const StudyPiece *piece = &report->pieces[type];
        if (type) row_of_kind(page, report->plan->variant, type);
#define PIECE(type_, member, key, HEAD, ...)                                                       \
    if (MSG_STUDY_T_##HEAD)                                                                        \
        column_##type_(page, type ? MSG_NONE : MSG_STUDY_T_##HEAD, piece->member);
#include "study/measures.def"
        if (!type) table_body(page);
    }
    table_end(page);
}

static void write_worth(Page *page, const StudyReport *report) {
    static const MessageKey places[STUDY_PLACES] = {
        [STUDY_BOARD] = MSG_STUDY_ON_BOARD, [STUDY_HAND] = MSG_STUDY_IN_HAND};
    const HenkaVariant *variant = report->plan->variant;
    table_begin(page, MSG_STUDY_H_WORTH, SAID(MSG_STUDY_C_WORTH), MSG_STUDY_T_PIECE,
                MSG_STUDY_T_WHERE, MSG_STUDY_T_ONE_MORE, MSG_STUDY_T_BOUNDS, MSG_STUDY_T_DIFFERED,
                MSG_STUDY_T_WON_AHEAD);
    for (int type = 1; type <= henka_variant_type_count(variant); type++)
        for (int place = 0; place < STUDY_PLACES; place++) {
            const StudyWorth *worth = &report->pieces[type].worth[place];
            bool royal = henka_variant_type(variant, type).royal;
            if (!worth->games && (place == STUDY_HAND || royal)) continue;
            row_of_kind(page, variant, type);
            cell(page, SAID(places[place]));
            if (worth->determined)
                column_share(page, MSG_NONE,
                             (Share){1, 1, worth->chance, worth->chance_low, worth->chance_high});
            else
                cell(page, SAID(MSG_STUDY_UNDETERMINED)), cell_decimal(page, NAN, 0);
            cell_decimal(page, worth->games, 0);
            cell_decimal(page, worth->ahead ? percent(worth->ahead_won, worth->ahead) : NAN, 0);
        }
    table_end(page);
}

/* Writes each type's most visited squares, as its owner sees the board. The pictures show all. */
static void write_squares(Page *page, const StudyReport *report) {
    enum { NAMED = 3 };
    const HenkaVariant *variant = report->plan->variant;
    heading(page, 2, SAID(MSG_STUDY_H_SQUARES));
    paragraph(page, SAID(MSG_STUDY_P_SQUARES_HOW));
    table_begin(page, MSG_NONE, SAID(MSG_STUDY_C_SQUARES), MSG_STUDY_T_PIECE, MSG_STUDY_T_VISITS,
                MSG_STUDY_T_SQUARES);
    for (int type = 1; type <= henka_variant_type_count(variant); type++) {
        const StudyPiece *piece = &report->pieces[type];
        int visits = piece->moves + piece->drops, below = INT32_MAX, last = -1;
        if (!visits) continue;
        row_of_kind(page, variant, type);
        cell_decimal(page, visits, 0);
        cell_begin(page);
        for (int i = 0; i < NAMED; i++) { /* the most visited square left; of equals the first */
            int best = -1;
            char name[16];
            for (int square = 0; square < study_squares(variant); square++) {
                int count = piece->visits[square];
                bool after = count < below || (count == below && square > last);
                if (count && after && (best < 0 || count > piece->visits[best])) best = square;
            }
            if (best < 0) break;
            below = piece->visits[best], last = best;
            henka_square_name(variant, best, name, sizeof name);
            if (i) out_text(page->out, ", ");
            said(page,
                 SAID(MSG_STUDY_P_SQUARE, arg_text(name), arg_decimal(percent(below, visits), 0)));
        }
        cell_end(page);
    }
    table_end(page);
    markup(page, "<div class=\"heats\" data-draw=\"squares\"></div>\n", "");
}

/* Writes how games ended, and how often each rule that forbids moves forbade one. */
static void write_ends(Page *page, const StudyReport *report) {
    uint32_t has = henka_variant_bars(report->plan->variant);
    heading(page, 2, SAID(MSG_STUDY_H_ENDS));
    table_begin(page, MSG_NONE, SAID(MSG_STUDY_C_ENDS), MSG_STUDY_T_END, MSG_STUDY_T_GAMES,
                MSG_STUDY_T_SHARE_OF_ALL, MSG_STUDY_T_BOUNDS);
    for (int reason = 1; reason < STUDY_REASONS; reason++) {
        const Share *share = &report->ends[reason];
        if (!share->games) continue;
        cell(page, arg_reason((HenkaReason)reason).message);
        cell_decimal(page, round(share->share * share->games), 0);
        column_share(page, MSG_NONE, *share);
    }
    table_end(page);
    if (!has || !report->quiet) return;
    table_begin(page, MSG_NONE, SAID(MSG_STUDY_C_BARS, arg_number(report->quiet)), MSG_STUDY_T_RULE,
                MSG_STUDY_T_POSITIONS, MSG_STUDY_T_SHARE_OF_ALL);
    for (int bar = 0; bar < HENKA_BARS; bar++) {
        if (!(has >> bar & 1)) continue;
        cell(page, study_bar_arg((HenkaBar)bar).message);
        cell_decimal(page, report->bars[bar], 0);
        cell_decimal(page, percent(report->bars[bar], report->quiet), 1);
    }
    table_end(page);
}

/* Writes the greatest strength's figures beside those of every game in study_figures.def. This game
 * may be among them: settings may differ, and the comparison shows another seed's effect. */
static void write_beside(Page *page, const StudyReport *report) {
    const StudyFigures own = study_figures(report, report->plan->strengths - 1);
    const StudyFigures *others[STUDY_BESIDE];
    Message titles[STUDY_BESIDE];
    MessageArg items[STUDY_BESIDE];
    for (int i = 0; i < STUDY_BESIDE; i++) {
        const StudyBeside *beside = study_figures_beside(i);
        others[i] = study_figures_nearest(beside, own.nodes);
        titles[i] = MESSAGE_OF(MSG_STUDY_BESIDE, arg_text(beside->title),
                               arg_number((int64_t)others[i]->nodes), arg_number(others[i]->games));
        items[i] = arg_message(&titles[i]);
    }
    table_open(page, MSG_STUDY_H_BESIDE,
               SAID(MSG_STUDY_C_BESIDE, arg_number((int64_t)own.nodes), arg_number(own.games),
                    arg_list(items, STUDY_BESIDE)),
               (const MessageKey[]){MSG_STUDY_T_FIGURE, MSG_STUDY_T_THIS_GAME, MSG_NONE});
    for (int i = 0; i < STUDY_BESIDE; i++) head_text(page, study_figures_beside(i)->title);
    table_body(page);
#define FIGURE(NAME, key, digits, value)                                                           \
    if (!isnan(own.values[STUDY_FIGURE_##NAME])) {                                                 \
        cell(page, SAID(MSG_STUDY_F_##NAME));                                                      \
        cell_decimal(page, own.values[STUDY_FIGURE_##NAME], digits);                               \
        for (int k = 0; k < STUDY_BESIDE; k++)                                                     \
            cell_decimal(page, others[k]->values[STUDY_FIGURE_##NAME], digits);                    \
    }
#include "study/measures.def"
    table_end(page);
}

static void moves_of(Page *page, const StudyReport *report, const StudyGame *game, int plies) {
    Out out = out_growing();
    study_moves_text(&out, report, game, plies, HENKA_WESTERN);
    char *moves = out_take(&out);
    text(page, moves);
    free(moves);
}

/* Begins the row of the games that began with the first `plies` moves of `game`. */
static void row_of_moves(Page *page, const StudyReport *report, const StudyGame *game, int plies,
                         int games) {
    cell_begin(page);
    if (!page->markdown) out_format(page->out, "<span class=\"ply%d\">", plies);
    moves_of(page, report, game, plies);
    markup(page, "</span>", "");
    cell_end(page);
    cell_decimal(page, games, 0);
}

/* Writes the trials of first moves; without trials, the option that plays them. */
static void write_tried(Page *page, const StudyReport *report) {
    const StudyPlan *plan = report->plan;
    if (!report->tried_count) {
        heading(page, 2, SAID(MSG_STUDY_H_TRIED));
        paragraph(page, SAID(MSG_STUDY_NOT_TRIED));
        return;
    }
    table_open(page, MSG_STUDY_H_TRIED,
               SAID(MSG_STUDY_C_TRIED, arg_number((int64_t)plan->nodes[plan->strengths - 1])),
               (const MessageKey[]){MSG_STUDY_T_FIRST, MSG_NONE});
    for (int row = -1; row < report->tried_count; row++) {
        const StudyTried *tried = &report->tried[row < 0 ? 0 : row];
        if (row >= 0) {
            cell_begin(page);
            text(page, tried->name);
            cell_end(page);
        }
#define TRIED(type, member, key, HEAD, ...)                                                        \
    if (MSG_STUDY_T_##HEAD)                                                                        \
        column_##type(page, row < 0 ? MSG_STUDY_T_##HEAD : MSG_NONE, tried->member);
#include "study/measures.def"
        if (row < 0) table_body(page);
    }
    table_end(page);
}

/* Writes the trials of exchanges; without trials, the option that plays them. */
static void write_exchanges(Page *page, const StudyReport *report) {
    if (!report->exchange_count) {
        heading(page, 2, SAID(MSG_STUDY_H_EXCHANGES));
        paragraph(page, SAID(MSG_STUDY_NOT_EXCHANGED));
        return;
    }
    table_open(page, MSG_STUDY_H_EXCHANGES, SAID(MSG_STUDY_C_EXCHANGES),
               (const MessageKey[]){MSG_STUDY_T_WITHOUT, MSG_STUDY_T_AGAINST, MSG_NONE});
    page->left |= 2; /* aligns the second column to the left: it has names */
    for (int row = -1; row < report->exchange_count; row++) {
        const StudyExchange *exchange = &report->exchanges[row < 0 ? 0 : row];
        for (int i = 0; row >= 0 && i < 2; i++)
            row_of_kind(page, report->plan->variant, exchange->types[i]);
#define EXCHANGE(type, member, key, HEAD, ...)                                                     \
    if (MSG_STUDY_T_##HEAD)                                                                        \
        column_##type(page, row < 0 ? MSG_STUDY_T_##HEAD : MSG_NONE, exchange->member);
#include "study/measures.def"
        if (row < 0) table_body(page);
    }
    table_end(page);
}

/* Writes the first moves, and the tree of openings: a row a branch, indented by its plies. */
static void write_first_moves(Page *page, const StudyReport *report) {
    const StudyPlan *plan = report->plan;
    int games = study_from_start(report);
    table_begin(page, MSG_STUDY_H_FIRST,
                SAID(MSG_STUDY_C_FIRST, arg_number((int64_t)plan->nodes[plan->strengths - 1])),
                MSG_STUDY_T_FIRST, MSG_STUDY_T_GAMES, MSG_STUDY_T_SHARE, MSG_STUDY_T_BOUNDS);
    for (int i = 0; i < report->first_count; i++) {
        StudyPly ply = {.move = report->first[i].move};
        row_of_moves(page, report, &(StudyGame){.ply = &ply}, 1, report->first[i].games);
        column_share(page, MSG_NONE, report->first[i].share);
    }
    table_end(page);
    if (!report->branch_count) return;
    heading(page, 2, SAID(MSG_STUDY_H_TREE));
    paragraph(page, SAID(MSG_STUDY_TREE_LINES, arg_number(games), arg_number(report->lines[1]),
                         arg_number(report->lines[3]), arg_number(report->lines[7])));
    table_begin(page, MSG_NONE, SAID(MSG_STUDY_C_TREE), MSG_STUDY_T_MOVES_PLAYED, MSG_STUDY_T_GAMES,
                MSG_STUDY_T_SHARE_OF_ALL, MSG_STUDY_T_SHARE, MSG_STUDY_T_BOUNDS);
    for (int i = 0; i < report->branch_count; i++) {
        const StudyBranch *branch = &report->branches[i];
        row_of_moves(page, report, branch->game, branch->depth, branch->games);
        cell_decimal(page, percent(branch->games, games), 0);
        column_share(page, MSG_NONE, branch->share);
    }
    table_end(page);
}

static void write_examples(Page *page, const StudyReport *report) {
    static const MessageKey heads[STUDY_EXAMPLES] = {[STUDY_TYPICAL] = MSG_STUDY_G_TYPICAL,
                                                     [STUDY_SHORTEST] = MSG_STUDY_G_SHORTEST,
                                                     [STUDY_DRAMATIC] = MSG_STUDY_G_DRAMATIC};
    heading(page, 2, SAID(MSG_STUDY_H_GAMES));
    for (int example = 0; example < STUDY_EXAMPLES; example++) {
        const StudyGame *game = report->examples[example];
        if (!game) continue;
        MessageArg number = arg_number(game->number),
                   nodes = arg_number((int64_t)report->plan->nodes[game->strength]),
                   openings = study_openings_arg(game->set), plies = arg_number(game->plies),
                   reason = arg_reason(game->reason);
        heading(page, 3, SAID(heads[example]));
        paragraph(page, game->winner < 0
                            ? SAID(MSG_STUDY_G_DRAWN, number, nodes, openings, plies, reason)
                            : SAID(MSG_STUDY_G_WON, number, nodes, openings, arg_side(game->winner),
                                   plies, reason));
        picture(page, "course", SAID(MSG_STUDY_P_COURSE), MSG_NONE, MSG_NONE);
        picture(page, "game", NULL, MSG_NONE, MSG_NONE);
        markup(page, "<details><summary>", "");
        said(page, SAID(MSG_STUDY_G_MOVES));
        markup(page, "</summary><p class=\"moves\">", ": ");
        moves_of(page, report, game, game->plies);
        markup(page, "</p></details>\n", "\n\n");
    }
}

/* ---- what the pictures are drawn from ---- */

/* Writes the positions of a game, each as its differences from the position before: pairs of a
 * place and its new content. Places are the squares, then sente's hand and gote's hand by type of
 * piece. The type of gote's piece on a square is negated. "chance" is sente's chance of winning in
 * thousandths, if the engine searched the position. */
static void write_positions(Out *json, const StudyReport *report, const StudyGame *played) {
    const HenkaVariant *variant = report->plan->variant;
    HenkaGame *game = henka_game_new(variant, NULL, NULL);
    int squares = study_squares(variant), types = henka_variant_type_count(variant),
        is[HENKA_MAX_SQUARES + 2 * HENKA_MAX_TYPES] = {0};
    jsonout_open(json, NULL, '[');
    for (int ply = 0; game && ply <= played->plies; ply++) {
        char move[96] = "";
        double chance = ply < played->plies ? study_chance(played, ply, report->scale) : -1;
        if (ply) {
            henka_move_text(game, played->ply[ply - 1].move, HENKA_WESTERN, move, sizeof move);
            henka_game_play(game, played->ply[ply - 1].move);
        }
        jsonout_open(json, NULL, '{');
        jsonout_text(json, "move", move);
        if (chance >= 0) jsonout_number(json, "chance", lround(1000 * chance));
        jsonout_open(json, "set", '[');
        for (int place = 0; place < squares + 2 * types; place++) {
            HenkaSide side = place < squares + types ? HENKA_SENTE : HENKA_GOTE;
            int type = (place - squares) % types + 1, now = 0;
            if (place < squares) {
                now = henka_game_piece(game, place, &side);
                if (side == HENKA_GOTE) now = -now;
            } else if (henka_variant_type(variant, type).in_hand == type)
                now = henka_game_hand(game, side, type);
            if (now == is[place]) continue;
            jsonout_number(json, NULL, place);
            jsonout_number(json, NULL, is[place] = now);
        }
        jsonout_close(json, ']');
        jsonout_close(json, '}');
    }
    jsonout_close(json, ']');
    henka_game_free(game);
}

/* Returns the JSON from which the script draws: report, rules, names of squares, example games. */
static char *pictured(const StudyReport *report) {
    const HenkaVariant *variant = report->plan->variant;
    Out json = out_growing();
    jsonout_open(&json, NULL, '[');
    study_json(&json, report);
    variant_json_write(&json, variant);
    jsonout_open(&json, NULL, '[');
    for (int square = 0; square < study_squares(variant); square++) {
        char name[16];
        henka_square_name(variant, square, name, sizeof name);
        jsonout_text(&json, NULL, name);
    }
    jsonout_close(&json, ']');
    jsonout_open(&json, NULL, '[');
    for (int i = 0; i < STUDY_EXAMPLES; i++)
        if (report->examples[i]) write_positions(&json, report, report->examples[i]);
    jsonout_close(&json, ']');
    jsonout_close(&json, ']');
    return out_take(&json);
}

/* ---- pages ---- */

static void page_open(Page *page, const Message *title) {
    if (!page->markdown)
        out_text(page->out,
                 "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                 "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                 "<title>");
    if (!page->markdown) said(page, title), out_text(page->out, "</title>\n<style>");
    markup(page, report_style, "");
    markup(page, "</style>\n</head>\n<body>\n<main>\n", "");
    heading(page, 1, title);
    markup(page, "<section class=\"short\">\n", "");
    heading(page, 2, SAID(MSG_STUDY_H_SHORT));
}

/* Ends the page. json: the text that the script draws from, freed here; NULL: nothing to draw. */
static void page_close(Page *page, const StudyPlan *plan, char *json) {
    char seed[24];
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)plan->seed);
    paragraph(page, SAID(MSG_STUDY_M_SAME, arg_text(seed), arg_text(henka_version())));
    markup(page, "</main>\n", "");
    if (json && !page->markdown) {
        out_format(page->out, "%s<script type=\"application/json\" id=\"study\">", report_lights);
        for (const char *at = json; *at; at++) /* escapes "<": no text ends the element */
            out_text(page->out, *at == '<' ? "\\u003c" : (char[]){*at, '\0'});
        out_text(page->out, "</script>\n<script>");
        out_text(page->out, report_script);
        out_text(page->out, "</script>\n");
    }
    free(json);
    markup(page, "</body>\n</html>\n", "");
}

void study_page(Out *out, const StudyReport *report, bool markdown) {
    Page *page = &(Page){.out = out, .markdown = markdown};
    const StudyPlan *plan = report->plan;
    MessageArg strongest = arg_number((int64_t)plan->nodes[plan->strengths - 1]);
    page_open(page, SAID(MSG_STUDY_TITLE, arg_text(henka_variant_title(plan->variant))));
    study_sentences(report, sentence, page);
    markup(page, "</section>\n<section class=\"mend\">\n", "");
    heading(page, 2, SAID(MSG_STUDY_H_MEND));
    study_mend(report, sentence, page);
    markup(page, "</section>\n", "");
    write_cells(page, report, RESULTS, MSG_STUDY_H_RESULTS, MSG_STUDY_C_RESULTS);
    picture(page, "shares", SAID(MSG_STUDY_P_RESULTS), MSG_STUDY_SHORT_RANDOM,
            MSG_STUDY_SHORT_START);
    write_beside(page, report);
    write_ends(page, report);
    write_cells(page, report, LENGTH, MSG_STUDY_H_LENGTH, MSG_STUDY_C_LENGTH);
    picture(page, "lengths", SAID(MSG_STUDY_P_LENGTH, strongest), MSG_STUDY_SHORT_RANDOM,
            MSG_STUDY_SHORT_START);
    write_cells(page, report, COURSE, MSG_STUDY_H_COURSE, MSG_STUDY_C_COURSE);
    write_skill(page, report);
    write_choice(page, report);
    write_pieces(page, report);
    write_exchanges(page, report);
    write_worth(page, report);
    write_squares(page, report);
    write_tried(page, report);
    write_first_moves(page, report);
    write_examples(page, report);
    heading(page, 2, SAID(MSG_STUDY_H_METHOD));
    paragraph(page, SAID(MSG_STUDY_M_OPENINGS));
    paragraph(page, SAID(MSG_STUDY_M_UNIT));
    paragraph(page,
              SAID(MSG_STUDY_M_BOUNDS, arg_number(report->figures), arg_number(plan->effect)));
    paragraph(page, SAID(MSG_STUDY_M_CHANCE, arg_decimal(report->scale, 0)));
    paragraph(page, SAID(MSG_STUDY_M_SKILL));
    paragraph(page, SAID(MSG_STUDY_M_WORTH, arg_number(STUDY_QUIET), arg_number(report->weighed),
                         arg_number(STUDY_DRAWS), arg_number(STUDY_WORTH_GAMES)));
    page_close(page, plan, page->markdown ? NULL : pictured(report));
}

/* ---- a comparison ---- */

static void contrast_columns(Page *page, bool heads, const StudyContrast *contrast) {
#define CONTRAST(type, member, key, HEAD, ...)                                                     \
    column_##type(page, heads ? MSG_STUDY_T_##HEAD : MSG_NONE, contrast->member);
#include "study/measures.def"
}

/* Writes the rows of the choices from `first` on, at each strength and for each set: the results of
 * the choice if first is 0, else its difference from choice 0. */
static void write_choices(Page *page, const StudyComparison *comparison, int first) {
    const HenkaOption *option = &comparison->option;
    for (int strength = 0; strength < comparison->reports->plan->strengths; strength++)
        for (int set = 0; set < STUDY_SETS; set++)
            for (int choice = first; choice < comparison->count; choice++) {
                const StudyCell *cell = &comparison->reports[choice].cells[strength][set];
                char folder[256];
                Out name = out_to(folder, sizeof folder);
                study_compare_folder(&name, option, (size_t)choice);
                cell_begin(page); /* a link to the choice's own report */
                markup(page, "<a href=\"", "[");
                text(page, page->markdown ? option->choices[choice] : folder);
                markup(page, "/report.html\">", "](");
                text(page, page->markdown ? folder : option->choices[choice]);
                markup(page, "</a>", "/report.md)");
                cell_end(page);
                if (first)
                    contrast_columns(page, false, &comparison->contrasts[choice][strength][set]);
                else {
                    column_nodes(page, MSG_NONE, cell->nodes);
                    column_openings(page, MSG_NONE, cell->openings);
                    column_points(page, MSG_NONE, cell->share);
                    cell_decimal(page, percent(cell->drawn, cell->share.games), 1);
                    cell_decimal(page, cell->length.median, 0);
                }
            }
    table_end(page);
}

/* Writes the figures of the greatest strength, a column for each choice. */
static void write_figures(Page *page, const StudyComparison *comparison) {
    const StudyPlan *plan = comparison->reports->plan;
    StudyFigures figures[OPENING_COMMON];
    table_open(
        page, MSG_NONE,
        SAID(MSG_STUDY_COMPARE_C_FIGURES, arg_number((int64_t)plan->nodes[plan->strengths - 1])),
        (const MessageKey[]){MSG_STUDY_T_FIGURE, MSG_NONE});
    for (int i = 0; i < comparison->count; i++) {
        figures[i] = study_figures(&comparison->reports[i], plan->strengths - 1);
        head_text(page, comparison->option.choices[i]);
    }
    table_body(page);
#define FIGURE(NAME, key, digits, value)                                                           \
    cell(page, SAID(MSG_STUDY_F_##NAME));                                                          \
    for (int i = 0; i < comparison->count; i++)                                                    \
        cell_decimal(page, figures[i].values[STUDY_FIGURE_##NAME], digits);
#include "study/measures.def"
    table_end(page);
}

void study_page_compared(Out *out, const StudyComparison *comparison, bool markdown) {
    Page *page = &(Page){.out = out, .markdown = markdown};
    const StudyPlan *plan = comparison->reports->plan;
    const HenkaOption *option = &comparison->option;
    MessageArg game = arg_text(henka_variant_title(plan->variant));
    page_open(page, comparison->judges
                        ? SAID(MSG_STUDY_JUDGES_TITLE, game)
                        : SAID(MSG_STUDY_COMPARE_TITLE, game, arg_text(option->name)));
    study_compare_sentences(comparison, sentence, page);
    markup(page, "</section>\n", "");
    heading(page, 2, SAID(MSG_STUDY_COMPARE_H_CHOICES));
    markup(page, "<dl>\n", "");
    for (int choice = 0; choice < comparison->count; choice++) {
        markup(page, "<dt>", "- ");
        text(page, option->choices[choice]);
        markup(page, "</dt><dd>", ": ");
        text(page, option->choice_help[choice]);
        markup(page, "</dd>\n", "\n");
    }
    markup(page, "</dl>\n", "\n");
    table_begin(page, MSG_NONE, SAID(MSG_STUDY_COMPARE_CAPTION), MSG_STUDY_T_CHOICE,
                MSG_STUDY_T_NODES, MSG_STUDY_T_OPENINGS, MSG_STUDY_T_GAMES, MSG_STUDY_T_SHARE,
                MSG_STUDY_T_BOUNDS, MSG_STUDY_F_DRAWN, MSG_STUDY_T_MEDIAN);
    write_choices(page, comparison, 0);
    table_open(page, MSG_NONE, SAID(MSG_STUDY_COMPARE_C_CONTRASTS),
               (const MessageKey[]){MSG_STUDY_T_CHOICE, MSG_NONE});
    contrast_columns(page, true, &comparison->contrasts[0][0][0]);
    table_body(page);
    write_choices(page, comparison, 1);
    write_figures(page, comparison);
    heading(page, 2, SAID(MSG_STUDY_H_METHOD));
    paragraph(page, SAID(MSG_STUDY_M_OPENINGS));
    if (comparison->judges) paragraph(page, SAID(MSG_STUDY_M_JUDGES));
    paragraph(page,
              SAID(comparison->common ? MSG_STUDY_COMPARE_M_PAIRED : MSG_STUDY_COMPARE_M_APART));
    page_close(page, plan, NULL);
}
