#include "lab/dialect.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/out.h"

static int lowest_rank(Dialect dialect, const HenkaVariant *variant) {
    return dialect == DIALECT_XBOARD && henka_variant_ranks(variant) == 10 ? 0 : 1;
}

static void out_square(Out *out, Dialect dialect, const HenkaVariant *variant, int square) {
    int files = henka_variant_files(variant), ranks = henka_variant_ranks(variant);
    out_format(out, "%c%d", 'a' + files - 1 - square / ranks,
               ranks - 1 - square % ranks + lowest_rank(dialect, variant));
}

static bool is_plain(const HenkaMoveParts *parts) {
    return !parts->skip && !parts->igui &&
           (parts->victim_count == 0 ||
            (parts->victim_count == 1 && parts->victims[0] == parts->to));
}

static void out_plain(Out *out, Dialect dialect, const HenkaVariant *variant,
                      const HenkaMoveParts *parts) {
    if (parts->drop) {
        const char *id = henka_variant_type(variant, parts->type).id;
        for (; *id; id++) out_char(out, (char)toupper((unsigned char)*id));
        out_char(out, '@');
    } else {
        out_square(out, dialect, variant, parts->from);
    }
    out_square(out, dialect, variant, parts->to);
    if (parts->promotes) out_char(out, '+');
}

size_t dialect_move_text(Dialect dialect, const HenkaGame *game, HenkaMove move, char *buf,
                         size_t cap) {
    if (dialect == DIALECT_USI) return henka_move_text(game, move, HENKA_USI, buf, cap);
    HenkaMoveParts parts = henka_game_parts(game, move);
    if (!is_plain(&parts)) return henka_move_text(game, move, HENKA_COORDINATES, buf, cap);
    Out out = out_to(buf, cap);
    out_plain(&out, dialect, henka_game_variant(game), &parts);
    return out.length;
}

static HenkaMove find_by_text(Dialect dialect, const HenkaGame *game, const char *text) {
    HenkaMove *moves = malloc(sizeof *moves * HENKA_MAX_MOVES), found = HENKA_NO_MOVE;
    if (!moves) return found;
    size_t count = henka_game_moves(game, moves);
    char own[96];
    for (size_t i = 0; i < count && !found; i++)
        if (dialect_move_text(dialect, game, moves[i], own, sizeof own) < sizeof own &&
            !strcmp(own, text))
            found = moves[i];
    free(moves);
    return found;
}

HenkaMove dialect_move_find(Dialect dialect, const HenkaGame *game, const char *text) {
    char plain[96];
    snprintf(plain, sizeof plain, "%s", text);
    size_t length = strlen(plain);
    if (dialect != DIALECT_USI && length && plain[length - 1] == '=')
        plain[length - 1] = '\0'; /* promotion declined */
    HenkaMove move = find_by_text(dialect, game, plain);
    bool ours = lowest_rank(
        dialect, henka_game_variant(game)); /* our notation, any of them, may say it too */
    HenkaError error;
    if (!move && (!ours || !henka_move_parse(game, plain, &move, &error))) return HENKA_NO_MOVE;
    return move;
}

/* "2Pb" → "PPb" */
static void out_hand(Out *out, const char *hand, size_t length) {
    if (length == 1 && *hand == '-') return;
    for (size_t i = 0; i < length;) {
        int count = 0;
        while (i < length && isdigit((unsigned char)hand[i]))
            count = count * 10 + (hand[i++] - '0');
        size_t end = i + (i < length && hand[i] == '+') + 1;
        if (end > length) end = length;
        for (int n = count ? count : 1; n > 0 && n < 100; n--)
            for (size_t k = i; k < end; k++) out_char(out, hand[k]);
        i = end;
    }
}

size_t dialect_fen(const char *sfen, char *buf, size_t cap) {
    Out out = out_to(buf, cap);
    size_t board = strcspn(sfen, " ");
    const char *side = sfen + board + (sfen[board] == ' ');
    const char *hand = side + strcspn(side, " ");
    hand += *hand == ' ';
    for (size_t i = 0; i < board; i++) out_char(&out, sfen[i]);
    out_char(&out, '[');
    out_hand(&out, hand, strcspn(hand, " "));
    out_format(&out, "] %c 0 1", *side == 'w' ? 'b' : 'w');
    return out.length;
}
