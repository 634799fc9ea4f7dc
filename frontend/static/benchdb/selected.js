// What the selected runs are, in the server's words; loaded with the first selection. The newest selection counts,
// whatever order the answers come in, and without an answer nothing is said.
let described = "";
const MOST = 500; // that are compared or edited together
const PAUSE = 150; // milliseconds, while boxes are ticked one after another

export function describe(tray, runs) {
  const place = tray.querySelector("[data-selected-words]");
  const list = document.querySelector("[data-varied]");
  const query = new URLSearchParams([...runs].map((run) => ["run", run]));
  if (list) query.set("varied", list.dataset.varied);
  const wanted = runs.size > 0 && runs.size <= MOST ? `/runs/selected/?${query}` : "";
  if (!place || wanted === described) return;
  tray.dataset.described = "yes";
  described = wanted;
  place.textContent = "";
  if (!wanted) return;
  setTimeout(async () => {
    if (described !== wanted) return;
    const { words } = await fetch(wanted)
      .then((answer) => answer.json())
      .catch(() => ({ words: "" }));
    if (described === wanted) place.textContent = words;
  }, PAUSE);
}
