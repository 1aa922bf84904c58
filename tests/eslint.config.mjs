// The rules of the page's code and of the tests written in JavaScript. tools/lint_page runs them.

import js from "@eslint/js";
import globals from "globals";
import typescript from "typescript-eslint";

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

// What a person reads comes from web/language/catalogue.ts.
const SENTENCE = "[value=/[A-Za-z]{2}/]:not([value=/^[a-z]+[.][A-Za-z0-9]+$/])"; // and no key
const SEEN = "Property:matches([key.name=/^(text|title|placeholder)$/], [key.value='aria-label'])";
const SAID = "CallExpression[callee.name=/^(notice|announce)$/]";
const message = "Sentences stand in web/language/en: say(key).";
const sayings = [
  `${SEEN} > Literal.value${SENTENCE}`,
  `${SEEN} > TemplateLiteral.value > TemplateElement[value.raw=/[A-Za-z]{2}/]`,
  `${SAID} > Literal:nth-child(1)`,
  `${SAID} > TemplateLiteral:nth-child(1)`,
].map((selector) => ({ selector, message }));

const MEMBERS = 20;
const LINES = 400;

/** Counts the members of classes, interfaces and object types; a constructor is none. */
const fewMembers = {
  create(context) {
    const count = (node) => {
      const members = (node.body ?? node.members).filter(({ kind }) => kind !== "constructor");
      if (members.length <= MEMBERS) return;
      context.report({
        node,
        message: `${members.length} members; at most ${MEMBERS} are allowed`,
      });
    };
    return { ClassBody: count, TSInterfaceBody: count, TSTypeLiteral: count };
  },
};

export default [
  {
    files: ["web/**/*.ts"],
    languageOptions: { globals: globals.browser, parser: typescript.parser },
    plugins: { henka: { rules: { "few-members": fewMembers } } },
    // tsc knows which names there are.
    rules: {
      ...rules,
      "no-undef": "off",
      "no-unused-vars": "off",
      "no-restricted-syntax": ["error", ...sayings],
      "henka/few-members": "error",
      "max-lines": ["error", LINES],
    },
  },
  {
    // A package of its own.
    files: ["web/core/*.ts"],
    rules: { "no-restricted-imports": ["error", { patterns: ["../*"] }] },
  },
  {
    // What a test hands to the browser to run there sees the browser's names.
    files: ["tests/**/*.mjs", "tools/*.mjs"],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
    rules,
  },
];
