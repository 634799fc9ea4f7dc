// Conveniences of forms: a ticked filter applies at once, and a field to be copied is selected on focus.

// A ticked filter applies at once, and empty fields are left out.
function submitOnTick(form) {
  form.addEventListener("change", (event) => {
    if (event.target.type === "checkbox") form.requestSubmit();
  });
}

// Rows, columns and what rows are split by are different dimensions: one that is chosen for two of them is what the
// other was before. A baseline is one of the columns, and goes with them.
function keepApart(form, changed) {
  const columns = form.elements.cols;
  const laidOut = [columns, form.elements.rows, form.elements.split].filter(Boolean);
  if (!columns || !laidOut.includes(changed)) return;
  const before = (select) =>
    select.dataset.before ?? select.querySelector("[selected]")?.value ?? select.options[0].value;
  const other = laidOut.find((select) => select !== changed && select.value === changed.value);
  const were = before(columns);
  if (other && changed.value) {
    other.value = before(changed);
    if (other.selectedIndex < 0) other.value = ""; // a split that is offered no more
  }
  for (const select of laidOut) select.dataset.before = select.value;
  if (columns.value !== were && form.elements.baseline) form.elements.baseline.selectedIndex = -1;
}

// A changed control submits its question again; not one of another form in the same box, nor one
// that is typed in parts and has a button.
function askOnChange(form) {
  form.addEventListener("change", (event) => {
    if (event.target.form !== form || !event.target.name || event.target.matches("[data-later]")) return;
    keepApart(form, event.target);
    form.dispatchEvent(new CustomEvent("asked"));
  });
}

// Once for each element, however many fragments arrive.
function once(selector, start) {
  for (const element of document.querySelectorAll(`${selector}:not([data-started])`)) {
    element.dataset.started = "yes";
    start(element);
  }
}

// A long list of values is scrolled to the first chosen one, and begins with a whole line.
function showChosen() {
  for (const group of document.querySelectorAll(".filters details[open]")) {
    const chosen = group.querySelector(".choice:has(:checked)");
    if (!chosen) continue;
    const below = chosen.getBoundingClientRect().bottom - group.getBoundingClientRect().bottom;
    if (below <= 0) continue;
    group.scrollTop += below + group.clientHeight / 2;
    const top = group.querySelector("summary").getBoundingClientRect().bottom;
    const places = [...group.querySelectorAll(".choice")].map(
      (choice) => choice.getBoundingClientRect().top - top,
    );
    group.scrollTop += places.findLast((place) => place <= 0) ?? 0;
  }
}

export function startForms() {
  showChosen();
  once("select[data-submit-on-change]", (select) =>
    select.addEventListener("change", () => select.form.requestSubmit()),
  );
  once("form[data-submit]", submitOnTick);
  once("form[data-ask]", askOnChange);
  once("[data-select]", (input) => input.addEventListener("focus", () => input.select()));
}
