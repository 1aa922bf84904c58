/* cecp - what the files of XBoard's protocol share.
 *
 * Shapes   Squares as XBoard writes them: file letter from sente's left, rank number from sente's
 *          side; a board of ten ranks counts them from 0. Sente is White. Positions are FEN: hands
 *          in brackets behind the board, w to move first.
 */
#ifndef HENKA_PROTOCOL_CECP_H
#define HENKA_PROTOCOL_CECP_H

#include "protocol/state.h"

/* cecp_setup.c: what the GUI has to know of a game */
void cecp_features(Session *);
void cecp_setup_say(Session *);
HenkaGame *cecp_position(const HenkaVariant *, const char *fen, HenkaError *);

/* cecp_highlight.c */
void cecp_lift(Session *, const char *arguments);
void cecp_put(Session *, const char *arguments);
void cecp_hover(Session *, const char *arguments);

/* cecp_turn.c: whose turn it is, and thinking */
void cecp_turn(Session *); /* the position or the sides changed: think if it is the engine's turn */
void cecp_interrupt(Session *); /* no answer is wanted from a search under way */
void cecp_pongs(Session *);
bool cecp_result_say(Session *); /* says how the game ended, if it has */
void cecp_info(Session *, const HenkaInfo *);
void cecp_done(Session *, const HenkaResult *);
void cecp_after(Session *);
void cecp_opponent_move(Session *, HenkaMove);

/* cecp.c */
void cecp_error(Session *, const char *what, const char *line);
int64_t cecp_number(const char *arguments, int64_t low, int64_t high,
                    int64_t other); /* its first word */

/* cecp_game.c, cecp_clock.c: commands */
void cecp_new(Session *, const char *arguments);
void cecp_variant(Session *, const char *arguments);
void cecp_setboard(Session *, const char *arguments);
void cecp_undo(Session *, const char *arguments);
void cecp_remove(Session *, const char *arguments);
void cecp_usermove(Session *, const char *arguments);
void cecp_unknown(Session *, const char *arguments);
void cecp_exclude(Session *, const char *arguments);
void cecp_include(Session *, const char *arguments);
void cecp_force(Session *, const char *arguments);
void cecp_go(Session *, const char *arguments);
void cecp_playother(Session *, const char *arguments);
void cecp_now(Session *, const char *arguments);
void cecp_analyze(Session *, const char *arguments);
void cecp_exit(Session *, const char *arguments);
void cecp_level(Session *, const char *arguments);
void cecp_st(Session *, const char *arguments);
void cecp_sd(Session *, const char *arguments);
void cecp_time(Session *, const char *arguments);
void cecp_otim(Session *, const char *arguments);
void cecp_post(Session *, const char *arguments);
void cecp_nopost(Session *, const char *arguments);
void cecp_hard(Session *, const char *arguments);
void cecp_easy(Session *, const char *arguments);

#endif
