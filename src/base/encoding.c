#include "base/encoding.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/utf8.h"

#ifndef HENKA_RULES_ALONE
#include <iconv.h>
#endif

static const char MARK[] = "\xEF\xBB\xBF"; /* the byte order mark U+FEFF in UTF-8 */
enum { MARK_BYTES = sizeof MARK - 1 };

static char *copied(const char *bytes, size_t length) {
    char *copy = memory_take(length + 1);
    if (!copy) return NULL;
    if (length) memcpy(copy, bytes, length);
    copy[length] = '\0';
    return copy;
}

/* ---- iconv ----------------------------------------------------------------------------------- */

#ifdef HENKA_RULES_ALONE
static char *converted(const char *to, const char *from, const char *bytes, size_t length,
                       size_t *made) {
    (void)to, (void)from, (void)bytes, (void)length;
    *made = 0;
    return NULL;
}
#else
/* Converts by iconv. NULL: the target encoding lacks a character, or memory ran out. */
static char *converted(const char *to, const char *from, const char *bytes, size_t length,
                       size_t *made) {
    iconv_t pass = iconv_open(to, from);
    if (pass == (iconv_t)-1) return NULL;
    size_t room = 3 * length + 4, left = room, rest = length;
    char *text = memory_take(room + 1), *at = text, *in = (char *)bytes;
    size_t changed = text ? iconv(pass, &in, &rest, &at, &left) : (size_t)-1;
    if (changed == 0 && iconv(pass, NULL, NULL, &at, &left) == (size_t)-1) changed = (size_t)-1;
    iconv_close(pass);
    /* some iconvs replace characters that the encoding lacks, and return their number */
    if (changed != 0 || rest) {
        memory_give(text);
        return NULL;
    }
    *made = room - left;
    text[*made] = '\0';
    return text;
}
#endif

/* The names that systems use for an encoding, the preferred one first. */
static const char *const *names_of(Encoding encoding) {
    static const char *const shift_jis[] = {"CP932", "SHIFT_JIS", "SJIS", NULL},
                             *const little[] = {"UTF-16LE", NULL},
                             *const big[] = {"UTF-16BE", NULL}, *const none[] = {NULL};
    return encoding == ENCODING_SHIFT_JIS  ? shift_jis
           : encoding == ENCODING_UTF16_LE ? little
           : encoding == ENCODING_UTF16_BE ? big
                                           : none;
}

/* ---- detection ------------------------------------------------------------------------------ */

/* Detects UTF-16 without a byte order mark: every text has line ends, blanks or digits, one byte of
 * which is 0. Returns ENCODING_SHIFT_JIS for bytes that are no UTF-16. */
static Encoding unmarked(const char *bytes, size_t length) {
    size_t zeros[2] = {0, 0};
    for (size_t i = 0; i < length; i++) zeros[i & 1] += !bytes[i];
    if (length % 2 || length < 4 || zeros[0] + zeros[1] < length / 16) return ENCODING_SHIFT_JIS;
    return zeros[1] > 8 * zeros[0]   ? ENCODING_UTF16_LE
           : zeros[0] > 8 * zeros[1] ? ENCODING_UTF16_BE
                                     : ENCODING_SHIFT_JIS;
}

static bool starts(const char *bytes, size_t length, const char *with, size_t size) {
    return length >= size && !memcmp(bytes, with, size);
}

EncodedText encoding_read(const char *bytes, size_t length, HenkaError *error) {
    EncodedText read = {.encoding = ENCODING_UTF8};
    size_t skipped = 0;
    if (starts(bytes, length, "\xFF\xFE", 2))
        read.encoding = ENCODING_UTF16_LE, read.marked = true, skipped = 2;
    else if (starts(bytes, length, "\xFE\xFF", 2))
        read.encoding = ENCODING_UTF16_BE, read.marked = true, skipped = 2;
    else if (starts(bytes, length, MARK, MARK_BYTES))
        read.encoding = ENCODING_UTF8_MARKED, skipped = MARK_BYTES;
    else if (unmarked(bytes, length) != ENCODING_SHIFT_JIS)
        read.encoding = unmarked(bytes, length);
    else if (utf8_valid_length(bytes, length) < length)
        read.encoding = ENCODING_SHIFT_JIS;
    bytes += skipped, length -= skipped;
    bool utf8 = read.encoding == ENCODING_UTF8 || read.encoding == ENCODING_UTF8_MARKED;
    if (utf8 && utf8_valid_length(bytes, length) == length) {
        read.text = copied(bytes, length);
        read.length = length;
        if (!read.text) error_set(error, MSG_NO_MEMORY);
        return read;
    }
    for (const char *const *name = names_of(read.encoding); *name && !read.text; name++)
        read.text = converted("UTF-8", *name, bytes, length, &read.length);
    if (!read.text) error_say(error, 1, 1, MSG_ENCODING_UNKNOWN);
    return read;
}

char *encoding_write(const EncodedText *as, const char *text, size_t length, size_t *bytes) {
    const char *mark = as->encoding == ENCODING_UTF8_MARKED              ? MARK
                       : as->marked && as->encoding == ENCODING_UTF16_LE ? "\xFF\xFE"
                       : as->marked                                      ? "\xFE\xFF"
                                                                         : "";
    size_t before = strlen(mark), size = length;
    char *rest = NULL;
    if (as->encoding == ENCODING_UTF8 || as->encoding == ENCODING_UTF8_MARKED)
        rest = copied(text, length);
    for (const char *const *name = names_of(as->encoding); *name && !rest; name++)
        rest = converted(*name, "UTF-8", text, length, &size);
    char *whole = rest ? memory_grow(rest, size + 1, before + size + 1) : NULL;
    if (!whole) {
        memory_give(rest);
        return NULL;
    }
    memmove(whole + before, whole, size);
    memcpy(whole, mark, before);
    *bytes = before + size;
    whole[*bytes] = '\0';
    return whole;
}
