// What the pattern says of the chosen files' paths, before any byte is sent; where it matches none, it is asked whether
// they are to be sent all the same.

export class PatternFit {
  constructor(form) {
    this.form = form;
    this.folder = ""; // that every path begins with, where the pattern matches only without it
    this.note = form.querySelector("[data-fit]");
    this.question = form.querySelector("[data-fit-ask]");
    this.anyway = form.querySelector("[data-fit-anyway]");
  }

  path(name) {
    return this.folder && name.startsWith(`${this.folder}/`) ? name.slice(this.folder.length + 1) : name;
  }

  // What is wrong with the pattern itself; "" for nothing. A site that does not answer now says it of the upload.
  async ask(paths) {
    const pattern = this.form.elements.pattern.value.trim();
    const answer = pattern && paths.length ? await this.answer(pattern, paths) : {};
    this.show(answer);
    return answer.error ?? "";
  }

  async answer(pattern, paths) {
    const body = new FormData();
    body.set("pattern", pattern);
    body.set("paths", JSON.stringify(paths));
    body.set("csrfmiddlewaretoken", this.form.elements.csrfmiddlewaretoken.value);
    try {
      return await (await fetch(this.form.dataset.lookAtPaths, { method: "POST", body })).json();
    } catch {
      return {};
    }
  }

  show({ sentence = "", folder = "", matching = 1 }) {
    this.folder = folder;
    this.note.hidden = !sentence;
    this.note.querySelector("p").textContent = sentence;
    this.question.hidden = matching > 0;
  }

  isAccepted() {
    if (this.note.hidden || this.question.hidden || this.anyway.checked) return true;
    this.note.scrollIntoView({ block: "center" });
    this.anyway.focus();
    return false;
  }
}
