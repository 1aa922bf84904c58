/* query - what a text says about a move, whichever notation it is in; the legal moves that fit are
 * what it can mean.
 *
 * Every notation reads into a query and writes the shortest query only one legal move fits. So
 * reading back what was written gives the same move by construction.
 */
#ifndef HENKA_NOTATION_QUERY_H
#define HENKA_NOTATION_QUERY_H

#include "base/bitboard.h"
#include "rules/game.h"

/* A set of piece types: bit n is type n. */
typedef Bitboard128 TypeSet;

enum { QUERY_THROUGH = 12 };
typedef enum {
    UNSAID = -1,
    NO,
    YES,
    NO_OR_MUST /* of promotion: no, or nothing is said because it must and has one face */
} Said;
/* Castling as a text names it: O-O goes towards file 1, O-O-O towards the last. */
typedef enum { CASTLING_UNSAID, CASTLING_SAID, CASTLING_FIRST, CASTLING_LAST } SaidCastling;
/* What Japanese notation tells candidates apart by (▲金右上), all as the mover sees the board. */
enum {
    HINT_UP = 1,       /* 上: goes forward */
    HINT_ASIDE = 2,    /* 寄: goes sideways */
    HINT_BACK = 4,     /* 引: goes back */
    HINT_STRAIGHT = 8, /* 直: a short-range piece goes straight forward */
    HINT_RIGHT = 16,   /* 右: no other candidate stands farther to the right */
    HINT_LEFT = 32     /* 左: none farther to the left */
};

/* What a text says about a move. A reader fills it from query_any(); what it leaves alone is not
 * said and fits every move. */
typedef struct MoveQuery {
    TypeSet types;   /* the kinds that may move or be dropped; 0: any */
    int from, to;    /* squares; -1: not said */
    Said drop;       /* is it a drop? */
    Said stays;      /* does it end on the square where it began (igui, skip)? */
    Said promote;    /* does it promote? Of a piece that turns over by itself, yes and no fit */
    bool turns_back; /* with promote: is it from the promoted face to the front? */
    int becomes;     /* the kind chosen at promotion; 0: not said */
    SaidCastling castling; /* is it named? */
    bool victims_said;     /* are the squares of `through` all that is taken beside `to`? */
    uint8_t through[QUERY_THROUGH]; /* squares passed or taken from, in any order, without `to` */
    int through_count;              /* how many of them */
    int hints;                      /* HINT_UP … HINT_LEFT, by bit */
} MoveQuery;

MoveQuery query_any(void);
/* The kind that moves or is dropped, before it promotes. */
int query_moved_type(const Position *, Move);
bool query_fits(const Position *, const MoveQuery *, Move);
/* The face to which the piece turns over by itself with this move; 0: it does not. */
int query_turns_to(const Position *, Move);
/* Is there no such move that does not promote, and none that becomes something else? */
bool query_must_promote(const Position *, Move);
/* The moves of the list that fit, hints included; writes them to `out` (which may be `list`, but
 * not where the promotion is NO_OR_MUST). */
int query_filter(const Position *, const MoveQuery *, const Move *list, int count, Move *out);
/* Which hints hold for the move among these candidates (same kind, same destination). */
int query_hints(const Position *, Move, const Move *candidates, int count);
/* Does the move do more than its origin and destination say: castling, or a capture in passing?
 * Either may be written as if it did not, where no other legal move has both squares. */
bool query_is_implied(const Position *, Move);
/* Is there such another move? */
bool query_has_twin(const Position *, Move);
/* For disambiguation, what a move and its rivals have in common: the kind, the destination, what is
 * taken on the way. The origin tells them apart; whether they promote doesn't. */
MoveQuery query_rivals_of(const Position *, Move);
/* Leaves drops out where moves on the board remain: 打 is said only where it must be. Returns how
 * many are left. */
int query_prefer_board(Move *moves, int count);
bool query_add_through(MoveQuery *, int square);
/* Does the list hold the same move with promotion? Then this one declines it. */
bool query_declines_promotion(Move, const Move *list, int count);

#endif
