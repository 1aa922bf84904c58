// The rules of the page's code and of the tests written in JavaScript. tools/lint_page runs them.

import js from "@eslint/js";
import globals from "globals";

const rules = {
  ...js.configs.recommended.rules,
  curly: ["error", "multi-line"],
  eqeqeq: "error",
  "no-implicit-coercion": "error",
  "no-shadow": "error",
  "no-var": "error",
  "object-shorthand": "error",
  "one-var": ["error", "never"],
  "prefer-const": "error",
  "prefer-template": "error",
};

export default [
  { files: ["web/**/*.js"], languageOptions: { globals: globals.browser }, rules },
  {
    // What a test hands to the browser to run there sees the browser's names.
    files: ["tests/**/*.mjs", "tools/*.mjs"],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
    rules,
  },
];
