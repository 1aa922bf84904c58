/* describe - the game in words: board, pieces, promotion, drops, endings, settings, source.
 * Everything is read from the checked variant. base/messages.def has the sentences;
 * describe_moves.c describes the moves of a piece. */
#include "base/message.h"
#include "format/keys.h"
#include "variant/array.h"
#include "variant/piece.h"
#include "variant/variant.h"
#include "words/describe_moves.h"
#include "words/piece_name.h"
#include "words/square_name.h"

#include <string.h>

/* The state of writing a description of a variant. */
typedef struct Description {
    const HenkaVariant *v;
    HenkaLanguage language;
    Out *out;
} Description;

/* Writes one sentence. */
#define say(d, ...) out_say((d)->out, (d)->language, __VA_ARGS__)
/* Writes one sentence on a line of its own below a heading. */
#define say_line(d, ...)                                                                           \
    do {                                                                                           \
        out_text((d)->out, "  ");                                                                  \
        say(d, __VA_ARGS__);                                                                       \
        out_char((d)->out, '\n');                                                                  \
    } while (0)

static void describe_heading(const Description *d, MessageKey key) {
    say(d, key);
    out_char(d->out, '\n');
}

/* The mark after the sentence of this key's rule. It shows that the game's source leaves the rule
 * open (the key `ruling` names it); otherwise it is empty. */
static Message ruling_mark(const HenkaVariant *v, const char *key) {
    size_t length = strlen(key);
    const char *rulings = henka_variant_about(v, "ruling");
    for (const char *at = rulings; (at = strstr(at, key)); at += length)
        if ((at == rulings || at[-1] == ',') && (!at[length] || at[length] == ','))
            return MESSAGE_OF(MSG_DESCRIBE_RULING_MARK);
    return MESSAGE_OF(MSG_DESCRIBE_NO_MARK);
}
/* ruling_mark as an argument of a message, valid until the enclosing block ends. */
#define arg_mark(d, key) arg_message(&(Message[]){ruling_mark((d)->v, key)}[0])

/* ---- lists of pieces ------------------------------------------------------------------------- */

/* A list of types by their names. Types with the same name, such as a piece and another that
 * promotes to it, are listed once. */
typedef struct TypeList {
    MessageArg names[MAX_TYPES];
    size_t count;
} TypeList;

static void list_add(TypeList *list, const Description *d, int type) {
    const PieceType *types = d->v->types;
    const char *name = piece_name(&types[type], d->language);
    for (size_t i = 0; i < list->count; i++)
        if (!strcmp(piece_name(list->names[i].context, d->language), name)) return;
    list->names[list->count++] = piece_name_arg(d->v, type);
}
#define arg_types(types) arg_list((types)->names, (types)->count)

/* The types that the game's file lists under this key, whose kind is KEY_TYPES. */
static TypeList list_flagged(const Description *d, const char *name) {
    const Key *key = key_find(slice_of(name));
    TypeList list = {.count = 0};
    for (int type = 1; type <= d->v->type_count; type++)
        if (key_value(key, &d->v->types[type])) list_add(&list, d, type);
    return list;
}

/* Writes one sentence for all types with the same row of no_jump, no_burn or no_capture. */
static void describe_rows(const Description *d, const uint8_t (*rows)[MAX_TYPES / 8],
                          MessageKey key) {
    for (int mover = 1; mover <= d->v->type_count; mover++) {
        TypeList victims = {.count = 0}, movers = {.count = 0};
        bool said = false;
        for (int type = 1; type <= d->v->type_count; type++) {
            bool same = !memcmp(rows[type], rows[mover], sizeof *rows);
            said |= same && type < mover;
            if (same) list_add(&movers, d, type);
            if (type_bit(rows[mover], type)) list_add(&victims, d, type);
        }
        if (victims.count && !said) say_line(d, key, arg_types(&movers), arg_types(&victims));
    }
}

/* Writes who may not capture what. Types that nothing may capture get one sentence. */
static void describe_spared(const Description *d) {
    uint8_t rows[MAX_TYPES][MAX_TYPES / 8], none[MAX_TYPES / 8];
    TypeList list = {.count = 0};
    memcpy(rows, d->v->no_capture, sizeof rows);
    memset(none, 0xFF, sizeof none);
    for (int mover = 1; mover <= d->v->type_count; mover++)
        for (int i = 0; i < MAX_TYPES / 8; i++) none[i] &= rows[mover][i];
    for (int mover = 1; mover <= d->v->type_count; mover++)
        for (int i = 0; i < MAX_TYPES / 8; i++) rows[mover][i] &= (uint8_t)~none[i];
    for (int type = 1; type <= d->v->type_count; type++)
        if (type_bit(none, type)) list_add(&list, d, type);
    if (list.count) say_line(d, MSG_DESCRIBE_NEVER_CAPTURED, arg_types(&list));
    describe_rows(d, rows, MSG_DESCRIBE_NO_CAPTURE);
}

/* ---- rules of the schema --------------------------------------------------------------------- */

/* Writes the sentences of the rules in force, of this section of schema.def. */
static void describe_rules(const Description *d, const char *section) {
    bool inside = false;
    const Key *key;
    for (int i = 0; (key = key_at(i)); i++) {
        if (key->kind == KEY_SECTION) inside = !strcmp(key->name, section);
        if (!inside || !key->says) continue;
        if (key->kind != KEY_TYPES) {
            if (key_value(key, d->v)) say_line(d, key->says);
            continue;
        }
        TypeList types = list_flagged(d, key->name);
        if (types.count) say_line(d, key->says, arg_types(&types));
    }
}

/* ---- heading, board, pieces ------------------------------------------------------------------ */

static void describe_title(const Description *d) {
    const char *author = henka_variant_about(d->v, "author"),
               *year = henka_variant_about(d->v, "year");
    out_format(d->out, "%s\n\n", d->v->title);
    if (*author && *year)
        say(d, MSG_DESCRIBE_AUTHOR_YEAR, arg_text(author), arg_text(year));
    else if (*author)
        say(d, MSG_DESCRIBE_AUTHOR, arg_text(author));
    if (*author) out_text(d->out, "\n\n");
    static const struct {
        const char *key;
        MessageKey says; /* the sentence around the text; MSG_NONE: the text alone, in paragraphs */
    } texts[] = {
        {"version", MSG_DESCRIBE_VERSION}, {"extends", MSG_DESCRIBE_EXTENDS}, {"story"}, {"note"}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const char *text = henka_variant_about(d->v, texts[i].key);
        if (!*text) continue;
        if (texts[i].says) say(d, texts[i].says, arg_text(text));
        for (const char *c = text; !texts[i].says && *c; c++)
            *c == '\n' ? out_text(d->out, "\n\n") : out_char(d->out, *c);
        out_text(d->out, "\n\n");
    }
}

/* Writes the squares as the language names them; if they form a rectangle, only two corners. */
static const char *squares_text(const Description *d, const SquareSet *set, char *buf, size_t cap) {
    void (*write)(const HenkaVariant *, int square, Out *) =
        d->language == HENKA_NIHONGO ? square_name_write : array_write_square;
    const HenkaVariant *v = d->v;
    Out out = out_to(buf, cap);
    SquareSet left = *set;
    for (int file = v->files; file >= 1; file--)
        for (int rank = 1; rank <= v->ranks; rank++) {
            int width = 1, height = 1;
            if (!square_in(&left, square_of(v, file, rank))) continue;
            while (rank + height <= v->ranks && square_in(&left, square_of(v, file, rank + height)))
                height++;
            for (bool whole = true; whole && file - width >= 1; width += whole)
                for (int i = 0; i < height && whole; i++)
                    whole = square_in(&left, square_of(v, file - width, rank + i));
            for (int i = 0; i < width * height; i++) {
                int square = square_of(v, file - i / height, rank + i % height);
                left.words[square >> 6] &= ~((uint64_t)1 << (square & 63));
            }
            if (out.length) out_say(&out, d->language, MSG_LIST_COMMA);
            write(v, square_of(v, file, rank), &out);
            if (width * height == 1) continue;
            out_say(&out, d->language, MSG_DESCRIBE_TO);
            write(v, square_of(v, file - width + 1, rank + height - 1), &out);
        }
    return buf;
}

static void describe_board(const Description *d) {
    const HenkaVariant *v = d->v;
    int holes = 0, pieces = 0;
    char squares[2048];
    for (int square = 0; square < v->squares; square++) {
        holes += v->hole[square];
        pieces += v->start_board[square] && piece_side(v->start_board[square]) == HENKA_SENTE;
    }
    describe_heading(d, MSG_DESCRIBE_BOARD);
    say_line(d, MSG_DESCRIBE_BOARD_SIZE, arg_number(v->files), arg_number(v->ranks),
             arg_number(pieces));
    if (holes) say_line(d, MSG_DESCRIBE_HOLES, arg_number(holes));
    TypeList shuffled = {.count = 0};
    for (int type = 1; type <= v->type_count; type++)
        if (v->types[type].shuffled) list_add(&shuffled, d, type);
    if (v->shuffle)
        say_line(d, MSG_DESCRIBE_SHUFFLE, arg_types(&shuffled), arg_number((int64_t)v->arrays));
    say_line(d, MSG_DESCRIBE_START, arg_text(v->start_sfen));
    say_line(d, MSG_DESCRIBE_SENTE_BEGINS);
    if (v->handicap_count) say_line(d, MSG_DESCRIBE_HANDICAPS, arg_mark(d, "handicap"));
    for (int i = 0; i < v->handicap_count; i++) {
        const Handicap *handicap = &v->handicaps[i];
        out_format(d->out, "    %s%s%s: %s\n", handicap->name, *handicap->kanji ? " " : "",
                   handicap->kanji, squares_text(d, &handicap->off, squares, sizeof squares));
    }
    out_char(d->out, '\n');
}

/* A promotion choice as an argument of a message: its type's name, within messages about its
 * limits, which are stored in `said`. */
static MessageArg arg_choice(const HenkaVariant *v, int type, const PromotionChoice *choice,
                             Message said[4]) {
    int last = 0;
    said[0] = choice->type == type
                  ? MESSAGE_OF(MSG_DESCRIBE_CHOICE_STAYS, piece_name_arg(v, type))
                  : MESSAGE_OF(MSG_DESCRIBE_CHOICE, piece_name_arg(v, choice->type));
    if (choice->from_hand && choice->type != type)
        last++,
            said[last] = MESSAGE_OF(MSG_DESCRIBE_CHOICE_FROM_HAND, arg_message(&said[last - 1]));
    if (choice->ranks < v->zone_ranks)
        last++, said[last] = MESSAGE_OF(MSG_DESCRIBE_CHOICE_RANKS, arg_message(&said[last - 1]),
                                        arg_number(choice->ranks));
    if (choice->before_last)
        last++,
            said[last] = MESSAGE_OF(MSG_DESCRIBE_CHOICE_BEFORE_LAST, arg_message(&said[last - 1]));
    return arg_message(&said[last]);
}

static void describe_choices(const Description *d, int type) {
    const PieceType *t = &d->v->types[type];
    MessageArg names[PROMOTION_CHOICES];
    Message texts[PROMOTION_CHOICES][4];
    for (int i = 0; i < t->choice_count; i++)
        names[i] = arg_choice(d->v, type, &t->choices[i], texts[i]);
    out_char(d->out, ' ');
    bool must = d->v->promote == PROMOTE_LAND || d->v->promotion_forced;
    say(d, must ? MSG_DESCRIBE_MUST_BECOME : MSG_DESCRIBE_MAY_BECOME,
        arg_list(names, t->choice_count));
}

static void describe_type(const Description *d, int type) {
    const HenkaVariant *v = d->v;
    const PieceType *t = &v->types[type];
    char moves[2048];
    size_t length = henka_variant_describe_type(v, type, d->language, moves, sizeof moves);
    MessageArg said = arg_bytes(moves, length < sizeof moves ? length : sizeof moves - 1);
    out_format(d->out, "  %-4s ", t->id);
    if (strcmp(t->kanji, t->kanji_gote))
        say(d, MSG_DESCRIBE_PIECE_KANJI,
            ARG_SAY(MSG_DESCRIBE_KANJI_OF_BOTH, arg_text(t->kanji), arg_text(t->kanji_gote)),
            arg_text(t->name), said);
    else if (*t->kanji)
        say(d, MSG_DESCRIBE_PIECE_KANJI, arg_text(t->kanji), arg_text(t->name), said);
    else
        say(d, MSG_DESCRIBE_PIECE, arg_text(t->name), said);
    if (t->royal) {
        out_char(d->out, ' ');
        say(d, MSG_DESCRIBE_ROYAL);
    }
    if (t->promoted) {
        out_char(d->out, ' ');
        say(d,
            turns_over(v) && v->promote != PROMOTE_CAPTURE ? MSG_DESCRIBE_TURNS_INTO
                                                           : MSG_DESCRIBE_PROMOTES_TO,
            piece_name_arg(v, t->promoted));
    }
    if (t->choice_count) describe_choices(d, type);
    out_char(d->out, '\n');
}

/* ---- squares of a kind ----------------------------------------------------------------------- */

static void say_squares(const Description *d, MessageKey says, const SquareSet *set) {
    char squares[2048];
    say_line(d, says, arg_text(squares_text(d, set, squares, sizeof squares)));
}

/* Writes a sentence for all types of a side to which this key gives the same squares. */
static void describe_squares(const Description *d, const char *name, MessageKey sente,
                             MessageKey gote) {
    const HenkaVariant *v = d->v;
    const Key *key = key_find(slice_of(name));
    for (int i = 0; i < 2 * v->type_count; i++) {
        int side = i / v->type_count, first = i % v->type_count + 1;
        const SquareSet *set = key_squares(key, &v->types[first])[side];
        TypeList types = {.count = 0};
        bool said = !set;
        for (int type = 1; type <= v->type_count && set; type++) {
            const SquareSet *other = key_squares(key, &v->types[type])[side];
            if (!other || memcmp(other, set, sizeof *set)) continue;
            said |= type < first;
            list_add(&types, d, type);
        }
        char squares[2048];
        if (!said)
            say_line(d, side ? gote : sente, arg_types(&types),
                     arg_text(squares_text(d, set, squares, sizeof squares)));
    }
}

/* ---- promotion and drops --------------------------------------------------------------------- */

/* Writes the sentences about the last ranks: one for each number of ranks, with all its types.
 * must: the ranks where a piece must promote (mustPromote), unless noMoveRanks covers them. */
static void describe_last_ranks(const Description *d, bool must, MessageKey says) {
    const HenkaVariant *v = d->v;
    for (int ranks = 1; ranks <= v->ranks; ranks++) {
        TypeList types = {.count = 0};
        for (int type = 1; type <= v->type_count; type++) {
            const PieceType *t = &v->types[type];
            if (must ? t->must_promote_ranks == ranks && t->no_move_ranks < ranks
                     : t->no_move_ranks == ranks)
                list_add(&types, d, type);
        }
        if (types.count) say_line(d, says, arg_types(&types), arg_number(ranks));
    }
}

static void describe_promotion(const Description *d) {
    static const MessageKey zones[] = {MSG_DESCRIBE_ZONE_SENTE, MSG_DESCRIBE_ZONE_GOTE};
    const HenkaVariant *v = d->v;
    bool any = false, squares = v->zone_squares[0] || v->zone_squares[1];
    for (int type = 1; type <= v->type_count; type++)
        any |= v->types[type].promoted || v->types[type].choice_count;
    if (!any) return;
    describe_heading(d, MSG_DESCRIBE_PROMOTION);
    if (turns_over(v))
        say_line(d, v->promote == PROMOTE_TURN      ? MSG_DESCRIBE_TURNS
                    : v->promote == PROMOTE_CAPTURE ? MSG_DESCRIBE_PROMOTES_BY_CAPTURE
                                                    : MSG_DESCRIBE_FLIPS);
    for (int side = 0; side < 2 && !turns_over(v); side++)
        if (v->zone_squares[side]) say_squares(d, zones[side], v->zone_squares[side]);
    if (!turns_over(v) && squares)
        say_line(d, v->promote == PROMOTE_ZONE    ? MSG_DESCRIBE_SQUARES
                    : v->promote == PROMOTE_ENTER ? MSG_DESCRIBE_SQUARES_ENTER
                                                  : MSG_DESCRIBE_SQUARES_LAND);
    else if (!turns_over(v))
        say_line(d,
                 v->promote == PROMOTE_ZONE    ? MSG_DESCRIBE_ZONE
                 : v->promote == PROMOTE_ENTER ? MSG_DESCRIBE_ZONE_ENTER
                                               : MSG_DESCRIBE_ZONE_LAND,
                 arg_number(v->zone_ranks));
    if (!turns_over(v)) describe_rules(d, "Promotion");
    /* Where pieces turn over by themselves nothing has to promote, but drops stay barred. */
    if (!turns_over(v) || v->hands)
        describe_last_ranks(d, false,
                            turns_over(v) ? MSG_DESCRIBE_LAST_RANKS_NO_DROP
                            : v->hands    ? MSG_DESCRIBE_LAST_RANKS_DROP
                                          : MSG_DESCRIBE_LAST_RANKS);
    if (!turns_over(v)) describe_last_ranks(d, true, MSG_DESCRIBE_LAST_RANKS);
    out_char(d->out, '\n');
}

static void describe_drops(const Description *d) {
    const HenkaVariant *v = d->v;
    TypeList barred = {.count = 0}; /* the types whose drops must not give mate */
    bool reverts = false;
    for (int type = 1; type <= v->type_count; type++) {
        const PieceType *t = &v->types[type];
        reverts |= t->in_hand && t->in_hand != type && !v->drop_either_face;
        if (t->drop_mate_barred) list_add(&barred, d, type);
    }
    describe_heading(d, MSG_DESCRIBE_CAPTURES);
    if (!v->hands) {
        say_line(d, !v->stock          ? MSG_DESCRIBE_NO_HANDS
                    : v->captures_gone ? MSG_DESCRIBE_STOCK_GIVEN
                                       : MSG_DESCRIBE_STOCK);
        out_char(d->out, '\n');
        return;
    }
    say_line(d, v->captures_gone ? MSG_DESCRIBE_CAPTURES_GONE
                : reverts        ? MSG_DESCRIBE_TO_HAND_UNPROMOTED
                                 : MSG_DESCRIBE_TO_HAND);
    say_line(d, v->drop_either_face ? MSG_DESCRIBE_DROP_EITHER_FACE : MSG_DESCRIBE_DROP);
    describe_squares(d, "dropSquares", MSG_DESCRIBE_DROPS_SENTE, MSG_DESCRIBE_DROPS_GOTE);
    describe_rules(d, "Hands and drops");
    if (v->drop_royal_distance)
        say_line(d, MSG_DESCRIBE_DROP_DISTANCE, arg_number(v->drop_royal_distance),
                 arg_mark(d, "dropDistance"));
    for (int type = 1; type <= v->type_count; type++)
        if (v->types[type].drop_file_limit)
            say_line(d, MSG_DESCRIBE_DROP_FILE_LIMIT, piece_name_arg(v, type),
                     arg_number(v->types[type].drop_file_limit));
    if (v->drop_mate_barred_all)
        say_line(d, MSG_DESCRIBE_NO_DROP_MATES);
    else if (barred.count)
        say_line(d, MSG_DESCRIBE_NO_DROP_MATE_OF, arg_types(&barred));
    out_char(d->out, '\n');
}

/* ---- endings --------------------------------------------------------------------------------- */

/* Describes when a game that lasts too long is a draw. */
static void describe_length(const Description *d) {
    static const MessageKey times[] = {
        [2] = MSG_SECOND, [3] = MSG_THIRD,   [4] = MSG_FOURTH, [5] = MSG_FIFTH,
        [6] = MSG_SIXTH,  [7] = MSG_SEVENTH, [8] = MSG_EIGHTH, [9] = MSG_NINTH,
    };
    static const MessageKey rules[] = {
        [REPEAT_DRAW] = MSG_DESCRIBE_REPETITION_DRAW,
        [REPEAT_DRAW_PERPETUAL_LOSES] = MSG_DESCRIBE_REPETITION_PERPETUAL,
        [REPEAT_ILLEGAL] = MSG_DESCRIBE_REPETITION_ILLEGAL,
    };
    TypeList restarting = list_flagged(d, "moveLimitRestarts");
    if (d->v->move_limit && restarting.count)
        say_line(d, MSG_DESCRIBE_MOVE_LIMIT_OR, arg_number(d->v->move_limit),
                 arg_types(&restarting));
    else if (d->v->move_limit)
        say_line(d, MSG_DESCRIBE_MOVE_LIMIT, arg_number(d->v->move_limit));
    if (d->v->repeat != REPEAT_NONE)
        say_line(d, rules[d->v->repeat], ARG_SAY(times[d->v->repeat_count]),
                 arg_mark(d, "repetition"));
}

/* Writes which sides begin with several royals of which only the last decides. */
static void describe_spare_royals(const Description *d) {
    static const MessageKey says[] = {MSG_NONE, MSG_DESCRIBE_SPARE_ROYALS_SENTE,
                                      MSG_DESCRIBE_SPARE_ROYALS_GOTE, MSG_DESCRIBE_SPARE_ROYALS};
    int sides = 0; /* bit 1 << side: the side has several royals */
    for (int side = 0; side < 2; side++)
        sides |= (royals_in_array(d->v, side) > 1 && !(d->v->any_royal_loses >> side & 1)) << side;
    if (d->v->royal == ROYAL_CHECKMATE && !d->v->duple_check && sides) say_line(d, says[sides]);
}

static void describe_facing(const Description *d) {
    const Message lines[] = {MESSAGE_OF(MSG_LINE_FILE), MESSAGE_OF(MSG_LINE_RANK),
                             MESSAGE_OF(MSG_LINE_DIAGONAL)};
    MessageArg found[3];
    size_t count = 0;
    for (int i = 0; i < 3; i++)
        if (d->v->royals_may_not_face >> i & 1) found[count++] = arg_message(&lines[i]);
    if (count) say_line(d, MSG_DESCRIBE_ROYALS_MAY_NOT_FACE, arg_list(found, count));
}

static void describe_endings(const Description *d) {
    static const MessageKey stalemates[] = {
        [STALEMATE_DRAW] = MSG_DESCRIBE_STALEMATE_DRAW,
        [STALEMATE_LOSS] = MSG_DESCRIBE_STALEMATE_LOSS,
        [STALEMATE_WIN] = MSG_DESCRIBE_STALEMATE_WIN,
        [STALEMATE_ILLEGAL] = MSG_DESCRIBE_STALEMATE_ILLEGAL,
        [STALEMATE_FEWER] = MSG_DESCRIBE_STALEMATE_FEWER,
    };
    const HenkaVariant *v = d->v;
    describe_heading(d, MSG_DESCRIBE_ENDINGS);
    say_line(d, v->royal == ROYAL_CHECKMATE ? MSG_DESCRIBE_CHECKMATE
                : v->royal == ROYAL_NONE    ? MSG_DESCRIBE_NO_ROYALS
                : v->any_royal_loses        ? MSG_DESCRIBE_ANY_ROYAL_LOST
                                            : MSG_DESCRIBE_LAST_ROYAL_LOST);
    describe_spare_royals(d);
    describe_squares(d, "goal", MSG_DESCRIBE_GOAL_SENTE, MSG_DESCRIBE_GOAL_GOTE);
    if (v->goal_count && v->goal_rule == GOAL_HELD) say_line(d, MSG_DESCRIBE_GOAL_HELD);
    if (v->goal_count && v->goal_rule == GOAL_ANSWERED) say_line(d, MSG_DESCRIBE_GOAL_ANSWERED);
    if (v->royal_sides)
        say_line(d, v->royal_sides - 1 == HENKA_SENTE ? MSG_DESCRIBE_ROYALLESS_GOTE
                                                      : MSG_DESCRIBE_ROYALLESS_SENTE);
    if (v->checks_to_win > 1)
        say_line(d, MSG_DESCRIBE_CHECKS_TO_WIN, arg_number(v->checks_to_win));
    else if (v->checks_to_win)
        say_line(d, MSG_DESCRIBE_CHECK_WINS);
    say_line(d, stalemates[v->stalemate], arg_mark(d, "stalemate"));
    describe_length(d);
    MessageArg names[MAX_TYPES];
    size_t count = 0;
    for (int type = 1; type <= v->type_count; type++)
        if (type_bit(v->bare_types, type)) names[count++] = piece_name_arg(v, type);
    if (count)
        say_line(d, MSG_DESCRIBE_BARED_OF, arg_list(names, count), arg_mark(d, "baring"));
    else if (v->bare_loses)
        say_line(d, v->bare_draw_if_bared_back ? MSG_DESCRIBE_BARED_BACK : MSG_DESCRIBE_BARED,
                 arg_mark(d, "baring"));
    if (v->impasse_points && v->impasse_pieces)
        say_line(d, MSG_DESCRIBE_IMPASSE_PIECES, arg_number(v->impasse_pieces),
                 arg_number(v->impasse_points), arg_mark(d, "impassePoints"));
    else if (v->impasse_points)
        say_line(d, MSG_DESCRIBE_IMPASSE_POINTS, arg_number(v->impasse_points),
                 arg_mark(d, "impassePoints"));
    describe_rules(d, "Royals and endings");
    describe_facing(d);
    if (v->draw_wins)
        say_line(d, v->draw_wins - 1 == HENKA_SENTE ? MSG_DESCRIBE_DRAW_WINS_SENTE
                                                    : MSG_DESCRIBE_DRAW_WINS_GOTE);
    say_line(d, !v->strict                    ? MSG_DESCRIBE_NOT_STRICT
                : v->repeat == REPEAT_ILLEGAL ? MSG_DESCRIBE_STRICT_BUT_REPETITION
                                              : MSG_DESCRIBE_STRICT);
    if (*henka_variant_about(v, "ruling")) say_line(d, MSG_DESCRIBE_RULINGS);
    out_char(d->out, '\n');
}

/* ---- other rules and settings ---------------------------------------------------------------- */

static void describe_passing(const Description *d) {
    static const MessageKey sides[] = {MSG_DESCRIBE_PASSING_SENTE, MSG_DESCRIBE_PASSING_GOTE},
                            none[] = {MSG_DESCRIBE_NO_PASSING_SENTE, MSG_DESCRIBE_NO_PASSING_GOTE};
    for (int side = 0; side < 2; side++)
        if (d->v->passing[side])
            say_squares(d, sides[side], d->v->passing[side]);
        else
            say_line(d, none[side]);
}

static void describe_powers(const Description *d) {
    const HenkaVariant *v = d->v;
    TypeList freezers = list_flagged(d, "freezes"), kept = list_flagged(d, "protected"),
             minor = list_flagged(d, "tradeMinor"), struck = list_flagged(d, "counterStrike");
    bool begins = false; /* some royal has first moves besides castling */
    for (int type = 1; type <= v->type_count; type++)
        for (int i = 0; v->types[type].royal && i < v->types[type].power.term_count; i++) {
            const Conditions *c = &v->types[type].power.terms[i].conditions;
            begins |= c->virgin && !c->castling;
        }
    if (freezers.count) say_line(d, MSG_DESCRIBE_FREEZING, arg_types(&freezers));
    describe_squares(d, "region", MSG_DESCRIBE_REGION_SENTE, MSG_DESCRIBE_REGION_GOTE);
    describe_squares(d, "home", MSG_DESCRIBE_HOME_SENTE, MSG_DESCRIBE_HOME_GOTE);
    if (v->passing[0] || v->passing[1]) describe_passing(d);
    if (kept.count) say_line(d, MSG_DESCRIBE_TRADE_PROTECTED, arg_types(&kept));
    if (kept.count && minor.count) say_line(d, MSG_DESCRIBE_TRADE_EXCUSE, arg_types(&minor));
    if (struck.count) say_line(d, MSG_DESCRIBE_TRADE_STRUCK, arg_types(&struck));
    describe_rows(d, v->no_jump, MSG_DESCRIBE_NO_JUMP);
    describe_rows(d, v->no_burn, MSG_DESCRIBE_NO_BURN);
    describe_spared(d);
    if (begins && !v->first_in_check) say_line(d, MSG_DESCRIBE_NO_FIRST_IN_CHECK);
    describe_rules(d, "Powers beyond moving");
}

static void describe_options(const Description *d) {
    const HenkaVariant *v = d->v;
    if (!v->option_count) return;
    describe_heading(d, MSG_DESCRIBE_OPTIONS);
    for (int i = 0; i < v->option_count; i++) {
        const VariantOption *option = &v->options[i];
        out_format(d->out, "  %s: %s\n", option->name, option->help);
        for (int j = 0; j < option->choice_count; j++)
            out_format(d->out, "    %c %s: %s\n",
                       strcmp(option->choices[j], option->value) ? ' ' : '*', option->choices[j],
                       option->choice_help[j]);
    }
    out_char(d->out, '\n');
}

size_t henka_variant_describe(const HenkaVariant *v, HenkaLanguage language, char *buf,
                              size_t cap) {
    Out out = out_to(buf, cap);
    const Description d = {v, language, &out};
    describe_title(&d);
    describe_board(&d);
    describe_heading(&d, MSG_DESCRIBE_PIECES);
    for (int type = 1; type <= v->type_count; type++) describe_type(&d, type);
    out_char(&out, '\n');
    describe_promotion(&d);
    describe_drops(&d);
    Out powers = out_to(NULL, 0); /* only counts bytes: is there anything to write? */
    describe_powers(&(Description){v, language, &powers});
    if (powers.length) {
        describe_heading(&d, MSG_DESCRIBE_OTHER_RULES);
        describe_powers(&d);
        out_char(&out, '\n');
    }
    describe_endings(&d);
    describe_options(&d);
    if (*henka_variant_about(v, "source")) {
        say(&d, MSG_DESCRIBE_SOURCE, arg_text(henka_variant_about(v, "source")));
        out_char(&out, '\n');
    }
    return out.length;
}

size_t henka_variant_describe_type(const HenkaVariant *v, int type, HenkaLanguage language,
                                   char *buf, size_t cap) {
    static const MoveWords *const languages[HENKA_LANGUAGES] = {
#define LANGUAGE(name, tag) [name] = &move_words_##tag,
        HENKA_LANGUAGE_LIST(LANGUAGE)
#undef LANGUAGE
    };
    Out out = out_to(buf, cap);
    MoveClause clauses[MOVE_CLAUSES];
    if (type < 1 || type > v->type_count) return 0;
    int count = move_clauses(v, type, clauses);
    if ((unsigned)language >= HENKA_LANGUAGES) language = HENKA_ENGLISH;
    describe_moves(&out, languages[language], v, clauses, count);
    return out.length;
}
