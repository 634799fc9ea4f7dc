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

// Axes as logarithms, as the reader chose them: one choice for all charts of the page, kept while it is open.
const logs = new Set();

function offerLogs(canvas) {
  const offer = canvas.closest("figure")?.querySelector(".axes");
  if (!offer) return [];
  offer.hidden = false;
  const boxes = [...offer.querySelectorAll("[data-log]")];
  for (const box of boxes) {
    box.checked = logs.has(box.dataset.log);
    box.onchange = () => {
      if (box.checked) logs.add(box.dataset.log);
      else logs.delete(box.dataset.log);
      drawAll();
    };
  }
  return boxes.filter((box) => box.checked).map((box) => box.dataset.log);
}

export function drawAll() {
  for (const canvas of document.querySelectorAll("canvas[data-chart]")) {
    const chosen = offerLogs(canvas);
    draw(canvas, (where, chart) => KINDS[chart.kind](where, chart, Boolean(where.closest(".small")), chosen));
    canvas.dataset.logs = chosen.join(" ");
  }
  for (const canvas of document.querySelectorAll("canvas[data-trace]")) draw(canvas, drawTrace);
  for (const canvas of document.querySelectorAll("canvas[data-heat]")) draw(canvas, drawHeat);
}
