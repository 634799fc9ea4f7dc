// Title and note of a permalink outlive what is swapped around them, a login, and a refusal: this browser keeps them
// for the page that they were written on, until it shows them again or there is a permalink.
const KEPT = "freezing";
const FIELDS = "[form=freeze][name=title], [form=freeze][name=note]";
const fields = () => [...document.querySelectorAll(FIELDS)];

let written = {}; // title and note, as they stand
let isOpen = false;

function keep() {
  sessionStorage.setItem(KEPT, JSON.stringify({ path: location.pathname, written }));
}

// What was written before a login, or before the site refused to freeze.
function recall() {
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
  const isBack = kept?.path === location.pathname && fields().length > 0;
  if (isBack || location.pathname.startsWith("/p/")) sessionStorage.removeItem(KEPT);
  if (!isBack) return;
  written = kept.written;
  isOpen = true;
}

function remember(event) {
  if (event.target.matches?.(FIELDS)) written[event.target.name] = event.target.value;
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
    if (button) import("./freeze-copy.js").then(({ freezeAndCopy }) => freezeAndCopy(button));
    if (event.target.closest("[data-log-in]")) keep();
  });
  document.addEventListener("submit", (event) => event.target.id === "freeze" && keep());
  recall();
  showFreezing();
}
