// Scripts and style sheets as pages load them, in built/: one file where one begins, without comments and spaces.
// Charts stay a file of their own, which main.js asks for where a chart is, and so does what the home page alone needs; the upload page has its form's.
import { readFile } from "node:fs/promises";

import { build } from "esbuild";

const STYLES = [
  "site",
  "question",
  "share",
  "many",
  "study",
  "run",
  "runs",
  "frozen",
  "inventory",
  "home",
  "uploads",
  "audit",
  "api",
];

// Chart.js's classes read each other's defaults while they are made, so esbuild must keep those that nobody names.
// Made by a function that is said to be pure, they fall away: a twelfth of what a chart loads.
const SUBCLASS = /^class (\w+) extends (\w+) \{\n([\s\S]*?)^\}/gm;
const PURE = "const $1 = /*#__PURE__*/ (() => class $1 extends $2 {\n$3})();";

const onlyNamedCharts = {
  name: "only the charts that are named",
  setup: (build) =>
    build.onLoad({ filter: /chart\.js\/dist\/chart\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, "utf8")).replace(SUBCLASS, PURE),
    })),
};

await build({
  entryPoints: [
    "static/benchdb/theme.js",
    "static/benchdb/kept.js",
    "static/benchdb/main.js",
    "static/benchdb/upload.js",
    "static/benchdb/visits.js",
    "static/benchdb/ranges.js",
    "static/benchdb/run-strip.js",
    "static/benchdb/selected.js",
    "static/benchdb/selection.js",
    "static/benchdb/freeze-copy.js",
    "static/benchdb/chosen.js",
    "static/benchdb/charts/draw.js",
    "static/benchdb/charts/brush.js",
    ...STYLES.map((name) => `static/benchdb/styles/${name}.css`),
  ],
  external: [
    "./charts/draw.js",
    "./brush.js",
    "./visits.js",
    "./ranges.js",
    "./run-strip.js",
    "./selected.js",
    "./selection.js",
    "./freeze-copy.js",
    "./chosen.js",
  ],
  alias: { "@kurkle/color": "./static/benchdb/charts/plain-color.js" },
  bundle: true,
  plugins: [onlyNamedCharts],
  minify: true,
  format: "esm",
  target: "es2022",
  outbase: "static",
  outdir: "built",
  logLevel: "warning",
});
