// Every page starts here. Imports go in one direction: main -> parts -> look. Charts are loaded only where needed.
import { showFreezing, startFreezing } from "./freezing.js";
import { startEarly } from "./early.js";
import { startFinding } from "./finding.js";
import { startForms } from "./forms.js";
import { startGrid } from "./grid.js";
import { startKeyboard } from "./keyboard.js";
import { startNewest } from "./newest.js";
import { startPrinting } from "./printing.js";
import { startRecent } from "./recent.js";
import { startSendingOnce } from "./sent-once.js";
import { startSharing } from "./copying.js";
import { startSuggesting } from "./suggesting.js";
import { startThemeSwitch } from "./theme-switch.js";
import { startUnanswered } from "./unanswered.js";

// What only some pages have comes after the rest: while a part is still on its way, <html> has data-loading.
let loading = 0;
async function arrival(part) {
  loading += 1;
  document.documentElement.dataset.loading = "";
  try {
    return await part;
  } catch {
    return null; // the site is out of reach: the page is as without this part
  } finally {
    loading -= 1;
    if (!loading) delete document.documentElement.dataset.loading;
  }
}

// Where they cannot be drawn, words stand in place of their empty boxes.
function showBoxes(isDrawn) {
  for (const line of document.querySelectorAll("[data-undrawn]")) line.remove();
  for (const { parentElement: box } of document.querySelectorAll("canvas")) {
    box.hidden = !isDrawn;
    if (isDrawn) continue;
    const line = document.createElement("p");
    line.dataset.undrawn = "";
    line.textContent = "Not drawn: its script did not come. Load the page again.";
    box.after(line);
  }
}

async function drawCharts() {
  if (!document.querySelector("canvas[data-chart], canvas[data-trace], canvas[data-heat]")) return;
  const charts = await arrival(import("./charts/draw.js"));
  showBoxes(Boolean(charts));
  charts?.drawAll();
}

// What is new since the last visit: only on the home page.
async function markVisits() {
  if (!document.querySelector("[data-since]")) return;
  (await arrival(import("./visits.js")))?.startVisits();
}

// Only beside the list of runs: from and to fields, which are hidden until they have come, and the strip above it, in
// which a stretch of time is marked.
async function besideRuns(act) {
  if (!document.querySelector("[data-ranges]")) return;
  const parts = await arrival(Promise.all([import("./ranges.js"), import("./run-strip.js")]));
  if (parts) act(...parts);
}

// Selected runs: only where they can be ticked.
async function withSelection(act) {
  if (!document.querySelector("[data-tray]")) return;
  const part = await arrival(import("./selection.js"));
  if (part) act(part);
}

// The chosen cell of many columns: only where a grid of them is, which may come with another question.
let hasChosen = false;
async function withChosen() {
  if (hasChosen || !document.querySelector("[data-many]")) return;
  hasChosen = true;
  const part = await arrival(import("./chosen.js"));
  if (part) part.startChosen();
  else hasChosen = false;
}

// Filter groups that the reader opened stay open when the filters are replaced.
let opened = [];
let isDrawerOpen = false;
document.addEventListener("htmx:before:swap", () => {
  isDrawerOpen = Boolean(document.querySelector(".drawer:popover-open"));
  opened = [...document.querySelectorAll("details[id][open]")].map((group) => group.id);
});
document.addEventListener("htmx:after:swap", () => {
  const question = document.querySelector("[data-title]");
  if (question) document.title = question.dataset.title;
  for (const id of opened) document.getElementById(id)?.setAttribute("open", "");
  if (isDrawerOpen) document.querySelector(".drawer")?.showPopover();
  startForms();
  showFreezing();
  withSelection(({ showSelection }) => showSelection());
  besideRuns((ranges, strip) => {
    ranges.showRanges();
    strip.showStrip();
  });
  withChosen();
  drawCharts();
});
document.addEventListener("themechange", drawCharts);

// On a phone the navigation scrolls sideways: bring the current page into view.
function showPlace() {
  const current = document.querySelector(".top nav [aria-current]");
  if (current) current.parentElement.scrollLeft = current.offsetLeft - current.parentElement.offsetLeft - 60;
}

showPlace();
startNewest();
startUnanswered();
startForms();
startFinding();
startGrid();
startPrinting();
startFreezing();
startKeyboard();
startSharing();
startSendingOnce();
startSuggesting();
startRecent();
withSelection(({ startSelection }) => startSelection());
withChosen();
besideRuns((ranges, strip) => {
  ranges.startRanges();
  strip.startStrip();
});
startThemeSwitch();
markVisits();
drawCharts();
startEarly();
