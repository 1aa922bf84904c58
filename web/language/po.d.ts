// The module that the bundler makes of a gettext file: its texts by key (tools/po).
declare module "*.po" {
  const texts: Record<string, string>;
  export default texts;
}

// Those sentences of a page.po whose keys are in en/later.ts, as a module.
declare module "*.po?later" {
  const texts: Record<string, string>;
  export default texts;
}

// The module that the bundler makes of the rows of HENKA_LANGUAGE_LIST without English: by tag of a language, a function that
// imports its file beside en.ts (tools/po).
declare module "*/henka.h" {
  const catalogues: Record<string, () => Promise<import("./catalogue.ts").Catalogue>>;
  export default catalogues;
}
