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

/* A set of piece types: bit n is type n. */
typedef Bitboard128 TypeSet;

enum { QUERY_THROUGH = 12 };
typedef enum {
    UNSAID = -1,
    NO,
    YES,
    NO_OR_MUST /* for promotion: no; or the text says nothing because the piece must promote and has
                  one face to promote to */
} Said;
/* Castling as a text names it: O-O goes towards file 1, O-O-O towards the last. */
typedef enum { CASTLING_UNSAID, CASTLING_SAID, CASTLING_FIRST, CASTLING_LAST } SaidCastling;
/* The hints by which Japanese notation distinguishes moves (▲金右上), as the mover sees the board. */
enum {
    HINT_UP = 1,       /* 上: moves forward */
    HINT_ASIDE = 2,    /* 寄: moves sideways */
    HINT_BACK = 4,     /* 引: moves back */
    HINT_STRAIGHT = 8, /* 直: a short-range piece moves straight forward */
    HINT_RIGHT = 16,   /* 右: no other candidate is farther to the right */
    HINT_LEFT = 32     /* 左: no other candidate is farther to the left */
};

/* The content of a text. A reader fills it in, starting from query_any(). A property that the
 * reader does not set is not stated, and every move fits it. */
typedef struct MoveQuery {
    TypeSet types;   /* types that may move or be dropped; 0: any */
    int from, to;    /* squares; -1: not stated */
    Said drop;       /* is it a drop? */
    Said stays;      /* does it end on its square of origin (igui, skip)? */
    Said promote;    /* does it promote? A piece that turns over by itself fits both yes and no */
    bool turns_back; /* with promote: does it turn from the promoted face to the front? */
    int becomes;     /* type chosen at promotion; 0: not stated */
    SaidCastling castling; /* is it castling, and which? */
    bool victims_said;     /* does `through` contain all squares, besides `to`, where something is
                              taken? */
    uint8_t through[QUERY_THROUGH]; /* squares that are passed, or where something is taken, in any
                                       order, without `to` */
    int through_count;              /* entries of through */
    int hints;                      /* bits HINT_UP … HINT_LEFT */
} MoveQuery;

MoveQuery query_any(void);
/* The type that moves or is dropped, before it promotes. */
int query_moved_type(const Position *, Move);
bool query_fits(const Position *, const MoveQuery *, Move);
/* The type to which the piece turns over by itself in this move; 0: it does not. */
int query_turns_to(const Position *, Move);
/* Is there no legal move that differs from this one only in promotion? */
bool query_must_promote(const Position *, Move);
/* Writes the moves of the list that fit, hints included, to `out` and returns their number. `out`
 * may be `list`, unless promote is NO_OR_MUST. */
int query_filter(const Position *, const MoveQuery *, const Move *list, int count, Move *out);
/* The hints that hold for the move among these candidates, which have the same type and
 * destination. */
int query_hints(const Position *, Move, const Move *candidates, int count);
/* Does the move do more than its origin and destination tell, as castling and a capture in passing
 * do? Such a move may be written with these two squares only, if no other legal move has both. */
bool query_is_implied(const Position *, Move);
/* Is there another legal move with the same origin, destination and promotion? */
bool query_has_twin(const Position *, Move);
/* The properties that a move shares with its rivals, for disambiguation: type, destination and
 * squares of victims. The origin distinguishes rivals; promotion does not. */
MoveQuery query_rivals_of(const Position *, Move);
/* Removes drops from the list if moves on the board remain, because 打 is written only where it is
 * needed. Returns the number of moves left. */
int query_prefer_board(Move *moves, int count);
bool query_add_through(MoveQuery *, int square);
/* Does the list contain the same move with promotion? Then this move declines it. */
bool query_declines_promotion(Move, const Move *list, int count);

#endif
