// The home page marks what is newer than this browser's last visit, whose time is kept only in this browser.
const KEPT = "visited";
const PAUSE = 30 * 60 * 1000; // a page opened again within half an hour is the same visit
const DAY = 24 * 60 * 60 * 1000;

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}

// The end of the previous visit; 0 for the first.
function lastVisit(now) {
  const { seen = 0, before = 0 } = stored();
  const since = now - seen > PAUSE ? seen : before;
  try {
    localStorage.setItem(KEPT, JSON.stringify({ seen: now, before: since }));
  } catch {
    // Without storage there is nothing to mark.
  }
  return since;
}

function ago(milliseconds) {
  const days = Math.round(milliseconds / DAY);
  if (days > 1) return `${days} days ago`;
  return days === 1 ? "yesterday" : "today";
}

export function startVisits() {
  const heading = document.querySelector("[data-since]");
  if (!heading) return;
  const now = Date.now();
  const since = lastVisit(now);
  if (!since) return;
  const rows = [...document.querySelectorAll("[data-moment]")];
  const fresh = rows.filter((row) => Date.parse(row.dataset.moment) > since);
  for (const row of fresh) row.classList.add("fresh");
  heading.textContent = heading.dataset.since;
  heading.nextElementSibling.textContent = `${ago(now - since)} · ${fresh.length || "nothing"} new`;
}
