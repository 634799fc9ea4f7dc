// Points with lines between them, fitted curves, bands, references and uprights. Every coordinate comes from the server.
import { Chart } from "./libraries.js";
import { dashOf, FONT, faint, isNarrow, look, shapeOf } from "./look.js";
import { heightOf, lanes } from "./lanes.js";
import { endNames, runs, unitAbove } from "./marks.js";
import { common, grid, legend, namedTicks, ticks, title } from "./options.js";

const MOST_NAMED = 6; // lines with their name at the end; more have a legend
const ROLES = {
  usl: { borderWidth: 2, order: 2 },
  amdahl: { borderWidth: 1.5, borderDash: [7, 4], order: 3 },
  reference: { borderWidth: 1.5, borderDash: [2, 4], order: 4 },
  level: { borderWidth: 2, order: 2 },
  low: { borderWidth: 0, order: 5 },
  high: { borderWidth: 0, fill: "-1", order: 5 },
};
const UPRIGHTS = {
  knee: { label: "knee", borderDash: [5, 4] },
  fall: { label: "holds up to here", borderDash: [] },
};

const colourOf = (series, looks) =>
  series.group < 0 ? looks["ink-3"] : looks.series[series.group % looks.series.length];
const coordinates = ({ x, y, low, high }) => ({
  x,
  y: y ?? null,
  yMin: low ?? undefined,
  yMax: high ?? undefined,
});

function measured(series, looks, groups) {
  const colour = colourOf(series, looks);
  const isJoined = series.is_joined !== false;
  return {
    type: "lineWithErrorBars",
    label: series.name,
    named: groups > 1,
    data: series.points.map(coordinates),
    words: series.points.map((point) => point.words ?? ""),
    titles: series.points.map((point) => point.title ?? ""),
    runs: series.points.map((point) => point.trials ?? []),
    colour,
    group: series.group,
    borderColor: colour,
    backgroundColor: series.is_published ? looks.lift : colour,
    pointStyle: shapeOf(series.group),
    pointRadius: 4.5,
    pointHoverRadius: 6,
    pointBorderWidth: series.is_published ? 2 : 1,
    pointHitRadius: 8,
    showLine: isJoined,
    borderWidth: 2,
    borderDash: dashOf(series.group),
    spanGaps: true,
    order: 1,
    errorBarColor: colour,
    errorBarWhiskerColor: colour,
    errorBarLineWidth: 1.5,
    errorBarWhiskerLineWidth: 1.5,
    errorBarWhiskerRatio: 0,
    errorBarWhiskerSize: 7,
  };
}

function line(series, looks) {
  const colour = colourOf(series, looks);
  return {
    type: "line",
    label: series.name,
    data: series.points.map(coordinates),
    group: series.group,
    borderColor: colour,
    backgroundColor: faint(colour, 0.14),
    pointRadius: 0,
    pointHitRadius: 0,
    ...ROLES[series.role],
  };
}

// A change of level, between the runs on either side of it, with its number in the table.
function band(series, looks, isAlone) {
  const [before, after] = series.points;
  return {
    type: "box",
    xMin: before.x,
    xMax: after.x,
    backgroundColor: faint(colourOf(series, looks), 0.16),
    borderColor: colourOf(series, looks),
    borderWidth: 1,
    borderDash: [3, 3],
    label: {
      display: true,
      content: isAlone && before.title ? [before.text, before.title] : before.text,
      textAlign: "center",
      yAdjust: isAlone ? 0 : series.group * (FONT + 2),
      position: { x: "center", y: "start" },
      color: looks.ink,
      font: { size: FONT, weight: "bold" },
    },
  };
}

function annotations(chart, looks) {
  const bands = chart.series.filter((series) => series.role === "change");
  const isAlone = new Set(bands.map((series) => series.group)).size === 1;
  const uprights = chart.series.filter((series) => UPRIGHTS[series.role]);
  const lines = uprights.map((series) => ({
    type: "line",
    scaleID: "x",
    value: series.points[0].x,
    borderColor: colourOf(series, looks),
    borderWidth: 1.5,
    borderDash: UPRIGHTS[series.role].borderDash,
    label: {
      display: chart.key?.includes("knee") ?? false,
      content: UPRIGHTS[series.role].label,
      position: series.role === "knee" ? "start" : "end",
      backgroundColor: faint(looks.lift, 0.85),
      color: looks["ink-2"],
      font: { size: FONT, weight: "normal" },
      padding: 2,
    },
  }));
  return [...bands.map((series) => band(series, looks, isAlone)), ...lines];
}

// Logarithms begin at the smallest that was measured, since 0 has none, and say so.
const asLogs = { type: "logarithmic", beginAtZero: false, min: undefined, suggestedMin: undefined };

function scales(chart, looks, small, logs) {
  const named = chart.x.ticks?.length ? namedTicks(chart.x, looks) : { ticks: ticks(looks, small ? 6 : 12) };
  const [isLogX, isLogY] = ["x", "y"].map((axis) => logs.includes(axis));
  const smallest = Math.min(
    ...chart.series
      .filter(({ role }) => role == null)
      .flatMap(({ points }) => points.map(({ x }) => x).filter((x) => x > 0)),
  );
  return {
    x: {
      type: "linear",
      min: chart.x.least ?? undefined,
      max: chart.x.ceiling ?? undefined,
      grid: { ...grid(looks), display: false },
      title: title(chart.x.title && isLogX ? `${chart.x.title} (log)` : chart.x.title, looks, small),
      ...named,
      ...(isLogX ? { ...asLogs, min: smallest * 0.94 } : {}),
    },
    y: {
      beginAtZero: !chart.y.least,
      suggestedMin: chart.y.least ?? undefined,
      suggestedMax: chart.y.most ?? undefined,
      max: chart.y.ceiling ?? undefined,
      grid: grid(looks),
      ticks: ticks(looks, small ? 5 : 8),
      ...(isLogY ? { ...asLogs, suggestedMax: undefined } : {}),
    },
  };
}

export function drawCurves(canvas, chart, small, logs = []) {
  const looks = look();
  const groups = new Set(chart.series.filter((series) => series.role == null).map((series) => series.group))
    .size;
  const drawn = chart.series.filter((series) => !UPRIGHTS[series.role] && series.role !== "change");
  const options = common(chart, looks, small);
  options.layout.padding.bottom = heightOf(chart.lanes);
  if (chart.lanes) canvas.parentElement.style.height = `calc(21rem + ${heightOf(chart.lanes)}px)`;
  options.interaction = { mode: "nearest", intersect: false, axis: "xy" };
  options.scales = scales(chart, looks, small, logs);
  if (logs.includes("y")) options.plugins.unitAbove.text = `${chart.y.unit || chart.title} (log)`;
  const withNames = groups > 1 && groups <= MOST_NAMED && !isNarrow(canvas);
  options.plugins.endNames = withNames;
  options.plugins.annotation = { annotations: annotations(chart, looks) };
  if (groups > 1 && !withNames)
    options.plugins.legend = legend(looks, (item, data) => data.datasets[item.datasetIndex].words);
  return new Chart(canvas, {
    type: "line",
    data: {
      datasets: drawn.map((series) =>
        series.role == null ? measured(series, looks, groups) : line(series, looks),
      ),
    },
    options,
    plugins: [runs, endNames, unitAbove, lanes(chart.lanes, looks)],
  });
}
