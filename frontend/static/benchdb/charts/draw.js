// Finds every canvas, reads the chart beside it, and draws it. Loaded only where a chart is.
import { drawBars } from "./bars.js";
import { drawCurves } from "./curves.js";
import { drawHeat } from "./heat.js";
import { Chart } from "./libraries.js";
import { drawTrace } from "./traces.js";

const KINDS = { bars: drawBars, stacked: drawBars, lines: drawCurves };

function draw(canvas, drawer) {
  const chart = JSON.parse(canvas.parentElement.querySelector("script").textContent);
  Chart.getChart(canvas)?.destroy();
  drawer(canvas, chart);
  canvas.dataset.drawn = "yes";
}

export function drawAll() {
  for (const canvas of document.querySelectorAll("canvas[data-chart]")) {
    draw(canvas, (where, chart) => KINDS[chart.kind](where, chart, Boolean(where.closest(".small"))));
  }
  for (const canvas of document.querySelectorAll("canvas[data-trace]")) draw(canvas, drawTrace);
  for (const canvas of document.querySelectorAll("canvas[data-heat]")) draw(canvas, drawHeat);
}
