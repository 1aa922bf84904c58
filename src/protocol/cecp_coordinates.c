#include "base/out.h"
#include "protocol/cecp.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

int cecp_hand_kinds(const HenkaVariant *variant) {
    int kinds = 0;
    for (int type = 1; type <= henka_variant_type_count(variant); type++)
        kinds += henka_variant_type(variant, type).in_hand == type;
    return henka_variant_has_hands(variant) ? kinds : 0;
}

/* XBoard counts the ranks of a board of ten from 0; it makes a board as high as its hands are long.
 */
static int rank_shift(const HenkaVariant *variant) {
    int ranks = henka_variant_ranks(variant), hand = cecp_hand_kinds(variant);
    return (ranks > hand ? ranks : hand) == 10;
}

/* Copies, adding `by` to every number behind a small letter; '@' and ';' become ours. */
void coordinates_shift(const HenkaVariant *variant, const char *text, int by, char *buf,
                       size_t cap) {
    size_t used = 0;
    by *= rank_shift(variant);
    while (*text && used + 16 < cap) {
        bool square = islower((unsigned char)text[0]) && isdigit((unsigned char)text[1]);
        buf[used++] = *text++;
        if (!square) continue;
        int rank = 0;
        while (isdigit((unsigned char)*text) && rank < 1000) rank = rank * 10 + *text++ - '0';
        used += (size_t)snprintf(buf + used, cap - used, "%d", rank + by);
    }
    buf[used] = '\0';
}

size_t cecp_move_text(const HenkaGame *game, HenkaMove move, char *buf, size_t cap) {
    char text[64];
    henka_move_text(game, move, HENKA_COORDINATES, text, sizeof text);
    coordinates_shift(henka_game_variant(game), text, -1, buf, cap);
    return strlen(buf);
}

bool cecp_move_parse(const HenkaGame *game, const char *text, HenkaMove *move, HenkaError *error) {
    char own[WORD_SIZE];
    coordinates_shift(henka_game_variant(game), text, 1, own, sizeof own);
    return henka_move_parse(game, own, move, error);
}

int cecp_square(const HenkaVariant *variant, const char *text) {
    int file = *text - 'a', rank;
    char more;
    if (*text < 'a' || sscanf(text + 1, "%3d%c", &rank, &more) != 1) return -1;
    rank += rank_shift(variant);
    int files = henka_variant_files(variant), ranks = henka_variant_ranks(variant);
    if (file >= files || rank < 1 || rank > ranks) return -1;
    return (files - 1 - file) * ranks + ranks - rank;
}

static bool is_letter_or_digit(char c) { return isalnum((unsigned char)c); }

/* Our square at the beginning of a word, 0 < *length; -1: none. */
static int square_at(const HenkaVariant *variant, const char *text, size_t *length) {
    char name[8] = "";
    *length = 0;
    while (is_letter_or_digit(text[*length])) ++*length;
    if (!isdigit((unsigned char)*text) || *length >= sizeof name ||
        !isalpha((unsigned char)text[*length - 1]))
        return -1; /* a count is none */
    memcpy(name, text, *length);
    return henka_square_parse(variant, name);
}

void cecp_sentence(const HenkaVariant *variant, const char *text, char *buf, size_t cap) {
    Out out = out_to(buf, cap);
    int files = henka_variant_files(variant), ranks = henka_variant_ranks(variant);
    for (size_t length; *text; text += length) {
        int square = square_at(variant, text, &length);
        if (square >= 0)
            out_format(&out, "%c%d", 'a' + files - 1 - square / ranks,
                       ranks - square % ranks - rank_shift(variant));
        else
            out_format(&out, "%.*s", (int)(length += !length), text);
    }
}
