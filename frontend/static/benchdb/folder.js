// A folder is sent with its paths: a form drops the folders from the names of its files, so they travel beside them.
"use strict";

function pathOf(file) {
  return file.webkitRelativePath || file.name;
}

function sendPaths(form) {
  const inputs = [...form.querySelectorAll("input[type=file]")];
  const paths = form.querySelector("input[name=paths]");
  const files = () => inputs.flatMap((input) => [...input.files]);
  form.addEventListener("submit", () => { paths.value = JSON.stringify(files().map(pathOf)); });
  form.addEventListener("change", () => {
    inputs.find((each) => each.name === "file").required = files().length === 0;
  });
}

function showFolders(label) {
  const input = label.querySelector("input");
  if (!("webkitdirectory" in input)) return;
  label.hidden = false;
  input.addEventListener("change", () => {
    const chosen = input.closest("form").querySelector("[data-chosen]");
    chosen.textContent = input.files.length ? `${input.files.length} files of ${pathOf(input.files[0]).split("/")[0]}/` : "";
  });
}

document.addEventListener("DOMContentLoaded", () => {
  document.querySelectorAll("form[data-upload]").forEach(sendPaths);
  document.querySelectorAll("[data-folder]").forEach(showFolders);
});
