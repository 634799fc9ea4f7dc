// The grid of many columns: one tab stop, arrows (or h j k l) inside; the current cell is described below it, so nothing moves.
const STEPS = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  h: [0, -1],
  l: [0, 1],
  k: [-1, 0],
  j: [1, 0],
};
const cellOf = (event) => event.target.closest?.("[data-many] button.heat");

function show(button) {
  const table = button.closest("[data-many]");
  for (const other of table.querySelectorAll("[aria-current]")) other.removeAttribute("aria-current");
  button.closest("td").setAttribute("aria-current", "true");
  const [place, ...rest] = button.getAttribute("aria-label").split(": ");
  const name = document.createElement("b");
  name.textContent = place;
  const line = table.closest(".scroll").nextElementSibling;
  line.replaceChildren(name, `: ${rest.join(": ")}`);
}

// Skip empty cells, to the next one with runs.
function neighbour(button, [down, aside]) {
  const rows = [...button.closest("tbody").rows];
  let row = rows.indexOf(button.closest("tr"));
  const column = button.closest("td").getBoundingClientRect().left;
  const inRow = () => [...rows[row].querySelectorAll("button.heat")];
  if (aside) return inRow()[inRow().indexOf(button) + aside];
  for (row += down; rows[row]; row += down) {
    const same = inRow().find(
      (other) => Math.abs(other.closest("td").getBoundingClientRect().left - column) < 2,
    );
    if (same) return same;
  }
  return null;
}

function pressed(event) {
  const button = cellOf(event);
  const step = STEPS[event.key];
  if (!button || !step || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  const next = neighbour(button, step);
  if (!next) return;
  button.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

// A row of a two-sided table opens wherever it is clicked, not only on its text.
function openLine(event) {
  const line = event.target.closest?.(".cmp > tbody > tr:not(.more)");
  if (!line || event.target.closest("a, button, input, summary") || String(window.getSelection())) return;
  line.querySelector("details")?.toggleAttribute("open");
}

export function startGrid() {
  document.addEventListener("click", openLine);
  document.addEventListener("keydown", pressed, true);
  for (const name of ["focusin", "pointerover", "click"])
    document.addEventListener(name, (event) => {
      const button = cellOf(event);
      if (button) show(button);
    });
}
