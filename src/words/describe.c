/* describe - the game in words: board, pieces, promotion, drops, endings, settings, source.
 * Everything is read from the checked variant; the sentences stand in base/messages.def, the moves
 * of a piece are put into words by describe_moves_XX.c. */
#include "base/message.h"
#include "format/keys.h"
#include "variant/array.h"
#include "variant/piece.h"
#include "variant/variant.h"
#include "words/move_clauses.h"
#include "words/piece_name.h"

#include <string.h>

/* A description in the making. */
typedef struct Description {
    const HenkaVariant *v;
    HenkaLanguage language;
    Out *out;
} Description;

/* One sentence. */
#define say(d, ...) out_say((d)->out, (d)->language, __VA_ARGS__)
/* One sentence on a line of its own below a heading. */
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
/* The mark as an argument that lives as long as the block it stands in. */
#define arg_mark(d, key) arg_message(&(Message[]){ruling_mark((d)->v, key)}[0])

/* ---- lists of pieces ------------------------------------------------------------------------- */

/* Types by their names. Types with the same name, as a piece and another that promotes to it, are
 * listed once. */
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

/* The types that a key of KEY_TYPES names. */
static TypeList list_flagged(const Description *d, const Key *key) {
    TypeList list = {.count = 0};
    for (int type = 1; type <= d->v->type_count; type++)
        if (key_value(key, &d->v->types[type])) list_add(&list, d, type);
    return list;
}

/* The types in a row of no_jump or no_burn. */
static TypeList list_row(const Description *d, const uint8_t *row) {
    TypeList list = {.count = 0};
    for (int type = 1; type <= d->v->type_count; type++)
        if (type_bit(row, type)) list_add(&list, d, type);
    return list;
}

/* The types from this mover on that have the same row. None when an earlier mover has that row,
 * because its sentence covers this one. */
static TypeList list_movers(const Description *d, const uint8_t (*rows)[MAX_TYPES / 8], int mover) {
    TypeList list = {.count = 0};
    for (int type = 1; type < mover; type++)
        if (!memcmp(rows[type], rows[mover], sizeof *rows)) return list;
    for (int type = mover; type <= d->v->type_count; type++)
        if (!memcmp(rows[type], rows[mover], sizeof *rows)) list_add(&list, d, type);
    return list;
}

static void describe_rows(const Description *d, const uint8_t (*rows)[MAX_TYPES / 8],
                          MessageKey key) {
    for (int mover = 1; mover <= d->v->type_count; mover++) {
        TypeList victims = list_row(d, rows[mover]), movers = list_movers(d, rows, mover);
        if (victims.count && movers.count)
            say_line(d, key, arg_types(&movers), arg_types(&victims));
    }
}

/* ---- rules of the schema --------------------------------------------------------------------- */

/* The sentences of the rules in this section of schema.def that are in force. */
static void describe_rules(const Description *d, const char *section) {
    bool inside = false;
    const Key *key;
    for (int i = 0; (key = key_at(i)); i++) {
        if (key->kind == KEY_SECTION) inside = !strcmp(key->name, section);
        if (!inside || !key->says) continue;
        TypeList types = key->kind == KEY_TYPES ? list_flagged(d, key) : (TypeList){.count = 0};
        if (types.count)
            say_line(d, key->says, arg_types(&types));
        else if (key->kind != KEY_TYPES && key_value(key, d->v))
            say_line(d, key->says);
    }
}

/* Whether any such rule is in force. */
static bool rules_any(const HenkaVariant *v, const char *section) {
    char buf[1];
    Out out = out_to(buf, sizeof buf);
    describe_rules(&(Description){v, HENKA_ENGLISH, &out}, section);
    return out.length > 0;
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
    const char *extends = henka_variant_about(d->v, "extends"),
               *version = henka_variant_about(d->v, "version");
    if (*version) say(d, MSG_DESCRIBE_VERSION, arg_text(version));
    if (*version) out_text(d->out, "\n\n");
    if (*extends) say(d, MSG_DESCRIBE_EXTENDS, arg_text(extends));
    if (*extends) out_text(d->out, "\n\n");
    const char *texts[] = {"story", "note"};
    for (int i = 0; i < 2; i++) {
        const char *text = henka_variant_about(d->v, texts[i]);
        for (const char *c = text; *c; c++)
            *c == '\n' ? out_text(d->out, "\n\n") : out_char(d->out, *c);
        if (*text) out_text(d->out, "\n\n");
    }
}

static int pieces_of(const HenkaVariant *v, int side) {
    int count = 0;
    for (int square = 0; square < v->squares; square++)
        count += v->start_board[square] && piece_side(v->start_board[square]) == side;
    return count;
}

/* The squares as the game writes them, those that make up a rectangle as two corners. */
static const char *squares_text(const HenkaVariant *v, const SquareSet *set, char *buf,
                                size_t cap) {
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
            if (out.length) out_text(&out, ", ");
            array_write_square(v, square_of(v, file, rank), &out);
            if (width * height == 1) continue;
            out_char(&out, '-');
            array_write_square(v, square_of(v, file - width + 1, rank + height - 1), &out);
        }
    return buf;
}

static void describe_handicaps(const Description *d) {
    const HenkaVariant *v = d->v;
    char squares[2048];
    if (v->handicap_count) say_line(d, MSG_DESCRIBE_HANDICAPS, arg_mark(d, "handicap"));
    for (int i = 0; i < v->handicap_count; i++) {
        const Handicap *handicap = &v->handicaps[i];
        out_format(d->out, "    %s%s%s: %s\n", handicap->name, *handicap->kanji ? " " : "",
                   handicap->kanji, squares_text(v, &handicap->off, squares, sizeof squares));
    }
}

static void describe_board(const Description *d) {
    const HenkaVariant *v = d->v;
    describe_heading(d, MSG_DESCRIBE_BOARD);
    say_line(d, MSG_DESCRIBE_BOARD_SIZE, arg_number(v->files), arg_number(v->ranks),
             arg_number(pieces_of(v, HENKA_SENTE)));
    int holes = 0;
    for (int square = 0; square < v->squares; square++) holes += v->hole[square];
    if (holes) say_line(d, MSG_DESCRIBE_HOLES, arg_number(holes));
    TypeList shuffled = {.count = 0};
    for (int type = 1; type <= v->type_count; type++)
        if (v->types[type].shuffled) list_add(&shuffled, d, type);
    if (v->shuffle)
        say_line(d, MSG_DESCRIBE_SHUFFLE, arg_types(&shuffled), arg_number((int64_t)v->arrays));
    say_line(d, MSG_DESCRIBE_START, arg_text(v->start_sfen));
    say_line(d, MSG_DESCRIBE_SENTE_BEGINS);
    describe_handicaps(d);
    out_char(d->out, '\n');
}

/* A choice with its limits, the narrower inside the wider. */
typedef struct ChoiceText {
    Message name, hand, ranks, last;
} ChoiceText;

static MessageArg arg_choice(const HenkaVariant *v, int type, const PromotionChoice *choice,
                             ChoiceText *text) {
    const Message *said = &text->name;
    text->name = choice->type == type
                     ? MESSAGE_OF(MSG_DESCRIBE_CHOICE_STAYS, piece_name_arg(v, type))
                     : MESSAGE_OF(MSG_DESCRIBE_CHOICE, piece_name_arg(v, choice->type));
    if (choice->from_hand && choice->type != type) {
        text->hand = MESSAGE_OF(MSG_DESCRIBE_CHOICE_FROM_HAND, arg_message(said));
        said = &text->hand;
    }
    if (choice->ranks < v->zone_ranks) {
        text->ranks =
            MESSAGE_OF(MSG_DESCRIBE_CHOICE_RANKS, arg_message(said), arg_number(choice->ranks));
        said = &text->ranks;
    }
    if (choice->before_last) {
        text->last = MESSAGE_OF(MSG_DESCRIBE_CHOICE_BEFORE_LAST, arg_message(said));
        said = &text->last;
    }
    return arg_message(said);
}

static void describe_choices(const Description *d, int type) {
    const PieceType *t = &d->v->types[type];
    MessageArg names[PROMOTION_CHOICES];
    ChoiceText texts[PROMOTION_CHOICES];
    for (int i = 0; i < t->choice_count; i++)
        names[i] = arg_choice(d->v, type, &t->choices[i], &texts[i]);
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
        say(d, turns_over(v) ? MSG_DESCRIBE_TURNS_INTO : MSG_DESCRIBE_PROMOTES_TO,
            piece_name_arg(v, t->promoted));
    }
    if (t->choice_count) describe_choices(d, type);
    out_char(d->out, '\n');
}

/* ---- squares of a kind ----------------------------------------------------------------------- */

static bool same_set(const SquareSet *a, const SquareSet *b) {
    return a == b || (a && b && !memcmp(a, b, sizeof *a));
}

/* A rule about squares of a type, and its sentence for each side. */
typedef struct SquaresRule {
    const SquareSet *const *(*of)(const PieceType *); /* the sets, by side */
    MessageKey says[2];                               /* the sentence, by side */
} SquaresRule;

/* One sentence for the types of a side that share these squares, said of the first of them. */
static void describe_squares(const Description *d, const SquaresRule *rule, int side, int type) {
    const HenkaVariant *v = d->v;
    const SquareSet *set = rule->of(&v->types[type])[side];
    TypeList types = {.count = 0};
    char squares[2048];
    if (!set) return;
    for (int other = 1; other <= v->type_count; other++) {
        if (!same_set(rule->of(&v->types[other])[side], set)) continue;
        if (other < type) return;
        list_add(&types, d, other);
    }
    say_line(d, rule->says[side], arg_types(&types),
             arg_text(squares_text(v, set, squares, sizeof squares)));
}

static void describe_all_squares(const Description *d, const SquaresRule *rule) {
    for (int side = 0; side < 2; side++)
        for (int type = 1; type <= d->v->type_count; type++) describe_squares(d, rule, side, type);
}

static const SquareSet *const *region_of(const PieceType *type) { return type->region; }
static const SquareSet *const *drops_of(const PieceType *type) { return type->drops; }
static const SquareSet *const *home_of(const PieceType *type) { return type->home; }
static const SquareSet *const *goal_of(const PieceType *type) { return type->goal; }

/* ---- promotion and drops --------------------------------------------------------------------- */

/* Writes the sentences about the last ranks: one for each number of ranks, with all types that have
 * it. */
static void describe_ranks(const Description *d, uint8_t (*ranks_of)(const PieceType *),
                           MessageKey says) {
    const HenkaVariant *v = d->v;
    for (int ranks = 1; ranks <= v->ranks; ranks++) {
        TypeList types = {.count = 0};
        for (int type = 1; type <= v->type_count; type++)
            if (ranks_of(&v->types[type]) == ranks) list_add(&types, d, type);
        if (types.count) say_line(d, says, arg_types(&types), arg_number(ranks));
    }
}

static uint8_t no_move_ranks(const PieceType *type) { return type->no_move_ranks; }
/* The ranks of mustPromote, unless noMoveRanks covers them; then 0. */
static uint8_t must_promote_ranks(const PieceType *type) {
    return type->must_promote_ranks > type->no_move_ranks ? type->must_promote_ranks : 0;
}

/* In games whose pieces turn over by themselves nothing has to promote, but drops stay barred. */
static void describe_last_ranks(const Description *d) {
    bool promotes = !turns_over(d->v), drops = d->v->hands;
    if (promotes || drops)
        describe_ranks(d, no_move_ranks,
                       !promotes ? MSG_DESCRIBE_LAST_RANKS_NO_DROP
                       : drops   ? MSG_DESCRIBE_LAST_RANKS_DROP
                                 : MSG_DESCRIBE_LAST_RANKS);
    if (promotes) describe_ranks(d, must_promote_ranks, MSG_DESCRIBE_LAST_RANKS);
}

/* A zone that is not made of ranks: whose it is, then when a move promotes there. */
static void describe_zone_squares(const Description *d) {
    static const MessageKey sides[] = {MSG_DESCRIBE_ZONE_SENTE, MSG_DESCRIBE_ZONE_GOTE};
    char squares[2048];
    for (int side = 0; side < 2; side++)
        if (d->v->zone_squares[side])
            say_line(
                d, sides[side],
                arg_text(squares_text(d->v, d->v->zone_squares[side], squares, sizeof squares)));
    say_line(d, d->v->promote == PROMOTE_ZONE    ? MSG_DESCRIBE_SQUARES
                : d->v->promote == PROMOTE_ENTER ? MSG_DESCRIBE_SQUARES_ENTER
                                                 : MSG_DESCRIBE_SQUARES_LAND);
}

static void describe_promotion(const Description *d) {
    const HenkaVariant *v = d->v;
    bool any = false;
    for (int type = 1; type <= v->type_count; type++)
        any |= v->types[type].promoted || v->types[type].choice_count;
    if (!any) return;
    describe_heading(d, MSG_DESCRIBE_PROMOTION);
    if (turns_over(v))
        say_line(d, v->promote == PROMOTE_TURN ? MSG_DESCRIBE_TURNS : MSG_DESCRIBE_FLIPS);
    else if (v->zone_squares[0] || v->zone_squares[1])
        describe_zone_squares(d);
    else
        say_line(d,
                 v->promote == PROMOTE_ZONE    ? MSG_DESCRIBE_ZONE
                 : v->promote == PROMOTE_ENTER ? MSG_DESCRIBE_ZONE_ENTER
                                               : MSG_DESCRIBE_ZONE_LAND,
                 arg_number(v->zone_ranks));
    if (!turns_over(v)) describe_rules(d, "Promotion");
    describe_last_ranks(d);
    out_char(d->out, '\n');
}

static bool hands_revert(const HenkaVariant *v) {
    for (int type = 1; type <= v->type_count; type++)
        if (v->types[type].in_hand && v->types[type].in_hand != type) return !v->drop_either_face;
    return false;
}

static void describe_drop_mates(const Description *d) {
    const HenkaVariant *v = d->v;
    TypeList barred = {.count = 0};
    for (int type = 1; type <= v->type_count; type++)
        if (v->types[type].drop_mate_barred) list_add(&barred, d, type);
    if (v->drop_mate_barred_all)
        say_line(d, MSG_DESCRIBE_NO_DROP_MATES);
    else if (barred.count)
        say_line(d, MSG_DESCRIBE_NO_DROP_MATE_OF, arg_types(&barred));
}

static void describe_drops(const Description *d) {
    const HenkaVariant *v = d->v;
    describe_heading(d, MSG_DESCRIBE_CAPTURES);
    if (!v->hands) {
        say_line(d, !v->stock          ? MSG_DESCRIBE_NO_HANDS
                    : v->captures_gone ? MSG_DESCRIBE_STOCK_GIVEN
                                       : MSG_DESCRIBE_STOCK);
        out_char(d->out, '\n');
        return;
    }
    say_line(d, v->captures_gone  ? MSG_DESCRIBE_CAPTURES_GONE
                : hands_revert(v) ? MSG_DESCRIBE_TO_HAND_UNPROMOTED
                                  : MSG_DESCRIBE_TO_HAND);
    say_line(d, v->drop_either_face ? MSG_DESCRIBE_DROP_EITHER_FACE : MSG_DESCRIBE_DROP);
    describe_all_squares(
        d, &(SquaresRule){drops_of, {MSG_DESCRIBE_DROPS_SENTE, MSG_DESCRIBE_DROPS_GOTE}});
    describe_rules(d, "Hands and drops");
    if (v->drop_royal_distance)
        say_line(d, MSG_DESCRIBE_DROP_DISTANCE, arg_number(v->drop_royal_distance),
                 arg_mark(d, "dropDistance"));
    for (int type = 1; type <= v->type_count; type++)
        if (v->types[type].drop_file_limit)
            say_line(d, MSG_DESCRIBE_DROP_FILE_LIMIT, piece_name_arg(v, type),
                     arg_number(v->types[type].drop_file_limit));
    describe_drop_mates(d);
    out_char(d->out, '\n');
}

/* ---- endings --------------------------------------------------------------------------------- */

static void describe_repetition(const Description *d) {
    static const MessageKey times[] = {
        [2] = MSG_SECOND, [3] = MSG_THIRD,   [4] = MSG_FOURTH, [5] = MSG_FIFTH,
        [6] = MSG_SIXTH,  [7] = MSG_SEVENTH, [8] = MSG_EIGHTH, [9] = MSG_NINTH,
    };
    static const MessageKey rules[] = {
        [REPEAT_DRAW] = MSG_DESCRIBE_REPETITION_DRAW,
        [REPEAT_DRAW_PERPETUAL_LOSES] = MSG_DESCRIBE_REPETITION_PERPETUAL,
        [REPEAT_ILLEGAL] = MSG_DESCRIBE_REPETITION_ILLEGAL,
    };
    if (d->v->repeat != REPEAT_NONE)
        say_line(d, rules[d->v->repeat], ARG_SAY(times[d->v->repeat_count]),
                 arg_mark(d, "repetition"));
}

static void describe_move_limit(const Description *d) {
    TypeList restarting = {.count = 0};
    for (int type = 1; type <= d->v->type_count; type++)
        if (d->v->types[type].restarts_count) list_add(&restarting, d, type);
    if (d->v->move_limit && restarting.count)
        say_line(d, MSG_DESCRIBE_MOVE_LIMIT_OR, arg_number(d->v->move_limit),
                 arg_types(&restarting));
    else if (d->v->move_limit)
        say_line(d, MSG_DESCRIBE_MOVE_LIMIT, arg_number(d->v->move_limit));
}

/* Has this side several royals in the array, of which only the last decides? */
static bool spares_royals(const HenkaVariant *v, int side) {
    int count = 0;
    for (int square = 0; square < v->squares; square++) {
        Piece piece = v->start_board[square];
        count += piece && piece_side(piece) == side && v->types[piece_type(piece)].royal;
    }
    return count > 1 && !(v->any_royal_loses >> side & 1);
}

static void describe_spare_royals(const Description *d) {
    bool sente = spares_royals(d->v, HENKA_SENTE), gote = spares_royals(d->v, HENKA_GOTE);
    if (d->v->royal != ROYAL_CHECKMATE || d->v->duple_check || !(sente || gote)) return;
    say_line(d, sente && gote ? MSG_DESCRIBE_SPARE_ROYALS
                : sente       ? MSG_DESCRIBE_SPARE_ROYALS_SENTE
                              : MSG_DESCRIBE_SPARE_ROYALS_GOTE);
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
    describe_all_squares(
        d, &(SquaresRule){goal_of, {MSG_DESCRIBE_GOAL_SENTE, MSG_DESCRIBE_GOAL_GOTE}});
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
    describe_move_limit(d);
    describe_repetition(d);
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

static bool rows_any(const HenkaVariant *v, const uint8_t (*rows)[MAX_TYPES / 8]) {
    static const uint8_t none[MAX_TYPES / 8];
    for (int type = 1; type <= v->type_count; type++)
        if (memcmp(rows[type], none, sizeof none)) return true;
    return false;
}

static bool passing_any(const HenkaVariant *v) { return v->passing[0] || v->passing[1]; }

static void describe_passing(const Description *d) {
    static const MessageKey sides[] = {MSG_DESCRIBE_PASSING_SENTE, MSG_DESCRIBE_PASSING_GOTE},
                            none[] = {MSG_DESCRIBE_NO_PASSING_SENTE, MSG_DESCRIBE_NO_PASSING_GOTE};
    char squares[2048];
    for (int side = 0; side < 2; side++)
        if (d->v->passing[side])
            say_line(d, sides[side],
                     arg_text(squares_text(d->v, d->v->passing[side], squares, sizeof squares)));
        else
            say_line(d, none[side]);
}

static bool regions_any(const HenkaVariant *v) {
    for (int type = 1; type <= v->type_count; type++)
        if (v->types[type].region[0] || v->types[type].region[1] || has_home(v, type)) return true;
    return false;
}

static void describe_trading(const Description *d) {
    const HenkaVariant *v = d->v;
    TypeList kept = {.count = 0}, struck = {.count = 0}, minor = {.count = 0};
    for (int type = 1; type <= v->type_count; type++) {
        if (v->types[type].trade_protected) list_add(&kept, d, type);
        if (v->types[type].trade_struck) list_add(&struck, d, type);
        if (v->types[type].trade_minor) list_add(&minor, d, type);
    }
    if (kept.count) say_line(d, MSG_DESCRIBE_TRADE_PROTECTED, arg_types(&kept));
    if (kept.count && minor.count) say_line(d, MSG_DESCRIBE_TRADE_EXCUSE, arg_types(&minor));
    if (struck.count) say_line(d, MSG_DESCRIBE_TRADE_STRUCK, arg_types(&struck));
}

/* Has a royal first moves besides castling? */
static bool royals_begin(const HenkaVariant *v) {
    bool any = false;
    for (int type = 1; type <= v->type_count; type++)
        for (int i = 0; v->types[type].royal && i < v->types[type].power.term_count; i++) {
            const Conditions *c = &v->types[type].power.terms[i].conditions;
            any |= c->virgin && !c->castling;
        }
    return any;
}

static void describe_powers(const Description *d) {
    const HenkaVariant *v = d->v;
    bool barred_in_check = royals_begin(v) && !v->first_in_check;
    if (!rules_any(v, "Powers beyond moving") && !v->freezing && !v->trading && !regions_any(v) &&
        !barred_in_check && !passing_any(v) && !rows_any(v, v->no_jump) && !rows_any(v, v->no_burn))
        return;
    describe_heading(d, MSG_DESCRIBE_OTHER_RULES);
    if (v->freezing) {
        TypeList freezers = {.count = 0};
        for (int type = 1; type <= v->type_count; type++)
            if (v->types[type].freezes) list_add(&freezers, d, type);
        say_line(d, MSG_DESCRIBE_FREEZING, arg_types(&freezers));
    }
    describe_all_squares(
        d, &(SquaresRule){region_of, {MSG_DESCRIBE_REGION_SENTE, MSG_DESCRIBE_REGION_GOTE}});
    describe_all_squares(
        d, &(SquaresRule){home_of, {MSG_DESCRIBE_HOME_SENTE, MSG_DESCRIBE_HOME_GOTE}});
    if (passing_any(v)) describe_passing(d);
    if (v->trading) describe_trading(d);
    describe_rows(d, v->no_jump, MSG_DESCRIBE_NO_JUMP);
    describe_rows(d, v->no_burn, MSG_DESCRIBE_NO_BURN);
    if (barred_in_check) say_line(d, MSG_DESCRIBE_NO_FIRST_IN_CHECK);
    describe_rules(d, "Powers beyond moving");
    out_char(d->out, '\n');
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
    describe_powers(&d);
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
    static DescribeMoves *const renderers[HENKA_LANGUAGES] = {
#define LANGUAGE(name, tag, plural) [name] = describe_moves_##tag,
#include "base/languages.def"
#undef LANGUAGE
    };
    Out out = out_to(buf, cap);
    MoveClause clauses[MOVE_CLAUSES];
    if (type < 1 || type > v->type_count) return 0;
    int count = move_clauses(v, type, clauses);
    if ((unsigned)language >= HENKA_LANGUAGES) language = HENKA_ENGLISH;
    if (!renderers[language](&out, v, clauses, count)) describe_moves_en(&out, v, clauses, count);
    return out.length;
}
