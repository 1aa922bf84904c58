/* Made-up games (oddity.h), men anywhere on their boards and random play: the fast generator is the
 * oracle, a move is in the list exactly when it is accepted, checks are found as they are, undo
 * restores every byte, hashes and texts come back the same, and the search plays only legal moves.
 *
 * oddities [GAMES [FIRST]]   more games, or from a later one */
#include "oddity.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "format/keys.h"
#include "format/write.h"
#include "rules/game.h"
#include "rules/oracle.h"
#include "show.h"
#include "sorted.h"
#include "tables/tables.h"
#include "turned.h"

enum { GAMES = 110, PLAYED = 2, TEXT = 1 << 14 };

static Move fast[HENKA_MAX_MOVES], slow[HENKA_MAX_MOVES], part[HENKA_MAX_MOVES];
static char text[ODDITY_TEXT], written[TEXT], again[TEXT];
static int game_number;

#define EXPECT(condition, ...)                                                                     \
    do {                                                                                           \
        bool holds_ = (condition);                                                                 \
        CHECK(holds_, __VA_ARGS__);                                                                \
        if (!holds_) tell_position(p);                                                             \
    } while (0)

static void tell_position(const Position *p) {
    printf("  game %d, %s\n", game_number, show_position(p));
}

static bool has(const Move *list, int count, Move m) {
    return bsearch(&m, list, (size_t)count, sizeof m, move_by_value);
}

static void tell_difference(const Position *p, const char *who, const Move *a, int count,
                            const Move *b, int other) {
    for (int i = 0, printed = 0; i < count && printed < 3; i++) {
        if (has(b, other, a[i])) continue;
        int type = move_is_drop(a[i]) ? move_dropped(a[i]) : piece_type(p->board[move_from(a[i])]);
        printf("  %s only: %s (%s) %s%d-%d becomes %d, %d victims\n", who,
               p->variant->types[type].id, p->variant->types[type].betza,
               move_is_drop(a[i]) ? "drop " : "", move_from(a[i]), move_to(a[i]),
               move_becomes(a[i]), move_victim_count(a[i]));
        printed++;
    }
}

/* ---- moves */

static int check_lists(Position *p) {
    int count = movegen_legal(p, MOVEGEN_ALL, fast), slow_count = oracle_legal(p, slow);
    moves_sort(fast, count), moves_sort(slow, slow_count);
    bool same = count == slow_count && !memcmp(fast, slow, sizeof *fast * (size_t)count);
    EXPECT(same, "%d moves, the oracle has %d", count, slow_count);
    if (!same)
        tell_difference(p, "fast", fast, count, slow, slow_count),
            tell_difference(p, "oracle", slow, slow_count, fast, count);
    int captures = movegen_legal(p, MOVEGEN_CAPTURES, part),
        quiets = movegen_legal(p, MOVEGEN_QUIETS, part + captures);
    bool apart = captures + quiets == count;
    for (int i = 0; i < captures + quiets; i++)
        apart &= position_is_capture(p, part[i]) == (i < captures);
    moves_sort(part, captures + quiets);
    EXPECT(apart && !memcmp(part, fast, sizeof *fast * (size_t)count),
           "%d captures and %d quiets are not the %d moves", captures, quiets, count);
    EXPECT(movegen_any_legal(p) == (count > 0), "%d moves, but movegen_any_legal denies it", count);
    return count;
}

/* Does a royal of the other side look at this square along a line of `royalsFace`? */
static bool plainly_faced(const Position *p, int square, int side) {
    const HenkaVariant *v = p->variant;
    int ranks = v->ranks, found = 0;
    for (int way = 0; way < 9; way++) {
        int files_step = way / 3 - 1, ranks_step = way % 3 - 1;
        int line = !ranks_step ? 2 : !files_step ? 1 : 4;
        int file = square / ranks + files_step, rank = square % ranks + ranks_step;
        if (way == 4 || !(v->royals_may_not_face & line)) continue;
        for (; file >= 0 && rank >= 0 && file < v->files && rank < ranks;
             file += files_step, rank += ranks_step) {
            Piece piece = p->board[file * ranks + rank];
            found += piece && piece_side(piece) != side && v->types[piece_type(piece)].royal;
            if (piece || v->hole[file * ranks + rank]) break;
        }
    }
    return found > 0;
}

/* Could the other side take a royal whose loss decides, by its pieces' legs alone? */
static bool plainly_in_check(const Position *p) {
    const HenkaVariant *v = p->variant;
    bool last_counts = p->royals[p->side] > 1 && !(v->any_royal_loses >> p->side & 1);
    int safe = 0;
    if (!p->royals[p->side] || (last_counts && !v->duple_check)) return false;
    for (int royal = 0; royal < v->squares; royal++) {
        Piece piece = p->board[royal];
        if (!piece || piece_side(piece) != p->side || !v->types[piece_type(piece)].royal) continue;
        bool attacked = !last_counts && v->royals_may_not_face && plainly_faced(p, royal, p->side);
        for (int from = 0; from < v->squares; from++)
            attacked |= p->board[from] && piece_side(p->board[from]) != p->side &&
                        oracle_walk_attacks(p, from, royal);
        safe += !attacked;
    }
    return last_counts ? !safe : safe < p->royals[p->side];
}

static void check_accepted(Position *p, int count, Random *random) {
    CheckInfoBuffer checkinfo = {.filled = false};
    for (int i = 0; i < 12; i++) {
        Move other = i % 3 && count ? fast[random_below(random, (uint32_t)count)] ^
                                          (Move)1 << random_below(random, 31)
                                    : random_next(random);
        bool listed = has(fast, count, other);
        EXPECT(movegen_is_legal_with(p, &checkinfo, other) == listed, "%llx is %slisted",
               (unsigned long long)other, listed ? "" : "not ");
    }
    for (int i = 0; i < 12 && count; i++) {
        Move m = fast[random_below(random, (uint32_t)count)];
        EXPECT(movegen_is_legal_with(p, &checkinfo, m), "the listed move %llx is refused",
               (unsigned long long)m);
    }
}

static void check_made(Position *p, Move m) {
    Position before = *p;
    Edits e;
    uint64_t foreseen = position_hash_after(p, m);
    bool gives = attacks_gives_check(p, m), exact = !move_victim_count(m) && !move_is_skip(m) &&
                                                    !p->skipped && !p->variant->tables->state;
    GivesCheck foresees = attacks_in_check(p) ? CHECK_UNKNOWN : attacks_gives_check_fast(p, m);
    int becomes = position_becomes(p, m);
    EXPECT(!memcmp(&before, p, sizeof before), "looking at %llx changes the position",
           (unsigned long long)m);
    position_do(p, m, &e);
    EXPECT(p->hash == position_hash_from_scratch(p) && p->key == position_key_from_scratch(p),
           "hash after %llx", (unsigned long long)m);
    EXPECT(p->hash == foreseen || !exact, "hash foreseen of %llx", (unsigned long long)m);
    EXPECT(gives == attacks_in_check(p), "gives_check of %llx", (unsigned long long)m);
    EXPECT(foresees == CHECK_UNKNOWN || (foresees == CHECK_YES) == gives, "foresee_check of %llx",
           (unsigned long long)m);
    EXPECT(piece_type(p->board[move_to(m)]) == becomes, "%llx becomes %d", (unsigned long long)m,
           becomes);
    position_undo(p, &e);
    EXPECT(!memcmp(&before, p, sizeof before), "undo of %llx does not restore",
           (unsigned long long)m);
}

/* A hand that holds all it can takes no more. No SFEN has such a position, but an array may lead to
 * one. */
static void check_full_hands(const Position *before, int count, Random *random) {
    Position full = *before, *p = &full;
    for (int i = 0; i < p->variant->hand_count; i++) position_set_hand(p, p->side, i, HAND_MOST);
    for (int i = 0; i < 4; i++) check_made(p, fast[random_below(random, (uint32_t)count)]);
}

/* Are the squares of both sides the same when the board is turned? */
static bool squares_turn(const HenkaVariant *v, const SquareSet *const sets[2]) {
    for (int square = 0; square < v->squares; square++) {
        bool sente = !sets[0] || square_in(sets[0], square),
             gote = !sets[1] || square_in(sets[1], v->squares - 1 - square);
        if (sente != gote) return false;
    }
    return true;
}

/* The same, where a side has no squares that has no set. */
static bool sets_turn(const HenkaVariant *v, const SquareSet *const sets[2]) {
    return (!sets[0] && !sets[1]) || (sets[0] && sets[1] && squares_turn(v, sets));
}

/* Is the game the same from both sides? A first move of its own looks at the array, which need not
 * be; nor need regions, goals and zones. */
static bool turns(const HenkaVariant *v) {
    if (v->any_royal_loses == 1 || v->any_royal_loses == 2 || v->goal_rule == GOAL_ANSWERED)
        return false; /* not the same rule */
    for (int type = 1; type <= v->type_count; type++)
        if (!squares_turn(v, v->types[type].region) || !squares_turn(v, v->types[type].drops) ||
            !sets_turn(v, v->types[type].goal))
            return false;
    return !v->tables->state && sets_turn(v, v->zone_squares);
}

/* ---- texts */

/* From anywhere to anywhere, perhaps promoting; or a drop: a legal move, or there is a reason why
 * not. */
static void check_explained(const HenkaGame *game, Random *random) {
    const HenkaVariant *v = game->variant;
    const Position *p = &game->position;
    char from[16], to[16];
    int type = 1 + (int)random_below(random, (uint32_t)v->type_count);
    henka_square_name(v, (int)random_below(random, (uint32_t)v->squares), from, sizeof from);
    henka_square_name(v, (int)random_below(random, (uint32_t)v->squares), to, sizeof to);
    if (random_below(random, 3))
        snprintf(written, sizeof written, "%s%s%s", from, to, random_below(random, 2) ? "+" : "");
    else
        snprintf(written, sizeof written, "%s*%s", v->types[type].id, to);
    Move m = MOVE_NONE;
    HenkaError error = {0};
    bool legal = henka_move_parse(game, written, &m, &error);
    if (legal)
        EXPECT(henka_game_legal(game, m), "%s is read, but not legal", written);
    else
        EXPECT(henka_game_explain_illegal(game, written, HENKA_ENGLISH, again, sizeof again) > 0 &&
                   strcmp(again, "this is not a legal move"),
               "%s: neither legal nor why: %s", written, again);
}

static void check_texts(const Position *p, int count, Random *random) {
    HenkaGame *game = game_from(p, 7);
    HenkaError error = {0};
    henka_game_sfen(game, written, sizeof written);
    HenkaGame *back = henka_game_new(p->variant, written, &error);
    CHECK(back, "game %d: %s: %s", game_number, written, error.message);
    if (back) {
        henka_game_sfen(back, again, sizeof again);
        EXPECT(!strcmp(written, again) && henka_game_hash(back) == henka_game_hash(game),
               "reads as %s", again);
    }
    HenkaOutcome outcome = henka_game_outcome(game);
    size_t legal = henka_game_moves(game, part, HENKA_MAX_MOVES);
    EXPECT((outcome.reason == HENKA_PLAYING) == (legal > 0), "%s with %zu moves",
           henka_reason_name(outcome.reason), legal);
    EXPECT((outcome.reason == HENKA_CHECKMATE) <= (!count && plainly_in_check(p)), "checkmate");
    for (int i = 0; i < 4 && legal; i++) {
        static const HenkaNotation notations[] = {HENKA_USI, HENKA_WESTERN, HENKA_JAPANESE,
                                                  HENKA_COORDINATES};
        Move m = part[random_below(random, (uint32_t)legal)], read = MOVE_NONE;
        henka_move_text(game, m, notations[i], written, sizeof written);
        bool understood = henka_move_parse(game, written, &read, &error);
        EXPECT(understood && read == m, "%llx is written %s, read %llx (%s)", (unsigned long long)m,
               written, (unsigned long long)read, understood ? "" : error.message);
    }
    check_explained(game, random);
    henka_game_free(back);
    henka_game_free(game);
}

static void check_record(const HenkaGame *game) {
    const Position *p = &game->position;
    HenkaError error = {0};
    size_t length = henka_record_write(game, HENKA_RECORD_HENKA, NULL, written, sizeof written);
    HenkaGame *back = length < sizeof written
                          ? henka_record_read(written, length, game->variant, NULL, &error)
                          : NULL;
    EXPECT(back && henka_game_hash(back) == henka_game_hash(game) &&
               henka_game_plies(back) == henka_game_plies(game),
           "record: %d:%d %s", error.line, error.column, error.message);
    henka_game_free(back);
}

static void check_words(const HenkaVariant *v) {
    CHECK(henka_variant_describe(v, HENKA_ENGLISH, NULL, 0) > 50, "game %d is described in nothing",
          game_number);
    for (int type = 1; type <= v->type_count; type++)
        CHECK(henka_variant_describe_type(v, type, HENKA_ENGLISH, NULL, 0),
              "game %d: %s is described in nothing", game_number, v->types[type].id);
    Out out = out_to(written, sizeof written);
    write_variant(v, &out);
    HenkaVariant *back = henka_variant_parse(written, out.length, NULL, 0, NULL);
    CHECK(back, "game %d is written as what is refused:\n%s", game_number, written);
    if (!back) return;
    Out second = out_to(again, sizeof again);
    write_variant(back, &second);
    CHECK(!strcmp(written, again), "game %d is written twice, two texts", game_number);
    henka_variant_free(back);
}

/* ---- positions */

/* Where the generator itself makes every move and looks, or looks twice as deep: fewer of
 * everything. */
typedef struct Effort {
    int positions, plies, nodes, men,
        held; /* men: most of a sparse position; held: one kind in so many is in hand */
} Effort;

static const Effort efforts[] = {{16, 24, 2000, 0, 3}, {6, 12, 60, 6, 4}, {2, 4, 4, 4, 8}};

static const Effort *effort_for(const HenkaVariant *v) {
    bool bars =
        v->royal == ROYAL_CHECKMATE && (v->stalemate == STALEMATE_ILLEGAL ||
                                        v->tables->bars_drops || (v->squares > 128 && v->hands));
    return &efforts[!bars || v->tables->direct ? 0 : v->tables->attack_by_legs ? 2 : 1];
}

static int empty_square(const Position *p, Random *random) {
    for (;;) {
        int square = (int)random_below(random, (uint32_t)p->variant->squares);
        if (!p->board[square] && !p->variant->hole[square]) return square;
    }
}

static void fill_hands(Position *p, Random *random) {
    const HenkaVariant *v = p->variant;
    for (int i = 0; i < v->hand_count; i++) {
        int men = 0;
        for (int square = 0; square < v->squares; square++)
            men += p->board[square] &&
                   v->types[piece_type(p->board[square])].in_hand == v->hand_types[i];
        for (int side = 0; side < 2; side++) {
            int count = random_below(random, (uint32_t)effort_for(v)->held) ? 0
                        : random_below(random, 8) ? 1 + (int)random_below(random, 2)
                                                  : HAND_MOST - men;
            if (count < 0 || count + men > HAND_MOST) count = 0;
            position_set_hand(p, side, i, count);
            men += count;
        }
    }
}

/* Few men or many, a royal a side as a rule. */
static void scatter(Position *p, const HenkaVariant *v, Random *random) {
    const Effort *effort = effort_for(v);
    int royal_types[4], kinds = 0, room = v->squares - 3;
    position_clear(p, v);
    for (int type = 1; type <= v->type_count && kinds < 4; type++)
        if (v->types[type].royal) royal_types[kinds++] = type;
    for (int side = 0; side < 2; side++)
        for (int i = random_below(random, 4) ? 1 : (int)random_below(random, 3);
             i > 0 && kinds && room-- > 0; i--)
            position_put(p, empty_square(p, random),
                         piece_make(side, royal_types[random_below(random, (uint32_t)kinds)]));
    int men = 1 + (int)random_below(random, effort->men || random_below(random, 4)
                                                ? 6
                                                : (uint32_t)v->squares * 2 / 3);
    if (effort->men && men > effort->men) men = effort->men;
    for (int i = 0; i < men && room-- > 0; i++) {
        int type = 1 + (int)random_below(random, (uint32_t)v->type_count);
        if (!v->types[type].royal)
            position_put(p, empty_square(p, random),
                         piece_make((int)random_below(random, 2), type));
    }
    fill_hands(p, random);
    position_set_side(p, (int)random_below(random, 2));
    if (v->skip_not_twice) position_set_skipped(p, (int)random_below(random, 4));
    if (v->strikes && random_below(random, 2)) position_set_skipped(p, p->skipped | STRUCK);
}

/* Where royals are mated, who just moved does not stand in check. */
static bool can_arise(const Position *p) {
    Position q = *p;
    position_set_side(&q, !p->side);
    if (!p->piece_count[0] && !p->piece_count[1]) return false; /* no text has an empty board */
    return p->variant->royal == ROYAL_CAPTURE || !attacks_in_check(&q);
}

static int check_position(Position *p, Random *random) {
    int count = check_lists(p);
    EXPECT(attacks_in_check(p) == plainly_in_check(p), "check is reported as %d",
           attacks_in_check(p));
    check_accepted(p, count, random);
    for (int i = 0; i < 8 && count; i++) check_made(p, fast[random_below(random, (uint32_t)count)]);
    if (p->variant->hands && count) check_full_hands(p, count, random);
    if (turns(p->variant)) {
        Position other = turned(p);
        int there = movegen_legal(&other, MOVEGEN_ALL, part);
        EXPECT(there == count && attacks_in_check(&other) == attacks_in_check(p),
               "%d moves, turned %d", count, there);
    }
    check_texts(p, count, random);
    return count;
}

/* ---- games and search */

/* Repetition counts too: what is listed is accepted, and what was played comes back. */
static HenkaGame *check_play(const HenkaVariant *v, Random *random, bool checked) {
    HenkaGame *game = henka_game_new(v, NULL, NULL);
    int plies =
        effort_for(v)->plies / 2 + (int)random_below(random, (uint32_t)effort_for(v)->plies);
    for (int ply = 0; ply < plies; ply++) {
        if (checked && ply % 3 == 0) check_position(&game->position, random);
        size_t count = henka_game_moves(game, slow, HENKA_MAX_MOVES);
        Position *p = &game->position;
        EXPECT((count > 0) == (henka_game_outcome(game).reason == HENKA_PLAYING), "%zu moves: %s",
               count, henka_reason_name(henka_game_outcome(game).reason));
        if (!count) break;
        HenkaMove m = slow[random_below(random, (uint32_t)count)];
        uint64_t before = henka_game_hash(game);
        EXPECT(henka_game_legal(game, m) && henka_game_play(game, m), "the move %llx is refused",
               (unsigned long long)m);
        henka_game_undo(game);
        EXPECT(henka_game_hash(game) == before, "a move taken back");
        henka_game_play(game, m);
    }
    return game;
}

typedef struct Judge {
    const HenkaGame *game;
    uint64_t line;
} Judge;

static void judge(void *context, const HenkaInfo *info) {
    Judge *j = context;
    HenkaGame *copy = henka_game_copy(j->game);
    for (size_t i = 0; i < info->pv_length; i++) {
        const Position *p = &copy->position;
        j->line = j->line * 31 + info->pv[i];
        bool played = henka_game_play(copy, info->pv[i]);
        EXPECT(played, "depth %d: move %zu of the line, %llx, is not legal", info->depth, i + 1,
               (unsigned long long)info->pv[i]);
        if (!played) break;
    }
    henka_game_free(copy);
}

static void check_search(HenkaEngine *engine, const HenkaGame *game, bool twice) {
    const Position *p = &game->position;
    int nodes = effort_for(game->variant)->nodes;
    HenkaLimits limits = {.nodes = (uint64_t)nodes};
    Judge judges[2] = {{game}, {game}};
    HenkaResult results[2];
    for (int i = 0; i <= twice; i++) {
        henka_engine_new_game(engine);
        results[i] = henka_engine_go(engine, game, &limits, judge, &judges[i]);
    }
    bool over = henka_game_outcome(game).reason != HENKA_PLAYING;
    EXPECT(over ? !results[0].best : henka_game_legal(game, results[0].best),
           "the search answers %llx", (unsigned long long)results[0].best);
    EXPECT(!twice || (results[0].best == results[1].best && results[0].nodes == results[1].nodes &&
                      judges[0].line == judges[1].line),
           "searched twice, two lines");
    EXPECT(results[0].nodes <= limits.nodes, "%llu nodes of %d",
           (unsigned long long)results[0].nodes, nodes);
}

/* The weakest level, and a search for mate. */
static void check_other_searches(HenkaEngine *engine, const HenkaGame *game) {
    const Position *p = &game->position;
    int nodes = effort_for(game->variant)->nodes / 4;
    HenkaLimits limits[] = {{.nodes = (uint64_t)nodes, .level = 1, .seed = 5},
                            {.nodes = (uint64_t)nodes, .mate_plies = 3}};
    for (int i = 0; i < 2; i++) {
        Judge j = {game};
        HenkaResult result = henka_engine_go(engine, game, &limits[i], judge, &j);
        EXPECT(!result.best || henka_game_legal(game, result.best), "%s answers %llx",
               i ? "go mate" : "level 1", (unsigned long long)result.best);
    }
}

static void check_game(const HenkaVariant *v, HenkaEngine *engine, Random *random) {
    int sparse = effort_for(v)->positions;
    check_words(v);
    for (int i = 0; i < sparse; i++) {
        Position p;
        scatter(&p, v, random);
        if (can_arise(&p)) check_position(&p, random);
    }
    for (int i = 0; i < PLAYED; i++) {
        HenkaGame *game = check_play(v, random, i == 0);
        check_record(game);
        check_search(engine, game, i == 0);
        if (i) check_other_searches(engine, game);
        henka_game_free(game);
    }
}

static HenkaVariant *parse(const char *from) {
    HenkaDiagnostic entries[4];
    HenkaReport report = {.entries = entries, .cap = 4};
    HenkaVariant *v = henka_variant_parse(from, strlen(from), NULL, 0, &report);
    CHECK(v, "game %d is refused:\n%s", game_number, from);
    for (size_t i = 0; !v && i < report.count && i < report.cap; i++)
        if (entries[i].fatal)
            printf("  %d:%d: %s\n", entries[i].at.line, entries[i].at.column,
                   entries[i].at.message);
    return v;
}

/* ---- rules that no game has ------------------------------------------------------------------ */

static bool key_met[256]; /* by its row of schema.def: some game has it */

static void meet_keys(void) {
    for (int i = 0; key_at(i); i++) {
        size_t length = strlen(key_at(i)->name);
        for (const char *at = text; !key_met[i] && (at = strstr(at, key_at(i)->name)); at++)
            key_met[i] = at[length] == '=' && (at == text || at[-1] == '\n' || at[-1] == ' ');
    }
}

/* A key that stands in no game is never compared with the oracle: it needs its aspect in oddity.c,
 * or a place here. */
static void check_keys_met(void) {
    static const char *const others[] = {
        /* They bar no move. */
        "strict", "impassePoints", "impassePieces", "impasseValue", "kanji", "western",
        "squareAlone", "board", "ruling", "fenLetters", "otherLetters", "promotionSign",
        "overlooks", "family",
        /* They say in another way what other keys say, or where the pieces begin. */
        "extends", "format", "firstRank", "morph", "captureMatrix", "shuffle", "array", "handicap",
        /* tests/data/perft/fairy has them. */
        "promoChoiceOf", "royalSides"};
    for (int i = 0; key_at(i); i++) {
        const Key *key = key_at(i);
        bool met = key_met[i] || key->kind == KEY_SECTION || key->kind == KEY_TEXT ||
                   key->kind == KEY_DRAWS || key->kind == KEY_FOREIGN;
        for (size_t other = 0; other < sizeof others / sizeof *others; other++)
            met |= !strcmp(others[other], key->name);
        CHECK(met, "no game has `%s`", key->name);
    }
}

int main(int argc, char **argv) {
    static Pairs pairs;
    int games = argc > 1 ? atoi(argv[1]) : CHECK_TIMES(GAMES), first = argc > 2 ? atoi(argv[2]) : 0;
    Random choosing = {1};
    HenkaEngine *engine = henka_engine_new(&(HenkaEngineOptions){.hash_mib = 1});
    for (game_number = 0; game_number < games; game_number++) {
        Random random = {(uint64_t)game_number};
        Oddity oddity = oddity_next(&choosing, &pairs);
        if (game_number < first) continue;
        Out out = out_to(text, sizeof text);
        oddity_write(&oddity, &random, &out);
        meet_keys();
        HenkaVariant *v = parse(text);
        if (!v) continue;
        int failed = check_failed;
        check_game(v, engine, &random);
        if (check_failed > failed) printf("%s\n", text);
        henka_variant_free(v);
    }
    henka_engine_free(engine);
    if (!first && games >= CHECK_TIMES(GAMES)) check_keys_met();
    printf("%d games, %d pairs of choices\n", games, pairs.count);
    return check_done();
}
