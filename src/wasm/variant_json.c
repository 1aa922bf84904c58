#include "wasm/variant_json.h"

#include <assert.h>

#include "base/jsonout.h"

enum { MAX_MARKS = 31 * 63 };

static void write_type(Out *out, const HenkaVariant *variant, int number, int value) {
    HenkaType type = henka_variant_type(variant, number);
    HenkaMark marks[MAX_MARKS];
    size_t count = henka_variant_diagram(variant, number, marks, MAX_MARKS);
    assert(count <= MAX_MARKS);
    jsonout_open(out, NULL, '{');
    jsonout_text(out, "id", type.id);
    jsonout_text(out, "name", type.name);
    jsonout_text(out, "kanji", type.kanji);
    jsonout_text(out, "kanji1", type.kanji1);
    jsonout_text(out, "kanjiGote", type.kanji_gote);
    jsonout_text(out, "kanji1Gote", type.kanji1_gote);
    jsonout_text(out, "western", type.western);
    jsonout_text(out, "betza", type.betza);
    jsonout_number(out, "promoted", type.promoted);
    jsonout_number(out, "unpromoted", type.unpromoted);
    jsonout_number(out, "inHand", type.in_hand);
    jsonout_bool(out, "royal", type.royal);
    jsonout_number(out, "value", value);
    jsonout_open(out, "marks", '[');
    for (size_t i = 0; i < count; i++) {
        jsonout_open(out, NULL, '[');
        jsonout_number(out, NULL, marks[i].dx);
        jsonout_number(out, NULL, marks[i].dy);
        jsonout_number(out, NULL, marks[i].kinds);
        jsonout_close(out, ']');
    }
    jsonout_close(out, ']');
    jsonout_close(out, '}');
}

/* Writes the squares of the region to which a side's pieces of this type are confined, if any. */
static void write_region(Out *out, const HenkaVariant *variant, int type, HenkaSide side) {
    int squares = henka_variant_files(variant) * henka_variant_ranks(variant), inside = 0;
    for (int square = 0; square < squares; square++)
        inside += henka_variant_in_region(variant, type, side, square);
    if (inside == squares) return;
    jsonout_open(out, NULL, '[');
    for (int square = 0; square < squares; square++)
        if (henka_variant_in_region(variant, type, side, square)) jsonout_number(out, NULL, square);
    jsonout_close(out, ']');
}

void variant_json_write(Out *out, const HenkaVariant *variant) {
    static const char *const about[] = {"author", "year",  "source", "version",
                                        "shelf",  "story", "note",   "kif"};
    int squares = henka_variant_files(variant) * henka_variant_ranks(variant);
    jsonout_open(out, NULL, '{');
    jsonout_text(out, "name", henka_variant_name(variant));
    jsonout_text(out, "title", henka_variant_title(variant));
    jsonout_text(out, "start", henka_variant_start(variant));
    jsonout_number(out, "files", henka_variant_files(variant));
    jsonout_number(out, "ranks", henka_variant_ranks(variant));
    jsonout_number(out, "zone", henka_variant_zone(variant));
    jsonout_open(out, "zoneSquares", '[');
    for (int side = 0; side < 2; side++) { /* no squares for a zone of whole ranks */
        jsonout_open(out, NULL, '[');
        for (int square = 0; square < squares && !henka_variant_zone(variant); square++)
            if (henka_variant_in_zone(variant, side ? HENKA_GOTE : HENKA_SENTE, square))
                jsonout_number(out, NULL, square);
        jsonout_close(out, ']');
    }
    jsonout_close(out, ']');
    jsonout_open(out, "holes", '[');
    for (int square = 0; square < squares; square++)
        if (henka_variant_is_hole(variant, square)) jsonout_number(out, NULL, square);
    jsonout_close(out, ']');
    jsonout_text(out, "board", henka_variant_board(variant));
    jsonout_text(out, "family", henka_variant_family(variant));
    jsonout_open(out, "regions", '[');
    for (int type = 1; type <= henka_variant_type_count(variant); type++)
        for (int side = 0; side < 2; side++)
            write_region(out, variant, type, side ? HENKA_GOTE : HENKA_SENTE);
    jsonout_close(out, ']');
    jsonout_bool(out, "hands", henka_variant_has_hands(variant));
    jsonout_bool(out, "eitherFace", henka_variant_drops_either_face(variant));
    jsonout_bool(out, "countsSkips", henka_variant_counts_skips(variant));
    jsonout_open(out, "about", '{');
    for (size_t i = 0; i < sizeof about / sizeof *about; i++)
        jsonout_text(out, about[i], henka_variant_about(variant, about[i]));
    jsonout_close(out, '}');
    jsonout_handicaps(out, variant);
    jsonout_options(out, variant);
    jsonout_open(out, "types", '[');
    int values[HENKA_MAX_TYPES];
    henka_variant_derived_values(variant, values, HENKA_MAX_TYPES);
    for (int type = 1; type <= henka_variant_type_count(variant); type++)
        write_type(out, variant, type, values[type]);
    jsonout_close(out, ']');
    jsonout_close(out, '}');
}
