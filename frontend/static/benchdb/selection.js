import { tell } from "./unanswered.js";

// Selected runs stay selected from page to page, until they are compared, edited or cleared.
const KEPT = "selected-runs";
const MOST = 500; // that are compared or edited together

const boxes = () => [...document.querySelectorAll("[data-select-run]")];

function kept() {
  try {
    return new Set(JSON.parse(sessionStorage.getItem(KEPT)) ?? []);
  } catch {
    return new Set();
  }
}

function keep(runs) {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify([...runs]));
  } catch {
    // Then each page has only its own selection.
  }
}

// Boxes ticked before this script had come are selected with those of other pages.
function keepTicked() {
  const ticked = boxes().filter((box) => box.checked);
  if (ticked.length) keep(new Set([...kept(), ...ticked.map((box) => box.value)]));
}

// Runs selected on other pages are sent as hidden fields.
function show(tray, runs) {
  const here = new Set(boxes().map((box) => box.value));
  for (const box of boxes()) {
    box.checked = runs.has(box.value);
    box.closest("tr").classList.toggle("selected", box.checked);
  }
  tray.querySelectorAll("input[data-elsewhere]").forEach((field) => field.remove());
  for (const run of runs) {
    if (here.has(run)) continue;
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name: "run", value: run });
    field.dataset.elsewhere = "";
    tray.append(field);
  }
  tray.toggleAttribute("data-empty", runs.size === 0);
  const limit = runs.size > MOST ? `, ${MOST} at most together` : "";
  tray.querySelector("[data-selected-count]").textContent = `${runs.size} selected${limit}`;
  tray.querySelector("[data-key=c]").textContent =
    runs.size > 1 ? `Compare ${runs.size} selected` : "Compare selected";
  if (runs.size || tray.dataset.described)
    import("./selected.js").then(({ describe }) => describe(tray, runs)).catch(() => {}); // words beside the number
  const all = document.querySelector("[data-select-all]");
  if (all) {
    all.hidden = false;
    all.checked = here.size > 0 && boxes().every((box) => box.checked);
  }
}

function change(tray, event) {
  const runs = kept();
  const changed = event.target.matches("[data-select-all]") ? boxes() : [event.target];
  for (const box of changed) {
    if (event.target.checked) runs.add(box.value);
    else runs.delete(box.value);
  }
  keep(runs);
  show(tray, runs);
}

async function numbers(address) {
  try {
    const answer = await fetch(address);
    return answer.ok ? (await answer.json()).runs : null;
  } catch {
    return null;
  }
}

// The runs of all pages: the server knows which, and how many can be edited together.
async function selectMatching(tray, button) {
  button.disabled = true;
  const runs = await numbers(button.dataset.selectMatching);
  button.disabled = false;
  if (!runs) {
    tell(document.getElementById("list"), "The site did not answer: nothing was selected.", () =>
      button.click(),
    );
    return;
  }
  document.querySelector("#list > [data-unanswered]")?.remove();
  keep(new Set([...kept(), ...runs.map(String)]));
  show(tray, kept());
  tray.querySelector("summary, button")?.focus({ preventScroll: true });
}

// Enter in a field means the button beside it, not the first of the whole form.
function submitOwn(event) {
  if (event.key !== "Enter" || !event.target.matches("input")) return;
  const button = event.target.closest("details")?.querySelector("button");
  if (!button) return;
  event.preventDefault();
  button.click();
}

export function showSelection() {
  const tray = document.querySelector("[data-tray]");
  if (!tray) return;
  for (const button of document.querySelectorAll("[data-select-matching]")) button.hidden = false;
  show(tray, kept());
}

export function startSelection() {
  const tray = document.querySelector("[data-tray]");
  if (!tray) return;
  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-select-run], [data-select-all]")) change(tray, event);
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-select-matching]");
    if (button) selectMatching(tray, button);
  });
  const clear = tray.querySelector("[data-clear]");
  clear.hidden = false;
  clear.addEventListener("click", () => {
    keep(new Set());
    showSelection();
  });
  // The reader may come back from correcting them, or where a tag or a reason was refused.
  tray.addEventListener("submit", (event) => {
    if (!event.submitter?.matches("[data-keeps]")) keep(new Set());
  });
  tray.addEventListener("keydown", (event) => submitOwn(event));
  if (document.querySelector("[data-edited]")) keep(new Set());
  keepTicked();
  showSelection();
  addEventListener("pageshow", (event) => event.persisted && showSelection());
}
