#include "study/study_trials.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "study/study_games.h"

enum { TRIAL_HASH_MIB = 64, SFEN_CAP = 4096 };

void study_trials_free(StudyGames *games) {
    for (int i = 0; i < games->trial_count; i++) {
        StudyTrial *trial = &games->trials[i];
        free(trial->starts[0]), free(trial->starts[1]);
        study_games_free(&trial->games);
    }
    free(games->trials);
    games->trials = NULL, games->trial_count = 0;
}

/* Adds a trial with copies of these starts. NULL: no memory. */
static StudyTrial *add_trial(StudyGames *list, const StudyPlan *plan, int games, const char *even,
                             const char *odd) {
    StudyTrial *more = realloc(list->trials, sizeof *more * (size_t)(list->trial_count + 1));
    if (!more) return NULL;
    list->trials = more;
    StudyTrial *trial = &more[list->trial_count++];
    *trial = (StudyTrial){.score_cp = STUDY_NO_SCORE, .starts = {strdup(even), strdup(odd)}};
    if (!trial->starts[0] || !trial->starts[1]) return NULL;
    trial->plan = *plan;
    trial->plan.strengths = 1;
    trial->plan.nodes[0] = plan->nodes[plan->strengths - 1];
    trial->plan.games = games;
    trial->plan.common.count = 0;
    trial->plan.starts[0] = trial->starts[0], trial->plan.starts[1] = trial->starts[1];
    return trial;
}

void study_trial_folder(Out *out, const StudyPlan *plan, const StudyTrial *trial) {
    if (trial->move)
        out_format(out, "first-%s", trial->usi);
    else
        out_format(out, "exchange-%s-%s", henka_variant_type(plan->variant, trial->without[0]).id,
                   henka_variant_type(plan->variant, trial->without[1]).id);
}

/* ---- first moves ---- */

/* The best first moves that a search of several lines reported. */
typedef struct FirstMoves {
    HenkaMove moves[STUDY_FIRST_MOVES]; /* by rank; HENKA_NO_MOVE: not reported */
} FirstMoves;

static void note_line(void *context, const HenkaInfo *info) {
    FirstMoves *best = context;
    if (info->pv_length && info->multipv <= STUDY_FIRST_MOVES)
        best->moves[info->multipv - 1] = info->pv[0];
}

static void add_move(HenkaMove *moves, int *count, HenkaMove move) {
    for (int i = 0; i < *count; i++)
        if (moves[i] == move) return;
    if (move && *count < STUDY_FIRST_MOVES) moves[(*count)++] = move;
}

/* Finds the first moves to be tried: all legal ones, or the best by the search. If the search
 * reported too few lines, legal moves in their usual order fill the list. Returns their number. */
static int choose_moves(HenkaEngine *engine, const HenkaGame *start, uint64_t nodes,
                        const HenkaMove *legal, size_t legal_count, HenkaMove *moves) {
    FirstMoves best = {0};
    int count = 0;
    if (legal_count > STUDY_FIRST_MOVES && engine) {
        HenkaEngineOptions options = henka_engine_options(engine);
        options.multi_pv = STUDY_FIRST_MOVES;
        henka_engine_set_options(engine, &options);
        henka_engine_go(engine, start, &(HenkaLimits){.nodes = nodes}, note_line, &best);
        options.multi_pv = 1;
        henka_engine_set_options(engine, &options);
    }
    for (int i = 0; i < STUDY_FIRST_MOVES; i++) add_move(moves, &count, best.moves[i]);
    for (size_t i = 0; i < legal_count; i++) add_move(moves, &count, legal[i]);
    return count;
}

bool study_trials_first(StudyGames *list, const StudyPlan *plan, int games, uint64_t nodes,
                        bool searched) {
    HenkaEngineOptions options = HENKA_ENGINE_DEFAULTS;
    options.hash_mib = TRIAL_HASH_MIB;
    HenkaGame *start = henka_game_new(plan->variant, NULL, NULL);
    HenkaMove *legal = malloc(sizeof *legal * HENKA_MAX_MOVES), moves[STUDY_FIRST_MOVES];
    HenkaEngine *engine = searched ? henka_engine_new(&options) : NULL;
    bool ok = start && legal && (engine || !searched);
    int count = 0;
    if (ok)
        count = choose_moves(engine, start, nodes, legal,
                             henka_game_moves(start, legal, HENKA_MAX_MOVES), moves);
    for (int i = 0; ok && i < count; i++) {
        HenkaGame *after = henka_game_copy(start);
        char sfen[SFEN_CAP] = "";
        ok = after && henka_game_play(after, moves[i]) &&
             henka_game_sfen(after, sfen, sizeof sfen) < sizeof sfen;
        bool goes_on = ok && henka_game_outcome(after).reason == HENKA_PLAYING;
        henka_game_free(after);
        if (!goes_on) continue; /* a move that ends the game at once needs no trial */
        StudyTrial *trial = add_trial(list, plan, games, sfen, sfen);
        if (!(ok = trial)) break;
        trial->move = moves[i];
        trial->nodes = nodes;
        henka_move_text(start, moves[i], HENKA_USI, trial->usi, sizeof trial->usi);
        henka_move_text(start, moves[i], HENKA_WESTERN, trial->name, sizeof trial->name);
        if (!engine) continue;
        const HenkaLimits limits = {
            .nodes = nodes, .search_moves = &moves[i], .search_move_count = 1};
        henka_engine_new_game(engine);
        HenkaResult result = henka_engine_go(engine, start, &limits, NULL, NULL);
        trial->depth = result.depth;
        trial->score_cp =
            henka_game_side(start) == HENKA_SENTE ? result.score_cp : -result.score_cp;
    }
    henka_engine_free(engine);
    henka_game_free(start);
    free(legal);
    return ok;
}

/* ---- exchanges ---- */

/* Writes the SFEN without the piece on the square. The rank's text is split into squares: a piece
 * is a letter, or letters in braces, after any "+"; "*" is a hole; a number: empty squares. */
static void write_without(Out *out, const HenkaVariant *variant, const char *sfen, int square) {
    int ranks = henka_variant_ranks(variant), files = henka_variant_files(variant),
        rank = square % ranks, column = files - 1 - square / ranks, empty = 0;
    for (int i = 0; i < rank; i++) {
        size_t length = strcspn(sfen, "/") + 1;
        out_bytes(out, sfen, length);
        sfen += length;
    }
    for (int at = 0; *sfen && *sfen != '/' && *sfen != ' ';) {
        const char *end = sfen;
        int squares = 1;
        if (isdigit((unsigned char)*sfen)) {
            squares = (int)strtol(sfen, (char **)&end, 10);
        } else {
            while (*end == '+') end++;
            end += *end == '{' ? strcspn(end, "}") + 1 : 1;
        }
        bool is_empty = isdigit((unsigned char)*sfen) || at == column;
        if (is_empty) empty += squares;
        if (!is_empty && empty) out_format(out, "%d", empty), empty = 0;
        if (!is_empty) out_bytes(out, sfen, (size_t)(end - sfen));
        at += squares, sfen = end;
    }
    if (empty) out_format(out, "%d", empty);
    out_text(out, sfen);
}

/* The square of one piece of the type: the first one of sente's, and the last one of gote's, which
 * corresponds to it in an array that is turned round. -1: the side has none. */
static int square_of(const HenkaGame *start, int squares, int type, HenkaSide side) {
    int found = -1;
    for (int square = 0; square < squares; square++) {
        HenkaSide owner = HENKA_SENTE;
        if (henka_game_piece(start, square, &owner) != type || owner != side) continue;
        if (side == HENKA_GOTE || found < 0) found = square;
    }
    return found;
}

/* The SFEN of the start without a piece of each side's given type, allocated. NULL: no memory. */
static char *start_without(const HenkaGame *start, int sentes, int gotes) {
    const HenkaVariant *variant = henka_game_variant(start);
    int squares = study_squares(variant);
    Out half = out_growing(), whole = out_growing();
    write_without(&half, variant, henka_variant_start(variant),
                  square_of(start, squares, sentes, HENKA_SENTE));
    char *text = out_take(&half);
    if (text) write_without(&whole, variant, text, square_of(start, squares, gotes, HENKA_GOTE));
    free(text);
    return text ? out_take(&whole) : NULL;
}

bool study_trials_exchange(StudyGames *list, const StudyPlan *plan, int games) {
    const HenkaVariant *variant = plan->variant;
    HenkaGame *start = henka_game_new(variant, NULL, NULL);
    int types[HENKA_MAX_TYPES], count = 0, squares = study_squares(variant);
    if (!start) return false;
    for (int type = 1; type <= henka_variant_type_count(variant); type++) {
        int value = henka_variant_type_value(variant, type), at = count;
        if (henka_variant_type(variant, type).royal ||
            square_of(start, squares, type, HENKA_SENTE) < 0 ||
            square_of(start, squares, type, HENKA_GOTE) < 0)
            continue;
        for (; at && henka_variant_type_value(variant, types[at - 1]) < value; at--)
            types[at] = types[at - 1];
        types[at] = type, count++;
    }
    bool ok = true;
    for (int i = 0; ok && i + 1 < count && i < STUDY_EXCHANGES; i++) {
        char *even = start_without(start, types[i], types[i + 1]),
             *odd = start_without(start, types[i + 1], types[i]);
        HenkaGame *begun = even ? henka_game_new(variant, even, NULL) : NULL,
                  *turned = odd ? henka_game_new(variant, odd, NULL) : NULL;
        ok = even && odd;
        /* An array that the game's rules refuse without these pieces is left out. */
        bool playable = begun && turned && henka_game_outcome(begun).reason == HENKA_PLAYING &&
                        henka_game_outcome(turned).reason == HENKA_PLAYING;
        StudyTrial *trial = playable ? add_trial(list, plan, games, even, odd) : NULL;
        if (trial) trial->without[0] = types[i], trial->without[1] = types[i + 1];
        if (playable && !trial) ok = false;
        henka_game_free(begun), henka_game_free(turned);
        free(even), free(odd);
    }
    henka_game_free(start);
    return ok;
}
