// System, light or dark: kept in this browser. Code that draws in colour listens for "themechange".
const NEXT = { system: "light", light: "dark", dark: "system" };
const NAMES = { system: "Theme: as the system", light: "Theme: light", dark: "Theme: dark" };
const root = document.documentElement;

const current = () => root.dataset.theme || "system";
const tell = () => document.dispatchEvent(new Event("themechange"));

function show(button) {
  button.title = NAMES[current()];
  button.setAttribute("aria-label", NAMES[current()]);
  button.dataset.shows = current();
}

function choose(theme) {
  if (theme === "system") delete root.dataset.theme;
  else root.dataset.theme = theme;
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // no storage: the choice lasts as long as the page
  }
}

export function startThemeSwitch() {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", tell);
  for (const button of document.querySelectorAll("[data-theme-switch]")) {
    button.hidden = false;
    show(button);
    button.addEventListener("click", () => {
      choose(NEXT[current()]);
      show(button);
      tell();
    });
  }
}
