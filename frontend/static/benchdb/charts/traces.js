// Recordings: small multiples over one time axis with one gutter, one crosshair and one zoom. The server chose the points.
import { Chart } from "./libraries.js";
import { withLegend } from "./legend.js";
import { FONT, faint, isNarrow, look } from "./look.js";
import { endNames } from "./marks.js";
import { family, grid, ticks } from "./options.js";
import { stretches } from "./stretches.js";

export const GUTTER = 56; // pixels left of every plot, so that the same second stands above itself
const MOST_RIGHT = 0.42; // of a canvas
const LABEL_LINE = 14; // pixels of a name and mean at the end of a line
const KNOWN = { user: 0, system: 1, niced: 2, iowait: 3, steal: 5, idle: -1, interrupts: 4, guest: 6 };
const LEAST_STRETCH = 1 / 200; // of the view; a shorter one was a click

let second = null; // under the pointer, shared by all charts
let stretch = null; // {from, to} while the reader marks one

const canvases = () => [...document.querySelectorAll("canvas[data-trace], canvas[data-heat]")];
const charts = () =>
  canvases()
    .map((canvas) => Chart.getChart(canvas))
    .filter(Boolean);
const redraw = () => charts().forEach((chart) => chart.draw());

// Pixels right of every plot, for the longest name and mean of them all: none is cut.
const labelsOf = new WeakMap(); // script -> the labels of its chart

function labels(script) {
  if (!labelsOf.has(script)) {
    const { series = [] } = JSON.parse(script.textContent);
    labelsOf.set(
      script,
      series.map(({ label }) => label),
    );
  }
  return labelsOf.get(script);
}

export function rightOf(canvas) {
  if (isNarrow(canvas)) return 10;
  const ctx = document.createElement("canvas").getContext("2d");
  ctx.font = `600 ${FONT}px ${family()}`;
  const texts = canvases().flatMap((one) => labels(one.parentElement.querySelector("script")));
  const widest = Math.max(0, ...texts.map((text) => ctx.measureText(text).width));
  return Math.min(Math.ceil(widest) + 16, MOST_RIGHT * canvas.parentElement.clientWidth);
}

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

// Where panels fill the screen one by one, each has its own times.
export const timeAxis = (span, looks, isLast, load = null, isAlone = false) => ({
  type: "linear",
  min: span[0],
  max: span[1],
  grid: { ...grid(looks), drawTicks: isLast || isAlone },
  afterBuildTicks: (scale) => {
    scale.ticks = marked(scale, load);
  },
  ticks: {
    ...ticks(looks, isAlone ? 5 : 9),
    display: isLast || isAlone,
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

function colourOf(series, chart, looks) {
  const known = chart.stacked ? KNOWN[series.name] : undefined;
  return looks.series[(known ?? series.colour) % looks.series.length];
}

// What is idle leaves its place free, so that the load's tint shows how much of it there was.
function dataset(series, chart, looks) {
  const isIdle = chart.stacked && KNOWN[series.name] === -1;
  const colour = isIdle ? "transparent" : colourOf(series, chart, looks);
  return {
    label: series.label || series.name,
    named: Boolean(series.label),
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

function options(chart, looks, isLast, right) {
  const narrow = right <= 10;
  return {
    responsive: true,
    maintainAspectRatio: false,
    animation: false,
    normalized: true,
    font: { family: family(), size: FONT },
    interaction: { mode: "nearest", axis: "x", intersect: false },
    layout: { padding: { right } },
    scales: {
      x: timeAxis(chart.span, looks, isLast, chart.window, narrow),
      y: {
        beginAtZero: true,
        stacked: chart.stacked,
        max: chart.most ?? undefined,
        suggestedMax: chart.highest,
        grid: grid(looks),
        ticks: { ...ticks(looks, 4), callback: short },
        afterFit: (axis) => {
          axis.width = GUTTER;
        },
      },
    },
    plugins: {
      endNames: narrow ? false : { width: right },
      tooltip: {
        caretPadding: 12,
        callbacks: { title: (items) => (items.length ? `${items[0].parsed.x} s` : "") },
      },
      crosshair: crosshairLooks(looks),
    },
  };
}

// As high as its labels need, where they are many.
function fitted(canvas, chart) {
  const names = chart.series.filter(({ label }) => label).length;
  const least = Number.parseFloat(getComputedStyle(canvas.parentElement).minHeight) || 0;
  canvas.parentElement.style.height = `${Math.max(least, (names + 1) * LABEL_LINE)}px`;
}

export function drawTrace(canvas, chart) {
  const looks = look();
  const narrow = isNarrow(canvas);
  const all = [...canvas.closest(".traces").querySelectorAll("canvas[data-trace], canvas[data-heat]")];
  if (!narrow) fitted(canvas, chart);
  const drawn = new Chart(canvas, {
    type: "line",
    data: { datasets: chart.series.map((series) => dataset(series, chart, looks)) },
    options: options(chart, looks, all.indexOf(canvas) === all.length - 1, rightOf(canvas)),
    plugins: [tint(chart.window, looks), crosshair, endNames],
  });
  canvas.dataset.points = Math.max(...chart.series.map((series) => series.points.length));
  if (narrow) withLegend(drawn, ({ named }) => named);
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
