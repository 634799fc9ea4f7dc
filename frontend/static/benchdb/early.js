// What was entered before the scripts had come is carried out when they have, as if it were entered now. Forms that ask
// by themselves have autocomplete="off": no browser puts back what was entered when the page was left.
const FIELDS = "[type=search], [list]";

function firstChoice(select) {
  return Math.max(
    [...select.options].findIndex((option) => option.defaultSelected),
    0,
  );
}

export function isChanged(control) {
  if (control.matches("select")) return control.selectedIndex !== firstChoice(control);
  if (control.matches("[type=checkbox], [type=radio]")) return control.checked !== control.defaultChecked;
  return control.matches("input") && control.value !== control.defaultValue;
}

const missed = (control, name) => control.dispatchEvent(new Event(name, { bubbles: true }));

// Asks once, whatever was changed, by the select before all others: another one may have to give way to it.
function askOnce(form) {
  const changed = [...form.elements].filter(
    (control) =>
      control.name && !control.matches(`[data-later], [type=hidden], ${FIELDS}`) && isChanged(control),
  );
  const first = changed.find((control) => control.matches("select")) ?? changed[0];
  if (first) missed(first, "change");
  return Boolean(first);
}

function carryOut() {
  const asking = new Set([...document.querySelectorAll("form[data-ask], form[data-submit]")].filter(askOnce));
  for (const select of document.querySelectorAll("select[data-submit-on-change]"))
    if (isChanged(select)) missed(select, "change");
  for (const field of document.querySelectorAll(FIELDS))
    if (isChanged(field) && !asking.has(field.form)) missed(field, "input");
}

// htmx listens once the page is read to its end.
export function startEarly() {
  const isReady =
    !globalThis.htmx || !document.querySelector("[hx-get]") || document.querySelector("[data-htmx-powered]");
  if (isReady) carryOut();
  else document.addEventListener("htmx:after:process", carryOut, { once: true });
}
