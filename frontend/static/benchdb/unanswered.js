// Where the site did not answer, what is there stays, and a sentence says so. What the site itself refuses comes as the
// part that was asked for, and is shown like any other answer.
import { isAwaited, isReturn } from "./newest.js";

const FIRST = 2; // seconds until what repeats itself (data-repeat) asks again
const LONGEST = 60;
const pauses = new WeakMap(); // what asks -> seconds

// Another page than the part that was asked for: a gateway's, the login's, or the site's about its own fault.
function isAnswer({ response: { status }, text, select }) {
  if (select?.startsWith("#")) return text.includes(`id="${select.slice(1)}"`);
  return status <= 400 && !/^\s*<(!doctype|html)/i.test(text);
}

// In the words of the site's own pages, where it is one of them.
function wordsOf({ response, text = "" }) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const main = page.querySelector("header.top ~ main");
  const parts = [main?.querySelector("h1"), main?.querySelector(".error, p")].filter(Boolean);
  if (parts.length) return parts.map((part) => part.textContent.replace(/\s+/g, " ").trim()).join(": ");
  return `The site did not answer${response ? ` (${response.status})` : ""}.`;
}

// Says it in `place`, once, with a button where asking again is of use.
export function tell(place, words, again) {
  place.querySelector(":scope > [data-unanswered]")?.remove();
  const line = document.createElement("p");
  Object.assign(line, { className: "error", role: "alert", textContent: `${words} ` });
  line.dataset.unanswered = "";
  if (again) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", textContent: "Try again", onclick: again });
    line.append(button);
  }
  place.prepend(line);
  if (again) line.scrollIntoView({ block: "nearest" });
}

const ask = (element) => element.isConnected && element.dispatchEvent(new CustomEvent("again"));

function repeat(element) {
  const pause = pauses.get(element) ?? FIRST;
  pauses.set(element, Math.min(2 * pause, LONGEST));
  setTimeout(() => ask(element), 1000 * pause);
  return pause;
}

function failed(ctx) {
  if (isReturn(ctx)) return location.reload(); // the address is the earlier page's: the browser asks for it, and says why not
  const { sourceElement: element, target, response } = ctx;
  if (!target) return;
  const place = target.querySelector("#answer") ?? target;
  const words = wordsOf(ctx);
  if (!element.matches("[data-repeat]"))
    tell(place, `${words} What is shown is from before.`, () => ask(element));
  else if (response?.status < 500) tell(place, words);
  else tell(place, `${words} Asking again in ${repeat(element)} s.`);
}

function answered(event) {
  const { ctx } = event.detail;
  if (event.defaultPrevented) return;
  if (isReturn(ctx) ? ctx.response.status < 500 : isAnswer(ctx)) {
    ctx.target?.querySelector(":scope > [data-unanswered]")?.remove();
    return;
  }
  event.preventDefault();
  failed(ctx);
}

export function startUnanswered() {
  document.addEventListener("htmx:after:request", answered);
  document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
    if (ctx && ctx.text === undefined && isAwaited(ctx)) failed(ctx);
  });
}
