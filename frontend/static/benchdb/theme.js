// Applies the chosen theme before anything is drawn; without a choice, the system's.
(() => {
  try {
    const chosen = localStorage.getItem("theme");
    if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
  } catch {
    // no storage: the system decides
  }
})();
