// Of the answers to one form only the newest question's is shown: an earlier one would bring boxes without the ticks
// made since. Needs hx-sync="replace", which sends each question at once, and no settle delay (base.html),
// during which htmx gives new boxes the attributes of the old ones.
const newest = new WeakMap(); // what asks -> its latest request

function remember({ target, detail: { ctx } }) {
  newest.set(target, ctx);
  ctx.request.abort = () => {}; // an error in the console for each quick click, and the server works on all the same
}

function answered(event) {
  const latest = newest.get(event.target);
  if (latest && latest !== event.detail.ctx) event.preventDefault();
}

export function startNewest() {
  document.addEventListener("htmx:before:request", (event) => {
    if (event.target.matches?.("[hx-sync]")) remember(event);
  });
  document.addEventListener("htmx:after:request", answered);
}
