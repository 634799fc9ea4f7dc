// A drop -> files with their paths; folders are walked.

const read = (reader) => new Promise((resolve, reject) => reader.readEntries(resolve, reject));

async function entriesOf(folder) {
  const reader = folder.createReader();
  const all = [];
  for (let some = await read(reader); some.length; some = await read(reader)) all.push(...some);
  return all;
}

async function walk(entry) {
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
    file.path = entry.fullPath.replace(/^\//, "");
    return [file];
  }
  const inside = await Promise.all((await entriesOf(entry)).map(walk));
  return inside.flat();
}

export async function filesOf(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (!entries.length) return [...transfer.files];
  return (await Promise.all(entries.map(walk))).flat();
}
