// A loader hook for node (module.register): esbuild strips the types of the page's modules, and tools/po makes modules of translations and of the list of languages, as
// for the page itself.

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const PO = fileURLToPath(new URL("../../tools/po", import.meta.url));
const COMMANDS = {
  ts: (path) => ["esbuild", ["--format=esm", path]],
  po: (path, later) => [PO, [later ? "--later" : "--module", path]],
  h: () => [PO, ["--catalogues"]],
};

export async function load(url, context, next) {
  const { pathname, search } = new URL(url);
  const command = COMMANDS[pathname.split(".").at(-1)];
  if (!command) return next(url, context);
  const source = execFileSync(...command(fileURLToPath(url), search !== ""));
  return { format: "module", shortCircuit: true, source };
}
