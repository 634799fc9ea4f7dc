// The theme that the reader chose, before anything is drawn. Without a choice it is the system's.
(() => {
  try {
    const chosen = localStorage.getItem("theme");
    if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
  } catch {
    // storage is off: the system decides
  }
})();
