// A stretch of time that is marked in the strip above a list of runs becomes terms of the search: since and until.
import { ask } from "./ranges.js";

const LEAST = 4; // pixels; less was a click
const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
const SECOND = 1000; // ms

let begun = null; // where the pointer went down, in pixels of the window
let keys = { plot: null, pointed: -1, first: null, last: null }; // places of runs

const dots = (plot) => [...plot.querySelectorAll("circle[data-moment]")];
const middle = (dot) => dot.getBoundingClientRect().left + dot.getBoundingClientRect().width / 2;
const written = (ms) => new Date(ms).toISOString().slice(0, 19);

function tint(plot, one, other) {
  const span = plot.querySelector("[data-span]");
  span.setAttribute("x", Math.min(one, other) - plot.getBoundingClientRect().left);
  span.setAttribute("width", Math.abs(other - one));
}

function choose(chosen) {
  if (!chosen.length) return;
  const moments = chosen.map((dot) => Date.parse(dot.dataset.moment));
  ask({ since: written(Math.min(...moments)), until: written(Math.max(...moments) + SECOND) });
}

function released(plot, end) {
  const [from, to] = [Math.min(begun, end), Math.max(begun, end)];
  begun = null;
  tint(plot, from, from);
  if (to - from >= LEAST) choose(dots(plot).filter((dot) => middle(dot) >= from && middle(dot) <= to));
}

// The run that the keys point at, in words too.
function point(plot, place) {
  const all = dots(plot);
  keys.pointed = Math.min(Math.max(place, 0), all.length - 1);
  all.forEach((dot, index) => dot.classList.toggle("pointed", index === keys.pointed));
  plot.closest("figure").querySelector("[data-pointed]").textContent =
    all[keys.pointed].querySelector("title").textContent;
}

function setEnd(plot, name) {
  const all = dots(plot);
  keys[name] = keys.pointed;
  keys.first ??= 0;
  keys.last ??= all.length - 1;
  tint(plot, middle(all[Math.min(keys.first, keys.last)]), middle(all[Math.max(keys.first, keys.last)]));
}

function ended(plot) {
  if (keys.first === null) return;
  const [from, to] = [Math.min(keys.first, keys.last), Math.max(keys.first, keys.last)];
  choose(dots(plot).slice(from, to + 1));
}

function pressed(event, plot) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (keys.plot !== plot) keys = { plot, pointed: -1, first: null, last: null };
  const acts = {
    "[": () => setEnd(plot, "first"),
    "]": () => setEnd(plot, "last"),
    Enter: () => ended(plot),
    Escape: () => {
      keys = { plot, pointed: keys.pointed, first: null, last: null };
      tint(plot, 0, 0);
    },
  };
  if (event.key in STEPS) point(plot, (keys.pointed < 0 ? 0 : keys.pointed) + STEPS[event.key]);
  else if (!(event.key in acts) || keys.pointed < 0) return;
  else acts[event.key]();
  event.preventDefault();
}

const plotOf = (event) => event.target.closest?.("[data-strip]");

export function showStrip() {
  const hint = document.querySelector("[data-strip-hint]");
  if (hint) hint.hidden = false;
}

export function startStrip() {
  document.addEventListener("pointerdown", (event) => {
    const plot = plotOf(event);
    if (!plot || event.button !== 0 || !event.isPrimary) return;
    begun = event.clientX;
    plot.setPointerCapture(event.pointerId);
  });
  document.addEventListener("pointermove", (event) => {
    if (begun !== null && plotOf(event)) tint(plotOf(event), begun, event.clientX);
  });
  document.addEventListener("pointerup", (event) => {
    if (begun !== null && plotOf(event)) released(plotOf(event), event.clientX);
  });
  document.addEventListener("pointercancel", () => {
    begun = null; // the browser took the touch to scroll
  });
  document.addEventListener("keydown", (event) => {
    if (plotOf(event)) pressed(event, plotOf(event));
  });
  showStrip();
}
