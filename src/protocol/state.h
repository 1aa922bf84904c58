/* state - the data of a session, for the files of this room.
 * Threads  Everything is under `lock`, which session_line holds while a command runs and the search
 *          thread takes to write and to finish. The engine and think.game belong to the search
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

/* A command's arguments are the rest of its line. */
typedef struct Command {
    const char *name;
    void (*run)(Session *, const char *arguments);
} Command;

typedef enum { USI, UCI, CECP, PROTOCOL_COUNT } ProtocolIndex;

/* The functions of one protocol; a constant in usi.c and cecp.c. */
typedef struct Protocol {
    ProtocolIndex index;                              /* which one it is */
    const char *name;                                 /* "usi": as `begins` in a game's file */
    const Command *commands;                          /* by the first word of a line */
    size_t command_count;                             /* of commands */
    HenkaNotation notation;                           /* notation in which it writes moves */
    void (*unknown)(Session *, const char *line);     /* handles a line that begins with none of
                                                         them */
    void (*info)(Session *, const HenkaInfo *);       /* writes a line of thinking */
    void (*done)(Session *, const HenkaResult *);     /* writes the answer of a search */
    void (*after)(Session *);                         /* called after the answer: another search may
                                                         be started */
    void (*variant_changed)(Session *);               /* announces that another game is set up */
    void (*complain)(Session *, const char *message); /* reports an error in the last line */
} Protocol;

extern const Protocol protocol_usi, protocol_uci, protocol_cecp;

/* What a GUI can set; the table of names and ranges is in options.c. */
typedef struct Options {
    HenkaEngineOptions engine;
    int level;        /* 0 full strength, 1 weakest ... HENKA_MAX_LEVEL */
    int vary_cp;      /* HenkaLimits.vary_cp, with a new seed for each move; 0: off */
    int skill;        /* `level` in Stockfish's scale: 0 weakest ... 20 full strength */
    int resign_value; /* gives up at this score or worse, in centipawns */
    int ponder;       /* 0 or 1; sent by GUIs, which decide themselves when to ponder */
} Options;

/* Where a search stands. IDLE -> SEARCHING, HELD or PONDERING by think_start; PONDERING ->
 * SEARCHING or HELD by think_ponderhit; any of these -> STOPPING or ABANDONED by think_stop; back
 * to IDLE when the answer is written. */
typedef enum ThinkState {
    THINK_IDLE,
    THINK_SEARCHING, /* the answer is written as soon as it is known */
    THINK_HELD,      /* infinite: the answer waits for a stop */
    THINK_PONDERING, /* the answer waits for a ponderhit or a stop */
    THINK_STOPPING,  /* stopped: the answer is written as soon as the engine returns */
    THINK_ABANDONED  /* like THINK_STOPPING, but the answer is dropped */
} ThinkState;

/* The search under way, or the last one. */
typedef struct Think {
    pthread_t thread;   /* exists from the first search on, if has_thread */
    bool has_thread;    /* `thread` exists */
    bool closing;       /* the session ends, so the thread must end */
    ThinkState state;   /* state of the search and of its answer */
    uint64_t number;    /* number of searches started; the thread handles each once */
    bool no_position;   /* the last one was refused: the answer is that there is no move */
    bool mate;          /* started by `go mate`: the answer is `checkmate ...` */
    bool silent;        /* no lines of thinking are written */
    int64_t started_ms; /* when think_start was called */
    HenkaGame *game;    /* a copy of the position searched */
    HenkaLimits limits; /* what the engine is given; unchanged while it searches */
    bool endless;       /* only a mate or `stop` ends it: `go mate infinite` */
    bool ponder;        /* the opponent is to move and has not played the move pondered on */
    HenkaMove moves[HENKA_MAX_MOVES]; /* room for limits.search_moves */
    HenkaMove line[MATE_LINE_LIMIT];  /* the last principal variation */
    HenkaInfo last;                   /* the last line of thinking; its pv is `line` */
} Think;

/* What XBoard's protocol keeps between commands. */
typedef struct Cecp {
    int engine_side;                                  /* HENKA_SENTE, HENKA_GOTE; -1: force mode */
    bool analyzing;                                   /* analyze mode, from analyze to exit */
    bool post;                                        /* show thinking */
    bool ponder;                                      /* think in the opponent's time (hard) */
    bool illegal_position;                            /* the last setboard was refused */
    int64_t moves_per_session, base_ms, increment_ms; /* of the command level; 0 moves: one
                                                         period */
    int64_t move_ms;                                  /* of the command st; 0: play by the clocks */
    int64_t time_ms[2];                               /* clocks: own, the opponent's */
    int depth;                                        /* of the command sd; 0: no limit */
    char pongs[256];                                  /* pings to answer after the move */
    char legs[WORD_SIZE];                             /* legs so far of a move that is not
                                                         complete */
    int lifted[8], lifted_count; /* squares clicked, the lifted piece's first */
    HenkaMove ponder_move;       /* pondered on */
    HenkaMove hint;              /* the answer expected */
    int last_score_cp;           /* score of the last move played */
    HenkaMove excluded[256];     /* moves not to be considered */
    int excluded_count;          /* of excluded */
} Cecp;

struct Session {
    SessionConfig config;     /* as session_new was given it */
    pthread_mutex_t lock;     /* protects all members below: see Threads */
    pthread_cond_t changed;   /* think.state or think.number changed */
    const Protocol *protocol; /* NULL until the first command shows which protocol the GUI speaks */
    const Protocol *expected; /* until then: config.protocol */
    bool over;                /* quit was read */
    Registry *registry;       /* the games to choose from; the config's, or owned */
    size_t first_index;       /* registry index of the game that the session begins with */
    bool first_named;         /* it was named; else it is the protocol's */
    bool game_chosen;         /* some game was chosen by its name */
    size_t variant_index;     /* registry index of the chosen game */
    char wanted_variant[64];  /* the name of a game that was chosen before the option VariantPath
                                 brought it; "" none */
    HenkaVariant *variant;    /* the chosen game under the rulings that are set */
    HenkaGame *game;          /* the position commands are about */
    bool position_refused;    /* the last `position` was refused: there is none to think about */
    char *settings[SETTING_LIMIT]; /* rulings, "NAME=VALUE" */
    size_t setting_count;          /* of settings */
    Options options;               /* all others, as last set */
    char *eval_path;               /* path of the option EvalFile; NULL: the game's own numbers */
    bool eval_waits;               /* it, or the game, was set since the engine last took it up */
    HenkaEngine *engine;           /* made at the first isready or search */
    Think think;                   /* the search under way, or the last one */
    Cecp cecp;                     /* unused in other protocols */
};

/* ---- session.c: saying, games ---------------------------------------------------------------- */

void session_say(Session *, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Lines of a text, each by itself. */
void session_say_lines(Session *, const char *text);
/* Reports what was wrong: a message of messages.def with its arguments, or an error's text. */
#define session_complain(session, ...) session_complain_of(session, &MESSAGE_OF(__VA_ARGS__))
void session_complain_of(Session *, const Message *);
void session_complain_error(Session *, const HenkaError *);
/* Writes a sentence in a line of its own, behind what the protocol puts before free text. */
#define session_inform(session, prefix, ...)                                                       \
    session_inform_of(session, prefix, &MESSAGE_OF(__VA_ARGS__))
void session_inform_of(Session *, const char *prefix, const Message *);
/* Sets up another game of the registry, at its start. False: the reason was sent to the GUI. */
bool session_choose(Session *, size_t variant_index);
/* The protocol the GUI speaks, as far as is known. */
static inline const Protocol *state_protocol(const Session *session) {
    return session->protocol ? session->protocol : session->expected;
}
void session_place(Session *, HenkaGame *); /* takes it */
/* Is there a position to answer for? False after one was refused, which is reported again. */
bool session_has_position(Session *);

/* ---- options.c ------------------------------------------------------------------------------- */

void options_standard(Session *);
/* Every option, in the protocol's way of announcing. */
void options_say(Session *, ProtocolIndex);
void option_set(Session *, const char *name, const char *value);
/* The greatest value of an option here and now: what the machine or the session's limit has. */
int options_hash_limit(const Session *);
int options_thread_limit(const Session *);

/* ---- think.c --------------------------------------------------------------------------------- */

/* The engine, with the options and EvalFile set. NULL: there is no memory, which was reported. Not
 * to be called while it searches. */
HenkaEngine *think_engine(Session *);
/* Starts on a copy of session->game (after one more move: `after`, or none). limits.search_moves
 * are think.moves when there are any. */
void think_start(Session *, const HenkaLimits *, HenkaMove after);
/* Ends the search now. The answer is written, unless it is abandoned. */
void think_stop(Session *, bool abandon);
/* Waits until the search has answered, but at most wait_ms. */
void think_wait(Session *, int64_t wait_ms);
/* The pondered move was played. clocks NULL: the limits given at the start count. */
void think_ponderhit(Session *, const HenkaLimits *clocks);
void think_close(Session *);

/* ---- debug.c: what a person types, in every protocol ----------------------------------------- */

void debug_board(Session *, const char *arguments);
void debug_eval(Session *, const char *arguments);
void debug_perft(Session *, const char *arguments);
void debug_moves(Session *, const char *arguments);
void debug_wait(Session *, const char *arguments);
/* clang-format off */
#define DEBUG_COMMANDS                                                                             \
    {"d", debug_board}, {"print", debug_board}, {"eval", debug_eval}, {"perft", debug_perft},      \
    {"moves", debug_moves}, {"wait", debug_wait}
/* clang-format on */

#endif
