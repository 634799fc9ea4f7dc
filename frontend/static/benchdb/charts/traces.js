// Recordings: small multiples over one time axis with one gutter, one crosshair and one zoom. The server chose the points.
import { Chart } from "./libraries.js";
import { withLegend } from "./legend.js";
import { FONT, faint, isNarrow, look } from "./look.js";
import { endNames } from "./marks.js";
import { grid, ticks } from "./options.js";
import { stretches } from "./stretches.js";

export const GUTTER = 56; // pixels left of every plot, so that the same second stands above itself
export const RIGHT = 165; // pixels right of it, for names and means
const KNOWN = { user: 0, system: 1, iowait: 3, steal: 5, idle: -1, interrupts: 4, guest: 6 };
const LEAST_STRETCH = 1 / 200; // of the view; a shorter one was a click

let second = null; // under the pointer, shared by all charts
let stretch = null; // {from, to} while the reader marks one

const canvases = () => [...document.querySelectorAll("canvas[data-trace], canvas[data-heat]")];
const charts = () =>
  canvases()
    .map((canvas) => Chart.getChart(canvas))
    .filter(Boolean);
const redraw = () => charts().forEach((chart) => chart.draw());

export const crosshair = {
  id: "crosshair",
  afterDatasetsDraw(chart, _, looks) {
    const { ctx, chartArea, scales } = chart;
    ctx.save();
    if (stretch) {
      const [left, right] = [stretch.from, stretch.to]
        .sort((a, b) => a - b)
        .map((value) => scales.x.getPixelForValue(value));
      ctx.fillStyle = faint(looks.accent, 0.2);
      ctx.fillRect(left, chartArea.top, right - left, chartArea.bottom - chartArea.top);
    }
    if (second !== null && second >= scales.x.min && second <= scales.x.max) {
      const x = scales.x.getPixelForValue(second);
      ctx.strokeStyle = looks.quiet;
      ctx.beginPath();
      ctx.moveTo(x, chartArea.top);
      ctx.lineTo(x, chartArea.bottom);
      ctx.stroke();
    }
    ctx.restore();
  },
};

export const crosshairLooks = (looks) => ({ accent: looks.accent, quiet: looks["ink-3"] });

// The load, tinted behind the lines.
export const tint = (load, looks) =>
  stretches(load ? [{ from: load[0], to: load[1], fill: looks["accent-tint"] }] : [], looks);

// 0 and the end of the load have ticks; round seconds too close to them have none.
const APART = 0.07; // of the axis

function marked(scale, load) {
  const length = scale.max - scale.min;
  const own = [0, ...(load ? [load[1]] : [])].filter((value) => value >= scale.min && value <= scale.max);
  const isFree = ({ value }) => own.every((one) => Math.abs(one - value) > APART * length);
  const others = scale.ticks.filter(isFree).map(({ value }) => value);
  return [...own, ...others].sort((one, other) => one - other).map((value) => ({ value }));
}

export const timeAxis = (span, looks, isLast, load = null) => ({
  type: "linear",
  min: span[0],
  max: span[1],
  grid: grid(looks),
  afterBuildTicks: (scale) => {
    scale.ticks = marked(scale, load);
  },
  ticks: {
    ...ticks(looks, 9),
    display: isLast,
    includeBounds: false,
    autoSkip: false,
    maxRotation: 0,
    callback: (value) => `${Number(value.toPrecision(4))}`,
  },
  title: {
    display: isLast,
    text: load ? "seconds since the load began" : "seconds",
    color: looks["ink-3"],
    font: { size: FONT },
  },
});

// 60,000 as 60k: the gutter is narrow.
const short = (value) => (Math.abs(value) >= 10000 ? `${value / 1000}k` : value.toLocaleString("en"));

function colourOf(series, looks) {
  const known = KNOWN[series.name.split(": ").pop()];
  if (known === -1) return looks.rule;
  return looks.series[(known ?? series.colour) % looks.series.length];
}

// With its mean during the load; the only line of a panel has the panel's name.
function nameOf(series, chart) {
  if (!series.mean) return series.name;
  return `${chart.series.length > 1 ? series.name : "mean"} ${series.mean}`;
}

function dataset(series, chart, looks) {
  const colour = colourOf(series, looks);
  const named = KNOWN[series.name.split(": ").pop()];
  return {
    label: nameOf(series, chart),
    named: named !== -1,
    weight: Number.parseFloat(series.mean?.replaceAll(",", "")) || 0, // which names stay where not all have room
    colour,
    data: series.points.map(([x, y]) => ({ x, y })),
    borderColor: colour,
    backgroundColor: chart.stacked ? colour : "transparent",
    borderWidth: chart.stacked ? 0 : 1.5,
    borderDash: series.dashed ? [5, 3] : [],
    fill: chart.stacked,
    pointRadius: 0,
    spanGaps: false,
  };
}

function options(chart, looks, isLast, narrow) {
  return {
    responsive: true,
    maintainAspectRatio: false,
    animation: false,
    normalized: true,
    interaction: { mode: "nearest", axis: "x", intersect: false },
    layout: { padding: { right: narrow ? 10 : RIGHT } },
    scales: {
      x: timeAxis(chart.span, looks, isLast, chart.window),
      y: {
        beginAtZero: true,
        stacked: chart.stacked,
        max: chart.most ?? undefined,
        suggestedMax: chart.highest,
        grid: grid(looks),
        ticks: { ...ticks(looks, 3), callback: short },
        afterFit: (axis) => {
          axis.width = GUTTER;
        },
      },
    },
    plugins: {
      endNames: narrow ? false : { width: RIGHT },
      tooltip: {
        caretPadding: 12,
        callbacks: { title: (items) => (items.length ? `${items[0].parsed.x} s` : "") },
      },
      crosshair: crosshairLooks(looks),
    },
  };
}

export function drawTrace(canvas, chart) {
  const looks = look();
  const all = [...canvas.closest(".traces").querySelectorAll("canvas[data-trace], canvas[data-heat]")];
  const drawn = new Chart(canvas, {
    type: "line",
    data: { datasets: chart.series.map((series) => dataset(series, chart, looks)) },
    options: options(chart, looks, all.indexOf(canvas) === all.length - 1, isNarrow(canvas)),
    plugins: [tint(chart.window, looks), crosshair, endNames],
  });
  canvas.dataset.points = Math.max(...chart.series.map((series) => series.points.length));
  if (isNarrow(canvas) && chart.series.length > 1) withLegend(drawn);
  follow(canvas);
  return drawn;
}

function secondsAt(chart, event) {
  const box = chart.canvas.getBoundingClientRect();
  const { min, max } = chart.scales.x;
  return Math.min(Math.max(chart.scales.x.getValueForPixel(event.clientX - box.left), min), max);
}

export function follow(canvas) {
  if (canvas.dataset.followed) return;
  canvas.dataset.followed = "yes";
  canvas.addEventListener("pointermove", (event) => {
    second = secondsAt(Chart.getChart(canvas), event);
    if (stretch) stretch.to = second;
    redraw();
  });
  canvas.addEventListener("pointerleave", () => {
    second = null;
    redraw();
  });
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || event.pointerType === "touch") return;
    const from = secondsAt(Chart.getChart(canvas), event);
    stretch = { from, to: from };
  });
}

// A stretch was marked: request it, so that it comes in full detail.
function zoom() {
  if (!stretch) return;
  const [from, to] = [stretch.from, stretch.to].sort((a, b) => a - b);
  const [shown] = charts();
  stretch = null;
  redraw();
  const form = document.querySelector("[data-zoom]");
  if (!form || !shown || to - from < (shown.scales.x.max - shown.scales.x.min) * LEAST_STRETCH) return;
  form.elements.from.value = from.toPrecision(7);
  form.elements.to.value = to.toPrecision(7);
  form.requestSubmit();
}

window.addEventListener("pointerup", zoom);
