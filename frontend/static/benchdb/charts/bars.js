// Grouped bars with their runs and intervals; stacked bars for parts of a whole.
import { Chart } from "./libraries.js";
import { withLegend } from "./legend.js";
import { FONT, faint, isAgain, look, striped } from "./look.js";
import { intervalOf, intervals, reach, runs, unitAbove } from "./marks.js";
import { common, grid, signed, signOf, ticks, title, unitOf } from "./options.js";

const ROW = 26; // pixels of one lying bar
const GROUPED_ROW = 17; // of one that lies close to others of its place
const LEAST = 150; // the title beside the places needs as much
const NAME_LINE = 15; // of a name beside the bars
const NAME_GAP = 6; // from one name to the next
const LETTER = 7.4; // pixels
const MOST_VALUES = 6; // bars of one chart with their values at their ends
const MOST_SIDES = 16; // bars of one place that lie, each with its name; more stand, with a legend
const VALUE = 74; // pixels right of a lying bar, for its value

// The value above each bar, where bars are few and no runs or intervals are in the way.
const ends = {
  id: "ends",
  afterDatasetsDraw(chart, _, looks) {
    const { ctx } = chart;
    const lying = chart.options.indexAxis === "y";
    ctx.save();
    ctx.font = `${FONT}px ${chart.options.font.family}`;
    ctx.fillStyle = looks.ink;
    ctx.textAlign = lying ? "left" : "center";
    ctx.textBaseline = lying ? "middle" : "bottom";
    chart.data.datasets.forEach(({ texts }, index) =>
      chart.getDatasetMeta(index).data.forEach(({ x, y }, place) => {
        if (chart.isDatasetVisible(index)) ctx.fillText(texts[place], lying ? x + 6 : x, lying ? y : y - 3);
      }),
    );
    ctx.restore();
  },
};

const hasRoom = (points) =>
  points.length <= MOST_VALUES && points.every((point) => !point.trials?.length && !intervalOf(point));

// One value for each of a few sides: horizontal bars, each labelled with its side instead of a legend.
function bySide(chart) {
  const { kind, series, x } = chart;
  if (kind !== "bars" || x.ticks.length !== 1 || !series.length || series.length > MOST_SIDES) return chart;
  const alone = (one, place) => series.map((_, other) => (other === place ? one.points[0] : { y: null }));
  return {
    ...chart,
    is_sideways: true,
    isBySide: true,
    x: { ...x, title: "", ticks: series.map(({ name }, place) => ({ x: place, lines: [name] })) },
    series: series.map((one, place) => ({ ...one, points: alone(one, place) })),
  };
}

// Labels of horizontal bars take at most two fifths of the chart: longer ones are wrapped between words.
function broken(lines, canvas) {
  const most = Math.max(12, Math.floor((canvas.parentElement.clientWidth * 0.4) / LETTER));
  const made = [""];
  for (const word of lines.join(" ").split(" ")) {
    const last = made[made.length - 1];
    if (!last || last.length + word.length < most) made[made.length - 1] = last ? `${last} ${word}` : word;
    else made.push(word);
  }
  return made;
}

function dataset(series, chart, looks) {
  const colour = looks.series[series.group % looks.series.length];
  const stacked = chart.kind === "stacked";
  const fill = series.is_published && !stacked ? faint(colour, 0.3) : faint(colour, stacked ? 0.9 : 0.65);
  return {
    label: series.name,
    data: series.points.map((point) => point.y ?? null),
    words: series.points.map((point) => point.words ?? ""),
    titles: series.points.map((point) => point.title ?? ""),
    texts: series.points.map((point) => (point.y == null ? "" : point.text)),
    runs: stacked ? null : series.points.map((point) => point.trials ?? []),
    colour: looks.ink,
    sign: colour,
    isStriped: isAgain(series.group),
    backgroundColor: isAgain(series.group) ? striped(fill, looks.lift) : fill,
    borderColor: stacked ? looks.lift : colour,
    borderWidth: 1,
    maxBarThickness: chart.is_sideways ? 20 : 56,
    grouped: !chart.isBySide,
    categoryPercentage: chart.x.ticks.length < 3 ? 0.5 : 0.8,
    intervals: series.points.map(intervalOf),
    intervalColour: looks.ink,
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
  const { low, high } = reach(chart);
  const unit = chart.is_sideways ? unitOf(chart) : "";
  const sign = signOf(chart.y);
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
      callback: signed(sign),
    },
  };
  return chart.is_sideways ? { x: values, y: names } : { x: names, y: values };
}

// Each place has room for its bars, and for the lines of its name.
function heightOf({ isBySide, kind, series }, bars, labels) {
  const lines = Math.max(1, ...labels.map((one) => one.length));
  const names = labels.length * (lines * NAME_LINE + NAME_GAP);
  if (isBySide) return Math.max(bars * ROW, 2 * ROW, names) + 70; // of one bar the axis would have no room for its title
  const isGrouped = kind === "bars" && series.length > 1;
  return Math.max(LEAST, Math.max(bars * (isGrouped ? GROUPED_ROW : ROW), names) + 90);
}

export function drawBars(canvas, given, small) {
  const looks = look();
  const chart = bySide(given);
  const options = common(chart, looks, small);
  const labels = chart.x.ticks.map(({ lines }) => (chart.is_sideways ? broken(lines, canvas) : lines));
  if (chart.is_sideways) {
    options.plugins.unitAbove.text = ""; // its values lie along the bottom, and the unit beneath them
    canvas.parentElement.style.height = `${heightOf(chart, Number(canvas.parentElement.dataset.bars), labels)}px`;
  }
  options.indexAxis = chart.is_sideways ? "y" : "x";
  options.interaction = { mode: "nearest", intersect: false, axis: options.indexAxis };
  options.scales = scales(chart, looks, small);
  const bars = chart.series.flatMap(({ points }) => points.filter(({ y }) => y != null));
  const withValues = chart.kind === "bars" && hasRoom(bars);
  if (withValues) options.plugins.ends = looks;
  if (withValues)
    options.layout.padding[chart.is_sideways ? "right" : "top"] += chart.is_sideways ? VALUE : 14;
  const drawn = new Chart(canvas, {
    type: "bar",
    data: {
      labels,
      datasets: chart.series.map((series) => dataset(series, chart, looks)),
    },
    options,
    plugins: [intervals, runs, unitAbove, ...(withValues ? [ends] : [])],
  });
  if (chart.series.length > 1 && !chart.isBySide) withLegend(drawn);
  return drawn;
}
