#include "base/clock.h"
#include "base/out.h"
#include "protocol/state.h"

#include <inttypes.h>
#include <stdlib.h>

static void score_write(Out *out, int score_cp, bool mate_in_moves) {
    int size = abs(score_cp), plies = HENKA_SCORE_MATE - size;
    if (!henka_score_is_mate(score_cp))
        out_format(out, " score cp %d", score_cp);
    else
        out_format(out, " score mate %s%d", score_cp < 0 ? "-" : "",
                   mate_in_moves ? (plies + 1) / 2 : plies);
}

void info_line(Session *session, const HenkaInfo *info, bool mate_in_moves) {
    char line[1024], pv[16384];
    Out out = out_to(line, sizeof line);
    out_format(&out, "info depth %d seldepth %d multipv %d", info->depth, info->seldepth,
               info->multipv ? info->multipv : 1);
    score_write(&out, info->score_cp, mate_in_moves);
    if (info->bound) out_text(&out, info->bound > 0 ? " lowerbound" : " upperbound");
    out_format(&out, " nodes %" PRIu64 " nps %" PRIu64 " hashfull %d time %" PRId64, info->nodes,
               info->nps, info->hashfull, info->time_ms);
    henka_line_text(session->think.game, info->pv, info->pv_length, HENKA_USI, pv, sizeof pv);
    say(session, "%s%s%s", line, *pv ? " pv" : "", pv);
}

/* Free text, under the two protocols that have a place for it. */
void info_complain(Session *session, const char *message) {
    say(session, "info string error: %s", message);
}

void unknown_say(Session *session, const char *line) {
    say(session, "info string unknown command: %.200s", line);
}

/* What a GUI that knows none of these games needs to draw its board. */
void variant_say(Session *session) {
    const HenkaVariant *variant = session->variant;
    char pieces[2048];
    Out out = out_to(pieces, sizeof pieces);
    for (int type = 1; type <= henka_variant_type_count(variant); type++) {
        HenkaType piece = henka_variant_type(variant, type);
        if (!piece.unpromoted) out_format(&out, "%s%s", out.length ? "," : "", piece.id);
    }
    say(session, "info string variant %s files %d ranks %d pocket %d zone %d pieces %s startpos %s",
        henka_variant_name(variant), henka_variant_files(variant), henka_variant_ranks(variant),
        henka_variant_has_hands(variant), henka_variant_zone(variant), pieces,
        henka_variant_start(variant));
}
