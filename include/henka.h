/* henka.h - play, check and explain shogi variants.
 *
 * The public header of libhenka: everything a program needs to embed the rules, the notation and
 * the engine. Games of other programs are read by henka_import.h.
 *
 * Owner    The caller of *_new / *_parse / *_shipped / *_copy frees the result with the matching
 *          *_free, which takes NULL too. A game keeps its variant alive by counting references. An
 *          engine uses a game only during the call. It keeps two variants alive: the one that it
 *          searched last, and the one that was last given to henka_engine_set_eval or
 *          henka_engine_set_net. henka_engine_free releases both.
 * Threads  A variant does not change after it was read: share it freely. Calls that take a const
 *          HenkaGame do not change the game, so several threads may read one game at once. While
 *          one thread changes a game, no other thread may use that game. An engine belongs to one
 *          thread at a time, except henka_engine_stop and henka_engine_ponderhit, which any thread
 *          may call during henka_engine_go.
 * Stack    A thread that calls the library needs a stack of at least HENKA_STACK_BYTES, which holds
 *          lists of moves. Some systems give a thread less by default (musl 128 KiB, macOS 512
 *          KiB): use pthread_attr_setstacksize. The engine creates its own threads with enough
 *          stack.
 * Memory   From malloc, or from the functions given to henka_set_allocator. If no memory is left, a
 *          call returns NULL, false, or the value named below, with the error "out of memory", and
 *          changes nothing. Nothing aborts and nothing leaks. A search uses the memory of its
 *          engine and allocates none, with one exception: the first call that evaluates a position
 *          of a variant allocates the evaluation, and the variant keeps it. If that fails,
 *          henka_engine_go returns HENKA_NO_MOVE.
 * Errors   Wrong input (variant text, SFEN, moves, records) makes a call return NULL or false,
 *          never abort. The HenkaError says where the mistake is, what was expected and what was
 *          found. A call that fails changes nothing.
 * None     Any number may be given as a square, a kind, a side, a move, an index, a reason, a
 *          language, a notation or a format. A number that names nothing is no error: the call
 *          returns false, 0, NULL, HENKA_NO_MOVE, an empty text, or a struct filled with 0 and "".
 *          The comment of a call says so if it returns something else. An unknown language counts
 *          as English.
 * NULL     Allowed for HenkaError *, HenkaReport *, and every other pointer that a call only writes
 *          through (to a length, a side, a move), for the argument of a *_free, for an array of no
 *          elements, and where a comment says so. Any other handle, struct or text that is NULL is
 *          a bug of the caller, and so is a handle that was freed.
 * Text     UTF-8. Every writer takes (buf, cap), writes at most cap bytes including the terminating
 *          NUL, and returns the length of the whole text without the NUL (as snprintf does), so a
 *          result >= cap means that buf was too small. buf may be NULL if cap is 0.
 * Limits   256 squares, 16 files, 32 ranks, 127 kinds of piece, 8192 legal moves, 4 captured pieces
 *          besides the one on the destination.
 */
#ifndef HENKA_H
#define HENKA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default) /* the library exports the functions of this header and hides
                                        all its other names */
#endif

/* The version of this header. While the major version is 0, a new minor version may add members to
 * structs, so a program needs the library of the same version as this header. henka_fits() checks
 * that. */
#define HENKA_VERSION "0.2.0"
#define HENKA_VERSION_NUMBER 200 /* HENKA_VERSION as 10000 * major + 100 * minor + patch */

/* The version of the library that the program is linked with. */
const char *henka_version(void);
int henka_version_number(void);
/* The size that the struct with this name, such as "HenkaError", has in the library that the
 * program is linked with. 0: no struct of this header has that name. For programs in other
 * languages, which declare the structs themselves. */
size_t henka_struct_size(const char *name);

enum {
    HENKA_MAX_MOVES = 8192,
    HENKA_MAX_SQUARES = 256,
    HENKA_MAX_TYPES = 128, /* kinds of piece are numbered 1..127; 0: no kind */
    HENKA_MAX_VICTIMS = 4,
    HENKA_MAX_LEVEL = 10,
    /* HenkaLimits.level for the first game of a person (docs/strength.md); programs use it unless
     * their user chooses a level */
    HENKA_STANDARD_LEVEL = 2,
    HENKA_STANDARD_VARY_CP = 20, /* value of HenkaLimits.vary_cp for games against people */
    HENKA_STACK_BYTES = 1 << 20  /* bytes of stack that suffice for any call of the library */
};

/* The source of the library's memory, instead of malloc. `take` and `give` are called from the
 * threads that call the library, never from the engine's own threads. The stacks of the engine's
 * threads come from the system. */
typedef struct HenkaAllocator {
    /* Allocates at least `bytes` bytes (more than 0) at a multiple of `alignment`, a power of two
     * up to 2 MiB. Returns NULL if no memory is left. */
    void *(*take)(void *context, size_t bytes, size_t alignment);
    /* frees memory that `take` returned; not called with memory NULL */
    void (*give)(void *context, void *memory);
    void *context; /* passed to `take` and `give` as their argument `context` */
} HenkaAllocator;
/* Sets the allocator of the whole process, before any other call that allocates memory. The struct
 * is copied. Returns false and changes nothing if memory was allocated before, or if a function is
 * NULL. */
bool henka_set_allocator(const HenkaAllocator *);

/* ---- errors ---------------------------------------------------------------------------------- */

/* The languages of the sentences that people read, one in each row: LANGUAGE(name, tag for HTML's
 * `lang`). A sentence without a translation is in English, such as errors for authors and
 * programmers. So are the texts in a game's file about the game. HENKA_NIHONGO is Japanese;
 * HENKA_JAPANESE is a notation. */
#define HENKA_LANGUAGE_LIST(LANGUAGE)                                                              \
    LANGUAGE(HENKA_ENGLISH, en)                                                                    \
    LANGUAGE(HENKA_NIHONGO, ja)
#define HENKA_LANGUAGE_NAME(name, tag) name,
typedef enum { HENKA_LANGUAGE_LIST(HENKA_LANGUAGE_NAME) HENKA_LANGUAGES } HenkaLanguage;

/* The language of a tag such as "ja-JP" or of a locale such as "ja_JP.UTF-8"; English if `tag` is
 * NULL or names no language of the list. */
HenkaLanguage henka_language_named(const char *tag);

/* What went wrong in an input, and where. */
typedef struct HenkaError {
    int line, column;  /* counted from 1, columns in bytes; 0: the error has no place in a text */
    char message[240]; /* in English: what was expected and what was found */
    uint16_t said_length; /* number of bytes used in `said` */
    /* the message in binary form, from which henka_error_text makes the text in any language */
    uint8_t said[512];
} HenkaError;

/* The error's message in a language. The error must have been filled by a call of the library, or
 * be all 0: then the message is "". */
size_t henka_error_text(const HenkaError *, HenkaLanguage, char *buf, size_t cap);

typedef struct HenkaDiagnostic {
    bool fatal; /* true: an error; false: a warning, or a note */
    bool note;  /* the game itself is not affected: for example, a key that only concerns drawing
                   was ignored */
    HenkaError at;
} HenkaDiagnostic;

/* Every error, warning and note about the text of a variant, its findings. Only the first `cap` of
 * them are written to `entries`. */
typedef struct HenkaReport {
    HenkaDiagnostic *entries; /* an array of the caller with cap elements; NULL if cap is 0 */
    size_t cap;
    size_t count;       /* number of errors, warnings and notes; may exceed cap */
    size_t fatal_count; /* number of errors, whether written to `entries` or not */
} HenkaReport;

/* The first error among the entries that were written; NULL: there is none. */
const HenkaError *henka_report_error(const HenkaReport *);

/* ---- budgets --------------------------------------------------------------------------------- */

typedef struct HenkaVariant HenkaVariant;

/* How much work calls may do. Texts, games and records from strangers can take any amount of work:
 * a piece of twelve legs has more paths than a program can follow. A program that takes such input
 * gives a budget to the calls that read it (those whose names end in _within), and to the game that
 * is played (henka_game_set_budget).
 *
 * Units    Work is counted in steps while it is done. A step follows the path of a move by one
 *          square and takes about 25 nanoseconds. The same work takes the same number of steps on
 *          every machine. Ordinary pieces take few steps, because their moves are read from tables.
 *          Reading a game that ships takes less than a million steps, and finding and playing a
 *          move takes a thousand. The slowest move of the games in variants/ takes twenty thousand.
 * Answers  A call whose budget is spent ends within a few milliseconds. A call that makes something
 *          returns NULL, with an error that names the kind of piece that took the most steps. A
 *          call that changes a game (henka_game_play, henka_game_end) leaves the game unchanged.
 *          henka_game_moves returns no moves, and henka_game_outcome HENKA_PLAYING. The results of
 *          all other calls are then meaningless. henka_budget_spent says whether the budget is
 *          spent.
 * Owner    A budget must outlive the games that use it, and the copies of these games, which share
 *          the budget. Otherwise remove it from them (henka_game_set_budget with NULL). A search
 *          does not use a budget: it has its own limits (HenkaLimits), which it tests all along.
 * Threads  Only one thread at a time may make calls that spend the same budget, even calls with a
 *          const HenkaGame. henka_budget_cancel may be called by any thread at any time. */
typedef struct HenkaBudget HenkaBudget;
HenkaBudget *henka_budget_new(uint64_t steps); /* returns NULL if memory runs out */
void henka_budget_free(HenkaBudget *);
/* Sets the budget back to `steps` unused steps. A budget that was cancelled stays spent. */
void henka_budget_refill(HenkaBudget *, uint64_t steps);
/* Ends the calls that use the budget now, and makes all later ones end at once. */
void henka_budget_cancel(HenkaBudget *);
/* The number of steps used since the budget was made or refilled. */
uint64_t henka_budget_used(const HenkaBudget *);
/* Was the budget cancelled, or did calls need more steps than it had? */
bool henka_budget_spent(const HenkaBudget *);
/* The kind of piece whose moves took the most steps; 0: at least half of all steps were taken by
 * other work than finding moves. */
int henka_budget_type(const HenkaBudget *);
/* Fills in the error that a call reports when its budget is spent. The error contains the name that
 * the kind henka_budget_type has in this variant; with variant NULL it names no kind. Always
 * returns false. */
bool henka_budget_error(const HenkaBudget *, const HenkaVariant *, HenkaError *);

/* ---- variants -------------------------------------------------------------------------------- */

/* The games that are built into the library, in their usual order: the name of a game, such as
 * "ito", and the whole text of its file. NULL for an index past the last game. length may be
 * NULL. */
const char *henka_shipped_name(size_t index);
const char *henka_shipped_text(size_t index, size_t *length);

/* Reads and checks a variant. settings: `count` strings "NAME=VALUE", which override the values of
 * the file's `option` lines. report may be NULL. Returns NULL on any error. */
HenkaVariant *henka_variant_parse(const char *text, size_t length, const char *const *settings,
                                  size_t count, HenkaReport *report);
/* henka_variant_parse within a budget. Budget NULL: a default one, which suffices for every
 * practical game. */
HenkaVariant *henka_variant_parse_within(HenkaBudget *, const char *text, size_t length,
                                         const char *const *settings, size_t count,
                                         HenkaReport *report);
HenkaVariant *henka_variant_shipped(const char *name, const char *const *settings, size_t count,
                                    HenkaReport *report);
/* Replaces the numbers of the evaluation (values of pieces and squares) that were delivered with
 * the game. text: the contents of a file that `henka tune` wrote; length 0: numbers derived from
 * the moves. Call this right after the variant was read, before a game, an engine or another thread
 * uses it. Returns false and changes nothing if the text is damaged or was made for another board,
 * other kinds or other hands; the error says which. */
bool henka_variant_set_eval(HenkaVariant *, const char *text, size_t length, HenkaError *);
/* Like henka_variant_set_eval for the neural network whose output is added to the evaluation.
 * bytes: the contents of a network file; length 0: no network. A network that was trained with
 * other moves of the pieces is refused too. */
bool henka_variant_set_net(HenkaVariant *, const char *bytes, size_t length, HenkaError *);
/* The numbers and the network that evaluate positions of the game: set by henka_variant_set_eval
 * and henka_variant_set_net, or delivered with the game. */
typedef struct HenkaEvaluation {
    bool fitted;   /* true: some numbers were fitted to games; false: all are derived from the
                      moves */
    bool network;  /* true: the output of a neural network is added */
    int left_out;  /* number of kinds whose moves differ from those for which the numbers were
                      fitted: their numbers are derived */
    uint64_t hash; /* one hash of the contents of the file of numbers and of the network's file; 0:
                      the game has neither file */
} HenkaEvaluation;
/* Every member is 0 or false if the game has neither fitted numbers nor a network, or if memory ran
 * out. */
HenkaEvaluation henka_variant_evaluation(const HenkaVariant *);
HenkaVariant *henka_variant_retain(const HenkaVariant *);
void henka_variant_free(HenkaVariant *);

const char *henka_variant_name(const HenkaVariant *);  /* the short name of the game: "okisaki" */
const char *henka_variant_title(const HenkaVariant *); /* the full name: "Okisaki shogi" */
/* The file's text under "author", "source", "year", "story" or another text key of docs/format.md;
 * "": the file has none. */
const char *henka_variant_about(const HenkaVariant *, const char *key);
int henka_variant_files(const HenkaVariant *);
int henka_variant_ranks(const HenkaVariant *);
/* Is the square a hole, no part of the board? */
bool henka_variant_is_hole(const HenkaVariant *, int square);
/* Depth of the promotion zone in ranks. 0: there is no zone, or it is a set of single squares. */
int henka_variant_zone(const HenkaVariant *);
/* Is the square in that side's promotion zone, of ranks or of single squares? */
bool henka_variant_in_zone(const HenkaVariant *, int side /* HenkaSide */, int square);
/* Does the game's key `region` allow that side's pieces of the kind on the square? */
bool henka_variant_in_region(const HenkaVariant *, int type, int side /* HenkaSide */, int square);
/* The look of the board, without effect on the rules: "plain", "checkered" (sente's left corner is
 * dark), "points" (pieces stand on the crossings of lines) or "notched" (every second square has
 * notched corners). */
const char *henka_variant_board(const HenkaVariant *);
/* The family of pieces that players know the game by: "wedge" (shogi), "figure" (chess), "disc"
 * (Chinese chess), "stupa" (Thai chess) or "animal". A program draws the pieces, names squares and
 * sides, and writes moves (HENKA_USUAL) by it. */
const char *henka_variant_family(const HenkaVariant *);
bool henka_variant_has_hands(const HenkaVariant *); /* captured pieces can be dropped */
bool henka_variant_drops_either_face(const HenkaVariant *);
/* Has an SFEN of this game a fifth field, which counts skipped turns? */
bool henka_variant_counts_skips(const HenkaVariant *);
const char *henka_variant_start(const HenkaVariant *); /* SFEN of the starting position */

/* Named options: rules that the game's source leaves open, and house rules. */
typedef struct HenkaOption {
    /* such as name "bishop", help "which way the bishop rides" */
    const char *name, *help;
    /* value: the choice in force; standard: the default choice */
    const char *value, *standard;
    const char *const *choices; /* all choices, the default first */
    /* the meaning of each element of choices, as a text for people */
    const char *const *choice_help;
    size_t choice_count; /* number of elements of choices and of choice_help */
} HenkaOption;
size_t henka_variant_option_count(const HenkaVariant *);
/* For an index past the last option, the texts are empty and choices is NULL. */
HenkaOption henka_variant_option(const HenkaVariant *, size_t index);

/* The handicaps that the game's file lists: starting positions in which gote, the stronger player,
 * lacks some pieces and moves first. Give `start` to henka_game_new to play one. */
typedef struct HenkaHandicap {
    const char *name;  /* such as "rook-lance" */
    const char *kanji; /* the name in KIF records, "飛香落ち"; "": the file has none */
    const char *start; /* SFEN of the handicap's starting position */
} HenkaHandicap;
size_t henka_variant_handicap_count(const HenkaVariant *);
/* For an index past the last handicap, every member is "". */
HenkaHandicap henka_variant_handicap(const HenkaVariant *, size_t index);
/* The SFEN of the handicap with this name or kanji. NULL: the game has no such handicap; the error
 * lists those that it has. */
const char *henka_variant_handicap_start(const HenkaVariant *, const char *name, HenkaError *);

/* Kinds of piece are numbered 1..henka_variant_type_count; each face of a piece is a kind of its
 * own. */
typedef struct HenkaType {
    const char *id;      /* letters of the kind in SFEN, without braces: "P", "+P", "FL" */
    const char *name;    /* the name, such as "lance" */
    const char *kanji;   /* the name in kanji, such as "香車"; "": the file has none */
    const char *kanji1;  /* the name as one kanji, such as "香" */
    const char *western; /* label on western pieces, such as "L" */
    const char *betza;   /* moves of the kind, as XBetza text */
    int promoted;        /* the kind to which this kind promotes; 0: it does not promote */
    int unpromoted;      /* the kind that promotes to this kind; 0: this is an unpromoted face */
    int in_hand;         /* the kind that this piece becomes in a hand; 0: hands cannot hold it */
    bool royal;          /* losing a piece of this kind can lose the game */
    const char *kanji_gote,
        *kanji1_gote; /* the kanji on gote's piece, such as 王将 where sente has 玉将; equal to
                         kanji and kanji1 unless the file sets them */
} HenkaType;
int henka_variant_type_count(const HenkaVariant *);
/* For a number that is no kind, every text is "" and every number 0. */
HenkaType henka_variant_type(const HenkaVariant *, int type);

/* The game in words (the text of `henka describe`). */
size_t henka_variant_describe(const HenkaVariant *, HenkaLanguage, char *buf, size_t cap);
/* The text of a new game's file: the rules and pieces of `like` (NULL: a small game), and every key
 * of docs/format.md below a comment that says what it means. The name and the title are made of the
 * letters and digits of `name`. */
size_t henka_variant_template(const HenkaVariant *like, const char *name, HenkaLanguage, char *buf,
                              size_t cap);
/* One piece's moves in words: "slides forward any distance; steps back". "": the number is no
 * kind. */
size_t henka_variant_describe_type(const HenkaVariant *, int type, HenkaLanguage, char *buf,
                                   size_t cap);

/* A piece's move diagram on an empty board: one HenkaMark for each square that its moves concern,
 * from sente's point of view (dx to the right, dy forward). */
enum {
    HENKA_MARK_MOVE = 1,    /* a move may end here if the square is empty */
    HENKA_MARK_CAPTURE = 2, /* a move may end here by a capture */
    HENKA_MARK_SLIDE = 4,   /* reached by sliding, which may continue in the same direction */
    HENKA_MARK_JUMP = 8,    /* reached over squares that may be occupied */
    HENKA_MARK_HOP = 16,    /* reached over exactly one piece (cannon) */
    /* a piece here may be captured by a move that then goes on or returns: igui, sting, hit and
     * run */
    HENKA_MARK_VICTIM = 32,
    HENKA_MARK_AREA = 64,  /* reached by several king's steps over empty squares */
    HENKA_MARK_BURN = 128, /* a move that ends here may also capture pieces next to this square */
};
typedef struct HenkaMark {
    int8_t dx, dy;
    uint8_t kinds;
} HenkaMark;
/* Writes up to cap marks and returns the number of all marks; 0 also if the number is no kind of
 * this variant, or if memory runs out. */
size_t henka_variant_diagram(const HenkaVariant *, int type, HenkaMark *marks, size_t cap);

/* ---- squares, sides, moves ------------------------------------------------------------------- */

/* Square: (file - 1) * ranks + (rank - 1). File 1 is on sente's right, rank 1 ('a') farthest from
 * sente. */
typedef enum { HENKA_SENTE = 0, HENKA_GOTE = 1 } HenkaSide;

/* A move is a value; 0 is no move. Two moves are the same move exactly when they are equal. */
typedef uint64_t HenkaMove;
#define HENKA_NO_MOVE ((HenkaMove)0)

typedef struct HenkaMoveParts {
    bool drop;        /* puts a piece from the hand on the board */
    bool capture;     /* captures a piece */
    bool skip;        /* uses the turn and changes nothing */
    bool igui;        /* captures without moving: ends on the square where it began */
    bool promotes;    /* the piece becomes another kind, as the player chose */
    bool flips;       /* the piece turns over to another kind, as the rules demand */
    int from;         /* square where the move begins; -1 for a drop */
    int to;           /* square where the move ends */
    int type;         /* the kind that moves or is dropped, before any promotion */
    int becomes;      /* kind that stands on `to` after the move */
    int victim_count; /* number of elements of `victims` */
    /* The squares of all captured pieces, the destination included, in ascending order. */
    uint8_t victims[HENKA_MAX_VICTIMS + 1];
} HenkaMoveParts;

/* ---- games ----------------------------------------------------------------------------------- */

typedef struct HenkaGame HenkaGame; /* a position and the moves that led to it */

typedef enum {
    HENKA_PLAYING = 0, /* the game goes on */
    /* The reasons from here on follow from the rules: the library finds them in the position or in
     * the moves played. */
    HENKA_CHECKMATE,      /* the side to move is in check and has no legal move */
    HENKA_STALEMATE,      /* the side to move is not in check and has no legal move; the game's key
                              `stalemate` decides the winner */
    HENKA_ROYAL_CAPTURED, /* a side's royal was captured, in a game without checkmate */
    HENKA_ROYALS_LOST,    /* a side lost its royals, in a game with royals of several kinds */
    HENKA_BARED,          /* a side has nothing left but royals, in a game where this loses */
    HENKA_REPETITION,     /* the same position occurred too often */
    /* the same position occurred too often, and one side gave check all along */
    HENKA_PERPETUAL_CHECK,
    HENKA_GOAL_REACHED,  /* a side has a piece on a square that wins (the game's key `goal`) */
    HENKA_CHECKS_GIVEN,  /* a side has given the number of checks that wins (key `checksToWin`) */
    HENKA_MOVE_LIMIT,    /* a draw after too many moves without a capture (key `moveLimit`) */
    HENKA_NO_LEGAL_MOVE, /* the side to move has no legal move, because repetition bars all of them
                            or because the game's rules have no stalemate */
    /* The reasons from here on are an action or a statement of a player, given to henka_game_end.
     * Under strict play the library finds HENKA_ILLEGAL_MOVE itself. */
    HENKA_ILLEGAL_MOVE, /* a side played an illegal move under strict play */
    HENKA_RESIGNATION,
    HENKA_DRAW_AGREED,
    HENKA_IMPASSE, /* a side declared an impasse: points decide the winner; a draw if both sides
                      have enough points */
    HENKA_TIME,
    HENKA_ABSENCE, /* a player left, and the opponent claimed the game */
    HENKA_ABANDONED
} HenkaReason;
typedef struct HenkaOutcome {
    HenkaReason reason;
    int winner; /* HENKA_SENTE, HENKA_GOTE, or -1: no winner (a draw, or still playing) */
} HenkaOutcome;
/* Do the rules of the variant allow a game to end for this reason? Reasons that players agree on or
 * claim are always allowed. */
bool henka_variant_can_end(const HenkaVariant *, HenkaReason);
/* The word for a reason in records and protocols, the same in every language: "playing",
 * "checkmate", "perpetual check", …. "unknown": the number is no HenkaReason. */
const char *henka_reason_name(HenkaReason);
/* The reason as a text for people; "": the number is no HenkaReason. */
size_t henka_reason_text(HenkaReason, HenkaLanguage, char *buf, size_t cap);

/* sfen: NULL or "startpos" for the starting position. */
HenkaGame *henka_game_new(const HenkaVariant *, const char *sfen, HenkaError *);
/* henka_game_new within a budget, which later calls on the game spend too. Budget NULL: no limit.
 * */
HenkaGame *henka_game_new_within(HenkaBudget *, const HenkaVariant *, const char *sfen,
                                 HenkaError *);
/* All later calls on the game spend this budget. NULL: no limit. */
void henka_game_set_budget(HenkaGame *, HenkaBudget *);
HenkaGame *henka_game_copy(const HenkaGame *);
void henka_game_free(HenkaGame *);
const HenkaVariant *henka_game_variant(const HenkaGame *);

HenkaSide henka_game_side(const HenkaGame *); /* the side to move */
/* The kind of the piece on the square, and its side. 0: the square is empty, and the side is not
 * changed. */
int henka_game_piece(const HenkaGame *, int square, HenkaSide *);
/* The number of pieces of a kind in the side's hand. The kind must be the HenkaType.in_hand of some
 * kind. */
int henka_game_hand(const HenkaGame *, HenkaSide, int type);
bool henka_game_in_check(const HenkaGame *);
/* Does an enemy piece beside the piece on the square keep it from moving? */
bool henka_game_frozen(const HenkaGame *, int square);
/* Does a piece of that side attack the square, whether or not it is occupied? Pins, frozen pieces
 * and the side to move are ignored. */
bool henka_game_attacked(const HenkaGame *, int square, HenkaSide by);
uint64_t henka_game_hash(const HenkaGame *);
int henka_game_plies(const HenkaGame *); /* number of moves played since the first position */
/* The move that was played at this ply, counted from 0. HENKA_NO_MOVE: the game has fewer plies. */
HenkaMove henka_game_move_at(const HenkaGame *, int ply);

/* The legal moves, without those barred by repetition; none if the game is over. Writes up to cap
 * moves and returns the number of all moves. HENKA_MAX_MOVES is always enough. */
size_t henka_game_moves(const HenkaGame *, HenkaMove *out, size_t cap);
bool henka_game_legal(const HenkaGame *, HenkaMove);
/* Does an illegal move lose the game? (The game's option `strict`.) */
bool henka_game_is_strict(const HenkaGame *);
/* Plays a legal move. Returns false and changes nothing if the move is illegal or memory runs out.
 * Under strict play an illegal move ends the game instead. A move that is illegal only because it
 * repeats a position is refused under strict play too. */
bool henka_game_play(HenkaGame *, HenkaMove);
bool henka_game_undo(HenkaGame *);
HenkaOutcome henka_game_outcome(const HenkaGame *);
/* Ends a game that is still in progress, by an action or a statement of the players. `side` loses:
 * it resigned, ran out of time, left (HENKA_ABSENCE) or played an illegal move. HENKA_IMPASSE:
 * `side` declares an impasse, and points decide the winner; the call is refused unless the
 * conditions of the rules hold. HENKA_MOVE_LIMIT: the organiser of the game allows no more moves.
 * This reason, HENKA_DRAW_AGREED and HENKA_ABANDONED have no winner. Returns false and changes
 * nothing if the game is over, if the declaration does not hold, or if the reason is one that only
 * the rules can give, such as checkmate. */
bool henka_game_end(HenkaGame *, HenkaReason, HenkaSide side);
/* Explains to a person why a text is not a legal move: "drop: a pawn already stands on this file".
 * For a square alone ("7g") or a kind in hand ("P*"): why that piece has no legal move. */
size_t henka_game_explain_illegal(const HenkaGame *, const char *move_text, HenkaLanguage,
                                  char *buf, size_t cap);

/* The parts of a legal move. For a move that does not fit the position, such as one from a square
 * off the board or without a piece of the side to move, every member is 0, and from and to are
 * -1. */
HenkaMoveParts henka_game_parts(const HenkaGame *, HenkaMove);

/* Rules that forbid moves which a piece's powers or a hand would allow, with the keys of
 * docs/format.md that set them. The rule that a royal must not be left attacked is not listed
 * here. */
typedef enum {
    HENKA_BAR_FROZEN,       /* an enemy neighbour keeps the piece from moving (`freezes`) */
    HENKA_BAR_SKIP,         /* a side may not skip two turns running (`skipTwice`) */
    HENKA_BAR_MUST_PROMOTE, /* the piece must promote on the destination */
    HENKA_BAR_DEAD_DROP,    /* no drop where the piece could never move (`noMoveRanks`) */
    HENKA_BAR_REGION,       /* no drop outside the squares allowed to the kind (`region`) */
    HENKA_BAR_FILE,         /* no drop on a file that holds the maximum of the kind
                               (`dropFileLimit`) */
    HENKA_BAR_ROYAL_DROP,   /* no drop behind or near the side's own royal */
    HENKA_BAR_MUST_CAPTURE, /* the side must capture if it can (`mustCapture`) */
    HENKA_BAR_TRADE,     /* the capture would be a forbidden trade (`protected`, `counterStrike`) */
    HENKA_BAR_DROP_MATE, /* a drop of certain kinds must not give mate (`noDropMate`) */
    HENKA_BAR_STALEMATE, /* a move must not stalemate the opponent (`stalemate=illegal`) */
    /* a move must not repeat a position too often (`repetition=illegal`) */
    HENKA_BAR_REPETITION,
    HENKA_BAR_GIVE_CHECK, /* a move must not give check (`giveCheck=no`) */
    HENKA_BAR_FLEE_CHECK, /* a royal in check may not move except to capture (`fleeCheck=no`) */
    HENKA_BARS
} HenkaBar;
/* henka_variant_bars: the rules that the variant has, a bit 1 << HenkaBar for each.
 * henka_game_bars: the rules that forbid at least one move in this position. If several rules
 * forbid the same move, only the rule that a person would notice first counts. */
uint32_t henka_variant_bars(const HenkaVariant *);
uint32_t henka_game_bars(const HenkaGame *);
/* Number of sequences of `depth` moves, ignoring the rule of repetition. UINT64_MAX: memory ran
 * out. depth is limited to 0..32. */
uint64_t henka_game_perft(const HenkaGame *, int depth);

/* ---- notation -------------------------------------------------------------------------------- */

typedef enum {
    HENKA_USI,
    HENKA_WESTERN,
    HENKA_JAPANESE,
    HENKA_KIF,
    HENKA_COORDINATES, /* UCI: c3c4, P@e5. The file letter counts from sente's left, the rank number
                          from sente's side, from 1. Commas join the legs of a longer move */
    HENKA_XBOARD,      /* like HENKA_COORDINATES, but ranks count from 0 on boards that XBoard draws
                          with ten ranks */
    HENKA_USUAL        /* as players of the game write moves, by henka_variant_family: SAN (Nf3) for
                          figures and stupas, WXF (C2=5) for discs, western notation for others */
} HenkaNotation;

size_t henka_game_sfen(const HenkaGame *, char *buf, size_t cap);
/* The name of a square in USI, such as "16p". henka_square_parse returns -1 if the text is no such
 * name. */
size_t henka_square_name(const HenkaVariant *, int square, char *buf, size_t cap);
int henka_square_parse(const HenkaVariant *, const char *text);
/* The text of a move that was not played yet. "": the move does not fit the position
 * (henka_game_parts), or the notation is unknown. */
size_t henka_move_text(const HenkaGame *, HenkaMove, HenkaNotation, char *buf, size_t cap);
/* henka_move_text for a caller that already has the legal moves (henka_game_moves). Western,
 * Japanese and the usual notation need them to distinguish the move from others. */
size_t henka_move_text_among(const HenkaGame *, HenkaMove, HenkaNotation, const HenkaMove *moves,
                             size_t move_count, char *buf, size_t cap);
/* Reads a move in any HenkaNotation. Captured squares may be in any order, a move may be written as
 * from, an empty square on the way and to, and commas may join the legs of a move. The result is
 * the one legal move that the text means. */
bool henka_move_parse(const HenkaGame *, const char *text, HenkaMove *, HenkaError *);
/* Writes successive moves from this position, each after a blank (" 7g7f 3c3d"), such as a
 * principal variation. Stops before the first move that is not legal, or when memory runs out. */
size_t henka_line_text(const HenkaGame *, const HenkaMove *, size_t count, HenkaNotation, char *buf,
                       size_t cap);

/* The result of playing a text that a player entered as a move. */
typedef enum {
    /* nothing changed: the text means no move, several moves or an illegal move */
    HENKA_TEXT_REFUSED,
    HENKA_TEXT_PLAYED, /* the one legal move that the text means was played */
    HENKA_TEXT_LOST    /* the text is an illegal move under strict play: the game is over */
} HenkaTextPlayed;
/* Plays the move that a text means, in any notation. Under strict play the side to move loses if
 * the text has the form of a move, of a piece of either side or of a drop, but means no legal move.
 * A move that only repeats a position is refused. move (may be NULL): the move that was played.
 * error (may be NULL): the reason for any result other than HENKA_TEXT_PLAYED. */
HenkaTextPlayed henka_game_play_text(HenkaGame *, const char *text, HenkaMove *move, HenkaError *);
/* henka_game_play_text for a person who enters the moves of both sides. Under strict play a text
 * that moves a piece of the side not to move is a second move of that side, which loses. */
HenkaTextPlayed henka_game_play_text_both(HenkaGame *, const char *text, HenkaMove *move,
                                          HenkaError *);

/* XBoard's names of squares, moves and positions. XBoard's board has at least as many ranks as a
 * hand can hold kinds. If it has ten ranks, XBoard numbers them from 0. On all other boards the
 * names are those of HENKA_COORDINATES. */
int henka_variant_hand_kinds(const HenkaVariant *); /* number of kinds that a hand can hold */
size_t henka_xboard_square_name(const HenkaVariant *, int square, char *buf, size_t cap);
int henka_xboard_square_parse(const HenkaVariant *, const char *text); /* -1: no square's name */
bool henka_xboard_move_parse(const HenkaGame *, const char *text, HenkaMove *, HenkaError *);
HenkaTextPlayed henka_xboard_play_text(HenkaGame *, const char *text, HenkaMove *, HenkaError *);
/* henka_game_explain_illegal for a move in XBoard's form. The explanation names XBoard's
 * squares. */
size_t henka_xboard_explain_illegal(const HenkaGame *, const char *text, HenkaLanguage, char *buf,
                                    size_t cap);
/* The position as FEN. In games with hands, the hands follow the board in brackets ("-": both are
 * empty). sente is w. The counters of skipped turns are not written. */
size_t henka_game_fen(const HenkaGame *, char *buf, size_t cap);

/* Formats of whole games. HENKA_RECORD_HENKA: Henka's own format, with headers; USI: a "position …"
 * line; KIF and KI2: only for games that these formats can express. */
typedef enum {
    HENKA_RECORD_HENKA,
    HENKA_RECORD_USI,
    HENKA_RECORD_KIF,
    HENKA_RECORD_KI2
} HenkaRecordFormat;
/* The players, the event and the date, as a record states them. UTF-8; "": not given. A longer text
 * is cut after a whole character. */
typedef struct HenkaPlayers {
    char sente[64], gote[64], event[64], date[32];
} HenkaPlayers;
/* KIF and KI2 can hold only boards of at most nine files and nine ranks, on which captured pieces
 * go to hand with one face up. For any other game nothing is written, and the length is 0. */
size_t henka_record_write(const HenkaGame *, HenkaRecordFormat, const HenkaPlayers *, char *buf,
                          size_t cap);
/* Reads the game of a record in any of the formats. variant NULL: the record names a shipped game.
 * players may be NULL. */
HenkaGame *henka_record_read(const char *text, size_t length, const HenkaVariant *variant,
                             HenkaPlayers *players, HenkaError *);
/* henka_record_read within a budget, which later calls on the game spend too. Budget NULL: no
 * limit. */
HenkaGame *henka_record_read_within(HenkaBudget *, const char *text, size_t length,
                                    const HenkaVariant *variant, HenkaPlayers *players,
                                    HenkaError *);

/* A record with everything that it holds besides the game: comments, times, branches. It is read
 * from the bytes of a file in any of the formats, as UTF-8 with or without a byte order mark,
 * Shift_JIS or UTF-16. Format and encoding are detected from the content. CSA, JKF and PGN are
 * refused with an error that names the format. Returns NULL if the file is refused. */
typedef struct HenkaRecord HenkaRecord;
HenkaRecord *henka_record_open(const char *bytes, size_t length, const HenkaVariant *variant,
                               HenkaError *);
/* henka_record_open within a budget, which later calls on the record's game spend too. Budget NULL:
 * no limit. */
HenkaRecord *henka_record_open_within(HenkaBudget *, const char *bytes, size_t length,
                                      const HenkaVariant *variant, HenkaError *);
void henka_record_free(HenkaRecord *);                         /* NULL: does nothing */
const HenkaGame *henka_record_game(const HenkaRecord *);       /* owned by the record */
const HenkaPlayers *henka_record_players(const HenkaRecord *); /* owned by the record */
HenkaRecordFormat henka_record_format(const HenkaRecord *);
/* The HenkaRecordFormat of these bytes, detected without reading the game; -1: they are no record.
 * */
int henka_record_format_of(const char *bytes, size_t length);
/* The parts of the record that could not be used, each with its line: a line that does not belong
 * to a record, an end that contradicts the moves, branches, which are kept but not read. Writes the
 * first cap notices and returns the number of all. */
size_t henka_record_notices(const HenkaRecord *, HenkaError *notices, size_t cap);
/* The record's bytes, changed to hold the given game, which continues the record's game or departs
 * from it. New moves are added in the record's format and encoding. Names, comments, times and
 * branches stay, and the moves from which the game departed become a branch. If the moves are
 * unchanged, the bytes are those that were read. Returns 0 if the game does not belong to the
 * record, or if memory ran out. */
size_t henka_record_save(const HenkaRecord *, const HenkaGame *, char *buf, size_t cap);
/* henka_record_save in another format. *lost (may be NULL): a bit for each kind of data that the
 * record holds and this format cannot. Returns 0 if the format cannot express this game. */
enum { HENKA_LOST_COMMENTS = 1, HENKA_LOST_TIMES = 2, HENKA_LOST_BRANCHES = 4 };
size_t henka_record_convert(const HenkaRecord *, const HenkaGame *, HenkaRecordFormat,
                            unsigned *lost, char *buf, size_t cap);

/* ---- engine ---------------------------------------------------------------------------------- */

typedef struct HenkaEngine HenkaEngine;

/* The settings of an engine. The struct, the constants and the checks of ranges are made from the
 * rows of this table. A protocol's list of options can be made from them too.
 *     OPTION(field, NAME, least value, greatest value, default, help text) */
#define HENKA_ENGINE_OPTIONS(OPTION)                                                               \
    OPTION(hash_mib, HASH_MIB, 1, 1048576, 16, "size of the transposition table in MiB")           \
    OPTION(threads, THREADS, 1, 256, 1, "threads that search together")                            \
    OPTION(multi_pv, MULTI_PV, 1, 64, 1, "best lines that are searched and reported")              \
    OPTION(                                                                                        \
        overhead_ms, OVERHEAD_MS, 0, 10000, 80,                                                    \
        "milliseconds of each move's time that are left for passing the move on, half of it at "   \
        "most")                                                                                    \
    OPTION(derived_eval, DERIVED_EVAL, 0, 1, 0,                                                    \
           "1: evaluate by numbers derived from the moves, without fitted numbers and network")    \
    OPTION(draw_moves, DRAW_MOVES, 0, 100000, 0,                                                   \
           "moves of both sides after which a game not yet won is drawn; 0: any number may be "    \
           "played")

/* HenkaEngineOptions has an int for each row, named by its field. HENKA_MIN_<NAME>,
 * HENKA_MAX_<NAME> and HENKA_DEFAULT_<NAME> are its range and default. HENKA_ENGINE_DEFAULTS
 * initialises a struct. */
typedef struct HenkaEngineOptions {
#define HENKA_OPTION_FIELD(field, NAME, least, greatest, standard, text) int field;
    HENKA_ENGINE_OPTIONS(HENKA_OPTION_FIELD)
} HenkaEngineOptions;
enum {
#define HENKA_OPTION_RANGE(field, NAME, least, greatest, standard, text)                           \
    HENKA_MIN_##NAME = least, HENKA_MAX_##NAME = greatest, HENKA_DEFAULT_##NAME = standard,
    HENKA_ENGINE_OPTIONS(HENKA_OPTION_RANGE)
};
#define HENKA_OPTION_DEFAULT(field, NAME, least, greatest, standard, text) standard,
#define HENKA_ENGINE_DEFAULTS {HENKA_ENGINE_OPTIONS(HENKA_OPTION_DEFAULT)}

/* The limits of a search. The first limit reached ends the search. If all members are 0, only the
 * depth that the engine can reach limits the search. */
typedef struct HenkaLimits {
    /* The clocks by side, in milliseconds: the time left, and the increment for each move. */
    int64_t time_ms[2], increment_ms[2];
    int64_t byoyomi_ms;  /* time for each move after time_ms is used up */
    int64_t movetime_ms; /* time for this move, regardless of the clocks */
    /* True: the clock counts even if time_ms, increment_ms, byoyomi_ms and movetime_ms are all 0 or
     * less: then the engine moves at once. Times greater than 0 apply even if `clock` is false. */
    bool clock;
    int moves_to_go; /* moves until the clock gets more time; 0: it must last for the rest of the
                        game */
    uint64_t nodes;  /* maximum number of nodes; 0: unlimited */
    int depth;       /* maximum depth in plies; 0: unlimited */
    int mate_plies;  /* stop at a mate in at most this number of plies; -1: at any mate; 0: ignore
                        mates */
    bool infinite;   /* do not return before henka_engine_stop */
    bool ponder;     /* only henka_engine_stop ends the search, or a limit that is reached after
                        henka_engine_ponderhit */
    int level;       /* playing strength: 1 (weakest) to HENKA_MAX_LEVEL; 0: full strength */
    uint64_t seed; /* random seed for the moves that a level overlooks and for the move that vary_cp
                      chooses; keep the same seed for a whole game. 0: only the position decides */
    /* Makes games differ: in the first eight moves of each side, the engine plays a move chosen by
     * `seed` among those at most vary_cp centipawns worse than the best. 0: always plays the best
     * move. */
    int vary_cp;
    /* the moves of the position that are searched; NULL: all */
    const HenkaMove *search_moves;
    size_t search_move_count;
} HenkaLimits;

/* A score of at least HENKA_SCORE_MATE_FLOOR means that the side to move mates in HENKA_SCORE_MATE
 * - score plies. A score of at most -HENKA_SCORE_MATE_FLOOR means that it is mated in
 * HENKA_SCORE_MATE + score plies. */
enum { HENKA_SCORE_MATE = 32000, HENKA_SCORE_MATE_FLOOR = 31000 };
static inline bool henka_score_is_mate(int score_cp) {
    return score_cp >= HENKA_SCORE_MATE_FLOOR || score_cp <= -HENKA_SCORE_MATE_FLOOR;
}
typedef struct HenkaInfo {
    int depth;           /* depth of the iteration, in plies */
    int seldepth;        /* deepest ply searched */
    int multipv;         /* rank of the line; 1: the best line */
    int score_cp;        /* for the side to move, in hundredths of a pawn; exact, not a bound */
    uint64_t nodes, nps; /* nodes searched so far by all threads, and nodes per second */
    int64_t time_ms;     /* time since the search began */
    int hashfull;        /* how full the transposition table is, in permille */
    /* The principal variation. The moves and the whole HenkaInfo are valid only during the
     * callback. */
    const HenkaMove *pv;
    size_t pv_length; /* number of moves of pv */
} HenkaInfo;
typedef void HenkaInfoCallback(void *context, const HenkaInfo *);

typedef struct HenkaResult {
    HenkaMove best;   /* HENKA_NO_MOVE: the game is over, memory ran out, or the search ended before
                         it found a move */
    HenkaMove ponder; /* the expected reply; HENKA_NO_MOVE: none */
    int score_cp;     /* score of the best line as in HenkaInfo, even if the level plays another
                         move */
    int depth;        /* depth of the last completed iteration, in plies */
    uint64_t nodes;   /* nodes searched by all threads */
    int64_t time_ms;  /* from the call of henka_engine_go until it returns */
} HenkaResult;

/* options NULL: the defaults. If memory or threads run short, the engine gets only the threads that
 * could be created, and a transposition table of 1 MiB. Returns NULL if even that failed. */
HenkaEngine *henka_engine_new(const HenkaEngineOptions *);
/* Does nothing for NULL. Do not call it during henka_engine_go. */
void henka_engine_free(HenkaEngine *);
/* Clears the results of earlier searches: the transposition table and the histories. */
void henka_engine_new_game(HenkaEngine *);
/* The options in force: those last set, each limited to its range. */
HenkaEngineOptions henka_engine_options(const HenkaEngine *);
/* Sets all options. Clears earlier results as henka_engine_new_game does, unless only multi_pv and
 * overhead_ms change. Returns false if memory or threads run short: the engine then has the threads
 * that could be created and a transposition table of 1 MiB. Do not call it during
 * henka_engine_go. */
bool henka_engine_set_options(HenkaEngine *, const HenkaEngineOptions *);
/* Sets the network with which this engine evaluates this variant, in place of the variant's own.
 * bytes: the contents of a file; length 0: no network; bytes NULL: the variant's own network again.
 * An engine keeps the network of one variant; setting one for another variant replaces it. Clears
 * earlier results as henka_engine_new_game does. Returns false and changes nothing if the network
 * does not fit the variant's board, kinds, moves and hands; the error says why. Do not call it
 * during henka_engine_go. */
bool henka_engine_set_net(HenkaEngine *, const HenkaVariant *, const char *bytes, size_t length,
                          HenkaError *);
/* Like henka_engine_set_net for the numbers of the evaluation (values of pieces and squares). text:
 * the contents of a file that `henka tune` wrote; length 0: numbers derived from the moves; text
 * NULL: the variant's own numbers again. */
bool henka_engine_set_eval(HenkaEngine *, const HenkaVariant *, const char *text, size_t length,
                           HenkaError *);
/* Searches until a limit is reached or the search is stopped. callback may be NULL; it is called on
 * the calling thread. Illegal moves in search_moves are ignored. If no legal move is left, `best`
 * is HENKA_NO_MOVE. */
HenkaResult henka_engine_go(HenkaEngine *, const HenkaGame *, const HenkaLimits *,
                            HenkaInfoCallback *callback, void *context);
/* Opens the next search before henka_engine_go is called. A program that hands the search to
 * another thread calls this first: then a stop or ponderhit applies to that search, even if it
 * arrives before henka_engine_go has begun. Without this call, henka_engine_go opens the search. Do
 * not call it during henka_engine_go. */
void henka_engine_begin(HenkaEngine *);
/* Ends the open search. May be called from any thread. Does nothing if no search is open. */
void henka_engine_stop(HenkaEngine *);
/* The opponent played the move that is pondered on: the open search may now return once a limit is
 * reached. May be called from any thread. clocks NULL: the limits given to henka_engine_go apply,
 * with times counted from its beginning. Otherwise the times in `clocks` replace these limits and
 * count from now. */
void henka_engine_ponderhit(HenkaEngine *, const HenkaLimits *clocks);
/* The static evaluation of the position for the side to move, in hundredths of a pawn. 0: both
 * sides stand equally well, or memory ran out. */
int henka_game_evaluate(const HenkaGame *);
/* henka_game_evaluate with the numbers and the network of this engine. */
int henka_engine_evaluate(const HenkaEngine *, const HenkaGame *);
/* The value of a kind in hundredths of the value of the cheapest kind, for display and for judging
 * exchanges. 0: the number is no kind, or memory ran out. */
int henka_variant_type_value(const HenkaVariant *, int type);
/* The values of all kinds at once, derived from their moves only, without allocating memory:
 * values[type] for each type, and values[0] = 0. Writes up to cap values and returns the number of
 * all, type_count + 1; HENKA_MAX_TYPES is always enough. A royal is valued by its moves, like any
 * other piece. */
size_t henka_variant_derived_values(const HenkaVariant *, int *values, size_t cap);

/* ---- does the header fit the library? -------------------------------------------------------- */

/* The structs of this header whose members a program may access. */
#define HENKA_STRUCTS(STRUCT)                                                                      \
    STRUCT(HenkaAllocator)                                                                         \
    STRUCT(HenkaError)                                                                             \
    STRUCT(HenkaDiagnostic)                                                                        \
    STRUCT(HenkaReport)                                                                            \
    STRUCT(HenkaOption)                                                                            \
    STRUCT(HenkaEvaluation)                                                                        \
    STRUCT(HenkaHandicap)                                                                          \
    STRUCT(HenkaType)                                                                              \
    STRUCT(HenkaMark)                                                                              \
    STRUCT(HenkaMoveParts)                                                                         \
    STRUCT(HenkaOutcome)                                                                           \
    STRUCT(HenkaPlayers)                                                                           \
    STRUCT(HenkaEngineOptions)                                                                     \
    STRUCT(HenkaLimits)                                                                            \
    STRUCT(HenkaInfo)                                                                              \
    STRUCT(HenkaResult)

/* Does the library have this header's version and the same struct sizes? A program linked with a
 * shared library should check this before any other call. */
static inline bool henka_fits(void) {
    bool fits = henka_version_number() == HENKA_VERSION_NUMBER;
#define HENKA_STRUCT_FITS(name) fits = fits && henka_struct_size(#name) == sizeof(name);
    HENKA_STRUCTS(HENKA_STRUCT_FITS)
#undef HENKA_STRUCT_FITS
    return fits;
}

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
