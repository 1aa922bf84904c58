/* mate_one - a quick search for a move that mates at once, cheap enough for every node of a search.
 *
 * Shapes   Tests drops and moves of pieces near the enemy royal, on boards of up to 128 squares
 *          where masks alone decide (Tables.plain). In other variants it finds nothing.
 * Owner    Makes moves on the caller's position and takes them back (movegen.h).
 * Limits   A move that is found always mates. Some mates are missed: discovered checks, and checks
 *          along a line if the other side can put a piece between.
 * Source   The idea is common in shogi programs (1-ply mate search).
 */
#ifndef HENKA_RULES_MATE_ONE_H
#define HENKA_RULES_MATE_ONE_H

#include "rules/movegen.h"

bool mate_one_find(Position *, Move *mate);

#endif
