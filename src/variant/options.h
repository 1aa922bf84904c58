/* options - which choice of each setting is in force, and the items that hold then. */
#ifndef HENKA_VARIANT_OPTIONS_H
#define HENKA_VARIANT_OPTIONS_H

#include "variant/draft.h"

/* Which choice of each setting: by place, the first by default. settings: "NAME=VALUE". */
void options_select(const Items *, const char *const *settings, size_t count, int *selected,
                    Findings *);
/* The items in force, the ones always in force first; returns how many. out has room for all. */
int options_items(const Items *, const int *selected, const Item **out);
/* Copies names, choices and what is selected into the variant. */
void options_keep(const Items *, const int *selected, HenkaVariant *, Arena *);

#endif
