/* cecp_highlight - squares a lifted piece may go to, step by step: XBoard asks, since it knows none
 * of these rules. */
#include "base/out.h"
#include "protocol/cecp.h"

#include <stdlib.h>

enum { LIFTED_MOST = 6 };

/* How XBoard paints: red may be asked about with "hover", cyan means that more clicks follow,
 * magenta that promotion is a choice. */
enum { NONE = 0, YELLOW = 'Y', RED = 'R', CYAN = 'C', MAGENTA = 'M', VICTIM = 'g' };

/* A square on the way outranks an end there: XBoard takes a click on an end as the whole move. */
static void square_mark(char *place, char mark) {
    if (mark == CYAN || (*place != CYAN && *place != MAGENTA)) *place = mark;
}

/* The victims a move has besides the one on its destination, as far as they have not been touched;
 * -1: not this move. */
static int victims_left(const Cecp *cecp, const HenkaMoveParts *parts, int *left) {
    int count = 0, touched = 0;
    if (parts->drop || parts->from != cecp->lifted[0]) return -1;
    for (int i = 0; i < parts->victim_count; i++) {
        bool seen = false;
        if (parts->victims[i] == parts->to) continue;
        for (int k = 1; k < cecp->lifted_count; k++) seen |= cecp->lifted[k] == parts->victims[i];
        touched += seen;
        if (!seen) left[count++] = parts->victims[i];
    }
    return touched == cecp->lifted_count - 1 ? count : -1;
}

static char end_mark(const HenkaMoveParts *parts) {
    return parts->promotes && !parts->flips ? MAGENTA : parts->capture ? RED : YELLOW;
}

static void marks_say(Session *session, const char *marks) {
    char text[1024];
    Out out = out_to(text, sizeof text);
    int files = henka_variant_files(session->variant),
        ranks = henka_variant_ranks(session->variant);
    for (int rank = 1; rank <= ranks; rank++) {
        int empty = 0;
        if (rank > 1) out_char(&out, '/');
        for (int file = files; file >= 1; file--) {
            char mark = marks[(file - 1) * ranks + rank - 1];
            if (mark && empty) out_format(&out, "%d", empty);
            if (mark) out_char(&out, mark);
            empty = mark ? 0 : empty + 1;
        }
        if (empty) out_format(&out, "%d", empty);
    }
    say(session, "highlight %s", text);
}

/* Marks where the moves that begin with the squares touched so far go next: the victims in any
 * order, then the end. */
static void next_marks(const Session *session, char *marks) {
    HenkaMove *moves = malloc(HENKA_MAX_MOVES * sizeof *moves);
    size_t count = henka_game_moves(session->game, moves);
    for (size_t i = 0; i < count; i++) {
        HenkaMoveParts parts = henka_game_parts(session->game, moves[i]);
        int left[HENKA_MAX_VICTIMS + 1], left_count = victims_left(&session->cecp, &parts, left);
        for (int k = 0; k < left_count; k++) square_mark(&marks[left[k]], CYAN);
        if (!left_count) square_mark(&marks[parts.to], end_mark(&parts));
    }
    free(moves);
}

void cecp_lift(Session *session, const char *arguments) {
    char marks[HENKA_MAX_SQUARES] = {0};
    Cecp *cecp = &session->cecp;
    int square = henka_xboard_square_parse(session->variant, arguments);
    cecp->lifted_count = 0;
    if (square < 0) return;
    cecp->lifted[cecp->lifted_count++] = square;
    next_marks(session, marks);
    marks_say(session, marks);
}

/* A square on the way of a longer move: what follows is shown. Otherwise the move comes by itself.
 */
void cecp_put(Session *session, const char *arguments) {
    char marks[HENKA_MAX_SQUARES] = {0};
    Cecp *cecp = &session->cecp;
    int square = henka_xboard_square_parse(session->variant, arguments);
    if (square < 0 || !cecp->lifted_count || cecp->lifted_count == LIFTED_MOST) return;
    cecp->lifted[cecp->lifted_count++] = square;
    next_marks(session, marks);
    for (int i = 0; i < HENKA_MAX_SQUARES; i++)
        if (marks[i]) return marks_say(session, marks);
    cecp->lifted_count = 0;
}

/* What else dies when the lifted piece goes there. */
void cecp_hover(Session *session, const char *arguments) {
    char marks[HENKA_MAX_SQUARES] = {0};
    int square = henka_xboard_square_parse(session->variant, arguments), victims = 0;
    if (square < 0 || !session->cecp.lifted_count) return;
    HenkaMove *moves = malloc(HENKA_MAX_MOVES * sizeof *moves);
    size_t count = henka_game_moves(session->game, moves);
    next_marks(session, marks);
    for (size_t i = 0; i < count; i++) {
        HenkaMoveParts parts = henka_game_parts(session->game, moves[i]);
        if (parts.drop || parts.from != session->cecp.lifted[0] || parts.to != square) continue;
        for (int k = 0; k < parts.victim_count; k++)
            if (parts.victims[k] != square && !marks[parts.victims[k]])
                marks[parts.victims[k]] = VICTIM, victims++;
    }
    free(moves);
    if (victims) marks_say(session, marks);
}
