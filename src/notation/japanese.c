/* Japanese notation (▲７六歩, △５八金右, ▲８九獅×９九) and the moves of KIF, which give the origin in brackets
 * instead of the hints 上 寄 引 右 左 直 (forms_of). */
#include "notation/move_text.h"
#include "notation/square.h"
#include "rules/oracle.h"

/* ---- squares ---- */

static int digit_scan(Scan *s) {
    for (int i = 0; i < 10; i++)
        if (scan_char(s, (char)('0' + i)) || scan_text(s, square_name_digits[i])) return i;
    return -1;
}

static int unit_scan(Scan *s) {
    for (int i = 1; i < 10; i++)
        if (scan_text(s, square_name_numerals[i])) return i;
    return 0;
}

int japanese_scan_number(Scan *s) {
    int tens = unit_scan(s);
    if (!scan_text(s, "十")) return tens;
    return 10 * (tens ? tens : 1) + unit_scan(s);
}

/* Like japanese_scan_square, but leaves the last `drop` numerals of the rank unread: they may
 * belong to the name of the type that follows, because such a name may begin with a numeral. */
static int square_scan_within(const HenkaVariant *v, Scan *s, int drop) {
    enum { NUMERAL = sizeof "一" - 1 };
    Scan at = *s;
    int digits[3], count = 0, file = 0, rank = 0;
    while (count < 3 && (digits[count] = digit_scan(&at)) >= 0) file = 10 * file + digits[count++];
    Scan all = at;
    japanese_scan_number(&all);
    if (count && all.at - at.at > drop * NUMERAL) {
        Scan part = {at.start, at.at, all.at - drop * NUMERAL};
        rank = japanese_scan_number(&part);
        at.at = part.at;
    }
    if (count && !rank && ascii_is_lower(scan_peek(&at)) && *at.at - 'a' < v->ranks)
        rank = *at.at++ - 'a' + 1;
    if (count == 2 && !rank) file = digits[0], rank = digits[1]; /* two digits, such as 76 */
    if (count == 0 || count == 3 || file < 1 || file > v->files || rank < 1 || rank > v->ranks)
        return -1;
    *s = at;
    return square_of(v, file, rank);
}

int japanese_scan_square(const HenkaVariant *v, Scan *s) { return square_scan_within(v, s, 0); }

/* ---- names ---- */

static bool same(const char *a, const char *b) { return strcmp(a, b) == 0; }
static bool starts(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

const char *japanese_name(const HenkaVariant *v, int type) {
    const PieceType *t = &v->types[type];
    const char *full = t->kanji ? t->kanji : "", *brief = t->kanji1 ? t->kanji1 : "";
    if (*full && starts(full, "成")) return full; /* 成銀, not 全: the short form is for boards */
    bool shared = false; /* has a type of another full name the short name, too? */
    for (int other = 1; *full && *brief && other <= v->type_count; other++)
        shared |= same(v->types[other].kanji1, brief) && !same(v->types[other].kanji, full);
    if (*brief && !shared && (!*full || strstr(full, brief))) return brief;
    return *full ? full : *brief ? brief : t->id;
}

/* Pairs of characters that are both accepted for the same piece. */
static const char *const GLYPHS[][2] = {{"玉", "王"}, {"王", "玉"}, {"龍", "竜"}, {"竜", "龍"}};

static size_t starts_with_name(const Scan *s, const char *name) {
    Scan at = *s;
    if (!name || !*name) return 0;
    if (scan_text(&at, name)) return (size_t)(at.at - s->at);
    for (size_t i = 0; i < sizeof GLYPHS / sizeof *GLYPHS; i++) {
        at = *s;
        if (starts(name, GLYPHS[i][0]) && scan_text(&at, GLYPHS[i][1]) &&
            scan_text(&at, name + strlen(GLYPHS[i][0])))
            return (size_t)(at.at - s->at);
    }
    return 0;
}

TypeSet japanese_scan_name(const HenkaVariant *v, Scan *s, size_t most) {
    TypeSet types = 0;
    size_t best = 0;
    for (int type = 1; type <= v->type_count; type++) {
        const PieceType *t = &v->types[type];
        Scan front = *s; /* after 成, the name of the unpromoted piece */
        bool promoted = t->unpromoted && scan_text(&front, "成");
        size_t rest = promoted ? starts_with_name(&front, v->types[t->unpromoted].kanji1) : 0;
        const size_t lengths[] = {starts_with_name(s, t->kanji), starts_with_name(s, t->kanji1),
                                  starts_with_name(s, t->id), rest ? rest + strlen("成") : 0};
        size_t length = 0;
        for (size_t i = 0; i < 4; i++)
            if (lengths[i] > length && lengths[i] <= most) length = lengths[i];
        if (length > best) types = 0, best = length;
        if (length && length == best) types |= BB_SQUARE(type);
    }
    s->at += best;
    return types;
}

/* ---- reading ---- */

static const struct {
    const char *text;
    int hint;
} HINTS[] = {
    {"右", HINT_RIGHT}, {"左", HINT_LEFT},  {"直", HINT_STRAIGHT}, {"上", HINT_UP},
    {"行", HINT_UP},    {"寄", HINT_ASIDE}, {"引", HINT_BACK},
};

/* Reads the part of a move after the name of the type, and requires that the text ends there. */
static bool tail_read(const HenkaVariant *v, Scan *s, MoveQuery *q) {
    for (size_t i = 0; i < sizeof HINTS / sizeof *HINTS;) { /* any number of hints, in any order */
        bool found = scan_text(s, HINTS[i].text);
        if (found) q->hints |= HINTS[i].hint;
        i = found ? 0 : i + 1;
    }
    if (scan_text(s, "打")) q->drop = YES;
    bool igui = scan_text(s, "居喰い") || scan_text(s, "居食い"),
         skip = !igui && scan_text(s, "じっと");
    if (igui || skip) q->stays = YES;
    if (skip) q->promote = NO;
    if (scan_text(s, "O-O-O"))
        q->castling = CASTLING_LAST;
    else if (scan_text(s, "O-O"))
        q->castling = CASTLING_FIRST;
    while (scan_text(s, "×")) { /* × comes before the square of a captured piece */
        int square = japanese_scan_square(v, s);
        if (square < 0 || !query_add_through(q, square)) return false;
    }
    if (scan_text(s, "不成") || scan_text(s, "生"))
        q->promote = NO;
    else if (scan_text(s, "成")) { /* after 成 follows the chosen type, if the piece has several
                                      promotions */
        TypeSet choice = japanese_scan_name(v, s, SIZE_MAX);
        q->promote = YES;
        if (choice) q->becomes = bb_lsb(choice);
    }
    /* The origin in brackets of a KIF move. In KIF a move without 成 does not promote. */
    bool wide = scan_text(s, "（");
    if (wide || scan_char(s, '(')) {
        scan_text(s, "←"); /* some records write an arrow before the origin */
        q->from = japanese_scan_square(v, s);
        if (q->promote == UNSAID) q->promote = NO;
        if (q->from < 0 || !(wide ? scan_text(s, "）") : scan_char(s, ')'))) return false;
    }
    scan_blanks(s);
    return scan_done(s);
}

bool japanese_scan_mark(Scan *s) {
    static const char *const marks[] = {"▲", "△", "☗", "☖", "▼", "▽"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (scan_text(s, marks[i])) return true;
    return false;
}

/* Reads a move without the sign of its side: the destination, or 同 (仝 in some records) for the
 * destination of the previous move, then the piece and the hints. `drop`: number of numerals after
 * the destination that are left to the name of the piece (square_scan_within). */
static bool placed_read(const HenkaGame *game, Scan *s, MoveQuery *q, int drop) {
    if (!drop && (scan_text(s, "同") || scan_text(s, "仝"))) {
        if (game->plies) q->to = move_to(game->history[game->plies - 1].move);
        while (scan_text(s, "　") || scan_char(s, ' ')) {}
    } else
        q->to = square_scan_within(game->variant, s, drop);
    if (q->to < 0) return false;
    q->victims_said = true;
    Scan name = *s;
    MoveQuery placed = *q;
    for (size_t most = SIZE_MAX;;) { /* tries the longest name first, then shorter ones: the last
                                        character of a long name can also be a hint */
        *s = name;
        *q = placed;
        q->types = japanese_scan_name(game->variant, s, most);
        if (!q->types) return false;
        most = (size_t)(s->at - name.at) - 1;
        if (tail_read(game->variant, s, q)) return true;
    }
}

bool japanese_read(const HenkaGame *game, Scan *s, MoveQuery *q) {
    enum { NUMERALS_MOST = 3 }; /* a rank has up to 3 numerals, as in 二十一 */
    japanese_scan_mark(s);
    Scan begin = *s, farthest = *s;
    MoveQuery unsaid = *q;
    for (int drop = 0; drop < NUMERALS_MOST; drop++) {
        *s = begin;
        *q = unsaid;
        if (placed_read(game, s, q, drop)) return true;
        if (s->at > farthest.at) farthest = *s;
    }
    *s = farthest;
    return false;
}

/* ---- writing ---- */

/* The parts that are written, in addition to square and piece, to distinguish a move from others of
 * the same type to the same square. */
typedef struct Form {
    bool drop;   /* is 打 (a drop) written? */
    bool origin; /* is the origin written, in brackets? */
    int hints;   /* the hints written: bits HINT_UP … HINT_LEFT */
} Form;

static void place_write(const HenkaGame *game, Move m, Out *out) {
    if (game->plies && move_to(game->history[game->plies - 1].move) == move_to(m))
        out_text(out, "同　");
    else
        square_name_write(game->variant, move_to(m), out);
}

static void choice_write(const Position *p, Move m, Out *out) {
    const HenkaVariant *v = p->variant;
    if (!move_becomes(m)) return;
    out_text(out, "成");
    if (v->types[query_moved_type(p, m)].choice_count)
        out_text(out, japanese_name(v, move_becomes(m)));
}

/* Writes a move's special parts: capture without moving, skipped turn, castling, victims. */
static void acts_write(const HenkaVariant *v, Move m, Out *out) {
    bool stays = !move_is_drop(m) && move_from(m) == move_to(m);
    if (stays && move_victim_count(m)) out_text(out, "居喰い");
    if (move_is_skip(m)) out_text(out, "じっと");
    if (move_is_castling(m)) out_text(out, move_to(m) < move_from(m) ? "O-O" : "O-O-O");
    for (int i = 0; i < move_victim_count(m); i++) {
        out_text(out, "×");
        square_name_write(v, move_victim(m, i), out);
    }
}

static void origin_write(const HenkaVariant *v, Move m, Out *out) {
    out_text(out, "（");
    square_name_write(v, move_from(m), out);
    out_text(out, "）");
}

static void form_write(const HenkaGame *game, Move m, Form form, bool declined, Out *out) {
    const Position *p = &game->position;
    const HenkaVariant *v = game->variant;
    out_text(out, p->side == HENKA_SENTE ? "▲" : "△");
    place_write(game, m, out);
    out_text(out, japanese_name(v, query_moved_type(p, m)));
    for (size_t i = 0; i < sizeof HINTS / sizeof *HINTS; i++)
        if (form.hints & HINTS[i].hint) {
            out_text(out, HINTS[i].text);
            form.hints &= ~HINTS[i].hint;
        }
    if (form.drop) out_text(out, "打");
    acts_write(v, m, out);
    choice_write(p, m, out);
    if (declined) out_text(out, "不成");
    if (form.origin) origin_write(v, m, out);
}

/* Lists the forms that may distinguish the move from its rivals, and returns their number: without
 * hints, then with direction, straight, side, direction and side, origin. */
static int forms_of(const Position *p, Move m, const Move *list, int count, Form forms[8]) {
    int n = 0;
    forms[n++] = (Form){0};
    if (move_is_drop(m)) {
        forms[n++] = (Form){.drop = true};
        return n;
    }
    MoveQuery rivals = query_rivals_of(p, m);
    Move candidates[HENKA_MAX_MOVES];
    int rival_count = query_filter(p, &rivals, list, count, candidates);
    int hints = query_hints(p, m, candidates, rival_count),
        way = hints & (HINT_UP | HINT_ASIDE | HINT_BACK);
    forms[n++].hints = way;
    if (hints & HINT_STRAIGHT) forms[n++] = (Form){.hints = HINT_STRAIGHT};
    if (hints & HINT_RIGHT) forms[n++] = (Form){.hints = HINT_RIGHT};
    if (hints & HINT_LEFT) forms[n++] = (Form){.hints = HINT_LEFT};
    forms[n++] = (Form){.hints = way | HINT_RIGHT};
    forms[n++] = (Form){.hints = way | HINT_LEFT};
    forms[n++] = (Form){.origin = true};
    return n;
}

/* Adds the illegal moves of pinned pieces: others of the type that could reach the square if this
 * did not leave their royal attacked. Most programs count such rivals for 右 and 左. The moves serve
 * only for comparison: their promotion is not set. Returns the new number of moves. */
static int pinned_rivals_add(const Position *p, Move m, Move *list, int count) {
    const HenkaVariant *v = p->variant;
    if (v->royal != ROYAL_CHECKMATE || move_is_drop(m)) return count;
    Piece piece = p->board[move_from(m)];
    MoveQuery rivals = query_rivals_of(p, m);
    int legal = count;
    for (int square = 0; square < v->squares; square++) {
        if (p->board[square] != piece || square == move_from(m)) continue;
        bool listed = false;
        for (int i = 0; i < legal && !listed; i++)
            listed = !move_is_drop(list[i]) && move_from(list[i]) == square &&
                     query_fits(p, &rivals, list[i]);
        if (listed || attacks_is_frozen(p, square)) continue;
        enum { MOST = 1024 };
        Move raw[MOST];
        int found = oracle_walk(p, square, piece, raw, MOST);
        for (int i = 0; i < found && count < HENKA_MAX_MOVES; i++)
            if (query_fits(p, &rivals, raw[i])) list[count++] = raw[i];
    }
    return count;
}

void japanese_write(const HenkaGame *game, Move m, const Move *list, int count, Out *out) {
    bool declined = query_declines_promotion(m, list, count) && !move_is_skip(m);
    Move all[HENKA_MAX_MOVES];
    memcpy(all, list, (size_t)count * sizeof *list);
    count = pinned_rivals_add(&game->position, m, all, count);
    Form forms[8] = {0};
    int n = forms_of(&game->position, m, all, count, forms);
    for (int i = 0; i < n; i++) {
        char text[192];
        Out form = out_to(text, sizeof text);
        form_write(game, m, forms[i], declined, &form);
        if (i + 1 < n && !move_text_reads_as(game, japanese_read, text, m, all, count)) continue;
        out_text(out, text);
        return;
    }
}

void japanese_write_kif(const HenkaGame *game, Move m, Out *out) {
    const HenkaVariant *v = game->variant;
    place_write(game, m, out);
    out_text(out, japanese_name(v, query_moved_type(&game->position, m)));
    acts_write(v, m, out);
    choice_write(&game->position, m, out);
    if (move_is_drop(m))
        out_text(out, "打");
    else if (v->files <= 9 && v->ranks <= 9)
        out_format(out, "(%d%d)", file_of(v, move_from(m)), rank_of(v, move_from(m)));
    else
        origin_write(v, m, out);
}
