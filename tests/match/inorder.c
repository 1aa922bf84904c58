/* Work on several threads: handed over in order, each piece once; ended by a failure or a cancel
 * with a whole beginning, and nothing lost or leaked. */
#include "match/inorder.h"
#include "check.h"

#include <sched.h>
#include <stdlib.h>

/* What a run is to do, and what became of it. */
typedef struct Task {
    int fails_to_open, fails_at, refuses_at, cancels_at; /* numbers; -1: never */
    int taken[3000], count;                              /* what was handed over */
    int waits_for, made, made_before_first;              /* number 0 waits until so many are made */
    int opened, ends;                                    /* how often */
} Task;

static atomic_bool cancelled;

static void *open_worker(void *context) {
    Task *task = context;
    if (task->fails_to_open) return NULL;
    __atomic_add_fetch(&task->opened, 1, __ATOMIC_RELAXED);
    return malloc(1);
}

static void close_worker(void *worker) { free(worker); }

static void *make(void *context, void *worker, int number) {
    Task *task = context;
    *(char *)worker = (char)number;
    while (!number && __atomic_load_n(&task->made, __ATOMIC_RELAXED) < task->waits_for)
        sched_yield();
    __atomic_add_fetch(&task->made, 1, __ATOMIC_RELAXED);
    if (number == task->fails_at) return NULL;
    if (number == task->cancels_at) cancelled = 1;
    int *piece = malloc(sizeof *piece);
    *piece = 7 * number;
    return piece;
}

static bool take(void *context, const void *piece, int number) {
    Task *task = context;
    if (!number) task->made_before_first = __atomic_load_n(&task->made, __ATOMIC_RELAXED);
    if (number == task->refuses_at) return false;
    task->taken[task->count++] = *(const int *)piece == 7 * number ? number : -1;
    return true;
}

static void look(void *context, int taken, bool ended) {
    Task *task = context;
    (void)taken;
    if (ended) task->ends++;
}

static InOrderEnd run(Task *task, int first, int count, int threads) {
    const InOrder work = {first, count, threads,      task, open_worker,
                          make,  take,  close_worker, look, &cancelled};
    cancelled = 0;
    task->count = task->ends = task->opened = task->made = 0;
    InOrderEnd end = inorder_run(&work);
    int place = 0;
    while (place < task->count && task->taken[place] == first + place) place++;
    CHECK(place == task->count, "place %d: %d", place, task->taken[place]);
    CHECK(task->ends == 1, "the end was told %d times", task->ends);
    CHECK(end.taken == first + task->count, "%d handed over, not %d", end.taken - first,
          task->count);
    return end;
}

int main(void) {
    static Task task;
    for (int threads = 1; threads <= 5; threads += 2) {
        CHECK_ABOUT("%d threads", threads);
        task = (Task){.fails_at = -1, .refuses_at = -1, .cancels_at = -1};
        InOrderEnd end = run(&task, 0, 2500, threads);
        CHECK(end.taken == 2500 && !end.failed && task.opened == threads, "%d of 2500, %d open",
              end.taken, task.opened);
        end = run(&task, 17, 40, threads);
        CHECK(end.taken == 40 && !end.failed, "%d of 40", end.taken);
        end = run(&task, 5, 5, threads);
        CHECK(end.taken == 5 && !end.failed, "nothing to do: %d", end.taken);
        task.fails_at = 60;
        end = run(&task, 0, 2500, threads);
        CHECK(end.taken <= 60 && end.failed, "%d before the one that can't be made", end.taken);
        task.fails_at = -1, task.refuses_at = 33;
        end = run(&task, 0, 2500, threads);
        CHECK(end.taken == 33 && end.failed, "%d before the one that is refused", end.taken);
        task.refuses_at = -1, task.cancels_at = 90;
        end = run(&task, 0, 2500, threads);
        CHECK(end.taken >= 91 && (threads > 1 || end.taken == 91) && !end.failed,
              "%d before the cancel", end.taken);
        task.cancels_at = -1, task.fails_to_open = 1;
        end = run(&task, 0, 20, threads);
        CHECK(end.taken == 0 && end.failed, "%d without a worker", end.taken);
    }
    /* While the first piece is being made the others go on, but not for ever. */
    CHECK_ABOUT("a slow first piece");
    task =
        (Task){.fails_at = -1, .refuses_at = -1, .cancels_at = -1, .waits_for = INORDER_AHEAD - 1};
    InOrderEnd end = run(&task, 0, 3000, 3);
    CHECK(end.taken == 3000 && !end.failed, "%d of 3000", end.taken);
    CHECK(task.made_before_first <= INORDER_AHEAD + 2, "%d were made before the first",
          task.made_before_first);
    return check_done();
}
