// The from and to fields beside the list of runs write their terms into the search field, and read them from it.
const DAY = { from: "since", to: "until" };
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
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

// A day as the rows have it, `1 May 2026`, and as the search line does, `2026-05-01`. Anything else stays as it is.
function shownDay(text) {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  const name = MONTHS[month - 1];
  return name ? `${Number(day)} ${name[0].toUpperCase()}${name.slice(1)} ${year}` : text;
}

function writtenDay(text) {
  const [, day, name, year] = /^(\d{1,2}) ([A-Za-z]{3,9}) (\d{4})$/.exec(text.trim()) ?? [];
  const month = name ? MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1 : 0;
  return month ? `${year}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}` : text.trim();
}

function read(part) {
  const fields = [...part.querySelectorAll("input")];
  const bound = (key) => termOf(key).exec(line().value)?.[2] ?? "";
  const values =
    part.dataset.range === "day"
      ? [bound(DAY.from), bound(DAY.to)].map(shownDay)
      : bounds(bound(part.dataset.range));
  fields.forEach((field, place) => {
    if (field !== document.activeElement) field.value = values[place]; // what is being typed there is not in the line yet
  });
}

function withTerm(text, key, value) {
  const rest = text.replace(termOf(key), "").trim();
  return value ? `${rest} ${key}:${value}`.trim() : rest;
}

// Asks for the runs with these terms, each in place of an earlier one of its key.
export function ask(terms) {
  const words = line();
  words.value = Object.entries(terms).reduce((text, [key, value]) => withTerm(text, key, value), words.value);
  words.form.dispatchEvent(new CustomEvent("asked"));
}

function write(part) {
  const fields = [...part.querySelectorAll("input")];
  if (!fields.every((field) => field.reportValidity())) return;
  const [from, to] = fields.map((field) => field.value);
  if (part.dataset.range === "day") ask({ [DAY.from]: writtenDay(from), [DAY.to]: writtenDay(to) });
  else ask({ [part.dataset.range]: from || to ? `${from}..${to}` : "" });
}

export function showRanges() {
  const box = document.querySelector("[data-ranges]");
  if (!box || !line()) return;
  box.hidden = false;
  box.querySelectorAll("[data-range]").forEach(read);
  if ([...box.querySelectorAll("input")].some((field) => field.value)) box.open = true;
}

export function startRanges() {
  document.addEventListener("change", (event) => {
    const part = event.target.closest("[data-range]");
    if (part) write(part);
  });
  showRanges();
}
