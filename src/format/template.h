/* template - the small game that a new game's file starts from if no other game is named. Generated
 * at build time from variants/template.txt. template.c writes the new text: henka_variant_template
 * in henka.h. */
#ifndef HENKA_FORMAT_TEMPLATE_H
#define HENKA_FORMAT_TEMPLATE_H

extern const unsigned char template_text[]; /* closed with NUL */

#endif
