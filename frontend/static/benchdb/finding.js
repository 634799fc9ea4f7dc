// Menus with a search field. Entries that do not match are hidden; arrows move, Enter takes the first one left.
const choices = (finder) => [...finder.querySelectorAll(".choice")].filter((choice) => !choice.hidden);
const control = (choice) => choice.querySelector("input:enabled") ?? (choice.matches("a") ? choice : null);

function narrow(finder, words) {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  for (const choice of finder.querySelectorAll(".choice")) {
    const name = choice.textContent.toLowerCase();
    choice.hidden = !wanted.every((word) => name.includes(word));
  }
  for (const group of finder.querySelectorAll("fieldset"))
    group.hidden = !group.querySelector(".choice:not([hidden])");
}

function walk(finder, step) {
  const all = choices(finder).map(control).filter(Boolean);
  const here = all.indexOf(document.activeElement);
  all[Math.min(Math.max(here + step, 0), all.length - 1)]?.focus();
}

function pressed(event) {
  const finder = event.target.closest?.("[data-finder]");
  if (!finder) return;
  if (event.key === "ArrowDown" || event.key === "ArrowUp") walk(finder, event.key === "ArrowDown" ? 1 : -1);
  else if (event.key === "Enter" && event.target.matches("input"))
    (event.target.matches("[data-find]")
      ? choices(finder).map(control).find(Boolean)
      : event.target
    )?.click();
  else return;
  event.preventDefault();
}

// One menu at a time; Escape, a click elsewhere and tabbing out close it.
function closeOthers(kept) {
  for (const menu of document.querySelectorAll("details.menu[open]")) if (menu !== kept) menu.open = false;
}

// At once, because `toggle` comes later: text typed right after the click must reach the search field.
function openToFind(event) {
  const menu = event.target.closest("summary")?.parentElement;
  const field = menu?.matches("details.menu:not([open])") && menu.querySelector("[data-find], [name=title]");
  if (!field) return;
  event.preventDefault();
  menu.open = true;
  field.focus();
}

export function startFinding() {
  document.addEventListener("input", (event) => {
    if (event.target.matches("[data-find]"))
      narrow(event.target.closest("[data-finder]"), event.target.value);
  });
  document.addEventListener("keydown", pressed);
  document.addEventListener("click", (event) => {
    closeOthers(event.target.closest("details.menu"));
    openToFind(event);
  });
  document.addEventListener("focusin", (event) => closeOthers(event.target.closest("details.menu")));
  document.addEventListener("keydown", (event) => {
    const menu = event.target.closest?.("details.menu[open]");
    if (event.key !== "Escape" || !menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
}
