/* fuzz_usi - libFuzzer target: every input is a conversation, line by line. Its first byte picks
 * the protocol. */
#include "protocol/registry.h"
#include "protocol/session.h"

#include <stdlib.h>
#include <string.h>

static void hear(void *context, const char *line) { *(size_t *)context += strlen(line); }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const openings[] = {"usi", "uci", "xboard"};
    static Registry *games;
    if (!games) games = registry_new();
    size_t heard = 0;
    SessionConfig config = {.writer = hear,
                            .context = &heard,
                            .hash_limit_mib = 1,
                            .thread_limit = 1,
                            .node_limit = 100,
                            .files_barred = true,
                            .registry = games};
    Session *session = size ? session_new(&config) : NULL;
    char *text = malloc(size + 1), *at = text;
    if (!session || !text) return free(text), session_free(session), 0;
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    bool more = data[0] % 4 == 3 || session_line(session, openings[data[0] % 4]);
    while (more && *at) {
        size_t length = strcspn(at, "\n");
        bool last = !at[length];
        at[length] = '\0';
        more = session_line(session, at) && !last;
        at += length + 1;
    }
    session_finish(session, 1000);
    session_free(session);
    free(text);
    return 0;
}
