/* player_inside - what the kinds of player share. Only for src/lab/player*.c. */
#ifndef HENKA_LAB_PLAYER_INSIDE_H
#define HENKA_LAB_PLAYER_INSIDE_H

#include "lab/player.h"
#include "lab/process.h"

enum { START_WAIT_MS = 20000, MOVE_WAIT_MS = 120000, GRACE_MS = 3000 };

/* One row per protocol. start brings a fresh program up to the point where games can begin. */
typedef struct PlayerKind {
    bool (*start)(Player *);
    bool (*new_game)(Player *);
    Thought (*think)(Player *, const Clocks *);
    const char *farewell;
    HenkaNotation notation; /* of moves in the program's protocol */
} PlayerKind;
extern const PlayerKind player_kind_self, player_kind_usi, player_kind_uci, player_kind_cecp,
    player_kind_xshogi, player_kind_random;

struct Player {
    const PlayerSpec *spec;
    const PlayerKind *kind;
    const HenkaVariant *variant; /* the match's */
    HenkaVariant *own_variant;   /* of spec->game; NULL: the same */
    HenkaEngine *engine;
    Process *process;
    HenkaGame *game;      /* what this player was told, in its own variant */
    char start[2048];     /* SFEN the game began with; "" the variant's own */
    char start_fen[2048]; /* the same as FEN, for UCI and CECP */
    char *moves;          /* since then in its notation, each after a blank */
    size_t moves_length, moves_cap;
    HenkaMove *listed; /* PLAYER_RANDOM: room for its choices */
    int told;          /* CECP: plies the program knows */
    bool forced;       /* CECP: it is in force mode */
    bool can_ping, can_setboard, can_usermove, can_san;
    volatile int cancelled;
};

bool player_open_self(Player *,
                      HenkaError *); /* makes the engine of this process, with its options */
int64_t
control_wait_ms(const Control *,
                int64_t left_ms); /* how long to wait for a move before giving the player up */
/* Reads until a line begins with word; false when it is late or gone. The line, if wanted, is valid
 * until the next read. */
bool player_await(Player *, const char *word, int64_t wait_ms, char **line);
Thought thought_of_read(ProcessRead, const Player *);
Thought thought_of_text(Player *, const char *move_text);
bool word_is(const char *line, const char *word); /* line begins with this word */

#endif
