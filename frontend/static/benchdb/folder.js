// A folder is sent with its paths: a form drops the folders from the names of its files, so they travel beside them.

function pathOf(file) {
  return file.webkitRelativePath || file.name;
}

function sendPaths(form) {
  const inputs = [...form.querySelectorAll("input[type=file]")];
  const paths = form.querySelector("input[name=paths]");
  const files = () => inputs.flatMap((input) => [...input.files]);
  form.addEventListener("submit", () => {
    paths.value = JSON.stringify(files().map(pathOf));
  });
  form.addEventListener("change", () => {
    inputs.find((input) => input.name === "file").required = files().length === 0;
  });
}

function showFolders(label) {
  const input = label.querySelector("input");
  if (!("webkitdirectory" in input)) return;
  label.hidden = false;
  input.addEventListener("change", () => {
    const chosen = input.closest("form").querySelector("[data-chosen]");
    const folder = input.files.length ? pathOf(input.files[0]).split("/")[0] : "";
    chosen.textContent = folder ? `${input.files.length} files of ${folder}/` : "";
  });
}

export function startFolders() {
  document.querySelectorAll("form[data-upload]").forEach(sendPaths);
  document.querySelectorAll("[data-folder]").forEach(showFolders);
}
