// "Copy for review": fetches the twin that the link names, and copies it. Without this script the link opens it.
"use strict";

async function copied(link) {
  if (link.dataset.copy === "address") return link.href;
  const answer = await fetch(link.href);
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.text();
}

document.addEventListener("click", async (event) => {
  const link = event.target.closest("[data-copy]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || !navigator.clipboard) return;
  event.preventDefault();
  const said = link.closest(".sharing").querySelector("[data-copied]");
  try {
    await navigator.clipboard.writeText(await copied(link));
    said.className = "";
    said.textContent = `${link.textContent} copied`;
  } catch {
    said.className = "failed";
    said.textContent = "Not copied: here it is instead";
    window.location = link.href;
  }
});
