/* search - alpha-beta: iterative deepening, the principal variation search and quiescence. */
#ifndef HENKA_SEARCH_SEARCH_H
#define HENKA_SEARCH_SEARCH_H

#include "search/worker.h"

/* Searches deeper and deeper until a limit or a stop. The main worker reports each iteration
 * (engine_report). */
void search_iterate(Worker *);

#endif
