// Reads the rules of a game, from its definition or by the name of a shipped game.

import { current } from "./load.ts";
import { Variant } from "./variant.ts";
import type { Diagnostic, ParseAnswer, Settings } from "./types.ts";

const settingLines = (settings?: Settings | null) =>
  Object.entries(settings ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .join("\n");

/**
 * Reads the definition of a game from its text; rules.wasm must be loaded. If `text` is null, reads the shipped game of this
 * name. The returned `variant` is null if a diagnostic is fatal.
 */
export function parseVariant(
  name: string,
  text: string | null,
  settings?: Settings,
): { variant: Variant | null; diagnostics: Diagnostic[] } {
  const module = current;
  const answer: ParseAnswer = module.withTexts([name, text, settingLines(settings)], (...at) =>
    JSON.parse(module.text("parse", ...at)),
  );
  const again = () => parseVariant(name, text, settings).variant;
  const variant = answer.variant ? new Variant(module, answer.variant, again) : null;
  return { variant, diagnostics: answer.diagnostics };
}
