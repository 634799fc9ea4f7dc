// A row of a two-sided table opens wherever it is clicked, not only on its text.
function openLine(event) {
  const line = event.target.closest?.(".cmp > tbody > tr:not(.more)");
  if (!line || event.target.closest("a, button, input, summary") || String(window.getSelection())) return;
  line.querySelector("details")?.toggleAttribute("open");
}

export function startGrid() {
  document.addEventListener("click", openLine);
}
