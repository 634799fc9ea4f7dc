// Of the answers to one form only the newest question's is shown: an earlier one would bring boxes without the ticks
// made since. Needs hx-sync="replace", which sends each question at once, and no settle delay (base.html),
// during which htmx gives new boxes the attributes of the old ones.
const newest = new WeakMap(); // what asks -> its latest request

// What was under way when the reader went back is of a page that is left: its answer would stand under another address.
let current = new WeakSet(); // requests since then
let isReturning = false;

export const isReturn = (ctx) => Boolean(ctx.request.headers["HX-History-Restore-Request"]);

// Whether the answer to it is waited for.
export const isAwaited = (ctx) =>
  current.has(ctx) && (newest.get(ctx.sourceElement) ?? ctx) === ctx && ctx.sourceElement.isConnected;

function configured({ target, detail: { ctx } }) {
  if (target.matches?.("[hx-sync]")) newest.set(target, ctx);
}

function begun(event) {
  const { ctx } = event.detail;
  if (isReturning && !isReturn(ctx)) return event.preventDefault();
  current.add(ctx);
  const { abort } = ctx.request;
  // Not for a newer one: an error in the console for each quick click, and the server works on all the same.
  ctx.request.abort = () => isAwaited(ctx) && abort?.();
}

function returning() {
  isReturning = true;
  current = new WeakSet();
}

export function startNewest() {
  document.addEventListener("htmx:config:request", configured);
  document.addEventListener("htmx:before:request", begun);
  document.addEventListener("htmx:after:request", (event) => {
    const { ctx } = event.detail;
    if (!isAwaited(ctx)) event.preventDefault();
    else if (isReturn(ctx)) isReturning = false; // what the earlier page asks for by itself comes before its swap ends
  });
  document.addEventListener("htmx:before:history:restore", returning);
  // A page that was left while it returned to an earlier question would come back with the later one's answer.
  addEventListener("pageshow", (event) => {
    if (event.persisted && isReturning) location.reload();
  });
}
