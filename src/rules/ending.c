#include "base/message.h"
#include "rules/game.h"

static const HenkaOutcome PLAYING = {HENKA_PLAYING, -1};

const char *henka_reason_name(HenkaReason reason) {
    static const char *const names[] = {
#define REASON(reason, name) [HENKA_##reason] = name,
#include "base/reasons.def"
#undef REASON
    };
    unsigned index = (unsigned)reason;
    return index < sizeof names / sizeof *names ? names[index] : "unknown";
}

size_t henka_reason_text(HenkaReason reason, HenkaLanguage language, char *buf, size_t cap) {
    Out out = out_to(buf, cap);
    if ((unsigned)reason <= HENKA_ABANDONED)
        out_say(&out, language, arg_reason(reason).message->key);
    return out.length;
}

static int royal_types(const HenkaVariant *v) {
    int count = 0;
    for (int type = 1; type <= v->type_count; type++) count += v->types[type].royal;
    return count;
}

bool henka_variant_can_end(const HenkaVariant *v, HenkaReason reason) {
    bool mated = v->royal == ROYAL_CHECKMATE, taken = v->royal == ROYAL_CAPTURE,
         illegal = v->stalemate == STALEMATE_ILLEGAL,
         stuck_draws = v->stalemate == STALEMATE_DRAW || v->stalemate == STALEMATE_FEWER;
    const bool can[] = {
        [HENKA_PLAYING] = false,
        [HENKA_CHECKMATE] = mated,
        [HENKA_STALEMATE] = mated ? !illegal : stuck_draws,
        [HENKA_NO_LEGAL_MOVE] = v->repeat == REPEAT_ILLEGAL || (mated ? illegal : !stuck_draws),
        [HENKA_ROYAL_CAPTURED] = taken && royal_types(v) == 1,
        [HENKA_ROYALS_LOST] = taken && royal_types(v) > 1,
        [HENKA_BARED] = v->bare_loses || v->royal_sides,
        [HENKA_REPETITION] = v->repeat == REPEAT_DRAW || v->repeat == REPEAT_DRAW_PERPETUAL_LOSES,
        [HENKA_PERPETUAL_CHECK] =
            v->repeat == REPEAT_DRAW_PERPETUAL_LOSES && v->royal != ROYAL_NONE,
        [HENKA_GOAL_REACHED] = v->goal_count > 0,
        [HENKA_CHECKS_GIVEN] = v->checks_to_win > 0,
        [HENKA_MOVE_LIMIT] = v->move_limit > 0,
        [HENKA_ILLEGAL_MOVE] = v->strict,
        [HENKA_IMPASSE] = v->impasse_points > 0 || v->impasse_pieces > 0,
        [HENKA_RESIGNATION] = true,
        [HENKA_DRAW_AGREED] = true,
        [HENKA_TIME] = true,
        [HENKA_ABSENCE] = true,
        [HENKA_ABANDONED] = true,
    };
    return (unsigned)reason < sizeof can / sizeof *can && can[reason];
}

static bool lost_royals(const Position *p, int side) {
    const HenkaVariant *v = p->variant;
    int in_array = 0;
    if (position_royals_lost(p) && !p->royals[side]) return true;
    if (!p->royals[side] || !(v->any_royal_loses >> side & 1)) return false;
    for (int square = 0; square < v->squares; square++) {
        Piece piece = v->start_board[square];
        in_array += piece && piece_side(piece) == side && v->types[piece_type(piece)].royal;
    }
    return p->royals[side] < in_array;
}

static bool is_bare(const Position *p, int side) {
    const HenkaVariant *v = p->variant;
    for (int type = 1; type <= v->type_count && v->bare_of_kinds; type++) {
        if (!type_bit(v->bare_types, type)) continue;
        int index = v->hand_index[type],
            count = v->hands && index != HAND_NONE ? p->hand[side][index] : 0;
        for (int square = 0; square < v->squares; square++)
            count += p->board[square] == piece_make(side, type);
        if (!count) return true;
    }
    if (v->bare_of_kinds || !(v->bare_loses || is_royalless(v, side))) return false;
    if (p->piece_count[side] > p->royals[side]) return false;
    for (int i = 0; i < p->variant->hand_count && p->variant->hands; i++)
        if (p->hand[side][i]) return false;
    return true;
}

/* Can the side to move, which has only royals left, bare the other side with its next move? */
static bool can_bare_back(Position *p) {
    Move list[HENKA_MAX_MOVES];
    int count = movegen_legal(p, MOVEGEN_CAPTURES, list);
    for (int i = 0; i < count; i++) {
        movegen_spend_trial(p);
        Position after = *p;
        Edits edits;
        position_do(&after, list[i], &edits);
        if (is_bare(&after, !p->side)) return true;
    }
    return false;
}

static HenkaOutcome stuck_outcome(const Position *p) {
    const HenkaVariant *v = p->variant;
    int more = p->piece_count[HENKA_SENTE] - p->piece_count[HENKA_GOTE];
    HenkaReason stuck = v->royal == ROYAL_CHECKMATE ? HENKA_STALEMATE : HENKA_NO_LEGAL_MOVE;
    if (v->royal == ROYAL_CHECKMATE && attacks_in_check(p))
        return (HenkaOutcome){HENKA_CHECKMATE, !p->side};
    switch (v->stalemate) {
    case STALEMATE_DRAW:
        return (HenkaOutcome){HENKA_STALEMATE, -1};
    case STALEMATE_FEWER: /* the side with fewer pieces, in hand or on the board, has won */
        for (int i = 0; i < v->hand_count && v->hands; i++)
            more += p->hand[HENKA_SENTE][i] - p->hand[HENKA_GOTE][i];
        return (HenkaOutcome){HENKA_STALEMATE, !more ? -1 : more > 0 ? HENKA_GOTE : HENKA_SENTE};
    case STALEMATE_WIN:
        return (HenkaOutcome){stuck, p->side};
    case STALEMATE_LOSS:
        return (HenkaOutcome){stuck, !p->side};
    case STALEMATE_ILLEGAL:
        break; /* giving stalemate is illegal, so the side to move caused it and loses */
    }
    return (HenkaOutcome){HENKA_NO_LEGAL_MOVE, !p->side};
}

/* Changes the winner in variants in which a loss wins (misere) or a draw does (draw_wins). */
static HenkaOutcome settled(const HenkaVariant *v, HenkaOutcome outcome) {
    bool lost = outcome.reason == HENKA_CHECKMATE || outcome.reason == HENKA_ROYAL_CAPTURED ||
                outcome.reason == HENKA_ROYALS_LOST || outcome.reason == HENKA_BARED;
    if (v->misere && lost && outcome.winner >= 0) outcome.winner = !outcome.winner;
    if (v->draw_wins && outcome.reason != HENKA_PLAYING && outcome.winner < 0)
        outcome.winner = v->draw_wins - 1;
    return outcome;
}

/* Tests for lost royals, goals, checks, baring and no legal move, not for misere and draw_wins. */
static HenkaOutcome plain_outcome(Position *p) {
    const HenkaVariant *v = p->variant;
    bool sente = lost_royals(p, HENKA_SENTE), gote = lost_royals(p, HENKA_GOTE);
    if (sente || gote)
        return (HenkaOutcome){royal_types(v) > 1 ? HENKA_ROYALS_LOST : HENKA_ROYAL_CAPTURED,
                              sente && gote ? -1
                              : sente       ? HENKA_GOTE
                                            : HENKA_SENTE};
    int winner = v->wins_outright ? position_winner(p) : NO_WINNER;
    if (winner == NO_WINNER && position_awaits_answer(p) && !movegen_any_legal(p))
        winner = HENKA_SENTE;
    if (winner == BOTH_WIN) return (HenkaOutcome){HENKA_GOAL_REACHED, -1};
    if (winner != NO_WINNER)
        return (HenkaOutcome){
            position_checks_suffice(p, winner) ? HENKA_CHECKS_GIVEN : HENKA_GOAL_REACHED, winner};
    if (v->bare_loses || v->royal_sides) {
        bool mover = is_bare(p, p->side), other = is_bare(p, !p->side);
        if (mover && other) return (HenkaOutcome){HENKA_BARED, -1};
        if (other) return (HenkaOutcome){HENKA_BARED, p->side};
        if (mover && !(v->bare_draw_if_bared_back && can_bare_back(p)))
            return (HenkaOutcome){HENKA_BARED, !p->side};
    }
    return movegen_any_legal(p) ? PLAYING : stuck_outcome(p);
}

HenkaOutcome game_position_outcome(Position *p) { return settled(p->variant, plain_outcome(p)); }

bool game_restarts_count(const HenkaVariant *v, Move move, const Edits *edits) {
    if (move_is_drop(move)) return true;
    for (int i = 0; i < edits->board_count; i++) {
        Piece was = edits->board[i].was;
        if (!was) continue;
        if (edits->board[i].square != move_from(move) && !move_is_castling(move)) return true;
        if (v->types[piece_type(was)].restarts_count) return true;
    }
    return false;
}

int game_uneventful_plies(const HenkaGame *game) {
    int count = 0;
    while (count < game->plies) {
        const HistoryEntry *entry = &game->history[game->plies - 1 - count];
        if (game_restarts_count(game->variant, entry->move, &entry->edits)) break;
        count++;
    }
    return count;
}

HenkaOutcome henka_game_outcome(const HenkaGame *game) {
    const HenkaVariant *v = game->variant;
    if (game->ended.reason != HENKA_PLAYING) return game->ended;
    Position p = game->position;
    HenkaOutcome outcome = game_position_outcome(&p);
    if (outcome.reason == HENKA_PLAYING && v->repeat != REPEAT_ILLEGAL)
        outcome = game_repetition(game);
    if (outcome.reason == HENKA_PLAYING && v->move_limit) {
        game_spend_history(game);
        if (game_uneventful_plies(game) >= 2 * v->move_limit)
            outcome = (HenkaOutcome){HENKA_MOVE_LIMIT, -1};
    }
    if (outcome.reason == HENKA_PLAYING && v->repeat == REPEAT_ILLEGAL) {
        Move list[HENKA_MAX_MOVES];
        int count = movegen_legal(&p, MOVEGEN_ALL, list), barred = 0;
        while (barred < count && game_repeats_illegally(game, list[barred])) barred++;
        if (count && barred == count) outcome = (HenkaOutcome){HENKA_NO_LEGAL_MOVE, !p.side};
    }
    if (game_is_spent(game)) return PLAYING;
    return outcome.winner < 0 ? settled(v, outcome) : outcome;
}

static bool royals_entered(const Position *p, int side) {
    for (int square = 0; square < p->variant->squares; square++) {
        Piece piece = p->board[square];
        if (piece && piece_side(piece) == side && p->variant->types[piece_type(piece)].royal &&
            !in_zone(p->variant, side, square))
            return false;
    }
    return p->royals[side] > 0;
}

/* Returns the points of a side's pieces on the board (if zone_only: in its promotion zone) and in
 * hand. *pieces: set to the number of the counted pieces on the board, without royals. */
static int impasse_points(const Position *p, int side, bool zone_only, int *pieces) {
    const HenkaVariant *v = p->variant;
    int points = 0;
    *pieces = 0;
    for (int square = 0; square < v->squares; square++) {
        Piece piece = p->board[square];
        if (!piece || piece_side(piece) != side || (zone_only && !in_zone(v, side, square)))
            continue;
        points += v->types[piece_type(piece)].impasse_value;
        *pieces += !v->types[piece_type(piece)].royal;
    }
    for (int i = 0; i < v->hand_count && v->hands; i++)
        points += p->hand[side][i] * v->types[v->hand_types[i]].impasse_value;
    return points;
}

/* Tests the declaration (nyugyoku), by which a side that cannot be mated ends the game. The
 * declarer's royal has to be in the zone and, if it is the declarer's turn, not in check. The
 * declarer needs the required points. With impasse_pieces, shogi's 27-point rule (Computer Shogi
 * Association) applies: it has to be the declarer's turn, enough pieces have to be in the zone, and
 * only these pieces and the declarer's hand count. Without impasse_pieces, both royals have to be
 * in the zones. The other side loses if it lacks the points; otherwise the game is a draw. */
static bool declare(HenkaGame *game, int side) {
    const Position *p = &game->position;
    const HenkaVariant *v = game->variant;
    bool by_pieces = v->impasse_pieces;
    int pieces, others, needed = v->impasse_points - (by_pieces && side == HENKA_GOTE);
    if ((by_pieces ? p->side != side : !needed || !royals_entered(p, !side)) ||
        !royals_entered(p, side) || (p->side == side && attacks_in_check(p)) ||
        impasse_points(p, side, by_pieces, &pieces) < needed || pieces < v->impasse_pieces)
        return false;
    bool drawn = !by_pieces && impasse_points(p, !side, false, &others) >= needed;
    game->ended = settled(v, (HenkaOutcome){HENKA_IMPASSE, drawn ? -1 : side});
    return true;
}

bool henka_game_end(HenkaGame *game, HenkaReason reason, HenkaSide side) {
    if ((side != HENKA_SENTE && side != HENKA_GOTE) ||
        henka_game_outcome(game).reason != HENKA_PLAYING || game_is_spent(game))
        return false;
    switch (reason) {
    case HENKA_RESIGNATION:
    case HENKA_TIME:
    case HENKA_ABSENCE:
    case HENKA_ILLEGAL_MOVE:
        game->ended = (HenkaOutcome){reason, !side};
        return true;
    case HENKA_MOVE_LIMIT:
    case HENKA_DRAW_AGREED:
        game->ended = settled(game->variant, (HenkaOutcome){reason, -1});
        return true;
    case HENKA_ABANDONED:
        game->ended = (HenkaOutcome){reason, -1};
        return true;
    case HENKA_IMPASSE:
        return declare(game, side);
    default:
        return false;
    }
}

/* ---- repetition ----------------------------------------------------------------------------- */

/* Did every second move, from ply `first` up to ply `count` - 1, give check? */
static bool all_checks(const bool *checks, size_t stride, int first, int count) {
    for (int i = first; i < count; i += 2)
        if (!checks[(size_t)i * stride]) return false;
    return true;
}

/* A position repeats after an even number of plies. So the side to move now also moved at ply
 * `first`, and both sides have moved since then. */
int game_repetition_result(const HenkaVariant *v, const bool *checks, size_t stride, int first,
                           int count) {
    if (v->repeat != REPEAT_DRAW_PERPETUAL_LOSES) return 0;
    bool mine = all_checks(checks, stride, first, count),
         theirs = all_checks(checks, stride, first + 1, count);
    return theirs - mine;
}

int game_occurrences(const HenkaGame *game, uint64_t key) {
    int count = 0;
    for (int i = 0; i < game->plies; i++) count += game->history[i].key == key;
    return count;
}

enum { COPY_STEPS = 32 /* steps charged for copying a position */ };

bool game_repeats_illegally(const HenkaGame *game, Move move) {
    const HenkaVariant *v = game->variant;
    if (v->repeat != REPEAT_ILLEGAL) return false;
    bool possible = false;
    for (int i = 0; i < game->plies && !possible; i++) possible = game->history[i].repeated;
    if (!possible || game_is_spent(game)) return false;
    game_spend_history(game);
    budget_spend(game->position.budget, 0, COPY_STEPS);
    Position after = game->position;
    Edits edits;
    position_do(&after, move, &edits);
    return game_occurrences(game, after.key) >= v->repeat_count - 1;
}

HenkaOutcome game_repetition(const HenkaGame *game) {
    const HenkaVariant *v = game->variant;
    HenkaOutcome playing = {HENKA_PLAYING, -1};
    int seen = 1, first = game->plies, side = game->position.side;
    if (v->repeat == REPEAT_NONE) return playing;
    game_spend_history(game);
    /* Positions with the same side to move are an even number of plies apart. */
    for (int i = game->plies - 2; i >= 0 && seen < v->repeat_count; i -= 2)
        if (game->history[i].key == game->position.key) seen++, first = i;
    if (seen < v->repeat_count) return playing;
    if (v->repeat == REPEAT_ILLEGAL) return (HenkaOutcome){HENKA_REPETITION, side};
    int result =
        game_repetition_result(v, &game->history->check, sizeof *game->history, first, game->plies);
    return result ? (HenkaOutcome){HENKA_PERPETUAL_CHECK, result > 0 ? side : !side}
                  : (HenkaOutcome){HENKA_REPETITION, -1};
}
