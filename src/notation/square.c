#include "notation/square.h"

#include "variant/array.h"

void square_write(const HenkaVariant *v, int square, Out *out) {
    array_write_square(v, square, out);
}

void square_write_coordinates(const HenkaVariant *v, int square, Out *out) {
    out_char(out, file_letter(v, file_of(v, square)));
    out_format(out, "%d", v->ranks + 1 - rank_of(v, square));
}

/* Reads the letters of a rank: two if the board is tall enough and they form a rank, else one. 0:
 * none. */
static int rank_scan(const HenkaVariant *v, Scan *s) {
    if (!ascii_is_lower(scan_peek(s))) return 0;
    int one = *s->at - 'a' + 1;
    if (v->ranks > 26 && s->at + 1 < s->end && ascii_is_lower(s->at[1])) {
        int two = 26 * one + s->at[1] - 'a' + 1;
        if (two <= v->ranks) {
            s->at += 2;
            return two;
        }
    }
    if (one > v->ranks) return 0;
    s->at++;
    return one;
}

int square_scan(const HenkaVariant *v, Scan *s) {
    Scan saved = *s;
    int number = scan_number(s);
    if (number >= 1) {
        int rank = rank_scan(v, s);
        if (rank && number <= v->files) return square_of(v, number, rank);
        if (!rank && v->files == 1 && number <= v->ranks)
            return square_of(v, 1, v->ranks + 1 - number);
    }
    *s = saved;
    return -1;
}

int square_scan_coordinates(const HenkaVariant *v, Scan *s) {
    Scan saved = *s;
    char letter = scan_peek(s);
    if (ascii_is_lower(letter) && letter - 'a' < v->files) {
        s->at++;
        int number = scan_number(s);
        if (number >= 1 && number <= v->ranks)
            return square_of(v, v->files - (letter - 'a'), v->ranks + 1 - number);
    }
    *s = saved;
    return -1;
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
