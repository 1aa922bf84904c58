#include "format/family.h"

#include "format/reader.h"
#include "format/standard.h"

#include <stddef.h>

/* The mark `figure` of the standard piece with this name; 0: there is none. */
static char figure_of(const char *name) {
    for (const StandardPiece *piece = standard_pieces; piece->name; piece++)
        if (slice_alike(slice_of(piece->name), slice_of(name))) return piece->figure;
    return 0;
}

Family family_of(const HenkaVariant *v) {
    if (v->family) return (Family)(v->family - 1);
    int figures = 0;
    for (int type = 1; type <= v->type_count; type++) {
        const PieceType *t = &v->types[type];
        figures += figure_of(t->name) != 0;
        if (v->hands && t->promoted && !t->choice_count) return FAMILY_WEDGE;
    }
    return figures && 2 * figures >= v->type_count ? FAMILY_FIGURE : FAMILY_WEDGE;
}

bool family_moves_without_letter(const HenkaVariant *v, int type) {
    for (int each = 1; each <= v->type_count; each++)
        if (v->types[each].square_alone) return v->types[type].square_alone;
    return figure_of(v->types[type].name) == '-';
}

const char *henka_variant_family(const HenkaVariant *v) {
    static const char *const words[] = {"wedge", "figure", "disc", "stupa", "animal"};
    return words[family_of(v)];
}
