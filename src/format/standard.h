/* standard - the pieces that diagrams know by name: their moves, for piece lines that leave the
 * field empty. Made at build time from variants/standard-pieces.txt.
 */
#ifndef HENKA_FORMAT_STANDARD_H
#define HENKA_FORMAT_STANDARD_H

typedef struct StandardPiece {
    const char *name;       /* in small letters */
    const char *moves;      /* XBetza */
    const char *wide_moves; /* the same on a board of more than 8 files */
} StandardPiece;

extern const StandardPiece standard_pieces[]; /* ends with one without a name */

#endif
