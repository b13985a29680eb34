// `make live`, in Node: start Python as a page would, import what the course imports, and write its memory to a file.
// A page that begins with this memory has imported all of it already. Usage: node freeze.js FOLDER STATEMENTS FILE
"use strict";

const fs = require("fs");
const zlib = require("zlib");

const [folder, statements, file] = process.argv.slice(2);
const given = {};
const packed = (name) => Buffer.from(String(given[name]).split("*")[1], "base64");
let memory = null;

globalThis.privcausalLive = (name, content) => (given[name] = content);
for (const name of ["worker", "python", "library", "package"])
  (0, eval)(fs.readFileSync(`${folder}/${name}.js`, "utf8"));

globalThis.onmessage = null;
globalThis.postMessage = ({ kind, text }) => {
  if (kind === "done") return;
  console.error(text);
  process.exitCode = 1;
};
const instantiate = WebAssembly.instantiate;
WebAssembly.instantiate = async (...all) => {
  const instance = await instantiate(...all);
  memory = instance.exports.memory;
  return instance;
};

(async () => {
  given.worker();
  const tell = (data) => globalThis.onmessage({ data });
  tell({ files: ["library", "package"].map((name) => new Blob([packed(name)])) });
  await tell({ module: await WebAssembly.compile(zlib.gunzipSync(packed("python"))) });
  await tell({ source: `exec(${JSON.stringify(statements)}, {})`, number: 0 });
  fs.writeFileSync(file, Buffer.from(memory.buffer));
})();
