/* Replaces error.c in the WebAssembly module that the page loads first: there an error has a line
 * and a column, but no text (src/wasm/meson.build). */
#include "base/error.h"

bool error_message(HenkaError *error, int line, int column, const Message *message) {
    (void)message;
    if (error) *error = (HenkaError){.line = line, .column = column};
    return false;
}

bool error_moved(HenkaError *error, int line, int column, const HenkaError *said) {
    (void)said;
    return error_message(error, line, column, NULL);
}

size_t henka_error_text(const HenkaError *error, HenkaLanguage language, char *buf, size_t cap) {
    (void)error, (void)language;
    if (cap) *buf = 0;
    return 0;
}
