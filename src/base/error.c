#include "base/error.h"

#include "base/utf8.h"

/* Cuts long arguments until the sentence fits, because its end often says what was expected. */
bool error_message(HenkaError *error, int line, int column, const Message *message) {
    if (!error) return false;
    /* a copy, because an argument of the message may point into *error */
    HenkaError said = {.line = line, .column = column};
    size_t length = sizeof said.message;
    for (size_t text_most = 256; length >= sizeof said.message; text_most /= 2) {
        said.said_length = (uint16_t)message_pack(message, text_most, said.said, sizeof said.said);
        if (said.said_length)
            length = henka_error_text(&said, HENKA_ENGLISH, said.message, sizeof said.message);
        if (!text_most) break;
    }
    utf8_mend(said.message);
    *error = said;
    return false;
}

bool error_moved(HenkaError *error, int line, int column, const HenkaError *said) {
    if (!error) return false;
    *error = *said;
    error->line = line;
    error->column = column;
    return false;
}

size_t henka_error_text(const HenkaError *error, HenkaLanguage language, char *buf, size_t cap) {
    Out out = out_to(buf, cap);
    if (error->said_length) {
        Message message = message_unpack(error->said, error->said_length);
        out_message(&out, language, &message);
    } else {
        out_text(&out, error->message);
    }
    return out.length;
}
