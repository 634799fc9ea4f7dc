// Modules for the browsers of the last two years; style sheets without doubt and without !important.
import css from "@eslint/css";
import js from "@eslint/js";
import globals from "globals";

export default [
  {
    files: ["**/*.js"],
    ...js.configs.recommended,
    languageOptions: { ecmaVersion: 2024, sourceType: "module", globals: globals.browser },
    rules: {
      ...js.configs.recommended.rules,
      eqeqeq: ["error", "always", { null: "ignore" }],
      "prefer-const": "error",
    },
  },
  {
    files: ["**/*.css"],
    plugins: { css },
    language: "css/css",
    ...css.configs.recommended,
    rules: {
      ...css.configs.recommended.rules,
      "css/use-baseline": "off", // light-dark(), :has() and field-sizing are what the pages are made of
      "css/no-invalid-properties": ["error", { allowUnknownVariables: true }],
    },
  },
];
