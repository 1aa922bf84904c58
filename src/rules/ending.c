#include "base/message.h"
#include "rules/game.h"

static const HenkaOutcome PLAYING = {HENKA_PLAYING, -1};

/* Names for files: records, the store of games and JSON hold them, so they must never change. The
 * text for people is MSG_REASON_... (henka_reason_text), in English the same words:
 * tests/notation/endings.c. */
const char *henka_reason_name(HenkaReason reason) {
    static const char *const names[] = {
        [HENKA_PLAYING] = "playing",
        [HENKA_CHECKMATE] = "checkmate",
        [HENKA_STALEMATE] = "stalemate",
        [HENKA_ROYAL_CAPTURED] = "royal captured",
        [HENKA_ROYALS_LOST] = "all royals lost",
        [HENKA_BARED] = "bared",
        [HENKA_REPETITION] = "repetition",
        [HENKA_PERPETUAL_CHECK] = "perpetual check",
        [HENKA_GOAL_REACHED] = "goal reached",
        [HENKA_CHECKS_GIVEN] = "checks given",
        [HENKA_MOVE_LIMIT] = "move limit",
        [HENKA_NO_LEGAL_MOVE] = "no legal move",
        [HENKA_ILLEGAL_MOVE] = "illegal move",
        [HENKA_RESIGNATION] = "resignation",
        [HENKA_DRAW_AGREED] = "draw agreed",
        [HENKA_IMPASSE] = "impasse",
        [HENKA_TIME] = "time",
        [HENKA_ABSENCE] = "absence",
        [HENKA_ABANDONED] = "abandoned",
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

static int royals_in_array(const HenkaVariant *v, int side) {
    int count = 0;
    for (int square = 0; square < v->squares; square++) {
        Piece piece = v->start_board[square];
        count +=
            piece != NO_PIECE && piece_side(piece) == side && v->types[piece_type(piece)].royal;
    }
    return count;
}

static int royal_types(const HenkaVariant *v) {
    int count = 0;
    for (int type = 1; type <= v->type_count; type++) count += v->types[type].royal;
    return count;
}

bool henka_variant_can_end(const HenkaVariant *v, HenkaReason reason) {
    bool mated = v->royal == ROYAL_CHECKMATE, taken = v->royal == ROYAL_CAPTURE,
         stuck_draws = v->stalemate == STALEMATE_DRAW || v->stalemate == STALEMATE_FEWER;
    switch (reason) {
    case HENKA_PLAYING:
        return false;
    case HENKA_CHECKMATE:
        return mated;
    case HENKA_STALEMATE:
        return mated ? v->stalemate != STALEMATE_ILLEGAL : stuck_draws;
    case HENKA_NO_LEGAL_MOVE:
        return v->repeat == REPEAT_ILLEGAL ||
               (mated ? v->stalemate == STALEMATE_ILLEGAL : !stuck_draws);
    case HENKA_ROYAL_CAPTURED:
        return taken && royal_types(v) == 1;
    case HENKA_ROYALS_LOST:
        return taken && royal_types(v) > 1;
    case HENKA_BARED:
        return v->bare_loses || v->royal_sides;
    case HENKA_REPETITION:
        return v->repeat == REPEAT_DRAW || v->repeat == REPEAT_DRAW_PERPETUAL_LOSES;
    case HENKA_PERPETUAL_CHECK:
        return v->repeat == REPEAT_DRAW_PERPETUAL_LOSES && v->royal != ROYAL_NONE;
    case HENKA_GOAL_REACHED:
        return v->goal_count > 0;
    case HENKA_CHECKS_GIVEN:
        return v->checks_to_win > 0;
    case HENKA_MOVE_LIMIT:
        return v->move_limit > 0;
    case HENKA_ILLEGAL_MOVE:
        return v->strict;
    case HENKA_IMPASSE:
        return v->impasse_points > 0 || v->impasse_pieces > 0;
    case HENKA_RESIGNATION:
    case HENKA_DRAW_AGREED:
    case HENKA_TIME:
    case HENKA_ABSENCE:
    case HENKA_ABANDONED:
        return true;
    }
    return false;
}

static bool lost_royals(const Position *p, int side) {
    if (position_royals_lost(p) && !p->royals[side]) return true;
    return p->royals[side] && p->variant->any_royal_loses >> side & 1 &&
           p->royals[side] < royals_in_array(p->variant, side);
}

static HenkaOutcome royals_outcome(const Position *p) {
    bool sente = lost_royals(p, HENKA_SENTE), gote = lost_royals(p, HENKA_GOTE);
    if (!sente && !gote) return PLAYING;
    HenkaReason reason = royal_types(p->variant) > 1 ? HENKA_ROYALS_LOST : HENKA_ROYAL_CAPTURED;
    return (HenkaOutcome){reason, sente && gote ? -1 : sente ? HENKA_GOTE : HENKA_SENTE};
}

/* The number of pieces of that type that a side has, on the board and in hand. */
static int pieces_of(const Position *p, int side, int type) {
    const HenkaVariant *v = p->variant;
    int index = v->hand_index[type],
        count = v->hands && index != HAND_NONE ? p->hand[side][index] : 0;
    for (int square = 0; square < v->squares; square++)
        count += p->board[square] == piece_make(side, type);
    return count;
}

static bool is_bare(const Position *p, int side) {
    const HenkaVariant *v = p->variant;
    for (int type = 1; type <= v->type_count && v->bare_of_kinds; type++)
        if (type_bit(v->bare_types, type) && !pieces_of(p, side, type)) return true;
    if (v->bare_of_kinds || !(v->bare_loses || is_royalless(v, side))) return false;
    if (p->piece_count[side] > p->royals[side]) return false;
    for (int i = 0; i < p->variant->hand_count && p->variant->hands; i++)
        if (p->hand[side][i]) return false;
    return true;
}

/* Can the side to move, which is bared, bare the other side with its next move? */
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

static HenkaOutcome bare_outcome(Position *p) {
    const HenkaVariant *v = p->variant;
    if (!v->bare_loses && !v->royal_sides) return PLAYING;
    bool mover = is_bare(p, p->side), other = is_bare(p, !p->side);
    if (mover && other) return (HenkaOutcome){HENKA_BARED, -1};
    if (other) return (HenkaOutcome){HENKA_BARED, p->side};
    if (mover && !(v->bare_draw_if_bared_back && can_bare_back(p)))
        return (HenkaOutcome){HENKA_BARED, !p->side};
    return PLAYING;
}

/* The side with fewer pieces, hands included; -1 when both have the same number. */
static int side_with_fewer(const Position *p) {
    int more = p->piece_count[HENKA_SENTE] - p->piece_count[HENKA_GOTE];
    for (int i = 0; i < p->variant->hand_count && p->variant->hands; i++)
        more += p->hand[HENKA_SENTE][i] - p->hand[HENKA_GOTE][i];
    return !more ? -1 : more > 0 ? HENKA_GOTE : HENKA_SENTE;
}

static HenkaOutcome stuck_outcome(const Position *p) {
    bool mated = p->variant->royal == ROYAL_CHECKMATE && attacks_in_check(p);
    if (p->variant->stalemate == STALEMATE_FEWER && !mated)
        return (HenkaOutcome){HENKA_STALEMATE, side_with_fewer(p)};
    if (p->variant->royal != ROYAL_CHECKMATE) {
        if (p->variant->stalemate == STALEMATE_DRAW) return (HenkaOutcome){HENKA_STALEMATE, -1};
        return (HenkaOutcome){HENKA_NO_LEGAL_MOVE,
                              p->variant->stalemate == STALEMATE_WIN ? p->side : !p->side};
    }
    if (mated) return (HenkaOutcome){HENKA_CHECKMATE, !p->side};
    switch (p->variant->stalemate) {
    case STALEMATE_DRAW:
        return (HenkaOutcome){HENKA_STALEMATE, -1};
    case STALEMATE_WIN:
        return (HenkaOutcome){HENKA_STALEMATE, p->side};
    case STALEMATE_LOSS:
        return (HenkaOutcome){HENKA_STALEMATE, !p->side};
    case STALEMATE_FEWER:
    case STALEMATE_ILLEGAL:
        break; /* the other side may not give stalemate, so this side's own move led here: it
                  loses */
    }
    return (HenkaOutcome){HENKA_NO_LEGAL_MOVE, !p->side};
}

static HenkaOutcome outright_outcome(Position *p) {
    int side = p->variant->wins_outright ? position_winner(p) : NO_WINNER;
    if (side == NO_WINNER && position_awaits_answer(p) && !movegen_any_legal(p)) side = HENKA_SENTE;
    if (side == NO_WINNER) return PLAYING;
    if (side == BOTH_WIN) return (HenkaOutcome){HENKA_GOAL_REACHED, -1};
    return (HenkaOutcome){
        position_checks_suffice(p, side) ? HENKA_CHECKS_GIVEN : HENKA_GOAL_REACHED, side};
}

/* Changes the winner for variants in which a loss wins (misere) or a draw counts as a win
 * (draw_wins). */
static HenkaOutcome settled(const HenkaVariant *v, HenkaOutcome outcome) {
    bool lost = outcome.reason == HENKA_CHECKMATE || outcome.reason == HENKA_ROYAL_CAPTURED ||
                outcome.reason == HENKA_ROYALS_LOST || outcome.reason == HENKA_BARED;
    if (v->misere && lost && outcome.winner >= 0) outcome.winner = !outcome.winner;
    if (v->draw_wins && outcome.reason != HENKA_PLAYING && outcome.winner < 0)
        outcome.winner = v->draw_wins - 1;
    return outcome;
}

HenkaOutcome game_position_outcome(Position *p) {
    HenkaOutcome outcome = royals_outcome(p);
    if (outcome.reason == HENKA_PLAYING) outcome = outright_outcome(p);
    if (outcome.reason == HENKA_PLAYING) outcome = bare_outcome(p);
    if (outcome.reason == HENKA_PLAYING && !movegen_any_legal(p)) outcome = stuck_outcome(p);
    return settled(p->variant, outcome);
}

/* Does the side to move have legal moves, all of which repetition bars? */
static bool all_barred(const HenkaGame *game) {
    if (game->variant->repeat != REPEAT_ILLEGAL) return false;
    Position p = game->position;
    Move list[HENKA_MAX_MOVES];
    int count = movegen_legal(&p, MOVEGEN_ALL, list);
    for (int i = 0; i < count; i++)
        if (!game_repeats_illegally(game, list[i])) return false;
    return count > 0 && !game_is_spent(game);
}

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

static bool limit_reached(const HenkaGame *game) {
    int plies = 2 * game->variant->move_limit;
    if (plies) game_spend_history(game);
    return plies && game_uneventful_plies(game) >= plies;
}

HenkaOutcome henka_game_outcome(const HenkaGame *game) {
    if (game->ended.reason != HENKA_PLAYING) return game->ended;
    Position p = game->position;
    HenkaOutcome outcome = game_position_outcome(&p);
    if (outcome.reason == HENKA_PLAYING && game->variant->repeat != REPEAT_ILLEGAL)
        outcome = game_repetition(game);
    if (outcome.reason == HENKA_PLAYING && limit_reached(game))
        outcome = (HenkaOutcome){HENKA_MOVE_LIMIT, -1};
    if (outcome.reason == HENKA_PLAYING && all_barred(game))
        outcome = (HenkaOutcome){HENKA_NO_LEGAL_MOVE, !game->position.side};
    if (game_is_spent(game)) return PLAYING;
    return outcome.winner < 0 ? settled(game->variant, outcome) : outcome;
}

int game_impasse_points(const Position *p, int side) {
    const HenkaVariant *v = p->variant;
    int points = 0;
    for (int square = 0; square < v->squares; square++)
        if (p->board[square] && piece_side(p->board[square]) == side)
            points += v->types[piece_type(p->board[square])].impasse_value;
    for (int i = 0; i < v->hand_count && v->hands; i++)
        points += p->hand[side][i] * v->types[v->hand_types[i]].impasse_value;
    return points;
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

/* Returns the points of a side's pieces in its promotion zone and in hand. *pieces: the number of
 * pieces in the zone, royals excluded. */
static int zone_points(const Position *p, int side, int *pieces) {
    const HenkaVariant *v = p->variant;
    int points = 0;
    *pieces = 0;
    for (int square = 0; square < v->squares; square++) {
        Piece piece = p->board[square];
        if (!piece || piece_side(piece) != side || !in_zone(v, side, square)) continue;
        points += v->types[piece_type(piece)].impasse_value;
        *pieces += !v->types[piece_type(piece)].royal;
    }
    for (int i = 0; i < v->hand_count && v->hands; i++)
        points += p->hand[side][i] * v->types[v->hand_types[i]].impasse_value;
    return points;
}

/* The declaration (nyugyoku) by shogi's 27-point rule (Computer Shogi Association): the declarer is
 * to move and not in check, its royal and enough pieces are in the zone, and these pieces and its
 * hand have the points. */
static bool declare_by_pieces(HenkaGame *game, int side) {
    const Position *p = &game->position;
    int pieces, points = zone_points(p, side, &pieces),
                needed = game->variant->impasse_points - (side == HENKA_GOTE);
    if (p->side != side || attacks_in_check(p) || !royals_entered(p, side) ||
        pieces < game->variant->impasse_pieces || points < needed)
        return false;
    game->ended = (HenkaOutcome){HENKA_IMPASSE, side};
    return true;
}

/* Both royals have entered the zone and the declarer has the points. The other side loses if it
 * lacks them; if it has them too, the game is drawn. */
static bool declare_impasse(HenkaGame *game, int side) {
    const Position *p = &game->position;
    int needed = game->variant->impasse_points;
    if (!needed || !royals_entered(p, side) || !royals_entered(p, !side) ||
        (p->side == side && attacks_in_check(p)))
        return false;
    if (game_impasse_points(p, side) < needed) return false;
    int winner = game_impasse_points(p, !side) < needed ? side : -1;
    game->ended = settled(game->variant, (HenkaOutcome){HENKA_IMPASSE, winner});
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
        return game->variant->impasse_pieces ? declare_by_pieces(game, side)
                                             : declare_impasse(game, side);
    default:
        return false;
    }
}
