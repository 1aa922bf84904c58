/* values - keys whose value has a form of its own. Each reads one item into the draft and reports
 * what is wrong at its byte. */
#ifndef HENKA_VARIANT_VALUES_H
#define HENKA_VARIANT_VALUES_H

#include "variant/draft.h"

void text_keep(Draft *, const Item *);
void key_name(Draft *, const Item *);
void key_promo_choice(Draft *, const Item *);
void key_promotes(Draft *, const Item *);
void key_morph(Draft *, const Item *);
void key_no_drop_mate(Draft *, const Item *);
void key_royal(Draft *, const Item *);
void key_no_burn(Draft *, const Item *);
void key_capture_matrix(Draft *, const Item *);
void key_kanji(Draft *, const Item *);
void key_ruling(Draft *, const Item *);
void key_western(Draft *, const Item *);

#endif
