/* query - the properties of a move that a text states, in any notation. The legal moves that have
 * these properties are the possible meanings of the text.
 *
 * Every notation reads into a query, and writes the shortest query that only one legal move fits.
 * So by construction reading a written move gives the same move.
 */
#ifndef HENKA_NOTATION_QUERY_H
#define HENKA_NOTATION_QUERY_H

#include "base/bitboard.h"
#include "rules/game.h"

/* A set of piece types: bit n stands for type n. */
typedef Bitboard128 TypeSet;

enum { QUERY_THROUGH = 12 };
typedef enum {
    UNSAID = -1,
    NO,
    YES,
    NO_OR_MUST /* promotion: NO, but also fits a forced one to the only type */
} Said;
/* Castling as a text names it: no castling; a castling in either direction; O-O, towards file 1;
 * O-O-O, towards the last file. */
typedef enum { CASTLING_UNSAID, CASTLING_SAID, CASTLING_FIRST, CASTLING_LAST } SaidCastling;
/* The hints that distinguish moves in Japanese notation (▲金右上), from the mover's point of view. */
enum {
    HINT_UP = 1,       /* 上: moves forward */
    HINT_ASIDE = 2,    /* 寄: moves sideways */
    HINT_BACK = 4,     /* 引: moves back */
    HINT_STRAIGHT = 8, /* 直: a short-range piece moves straight forward */
    HINT_RIGHT = 16,   /* 右: no other candidate is farther to the right */
    HINT_LEFT = 32     /* 左: no other candidate is farther to the left */
};

/* The properties of a move that a text states. A reader fills them in, starting from query_any(). A
 * property that the reader does not set excludes no move. */
typedef struct MoveQuery {
    TypeSet types;                  /* types of piece that the text may mean; 0: any type */
    int from, to;                   /* origin and destination; -1: not stated */
    int from_file, from_rank;       /* file and rank of the origin, from 1; 0: not stated */
    Said drop;                      /* is the move a drop? */
    Said stays;                     /* does the move end on its origin (capture in place, skip)? */
    Said promote;                   /* does the move promote? A turn by rule fits YES and NO */
    bool turns_back;                /* with promote: does the piece turn back to the front? */
    int becomes;                    /* type chosen at promotion; 0: not stated */
    SaidCastling castling;          /* is the move castling, and in which direction? */
    bool victims_said;              /* are all squares of captures but `to` in `through`? */
    uint8_t through[QUERY_THROUGH]; /* squares passed or of captures, in any order, without `to` */
    int through_count;              /* number of entries in `through` */
    int hints;                      /* hints of the text: bits HINT_UP … HINT_LEFT */
} MoveQuery;

MoveQuery query_any(void);
/* The type that moves or is dropped, before it promotes. */
int query_moved_type(const Position *, Move);
bool query_fits(const Position *, const MoveQuery *, Move);
/* The type to which the piece turns over by rule, without a choice, in this move; 0: none. */
int query_turns_to(const Position *, Move);
/* Is there no legal move that differs from this one only in promotion? */
bool query_must_promote(const Position *, Move);
/* Copies the moves of the list that fit the query, including its hints, to `out` and returns their
 * number. `out` may be `list`, unless q->promote is NO_OR_MUST. */
int query_filter(const Position *, const MoveQuery *, const Move *list, int count, Move *out);
/* All hints that are true of the move among candidates with its type and destination. */
int query_hints(const Position *, Move, const Move *candidates, int count);
/* Is the move castling or a capture in passing? Such a move affects a third square, but may be
 * written with origin and destination only, if no other legal move has the same two squares. */
bool query_is_implied(const Position *, Move);
/* Is there another legal move with the same origin, destination and promotion? */
bool query_has_twin(const Position *, Move);
/* The query that a move and its rivals fit, for disambiguation: it states type, destination and
 * squares of victims. Rivals are the moves of other pieces that fit it. */
MoveQuery query_rivals_of(const Position *, Move);
/* Removes drops from the list if moves on the board remain, because 打 is written only where it is
 * needed. Returns the number of moves left. */
int query_prefer_board(Move *moves, int count);
bool query_add_through(MoveQuery *, int square);
/* Does the move decline a promotion: does the list contain the same move with promotion? */
bool query_declines_promotion(Move, const Move *list, int count);

#endif
