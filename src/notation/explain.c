/* Tells a person why a text is not a legal move: the first rule that it breaks, with the names of
 * the pieces. The sentences are in base/messages.def. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "notation/move_text.h"
#include "notation/square.h"
#include "rules/oracle.h"
#include "rules/sift.h"
#include "tables/tables.h"
#include "words/piece_name.h"
#include "words/square_name.h"

/* In this file a function with a parameter `why` that returns a bool either writes the reason to
 * *why and returns true, or writes nothing and returns false. (error_say always returns false.) */
#define SAY(why, ...) is_said(error_say(why, 1, 1, __VA_ARGS__))
static inline bool is_said(bool refused) { return !refused; }

/* ---- arguments of messages ------------------------------------------------------------------- */

/* A square as the argument of a message; lives as long as the enclosing block. */
typedef struct NamedSquare {
    const HenkaVariant *variant;
    int square;
    SquareWriter *write;
} NamedSquare;

/* The WordsWriter (base/message.h) that writes a NamedSquare: in Japanese sentences by its Japanese
 * name, except in XBoard's coordinates, which are the same in every language. */
static void square_words(Out *out, HenkaLanguage language, const void *context) {
    const NamedSquare *named = context;
    bool japanese = language == HENKA_NIHONGO && named->write == square_write;
    (japanese ? square_name_write : named->write)(named->variant, named->square, out);
}
#define ARG_SQUARE(v, square, write) arg_words(square_words, &(NamedSquare){v, square, write})

static MessageArg arg_piece_at(const Position *p, int square) {
    return piece_name_arg(p->variant, piece_type(p->board[square]));
}

/* ---- the rules that a possible move can break ------------------------------------------------ */

/* A move within the piece's way of moving, or a drop of a piece in hand. A rule may forbid it. */
typedef struct Attempt {
    const HenkaGame *game;
    const Position *p;
    const HenkaVariant *v;
    Move move;
    int type; /* the type of piece that moves or is dropped */
} Attempt;

/* The type of an enemy beside the square that keeps the piece on it from moving; 0: none. */
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

static bool may_promote(const Attempt *a) {
    bool starts = in_zone(a->v, a->p->side, move_from(a->move)),
         ends = in_zone(a->v, a->p->side, move_to(a->move));
    if (a->v->promote == PROMOTE_ZONE) return starts || ends;
    if (a->v->promote == PROMOTE_ENTER)
        return (!starts && ends) || (starts && position_is_capture(a->p, a->move));
    return a->v->promote == PROMOTE_LAND && ends;
}

static bool has_promotion(const PieceType *type) { return type->promoted || type->choice_count; }

/* Where pieces choose what they promote to: may this piece become `type` on its destination? `type`
 * may be its own type, to stay as it is. */
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

/* Would the piece never be able to move again from its destination? */
static bool dead_there(const Attempt *a) {
    return depth_of(a->v, a->p->side, move_to(a->move)) >=
           a->v->ranks - a->v->types[a->type].no_move_ranks;
}

/* Rules that a move can break and that HenkaBar (henka.h) does not name. RULE_NONE: no rule. */
enum { RULE_PROMOTION = HENKA_BARS, RULE_CHOICE, RULE_ROYAL_SAFETY, RULE_NONE, RULES };
#define BREAKS(rule, ...) (error_say(why, 1, 1, __VA_ARGS__), (rule))

/* The first rule for moves on the board that this move breaks; RULE_NONE: it breaks none. */
static int board_rule(const Attempt *a, HenkaError *why) {
    const HenkaVariant *v = a->v;
    const PieceType *kind = &v->types[a->type];
    MessageArg piece = piece_name_arg(v, a->type);
    int from = move_from(a->move), becomes = move_becomes(a->move);
    if (attacks_is_frozen(a->p, from))
        return BREAKS(HENKA_BAR_FROZEN, MSG_EXPLAIN_FROZEN, piece,
                      piece_name_arg(v, freezer_beside(a, from)));
    if (move_is_skip(a->move) && v->skip_not_twice && a->p->skipped >> a->p->side & 1)
        return BREAKS(HENKA_BAR_SKIP, MSG_EXPLAIN_SKIPPED_BEFORE);
    bool may = may_promote(a), promotes = has_promotion(kind);
    if (becomes && v->promote == PROMOTE_FLIP) return BREAKS(RULE_PROMOTION, MSG_EXPLAIN_FLIPS);
    if (becomes && v->promote == PROMOTE_TURN) return BREAKS(RULE_PROMOTION, MSG_EXPLAIN_TURNS);
    if (becomes && v->promote == PROMOTE_CAPTURE)
        return BREAKS(RULE_PROMOTION, MSG_EXPLAIN_PROMOTES_BY_CAPTURE);
    if (becomes && !promotes) return BREAKS(RULE_PROMOTION, MSG_EXPLAIN_NEVER_PROMOTES, piece);
    if (becomes && !may) return BREAKS(RULE_PROMOTION, MSG_EXPLAIN_NO_PROMOTION_THERE, piece);
    if (kind->choice_count && may) {
        bool any = false;
        for (int type = 1; type <= v->type_count; type++)
            any |= type != a->type && may_choose(a, type);
        bool stays = v->promote != PROMOTE_LAND || may_choose(a, a->type),
             chosen = becomes ? becomes != a->type && may_choose(a, becomes) : stays;
        if (!chosen && !any) return BREAKS(RULE_CHOICE, MSG_EXPLAIN_NOTHING_TO_BECOME, piece);
        if (!chosen && !becomes) return BREAKS(RULE_CHOICE, MSG_EXPLAIN_MUST_CHOOSE, piece);
        if (!chosen && becomes != a->type)
            return BREAKS(RULE_CHOICE, MSG_EXPLAIN_NOT_THAT_CHOICE, piece,
                          piece_name_arg(v, becomes));
    }
    if (becomes || !may || !promotes ||
        (!v->promotion_forced && !must_promote_at(v, a->p->side, a->type, move_to(a->move))))
        return RULE_NONE;
    return BREAKS(HENKA_BAR_MUST_PROMOTE,
                  dead_there(a) ? MSG_EXPLAIN_MUST_PROMOTE : MSG_EXPLAIN_MUST_PROMOTE_HERE, piece);
}

/* The first rule for drops that this drop breaks; RULE_NONE: it breaks no such rule. */
static int drop_rule(const Attempt *a, HenkaError *why) {
    const HenkaVariant *v = a->v;
    const Position *p = a->p;
    MessageArg piece = piece_name_arg(v, a->type);
    int to = move_to(a->move), limit = v->types[a->type].drop_file_limit, found = 0;
    if (dead_there(a)) return BREAKS(HENKA_BAR_DEAD_DROP, MSG_EXPLAIN_DROP_DEAD, piece);
    if (!in_drop_squares(v, p->side, a->type, to))
        return BREAKS(HENKA_BAR_REGION, MSG_EXPLAIN_OUT_OF_REGION, piece);
    for (int rank = 1; limit && rank <= v->ranks; rank++)
        found += p->board[square_of(v, file_of(v, to), rank)] == piece_make(p->side, a->type);
    if (limit == 1 && found) return BREAKS(HENKA_BAR_FILE, MSG_EXPLAIN_DROP_SECOND_ON_FILE, piece);
    if (limit && found >= limit)
        return BREAKS(HENKA_BAR_FILE, MSG_EXPLAIN_DROP_FILE_FULL, arg_number(found), piece);
    for (int square = 0; square < v->squares; square++) {
        Piece royal = p->board[square];
        if (!royal || piece_side(royal) != p->side || !v->types[piece_type(royal)].royal) continue;
        int ahead = depth_of(v, p->side, to) - depth_of(v, p->side, square);
        if (v->drop_not_behind_royal && ahead < 0)
            return BREAKS(HENKA_BAR_ROYAL_DROP, MSG_EXPLAIN_DROP_BEHIND_ROYAL,
                          arg_piece_at(p, square));
        if (file_of(v, to) == file_of(v, square) && abs(ahead) < v->drop_royal_distance)
            return BREAKS(HENKA_BAR_ROYAL_DROP, MSG_EXPLAIN_DROP_NEAR_ROYAL,
                          arg_number(v->drop_royal_distance), arg_piece_at(p, square));
    }
    return RULE_NONE;
}

/* Does the move leave a royal of the mover's side attacked? */
static bool breaks_royal_safety(const Attempt *a, HenkaError *why) {
    if (a->v->royal != ROYAL_CHECKMATE) return false;
    Position after = *a->p;
    Edits move, pass;
    position_do(&after, a->move, &move);
    position_do_null(&after, &pass); /* the turn goes back to test the mover's royal */
    if (!attacks_in_check(&after)) return false;
    if (a->v->royals_may_not_face && attacks_royals_face(&after))
        return SAY(why, MSG_EXPLAIN_ROYALS_FACE);
    for (int type = 1; type <= a->v->type_count; type++)
        if (a->v->types[type].royal && !a->v->types[type].unpromoted)
            return SAY(why, MSG_EXPLAIN_LEAVES_CHECK, piece_name_arg(a->v, type));
    return false;
}

/* The first rule about the results of a move (trades, checks, mate, repetition) that this move
 * breaks. An illegal move that breaks no rule tested before gives a forbidden mate or stalemate.
 * RULE_NONE: the rule that forbids the move is missing in this file. */
static int result_rule(const Attempt *a, HenkaError *why) {
    static const MessageKey ordinals[] = {MSG_SECOND, MSG_THIRD,   MSG_FOURTH, MSG_FIFTH,
                                          MSG_SIXTH,  MSG_SEVENTH, MSG_EIGHTH, MSG_NINTH};
    const HenkaVariant *v = a->v;
    const PieceType *kind = &v->types[a->type];
    MessageArg piece = piece_name_arg(v, a->type);
    bool drop = move_is_drop(a->move);
    Move list[HENKA_MAX_MOVES];
    Position p = *a->p;
    if (v->must_capture && !position_is_capture(&p, a->move) &&
        movegen_legal(&p, MOVEGEN_CAPTURES, list) > 0)
        return BREAKS(HENKA_BAR_MUST_CAPTURE, MSG_EXPLAIN_MUST_CAPTURE);
    if (v->trading && !drop && !sift_trade(&p, a->move)) {
        uint8_t victims[MOVE_VICTIMS + 1];
        int count = position_victims(&p, a->move, victims);
        for (int i = 0; i < count && p.skipped & STRUCK; i++)
            if (v->types[piece_type(p.board[victims[i]])].trade_struck && !kind->trade_struck)
                return BREAKS(HENKA_BAR_TRADE, MSG_EXPLAIN_TRADE_STRUCK,
                              arg_piece_at(&p, victims[i]));
        return BREAKS(HENKA_BAR_TRADE, MSG_EXPLAIN_TRADE_PROTECTED, piece);
    }
    if (v->no_checks && attacks_gives_check(&p, a->move))
        return BREAKS(HENKA_BAR_GIVE_CHECK, MSG_EXPLAIN_GIVES_CHECK);
    if (v->no_flight && sift_flees(&p, a->move))
        return BREAKS(HENKA_BAR_FLEE_CHECK, MSG_EXPLAIN_FLEES, piece);
    Move move = movegen_with_check(&p, a->move);
    bool legal = movegen_is_legal(&p, move), check = !legal && attacks_gives_check(&p, a->move);
    if (!legal && !check && v->stalemate == STALEMATE_ILLEGAL)
        return BREAKS(HENKA_BAR_STALEMATE, MSG_EXPLAIN_STALEMATES);
    if (check && drop && (v->drop_mate_barred_all || kind->drop_mate_barred))
        return BREAKS(HENKA_BAR_DROP_MATE, MSG_EXPLAIN_DROP_MATE, piece);
    if (game_repeats_illegally(a->game, move))
        return BREAKS(HENKA_BAR_REPETITION, MSG_EXPLAIN_REPEATS,
                      ARG_SAY(ordinals[v->repeat_count - 2]));
    return RULE_NONE;
}

/* The first rule that the move breaks, in the order in which a person would notice them: a HenkaBar
 * (henka.h) or a RULE_ constant of this file. */
static int broken_rule(const HenkaGame *game, Move move, HenkaError *why) {
    const Position *p = &game->position;
    Attempt a = {game, p, game->variant, move, query_moved_type(p, move)};
    int rule = (move_is_drop(move) ? drop_rule : board_rule)(&a, why);
    if (rule != RULE_NONE) return rule;
    return breaks_royal_safety(&a, why) ? RULE_ROYAL_SAFETY : result_rule(&a, why);
}

static bool breaks_a_rule(const HenkaGame *game, Move move, HenkaError *why) {
    return broken_rule(game, move, why) != RULE_NONE;
}

/* ---- which rules forbid something ------------------------------------------------------------ */

uint32_t henka_variant_bars(const HenkaVariant *v) {
    bool must_promote = v->promotion_forced, dead = false, file = false, region = false,
         mate = v->drop_mate_barred_all;
    for (int type = 1; type <= v->type_count; type++) {
        const PieceType *t = &v->types[type];
        must_promote |= has_promotion(t) && (t->no_move_ranks || t->must_promote_ranks);
        dead |= t->can_drop && t->no_move_ranks;
        region |= t->can_drop && (t->region[0] || t->region[1] || t->drops[0] || t->drops[1]);
        file |= t->drop_file_limit != 0;
        mate |= t->drop_mate_barred;
    }
    const bool has[HENKA_BARS] = {[HENKA_BAR_FROZEN] = v->freezing,
                                  [HENKA_BAR_SKIP] = v->skip_not_twice,
                                  [HENKA_BAR_MUST_PROMOTE] = !turns_over(v) && must_promote,
                                  [HENKA_BAR_DEAD_DROP] = v->hands && dead,
                                  [HENKA_BAR_REGION] = v->hands && region,
                                  [HENKA_BAR_FILE] = v->hands && file,
                                  [HENKA_BAR_ROYAL_DROP] = v->hands && (v->drop_not_behind_royal ||
                                                                        v->drop_royal_distance > 0),
                                  [HENKA_BAR_MUST_CAPTURE] = v->must_capture,
                                  [HENKA_BAR_TRADE] = v->trading,
                                  [HENKA_BAR_DROP_MATE] = v->hands && mate,
                                  [HENKA_BAR_STALEMATE] = v->stalemate == STALEMATE_ILLEGAL,
                                  [HENKA_BAR_REPETITION] = v->repeat == REPEAT_ILLEGAL,
                                  [HENKA_BAR_GIVE_CHECK] = v->no_checks,
                                  [HENKA_BAR_FLEE_CHECK] = v->no_flight};
    uint32_t bars = 0;
    for (int bar = 0; bar < HENKA_BARS; bar++) bars |= (uint32_t)has[bar] << bar;
    return bars;
}

/* The bit 1 << HenkaBar of the rule that forbids the move; 0: legal, or another rule forbids it. */
static uint32_t bar_of(const HenkaGame *game, Move raw) {
    Position p = game->position;
    Move move = movegen_with_check(&p, raw);
    HenkaError why = {0};
    bool repeats = game->variant->repeat == REPEAT_ILLEGAL && game_repeats_illegally(game, move);
    if (!repeats && movegen_is_legal(&p, move)) return 0;
    int rule = broken_rule(game, raw, &why);
    return rule < HENKA_BARS ? 1u << rule : 0;
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

/* The query without the parts that depend on rules, to be matched with raw moves. A raw move is a
 * move that the piece's power allows, legal or not. */
static MoveQuery raw_query(const MoveQuery *q) {
    MoveQuery raw = *q;
    raw.promote = UNSAID;
    raw.becomes = raw.hints = 0;
    return raw;
}

/* A move of the piece on the square, legal or not, that fits the query if the rules in the bits of
 * `without` (oracle.h) are ignored; MOVE_NONE: no such move. */
static Move raw_fit(const Position *p, int square, const MoveQuery *raw, unsigned without) {
    Move list[HENKA_MAX_MOVES];
    int count = oracle_walk_without(p, square, p->board[square], without, list, HENKA_MAX_MOVES);
    for (int i = 0; i < count; i++)
        if (query_fits(p, raw, list[i])) return list[i];
    return MOVE_NONE;
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
    return raw_fit(&alone, square, raw, 0) != MOVE_NONE;
}

/* most bytes of the description of a piece's moves in a message; a longer one is left out */
enum { MOVES_CAP = 120 };
/* MOVES_CAP for languages whose characters take several bytes */
enum { WIDE_MOVES_CAP = 240 };

/* The context of moves_write: the type whose moves are described. */
typedef struct DescribedType {
    const HenkaVariant *variant;
    int type;
} DescribedType;

/* The WordsWriter (base/message.h) that describes the moves of a DescribedType. */
static void moves_write(Out *out, HenkaLanguage language, const void *context) {
    const DescribedType *described = context;
    char moves[WIDE_MOVES_CAP];
    henka_variant_describe_type(described->variant, described->type, language, moves, sizeof moves);
    out_text(out, moves);
}

/* The square of the first piece that the move, which breaks captureForbidden, may not capture. */
static int spared_by(const Position *p, Move move) {
    uint8_t victims[MOVE_VICTIMS + 1];
    int count = position_victims(p, move, victims), i = 0;
    const uint8_t *spared = p->variant->no_capture[piece_type(p->board[move_from(move)])];
    while (i < count - 1 && !type_bit(spared, piece_type(p->board[victims[i]]))) i++;
    return victims[i];
}

/* Explains why the piece on the square has no move, legal or not, that fits the query. */
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
    if (raw_fit(p, square, raw, WITHOUT_REGIONS)) return SAY(why, MSG_EXPLAIN_OUT_OF_REGION, piece);
    if (raw_fit(p, square, raw, WITHOUT_CHECK)) return SAY(why, MSG_EXPLAIN_FIRST_IN_CHECK, piece);
    if (raw_fit(p, square, raw, WITHOUT_RANKS)) return SAY(why, MSG_EXPLAIN_RANK, piece);
    Move spared = raw_fit(p, square, raw, WITHOUT_SPARING);
    if (spared) return SAY(why, MSG_EXPLAIN_SPARES, piece, arg_piece_at(p, spared_by(p, spared)));
    if (taken && fits_alone(p, square, raw, false) && !fits_alone(p, square, raw, true))
        return SAY(why, MSG_EXPLAIN_NO_CAPTURE, piece);
    if (empty && fits_alone(p, square, raw, true) && !fits_alone(p, square, raw, false))
        return SAY(why, MSG_EXPLAIN_ONLY_CAPTURES, piece);
    if (fits_alone(p, square, raw, taken)) return SAY(why, MSG_EXPLAIN_BLOCKED, piece);
    DescribedType described = {v, piece_type(p->board[square])};
    size_t length = henka_variant_describe_type(v, described.type, HENKA_ENGLISH, NULL, 0),
           wide = henka_variant_describe_type(v, described.type, HENKA_NIHONGO, NULL, 0);
    if (!length || length >= MOVES_CAP || wide >= WIDE_MOVES_CAP)
        return SAY(why, MSG_EXPLAIN_CANNOT_MOVE, piece);
    return SAY(why, MSG_EXPLAIN_CANNOT_MOVE_MOVES, piece, arg_words(moves_write, &described));
}

/* Explains why a castling is not legal. The castling piece must stand on its square of origin. */
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

/* Explains why no piece can castle in the way that the text says, O-O or O-O-O. */
static bool explain_castling_named(const Position *p, SaidCastling said, HenkaError *why) {
    const StateTables *s = p->variant->tables->state;
    assert(said >= CASTLING_FIRST);
    int away = 0; /* a type that castles this way but stands elsewhere; or 0 */
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
    Move fit = raw_fit(p, q->from, &raw, 0);
    const StateTables *s = v->tables->state; /* the destination may be the castling's partner */
    for (int i = 0; s && !fit && q->to >= 0 && i < s->castling_count[p->side]; i++) {
        const Castling *c = &s->castlings[p->side][i];
        if (c->from == q->from && (c->to == q->to || c->partner == q->to) && may_begin(p, c))
            return explain_castling(p, c, why);
    }
    if (!fit) return explain_piece(p, q->from, &raw, write, why);
    return breaks_a_rule(game, with_promotion(p, q, fit), why);
}

/* For a query without origin: explains why a piece that could reach the destination is not allowed
 * to, or else why the only piece of this type cannot reach it. */
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
        Move fit = raw_fit(p, square, &raw, 0);
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

/* ---- a piece without a legal move ------------------------------------------------------------ */

/* The WordsWriter (base/message.h) that writes a HenkaError without the prefix "drop: " of its
 * text, because the sentence around it mentions the drop already. */
static void reason_write(Out *out, HenkaLanguage language, const void *context) {
    static const char drop[] = "drop: ";
    char reason[512];
    henka_error_text(context, language, reason, sizeof reason);
    bool spoken = !strncmp(reason, drop, sizeof drop - 1);
    out_text(out, reason + (spoken ? sizeof drop - 1 : 0));
}
#define ARG_REASON(error) arg_words(reason_write, error)

/* The rule that forbids a move. A move that lacks a forced promotion is tested again with the
 * promotion, because another rule may forbid the move even then. */
static int rule_against(const HenkaGame *game, Move move, HenkaError *why) {
    const Position *p = &game->position;
    int rule = broken_rule(game, move, why);
    if (rule != HENKA_BAR_MUST_PROMOTE) return rule;
    const PieceType *type = &p->variant->types[query_moved_type(p, move)];
    int becomes = type->choice_count ? type->choices[0].type : type->promoted;
    return broken_rule(game, move_promote(move, becomes), why);
}

/* Writes to *why the reason that forbids most of these moves, none of which is legal. */
static void common_reason(const HenkaGame *game, const Move *list, int count, HenkaError *why) {
    int against[RULES] = {0}, most = 0;
    for (int i = 0; i < count; i++) {
        int rule = rule_against(game, list[i], why);
        if (++against[rule] > against[most]) most = rule;
    }
    for (int i = 0; i < count; i++)
        if (rule_against(game, list[i], why) == most) break;
    if (most == RULE_NONE) SAY(why, MSG_EXPLAIN_NOT_LEGAL);
}

/* Can the piece on the square move, or a piece of type `dropped` (0: no type) be dropped? */
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
    MoveQuery any = query_any();
    MessageArg name = arg_piece_at(p, square);
    if (count)
        common_reason(game, list, count, &reason);
    else if (attacks_is_frozen(p, square))
        return breaks_a_rule(game, move_make(square, square), why);
    else if (raw_fit(p, square, &any, WITHOUT_REGIONS))
        SAY(&reason, MSG_EXPLAIN_OUT_OF_REGION, name);
    else if (raw_fit(p, square, &any, WITHOUT_CHECK))
        SAY(&reason, MSG_EXPLAIN_FIRST_IN_CHECK, name);
    else if (raw_fit(p, square, &any, WITHOUT_RANKS))
        SAY(&reason, MSG_EXPLAIN_RANK, name);
    else if (raw_fit(p, square, &any, WITHOUT_SPARING))
        SAY(&reason, MSG_EXPLAIN_SPARES_ALL, name);
    else
        SAY(&reason,
            fits_alone(p, square, &any, false) ? MSG_EXPLAIN_ALL_BLOCKED : MSG_EXPLAIN_NO_REACH);
    return SAY(why, MSG_EXPLAIN_NO_MOVE, name, ARG_SQUARE(p->variant, square, write),
               ARG_REASON(&reason));
}

/* Explains why no piece of this type can be dropped from the hand. Returns false if a drop of this
 * type is legal, or if the hand holds no such piece. */
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

/* Explains a text that names only a piece, by its square ("7g") or by its type in hand ("P*"): the
 * reason why this piece has no legal move. */
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
    if (!any) {
        MoveExamples examples;
        move_text_examples(game, legal, legal_count, write != square_write, &examples);
        return SAY(why, MSG_EXPLAIN_NOT_A_MOVE, arg_list(examples.list, examples.count));
    }
    bool explained = first.drop == YES ? explain_drop(game, &first, write, why)
                     : first.from < 0  ? explain_without_origin(game, &first, write, why)
                                       : explain_from(game, &first, write, why);
    return explained || SAY(why, MSG_EXPLAIN_NOT_LEGAL);
}

size_t henka_game_explain_illegal(const HenkaGame *game, const char *text, HenkaLanguage language,
                                  char *buf, size_t cap) {
    HenkaError why;
    bool illegal = explain_text(game, text, square_write, &why);
    if (game_is_spent(game)) game_say_unplayed(game, &why);
    if (illegal || game_is_spent(game)) return henka_error_text(&why, language, buf, cap);
    return out_to(buf, cap).length;
}
