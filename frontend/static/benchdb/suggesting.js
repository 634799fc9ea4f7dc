// What a search could go on with, in the list that the browser shows beneath its field.
const PAUSE = 150; // ms without a key

let later = 0;
let current = null;

async function suggest(field) {
  current?.abort();
  current = new AbortController();
  const address = `${field.list.dataset.suggestions}?q=${encodeURIComponent(field.value)}`;
  try {
    const answer = await fetch(address, { signal: current.signal });
    if (answer.ok) field.list.innerHTML = await answer.text();
  } catch {
    // Typed on meanwhile, or the site is out of reach: the list stays as it is.
  }
}

export function startSuggesting() {
  document.addEventListener("input", ({ target }) => {
    if (!target.list?.dataset.suggestions) return;
    clearTimeout(later);
    later = setTimeout(() => suggest(target), PAUSE);
  });
}
