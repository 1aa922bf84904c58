/* state - what a session holds, for the files of this room.
 *
 * Threads  Everything is under `lock`, which session_line holds while a command runs and the search
 *          thread takes to write and to finish. The engine and think.game belong to the search
 *          thread while think.running.
 */
#ifndef HENKA_PROTOCOL_STATE_H
#define HENKA_PROTOCOL_STATE_H

#include "henka.h"
#include "protocol/catalogue.h"
#include "protocol/session.h"
#include "protocol/words.h"

#include <pthread.h>

enum { SETTING_LIMIT = 64, MATE_LINE_LIMIT = 1024 };

/* A command's arguments are the rest of its line. */
typedef struct Command {
    const char *name;
    void (*run)(Session *, const char *arguments);
} Command;

typedef struct Protocol {
    const char *name;
    const Command *commands;
    size_t command_count;
    void (*unknown)(Session *, const char *line);
    void (*info)(Session *, const HenkaInfo *);   /* a line of thinking */
    void (*done)(Session *, const HenkaResult *); /* the answer of a search */
    void (*after)(Session *);                     /* the search is over: another may be started */
    void (*variant_changed)(Session *);
    void (*complain)(Session *, const char *message); /* something in the last line was wrong */
} Protocol;

extern const Protocol protocol_usi, protocol_uci, protocol_cecp;

typedef struct Options {
#define SPIN(field, usi, uci, standard, low, high) int64_t field;
#define CHECK(field, usi, uci, standard) bool field;
#include "protocol/options.def"
#undef SPIN
#undef CHECK
} Options;

/* The search under way, or the last one. */
typedef struct Think {
    pthread_t thread;
    bool started;        /* the thread exists */
    bool asked, running; /* asked: not taken up yet; running: from the asking until the answer was
                            written */
    bool held;           /* infinite or pondering: no answer before stop or ponderhit */
    bool stopped, abandoned; /* abandoned: nobody wants the answer */
    bool closing;
    bool mate;       /* the answer is `checkmate …` */
    bool silent;     /* no lines of thinking */
    HenkaGame *game; /* where it was asked */
    HenkaLimits limits;
    HenkaMove moves[HENKA_MAX_MOVES]; /* of limits.search_moves */
    HenkaMove line[MATE_LINE_LIMIT];  /* the last principal variation */
    HenkaInfo last;
    int64_t started_ms;
} Think;

/* What XBoard's protocol keeps between commands. */
typedef struct Cecp {
    int engine_side; /* -1: force mode */
    bool analyzing, post, ponder, illegal_position;
    int64_t moves_per_session, base_ms, increment_ms, move_ms,
        time_ms[2]; /* time: own, the opponent's */
    int depth;
    char pongs[256];      /* pings to answer after the move */
    char legs[WORD_SIZE]; /* of a move whose last leg has not come */
    int lifted[8], lifted_count;
    bool pondering;
    HenkaMove ponder_move, hint;
    int last_score_cp;
    HenkaMove excluded[256];
    int excluded_count;
} Cecp;

struct Session {
    SessionConfig config;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    const Protocol *protocol; /* NULL until the first command told */
    bool over;
    Catalogue *catalogue;
    size_t variant_index;
    HenkaVariant *variant;
    HenkaGame *game;
    char *settings[SETTING_LIMIT]; /* rulings, "NAME=VALUE" */
    size_t setting_count;
    Options options;
    HenkaEngine *engine;
    Think think;
    Cecp cecp;
};

/* ---- session.c: saying, games ---------------------------------------------------------------- */

void say(Session *, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Lines of a text, each by itself. */
void say_lines(Session *, const char *text);
void complain(Session *, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Another game of the catalogue, at its start. False: said why. */
bool session_choose(Session *, size_t variant_index);
void session_place(Session *, HenkaGame *); /* takes it */

/* ---- options.c ------------------------------------------------------------------------------- */

void options_standard(Session *);
/* Every option as a line, in the way of USI (and UCI: uci_names). */
void options_say(Session *, bool uci_names);
void options_feature(Session *); /* in the way of CECP */
void option_set(Session *, const char *name, const char *value);
int hash_limit(const Session *);
int thread_limit(const Session *);

/* ---- think.c --------------------------------------------------------------------------------- */

/* The engine, of the size asked for. NULL: no memory, said so. Not while it searches. */
HenkaEngine *think_engine(Session *);
/* Starts on a copy of session->game (after one more move: `after`, or none). limits.search_moves
 * are think.moves when there are any. */
void think_start(Session *, const HenkaLimits *, HenkaMove after);
/* Ends it now. The answer is written, unless it is abandoned. */
void think_stop(Session *, bool abandon);
/* Until it has answered, at most so long. */
void think_wait(Session *, int64_t wait_ms);
void think_ponderhit(Session *);
void think_close(Session *);

/* ---- go.c, info.c, position.c, debug.c: shared by USI and UCI -------------------------------- */

void go_run(Session *, const char *arguments);
void position_run(Session *, const char *arguments);
void info_line(Session *, const HenkaInfo *, bool mate_in_moves);
void stop_run(Session *, const char *arguments);
void ponderhit_run(Session *, const char *arguments);
void ready_run(Session *, const char *arguments);
void new_game_run(Session *, const char *arguments);
void option_run(Session *, const char *arguments);
void quit_run(Session *, const char *arguments);
void ignore_run(Session *, const char *arguments);
void variant_say(Session *);
void unknown_say(Session *, const char *line);
void info_complain(Session *, const char *message);

#define DEBUG_COMMANDS                                                                             \
    {"d", debug_board}, {"print", debug_board}, {"eval", debug_eval}, {"perft", debug_perft},      \
        {"moves", debug_moves}, {                                                                  \
        "wait", debug_wait                                                                         \
    }
void debug_board(Session *, const char *arguments);
void debug_eval(Session *, const char *arguments);
void debug_perft(Session *, const char *arguments);
void debug_moves(Session *, const char *arguments);
void debug_wait(Session *, const char *arguments);

#endif
