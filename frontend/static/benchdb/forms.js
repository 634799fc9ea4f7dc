// What makes a form kinder: a ticked filter asks at once, and what stands in a field to be copied is selected.

// A ticked filter asks at once, and says nothing of the fields that were left empty.
function submitOnTick(form) {
  form.addEventListener("change", (event) => {
    if (event.target.type === "checkbox") form.requestSubmit();
  });
}

// A control that changed asks its question anew; one of another form that stands in the same box does not, nor does one
// that is typed in parts and has a button.
function askOnChange(form) {
  form.addEventListener("change", (event) => {
    if (event.target.form === form && event.target.name && !event.target.matches("[data-later]"))
      form.dispatchEvent(new CustomEvent("asked"));
  });
}

// Once for each element, however often a fragment brings others.
function once(selector, start) {
  for (const element of document.querySelectorAll(`${selector}:not([data-started])`)) {
    element.dataset.started = "yes";
    start(element);
  }
}

// A long list of values shows the first that is chosen, wherever in it that stands.
function showChosen() {
  for (const group of document.querySelectorAll(".filters details[open]")) {
    const chosen = group.querySelector(".choice:has(:checked)");
    if (!chosen) continue;
    const below = chosen.getBoundingClientRect().bottom - group.getBoundingClientRect().bottom;
    if (below > 0) group.scrollTop += below + group.clientHeight / 2;
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
