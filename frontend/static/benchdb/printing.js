// On paper a page says where it is from and of which day, and what its answer holds constant is open.
const DAY = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" };
const FOLDED = "#held:not([open]), #differs:not([open]), .fold.rows:not([open])";
let opened = [];

function prepare() {
  const place = document.querySelector("[data-printed]");
  const day = new Date().toLocaleDateString("en-GB", DAY);
  place.hidden = false;
  place.textContent = `${document.title} · ${location.href} · printed on ${day}`;
  opened = [...document.querySelectorAll(FOLDED)];
  for (const fold of opened) fold.open = true;
}

function restore() {
  document.querySelector("[data-printed]").hidden = true;
  for (const fold of opened) fold.open = false;
  opened = [];
}

export function startPrinting() {
  addEventListener("beforeprint", prepare);
  addEventListener("afterprint", restore);
}
