// Runs a program that was compiled for WASI: node --no-warnings wasi.mjs PROGRAM [ARGUMENTS]

import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";

const [program, ...rest] = process.argv.slice(2);
const wasi = new WASI({
  version: "preview1",
  args: [program, ...rest],
  env: process.env,
  preopens: { "/": "/" },
});
// What the library asks of threads: to start one is an error that says that there are none.
const NOSYS = 52;
const thread = (name) => {
  if (name === "pthread_create") return () => NOSYS;
  if (name.startsWith("pthread_attr_")) return () => 0;
  return () => {
    throw new Error("there are no threads to wait for");
  };
};
const module = await WebAssembly.compile(await readFile(program));
const threads = WebAssembly.Module.imports(module)
  .map(({ name }) => name)
  .filter((name) => name.startsWith("pthread_"));
const instance = await WebAssembly.instantiate(module, {
  ...wasi.getImportObject(),
  env: Object.fromEntries(threads.map((name) => [name, thread(name)])),
});
process.exitCode = wasi.start(instance);
