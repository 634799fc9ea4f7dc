// What makes a form kinder: a ticked filter asks at once, and what stands in a field to be copied is selected.

// A ticked filter asks at once, and says nothing of the fields that were left empty.
function submitOnTick(form) {
  form.addEventListener("change", (event) => {
    if (event.target.type === "checkbox") form.requestSubmit();
  });
}

// Once for each element, however often a fragment brings others.
function once(selector, start) {
  for (const element of document.querySelectorAll(`${selector}:not([data-started])`)) {
    element.dataset.started = "yes";
    start(element);
  }
}

export function startForms() {
  once("form[data-submit]", submitOnTick);
  once("[data-select]", (input) => input.addEventListener("focus", () => input.select()));
}
