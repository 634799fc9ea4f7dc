// The from and to fields beside the list of runs write their terms into the search field, and read them from it.
const DAY = { from: "since", to: "until" };
const line = () => document.querySelector("#runs-form #words");

const escaped = (key) => key.replace(/\W/g, "\\$&");
const termOf = (key) => new RegExp(`(^|\\s)${escaped(key)}:(\\S+)`);

// Two fields can express `100..200`, `>=100` and `<=200`; anything else is left to the search field.
function bounds(text) {
  const [, sign, edge] = /^(>=|<=)(.+)$/.exec(text) ?? [];
  if (sign) return sign === ">=" ? [edge, ""] : ["", edge];
  const [from, to] = text.split("..");
  return to === undefined ? ["", ""] : [from, to];
}

function read(part) {
  const fields = [...part.querySelectorAll("input")];
  const bound = (key) => termOf(key).exec(line().value)?.[2] ?? "";
  const values =
    part.dataset.range === "day" ? [bound(DAY.from), bound(DAY.to)] : bounds(bound(part.dataset.range));
  fields.forEach((field, place) => {
    if (field !== document.activeElement) field.value = values[place]; // what is being typed there is not in the line yet
  });
}

function withTerm(text, key, value) {
  const rest = text.replace(termOf(key), "").trim();
  return value ? `${rest} ${key}:${value}`.trim() : rest;
}

function write(part) {
  const [from, to] = [...part.querySelectorAll("input")].map((field) => field.value);
  const words = line();
  if (part.dataset.range === "day") {
    words.value = withTerm(withTerm(words.value, DAY.from, from), DAY.to, to);
  } else {
    words.value = withTerm(words.value, part.dataset.range, from || to ? `${from}..${to}` : "");
  }
  words.form.dispatchEvent(new CustomEvent("asked"));
}

export function showRanges() {
  const box = document.querySelector("[data-ranges]");
  if (!box || !line()) return;
  box.hidden = false;
  box.querySelectorAll("[data-range]").forEach(read);
}

export function startRanges() {
  document.addEventListener("change", (event) => {
    const part = event.target.closest("[data-range]");
    if (part) write(part);
  });
  showRanges();
}
