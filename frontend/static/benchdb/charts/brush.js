// A stretch of a history: marked in one chart with the pointer or the keyboard, shown in all, then requested.
// A separate file, loaded only by histories; Chart is the page's.
import { typing } from "../keyboard.js";
import { faint, look } from "./look.js";

const LEAST = 4; // pixels; less was a click
const NEAR = { mouse: 7, pen: 12, touch: 24 }; // pixels from an end by which it is taken
const DAY = 86400; // seconds
const STEPS = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -Infinity, End: Infinity };

let canvases = []; // of the history on this page
let canvas = null; // the one that was pointed at last
let marked = null; // {from, to} in seconds since 1970
let pointed = -1; // place of a run among `runs()`
let knownBar = null; // whose buttons are heard
let isDragging = false;
let other = null; // {ends, words} of a stretch that the next one is compared with
let kept = null; // the stretch before a finger came down: it may have come to scroll
let looks = null; // colours of the theme

const bar = () => document.querySelector("[data-stretch]");
const chart = () => canvas && globalThis.Chart.getChart(canvas);
const charts = () => canvases.map((one) => globalThis.Chart.getChart(one)).filter(Boolean);
const ordered = ({ from, to }) => [Math.min(from, to), Math.max(from, to)];

const byTime = (one, other) => one.x - other.x;

// The points that stand for runs, in order of time.
const runs = (shown = chart()) =>
  shown.data.datasets
    .flatMap((dataset, index) =>
      dataset.words ? dataset.data.map(({ x }, place) => ({ x, dataset, index, place })) : [],
    )
    .sort(byTime);
const everyRun = () => charts().flatMap(runs).sort(byTime);

function upright({ ctx, chartArea, scales }, value, width, colour) {
  const x = scales.x.getPixelForValue(value);
  ctx.fillStyle = colour;
  ctx.fillRect(x - width / 2, chartArea.top, width, chartArea.bottom - chartArea.top);
  return x;
}

const brushed = {
  id: "brushed",
  afterDatasetsDraw(shown) {
    if (!canvases.includes(shown.canvas)) return;
    const { ctx, chartArea, scales } = shown;
    ctx.save();
    const run = shown.canvas === canvas && pointed >= 0 && runs()[pointed];
    if (run) upright(shown, run.x, 1, looks["ink-3"]);
    if (marked) {
      const [left, right] = ordered(marked).map((value) => scales.x.getPixelForValue(value));
      ctx.fillStyle = faint(looks.accent, 0.13);
      ctx.fillRect(left, chartArea.top, right - left, chartArea.bottom - chartArea.top);
      for (const value of ordered(marked)) {
        const x = upright(shown, value, 1.5, looks.accent);
        ctx.fillRect(x - 3, (chartArea.top + chartArea.bottom) / 2 - 10, 6, 20);
      }
    }
    ctx.restore();
  },
};

// Days; minutes where a stretch is short.
function named([from, to]) {
  const time = to - from < 3 * DAY ? { hour: "2-digit", minute: "2-digit" } : {};
  const form = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC", ...time };
  return [from, to].map((second) => new Date(second * 1000).toLocaleString("en-GB", form)).join(" to ");
}

// As a form field holds it: the roundest moment (a day, or a minute) that separates the same runs.
const written = (second) => new Date(second * 1000).toISOString().slice(0, 19);
const MINUTE = 60;
const ROUND = [DAY, MINUTE, 1];

function ends() {
  const [from, to] = ordered(marked);
  const all = everyRun().map(({ x }) => x);
  const inside = all.filter((x) => x >= from && x <= to);
  if (!inside.length) return [from, to].map(written);
  const [first, last] = [inside[0], inside[inside.length - 1]];
  const before = Math.max(...all.filter((x) => x < first));
  const after = Math.min(...all.filter((x) => x > last));
  const since = ROUND.map((unit) => Math.floor(first / unit) * unit).find((moment) => moment > before);
  const until = ROUND.map((unit) => (Math.floor(last / unit) + 1) * unit).find((moment) => moment <= after);
  return [since ?? first, until ?? last + 1].map(written);
}

function show() {
  const shown = bar();
  shown.querySelector("[data-marked]").hidden = !marked;
  shown.querySelector("[data-hint]").hidden = Boolean(marked || other);
  shown.querySelector("[data-first]").hidden = Boolean(marked) || !other;
  if (marked) {
    const [from, to] = ordered(marked);
    const count = everyRun().filter(({ x }) => x >= from && x <= to).length;
    shown.querySelector("[data-ends]").textContent = named([from, to]);
    shown.querySelector("[data-runs]").textContent = `${count} ${count === 1 ? "run" : "runs"}`;
    for (const act of shown.querySelectorAll("[data-zoom-in], [data-list-runs]")) act.hidden = !count;
    const [since, until] = ends();
    const address = new URL(shown.dataset.list, window.location);
    address.searchParams.set("q", `since:${since} until:${until}`);
    shown.querySelector("[data-list-runs]").href = address;
    const note = shown.querySelector("[data-note]");
    if (note) note.href = noteOn([from, to]);
    shown.querySelector("[data-other]").hidden = !count || Boolean(other);
    shown.querySelector("[data-both]").hidden = !count || !other;
    if (other) shown.querySelector("[data-both]").href = bothOf([since, until]);
  }
  for (const one of charts()) one.draw();
}

function bothOf(own) {
  const address = new URL(bar().dataset.compare, window.location);
  for (const stretch of [other.ends, own]) address.searchParams.append("stretch", stretch.join(".."));
  return address;
}

// The form for what was done in these days.
function noteOn(seconds) {
  const address = new URL(bar().querySelector("[data-note]").href);
  const days = seconds.map((second) => written(second).slice(0, 10));
  ["since", "until"].forEach((name, place) => address.searchParams.set(name, days[place]));
  return address;
}

// Keep this stretch; the next one that is marked is compared with it.
function keep() {
  other = { ends: ends(), words: named(ordered(marked)) };
  bar().querySelector("[data-first-ends]").textContent = other.words;
  marked = null;
  show();
  canvas.focus();
}

function clear() {
  [marked, other] = [null, null];
  show();
}

function zoom() {
  const form = document.getElementById("question");
  if (!marked || !form || bar().querySelector("[data-zoom-in]").hidden) return;
  [form.elements.since.value, form.elements.until.value] = ends();
  form.requestSubmit();
}

// The run that the keys point at, announced with the text of its tooltip.
function point(place) {
  const all = runs();
  pointed = Math.min(Math.max(place, 0), all.length - 1);
  const { dataset, index, place: row } = all[pointed];
  bar().querySelector("[data-pointed]").textContent = `${dataset.titles[row]}: ${dataset.words[row]}`;
  const shown = chart();
  const { x, y } = shown.getDatasetMeta(index).data[row];
  shown.tooltip.setActiveElements([{ datasetIndex: index, index: row }], { x, y });
  shown.update("none");
}

// `[` and `]` begin and end a stretch at the run; until it is set, the other end is the history's.
function setEnd(name) {
  const all = runs();
  if (!all[pointed]) return;
  const whole = everyRun();
  const [from, to] = marked ? ordered(marked) : [whole[0].x, whole[whole.length - 1].x];
  marked = { from, to, [name]: all[pointed].x };
  show();
}

const ACTS = { Enter: zoom, Escape: clear };

// The chart that the keys point into from now on.
function turnTo(other) {
  if (canvas === other) return;
  const before = chart();
  [canvas, pointed] = [other, -1];
  before?.draw();
}

function pressed(event) {
  turnTo(event.currentTarget);
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const act =
    event.key in STEPS ? () => point((pointed < 0 ? 0 : pointed) + STEPS[event.key]) : ACTS[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

// Wherever the focus is: where no run is pointed at, to the chart first, at its first or last run.
document.addEventListener("keydown", (event) => {
  if (!bar() || !chart() || !["[", "]"].includes(event.key) || typing(event.target)) return;
  const isBegin = event.key === "[";
  if (pointed >= 0) setEnd(isBegin ? "from" : "to");
  else {
    canvas.focus();
    point(isBegin ? 0 : runs().length - 1);
  }
});

function secondsAt(event) {
  const { scales } = chart();
  const inside = Math.min(
    Math.max(event.clientX - canvas.getBoundingClientRect().left, scales.x.left),
    scales.x.right,
  );
  return scales.x.getValueForPixel(inside);
}

function grabbed(event) {
  if (event.button !== 0 || !event.isPrimary) return;
  turnTo(event.currentTarget);
  const second = secondsAt(event);
  const { x } = chart().scales;
  const near = NEAR[event.pointerType] ?? NEAR.mouse;
  const isNear = (value) => Math.abs(x.getPixelForValue(value) - x.getPixelForValue(second)) <= near;
  const held = marked ? ordered(marked).findIndex(isNear) : -1;
  kept = marked;
  marked = { from: held < 0 ? second : ordered(marked)[1 - held], to: second };
  isDragging = true;
  chart().options.plugins.tooltip.enabled = false; // it would lie on what is being marked
  canvas.setPointerCapture(event.pointerId);
}

function moved(event) {
  if (isDragging) {
    marked.to = secondsAt(event);
    show();
    return;
  }
  turnTo(event.currentTarget);
  const second = secondsAt(event);
  const all = runs();
  const away = all.map(({ x }) => Math.abs(x - second));
  const nearest = away.indexOf(Math.min(...away));
  if (nearest === pointed) return;
  pointed = nearest;
  chart().draw();
}

function left() {
  pointed = -1;
  chart().draw();
}

function letGo() {
  isDragging = false;
  const shown = chart();
  shown.options.plugins.tooltip.enabled = true;
  shown.tooltip.setActiveElements([], { x: 0, y: 0 });
}

function released() {
  if (!isDragging) return;
  letGo();
  const { x } = chart().scales;
  const [from, to] = ordered(marked).map((value) => x.getPixelForValue(value));
  if (to - from < LEAST) marked = null;
  show();
}

// The browser took over the touch to scroll: the earlier mark stays.
function givenUp() {
  if (!isDragging) return;
  letGo();
  marked = kept;
  show();
}

const HEARD = {
  keydown: pressed,
  pointerdown: grabbed,
  pointermove: moved,
  pointerup: released,
  pointercancel: givenUp,
  pointerleave: left,
};

function hear(drawn) {
  canvases.push(drawn);
  drawn.tabIndex = 0;
  drawn.classList.add("brushed");
  for (const [name, act] of Object.entries(HEARD)) drawn.addEventListener(name, act);
}

// A new answer arrived: nothing is marked in its charts.
function hearBar(shown) {
  knownBar = shown;
  [canvas, marked, other, pointed] = [canvases[0], null, null, -1];
  shown.querySelector("[data-zoom-in]").addEventListener("click", zoom);
  shown.querySelector("[data-clear]").addEventListener("click", clear);
  shown.querySelector("[data-other]").addEventListener("click", keep);
}

// A chart of a history was drawn, for the first time or again.
export function startBrush(drawn) {
  const shown = bar();
  looks = look();
  if (!shown) return;
  canvases = canvases.filter((one) => one.isConnected);
  if (!canvases.includes(drawn)) hear(drawn);
  if (shown !== knownBar) hearBar(shown);
  shown.hidden = false;
  show();
}

globalThis.Chart.register(brushed);
