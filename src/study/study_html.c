/* The report as one page that needs nothing else: headings, tables with captions, and plots drawn
 * as SVG, each with a title and a description. Its words are rows of base/messages.def. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/jsonout.h"
#include "study/study_games.h"
#include "study/study_print.h"

static const char style[] =
    ":root{color-scheme:light dark;--paper:#fbf8f1;--card:#fffdf8;--ink:#26211a;--soft:#6a6154;"
    "--line:#ddd3c0;--sente:#1f5f8b;--gote:#b0502a;--wood:#f0d9a8;--grid:#8a6f3f;--piece:#fdf3da;"
    "--moved:#e3b95f}"
    "@media(prefers-color-scheme:dark){:root{--paper:#191714;--card:#221f1b;--ink:#ece5d8;"
    "--soft:#a99f8f;--line:#3b362e;--sente:#6db3e2;--gote:#e88c60;--wood:#4a3d26;--grid:#94794a;"
    "--piece:#6b5a3a;--moved:#7a6128}}"
    "*{box-sizing:border-box}"
    "body{margin:0;background:var(--paper);color:var(--ink);font:17px/1.55 Georgia,'Noto Serif',"
    "serif}"
    "main{max-width:56rem;margin:0 auto;padding:1.5rem 1rem 4rem}"
    "h1{font-size:1.9rem;line-height:1.2;margin:.5rem 0 1rem}"
    "h2{font-size:1.3rem;margin:2.6rem 0 .6rem;border-bottom:1px solid var(--line)}"
    "h3{font-size:1.05rem;margin:1.6rem 0 .3rem}"
    ".short{background:var(--card);border:1px solid var(--line);border-radius:10px;"
    "padding:.3rem 1.3rem}"
    ".short p{margin:.7rem 0}.soft,caption,figcaption{color:var(--soft);font-size:.92rem}"
    ".wide{overflow-x:auto}"
    "table{border-collapse:collapse;width:100%;margin:.8rem 0;font-variant-numeric:tabular-nums;"
    "font-size:.95rem}"
    "caption{text-align:left;padding:.3rem 0}"
    "th,td{padding:.28rem .9rem .28rem 0;text-align:right;white-space:nowrap;"
    "border-bottom:1px solid var(--line)}"
    "th{font-weight:normal;color:var(--soft)}tbody th{color:var(--ink)}"
    "th:first-child,td:first-child,.left{text-align:left}"
    "figure{margin:1rem 0}svg{display:block;width:100%;height:auto}"
    "svg>text{fill:var(--ink);font:12px Georgia,'Noto Serif',serif}"
    "svg text.soft{fill:var(--soft)}"
    ".axis{stroke:var(--line);fill:none}.half{stroke:var(--soft);stroke-dasharray:4 4}"
    ".random{fill:var(--gote);stroke:var(--gote)}.start{fill:var(--sente);stroke:var(--sente)}"
    ".curve{fill:none;stroke:var(--sente);stroke-width:2;stroke-linejoin:round}"
    ".curve.hand{stroke:var(--gote)}"
    ".heats{display:flex;flex-wrap:wrap;gap:1rem}.heats figure{margin:0;flex:0 0 9rem}"
    ".heats figure.strip{flex:1 0 100%}"
    ".h0{fill:var(--card);stroke:var(--line);stroke-width:.05}"
    ".h1{fill:var(--sente);fill-opacity:.15}.h2{fill:var(--sente);fill-opacity:.35}"
    ".h3{fill:var(--sente);fill-opacity:.6}.h4{fill:var(--sente)}"
    ".bar{stroke:none}line.random,line.start{stroke-width:3}.wood{fill:var(--wood);stroke:var(--"
    "grid)}"
    ".piece{fill:var(--piece);stroke:var(--grid)}"
    ".kind{fill:var(--ink);font:20px 'Noto Serif CJK JP','Noto Serif JP','Hiragino Mincho ProN',"
    "serif;text-anchor:middle}.small{font-size:13px}"
    ".plot{max-width:36rem}.board{max-width:26rem}.strip{max-width:none}"
    ".short h2{margin-top:1rem}.short p:nth-of-type(-n+3){font-size:1.06rem}"
    "thead th{white-space:normal;vertical-align:bottom}"
    ".ply2{padding-left:1.2rem}.ply3{padding-left:2.4rem}.ply4{padding-left:3.6rem}"
    ".moves{overflow-wrap:anywhere}"
    "a{color:var(--sente)}dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem}"
    "dd{margin:0}"
    ".kinds{position:absolute;width:0;height:0}.moved{fill:var(--moved)}"
    ".controls{display:flex;flex-wrap:wrap;gap:.5rem;margin:.6rem 0}.controls[hidden]{display:none}"
    ".controls button{font:inherit;color:inherit;background:var(--card);border:1px solid "
    "var(--soft);border-radius:6px;padding:.35rem .9rem;min-width:2.8rem}"
    ".controls input{flex:1;min-width:8rem;accent-color:var(--sente)}";

/* Steps through the games. Without it every board shows its last position, and the controls are
 * hidden. */
static const char script[] =
    "for(const figure of document.querySelectorAll('.replay')){"
    "const plies=JSON.parse(figure.querySelector('script').textContent),end=plies.length-1,"
    "squares=figure.querySelectorAll('.wood'),pieces=figure.querySelectorAll('use'),"
    "hands=figure.querySelectorAll('.hand'),slider=figure.querySelector('input'),"
    "[first,back,on,last]=figure.querySelectorAll('button'),"
    "show=(wanted)=>{"
    "const ply=Math.max(0,Math.min(end,wanted)),now=plies[ply],kinds=[];"
    "for(const {set} of plies.slice(0,ply+1))for(const [square,kind] of set)kinds[square]=kind;"
    "pieces.forEach((piece,i)=>piece.setAttribute('href','#k'+(kinds[i]||0)));"
    "squares.forEach((square,i)=>"
    "square.classList.toggle('moved',ply>0&&now.set.some(([at])=>at===i)));"
    "hands.forEach((hand,i)=>{hand.textContent=now.hands[i]});"
    "figure.querySelector('desc').textContent=now.sfen;"
    "figure.querySelector('figcaption').textContent=now.said;"
    "slider.value=ply;slider.setAttribute('aria-valuetext',now.said)};"
    "slider.max=end;slider.oninput=()=>show(+slider.value);"
    "first.onclick=()=>show(0);back.onclick=()=>show(slider.value-1);"
    "on.onclick=()=>show(+slider.value+1);last.onclick=()=>show(end);"
    "figure.querySelector('.controls').hidden=false;show(end)}";

/* ---- text ---- */

static void escaped(Out *out, const char *text) {
    static const char *const entities[] = {
        ['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;"};
    for (; *text; text++)
        if (strchr("&<>\"", *text))
            out_text(out, entities[(int)*text]);
        else
            out_char(out, *text);
}

static void escaped_message(Out *out, const Message *message) {
    Out plain = out_growing();
    out_message(&plain, HENKA_ENGLISH, message);
    char *text = out_take(&plain);
    if (text) escaped(out, text);
    free(text);
}

/* Writes the format with its values in their places: %d an int, %f a double with one digit after
 * the point, %s a text as it stands, %q a text with its characters escaped, %m a const Message *,
 * escaped; %% a per cent sign. */
static void html(Out *out, const char *format, ...) {
    va_list values;
    va_start(values, format);
    for (; *format; format++)
        if (*format != '%')
            out_char(out, *format);
        else if (*++format == 'd')
            out_format(out, "%d", va_arg(values, int));
        else if (*format == 'f')
            out_format(out, "%.1f", va_arg(values, double));
        else if (*format == 's')
            out_text(out, va_arg(values, const char *));
        else if (*format == 'q')
            escaped(out, va_arg(values, const char *));
        else if (*format == 'm')
            escaped_message(out, va_arg(values, const Message *));
        else
            out_char(out, *format);
    va_end(values);
}

#define SAID(...) (&MESSAGE_OF(__VA_ARGS__))

static void write_sentence(void *context, const Message *message) {
    html(context, "<p>%m</p>\n", message);
}

/* ---- tables ---- */

static void head(Out *out, MessageKey key) {
    bool left = key == MSG_STUDY_T_OPENINGS || key == MSG_STUDY_T_WHERE;
    html(out, "<th scope=\"col\"%s>%m</th>\n", left ? " class=\"left\"" : "", SAID(key));
}

/* Begins a table: the caption, and as many heads as there are before MSG_NONE. */
static void table_open(Out *out, const Message *caption, const MessageKey *heads) {
    html(out, "<div class=\"wide\" tabindex=\"0\"><table>\n<caption>%m</caption>\n<thead><tr>",
         caption);
    while (*heads) head(out, *heads++);
}
#define table_begin(out, caption, ...)                                                             \
    table_open(out, caption, (const MessageKey[]){__VA_ARGS__ MSG_NONE})
static void table_body(Out *out) { out_text(out, "</tr></thead>\n<tbody>\n"); }
static void row_end(Out *out) { out_text(out, "</tr>\n"); }
static void table_close(Out *out) { out_text(out, "</tbody></table></div>\n"); }

/* A value of which no game tells (NAN) leaves the cell empty. */
static void cell_decimal(Out *out, double value, int digits) {
    if (isnan(value))
        out_text(out, "<td></td>");
    else
        out_format(out, "<td>%.*f</td>", digits, value);
}
static void cell_bounds(Out *out, MessageArg low, MessageArg high) {
    html(out, "<td>%m</td>",
         isnan(low.decimal) ? SAID(MSG_STUDY_UNBOUNDED) : SAID(MSG_STUDY_BOUNDS, low, high));
}

/* ---- a column of a table, by the type of its row in measures.def ---- */

/* With a head the heads of the column are written, else the value's cells. */
static void column_decimal(Out *out, MessageKey key, double value, int digits) {
    key ? head(out, key) : cell_decimal(out, value, digits);
}
#define column_count(out, key, count) column_decimal(out, key, count, 0)
#define column_real(out, key, value) column_decimal(out, key, value, 1)
#define column_ratio(out, key, value) column_decimal(out, key, value, 2)
#define column_mean(out, key, mean) column_decimal(out, key, (mean).share, 2)
#define column_moments(out, key, q) column_decimal(out, key, 100 * (q).median, 0)

static void column_nodes(Out *out, MessageKey key, uint64_t nodes) {
    key ? head(out, key) : html(out, "<th scope=\"row\">%d</th>", (int)nodes);
}

static void column_openings(Out *out, MessageKey key, StudySet set) {
    key ? head(out, key) : html(out, "<td class=\"left\">%m</td>", study_openings_arg(set).message);
}

/* A share in per cent, and its bounds. */
static void column_share(Out *out, MessageKey key, Share share) {
    column_decimal(out, key, 100 * share.share, 1);
    if (key)
        head(out, MSG_STUDY_T_BOUNDS);
    else if (share.games)
        cell_bounds(out, arg_decimal(100 * share.low, 1), arg_decimal(100 * share.high, 1));
    else
        out_text(out, "<td></td>");
}
#define column_part column_share

static void column_points(Out *out, MessageKey key, Share share) {
    column_count(out, key ? MSG_STUDY_T_GAMES : MSG_NONE, share.games);
    column_share(out, key, share);
}

static void column_quartiles(Out *out, MessageKey key, StudyQuartiles q) {
    static const MessageKey heads[] = {MSG_STUDY_T_SHORTEST, MSG_STUDY_T_LOWER, MSG_STUDY_T_MEDIAN,
                                       MSG_STUDY_T_UPPER, MSG_STUDY_T_LONGEST};
    const double values[] = {q.least, q.lower, q.median, q.upper, q.most};
    column_count(out, key, q.count);
    for (int i = 0; i < 5; i++) column_decimal(out, key ? heads[i] : MSG_NONE, values[i], 0);
}

/* A difference of shares in points of 100, and its bounds. */
static void column_difference(Out *out, MessageKey key, StudyDifference of) {
    if (key)
        head(out, key), head(out, MSG_STUDY_T_BOUNDS);
    else {
        out_format(out, isnan(of.difference) ? "<td></td>" : "<td>%+.1f</td>", 100 * of.difference);
        cell_bounds(out, arg_signed(100 * of.low, 1), arg_signed(100 * of.high, 1));
    }
}

/* No table has a column of these. */
#define MSG_STUDY_T_NONE MSG_NONE
#define column_verdict(out, key, value) ((void)0)
#define column_ends column_verdict
#define column_bins column_verdict
#define column_text column_verdict
#define column_visits column_verdict
#define column_worth column_verdict

/* The tables of cells: bits of a row of measures.def. */
enum { NOWHERE, RESULTS = 1, LENGTH = 2, COURSE = 4, EVERY = RESULTS | LENGTH | COURSE };

static void cell_columns(Out *out, int in, bool heads, const StudyCell *cell) {
#define CELL(type, member, key, table, HEAD, ...)                                                  \
    if ((table) & in) column_##type(out, heads ? MSG_STUDY_T_##HEAD : MSG_NONE, cell->member);
#include "study/measures.def"
}

static void write_cells(Out *out, const StudyReport *report, int in, MessageKey title,
                        MessageKey caption) {
    html(out, "<h2>%m</h2>\n", SAID(title));
    table_begin(out, SAID(caption), );
    cell_columns(out, in, true, &report->cells[0][0]);
    table_body(out);
    for (int strength = 0; strength < report->plan->strengths; strength++)
        for (int set = 0; set < STUDY_SETS; set++) {
            out_text(out, "<tr>");
            cell_columns(out, in, false, &report->cells[strength][set]);
            row_end(out);
        }
    table_close(out);
}

static void write_skill(Out *out, const StudyReport *report) {
    html(out, "<h2>%m</h2>\n", SAID(MSG_STUDY_H_SKILL));
    table_begin(out, SAID(MSG_STUDY_C_SKILL), );
    for (int strength = -1; strength < report->plan->strengths; strength++) {
        bool heads = strength < 0;
        const StudySkill *skill = &report->skill[heads ? 0 : strength];
        if (!heads) out_text(out, "<tr>");
#define SKILL(type, member, key, HEAD, ...)                                                        \
    if (MSG_STUDY_T_##HEAD)                                                                        \
        column_##type(out, heads ? MSG_STUDY_T_##HEAD : MSG_NONE, skill->member);
#include "study/measures.def"
        heads ? table_body(out) : row_end(out);
    }
    table_close(out);
}

static void write_choice(Out *out, const StudyReport *report) {
    int squares = study_squares(report->plan->variant);
    const StudyChoice *end = report->choices + STUDY_BINS;
    table_begin(out, SAID(MSG_STUDY_C_CHOICE), MSG_STUDY_T_PLIES, );
#define CHOICE(type, member, key, HEAD, ...)                                                       \
    if (MSG_STUDY_T_##HEAD) head(out, MSG_STUDY_T_##HEAD);
#include "study/measures.def"
    table_body(out);
    for (const StudyChoice *bin = report->choices; bin < end && bin->plies; bin++) {
        html(out, "<tr><th scope=\"row\">%m</th>",
             SAID(MSG_STUDY_BOUNDS, arg_decimal(bin->ply + 1, 0),
                  arg_decimal(bin->ply + report->bin_plies, 0)));
#define CHOICE(type, member, key, HEAD, shown, ...)                                                \
    if (MSG_STUDY_T_##HEAD) cell_decimal(out, (double)(shown) / bin->plies, 1);
#include "study/measures.def"
        row_end(out);
    }
    table_close(out);
}

/* Begins the row of a kind with its name. */
static void row_of_kind(Out *out, const HenkaVariant *variant, int type) {
    const char *kanji = henka_variant_type(variant, type).kanji;
    Message name = study_kind(variant, type);
    html(out, "<tr><th scope=\"row\">%m", &name);
    if (*kanji) html(out, " <span lang=\"ja\">%q</span>", kanji);
    out_text(out, "</th>");
}

static void write_pieces(Out *out, const StudyReport *report) {
    const HenkaVariant *variant = report->plan->variant;
    html(out, "<h2>%m</h2>\n", SAID(MSG_STUDY_H_PIECES));
    table_begin(out, SAID(MSG_STUDY_C_PIECES), MSG_STUDY_T_PIECE, );
    for (int type = 0; type <= henka_variant_type_count(variant); type++) {
        const StudyPiece *piece = &report->pieces[type];
        bool heads = !type;
        if (!heads) row_of_kind(out, variant, type);
#define PIECE(type, member, key, HEAD, ...)                                                        \
    if (MSG_STUDY_T_##HEAD)                                                                        \
        column_##type(out, heads ? MSG_STUDY_T_##HEAD : MSG_NONE, piece->member);
#include "study/measures.def"
        heads ? table_body(out) : row_end(out);
    }
    table_close(out);
}

static double percent(long part, long whole) {
    return whole ? 100.0 * (double)part / (double)whole : 0;
}

static void write_worth(Out *out, const StudyReport *report) {
    static const MessageKey places[STUDY_PLACES] = {
        [STUDY_BOARD] = MSG_STUDY_ON_BOARD, [STUDY_HAND] = MSG_STUDY_IN_HAND};
    const HenkaVariant *variant = report->plan->variant;
    html(out, "<h2>%m</h2>\n", SAID(MSG_STUDY_H_WORTH));
    table_begin(out, SAID(MSG_STUDY_C_WORTH), MSG_STUDY_T_PIECE, MSG_STUDY_T_WHERE,
                MSG_STUDY_T_ONE_MORE, MSG_STUDY_T_BOUNDS, MSG_STUDY_T_DIFFERED,
                MSG_STUDY_T_WON_AHEAD, );
    table_body(out);
    for (int type = 1; type <= henka_variant_type_count(variant); type++)
        for (int place = 0; place < STUDY_PLACES; place++) {
            const StudyWorth *worth = &report->pieces[type].worth[place];
            bool royal = henka_variant_type(variant, type).royal;
            if (!worth->games && (place == STUDY_HAND || royal)) continue;
            row_of_kind(out, variant, type);
            html(out, "<td class=\"left\">%m</td>", SAID(places[place]));
            if (worth->determined)
                column_share(out, MSG_NONE,
                             (Share){1, 1, worth->chance, worth->chance_low, worth->chance_high});
            else
                html(out, "<td colspan=\"2\">%m</td>", SAID(MSG_STUDY_UNDETERMINED));
            cell_decimal(out, worth->games, 0);
            cell_decimal(out, worth->ahead ? percent(worth->ahead_won, worth->ahead) : NAN, 0);
            row_end(out);
        }
    table_close(out);
}

static void write_ends(Out *out, const StudyReport *report) {
    html(out, "<h2>%m</h2>\n<p class=\"soft\">%m</p>\n", SAID(MSG_STUDY_H_ENDS),
         SAID(MSG_STUDY_EXPLORE));
    table_begin(out, SAID(MSG_STUDY_C_ENDS), MSG_STUDY_T_END, MSG_STUDY_T_GAMES,
                MSG_STUDY_T_SHARE_OF_ALL, MSG_STUDY_T_BOUNDS, );
    table_body(out);
    for (int reason = 1; reason < STUDY_REASONS; reason++) {
        if (!report->ends[reason].games) continue;
        int games = (int)lround(report->ends[reason].share * report->ends[reason].games);
        html(out, "<tr><th scope=\"row\">%m</th><td>%d</td>",
             arg_reason((HenkaReason)reason).message, games);
        column_share(out, MSG_NONE, report->ends[reason]);
        row_end(out);
    }
    table_close(out);
}

/* How often each rule that forbids moves did so. */
static void write_bars(Out *out, const StudyReport *report) {
    uint32_t has = henka_variant_bars(report->plan->variant);
    if (!has || !report->quiet) return;
    table_begin(out, SAID(MSG_STUDY_C_BARS, arg_number(report->quiet)), MSG_STUDY_T_RULE,
                MSG_STUDY_T_POSITIONS, MSG_STUDY_T_SHARE_OF_ALL, );
    table_body(out);
    for (int bar = 0; bar < HENKA_BARS; bar++)
        if (has >> bar & 1)
            html(out, "<tr><th scope=\"row\">%m</th><td>%d</td><td>%f</td></tr>\n",
                 study_bar_arg((HenkaBar)bar).message, report->bars[bar],
                 percent(report->bars[bar], report->quiet));
    table_close(out);
}

/* The figures of the greatest strength beside the stored ones of every game there is, be it this
 * one too: its settings may be others, and it shows what another seed makes. */
static void write_beside(Out *out, const StudyReport *report) {
    const StudyFigures own = study_figures(report, report->plan->strengths - 1);
    const StudyFigures *others[STUDY_BESIDE];
    Message said[STUDY_BESIDE];
    MessageArg items[STUDY_BESIDE];
    for (int i = 0; i < STUDY_BESIDE; i++) {
        const StudyBeside *beside = study_figures_beside(i);
        others[i] = study_figures_nearest(beside, own.nodes);
        said[i] = MESSAGE_OF(MSG_STUDY_BESIDE, arg_text(beside->title),
                             arg_number((int64_t)others[i]->nodes), arg_number(others[i]->games));
        items[i] = arg_message(&said[i]);
    }
    html(out, "<h2>%m</h2>\n", SAID(MSG_STUDY_H_BESIDE));
    table_begin(out,
                SAID(MSG_STUDY_C_BESIDE, arg_number((int64_t)own.nodes), arg_number(own.games),
                     arg_list(items, STUDY_BESIDE)),
                MSG_STUDY_T_FIGURE, MSG_STUDY_T_THIS_GAME, );
    for (int i = 0; i < STUDY_BESIDE; i++)
        html(out, "<th scope=\"col\">%q</th>\n", study_figures_beside(i)->title);
    table_body(out);
#define FIGURE(NAME, key, digits, value)                                                           \
    if (!isnan(own.values[STUDY_FIGURE_##NAME])) {                                                 \
        html(out, "<tr><th scope=\"row\">%m</th>", SAID(MSG_STUDY_F_##NAME));                      \
        cell_decimal(out, own.values[STUDY_FIGURE_##NAME], digits);                                \
        for (int k = 0; k < STUDY_BESIDE; k++)                                                     \
            cell_decimal(out, others[k]->values[STUDY_FIGURE_##NAME], digits);                     \
        row_end(out);                                                                              \
    }
#include "study/measures.def"
    table_close(out);
}

/* The moves of a game up to a ply; the caller frees them. */
static char *moves_of(const StudyReport *report, const StudyGame *game, int plies) {
    StudyGame first = *game;
    Out moves = out_growing();
    first.plies = plies;
    study_moves_text(&moves, report, &first, HENKA_WESTERN);
    return out_take(&moves);
}

/* Begins the row of the games that began with these moves. */
static void row_of_moves(Out *out, const StudyReport *report, const StudyGame *game, int plies,
                         int games) {
    char *moves = moves_of(report, game, plies);
    html(out, "<tr><th scope=\"row\" class=\"ply%d\">%q</th><td>%d</td>", plies, moves ? moves : "",
         games);
    free(moves);
}

static void write_first_moves(Out *out, const StudyReport *report) {
    const StudyPlan *plan = report->plan;
    html(out, "<h2>%m</h2>\n", SAID(MSG_STUDY_H_FIRST));
    table_begin(out, SAID(MSG_STUDY_C_FIRST, arg_number((int64_t)plan->nodes[plan->strengths - 1])),
                MSG_STUDY_T_FIRST, MSG_STUDY_T_GAMES, MSG_STUDY_T_SHARE, MSG_STUDY_T_BOUNDS, );
    table_body(out);
    for (int i = 0; i < report->first_count; i++) {
        StudyPly ply = {.move = report->first[i].move};
        row_of_moves(out, report, &(StudyGame){.ply = &ply}, 1, report->first[i].games);
        column_share(out, MSG_NONE, report->first[i].share);
        row_end(out);
    }
    table_close(out);
}

/* The tree of the first plies, a row for each branch, further in for each ply. */
static void write_tree(Out *out, const StudyReport *report) {
    int games = 0;
    for (int strength = 0; strength < report->plan->strengths; strength++)
        games += report->cells[strength][STUDY_START].share.games;
    if (!report->branch_count) return;
    html(out, "<h2>%m</h2>\n<p>%m</p>\n", SAID(MSG_STUDY_H_TREE),
         SAID(MSG_STUDY_TREE_LINES, arg_number(games), arg_number(report->lines[1]),
              arg_number(report->lines[3]), arg_number(report->lines[7])));
    table_begin(out, SAID(MSG_STUDY_C_TREE), MSG_STUDY_T_MOVES_PLAYED, MSG_STUDY_T_GAMES,
                MSG_STUDY_T_SHARE_OF_ALL, MSG_STUDY_T_SHARE, MSG_STUDY_T_BOUNDS, );
    table_body(out);
    for (int i = 0; i < report->branch_count; i++) {
        const StudyBranch *branch = &report->branches[i];
        row_of_moves(out, report, branch->game, branch->depth, branch->games);
        cell_decimal(out, percent(branch->games, games), 0);
        column_share(out, MSG_NONE, branch->share);
        row_end(out);
    }
    table_close(out);
}

/* ---- plots ---- */

/* The inner area of a plot with axes, and the room for names beside its curves. */
enum { LEFT = 32, WIDTH = 388, NAMES = 54, TOP = 10, HEIGHT = 120, BOTTOM = TOP + HEIGHT };

static void plot_open(Out *out, const char *id, const char *class, int width, int height,
                      const Message *title, const Message *description) {
    html(out,
         "<figure class=\"%s\"><svg viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"%s-t "
         "%s-d\">\n<title id=\"%s-t\">%m</title><desc id=\"%s-d\">%m</desc>\n",
         class, width, height, id, id, id, title, id, description);
}
static void plot_close(Out *out, const Message *caption) {
    html(out, "</svg><figcaption>%m</figcaption>\n</figure>\n", caption);
}

/* Text within a plot. */
static void label(Out *out, double x, double y, const char *anchor, const Message *text) {
    html(out, "<text class=\"soft\" x=\"%f\" y=\"%f\" text-anchor=\"%s\">%m</text>\n", x, y, anchor,
         text);
}
static void line(Out *out, const char *class, double x1, double x2, double y1, double y2) {
    html(out, "<line class=\"%s\" x1=\"%f\" x2=\"%f\" y1=\"%f\" y2=\"%f\"/>\n", class, x1, x2, y1,
         y2);
}

/* The axes of a plot by plies: the greatest value, and the first ply of each fourth bin. */
static void axes(Out *out, double most, int bins, int bin_plies, double step, const char *anchor) {
    line(out, "axis", LEFT, LEFT + WIDTH, BOTTOM, BOTTOM);
    label(out, LEFT - 6, TOP + 10, "end", SAID(MSG_STUDY_P_NUMBER, arg_decimal(most, 0)));
    for (int bin = 0; bin < bins; bin += 4)
        label(out, LEFT + step * bin, BOTTOM + 18, anchor,
              SAID(MSG_STUDY_P_NUMBER, arg_decimal(bin * bin_plies, 0)));
}

static const MessageKey short_names[STUDY_SETS] = {
    [STUDY_RANDOM] = MSG_STUDY_SHORT_RANDOM, [STUDY_START] = MSG_STUDY_SHORT_START};

/* A share as x between the marks of 0 and 100 per cent. */
static double share_x(double share) { return 122 + 270 * share; }

static void plot_shares(Out *out, const StudyReport *report) {
    const StudyPlan *plan = report->plan;
    int height = 40 + 26 * STUDY_SETS * plan->strengths, y = 24;
    plot_open(out, "shares", "plot", LEFT + WIDTH, height, SAID(MSG_STUDY_P_RESULTS),
              SAID(MSG_STUDY_P_RESULTS_DESC));
    for (int percent = 0; percent <= 100; percent += 25) {
        double x = share_x(percent / 100.0);
        line(out, percent == 50 ? "half" : "axis", x, x, 10, height - 22);
        label(out, x, height - 6, "middle", SAID(MSG_STUDY_P_PER_CENT, arg_number(percent)));
    }
    for (int strength = 0; strength < plan->strengths; strength++)
        for (int set = 0; set < STUDY_SETS; set++, y += 26) {
            const Share *share = &report->cells[strength][set].share;
            const char *class = study_set_name((StudySet)set);
            label(out, 0, y + 4, "start",
                  SAID(MSG_STUDY_P_LABEL, arg_number((int64_t)plan->nodes[strength]),
                       ARG_SAY(short_names[set])));
            if (share->games && !isnan(share->low))
                line(out, class, share_x(share->low), share_x(share->high), y, y);
            if (share->games)
                html(out, "<circle class=\"%s\" cx=\"%f\" cy=\"%d\" r=\"5\"/>\n", class,
                     share_x(share->share), y);
        }
    plot_close(out, SAID(MSG_STUDY_P_RESULTS));
}

/* How many games ended in each bin of length, at the greatest strength; the two sets beside each
 * other. */
static void plot_lengths(Out *out, const StudyReport *report) {
    const StudyPlan *plan = report->plan;
    const StudyCell *cells = report->cells[plan->strengths - 1];
    const Message title =
        MESSAGE_OF(MSG_STUDY_P_LENGTH, arg_number((int64_t)plan->nodes[plan->strengths - 1]));
    int most = 1, bins = 1; /* the most games in a bin; bins up to the last that has any */
    for (int set = 0; set < STUDY_SETS; set++)
        for (int bin = 0; bin < STUDY_BINS; bin++) {
            if (cells[set].bins[bin] > most) most = cells[set].bins[bin];
            if (cells[set].bins[bin] && bin >= bins) bins = bin + 1;
        }
    double step = (double)WIDTH / bins;
    plot_open(out, "lengths", "plot", LEFT + WIDTH, HEIGHT + 40, &title,
              SAID(MSG_STUDY_P_LENGTH_DESC, arg_number(report->bin_plies)));
    axes(out, most, bins, report->bin_plies, step, "start");
    for (int set = 0; set < STUDY_SETS; set++) {
        const char *class = study_set_name((StudySet)set);
        html(out, "<rect class=\"bar %s\" x=\"%d\" y=\"%d\" width=\"10\" height=\"10\"/>\n", class,
             LEFT + WIDTH - 80, TOP + 18 * set);
        label(out, LEFT + WIDTH - 65, TOP + 10 + 18 * set, "start", SAID(short_names[set]));
        for (int bin = 0; bin < bins; bin++) {
            double tall = (double)HEIGHT * cells[set].bins[bin] / most;
            if (tall > 0)
                html(out, "<rect class=\"bar %s\" x=\"%f\" y=\"%f\" width=\"%f\" height=\"%f\"/>\n",
                     class, LEFT + bin * step + 1 + set * (step - 2) / 2, BOTTOM - tall,
                     (step - 2) / 2, tall);
        }
    }
    plot_close(out, &title);
}

/* A value of every bin of plies, and what it is called beside others. */
typedef struct Curve {
    const char *class;
    MessageKey name;
    double values[STUDY_BINS]; /* on average at a ply */
} Curve;

static void plot_curves(Out *out, const StudyReport *report, const char *id, MessageKey said,
                        MessageKey description, const Curve *curves, int count) {
    const Message title = MESSAGE_OF(said);
    double most = 1, width = count > 1 ? WIDTH - NAMES : WIDTH;
    int bins = 0;
    for (; bins < STUDY_BINS && report->choices[bins].plies; bins++)
        for (int i = 0; i < count; i++) most = fmax(most, curves[i].values[bins]);
    if (bins < 2) return;
    plot_open(out, id, "plot", LEFT + WIDTH, HEIGHT + 40, &title, SAID(description));
    axes(out, most, bins, report->bin_plies, width / (bins - 1), "middle");
    for (int i = 0; i < count; i++) {
        double y = 0;
        html(out, "<polyline class=\"%s\" points=\"", curves[i].class);
        for (int bin = 0; bin < bins; bin++) {
            y = TOP + HEIGHT * (1 - curves[i].values[bin] / most);
            html(out, "%f,%f ", LEFT + width * bin / (bins - 1), y);
        }
        out_text(out, "\"/>\n");
        if (count > 1) label(out, LEFT + width + 6, y + 4, "start", SAID(curves[i].name));
    }
    plot_close(out, &title);
}

static void plot_choice(Out *out, const StudyReport *report) {
    Curve legal = {"curve", MSG_STUDY_T_LEGAL, {0}},
          pieces[] = {{"curve", MSG_STUDY_ON_BOARD, {0}}, {"curve hand", MSG_STUDY_IN_HAND, {0}}};
    for (int i = 0; i < STUDY_BINS && report->choices[i].plies; i++) {
        const StudyChoice *bin = &report->choices[i];
        legal.values[i] = (double)bin->legal / bin->plies;
        pieces[0].values[i] = (double)bin->filled / bin->plies;
        pieces[1].values[i] = (double)bin->held / bin->plies;
    }
    html(out, "<h2>%m</h2>\n", SAID(MSG_STUDY_H_CHOICE));
    plot_curves(out, report, "choice", MSG_STUDY_P_CHOICE, MSG_STUDY_P_CHOICE_DESC, &legal, 1);
    plot_curves(out, report, "filled", MSG_STUDY_P_FILLED, MSG_STUDY_P_FILLED_DESC, pieces, 2);
}

/* ---- boards ---- */

/* A board as it is drawn: a long narrow one lies on its side, with sente at the left. */
typedef struct Board {
    const HenkaVariant *variant;
    int files, ranks, squares;
    bool strip;     /* it lies on its side */
    int wide, tall; /* squares across and down */
} Board;

static Board board_of(const HenkaVariant *variant) {
    int files = henka_variant_files(variant), ranks = henka_variant_ranks(variant);
    bool strip = ranks > 3 * files;
    return (Board){
        variant, files, ranks, files * ranks, strip, strip ? ranks : files, strip ? files : ranks};
}
static int board_x(const Board *board, int square) {
    int file = square / board->ranks, rank = square % board->ranks;
    return board->strip ? board->ranks - 1 - rank : board->files - 1 - file;
}
static int board_y(const Board *board, int square) {
    return board->strip ? square / board->ranks : square % board->ranks;
}

/* The squares that a kind went to most, for those who don't see the picture; owner's view. */
static Message most_visited(const Board *board, const StudyPiece *piece, int visits,
                            Message said[3], MessageArg items[3], char names[3][16]) {
    int chosen[3], count = 0;
    for (; count < 3; count++) {
        int best = -1;
        for (int square = 0; square < board->squares; square++) {
            bool taken = false;
            for (int i = 0; i < count; i++) taken |= chosen[i] == square;
            if (!taken && piece->visits[square] > (best < 0 ? 0 : piece->visits[best]))
                best = square;
        }
        if (best < 0) break;
        chosen[count] = best;
        henka_square_name(board->variant, best, names[count], sizeof names[count]);
        said[count] = MESSAGE_OF(MSG_STUDY_P_SQUARE, arg_text(names[count]),
                                 arg_decimal(percent(piece->visits[best], visits), 0));
        items[count] = arg_message(&said[count]);
    }
    return MESSAGE_OF(MSG_STUDY_P_SQUARES_DESC, arg_list(items, (size_t)count));
}

/* A picture of the board for one kind: four shades, a path for the squares of each. */
static void plot_squares(Out *out, const Board *board, const StudyPiece *piece, int type) {
    enum { SHADES = 4 };
    int most = 0, visits = 0;
    char id[16], names[3][16];
    Message said[3];
    MessageArg items[3];
    for (int square = 0; square < board->squares; square++) {
        visits += piece->visits[square];
        if (piece->visits[square] > most) most = piece->visits[square];
    }
    if (!visits) return;
    const Message kind = study_kind(board->variant, type),
                  title = MESSAGE_OF(MSG_STUDY_P_SQUARES, arg_message(&kind), arg_number(visits)),
                  squares = most_visited(board, piece, visits, said, items, names);
    snprintf(id, sizeof id, "heat%d", type);
    plot_open(out, id, board->strip ? "strip" : "heat", board->wide, board->tall, &title, &squares);
    for (int shade = 0; shade <= SHADES; shade++) {
        bool any = false;
        for (int square = 0; square < board->squares; square++) {
            int darkness = (piece->visits[square] * SHADES + most - 1) / most;
            if (henka_variant_is_hole(board->variant, square) || (shade && darkness != shade))
                continue;
            if (!any) html(out, "<path class=\"h%d\" d=\"", shade);
            any = true;
            html(out, "M%d %dh1v1h-1z", board_x(board, square), board_y(board, square));
        }
        if (any) out_text(out, "\"/>\n");
    }
    plot_close(out, &title);
}

static void write_squares(Out *out, const StudyReport *report) {
    const Board board = board_of(report->plan->variant);
    html(out, "<h2>%m</h2>\n<p class=\"soft\">%m</p>\n<div class=\"heats\">\n",
         SAID(MSG_STUDY_H_SQUARES), SAID(MSG_STUDY_P_SQUARES_HOW));
    for (int type = 1; type <= henka_variant_type_count(board.variant); type++)
        plot_squares(out, &board, &report->pieces[type], type);
    out_text(out, "</div>\n");
}

/* The pieces of both sides, once; the boards use them by their numbers: a kind of sente's, the same
 * below 0 of gote's, 0 nothing. */
static void define_pieces(Out *out, const Board *board) {
    int types = henka_variant_type_count(board->variant);
    out_text(out, "<svg class=\"kinds\" aria-hidden=\"true\"><defs>\n<g id=\"k0\"/>\n");
    for (int number = -types; number <= types; number++) {
        if (!number) continue;
        bool gote = number < 0;
        HenkaType kind = henka_variant_type(board->variant, abs(number));
        const char *kanji = gote ? kind.kanji1_gote : kind.kanji1;
        int turn = board->strip ? (gote ? -90 : 90) : gote ? 180 : 0;
        html(out,
             "<g id=\"k%d\"><g transform=\"rotate(%d 20 20)\"><polygon class=\"piece\" "
             "points=\"20,3 32,9 36,37 4,37 8,9\"/><text class=\"kind%s\" x=\"20\" y=\"%d\" "
             "transform=\"rotate(%d 20 23)\">%q</text></g></g>\n",
             number, turn, *kanji ? "" : " small", *kanji ? 30 : 28,
             *kanji && !board->strip ? 0 : -turn, *kanji ? kanji : kind.id);
    }
    out_text(out, "</defs></svg>\n");
}

/* What a side holds, as a sentence; nothing if it holds nothing. The caller frees it. */
static char *hand_of(const HenkaGame *game, HenkaSide side) {
    const HenkaVariant *variant = henka_game_variant(game);
    Message held[HENKA_MAX_TYPES];
    MessageArg items[HENKA_MAX_TYPES];
    size_t count = 0;
    Out said = out_growing();
    for (int type = 1; type <= henka_variant_type_count(variant); type++) {
        int pieces = henka_game_hand(game, side, type);
        if (!pieces) continue;
        held[count] = MESSAGE_OF(MSG_STUDY_G_HELD, arg_number(pieces),
                                 arg_text(henka_variant_type(variant, type).name));
        items[count] = arg_message(&held[count]);
        count++;
    }
    if (count)
        out_say(&said, HENKA_ENGLISH, MSG_STUDY_G_HAND, arg_side(side), arg_list(items, count));
    return out_take(&said);
}

/* A game while it is written for the script that replays it. */
typedef struct Replay {
    const Board *board;
    HenkaGame *game;
    int stands[HENKA_MAX_SQUARES]; /* piece numbers of the position written last */
    char sfen[2048], *hands[2];    /* of the same; hands are allocated */
    Out json;
} Replay;

/* A position of a replay: what stands otherwise than before it, and what is said of it. */
static void write_position(Replay *replay, const Message *said) {
    Out *json = &replay->json;
    char text[128];
    Out out = out_to(text, sizeof text);
    out_message(&out, HENKA_ENGLISH, said);
    henka_game_sfen(replay->game, replay->sfen, sizeof replay->sfen);
    jsonout_open(json, NULL, '{');
    jsonout_text(json, "said", text);
    jsonout_text(json, "sfen", replay->sfen);
    jsonout_open(json, "hands", '[');
    for (int side = 0; side < 2; side++) {
        free(replay->hands[side]);
        replay->hands[side] = hand_of(replay->game, (HenkaSide)side);
        jsonout_text(json, NULL, replay->hands[side] ? replay->hands[side] : "");
    }
    jsonout_close(json, ']');
    jsonout_open(json, "set", '[');
    for (int square = 0, index = 0; square < replay->board->squares; square++) {
        HenkaSide side = HENKA_SENTE;
        if (henka_variant_is_hole(replay->board->variant, square)) continue;
        int type = henka_game_piece(replay->game, square, &side),
            number = side == HENKA_GOTE ? -type : type;
        if (number != replay->stands[square]) {
            snprintf(text, sizeof text, "[%d,%d]", index, number);
            jsonout_raw(json, NULL, text);
        }
        replay->stands[square] = number;
        index++;
    }
    jsonout_close(json, ']');
    jsonout_close(json, '}');
}

/* The buttons that step through a game, and the whole game as the script reads it. */
static void write_replay(Out *out, Replay *replay) {
    static const struct {
        const char *sign;
        MessageKey name;
    } buttons[] = {{"«", MSG_STUDY_R_FIRST},
                   {"‹", MSG_STUDY_R_BACK},
                   {"›", MSG_STUDY_R_ON},
                   {"»", MSG_STUDY_R_LAST}};
    char *json = out_take(&replay->json);
    out_text(out, "<div class=\"controls\" hidden>");
    for (size_t i = 0; i < sizeof buttons / sizeof *buttons; i++)
        html(out, "<button type=\"button\" aria-label=\"%m\">%s</button>", SAID(buttons[i].name),
             buttons[i].sign);
    html(out,
         "<input type=\"range\" min=\"0\" aria-label=\"%m\"></div>\n"
         "<script type=\"application/json\">",
         SAID(MSG_STUDY_R_PLY));
    for (const char *at = json; at && *at; at++) /* nothing in it ends the element */
        html(out, *at == '<' ? "\\u003c" : "%s", (char[]){*at, '\0'});
    out_text(out, "</script>\n");
    free(json);
}

/* The last position, and the way to the others. */
static void draw_board(Out *out, const Board *board, const StudyGame *played, int number) {
    Replay replay = {
        .board = board, .game = henka_game_new(board->variant, NULL, NULL), .json = out_growing()};
    char id[24];
    if (!replay.game) return;
    jsonout_open(&replay.json, NULL, '[');
    write_position(&replay, SAID(MSG_STUDY_R_START));
    for (int ply = 0; ply < played->plies; ply++) {
        char move[96];
        henka_move_text(replay.game, played->ply[ply].move, HENKA_WESTERN, move, sizeof move);
        henka_game_play(replay.game, played->ply[ply].move);
        write_position(&replay, SAID(MSG_STUDY_R_MOVE, arg_number(ply + 1), arg_text(move)));
    }
    jsonout_close(&replay.json, ']');
    snprintf(id, sizeof id, "board%d", number);
    plot_open(out, id, board->strip ? "replay board strip" : "replay board", 40 * board->wide + 2,
              40 * board->tall + 2, SAID(MSG_STUDY_P_BOARD),
              SAID(MSG_STUDY_P_BOARD_DESC, arg_text(replay.sfen)));
    for (int square = 0; square < board->squares; square++) {
        int x = 1 + 40 * board_x(board, square), y = 1 + 40 * board_y(board, square);
        if (!henka_variant_is_hole(board->variant, square))
            html(out,
                 "<rect class=\"wood\" x=\"%d\" y=\"%d\" width=\"40\" height=\"40\"/><use "
                 "href=\"#k%d\" x=\"%d\" y=\"%d\"/>\n",
                 x, y, replay.stands[square], x, y);
    }
    out_text(out, "</svg>\n");
    for (int side = 0; side < 2; side++) {
        html(out, "<p class=\"soft hand\">%q</p>\n", replay.hands[side] ? replay.hands[side] : "");
        free(replay.hands[side]);
    }
    write_replay(out, &replay);
    html(out, "<figcaption aria-live=\"polite\">%m</figcaption>\n</figure>\n",
         SAID(MSG_STUDY_P_BOARD));
    henka_game_free(replay.game);
}

/* Sente's chance at each ply of a game. */
static void plot_course(Out *out, const StudyReport *report, const StudyGame *game, int number) {
    enum { ACROSS = 420, ABOVE = 6, TALL = 90 };
    char id[24];
    snprintf(id, sizeof id, "course%d", number);
    plot_open(out, id, "plot", ACROSS, TALL + 2 * ABOVE, SAID(MSG_STUDY_P_COURSE),
              SAID(MSG_STUDY_P_COURSE_DESC, arg_number(game->plies)));
    html(out, "<rect class=\"axis\" x=\"0\" y=\"%d\" width=\"%d\" height=\"%d\"/>", ABOVE, ACROSS,
         TALL);
    line(out, "half", 0, ACROSS, ABOVE + TALL / 2, ABOVE + TALL / 2);
    out_text(out, "<polyline class=\"curve\" points=\"");
    for (int ply = 0; ply < game->plies; ply++) {
        double chance = study_chance(game, ply, report->scale);
        if (chance >= 0)
            html(out, "%f,%f ", (double)ACROSS * ply / game->plies, ABOVE + TALL * (1 - chance));
    }
    out_text(out, "\"/>\n");
    plot_close(out, SAID(MSG_STUDY_P_COURSE));
}

static void write_examples(Out *out, const StudyReport *report) {
    static const MessageKey heads[STUDY_EXAMPLES] = {[STUDY_TYPICAL] = MSG_STUDY_G_TYPICAL,
                                                     [STUDY_SHORTEST] = MSG_STUDY_G_SHORTEST,
                                                     [STUDY_DRAMATIC] = MSG_STUDY_G_DRAMATIC};
    const Board board = board_of(report->plan->variant);
    html(out, "<h2>%m</h2>\n", SAID(MSG_STUDY_H_GAMES));
    define_pieces(out, &board);
    for (int example = 0; example < STUDY_EXAMPLES; example++) {
        const StudyGame *game = report->examples[example];
        if (!game) continue;
        MessageArg number = arg_number(game->number),
                   nodes = arg_number((int64_t)report->plan->nodes[game->strength]),
                   openings = study_openings_arg(game->set), plies = arg_number(game->plies),
                   reason = arg_reason(game->reason);
        html(out, "<h3>%m</h3>\n<p>%m</p>\n", SAID(heads[example]),
             game->winner < 0 ? SAID(MSG_STUDY_G_DRAWN, number, nodes, openings, plies, reason)
                              : SAID(MSG_STUDY_G_WON, number, nodes, openings,
                                     arg_side(game->winner), plies, reason));
        plot_course(out, report, game, example);
        draw_board(out, &board, game, example);
        char *moves = moves_of(report, game, game->plies);
        html(out, "<details><summary>%m</summary><p class=\"moves\">%q</p></details>\n",
             SAID(MSG_STUDY_G_MOVES), moves ? moves : "");
        free(moves);
    }
}

/* ---- pages ---- */

static void page_open(Out *out, const Message *title) {
    html(out,
         "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<title>%m</title>\n<style>%s</style>\n</head>\n<body>\n<main>\n<h1>%m</h1>\n"
         "<section class=\"short\">\n<h2>%m</h2>\n",
         title, style, title, SAID(MSG_STUDY_H_SHORT));
}

static void page_close(Out *out, const StudyPlan *plan) {
    char seed[24];
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)plan->seed);
    html(out, "<p>%m</p>\n</main>\n<script>%s</script>\n</body>\n</html>\n",
         SAID(MSG_STUDY_M_SAME, arg_text(seed), arg_text(henka_version())), script);
}

void study_html(Out *out, const StudyReport *report) {
    page_open(out, SAID(MSG_STUDY_TITLE, arg_text(henka_variant_title(report->plan->variant))));
    study_sentences(report, write_sentence, out);
    out_text(out, "</section>\n");
    write_cells(out, report, RESULTS, MSG_STUDY_H_RESULTS, MSG_STUDY_C_RESULTS);
    plot_shares(out, report);
    write_beside(out, report);
    write_ends(out, report);
    write_bars(out, report);
    write_cells(out, report, LENGTH, MSG_STUDY_H_LENGTH, MSG_STUDY_C_LENGTH);
    plot_lengths(out, report);
    write_cells(out, report, COURSE, MSG_STUDY_H_COURSE, MSG_STUDY_C_COURSE);
    write_skill(out, report);
    plot_choice(out, report);
    write_choice(out, report);
    write_pieces(out, report);
    write_worth(out, report);
    write_squares(out, report);
    write_first_moves(out, report);
    write_tree(out, report);
    write_examples(out, report);
    html(out, "<h2>%m</h2>\n<p>%m</p>\n<p>%m</p>\n<p>%m</p>\n<p>%m</p>\n<p>%m</p>\n<p>%m</p>\n",
         SAID(MSG_STUDY_H_METHOD), SAID(MSG_STUDY_M_OPENINGS), SAID(MSG_STUDY_M_UNIT),
         SAID(MSG_STUDY_M_BOUNDS), SAID(MSG_STUDY_M_CHANCE, arg_decimal(report->scale, 0)),
         SAID(MSG_STUDY_M_SKILL),
         SAID(MSG_STUDY_M_WORTH, arg_number(STUDY_QUIET), arg_number(report->weighed),
              arg_number(STUDY_DRAWS), arg_number(STUDY_WORTH_GAMES)));
    page_close(out, report->plan);
}

/* ---- a comparison ---- */

/* Begins the row of a choice with the way to its own report. */
static void row_of_choice(Out *out, const StudyComparison *comparison, int choice) {
    char folder[256];
    Out name = out_to(folder, sizeof folder);
    study_compare_folder(&name, &comparison->option, (size_t)choice);
    html(out, "<tr><th scope=\"row\"><a href=\"%q/report.html\">%q</a></th>", folder,
         comparison->option.choices[choice]);
}

static void contrast_columns(Out *out, bool heads, const StudyContrast *contrast) {
#define CONTRAST(type, member, key, HEAD, ...)                                                     \
    column_##type(out, heads ? MSG_STUDY_T_##HEAD : MSG_NONE, contrast->member);
#include "study/measures.def"
    row_end(out);
}

/* Each choice from `first` on, at each strength and from each set: its cell, or how it differs from
 * the first choice. */
static void write_choices(Out *out, const StudyComparison *comparison, int first) {
    for (int strength = 0; strength < comparison->reports->plan->strengths; strength++)
        for (int set = 0; set < STUDY_SETS; set++)
            for (int choice = first; choice < comparison->count; choice++) {
                const StudyCell *cell = &comparison->reports[choice].cells[strength][set];
                row_of_choice(out, comparison, choice);
                if (first) {
                    contrast_columns(out, false, &comparison->contrasts[choice][strength][set]);
                    continue;
                }
                column_nodes(out, MSG_NONE, cell->nodes);
                column_openings(out, MSG_NONE, cell->openings);
                cell_decimal(out, cell->share.games, 0);
                column_share(out, MSG_NONE, cell->share);
                cell_decimal(out, percent(cell->drawn, cell->share.games), 1);
                cell_decimal(out, cell->length.median, 0);
                row_end(out);
            }
    table_close(out);
}

void study_compare_html(Out *out, const StudyComparison *comparison) {
    const StudyPlan *plan = comparison->reports->plan;
    const HenkaOption *option = &comparison->option;
    page_open(out, SAID(MSG_STUDY_COMPARE_TITLE, arg_text(henka_variant_title(plan->variant)),
                        arg_text(option->name)));
    study_compare_sentences(comparison, write_sentence, out);
    html(out, "</section>\n<h2>%m</h2>\n<dl>\n", SAID(MSG_STUDY_COMPARE_H_CHOICES));
    for (int choice = 0; choice < comparison->count; choice++)
        html(out, "<dt>%q</dt><dd>%q</dd>\n", option->choices[choice], option->choice_help[choice]);
    out_text(out, "</dl>\n");
    table_begin(out, SAID(MSG_STUDY_COMPARE_CAPTION), MSG_STUDY_T_CHOICE, MSG_STUDY_T_NODES,
                MSG_STUDY_T_OPENINGS, MSG_STUDY_T_GAMES, MSG_STUDY_T_SHARE, MSG_STUDY_T_BOUNDS,
                MSG_STUDY_F_DRAWN, MSG_STUDY_T_MEDIAN, );
    table_body(out);
    write_choices(out, comparison, 0);
    table_begin(out, SAID(MSG_STUDY_COMPARE_C_CONTRASTS), MSG_STUDY_T_CHOICE, );
    contrast_columns(out, true, &comparison->contrasts[0][0][0]);
    out_text(out, "</thead>\n<tbody>\n");
    write_choices(out, comparison, 1);
    html(out, "<h2>%m</h2>\n<p>%m</p>\n<p>%m</p>\n", SAID(MSG_STUDY_H_METHOD),
         SAID(MSG_STUDY_M_OPENINGS),
         SAID(comparison->common ? MSG_STUDY_COMPARE_M_PAIRED : MSG_STUDY_COMPARE_M_APART));
    page_close(out, plan);
}
