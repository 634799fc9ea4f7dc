// A form that writes is sent once, however often its button is pressed while the site works: a second token would be
// one that nobody has seen. Files and what is asked anew have their own ways.
const FORGOTTEN = 60_000; // milliseconds, after which an answer comes no more
let sent = new WeakSet();

function sendOnce(event) {
  const form = event.target;
  const method = event.submitter?.getAttribute("formmethod") ?? form.method;
  if (event.defaultPrevented || method.toLowerCase() !== "post") return;
  if (sent.has(form)) {
    event.preventDefault();
    return;
  }
  sent.add(form);
  setTimeout(() => sent.delete(form), FORGOTTEN);
}

export function startSendingOnce() {
  document.addEventListener("submit", sendOnce);
  // The back button brings the page as it was left.
  addEventListener("pageshow", () => (sent = new WeakSet()));
}
