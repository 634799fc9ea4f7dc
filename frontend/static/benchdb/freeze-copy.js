// One click: frozen, its Markdown (with the picture) on the clipboard, and on to the permalink.
export async function freezeAndCopy(button) {
  const form = document.getElementById("freeze");
  const data = new FormData(form);
  data.set("query", button.dataset.freezeCopy);
  const status = button.closest("div").querySelector("[data-copied]");
  status.textContent = "";
  button.disabled = true;
  const response = await fetch(form.action, { method: "POST", body: data }).catch(() => null);
  if (!response?.ok) {
    button.disabled = false;
    status.textContent = "Not frozen: try the other button";
    return;
  }
  if (await copyMarkdown(response.url)) window.location.assign(response.url);
  else status.replaceChildren("Frozen, but not copied: ", linkTo(response.url));
}

async function copyMarkdown(permalink) {
  try {
    const markdown = await fetch(permalink.replace(/\/$/, ".md"));
    if (markdown.ok) await navigator.clipboard.writeText(await markdown.text());
    return markdown.ok;
  } catch {
    return false;
  }
}

function linkTo(permalink) {
  const link = document.createElement("a");
  Object.assign(link, { href: permalink, textContent: "the permalink" });
  return link;
}
