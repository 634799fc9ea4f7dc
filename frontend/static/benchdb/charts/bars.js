// Bars beside each other with their runs and intervals; parts of a whole on top of each other.
import { Chart } from "./libraries.js";
import { faint, look } from "./look.js";
import { runs, unitAbove } from "./marks.js";
import { common, grid, legend, ticks, title } from "./options.js";

const ROW = 26; // pixels of one lying bar
const LEAST = 190;

const hasInterval = (point) => point.low != null && point.high != null;

function data(points, sideways, intervals) {
  if (!intervals) return points.map((point) => point.y ?? null);
  const [value, low, high] = sideways ? ["x", "xMin", "xMax"] : ["y", "yMin", "yMax"];
  return points.map((point) => ({ [value]: point.y ?? null, [low]: point.low, [high]: point.high }));
}

function dataset(series, chart, looks, intervals) {
  const colour = looks.series[series.group % looks.series.length];
  const stacked = chart.kind === "stacked";
  return {
    label: series.name,
    data: data(series.points, chart.is_sideways, intervals),
    words: series.points.map((point) => point.words ?? ""),
    titles: series.points.map((point) => point.title ?? ""),
    runs: stacked ? null : series.points.map((point) => point.trials ?? []),
    colour: looks.ink,
    backgroundColor:
      series.is_published && !stacked ? faint(colour, 0.3) : faint(colour, stacked ? 0.9 : 0.65),
    borderColor: stacked ? looks.lift : colour,
    borderWidth: 1,
    maxBarThickness: chart.is_sideways ? 20 : 56,
    categoryPercentage: chart.x.ticks.length < 3 ? 0.5 : 0.8,
    errorBarColor: looks.ink,
    errorBarWhiskerColor: looks.ink,
    errorBarLineWidth: 1.4,
    errorBarWhiskerLineWidth: 1.4,
    errorBarWhiskerRatio: 0,
    errorBarWhiskerSize: 7,
  };
}

function scales(chart, looks, small) {
  const stacked = chart.kind === "stacked";
  const names = {
    type: "category",
    stacked,
    grid: { display: false },
    title: title(chart.x.title, looks, small),
    ticks: { ...ticks(looks, 99), autoSkip: !chart.is_sideways },
  };
  const values = {
    beginAtZero: true,
    stacked,
    suggestedMax: chart.y.most,
    max: chart.y.ceiling ?? undefined,
    grid: grid(looks),
    ticks: ticks(looks, small ? 5 : 8),
  };
  return chart.is_sideways ? { x: values, y: names } : { x: names, y: values };
}

export function drawBars(canvas, chart, small) {
  const looks = look();
  const intervals = chart.series.some((series) => series.points.some(hasInterval));
  const options = common(chart, looks, small);
  if (chart.is_sideways) {
    const bars = Number(canvas.parentElement.dataset.bars);
    canvas.parentElement.style.height = `${Math.max(LEAST, bars * ROW + 90)}px`;
  }
  options.indexAxis = chart.is_sideways ? "y" : "x";
  options.interaction = { mode: "nearest", intersect: false, axis: options.indexAxis };
  options.scales = scales(chart, looks, small);
  if (chart.series.length > 1) options.plugins.legend = legend(looks);
  return new Chart(canvas, {
    type: intervals ? "barWithErrorBars" : "bar",
    data: {
      labels: chart.x.ticks.map((tick) => tick.lines),
      datasets: chart.series.map((series) => dataset(series, chart, looks, intervals)),
    },
    options,
    plugins: [runs, unitAbove],
  });
}
