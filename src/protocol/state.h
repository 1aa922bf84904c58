/* state - the data of a session, for the files of src/protocol.
 * Threads  `lock` protects all data. session_line holds it while a command runs, and the search
 *          thread takes it to write and to finish. The engine and think.game belong to the search
 *          thread while think.state is not THINK_IDLE.
 */
#ifndef HENKA_PROTOCOL_STATE_H
#define HENKA_PROTOCOL_STATE_H

#include "base/message.h"
#include "henka.h"
#include "protocol/registry.h"
#include "protocol/session.h"
#include "protocol/words.h"

#include <pthread.h>

enum { SETTING_LIMIT = 64, MATE_LINE_LIMIT = 1024 };

/* A command. While it runs, it is session->command, and session->arguments the text behind it. */
typedef struct Command {
    const char *name;       /* the first word of the line */
    void (*run)(Session *); /* NULL: the command is accepted and ignored */
    int which;              /* distinguishes commands that share `run` */
} Command;

typedef enum { USI, UCI, CECP, PROTOCOL_COUNT } ProtocolIndex;

/* The functions and words of one protocol; each is a constant in usi.c or cecp.c. */
typedef struct Protocol {
    ProtocolIndex index;                          /* the protocol that these functions speak */
    const char *name;                             /* name in the line `begins=` of a game's file */
    const Command *commands;                      /* found by the first word of a line */
    size_t command_count;                         /* number of entries in `commands` */
    HenkaNotation notation;                       /* notation in which the protocol writes moves */
    void (*unknown)(Session *, const char *line); /* handles a line with no known command */
    void (*info)(Session *, const HenkaInfo *);   /* writes depth, score and line of a search */
    void (*done)(Session *, const HenkaResult *); /* writes the answer of a search */
    void (*after)(Session *);                     /* called after `done`, to ponder; may be NULL */
    void (*variant_changed)(Session *);           /* announces the game that was set up */
    const char *complaint;                        /* text before the message of an error */
} Protocol;

extern const Protocol protocol_usi, protocol_uci, protocol_cecp;

/* The settings that a GUI can change; options.def has their names and ranges. */
typedef struct Options {
    HenkaEngineOptions engine;
    int level;        /* strength: 0: full; 1: weakest ... HENKA_MAX_LEVEL */
    int vary_cp;      /* HenkaLimits.vary_cp, with a new seed for each search; 0: off */
    int skill;        /* the level as Stockfish's Skill Level: 0: weakest ... 20: full strength */
    int resign_value; /* resigns at a score of -resign_value centipawns or less */
    int ponder;       /* 0 or 1; without effect, because the GUI decides when to ponder */
} Options;

/* The state of a search. IDLE -> SEARCHING, HELD or PONDERING by think_start; PONDERING ->
 * SEARCHING or HELD by think_ponderhit; any of these -> STOPPING or ABANDONED by think_stop; every
 * state -> IDLE when the answer is written or dropped. */
typedef enum ThinkState {
    THINK_IDLE,
    THINK_SEARCHING, /* the answer is written as soon as it is known */
    THINK_HELD,      /* infinite search: the answer waits for a stop */
    THINK_PONDERING, /* the answer waits for a ponderhit or a stop */
    THINK_STOPPING,  /* stopped: the answer is written as soon as the engine returns */
    THINK_ABANDONED  /* like THINK_STOPPING, but the answer is dropped */
} ThinkState;

/* The search under way, or the last one. */
typedef struct Think {
    pthread_t thread;   /* the search thread; valid if has_thread */
    bool has_thread;    /* `thread` exists */
    bool closing;       /* the session ends, so the thread must end */
    ThinkState state;   /* state of the search and of its answer */
    uint64_t number;    /* number of searches started; a new number wakes the thread */
    bool no_position;   /* the last `position` was refused, so the answer is "no move" */
    bool mate;          /* started by `go mate`: the answer is `checkmate ...` */
    bool silent;        /* no `info` lines are written during the search */
    int64_t started_ms; /* time of the call of think_start, by clock_ms */
    HenkaGame *game;    /* a copy of the position searched */
    HenkaLimits limits; /* limits given to the engine; unchanged while it searches */
    bool endless;       /* `go mate infinite`: only a mate or `stop` ends the search */
    bool ponder;        /* pondering, and the opponent has not played the expected move yet */
    HenkaMove moves[HENKA_MAX_MOVES]; /* room for limits.search_moves */
    HenkaMove line[MATE_LINE_LIMIT];  /* the last principal variation */
    HenkaInfo last;                   /* the last info from the engine; its pv is `line` */
} Think;

/* The data that XBoard's protocol keeps between commands. */
typedef struct Cecp {
    int engine_side;                                  /* the engine's side; -1: none (force mode) */
    bool analyzing;                                   /* between the commands analyze and exit */
    bool post;                                        /* depth, score and line are shown (post) */
    bool ponder;                                      /* think in the opponent's time (hard) */
    bool illegal_position;                            /* the last setboard was refused */
    int64_t moves_per_session, base_ms, increment_ms; /* from the command level: base_ms for each
                                                         moves_per_session moves (0: the game) */
    int64_t move_ms;                                  /* time a move, from st; 0: by the clocks */
    int64_t time_ms[2];                               /* time left: [0] engine, [1] opponent */
    int depth;                                        /* from the command sd; 0: no limit */
    char pongs[256];                                  /* numbers of pings to answer after a move */
    char legs[WORD_SIZE];                             /* legs (parts) so far of an incomplete move
                                                         */
    int lifted[8], lifted_count; /* squares that the player clicked, first the lifted piece's */
    HenkaMove ponder_move;       /* the opponent's expected move, on which the engine ponders */
    HenkaMove hint;              /* the reply that the engine expects to its last move */
    int last_score_cp;           /* the engine's score for its last move, in centipawns */
    HenkaMove excluded[256];     /* moves kept out of the search (exclude) */
    int excluded_count;          /* number of entries in `excluded` */
} Cecp;

struct Session {
    SessionConfig config;     /* copy of the config given to session_new */
    pthread_mutex_t lock;     /* protects all members below: see Threads at the head of this file */
    pthread_cond_t changed;   /* signals changes of think.state, think.number, think.closing */
    const Protocol *protocol; /* NULL until the first command shows which protocol the GUI speaks */
    const Protocol *expected; /* the protocol used while `protocol` is NULL */
    const Command *command;   /* the command that runs */
    const char *arguments;    /* the text after the command on its line */
    bool over;                /* the command quit was read */
    Registry *registry;       /* the games to choose from; owned unless the config gave it */
    size_t first_index;       /* registry index of the game that the session begins with */
    bool first_named;         /* the user, not the protocol, decided first_index */
    bool game_chosen;         /* the user or the GUI has chosen a game by its name */
    size_t variant_index;     /* registry index of the chosen game */
    char wanted_variant[64];  /* name of a game that was chosen before it was added; or "" */
    HenkaVariant *variant;    /* the chosen game with the rulings in `settings` */
    HenkaGame *game;          /* the game at the present position */
    bool position_refused;    /* the last `position` was refused, so there is none to search */
    char *settings[SETTING_LIMIT]; /* the rulings that are set, "NAME=VALUE"; "": free entry */
    size_t setting_count;          /* number of entries in `settings` */
    Options options;               /* options other than rulings, as last set */
    char *eval_path;               /* path of the option EvalFile; NULL: the game's own numbers */
    bool eval_waits;               /* eval_path or game changed since the last load */
    HenkaEngine *engine;           /* NULL until the first isready or search */
    Think think;                   /* the search under way, or the last one */
    Cecp cecp;                     /* data of XBoard's protocol; unused in others */
};

/* ---- session.c: output, choice of the game --------------------------------------------------- */

void session_say(Session *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void session_say_lines(Session *, const char *text);
/* Reports an error to the GUI: a message of messages.def with its arguments, or a HenkaError. */
#define session_complain(session, ...)                                                             \
    session_inform(session, state_protocol(session)->complaint, __VA_ARGS__)
void session_complain_error(Session *, const HenkaError *);
/* Writes a sentence as one line, after `prefix`, which the protocol puts before free text. */
#define session_inform(session, prefix, ...)                                                       \
    session_inform_of(session, prefix, &MESSAGE_OF(__VA_ARGS__))
void session_inform_of(Session *, const char *prefix, const Message *);
/* Sets up a game of the registry at its start. False: the reason was sent to the GUI. */
bool session_choose(Session *, size_t variant_index);
/* The protocol that the GUI speaks, or, until that is known, the expected one. */
static inline const Protocol *state_protocol(const Session *session) {
    return session->protocol ? session->protocol : session->expected;
}
void session_place(Session *, HenkaGame *); /* sets the position; takes ownership of the game */
/* Is there a position? If not, because the last one was refused, reports that to the GUI. */
bool session_has_position(Session *);

/* ---- options.c ------------------------------------------------------------------------------- */

void options_standard(Session *);
/* Announces every option in the form of the protocol. */
void options_say(Session *, ProtocolIndex);
void option_set(Session *, const char *name, const char *value);
/* Greatest hash (MiB) and number of threads, by the machine or the session's config. */
int options_hash_limit(const Session *);
int options_thread_limit(const Session *);

/* ---- think.c --------------------------------------------------------------------------------- */

/* The engine with options and EvalFile set. NULL: no memory, reported. Not during a search. */
HenkaEngine *think_engine(Session *);
/* Starts to search a copy of session->game. `after`: a move to play on the copy first, or
 * HENKA_NO_MOVE. limits.search_moves is NULL or think.moves. */
void think_start(Session *, const HenkaLimits *, HenkaMove after);
/* Stops the search and waits for its end. The answer is written, unless `abandon` is set. */
void think_stop(Session *, bool abandon);
/* Waits until the search has answered, but at most wait_ms. */
void think_wait(Session *, int64_t wait_ms);
/* The opponent has played the expected move. clocks: new limits; NULL: the limits stay. */
void think_ponderhit(Session *, const HenkaLimits *clocks);
void think_close(Session *);

/* ---- debug.c: commands for a person, in every protocol --------------------------------------- */

void debug_board(Session *);
void debug_eval(Session *);
void debug_perft(Session *);
void debug_moves(Session *);
void debug_wait(Session *);
/* clang-format off */
#define DEBUG_COMMANDS                                                                             \
    {"d", debug_board}, {"print", debug_board}, {"eval", debug_eval}, {"perft", debug_perft},      \
    {"moves", debug_moves}, {"wait", debug_wait}
/* clang-format on */

#endif
