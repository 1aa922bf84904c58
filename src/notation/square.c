#include "notation/square.h"

#include "variant/array.h"

void square_write(const HenkaVariant *v, int square, Out *out) {
    array_write_square(v, square, out);
}

void square_write_coordinates(const HenkaVariant *v, int square, Out *out) {
    out_char(out, file_letter(v, file_of(v, square)));
    out_format(out, "%d", v->ranks + 1 - rank_of(v, square));
}

int square_scan(const HenkaVariant *v, Scan *s) {
    Scan at = *s;
    int number = scan_number(&at), rank = 0;
    if (number < 1) return -1;
    /* Two letters are read as the rank if the board has such a rank, else one letter. */
    if (ascii_is_lower(scan_peek(&at))) {
        int one = *at.at - 'a' + 1, two = 0;
        if (v->ranks > 26 && at.at + 1 < at.end && ascii_is_lower(at.at[1]))
            two = 26 * one + at.at[1] - 'a' + 1;
        bool both = two && two <= v->ranks;
        rank = both ? two : one <= v->ranks ? one : 0;
        if (rank) at.at += both ? 2 : 1;
    }
    bool plain = !rank && v->files == 1; /* on a board of one file, a number alone names a square */
    if (plain ? number > v->ranks : !rank || number > v->files) return -1;
    *s = at;
    return plain ? square_of(v, 1, v->ranks + 1 - number) : square_of(v, number, rank);
}

int square_scan_coordinates(const HenkaVariant *v, Scan *s) {
    Scan at = *s;
    char letter = scan_peek(&at);
    if (!ascii_is_lower(letter) || letter - 'a' >= v->files) return -1;
    at.at++;
    int number = scan_number(&at);
    if (number < 1 || number > v->ranks) return -1;
    *s = at;
    return square_of(v, v->files - (letter - 'a'), v->ranks + 1 - number);
}

size_t henka_square_name(const HenkaVariant *v, int square, char *buf, size_t cap) {
    Out out = out_to(buf, cap);
    if (square >= 0 && square < v->squares) square_write(v, square, &out);
    return out.length;
}

int henka_square_parse(const HenkaVariant *v, const char *text) {
    Scan s = scan_of(text, strlen(text));
    int square = square_scan(v, &s);
    return scan_done(&s) ? square : -1;
}
