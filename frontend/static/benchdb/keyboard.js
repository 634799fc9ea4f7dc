// Keyboard shortcuts; `?` lists them. They are off while somebody types.
const PLACES = { r: "/runs/", c: "/compare/", s: "/studies/", h: "/", u: "/uploads/", p: "/p/" };
export const typing = (target) =>
  target.closest("input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]");

let isGoing = false; // after `g`

const rows = () => [...document.querySelectorAll("tr[data-row], .cmp > tbody > tr:first-child, .offer")];
const links = (row) => (row.matches("a") ? row : row.querySelector("a[data-open], summary, th a, td a"));

function moveTo(step) {
  const all = rows();
  const here = all.findIndex((row) => row.contains(document.activeElement));
  const next = all[Math.min(Math.max(here + step, 0), all.length - 1)];
  if (next) links(next)?.focus();
}

function select() {
  const box = document.activeElement.closest("tr[data-row]")?.querySelector("input[type=checkbox]");
  if (!box) return;
  box.checked = !box.checked;
  box.dispatchEvent(new Event("change", { bubbles: true }));
}

// The newest comes first; after the last, the first again.
function nextChange() {
  const all = [...document.querySelectorAll("tr[data-change]")];
  all[(all.findIndex((row) => row.contains(document.activeElement)) + 1) % all.length]?.focus();
}

const press = (selector) => document.querySelector(selector)?.click();

const KEYS = {
  "/": () => document.querySelector("input[type=search]")?.focus(),
  "?": () => document.getElementById("keys")?.showModal(),
  j: () => moveTo(1),
  k: () => moveTo(-1),
  x: select,
  n: nextChange,
  c: () => press("[data-key=c]"),
  s: () => press("[data-key=s]"),
  w: () => press("[data-key=w]"),
  y: () => press("[data-key=y]"),
  g: () => {
    isGoing = true;
  },
};

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
  if (isGoing) {
    isGoing = false;
    if (PLACES[event.key]) window.location = PLACES[event.key];
    return;
  }
  const act = KEYS[event.key];
  if (!act) return;
  if (event.key !== "g") event.preventDefault();
  act();
}

export function startKeyboard() {
  document.addEventListener("keydown", pressed);
  for (const button of document.querySelectorAll("[data-keys]")) {
    button.hidden = false;
    button.addEventListener("click", () => document.getElementById("keys")?.showModal());
  }
}
