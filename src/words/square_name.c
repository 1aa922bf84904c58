#include "words/square_name.h"

const char *const square_name_digits[] = {"０", "１", "２", "３", "４",
                                          "５", "６", "７", "８", "９"};
const char *const square_name_numerals[] = {"",   "一", "二", "三", "四", "五",
                                            "六", "七", "八", "九", "十"};

void square_name_number(int number, Out *out) {
    if (number >= 20) out_text(out, square_name_numerals[number / 10]);
    if (number >= 10) out_text(out, "十");
    out_text(out, square_name_numerals[number % 10]);
}

void square_name_write(const HenkaVariant *v, int square, Out *out) {
    int file = file_of(v, square);
    if (file >= 10) out_text(out, square_name_digits[file / 10]);
    out_text(out, square_name_digits[file % 10]);
    square_name_number(rank_of(v, square), out);
}
