/* mate_one - a quick look for a move that mates at once, cheap enough for every node of a search.
 *
 * Shapes   Looks at drops and at moves of pieces near the enemy royal, where masks decide
 * (CheckInfo: direct, without hops); elsewhere it finds nothing. Limits   What is found mates. Some
 * mates are missed: discovered checks, and checks from afar while the other side has anything to
 * put between. Threads  Makes and takes back on the caller's position, which is as before when the
 * call returns.
 */
#ifndef HENKA_RULES_MATE_ONE_H
#define HENKA_RULES_MATE_ONE_H

#include "rules/movegen.h"

bool mate_one_find(Position *, Move *mate);

#endif
