// What selection.js keeps of selected runs, where it matters before that module has come, or on the way back. The only
// script beside the theme's that a page waits for, and only one that has a tray.
(() => {
  const KEPT = "selected-runs";
  const kept = () => {
    try {
      return JSON.parse(sessionStorage.getItem(KEPT)) ?? [];
    } catch {
      return [];
    }
  };

  // Runs of other pages are compared with those of this one.
  document.addEventListener("formdata", ({ target, formData }) => {
    if (!target.matches("[data-tray]")) return;
    const runs = new Set(formData.getAll("run"));
    for (const run of kept()) if (!runs.has(run)) formData.append("run", run);
  });

  // What was compared is selected again where the reader comes back to the list it was selected in.
  const leave = ({ target, submitter }) => {
    if (!target.matches("[data-tray]") || submitter?.matches("[data-keeps]")) return;
    history.replaceState({ ...history.state, compared: kept() }, "");
  };
  const comeBack = () => {
    const { compared, ...state } = history.state ?? {};
    if (!compared) return;
    history.replaceState(state, "");
    try {
      sessionStorage.setItem(KEPT, JSON.stringify([...new Set([...compared, ...kept()])]));
    } catch {
      // Then each page has only its own selection.
    }
  };
  document.addEventListener("submit", leave, true);
  addEventListener("pageshow", comeBack);
  comeBack();
})();
