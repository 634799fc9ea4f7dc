// Finds every canvas, reads the chart beside it, and draws it. Loaded only on pages with charts.
import { drawBars } from "./bars.js";
import { drawCurves } from "./curves.js";
import { drawHeat } from "./heat.js";
import { withoutLegend } from "./legend.js";
import { Chart } from "./libraries.js";
import { drawTrace } from "./traces.js";

const KINDS = { bars: drawBars, stacked: drawBars, lines: drawCurves };

function draw(canvas, drawer) {
  const chart = JSON.parse(canvas.parentElement.querySelector("script").textContent);
  Chart.getChart(canvas)?.destroy();
  withoutLegend(canvas);
  drawer(canvas, chart);
  canvas.dataset.drawn = "yes";
}

// Logarithmic axes: the reader's choice, kept in the address, or each chart's default.
let chosen = new URLSearchParams(window.location.search).get("log");

const logsOf = (chart) =>
  chosen === null ? ["x", "y"].filter((axis) => chart[axis].is_log) : chosen.split(",");

function withLogs(address) {
  const url = new URL(address, window.location);
  if (chosen === null) return url;
  url.searchParams.set("log", chosen);
  return url;
}

// The address of the page and those of its exports say what is drawn.
function keepInLinks() {
  if (chosen === null || !document.getElementById("question")) return;
  window.history.replaceState(window.history.state, "", withLogs(window.location));
  for (const link of document.querySelectorAll(".sharing a[href]")) link.href = withLogs(link.href);
}

function offerLogs(canvas, logs) {
  const offer = canvas.closest("figure")?.querySelector(".axes");
  if (!offer) return;
  offer.hidden = false;
  const boxes = [...offer.querySelectorAll("[data-log]")];
  for (const box of boxes) {
    box.checked = logs.includes(box.dataset.log);
    box.onchange = () => {
      chosen = boxes
        .filter((one) => one.checked)
        .map((one) => one.dataset.log)
        .join(",");
      drawAll();
    };
  }
}

// A history is the only page on which a stretch of time can be marked.
async function offerStretches(canvas) {
  if (!document.querySelector("[data-stretch]")) return;
  const brush = await import("./brush.js").catch(() => null); // without it a stretch is typed
  brush?.startBrush(canvas);
}

function drawChart(canvas) {
  draw(canvas, (where, chart) => {
    const logs = logsOf(chart);
    offerLogs(where, logs);
    KINDS[chart.kind](where, chart, Boolean(where.closest(".small")), logs);
    where.dataset.logs = logs.join(" ");
  });
  offerStretches(canvas);
}

const DRAWERS = [
  ["canvas[data-chart]", drawChart],
  ["canvas[data-trace]", (canvas) => draw(canvas, drawTrace)],
  ["canvas[data-heat]", (canvas) => draw(canvas, drawHeat)],
];

const isInView = (canvas) => canvas.getBoundingClientRect().top < window.innerHeight;

// Charts in view are drawn at once. The others follow, each in its own task, so that the answer does not wait.
export function drawAll() {
  const rest = [];
  for (const [which, drawer] of DRAWERS)
    for (const canvas of document.querySelectorAll(which))
      if (isInView(canvas)) drawer(canvas);
      else rest.push(() => canvas.isConnected && drawer(canvas));
  for (const task of rest) setTimeout(task);
  keepInLinks();
}
