// Conveniences of forms: a ticked filter applies at once, and a field to be copied is selected on focus.

// A ticked filter applies at once, and empty fields are left out.
function submitOnTick(form) {
  form.addEventListener("change", (event) => {
    if (event.target.type === "checkbox") form.requestSubmit();
  });
}

// A changed control submits its question again; not one of another form in the same box, nor one
// that is typed in parts and has a button.
function askOnChange(form) {
  form.addEventListener("change", (event) => {
    if (event.target.form === form && event.target.name && !event.target.matches("[data-later]"))
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
