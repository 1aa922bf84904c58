/* henka.h - play, check and explain shogi variants.
 *
 * The one public header of libhenka. Everything a program needs to embed the rules, the notation
 * and the engine.
 *
 * Owner    The caller of *_new / *_parse / *_shipped / *_copy frees the result with the matching
 *          *_free, which takes NULL too. A game keeps its variant alive by counting references. An
 *          engine uses a game only during the call. It keeps alive the variant that it searched
 *          last, until it searches another, and the variant that henka_engine_set_eval or
 *          henka_engine_set_net named last; henka_engine_free lets go of both.
 * Threads  A variant is frozen after it was read: share it freely. Calls that take a const
 *          HenkaGame do not change it, so several threads may read one game at once. While one
 *          thread changes a game, no other may use it. An engine belongs to one thread at a time,
 *          except henka_engine_stop and henka_engine_ponderhit, which any thread may call during
 *          henka_engine_go.
 * Stack    A thread that calls the library has at least HENKA_STACK_BYTES of stack: lists of moves
 *          stand there. Some systems give a thread less unless they are asked (musl 128 KiB, macOS
 *          512 KiB): pthread_attr_setstacksize. The engine's own threads ask for it themselves.
 * Memory   From malloc, or from what henka_set_allocator names. When there is none, a call fails
 *          like any other: NULL, false, or what it says below, and changes nothing; "out of memory"
 *          is the error. Nothing aborts and nothing leaks. What a search needs was made with the
 *          engine, so it allocates nothing, with one exception: the evaluation of a variant is made
 *          by the first call that asks for it, and the variant keeps it. When that fails,
 *          henka_engine_go answers HENKA_NO_MOVE.
 * Errors   Input (variant text, SFEN, moves, records) is answered with a value, never an abort; the
 *          HenkaError says where, what was expected and what was found. A call that fails changes
 *          nothing.
 * None     Any number may be given as a square, a kind, a side, a move, an index, a reason, a
 *          language, a notation or a format. A number that names nothing is no error: the answer is
 *          false, 0, NULL, HENKA_NO_MOVE or an empty text, and in a struct 0 and "". A call with
 *          another answer says so. An unknown language counts as English.
 * NULL     Allowed for HenkaError *, HenkaReport *, and everything else that a call only fills (a
 *          length, a side, a move), for the argument of a *_free, for an array of no elements, and
 *          where a call says so. A handle, a struct or a text that is NULL elsewhere is the
 *          caller's bug, and so is a handle that was freed.
 * Text     UTF-8. Every writer takes (buf, cap), writes at most cap bytes with the closing NUL, and
 *          returns the length the whole text needs without the NUL (as snprintf does), so a return
 *          >= cap means "too small". buf may be NULL where cap is 0.
 * Limits   256 squares, 16 files, 32 ranks, 127 kinds of piece, 8192 legal moves, 4 victims beside
 *          the one on the destination.
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
#pragma GCC visibility push(default) /* exported by the library; all other names are hidden */
#endif

/* The version of this header. As long as the major version is 0, structs may grow with the second
 * number, and a program needs the library whose header it was compiled with: henka_fits() says
 * whether it has it. */
#define HENKA_VERSION "0.2.0"
#define HENKA_VERSION_NUMBER 200 /* 10000 * major + 100 * minor + patch */

/* The version of the library that answers. */
const char *henka_version(void);
int henka_version_number(void);
/* The size of a struct of this header in the library that answers, by its name, "HenkaError"; 0: it
 * knows no such struct. For programs in other languages, which write the structs anew. */
size_t henka_struct_size(const char *name);

enum {
    HENKA_MAX_MOVES = 8192,
    HENKA_MAX_SQUARES = 256,
    HENKA_MAX_TYPES = 128, /* kinds are numbered 1..127, 0 is none */
    HENKA_MAX_VICTIMS = 4,
    HENKA_MAX_LEVEL = 10,
    HENKA_STANDARD_LEVEL = 2,    /* for a first game (docs/strength.md), used if the caller gives no
                                    level */
    HENKA_STANDARD_VARY_CP = 20, /* for games against people: HenkaLimits.vary_cp */
    HENKA_STACK_BYTES = 1 << 20  /* enough for any call, see "Stack" above */
};

/* Where the library takes its memory from, instead of malloc. Both functions are called from the
 * threads that call the library, never from the engine's own threads. The stacks of the engine's
 * threads come from the system. */
typedef struct HenkaAllocator {
    /* Returns at least `bytes` bytes, more than 0, at a multiple of `alignment`, which is a power
     * of two up to 2 MiB; NULL: no memory is left. */
    void *(*take)(void *context, size_t bytes, size_t alignment);
    void (*give)(void *context, void *memory); /* back; never NULL */
    void *context;                             /* given to both */
} HenkaAllocator;
/* For the whole process, before any other call that takes memory; the struct is copied. false and
 * unchanged: memory was taken already, or a function is missing. */
bool henka_set_allocator(const HenkaAllocator *);

/* ---- errors ---------------------------------------------------------------------------------- */

/* The languages of sentences for people. Text without a sentence in a language is in English:
 * errors for authors and programmers, and the texts of a game's file about itself. */
typedef enum {
    HENKA_ENGLISH = 0,
    HENKA_NIHONGO, /* Japanese; HENKA_JAPANESE is a notation */
    HENKA_LANGUAGES
} HenkaLanguage;

/* The language of a tag such as "ja-JP" or of a locale such as "ja_JP.UTF-8"; English when there is
 * none of that name, and of NULL. */
HenkaLanguage henka_language_named(const char *tag);

/* What went wrong in an input, and where. */
typedef struct HenkaError {
    int line, column;     /* from 1; 0: not about a place in a text. column counts bytes */
    char message[240];    /* in English: what was expected and what was found */
    uint16_t said_length; /* bytes of said in use */
    uint8_t said[512];    /* the same as key and arguments, for henka_error_text */
} HenkaError;

/* The error's message in a language. The error must have been filled by a call, or be all 0, which
 * gives "". */
size_t henka_error_text(const HenkaError *, HenkaLanguage, char *buf, size_t cap);

typedef struct HenkaDiagnostic {
    bool fatal; /* error; otherwise a warning, or a note */
    bool note;  /* the game itself is not affected: for example, a key that only concerns drawing
                   was ignored */
    HenkaError at;
} HenkaDiagnostic;

/* Every reason for refusing a variant, at once. Written up to cap entries; count may exceed cap. */
typedef struct HenkaReport {
    HenkaDiagnostic *entries; /* the caller's, room for cap of them; NULL with cap 0 */
    size_t cap;
    size_t count;       /* number of findings; may exceed cap */
    size_t fatal_count; /* errors among them */
} HenkaReport;

/* The first error of those written, NULL when there is none. */
const HenkaError *henka_report_error(const HenkaReport *);

/* ---- budgets --------------------------------------------------------------------------------- */

typedef struct HenkaVariant HenkaVariant;

/* How much work calls may do. Texts, games and records from strangers can take any amount of work:
 * a piece of twelve legs has more paths than a program can follow. A program that takes such input
 * gives a budget to the calls that read it (those whose names end in _within), and to the game that
 * is played (henka_game_set_budget).
 *
 * Units    Work is counted in steps while it is done. A step is one square of a path that is
 *          followed, some 25 nanoseconds. The same work takes the same number of steps on every
 *          machine. Ordinary pieces take few steps, because their moves are read from tables. A
 *          game that ships is read in less than a million steps, and a move found and played in a
 *          thousand; of the games in variants/ the slowest move takes twenty thousand.
 * Answers  A call whose budget is spent ends within a few milliseconds. One that makes something
 *          answers NULL and an error, which names the kind of piece that took the most; one that
 *          changes a game (henka_game_play, henka_game_end) leaves it as it is; henka_game_moves
 *          finds none, henka_game_outcome HENKA_PLAYING. The answers of all other calls are
 *          meaningless then. henka_budget_spent says whether the budget is spent.
 * Owner    A budget must outlive the games that use it and their copies, which share it, unless it
 *          is removed from them (henka_game_set_budget with NULL). A search has its own limits
 *          (HenkaLimits), tests them as often, and does not use the budget.
 * Threads  Calls that spend one budget are made by one thread at a time, those with a const
 *          HenkaGame among them. henka_budget_cancel may be called by any thread at any time. */
typedef struct HenkaBudget HenkaBudget;
HenkaBudget *henka_budget_new(uint64_t steps); /* NULL: no memory */
void henka_budget_free(HenkaBudget *);
/* Resets it to a new budget with `steps` steps. A budget that was cancelled stays spent. */
void henka_budget_refill(HenkaBudget *, uint64_t steps);
/* The calls that use it end now, and so do all later ones. */
void henka_budget_cancel(HenkaBudget *);
uint64_t henka_budget_used(const HenkaBudget *); /* steps since it was filled */
bool henka_budget_spent(const HenkaBudget *);    /* calls needed more steps than it had */
/* The kind of piece whose moves took the most of what was used; 0: other work took more. */
int henka_budget_type(const HenkaBudget *);
/* Fills the error of a spent budget, as the calls do. It names the kind by its name in this variant
 * (NULL: no kind is named). Always false. */
bool henka_budget_error(const HenkaBudget *, const HenkaVariant *, HenkaError *);

/* ---- variants -------------------------------------------------------------------------------- */

/* The games inside the library, in their usual order. name: "ito", text: the whole file. NULL past
 * the last. length may be NULL. */
const char *henka_shipped_name(size_t index);
const char *henka_shipped_text(size_t index, size_t *length);

/* Reads and checks a variant. settings: count strings "NAME=VALUE" over the file's `option` lines.
 * report may be NULL. NULL on any error. */
HenkaVariant *henka_variant_parse(const char *text, size_t length, const char *const *settings,
                                  size_t count, HenkaReport *report);
/* henka_variant_parse within a budget. NULL: a default budget, which suffices for every practical
 * game. */
HenkaVariant *henka_variant_parse_within(HenkaBudget *, const char *text, size_t length,
                                         const char *const *settings, size_t count,
                                         HenkaReport *report);
HenkaVariant *henka_variant_shipped(const char *name, const char *const *settings, size_t count,
                                    HenkaReport *report);
/* Gives the game fitted numbers of its own, in place of the ones delivered with it: the text of a
 * file that `henka tune` wrote; length 0: those derived from the moves. For a variant that was just
 * read: before a game, an engine or another thread has it. False and unchanged when the text is
 * damaged or was made for another board, other kinds or other hands; the error says which. */
bool henka_variant_set_eval(HenkaVariant *, const char *text, size_t length, HenkaError *);
/* Gives the game its own network, which is added to the numbers: the bytes of a file; length 0:
 * none. It must have been trained with the same moves too. */
bool henka_variant_set_net(HenkaVariant *, const char *bytes, size_t length, HenkaError *);
/* The numbers and the network that evaluate positions of the game: those that were set, or those
 * delivered with it. */
typedef struct HenkaEvaluation {
    bool fitted;   /* numbers fitted to games take part; else all are derived from the moves */
    bool network;  /* a network is added to the numbers */
    int left_out;  /* number of kinds whose moves differ from those for which the numbers were
                      fitted: their numbers are derived */
    uint64_t hash; /* hash of the files of numbers and network, different for different files; 0:
                      there is neither */
} HenkaEvaluation;
HenkaEvaluation henka_variant_evaluation(const HenkaVariant *); /* all 0: derived, or no memory */
HenkaVariant *henka_variant_retain(const HenkaVariant *);
void henka_variant_free(HenkaVariant *);

const char *henka_variant_name(const HenkaVariant *);  /* "okisaki": short, a word */
const char *henka_variant_title(const HenkaVariant *); /* "Okisaki shogi" */
/* The file's text under "author", "source", "year", "story" or another text key of docs/format.md;
 * "": the file has none. */
const char *henka_variant_about(const HenkaVariant *, const char *key);
int henka_variant_files(const HenkaVariant *);
int henka_variant_ranks(const HenkaVariant *);
bool henka_variant_is_hole(const HenkaVariant *, int square); /* it is no part of the board */
/* Depth of the promotion zone in ranks; 0: there is none, or single squares make it up. */
int henka_variant_zone(const HenkaVariant *);
/* Is the square in that side's promotion zone, whatever the zone is made of? */
bool henka_variant_in_zone(const HenkaVariant *, int side /* HenkaSide */, int square);
/* May that side's pieces of the kind stand on the square, as far as `region` says? */
bool henka_variant_in_region(const HenkaVariant *, int type, int side /* HenkaSide */, int square);
/* The look of the board, on which no rule depends: "plain", "checkered" (sente's left corner is
 * dark), "points" (pieces stand on the crossings of lines) or "notched" (every second square has
 * notched corners). */
const char *henka_variant_board(const HenkaVariant *);
bool henka_variant_has_hands(const HenkaVariant *); /* captured pieces can be dropped */
bool henka_variant_drops_either_face(const HenkaVariant *);
bool henka_variant_counts_skips(const HenkaVariant *); /* its SFEN has the fifth field */
const char *henka_variant_start(const HenkaVariant *); /* SFEN of the starting position */

/* Named options: rules that the game's source leaves open, and house rules. */
typedef struct HenkaOption {
    const char *name, *help;        /* "bishop", "which way the bishop rides" */
    const char *value, *standard;   /* in force now, and by default */
    const char *const *choices;     /* the alternatives, standard first */
    const char *const *choice_help; /* what each of them means */
    size_t choice_count;            /* entries of both lists */
} HenkaOption;
size_t henka_variant_option_count(const HenkaVariant *);
/* Past the last: empty texts, and choices NULL. */
HenkaOption henka_variant_option(const HenkaVariant *, size_t index);

/* Handicaps as the file lists them: starts in which gote, the stronger player, lacks some pieces
 * and moves first. The start is given to henka_game_new. */
typedef struct HenkaHandicap {
    const char *name;  /* "rook-lance" */
    const char *kanji; /* "飛香落ち", as KIF has it; "" when the file has none */
    const char *start; /* SFEN */
} HenkaHandicap;
size_t henka_variant_handicap_count(const HenkaVariant *);
HenkaHandicap henka_variant_handicap(const HenkaVariant *, size_t index); /* past the last: "" */
/* The start of the handicap with this name, or written so in kanji. NULL: there is none, and the
 * error names those there are. */
const char *henka_variant_handicap_start(const HenkaVariant *, const char *name, HenkaError *);

/* Kinds of piece are numbered 1..henka_variant_type_count; each face of a piece is a kind of its
 * own. */
typedef struct HenkaType {
    const char *id;      /* as in SFEN without braces: "P", "+P", "FL" */
    const char *name;    /* "lance" */
    const char *kanji;   /* "香車"; "" when the file has none */
    const char *kanji1;  /* "香": one character */
    const char *western; /* short label for western pieces, "L" */
    const char *betza;   /* its move, XBetza */
    int promoted;        /* the kind it becomes, 0 none */
    int unpromoted;      /* the kind it comes from, 0 when it is an unpromoted face */
    int in_hand;         /* the kind it is in a hand, 0 never */
    bool royal;          /* losing it can lose the game */
    const char *kanji_gote, *kanji1_gote; /* as gote's piece shows it: 王将 beside 玉将; where
                                             nothing differs the same as above */
} HenkaType;
int henka_variant_type_count(const HenkaVariant *);
HenkaType henka_variant_type(const HenkaVariant *, int type); /* no kind: empty texts */

/* The game in words (the text of `henka describe`). */
size_t henka_variant_describe(const HenkaVariant *, HenkaLanguage, char *buf, size_t cap);
/* The text of a new game's file: the rules and pieces of `like` (NULL: a small game), and every key
 * of docs/format.md below a comment that says what it means. The name and the title are made of the
 * letters and digits of `name`. */
size_t henka_variant_template(const HenkaVariant *like, const char *name, HenkaLanguage, char *buf,
                              size_t cap);
/* The text of a game that a file for Fairy-Stockfish (variants.ini) has under `[name]`
 * (docs/import.md). 0: something in it cannot be expressed. The report has all findings, warnings
 * too, with their lines in that file. */
size_t henka_variant_import(const char *text, size_t length, const char *name, char *buf,
                            size_t cap, HenkaReport *report);
/* One piece's moves in words: "slides forward any distance; steps back". "": no kind. */
size_t henka_variant_describe_type(const HenkaVariant *, int type, HenkaLanguage, char *buf,
                                   size_t cap);

/* A piece's move diagram on an empty board, drawn from its leg program: one mark a square, seen by
 * sente (dx to the right, dy forward). */
enum {
    HENKA_MARK_MOVE = 1,    /* may end here when empty */
    HENKA_MARK_CAPTURE = 2, /* may end here by capture */
    HENKA_MARK_SLIDE = 4,   /* reached by sliding: it goes on in the same direction */
    HENKA_MARK_JUMP = 8,    /* reached over squares that may be occupied */
    HENKA_MARK_HOP = 16,    /* reached over exactly one piece (cannon) */
    HENKA_MARK_VICTIM = 32, /* may take here and go on, or return: igui, sting, hit and run */
    HENKA_MARK_AREA = 64,   /* reached by walking over empty squares */
    HENKA_MARK_BURN = 128,  /* landing squares next to which it may burn (set on the landing) */
};
typedef struct HenkaMark {
    int8_t dx, dy;
    uint8_t kinds;
} HenkaMark;
/* Writes up to cap marks and returns how many there are; 0 also of no kind, or without memory. */
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
    bool capture;     /* takes something */
    bool skip;        /* uses the turn and changes nothing */
    bool igui;        /* takes without moving: ends where it began */
    bool promotes;    /* becomes another kind, by choice of the move */
    bool flips;       /* becomes another kind, by the rules: it turns over */
    int from;         /* square where it begins; -1 for a drop */
    int to;           /* square where it ends */
    int type;         /* kind that moves or is dropped, with the face shown */
    int becomes;      /* kind that stands on `to` afterwards */
    int victim_count; /* of victims */
    /* Every square taken from, the destination included, in order of square. */
    uint8_t victims[HENKA_MAX_VICTIMS + 1];
} HenkaMoveParts;

/* ---- games ----------------------------------------------------------------------------------- */

typedef struct HenkaGame HenkaGame; /* a position and how it came about */

typedef enum {
    HENKA_PLAYING = 0, /* the game goes on */
    /* By the rules, found in the position or in the moves played. */
    HENKA_CHECKMATE,       /* the side to move is in check and has no legal move */
    HENKA_STALEMATE,       /* it is not in check and has no legal move; the winner by `stalemate` */
    HENKA_ROYAL_CAPTURED,  /* a side's royal was taken, where it need not be mated */
    HENKA_ROYALS_LOST,     /* a side lost its royals, in a game with royals of several kinds */
    HENKA_BARED,           /* a side has nothing left but royals, where that loses */
    HENKA_REPETITION,      /* a position came up too often */
    HENKA_PERPETUAL_CHECK, /* it did, and one side gave check all along */
    HENKA_GOAL_REACHED,    /* a side has a piece on a square where that wins (`goal`) */
    HENKA_CHECKS_GIVEN,    /* a side has given the number of checks that wins (`checksToWin`) */
    HENKA_MOVE_LIMIT,      /* too many moves without a capture (`moveLimit`): a draw */
    HENKA_NO_LEGAL_MOVE,   /* all moves are barred by repetition, or the game knows no stalemate */
    /* By an action or a statement of the players: henka_game_end, or strict play. */
    HENKA_ILLEGAL_MOVE, /* under strict play */
    HENKA_RESIGNATION,
    HENKA_DRAW_AGREED,
    HENKA_IMPASSE, /* declared: the winner by points, a draw if both have enough */
    HENKA_TIME,
    HENKA_ABSENCE, /* a player left, and the other claimed the game */
    HENKA_ABANDONED
} HenkaReason;
typedef struct HenkaOutcome {
    HenkaReason reason;
    int winner; /* HENKA_SENTE, HENKA_GOTE, or -1: no winner (a draw, or still playing) */
} HenkaOutcome;
/* Do the rules of the variant allow a game to end for this reason? Reasons that players agree on or
 * claim are always allowed. */
bool henka_variant_can_end(const HenkaVariant *, HenkaReason);
/* "checkmate", "perpetual check", …; "playing": the word of records and protocols, the same in
 * every language. "unknown": no reason. */
const char *henka_reason_name(HenkaReason);
/* The reason as a text for people; "": no reason. */
size_t henka_reason_text(HenkaReason, HenkaLanguage, char *buf, size_t cap);

/* sfen NULL or "startpos": the starting position. */
HenkaGame *henka_game_new(const HenkaVariant *, const char *sfen, HenkaError *);
/* henka_game_new within a budget, which the game keeps; NULL: without one. */
HenkaGame *henka_game_new_within(HenkaBudget *, const HenkaVariant *, const char *sfen,
                                 HenkaError *);
/* All later calls on the game spend this budget. NULL: without one. */
void henka_game_set_budget(HenkaGame *, HenkaBudget *);
HenkaGame *henka_game_copy(const HenkaGame *);
void henka_game_free(HenkaGame *);
const HenkaVariant *henka_game_variant(const HenkaGame *);

HenkaSide henka_game_side(const HenkaGame *); /* to move */
/* The kind of the piece on the square, and its side. 0: the square is empty, and the side is not
 * changed. */
int henka_game_piece(const HenkaGame *, int square, HenkaSide *);
int henka_game_hand(const HenkaGame *, HenkaSide, int type); /* number of pieces; type must be an
                                                                in_hand kind */
bool henka_game_in_check(const HenkaGame *);
bool henka_game_frozen(const HenkaGame *, int square); /* the piece is frozen by a neighbour */
/* Does a piece of that side attack the square, whether or not it is occupied? Pins, frozen pieces
 * and the side to move are ignored. */
bool henka_game_attacked(const HenkaGame *, int square, HenkaSide by);
uint64_t henka_game_hash(const HenkaGame *);
int henka_game_plies(const HenkaGame *);                  /* played since the first position */
HenkaMove henka_game_move_at(const HenkaGame *, int ply); /* ply counts from 0; HENKA_NO_MOVE: not
                                                             played yet */

/* The legal moves, without those barred by repetition; none if the game is over. Writes up to cap
 * of them and returns their number. HENKA_MAX_MOVES is always enough. */
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
/* Ends a game that is still in progress, by an action or a statement of the players. side loses: it
 * resigned, ran out of time, left (HENKA_ABSENCE) or played an illegal move. HENKA_IMPASSE: side
 * declares, and points decide the winner; the call is refused unless the conditions of the rules
 * hold. HENKA_MOVE_LIMIT: the organiser of the game allows no more moves. This reason,
 * HENKA_DRAW_AGREED and HENKA_ABANDONED have no winner. Returns false and changes nothing if the
 * game is over, if the declaration does not hold, or if only the rules can find the reason. */
bool henka_game_end(HenkaGame *, HenkaReason, HenkaSide side);
/* Explains to a person why a text is not a legal move: "drop: a pawn already stands on this file".
 * For a square alone ("7g") or a kind in hand ("P*"): why that piece has no legal move. */
size_t henka_game_explain_illegal(const HenkaGame *, const char *move_text, HenkaLanguage,
                                  char *buf, size_t cap);

/* The parts of a legal move. For a move that does not fit the position, such as one from a square
 * off the board or without a piece of the side to move, every member is 0, and from and to are
 * -1. */
HenkaMoveParts henka_game_parts(const HenkaGame *, HenkaMove);

/* Rules that forbid moves which a piece's powers or a hand would allow. The rule that a royal may
 * not be left attacked is not listed here. */
typedef enum {
    HENKA_BAR_FROZEN,       /* a neighbour keeps the piece from moving (`freezes`) */
    HENKA_BAR_SKIP,         /* a side may not skip two turns running (`skipTwice`) */
    HENKA_BAR_MUST_PROMOTE, /* the piece must promote there */
    HENKA_BAR_DEAD_DROP,    /* no drop where the piece could never move (`noMoveRanks`) */
    HENKA_BAR_REGION,       /* no drop outside the squares of the kind (`region`) */
    HENKA_BAR_FILE,         /* the file already has the maximum of the kind (`dropFileLimit`) */
    HENKA_BAR_ROYAL_DROP,   /* no drop behind or near the side's own royal */
    HENKA_BAR_MUST_CAPTURE, /* the side must capture if it can (`mustCapture`) */
    HENKA_BAR_TRADE,        /* the rules against trading */
    HENKA_BAR_DROP_MATE,    /* no mate by this drop (`noDropMate`) */
    HENKA_BAR_STALEMATE,    /* no stalemate (`stalemate=illegal`) */
    HENKA_BAR_REPETITION,   /* no position that occurred too often (`repetition=illegal`) */
    HENKA_BAR_GIVE_CHECK,   /* no check (`giveCheck=no`) */
    HENKA_BAR_FLEE_CHECK,   /* a royal in check may not move except to capture (`fleeCheck=no`) */
    HENKA_BARS
} HenkaBar;
/* The rules that the variant has, and those that forbid a move now: a bit 1 << HenkaBar for each.
 * If several rules forbid a move, it counts for the first, in the order in which a person would
 * notice them. */
uint32_t henka_variant_bars(const HenkaVariant *);
uint32_t henka_game_bars(const HenkaGame *);
/* Number of sequences of `depth` moves, without the rule of repetition. UINT64_MAX: no memory.
 * depth is limited to 0..32. */
uint64_t henka_game_perft(const HenkaGame *, int depth);

/* ---- notation -------------------------------------------------------------------------------- */

typedef enum {
    HENKA_USI,
    HENKA_WESTERN,
    HENKA_JAPANESE,
    HENKA_KIF,
    HENKA_COORDINATES, /* UCI: c3c4, P@e5. The file letter counts from sente's left, the rank number
                          from sente's side, from 1. Commas join the legs of a longer move */
    HENKA_XBOARD       /* like HENKA_COORDINATES, but ranks count from 0 on boards that XBoard draws
                          with ten ranks */
} HenkaNotation;

size_t henka_game_sfen(const HenkaGame *, char *buf, size_t cap);
size_t henka_square_name(const HenkaVariant *, int square, char *buf, size_t cap); /* "16p" */
int henka_square_parse(const HenkaVariant *, const char *text); /* -1: not a square */
/* The text of a move that was not played yet. "": the move does not fit the position
 * (henka_game_parts), or the notation is unknown. */
size_t henka_move_text(const HenkaGame *, HenkaMove, HenkaNotation, char *buf, size_t cap);
/* henka_move_text for a caller that already has the legal moves (henka_game_moves). Western and
 * Japanese notation need them to distinguish the move from others. */
size_t henka_move_text_among(const HenkaGame *, HenkaMove, HenkaNotation, const HenkaMove *moves,
                             size_t move_count, char *buf, size_t cap);
/* Reads a move in any of these notations, with victims in any order, with from, empty square and
 * to, or with legs joined by commas. The result is the legal move that the text means, in its
 * normal form. */
bool henka_move_parse(const HenkaGame *, const char *text, HenkaMove *, HenkaError *);
/* Writes successive moves from this position, each after a blank (" 7g7f 3c3d"), such as a
 * principal variation. Stops before the first move that is not legal, or when memory runs out. */
size_t henka_line_text(const HenkaGame *, const HenkaMove *, size_t count, HenkaNotation, char *buf,
                       size_t cap);

/* The result of playing a text that a player entered as a move. */
typedef enum {
    HENKA_TEXT_REFUSED, /* nothing changed: no move, more than one move, or an illegal one */
    HENKA_TEXT_PLAYED,  /* the one legal move that the text means was played */
    HENKA_TEXT_LOST     /* an illegal move under strict play: the game is over */
} HenkaTextPlayed;
/* Plays the move that a text means, in any notation. Under strict play the side to move loses if
 * the text has the form of a move, of a piece of either side or of a drop, but means no legal move.
 * A move that only repeats a position is refused. move (may be NULL): the move played. error (may
 * be NULL): the reason of the two other results. */
HenkaTextPlayed henka_game_play_text(HenkaGame *, const char *text, HenkaMove *move, HenkaError *);
/* henka_game_play_text for a person who enters the moves of both sides. Under strict play a text
 * that moves a piece of the side not to move is a second move of that side, which loses. */
HenkaTextPlayed henka_game_play_text_both(HenkaGame *, const char *text, HenkaMove *move,
                                          HenkaError *);

/* XBoard's names of squares, moves and positions. XBoard's board has at least as many ranks as the
 * hand has kinds, and with ten ranks they count from 0. On all other boards these names are those
 * of HENKA_COORDINATES. */
int henka_variant_hand_kinds(const HenkaVariant *); /* number of kinds that a hand can hold */
size_t henka_xboard_square_name(const HenkaVariant *, int square, char *buf, size_t cap);
int henka_xboard_square_parse(const HenkaVariant *, const char *text); /* -1: not a square */
bool henka_xboard_move_parse(const HenkaGame *, const char *text, HenkaMove *, HenkaError *);
HenkaTextPlayed henka_xboard_play_text(HenkaGame *, const char *text, HenkaMove *, HenkaError *);
/* henka_game_explain_illegal for a move in XBoard's form. The explanation names XBoard's
 * squares. */
size_t henka_xboard_explain_illegal(const HenkaGame *, const char *text, HenkaLanguage, char *buf,
                                    size_t cap);
/* The position as FEN. In games with hands they follow the board in brackets ("-": empty). sente is
 * w. Counters of skips are not written. */
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
/* henka_record_read within a budget, which the game keeps; NULL: without one. */
HenkaGame *henka_record_read_within(HenkaBudget *, const char *text, size_t length,
                                    const HenkaVariant *variant, HenkaPlayers *players,
                                    HenkaError *);

/* A record with everything that it holds besides the game: comments, times, branches. It is read
 * from the bytes of a file in any of the formats, as UTF-8 with or without a byte order mark,
 * Shift_JIS or UTF-16. Format and encoding are detected from the content. CSA, JKF and PGN are
 * refused with an error that names them. NULL: refused. */
typedef struct HenkaRecord HenkaRecord;
HenkaRecord *henka_record_open(const char *bytes, size_t length, const HenkaVariant *variant,
                               HenkaError *);
/* henka_record_open within a budget, which its game keeps; NULL: without one. */
HenkaRecord *henka_record_open_within(HenkaBudget *, const char *bytes, size_t length,
                                      const HenkaVariant *variant, HenkaError *);
void henka_record_free(HenkaRecord *);                         /* NULL: does nothing */
const HenkaGame *henka_record_game(const HenkaRecord *);       /* owned by the record */
const HenkaPlayers *henka_record_players(const HenkaRecord *); /* owned by the record */
HenkaRecordFormat henka_record_format(const HenkaRecord *);
/* The format of these bytes, as far as it can be detected without reading the game; -1: none. */
int henka_record_format_of(const char *bytes, size_t length);
/* The parts of the record that could not be used, each with its line: a line that does not belong
 * to a record, an end that contradicts the moves, branches, which are kept but not read. Writes the
 * first cap of them and returns their number. */
size_t henka_record_notices(const HenkaRecord *, HenkaError *notices, size_t cap);
/* The record's bytes, changed to hold the given game, which continues the record's game or departs
 * from it. New moves are added in the record's format and encoding. Names, comments, times and
 * branches stay, and the moves from which the game departed become a branch. If the moves are the
 * same, the bytes are those that were read. 0: the game does not belong to the record, or memory
 * ran out. */
size_t henka_record_save(const HenkaRecord *, const HenkaGame *, char *buf, size_t cap);
/* henka_record_save in another format. *lost (may be NULL): a bit for each kind of data that the
 * record holds and this format cannot. 0: the format cannot express this game. */
enum { HENKA_LOST_COMMENTS = 1, HENKA_LOST_TIMES = 2, HENKA_LOST_BRANCHES = 4 };
size_t henka_record_convert(const HenkaRecord *, const HenkaGame *, HenkaRecordFormat,
                            unsigned *lost, char *buf, size_t cap);

/* ---- engine ---------------------------------------------------------------------------------- */

typedef struct HenkaEngine HenkaEngine;

/* The settings of an engine. The struct, the constants and the checks of ranges are made from the
 * rows of this table. A protocol's list of options can be made from them too.
 *     OPTION(field, NAME, least value, greatest value, default, what it is) */
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

/* The limits of a search. All of those given apply, and the first one reached ends the search. All
 * 0: no limit except the depth that the engine can reach. */
typedef struct HenkaLimits {
    /* The clocks by side, in milliseconds: the time left, and the increment for each move. */
    int64_t time_ms[2], increment_ms[2];
    int64_t byoyomi_ms;  /* time for each move after time_ms is used up */
    int64_t movetime_ms; /* time for this move, regardless of the clocks */
    /* A clock or a time for the move is given, even if all of the times above are 0 or less: then
     * the engine moves at once. Times above 0 count even if this is false. */
    bool clock;
    int moves_to_go; /* moves until the clock gets more time; 0: it must last for the rest of the
                        game */
    uint64_t nodes;  /* 0: unlimited */
    int depth;       /* in plies; 0: unlimited */
    int mate_plies;  /* stop at a mate in at most this number of plies; -1: at any mate; 0: ignore
                        mates */
    bool infinite;   /* do not return before henka_engine_stop */
    bool ponder;     /* do not return before henka_engine_stop, or before a limit after
                        henka_engine_ponderhit */
    int level;       /* 0: full strength, else 1..HENKA_MAX_LEVEL */
    uint64_t seed;   /* decides what a level overlooks and which move vary_cp plays; the same for a
                        whole game. 0: only the position decides */
    /* So that games differ: in the first eight moves of each side, plays a move chosen by `seed`
     * among those at most vary_cp centipawns worse than the best. 0: always plays the best. */
    int vary_cp;
    const HenkaMove *search_moves; /* searches only these moves; NULL: all */
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
    int depth;           /* of the iteration, in plies */
    int seldepth;        /* deepest ply searched */
    int multipv;         /* number of the line, from 1 for the best */
    int score_cp;        /* for the side to move, in hundredths of a pawn; exact, not a bound */
    uint64_t nodes, nps; /* of all threads: nodes so far, and nodes per second */
    int64_t time_ms;     /* since the search began */
    int hashfull;        /* how full the transposition table is, in permille */
    /* The principal variation. It and the whole HenkaInfo are valid only during the callback. */
    const HenkaMove *pv;
    size_t pv_length; /* moves of pv */
} HenkaInfo;
typedef void HenkaInfoCallback(void *context, const HenkaInfo *);

typedef struct HenkaResult {
    HenkaMove best;   /* HENKA_NO_MOVE: the game is over, memory ran out, or the search ended before
                         it found a move */
    HenkaMove ponder; /* the expected reply; HENKA_NO_MOVE: none */
    int score_cp;     /* score of the best line as in HenkaInfo, even if the level plays another
                         move */
    int depth;        /* of the last completed iteration, in plies */
    uint64_t nodes;   /* of all threads */
    int64_t time_ms;  /* from the call of henka_engine_go until it returns */
} HenkaResult;

/* options NULL: the defaults. If memory or threads run short, the engine gets the threads that
 * could be created, and a table of 1 MiB. NULL: even that failed. */
HenkaEngine *henka_engine_new(const HenkaEngineOptions *);
void henka_engine_free(HenkaEngine *); /* NULL: does nothing. Not during henka_engine_go */
/* Clears the results of earlier searches: the transposition table and the histories. */
void henka_engine_new_game(HenkaEngine *);
/* The options in force: those last set, each limited to its range. */
HenkaEngineOptions henka_engine_options(const HenkaEngine *);
/* Clears earlier results as henka_engine_new_game does, unless only multi_pv and overhead_ms
 * change. Returns false if memory or threads run short, as for henka_engine_new. Not during
 * henka_engine_go. */
bool henka_engine_set_options(HenkaEngine *, const HenkaEngineOptions *);
/* Sets the network with which this engine evaluates this variant, in place of the variant's own:
 * the bytes of a file; length 0: no network; bytes NULL: the variant's own again. An engine keeps
 * the network of one variant; setting another variant's replaces it. Clears earlier results as
 * henka_engine_new_game does. Returns false and changes nothing if the network does not fit the
 * variant's board, kinds, moves and hands; the error says why. Not during henka_engine_go. */
bool henka_engine_set_net(HenkaEngine *, const HenkaVariant *, const char *bytes, size_t length,
                          HenkaError *);
/* Sets the numbers of the evaluation without network, in the same way: the text of a file that
 * `henka tune` wrote; length 0: numbers derived from the moves; text NULL: the variant's own
 * again. */
bool henka_engine_set_eval(HenkaEngine *, const HenkaVariant *, const char *text, size_t length,
                           HenkaError *);
/* Searches until a limit is reached or the search is stopped. callback may be NULL; it is called on
 * the calling thread. Illegal moves in search_moves are ignored; if no legal one is left, the
 * result is HENKA_NO_MOVE. */
HenkaResult henka_engine_go(HenkaEngine *, const HenkaGame *, const HenkaLimits *,
                            HenkaInfoCallback *callback, void *context);
/* Opens the next search before henka_engine_go is called. A program that hands the search to
 * another thread calls this first: then a stop or ponderhit applies to that search, even if it
 * arrives before henka_engine_go has begun. Otherwise henka_engine_go opens the search. Not during
 * henka_engine_go. */
void henka_engine_begin(HenkaEngine *);
/* Ends the open search. May be called from any thread. Does nothing if no search is open. */
void henka_engine_stop(HenkaEngine *);
/* The opponent played the move that is pondered on: the open search may now return once a limit is
 * reached. May be called from any thread. clocks NULL: the limits given to henka_engine_go apply,
 * counted from its beginning; else the times in clocks replace them and count from now. */
void henka_engine_ponderhit(HenkaEngine *, const HenkaLimits *clocks);
/* The static evaluation of the position for the side to move, in hundredths of a pawn. 0: equal, or
 * no memory. */
int henka_game_evaluate(const HenkaGame *);
/* henka_game_evaluate with the numbers and the network of this engine. */
int henka_engine_evaluate(const HenkaEngine *, const HenkaGame *);
/* The value of a kind in hundredths of the value of the cheapest kind, for display and for
 * exchanges. 0: no kind, or no memory. */
int henka_variant_type_value(const HenkaVariant *, int type);
/* The values of all kinds at once, derived from their moves only, without allocating memory:
 * values[type], with values[0] 0. Writes up to cap of them and returns their number, type_count +
 * 1; HENKA_MAX_TYPES is always enough. A royal has the value of its moves. */
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
