/* player - one side of a match: this process's engine, a player without search (random or greedy),
 * or a program that speaks USI, UCI, CECP (XBoard's protocol) or xshogi's language.
 *
 * Owner    player_new allocates, player_free frees and ends the player's program. The spec and the
 *          variant must outlive the player.
 * Threads  One thread at a time, except player_interrupt.
 * Errors   If a player misbehaves during a game, the Reply has the reason, and its program is
 *          restarted for the next game. If it can't play the game at all (its program doesn't
 *          start, speak the protocol or know the game, or has other rules), the match fails.
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

/* The time and nodes that a player may use. If all times are 0, there is no clock. */
typedef struct Control {
    int64_t base_ms;      /* time for a whole game */
    int64_t increment_ms; /* time added after each move */
    int64_t byoyomi_ms;   /* time for each move once base_ms is used up */
    int64_t movetime_ms;  /* fixed time for each move, instead of a clock */
    uint64_t nodes;       /* most nodes for a move; 0: no limit */
    int depth;            /* most plies of search; 0: no limit */
    int level;            /* 1..HENKA_MAX_LEVEL, for the engine of this process; 0: full strength */
} Control;

enum { PLAYER_MAX_OPTIONS = 24 };

/* A player as the command line describes it. */
typedef struct PlayerSpec {
    char name[64];           /* name in reports and game records */
    PlayerProtocol protocol; /* protocol that the program speaks; PLAYER_SELF: no program */
    char command[512];       /* command line of the program, run by the shell */
    char variant[64];        /* name by which the program knows the game; "": Henka's */
    char game[256];          /* PLAYER_SELF: file with the same rules (docs/matches.md); "": none */
    int hash_mib, threads;   /* 0: 16 MiB or the program's default; 0: 1 thread */
    Control control;         /* how long the player may think */
    struct PlayerOption {
        char name[64];             /* name of the program's option */
        char value[256];           /* its value, as on the command line */
    } options[PLAYER_MAX_OPTIONS]; /* from "opt.NAME=VALUE", in the order given */
    int option_count;              /* number of entries in `options` */
} PlayerSpec;

/* Reads "name=A,proto=usi,cmd=./engine usi,nodes=1000,opt.NAME=VALUE…" into *spec. Members without
 * a key in the text keep their values. */
bool player_spec_parse(PlayerSpec *spec, const char *text, HenkaError *);
/* Can the player's protocol express its limits? XBoard's can't express a limit of nodes, or a time
 * per move in parts of a second. */
bool player_spec_check(const PlayerSpec *, HenkaError *);
/* Reads "2+0.02", base time and increment in seconds, into a Control. */
bool player_parse_clock(void *control, const char *text);

typedef enum {
    REPLY_MOVE,
    REPLY_RESIGNS,
    REPLY_ILLEGAL,   /* the player's move is illegal */
    REPLY_CRASHED,   /* the player's program ended, or refuses a legal move */
    REPLY_SILENT,    /* no answer when the player's time had long run out */
    REPLY_CANCELLED, /* player_interrupt ended the search */
    REPLY_UNFIT      /* the player can't play this game at all: player_error says why */
} ReplyKind;

/* What a player answers when it is asked for a move. */
typedef struct Reply {
    ReplyKind kind;      /* a move, or the reason why there is none */
    HenkaMove move;      /* the move, if kind is REPLY_MOVE */
    char text[96];       /* the move as the player wrote it, printable */
    bool has_score;      /* the player reported a score and a depth */
    int score_cp, depth; /* score for the side to move; plies searched */
    uint64_t nodes;      /* nodes searched, as the player reports; 0: unknown */
    int64_t elapsed_ms;  /* time from the request to the answer, measured by player_think */
} Reply;

/* The time on the clocks when a player is asked for a move, by side. */
typedef struct Clocks {
    int64_t left_ms[2];
} Clocks;

/* Can a game begin? */
typedef enum {
    PLAYER_READY,
    PLAYER_CRASHED, /* the player has played in this match, but can't be started again */
    PLAYER_UNFIT    /* the player can't play this game at all; the error says why */
} PlayerState;

typedef struct Player Player;
Player *player_new(const PlayerSpec *, const HenkaVariant *, HenkaError *);
void player_free(Player *);
/* Prepares the player for a game. start_sfen NULL: the variant's own start. */
PlayerState player_new_game(Player *, const char *start_sfen, HenkaError *);
/* Asks for a move. The game must have begun as the last player_new_game said. */
Reply player_think(Player *, const HenkaGame *, const Clocks *);
/* Makes player_think return soon with REPLY_CANCELLED. May be called from any thread. */
void player_interrupt(Player *);
const PlayerSpec *player_spec(const Player *);
const HenkaError *player_error(const Player *); /* the reason for REPLY_UNFIT */

#endif
