// Title and note of a permalink outlive what is swapped around them, a login, and a refusal: this browser keeps them
// for the address that they were written at, until there is a permalink.
const KEPT = "freezing";
const FIELDS = "[form=freeze][name=title], [form=freeze][name=note]";
const here = () => location.pathname + location.search;
const fields = () => [...document.querySelectorAll(FIELDS)];

let written = {}; // title and note, as they stand
let isOpen = false;

function keep() {
  sessionStorage.setItem(KEPT, JSON.stringify({ path: here(), written }));
}

// What was written before a login, or before the site refused to freeze.
function recall() {
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
  if (location.pathname.startsWith("/p/")) sessionStorage.removeItem(KEPT);
  if (kept?.path !== here() || !fields().length) return;
  written = kept.written;
  isOpen = true;
}

function remember(event) {
  if (event.target.matches?.(FIELDS)) written[event.target.name] = event.target.value;
}

// One click: frozen, its Markdown (with the picture) on the clipboard, and on to the permalink.
async function freezeAndCopy(button) {
  const form = document.getElementById("freeze");
  const data = new FormData(form);
  data.set("query", button.dataset.freezeCopy);
  const status = button.closest("div").querySelector("[data-copied]");
  status.textContent = "";
  button.disabled = true;
  const response = await fetch(form.action, { method: "POST", body: data }).catch(() => null);
  if (!response?.ok) {
    button.disabled = false;
    status.textContent = "Not frozen: try the other button";
    return;
  }
  if (await copyMarkdown(response.url)) window.location.assign(response.url);
  else status.replaceChildren("Frozen, but not copied: ", linkTo(response.url));
}

async function copyMarkdown(permalink) {
  try {
    const markdown = await fetch(permalink.replace(/\/$/, ".md"));
    if (markdown.ok) await navigator.clipboard.writeText(await markdown.text());
    return markdown.ok;
  } catch {
    return false;
  }
}

function linkTo(permalink) {
  const link = document.createElement("a");
  Object.assign(link, { href: permalink, textContent: "the permalink" });
  return link;
}

// After each swap: what was written stands there again.
export function showFreezing() {
  for (const button of document.querySelectorAll("[data-freeze-copy]")) button.hidden = !navigator.clipboard;
  for (const field of fields()) {
    if (written[field.name]) field.value = written[field.name];
    if (isOpen) field.closest("details")?.setAttribute("open", "");
  }
}

export function startFreezing() {
  for (const field of fields()) if (field.value) written[field.name] = field.value; // before this script had come
  document.addEventListener("input", remember);
  document.addEventListener(
    "toggle",
    (event) => {
      if (event.target.matches(".freezing") && event.target.isConnected) isOpen = event.target.open;
    },
    true,
  );
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-freeze-copy]");
    if (button) freezeAndCopy(button);
    if (event.target.closest("[data-log-in]")) keep();
  });
  document.addEventListener("submit", (event) => event.target.id === "freeze" && keep());
  recall();
  showFreezing();
}
