// Runs that were selected on other pages are compared with the others also where the button is pressed before the
// module that shows them (selection.js) has come. The only script beside the theme's that a page waits for.
(() => {
  const kept = () => {
    try {
      return JSON.parse(sessionStorage.getItem("selected-runs")) ?? [];
    } catch {
      return [];
    }
  };
  document.addEventListener("formdata", ({ target, formData }) => {
    if (!target.matches("[data-tray]")) return;
    const runs = new Set(formData.getAll("run"));
    for (const run of kept()) if (!runs.has(run)) formData.append("run", run);
  });
})();
