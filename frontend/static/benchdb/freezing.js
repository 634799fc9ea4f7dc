// Title and note of a permalink survive the login: this browser keeps them for the visit.
const KEPT = "freezing";
const FIELDS = "[form=freeze][name=title], [form=freeze][name=note]";

function keep() {
  const words = [...document.querySelectorAll(FIELDS)].map((field) => [field.name, field.value]);
  sessionStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(words)));
}

function restore() {
  const words = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
  const fields = [...document.querySelectorAll(FIELDS)];
  if (!words || !fields.length || document.querySelector("[data-log-in]")) return;
  for (const field of fields) field.value = words[field.name] ?? "";
  fields[0].closest("details")?.setAttribute("open", "");
  sessionStorage.removeItem(KEPT);
}

// One click: frozen, its Markdown (with the picture) on the clipboard, and on to the permalink.
async function freezeAndCopy(button) {
  const form = document.getElementById("freeze");
  const data = new FormData(form);
  data.set("query", button.dataset.freezeCopy);
  button.disabled = true;
  const response = await fetch(form.action, { method: "POST", body: data });
  if (!response.ok) {
    button.disabled = false;
    button.closest("div").querySelector("[data-copied]").textContent = "Not frozen: try the other button";
    return;
  }
  const markdown = await (await fetch(response.url.replace(/\/$/, ".md"))).text();
  await navigator.clipboard.writeText(markdown).catch(() => undefined);
  window.location.assign(response.url);
}

export function showFreezing() {
  for (const button of document.querySelectorAll("[data-freeze-copy]")) button.hidden = !navigator.clipboard;
}

export function startFreezing() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-freeze-copy]");
    if (button) freezeAndCopy(button);
  });
  showFreezing();
  document.addEventListener("click", (event) => event.target.closest("[data-log-in]") && keep());
  restore();
}
