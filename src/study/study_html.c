/* The report as one page that needs nothing else: headings, tables with captions, and plots drawn
 * as SVG, each with a title and a description. Its words are rows of base/messages.def. */
#include <math.h>
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
    ".cold{fill:var(--card);stroke:var(--line);stroke-width:.05}"
    ".h1{fill:var(--sente);fill-opacity:.15}.h2{fill:var(--sente);fill-opacity:.35}"
    ".h3{fill:var(--sente);fill-opacity:.6}.h4{fill:var(--sente)}"
    ".bar{stroke:none}.wood{fill:var(--wood);stroke:var(--grid)}"
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
    for (; *text; text++) switch (*text) {
        case '&':
            out_text(out, "&amp;");
            break;
        case '<':
            out_text(out, "&lt;");
            break;
        case '>':
            out_text(out, "&gt;");
            break;
        case '"':
            out_text(out, "&quot;");
            break;
        default:
            out_char(out, *text);
        }
}

static void say_message(Out *out, const Message *message) {
    Out plain = out_growing();
    out_message(&plain, HENKA_ENGLISH, message);
    char *text = out_take(&plain);
    if (text) escaped(out, text);
    free(text);
}
#define say(out, ...) say_message(out, &MESSAGE_OF(__VA_ARGS__))
/* An element with a sentence in it; the tag may have attributes. */
#define say_in(out, tag, ...) element(out, tag, &MESSAGE_OF(__VA_ARGS__))
static void element(Out *out, const char *tag, const Message *message) {
    out_format(out, "<%s>", tag);
    say_message(out, message);
    out_format(out, "</%.*s>\n", (int)strcspn(tag, " "), tag);
}

/* ---- tables ---- */

static void table_begin(Out *out, const Message *caption) {
    out_text(out, "<div class=\"wide\" tabindex=\"0\"><table>\n");
    element(out, "caption", caption);
    out_text(out, "<thead><tr>");
}
/* Ends the row of heads. */
static void table_body(Out *out) { out_text(out, "</tr></thead>\n<tbody>\n"); }

static void table_open(Out *out, const Message *caption, const MessageKey *heads, size_t count) {
    table_begin(out, caption);
    for (size_t i = 0; i < count; i++)
        say_in(out,
               heads[i] == MSG_STUDY_T_OPENINGS || heads[i] == MSG_STUDY_T_WHERE
                   ? "th scope=\"col\" class=\"left\""
                   : "th scope=\"col\"",
               heads[i]);
    table_body(out);
}
#define TABLE(out, caption, ...)                                                                   \
    table_open(out, &MESSAGE_OF(caption), (const MessageKey[]){__VA_ARGS__},                       \
               sizeof((const MessageKey[]){__VA_ARGS__}) / sizeof(MessageKey))

static void table_close(Out *out) { out_text(out, "</tbody></table></div>\n"); }

static void cell_number(Out *out, long number) { out_format(out, "<td>%ld</td>", number); }
/* A value that no game tells (NAN) leaves the cell empty. */
static void cell_decimal(Out *out, double value, int digits) {
    if (isnan(value))
        out_text(out, "<td></td>");
    else
        out_format(out, "<td>%.*f</td>", digits, value);
}
/* A share in per cent and its bounds. */
static void cells_bounded(Out *out, double share, double low, double high) {
    cell_decimal(out, 100 * share, 1);
    out_text(out, "<td>");
    if (isnan(low))
        say(out, MSG_STUDY_UNBOUNDED);
    else
        say(out, MSG_STUDY_BOUNDS, arg_decimal(100 * low, 1), arg_decimal(100 * high, 1));
    out_text(out, "</td>");
}
static void cell_share(Out *out, const Share *share) {
    if (share->games)
        cells_bounded(out, share->share, share->low, share->high);
    else
        out_text(out, "<td></td><td></td>");
}

/* Begins the row of a strength and a set. */
static void row_of(Out *out, const StudyReport *report, int strength, StudySet set) {
    out_format(out, "<tr><th scope=\"row\">%llu</th><td class=\"left\">",
               (unsigned long long)report->plan->nodes[strength]);
    say_message(out, study_openings_arg(set).message);
    out_text(out, "</td>");
}

/* Calls with each strength and set in turn; the greatest strength last. */
#define EACH_CELL(report, strength, set)                                                           \
    for (int strength = 0; strength < (report)->plan->strengths; strength++)                       \
        for (int set = 0; set < STUDY_SETS; set++)

/* ---- plots ---- */

static void plot_open(Out *out, const char *id, const char *class, double width, double height,
                      const Message *title, const Message *description) {
    out_format(out,
               "<figure class=\"%s\"><svg viewBox=\"0 0 %g %g\" role=\"img\" "
               "aria-labelledby=\"%s-t %s-d\">\n<title id=\"%s-t\">",
               class, width, height, id, id, id);
    say_message(out, title);
    out_format(out, "</title><desc id=\"%s-d\">", id);
    say_message(out, description);
    out_text(out, "</desc>\n");
}
static void plot_close(Out *out, const Message *caption) {
    out_text(out, "</svg>");
    element(out, "figcaption", caption);
    out_text(out, "</figure>\n");
}

/* Text within a plot. */
static void label(Out *out, double x, double y, const char *anchor, const char *text) {
    out_format(out, "<text class=\"soft\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
    escaped(out, text);
    out_text(out, "</text>\n");
}

static void label_number(Out *out, double x, double y, const char *anchor, const char *format,
                         double value) {
    char text[40];
    snprintf(text, sizeof text, format, value);
    label(out, x, y, anchor, text);
}

/* A share as x between the marks of 0 and 100 per cent. */
static double share_x(double share) { return 122 + 270 * share; }

static const MessageKey short_names[STUDY_SETS] = {
    [STUDY_RANDOM] = MSG_STUDY_SHORT_RANDOM, [STUDY_START] = MSG_STUDY_SHORT_START};

static void plot_shares(Out *out, const StudyReport *report) {
    const Message title = MESSAGE_OF(MSG_STUDY_P_RESULTS);
    double height = 40 + 26.0 * STUDY_SETS * report->plan->strengths, y = 24;
    plot_open(out, "shares", "plot", 420, height, &title, &MESSAGE_OF(MSG_STUDY_P_RESULTS_DESC));
    for (int percent = 0; percent <= 100; percent += 25) {
        double x = share_x(percent / 100.0);
        out_format(out, "<line class=\"%s\" x1=\"%.1f\" x2=\"%.1f\" y1=\"10\" y2=\"%.1f\"/>\n",
                   percent == 50 ? "half" : "axis", x, x, height - 22);
        label_number(out, x, height - 6, "middle", "%.0f %%", percent);
    }
    EACH_CELL(report, strength, set) {
        const Share *share = &report->cells[strength][set].share;
        const char *class = study_set_name((StudySet)set);
        Out name = out_growing();
        out_say(&name, HENKA_ENGLISH, MSG_STUDY_P_LABEL,
                arg_number((int64_t)report->plan->nodes[strength]), ARG_SAY(short_names[set]));
        char *text = out_take(&name);
        if (text) label(out, 0, y + 4, "start", text);
        free(text);
        if (share->games && isnan(share->low))
            out_format(out, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"5\"/>\n", class,
                       share_x(share->share), y);
        else if (share->games)
            out_format(out,
                       "<line class=\"%s\" stroke-width=\"3\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" "
                       "y2=\"%.1f\"/><circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"5\"/>\n",
                       class, share_x(share->low), share_x(share->high), y, y, class,
                       share_x(share->share), y);
        y += 26;
    }
    plot_close(out, &title);
}

/* How many games ended in each bin of length, at the greatest strength; the two sets beside each
 * other. */
static void plot_lengths(Out *out, const StudyReport *report) {
    enum { LEFT = 32, WIDTH = 388, TOP = 10, HEIGHT = 120 };
    const StudyCell *cells = report->cells[report->plan->strengths - 1];
    const Message title = MESSAGE_OF(
        MSG_STUDY_P_LENGTH, arg_number((int64_t)report->plan->nodes[report->plan->strengths - 1]));
    int most = 1, bins = 1; /* the most games in a bin; bins up to the last that has any */
    for (int set = 0; set < STUDY_SETS; set++)
        for (int bin = 0; bin < STUDY_BINS; bin++) {
            if (cells[set].bins[bin] > most) most = cells[set].bins[bin];
            if (cells[set].bins[bin] && bin >= bins) bins = bin + 1;
        }
    double step = (double)WIDTH / bins;
    plot_open(out, "lengths", "plot", LEFT + WIDTH, HEIGHT + 40, &title,
              &MESSAGE_OF(MSG_STUDY_P_LENGTH_DESC, arg_number(report->bin_plies)));
    out_format(out, "<line class=\"axis\" x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\"/>\n", LEFT,
               LEFT + WIDTH, TOP + HEIGHT, TOP + HEIGHT);
    label_number(out, LEFT - 6, TOP + 10, "end", "%.0f", most);
    for (int set = 0; set < STUDY_SETS; set++) { /* the legend */
        char name[32];
        Out text = out_to(name, sizeof name);
        out_say(&text, HENKA_ENGLISH, short_names[set]);
        out_format(out, "<rect class=\"bar %s\" x=\"%d\" y=\"%d\" width=\"10\" height=\"10\"/>\n",
                   study_set_name((StudySet)set), LEFT + WIDTH - 80, TOP + 18 * set);
        label(out, LEFT + WIDTH - 65, TOP + 10 + 18 * set, "start", name);
    }
    for (int bin = 0; bin < bins; bin++) {
        double x = LEFT + bin * step;
        if (bin % 4 == 0)
            label_number(out, x, TOP + HEIGHT + 18, "start", "%.0f", bin * report->bin_plies);
        for (int set = 0; set < STUDY_SETS; set++) {
            double tall = (double)HEIGHT * cells[set].bins[bin] / most;
            if (tall > 0)
                out_format(out,
                           "<rect class=\"bar %s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
                           "height=\"%.1f\"/>\n",
                           study_set_name((StudySet)set), x + 1 + set * (step - 2) / 2,
                           TOP + HEIGHT - tall, (step - 2) / 2, tall);
        }
    }
    plot_close(out, &title);
}

static void plot_choice(Out *out, const StudyReport *report) {
    enum { LEFT = 32, WIDTH = 388, TOP = 10, HEIGHT = 120 };
    const Message title = MESSAGE_OF(MSG_STUDY_P_CHOICE);
    double most = 1;
    int bins = 0;
    for (; bins < STUDY_BINS && report->choices[bins].plies; bins++) {
        double legal = (double)report->choices[bins].legal / report->choices[bins].plies;
        if (legal > most) most = legal;
    }
    if (bins < 2) return;
    plot_open(out, "choice", "plot", LEFT + WIDTH, HEIGHT + 40, &title,
              &MESSAGE_OF(MSG_STUDY_P_CHOICE_DESC));
    out_format(out, "<line class=\"axis\" x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\"/>\n", LEFT,
               LEFT + WIDTH, TOP + HEIGHT, TOP + HEIGHT);
    label_number(out, LEFT - 6, TOP + 10, "end", "%.0f", most);
    out_text(out, "<polyline class=\"curve\" points=\"");
    for (int bin = 0; bin < bins; bin++)
        out_format(out, "%.1f,%.1f ", LEFT + (double)WIDTH * bin / (bins - 1),
                   TOP + HEIGHT * (1 - (double)report->choices[bin].legal /
                                           report->choices[bin].plies / most));
    out_text(out, "\"/>\n");
    for (int bin = 0; bin < bins; bin += 4)
        label_number(out, LEFT + (double)WIDTH * bin / (bins - 1), TOP + HEIGHT + 18, "middle",
                     "%.0f", bin * report->bin_plies);
    plot_close(out, &title);
}

/* The pieces on the board and in both hands, by ply. */
static void plot_filled(Out *out, const StudyReport *report) {
    enum { LEFT = 32, WIDTH = 334, NAMES = 54, TOP = 10, HEIGHT = 120 };
    static const MessageKey names[STUDY_PLACES] = {
        [STUDY_BOARD] = MSG_STUDY_ON_BOARD, [STUDY_HAND] = MSG_STUDY_IN_HAND};
    const Message title = MESSAGE_OF(MSG_STUDY_P_FILLED);
    const StudyChoice *choices = report->choices;
    double most = 1;
    int bins = 0;
    for (; bins < STUDY_BINS && choices[bins].plies; bins++) {
        double pieces = (double)(choices[bins].filled > choices[bins].held ? choices[bins].filled
                                                                           : choices[bins].held) /
                        choices[bins].plies;
        if (pieces > most) most = pieces;
    }
    if (bins < 2) return;
    plot_open(out, "filled", "plot", LEFT + WIDTH + NAMES, HEIGHT + 40, &title,
              &MESSAGE_OF(MSG_STUDY_P_FILLED_DESC));
    out_format(out, "<line class=\"axis\" x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\"/>\n", LEFT,
               LEFT + WIDTH, TOP + HEIGHT, TOP + HEIGHT);
    label_number(out, LEFT - 6, TOP + 10, "end", "%.0f", most);
    for (int place = 0; place < STUDY_PLACES; place++) {
        double y = 0;
        out_format(out, "<polyline class=\"curve%s\" points=\"",
                   place == STUDY_HAND ? " hand" : "");
        for (int bin = 0; bin < bins; bin++) {
            long pieces = place == STUDY_BOARD ? choices[bin].filled : choices[bin].held;
            y = TOP + HEIGHT * (1 - (double)pieces / choices[bin].plies / most);
            out_format(out, "%.1f,%.1f ", LEFT + (double)WIDTH * bin / (bins - 1), y);
        }
        out_text(out, "\"/>\n");
        char name[32];
        Out text = out_to(name, sizeof name);
        out_say(&text, HENKA_ENGLISH, names[place]);
        label(out, LEFT + WIDTH + 6, y + 4, "start", name);
    }
    for (int bin = 0; bin < bins; bin += 4)
        label_number(out, LEFT + (double)WIDTH * bin / (bins - 1), TOP + HEIGHT + 18, "middle",
                     "%.0f", bin * report->bin_plies);
    plot_close(out, &title);
}

/* ---- a game to look at ---- */

static void plot_course(Out *out, const StudyReport *report, const StudyGame *game, int number) {
    enum { WIDTH = 420, TOP = 6, HEIGHT = 90 };
    const Message title = MESSAGE_OF(MSG_STUDY_P_COURSE);
    char id[24];
    snprintf(id, sizeof id, "course%d", number);
    plot_open(out, id, "plot", WIDTH, HEIGHT + 2 * TOP, &title,
              &MESSAGE_OF(MSG_STUDY_P_COURSE_DESC, arg_number(game->plies)));
    out_format(out,
               "<rect class=\"axis\" x=\"0\" y=\"%d\" width=\"%d\" height=\"%d\"/><line "
               "class=\"half\" x1=\"0\" x2=\"%d\" y1=\"%d\" y2=\"%d\"/>\n"
               "<polyline class=\"curve\" points=\"",
               TOP, WIDTH, HEIGHT, WIDTH, TOP + HEIGHT / 2, TOP + HEIGHT / 2);
    for (int ply = 0; ply < game->plies; ply++) {
        double chance = study_chance(game, ply, report->scale);
        if (chance >= 0)
            out_format(out, "%.1f,%.1f ", (double)WIDTH * ply / game->plies,
                       TOP + HEIGHT * (1 - chance));
    }
    out_text(out, "\"/>\n");
    plot_close(out, &title);
}

/* Lies a long narrow board on its side? Then sente is at the left, and moves right. */
static bool is_strip(const HenkaVariant *variant) {
    return henka_variant_ranks(variant) > 3 * henka_variant_files(variant);
}

/* A piece by its number: a kind of sente's, the same below 0 of gote's, 0 nothing. */
static int piece_number(const HenkaGame *game, int square) {
    HenkaSide side = HENKA_SENTE;
    int type = henka_game_piece(game, square, &side);
    return side == HENKA_GOTE ? -type : type;
}

static void define_piece(Out *out, const HenkaVariant *variant, int number) {
    bool gote = number < 0, strip = is_strip(variant);
    HenkaType kind = henka_variant_type(variant, abs(number));
    const char *text = gote ? kind.kanji1_gote : kind.kanji1;
    bool letters = !*text;
    int turn = strip ? (gote ? -90 : 90) : gote ? 180 : 0, upright = strip ? -turn : 0;
    if (letters) text = kind.id, upright = -turn;
    out_format(out,
               "<g id=\"k%d\"><g transform=\"rotate(%d 20 20)\"><polygon class=\"piece\" "
               "points=\"20,3 32,9 36,37 4,37 8,9\"/><text class=\"kind%s\" x=\"20\" y=\"%d\" "
               "transform=\"rotate(%d 20 %d)\">",
               number, turn, letters ? " small" : "", letters ? 28 : 30, upright, 23);
    escaped(out, text);
    out_text(out, "</text></g></g>\n");
}

/* Every piece that stands on a board of the report, once; the boards use them by their numbers. */
static void define_pieces(Out *out, const StudyReport *report) {
    const HenkaVariant *variant = report->plan->variant;
    int squares = henka_variant_files(variant) * henka_variant_ranks(variant);
    bool seen[2 * HENKA_MAX_TYPES + 1] = {false};
    for (int example = 0; example < STUDY_EXAMPLES; example++) {
        const StudyGame *played = report->examples[example];
        HenkaGame *game = played ? henka_game_new(variant, NULL, NULL) : NULL;
        for (int ply = 0; game; ply++) {
            for (int square = 0; square < squares; square++)
                seen[HENKA_MAX_TYPES + piece_number(game, square)] = true;
            if (ply == played->plies) break;
            henka_game_play(game, played->ply[ply].move);
        }
        henka_game_free(game);
    }
    out_text(out, "<svg class=\"kinds\" aria-hidden=\"true\"><defs>\n<g id=\"k0\"/>\n");
    for (int number = -HENKA_MAX_TYPES; number <= HENKA_MAX_TYPES; number++)
        if (number && seen[HENKA_MAX_TYPES + number]) define_piece(out, variant, number);
    out_text(out, "</defs></svg>\n");
}

/* What a side holds, as a sentence; nothing if it holds nothing. */
static void say_hand(Out *out, const HenkaGame *game, HenkaSide side) {
    const HenkaVariant *variant = henka_game_variant(game);
    Message held[HENKA_MAX_TYPES];
    MessageArg items[HENKA_MAX_TYPES];
    size_t count = 0;
    out_text(out, "");
    for (int type = 1; type <= henka_variant_type_count(variant); type++) {
        int pieces = henka_game_hand(game, side, type);
        if (!pieces) continue;
        held[count] = MESSAGE_OF(MSG_STUDY_G_HELD, arg_number(pieces),
                                 arg_text(henka_variant_type(variant, type).name));
        items[count] = arg_message(&held[count]);
        count++;
    }
    if (count)
        out_say(out, HENKA_ENGLISH, MSG_STUDY_G_HAND, arg_side(side), arg_list(items, count));
}

/* A position of a replay: what stands otherwise than before it, and what is said of it. */
static void write_position(Out *json, const HenkaGame *game, const char *said, int *stands) {
    const HenkaVariant *variant = henka_game_variant(game);
    int squares = henka_variant_files(variant) * henka_variant_ranks(variant), index = 0;
    char sfen[2048];
    jsonout_open(json, NULL, '{');
    jsonout_text(json, "said", said);
    henka_game_sfen(game, sfen, sizeof sfen);
    jsonout_text(json, "sfen", sfen);
    jsonout_open(json, "hands", '[');
    for (int side = 0; side < 2; side++) {
        Out hand = out_growing();
        say_hand(&hand, game, (HenkaSide)side);
        char *text = out_take(&hand);
        jsonout_text(json, NULL, text ? text : "");
        free(text);
    }
    jsonout_close(json, ']');
    jsonout_open(json, "set", '[');
    for (int square = 0; square < squares; square++) {
        if (henka_variant_is_hole(variant, square)) continue;
        int number = piece_number(game, square);
        if (number != stands[index]) {
            jsonout_open(json, NULL, '[');
            jsonout_number(json, NULL, index);
            jsonout_number(json, NULL, number);
            jsonout_close(json, ']');
            stands[index] = number;
        }
        index++;
    }
    jsonout_close(json, ']');
    jsonout_close(json, '}');
}

/* The whole game as the script reads it. */
static void write_replay(Out *out, const StudyReport *report, const StudyGame *played) {
    HenkaGame *game = henka_game_new(report->plan->variant, NULL, NULL);
    int stands[HENKA_MAX_SQUARES] = {0};
    Out json = out_growing(), beginning = out_growing();
    out_say(&beginning, HENKA_ENGLISH, MSG_STUDY_R_START);
    char *start = out_take(&beginning);
    jsonout_open(&json, NULL, '[');
    if (game) write_position(&json, game, start ? start : "", stands);
    for (int ply = 0; game && ply < played->plies; ply++) {
        char move[96], said[128];
        henka_move_text(game, played->ply[ply].move, HENKA_WESTERN, move, sizeof move);
        snprintf(said, sizeof said, "%d. %s", ply + 1, move);
        henka_game_play(game, played->ply[ply].move);
        write_position(&json, game, said, stands);
    }
    jsonout_close(&json, ']');
    char *text = out_take(&json);
    out_text(out, "<script type=\"application/json\">");
    for (const char *at = text; at && *at; at++) /* nothing in it ends the element */
        if (*at == '<')
            out_text(out, "\\u003c");
        else
            out_char(out, *at);
    out_text(out, "</script>\n");
    free(text), free(start);
    henka_game_free(game);
}

static void write_controls(Out *out) {
    static const struct {
        const char *sign;
        MessageKey name;
    } buttons[] = {{"«", MSG_STUDY_R_FIRST},
                   {"‹", MSG_STUDY_R_BACK},
                   {"›", MSG_STUDY_R_ON},
                   {"»", MSG_STUDY_R_LAST}};
    out_text(out, "<div class=\"controls\" hidden>");
    for (size_t i = 0; i < sizeof buttons / sizeof *buttons; i++) {
        out_text(out, "<button type=\"button\" aria-label=\"");
        say(out, buttons[i].name);
        out_format(out, "\">%s</button>", buttons[i].sign);
    }
    out_text(out, "<input type=\"range\" min=\"0\" aria-label=\"");
    say(out, MSG_STUDY_R_PLY);
    out_text(out, "\"></div>\n");
}

static void draw_board(Out *out, const StudyReport *report, const StudyGame *played, int number) {
    const HenkaVariant *variant = report->plan->variant;
    HenkaGame *game = henka_game_new(variant, NULL, NULL);
    int files = henka_variant_files(variant), ranks = henka_variant_ranks(variant);
    bool strip = is_strip(variant);
    char id[24], sfen[2048];
    if (!game) return;
    for (int ply = 0; ply < played->plies; ply++) henka_game_play(game, played->ply[ply].move);
    henka_game_sfen(game, sfen, sizeof sfen);
    snprintf(id, sizeof id, "board%d", number);
    plot_open(out, id, strip ? "replay board strip" : "replay board",
              40.0 * (strip ? ranks : files) + 2, 40.0 * (strip ? files : ranks) + 2,
              &MESSAGE_OF(MSG_STUDY_P_BOARD), &MESSAGE_OF(MSG_STUDY_P_BOARD_DESC, arg_text(sfen)));
    for (int square = 0; square < files * ranks; square++) {
        int file = square / ranks, rank = square % ranks;
        double x = 1 + 40.0 * (strip ? ranks - 1 - rank : files - 1 - file),
               y = 1 + 40.0 * (strip ? file : rank);
        if (henka_variant_is_hole(variant, square)) continue;
        out_format(out,
                   "<rect class=\"wood\" x=\"%.0f\" y=\"%.0f\" width=\"40\" height=\"40\"/><use "
                   "href=\"#k%d\" x=\"%.0f\" y=\"%.0f\"/>\n",
                   x, y, piece_number(game, square), x, y);
    }
    out_text(out, "</svg>\n");
    for (int side = 0; side < 2; side++) {
        Out hand = out_growing();
        say_hand(&hand, game, (HenkaSide)side);
        char *text = out_take(&hand);
        out_text(out, "<p class=\"soft hand\">");
        if (text) escaped(out, text);
        out_text(out, "</p>\n");
        free(text);
    }
    write_controls(out);
    write_replay(out, report, played);
    element(out, "figcaption aria-live=\"polite\"", &MESSAGE_OF(MSG_STUDY_P_BOARD));
    out_text(out, "</figure>\n");
    henka_game_free(game);
}

static void write_example(Out *out, const StudyReport *report, int example) {
    static const MessageKey heads[STUDY_EXAMPLES] = {[STUDY_TYPICAL] = MSG_STUDY_G_TYPICAL,
                                                     [STUDY_SHORTEST] = MSG_STUDY_G_SHORTEST,
                                                     [STUDY_DRAMATIC] = MSG_STUDY_G_DRAMATIC};
    const StudyGame *game = report->examples[example];
    if (!game) return;
    int64_t nodes = (int64_t)report->plan->nodes[game->strength];
    say_in(out, "h3", heads[example]);
    if (game->winner < 0)
        say_in(out, "p", MSG_STUDY_G_DRAWN, arg_number(game->number), arg_number(nodes),
               study_openings_arg(game->set), arg_number(game->plies), arg_reason(game->reason));
    else
        say_in(out, "p", MSG_STUDY_G_WON, arg_number(game->number), arg_number(nodes),
               study_openings_arg(game->set), arg_side(game->winner), arg_number(game->plies),
               arg_reason(game->reason));
    plot_course(out, report, game, example);
    draw_board(out, report, game, example);
    Out moves = out_growing();
    study_moves_text(&moves, report, game, HENKA_WESTERN);
    char *text = out_take(&moves);
    out_text(out, "<details><summary>");
    say(out, MSG_STUDY_G_MOVES);
    out_text(out, "</summary><p class=\"moves\">");
    if (text) escaped(out, text);
    out_text(out, "</p></details>\n");
    free(text);
}

/* ---- sections ---- */

static void write_results(Out *out, const StudyReport *report) {
    say_in(out, "h2", MSG_STUDY_H_RESULTS);
    TABLE(out, MSG_STUDY_C_RESULTS, MSG_STUDY_T_NODES, MSG_STUDY_T_OPENINGS, MSG_STUDY_T_GAMES,
          MSG_STUDY_T_SENTE_WON, MSG_STUDY_T_GOTE_WON, MSG_STUDY_T_DRAWN, MSG_STUDY_T_UNFINISHED,
          MSG_STUDY_T_REPEATED, MSG_STUDY_T_SHARE, MSG_STUDY_T_BOUNDS);
    EACH_CELL(report, strength, set) {
        const StudyCell *cell = &report->cells[strength][set];
        row_of(out, report, strength, (StudySet)set);
        cell_number(out, cell->played);
        cell_number(out, cell->sente);
        cell_number(out, cell->gote);
        cell_number(out, cell->drawn);
        cell_number(out, cell->unfinished);
        cell_number(out, cell->duplicates);
        cell_share(out, &cell->share);
        out_text(out, "</tr>\n");
    }
    table_close(out);
    plot_shares(out, report);
}

static void write_ends(Out *out, const StudyReport *report) {
    say_in(out, "h2", MSG_STUDY_H_ENDS);
    say_in(out, "p class=\"soft\"", MSG_STUDY_EXPLORE);
    TABLE(out, MSG_STUDY_C_ENDS, MSG_STUDY_T_END, MSG_STUDY_T_GAMES, MSG_STUDY_T_SHARE_OF_ALL,
          MSG_STUDY_T_BOUNDS);
    for (int reason = 1; reason < STUDY_REASONS; reason++) {
        int games = 0;
        EACH_CELL(report, strength, set) games += report->cells[strength][set].ends[reason];
        if (!games) continue;
        out_text(out, "<tr><th scope=\"row\">");
        say_message(out, arg_reason((HenkaReason)reason).message);
        out_text(out, "</th>");
        cell_number(out, games);
        cell_share(out, &report->ends[reason]);
        out_text(out, "</tr>\n");
    }
    table_close(out);
}

/* How often each rule that forbids moves did so. */
static void write_bars(Out *out, const StudyReport *report) {
    uint32_t has = henka_variant_bars(report->plan->variant);
    if (!has || !report->quiet) return;
    table_open(
        out, &MESSAGE_OF(MSG_STUDY_C_BARS, arg_number(report->quiet)),
        (const MessageKey[]){MSG_STUDY_T_RULE, MSG_STUDY_T_POSITIONS, MSG_STUDY_T_SHARE_OF_ALL}, 3);
    for (int bar = 0; bar < HENKA_BARS; bar++) {
        if (!(has >> bar & 1)) continue;
        out_text(out, "<tr><th scope=\"row\">");
        say_message(out, study_bar_arg((HenkaBar)bar).message);
        out_text(out, "</th>");
        cell_number(out, report->bars[bar]);
        cell_decimal(out, 100.0 * report->bars[bar] / report->quiet, 1);
        out_text(out, "</tr>\n");
    }
    table_close(out);
}

static void write_length(Out *out, const StudyReport *report) {
    say_in(out, "h2", MSG_STUDY_H_LENGTH);
    TABLE(out, MSG_STUDY_C_LENGTH, MSG_STUDY_T_NODES, MSG_STUDY_T_OPENINGS, MSG_STUDY_T_GAMES,
          MSG_STUDY_T_SHORTEST, MSG_STUDY_T_LOWER, MSG_STUDY_T_MEDIAN, MSG_STUDY_T_UPPER,
          MSG_STUDY_T_LONGEST);
    EACH_CELL(report, strength, set) {
        const StudyQuartiles *length = &report->cells[strength][set].length;
        row_of(out, report, strength, (StudySet)set);
        cell_number(out, length->count);
        cell_decimal(out, length->least, 0);
        cell_decimal(out, length->lower, 0);
        cell_decimal(out, length->median, 0);
        cell_decimal(out, length->upper, 0);
        cell_decimal(out, length->most, 0);
        out_text(out, "</tr>\n");
    }
    table_close(out);
    plot_lengths(out, report);
}

static void write_course(Out *out, const StudyReport *report) {
    say_in(out, "h2", MSG_STUDY_H_COURSE);
    TABLE(out, MSG_STUDY_C_COURSE, MSG_STUDY_T_NODES, MSG_STUDY_T_OPENINGS, MSG_STUDY_T_CHANGES,
          MSG_STUDY_T_DRAMA, MSG_STUDY_T_DECIDED, MSG_STUDY_T_ONE_GOOD, MSG_STUDY_T_BOUNDS);
    EACH_CELL(report, strength, set) {
        const StudyCell *cell = &report->cells[strength][set];
        row_of(out, report, strength, (StudySet)set);
        cell_decimal(out, cell->lead_changes.share, 2);
        cell_decimal(out, cell->drama, 2);
        cell_decimal(out, 100 * cell->decided.median, 0);
        cell_share(out, &cell->one_good);
        out_text(out, "</tr>\n");
    }
    table_close(out);
}

static void write_skill(Out *out, const StudyReport *report) {
    say_in(out, "h2", MSG_STUDY_H_SKILL);
    TABLE(out, MSG_STUDY_C_SKILL, MSG_STUDY_T_NODES, MSG_STUDY_T_WEAKER, MSG_STUDY_T_GAMES,
          MSG_STUDY_T_STRONGER_SHARE, MSG_STUDY_T_BOUNDS, MSG_STUDY_T_STEPS, MSG_STUDY_T_AT_LEAST);
    for (int strength = 0; strength < report->plan->strengths; strength++) {
        const StudySkill *skill = &report->skill[strength];
        out_format(out, "<tr><th scope=\"row\">%llu</th>", (unsigned long long)skill->nodes);
        cell_number(out, (long)skill->weaker);
        cell_number(out, skill->share.games);
        cell_share(out, &skill->share);
        cell_decimal(out, skill->steps, 1);
        cell_decimal(out, skill->steps_low, 1);
        out_text(out, "</tr>\n");
    }
    table_close(out);
}

/* The figures of the greatest strength beside the stored ones of every game there is, be it this
 * one too: its settings may be others, and it shows what another seed makes. */
static void write_beside(Out *out, const StudyReport *report) {
    static const struct {
        MessageKey name;
        int digits;
    } rows[STUDY_FIGURES] = {
#define FIGURE_ROW(NAME, key, digits) {MSG_STUDY_F_##NAME, digits},
        STUDY_FIGURE_LIST(FIGURE_ROW)
#undef FIGURE_ROW
    };
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
    say_in(out, "h2", MSG_STUDY_H_BESIDE);
    table_begin(out, &MESSAGE_OF(MSG_STUDY_C_BESIDE, arg_number((int64_t)own.nodes),
                                 arg_number(own.games), arg_list(items, STUDY_BESIDE)));
    say_in(out, "th scope=\"col\"", MSG_STUDY_T_FIGURE);
    say_in(out, "th scope=\"col\"", MSG_STUDY_T_THIS_GAME);
    for (int i = 0; i < STUDY_BESIDE; i++) {
        out_text(out, "<th scope=\"col\">");
        escaped(out, study_figures_beside(i)->title);
        out_text(out, "</th>\n");
    }
    table_body(out);
    for (int i = 0; i < STUDY_FIGURES; i++) {
        if (isnan(own.values[i])) continue;
        out_text(out, "<tr><th scope=\"row\">");
        say(out, rows[i].name);
        out_text(out, "</th>");
        cell_decimal(out, own.values[i], rows[i].digits);
        for (int k = 0; k < STUDY_BESIDE; k++)
            cell_decimal(out, others[k]->values[i], rows[i].digits);
        out_text(out, "</tr>\n");
    }
    table_close(out);
}

static double percent(long part, long whole) {
    return whole ? 100.0 * (double)part / (double)whole : 0;
}

static void write_choice(Out *out, const StudyReport *report) {
    say_in(out, "h2", MSG_STUDY_H_CHOICE);
    plot_choice(out, report);
    plot_filled(out, report);
    TABLE(out, MSG_STUDY_C_CHOICE, MSG_STUDY_T_PLIES, MSG_STUDY_T_LEGAL, MSG_STUDY_T_DROPS,
          MSG_STUDY_T_CAPTURES, MSG_STUDY_T_PROMOTIONS, MSG_STUDY_T_FILLED, MSG_STUDY_T_HELD);
    int squares = study_squares(report->plan->variant);
    for (int bin = 0; bin < STUDY_BINS && report->choices[bin].plies; bin++) {
        const StudyChoice *choice = &report->choices[bin];
        int from = bin * report->bin_plies;
        out_text(out, "<tr><th scope=\"row\">");
        say(out, MSG_STUDY_BOUNDS, arg_decimal(from + 1, 0),
            arg_decimal(from + report->bin_plies, 0));
        out_text(out, "</th>");
        cell_decimal(out, (double)choice->legal / choice->plies, 1);
        cell_decimal(out, percent(choice->dropped, choice->plies), 1);
        cell_decimal(out, percent(choice->captured, choice->plies), 1);
        cell_decimal(out, percent(choice->promoted, choice->plies), 1);
        cell_decimal(out, percent(choice->filled, (long)choice->plies * squares), 1);
        cell_decimal(out, (double)choice->held / choice->plies, 1);
        out_text(out, "</tr>\n");
    }
    table_close(out);
}

/* The name of a kind heads its row. */
static void row_of_kind(Out *out, const HenkaVariant *variant, int type) {
    const char *kanji = henka_variant_type(variant, type).kanji;
    Message name = study_kind(variant, type);
    out_text(out, "<tr><th scope=\"row\">");
    say_message(out, &name);
    if (*kanji) {
        out_text(out, " <span lang=\"ja\">");
        escaped(out, kanji);
        out_text(out, "</span>");
    }
    out_text(out, "</th>");
}

static void write_pieces(Out *out, const StudyReport *report) {
    const HenkaVariant *variant = report->plan->variant;
    say_in(out, "h2", MSG_STUDY_H_PIECES);
    TABLE(out, MSG_STUDY_C_PIECES, MSG_STUDY_T_PIECE, MSG_STUDY_T_MOVES, MSG_STUDY_T_TAKES,
          MSG_STUDY_T_SEVERAL, MSG_STUDY_T_ELSEWHERE, MSG_STUDY_T_DROPPED, MSG_STUDY_T_PROMOTED,
          MSG_STUDY_T_LOST);
    for (int type = 1; type <= henka_variant_type_count(variant); type++) {
        const StudyPiece *piece = &report->pieces[type];
        row_of_kind(out, variant, type);
        cell_number(out, piece->moves);
        cell_number(out, piece->captures);
        cell_number(out, piece->several);
        cell_number(out, piece->elsewhere);
        cell_number(out, piece->drops);
        cell_number(out, piece->promotions);
        cell_number(out, piece->lost);
        out_text(out, "</tr>\n");
    }
    table_close(out);
}

static void write_worth(Out *out, const StudyReport *report) {
    static const MessageKey places[STUDY_PLACES] = {
        [STUDY_BOARD] = MSG_STUDY_ON_BOARD, [STUDY_HAND] = MSG_STUDY_IN_HAND};
    const HenkaVariant *variant = report->plan->variant;
    say_in(out, "h2", MSG_STUDY_H_WORTH);
    TABLE(out, MSG_STUDY_C_WORTH, MSG_STUDY_T_PIECE, MSG_STUDY_T_WHERE, MSG_STUDY_T_ONE_MORE,
          MSG_STUDY_T_BOUNDS, MSG_STUDY_T_DIFFERED, MSG_STUDY_T_WON_AHEAD);
    for (int type = 1; type <= henka_variant_type_count(variant); type++)
        for (int place = 0; place < STUDY_PLACES; place++) {
            const StudyWorth *worth = &report->worth[type][place];
            bool royal = henka_variant_type(variant, type).royal;
            if (!worth->games && (place == STUDY_HAND || royal)) continue;
            row_of_kind(out, variant, type);
            say_in(out, "td class=\"left\"", places[place]);
            if (worth->determined)
                cells_bounded(out, worth->chance, worth->chance_low, worth->chance_high);
            else
                say_in(out, "td colspan=\"2\"", MSG_STUDY_UNDETERMINED);
            cell_number(out, worth->games);
            if (worth->ahead)
                cell_decimal(out, percent(worth->ahead_won, worth->ahead), 0);
            else
                out_text(out, "<td></td>");
            out_text(out, "</tr>\n");
        }
    table_close(out);
}

/* ---- where pieces go ---- */

/* The squares that a kind went to most, for those who don't see the picture; owner's view. */
static void say_most_visited(Out *out, const StudyReport *report, const StudyPiece *piece,
                             int visits) {
    enum { NAMED = 3, NAME_CAP = 16 };
    const HenkaVariant *variant = report->plan->variant;
    int chosen[NAMED], count = 0;
    char names[NAMED][NAME_CAP];
    Message said[NAMED];
    MessageArg items[NAMED];
    for (; count < NAMED; count++) {
        int best = -1;
        for (int square = 0; square < study_squares(variant); square++) {
            bool taken = false;
            for (int i = 0; i < count; i++) taken |= chosen[i] == square;
            if (!taken && piece->visits[square] &&
                (best < 0 || piece->visits[square] > piece->visits[best]))
                best = square;
        }
        if (best < 0) break;
        chosen[count] = best;
        henka_square_name(variant, best, names[count], NAME_CAP);
        said[count] = MESSAGE_OF(MSG_STUDY_P_SQUARE, arg_text(names[count]),
                                 arg_decimal(percent(piece->visits[best], visits), 0));
        items[count] = arg_message(&said[count]);
    }
    say(out, MSG_STUDY_P_SQUARES_DESC, arg_list(items, (size_t)count));
}

/* A picture of the board for one kind: four shades, a path for the squares of each. */
static void plot_squares(Out *out, const StudyReport *report, int type) {
    enum { SHADES = 4 };
    const HenkaVariant *variant = report->plan->variant;
    const StudyPiece *piece = &report->pieces[type];
    int files = henka_variant_files(variant), ranks = henka_variant_ranks(variant), most = 0,
        visits = 0;
    bool strip = ranks > 3 * files;
    for (int square = 0; square < files * ranks; square++) {
        visits += piece->visits[square];
        if (piece->visits[square] > most) most = piece->visits[square];
    }
    if (!visits) return;
    const Message kind = study_kind(variant, type),
                  title = MESSAGE_OF(MSG_STUDY_P_SQUARES, arg_message(&kind), arg_number(visits));
    out_format(out,
               "<figure%s><svg viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"heat%d-t "
               "heat%d-d\">\n<title id=\"heat%d-t\">",
               strip ? " class=\"strip\"" : "", strip ? ranks : files, strip ? files : ranks, type,
               type, type);
    say_message(out, &title);
    out_format(out, "</title><desc id=\"heat%d-d\">", type);
    say_most_visited(out, report, piece, visits);
    out_text(out, "</desc>\n");
    for (int shade = 0; shade <= SHADES; shade++) {
        bool any = false;
        for (int square = 0; square < files * ranks; square++) {
            int file = square / ranks, rank = square % ranks,
                darkness = (piece->visits[square] * SHADES + most - 1) / most;
            if (henka_variant_is_hole(variant, square) || (shade && darkness != shade)) continue;
            if (!any && shade) out_format(out, "<path class=\"h%d\" d=\"", shade);
            if (!any && !shade) out_text(out, "<path class=\"cold\" d=\"");
            any = true;
            out_format(out, "M%d %dh1v1h-1z", strip ? ranks - 1 - rank : files - 1 - file,
                       strip ? file : rank);
        }
        if (any) out_text(out, "\"/>\n");
    }
    plot_close(out, &title);
}

static void write_squares(Out *out, const StudyReport *report) {
    say_in(out, "h2", MSG_STUDY_H_SQUARES);
    say_in(out, "p class=\"soft\"", MSG_STUDY_P_SQUARES_HOW);
    out_text(out, "<div class=\"heats\">\n");
    for (int type = 1; type <= henka_variant_type_count(report->plan->variant); type++)
        plot_squares(out, report, type);
    out_text(out, "</div>\n");
}

static void write_first_moves(Out *out, const StudyReport *report) {
    HenkaGame *start = henka_game_new(report->plan->variant, NULL, NULL);
    say_in(out, "h2", MSG_STUDY_H_FIRST);
    const StudyPlan *plan = report->plan;
    table_open(
        out, &MESSAGE_OF(MSG_STUDY_C_FIRST, arg_number((int64_t)plan->nodes[plan->strengths - 1])),
        (const MessageKey[]){MSG_STUDY_T_FIRST, MSG_STUDY_T_GAMES, MSG_STUDY_T_SHARE,
                             MSG_STUDY_T_BOUNDS},
        4);
    for (int i = 0; start && i < report->first_count; i++) {
        const StudyFirst *first = &report->first[i];
        char text[128];
        henka_move_text(start, first->move, HENKA_WESTERN, text, sizeof text);
        out_text(out, "<tr><th scope=\"row\">");
        escaped(out, text);
        out_text(out, "</th>");
        cell_number(out, first->games);
        cell_share(out, &first->share);
        out_text(out, "</tr>\n");
    }
    table_close(out);
    henka_game_free(start);
}

/* The tree of the first plies, a row for each branch, further in for each ply. */
static void write_tree(Out *out, const StudyReport *report) {
    int games = 0;
    for (int strength = 0; strength < report->plan->strengths; strength++)
        games += report->cells[strength][STUDY_START].share.games;
    if (!report->branch_count) return;
    say_in(out, "h2", MSG_STUDY_H_TREE);
    say_in(out, "p", MSG_STUDY_TREE_LINES, arg_number(games), arg_number(report->lines[1]),
           arg_number(report->lines[3]), arg_number(report->lines[7]));
    TABLE(out, MSG_STUDY_C_TREE, MSG_STUDY_T_MOVES_PLAYED, MSG_STUDY_T_GAMES,
          MSG_STUDY_T_SHARE_OF_ALL, MSG_STUDY_T_SHARE, MSG_STUDY_T_BOUNDS);
    for (int i = 0; i < report->branch_count; i++) {
        const StudyBranch *branch = &report->branches[i];
        StudyGame first = *branch->game;
        first.plies = branch->depth;
        Out moves = out_growing();
        study_moves_text(&moves, report, &first, HENKA_WESTERN);
        char *text = out_take(&moves);
        out_format(out, "<tr><th scope=\"row\" class=\"ply%d\">", branch->depth);
        escaped(out, text ? text : "");
        free(text);
        out_text(out, "</th>");
        cell_number(out, branch->games);
        cell_decimal(out, percent(branch->games, games), 0);
        cell_share(out, &branch->share);
        out_text(out, "</tr>\n");
    }
    table_close(out);
}

static void write_method(Out *out, const StudyReport *report) {
    char seed[24];
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)report->plan->seed);
    say_in(out, "h2", MSG_STUDY_H_METHOD);
    say_in(out, "p", MSG_STUDY_M_OPENINGS);
    say_in(out, "p", MSG_STUDY_M_UNIT);
    say_in(out, "p", MSG_STUDY_M_BOUNDS);
    say_in(out, "p", MSG_STUDY_M_CHANCE, arg_decimal(report->scale, 0));
    say_in(out, "p", MSG_STUDY_M_SKILL);
    say_in(out, "p", MSG_STUDY_M_WORTH, arg_number(STUDY_QUIET), arg_number(report->weighed),
           arg_number(STUDY_DRAWS), arg_number(STUDY_WORTH_GAMES));
    say_in(out, "p", MSG_STUDY_M_SAME, arg_text(seed), arg_text(henka_version()));
}

static void write_sentence(void *context, const Message *message) {
    element(context, "p", message);
}

static void page_open(Out *out, const Message *title) {
    out_text(out, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                  "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    element(out, "title", title);
    out_format(out, "<style>%s</style>\n</head>\n<body>\n<main>\n", style);
    element(out, "h1", title);
    out_text(out, "<section class=\"short\">\n");
    say_in(out, "h2", MSG_STUDY_H_SHORT);
}

void study_html(Out *out, const StudyReport *report) {
    page_open(out,
              &MESSAGE_OF(MSG_STUDY_TITLE, arg_text(henka_variant_title(report->plan->variant))));
    study_sentences(report, write_sentence, out);
    out_text(out, "</section>\n");
    write_results(out, report);
    write_beside(out, report);
    write_ends(out, report);
    write_bars(out, report);
    write_length(out, report);
    write_course(out, report);
    write_skill(out, report);
    write_choice(out, report);
    write_pieces(out, report);
    write_worth(out, report);
    write_squares(out, report);
    write_first_moves(out, report);
    write_tree(out, report);
    say_in(out, "h2", MSG_STUDY_H_GAMES);
    define_pieces(out, report);
    for (int example = 0; example < STUDY_EXAMPLES; example++) write_example(out, report, example);
    write_method(out, report);
    out_format(out, "</main>\n<script>%s</script>\n</body>\n</html>\n", script);
}

/* ---- a comparison ---- */

static void cell_difference(Out *out, const StudyDifference *difference) {
    if (isnan(difference->difference))
        out_text(out, "<td></td><td>");
    else
        out_format(out, "<td>%+.1f</td><td>", 100 * difference->difference);
    if (isnan(difference->low))
        say(out, MSG_STUDY_UNBOUNDED);
    else
        say(out, MSG_STUDY_BOUNDS, arg_signed(100 * difference->low, 1),
            arg_signed(100 * difference->high, 1));
    out_text(out, "</td>");
}

/* Begins the row of a choice at a strength and from a set. */
static void row_of_choice(Out *out, const StudyComparison *comparison, int choice, int strength,
                          StudySet set) {
    Out folder = out_growing();
    study_compare_folder(&folder, &comparison->option, (size_t)choice);
    char *text = out_take(&folder);
    out_text(out, "<tr><th scope=\"row\"><a href=\"");
    if (text) escaped(out, text);
    free(text);
    out_text(out, "/report.html\">");
    escaped(out, comparison->option.choices[choice]);
    out_format(out, "</a></th><td>%llu</td><td class=\"left\">",
               (unsigned long long)comparison->reports->plan->nodes[strength]);
    say_message(out, study_openings_arg(set).message);
    out_text(out, "</td>");
}

static void write_choices(Out *out, const StudyComparison *comparison) {
    TABLE(out, MSG_STUDY_COMPARE_CAPTION, MSG_STUDY_COMPARE_T_CHOICE, MSG_STUDY_T_NODES,
          MSG_STUDY_T_OPENINGS, MSG_STUDY_T_GAMES, MSG_STUDY_T_SHARE, MSG_STUDY_T_BOUNDS,
          MSG_STUDY_COMPARE_T_DRAWN, MSG_STUDY_T_MEDIAN);
    EACH_CELL(comparison->reports, strength, set)
    for (int choice = 0; choice < comparison->count; choice++) {
        const StudyCell *cell = &comparison->reports[choice].cells[strength][set];
        row_of_choice(out, comparison, choice, strength, (StudySet)set);
        cell_number(out, cell->share.games);
        cell_share(out, &cell->share);
        cell_decimal(out, percent(cell->drawn, cell->share.games), 1);
        cell_decimal(out, cell->length.median, 0);
        out_text(out, "</tr>\n");
    }
    table_close(out);
}

static void write_contrasts(Out *out, const StudyComparison *comparison) {
    TABLE(out, MSG_STUDY_COMPARE_C_CONTRASTS, MSG_STUDY_COMPARE_T_CHOICE, MSG_STUDY_T_NODES,
          MSG_STUDY_T_OPENINGS, MSG_STUDY_COMPARE_T_SHARE, MSG_STUDY_T_BOUNDS,
          MSG_STUDY_COMPARE_T_DRAWS, MSG_STUDY_T_BOUNDS, MSG_STUDY_COMPARE_T_PAIRS,
          MSG_STUDY_COMPARE_T_SAME);
    EACH_CELL(comparison->reports, strength, set)
    for (int choice = 1; choice < comparison->count; choice++) {
        const StudyContrast *contrast = &comparison->contrasts[choice][strength][set];
        row_of_choice(out, comparison, choice, strength, (StudySet)set);
        cell_difference(out, &contrast->share);
        cell_difference(out, &contrast->drawn);
        cell_number(out, contrast->pairs);
        cell_number(out, contrast->same);
        out_text(out, "</tr>\n");
    }
    table_close(out);
}

void study_compare_html(Out *out, const StudyComparison *comparison) {
    const StudyPlan *plan = comparison->reports->plan;
    const HenkaOption *option = &comparison->option;
    char seed[24];
    page_open(out,
              &MESSAGE_OF(MSG_STUDY_COMPARE_TITLE, arg_text(henka_variant_title(plan->variant)),
                          arg_text(option->name)));
    study_compare_sentences(comparison, write_sentence, out);
    out_text(out, "</section>\n");
    say_in(out, "h2", MSG_STUDY_COMPARE_H_CHOICES);
    out_text(out, "<dl>\n");
    for (int choice = 0; choice < comparison->count; choice++) {
        out_text(out, "<dt>");
        escaped(out, option->choices[choice]);
        out_text(out, "</dt><dd>");
        escaped(out, option->choice_help[choice]);
        out_text(out, "</dd>\n");
    }
    out_text(out, "</dl>\n");
    write_choices(out, comparison);
    write_contrasts(out, comparison);
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)plan->seed);
    say_in(out, "h2", MSG_STUDY_H_METHOD);
    say_in(out, "p", MSG_STUDY_M_OPENINGS);
    say_in(out, "p", comparison->common ? MSG_STUDY_COMPARE_M_PAIRED : MSG_STUDY_COMPARE_M_APART);
    say_in(out, "p", MSG_STUDY_M_SAME, arg_text(seed), arg_text(henka_version()));
    out_text(out, "</main>\n</body>\n</html>\n");
}
