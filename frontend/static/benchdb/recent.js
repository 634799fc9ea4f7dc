// The last questions of this browser, kept only in it: a launcher lists them.
const KEPT = "questions";
const MOST = 8;

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? [];
  } catch {
    return [];
  }
}

function remember(form) {
  const path = window.location.pathname + window.location.search;
  if (!window.location.search) return;
  const kind = form.getAttribute("action").split("/")[1];
  const title = document.title.replace(/ – benchdb$/, "");
  const others = kept().filter((one) => one.path !== path && !(one.kind === kind && one.title === title));
  try {
    localStorage.setItem(KEPT, JSON.stringify([{ kind, path, title }, ...others].slice(0, 4 * MOST)));
  } catch {
    // Without storage there is nothing to show.
  }
}

function list(part) {
  const own = kept().filter((one) => one.kind === part.dataset.recent);
  part.hidden = own.length === 0;
  part.querySelector("ul").replaceChildren(
    ...own.slice(0, MOST).map(({ path, title }) => {
      const [item, link] = ["li", "a"].map((name) => document.createElement(name));
      link.href = path;
      link.textContent = title;
      item.append(link);
      return item;
    }),
  );
}

export function startRecent() {
  const question = document.querySelector("form#question");
  if (question) {
    remember(question);
    document.addEventListener("htmx:after:history:push", () => setTimeout(() => remember(question)));
  }
  document.querySelectorAll("[data-recent]").forEach(list);
}
