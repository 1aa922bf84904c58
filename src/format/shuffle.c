/* shuffle - makes shuffled starting positions (arrays), as in Chess960, numbered from 1. */
#include "format/values.h"
#include "variant/array.h"

#include "variant/piece.h"

#include <string.h>

enum { SHUFFLED = 20 /* most pieces in a group: their arrangements fit 64 bits */ };
enum { KINDS = SHUFFLED + 1 };
enum { ANYWHERE = -1 };
/* Limits for groups that share a type: number of groups, number of arrangements, and size of the
 * hash table of distinct arrays. */
enum { GROUPS = 16, ARRANGED = 10000, SEEN = 1 << 14 };

/* Pieces that change places among themselves. A shade is a square's color on a checkered board. */
typedef struct Shuffle {
    int squares[SHUFFLED], count; /* the squares of the group, from left to right, bottom to top */
    int types[KINDS], type_count; /* the types of the group's pieces */
    int left[KINDS];              /* by index in types: number of pieces still to be placed */
    int shade_left[KINDS][2];     /* by index in types: number of pieces still to be placed on each
                                     shade; ANYWHERE in [0]: on any shade */
    int room[2];                  /* by shade: number of free squares */
    /* Indexes in types of a royal that castles and of the pieces at the ends of its rank. The royal
     * must stand between two of these. So three pieces of `ends` are placed, and the middle one
     * becomes the royal. -1: no such royal. */
    int royal, ends;
} Shuffle;

static int shade_of(const HenkaVariant *v, int square) {
    return (file_of(v, square) + rank_of(v, square)) & 1;
}

static uint64_t ways_to_choose(int of, int some) {
    uint64_t ways = 1;
    if (some < 0 || some > of) return 0;
    for (int i = 1; i <= some; i++) ways = ways * (uint64_t)(of - some + i) / (uint64_t)i;
    return ways;
}

/* Number of ways to place the remaining pieces. */
static uint64_t ways_left(const Shuffle *s) {
    int room[2] = {s->room[0], s->room[1]};
    uint64_t ways = 1;
    for (int i = 0; i < s->type_count; i++)
        for (int shade = 0; shade < 2 && s->shade_left[i][0] != ANYWHERE; shade++) {
            ways *= ways_to_choose(room[shade], s->shade_left[i][shade]);
            room[shade] -= s->shade_left[i][shade];
        }
    int any = room[0] + room[1];
    for (int i = 0; i < s->type_count; i++) {
        if (s->shade_left[i][0] != ANYWHERE) continue;
        ways *= ways_to_choose(any, s->left[i]);
        any -= s->left[i];
    }
    return ways;
}

static void place(Shuffle *s, int type, int shade, int by) {
    s->left[type] += by;
    s->room[shade] += by;
    if (s->shade_left[type][0] != ANYWHERE) s->shade_left[type][shade] += by;
}

/* The square on which gote has the piece that mirrors sente's piece on `square`; -1: none. */
static int partner_of(const HenkaVariant *v, int symmetry, int square) {
    int file = file_of(v, square), rank = v->ranks + 1 - rank_of(v, square);
    Piece wanted = (Piece)(v->start_board[square] ^ 128);
    int mirrored = square_of(v, file, rank), turned = square_of(v, v->files + 1 - file, rank);
    if (symmetry != SYMMETRY_ROTATE && v->start_board[mirrored] == wanted) return mirrored;
    return symmetry != SYMMETRY_MIRROR && v->start_board[turned] == wanted ? turned : -1;
}

/* The index in types of the piece at both ends of this rank; -1: none in the group. */
static int place_of_ends(const HenkaVariant *v, const Shuffle *s, int rank) {
    Piece left = v->start_board[square_of(v, v->files, rank)],
          right = v->start_board[square_of(v, 1, rank)];
    for (int i = 0; i < s->type_count && left == right; i++)
        if (left == piece_make(HENKA_SENTE, s->types[i])) return i;
    return -1;
}

/* Finds a royal that must stand between two pieces with which it castles, as in the script of the
 * Interactive Diagram. A mark (`!` or `#`) that binds the royal or such a piece to shades prevents
 * this. Further pieces of the castling type, beyond two, are placed freely. */
static void royal_between(HenkaVariant *v, Shuffle *s) {
    for (int i = 0; i < s->count && s->royal < 0; i++) {
        int type = piece_type(v->start_board[s->squares[i]]);
        int ends = place_of_ends(v, s, rank_of(v, s->squares[i]));
        const Power *power = &v->types[type].power;
        bool castles = false;
        for (int term = 0; term < power->term_count; term++)
            castles |= power->terms[term].conditions.castling > 0;
        if (!v->types[type].royal || !castles || ends < 0 || s->left[ends] < 2 ||
            s->shade_left[ends][0] != ANYWHERE)
            continue;
        for (int royal = 0; royal < s->type_count; royal++)
            if (s->types[royal] == type && s->left[royal] == 1 && royal != ends &&
                s->shade_left[royal][0] == ANYWHERE)
                s->royal = royal, s->ends = ends;
    }
    if (s->royal < 0) return;
    v->shuffled_partner = (uint8_t)s->types[s->ends];
    int others = s->left[s->ends] - 2;
    s->left[s->royal] = 0, s->left[s->ends] = 3;
    if (!others) return;
    s->types[s->type_count] = s->types[s->ends];
    s->left[s->type_count] = others, s->shade_left[s->type_count][0] = ANYWHERE;
    s->type_count++;
}

/* Reads a group such as `N!B#Q`, and finds the squares of its pieces and of gote's pieces that
 * mirror them. Returns false if the group is refused. */
static bool group_read(Draft *draft, Slice group, Place at, Shuffle *s, int partners[SHUFFLED]) {
    HenkaVariant *v = &draft->v;
    const char *end = group.at + group.length;
    char marks[SHUFFLED];
    for (const char *c = group.at; c < end && s->type_count < SHUFFLED;) {
        const char *start = c;
        char mark = *c == '!' || *c == '#' ? *c++ : ' ';
        int length = c + 1 < end && *c == '+' ? 2 : 1;
        Place place_at = {at.line, at.column + (int)(start - group.at)};
        if (*c == ':') {
            draft_error(draft, place_at, MSG_SHUFFLE_MIRRORED);
            return false;
        }
        int type = value_type_at(draft, (Slice){c, c < end ? length : 0}, place_at);
        if (!type) return false;
        bool again = false;
        for (int i = 0; i < s->type_count; i++) again |= s->types[i] == type;
        c += length;
        if (again) continue;
        marks[s->type_count] = mark;
        s->types[s->type_count++] = type;
        v->types[type].shuffled = true;
    }
    for (int file = v->files; file >= 1; file--)
        for (int rank = v->ranks; rank >= 1; rank--) {
            int square = square_of(v, file, rank), shade = shade_of(v, square);
            for (int i = 0; i < s->type_count; i++) {
                if (v->start_board[square] != piece_make(HENKA_SENTE, s->types[i])) continue;
                if (s->count == SHUFFLED) {
                    draft_error(draft, at, MSG_SHUFFLE_TOO_MANY, arg_number(SHUFFLED));
                    return false;
                }
                s->squares[s->count++] = square;
                s->left[i]++, s->shade_left[i][shade]++, s->room[shade]++;
            }
        }
    for (int i = 0; i < s->type_count; i++) {
        if (marks[i] == '!' && s->left[i] > 1) /* half of the pieces on each shade */
            s->shade_left[i][0] = s->left[i] / 2, s->shade_left[i][1] = s->left[i] - s->left[i] / 2;
        else if (marks[i] != '#')
            s->shade_left[i][0] = ANYWHERE;
    }
    royal_between(v, s);
    for (int i = 0; i < s->count; i++) {
        partners[i] = partner_of(v, draft->symmetry, s->squares[i]);
        if (partners[i] >= 0) continue;
        draft_error(draft, at, MSG_SHUFFLE_SIDES,
                    arg_text(v->types[piece_type(v->start_board[s->squares[i]])].name));
        return false;
    }
    return true;
}

/* The index of the square between the two others. Squares are ordered from left to right within a
 * rank, ranks from bottom to top. */
static int middle_of(const HenkaVariant *v, const int squares[3]) {
    int order[3];
    for (int i = 0; i < 3; i++)
        order[i] = (v->ranks - rank_of(v, squares[i])) * v->files - file_of(v, squares[i]);
    for (int i = 0;; i++) {
        int a = order[(i + 1) % 3], b = order[(i + 2) % 3];
        if ((a < order[i]) != (b < order[i])) return i;
    }
}

/* Puts the group's arrangement with this number, from 0, on the board. */
static void group_place(Draft *draft, Shuffle *s, const int *partners, uint64_t number) {
    HenkaVariant *v = &draft->v;
    int three[3], three_partners[3], found = 0; /* squares of `ends`; a royal on the middle one */
    for (int i = 0; i < s->count; i++) {
        int shade = shade_of(v, s->squares[i]);
        for (int type = 0; type < s->type_count; type++) {
            if (s->left[type] <= 0 ||
                (s->shade_left[type][0] != ANYWHERE && s->shade_left[type][shade] <= 0))
                continue;
            place(s, type, shade, -1);
            uint64_t ways = ways_left(s);
            if (number < ways) {
                v->start_board[s->squares[i]] = piece_make(HENKA_SENTE, s->types[type]);
                v->start_board[partners[i]] = piece_make(HENKA_GOTE, s->types[type]);
                if (type == s->ends)
                    three[found] = s->squares[i], three_partners[found++] = partners[i];
                break;
            }
            number -= ways;
            place(s, type, shade, 1);
        }
    }
    if (found < 3) return;
    int middle = middle_of(v, three);
    v->start_board[three[middle]] = piece_make(HENKA_SENTE, s->types[s->royal]);
    v->start_board[three_partners[middle]] = piece_make(HENKA_GOTE, s->types[s->royal]);
}

/* The distinct arrays that the groups make. Several arrangements may give the same array, if groups
 * share a type, or a royal has more than two castling partners: so all are made, in order. */
typedef struct Arrays {
    Draft *draft;
    uint64_t wanted;          /* which array is wanted, from 1; 0: only counts them */
    uint64_t arrays;          /* number of distinct arrays found so far */
    uint64_t seen[SEEN];      /* hashes of the distinct arrays, with linear probing; 0: free */
    int arrangements;         /* number of arrangements made so far */
    Piece found[MAX_SQUARES]; /* the wanted array */
} Arrays;

static void array_count(Arrays *a) {
    const HenkaVariant *v = &a->draft->v;
    uint64_t hash = 0;
    for (int square = 0; square < v->squares; square++)
        hash = (hash ^ v->start_board[square]) * UINT64_C(0x9E3779B97F4A7C15), hash ^= hash >> 29;
    hash += !hash;
    int at = (int)(hash % SEEN);
    while (a->seen[at] && a->seen[at] != hash) at = (at + 1) % SEEN;
    findings_spend(a->draft->findings, 200);
    a->arrangements++;
    if (a->seen[at]) return;
    a->seen[at] = hash;
    if (++a->arrays == a->wanted) memcpy(a->found, v->start_board, sizeof a->found);
}

/* Makes all arrangements of the remaining groups, then restores the board. */
static void arrange(Arrays *a, List groups) {
    HenkaVariant *v = &a->draft->v;
    Piece before[MAX_SQUARES];
    Shuffle s = {.royal = -1, .ends = -1};
    int partners[SHUFFLED];
    if (!value_list_next(&groups)) {
        array_count(a);
        return;
    }
    if (!group_read(a->draft, groups.entry, groups.at, &s, partners)) return;
    memcpy(before, v->start_board, sizeof before);
    uint64_t ways = ways_left(&s);
    for (uint64_t number = 0; number < ways && a->arrangements < ARRANGED; number++) {
        Shuffle all = s;
        if (findings_exhausted(a->draft->findings)) return;
        group_place(a->draft, &all, partners, number);
        arrange(a, groups);
        memcpy(v->start_board, before, sizeof before);
    }
}

void shuffle_array(Draft *draft) {
    HenkaVariant *v = &draft->v;
    if (!draft->shuffle || draft->findings->fatal_count) return;
    const List groups = value_list(draft->shuffle->value, draft->shuffle->value_at);
    List list = groups;
    uint64_t number = draft->array_number > 0 ? (uint64_t)draft->array_number - 1 : 0;
    Piece written[MAX_SQUARES];
    bool named[MAX_TYPES] = {false}, repeats = false;
    int count = 0;
    v->shuffle = slice_copy(draft->arena, draft->shuffle->value);
    v->arrays = 1;
    memcpy(written, v->start_board, sizeof written);
    for (; value_list_next(&list); count++) {
        Shuffle s = {.royal = -1, .ends = -1};
        int partners[SHUFFLED];
        if (!group_read(draft, list.entry, list.at, &s, partners)) return;
        for (int i = 0; i < s.type_count; i++) {
            repeats |= named[s.types[i]];
            named[s.types[i]] = true;
        }
        uint64_t ways = ways_left(&s);
        if (draft->array_number > 0 && ways && !repeats)
            group_place(draft, &s, partners, number % ways);
        if (ways) number /= ways;
        v->arrays = v->arrays > INT32_MAX / (ways ? ways : 1) ? INT32_MAX : v->arrays * ways;
    }
    if (repeats) memcpy(v->start_board, written, sizeof written);
    if (repeats && (v->arrays > ARRANGED || count > GROUPS)) {
        draft_error(draft, draft->shuffle->value_at, MSG_SHUFFLE_SHARED, arg_number(ARRANGED),
                    arg_number(GROUPS));
        return;
    }
    if (repeats) { /* counts the distinct arrays and puts the wanted one on the board */
        Arrays *a = arena_take(draft->findings->arena, sizeof *a);
        a->draft = draft;
        a->wanted = (uint64_t)draft->array_number;
        arrange(a, groups);
        v->arrays = a->arrays;
        if (a->wanted && a->wanted <= a->arrays)
            memcpy(v->start_board, a->found, sizeof v->start_board);
    }
    if (draft->array_number > 0 && (uint64_t)draft->array_number > v->arrays)
        draft_error(draft, key_place(draft, "array"), MSG_ARRAY_NUMBER,
                    arg_number((int64_t)v->arrays), arg_number(draft->array_number));
}
