/* standard - tables generated at build time from files of variants/. standard-pieces.txt: the
 * pieces that the Interactive Diagram knows by name. A piece line without moves gets their moves.
 * template.txt: the small game from which a new game's file is made if no other game is named. */
#ifndef HENKA_FORMAT_STANDARD_H
#define HENKA_FORMAT_STANDARD_H

typedef struct StandardPiece {
    const char *name;       /* in lower case */
    const char *moves;      /* XBetza */
    const char *wide_moves; /* the moves on boards of more than 8 files */
    char figure;            /* '*': a figure of chess; '-': a figure whose moves chess notation
                               writes without a letter; 0: neither */
} StandardPiece;

extern const StandardPiece standard_pieces[]; /* the last entry has the name NULL */
extern const unsigned char template_text[];   /* the contents of template.txt, NUL-terminated */

#endif
