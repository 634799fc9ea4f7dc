// What makes a form kinder: files may be dropped on it, and what stands in a field to be copied is selected.

function showChosen(input) {
  const chosen = input.closest("form").querySelector("[data-chosen]");
  if (chosen) chosen.textContent = [...input.files].map((file) => file.name).join(", ");
}

function acceptDrops(area) {
  const input = area.querySelector("input[type=file]");
  const over = (event) => {
    event.preventDefault();
    area.classList.add("over");
  };
  const out = () => area.classList.remove("over");
  input.addEventListener("change", () => showChosen(input));
  area.addEventListener("dragover", over);
  area.addEventListener("dragenter", over);
  area.addEventListener("dragleave", out);
  area.addEventListener("drop", (event) => {
    event.preventDefault();
    out();
    input.files = event.dataTransfer.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
}

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
  once("[data-drop]", acceptDrops);
  once("form[data-submit]", submitOnTick);
  once("[data-select]", (input) => input.addEventListener("focus", () => input.select()));
}
