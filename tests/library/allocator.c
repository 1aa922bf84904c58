/* Memory of one's own: with henka_set_allocator every byte of the library comes from there and goes
 * back, and malloc is not asked; when none is left there, calls fail as henka.h says. The program is
 * linked so that malloc and its kin come here (tests/library/meson.build). */
#include "check.h"
#include "henka_import.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* What the library asks of the system itself; counted while `inside` a call of the library. */
static long stray;
static bool inside;

void *__real_malloc(size_t);
void *__real_calloc(size_t, size_t);
void *__real_realloc(void *, size_t);
void *__real_aligned_alloc(size_t, size_t);
int __real_posix_memalign(void **, size_t, size_t);
char *__real_strdup(const char *);
char *__real_strndup(const char *, size_t);
void __real_free(void *);
void *__wrap_malloc(size_t);
void *__wrap_calloc(size_t, size_t);
void *__wrap_realloc(void *, size_t);
void *__wrap_aligned_alloc(size_t, size_t);
int __wrap_posix_memalign(void **, size_t, size_t);
char *__wrap_strdup(const char *);
char *__wrap_strndup(const char *, size_t);
void __wrap_free(void *);

void *__wrap_malloc(size_t size) { return stray += inside, __real_malloc(size); }
void *__wrap_calloc(size_t n, size_t size) { return stray += inside, __real_calloc(n, size); }
void *__wrap_realloc(void *p, size_t size) { return stray += inside, __real_realloc(p, size); }
void *__wrap_aligned_alloc(size_t a, size_t n) {
    return stray += inside, __real_aligned_alloc(a, n);
}
int __wrap_posix_memalign(void **p, size_t a, size_t n) {
    return stray += inside, __real_posix_memalign(p, a, n);
}
char *__wrap_strdup(const char *text) { return stray += inside, __real_strdup(text); }
char *__wrap_strndup(const char *t, size_t n) { return stray += inside, __real_strndup(t, n); }
void __wrap_free(void *p) { stray += inside && p, __real_free(p); }

/* The memory of our own. */
typedef struct Store {
    long taken, given, failing; /* failing: this one and all after it fail; 0: none */
    size_t bytes;
    long crooked; /* asked for with an alignment that is no power of two, or without a size */
} Store;

static void *take(void *context, size_t bytes, size_t alignment) {
    Store *store = context;
    store->crooked += !bytes || !alignment || (alignment & (alignment - 1)) || alignment > 2 << 20;
    if (store->failing && store->taken + 1 >= store->failing) return NULL;
    size_t whole = (bytes + alignment - 1) / alignment * alignment;
    void *memory = __real_aligned_alloc(alignment, whole);
    if (!memory) return NULL;
    store->taken++, store->bytes += bytes;
    return memset(memory, 0xA5, whole); /* nobody relies on zeros */
}
static void give(void *context, void *memory) {
    Store *store = context;
    store->given++;
    if (!memory) store->crooked++;
    __real_free(memory);
}

/* A bit of everything that takes memory; whether it got what it wanted. */
static bool use(void) {
    static char text[1 << 15];
    HenkaVariant *v = henka_variant_shipped("shogi", NULL, 0, NULL);
    HenkaGame *game = v ? henka_game_new(v, "startpos moves 7g7f 3c3d", NULL) : NULL;
    HenkaEngine *engine = henka_engine_new(&(HenkaEngineOptions){.hash_mib = 1, .threads = 2});
    bool good = game && engine;
    for (int i = 0; good && i < 70; i++) { /* more than a game has room for at first */
        HenkaMove best =
            henka_engine_go(engine, game, &(HenkaLimits){.nodes = 20}, NULL, NULL).best;
        good = henka_game_play(game, best);
    }
    good = good && henka_record_write(game, HENKA_RECORD_USI, NULL, text, sizeof text);
    HenkaGame *read = good ? henka_record_read(text, strlen(text), v, NULL, NULL) : NULL;
    good = read && henka_game_hash(read) == henka_game_hash(game);
    good = good && henka_game_perft(game, 2) != UINT64_MAX;
    static const char file[] = "[mine:shogi]\npieceDrops = false\n";
    good = good && henka_variant_import(file, strlen(file), "mine", text, sizeof text, NULL);
    good = good && henka_variant_template(v, "mine", HENKA_ENGLISH, text, sizeof text);
    HenkaMark mark;
    good = good && henka_variant_diagram(v, 1, &mark, 1);
    henka_game_free(read);
    henka_engine_free(engine);
    henka_game_free(game);
    henka_variant_free(v);
    return good;
}

int main(void) {
    Store store = {0};
    HenkaAllocator own = {take, give, &store};
    CHECK(!henka_set_allocator(&(HenkaAllocator){take, NULL, NULL}), "set without a function");
    CHECK(henka_set_allocator(&own), "refused though nothing was taken");
    own = (HenkaAllocator){0}; /* the struct was copied */
    inside = true;
    bool good = use();
    inside = false;
    CHECK(good, "something fails though there is memory");
    CHECK(store.taken > 20 && store.bytes > 1 << 20, "%ld taken, %zu bytes", store.taken,
          store.bytes);
    CHECK(store.taken == store.given, "%ld taken, %ld given back", store.taken, store.given);
    CHECK(!stray, "malloc and its kin were called %ld times", stray);
    CHECK(!store.crooked, "%ld odd calls", store.crooked);
    for (long failing = 1, most = store.taken; failing <= most; failing++) {
        store = (Store){.failing = failing};
        use();
        CHECK(store.taken == store.given, "when number %ld fails: %ld taken, %ld given back",
              failing, store.taken, store.given);
    }
    CHECK(!henka_set_allocator(&(HenkaAllocator){take, give, NULL}), "set in the midst");
    return check_done();
}
