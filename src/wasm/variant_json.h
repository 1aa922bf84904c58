/* variant_json - the rules of a game as the page's modules read them: VariantData of
 * web/core/types.ts. The WebAssembly modules answer with it, and a study's report has it inside, so
 * that the page's modules draw its boards.
 */
#ifndef HENKA_WASM_VARIANT_JSON_H
#define HENKA_WASM_VARIANT_JSON_H

#include "base/out.h"
#include "henka.h"

void variant_json_write(Out *, const HenkaVariant *);

#endif
