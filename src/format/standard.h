/* standard - the pieces that diagrams know by name, with their moves. A piece line without moves
 * gets them from here. Generated at build time from variants/standard-pieces.txt. */
#ifndef HENKA_FORMAT_STANDARD_H
#define HENKA_FORMAT_STANDARD_H

typedef struct StandardPiece {
    const char *name;       /* in lower case */
    const char *moves;      /* XBetza */
    const char *wide_moves; /* the moves on boards of more than 8 files */
} StandardPiece;

extern const StandardPiece standard_pieces[]; /* the last entry has the name NULL */

#endif
