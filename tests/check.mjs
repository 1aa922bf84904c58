// check - the least a test needs: count, say what failed and where, go on. As tests/check.h.

let passed = 0;
let failed = 0;

export function check(condition, what) {
  if (condition) return passed++;
  failed++;
  const [place] = new Error().stack
    .split("\n")
    .filter((line) => /:\d+:\d+/.test(line) && !line.includes("/check.mjs"));
  console.log(`FAIL ${place?.trim()}: ${what}`);
}

export const equal = (found, expected, what) =>
  check(found === expected, `${what}: expected ${expected}, found ${found}`);

// Prints the counts. The exit status; nothing checked is a failure.
export function finish() {
  if (!passed) check(false, "nothing was checked");
  console.log(`${passed} passed, ${failed} failed`);
  return failed ? 1 : 0;
}
