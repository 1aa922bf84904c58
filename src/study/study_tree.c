/* How games from the start begin: their first plies as a tree (study_measures.h). */
#include <stdlib.h>

#include "study/study_measures.h"

/* The games in order of their first moves, and the tree while it grows. */
typedef struct Growing {
    StudyReport *report;
    const StudyGame **games; /* [count] */
    int count;
    ShareGame *shares; /* room for as many */
} Growing;

static HenkaMove move_at(const StudyGame *game, int ply) {
    return ply < game->plies ? game->ply[ply].move : HENKA_NO_MOVE;
}

/* Do the first so many plies of both differ? Below 0: a's come first. */
static int compare(const StudyGame *a, const StudyGame *b, int plies) {
    for (int ply = 0; ply < plies; ply++) {
        HenkaMove x = move_at(a, ply), y = move_at(b, ply);
        if (x != y) return x < y ? -1 : 1;
    }
    return 0;
}

static int by_moves(const void *a, const void *b) {
    const StudyGame *x = *(const StudyGame *const *)a, *y = *(const StudyGame *const *)b;
    int order = compare(x, y, STUDY_LINE_PLIES);
    return order ? order : x->number - y->number;
}

/* Games from `first` on that begin alike. */
typedef struct Bunch {
    int first, count;
} Bunch;

/* Whether a comes before b: more games, or the same and first in order. */
static bool is_greater(const Bunch *a, const Bunch *b) {
    return a->count > b->count || (a->count == b->count && a->first < b->first);
}

/* The greatest of the bunches that follow the moves of this one, the greatest first. */
static int greatest(const Growing *tree, Bunch all, int depth, Bunch found[STUDY_TREE_BRANCHES]) {
    int count = 0;
    for (int i = all.first; i < all.first + all.count;) {
        Bunch bunch = {i, 0};
        for (; i < all.first + all.count &&
               !compare(tree->games[bunch.first], tree->games[i], depth + 1);
             i++)
            bunch.count++;
        if (bunch.count * 100 < tree->count * STUDY_TREE_PER_CENT ||
            tree->games[bunch.first]->plies <= depth)
            continue;
        for (int k = 0; k < STUDY_TREE_BRANCHES; k++) {
            if (k < count && !is_greater(&bunch, &found[k])) continue;
            Bunch last = found[k];
            found[k] = bunch;
            if (k == count) {
                count++;
                break;
            }
            bunch = last;
        }
    }
    return count;
}

static void grow(Growing *tree, Bunch all, int depth) {
    Bunch found[STUDY_TREE_BRANCHES] = {0};
    int count = depth < STUDY_TREE_PLIES ? greatest(tree, all, depth, found) : 0;
    for (int i = 0; i < count; i++) {
        StudyBranch *branch = &tree->report->branches[tree->report->branch_count++];
        *branch = (StudyBranch){
            .game = tree->games[found[i].first], .depth = depth + 1, .games = found[i].count};
        for (int k = 0; k < found[i].count; k++) {
            const StudyGame *game = tree->games[found[i].first + k];
            tree->shares[k] = (ShareGame){game->opening, study_points(game)};
        }
        branch->share = statistics_clustered(tree->shares, found[i].count, 1);
        grow(tree, found[i], depth + 1);
    }
}

bool study_tree(StudyReport *report) {
    const StudyGames *games = report->games;
    size_t room = (size_t)games->count + 1, branches = 1, most = 0;
    for (int depth = 0; depth < STUDY_TREE_PLIES; depth++)
        branches *= STUDY_TREE_BRANCHES, most += branches;
    Growing tree = {.report = report,
                    .games = malloc(room * sizeof *tree.games),
                    .shares = malloc(room * sizeof *tree.shares)};
    report->branches = calloc(most, sizeof *report->branches);
    bool ok = tree.games && tree.shares && report->branches;
    for (int i = 0; ok && i < games->count; i++)
        if (study_is_finished(&games->games[i]) && games->games[i].set == STUDY_START)
            tree.games[tree.count++] = &games->games[i];
    if (ok) {
        qsort(tree.games, (size_t)tree.count, sizeof *tree.games, by_moves);
        for (int plies = 1; plies <= STUDY_LINE_PLIES; plies++)
            for (int i = 0; i < tree.count; i++)
                report->lines[plies - 1] +=
                    !i || compare(tree.games[i - 1], tree.games[i], plies) != 0;
        grow(&tree, (Bunch){0, tree.count}, 0);
    }
    free(tree.games), free(tree.shares);
    return ok;
}
