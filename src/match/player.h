/* player - one side of a match: the engine of this process, one that moves without search
 * (at random, or greedy), or a program that speaks USI, UCI, CECP (XBoard's protocol) or xshogi's
 * language.
 *
 * Owner    player_new allocates, player_free ends the program behind it too. The spec and the
 *          variant must outlive the player.
 * Threads  One thread at a time, except player_interrupt.
 * Errors   A player that misbehaves during a game is a Reply with its reason, and a program is
 *          started afresh for the next game. A player that can't play this game at all (its program
 *          doesn't start, doesn't speak the protocol, doesn't know the game, or has other rules) is
 *          an error of the match.
 */
#ifndef HENKA_MATCH_PLAYER_H
#define HENKA_MATCH_PLAYER_H

#include "henka.h"

typedef enum {
    PLAYER_SELF,
    PLAYER_USI,
    PLAYER_UCI,
    PLAYER_CECP,
    PLAYER_XSHOGI,
    PLAYER_RANDOM,
    PLAYER_GREEDY
} PlayerProtocol;

/* What a player may spend on a move or a game. All zero times: there is no clock. */
typedef struct Control {
    int64_t base_ms;      /* of a whole game */
    int64_t increment_ms; /* added after each move */
    int64_t byoyomi_ms;   /* for each move once base_ms is used up */
    int64_t movetime_ms;  /* for each move, instead of a clock */
    uint64_t nodes;       /* most nodes a move; 0 no limit */
    int depth;            /* most plies of search; 0 no limit */
    int level;            /* 1..HENKA_MAX_LEVEL, for the engine of this process; 0 full strength */
} Control;

enum { PLAYER_MAX_OPTIONS = 24 };

/* A player as the command line describes it. */
typedef struct PlayerSpec {
    char name[64];           /* in reports and records */
    PlayerProtocol protocol; /* that the program speaks; PLAYER_SELF: no program */
    char command[512];       /* command line of the program, run by the shell */
    char variant[64];        /* what the program calls the game; "" as we do */
    char game[256];        /* PLAYER_SELF: a file with the same rules (docs/matches.md); "" none */
    int hash_mib, threads; /* 0: 16 MiB, or the program's own; 1 thread */
    Control control;       /* how long it may think */
    struct PlayerOption {
        char name[64];             /* the option of the program */
        char value[256];           /* as it stands on the command line */
    } options[PLAYER_MAX_OPTIONS]; /* "opt.NAME=VALUE", in the order given */
    int option_count;              /* of options */
} PlayerSpec;

/* "name=A,proto=usi,cmd=./engine usi,nodes=1000,opt.NAME=VALUE…" over what *spec holds already. */
bool player_spec_parse(PlayerSpec *spec, const char *text, HenkaError *);
/* Whether the player's protocol has words for its limits: XBoard's has none for nodes and for parts
 * of a second a move. */
bool player_spec_check(const PlayerSpec *, HenkaError *);
/* "2+0.02": base and increment in seconds. */
bool player_parse_clock(void *control, const char *text);

typedef enum {
    REPLY_MOVE,
    REPLY_RESIGNS,
    REPLY_ILLEGAL,   /* it played what the rules don't allow */
    REPLY_CRASHED,   /* its program ended, or refuses a legal move */
    REPLY_SILENT,    /* it went past every limit without a word */
    REPLY_CANCELLED, /* by player_interrupt */
    REPLY_UNFIT      /* it can't play this game at all: player_error says why */
} ReplyKind;

/* What a player answers when it is asked for a move. */
typedef struct Reply {
    ReplyKind kind;      /* what became of the question */
    HenkaMove move;      /* of REPLY_MOVE */
    char text[96];       /* the move as the player wrote it, printable */
    bool has_score;      /* the player said what it thinks of the position: */
    int score_cp, depth; /* for the side to move */
    uint64_t nodes;      /* searched, as the player says; 0 unknown */
    int64_t elapsed_ms;  /* from the question to the answer, measured here */
} Reply;

/* What is on the clocks when a player is asked; by side. */
typedef struct Clocks {
    int64_t left_ms[2];
} Clocks;

/* Whether a game can begin. */
typedef enum {
    PLAYER_READY,
    PLAYER_CRASHED, /* it has played in this match, but can't be started again */
    PLAYER_UNFIT    /* it can't play this game at all; the error says why */
} PlayerState;

typedef struct Player Player;
Player *player_new(const PlayerSpec *, const HenkaVariant *, HenkaError *);
void player_free(Player *);
/* start_sfen NULL: the variant's own start. */
PlayerState player_new_game(Player *, const char *start_sfen, HenkaError *);
/* The move for this game, which began as the last player_new_game said. */
Reply player_think(Player *, const HenkaGame *, const Clocks *);
/* Makes player_think return soon with REPLY_CANCELLED; from any thread. */
void player_interrupt(Player *);
const PlayerSpec *player_spec(const Player *);
const HenkaError *player_error(const Player *); /* of REPLY_UNFIT */

#endif
