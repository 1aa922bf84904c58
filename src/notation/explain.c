#include "notation/explain.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "notation/move_text.h"
#include "notation/square.h"
#include "rules/oracle.h"
#include "rules/sift.h"
#include "rules/trade.h"
#include "tables/tables.h"
#include "words/piece_name.h"

/* A function below that takes an error `why` and returns a bool writes the reason there and returns
 * true, or writes nothing and returns false. */
#define SAY(why, ...) is_said(error_say(why, 1, 1, __VA_ARGS__))
static inline bool is_said(bool refused) { return !refused; } /* error_say returns false */

/* ---- arguments of messages ------------------------------------------------------------------- */

/* A square as the argument of a message; lives as long as the enclosing block. */
typedef struct NamedSquare {
    const HenkaVariant *variant;
    int square;
    SquareWriter *write;
} NamedSquare;

/* A WordsWriter of a NamedSquare. XBoard's names of squares are the same in every language. */
static void square_words(Out *out, HenkaLanguage language, const void *context) {
    const NamedSquare *named = context;
    bool japanese = language == HENKA_NIHONGO && named->write == square_write;
    (japanese ? japanese_write_square : named->write)(named->variant, named->square, out);
}
#define ARG_SQUARE(v, square, write) arg_words(square_words, &(NamedSquare){v, square, write})

static MessageArg arg_piece_at(const Position *p, int square) {
    return piece_name_arg(p->variant, piece_type(p->board[square]));
}

static MessageKey ordinal_key(int n) {
    static const MessageKey keys[] = {
        MSG_SECOND, MSG_THIRD, MSG_FOURTH, MSG_FIFTH, MSG_SIXTH, MSG_SEVENTH, MSG_EIGHTH, MSG_NINTH,
    };
    return keys[n - 2];
}

/* ---- the rules that a possible move can break ------------------------------------------------ */

/* A move that the piece's power allows, or a drop of a piece in hand, which may break a rule. */
typedef struct Attempt {
    const HenkaGame *game;
    const Position *p;
    const HenkaVariant *v;
    Move move;
    int type; /* the type that moves or is dropped */
} Attempt;

/* The type of an enemy piece that freezes the square from a neighbouring one; 0: none. */
static int freezer_beside(const Attempt *a, int square) {
    for (int dx = -1; dx <= 1; dx++)
        for (int dy = -1; dy <= 1; dy++) {
            int near = square_step(a->v, a->p->side, square, dx, dy);
            Piece piece = near < 0 ? NO_PIECE : a->p->board[near];
            if (piece && piece_side(piece) != a->p->side && a->v->types[piece_type(piece)].freezes)
                return piece_type(piece);
        }
    return 0;
}

static bool breaks_freeze(const Attempt *a, HenkaError *why) {
    if (move_is_drop(a->move) || !attacks_is_frozen(a->p, move_from(a->move))) return false;
    return SAY(why, MSG_EXPLAIN_FROZEN, piece_name_arg(a->v, a->type),
               piece_name_arg(a->v, freezer_beside(a, move_from(a->move))));
}

static bool breaks_skip(const Attempt *a, HenkaError *why) {
    if (!move_is_skip(a->move) || !a->v->skip_not_twice || !(a->p->skipped >> a->p->side & 1))
        return false;
    return SAY(why, MSG_EXPLAIN_SKIPPED_BEFORE);
}

static bool may_promote(const Attempt *a) {
    bool starts = in_zone(a->v, a->p->side, move_from(a->move)),
         ends = in_zone(a->v, a->p->side, move_to(a->move));
    if (a->v->promote == PROMOTE_ZONE) return starts || ends;
    if (a->v->promote == PROMOTE_ENTER)
        return (!starts && ends) || (starts && position_is_capture(a->p, a->move));
    return a->v->promote == PROMOTE_LAND && ends;
}

static bool has_promotion(const PieceType *type) { return type->promoted || type->choice_count; }

static bool breaks_promotion(const Attempt *a, HenkaError *why) {
    if (move_is_drop(a->move) || !move_becomes(a->move)) return false;
    if (a->v->promote == PROMOTE_FLIP) return SAY(why, MSG_EXPLAIN_FLIPS);
    if (a->v->promote == PROMOTE_TURN) return SAY(why, MSG_EXPLAIN_TURNS);
    if (!has_promotion(&a->v->types[a->type]))
        return SAY(why, MSG_EXPLAIN_NEVER_PROMOTES, piece_name_arg(a->v, a->type));
    if (may_promote(a)) return false;
    return SAY(why, MSG_EXPLAIN_NO_PROMOTION_THERE, piece_name_arg(a->v, a->type));
}

/* Does the piece's list of choices allow it to become `type` where it arrives? `type` may be its
 * own type, to stay as it is. */
static bool may_choose(const Attempt *a, int type) {
    const PieceType *kind = &a->v->types[a->type];
    int beyond = a->v->ranks - 1 - depth_of(a->v, a->p->side, move_to(a->move));
    for (int i = 0; i < kind->choice_count; i++) {
        const PromotionChoice *choice = &kind->choices[i];
        if (choice->type == type && beyond < choice->ranks && (beyond || !choice->before_last) &&
            (!choice->from_hand || type == a->type ||
             a->p->hand[a->p->side][a->v->hand_index[type]]))
            return true;
    }
    return false;
}

static bool breaks_choice(const Attempt *a, HenkaError *why) {
    const PieceType *kind = &a->v->types[a->type];
    int becomes = move_is_drop(a->move) ? 0 : move_becomes(a->move);
    bool any = false, stays = a->v->promote != PROMOTE_LAND || may_choose(a, a->type);
    if (move_is_drop(a->move) || !kind->choice_count || !may_promote(a)) return false;
    for (int type = 1; type <= a->v->type_count; type++)
        any |= type != a->type && may_choose(a, type);
    if (becomes ? becomes != a->type && may_choose(a, becomes) : stays) return false;
    if (!any) return SAY(why, MSG_EXPLAIN_NOTHING_TO_BECOME, piece_name_arg(a->v, a->type));
    if (!becomes) return SAY(why, MSG_EXPLAIN_MUST_CHOOSE, piece_name_arg(a->v, a->type));
    return becomes != a->type && SAY(why, MSG_EXPLAIN_NOT_THAT_CHOICE,
                                     piece_name_arg(a->v, a->type), piece_name_arg(a->v, becomes));
}

/* Would the piece never be able to move again from its destination? */
static bool dead_there(const Attempt *a) {
    return depth_of(a->v, a->p->side, move_to(a->move)) >=
           a->v->ranks - a->v->types[a->type].no_move_ranks;
}

static bool breaks_forced_promotion(const Attempt *a, HenkaError *why) {
    if (move_is_drop(a->move) || move_becomes(a->move) || !may_promote(a) ||
        (!a->v->promotion_forced &&
         !must_promote_at(a->v, a->p->side, a->type, move_to(a->move))) ||
        !has_promotion(&a->v->types[a->type]))
        return false;
    if (!dead_there(a))
        return SAY(why, MSG_EXPLAIN_MUST_PROMOTE_HERE, piece_name_arg(a->v, a->type));
    return SAY(why, MSG_EXPLAIN_MUST_PROMOTE, piece_name_arg(a->v, a->type));
}

static bool breaks_dead_drop(const Attempt *a, HenkaError *why) {
    if (!move_is_drop(a->move) || !dead_there(a)) return false;
    return SAY(why, MSG_EXPLAIN_DROP_DEAD, piece_name_arg(a->v, a->type));
}

static bool breaks_region(const Attempt *a, HenkaError *why) {
    int to = move_to(a->move);
    if (!move_is_drop(a->move) || in_drop_squares(a->v, a->p->side, a->type, to)) return false;
    return SAY(why, MSG_EXPLAIN_OUT_OF_REGION, piece_name_arg(a->v, a->type));
}

static bool breaks_file_limit(const Attempt *a, HenkaError *why) {
    int limit = a->v->types[a->type].drop_file_limit, found = 0;
    if (!move_is_drop(a->move) || !limit) return false;
    for (int rank = 1; rank <= a->v->ranks; rank++)
        found += a->p->board[square_of(a->v, file_of(a->v, move_to(a->move)), rank)] ==
                 piece_make(a->p->side, a->type);
    if (found < limit) return false;
    if (limit == 1) return SAY(why, MSG_EXPLAIN_DROP_SECOND_ON_FILE, piece_name_arg(a->v, a->type));
    return SAY(why, MSG_EXPLAIN_DROP_FILE_FULL, arg_number(found), piece_name_arg(a->v, a->type));
}

static bool breaks_royal_distance(const Attempt *a, HenkaError *why) {
    if (!move_is_drop(a->move)) return false;
    for (int square = 0; square < a->v->squares; square++) {
        Piece piece = a->p->board[square];
        if (!piece || piece_side(piece) != a->p->side || !a->v->types[piece_type(piece)].royal)
            continue;
        int ahead =
            depth_of(a->v, a->p->side, move_to(a->move)) - depth_of(a->v, a->p->side, square);
        if (a->v->drop_not_behind_royal && ahead < 0)
            return SAY(why, MSG_EXPLAIN_DROP_BEHIND_ROYAL, arg_piece_at(a->p, square));
        if (file_of(a->v, move_to(a->move)) == file_of(a->v, square) &&
            abs(ahead) < a->v->drop_royal_distance)
            return SAY(why, MSG_EXPLAIN_DROP_NEAR_ROYAL, arg_number(a->v->drop_royal_distance),
                       arg_piece_at(a->p, square));
    }
    return false;
}

static bool breaks_royal_safety(const Attempt *a, HenkaError *why) {
    if (a->v->royal != ROYAL_CHECKMATE) return false;
    Position after = *a->p;
    Edits move, pass;
    position_do(&after, a->move, &move);
    position_do_null(&after, &pass); /* gives the turn back, so that the mover's own royal is
                                        tested */
    if (!attacks_in_check(&after)) return false;
    if (a->v->royals_may_not_face && attacks_royals_face(&after))
        return SAY(why, MSG_EXPLAIN_ROYALS_FACE);
    for (int type = 1; type <= a->v->type_count; type++)
        if (a->v->types[type].royal && !a->v->types[type].unpromoted)
            return SAY(why, MSG_EXPLAIN_LEAVES_CHECK, piece_name_arg(a->v, type));
    return false;
}

static bool breaks_trade_rules(const Attempt *a, HenkaError *why) {
    uint8_t victims[MOVE_VICTIMS + 1];
    if (!a->v->trading || move_is_drop(a->move) || trade_allows(a->p, a->move)) return false;
    int count = position_victims(a->p, a->move, victims);
    for (int i = 0; i < count && a->p->skipped & STRUCK; i++)
        if (a->v->types[piece_type(a->p->board[victims[i]])].trade_struck &&
            !a->v->types[a->type].trade_struck)
            return SAY(why, MSG_EXPLAIN_TRADE_STRUCK, arg_piece_at(a->p, victims[i]));
    return SAY(why, MSG_EXPLAIN_TRADE_PROTECTED, piece_name_arg(a->v, a->type));
}

static bool breaks_no_checks(const Attempt *a, HenkaError *why) {
    Position p = *a->p;
    return a->v->no_checks && attacks_gives_check(&p, a->move) && SAY(why, MSG_EXPLAIN_GIVES_CHECK);
}

static bool breaks_no_flight(const Attempt *a, HenkaError *why) {
    Position p = *a->p;
    return a->v->no_flight && sift_flees(&p, a->move) &&
           SAY(why, MSG_EXPLAIN_FLEES, piece_name_arg(a->v, a->type));
}

/* A move that breaks no rule above and is still illegal gives a barred mate or stalemate. If the
 * variant bars neither, a rule is missing above. */
static bool breaks_barred_end(const Attempt *a, HenkaError *why) {
    Position p = *a->p;
    if (movegen_is_legal(&p, movegen_with_check(&p, a->move))) return false;
    if (!attacks_gives_check(&p, a->move))
        return a->v->stalemate == STALEMATE_ILLEGAL && SAY(why, MSG_EXPLAIN_STALEMATES);
    return move_is_drop(a->move) &&
           (a->v->drop_mate_barred_all || a->v->types[a->type].drop_mate_barred) &&
           SAY(why, MSG_EXPLAIN_DROP_MATE, piece_name_arg(a->v, a->type));
}

static bool breaks_must_capture(const Attempt *a, HenkaError *why) {
    Move list[HENKA_MAX_MOVES];
    Position p = *a->p;
    if (!a->v->must_capture || position_is_capture(&p, a->move)) return false;
    return movegen_legal(&p, MOVEGEN_CAPTURES, list) > 0 && SAY(why, MSG_EXPLAIN_MUST_CAPTURE);
}

static bool breaks_repetition(const Attempt *a, HenkaError *why) {
    Position p = *a->p;
    if (!game_repeats_illegally(a->game, movegen_with_check(&p, a->move))) return false;
    return SAY(why, MSG_EXPLAIN_REPEATS, ARG_SAY(ordinal_key(a->v->repeat_count)));
}

/* The rules in the order in which a person would notice them. */
static const struct {
    bool (*breaks)(const Attempt *, HenkaError *why);
    HenkaBar bar; /* HENKA_BARS: the rule is not a HenkaBar */
} rules[] = {
    {breaks_freeze, HENKA_BAR_FROZEN},
    {breaks_skip, HENKA_BAR_SKIP},
    {breaks_promotion, HENKA_BARS},
    {breaks_choice, HENKA_BARS},
    {breaks_forced_promotion, HENKA_BAR_MUST_PROMOTE},
    {breaks_dead_drop, HENKA_BAR_DEAD_DROP},
    {breaks_region, HENKA_BAR_REGION},
    {breaks_file_limit, HENKA_BAR_FILE},
    {breaks_royal_distance, HENKA_BAR_ROYAL_DROP},
    {breaks_royal_safety, HENKA_BARS},
    {breaks_must_capture, HENKA_BAR_MUST_CAPTURE},
    {breaks_trade_rules, HENKA_BAR_TRADE},
    {breaks_no_checks, HENKA_BAR_GIVE_CHECK},
    {breaks_no_flight, HENKA_BAR_FLEE_CHECK},
    {breaks_barred_end, HENKA_BAR_DROP_MATE}, /* or HENKA_BAR_STALEMATE: see bar_of */
    {breaks_repetition, HENKA_BAR_REPETITION},
};
enum { RULES = sizeof rules / sizeof *rules };

/* The first rule that the move breaks, an index of rules; RULES: none. */
static int broken_rule(const HenkaGame *game, Move move, HenkaError *why) {
    const Position *p = &game->position;
    Attempt a = {game, p, game->variant, move, query_moved_type(p, move)};
    int rule = 0;
    while (rule < RULES && !rules[rule].breaks(&a, why)) rule++;
    return rule;
}

static bool breaks_a_rule(const HenkaGame *game, Move move, HenkaError *why) {
    return broken_rule(game, move, why) < RULES;
}

/* ---- which rules forbid something ------------------------------------------------------------ */

/* Does a type of the variant have this property? */
static bool some_type(const HenkaVariant *v, bool (*is_so)(const PieceType *)) {
    for (int type = 1; type <= v->type_count; type++)
        if (is_so(&v->types[type])) return true;
    return false;
}
static bool has_dead_ranks(const PieceType *type) { return type->can_drop && type->no_move_ranks; }
static bool has_file_limit(const PieceType *type) { return type->drop_file_limit; }
static bool has_barred_mate(const PieceType *type) { return type->drop_mate_barred; }
static bool has_region(const PieceType *type) {
    return type->can_drop &&
           (type->region[0] || type->region[1] || type->drops[0] || type->drops[1]);
}
static bool must_promote_somewhere(const PieceType *type) {
    return has_promotion(type) && (type->no_move_ranks || type->must_promote_ranks);
}

uint32_t henka_variant_bars(const HenkaVariant *v) {
    const bool has[HENKA_BARS] = {
        [HENKA_BAR_FROZEN] = v->freezing,
        [HENKA_BAR_SKIP] = v->skip_not_twice,
        [HENKA_BAR_MUST_PROMOTE] =
            !turns_over(v) && (v->promotion_forced || some_type(v, must_promote_somewhere)),
        [HENKA_BAR_DEAD_DROP] = v->hands && some_type(v, has_dead_ranks),
        [HENKA_BAR_REGION] = v->hands && some_type(v, has_region),
        [HENKA_BAR_FILE] = v->hands && some_type(v, has_file_limit),
        [HENKA_BAR_ROYAL_DROP] =
            v->hands && (v->drop_not_behind_royal || v->drop_royal_distance > 0),
        [HENKA_BAR_MUST_CAPTURE] = v->must_capture,
        [HENKA_BAR_TRADE] = v->trading,
        [HENKA_BAR_DROP_MATE] =
            v->hands && (v->drop_mate_barred_all || some_type(v, has_barred_mate)),
        [HENKA_BAR_STALEMATE] = v->stalemate == STALEMATE_ILLEGAL,
        [HENKA_BAR_REPETITION] = v->repeat == REPEAT_ILLEGAL,
        [HENKA_BAR_GIVE_CHECK] = v->no_checks,
        [HENKA_BAR_FLEE_CHECK] = v->no_flight};
    uint32_t bars = 0;
    for (int bar = 0; bar < HENKA_BARS; bar++) bars |= (uint32_t)has[bar] << bar;
    return bars;
}

/* The bit 1 << HenkaBar of the rule that forbids the move; 0: it is legal, or another rule forbids
 * it. */
static uint32_t bar_of(const HenkaGame *game, Move raw) {
    Position p = game->position;
    Move move = movegen_with_check(&p, raw);
    HenkaError why = {0};
    bool repeats = game->variant->repeat == REPEAT_ILLEGAL && game_repeats_illegally(game, move);
    if (!repeats && movegen_is_legal(&p, move)) return 0;
    int rule = broken_rule(game, raw, &why);
    if (rule == RULES || rules[rule].bar == HENKA_BARS) return 0;
    bool stalemates = message_unpack(why.said, why.said_length).key == MSG_EXPLAIN_STALEMATES;
    return 1u << (stalemates ? HENKA_BAR_STALEMATE : rules[rule].bar);
}

uint32_t henka_game_bars(const HenkaGame *game) {
    const Position *p = &game->position;
    const HenkaVariant *v = game->variant;
    Move list[HENKA_MAX_MOVES];
    uint32_t bars = 0;
    if (!henka_variant_bars(v) || henka_game_outcome(game).reason != HENKA_PLAYING) return 0;
    for (int square = 0; square < v->squares; square++) {
        Piece piece = p->board[square];
        if (!piece || piece_side(piece) != p->side) continue;
        int count = oracle_walk(p, square, piece, list, HENKA_MAX_MOVES);
        for (int i = 0; i < count; i++) bars |= bar_of(game, list[i]);
    }
    for (int type = 1; v->hands && type <= v->type_count; type++) {
        int held = v->types[type].can_drop ? v->hand_index[v->types[type].in_hand] : HAND_NONE;
        if (held == HAND_NONE || !p->hand[p->side][held]) continue;
        for (int square = 0; square < v->squares; square++)
            if (!p->board[square] && !v->hole[square])
                bars |= bar_of(game, move_drop(type, square));
    }
    return bars;
}

/* ---- what a piece could do without rules ----------------------------------------------------- */

/* The query without the parts that depend on rules, so that it can be matched with raw moves: moves
 * that a power allows. */
static MoveQuery raw_query(const MoveQuery *q) {
    MoveQuery raw = *q;
    raw.promote = UNSAID;
    raw.becomes = raw.hints = 0;
    return raw;
}

/* A raw move of the piece on the square that fits the query if the rules of `without` (oracle.h)
 * are ignored; MOVE_NONE: none. */
static Move raw_fit_without(const Position *p, int square, const MoveQuery *raw, unsigned without) {
    Move list[HENKA_MAX_MOVES];
    int count = oracle_walk_without(p, square, p->board[square], without, list, HENKA_MAX_MOVES);
    for (int i = 0; i < count; i++)
        if (query_fits(p, raw, list[i])) return list[i];
    return MOVE_NONE;
}

static Move raw_fit(const Position *p, int square, const MoveQuery *raw) {
    return raw_fit_without(p, square, raw, 0);
}

/* The move with the promotion that the query asks for. */
static Move with_promotion(const Position *p, const MoveQuery *q, Move m) {
    if (q->promote != YES) return m;
    int type = piece_type(p->board[move_from(m)]), promoted = p->variant->types[type].promoted;
    return move_promote(m, q->becomes ? q->becomes : promoted ? promoted : type);
}

/* Would a move fit the query if the board held only the piece, the pieces that it passes, and
 * perhaps an enemy on its destination? */
static bool fits_alone(const Position *p, int square, const MoveQuery *raw, bool enemy_there) {
    Position alone = *p;
    memset(alone.board, 0, sizeof alone.board); /* oracle_walk reads only the board */
    alone.board[square] = p->board[square];
    for (int i = 0; i < raw->through_count; i++)
        alone.board[raw->through[i]] = p->board[raw->through[i]];
    if (raw->to >= 0 && raw->to != square)
        alone.board[raw->to] =
            enemy_there ? piece_make(!p->side, piece_type(p->board[square])) : NO_PIECE;
    return raw_fit(&alone, square, raw) != MOVE_NONE;
}

enum { MOVES_CAP = 120 };      /* longer ones leave too little space for the rest */
enum { WIDE_MOVES_CAP = 240 }; /* MOVES_CAP for scripts with several bytes a character */

/* The context of moves_write: a type. */
typedef struct DescribedType {
    const HenkaVariant *variant;
    int type;
} DescribedType;

/* A WordsWriter that describes the moves of a DescribedType. */
static void moves_write(Out *out, HenkaLanguage language, const void *context) {
    const DescribedType *described = context;
    char moves[WIDE_MOVES_CAP];
    henka_variant_describe_type(described->variant, described->type, language, moves, sizeof moves);
    out_text(out, moves);
}

static bool explain_power(const Position *p, int square, HenkaError *why) {
    DescribedType described = {p->variant, piece_type(p->board[square])};
    size_t length = henka_variant_describe_type(p->variant, described.type, HENKA_ENGLISH, NULL, 0),
           wide = henka_variant_describe_type(p->variant, described.type, HENKA_NIHONGO, NULL, 0);
    if (!length || length >= MOVES_CAP || wide >= WIDE_MOVES_CAP)
        return SAY(why, MSG_EXPLAIN_CANNOT_MOVE, arg_piece_at(p, square));
    return SAY(why, MSG_EXPLAIN_CANNOT_MOVE_MOVES, arg_piece_at(p, square),
               arg_words(moves_write, &described));
}

/* Explains why the piece on the square has no raw move that fits. */
static bool explain_piece(const Position *p, int square, const MoveQuery *raw, SquareWriter *write,
                          HenkaError *why) {
    const HenkaVariant *v = p->variant;
    MessageArg piece = arg_piece_at(p, square);
    int to = raw->to;
    if (to >= 0 && to != square && p->board[to] && piece_side(p->board[to]) == p->side)
        return SAY(why, MSG_EXPLAIN_OWN_PIECE, arg_piece_at(p, to), ARG_SQUARE(v, to, write));
    for (int i = 0; i < raw->through_count; i++) {
        int victim = raw->through[i];
        if (victim == square || (p->board[victim] && piece_side(p->board[victim]) != p->side))
            continue;
        return SAY(why, MSG_EXPLAIN_NOTHING_TO_TAKE, ARG_SQUARE(v, victim, write));
    }
    bool taken = to >= 0 && p->board[to], empty = to >= 0 && !p->board[to];
    if (raw_fit_without(p, square, raw, WITHOUT_REGIONS))
        return SAY(why, MSG_EXPLAIN_OUT_OF_REGION, piece);
    if (raw_fit_without(p, square, raw, WITHOUT_CHECK))
        return SAY(why, MSG_EXPLAIN_FIRST_IN_CHECK, piece);
    if (raw_fit_without(p, square, raw, WITHOUT_RANKS)) return SAY(why, MSG_EXPLAIN_RANK, piece);
    if (taken && fits_alone(p, square, raw, false) && !fits_alone(p, square, raw, true))
        return SAY(why, MSG_EXPLAIN_NO_CAPTURE, piece);
    if (empty && fits_alone(p, square, raw, true) && !fits_alone(p, square, raw, false))
        return SAY(why, MSG_EXPLAIN_ONLY_CAPTURES, piece);
    if (fits_alone(p, square, raw, taken)) return SAY(why, MSG_EXPLAIN_BLOCKED, piece);
    return explain_power(p, square, why);
}

/* Explains why a castling is not legal, given that its piece stands on the square where it
 * begins. */
static bool explain_castling(const Position *p, const Castling *c, HenkaError *why) {
    if ((c->virgin && !position_is_first_move(p, c->from)) || !position_is_unmoved(p, c->partner))
        return SAY(why, MSG_EXPLAIN_CASTLING_MOVED, arg_piece_at(p, c->from));
    int step = c->to < c->from ? -p->variant->ranks : p->variant->ranks;
    for (int at = c->from + step; at != c->partner; at += step)
        if (p->board[at]) return SAY(why, MSG_EXPLAIN_CASTLING_BLOCKED, arg_piece_at(p, at));
    return SAY(why, MSG_EXPLAIN_CASTLING_ATTACKED, arg_piece_at(p, c->from));
}

static bool may_begin(const Position *p, const Castling *c) {
    return p->board[c->from] == piece_make(p->side, c->type);
}

/* Explains why the piece does not castle to `to`, the square of the royal or of its partner. */
static bool explain_castling_to(const Position *p, int square, int to, HenkaError *why) {
    const StateTables *s = p->variant->tables->state;
    for (int i = 0; s && to >= 0 && i < s->castling_count[p->side]; i++) {
        const Castling *c = &s->castlings[p->side][i];
        if (c->from == square && (c->to == to || c->partner == to) && may_begin(p, c))
            return explain_castling(p, c, why);
    }
    return false;
}

/* Explains why no piece can castle as O-O or O-O-O. */
static bool explain_castling_named(const Position *p, SaidCastling said, HenkaError *why) {
    const StateTables *s = p->variant->tables->state;
    assert(said >= CASTLING_FIRST);
    int away = 0; /* type that castles like this but stands elsewhere; 0: no type castles like
                     this */
    for (int i = 0; s && i < s->castling_count[p->side]; i++) {
        const Castling *c = &s->castlings[p->side][i];
        if ((c->to < c->from) != (said == CASTLING_FIRST)) continue;
        if (may_begin(p, c)) return explain_castling(p, c, why);
        away = c->type;
    }
    return away && SAY(why, MSG_EXPLAIN_CASTLING_MOVED, piece_name_arg(p->variant, away));
}

/* ---- which piece is meant -------------------------------------------------------------------- */

static bool explain_from(const HenkaGame *game, const MoveQuery *q, SquareWriter *write,
                         HenkaError *why) {
    const Position *p = &game->position;
    const HenkaVariant *v = game->variant;
    Piece piece = p->board[q->from];
    if (!piece) return SAY(why, MSG_EXPLAIN_EMPTY_SQUARE, ARG_SQUARE(v, q->from, write));
    if (piece_side(piece) != p->side)
        return SAY(why, MSG_EXPLAIN_ENEMY_PIECE, arg_piece_at(p, q->from),
                   ARG_SQUARE(v, q->from, write));
    if (q->types && !(q->types >> piece_type(piece) & 1))
        return SAY(why, MSG_EXPLAIN_OTHER_PIECE, arg_piece_at(p, q->from),
                   ARG_SQUARE(v, q->from, write));
    MoveQuery raw = raw_query(q);
    Move fit = raw_fit(p, q->from, &raw);
    if (!fit && explain_castling_to(p, q->from, q->to, why)) return true;
    if (!fit) return explain_piece(p, q->from, &raw, write, why);
    return breaks_a_rule(game, with_promotion(p, q, fit), why);
}

/* For a query without origin: explains the piece that could go there without rules, or else the
 * only piece of the kind. */
static bool explain_without_origin(const HenkaGame *game, const MoveQuery *q, SquareWriter *write,
                                   HenkaError *why) {
    const Position *p = &game->position;
    const HenkaVariant *v = game->variant;
    MoveQuery raw = raw_query(q);
    int only = -1, found = 0;
    for (int square = 0; square < v->squares; square++) {
        Piece piece = p->board[square];
        if (!piece || piece_side(piece) != p->side ||
            (q->types && !(q->types >> piece_type(piece) & 1)))
            continue;
        only = square;
        found++;
        Move fit = raw_fit(p, square, &raw);
        if (fit && breaks_a_rule(game, with_promotion(p, q, fit), why)) return true;
    }
    if (found == 1 && q->to >= 0) return explain_piece(p, only, &raw, write, why);
    if (q->stays == YES && !q->through_count) return SAY(why, MSG_EXPLAIN_NO_SKIP);
    if (!q->types) return explain_castling_named(p, q->castling, why);
    MessageArg kind = piece_name_arg(v, bb_lsb(q->types));
    if (!found) return SAY(why, MSG_EXPLAIN_NO_SUCH_PIECE, kind);
    if (q->to < 0) return SAY(why, MSG_EXPLAIN_NONE_GOES, kind);
    return SAY(why, MSG_EXPLAIN_NONE_GOES_TO, kind, ARG_SQUARE(v, q->to, write));
}

static bool explain_drop(const HenkaGame *game, const MoveQuery *q, SquareWriter *write,
                         HenkaError *why) {
    const Position *p = &game->position;
    const HenkaVariant *v = game->variant;
    assert(q->types && q->to >= 0); /* every notation writes a drop with type and square */
    int type = bb_lsb(q->types), held = v->types[type].in_hand;
    if (!v->hands) return SAY(why, MSG_EXPLAIN_DROP_NO_HANDS);
    if (!held || !v->types[type].can_drop || (held != type && !v->drop_either_face))
        return SAY(why, MSG_EXPLAIN_DROP_NEVER, piece_name_arg(v, type));
    if (!p->hand[p->side][v->hand_index[held]])
        return SAY(why, MSG_EXPLAIN_DROP_NOT_IN_HAND, piece_name_arg(v, held));
    if (p->board[q->to])
        return SAY(why, MSG_EXPLAIN_DROP_OCCUPIED, arg_piece_at(p, q->to),
                   ARG_SQUARE(v, q->to, write));
    if (v->hole[q->to]) return SAY(why, MSG_EXPLAIN_OUT_OF_REGION, piece_name_arg(v, type));
    return breaks_a_rule(game, move_drop(type, q->to), why);
}

static bool explain_query(const HenkaGame *game, const MoveQuery *q, SquareWriter *write,
                          HenkaError *why) {
    if (q->drop == YES) return explain_drop(game, q, write, why);
    return q->from < 0 ? explain_without_origin(game, q, write, why)
                       : explain_from(game, q, write, why);
}

/* ---- a piece without a legal move ------------------------------------------------------------ */

/* A WordsWriter of a HenkaError: its reason without "drop: ", for a sentence that mentions the drop
 * already. */
static void reason_write(Out *out, HenkaLanguage language, const void *context) {
    static const char drop[] = "drop: ";
    char reason[512];
    henka_error_text(context, language, reason, sizeof reason);
    bool spoken = !strncmp(reason, drop, sizeof drop - 1);
    out_text(out, reason + (spoken ? sizeof drop - 1 : 0));
}
#define ARG_REASON(error) arg_words(reason_write, error)

/* The rule that a raw move breaks. A move that must promote is tested with its promotion, to find
 * the actual reason. */
static int rule_against(const HenkaGame *game, Move move, HenkaError *why) {
    const Position *p = &game->position;
    int rule = broken_rule(game, move, why);
    if (rule == RULES || rules[rule].bar != HENKA_BAR_MUST_PROMOTE) return rule;
    const PieceType *type = &p->variant->types[query_moved_type(p, move)];
    int becomes = type->choice_count ? type->choices[0].type : type->promoted;
    return broken_rule(game, move_promote(move, becomes), why);
}

/* The reason that applies to most of the moves, none of which is legal. */
static void common_reason(const HenkaGame *game, const Move *list, int count, HenkaError *why) {
    int against[RULES + 1] = {0}, most = 0;
    for (int i = 0; i < count; i++) {
        int rule = rule_against(game, list[i], why);
        if (++against[rule] > against[most]) most = rule;
    }
    for (int i = 0; i < count; i++)
        if (rule_against(game, list[i], why) == most) break;
    if (most == RULES) SAY(why, MSG_EXPLAIN_NOT_LEGAL);
}

/* Explains why the piece on the square, which is to move, has no raw move at all. */
static void no_way(const Position *p, int square, HenkaError *why) {
    MoveQuery any = query_any();
    MessageArg piece = arg_piece_at(p, square);
    if (raw_fit_without(p, square, &any, WITHOUT_REGIONS))
        SAY(why, MSG_EXPLAIN_OUT_OF_REGION, piece);
    else if (raw_fit_without(p, square, &any, WITHOUT_CHECK))
        SAY(why, MSG_EXPLAIN_FIRST_IN_CHECK, piece);
    else if (raw_fit_without(p, square, &any, WITHOUT_RANKS))
        SAY(why, MSG_EXPLAIN_RANK, piece);
    else if (fits_alone(p, square, &any, false))
        SAY(why, MSG_EXPLAIN_ALL_BLOCKED);
    else
        SAY(why, MSG_EXPLAIN_NO_REACH);
}

/* Has the piece on the square a legal move, or a piece in hand of the kind `dropped` (0: none is
 * asked for)? */
static bool any_legal(const HenkaGame *game, int square, int dropped) {
    Move legal[HENKA_MAX_MOVES];
    int count = (int)henka_game_moves(game, legal, HENKA_MAX_MOVES);
    for (int i = 0; i < count; i++)
        if (move_is_drop(legal[i])
                ? dropped &&
                      game->variant->types[query_moved_type(&game->position, legal[i])].in_hand ==
                          dropped
                : move_from(legal[i]) == square)
            return true;
    return false;
}

/* Explains why the piece on the square has no legal move. Returns false if it has one, or if no
 * piece of the side to move stands there. */
static bool explain_piece_alone(const HenkaGame *game, int square, SquareWriter *write,
                                HenkaError *why) {
    const Position *p = &game->position;
    Piece piece = p->board[square];
    Move list[HENKA_MAX_MOVES];
    HenkaError reason = {0};
    if (!piece || piece_side(piece) != p->side || any_legal(game, square, 0)) return false;
    int count = oracle_walk(p, square, piece, list, HENKA_MAX_MOVES);
    if (count)
        common_reason(game, list, count, &reason);
    else if (attacks_is_frozen(p, square))
        return breaks_a_rule(game, move_make(square, square), why);
    else
        no_way(p, square, &reason);
    return SAY(why, MSG_EXPLAIN_NO_MOVE, arg_piece_at(p, square),
               ARG_SQUARE(p->variant, square, write), ARG_REASON(&reason));
}

/* Explains why no piece of this kind in hand can be dropped. Returns false if one can, or if none
 * is in hand. */
static bool explain_hand_alone(const HenkaGame *game, int type, HenkaError *why) {
    const Position *p = &game->position;
    const HenkaVariant *v = game->variant;
    Move list[HENKA_MAX_MOVES];
    int count = 0,
        held = v->hands && v->types[type].in_hand == type ? v->hand_index[type] : HAND_NONE;
    HenkaError reason = {0};
    if (held == HAND_NONE || !p->hand[p->side][held] || any_legal(game, -1, type)) return false;
    for (int square = 0; square < v->squares; square++)
        if (!p->board[square] && !v->hole[square]) list[count++] = move_drop(type, square);
    if (count)
        common_reason(game, list, count, &reason);
    else
        SAY(&reason, MSG_EXPLAIN_BOARD_FULL);
    return SAY(why, MSG_EXPLAIN_NO_DROP, piece_name_arg(v, type), ARG_REASON(&reason));
}

/* Explains a text that is only a square or a kind in hand ("7g", "P*"): why that piece has no legal
 * move. */
static bool explain_alone(const HenkaGame *game, const char *text, SquareWriter *write,
                          HenkaError *why) {
    const HenkaVariant *v = game->variant;
    char name[16]; /* name of a square */
    for (int square = 0; square < v->squares; square++) {
        Out out = out_to(name, sizeof name);
        write(v, square, &out);
        if (!strcmp(name, text)) return explain_piece_alone(game, square, write, why);
    }
    for (int type = 1; type <= v->type_count; type++) {
        size_t length = strlen(v->types[type].id);
        if (!strncmp(v->types[type].id, text, length) && !strcmp(text + length, "*"))
            return explain_hand_alone(game, type, why);
    }
    return false;
}

bool explain_text(const HenkaGame *game, const char *text, SquareWriter *write, HenkaError *why) {
    HenkaReason reason = henka_game_outcome(game).reason;
    if (game_is_spent(game)) return game_say_unplayed(game, why), true;
    if (reason != HENKA_PLAYING) return SAY(why, MSG_EXPLAIN_GAME_OVER, arg_reason(reason));
    Move legal[HENKA_MAX_MOVES], fits[HENKA_MAX_MOVES];
    int legal_count = (int)henka_game_moves(game, legal, HENKA_MAX_MOVES), column;
    MoveQuery q, first;
    bool read, any = false;
    for (int i = 0; move_text_reading(game, text, i, &q, &read, &column); i++) {
        if (!read) continue;
        int count = move_text_fits(game, &q, legal, legal_count, fits);
        if (count > 1) return SAY(why, MSG_EXPLAIN_FITS_SEVERAL, arg_number(count));
        if (count) return false;
        if (!any) first = q;
        any = true;
    }
    if (explain_alone(game, text, write, why)) return true;
    if (!any)
        return SAY(why, MSG_EXPLAIN_NOT_A_MOVE,
                   arg_text(write == square_write ? "7g7f, P-7f, P*5e" : "c3c4, P@e5"));
    return explain_query(game, &first, write, why) || SAY(why, MSG_EXPLAIN_NOT_LEGAL);
}

size_t henka_game_explain_illegal(const HenkaGame *game, const char *text, HenkaLanguage language,
                                  char *buf, size_t cap) {
    HenkaError why;
    bool illegal = explain_text(game, text, square_write, &why);
    if (game_is_spent(game)) game_say_unplayed(game, &why);
    if (illegal || game_is_spent(game)) return henka_error_text(&why, language, buf, cap);
    return out_to(buf, cap).length;
}
