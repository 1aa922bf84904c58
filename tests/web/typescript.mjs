// A loader hook for node (module.register): esbuild strips the types of the page's modules, as it does for the page itself.

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

export async function load(url, context, next) {
  if (!new URL(url).pathname.endsWith(".ts")) return next(url, context);
  const source = execFileSync("esbuild", ["--format=esm", fileURLToPath(url)]);
  return { format: "module", shortCircuit: true, source };
}
