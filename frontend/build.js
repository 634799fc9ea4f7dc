// Scripts and style sheets as pages load them, in built/: one file where one begins, without comments and spaces.
// Charts stay a file of their own, which main.js asks for where a chart is.
import { build } from "esbuild";

const STYLES = ["site", "question", "share", "many", "run", "frozen", "inventory", "home"];

await build({
  entryPoints: [
    "static/benchdb/theme.js",
    "static/benchdb/main.js",
    "static/benchdb/charts/draw.js",
    ...STYLES.map((name) => `static/benchdb/styles/${name}.css`),
  ],
  external: ["./charts/draw.js"],
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  outbase: "static",
  outdir: "built",
  logLevel: "warning",
});
