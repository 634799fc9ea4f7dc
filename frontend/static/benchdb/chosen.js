// The grid of many columns: one tab stop, arrows (or h j k l) inside; the chosen cell is described below it, so nothing moves.
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
const boxOf = (element) => element.closest("[data-many-of]");
const textsOf = new WeakMap();

function texts(box) {
  if (!textsOf.has(box)) textsOf.set(box, JSON.parse(box.querySelector("script").textContent));
  return textsOf.get(box);
}

// Where a cell is: its row, and its column among those besides the baseline.
function placeOf(button) {
  const row = button.closest("tr");
  return [row.sectionRowIndex, [...row.querySelectorAll("td.d")].indexOf(button.closest("td"))];
}

const cellAt = (box, row, column) =>
  box.querySelector("[data-many] tbody").rows[row]?.querySelectorAll("td.d")[column]?.querySelector("button");

const put = (part, slot, text) =>
  part.querySelectorAll(`[data-slot="${slot}"]`).forEach((place) => (place.textContent = text));

function lead(link, path, text = link.textContent) {
  link.hidden = !path;
  link.textContent = text;
  if (path) link.href = path;
  else link.removeAttribute("href");
}

// Where the runs are listed; each but the first is given by its distance from the one before.
function listed(steps) {
  let run = 0;
  return "/runs/?" + steps.map((step) => `run=${(run += step)}`).join("&");
}

function showSide(line, side) {
  line.hidden = !side;
  if (!side) return;
  for (const slot of ["value", "range", "cv", "n"]) put(line, slot, side[slot]);
  line.querySelector('[data-slot="value"]').title = side.whole;
  const runs = line.querySelector('[data-slot="n"]');
  if (side.steps.length) runs.href = listed(side.steps);
  else runs.removeAttribute("href");
  line.querySelector(".each").setAttribute("d", side.dots ?? "");
  line.querySelector(".ln").setAttribute("d", side.tick == null ? "" : `M${side.tick} 1v14`);
}

function showCell(panel, { columns, rows }, row, column) {
  const cell = rows[row].cells[column];
  const head = columns[column];
  put(panel, "name", head.name);
  put(panel, "row", rows[row].label);
  put(panel, "against", cell.against);
  put(panel, "interval", cell.interval);
  panel.querySelector('[data-slot="interval"]').parentElement.hidden = !cell.interval;
  put(panel, "needed", cell.needed.join(" "));
  panel.querySelector('[data-slot="needed"]').hidden = !cell.needed.length;
  const change = panel.querySelector('[data-slot="change"]');
  change.className = cell.tone;
  change.textContent = `${cell.sign} ${cell.change}${cell.change && ","}`;
  panel.querySelector('[data-side="cell"] th').textContent = head.name;
  showSide(panel.querySelector('[data-side="base"]'), rows[row].base);
  showSide(panel.querySelector('[data-side="cell"]'), cell);
  lead(panel.querySelector('[data-way="alone"]'), head.alone);
  lead(panel.querySelector('[data-way="before"]'), head.before[1], head.before[0]);
  lead(panel.querySelector('[data-way="baseline"]'), head.baseline);
  lead(panel.querySelector('[data-way="without"]'), head.without);
  const notes = cell.notes.map((note) => {
    const line = document.createElement("p");
    line.className = "care";
    line.textContent = note;
    return line;
  });
  const place = panel.querySelector('[data-slot="notes"]');
  place.hidden = !notes.length;
  place.replaceChildren(...notes);
}

// The chosen column as a table, which a phone shows; its rows are those of the grid.
function showColumn(box, { columns, rows }, column) {
  const table = box.querySelector(".of-column");
  put(box, "column", columns[column].short);
  [...table.tBodies[0].rows].forEach((line, row) => {
    const cell = rows[row].cells[column];
    const [value, change] = [line.cells[2], line.cells[3]];
    value.textContent = cell?.value ?? table.dataset.notRun;
    change.className = `num ${cell?.tone ?? ""}`;
    const [size, sign, interval] = change.children;
    size.textContent = cell?.change ?? "";
    sign.textContent = cell?.sign ?? "";
    interval.textContent = cell?.interval ?? "";
  });
  for (const turn of box.querySelectorAll("[data-turn]")) {
    const next = columns[column + Number(turn.dataset.turn)];
    turn.disabled = !next;
    turn.querySelector("span").textContent = next?.short ?? "";
  }
}

// Through all of its rows, from its head to its sum: with its value a column is two cells wide.
function tintColumn(table, column) {
  const width = table.classList.contains("dense") ? 1 : 2;
  for (const row of table.rows)
    [...row.cells].forEach((cell, place) =>
      cell.classList.toggle("on", place > 1 && Math.floor((place - 2) / width) === column),
    );
}

const SVG = "http://www.w3.org/2000/svg";
const drawn = (name, attributes) => {
  const mark = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) mark.setAttribute(key, value);
  return mark;
};

// The column drawn at the right of the grid: each change with its interval, on one scale.
function drawColumn(table, rows, column) {
  table.querySelectorAll("tbody td.strip g").forEach((place, row) => {
    const { tone = "q2", strip } = rows[row].cells[column] ?? {};
    place.setAttribute("class", tone);
    const [low, high, dot] = strip ?? [];
    const marks = strip
      ? [drawn("path", { d: `M${low} 10H${high}` }), drawn("circle", { cx: dot, cy: 10, r: 4 })]
      : [];
    place.replaceChildren(...marks);
  });
}

function show(button) {
  const box = boxOf(button);
  const [row, column] = placeOf(button);
  for (const other of box.querySelectorAll("[data-many] [aria-current]"))
    other.removeAttribute("aria-current");
  button.closest("td").setAttribute("aria-current", "true");
  for (const other of box.querySelectorAll(
    "[data-many] button[tabindex='0'], [data-many] button:not([tabindex])",
  ))
    other.tabIndex = -1;
  button.tabIndex = 0;
  showCell(box.querySelector(".about-cell"), texts(box), row, column);
  showColumn(box, texts(box), column);
  const table = box.querySelector("[data-many]");
  tintColumn(table, column);
  drawColumn(table, texts(box).rows, column);
}

// Skip empty cells, to the next one with runs.
function neighbour(button, [down, aside]) {
  const box = boxOf(button);
  let [row, column] = placeOf(button);
  const { rows, columns } = texts(box);
  for (row += down, column += aside; rows[row] && columns[column]; row += down, column += aside) {
    const next = cellAt(box, row, column);
    if (next) return next;
  }
  return null;
}

// What a key does with the column: the link beneath the grid that says it.
const WAYS = { b: "baseline", "-": "without" };

function pressed(event) {
  const button = cellOf(event);
  const [step, way] = [STEPS[event.key], WAYS[event.key]];
  if (!button || !(step || way) || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  if (step) neighbour(button, step)?.focus();
  else boxOf(button).querySelector(`[data-way="${way}"][href]`)?.click();
}

// The next column: in the same row where it was run there, else in its first row that was.
function turn(event) {
  const control = event.target.closest?.("[data-turn]");
  const current = control && boxOf(control).querySelector("[data-many] [aria-current] button");
  if (!current) return;
  const [row, column] = placeOf(current);
  const box = boxOf(control);
  const next = column + Number(control.dataset.turn);
  const others = texts(box).rows.map((_, place) => cellAt(box, place, next));
  const chosen = others[row] ?? others.find(Boolean);
  if (!chosen) return;
  show(chosen);
  chosen.scrollIntoView({ block: "nearest", inline: "nearest" });
}

// A cell that was reached before this was here is shown now.
function showFocused() {
  const button = document.activeElement?.closest("[data-many] button.heat");
  if (button) show(button);
}

// The chosen column is drawn beside a grid that leaves room for it: no stub of it is cut off at the edge.
function fitStrips() {
  for (const table of document.querySelectorAll("[data-many]")) {
    const box = table.parentElement;
    table.classList.add("has-strip");
    table.classList.toggle("has-strip", box.scrollWidth <= box.clientWidth);
  }
}

export function startChosen() {
  for (const [place, name] of [
    [window, "resize"],
    [document, "htmx:after:swap"],
  ])
    place.addEventListener(name, fitStrips);
  fitStrips();
  document.addEventListener("keydown", pressed, true);
  document.addEventListener("click", turn);
  for (const name of ["focusin", "click"])
    document.addEventListener(name, (event) => {
      const button = cellOf(event);
      if (button && !button.closest("[aria-current]")) show(button);
    });
  showFocused();
}
