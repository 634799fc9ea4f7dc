// A form that writes is sent once, however often its button is pressed while the site works: a second token would be
// one that nobody has seen. Files and what is asked anew have their own ways.
const FORGOTTEN = 15_000; // milliseconds, after which it may be sent again: the answer may have been no page
let sent = new WeakSet();

function sendOnce(event) {
  const form = event.target;
  if (event.defaultPrevented || (event.submitter?.formMethod || form.method) !== "post") return;
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
