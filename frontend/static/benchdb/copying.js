// "Copy as Markdown": fetches the linked export and copies it. Without this script the link opens it. A command is
// copied from beside its button.

async function contentOf(link) {
  if (link.dataset.copy === "address") return link.href;
  if (link.dataset.copy === "value") return link.value;
  if (link.dataset.copy === "beside") return link.closest(".sharing").querySelector("pre").textContent;
  const response = await fetch(link.href);
  if (!response.ok) throw new Error(`${response.status}`);
  return response.text();
}

async function copy(event) {
  const link = event.target.closest("[data-copy]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || !navigator.clipboard) return;
  event.preventDefault();
  const status = link.closest(".sharing, .acts")?.querySelector("[data-copied]");
  try {
    await navigator.clipboard.writeText(await contentOf(link));
    if (status) {
      status.className = "";
      const what = link.textContent.trim().replace(/^Copy (.)/, (_, first) => first.toUpperCase());
      status.textContent = what === "Copy" ? "Copied" : `${what} copied`;
    }
  } catch {
    if (status) {
      status.className = "failed";
      status.textContent = "Not copied: here it is instead";
    }
    if (link.href) window.location = link.href;
  }
}

export function startSharing() {
  document.addEventListener("click", copy);
  for (const button of document.querySelectorAll("[data-copy=value]")) button.hidden = !navigator.clipboard;
}
