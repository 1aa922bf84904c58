#define _GNU_SOURCE
/* KIF, the text records of shogi programs, and KI2, which has the same headers and writes several
 * moves on a line, as people do. Headers may stand in any order. The reader reads all headers
 * first, because the board diagram and the moves depend on the game that the headers name.
 *
 *     headers of all lines up to the first move
 *     lines:  header, diagram, moves, end  --変化-->  branches (stored, not played)
 *     the end of the game, from a word after the moves or from the line まで…
 *
 * It is an error if text in the place of a move is not a move, or if a text would give an empty
 * game. Everything else that cannot be used becomes a notice of the record. */
#include "notation/kif.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "notation/move_text.h"

/* The state of reading a record. */
typedef struct Kif {
    HenkaRecord *record;
    const HenkaVariant *given;   /* the caller's variant; NULL: the record must name its game */
    HenkaVariant *variant;       /* the record's game, owned; NULL before the first board or move */
    Setup setup;                 /* the part of the board diagram that has been read */
    int rank;                    /* number of rows of the board diagram that have been read */
    Scan handicap;               /* the value of the header 手合割, the handicap */
    int handicap_line;           /* line number of 手合割; 0: the record has no such header */
    bool is_record;              /* a line was found that only a record of a game has */
    bool in_branch;              /* a 変化 was read: further lines belong to branches */
    int branch_line;             /* line number of the first 変化 */
    KifEnd end, summary;         /* the game's end by the word after the moves, by the line まで… */
    int end_line, summary_line;  /* line numbers of `end` and `summary`; 0: the record has none */
    HenkaError foul;             /* the reason why the last move is illegal */
    int foul_line;               /* line number of the illegal move; 0: every move was legal */
    bool foul_said;              /* a comment after the illegal move calls the move a foul (反則) */
    int after_line, after_count; /* moves after the game's end: the first's line, and number */
    HenkaError unknown;          /* error about the first line that does not belong to a record;
                                    unknown.line is 0 if there is no such line */
    HenkaError *error;           /* where errors go, the caller's; NULL: dropped */
} Kif;

/* ---- headers --------------------------------------------------------------------------------- */

static bool header_is(Scan *s, const char *key) {
    Scan at = *s;
    if (!scan_text(&at, key)) return false;
    record_blanks(&at);
    if (!scan_text(&at, "：") && !scan_char(&at, ':')) return false;
    record_blanks(&at);
    *s = at;
    return true;
}

/* Is the line "key：value"? Any key is accepted: programs have many, and people add their own. */
static bool is_header(Scan s) {
    enum { KEY_BYTES = 36 };
    for (const char *begin = s.at; !scan_done(&s) && s.at - begin <= KEY_BYTES; s.at++) {
        Scan colon = s;
        if (scan_text(&colon, "：") || scan_char(&colon, ':')) return s.at > begin;
        if (scan_is_blank(*s.at)) return false;
    }
    return false;
}

/* Reads a line before the moves if it is a header that determines the game or is kept with the
 * game: its name, players, event, date, settings and handicap. */
static bool head_read(Kif *k, Scan s, int line) {
    RecordHead *head = &k->record->head;
    HenkaPlayers *players = &head->players;
    const struct {
        const char *key;
        char *to;
        size_t cap;
    } texts[] = {
        {"棋種", head->game, sizeof head->game},
        {"先手", players->sente, sizeof players->sente},
        {"下手", players->sente, sizeof players->sente},
        {"後手", players->gote, sizeof players->gote},
        {"上手", players->gote, sizeof players->gote},
        {"棋戦", players->event, sizeof players->event},
        {"対局日", players->date, sizeof players->date},
        {"開始日時", players->date, sizeof players->date},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (header_is(&s, texts[i].key)) {
            record_text(s, texts[i].to, texts[i].cap);
            if (texts[i].to == head->game) head->game_line = line, k->is_record = true;
            return true;
        }
    if (header_is(&s, "設定")) return record_read_setting(head, s, line, k->error);
    if (header_is(&s, "手合割")) {
        k->is_record = true;
        if (scan_done(&s)) return true; /* some programs leave the value empty */
        k->handicap = s;
        k->handicap_line = line;
        while (!scan_done(&s) && !scan_is_blank(*s.at)) { /* the value ends at a blank */
            Scan wide = s;
            if (scan_text(&wide, "　")) break;
            s.at++;
        }
        k->handicap.end = s.at;
    }
    return true;
}

/* Does a move begin here, judged by its first characters: a number, the sign of a side, or 同? */
static bool is_move_like(Scan s) {
    Scan mark = s, number = s;
    return japanese_scan_mark(&mark) || record_number(&number) >= 0 || scan_text(&s, "同") ||
           scan_text(&s, "仝");
}

/* ---- the game -------------------------------------------------------------------------------- */

/* The first position of the handicap that 手合割 names. Numerals and ending may differ from those
 * in the game's file: 2枚落 and ２枚落ち are the same handicap. */
static const char *handicap_start(const Kif *k) {
    static const char falls[] = "落";
    char name[96];
    Out out = out_to(name, sizeof name);
    for (Scan word = k->handicap; !scan_done(&word);) {
        int number = record_number(&word);
        if (number > 0 && number < 100)
            square_name_number(number, &out);
        else if (number < 0)
            out_char(&out, *word.at++);
    }
    size_t length = strlen(name), size = sizeof falls - 1;
    if (length >= size && !strcmp(name + length - size, falls)) out_text(&out, "ち");
    return henka_variant_handicap_start(k->variant, name, NULL);
}

/* Does 手合割 say that there is no handicap? */
static bool is_even(const Kif *k) {
    static const char *const words[] = {"平手", "その他"};
    if (!k->handicap_line || kif_names(k->variant, k->handicap)) return true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        Scan word = k->handicap;
        if (scan_text(&word, words[i]) && scan_done(&word)) return true;
    }
    return false;
}

static bool variant_known(Kif *k, int line) {
    if (k->variant) return true;
    bool unnamed = !k->given && !*k->record->head.game && k->handicap_line;
    for (size_t i = 0; unnamed && !k->variant && henka_shipped_name(i); i++) {
        /* The shipped game that 手合割 names, if it can be loaded */
        if (!strstr(henka_shipped_text(i, NULL), "\nkif=")) continue;
        HenkaVariant *v = henka_variant_shipped(henka_shipped_name(i), NULL, 0, NULL);
        if (v && kif_names(v, k->handicap)) k->variant = henka_variant_retain(v);
        henka_variant_free(v);
    }
    if (!k->variant) k->variant = record_variant(&k->record->head, k->given, k->error);
    if (!k->variant) return false;
    /* 平手 without a game's name denotes shogi: the variant must be one that KIF can express. */
    Scan word = k->handicap;
    if (k->handicap_line && !*k->record->head.game && scan_text(&word, "平手") &&
        !kif_possible(k->variant))
        return error_say(k->error, line, 1, MSG_KIF_IMPOSSIBLE, arg_text(k->variant->name));
    memset(&k->setup, 0, sizeof k->setup);
    k->setup.number = 1;
    /* in a handicap game gote begins, unless the board diagram says otherwise */
    if (!is_even(k) && handicap_start(k)) k->setup.side = HENKA_GOTE;
    return true;
}

static HenkaGame *game_of_board(Kif *k, int line) {
    if (k->rank != k->variant->ranks) {
        error_say(k->error, line, 1, MSG_KIF_BOARD_ROWS, arg_number(k->variant->ranks),
                  arg_number(k->rank));
        return NULL;
    }
    if (!is_even(k) && !handicap_start(k)) {
        char word[64];
        record_text(k->handicap, word, sizeof word);
        record_notice(k->record, k->handicap_line, scan_column(&k->handicap),
                      MSG_KIF_HANDICAP_BESIDE_BOARD, arg_text(word));
    }
    Position p;
    sfen_setup_place(k->variant, &k->setup, &p);
    char sfen[4096]; /* the setup is an SFEN, for the checks of its reader */
    Out out = out_to(sfen, sizeof sfen);
    sfen_write(&p, k->setup.number, &out);
    HenkaGame *game = henka_game_new_within(k->record->head.budget, k->variant, sfen, k->error);
    if (!game && k->error && k->error->line) k->error->line = line, k->error->column = 1;
    return game;
}

static bool game_begun(Kif *k, int line) {
    if (k->record->game) return true;
    if (!variant_known(k, line)) return false;
    const char *start = k->rank || is_even(k) ? NULL : handicap_start(k);
    if (!k->rank && !is_even(k) && !start) {
        char word[64];
        record_text(k->handicap, word, sizeof word);
        henka_variant_handicap_start(k->variant, word, k->error); /* called for its error only */
        if (k->error && !k->error->line) k->error->line = k->error->column = 1;
        record_error_at(k->error, k->handicap_line, scan_column(&k->handicap));
        return false;
    }
    k->record->game =
        k->rank ? game_of_board(k, line)
                : henka_game_new_within(k->record->head.budget, k->variant, start, k->error);
    return k->record->game != NULL;
}

/* ---- moves ----------------------------------------------------------------------------------- */

/* Reads a text in brackets. Returns false if there is none. */
static bool brackets_scan(Scan *s, Scan *inside) {
    Scan at = *s;
    if (!scan_text(&at, "（") && !scan_char(&at, '(')) return false;
    scan_text(&at, "←");
    record_blanks(&at);
    *inside = at;
    for (; !scan_done(&at); at.at++) {
        Scan close = at;
        if (!scan_text(&close, "）") && !scan_char(&close, ')')) continue;
        inside->end = at.at;
        *s = close;
        return true;
    }
    return false;
}

static bool is_time(Scan inside) {
    return record_holds(inside, ":") || record_holds(inside, "/") || record_holds(inside, "：");
}

/* Does the text of a move go on here? It ends at a blank, a bracket or the next move's sign. */
static bool text_goes_on(const Scan *s) {
    Scan at = *s;
    return !scan_done(s) && !scan_is_blank(*s->at) && *s->at != '(' && *s->at != '*' &&
           !scan_text(&at, "　") && !scan_text(&at, "（") && !japanese_scan_mark(&at);
}

/* Rewrites a move in the form that japanese_read expects. Some records deviate from it: they have a
 * blank after 同, before the origin or before brackets; the origin 00, which means the hand,
 * instead of 打; 成 after the origin; or + as the mark of a branch. */
static void move_text_take(Scan *s, char *text, size_t cap) {
    char origin[48] = "";
    Out out = out_to(text, cap), from = out_to(origin, sizeof origin);
    if (scan_text(s, "同") || scan_text(s, "仝")) {
        out_text(&out, "同");
        record_blanks(s);
    }
    while (text_goes_on(s)) out_char(&out, *s->at++);
    Scan at = *s, inside;
    for (record_blanks(&at); brackets_scan(&at, &inside) && !is_time(inside); record_blanks(&at)) {
        bool acts = record_holds(inside, "居食い") || record_holds(inside, "じっと"),
             ascii = !scan_done(&inside) && !(*inside.at & 0x80);
        Scan zero = inside;
        bool hand = record_number(&zero) == 0 && scan_done(&zero);
        if (!acts && !hand) out_text(&from, ascii ? "(" : "（");
        for (; !hand && !scan_done(&inside); inside.at++)
            if (!scan_is_blank(*inside.at)) out_char(acts ? &out : &from, *inside.at);
        if (!acts && !hand) out_text(&from, ascii ? ")" : "）");
        if (hand && !strstr(text, "打")) out_text(&out, "打");
        *s = at;
    }
    Scan promotion = *s;
    if (*origin && (scan_text(&promotion, "不成") || scan_text(&promotion, "成"))) {
        out_bytes(&out, s->at, (size_t)(promotion.at - s->at));
        *s = promotion;
    }
    size_t length = strlen(text);
    if (!*origin && length > 1 && text[length - 1] == '+' && (text[length - 2] & 0x80))
        text[--length] = '\0', out.length = length; /* the + of 歩打+ marks a branch */
    out_text(&out, origin);
}

/* Skips the text after a move: the mark of a branch, and the time that the move took. */
static void rest_skip(Kif *k, Scan *s) {
    for (;;) {
        Scan inside;
        record_blanks(s);
        if (scan_char(s, '+') || scan_text(s, "＋")) continue;
        if (!brackets_scan(s, &inside)) return;
        k->record->times += is_time(inside);
    }
}

/* Counts a move after the game's end. If no move was played before it, refuses the text. */
static bool after_end(Kif *k, int line, int column) {
    if (!k->record->game->plies) return error_say(k->error, line, column, MSG_KIF_MOVE_AFTER_END);
    if (!k->after_count++) k->after_line = line;
    return true;
}

/* Plays the move that begins at *s. An illegal move may be the foul that ended the game. So it is
 * stored in `foul`, and the following lines decide whether the text is refused. */
static bool move_play(Kif *k, Scan *s, int line) {
    char text[160];
    int column = scan_column(s);
    move_text_take(s, text, sizeof text);
    HenkaMove move;
    HenkaError why = {0};
    switch (move_text_parse(k->record->game, text, &move, &why)) {
    case MOVE_TEXT_ONE:
        k->end_line = 0; /* forgets an interruption, because play continued after it */
        return record_play(k->record, move, s->at, k->error);
    case MOVE_TEXT_OVER:
        return after_end(k, line, column);
    case MOVE_TEXT_ILLEGAL:
        record_error_at(&why, line, column);
        k->foul = why;
        k->foul_line = line;
        return true;
    default:
        record_error_at(&why, line, column);
        return error_moved(k->error, why.line, why.column, &why);
    }
}

/* Reads the number before a move. The move itself may begin with digits, so a separator must follow
 * the number. Returns -1 if there is no number. */
static int number_take(Scan *s) {
    Scan at = *s, mark;
    int number = record_number(&at);
    if (number < 0) return -1;
    Scan behind = at;
    bool sign = scan_char(&at, '.') || scan_text(&at, "．") || scan_char(&at, ':') ||
                scan_text(&at, "手目") || scan_text(&at, "：");
    record_blanks(&at);
    mark = at;
    if (!sign && at.at == behind.at && !scan_done(&at) && !japanese_scan_mark(&mark) &&
        !scan_text(&mark, "同"))
        return -1;
    *s = at;
    return number;
}

/* Adds a notice of an unknown text: a word in the place of a move, which the caller takes as the
 * end of the game, or a line that does not belong to a record. */
static bool unknown_note(Kif *k, Scan s, int line, MessageKey key) {
    char found[64];
    HenkaError unknown;
    record_text(s, found, sizeof found);
    error_say(&unknown, line, scan_column(&s), key, arg_text(found));
    if (!k->unknown.line) k->unknown = unknown;
    HenkaError *notice = record_notice_next(k->record);
    if (notice) *notice = unknown;
    return true;
}

/* Reads one move, or the word that ends the game, together with the number and sign before and the
 * time after. Sets *kind to RECORD_END if the game ends here. */
static bool move_read(Kif *k, Scan *s, int line, RecordLineKind *kind) {
    HenkaGame *game = k->record->game;
    int column = scan_column(s), number = number_take(s), foul = k->foul_line != 0,
        next = game->plies + 1 + foul;
    if (number >= 0 && number != next && number != next + game->first_number - 1) {
        bool over =
            (k->end_line && !k->end.paused) || henka_game_outcome(game).reason != HENKA_PLAYING;
        if (over) return *s = (Scan){s->start, s->end, s->end}, after_end(k, line, column);
        return error_say(k->error, line, column, MSG_RECORD_MOVE_NUMBER, arg_number(next));
    }
    bool marked = japanese_scan_mark(s);
    record_blanks(s);
    KifEnd end;
    if (kif_end_scan(s, game->position.side ^ foul, &end)) {
        *kind = RECORD_END;
        s->at = s->end; /* skips the time after the word */
        if (k->end_line && !k->end.paused) return after_end(k, line, column);
        k->end = end;
        k->end_line = line;
        return true;
    }
    Scan digit = *s, elsewhere = *s;
    bool place = record_number(&digit) >= 0 || scan_text(&digit, "同") || scan_text(&digit, "仝");
    if (!place) { /* a legal move in another notation, such as P-7f */
        char text[160];
        move_text_take(&elsewhere, text, sizeof text);
        place = *text && move_text_parse(game, text, &(HenkaMove){0}, NULL) == MOVE_TEXT_ONE;
    }
    bool words = number < 0 && !marked; /* text on the same line after a move */
    if (!place && (words || !scan_done(s))) {
        Scan word = *s, rest = *s;
        while (!words && !scan_done(&rest) && text_goes_on(&rest)) rest.at++;
        if (!words) word.end = rest.at;
        unknown_note(k, word, line, words ? MSG_KIF_LINE_UNKNOWN : MSG_KIF_END_UNKNOWN);
        if (!words) k->end = (KifEnd){.reason = HENKA_PLAYING, .winner = -1, .paused = true};
        if (!words) *kind = RECORD_END, k->end_line = line;
        s->at = s->end;
        return true;
    }
    if (foul) return error_moved(k->error, k->foul.line, k->foul.column, &k->foul);
    if (k->end_line && !k->end.paused) return s->at = s->end, after_end(k, line, column);
    if (!move_play(k, s, line)) return false;
    rest_skip(k, s);
    return true;
}

/* ---- lines ----------------------------------------------------------------------------------- */

static bool line_read(Kif *k, Scan s, int line, RecordLineKind *kind) {
    record_blanks(&s);
    Scan at = s;
    if (k->in_branch) *kind = RECORD_BRANCH;
    if (scan_done(&s)) return true;
    if (header_is(&at, "変化") && k->record->game && k->record->game->plies) {
        if (!k->record->branches++) k->branch_line = line;
        k->in_branch = true;
        *kind = RECORD_BRANCH;
    }
    if (k->in_branch) return true;
    if (ascii_is_in(*s.at, "#*&'")) {
        *kind = RECORD_COMMENT;
        k->foul_said |= k->foul_line && record_holds(s, "反則");
        k->is_record |= record_holds(s, "#KIF") || record_holds(s, "# ----");
        return true;
    }
    if (scan_text(&at, "まで")) {
        *kind = RECORD_END;
        k->summary = kif_summary_read(at);
        k->summary_line = line;
        return true;
    }
    if (scan_text(&at, "手数-")) return k->is_record = true;
    if (!k->record->game) {
        if (kif_board_is(s))
            return variant_known(k, line) &&
                   kif_board_read(k->variant, s, line, &k->rank, &k->setup, k->error);
        if (header_is(&at, "開始局面")) {
            char sfen[4096];
            if (!variant_known(k, line)) return false;
            record_text(at, sfen, sizeof sfen);
            k->record->game =
                henka_game_new_within(k->record->head.budget, k->variant, sfen, k->error);
            if (!k->record->game) record_error_at(k->error, line, scan_column(&at));
            return k->record->game != NULL;
        }
    }
    if (is_move_like(s)) {
        if (!game_begun(k, line)) return false;
        *kind = RECORD_MOVES;
        for (record_blanks(&s); !scan_done(&s) && *s.at != '*'; record_blanks(&s))
            if (!move_read(k, &s, line, kind)) return false;
        if (k->end_line) *kind = RECORD_END;
        return true;
    }
    return is_header(s) || unknown_note(k, s, line, MSG_KIF_LINE_UNKNOWN);
}

/* ---- the end --------------------------------------------------------------------------------- */

/* Ends the game as the record says, if the rules allow it, and adds a notice if they do not. */
static void end_say(Kif *k, KifEnd end, int line) {
    HenkaGame *game = k->record->game;
    HenkaOutcome is = henka_game_outcome(game), said = {end.reason, end.winner};
    const char *word = end.word ? end.word : "";
    if (end.paused || (end.reason == HENKA_PLAYING && !end.by_rule)) return;
    if (is.reason != HENKA_PLAYING) {
        if (!end.by_rule && end.winner != is.winner)
            record_notice(k->record, line, 1, MSG_RECORD_END_NOT_BY_RULES, arg_text(word),
                          arg_reason(is.reason));
        return;
    }
    if (end.reason == HENKA_REPETITION || end.reason == HENKA_MOVE_LIMIT) {
        said = (HenkaOutcome){HENKA_DRAW_AGREED, -1}; /* no draw by the rules, so an agreed one */
        record_notice(k->record, line, 1, MSG_RECORD_END_TAKEN_AS, arg_text(word),
                      arg_reason(said.reason));
    }
    if (end.by_rule || !record_end(game, said))
        record_notice(k->record, line, 1, MSG_RECORD_END_NOT_BY_RULES, arg_text(word),
                      arg_reason(is.reason));
}

static bool end_read(Kif *k) {
    HenkaGame *game = k->record->game;
    if (k->foul_line) { /* the last move was illegal */
        if (!game->plies) return error_moved(k->error, k->foul.line, k->foul.column, &k->foul);
        record_notice(k->record, k->foul.line, k->foul.column, MSG_KIF_FOUL,
                      arg_number(game->plies + 1), arg_error(&k->foul));
        if (k->foul_said && !k->end_line && !k->summary_line)
            k->end = (KifEnd){HENKA_ILLEGAL_MOVE, !game->position.side, .word = "反則"},
            k->end_line = k->foul_line;
    }
    KifEnd end = k->end_line ? k->end : k->summary;
    int line = k->end_line ? k->end_line : k->summary_line, played = game->plies + !!k->foul_line;
    if (k->end_line && k->end.winner >= 0 && k->summary.winner >= 0)
        end.winner = k->summary.winner; /* まで… is more reliable: a side may resign at any time */
    if (line) end_say(k, end, line);
    if (k->after_count)
        record_notice(k->record, k->after_line, 1, MSG_KIF_LEFT_OUT_AFTER_END,
                      arg_number(game->plies), arg_reason(henka_game_outcome(game).reason));
    else if (k->summary.count && k->summary.count != played)
        record_notice(k->record, k->summary_line, 1, MSG_KIF_COUNT_DIFFERS,
                      arg_number(k->summary.count), arg_number(played));
    if (k->record->branches)
        record_notice(k->record, k->branch_line, 1, MSG_RECORD_BRANCHES_KEPT,
                      arg_number(k->record->branches));
    return true;
}

bool kif_read(HenkaRecord *record, const HenkaVariant *given, HenkaError *error) {
    Kif k = {.record = record,
             .given = given,
             .error = error,
             .end = {HENKA_PLAYING, -1},
             .summary = {HENKA_PLAYING, -1}};
    RecordLines lines = record_lines(record);
    bool good = true, moves = false, ki2 = false;
    while (good && !moves && record_next_line(&lines)) { /* the headers up to the first move */
        Scan s = lines.line;
        record_blanks(&s);
        moves = is_move_like(s) && !kif_board_is(s);
        good = moves || head_read(&k, s, lines.number);
    }
    lines = record_lines(record);
    while (good && record_next_line(&lines)) {
        RecordLineKind kind = RECORD_OTHER;
        Scan s = lines.line;
        record_blanks(&s);
        int before = record->game ? record->game->plies : 0;
        bool marked = japanese_scan_mark(&s);
        good = line_read(&k, lines.line, lines.number, &kind) &&
               record_line_add(record, &lines, kind, error);
        ki2 |= marked && record->game && record->game->plies > before;
    }
    int last = lines.number ? lines.number : 1;
    good = good && game_begun(&k, last);
    /* Refuses a text that has neither a move nor a position, unless all of its lines belong to a
     * record. Otherwise any text would be read as an empty game. */
    if (good && !record->game->plies && !k.rank && record_from_start(record->game))
        good = k.unknown.line
                   ? error_moved(error, k.unknown.line, k.unknown.column, &k.unknown)
                   : k.is_record || k.end_line || error_say(error, 1, 1, MSG_RECORD_KIND);
    good = good && end_read(&k);
    if (ki2) record->format = HENKA_RECORD_KI2;
    henka_variant_free(k.variant);
    return good;
}
