// Points joined by lines, fitted curves, bands, references and vertical lines. All coordinates come from the server.
import { Chart } from "./libraries.js";
import { dashOf, faint, isNarrow, look, shapeOf } from "./look.js";
import { heightOf, lanes } from "./lanes.js";
import { withLegend } from "./legend.js";
import { dodge, endNames, intervalOf, intervals, lawNames, reach, runs, unitAbove } from "./marks.js";
import { common, grid, namedTicks, signed, signedLogs, signOf, ticks, title, unitOf } from "./options.js";
import { pauseNames } from "./pauses.js";
import { LINE, stretches } from "./stretches.js";

const MOST_NAMED = 6; // lines with their name at the end; more have a legend
const DODGE = 9; // pixels from one side to the next, at one place
const MOST_DODGED = 4; // sides
const BESIDE = 9; // pixels from a mark to its runs
const ROOM = 1.02; // of the highest value: a mark on the axis' top line is cut, so the axis goes one step further
const NUMBERS = 44; // pixels of an axis with its numbers
const LAST_LANE = 90; // pixels right of the last run, for what its lanes say

const ROLES = {
  usl: { borderWidth: 2, order: 2 },
  amdahl: { borderWidth: 1.5, borderDash: [7, 4], order: 3 },
  reference: { borderWidth: 1.5, borderDash: [2, 4], order: 4 },
  level: { borderWidth: 2, order: 2 },
  pause: { borderWidth: 1.5, borderDash: [1, 4], order: 2 },
  low: { borderWidth: 0, order: 5 },
  high: { borderWidth: 0, fill: "-1", order: 5 },
};
const UPRIGHTS = {
  knee: { words: ["knee"], dash: [5, 4] },
  fall: { words: ["holds up to here"], briefly: ["holds"], dash: [] },
};

const colourOf = (series, looks) =>
  series.group < 0 ? looks["ink-3"] : looks.series[series.group % looks.series.length];
const isMeasured = ({ role }) => role == null || role === "failing";
const coordinates = ({ x, y }) => ({ x, y: y ?? null });

// Only sides with runs or intervals drawn would hide each other.
function dodgeOf(series, chart, groups) {
  const isWide = ({ trials, low }) => trials?.length || low != null;
  if (groups.size < 2 || groups.size > MOST_DODGED || !series.points.some(isWide)) return 0;
  if (chart.series.some(({ role }) => role != null)) return 0;
  return ([...groups].indexOf(series.group) - (groups.size - 1) / 2) * DODGE;
}

// Single runs stand around the mark of the only side, else beside it: of two sides outside, of more between the marks.
const besideMark = (groups, dodged) =>
  groups < 2 ? 0 : groups > 2 ? DODGE / 2 : dodged < 0 ? -BESIDE : BESIDE;

// Runs are faint where levels represent them; a cross, in its curve's colour, counts in no line: its requests failed.
function measured(series, looks, groups, dodged, isFaint) {
  const colour = colourOf(series, looks);
  const own = isFaint ? faint(colour, 0.5) : colour;
  const [radius, rim] = isFaint ? [3, 0] : [4.5, 1];
  const crossed = (failing, other) =>
    series.points.some((point) => point.is_failing)
      ? series.points.map((point) => (point.is_failing ? failing : other))
      : other;
  const isJoined = series.is_joined !== false;
  return {
    type: "line",
    label: series.name,
    role: series.role,
    named: groups > 1 && !series.role,
    data: series.points.map(coordinates),
    words: series.points.map((point) => point.words ?? ""),
    titles: series.points.map((point) => point.title ?? ""),
    runs: series.points.map((point) => point.trials ?? []),
    runsAside: isFaint ? 0 : besideMark(groups, dodged),
    colour,
    group: series.group,
    borderColor: colour,
    backgroundColor: series.is_published ? looks.lift : own,
    pointBorderColor: crossed(colour, own),
    shape: shapeOf(series.group),
    pointStyle: crossed("crossRot", shapeOf(series.group)),
    isHollow: Boolean(series.is_published),
    pointRadius: crossed(5, radius),
    pointHoverRadius: 6,
    pointBorderWidth: crossed(2, series.is_published ? 2 : rim),
    pointHitRadius: 8,
    showLine: isJoined,
    borderWidth: 2,
    borderDash: dashOf(series.group),
    spanGaps: true,
    dodge: dodged,
    clip: 8,
    segment: { borderDash: ({ p0, p1 }) => (p0.skip || p1.skip ? [1, 4] : undefined) },
    order: 1,
    intervals: series.points.map(intervalOf),
    intervalColour: colour,
  };
}

// A level may be labelled at its end: the last one is.
const endOf = ({ points }) => points[points.length - 1].text;

function line(series, looks) {
  const colour = colourOf(series, looks);
  return {
    type: "line",
    label: endOf(series) ?? series.name,
    named: Boolean(endOf(series)),
    colour,
    data: series.points.map(coordinates),
    group: series.group,
    law: series.law,
    role: series.role,
    borderColor: colour,
    backgroundColor: faint(colour, 0.14),
    pointRadius: 0,
    pointHitRadius: 0,
    ...ROLES[series.role],
  };
}

// A change of level, between the runs on either side, with its number in the table: a gain or a loss.
function band(series, looks) {
  const [before, after] = series.points;
  const colour = looks[series.tone] || looks["ink-3"];
  return {
    from: before.x,
    to: after.x,
    fill: faint(colour, 0.16),
    colour,
    dash: [3, 3],
    words: before.title ? [before.text, before.title] : [before.text],
    isBold: true,
    isAbove: true,
  };
}

// The area between the measured line and its reference, as far as it was judged: a gain or a loss.
function gained(dataset, chart, looks) {
  const [above, below] = chart.gain === "higher" ? ["better", "worse"] : ["worse", "better"];
  dataset.fill = { target: 1, above: faint(looks[above], 0.16), below: faint(looks[below], 0.16) };
  const xAt = (place) => chart.series[0].points[place].x;
  const isJudged = ({ p0DataIndex, p1DataIndex }) =>
    chart.judged?.some(([from, to]) => from <= xAt(p0DataIndex) && xAt(p1DataIndex) <= to);
  dataset.segment.backgroundColor = (part) => (isJudged(part) ? undefined : "transparent");
}

function upright(series, looks, small) {
  const { x } = series.points[0];
  const { words, briefly, dash } = UPRIGHTS[series.role];
  const named = small ? (briefly ?? words) : words;
  return { from: x, to: x, colour: colourOf(series, looks), isUpright: true, words: named, dash };
}

function marksOf(chart, looks, small) {
  const changes = chart.series.filter((series) => series.role === "change");
  const uprights = chart.series.filter((series) => UPRIGHTS[series.role]);
  return [
    ...changes.map((series) => band(series, looks)),
    ...uprights.map((series) => upright(series, looks, small)),
  ];
}

// A logarithmic axis begins at the smallest measured value, since 0 has no logarithm, and says so. Small charts begin
// at the smallest of all.
const asLogs = { type: "logarithmic", beginAtZero: false, min: undefined };
const smallest = (axis, values) => axis.smallest ?? Math.min(...values.filter((value) => value > 0));

function aboveAxis(chart, logs) {
  const unit = unitOf(chart);
  if (!logs.includes("y")) return unit;
  return chart.panel ? "(log)" : `${unit || chart.title} (log)`;
}

// Half a failed request is none: an axis of whole numbers has whole ticks.
const isCounted = (chart) =>
  chart.series.every(({ points }) => points.every(({ y }) => y == null || Number.isInteger(y)));

// Of small charts on one scale, in a row, the first one alone has its numbers: asked anew at each width.
function numbered(canvas, chart, callback) {
  const figure = canvas.closest("figure");
  const before = figure.previousElementSibling;
  const data = chart.panel && before?.querySelector("[data-chart] + script");
  if (!data || JSON.stringify(JSON.parse(data.textContent).y) !== JSON.stringify(chart.y)) return callback;
  return function shared(...tick) {
    return before.offsetTop === figure.offsetTop ? "" : callback.apply(this, tick);
  };
}

function scales(canvas, chart, looks, small, logs) {
  const named = chart.x.ticks?.length ? namedTicks(chart.x, looks) : { ticks: ticks(looks, small ? 6 : 12) };
  const [isLogX, isLogY] = ["x", "y"].map((axis) => logs.includes(axis));
  const { low, high, ends } = reach(chart);
  const sign = signOf(chart.y);
  const most = Math.max(chart.y.most ?? 0, high ?? 0);
  const measuredAt = chart.series.filter(isMeasured).flatMap(({ points }) => points.map(({ x }) => x));
  return {
    x: {
      type: "linear",
      min: chart.x.least ?? undefined,
      max: chart.x.ceiling ?? undefined,
      grid: { ...grid(looks), display: false },
      title: title(
        chart.x.title && isLogX ? `${chart.x.title} (log)` : chart.x.title,
        looks,
        small && chart.panel,
      ),
      ...named,
      ...(isLogX ? { ...asLogs, suggestedMin: undefined, min: smallest(chart.x, measuredAt) * 0.8 } : {}),
    },
    y: {
      beginAtZero: !chart.y.least,
      suggestedMin: chart.y.least ? Math.min(chart.y.least, ...ends) : low,
      suggestedMax: (sign === "%" ? most : most * ROOM) || undefined,
      max: chart.y.ceiling ?? undefined,
      grid: grid(looks),
      ticks: {
        ...ticks(looks, small ? 5 : 8),
        precision: isCounted(chart) ? 0 : undefined,
        callback: numbered(canvas, chart, isLogY ? signedLogs(sign) : signed(sign)),
      },
      // Small charts beside each other are as wide as each other.
      afterFit: (axis) => {
        if (chart.panel) axis.width = Math.max(axis.width, NUMBERS);
      },
      ...(isLogY ? { ...asLogs, suggestedMin: smallest(chart.y, ends) } : {}),
    },
  };
}

export function drawCurves(canvas, chart, small, logs = []) {
  const looks = look();
  const groups = new Set(chart.series.filter((series) => series.role == null).map((series) => series.group));
  const drawn = chart.series.filter((series) => !UPRIGHTS[series.role] && series.role !== "change");
  const options = common(chart, looks, small, aboveAxis(chart, logs));
  const hasLevels = chart.series.some(({ role }) => role === "level");
  const marks = marksOf(chart, looks, small);
  const lines = Math.max(0, ...marks.map((mark) => (mark.isAbove ? mark.words.length : 0)));
  options.layout.padding.top += lines && lines * LINE + 4;
  options.plugins.unitAbove.overWords = lines * LINE;
  if (marks.some((mark) => mark.isUpright)) {
    options.layout.padding.top += LINE;
    options.plugins.unitAbove.lift = LINE;
  }
  options.layout.padding.bottom = heightOf(chart.lanes);
  if (chart.lanes && !isNarrow(canvas)) options.layout.padding.right = LAST_LANE;
  if (chart.lanes) canvas.parentElement.style.height = `calc(21rem + ${heightOf(chart.lanes)}px)`;
  options.interaction = { mode: "nearest", intersect: false, axis: "xy" };
  options.scales = scales(canvas, chart, looks, small, logs);
  const withNames = groups.size > 1 && groups.size <= MOST_NAMED && !isNarrow(canvas);
  options.plugins.endNames = withNames || (groups.size === 1 && !isNarrow(canvas) && drawn.some(endOf));
  const datasets = drawn.map((series) =>
    isMeasured(series)
      ? measured(series, looks, groups.size, dodgeOf(series, chart, groups), hasLevels)
      : line(series, looks),
  );
  if (chart.gain) gained(datasets[0], chart, looks);
  const made = new Chart(canvas, {
    type: "line",
    data: { datasets },
    options,
    plugins: [
      stretches(marks, looks),
      dodge,
      intervals,
      runs,
      endNames,
      pauseNames(chart.series, looks),
      ...(small || chart.panel || isNarrow(canvas) ? [] : [lawNames]), // the key says which is which
      unitAbove,
      lanes(chart.lanes, looks),
    ],
  });
  if (groups.size > 1 && !withNames) withLegend(made, (dataset) => dataset.words && !dataset.role);
  return made;
}
