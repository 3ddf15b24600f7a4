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
const fail = () => {
  throw new Error("there are no threads to wait for");
};
const { instance } = await WebAssembly.instantiate(await readFile(program), {
  ...wasi.getImportObject(),
  env: { pthread_join: fail, pthread_detach: fail },
});
process.exitCode = wasi.start(instance);
