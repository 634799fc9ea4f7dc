// The upload form, on its own page alone: chosen files are listed with a preview before they are sent, and none is lost.
import { filesOf } from "./dropped.js";
import { PatternFit } from "./pattern-fit.js";

const MOST_PREVIEWED_BYTES = 32 * 1024 * 1024; // that are read before they are sent
const MOST_PREVIEWED_FILES = 300;
const MOST_LISTED = 20; // files, until somebody asks for the others
const TOKEN = /(?:^|; )csrftoken=([^;]+)/;
const LOGGED_OUT = "Your files are still here: log in in another tab and press Upload again.";
const PAUSE = 300; // milliseconds without another file or another letter

const pathOf = (file) => file.path || file.webkitRelativePath || file.name;
const byPath = (one, other) => (pathOf(one) < pathOf(other) ? -1 : 1);

function size(bytes) {
  const units = ["B", "KiB", "MiB", "GiB"];
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10));
  return `${Number((bytes / 1024 ** power).toPrecision(3))} ${units[power]}`;
}

const total = (files) => files.reduce((sum, file) => sum + file.size, 0);
const grouped = (number) => number.toLocaleString("en");
const counted = (number, word) => `${grouped(number)} ${word}${number === 1 ? "" : "s"}`;

class Upload {
  constructor(form) {
    this.form = form;
    this.files = [];
    this.refusal = []; // of the upload itself, which no look at the files takes back: its sentence, its field
    this.fit = new PatternFit(form);
    this.button = form.querySelector("button.primary");
    this.facts = form.querySelector("#facts-of-logs");
    this.parts = Object.fromEntries(
      ["chosen", "chosen-total", "sending", "sent", "upload-error"].map((name) => [
        name,
        form.querySelector(`[data-${name}]`),
      ]),
    );
    this.inputs = [...form.querySelectorAll("input[type=file]")];
    for (const input of this.inputs) {
      input.required = false;
      input.addEventListener("change", () => this.add([...input.files], input));
    }
    // A browser that refuses a field must be able to show it.
    form.addEventListener(
      "invalid",
      ({ target }) => target.closest("details")?.setAttribute("open", ""),
      true,
    );
    form.addEventListener("submit", (event) => this.submit(event));
    form.addEventListener("input", (event) => event.target.type !== "file" && this.previewSoon());
    form.querySelector("[data-stop]").addEventListener("click", () => this.request?.abort());
    // The back button brings the page as it was left: with everything sent, or with files already chosen.
    window.addEventListener("pageshow", (event) => {
      if (event.persisted) this.showSending(false);
      this.takeChosen();
    });
    this.takeChosen();
  }

  // What was chosen while this script was on its way told nobody.
  takeChosen() {
    for (const input of this.inputs) if (input.files.length) this.add([...input.files], input);
  }

  add(files, input) {
    const known = new Set(this.files.map(pathOf));
    const added = files.filter((file) => !known.has(pathOf(file)));
    if (input?.webkitdirectory) added.sort(byPath); // they come in the order of the disk
    if (!this.files.length && added.length) this.facts.open = true; // what the logs don't say is asked once
    this.files.push(...added);
    if (input) input.value = ""; // the list has them; the same file may be chosen again
    this.show();
    this.previewSoon();
  }

  remove(index) {
    this.files.splice(index, 1);
    this.show();
    this.previewSoon();
  }

  show() {
    const { chosen } = this.parts;
    chosen.hidden = this.files.length === 0;
    const listed = this.isLong ? this.files : this.files.slice(0, MOST_LISTED);
    const rows = listed.map((file, index) => this.row(file, index));
    const more = this.files.length - listed.length;
    chosen.querySelector("tbody").replaceChildren(...rows, ...(more ? [this.rowOfMore(more)] : []));
    const words = `${counted(this.files.length, "file")}, ${size(total(this.files))}`;
    this.parts["chosen-total"].textContent = words;
  }

  row(file, index) {
    const row = document.createElement("tr");
    const cells = [pathOf(file), size(file.size), file.preview?.sentence ?? this.waiting(), ""].map(
      (text) => {
        const cell = document.createElement("td");
        cell.textContent = text;
        return cell;
      },
    );
    cells[0].className = "mono";
    cells[1].className = "number";
    cells[2].className = `preview is-${file.preview?.state ?? "unknown"}`;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "icon";
    button.textContent = "×";
    button.setAttribute("aria-label", `Remove ${pathOf(file)}`);
    button.addEventListener("click", () => this.remove(index));
    cells[3].append(button);
    row.append(...cells);
    return row;
  }

  rowOfMore(more) {
    const row = document.createElement("tr");
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = `${grouped(more)} more`;
    button.addEventListener("click", () => {
      this.isLong = true;
      this.show();
    });
    row.insertCell().append(button);
    row.cells[0].colSpan = 4;
    return row;
  }

  get canPreview() {
    return total(this.files) <= MOST_PREVIEWED_BYTES && this.files.length <= MOST_PREVIEWED_FILES;
  }

  waiting() {
    return this.canPreview && !this.failed ? "reading…" : "read once it is sent";
  }

  previewSoon() {
    clearTimeout(this.timer);
    this.refusal = []; // it was of what has changed now
    this.timer = setTimeout(() => this.askPattern().then(() => this.files.length && this.preview()), PAUSE);
  }

  path(file) {
    return this.fit.path(pathOf(file));
  }

  async askPattern() {
    const error = await this.fit.ask(this.files.map(pathOf));
    this.say(...(error ? [error, "pattern"] : this.refusal));
    return error;
  }

  // Only the newest preview counts: a late older one is of other files.
  async preview() {
    if (!this.canPreview) return;
    this.failed = false;
    const files = [...this.files];
    this.previewing?.abort();
    this.previewing = new AbortController();
    try {
      const body = this.data(files);
      const response = await fetch(this.form.dataset.preview, {
        method: "POST",
        body,
        signal: this.previewing.signal,
      });
      const { error, field, files: seen } = await response.json();
      this.say(...(error ? [error, field] : this.refusal));
      // Refused facts say nothing of the files: what they looked like stays.
      this.failed = !response.ok;
      const previews = new Map(seen.map((one) => [one.name, one]));
      for (const file of response.ok ? files : [])
        file.preview = previews.get(this.path(file)) ?? { sentence: "", state: "unknown" };
      this.show();
    } catch (error) {
      if (error.name === "AbortError") return;
      // A file without a preview is read once it is sent.
      this.failed = true;
      this.show();
    }
  }

  data(files) {
    const data = new FormData(this.form);
    for (const input of this.inputs) data.delete(input.name);
    const [, token] = TOKEN.exec(document.cookie) ?? [];
    if (token) data.set("csrfmiddlewaretoken", token); // that of whoever is logged in now
    data.set("paths", JSON.stringify(files.map((file) => this.path(file))));
    for (const file of files) data.append("file", file, file.name);
    return data;
  }

  // `field`: the name of the one that is wrong.
  say(error = "", field = "") {
    this.parts["upload-error"].textContent = error;
    this.parts["upload-error"].hidden = !error;
    for (const input of this.form.querySelectorAll("[aria-invalid]")) {
      input.removeAttribute("aria-invalid");
      input.removeAttribute("aria-describedby");
    }
    const wrong = field && this.form.elements[field];
    wrong?.setAttribute?.("aria-invalid", "true");
    wrong?.setAttribute?.("aria-describedby", this.parts["upload-error"].id);
  }

  async submit(event) {
    event.preventDefault();
    if (!this.files.length) {
      this.say("Choose at least one file.");
      return;
    }
    this.refusal = [];
    if (await this.askPattern()) this.showError();
    else if (this.fit.isAccepted() && this.parts.sending.hidden) this.send();
  }

  send() {
    const request = new XMLHttpRequest();
    this.request = request;
    request.upload.addEventListener("progress", (progress) => this.progress(progress));
    request.addEventListener("load", () => this.sent(request));
    request.addEventListener("error", () =>
      this.stopped("The site did not answer. Your files are still here."),
    );
    request.addEventListener("abort", () => this.stopped("Cancelled. Your files are still here."));
    request.open("POST", this.form.action || window.location.href);
    request.send(this.data(this.files));
    this.showSending(true);
  }

  showSending(isSending) {
    this.parts.sending.hidden = !isSending;
    this.button.disabled = isSending;
  }

  showError() {
    const wrong = this.form.querySelector("[aria-invalid]");
    if (wrong) this.facts.open = true;
    (wrong ?? this.parts["upload-error"]).scrollIntoView({ block: "center" });
    wrong?.focus({ preventScroll: true });
  }

  progress({ loaded, total: all }) {
    const bar = this.parts.sending.querySelector("progress");
    bar.max = all;
    bar.value = loaded;
    this.parts.sent.textContent =
      loaded < all ? `${size(loaded)} of ${size(all)}` : `${size(all)} sent; the site stores them`;
  }

  sent(request) {
    if (request.status < 300 && /\/uploads\/\d+\//.test(request.responseURL)) {
      window.location.assign(request.responseURL);
      return;
    }
    const page = new DOMParser().parseFromString(request.responseText, "text/html");
    const ownWords = page.querySelector("main .error:not([hidden]), main h1 ~ p")?.textContent.trim();
    const error = request.status === 403 ? `${ownWords ?? ""} ${LOGGED_OUT}`.trim() : ownWords;
    const field = page.querySelector("main [aria-invalid]")?.name;
    this.stopped(error || `The site answered ${request.status}. Your files are still here.`, field);
  }

  stopped(error, field) {
    this.showSending(false);
    this.refusal = [error, field];
    this.say(error, field);
    this.showError();
  }
}

function acceptDrops(area, upload) {
  const over = (event) => {
    event.preventDefault();
    area.classList.add("over");
  };
  const out = () => area.classList.remove("over");
  area.addEventListener("dragover", over);
  area.addEventListener("dragenter", over);
  area.addEventListener("dragleave", out);
  area.addEventListener("drop", async (event) => {
    event.preventDefault();
    out();
    upload.add(await filesOf(event.dataTransfer));
  });
}

for (const form of document.querySelectorAll("form[data-upload]")) {
  const upload = new Upload(form);
  acceptDrops(form.querySelector("[data-drop]"), upload);
  const folder = form.querySelector("[data-folder]");
  folder.hidden = !("webkitdirectory" in folder.querySelector("input"));
}
