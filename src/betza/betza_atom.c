#include "betza/betza_atom.h"

#include <string.h>

#include "betza/legs.h"

static const struct {
    char letter;
    Atom atom;
} ATOMS[] = {
    {'W', {KIND_ORTHOGONAL, 0, 1, 1}},
    {'F', {KIND_DIAGONAL, 1, 1, 1}},
    {'D', {KIND_ORTHOGONAL, 0, 2, 1}},
    {'N', {KIND_OBLIQUE, 1, 2, 1}},
    {'A', {KIND_DIAGONAL, 2, 2, 1}},
    {'H', {KIND_ORTHOGONAL, 0, 3, 1}},
    {'C', {KIND_OBLIQUE, 1, 3, 1}},
    {'L', {KIND_OBLIQUE, 1, 3, 1}},
    {'Z', {KIND_OBLIQUE, 2, 3, 1}},
    {'J', {KIND_OBLIQUE, 2, 3, 1}},
    {'G', {KIND_DIAGONAL, 3, 3, 1}},
    {'K', {KIND_KING, 0, 1, 1}},
    {'R', {KIND_ORTHOGONAL, 0, 1, RANGE_UNLIMITED}},
    {'B', {KIND_DIAGONAL, 1, 1, RANGE_UNLIMITED}},
    {'Q', {KIND_KING, 0, 1, RANGE_UNLIMITED}},
};

bool atom_find(char letter, Atom *atom) {
    for (unsigned i = 0; i < sizeof ATOMS / sizeof *ATOMS; i++)
        if (ATOMS[i].letter == letter) {
            *atom = ATOMS[i].atom;
            return true;
        }
    return false;
}

void atom_extend(Atom *atom, char extension) {
    if (extension == 'Y')
        atom->small += 2, atom->large += 2;
    else
        atom->large += 3;
    atom->kind = atom->small == 0             ? KIND_ORTHOGONAL
                 : atom->small == atom->large ? KIND_DIAGONAL
                                              : KIND_OBLIQUE;
}

void atom_ring(const Atom *atom, int8_t dx[8], int8_t dy[8]) {
    int n = atom->large, s = atom->small;
    if (atom->kind == KIND_OBLIQUE) {
        const int x[8] = {s, n, n, s, -s, -n, -n, -s}, y[8] = {n, s, -s, -n, -n, -s, s, n};
        for (int i = 0; i < 8; i++) dx[i] = (int8_t)x[i], dy[i] = (int8_t)y[i];
    } else {
        const int x[8] = {0, n, n, n, 0, -n, -n, -n}, y[8] = {n, n, 0, -n, -n, -n, 0, n};
        for (int i = 0; i < 8; i++) dx[i] = (int8_t)x[i], dy[i] = (int8_t)y[i];
    }
}

uint8_t atom_all_directions(const Atom *atom) {
    return atom->kind == KIND_ORTHOGONAL ? 0x55 : atom->kind == KIND_DIAGONAL ? 0xAA : 0xFF;
}

/* The directions (bit masks) that a letter means. Narrow: the letter alone, as f; wide: with h, as
 * fh, or with another letter. Knight: oblique leaps; king: all other steps (docs/moves.md). */
static const struct {
    char letter;
    uint8_t narrow_knight, wide_knight, narrow_king, wide_king;
} MASKS[] = {
    {'f', 0x81, 0xC3, 0x01, 0x83}, {'b', 0x18, 0x3C, 0x10, 0x38}, {'v', 0x99, 0x99, 0x11, 0xBB},
    {'l', 0x60, 0xF0, 0x40, 0xE0}, {'r', 0x06, 0x0F, 0x04, 0x0E}, {'s', 0x66, 0x66, 0x44, 0xEE},
};

static int mask_row(char letter) {
    for (int i = 0; i < 6; i++)
        if (MASKS[i].letter == letter) return i;
    return -1;
}

static bool is_lengthwise(char letter) { return letter == 'f' || letter == 'b' || letter == 'v'; }
static bool is_perpendicular(char a, char b) {
    return mask_row(a) >= 0 && mask_row(b) >= 0 && is_lengthwise(a) != is_lengthwise(b);
}

/* The read_ functions read the direction that begins at letters[0]. *took is the number of letters
 * read; 0: an `h` that has no meaning there. */
static uint8_t read_straight(AtomKind kind, const char *letters, int *took) {
    int row = mask_row(letters[0]);
    bool pair = is_perpendicular(letters[0], letters[1]), half = letters[1] == 'h';
    *took = row >= 0;
    if (row < 0) return 0;
    if (kind == KIND_ORTHOGONAL) return MASKS[row].narrow_knight & 0x55;
    if (pair || half || letters[1] == letters[0]) *took = 2;
    uint8_t mask = half || kind == KIND_DIAGONAL ? MASKS[row].wide_king : MASKS[row].narrow_king;
    if (pair) mask = MASKS[row].wide_king & MASKS[mask_row(letters[1])].wide_king;
    return kind == KIND_DIAGONAL ? mask & 0xAA : mask;
}

static uint8_t read_knight(const char *letters, int *took) {
    *took = 2;
    if (letters[0] == 'h' && (letters[1] == 'r' || letters[1] == 'l'))
        return letters[1] == 'r' ? 0x55 : 0xAA;
    int row = mask_row(letters[0]), next = mask_row(letters[1]);
    if (row >= 0 && letters[1] == 'h') return MASKS[row].wide_knight;
    if (row >= 0 && next >= 0 && MASKS[row].wide_knight & MASKS[next].narrow_knight)
        return MASKS[row].wide_knight & MASKS[next].narrow_knight;
    *took = row >= 0;
    return row < 0 ? 0 : MASKS[row].narrow_knight;
}

static uint8_t read_all(AtomKind kind, const char *letters, int *bad) {
    uint8_t mask = 0;
    *bad = -1;
    for (int at = 0, took; letters[at]; at += took) {
        mask |= kind == KIND_OBLIQUE ? read_knight(letters + at, &took)
                                     : read_straight(kind, letters + at, &took);
        if (took) continue;
        *bad = at;
        return 0;
    }
    return mask;
}

uint8_t atom_directions_first(AtomKind kind, const char *letters, int *bad) {
    *bad = -1;
    if (!*letters) return atom_all_directions(&(Atom){.kind = kind});
    return read_all(kind, letters, bad);
}

uint8_t atom_directions_later(AtomKind kind, const char *letters, int *bad) {
    *bad = -1;
    if (!*letters) return kind == KIND_ORTHOGONAL || kind == KIND_DIAGONAL ? 0x45 : 0xEF;
    return read_all(KIND_KING, letters, bad);
}

uint8_t atom_directions_turned(const char *letters, bool odd) {
    int bad;
    if (!*letters) return odd ? 0x82 : 0x01;
    if (!odd) return read_all(KIND_KING, letters, &bad) & 0x55;
    return read_all(KIND_DIAGONAL, letters, &bad);
}
