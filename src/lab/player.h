/* player - one side of a match: the engine of this process, one that moves at random, or a program
 * that speaks USI, UCI, CECP or xshogi's language.
 *
 * Owner    player_new allocates, player_free ends the program behind it too. The spec and the
 *          variant must outlive the player.
 * Threads  One thread at a time, except player_interrupt.
 * Errors   A player that misbehaves is a Thought with its reason; it is started afresh for the next
 *          game.
 */
#ifndef HENKA_LAB_PLAYER_H
#define HENKA_LAB_PLAYER_H

#include "henka.h"

typedef enum {
    PLAYER_SELF,
    PLAYER_USI,
    PLAYER_UCI,
    PLAYER_CECP,
    PLAYER_XSHOGI,
    PLAYER_RANDOM
} PlayerProtocol;

/* What a player may spend. All zero times: no clock. */
typedef struct Control {
    int64_t base_ms, increment_ms, byoyomi_ms, movetime_ms;
    uint64_t nodes;
    int depth, level;
} Control;

enum { PLAYER_MAX_OPTIONS = 24 };
typedef struct PlayerSpec {
    char name[64];
    PlayerProtocol protocol;
    char command[512]; /* of the program */
    char variant[64];  /* the game's name in its world; "" as ours */
    char game[256];    /* PLAYER_SELF: a file with the same rules and other values */
    int hash_mib, threads;
    Control control;
    struct PlayerOption {
        char name[64], value[256];
    } options[PLAYER_MAX_OPTIONS];
    int option_count;
} PlayerSpec;

/* "name=A,proto=usi,cmd=./engine usi,nodes=1000,opt.NAME=VALUE…" over what *spec holds already. */
bool player_spec_parse(PlayerSpec *spec, const char *text, HenkaError *);
/* "2+0.02", seconds. */
bool control_parse_clock(Control *, const char *text);

typedef enum {
    THOUGHT_MOVE,
    THOUGHT_RESIGNS,
    THOUGHT_ILLEGAL,
    THOUGHT_CRASHED,
    THOUGHT_SILENT,
    THOUGHT_CANCELLED
} ThoughtKind;
typedef struct Thought {
    ThoughtKind kind;
    HenkaMove move;
    char text[96]; /* of an illegal move, as it came */
    bool has_score;
    int score_cp, depth; /* for the side to move */
    uint64_t nodes;
    int64_t elapsed_ms;
} Thought;

/* What is on the clocks when the player is asked; by side. */
typedef struct Clocks {
    int64_t left_ms[2];
} Clocks;

typedef struct Player Player;
Player *player_new(const PlayerSpec *, const HenkaVariant *, HenkaError *);
void player_free(Player *);
/* start_sfen NULL: the variant's own start. false: it can't be brought to play (crashed or silent
 * at the start). */
bool player_new_game(Player *, const char *start_sfen);
/* The move for this game, which began as the last player_new_game said. */
Thought player_think(Player *, const HenkaGame *, const Clocks *);
void player_interrupt(
    Player *); /* makes player_think return soon, THOUGHT_CANCELLED; from any thread */
const PlayerSpec *player_spec(const Player *);

#endif
