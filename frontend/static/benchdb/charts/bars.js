// Bars beside each other with their runs and intervals; parts of a whole on top of each other.
import { Chart } from "./libraries.js";
import { faint, look } from "./look.js";
import { intervalOf, intervals, reach, runs, unitAbove } from "./marks.js";
import { amount, common, grid, legend, ticks, title } from "./options.js";

const ROW = 26; // pixels of one lying bar
const LEAST = 190;

function dataset(series, chart, looks) {
  const colour = looks.series[series.group % looks.series.length];
  const stacked = chart.kind === "stacked";
  return {
    label: series.name,
    data: series.points.map((point) => point.y ?? null),
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
    intervals: series.points.map(intervalOf),
    intervalColour: looks.ink,
  };
}

// Units that stand behind each number of an axis along the bottom, not alone beneath it.
const SIGNS = ["×", "%"];

function scales(chart, looks, small) {
  const stacked = chart.kind === "stacked";
  const names = {
    type: "category",
    stacked,
    grid: { display: false },
    title: title(chart.x.title, looks, small),
    ticks: { ...ticks(looks, 99), autoSkip: !chart.is_sideways },
  };
  const { low, high } = reach(chart);
  const unit = chart.is_sideways ? chart.y.unit : "";
  const sign = SIGNS.includes(unit) ? unit : "";
  const values = {
    beginAtZero: true,
    stacked,
    suggestedMin: low,
    suggestedMax: Math.max(chart.y.most ?? 0, high ?? 0) || undefined,
    max: chart.y.ceiling ?? undefined,
    grid: grid(looks),
    title: title(sign ? "" : unit, looks),
    ticks: {
      ...ticks(looks, small ? 5 : 8),
      callback(...tick) {
        return `${amount.apply(this, tick)}${sign}`;
      },
    },
  };
  return chart.is_sideways ? { x: values, y: names } : { x: names, y: values };
}

export function drawBars(canvas, chart, small) {
  const looks = look();
  const options = common(chart, looks, small);
  if (chart.is_sideways) {
    options.plugins.unitAbove.text = ""; // its values lie along the bottom, and the unit beneath them
    const bars = Number(canvas.parentElement.dataset.bars);
    canvas.parentElement.style.height = `${Math.max(LEAST, bars * ROW + 90)}px`;
  }
  options.indexAxis = chart.is_sideways ? "y" : "x";
  options.interaction = { mode: "nearest", intersect: false, axis: options.indexAxis };
  options.scales = scales(chart, looks, small);
  if (chart.series.length > 1) options.plugins.legend = legend(looks);
  return new Chart(canvas, {
    type: "bar",
    data: {
      labels: chart.x.ticks.map((tick) => tick.lines),
      datasets: chart.series.map((series) => dataset(series, chart, looks)),
    },
    options,
    plugins: [intervals, runs, unitAbove],
  });
}
